# SPDX-License-Identifier: MIT
"""Tracebacks as the author of the code expects them: their own frames only."""

import __main__
import inspect
import linecache
import os
import re
import traceback

from . import host, imports, network

_OURS = ("<glovebox>/",)
# Pyodide's event loop and importer, inside the zipped standard library.
_RUNTIME = ("/_pyodide/", "/pyodide/")
_JAVASCRIPT = (".mjs", ".js", ".wasm")
# Frames shown of an endless recursion, from its beginning and its end.
_FIRST_FRAMES, _LAST_FRAMES = 100, 20
_REPEATED = re.compile(r"\[Previous line repeated (\d+) more times?\]")
# What runs were made of, the latest last.
_sources = {}
# How libraries say it that hide the refusal, or want a package that would reach a network.
_HIDDEN_REFUSALS = (
    (OSError, re.compile(r"\b(?:https?|ftp|s3|gs|gcs)://")),
    (ValueError, re.compile(r"open the URL for reading")),
    (ImportError, re.compile(r"`?Import `?(?:fsspec|s3fs|gcsfs|adlfs)\b")),
)
_NETWORK_NAMES = frozenset(("fetch", "XMLHttpRequest", "WebSocket", "EventSource", "Request"))


def filename_of(run):
    return f"<run {run}>"


def remember_source(filename, code):
    """Lets tracebacks and inspect show the lines of code that is in no file."""
    lines = code.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    linecache.cache[filename] = (len(code), None, lines, filename)
    _sources.pop(filename, None)
    _sources[filename] = True


def forget_source(filename):
    linecache.cache.pop(filename, None)
    _sources.pop(filename, None)


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
    left_out, end = _shorten(error)
    blocked = _blocked_network(error)
    details = traceback.TracebackException.from_exception(error, compact=True)
    if end:
        details.stack = traceback.StackSummary.from_list([*details.stack, *end])
    trim(details)
    if blocked is not None:
        _keep_own_frames(details)
    text = "".join(details.format()).rstrip("\n")
    lines = _with_left_out(text, left_out).split("\n")
    lines += _hints(error, blocked)
    return type(error).__name__, _text_of(error), lines


def _shorten(error):
    """Cuts the end off a very long traceback: (number of frames left out, the last ones). What is
    cut is let go from its end, frame by frame: the chain at once would use up the stack."""
    chain = []
    at = error.__traceback__
    while at is not None:
        chain.append(at)
        at = at.tb_next
    left_out = len(chain) - _FIRST_FRAMES - _LAST_FRAMES
    if left_out <= _FIRST_FRAMES:
        return 0, []
    end = traceback.StackSummary.extract(
        ((at.tb_frame, at.tb_lineno) for at in chain[-_LAST_FRAMES:]), lookup_lines=True)
    at = None
    while len(chain) > _FIRST_FRAMES:
        chain.pop()
        chain[-1].tb_next = None
    return left_out, end


def _with_left_out(text, left_out):
    if not left_out:
        return text
    repeated = _REPEATED.search(text)
    if repeated:
        count = int(repeated[1]) + left_out
        return _REPEATED.sub(f"[Previous line repeated {count} more times]", text, count=1)
    head, line, rest = text.partition("\n")
    return f"{head}{line}  [{left_out} frames in the middle are left out]\n{rest}"


def _blocked_network(error):
    """The refusal that is behind an error of urllib, requests and the like."""
    seen = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, network.NetworkBlockedError):
            return error
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return None


def _keep_own_frames(details):
    """How a library came to its attempt says nothing to anybody."""
    own = [frame for frame in details.stack or () if not _is_library(frame.filename)]
    if own:
        details.stack = traceback.StackSummary.from_list(own)
        details.__cause__ = details.__context__ = None


def _is_library(filename):
    return filename.startswith(("/lib/", "<frozen "))


def _hints(error, blocked=None):
    if blocked is not None:
        return [] if str(blocked) in _text_of(error) else [f"Glovebox: {blocked}"]
    if isinstance(error, ModuleNotFoundError) and error.name:
        return [imports.missing_module_hint(error.name)]
    if isinstance(error, AttributeError) and error.name in _NETWORK_NAMES \
            and getattr(error.obj, "__name__", "js") in ("js", ""):
        return [f"Glovebox: {network.MESSAGE}"]
    if any(isinstance(error, kind) and words.search(_text_of(error)[:2000])
           for kind, words in _HIDDEN_REFUSALS):
        return [f"Glovebox: {network.MESSAGE}"]
    if isinstance(error, OSError) and error.errno and host.file_problem:
        said = host.file_problem(error.errno)
        return [f"Glovebox: {said}"] if said else _neighbour_hint(error)
    return _neighbour_hint(error)


def _neighbour_hint(error):
    """A script that counts on being started in its own folder."""
    own = getattr(__main__, "__file__", None)
    name = error.filename if isinstance(error, FileNotFoundError) else None
    if not isinstance(own, str) or not isinstance(name, str) or os.path.isabs(name):
        return []
    beside = os.path.join(os.path.dirname(own), name)
    if not os.path.exists(beside):
        return []
    return [f"Glovebox: the working directory is {os.getcwd()}; there is {beside} beside the "
            "program: give that path, or begin with os.chdir(os.path.dirname(__file__))."]


def let_classes_be_inspected():
    """inspect.getsource() finds functions by their code; classes only through their module's
    file, which __main__ has not."""
    original = inspect.getfile

    def getfile(object):
        if inspect.isclass(object) and object.__module__ == "__main__":
            found = _file_of_class(object)
            if found:
                return found
        return original(object)

    inspect.getfile = getfile


def _file_of_class(cls):
    first = vars(cls).get("__firstlineno__")
    if not isinstance(first, int):
        return None
    begin = re.compile(rf"\s*(class\s+{re.escape(cls.__name__)}\b|@)")
    for name in reversed(_sources):
        lines = linecache.getlines(name)
        if first <= len(lines) and begin.match(lines[first - 1]):
            return name
    return None


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
