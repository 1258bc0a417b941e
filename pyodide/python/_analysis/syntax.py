# SPDX-License-Identifier: MIT
"""A syntax tree, and what its names and expressions stand for as far as the text says it: which
module an alias is, which text a concatenation makes. Nothing is ever run for it."""

import ast
import base64
import binascii
import bz2
import codecs
import lzma
import operator
import re
import zlib

MAX_TEXT = 200_000
_PIECE_LINES = 400
_MAX_PATH = 4000
_MAX_KNOWN = 2000  # names that are carried from one program to the next
# A blank line, and what begins a statement of its own.
_BOUNDARY = re.compile(r"\n\n(?=[A-Za-z_@])(?!(?:else|elif|except|finally)\b)")
_DEEPEST = 24
UNKNOWN = "…"  # the part of a path that the code does not tell

# Fields that hold no nodes; visiting them would cost more than all the rest.
_PLAIN = frozenset(("ctx", "op", "ops", "id", "attr", "names", "kind", "conversion", "simple", "rest",
                    "is_async", "level", "module", "type_comment", "kwd_attrs", "tag", "type_ignores"))
_LEAVES = (ast.Constant, ast.Name, ast.alias, ast.Global, ast.Nonlocal, ast.Pass, ast.Break,
           ast.Continue, ast.Import, ast.ImportFrom)
_FIELDS = {
    kind: tuple(name for name in kind._fields if name not in _PLAIN
                and not (name in ("name", "arg") and kind.__name__ != "TypeAlias"))
    for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, ast.AST)
    and not issubclass(kind, _LEAVES)
}
# Reading them all at once costs half of reading one after another.
_READ_ONE = {kind: operator.attrgetter(*names) for kind, names in _FIELDS.items() if len(names) == 1}
_READ_ALL = {kind: operator.attrgetter(*names) for kind, names in _FIELDS.items() if len(names) > 1}


def parse(text):
    """The syntax trees of the pieces of a program, in order. Long texts are parsed in pieces, which
    costs less than half: where a piece ends, a statement ends, or neither piece is Python."""
    pieces = list(_pieces(text))
    if len(pieces) > 1:
        try:
            return [ast.parse("\n" * line + piece) for line, piece in pieces]
        except SyntaxError:
            pass  # a cut inside of something; the whole says what is wrong, if anything is
    return [ast.parse(text)]


def _pieces(text):
    begin = line = 0
    while True:
        end = begin
        for _ in range(_PIECE_LINES):
            end = text.find("\n", end) + 1
            if end == 0:
                yield line, text[begin:]
                return
        found = _BOUNDARY.search(text, end)
        if found is None:
            yield line, text[begin:]
            return
        end = found.start() + 2
        yield line, text[begin:end]
        line += text.count("\n", begin, end)
        begin = end


def collect(trees, kinds):
    """{kind: its nodes} for the node classes `kinds`."""
    found = {kind: [] for kind in kinds}
    read_all, read_one = _READ_ALL, _READ_ONE
    stack = trees[::-1]
    pop, push, extend = stack.pop, stack.append, stack.extend
    while stack:
        node = pop()
        kind = node.__class__
        if kind in found:
            found[kind].append(node)
        if kind in read_all:
            for value in read_all[kind](node):
                if value.__class__ is list:
                    extend(value)
                elif value is not None:
                    push(value)
        elif kind in read_one:
            value = read_one[kind](node)
            if value.__class__ is list:
                extend(value)
            else:
                push(value)
    return found


def walk(node):
    """The node and all below it."""
    stack = [node]
    while stack:
        node = stack.pop()
        if not isinstance(node, ast.AST):
            continue
        yield node
        for name in _FIELDS.get(node.__class__, ()):
            value = getattr(node, name, None)
            if value.__class__ is list:
                stack.extend(value)
            else:
                stack.append(value)


class Known:
    """What names stand for after the programs that ran before in the same interpreter, as far as
    their texts say it."""

    def __init__(self, aliases=(), texts=(), paths=()):
        self.aliases = dict(aliases)  # as in Names
        self.texts = dict(texts)  # name: the text that it stands for
        self.paths = dict(paths)


class Names:
    """What the names of one program stand for. Where a name is bound does not matter: who hides
    something binds it where nobody looks. What the program does not bind is as it was before."""

    def __init__(self, nodes, before=None):
        self._nodes = nodes
        self._before = before or Known()
        self._bound = None
        self._texts = {}  # name: the text that it stands for, or None
        self._paths = {}
        self._numbers = {}  # of lists that are written out
        self._known = {}  # dotted names of calls' functions: several checks ask for each
        self.aliases = dict(self._before.aliases)  # name: dotted name of what was imported or assigned
        self._own = set()  # names of aliases that this program makes
        self.values = {}  # name: the one expression that it is assigned
        self.opened = {node.optional_vars.id for node in nodes[ast.withitem]
                       if isinstance(node.optional_vars, ast.Name)}
        for node in nodes[ast.Import]:
            for alias in node.names:
                top = alias.name.partition(".")[0]
                self._add_alias(alias.asname or top, alias.name if alias.asname else top)
        for node in nodes[ast.ImportFrom]:
            for alias in node.names:
                if node.level == 0 and node.module:
                    self._add_alias(alias.asname or alias.name, f"{node.module}.{alias.name}")
        self._take_assignments(nodes)

    def _add_alias(self, name, meant):
        self.aliases[name] = meant
        self._own.add(name)

    def from_before(self):
        """{name: what it stands for} of the aliases that this program does not make itself."""
        return {name: meant for name, meant in self._before.aliases.items() if name not in self._own}

    def after(self):
        """What the next program in this interpreter finds."""
        texts, paths = dict(self._before.texts), dict(self._before.paths)
        for known in (texts, paths):
            for name in self._bound_names():
                known.pop(name, None)
        for name in self.values:
            node = ast.Name(name)
            text, path = self.text(node), self.path(node)
            if text is not None and len(text) <= _MAX_PATH:
                texts[name] = text
            if path is not None:
                paths[name] = path
        return Known(_latest(self.aliases), _latest(texts), _latest(paths))

    def _bound_names(self):
        """All that the program binds as a variable or an argument."""
        if self._bound is None:
            self._bound = {node.id for node in self._nodes[ast.Name] if node.ctx.__class__ is ast.Store}
            self._bound.update(node.arg for node in self._nodes[ast.arg])
        return self._bound

    def function(self, call):
        """The dotted name of what is called; "" when the text does not tell."""
        known = self._known.get(call)
        if known is None:
            known = self._known[call] = self.dotted(call.func) or ""
        return known

    def forget(self):
        """There are new aliases."""
        self._known.clear()

    def _take_assignments(self, nodes):
        pairs = [(node.target, node.value) for kind in (ast.NamedExpr, ast.AnnAssign)
                 for node in nodes[kind] if node.value is not None]
        for node in nodes[ast.Assign]:
            for target in node.targets:
                if (isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
                        and len(target.elts) == len(node.value.elts)):
                    pairs += zip(target.elts, node.value.elts)
                else:
                    pairs.append((target, node.value))
        pairs = [(target.id, value) for target, value in pairs if isinstance(target, ast.Name)]
        pairs.sort(key=lambda pair: (pair[1].lineno, pair[1].col_offset))
        changed = {node.target.id for kind in (ast.AugAssign, ast.For) for node in nodes[kind]
                   if isinstance(node.target, ast.Name)}
        for name, value in pairs:
            if name in self.values or name in changed:
                changed.add(name)
                continue
            self.values[name] = value
        for name in changed:
            self.values.pop(name, None)
        for _ in range(2):  # an alias of an alias that comes later
            for name, value in pairs:
                if name not in self._own and isinstance(
                        value, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)):
                    meant = self.dotted(value)
                    if meant and meant != name and not meant.endswith(")"):
                        self._add_alias(name, meant)
        self.forget()

    def dotted(self, node, depth=0):
        """The dotted name that an expression stands for: "os.system", "pathlib.Path()" for what a
        call gives. None when the text does not tell."""
        if depth > _DEEPEST:
            return None
        if isinstance(node, ast.Name):
            return self.aliases.get(node.id, node.id)
        if isinstance(node, ast.Attribute):
            base = self.dotted(node.value, depth + 1)
            return base and _member(base, node.attr)
        if isinstance(node, ast.Call):
            return self._dotted_call(node, depth + 1)
        if isinstance(node, ast.Subscript):
            base = self.dotted(node.value, depth + 1)
            key = self.text(node.slice, depth + 1)
            if not base or not isinstance(key, str):
                return None
            if base == "sys.modules" or base.endswith("__subclasses__()"):
                return key
            if base.endswith((".__dict__", "vars()")):
                return _member(base.rpartition(".")[0] or base, key)
            if base in ("globals()", "locals()", "builtins", "__builtins__"):
                return key
        return None

    def _dotted_call(self, node, depth):
        function = self.dotted(node.func, depth)
        if not function:
            return None
        first = node.args[0] if node.args else None
        if function in ("__import__", "importlib.import_module", "importlib.__import__"):
            name = first is not None and self.text(first, depth)
            return name if isinstance(name, str) else f"{function}()"
        if function in ("getattr", "vars") and first is not None:
            base = self.dotted(first, depth)
            name = self.text(node.args[1], depth) if len(node.args) > 1 else None
            if base and isinstance(name, str):
                return _member(base, name)
            if base and function == "vars":
                return f"{base}.__dict__"
        return f"{function}()"

    def maker(self, node):
        """The dotted name of the function that made what an expression is, or ""."""
        for _ in range(_DEEPEST):
            if not isinstance(node, ast.Name) or node.id not in self.values:
                break
            node = self.values[node.id]
        return self.function(node) if isinstance(node, ast.Call) else ""

    def text(self, node, depth=0):
        """The text or bytes that an expression makes of literals alone; None when it does not."""
        if depth > _DEEPEST:
            return None
        kind = node.__class__
        if kind is ast.Constant:
            return node.value if node.value.__class__ in (str, bytes) else None
        if kind is ast.Name:
            return self._of_name(node.id, self._texts, self._before.texts, self.text, depth)
        maker = _MAKERS.get(kind)
        if maker is None:
            return None
        try:
            made = maker(self, node, depth + 1)
        except (ValueError, TypeError, OverflowError, LookupError, binascii.Error, zlib.error,
                lzma.LZMAError, OSError, EOFError):
            return None
        return made if made is not None and len(made) <= MAX_TEXT else None

    def _of_name(self, name, known, before, find, depth):
        """Once for each name: one that stands for twice another, which stands for twice a third,
        would take for ever. While it is looked for it is unknown, as it leads to itself."""
        if name not in known:
            known[name] = None
            if name in self.values:
                known[name] = find(self.values[name], depth + 1)
            elif name in before and name not in self._bound_names():
                known[name] = before[name]
        return known[name]

    def number(self, node, depth=0):
        """The whole number of a literal or of a name for one."""
        if isinstance(node, ast.Constant):
            return node.value if node.value.__class__ is int else None
        if isinstance(node, ast.Name) and depth < _DEEPEST and node.id in self.values:
            return self.number(self.values[node.id], depth + 1)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            number = self.number(node.operand, depth + 1)
            return None if number is None else -number
        return None

    def numbers(self, node):
        """The numbers of a list that is written out, or None."""
        if isinstance(node, ast.Name) and node.id in self.values:
            node = self.values[node.id]
        if not isinstance(node, (ast.List, ast.Tuple, ast.Set)) or not node.elts:
            return None
        if node not in self._numbers:
            numbers = [self.number(item) for item in node.elts]
            self._numbers[node] = None if None in numbers else numbers
        return self._numbers[node]

    def path(self, node, depth=0):
        """The path that an expression makes, with UNKNOWN for what the text does not tell; None
        when it tells nothing."""
        if depth > _DEEPEST:
            return None
        made = self._path(node, depth)
        return made if made is None or len(made) <= _MAX_PATH else made[:_MAX_PATH] + UNKNOWN

    def _path(self, node, depth):
        made = self.text(node, depth + 1)
        if made is not None:
            return made if isinstance(made, str) else made.decode("utf-8", "replace")
        if isinstance(node, ast.Name):
            return self._of_name(node.id, self._paths, self._before.paths, self.path, depth)
        if isinstance(node, ast.JoinedStr):
            return "".join(self.path(part, depth + 1) or UNKNOWN for part in node.values)
        if isinstance(node, ast.FormattedValue):
            return self.path(node.value, depth + 1)
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Div)):
            joint = "/" if isinstance(node.op, ast.Div) else ""
            return self._joined(joint, (node.left, node.right), depth)
        if isinstance(node, ast.Call):
            return self._path_of_call(node, depth)
        return None

    def _joined(self, joint, parts, depth):
        made = [self.path(part, depth + 1) for part in parts]
        if made[0] is None:
            return None
        out = made[0]
        for part in made[1:]:
            part = UNKNOWN if part is None else part
            if not joint:
                out += part
            elif part.startswith("/"):
                out = part
            else:
                out = out.rstrip(joint) + joint + part
        return out

    def _path_of_call(self, node, depth):
        function = self.function(node)
        if function in _PATHS and node.args:
            return self._joined("/", node.args, depth)
        if function == "pathlib.Path" and not node.args:
            return "."
        if function in ("str", "os.fspath", "os.path.abspath", "os.path.expanduser") and node.args:
            return self.path(node.args[0], depth + 1)
        if isinstance(node.func, ast.Attribute):
            if node.func.attr == "joinpath" and node.args:
                return self._joined("/", (node.func.value, *node.args), depth)
            if node.func.attr in ("resolve", "absolute", "expanduser", "as_posix", "with_suffix",
                                  "with_name", "format"):
                base = self.path(node.func.value, depth + 1)
                if base is not None and node.func.attr in ("with_suffix", "with_name", "format"):
                    return base.split("{")[0].rpartition("/")[0] + "/" + UNKNOWN
                return base
        return None


_PATHS = frozenset(("pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "pathlib.PurePosixPath",
                    "os.path.join", "posixpath.join"))


def _latest(known):
    return dict(list(known.items())[-_MAX_KNOWN:]) if len(known) > _MAX_KNOWN else known


def _member(base, name):
    if base in ("builtins", "__builtins__") and name != "__dict__":
        return name
    return f"{base}.{name}"


def _made_by_operator(names, node, depth):
    left = names.text(node.left, depth)
    if isinstance(node.op, ast.Add):
        right = names.text(node.right, depth)
        return None if left is None or right is None else left + right
    if isinstance(node.op, ast.Mult) and left is not None:
        times = names.number(node.right)
        return left * times if times is not None and len(left) * times <= MAX_TEXT else None
    return None


def _made_by_format(names, node, depth):
    parts = [names.text(part.value if isinstance(part, ast.FormattedValue) else part, depth)
             for part in node.values]
    return None if any(not isinstance(part, str) for part in parts) else _together("", parts)


def _made_by_slice(names, node, depth):
    made = names.text(node.value, depth)
    if made is None or not isinstance(node.slice, ast.Slice):
        return None
    parts = [None if part is None else names.number(part)
             for part in (node.slice.lower, node.slice.upper, node.slice.step)]
    return made[slice(*parts)]


def _made_by_call(names, node, depth):
    function = names.function(node)
    if isinstance(node.func, ast.Attribute) and function not in DECODERS:
        made = _made_by_method(names, node, depth)
        if made is not None:
            return made
    if not node.args:
        return None
    if function == "chr":
        number = names.number(node.args[0])
        return None if number is None else chr(number)
    if function in ("bytes", "bytearray"):
        numbers = names.numbers(node.args[0])
        return None if numbers is None else bytes(numbers)
    if function == "reversed":
        made = names.text(node.args[0], depth)
        return None if made is None else made[::-1]
    decoder = DECODERS.get(function)
    data = names.text(node.args[0], depth) if decoder else None
    return None if data is None else decoder(data, *(names.text(a, depth) for a in node.args[1:2]))


def _made_by_method(names, node, depth):
    name, args = node.func.attr, node.args
    made = names.text(node.func.value, depth)
    if made is None:
        return None
    if name == "join" and len(args) == 1:
        return _joined_by(names, made, args[0], depth)
    if name in ("decode", "encode") and len(made) <= MAX_TEXT:
        encoding = names.text(args[0], depth) if args else "utf-8"
        return getattr(made, name)(encoding) if _is_simple(encoding) else None
    if name in ("lower", "upper", "strip", "swapcase", "title"):
        return getattr(made, name)()
    if name == "replace" and len(args) == 2:
        old, new = (names.text(a, depth) for a in args)
        if old and new is not None and made.count(old) * len(new) <= MAX_TEXT:
            return made.replace(old, new)
    return None


def _joined_by(names, joint, of, depth):
    if isinstance(of, (ast.List, ast.Tuple)):
        parts = [names.text(item, depth) for item in of.elts]
        return None if None in parts else _together(joint, parts)
    if isinstance(of, ast.Call) and names.dotted(of.func, depth) == "map" and len(of.args) == 2:
        numbers = names.numbers(of.args[1])
        if numbers is not None and names.dotted(of.args[0], depth) == "chr":
            return joint.join(map(chr, numbers))
        return None
    made = names.text(of, depth)
    return None if made is None else _together(joint, made)


def _together(joint, parts):
    """Bounded before it is made: a thousand times the same long text is written in a moment."""
    size = sum(map(len, parts)) + len(joint) * len(parts)
    return joint.join(parts) if size <= MAX_TEXT else None


def _bounded(decompressor):
    """At most MAX_TEXT of it: a few bytes can hold gigabytes."""
    return lambda data: decompressor().decompress(data, MAX_TEXT)


def _decoded(data, encoding="utf-8"):
    return codecs.decode(data, encoding) if _is_simple(encoding) else None


def _is_simple(encoding):
    """Others take their time, or blow up."""
    return encoding.lower().replace("-", "").replace("_", "") in _SIMPLE


_SIMPLE = frozenset(("utf8", "ascii", "latin1", "iso88591", "cp1252", "utf16", "utf16le", "utf16be",
                     "utf32", "rot13", "hex", "hexcodec", "base64", "base64codec", "unicodeescape",
                     "rawunicodeescape", "shiftjis", "eucjp", "gbk"))
# What gives back the text that another function hid.
DECODERS = {
    "base64.b64decode": lambda data, *_: base64.b64decode(data),
    "base64.urlsafe_b64decode": base64.urlsafe_b64decode,
    "base64.standard_b64decode": base64.standard_b64decode,
    "base64.decodebytes": base64.decodebytes,
    "base64.b32decode": lambda data, *_: base64.b32decode(data),
    "base64.b16decode": lambda data, *_: base64.b16decode(data),
    "base64.a85decode": base64.a85decode,
    "base64.b85decode": base64.b85decode,
    "binascii.unhexlify": binascii.unhexlify,
    "binascii.a2b_hex": binascii.a2b_hex,
    "binascii.a2b_base64": binascii.a2b_base64,
    "bytes.fromhex": bytes.fromhex,
    "bytearray.fromhex": bytes.fromhex,
    "codecs.decode": _decoded,
    "zlib.decompress": lambda data, *_: zlib.decompressobj().decompress(data, MAX_TEXT),
    "gzip.decompress": lambda data: zlib.decompressobj(31).decompress(data, MAX_TEXT),
    "bz2.decompress": _bounded(bz2.BZ2Decompressor),
    "lzma.decompress": _bounded(lzma.LZMADecompressor),
}
_MAKERS = {
    ast.BinOp: _made_by_operator,
    ast.JoinedStr: _made_by_format,
    ast.Subscript: _made_by_slice,
    ast.Call: _made_by_call,
}
