# SPDX-License-Identifier: MIT
import pathlib
import unittest
import unittest.mock

from _glovebox import cell, imports, nesting


class Nesting(unittest.TestCase):
    def test_refuses_what_nests_too_deeply(self):
        for name, code in (
            ("signs", "-" * 200_000 + "1"),
            ("negations", "not " * 100_000 + "1"),
            ("sums", "1+" * 100_000 + "1"),
            ("sums over lines", "(1" + "\n+1" * 100_000 + ")"),
            ("attributes", "a" + ".b" * 100_000),
            ("calls", "f" + "()" * 100_000),
            ("subscripts", "a" + "[0]" * 100_000),
            ("functions", "lambda:" * 50_000 + "1"),
            ("conditions", "1 if 1 else " * 50_000 + "1"),
            ("branches", "if 1: pass\n" + "elif 1: pass\n" * 20_000),
        ):
            with self.subTest(name):
                with self.assertRaises(RecursionError):
                    nesting.check(code)
                with self.assertRaises(RecursionError):
                    cell.compile_cell(code, "<run r1>")
                self.assertEqual(imports.imported_modules(code), [])

    def test_lets_long_code_be(self):
        for name, code in (
            ("a long list", "[" + "-1.5, " * 100_000 + "]"),
            ("a long table", "[" + "{'a': [-1, 2]},\n" * 10_000 + "]"),
            ("many statements", "a.b = -1 + f(2)\n" * 10_000),
            ("a long text", "x = '" + "-" * 100_000 + "'"),
            ("a long comment", "#" + "-" * 100_000),
            ("a long polynomial", "y = " + " + ".join(f"a[{i}] * x ** {i}" for i in range(400))),
            ("a long condition", "y = " + " or ".join(f"a.b == -{i} + 1" for i in range(2000))),
            ("long differences", "y = " + " < ".join(["a - b * c"] * 1000)),
            ("many conditions", "if a:\n    b\nelif c:\n    d\nelse:\n    e\n" * 2_000),
        ):
            with self.subTest(name):
                nesting.check(code)

    def test_measures_about_what_the_tree_has(self):
        for code, depth in (("1", 0), ("a.b.c", 2), ("a + b + c", 2), ("a * b + c * d", 2),
                            ("f(g(h(1)))", 3), ("-a - -b", 2), ("not not a", 2),
                            ("(a + b) * 2", 2), ("[1, [2, [3]]]", 3), ("a < b < c", 0)):
            with self.subTest(code):
                self.assertEqual(nesting._depth(code), depth)

    def test_lets_real_code_be(self):
        nesting.check(pathlib.Path(unittest.mock.__file__).read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
