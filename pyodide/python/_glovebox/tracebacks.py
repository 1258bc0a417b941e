# SPDX-License-Identifier: MIT
"""Tracebacks as the author of the code expects them: their own frames only."""

import linecache
import traceback

from . import host, imports

_OURS = ("<glovebox>/",)
# Pyodide's event loop and importer, inside the zipped standard library.
_RUNTIME = ("/_pyodide/", "/pyodide/")
_NO_MAGICS = (
    "This is plain Python, not a notebook: leave lines that begin with % or ! out. Figures are "
    "shown by themselves; packages are loaded when they are imported."
)
_JAVASCRIPT = (".mjs", ".js", ".wasm")


def filename_of(run):
    return f"<run {run}>"


def remember_source(filename, code):
    """Lets tracebacks and inspect show the lines of code that is in no file."""
    lines = code.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    linecache.cache[filename] = (len(code), None, lines, filename)


def is_foreign(filename):
    """Whether a frame belongs to the machinery instead of the program."""
    if filename.startswith(_OURS) or filename.endswith(_JAVASCRIPT):
        return True
    return ".zip/" in filename and any(part in filename for part in _RUNTIME)


def trim(error):
    """Takes the machinery's frames out of a TracebackException and all that it is chained to."""
    waiting = [error]
    seen = set()
    while waiting:
        item = waiting.pop()
        if item is None or id(item) in seen:
            continue
        seen.add(id(item))
        kept = [frame for frame in item.stack or () if not is_foreign(frame.filename)]
        item.stack = traceback.StackSummary.from_list(kept) if kept else None
        waiting += [item.__cause__, item.__context__, *(item.exceptions or ())]
    return error


def describe(error):
    """(name, value, traceback lines) of an exception."""
    _drop_pyodide_hint(error)
    details = trim(traceback.TracebackException.from_exception(error, compact=True))
    lines = "".join(details.format()).rstrip("\n").split("\n")
    lines += _hints(error)
    return type(error).__name__, _text_of(error), lines


def _hints(error):
    if isinstance(error, ModuleNotFoundError) and error.name:
        return [imports.missing_module_hint(error.name)]
    if isinstance(error, SyntaxError) and (error.text or "").lstrip().startswith(("%", "!")):
        return [_NO_MAGICS]
    if isinstance(error, OSError) and error.errno and host.file_problem:
        said = host.file_problem(error.errno)
        return [f"Glovebox: {said}"] if said else []
    return []


def _text_of(error):
    try:
        return str(error)
    except Exception:
        return "<its text cannot be made>"


def _drop_pyodide_hint(error):
    """Pyodide adds how to install packages its own way, which does not work here."""
    if isinstance(error, ModuleNotFoundError) and error.args and error.name:
        error.msg = error.msg.partition("\n")[0]
        error.args = (error.msg,)
