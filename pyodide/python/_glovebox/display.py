# SPDX-License-Identifier: MIT
"""Values on their way to the person and the model, as notebooks show them: Jupyter's display
protocol without a notebook."""

import base64
import struct
import sys
import time
from html import escape
from json import dumps

from . import host

# Methods by which an object offers itself, and what they give.
_METHODS = {
    "image/png": "_repr_png_",
    "image/jpeg": "_repr_jpeg_",
    "image/svg+xml": "_repr_svg_",
    "text/html": "_repr_html_",
    "text/markdown": "_repr_markdown_",
    "text/latex": "_repr_latex_",
    "application/json": "_repr_json_",
}
# Pictures that every client takes, best first, and how such a file begins.
_PICTURES = {
    "image/png": b"\x89PNG\r\n\x1a\n",
    "image/jpeg": b"\xff\xd8\xff",
    "image/gif": b"GIF8",
    "image/webp": b"RIFF",
}
# Texts that are kept for who can draw them, and are read as they are.
_WRITTEN = ("text/markdown", "text/latex")
# One frame must hold them, and nobody reads more of an alternative text.
_MAX_TITLE = 300
_MAX_TEXT = 8000
_MAX_TYPES = 1000
# Displays that replace one another are sent no more often than this, in seconds.
_UPDATE_INTERVAL = 1.0
_CANARY = "_ipython_canary_method_should_not_exist_"
_clock = time.monotonic


class Record:
    """One thing shown: bytes of a type, and words for who cannot see it."""

    def __init__(self, mime, data, title="", text="", width=0, height=0):
        self.mime = mime
        self.data = data
        self.title = title
        self.text = text
        self.width = width
        self.height = height


class _Replacing:
    """Displays of which a later one takes the place of an earlier one. What was sent stays sent,
    so they wait a little for their successors; the last one always comes."""

    def __init__(self):
        self.waiting = {}
        self.sent = {}

    def add(self, key, records):
        now = _clock()
        if now - self.sent.get(key, -_UPDATE_INTERVAL) >= _UPDATE_INTERVAL:
            self.waiting.pop(key, None)
            self.sent[key] = now
            _send_all(records)
        else:
            self.waiting[key] = records

    def flush(self):
        waiting = list(self.waiting.values())
        self.waiting.clear()
        for records in waiting:
            _send_all(records)

    def forget(self):
        self.waiting.clear()
        self.sent.clear()


_replacing = _Replacing()
_state = {"cleared": False}


def begin():
    """A run begins."""
    _replacing.forget()
    _state["cleared"] = False


def finish():
    """A run has ended: what waited for a successor is the last now."""
    _replacing.flush()


def send_value(value):
    """The value of a run's last expression."""
    records, text = _shown(value)
    _send_all(records)
    if text is None and len(records) == 1 and records[0].mime in _PICTURES:
        text = repr(value)
    if text is not None:
        host.send_result(clean(text))


def show(*values, display_id=None, clear=False, include=None, exclude=None, metadata=None,
         transient=None, raw=False, **named):
    """builtins.display, as notebooks have it."""
    if clear:
        clear_output()
    handle = None
    if display_id is not None:
        from . import displayhandle

        handle = displayhandle.DisplayHandle(None if display_id is True else display_id)
    for value in values:
        records, text = _of_bundle(value, value) if raw else _shown(value)
        if handle is not None:
            _replacing.add(handle.display_id, records)
        elif _state["cleared"] and records:
            _replacing.add("output", records)
        else:
            _send_all(records)
        if text is not None:
            print(text)
    return handle


def update(value, display_id):
    """Shows `value` in the place of what was shown under this name."""
    records, text = _shown(value)
    _replacing.add(display_id, records)
    if text is not None:
        print(text)


def clear_output(wait=False):
    """What was written stays in the record of the run; what is shown from now on replaces what
    would have been shown: at once, or with `wait` when something is shown, if ever."""
    if not wait:
        _replacing.waiting.pop("output", None)
    _state["cleared"] = True


def _shown(value):
    """([Record], text or None): what is kept and seen, and what is to be read beside it."""
    if isinstance(value, (str, bytes, int, float, complex, list, tuple, dict, set, type)):
        return [], repr(value)
    if _offered(value, _CANARY) is not None or hasattr(type(value), _CANARY):
        return [], repr(value)
    special = _special(value)
    if special is not None:
        return special, None
    if callable(_attribute(value, "_ipython_display_")):
        try:
            value._ipython_display_()
            return [], None
        except Exception:
            return [], repr(value)
    return _of_bundle(_bundle(value), value)


def _special(value):
    from . import figures

    records = figures.records_of(value)
    if records is None and any(str(c.__module__).startswith("plotly.") for c in type(value).__mro__):
        from . import charts

        records = charts.plotly_records(value)
    return records


def _of_bundle(bundle, value):
    picture = _picture_record(bundle, value)
    html = bundle.get("text/html")
    chart = _chart_records(bundle, picture)
    if chart is not None:
        return chart, None
    words = _words_of(bundle, value)
    if isinstance(html, str) and html:
        return _html_records(html, picture, words, value)
    if picture is not None:
        return [picture], None
    drawing = bundle.get("image/svg+xml")
    if isinstance(drawing, str) and drawing:
        return [Record("image/svg+xml", _bytes(drawing), "", _cut(drawing))], None
    for mime in _WRITTEN:
        text = bundle.get(mime)
        if isinstance(text, str) and text:
            return [Record(mime, _bytes(text), _name_of(value))], words or text
    for mime, data in bundle.items():
        if mime.endswith("json") and isinstance(data, (dict, list, str)) and data:
            text = data if isinstance(data, str) else dumps(data, ensure_ascii=False, indent=1,
                                                            default=str)
            return [Record(mime, _bytes(text), _name_of(value))], words or _cut(text)
    return [], words if words is not None else repr(value)


def _chart_records(bundle, picture):
    """Of a bundle that names Vega, in a type of its own or in a page; looking closer needs more code."""
    html = bundle.get("text/html")
    if (isinstance(html, str) and "/vega" in html) or any("/vnd.vega" in mime for mime in bundle):
        from . import vega

        try:
            return vega.records(bundle, picture)
        except Exception:  # of a depth, or of values, that nobody draws
            return None
    return None


def _with_types(html, value):
    """A DataFrame's HTML, with the types of its columns beside their names: behind the number of
    columns of the index, in an attribute that nobody else reads."""
    if type(value).__module__.partition(".")[0] != "pandas" or '<table border="1"' not in html:
        return html
    try:
        types = [str(dtype).replace("|", "/") for dtype in value.dtypes]
        levels = value.index.nlevels
    except Exception:
        return html
    if not types or len(types) > _MAX_TYPES:
        return html
    told = escape("|".join([str(levels), *types]), quote=True)
    return html.replace('<table border="1"', f'<table data-dtypes="{told}" border="1"', 1)


def _html_records(html, picture, words, value):
    from . import charts, figures

    html = _with_types(html, value)

    picture = picture or figures.animation_in(html)
    if picture is not None:
        return [picture, Record("text/html", _bytes(html), _name_of(value))], None
    note = charts.elsewhere_note(html)
    if words is None:
        words = charts.words_in(html)
        return [Record("text/html", _bytes(html), _name_of(value),
                       f"{words}\n{note}" if note else words)], None
    return [Record("text/html", _bytes(html), _first_line(words, value), note)], words


def _first_line(words, value):
    """A table is called by its kind and size."""
    shape = _attribute(value, "shape")
    if isinstance(shape, tuple) and len(shape) == 2:
        return f"{_name_of(value)}, {shape[0]} rows, {shape[1]} columns"
    return _name_of(value)


def _words_of(bundle, value):
    """What the object says of itself in plain text, if it says anything."""
    text = bundle.get("text/plain")
    if isinstance(text, str) and text and not text.startswith("<"):
        return text
    if isinstance(value, dict) or type(value).__repr__ is object.__repr__:
        return None
    text = repr(value)
    return None if text.startswith("<") and " object" in text else text


def _bundle(value):
    """{type: data} of all in which the object offers itself."""
    bundle = {}
    make = _attribute(value, "_repr_mimebundle_")
    if callable(make):
        try:
            found = make(include=None, exclude=None)
        except Exception:
            found = None
        found = found[0] if isinstance(found, tuple) and found else found
        if isinstance(found, dict):
            bundle.update((mime, data) for mime, data in found.items() if isinstance(mime, str))
    for mime, method in _METHODS.items():
        if mime not in bundle:
            data = _offered(value, method)
            if data is not None:
                bundle[mime] = data
    return bundle


def _picture_record(bundle, value):
    for mime, beginning in _PICTURES.items():
        data = _picture_bytes(bundle.get(mime), beginning)
        if data:
            width, height = size_of(data, mime, value)
            pixels = f", {width} x {height} pixels" if width and height else ""
            return Record(mime, data, "", _name_of(value) + pixels, width, height)
    return None


def _name_of(value):
    return "" if isinstance(value, dict) else type(value).__name__


def _attribute(value, name):
    try:
        return getattr(value, name, None)
    except Exception:
        return None


def _offered(value, method):
    """What an object gives of itself; one that fails at it is shown like any other."""
    make = _attribute(value, method)
    try:
        data = make() if callable(make) else None
    except Exception:
        return None
    return data[0] if isinstance(data, tuple) and data else data


def _picture_bytes(data, beginning):
    """`data` if it is a picture, also one in base64; else None."""
    if isinstance(data, str):
        try:
            data = base64.b64decode(data)
        except ValueError:
            return None
    if not isinstance(data, (bytes, bytearray)) or not data.startswith(beginning):
        return None
    return bytes(data)


def size_of(data, mime, value=None):
    """(width, height) in pixels; zeros where nobody knows."""
    if mime == "image/png":
        return png_size(data)
    if mime == "image/gif":
        return gif_size(data)
    size = getattr(value, "size", None)
    if isinstance(size, tuple) and len(size) == 2:
        return size
    return (0, 0)


def png_size(data):
    return struct.unpack(">II", data[16:24]) if len(data) >= 24 else (0, 0)


def gif_size(data):
    return struct.unpack("<HH", data[6:10]) if len(data) >= 10 else (0, 0)


def _send_all(records):
    for record in records:
        send(record)


def send(record):
    if not record.data:
        return
    host.send_display(dumps({"mime": record.mime, "title": clean(record.title[:_MAX_TITLE]),
                             "text": clean(_cut(record.text)),
                             "width": int(record.width), "height": int(record.height)}),
                      record.data)


def _cut(text):
    if len(text) <= _MAX_TEXT:
        return text
    return f"{text[:_MAX_TEXT]}\n… {len(text) - _MAX_TEXT} characters left out"


def _bytes(text):
    return text.encode("utf-8", "backslashreplace")


def clean(text):
    """Text that survives JSON: lone surrogates become escapes."""
    return _bytes(text).decode("utf-8")
