# SPDX-License-Identifier: MIT
"""What the analyser answers: an interpreter of its own, in which no client's code ever runs. Each
method is a pure function of its arguments; it lives in a module of this package, which is imported
when it is first asked for."""

import gc
import importlib
from json import dumps, loads

# name: (module, bundled packages that it needs)
METHODS = {
    "findings": ("findings", ()),
    "resolve": ("resolve", ("packaging", "resolvelib")),
}


class UnknownMethod(LookupError):
    """Nothing here answers to that name."""


def needs(method):
    """Names of the bundled packages that `method` imports, as JSON; none for an unknown one, which
    `answer` refuses."""
    return dumps(list(METHODS.get(method, ("", ()))[1]))


def answer(method, arguments):
    """The value of `method` for the keyword arguments, both as JSON. What it raises is an answer
    too: {"error": text}."""
    # Syntax trees are many small objects without cycles, which the collector would look at again
    # and again.
    gc.disable()
    try:
        function = getattr(_module(method), method)
        return dumps({"value": function(**loads(arguments))})
    except Exception as error:
        return dumps({"error": f"{type(error).__name__}: {error}"[:2000]})
    finally:
        gc.enable()


def prepare(settings):
    """`settings` as JSON: {"modules": {top-level module: bundled package}}."""
    for method in METHODS:
        if not _row(method)[1]:
            _module(method)
    _module("findings").bundled.update(loads(settings)["modules"])


def _row(method):
    try:
        return METHODS[method]
    except KeyError:
        raise UnknownMethod(f"there is no method {method!r}") from None


def _module(method):
    return importlib.import_module(f"{__name__}.{_row(method)[0]}")
