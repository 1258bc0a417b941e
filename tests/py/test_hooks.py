# SPDX-License-Identifier: MIT
import importlib
import importlib.util
import pathlib
import sys
import tempfile
import unittest

from _glovebox import hooks, host


class Hooks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("hooked_one", "hooked_two"):
            (self.folder / f"{name}.py").write_text("value = 1\n")
        before = list(sys.meta_path)
        self.addCleanup(sys.meta_path.__setitem__, slice(None), before)
        sys.path.insert(0, str(self.folder))
        self.addCleanup(sys.path.remove, str(self.folder))
        importlib.invalidate_caches()
        hooks.install()
        self.seen = []

    def test_acts_once_right_after_the_import(self):
        hooks.after_import("hooked_one", lambda module: self.seen.append(module.value))
        module = importlib.import_module("hooked_one")
        importlib.import_module("hooked_one")
        self.assertEqual(self.seen, [1])
        self.assertEqual(type(module.__loader__).__name__, "SourceFileLoader")

    def test_a_search_alone_does_not_use_it_up(self):
        hooks.after_import("hooked_two", lambda module: self.seen.append(module.value))
        self.assertIsNotNone(importlib.util.find_spec("hooked_two"))
        self.assertEqual(self.seen, [])
        importlib.import_module("hooked_two")
        self.assertEqual(self.seen, [1])

    def test_acts_at_once_on_what_is_there(self):
        hooks.after_import("sys", self.seen.append)
        self.assertEqual(self.seen, [sys])

    def test_an_import_that_nobody_saw_coming_asks_the_host(self):
        def fetch(name):
            (self.folder / f"{name}.py").write_text("value = 'fetched'\n")
            importlib.invalidate_caches()
            return True

        host.fetch_package, hooks.package_modules = fetch, frozenset({"from_the_lock"})
        self.addCleanup(setattr, host, "fetch_package", None)
        self.assertEqual(importlib.import_module("from_the_lock").value, "fetched")
        with self.assertRaises(ModuleNotFoundError):
            importlib.import_module("not_in_the_lock")


if __name__ == "__main__":
    unittest.main()
