# SPDX-License-Identifier: MIT
import unittest

from _glovebox import hooks, imports


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
        self.assertIn("not among those that Glovebox carries", hint)
        self.assertIn("%pip install scikit-image", hint)

    def test_hint_names_no_tool(self):
        for module in ("fastapi", "tkinter", "sklearn.none"):
            self.assertNotIn("_packages", imports.missing_module_hint(module))

    def carry(self, *names):
        before, hooks.package_modules = hooks.package_modules, frozenset(names)
        self.addCleanup(setattr, hooks, "package_modules", before)

    def test_hint_offers_only_what_is_carried(self):
        self.carry("pandas", "sklearn")
        self.assertIn("'pandas'", imports.missing_module_hint("polars"))
        self.assertIn("'sklearn'", imports.missing_module_hint("sklern"))
        self.assertNotIn("Perhaps", imports.missing_module_hint("bokeh"))
        self.assertNotIn("Perhaps", imports.missing_module_hint("fastapi"))
        self.assertIn("'json'", imports.missing_module_hint("ujson"))

    def test_hint_for_a_missing_part_of_what_is_carried(self):
        self.carry("sklearn")
        self.assertIn("has no module 'sklearn.none'", imports.missing_module_hint("sklearn.none"))

    def test_what_the_sandbox_cannot_do_is_not_called_a_package(self):
        for module in ("tkinter", "_tkinter", "_curses", "_multiprocessing"):
            hint = imports.missing_module_hint(module)
            self.assertIn("not possible in this sandbox", hint)
            self.assertNotIn("package", hint)


if __name__ == "__main__":
    unittest.main()
