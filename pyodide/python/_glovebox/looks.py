# SPDX-License-Identifier: MIT
"""What the person asks of a session between its runs: completions, variables, tables. The variables
stay as they are, and no code of the program is run that need not be: properties are not called,
results of functions are not computed. What cannot be avoided (a class's own __repr__) has little
time, is interrupted, and is not tried again."""

import sys
from json import dumps, loads

_caches = []


class Problem(Exception):
    """What the person should know. `kind`: "missing" or "invalid"."""

    def __init__(self, kind, text):
        super().__init__(text)
        self.kind = kind


class _Nowhere:
    """In the place of stdout while a __repr__ may print."""

    encoding = "utf-8"

    def write(self, text):
        return len(text)

    def flush(self):
        """Nothing is held back."""

    def isatty(self):
        return False


def answer(method, arguments):
    """JSON to JSON: {"value": {…}}, or {"error": text, "kind": …}."""
    outputs = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = _Nowhere()
    try:
        return dumps({"value": _method(method)(**loads(arguments))})
    except KeyboardInterrupt:
        return dumps({"error": "It took too long.", "kind": "late"})
    except Problem as problem:
        return dumps({"error": str(problem), "kind": problem.kind})
    except BaseException as error:
        return dumps({"error": f"{type(error).__name__}: {_words(error)}", "kind": "invalid"})
    finally:
        sys.stdout, sys.stderr = outputs


def _words(error):
    try:
        return str(error)[:500]
    except BaseException:
        return ""


def _method(name):
    if name == "complete":
        from .completion import complete as method
    elif name == "inspect":
        from .inspection import inspect_at as method
    elif name == "variables":
        from .variables import variables as method
    elif name == "table":
        from .tables import table as method
    elif name == "table_text":
        from .tables import table_text as method
    elif name == "stop_strays":
        from .session import stop_strays as method
    else:
        raise Problem("invalid", f"There is no method {name!r}.")
    return method


def remember_between_runs(cache):
    """`cache`, a dict, is emptied when a run begins: it may change what the entries are of."""
    _caches.append(cache)
    return cache


def forget():
    for cache in _caches:
        cache.clear()


def character(text, unit):
    """Index of the character at this UTF-16 unit, which is how editors count."""
    if text.isascii():
        return max(0, min(unit, len(text)))
    at = 0
    for index, one in enumerate(text):
        if at >= unit:
            return index
        at += 2 if ord(one) > 0xFFFF else 1
    return len(text)


def unit(text, index):
    """The UTF-16 unit of this character."""
    return index + sum(ord(one) > 0xFFFF for one in text[:index])
