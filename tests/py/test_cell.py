# SPDX-License-Identifier: MIT
import asyncio
import traceback
import unittest

from _glovebox import cell


def value_of(code, namespace=None):
    namespace = {} if namespace is None else namespace
    body, expression = cell.compile_cell(code, "<run r1>")

    async def both():
        if body is not None:
            await cell.run(body, namespace)
        return None if expression is None else await cell.run(expression, namespace)

    return asyncio.run(both())


class Cells(unittest.TestCase):
    def test_last_expression_has_a_value(self):
        self.assertEqual(value_of("x = 2\nx + 1"), 3)

    def test_a_byte_order_mark_is_no_code(self):
        self.assertEqual(value_of("\ufeff1 + 1"), 2)

    def test_statements_have_none(self):
        for code in ("x = 2", "", "# only this", "if True:\n    3", "def f():\n    4"):
            with self.subTest(code):
                self.assertIsNone(value_of(code))

    def test_semicolon_hides_the_value(self):
        for code in ("1;", "1 ;", "(1 +\n 2);", "'é';", "x = 1; 2;  # why"):
            with self.subTest(code):
                self.assertIsNone(value_of(code))

    def test_semicolon_elsewhere_does_not(self):
        for code, value in (("1; 2", 2), ("3  # a; b", 3), ("'a;'", "a;"), ("'é; ' + 'ü'", "é; ü")):
            with self.subTest(code):
                self.assertEqual(value_of(code), value)

    def test_await_at_the_top(self):
        self.assertEqual(value_of("import asyncio\nawait asyncio.sleep(0, 5)"), 5)
        self.assertEqual(value_of("import asyncio\nx = await asyncio.sleep(0, 5)\nx"), 5)

    def test_future_imports_count_for_the_last_line(self):
        self.assertEqual(value_of("from __future__ import annotations\n"
                                  "(lambda: None).__code__.co_flags & 0x1000000"), 0x1000000)

    def test_line_ends_of_other_systems(self):
        self.assertEqual(value_of("x = 1\r\nx + 1\r\n"), 2)

    def test_lines_keep_their_numbers(self):
        try:
            value_of("\n\n1/0")
        except ZeroDivisionError as error:
            self.assertEqual(traceback.extract_tb(error.__traceback__)[-1].lineno, 3)
        else:
            self.fail("nothing was raised")

    def test_syntax_errors_name_the_run(self):
        with self.assertRaises(SyntaxError) as caught:
            cell.compile_cell("x = (", "<run r9>")
        self.assertEqual(caught.exception.filename, "<run r9>")


if __name__ == "__main__":
    unittest.main()
