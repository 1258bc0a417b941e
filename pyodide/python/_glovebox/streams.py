# SPDX-License-Identifier: MIT
"""Python's standard streams at the beginning of a run, and its open files at the end of one."""

import gc
import io
import sys

from . import host

# A program may replace the names in the modules; these stay what they are.
_objects = gc.get_objects
_FileIO, _TextIOWrapper = io.FileIO, io.TextIOWrapper
_BufferedReader, _BufferedWriter, _BufferedRandom = (
    io.BufferedReader, io.BufferedWriter, io.BufferedRandom)
_FIRST_OWN_DESCRIPTOR = 3

_outputs = {}
_own = {"stdin": None}


def renew():
    """Gives a run its own stdin, and back the outputs that an earlier one replaced or closed."""
    sys.stdin = _TextIOWrapper(
        _BufferedReader(_FileIO(0, closefd=False)), encoding="utf-8", errors="surrogateescape"
    )
    _own["stdin"] = sys.stdin
    for name, descriptor, errors in (("stdout", 1, "strict"), ("stderr", 2, "backslashreplace")):
        if not _is_usable(_outputs.get(name)):
            _outputs[name] = _writer(name, descriptor, errors)
        setattr(sys, name, _outputs[name])
        setattr(sys, f"__{name}__", _outputs[name])


def has_own_input():
    """The program has put nothing in the place of sys.stdin."""
    return sys.stdin is _own["stdin"]


def _is_usable(stream):
    try:
        return stream is not None and not stream.closed and stream.writable()
    except Exception:  # detached, or changed by the program
        return False


def _writer(name, descriptor, errors):
    stream = getattr(sys, f"__{name}__")
    if name not in _outputs and type(stream) is _TextIOWrapper and _is_usable(stream):
        return stream
    raw = _FileIO(descriptor, "w", closefd=False)
    raw.name = f"<{name}>"
    return _TextIOWrapper(_BufferedWriter(raw), encoding="utf-8", errors=errors,
                          write_through=True, line_buffering=True)


def flush_files():
    """Hands over what open files hold back. Returns [(file name, reason)] of those that fail."""
    texts, writers = [], []
    for item in _objects():
        kind = type(item)
        if issubclass(kind, _TextIOWrapper):
            texts.append(item)
        elif issubclass(kind, (_BufferedWriter, _BufferedRandom)):
            writers.append(item)
    return [*_flush_all(texts, _TextIOWrapper.flush, lambda text: text.buffer.raw),
            *_flush_all(writers, _flush_binary, lambda writer: writer.raw)]


def _flush_binary(writer):
    (_BufferedRandom if isinstance(writer, _BufferedRandom) else _BufferedWriter).flush(writer)


def _flush_all(files, flush, raw_of):
    problems = []
    for file in files:
        try:
            raw = raw_of(file)
            if (type(raw) is not _FileIO or raw.closed or not raw.writable()
                    or raw.fileno() < _FIRST_OWN_DESCRIPTOR):
                continue
        except Exception:  # detached, or nothing that is a file
            continue
        try:
            flush(file)
        except Exception as error:
            problems.append((str(raw.name), _reason(error)))
    return problems


def _reason(error):
    said = ""
    if isinstance(error, OSError) and error.errno and host.file_problem:
        said = host.file_problem(error.errno)
    return said or str(error)
