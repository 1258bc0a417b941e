# SPDX-License-Identifier: MIT
import importlib
import sys
import traceback
import unittest
import unittest.mock

from _glovebox import loader

SOURCES = {
    "pkg_in_memory/__init__.py": "here = __name__",
    "pkg_in_memory/part.py": "from . import here\nvalue = here + '.part'",
    "own_builtins_in_memory.py": "def text(value): return repr(value)",
    "single_in_memory.py": "raise ValueError('on purpose')",
}


class Loading(unittest.TestCase):
    def setUp(self):
        loader.install(SOURCES)
        self.addCleanup(sys.meta_path.pop, 0)

    def test_packages_and_parts(self):
        self.assertEqual(importlib.import_module("pkg_in_memory.part").value, "pkg_in_memory.part")

    def test_file_names_say_that_it_is_ours(self):
        try:
            importlib.import_module("single_in_memory")
        except ValueError as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            self.assertEqual(last.filename, "<glovebox>/single_in_memory.py")
        else:
            self.fail("nothing was raised")

    def test_what_a_program_does_to_the_builtins_does_not_reach_ours(self):
        module = importlib.import_module("own_builtins_in_memory")
        with unittest.mock.patch("builtins.repr", None):
            self.assertEqual(module.text(5), "5")

    def test_other_modules_are_left_to_others(self):
        self.assertIsNone(sys.meta_path[0].find_spec("json"))


if __name__ == "__main__":
    unittest.main()
