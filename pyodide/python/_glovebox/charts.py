# SPDX-License-Identifier: MIT
"""Pages (HTML) on their way to the person, and what they say in words."""

import re
from html.parser import HTMLParser

from . import display, hooks

_MAX_WORDS = 4000
_MAX_TRACES = 20
# Its words are in the beginning; a page of millions of tags takes the parser longer than any run.
_MAX_READ = 400_000


class _Words(HTMLParser):
    _SILENT = frozenset(("script", "style", "head", "template"))
    _LINES = frozenset(("p", "div", "tr", "li", "br", "h1", "h2", "h3", "h4", "table", "pre"))

    def __init__(self):
        super().__init__()
        self.silent = 0
        self.parts = []

    def handle_starttag(self, tag, attributes):
        if tag in self._SILENT:
            self.silent += 1
        elif tag in self._LINES:
            self.parts.append("\n")
        elif tag in ("td", "th"):
            self.parts.append("  ")
        elif tag == "img":
            self.parts.append(f"[picture {dict(attributes).get('alt') or ''}]")

    def handle_endtag(self, tag):
        if tag in self._SILENT:
            self.silent = max(0, self.silent - 1)

    def handle_data(self, data):
        if not self.silent:
            self.parts.append(re.sub(r"\s+", " ", data))


def words_in(html):
    """The text that a person would read on the page."""
    parser = _Words()
    parser.feed(html[:_MAX_READ])
    lines = (line.strip() for line in "".join(parser.parts).split("\n"))
    text = "\n".join(line for line in lines if line)
    return text[:_MAX_WORDS] or f"A page of {len(html)} characters without text."


# As the program itself looks for them (wantsNetwork in pageviewer.cpp), and where libraries of charts
# are loaded by a script.
_ELSEWHERE = re.compile(
    r"""<(?:script|link|img|iframe)\b[^<>]{0,2000}?\s(?:src|href)\s*=\s*["']?(?:https?:)?//([\w.-]{1,200})"""
    r"""|https://(cdn\.jsdelivr\.net|unpkg\.com|cdnjs\.cloudflare\.com|esm\.sh|cdn\.plot\.ly|cdn\.bokeh\.org)/""",
    re.IGNORECASE)


def elsewhere_note(html):
    """That a page needs what it cannot load, for whoever reads of it; empty: it needs nothing."""
    from . import vega

    has_charts = vega.names_library(html)
    for found in _ELSEWHERE.finditer(html, 0, _MAX_READ):
        host = 1 if found.group(1) else 2
        if not (has_charts and vega.is_known(html, found.start(host))):
            return (f"This page loads parts of itself from {found.group(host)}, and there is no network "
                    "here: what needs them stays empty. A plotly figure brings its library with it.")
    return ""


def install():
    hooks.after_import("plotly.io", _show_here)


def _show_here(io):
    """There is no browser to open."""
    def show(fig, *_args, **_named):
        from plotly.graph_objects import Figure

        display.show(fig if hasattr(fig, "to_html") else Figure(fig))

    io.show = show


def plotly_records(figure):
    """A page that holds all it needs, and the figure in words; None for what is no figure."""
    if not hasattr(figure, "to_html") or not hasattr(figure, "data"):
        return None
    html = figure.to_html(full_html=True, include_plotlyjs=True)
    title = _text(figure.layout.title.text)
    return [display.Record("text/html", html.encode(), title, _plotly_words(figure, title))]


def _plotly_words(figure, title):
    lines = [f'Plotly figure "{title}"' if title else "Plotly figure"]
    for name in ("xaxis", "yaxis"):
        label = _text(figure.layout[name].title.text)
        if label:
            lines.append(f'{name[0]} "{label}"')
    lines += [_trace_words(trace) for trace in figure.data[:_MAX_TRACES]]
    if len(figure.data) > _MAX_TRACES:
        lines.append(f"{len(figure.data) - _MAX_TRACES} more traces")
    return "\n".join(lines)


def _trace_words(trace):
    words = [trace.type + (f' "{trace.name}"' if trace.name else "")]
    for name in ("x", "y", "z", "labels", "values", "lat", "lon", "locations"):
        values = trace[name] if name in trace else None
        if values is not None and hasattr(values, "__len__") and len(values):
            words.append(f"{name}: {range_of(values)}")
    return "; ".join(words)


def range_of(values):
    """How many, and from where to where."""
    items = list(values)
    try:
        return f"{len(items)} values from {min(items)} to {max(items)}"
    except (TypeError, ValueError):
        return f"{len(items)} values, {items[0]} … {items[-1]}"


def _text(value):
    return value if isinstance(value, str) else ""
