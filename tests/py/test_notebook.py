# SPDX-License-Identifier: MIT
import unittest

from _glovebox import notebook


def calls(code):
    return notebook.to_python(code).replace("__glovebox__", "G")


class Lines(unittest.TestCase):
    def test_magics_and_commands_become_calls(self):
        for code, expected in (
            ("%matplotlib inline", "G.line('matplotlib', 'inline')"),
            ("%pwd", "G.line('pwd', '')"),
            ("!ls -l", "G.system('ls -l')"),
            ("if x:\n    !ls", "if x:\n    G.system('ls')"),
            ("files = !ls *.csv", "files = G.getoutput('ls *.csv')"),
            ("a, b = !ls", "a, b = G.getoutput('ls')"),
            ("t = %timeit -o f()", "t = G.line('timeit', '-o f()')"),
            ("%time f(1)", "G.timed(G.tick(), f(1))"),
            ("%time x = f(1)", "with G.timing(): x = f(1)"),
            ("x = %time f(1)", "x = G.timed(G.tick(), f(1))"),
            ("%time await f()", "G.timed(G.tick(), await f())"),
            ("len?", "G.help('len')"),
            ("?pd.merge", "G.help('pd.merge')"),
        ):
            with self.subTest(code):
                self.assertEqual(calls(code), expected)

    def test_python_stays_as_it_is(self):
        for code in (
            "a = 5 % 3",
            "a = (5\n% 3)",
            "a = 5 \\\n% 3",
            "'''\n%time x\n!ls\n'''",
            "f'''\n{a}\n!ls\n'''",
            "x %= 3",
            "a != b",
            "f(\n    x,\n    '%d' %\n    y)",
            "# %time\nx  # !ls\n",
            "print('really?')  # is it?",
            "'''\nreally?\n'''",
            "d = {'a': '= %s'}",
            "s = '= !ls'",
        ):
            with self.subTest(code):
                self.assertEqual(calls(code), code)

    def test_every_line_keeps_its_number(self):
        code = "x = '''\n!no\n'''\n!echo a \\\n  b\n%cd /tmp\ny = [\n1]\nfiles = !ls \\\n -l\n1/0\n"
        changed = calls(code).split("\n")
        self.assertEqual(len(changed), len(code.split("\n")))
        self.assertEqual(changed.index("1/0"), code.split("\n").index("1/0"))
        self.assertIn("G.system('echo a   b')", changed)
        self.assertIn("files = G.getoutput('ls  -l')", changed)

    def test_code_that_is_no_python_is_left_to_the_compiler(self):
        for code in ("!ls\nif x\n%pwd", "%pwd\nx = '''\nopen", "!ls\n(((\n"):
            with self.subTest(code):
                self.assertEqual(calls(code).count("\n"), code.count("\n"))

    def test_a_cell_magic_is_its_name_arguments_and_body(self):
        self.assertEqual(notebook.cell_magic("%%time\nx = 1\n"), ("time", "", "\nx = 1\n"))
        self.assertEqual(notebook.cell_magic("%%writefile a.py\nx"), ("writefile", "a.py", "\nx"))
        self.assertIsNone(notebook.cell_magic("x = 1\n%%time"))


if __name__ == "__main__":
    unittest.main()
