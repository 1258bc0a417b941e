# SPDX-License-Identifier: MIT
"""Reads code that is being typed: what stands before the cursor, and which value that is, as far as
it is known without running anything of the program."""

import __main__
import ast
import builtins
import inspect
import re
import sys
import types

_LONGEST = 100_000  # characters of a cell that are read back from the cursor
_LONGEST_NAME = 1000
_TOKEN = re.compile(r"""
    (?P<comment>\#[^\n]*)
  | (?P<prefix>(?<!\w)[rRbBuUfFtT]{0,3})(?P<quote>\"{3}|'{3}|\"|')
  | (?P<open>[([{])
  | (?P<close>[)\]}])
  | (?P<other>\w+|[^\w\s])
  | (?P<line>\n)
""", re.VERBOSE)
_ENDS = {quote: re.compile(r"(?:\\.|[^\\])*?" + quote, re.DOTALL) for quote in ('"""', "'''")}
_ENDS |= {quote: re.compile(r"(?:\\.|[^\\\n])*?" + quote, re.DOTALL) for quote in ('"', "'")}
_NAME_AFTER = re.compile(r"\w*")
_IMPORTED = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+)?import[ \t]+"
                       r"([^\n(#;]+|\([^)]{0,5000}\))", re.MULTILINE)
_AS = re.compile(r"\s*([\w.]+)(?:\s+as\s+(\w+))?\s*\Z")
_PAIRS = {")": "(", "]": "[", "}": "{"}
# Their properties and __getitem__ are known to do nothing but look.
_KNOWN = frozenset(("builtins", "collections", "datetime", "decimal", "fractions", "numpy", "pandas",
                    "pathlib", "polars", "re", "types", "_io", "array"))
NOTHING = object()  # not known


class Typed:
    """Code up to the cursor, read as far as unfinished code can be."""

    def __init__(self, code, cursor):
        begin = max(0, cursor - _LONGEST)
        if begin:
            begin = code.find("\n", begin, cursor) + 1 or begin
        self.code, self.cursor = code, cursor
        self.before = code[begin:cursor]
        self.offset = begin
        self.in_comment = False
        self.string = None  # where its content begins, in `before`
        self.prefix = self.quote = ""
        self.brackets = []  # [(bracket, place)], open at the cursor
        self._read()

    def _read(self):
        at = 0
        text = self.before
        while found := _TOKEN.search(text, at):
            at = found.end()
            if found["comment"] is not None:
                self.in_comment = at == len(text)
            elif found["quote"]:
                end = _ENDS[found["quote"]].match(text, at)
                if end:
                    at = end.end()
                elif len(found["quote"]) == 3 or "\n" not in text[at:]:
                    self.string, self.prefix, self.quote = at, found["prefix"].lower(), found["quote"]
                    return
                else:  # a string that was never closed: it ends with its line
                    at = text.index("\n", at)
            elif found["open"]:
                self.brackets.append((found["open"], found.start()))
            elif found["close"]:
                self._close(_PAIRS[found["close"]])

    def _close(self, bracket):
        for index in range(len(self.brackets) - 1, -1, -1):
            if self.brackets[index][0] == bracket:
                del self.brackets[index:]
                return

    def inner(self):
        """Within the braces of an f-string: the code there; else None."""
        if self.string is None or not set(self.prefix) & set("ft"):
            return None
        content = self.before[self.string:]
        plain = content.replace("{{", "  ").replace("}}", "  ")
        begin = plain.rfind("{")
        if begin < 0 or "}" in plain[begin:]:
            return None
        return content[begin + 1:]

    @property
    def word(self):
        """The beginning of a name before the cursor."""
        return self.before[_name_before(self.before, len(self.before)):]

    def resolve(self, expression):
        """As `resolve`; names that the cell imports count although it did not run yet."""
        return resolve(expression, _ImportedNames(self.code))

    def line(self):
        """What of the cursor's line stands before it."""
        return self.before[self.before.rfind("\n") + 1:]


class _ImportedNames:
    """What a cell will import, of modules that somebody has imported already."""

    def __init__(self, code):
        self.code = code[:_LONGEST]
        self.names = None

    def get(self, name):
        if self.names is None:
            self.names = dict(self._all())
        module, member = self.names.get(name, (None, None))
        value = sys.modules.get(module, NOTHING) if module else NOTHING
        return value if member is None or value is NOTHING else attribute(value, member)

    def _all(self):
        for module, items in _IMPORTED.findall(self.code):
            for item in items.strip("()").split(","):
                found = _AS.match(item)
                if found is None:
                    continue
                name, alias = found.groups()
                if module:
                    yield alias or name, (module, name)
                elif alias:
                    yield alias, (name, None)
                else:
                    yield name.partition(".")[0], (name.partition(".")[0], None)


def name_at(code, cursor):
    """(begin, end) of the name that the cursor touches."""
    return _name_before(code, cursor), _NAME_AFTER.match(code, cursor).end()


def _name_before(text, end):
    """Where the name that ends at `end` begins."""
    at = end
    while at > max(0, end - _LONGEST_NAME) and (text[at - 1].isalnum() or text[at - 1] == "_"):
        at -= 1
    while at < end and not text[at].isidentifier():
        at += 1
    return at


def expression_before(text, end):
    """The names, dots and brackets that end at `end`, as far back as they belong together."""
    at = _skip_spaces(text, end)
    needs_more = True
    while True:
        part = _part_before(text, at)
        if part == at:
            return "" if needs_more else text[at:end].strip()
        at = part
        if text[at] in "([":
            needs_more = False  # what is called or subscripted may stand before it
            continue
        dot = _skip_spaces(text, at)
        if text[at] in "\"'" or dot == 0 or text[dot - 1] != ".":
            return text[at:end].strip()
        at = _skip_spaces(text, dot - 1)
        needs_more = True


def _skip_spaces(text, at):
    while at > 0 and text[at - 1] in " \t":
        at -= 1
    return at


def _part_before(text, at):
    """Where the one name, string or pair of brackets before `at` begins."""
    if at == 0:
        return at
    last = text[at - 1]
    if last in ")]":
        return _bracket_before(text, at)
    if last in "\"'":
        begin = text.rfind(last, max(0, at - 1000), at - 1)
        return at if begin < 0 or "\n" in text[begin:at] else begin
    return _name_before(text, at)


def _bracket_before(text, at):
    depth = 0
    for place in range(at - 1, max(-1, at - 5000), -1):
        if text[place] in ")]}":
            depth += 1
        elif text[place] in "([{":
            depth -= 1
            if depth == 0:
                return place
    return at


class InstanceOf:
    """A value that is not known; its class is."""

    def __init__(self, cls):
        self.cls = cls


def resolve(expression, imported=None):
    """The value of an expression as far as looking tells it: itself, InstanceOf, or NOTHING."""
    if not expression or len(expression) > 5000:
        return NOTHING
    try:
        tree = ast.parse(expression.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return NOTHING
    return _value_of(tree, 0, imported)


def _value_of(node, depth, imported):
    if depth > 50:
        return NOTHING
    if isinstance(node, ast.Name):
        value = named(node.id)
        return imported.get(node.id) if value is NOTHING and imported is not None else value
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return InstanceOf(str)
    for kind, cls in ((ast.List, list), (ast.ListComp, list), (ast.Dict, dict), (ast.DictComp, dict),
                      (ast.Set, set), (ast.SetComp, set), (ast.Tuple, tuple)):
        if isinstance(node, kind):
            return InstanceOf(cls)
    if isinstance(node, ast.Attribute):
        return attribute(_value_of(node.value, depth + 1, imported), node.attr)
    if isinstance(node, ast.Subscript):
        return _item(_value_of(node.value, depth + 1, imported), node.slice)
    if isinstance(node, ast.Call):
        return _result(_value_of(node.func, depth + 1, imported))
    return NOTHING


def named(name):
    for namespace in (__main__.__dict__, builtins.__dict__):
        if name in namespace:
            return namespace[name]
    return NOTHING


def is_known(cls):
    """A class of Python's own or of a library that is known to look only."""
    module = cls.__module__ if isinstance(getattr(cls, "__module__", None), str) else ""
    return module.split(".")[0] in _KNOWN


def attribute(value, name):
    """value.name, when nothing of the program runs for it."""
    if value is NOTHING:
        return NOTHING
    if isinstance(value, InstanceOf):
        return _of_class(static(value.cls, name))
    if isinstance(value, types.ModuleType):
        found = vars(value).get(name, NOTHING)
        return sys.modules.get(f"{value.__name__}.{name}", NOTHING) if found is NOTHING else found
    found = static(value, name)
    if is_known(type(value)):
        return _got(value, name)
    if found is NOTHING:
        return NOTHING
    if isinstance(found, property):
        return _result(found.fget)
    if isinstance(found, (types.FunctionType, staticmethod, classmethod, types.MethodDescriptorType,
                          types.BuiltinFunctionType, types.MemberDescriptorType,
                          types.GetSetDescriptorType, types.ClassMethodDescriptorType,
                          types.WrapperDescriptorType)):
        return _got(value, name)
    return NOTHING if hasattr(type(found), "__get__") else found


def _got(value, name):
    plain = (object.__getattribute__, type.__getattribute__)
    if type(value).__getattribute__ not in plain and not is_known(type(value)):
        return NOTHING
    try:
        return getattr(value, name)
    except Exception:
        return NOTHING


def static(value, name):
    """What is stored under the name, without asking descriptors."""
    try:
        return inspect.getattr_static(value, name)
    except Exception:
        return NOTHING


def _of_class(found):
    """An attribute as instances have it."""
    if isinstance(found, property):
        return _result(found.fget)
    if isinstance(found, (staticmethod, classmethod)):
        return found.__func__
    return found


def _item(value, index):
    """value[index] of what is known to look only."""
    if not isinstance(index, ast.Constant):
        if isinstance(value, (str, list, tuple)) or isinstance(value, InstanceOf):
            return InstanceOf(value.cls if isinstance(value, InstanceOf) else type(value)) \
                if isinstance(index, ast.Slice) else NOTHING
        if type(value).__module__.startswith("pandas") and isinstance(index, ast.List):
            return InstanceOf(type(value))
        return NOTHING
    if value is NOTHING or isinstance(value, InstanceOf) or not is_known(type(value)):
        return NOTHING
    try:
        return value[index.value]
    except Exception:
        return NOTHING


def _result(function):
    """What a call gives, by its class or by what the function says of itself."""
    if isinstance(function, type):
        return InstanceOf(function)
    said = getattr(function, "__annotations__", None) if not isinstance(function, InstanceOf) else None
    said = said.get("return") if isinstance(said, dict) else None
    if isinstance(said, str):
        scope = getattr(getattr(function, "__func__", function), "__globals__", None) or {}
        said = scope.get(said.strip("'\""), named(said)) if said.isidentifier() else None
        if said is NOTHING and isinstance(function, types.MethodType):
            said = type(function.__self__) if function.__annotations__.get("return") == "Self" else None
    return InstanceOf(said) if isinstance(said, type) else NOTHING


def names_of(value):
    """The attributes that there are, without a __dir__ of the program's own."""
    cls = value.cls if isinstance(value, InstanceOf) else type(value)
    if isinstance(value, types.ModuleType) and cls is types.ModuleType:
        return _strings(_directory(value))
    if isinstance(value, InstanceOf):
        return _strings(_directory(cls))
    own = static(cls, "__dir__")
    if is_known(cls) or own in (static(object, "__dir__"), static(type, "__dir__")):
        return _strings(_directory(value))
    names = {}
    for base in cls.__mro__:
        names.update(dict.fromkeys(vars(base)))
    stored = static(value, "__dict__")
    if isinstance(stored, types.GetSetDescriptorType):
        names.update(dict.fromkeys(getattr(value, "__dict__", ())))
    return _strings(names)


def _directory(value):
    try:
        return dir(value)
    except Exception:
        return ()


def _strings(names):
    return [name for name in names if isinstance(name, str)]


def kind_of(value):
    """Jupyter's word for what a name stands for."""
    if isinstance(value, InstanceOf) or value is NOTHING:
        return ""
    if isinstance(value, type):
        return "class"
    if isinstance(value, types.ModuleType):
        return "module"
    if isinstance(value, property):
        return "property"
    if callable(value) or isinstance(value, (staticmethod, classmethod)):
        return "function"
    return "instance"


def signature_of(value, most=2000):
    """"(data, index=None)", or ""."""
    signature = parameters_of(value)
    if signature is None:
        return ""
    try:
        return str(signature)[:most]
    except Exception:
        return ""


def parameters_of(value):
    """inspect.Signature, or None."""
    if value is NOTHING or isinstance(value, InstanceOf) or not callable(value):
        return None
    try:
        return inspect.signature(value)
    except Exception:
        return None


def call_around(typed):
    """(function, what was typed behind its bracket, its name) of the innermost call that the cursor
    is in."""
    for bracket, place in reversed(typed.brackets):
        name = expression_before(typed.before, place) if bracket == "(" else ""
        if name:
            return typed.resolve(name), typed.before[place + 1:], name
    return NOTHING, "", ""
