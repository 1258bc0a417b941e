# SPDX-License-Identifier: MIT
"""Compiles code so that the value of its last expression can be shown, as notebooks do."""

import ast
import inspect

from . import nesting, notebook

_AWAIT = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


def ends_quietly(code, last):
    """Whether a semicolon follows the last statement: then its value is not shown."""
    lines = code.encode().split(b"\n")
    rest = lines[last.end_lineno - 1][last.end_col_offset :]
    return rest.lstrip().startswith(b";")


def with_unix_lines(code):
    """As Python reads files: a byte order mark at the beginning is no part of the code."""
    return code.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def compile_cell(code, filename):
    """(body, expression): code objects, either may be None. `expression` is the last statement
    when it is an expression whose value is to be shown."""
    code = notebook.to_python(with_unix_lines(code))
    nesting.check(code)
    tree = compile(code, filename, "exec", ast.PyCF_ONLY_AST | _AWAIT, dont_inherit=True)
    last = tree.body[-1] if tree.body else None
    expression = None
    if isinstance(last, ast.Expr) and not ends_quietly(code, last):
        tree.body.pop()
        expression = ast.Expression(last.value)
    body = None
    flags = _AWAIT
    if tree.body:
        body = compile(tree, filename, "exec", _AWAIT, dont_inherit=True)
        flags |= _future_flags(tree)
    if expression is not None:
        expression = compile(expression, filename, "eval", flags, dont_inherit=True)
    return body, expression


def _future_flags(tree):
    """`from __future__` at the top counts for the last expression too."""
    import __future__

    flags = 0
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for alias in node.names:
                flags |= getattr(__future__, alias.name).compiler_flag
    return flags


async def run(code_object, namespace):
    value = eval(code_object, namespace)
    if code_object.co_flags & inspect.CO_COROUTINE:
        value = await value
    return value
