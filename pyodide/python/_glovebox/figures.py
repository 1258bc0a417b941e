# SPDX-License-Identifier: MIT
"""matplotlib's figures and animations: shown without a window, and told in words."""

import contextlib
import io
import os
import re
import sys
import tempfile

from . import display, hooks

BACKEND = "module://glovebox_display"
# Names under which programs ask for windows, pages or nothing; those of writing backends (svg,
# pdf) are not among them.
_SHOWING = frozenset((
    "agg", "cairo", "inline", "ipympl", "macosx", "nbagg", "notebook", "widget", "webagg", "wx",
    "gtk3agg", "gtk3cairo", "gtk4agg", "gtk4cairo", "qtagg", "qtcairo", "qt4agg", "qt5agg",
    "qt5cairo", "tkagg", "tkcairo", "wxagg", "wxcairo", "module://ipympl.backend_nbagg",
    "module://matplotlib_inline.backend_inline",
))
_MAX_SERIES = 12
# What a viewer must decode, and what Agg can draw.
_MAX_PIXELS = 24_000_000
_MAX_SIDE = 32_000
_FAR = 1e6
_MAX_FRAMES = 200
_MAX_ANIMATION_SIDE = 800

_formats = {"png"}


def install():
    hooks.after_import("matplotlib", _use_our_backend)
    hooks.after_import("matplotlib.pyplot", _switch_to_our_backend)
    hooks.after_import("matplotlib.animation", _remember_animations)


def set_formats(*formats):
    """As IPython's set_matplotlib_formats; a PNG is made in any case, for clients that take no
    other picture."""
    names = [name for item in formats for name in ([item] if isinstance(item, str) else item)]
    known = {"png", "png2x", "retina", "svg", "jpg", "jpeg", "pdf"}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise ValueError(f"Figures can be shown as png, retina or svg, not {unknown[0]!r}.")
    _formats.clear()
    _formats.update(names)


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


def _remember_animations(animation):
    """A figure that is animated is shown moving, unless the program has saved it itself."""
    begin, save = animation.Animation.__init__, animation.Animation.save

    def __init__(self, fig, *args, **named):
        begin(self, fig, *args, **named)
        fig._glovebox_animation = self

    def save_and_forget(self, *args, **named):
        self._fig._glovebox_animation = None
        return save(self, *args, **named)

    animation.Animation.__init__ = __init__
    animation.Animation.save = save_and_forget
    animation.Animation._glovebox_save = save


def flush():
    """Sends and closes every figure that is still open."""
    if "matplotlib.pyplot" not in sys.modules:
        return
    import matplotlib.pyplot as plt

    try:
        for number in plt.get_fignums():
            send(plt.figure(number))
    finally:
        plt.close("all")


def records_of(value):
    """What is shown for a figure or an animation; None for anything else."""
    if "matplotlib.figure" not in sys.modules:
        return None
    from matplotlib.figure import Figure

    if isinstance(value, Figure):
        return _and_close(value, _figure_records(value))
    animations = sys.modules.get("matplotlib.animation")
    if animations is not None and isinstance(value, animations.Animation):
        return _and_close(value._fig, [_moving(value)])
    return None


def _and_close(figure, records):
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close(figure)
    return records


def send(figure):
    for record in _figure_records(figure):
        display.send(record)


def _figure_records(figure):
    animation = getattr(figure, "_glovebox_animation", None)
    if animation is not None:
        return [_moving(animation)]
    title, text = title_of(figure), text_of(figure)
    data = _drawn(figure, "png")
    records = [display.Record("image/png", data, title, text, *display.png_size(data))]
    if "svg" in _formats:
        records.append(display.Record("image/svg+xml", _drawn(figure, "svg"), title,
                                      "The same figure as SVG."))
    return records


def _drawn(figure, format):
    width, height = figure.get_size_inches()
    dpi = figure.dpi * (2 if _formats & {"retina", "png2x"} else 1)
    dpi = min(dpi, _MAX_SIDE / max(width, height), (_MAX_PIXELS / (width * height)) ** 0.5)
    buffer = io.BytesIO()
    try:
        figure.savefig(buffer, format=format, dpi=dpi, bbox_inches="tight")
    except (ValueError, TypeError):  # something lies so far outside that no picture is so large
        buffer = io.BytesIO()
        with _without_far_texts(figure):
            figure.savefig(buffer, format=format, dpi=dpi)
    return buffer.getvalue()


@contextlib.contextmanager
def _without_far_texts(figure):
    from matplotlib.text import Text

    far = [text for text in figure.findobj(Text)
           if text.get_visible() and abs(text.get_window_extent().get_points()).max() > _FAR]
    for text in far:
        text.set_visible(False)
    try:
        yield
    finally:
        for text in far:
            text.set_visible(True)


def _moving(animation):
    """An animation as GIF: every client and the window can show that."""
    figure = animation._fig
    figure._glovebox_animation = None
    title, text = title_of(figure), text_of(figure)
    from matplotlib.animation import PillowWriter

    interval = getattr(animation, "_interval", None) or 200
    side = max(figure.get_size_inches()) * figure.dpi
    dpi = figure.dpi * min(1, _MAX_ANIMATION_SIDE / side)
    count = getattr(animation, "_save_count", None) or _MAX_FRAMES
    if count > _MAX_FRAMES:
        animation._save_count = _MAX_FRAMES
        text += f"\nOnly the first {_MAX_FRAMES} of {count} frames are shown."
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "animation.gif")
        animation._glovebox_save(path, writer=PillowWriter(fps=max(1, 1000 / interval)), dpi=dpi)
        with open(path, "rb") as file:
            data = file.read()
    return display.Record("image/gif", data, title,
                          f"Animation, {min(count, _MAX_FRAMES)} frames.\n{text}",
                          *display.gif_size(data))


def animation_in(html):
    """The GIF of an animation that matplotlib wrote as a page (to_jshtml); None if there is
    none."""
    if 'class="animation"' not in html or "frames[" not in html:
        return None
    import base64

    from PIL import Image

    found = re.findall(r'frames\[\d+\] = "data:image/png;base64,((?:[A-Za-z0-9+/=]|\\\n)+)"', html)
    frames = []
    for text in found[:_MAX_FRAMES]:
        frame = Image.open(io.BytesIO(base64.b64decode(text.replace("\\\n", ""))))
        frame.thumbnail((_MAX_ANIMATION_SIDE, _MAX_ANIMATION_SIDE))
        frames.append(frame.convert("RGB"))
    if not frames:
        return None
    buffer = io.BytesIO()
    interval = re.search(r"new Animation\(frames, \w+, \w+, (\d+)", html)
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:], loop=0,
                   duration=int(interval[1]) if interval else 100)
    data = buffer.getvalue()
    words = f"Animation, {len(frames)} frames."
    if len(found) > len(frames):
        words += f" Only the first {len(frames)} of {len(found)} frames are shown."
    return display.Record("image/gif", data, "", words, *display.gif_size(data))


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
