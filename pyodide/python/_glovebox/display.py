# SPDX-License-Identifier: MIT
"""Pictures and values on their way to the person and the model."""

import base64
import io
import struct
import sys
from json import dumps

from . import hooks, host

BACKEND = "module://glovebox_display"
# Names under which programs ask for windows, pages or nothing; those of writing backends (svg,
# pdf) are not among them.
_SHOWING = frozenset((
    "agg", "cairo", "inline", "ipympl", "macosx", "nbagg", "notebook", "widget", "webagg", "wx",
    "gtk3agg", "gtk3cairo", "gtk4agg", "gtk4cairo", "qtagg", "qtcairo", "qt4agg", "qt5agg",
    "qt5cairo", "tkagg", "tkcairo", "wxagg", "wxcairo", "module://ipympl.backend_nbagg",
    "module://matplotlib_inline.backend_inline",
))
# Methods by which an object offers itself as a picture, best first, and how such a file begins.
_PICTURES = (
    ("_repr_png_", "image/png", b"\x89PNG\r\n\x1a\n"),
    ("_repr_jpeg_", "image/jpeg", b"\xff\xd8\xff"),
)
_MAX_SERIES = 12
_MAX_PIXELS = 4096
# One frame must hold them, and nobody reads more of an alternative text.
_MAX_TITLE = 300
_MAX_TEXT = 8000


def install():
    hooks.after_import("matplotlib", _use_our_backend)
    hooks.after_import("matplotlib.pyplot", _switch_to_our_backend)


def _ours(backend):
    return BACKEND if isinstance(backend, str) and backend.lower() in _SHOWING else backend


def _use_our_backend(matplotlib):
    """No window system and no browser page is here, so every backend a program may name for
    showing figures is ours."""
    original = matplotlib.use

    def use(backend, *, force=True):
        original(_ours(backend), force=force)

    matplotlib.use = use
    for params in (matplotlib.rcParams, matplotlib.rcParamsDefault, matplotlib.rcParamsOrig):
        # Not params[...]: that would choose a backend. Here is what MPLBACKEND said.
        dict.__setitem__(params, "backend", _ours(dict.get(params, "backend")))


def _switch_to_our_backend(pyplot):
    original = pyplot.switch_backend

    def switch_backend(newbackend):
        return original(_ours(newbackend))

    pyplot.switch_backend = switch_backend


def send_value(value):
    """The value of a run's last expression."""
    if not _send_picture(value) and (drawing := _drawing_of(value)):
        host.send_result(_clean(drawing))
    else:
        host.send_result(_clean(repr(value)))


def show(*values):
    """builtins.display, as notebooks have it."""
    for value in values:
        if not _send_picture(value):
            print(_drawing_of(value) or repr(value))


def _send_picture(value):
    for method, mime, beginning in _PICTURES:
        data = _picture_bytes(_offered(value, method), beginning)
        if data:
            width, height = size_of(data, mime, value)
            pixels = f", {width} x {height} pixels" if width and height else ""
            send(mime, data, "", type(value).__name__ + pixels, width, height)
            return True
    return False


def _drawing_of(value):
    """SVG is a text: a model reads it, and nothing here draws it."""
    drawing = _offered(value, "_repr_svg_")
    return drawing if isinstance(drawing, str) else ""


def _offered(value, method):
    """What an object gives of itself; one that fails at it is shown like any other."""
    if isinstance(value, type):
        return None
    try:
        make = getattr(value, method, None)
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
    if mime == "image/png" and len(data) >= 24:
        return struct.unpack(">II", data[16:24])
    size = getattr(value, "size", None)
    if isinstance(size, tuple) and len(size) == 2:
        return size
    return (0, 0)


def send(mime, data, title, text, width, height):
    host.send_display(dumps({"mime": mime, "title": _clean(title[:_MAX_TITLE]),
                                  "text": _clean(text[:_MAX_TEXT]),
                                  "width": int(width), "height": int(height)}), data)


def _clean(text):
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def flush_figures():
    """Sends and closes every figure that is still open."""
    if "matplotlib.pyplot" not in sys.modules:
        return
    import matplotlib.pyplot as plt

    try:
        for number in plt.get_fignums():
            send_figure(plt.figure(number))
    finally:
        plt.close("all")


def send_figure(figure):
    buffer = io.BytesIO()
    longest = max(figure.get_size_inches())
    dpi = min(figure.dpi, _MAX_PIXELS / longest)
    figure.savefig(buffer, format="png", dpi=dpi, bbox_inches="tight")
    data = buffer.getvalue()
    send("image/png", data, title_of(figure), text_of(figure), *size_of(data, "image/png"))


def title_of(figure):
    """What the figure is called: its own title, or those of its axes."""
    above = figure.get_suptitle() if hasattr(figure, "get_suptitle") else ""
    if above:
        return above
    return " · ".join(filter(None, (_axes_title(axes) for axes in figure.get_axes())))


def text_of(figure):
    """The figure in words: titles, axis labels, ranges, series; for who cannot see it."""
    lines = [title_of(figure)]
    for axes in figure.get_axes():
        lines.append(_axes_text(axes))
    return "\n".join(filter(None, lines)) or "Empty figure"


def _axes_title(axes):
    return axes.get_title() or axes.get_title("left") or axes.get_title("right")


def _axes_text(axes):
    parts = [f'"{_axes_title(axes)}"' if _axes_title(axes) else "Axes"]
    for name, label, limits in (
        ("x", axes.get_xlabel(), axes.get_xlim()),
        ("y", axes.get_ylabel(), axes.get_ylim()),
    ):
        shown = f' "{label}"' if label else ""
        parts.append(f"{name}{shown} {limits[0]:.6g} to {limits[1]:.6g}")
    parts += _content(axes)
    return "; ".join(parts)


def _content(axes):
    parts = []
    names = [str(label) for label in axes.get_legend_handles_labels()[1]][:_MAX_SERIES]
    if names:
        parts.append("series " + ", ".join(f'"{name}"' for name in names))
    for what, items in (("line", axes.lines), ("bar or patch", axes.patches),
                        ("collection", axes.collections), ("image", axes.images)):
        if len(items):
            parts.append(f"{len(items)} {what}{'s' if len(items) != 1 else ''}")
    ticks = [text.get_text() for text in axes.get_xticklabels()][:_MAX_SERIES]
    if any(not _is_number(tick) for tick in ticks if tick):
        parts.append("x ticks " + ", ".join(tick for tick in ticks if tick))
    return parts


def _is_number(text):
    try:
        float(text.replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        return False
    return True
