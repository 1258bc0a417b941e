# SPDX-License-Identifier: MIT
"""What stands under the cursor, or whose call it stands in (Jupyter's inspect_request)."""

import inspect
import re
import types

from .looks import character
from .reading import (NOTHING, InstanceOf, Typed, call_around, expression_before, name_at,
                      parameters_of, signature_of)
from .variables import preview, type_name

_LONGEST_DOC = 20_000
_NAMED = re.compile(r"\s*(\w+)\s*=(?!=)")


def inspect_at(code, cursor):
    place = character(code, cursor)
    typed = Typed(code, place)
    inner = typed.inner()
    if inner is not None:
        typed = Typed(inner, len(inner))
    elif typed.string is None and not typed.in_comment:
        _, end = name_at(code, place)
        expression = expression_before(code[:end], end)
        value = typed.resolve(expression)
        if value is not NOTHING and not isinstance(value, InstanceOf):
            return _described(expression, value)
    if typed.in_comment:
        return {}
    function, given, name = call_around(typed)
    if function is NOTHING or isinstance(function, InstanceOf):
        return {}
    return {**_described(name, function), "parameter": _parameter(function, given)}


def _described(name, value):
    answer = {"name": name, "type": type_name(value), "signature": signature_of(value),
              "doc": _doc(value)}
    if not callable(value) and not isinstance(value, types.ModuleType):
        answer["value"] = preview(value)
    return answer


def _doc(value):
    try:
        text = inspect.getdoc(value)
    except Exception:
        text = None
    return text[:_LONGEST_DOC] if isinstance(text, str) else ""


def _parameter(function, given):
    """Which parameter the argument at the cursor is for; -1: none is known."""
    signature = parameters_of(function)
    if signature is None:
        return -1
    parameters = list(signature.parameters.values())
    arguments = _split(given)
    if named := _NAMED.match(arguments[-1]):
        for number, parameter in enumerate(parameters):
            if parameter.name == named[1]:
                return number
        return _of_kind(parameters, inspect.Parameter.VAR_KEYWORD)
    positional = sum(not _NAMED.match(argument) for argument in arguments) - 1
    for number, parameter in enumerate(parameters):
        if parameter.kind == parameter.VAR_POSITIONAL:
            return number
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD) \
                and number == positional:
            return number
    return -1


def _of_kind(parameters, kind):
    return next((number for number, parameter in enumerate(parameters) if parameter.kind == kind), -1)


def _split(given):
    """The arguments so far, at the commas that belong to no inner bracket or string."""
    arguments, depth, begin, quote = [], 0, 0, ""
    for place, one in enumerate(given):
        if quote:
            if one == quote and given[place - 1:place] != "\\":
                quote = ""
        elif one in "\"'":
            quote = one
        elif one in "([{":
            depth += 1
        elif one in ")]}":
            depth -= 1
        elif one == "," and depth == 0:
            arguments.append(given[begin:place])
            begin = place + 1
    return [*arguments, given[begin:]]
