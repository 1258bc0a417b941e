# SPDX-License-Identifier: MIT
"""Objects that notebooks show, and the functions that show them."""

import base64
import json
import mimetypes

from _glovebox import figures
from _glovebox.display import clear_output
from _glovebox.display import show as display
from _glovebox.display import update
from _glovebox.displayhandle import DisplayHandle

__all__ = [
    "Audio", "Code", "DisplayHandle", "DisplayObject", "FileLink", "FileLinks", "GeoJSON", "HTML",
    "IFrame", "Image", "JSON", "Javascript", "Latex", "Markdown", "Math", "Pretty", "ProgressBar",
    "SVG", "TextDisplayObject", "Video", "YouTubeVideo", "clear_output", "display", "display_html",
    "display_jpeg", "display_json", "display_latex", "display_markdown", "display_png",
    "display_pretty", "display_svg", "publish_display_data", "set_matplotlib_close",
    "set_matplotlib_formats", "update_display",
]

set_matplotlib_formats = figures.set_formats


def set_matplotlib_close(close=True):
    """Figures are always closed after they were shown."""


def update_display(obj, *, display_id, **named):
    update(obj, display_id)


def publish_display_data(data, metadata=None, **named):
    display(data, raw=True)


class DisplayObject:
    _mime = "text/plain"
    _is_binary = False

    def __init__(self, data=None, url=None, filename=None, metadata=None, **named):
        if data is not None and hasattr(data, "__fspath__"):
            filename, data = data, None
        if isinstance(data, str) and data.startswith(("http://", "https://")):
            url, data = data, None
        self.data, self.url, self.filename = data, url, filename
        self.metadata = metadata or {}
        self.reload()

    def reload(self):
        if self.filename is not None:
            with open(self.filename, "rb") as file:
                read = file.read()
            self.data = read if self._is_binary else read.decode("utf-8", "replace")
        elif self.url is not None:
            import urllib.request

            urllib.request.urlopen(self.url)  # says that there is no network

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {self._mime: self.data}


class TextDisplayObject(DisplayObject):
    pass


class HTML(TextDisplayObject):
    _mime = "text/html"

    def __html__(self):
        return self.data


class Markdown(TextDisplayObject):
    _mime = "text/markdown"


class Latex(TextDisplayObject):
    _mime = "text/latex"


class Math(Latex):
    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/latex": f"$\\displaystyle {self.data.strip('$')}$"}


class Pretty(TextDisplayObject):
    def __repr__(self):
        return str(self.data)

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {}


class Code(Pretty):
    def __init__(self, data=None, url=None, filename=None, language=None):
        self.language = language
        super().__init__(data, url, filename)


class Javascript(Pretty):
    """Nothing here runs JavaScript; it is shown as text."""


class SVG(DisplayObject):
    _mime = "image/svg+xml"

    def reload(self):
        super().reload()
        if isinstance(self.data, bytes):
            self.data = self.data.decode("utf-8", "replace")


class JSON(DisplayObject):
    _mime = "application/json"

    def reload(self):
        super().reload()
        if isinstance(self.data, str):
            self.data = json.loads(self.data)


class GeoJSON(JSON):
    _mime = "application/geo+json"


class Image(DisplayObject):
    _is_binary = True

    def __init__(self, data=None, url=None, filename=None, format=None, embed=None, width=None,
                 height=None, retina=False, metadata=None, alt=None):
        self.format, self.width, self.height, self.alt = format, width, height, alt
        if isinstance(data, str) and not data.startswith(("http://", "https://")):
            filename, data = data, None
        super().__init__(data, url, filename, metadata)

    def _repr_mimebundle_(self, include=None, exclude=None):
        data = self.data
        if isinstance(data, bytes) and data.lstrip()[:5] in (b"<svg ", b"<?xml"):
            return {"image/svg+xml": data.decode("utf-8", "replace")}
        kinds = (("image/png", b"\x89PNG"), ("image/jpeg", b"\xff\xd8\xff"), ("image/gif", b"GIF8"),
                 ("image/webp", b"RIFF"))
        return {mime: data for mime, start in kinds if data and data.startswith(start)}

    @property
    def size(self):
        return (self.width or 0, self.height or 0)


class _Media(DisplayObject):
    _is_binary = True
    _tag = "video"

    def __init__(self, data=None, url=None, filename=None, **named):
        if isinstance(data, str):
            filename, data = data, None
        self.mimetype = named.get("mimetype") or mimetypes.guess_type(str(filename or ""))[0]
        super().__init__(data, url, filename)

    def _repr_mimebundle_(self, include=None, exclude=None):
        source = base64.b64encode(self.data or b"").decode()
        kind = self.mimetype or f"{self._tag}/mp4"
        return {"text/html": f'<{self._tag} controls src="data:{kind};base64,{source}">'
                             f"</{self._tag}>"}


class Video(_Media):
    pass


class Audio(_Media):
    _tag = "audio"

    def __init__(self, data=None, filename=None, url=None, rate=None, **named):
        if data is not None and not isinstance(data, (bytes, str)):
            data = _wave(data, rate)
            named["mimetype"] = "audio/wav"
        super().__init__(data, url, filename, **named)


def _wave(samples, rate):
    import io
    import wave

    import numpy

    array = numpy.asarray(samples, dtype=float)
    if array.ndim == 1:
        array = array[None, :]
    loudest = numpy.abs(array).max() or 1
    frames = (array / loudest * 32767).astype("<i2").T
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(array.shape[0])
        file.setsampwidth(2)
        file.setframerate(int(rate or 44100))
        file.writeframes(frames.tobytes())
    return buffer.getvalue()


class IFrame:
    """Another page; there is no network to fetch it from."""

    def __init__(self, src, width, height, **named):
        self.src, self.width, self.height = src, width, height

    def __repr__(self):
        return f"IFrame({self.src!r})"


class YouTubeVideo(IFrame):
    def __init__(self, id, width=400, height=300, **named):
        super().__init__(f"https://www.youtube.com/embed/{id}", width, height)


class FileLink:
    def __init__(self, path, **named):
        self.path = path

    def __repr__(self):
        return str(self.path)


class FileLinks(FileLink):
    def __repr__(self):
        import os

        return "\n".join(os.path.join(folder, name) for folder, _, names in os.walk(self.path)
                         for name in names)


class ProgressBar:
    def __init__(self, total):
        self.total = total
        self._progress = 0
        self._handle = DisplayHandle()

    def __repr__(self):
        filled = int(60 * self._progress / (self.total or 1))
        return f"[{'=' * filled}{' ' * (60 - filled)}] {self._progress}/{self.total}"

    def display(self):
        print(repr(self))

    def update(self):
        print(repr(self))

    @property
    def progress(self):
        return self._progress

    @progress.setter
    def progress(self, value):
        self._progress = value
        self.update()

    def __iter__(self):
        self.display()
        for self._progress in range(self.total):
            yield self._progress
        self._progress = self.total
        self.update()


def _display_as(mime):
    def show_as(*objects, raw=False, **named):
        for item in objects:
            if raw:
                display({mime: item}, raw=True)
            else:
                display(item)

    return show_as


display_html = _display_as("text/html")
display_markdown = _display_as("text/markdown")
display_latex = _display_as("text/latex")
display_svg = _display_as("image/svg+xml")
display_png = _display_as("image/png")
display_jpeg = _display_as("image/jpeg")
display_json = _display_as("application/json")
display_pretty = _display_as("text/plain")
