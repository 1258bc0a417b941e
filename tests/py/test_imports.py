# SPDX-License-Identifier: MIT
import unittest

from _glovebox import imports


class ImportedModules(unittest.TestCase):
    def check(self, code, *names):
        self.assertEqual(imports.imported_modules(code), list(names))

    def test_finds_every_form(self):
        self.check("import a, b.c as d\nfrom e.f import g\nfrom h import *", "a", "b", "e", "h")

    def test_finds_imports_anywhere(self):
        self.check("def f():\n  if x:\n    import a\ntry:\n  import b\nexcept E:\n  import c",
                   "a", "b", "c")

    def test_names_each_once(self):
        self.check("import a.b\nimport a.c\nfrom a import d", "a")

    def test_takes_no_prose_for_code(self):
        self.check('"""import notes"""\n# import notes\nx = "import notes"\nprint("import y")')

    def test_leaves_relative_imports_alone(self):
        self.check("from . import a\nfrom .b import c")

    def test_code_that_is_no_python_imports_nothing(self):
        self.check("def f(:\n import a")
        self.check("import a\x00")

    def test_understands_await_at_the_top(self):
        self.check("import a\nawait f()", "a")


class MissingModules(unittest.TestCase):
    def test_knows_packages_of_other_names(self):
        self.assertEqual(imports.package_of("cv2"), "opencv-python")
        self.assertEqual(imports.package_of("requests"), "requests")

    def test_hint_names_the_package_of_a_submodule(self):
        hint = imports.missing_module_hint("skimage.io")
        self.assertIn("'scikit-image'", hint)
        self.assertIn("install_packages", hint)


if __name__ == "__main__":
    unittest.main()
