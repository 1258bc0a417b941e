# SPDX-License-Identifier: MIT
import json
import re
import unittest

from _glovebox import display, host

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.1.0.json"
ROWS = [{"都市": "東京", "売上": 1}, {"都市": "大阪", "売上": 5}, {"都市": "札幌", "売上": 2}]
BAR = {
    "config": {"view": {"continuousWidth": 300}},
    "data": {"name": "data-1"},
    "mark": {"type": "bar"},
    "encoding": {
        "color": {"value": "steelblue"},
        "x": {"field": "都市", "type": "nominal"},
        "y": {"aggregate": "mean", "field": "売上", "title": "売上高", "type": "quantitative"},
    },
    "title": "月別",
    "$schema": SCHEMA,
    "datasets": {"data-1": ROWS},
}
BAR_WORDS = ('Vega-Lite chart "月別"\nbar; 3 rows; color: steelblue; '
             'x: 都市 (nominal), 3 values from 大阪 to 東京; '
             'y: mean of 売上 (quantitative) "売上高", 3 values from 1 to 5')
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 30


def tags(spec):
    """As much as matters of what altair's to_html() writes."""
    return ('<!DOCTYPE html>\n<html><head>'
            '<script type="text/javascript" src="https://cdn.jsdelivr.net/npm/vega@6"></script>'
            '<script type="text/javascript" src="https://cdn.jsdelivr.net/npm/vega-lite@6.1.0"></script>'
            '<script type="text/javascript" src="https://cdn.jsdelivr.net/npm/vega-embed@7"></script>'
            '</head><body><div id="vis"></div><script>(function(vegaEmbed) {\n'
            f'var spec = {json.dumps(spec)};\nvar embedOpt = {{"mode": "vega-lite"}};\n'
            'vegaEmbed("#vis", spec, embedOpt);})(vegaEmbed);</script></body></html>')


def loading(spec):
    """And of its default renderer."""
    return ('<div id="altair-viz-1"></div><script>(function(spec, embedOpt){ const paths = {\n'
            '"vega": "https://cdn.jsdelivr.net/npm/vega@6?noext",\n'
            '"vega-lib": "https://cdn.jsdelivr.net/npm/vega-lib?noext",\n'
            '"vega-lite": "https://cdn.jsdelivr.net/npm/vega-lite@6.1.0?noext",\n'
            '"vega-embed": "https://cdn.jsdelivr.net/npm/vega-embed@7?noext",\n};\n'
            f'}})({json.dumps(spec)}, {{"mode": "vega-lite"}});</script>')


def requiring(spec):
    """And with requirejs=True."""
    return ('<script src="https://cdnjs.cloudflare.com/ajax/libs/require.js/2.3.6/require.min.js">'
            '</script><script>requirejs.config({"paths": {\n'
            '"vega": "https://cdn.jsdelivr.net/npm/vega@6?noext",\n}});</script>'
            f"<script>require(['vega-embed'], function(vegaEmbed) {{ var spec = {json.dumps(spec)};"
            '});</script>')


class Chart:
    def __init__(self, bundle):
        self.bundle = bundle

    def __repr__(self):
        return "alt.Chart(...)"

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self.bundle


class Shown(unittest.TestCase):
    def setUp(self):
        self.sent = []
        host.send_display = lambda fields, data: self.sent.append((json.loads(fields), data))
        host.send_result = self.sent.append
        self.addCleanup(setattr, host, "send_display", None)
        self.addCleanup(setattr, host, "send_result", None)

    def show(self, bundle):
        """What is told of the one page that is shown, and the page."""
        self.sent.clear()
        display.send_value(Chart(bundle))
        (fields, data), = self.sent
        self.assertEqual(fields["mime"], "text/html")
        return fields, data.decode()

    def words_of(self, **spec):
        fields, _ = self.show({"application/vnd.vegalite.v5+json": {"$schema": SCHEMA, **spec}})
        return fields["text"]


class Pages(Shown):
    def test_a_page_of_altair_is_kept_and_told_by_its_marks(self):
        for write in (tags, loading, requiring):
            fields, page = self.show({"text/html": write(BAR)})
            self.assertEqual((fields["title"], fields["text"]), ("月別", BAR_WORDS))
            self.assertEqual(page, write(BAR))

    def test_a_page_that_loads_more_says_so(self):
        more = '<script src="https://cdn.jsdelivr.net/npm/d3@7"></script>'
        fields, _ = self.show({"text/html": tags(BAR) + more})
        self.assertTrue(fields["text"].startswith(f"{BAR_WORDS}\nThis page loads parts of itself from "
                                                  "cdn.jsdelivr.net, and there is no network here"))

    def test_a_specification_becomes_a_page_that_holds_it(self):
        for mime in ("application/vnd.vegalite.v4+json", "application/vnd.vegalite.v5+json",
                     "application/vnd.vegalite.v6+json", "application/vnd.vegalite.v6.json"):
            for bundle in ({mime: BAR, "text/plain": "<VegaLite 6 object>"}, ({mime: BAR}, {}),
                           {mime: json.dumps(BAR)}):
                fields, page = self.show(bundle)
                self.assertEqual((fields["title"], fields["text"]), ("月別", BAR_WORDS))
                given = re.search(r'vegaEmbed\("#vis", (.*), (\{"mode": .*?\})\)\.catch', page)
                self.assertEqual(json.loads(given[1]), BAR)
                self.assertEqual(json.loads(given[2]), {"mode": "vega-lite"})

    def test_what_is_in_a_specification_ends_no_script(self):
        text = "</script><script>document.title = 'out'</script><!--"
        _, page = self.show({"application/vnd.vegalite.v6+json": {**BAR, "title": text}})
        self.assertNotIn("document.title", re.sub(r"<script>.*?</script>", "", page, flags=re.DOTALL))
        self.assertEqual(page.count("<!--"), 0)

    def test_vega_itself_is_told_by_its_data_and_marks(self):
        spec = {"$schema": "https://vega.github.io/schema/vega/v6.json", "title": {"text": ["a", "b"]},
                "data": [{"name": "table", "values": [{"x": 1}]},
                         {"name": "far", "url": "https://example.org/x.csv"}],
                "marks": [{"type": "rect", "from": {"data": "table"}}, {"type": "group"}]}
        for mime in ("application/vnd.vega.v5+json", "application/vnd.vega.v6.json"):
            fields, page = self.show({mime: spec})
            self.assertIn('{"mode": "vega"}', page)
            lines = fields["text"].split("\n")
            self.assertEqual(lines[:-1], ['Vega chart "a b"', "data table: 1 rows",
                                          "data far: data from https://example.org/x.csv",
                                          "rect of table", "group"])
            self.assertIn("https://example.org/x.csv, and its page reaches neither", lines[-1])

    def test_a_picture_of_a_chart_comes_with_its_page(self):
        display.send_value(Chart({"image/png": PNG, "application/vnd.vegalite.v6+json": BAR}))
        self.assertEqual([fields["mime"] for fields, _ in self.sent], ["image/png", "text/html"])

    def test_what_holds_no_chart_is_shown_as_it_was(self):
        for bundle, text in (
                ({"text/html": "<p>see /vega"}, "see /vega"),
                ({"text/html": '<p>a<script src="https://cdn.jsdelivr.net/npm/vega@6"></script>'}, "a"),
                ({"text/html": f"<p>{SCHEMA}"}, SCHEMA)):
            display.send_value(Chart(bundle))
            self.assertEqual(self.sent[0][0]["text"] or self.sent[1], "alt.Chart(...)")
            self.sent.clear()
            display.send_value(type("Other", (), {"_repr_html_": lambda self, b=bundle: b["text/html"]})())
            self.assertEqual(self.sent[0][0]["text"], text)
            self.sent.clear()
        for spec in ({}, "{", [], None, 5):
            display.send_value(Chart({"application/vnd.vegalite.v6+json": spec}))
            self.assertNotIn("text/html", [sent[0].get("mime") for sent in self.sent
                                           if isinstance(sent, tuple)])
            self.sent.clear()

    def test_what_cannot_be_read_is_a_page_like_any_other(self):
        for inside in ('({"a": ' * 200_000, '({"a": ' + '{"a": ' * 200_000, '({"a": ' + "[" * 200_000):
            html = f'<p>a<script src="https://cdn.jsdelivr.net/npm/vega@6"></script><script>{inside}</script>'
            display.send_value(Chart({"text/html": html}))
            (fields, data), text = self.sent
            self.assertEqual((fields["mime"], data.decode(), text), ("text/html", html, "alt.Chart(...)"))
            self.sent.clear()


class Words(Shown):
    def test_layers_and_views_have_a_line_each(self):
        x = {"x": {"field": "売上", "type": "quantitative"}}
        text = self.words_of(data={"values": ROWS}, encoding=x, hconcat=[
            {"layer": [{"mark": "line"}, {"mark": "point", "encoding": {"y": {"aggregate": "count"}}}]},
            {"mark": "tick", "title": "三", "data": {"values": []}}])
        self.assertEqual(text, "Vega-Lite chart\n"
                         "line; 3 rows; x: 売上 (quantitative), 3 values from 1 to 5\n"
                         "point; 3 rows; x: 売上 (quantitative), 3 values from 1 to 5; y: count\n"
                         'tick "三"; 0 rows; x: 売上 (quantitative)')

    def test_what_is_repeated_says_for_what(self):
        unit = {"mark": "bar", "encoding": {"x": {"field": {"repeat": "row"}, "bin": True}}}
        self.assertIn("bar; x: bins of each row; for each of a, b", self.words_of(repeat={"row": ["a", "b"]},
                                                                                  spec=unit))
        self.assertIn("; for each of 都市 (nominal)",
                      self.words_of(facet={"field": "都市", "type": "nominal"}, spec=unit))

    def test_data_that_is_elsewhere_is_named_with_what_to_do(self):
        text = self.words_of(mark="geoshape", data={"url": "https://example.org/a.json"},
                             transform=[{"lookup": "id", "from": {"data": {"url": "b.csv"}}}])
        self.assertIn("geoshape; data from https://example.org/a.json\n", text)
        self.assertIn("The chart takes data from https://example.org/a.json, b.csv, and its page reaches "
                      "neither a network nor files", text)
        self.assertIn("Read the data in Python", text)
        self.assertNotIn("Read the data", self.words_of(mark="bar", data={"values": [{"url": "x"}]}))

    def test_many_marks_and_long_texts_are_cut(self):
        text = self.words_of(title="a" * 1000, layer=[{"mark": "line"}] * 25,
                             data={"url": "https://example.org/" + "b" * 1000})
        self.assertIn("\n5 more marks\n", text)
        self.assertLess(len(text), 7000)

    def test_a_specification_of_odd_values_is_told_without_failing(self):
        for spec in ({"mark": {}, "encoding": []}, {"layer": [None, 5, {"mark": ["x"]}]},
                     {"mark": "bar", "data": [], "encoding": {"x": None, "y": [], "z": [{"field": 5}]}},
                     {"mark": "bar", "data": {"values": [1, None, {"a": []}, {"a": {}}]},
                      "encoding": {"x": {"field": "a", "type": 5, "title": {}}}},
                     {"spec": 5, "facet": 5}, {"spec": {"mark": "bar"}, "repeat": {"layer": 5}},
                     {"data": {"values": "a,b"}, "mark": "bar"}, {"datasets": [], "data": {"name": []}, "mark": "x"}):
            self.assertTrue(self.words_of(**spec).startswith("Vega-Lite chart"))


if __name__ == "__main__":
    unittest.main()
