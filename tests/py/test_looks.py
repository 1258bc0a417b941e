# SPDX-License-Identifier: MIT
import __main__
import contextlib
import io
import json
import time
import unittest

from _glovebox import looks, reading


def ask(method, **arguments):
    answer = json.loads(looks.answer(method, json.dumps(arguments)))
    return answer.get("value", answer)


def complete(code, cursor=None):
    return ask("complete", code=code, cursor=looks.unit(code, len(code)) if cursor is None else cursor)


def texts(code):
    return [match["text"] for match in complete(code)["matches"]]


class Watched:
    """Says when code of its own is run."""

    ran = []
    plain = 1

    @property
    def watched(self):
        self.ran.append("property")
        return self

    def __getattr__(self, name):
        self.ran.append(f"getattr {name}")
        raise AttributeError(name)

    def __getitem__(self, key):
        self.ran.append("getitem")
        return self

    def __dir__(self):
        self.ran.append("dir")
        return []

    def method(self, first, second=2, *rest, third, **more) -> "Watched":
        """What it does."""
        self.ran.append("called")


class WithMain(unittest.TestCase):
    def setUp(self):
        self.before = dict(__main__.__dict__)
        Watched.ran.clear()

    def tearDown(self):
        __main__.__dict__.clear()
        __main__.__dict__.update(self.before)

    def let(self, **values):
        __main__.__dict__.update(values)


class Places(unittest.TestCase):
    def test_count_utf_16_units(self):
        text = "a😀日b"
        self.assertEqual([looks.unit(text, i) for i in range(5)], [0, 1, 3, 4, 5])
        self.assertEqual([looks.character(text, i) for i in (0, 1, 3, 4, 5, 99)], [0, 1, 2, 3, 4, 4])

    def test_within_a_pair_is_behind_it(self):
        self.assertEqual(looks.character("😀b", 1), 1)


class Reading(unittest.TestCase):
    def test_knows_strings_comments_and_brackets(self):
        for code, string, comment, brackets in (
            ("f(a, [", False, False, "(["),
            ("f(')', ", False, False, "("),
            ("f(a)[1].b", False, False, ""),
            ("x = 'a", True, False, ""),
            ("x = 'a'", False, False, ""),
            ("x = '''a\nb", True, False, ""),
            ("x = 'a\ny = (", False, False, "("),
            ("x = 'it\\'s", True, False, ""),
            ("x = 1  # f(", False, True, ""),
            ("x = 1  # f(\ny", False, False, ""),
            ('rb"abc', True, False, ""),
            ("x = '#'", False, False, ""),
        ):
            with self.subTest(code):
                typed = reading.Typed(code, len(code))
                self.assertEqual(typed.string is not None, string)
                self.assertEqual(typed.in_comment, comment)
                self.assertEqual("".join(bracket for bracket, _ in typed.brackets), brackets)

    def test_finds_the_expression_before_a_place(self):
        for code, expression in (
            ("x = a.b", "a.b"), ("f(a)[0].b", "f(a)[0].b"), ("1 + [1, 2]", "[1, 2]"),
            ("'ab'", "'ab'"), ("(a + b)", "(a + b)"), ("a . b", "a . b"), ("x = ", ""), ("", ""),
            ("売上.合計", "売上.合計"), ("f(a)", "f(a)"), ("return a", "a"), (".b", ""),
        ):
            with self.subTest(code):
                self.assertEqual(reading.expression_before(code, len(code)), expression)

    def test_long_and_broken_code_costs_little(self):
        for code in ("((((" * 50_000, "'" * 100_001, "a." * 100_000, "\"\"\"" + "x\n" * 100_000,
                     "[" * 100_000 + "]" * 99_000, "\\" * 100_000, "f'{" * 30_000, "a" * 100_000 + " ",
                     "a" * 100_000, "f(" + "a, " * 30_000, "x[" * 30_000, "import a." + "a." * 50_000,
                     "from " + "a" * 100_000, "import (\n" * 11_000 + "a."):
            with self.subTest(code[:10]):
                begin = time.process_time()
                complete(code)
                ask("inspect", code=code, cursor=len(code))
                self.assertLess(time.process_time() - begin, 2)


class Completion(WithMain):
    def test_of_names(self):
        self.let(売上高=1, 売上数=2, data=3)
        self.assertEqual(texts("x = 1\n売上"), ["売上高", "売上数"])
        self.assertIn("data", texts("da"))
        self.assertIn("while", texts("wh"))
        self.assertIn("ValueError", texts("valuee"))
        self.assertIn("not_run_yet", texts("not_run_yet = 1\nnot_r"))

    def test_says_what_is_replaced(self):
        self.let(data={"東京": 1})
        found = complete("'😀'; data['東")
        self.assertEqual((found["start"], found["end"]), (12, 13))
        self.assertEqual(found["matches"], [{"text": "東京", "type": "key", "signature": ""}])

    def test_of_attributes_runs_nothing(self):
        self.let(thing=Watched())
        self.assertEqual(texts("thing.me"), ["method"])
        self.assertEqual(texts("thing.watched.me"), [])
        self.assertEqual(texts("thing.unknown.me"), [])
        self.assertEqual(texts("thing[0].me"), [])
        self.assertEqual(texts("thing.method(1).pl"), ["plain"])
        self.assertEqual(Watched.ran, [])

    def test_of_values_that_are_written_down(self):
        self.assertIn("upper", texts("'a'.up"))
        self.assertIn("append", texts("[1, 2].app"))
        self.assertIn("bit_length", texts("int('1').bit_l"))
        self.let(data={"a": [1]})
        self.assertIn("append", texts("data['a'].app"))

    def test_of_modules_that_the_cell_imports(self):
        self.assertIn("loads", texts("import json as j\nj.lo"))
        self.assertIn("join", texts("import os.path\nos.path.jo"))
        self.assertIn("dirname", texts("from os import (sep,\n    path as p)\np.dirn"))
        self.assertEqual(texts("import not_there\nnot_there.x"), [])
        self.assertEqual(texts("json.lo"), [])  # the control: nobody imports it here

    def test_hidden_names_come_when_asked_for(self):
        self.assertNotIn("__class__", texts("'a'."))
        self.assertIn("__class__", texts("'a'.__cl"))

    def test_of_arguments(self):
        self.let(thing=Watched())
        self.assertEqual(texts("thing.method("), ["first=", "second=", "third="])
        self.assertEqual(texts("thing.method(1, third=2, se")[0], "second=")
        self.assertNotIn("first=", texts("thing.method(x.fi"))
        self.assertNotIn("second=", texts("thing.method(first=se"))

    def test_of_imports(self):
        self.assertIn("json", texts("import js"))
        self.assertIn("decoder", texts("import json.de"))
        self.assertIn("loads", texts("from json import lo"))
        self.assertIn("path", texts("from os import environ, pa"))
        self.assertIn("sqlite3", texts("import os as o, sqli"))
        import sys

        self.assertIn("Cmd", texts("from cmd import C"))  # was it imported?
        self.assertNotIn("cmd", sys.modules)

    def test_of_keys(self):
        self.let(data={"a'b": 1, "abc": {"inner": 2}})
        self.assertEqual(texts("data['a"), ["a\\'b", "abc"])
        self.assertEqual(texts('data["a'), ["a'b", "abc"])
        self.assertEqual(texts("data["), ['"a\'b"', "'abc'"])
        self.assertEqual(texts("data['abc']['"), ["inner"])

    def test_of_paths(self):
        self.assertEqual(complete("open('/mnt/data/売")["path"], "/mnt/data/売")
        self.assertEqual(complete("x = '/mnt/")["path"], "/mnt/")
        self.assertEqual(complete("open('/mnt/data/../../etc/pa").get("path"), None)
        self.assertIn("test_looks.py", texts("open('./test_l"))

    def test_in_an_f_string_is_code(self):
        self.let(total=1)
        self.assertEqual(texts("f'sum: {tot"), ["total"])
        self.assertEqual(texts("f'sum: {{tot"), [])
        self.assertEqual(texts("'sum: {tot"), [])

    def test_not_in_comments(self):
        self.let(total=1)
        self.assertEqual(texts("1  # tot"), [])

    def test_of_magics(self):
        self.assertIn("%%timeit", texts("%%ti"))
        self.assertIn("%timeit", texts("%ti"))

    def test_is_bounded(self):
        self.let(**{f"name_{i}": i for i in range(5000)})
        self.assertEqual(len(complete("name_")["matches"]), 500)


class Inspection(WithMain):
    def look(self, code, cursor=None):
        return ask("inspect", code=code, cursor=len(code) if cursor is None else cursor)

    def test_of_a_value(self):
        self.let(numbers=[1, 2, 3])
        found = self.look("numbers.append", 3)
        self.assertEqual((found["name"], found["type"], found["value"]), ("numbers", "list", "[1, 2, 3]"))
        self.assertEqual(self.look("numbers.append")["name"], "numbers.append")

    def test_of_a_call(self):
        self.let(thing=Watched())
        for code, parameter in (("thing.method(", 0), ("thing.method(1, ", 1), ("thing.method(1, third=", 3),
                                ("thing.method(1, 2, 3, 4, ", 2), ("thing.method(other=", 4),
                                ("thing.method([1, 2], 'a, b', ", 2), ("thing.method((1, ", 0)):
            with self.subTest(code):
                found = self.look(code)
                self.assertEqual(found["name"], "thing.method")
                self.assertEqual(found["doc"], "What it does.")
                self.assertEqual(found["parameter"], parameter)
        self.assertEqual(Watched.ran, [])

    def test_of_nothing(self):
        for code in ("", "unknown", "unknown(", "# len(", "x = "):
            self.assertEqual(self.look(code), {})


class Variables(WithMain):
    def test_are_described(self):
        self.let(text="売上" * 100, numbers=list(range(100)), table=[{"a": 1}], empty={},
                 function=self.test_are_described, module=json, _hidden=1, big=10 ** 3000,
                 nested=[[[[[1]]]]], one=(1,))
        found = {item["name"]: item for item in ask("variables")["variables"]}
        self.assertNotIn("module", found)
        self.assertNotIn("_hidden", found)
        self.assertEqual(found["text"]["shape"], "200 characters")
        self.assertEqual(len(found["text"]["preview"]), 160)
        self.assertTrue(found["numbers"]["preview"].endswith("19, …]"))
        self.assertEqual(found["empty"]["shape"], "0 keys")
        self.assertTrue(found["table"]["table"])
        self.assertFalse(found["numbers"]["table"])
        self.assertTrue(found["function"]["callable"])
        self.assertEqual(found["big"]["preview"], "<an integer of 9,966 bits>")
        self.assertEqual(found["nested"]["preview"], "[[[[…]]]]")
        self.assertEqual(found["one"]["preview"], "(1,)")

    def test_that_fail_are_named(self):
        class Bad:
            def __repr__(self):
                raise SystemError("no")

            def __len__(self):
                raise SystemError("no")

        class Liar:
            def __repr__(self):
                return "a\nb\x00" + "c" * 100_000

        self.let(bad=Bad(), liar=Liar())
        found = {item["name"]: item for item in ask("variables")["variables"]}
        self.assertEqual(found["bad"]["preview"], "<Bad: SystemError>")
        self.assertLessEqual(len(found["liar"]["preview"]), 160)

    def test_that_hang_are_tried_once(self):
        calls = []

        class Slow:
            def __repr__(self):
                calls.append(1)
                raise KeyboardInterrupt

        self.let(slow=Slow(), after=5)
        for _ in range(2):
            found = {item["name"]: item for item in ask("variables")["variables"]}
            self.assertEqual(found["slow"]["preview"], "…")
            self.assertEqual(found["after"]["preview"], "5")
        self.assertEqual(len(calls), 1)

    def test_print_nothing(self):
        class Loud:
            def __repr__(self):
                print("noise")
                return "loud"

        self.let(loud=Loud())
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            found = {item["name"]: item for item in ask("variables")["variables"]}
        self.assertEqual(found["loud"]["preview"], "loud")
        self.assertEqual(printed.getvalue(), "")


class Errors(unittest.TestCase):
    def test_are_told(self):
        self.assertEqual(ask("nothing")["kind"], "invalid")
        self.assertEqual(ask("table_text", variable="gone", sort=-1, descending=False, filter="",
                             first_row=0, rows=1, first_column=0, columns=1, separator=",")["kind"],
                         "missing")
