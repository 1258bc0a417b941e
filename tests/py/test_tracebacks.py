# SPDX-License-Identifier: MIT
import inspect
import sys
import unittest

from _glovebox import host, imports, network, tracebacks

MACHINERY = "<glovebox>/_glovebox/cell.py"


def run_through(*layers):
    """Runs source texts, each calling the next as `inner`, under the file names given."""
    inner = None
    for filename, code in reversed(layers):
        tracebacks.remember_source(filename, code)
        scope = {"inner": inner}
        exec(compile(code, filename, "exec"), scope)
        inner = scope["f"]
    return inner


def described(*layers):
    try:
        run_through(*layers)()
    except BaseException as error:
        error.__traceback__ = error.__traceback__.tb_next
        return tracebacks.describe(error)
    raise AssertionError("nothing was raised")


class Tracebacks(unittest.TestCase):
    def test_shows_source_lines_of_code_that_is_in_no_file(self):
        name, value, lines = described(("<run r1>", "def f():\n    raise ValueError('だめ')\n"))
        self.assertEqual((name, value), ("ValueError", "だめ"))
        self.assertEqual(lines, ["Traceback (most recent call last):",
                                 '  File "<run r1>", line 2, in f',
                                 "    raise ValueError('だめ')", "ValueError: だめ"])

    def test_drops_the_machinery_wherever_it_is(self):
        call = "def f():\n    return inner()\n"
        _, _, lines = described((MACHINERY, call), ("<run r1>", call),
                                ("/lib/python314.zip/pyodide/webloop.py", call),
                                ("file:///worker/runner.mjs", call),
                                ("<run r2>", "def f():\n    1/0\n"))
        text = "\n".join(lines)
        self.assertIn("<run r1>", text)
        self.assertIn("<run r2>", text)
        for foreign in ("glovebox", "webloop", "runner"):
            self.assertNotIn(foreign, text)

    def test_drops_it_in_causes_and_groups_too(self):
        code = ("def f():\n    try:\n        inner()\n    except Exception as e:\n"
                "        raise ExceptionGroup('g', [e]) from e\n")
        _, _, lines = described(("<run r1>", code), (MACHINERY, "def f():\n    1/0\n"))
        text = "\n".join(lines)
        self.assertIn("ExceptionGroup: g", text)
        self.assertIn("ZeroDivisionError", text)
        self.assertNotIn("glovebox", text)

    def test_keeps_libraries(self):
        _, _, lines = described(("<run r1>", "def f():\n    inner()\n"),
                                ("/lib/python3.14/site-packages/x/pyodide.py",
                                 "def f():\n    1/0\n"))
        self.assertIn("site-packages/x/pyodide.py", "\n".join(lines))

    def test_syntax_error_has_no_empty_traceback(self):
        code = "def f():\n    compile('if x', '<run r3>', 'exec')\n"
        tracebacks.remember_source("<run r3>", "if x")
        _, _, lines = described((MACHINERY, code))
        self.assertEqual(lines[0], '  File "<run r3>", line 1')

    def test_a_long_traceback_is_cut_and_counted(self):
        limit = sys.getrecursionlimit()
        self.addCleanup(sys.setrecursionlimit, limit)
        sys.setrecursionlimit(5000)
        code = "def f(n=0):\n    return f(n + 1) if n < 3000 else 1 / 0\n"
        _, _, lines = described(("<run r1>", code))
        self.assertLess(len(lines), 30)
        self.assertIn("  [Previous line repeated 2998 more times]", lines)
        self.assertEqual(lines[-1], "ZeroDivisionError: division by zero")

    def test_a_refused_connection_shows_the_programs_own_lines_only(self):
        code = ("from _glovebox import network\nimport urllib.error\n"
                "def f():\n    try:\n        raise network.NetworkBlockedError\n"
                "    except OSError as e:\n        raise urllib.error.URLError(e)\n")
        _, _, lines = described(("<run r1>", "def f():\n    inner()\n"), ("/lib/python/x.py", code))
        self.assertEqual(len([line for line in lines if line.startswith("  File ")]), 1)
        self.assertIn("This sandbox has no network", lines[-1])

    def test_classes_of_a_run_have_a_source(self):
        tracebacks.remember_source("<run r8>", "\nclass Eight:\n    x = 1\n")
        self.addCleanup(setattr, inspect, "getfile", inspect.getfile)
        tracebacks.let_classes_be_inspected()
        cls = type("Eight", (), {"__module__": "__main__", "__firstlineno__": 2})
        self.assertEqual(inspect.getfile(cls), "<run r8>")

    def test_a_refusal_that_a_library_hides_is_said(self):
        for code, expected in (
            ("raise FileNotFoundError('https://example.org/a.txt not found.')", True),
            ("open('http://example.org/a.csv')", True),
            ("raise ValueError('Please open the URL for reading and pass the result')", True),
            ("raise ImportError('`Import fsspec` failed.  Use pip or conda to install it.')", True),
            ("raise ValueError('no address: https://example.org')", False),
            ("open('/nothing/here')", False),
        ):
            with self.subTest(code):
                lines = described(("<run r1>", f"def f():\n    {code}\n"))[2]
                self.assertEqual(lines[-1] == f"Glovebox: {network.MESSAGE}", expected)

    def test_missing_module_gets_a_hint_and_loses_pyodides(self):
        code = ("text = 'No module named \\'yaml\\'\\nYou can install it by calling: micropip'\n"
                "def f():\n    raise ModuleNotFoundError(text, name='yaml')\n")
        _, value, lines = described(("<run r1>", code))
        self.assertEqual(value, "No module named 'yaml'")
        self.assertEqual(lines[-1], imports.missing_module_hint("yaml"))
        self.assertNotIn("micropip", "\n".join(lines))

    def test_file_errors_carry_the_hosts_words(self):
        host.file_problem = lambda errno: "The folder is read-only." if errno == 30 else ""
        self.addCleanup(setattr, host, "file_problem", None)
        code = "def f():\n    raise OSError(%d, 'no')\n"
        self.assertEqual(described(("<run r1>", code % 30))[2][-1],
                         "Glovebox: The folder is read-only.")
        self.assertNotIn("Glovebox", described(("<run r1>", code % 2))[2][-1])

    def test_text_that_cannot_be_made_is_survived(self):
        code = ("class E(Exception):\n    def __str__(self): raise RuntimeError\n"
                "def f():\n    raise E\n")
        self.assertEqual(described(("<run r1>", code))[:2], ("E", "<its text cannot be made>"))

    def test_inspect_finds_the_source_of_functions(self):
        function = run_through(("<run r7>", "def f():\n    return '売上'\n"))
        self.assertEqual(inspect.getsource(function), "def f():\n    return '売上'\n")


if __name__ == "__main__":
    unittest.main()
