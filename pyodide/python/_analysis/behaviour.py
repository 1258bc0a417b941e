# SPDX-License-Identifier: MIT
"""What does not end, or grows beyond all bounds."""

import ast

from .rules import LOOK

_LEAVING = frozenset(("sys.exit", "exit", "quit", "os._exit", "os.abort"))
_ENDLESS = frozenset(("itertools.count", "itertools.cycle"))
_HUGE_EXPONENT, _HUGE_SHIFT, _HUGE_LENGTH = 1_000_000, 10_000_000, 200_000_000


def check(nodes, names, report):
    for loop in nodes[ast.While]:
        if _is_always_true(loop.test) and not _leaves(loop, names):
            report.add("endless-loop", LOOK, loop)
    for kind in (ast.For, ast.AsyncFor):
        for loop in nodes[kind]:
            if _is_endless(loop.iter, names) and not _leaves(loop, names):
                report.add("endless-loop", LOOK, loop)
    for node in nodes[ast.BinOp]:
        if isinstance(node.op, (ast.Pow, ast.LShift, ast.Mult)) and _is_huge(node, names):
            report.add("huge-value", LOOK, node)
    for call in nodes[ast.Call]:
        if _is_huge_call(call, names):
            report.add("huge-value", LOOK, call)


def _is_always_true(test):
    if isinstance(test, ast.Constant):
        return bool(test.value)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return isinstance(test.operand, ast.Constant) and not test.operand.value
    if isinstance(test, (ast.List, ast.Tuple, ast.Set)):
        return bool(test.elts)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        left, right = test.left, test.comparators[0]
        if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
            return isinstance(test.ops[0], (ast.Eq, ast.Is)) and left.value == right.value
    return False


def _is_endless(source, names):
    if not isinstance(source, ast.Call):
        return False
    function = names.function(source)
    if function == "iter" and len(source.args) == 2:
        called = names.dotted(source.args[0])
        return called == "int"
    if function == "itertools.repeat":
        return len(source.args) == 1 and not source.keywords
    return function in _ENDLESS


def _leaves(loop, names):
    """Whether something in the loop can end it: what is hidden in a call cannot be seen."""
    todo = [(part, True) for part in loop.body]
    while todo:
        node, is_own = todo.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            continue
        if isinstance(node, (ast.Return, ast.Raise, ast.Yield, ast.YieldFrom)):
            return True
        if isinstance(node, ast.Break) and is_own:
            return True
        if isinstance(node, ast.Call) and names.function(node) in _LEAVING:
            return True
        inner = is_own and not isinstance(node, (ast.While, ast.For, ast.AsyncFor))
        todo += [(child, inner) for child in ast.iter_child_nodes(node)]
    return False


def _is_huge(node, names):
    right = names.number(node.right)
    if isinstance(node.op, ast.Mult):
        left = names.number(node.left)
        for value, times in ((node.left, right), (node.right, left)):
            if times is not None and times >= _HUGE_LENGTH and _is_sequence(value):
                return True
        return False
    if isinstance(node.op, ast.LShift):
        return right is not None and right >= _HUGE_SHIFT
    if right is None and isinstance(node.right, ast.BinOp) and isinstance(node.right.op, ast.Pow):
        base, power = names.number(node.right.left), names.number(node.right.right)
        right = _HUGE_EXPONENT if base and power and abs(base) > 1 and power > 5 else None
    left = names.number(node.left)
    return right is not None and right >= _HUGE_EXPONENT and left is not None and abs(left) > 1


def _is_sequence(node):
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (str, bytes)) and len(node.value) > 0
    return isinstance(node, (ast.List, ast.Tuple)) and bool(node.elts)


def _is_huge_call(call, names):
    function = names.function(call)
    if function in ("list", "tuple", "set", "sorted", "bytearray", "bytes") and len(call.args) == 1:
        inner = call.args[0]
        if function.startswith("byte"):
            size = _value(inner, names)
            return size is not None and size >= _HUGE_LENGTH * 5
        if isinstance(inner, ast.Call) and names.function(inner) == "range" and inner.args:
            size = _value(inner.args[-1], names)
            return size is not None and size >= _HUGE_LENGTH
        return isinstance(inner, ast.Call) and _is_endless(inner, names)
    return False


def _value(node, names):
    """A number, or a power or product of two."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Pow, ast.Mult)):
        left, right = names.number(node.left), names.number(node.right)
        if left is None or right is None or right < 0 or abs(right) > 1000 and isinstance(node.op, ast.Pow):
            return None
        return left ** right if isinstance(node.op, ast.Pow) else left * right
    return names.number(node)
