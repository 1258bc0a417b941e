# SPDX-License-Identifier: MIT
"""Imports, and uses of functions and names that are worth a look."""

import ast
import re
import sys

from _glovebox import notebook

from .catalogue import MODULES, ORDINARY, PATCHED, SET_BY_ALL, USES, WALK
from .rules import LOOK, NOTE
from .syntax import DECODERS, walk

_TAILS = frozenset(name.rpartition(".")[2] for name in (*USES, *DECODERS))
_OWN = frozenset(("glovebox_display", "IPython", "japanize_matplotlib", "koreanize_matplotlib",
                  "matplotlib_fontja", "nest_asyncio", "matplotlib_inline", "_glovebox", "pyodide",
                  "pyodide_js", "_pyodide", "_pyodide_core", "js", "micropip", "piplite", "_analysis",
                  "__glovebox__", "google"))
_NO_KEYS = (ast.Constant, ast.Slice, ast.Tuple, ast.UnaryOp, ast.Compare)
_DUNDER = re.compile(r"__\w+__")
_CONTINUED = re.compile(r"(?<![!-~])[!-~]{400,}")
_RUNNING = frozenset(("eval", "exec", "compile", "__import__", "pyodide.code.eval_code", "marshal.loads",
                      "types.FunctionType", "types.CodeType", "importlib.import_module"))


def check(nodes, names, report, available, installed):
    _check_imports(nodes, report, available, installed)
    _check_starred(nodes, names)
    names_entry = notebook.ENTRY in report.code
    interesting = {name for name, meant in names.aliases.items() if meant in USES or meant in DECODERS}
    _check_modules_from_before(nodes, names, report)
    told = {name for name in {node.id for node in nodes[ast.Name]}
            if name in interesting or name in USES or name.startswith("__")}
    for node in nodes[ast.Name]:
        if node.id not in told:
            continue
        if node.id == notebook.ENTRY and not names_entry:
            continue  # a line of a notebook
        if node.id in interesting or node.id in USES:
            _check_use(node, names.dotted(node), report)
        elif node.id.startswith("__"):
            if node.id in WALK:
                report.add("dunder-walk", LOOK, node, (node.id,))
            elif _is_strange(node.id):
                report.add("dunder-name", NOTE, node, (node.id,))
    for node in nodes[ast.Attribute]:
        if node.attr in _TAILS or node.attr in WALK or node.attr.startswith("__"):
            _check_attribute(node, names, report)
    for node in nodes[ast.Subscript]:
        if isinstance(node.slice, _NO_KEYS) and not isinstance(getattr(node.slice, "value", None), str):
            continue
        meant = names.dotted(node)
        if meant in USES or meant in MODULES:
            _check_use(node, meant, report)
        elif meant is None and names.dotted(node.value) in ("globals()", "locals()", "vars()", "builtins",
                                                            "__builtins__", "builtins.__dict__"):
            report.add("dynamic-attribute", LOOK, node, ("…",))
    for node in nodes[ast.Constant]:
        # Short words are most of them, and say nothing here.
        if node.value.__class__ is not str or len(node.value) >= 12 or node.value.startswith("__"):
            _check_literal(node, report)
    for node in nodes[ast.Call]:
        _check_call(node, names, report)
    _check_patches(nodes, names, report)
    _check_built(nodes, names, report)


# --- imports


def _check_imports(nodes, report, available, installed):
    found = [(node, alias.name) for node in nodes[ast.Import] for alias in node.names]
    for node in nodes[ast.ImportFrom]:
        if node.level == 0 and node.module:
            found += [(node, f"{node.module}.{alias.name}") for alias in node.names]
    found.sort(key=lambda item: (item[0].lineno, item[0].col_offset))
    for node, name in found:
        _check_module(node, name, report, available, installed)


def _check_module(node, name, report, available, installed):
    top = name.partition(".")[0]
    report.imports.setdefault(top)
    module, row = _row_of(name)
    if row is not None:
        rule, severity = row
        report.network = report.network or rule in ("network", "socket")
        report.add(rule, severity, node, (module,))
    if top in available or top in sys.stdlib_module_names or top in _OWN or _is_installed(top, installed):
        return
    report.packages.setdefault(top)
    report.add("package-missing", LOOK, node, (top,))


def _row_of(name):
    while name:
        if name in MODULES:
            return name, MODULES[name]
        name = name.rpartition(".")[0]
    return "", None


def _is_installed(top, installed):
    return top.lower().replace("_", "-") in {name.lower().replace("_", "-") for name in installed}


def _check_starred(nodes, names):
    """`from os import *` gives every listed name of os."""
    for node in nodes[ast.ImportFrom]:
        if node.module and any(alias.name == "*" for alias in node.names):
            for use in USES:
                base, _, name = use.rpartition(".")
                if base == node.module:
                    names.aliases.setdefault(name, use)
                    names.forget()


def _check_modules_from_before(nodes, names, report):
    """What an earlier program imported is told where this one uses it."""
    known = {name: _row_of(meant) for name, meant in names.from_before().items()}
    known = {name: found for name, found in known.items() if found[1] is not None}
    for node in nodes[ast.Name] if known else ():
        if node.id in known:
            module, (rule, severity) = known[node.id]
            report.network = report.network or rule in ("network", "socket")
            report.add(rule, severity, node, (module,))


# --- uses


def _check_use(node, meant, report):
    row = USES.get(meant)
    if row is None:
        if meant in DECODERS:
            report.add("decode", NOTE, node, (meant,))
        elif meant in MODULES:
            report.add(MODULES[meant][0], MODULES[meant][1], node, (meant,))
        return
    rule, severity = row
    report.network = report.network or rule == "network"
    report.add(rule, severity, node, (meant,))


def _check_attribute(node, names, report):
    name = node.attr
    if name in WALK:
        report.add("dunder-walk", LOOK, node, (name,))
    elif name.startswith("__") and _is_strange(name):
        report.add("dunder-name", NOTE, node, (name,))
    if name in _TAILS:
        meant = names.dotted(node)
        if meant in USES or meant in DECODERS:
            # A method that is called like a builtin is another thing.
            if "." in meant or names.dotted(node.value) in ("builtins", "__builtins__"):
                _check_use(node, meant, report)


def _is_strange(name):
    return name.endswith("__") and len(name) > 4 and name not in ORDINARY


def _check_call(node, names, report):
    meant = names.function(node)
    if meant in ("getattr", "operator.attrgetter", "operator.methodcaller", "setattr", "delattr"):
        _check_dynamic(node, meant, names, report)
    elif meant in ("__import__", "importlib.import_module") and node.args:
        name = names.text(node.args[0])
        if isinstance(name, str):
            module, row = _row_of(name)
            report.imports.setdefault(name.partition(".")[0])
            if row is not None:
                report.network = report.network or row[0] in ("network", "socket")
                report.add(row[0], row[1], node, (module,))
    elif meant in USES and isinstance(node.func, (ast.Call, ast.NamedExpr)):
        _check_use(node, meant, report)
    if meant in _RUNNING or meant.endswith((".eval()", ".exec()")):
        _check_what_is_run(node, names, report)


def _check_dynamic(node, meant, names, report):
    at = 0 if meant.startswith("operator") else 1
    if len(node.args) <= at:
        return
    base = names.dotted(node.args[0]) if at else ""
    name = names.text(node.args[at])
    is_module = bool(base) and (base in names.aliases.values() or base in ("builtins", "__builtins__"))
    if isinstance(name, str):
        whole = f"{base}.{name}" if base not in ("builtins", "__builtins__") else name
        if name in WALK:
            report.add("dunder-walk", LOOK, node, (name,))
        elif whole in USES and (is_module or "." not in whole):
            _check_use(node, whole, report)
        elif not isinstance(node.args[at], ast.Constant):
            report.add("dynamic-attribute", LOOK, node, (name,))
        elif name.startswith("__") and _is_strange(name):
            report.add("dunder-name", NOTE, node, (name,))
    elif meant == "getattr":
        report.add("dynamic-attribute", LOOK if is_module else NOTE, node, ("…",))
    if meant in ("setattr", "delattr") and base in PATCHED and name not in SET_BY_ALL:
        report.add("patching", LOOK, node, (f"{base}.{name or '…'}",))


def _check_what_is_run(node, names, report):
    """Text that was decoded first, and then runs."""
    looked, todo = set(), [*node.args]
    while todo:
        for part in walk(todo.pop()):
            if isinstance(part, ast.Name) and part.id in names.values and part.id not in looked:
                looked.add(part.id)
                todo.append(names.values[part.id])
            elif isinstance(part, ast.Call) and names.function(part) in DECODERS:
                report.add("decode-and-run", LOOK, node, (names.function(part),))
                return
            elif isinstance(part, ast.Subscript) and names.text(part) is not None:
                report.add("decode-and-run", LOOK, node, ("[::-1]",))
                return


def _check_patches(nodes, names, report):
    targets = [target for node in nodes[ast.Assign] for target in node.targets]
    targets += [node.target for kind in (ast.AugAssign, ast.AnnAssign) for node in nodes[kind]]
    targets += [target for node in nodes[ast.Delete] for target in node.targets]
    for target in targets:
        if isinstance(target, ast.Attribute) and target.attr not in SET_BY_ALL:
            base = names.dotted(target.value)
            if base in PATCHED or base in ("__builtins__", "sys.modules"):
                report.add("patching", LOOK, target, (f"{base}.{target.attr}",))
        elif isinstance(target, ast.Subscript):
            base = names.dotted(target.value)
            if base in ("sys.modules", "__builtins__", "builtins.__dict__", "__builtins__.__dict__"):
                report.add("patching", LOOK, target, (base,))


# --- texts


def _check_literal(node, report):
    value = node.value
    if value.__class__ is str:
        if value.startswith("__") and value in WALK:
            report.add("dunder-walk", LOOK, node, (value,))
        elif len(value) >= 400 and _CONTINUED.search(value):
            report.add("long-literal", LOOK, node, (f"{len(value)}",))
        elif 12 <= len(value) and "__" in value:
            for name in _DUNDER.findall(value):
                if name in WALK:
                    report.add("dunder-walk", LOOK, node, (name,))
    elif value.__class__ is bytes and len(value) >= 400 and not value.strip().count(b" "):
        report.add("long-literal", LOOK, node, (f"{len(value)}",))
    elif value.__class__ is int and value.bit_length() > 2000:
        report.add("long-literal", LOOK, node, (f"{value.bit_length() // 4}",))


def _check_built(nodes, names, report):
    """Text that is put together from single characters, so that nobody can search for it."""
    literals = 0
    for node in nodes[ast.Call]:
        if report.is_full("built-text"):
            return
        meant = names.function(node)
        if meant == "chr" and node.args and names.number(node.args[0]) is not None:
            literals += 1
            if literals == 3:
                report.add("built-text", LOOK, node, ("chr",))
        elif meant in ("bytes", "bytearray") and node.args:
            numbers = names.numbers(node.args[0])
            if numbers is not None and len(numbers) >= 12 and _are_characters(numbers):
                report.add("built-text", LOOK, node, (meant,))
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "join" and len(node.args) == 1:
            _check_join(node, names, report)


def _check_join(node, names, report):
    of = node.args[0]
    if isinstance(of, (ast.GeneratorExp, ast.ListComp)):
        numbers = names.numbers(of.generators[0].iter)
        makes = any(isinstance(part, ast.Call) and names.function(part) == "chr" for part in walk(of.elt))
        if makes and numbers is not None and len(numbers) >= 4:
            report.add("built-text", LOOK, node, ("chr",))
    elif isinstance(of, ast.Call) and names.function(of) == "map":
        numbers = names.numbers(of.args[1]) if len(of.args) == 2 else None
        if numbers is not None and len(numbers) >= 4:
            report.add("built-text", LOOK, node, ("chr",))
    elif isinstance(of, ast.Call) and names.function(of) == "reversed":
        if names.text(node) is not None:
            report.add("built-text", LOOK, node, ("reversed",))
    elif isinstance(of, (ast.List, ast.Tuple)) and len(of.elts) >= 4:
        parts = [names.text(item) for item in of.elts]
        if all(part is not None and 0 < len(part) <= 2 for part in parts) and names.text(node) is not None:
            report.add("built-text", LOOK, node, ("join",))


def _are_characters(numbers):
    return sum(9 <= number < 127 for number in numbers) >= len(numbers) * 0.9
