# SPDX-License-Identifier: MIT
import base64
import contextlib
import io
import json
import struct
import unittest
import unittest.mock

from _glovebox import display, figures, host

PNG = b"\x89PNG\r\n\x1a\n" + b"\x00\x00\x00\rIHDR" + struct.pack(">II", 30, 20)


class Axes:
    """As much of matplotlib's Axes as the texts are made of."""

    def __init__(self, title="", x=("", 0, 1), y=("", 0, 1), lines=(), series=(), ticks=()):
        self.title, self.x, self.y, self.series, self.ticks = title, x, y, series, ticks
        self.lines, self.patches, self.collections, self.images = lines, (), (), ()

    def get_title(self, loc="center"):
        return self.title if loc == "center" else ""

    def get_xlabel(self):
        return self.x[0]

    def get_ylabel(self):
        return self.y[0]

    def get_xlim(self):
        return self.x[1:]

    def get_ylim(self):
        return self.y[1:]

    def get_legend_handles_labels(self):
        return ([], self.series)

    def get_xticklabels(self):
        return [Text(tick) for tick in self.ticks]


class Text:
    def __init__(self, text):
        self.text = text

    def get_text(self):
        return self.text


class Figure:
    def __init__(self, *axes, suptitle=""):
        self.axes, self.suptitle = axes, suptitle

    def get_suptitle(self):
        return self.suptitle

    def get_axes(self):
        return self.axes


class Picture:
    def __init__(self, **made):
        for name, data in made.items():
            setattr(self, name, lambda data=data: data)


class Titles(unittest.TestCase):
    def test_own_title_wins(self):
        self.assertEqual(figures.title_of(Figure(Axes("a"), suptitle="全体")), "全体")

    def test_else_those_of_the_axes(self):
        self.assertEqual(figures.title_of(Figure(Axes("a"), Axes(), Axes("b"))), "a · b")

    def test_may_be_missing(self):
        self.assertEqual(figures.title_of(Figure(Axes())), "")


class Texts(unittest.TestCase):
    def test_names_labels_ranges_and_content(self):
        axes = Axes("売上", ("月", 1, 12), ("円", 0, 900), lines=[1, 2], series=["東京", "大阪"])
        self.assertEqual(figures.text_of(Figure(axes)),
                         '売上\n"売上"; x "月" 1 to 12; y "円" 0 to 900; '
                         'series "東京", "大阪"; 2 lines')

    def test_names_categories_but_not_numbers(self):
        self.assertIn("x ticks 東京, 大阪", figures.text_of(Figure(Axes(ticks=["東京", "大阪"]))))
        self.assertNotIn("ticks", figures.text_of(Figure(Axes(ticks=["−1", "0.5"]))))

    def test_empty_figure(self):
        self.assertEqual(figures.text_of(Figure()), "Empty figure")


class Bundle:
    def __init__(self, data):
        self.data = data

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self.data, {}


class Values(unittest.TestCase):
    def setUp(self):
        self.sent = []
        host.send_display = lambda fields, data: self.sent.append((json.loads(fields), data))
        host.send_result = lambda text: self.sent.append(text)
        self.addCleanup(setattr, host, "send_display", None)
        self.addCleanup(setattr, host, "send_result", None)

    def test_a_picture_is_shown_and_its_repr_is_the_result(self):
        value = Picture(_repr_png_=PNG)
        display.send_value(value)
        fields, data = self.sent[0]
        self.assertEqual(data, PNG)
        self.assertEqual((fields["mime"], fields["width"], fields["height"]), ("image/png", 30, 20))
        self.assertEqual(self.sent[1], repr(value))

    def test_a_method_that_offers_nothing_is_passed_over(self):
        display.send_value(Picture(_repr_png_=None, _repr_jpeg_=b"\xff\xd8\xff\xe0"))
        self.assertEqual(self.sent[0][0]["mime"], "image/jpeg")
        self.assertEqual(self.sent[0][0]["text"], "Picture")

    def test_svg_is_kept_and_read_as_text(self):
        display.send_value(Picture(_repr_svg_="<svg/>"))
        (fields, data), = self.sent
        self.assertEqual((fields["mime"], fields["text"], data), ("image/svg+xml", "<svg/>", b"<svg/>"))

    def test_a_table_is_read_as_text_and_kept_as_a_page(self):
        class Table(Picture):
            shape = (2, 3)

            def __repr__(self):
                return "a b c"

        display.send_value(Table(_repr_html_="<table></table>"))
        (fields, data), text = self.sent
        self.assertEqual((fields["mime"], fields["title"], data),
                         ("text/html", "Table, 2 rows, 3 columns", b"<table></table>"))
        self.assertEqual(text, "a b c")

    def test_a_dataframe_names_the_types_of_its_columns(self):
        class Frame(Picture):
            dtypes = ["int64", 'interval["x|y"]']
            index = unittest.mock.Mock(nlevels=1)
            shape = (2, 2)

        html = '<div><table border="1" class="dataframe"><thead></thead></table></div>'
        display.send_value(Frame(_repr_html_=html))
        self.assertEqual(self.sent[0][1].decode(), html, "of another module")
        Frame.__module__ = "pandas"
        display.send_value(Frame(_repr_html_=html))
        pages = [sent[1].decode() for sent in self.sent
                 if isinstance(sent, tuple) and sent[0]["mime"] == "text/html"]
        self.assertIn('<table data-dtypes="1|int64|interval[&quot;x/y&quot;]" border="1"', pages[-1])

    def test_a_page_is_told_by_its_words(self):
        display.send_value(Picture(_repr_html_="<style>x</style><p>Hello <b>you</b></p><p>there"))
        (fields, _), = self.sent
        self.assertEqual(fields["text"], "Hello you\nthere")

    def test_a_page_that_loads_parts_from_the_network_says_so(self):
        for html, host in (
                ('<p>a<script async src="https://example.org/x.js"></script>', "example.org"),
                ("<p>a<link rel=stylesheet href='//example.org/x.css'>", "example.org"),
                ('<p>a<script>const paths = {"d3": "https://cdn.jsdelivr.net/npm/d3@7"}</script>',
                 "cdn.jsdelivr.net")):
            self.sent.clear()
            display.send_value(Picture(_repr_html_=html))
            (fields, _), = self.sent
            self.assertTrue(fields["text"].startswith("a\nThis page loads parts of itself from "
                                                      f"{host}, and there is no network here"))
        for html in ('<p>a <a href="https://example.org/">b</a>', '<p>a<script src="x.js"></script>',
                     "<p>see https://example.org/"):
            self.sent.clear()
            display.send_value(Picture(_repr_html_=html))
            (fields, _), = self.sent
            self.assertNotIn("network", fields["text"])

    def test_a_bundle_gives_its_picture_and_its_page(self):
        display.send_value(Bundle({"image/png": PNG, "text/html": "<p>a"}))
        self.assertEqual([sent[0]["mime"] for sent in self.sent[:2]], ["image/png", "text/html"])

    def test_a_specification_is_kept_and_told(self):
        display.send_value(Bundle({
            "application/vnd.example.v5+json": {"mark": "bar"}, "text/plain": "<Chart>"}))
        (fields, data), text = self.sent
        self.assertEqual(json.loads(data), {"mark": "bar"})
        self.assertIn('"mark": "bar"', text)

    def test_endless_words_are_cut_with_a_count(self):
        display.send(display.Record("text/html", b"x", "", "a" * 10_000))
        self.assertTrue(self.sent[0][0]["text"].endswith("… 2000 characters left out"))

    def test_displays_that_replace_one_another_wait_for_the_last(self):
        self.addCleanup(setattr, display, "_clock", display._clock)
        now = [0.0]
        display._clock = lambda: now[0]
        display.begin()
        for i in range(5):
            display.clear_output(wait=True)
            display.show(Picture(_repr_html_=f"<p>{i}"))
        now[0] = 2.0
        display.clear_output()
        display.show(Picture(_repr_html_="<p>5"))
        display.clear_output()
        display.show(Picture(_repr_html_="<p>6"))
        self.assertEqual([fields["text"] for fields, _ in self.sent], ["0", "5"])
        display.finish()
        self.assertEqual([fields["text"] for fields, _ in self.sent], ["0", "5", "6"])

    def test_what_is_cleared_when_something_new_comes_stays_when_nothing_comes(self):
        self.addCleanup(setattr, display, "_clock", display._clock)
        display._clock = lambda: 0.0
        display.begin()
        for i in range(3):
            display.show(Picture(_repr_html_=f"<p>{i}"))
            display.clear_output(wait=True)
        display.finish()
        self.assertEqual([fields["text"] for fields, _ in self.sent][-1], "2")

    def test_a_named_display_is_updated(self):
        display.begin()
        handle = display.show(Picture(_repr_html_="<p>1"), display_id="a")
        handle.update(Picture(_repr_html_="<p>2"))
        handle.update(Picture(_repr_html_="<p>3"))
        display.finish()
        self.assertEqual([fields["text"] for fields, _ in self.sent], ["1", "3"])

    def test_an_object_that_shows_itself_does(self):
        value = Picture(_ipython_display_=None)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            type(value)._ipython_display_ = lambda self: print("myself")
            self.addCleanup(delattr, type(value), "_ipython_display_")
            del value.__dict__["_ipython_display_"]
            display.send_value(value)
        self.assertEqual((out.getvalue(), self.sent), ("myself\n", []))

    def test_a_picture_in_base64_is_a_picture(self):
        display.send_value(Picture(_repr_png_=base64.b64encode(PNG).decode()))
        self.assertEqual(self.sent[0][1], PNG)

    def test_what_is_no_picture_is_not_called_one(self):
        for data in (b"not a jpeg", "not base64!", "bm8=", 5, (), unittest.mock.MagicMock()):
            value = Picture(_repr_jpeg_=data)
            display.send_value(value)
            self.assertEqual(self.sent.pop(), repr(value))
            self.assertEqual(self.sent, [])

    def test_a_value_that_fails_to_show_itself_is_told_by_its_repr(self):
        class Method:
            def _repr_png_(self):
                raise ValueError

        class Attribute:
            def __getattr__(self, name):
                raise RuntimeError(name)

        for value in (Method(), Attribute(), unittest.mock.MagicMock()):
            display.send_value(value)
            self.assertEqual(self.sent.pop(), repr(value))
            self.assertEqual(self.sent, [])

    def test_a_class_is_no_picture(self):
        display.send_value(Picture)
        self.assertEqual(len(self.sent), 1)

    def test_endless_titles_are_cut(self):
        display.send(display.Record("image/png", PNG, "題" * 10**6, "文" * 10**6, 1, 1))
        self.assertLess(len(json.dumps(self.sent[0][0])), 100_000)

    def test_lone_surrogates_are_escaped(self):
        display.send_value(type("T", (), {"__repr__": lambda self: "a\udc80"})())
        self.assertEqual(self.sent, ["a\\udc80"])

    def test_show_prints_what_is_no_picture(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            display.show("x", Picture(_repr_png_=PNG))
        self.assertEqual(out.getvalue(), "'x'\n")
        self.assertEqual(len(self.sent), 1)


if __name__ == "__main__":
    unittest.main()
