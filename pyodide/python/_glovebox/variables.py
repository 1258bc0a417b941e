# SPDX-License-Identifier: MIT
"""The variables of __main__ as a panel shows them: bounded in time, number and size, whatever they
are."""

import __main__
import sys
import time
import types
import weakref

from .reading import is_known, static

_MOST = 1000
_SECONDS = 1.2  # then there are no more previews
_WIDTH = 160
_ITEMS = 20
_DEPTH = 3
_PLAIN = (bool, int, float, complex, type(None), type(...))
_OWN = frozenset(("get_ipython", "In", "Out", "exit", "quit"))
_slow = weakref.WeakSet()  # classes whose __repr__ did not come back


def variables():
    """{"variables": [{"name", "type", "shape", "preview", "bytes", "table", "callable"}]}"""
    end = time.monotonic() + _SECONDS
    values = [(name, value) for name, value in list(__main__.__dict__.items()) if _is_shown(name, value)]
    values.sort(key=lambda item: _is_callable(item[1]))
    return {"variables": [_described(name, value, time.monotonic() < end)
                          for name, value in values[:_MOST]]}


def _is_shown(name, value):
    return isinstance(name, str) and not name.startswith("_") and name not in _OWN \
        and not isinstance(value, types.ModuleType)


def _is_callable(value):
    return isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType))


def _described(name, value, has_time):
    from . import tables

    described = {"name": name[:500], "type": type_name(value), "shape": "", "preview": "",
                 "bytes": -1, "table": False, "callable": _is_callable(value)}
    try:
        described["shape"] = shape(value)
        described["bytes"] = size(value)
        described["table"] = tables.is_table(value)
        if has_time:
            described["preview"] = preview(value)
    except Exception:  # it is what it says of itself that fails
        pass
    return described


def type_name(value):
    name = type(value).__name__
    return name if isinstance(name, str) else "object"


def shape(value):
    """"27,846 × 7", "6 keys", or ""."""
    cls = type(value)
    if isinstance(value, (str, bytes, bytearray)):
        return _counted(len(value), "character" if isinstance(value, str) else "byte")
    if isinstance(value, dict):
        return _counted(dict.__len__(value), "key")
    for base in (list, tuple, set, frozenset):
        if isinstance(value, base):
            return _counted(base.__len__(value), "item")
    sides = getattr(value, "shape", None) if _is_library(cls) else None
    if isinstance(sides, tuple) and sides and all(isinstance(side, int) for side in sides):
        return " × ".join(f"{side:,}" for side in sides)
    return ""


def _counted(number, what):
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _is_library(cls):
    return is_known(cls) and cls.__module__.split(".")[0] in ("numpy", "pandas", "polars")


def size(value):
    """Bytes, without what it refers to; -1: not known."""
    cls = type(value)
    if _is_library(cls):
        if cls.__name__ in ("DataFrame", "Series") and cls.__module__.startswith("pandas"):
            used = value.memory_usage(index=True)
            return int(used.sum() if hasattr(used, "sum") else used)
        if hasattr(value, "estimated_size"):
            return int(value.estimated_size())
        return int(getattr(value, "nbytes", -1))
    if static(cls, "__sizeof__") in _SIZES:
        return sys.getsizeof(value)
    return -1


_SIZES = frozenset(static(cls, "__sizeof__") for cls in (
    object, str, bytes, bytearray, int, list, tuple, dict, set, frozenset, type))


def preview(value, width=_WIDTH):
    """One line that says what it is."""
    try:
        text = _shown(value, _DEPTH, width)
    except KeyboardInterrupt:
        _slow.add(type(value))
        return "…"
    except Exception as error:
        return f"<{type_name(value)}: {type(error).__name__}>"
    return short(text, width)


def short(text, width):
    """On one line, of at most so many characters."""
    text = " ".join(str.split(str(text[:4 * width]))) if not text.isprintable() else text
    return text if len(text) <= width else text[:width - 1] + "…"


def _shown(value, depth, width):
    cls = type(value)
    if cls in _PLAIN:
        return _number(value)
    if cls in (str, bytes, bytearray):
        return repr(value if len(value) <= width else value[:width]) + ("…" if len(value) > width else "")
    if cls is dict:
        return _mapping(value, depth, width)
    if cls in _SEQUENCES:
        return _sequence(value, _SEQUENCES[cls], depth, width)
    if isinstance(value, type):
        return f"<class {static_name(value)}>"
    if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodType)):
        return _callable(value)
    if _is_library(cls):
        return _library(value, width)
    return _own(value)


_SEQUENCES = {list: "[]", tuple: "()", set: "{}", frozenset: "{}"}


def static_name(cls):
    name = type.__dict__["__qualname__"].__get__(cls)
    return name if isinstance(name, str) else "?"


def _number(value):
    if type(value) is int and value.bit_length() > 2000:
        return f"<an integer of {value.bit_length():,} bits>"
    return repr(value)


def _mapping(value, depth, width):
    if depth == 0:
        return "{…}"
    parts = []
    for key, item in dict.items(value):
        if len(parts) == _ITEMS or sum(map(len, parts)) > width:
            parts.append("…")
            break
        parts.append(f"{_shown(key, depth - 1, width)}: {_shown(item, depth - 1, width)}")
    return "{" + ", ".join(parts) + "}"


def _sequence(value, brackets, depth, width):
    if not value:
        return "set()" if brackets == "{}" else brackets
    if depth == 0:
        return f"{brackets[0]}…{brackets[1]}"
    parts = []
    for item in value:
        if len(parts) == _ITEMS or sum(map(len, parts)) > width:
            parts.append("…")
            break
        parts.append(_shown(item, depth - 1, width))
    last = "," if brackets == "()" and len(value) == 1 else ""
    return f"{brackets[0]}{', '.join(parts)}{last}{brackets[1]}"


def _callable(value):
    from .reading import signature_of

    return f"{getattr(value, '__name__', '')}{signature_of(value, 200)}"


def _library(value, width):
    cls = type(value)
    if cls.__name__ == "DataFrame":
        names = [short(str(name), 40) for name, _ in zip(value.columns, range(_ITEMS))]
        return ", ".join(names)
    if cls.__name__ == "Series":
        first = value.iloc[:5].tolist() if hasattr(value, "iloc") else value.head(5).to_list()
        return _sequence(first, "[]", 2, width) if first else "[]"
    if cls.__name__ == "ndarray":
        first = value.reshape(-1)[:8] if value.flags.c_contiguous else value.flat[:8]
        more = ", …" if value.size > 8 else ""
        return "[" + ", ".join(_shown(item, 2, width) for item in first.tolist()) + more + "]"
    return str(value) if getattr(value, "size", 1) == 1 else _own(value)


def _own(value):
    """By a __repr__ that somebody wrote: once, if it does not come back."""
    cls = type(value)
    if cls in _slow:
        return "…"
    try:
        text = repr(value)
    except KeyboardInterrupt:
        _slow.add(cls)
        return "…"
    return text if type(text) is str else ""
