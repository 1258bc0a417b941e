# SPDX-License-Identifier: MIT
"""Completions of what is being typed (Jupyter's complete_request)."""

import __main__
import builtins
import importlib.machinery
import keyword
import os
import pkgutil
import re
import sys

from . import hooks
from .looks import character, unit
from .reading import (NOTHING, InstanceOf, Typed, call_around, expression_before, is_known, kind_of,
                      names_of, parameters_of, signature_of, static)

_MOST = 500
_DETAILED = 100  # with signatures, which take time
_LONGEST_NAME = 500
_LONGEST_SOURCE = 1_000_000
_IMPORT = re.compile(r"\s*import\s+(?:[\w.]+(?:\s+as\s+\w+)?\s*,\s*)*(?P<path>[\w.]*)\Z")
_FROM = re.compile(r"\s*from\s+(?P<path>[\w.]*)\Z")
_FROM_IMPORT = re.compile(r"\s*from\s+(?P<module>[\w.]+)\s+import\s+[(\w\s,]*?(?P<path>\w*)\Z")
_MAGIC = re.compile(r"\s*(?P<path>%{1,2}\w*)\Z")
_KEYWORD_PLACE = re.compile(r"(?:\A|,)\s*\w*\Z")
_DEFINED = re.compile(r"^(?:async\s+def|def|class)\s+(\w+)|^(\w+)\s*(?::[^=\n]+)?=(?!=)", re.MULTILINE)


class _Matches:
    """In the order in which they are offered; one name once."""

    def __init__(self, typed):
        self.typed = typed
        self.folded = typed.casefold()
        self.exact, self.loose = {}, {}

    def add(self, text, kind="", value=NOTHING):
        if not text or len(text) > _LONGEST_NAME:
            return
        if text.startswith(self.typed):
            self.exact.setdefault(text, (kind, value))
        elif text.casefold().startswith(self.folded):
            self.loose.setdefault(text, (kind, value))

    def add_attributes(self, value, names):
        names = [name for name in names if name.casefold().startswith(self.folded)]
        for name in sorted(names, key=_last_if_hidden):
            if self.typed or not name.startswith("_"):
                self.add(name, "", (value, name))

    def found(self):
        """[{"text", "type", "signature"}]"""
        both = list(self.exact.items()) + list(self.loose.items())
        return [_described(text, kind, value, number < _DETAILED)
                for number, (text, (kind, value)) in enumerate(both[:_MOST])]


def _last_if_hidden(name):
    return name.startswith("__"), name.startswith("_"), name.casefold()


def _described(text, kind, value, in_detail):
    if isinstance(value, tuple) and in_detail:  # an attribute
        owner, name = value
        value = owner.__dict__.get(name, NOTHING) if isinstance(owner, type(sys)) \
            else static(owner.cls if isinstance(owner, InstanceOf) else owner, name)
    elif isinstance(value, tuple):
        value = NOTHING
    return {"text": text, "type": kind or kind_of(value),
            "signature": signature_of(value, 300) if in_detail else ""}


def complete(code, cursor):
    """`cursor` counts UTF-16 units, as the places in the answer do."""
    place = character(code, cursor)
    typed = Typed(code, place)
    inner = typed.inner()
    if inner is not None:
        typed = Typed(inner, len(inner))
        length, matches = _of_code(typed)
    elif typed.string is not None:
        length, matches = _of_string(typed)
    elif typed.in_comment:
        length, matches = 0, []
    else:
        length, matches = _of_code(typed)
    answer = {"start": unit(code, place - length), "end": unit(code, place)}
    if isinstance(matches, str):
        return {**answer, "path": matches}
    return {**answer, "matches": matches}


def _of_code(typed):
    """(characters that are replaced, matches)"""
    line = typed.line()
    for pattern, candidates in ((_FROM_IMPORT, _members), (_IMPORT, _modules), (_FROM, _modules),
                                (_MAGIC, _magics)):
        if found := pattern.match(line):
            return candidates(found)
    word = typed.word
    before = typed.before[:len(typed.before) - len(word)].rstrip(" \t")
    matches = _Matches(word)
    if before.endswith("."):
        value = typed.resolve(expression_before(before, len(before) - 1))
        if value is not NOTHING:
            matches.add_attributes(value, names_of(value))
        return len(word), matches.found()
    if not word and before.endswith("[") and typed.brackets:
        for key in _keys(typed.resolve(expression_before(before, len(before) - 1))):
            matches.add(repr(key), "key")
        return 0, matches.found()
    _add_parameters(typed, matches)
    if word:
        _add_names(typed, matches)
    return len(word), matches.found()


def _add_parameters(typed, matches):
    function, given, _ = call_around(typed)
    if function is NOTHING or not typed.brackets or typed.brackets[-1][0] != "(":
        return
    signature = parameters_of(function)
    if signature is None or not _KEYWORD_PLACE.search(given):
        return
    used = set(re.findall(r"(\w+)\s*=(?!=)", given))
    for parameter in signature.parameters.values():
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY) \
                and parameter.name not in used:
            matches.add(f"{parameter.name}=", "parameter")


def _add_names(typed, matches):
    hidden = matches.typed.startswith("_")
    for name, value in list(__main__.__dict__.items()):
        if isinstance(name, str) and (hidden or not name.startswith("_")):
            matches.add(name, "", value)
    for name in keyword.kwlist + keyword.softkwlist:
        matches.add(name, "keyword")
    for name, value in vars(builtins).items():
        if hidden or not name.startswith("_"):
            matches.add(name, "", value)
    for name in sorted(set(re.findall(r"[^\W\d]\w+", typed.code[:200_000]))):
        if name != matches.typed:
            matches.add(name, "")


# ---- Imports

def _modules(found):
    path = found["path"]
    parent, _, last = path.rpartition(".")
    matches = _Matches(last)
    for name in sorted(_submodules(parent) if parent else _top_modules(), key=_last_if_hidden):
        if last.startswith("_") or not name.startswith("_"):
            matches.add(name, "module")
    return len(last), matches.found()


def _top_modules():
    names = set(sys.stdlib_module_names) | set(hooks.package_modules)
    names.update(module.name for module in pkgutil.iter_modules())
    names.update(name.partition(".")[0] for name in list(sys.modules))
    return names


def _submodules(package):
    paths = _paths_of(package)
    names = {module.name for module in pkgutil.iter_modules(paths)} if paths else set()
    prefix = package + "."
    names.update(name[len(prefix):] for name in list(sys.modules)
                 if name.startswith(prefix) and "." not in name[len(prefix):])
    return names


def _paths_of(package):
    module = sys.modules.get(package)
    if module is not None:
        paths = vars(module).get("__path__", ())
    else:
        spec = _spec(package)
        paths = (spec.submodule_search_locations or ()) if spec else ()
    return [path for path in paths if isinstance(path, str)]


def _spec(name):
    """Found without importing what is above it, and without loading a package for it."""
    parent, _, _last = name.rpartition(".")
    try:
        return importlib.machinery.PathFinder.find_spec(name, _paths_of(parent) if parent else None)
    except Exception:
        return None


def _members(found):
    name, typed = found["module"], found["path"]
    matches = _Matches(typed)
    module = sys.modules.get(name)
    if module is not None:
        matches.add_attributes(module, names_of(module))
    else:
        for member in sorted(_defined_in(name), key=_last_if_hidden):
            if typed.startswith("_") or not member.startswith("_"):
                matches.add(member)
    for member in sorted(_submodules(name)):
        matches.add(member, "module")
    return len(typed), matches.found()


def _defined_in(name):
    """What the source of a module that was not imported defines."""
    spec = _spec(name)
    origin = spec.origin if spec else None
    if not origin or not origin.endswith(".py") or origin.startswith("/mnt/"):
        return set()
    try:
        with open(origin, encoding="utf-8") as file:
            source = file.read(_LONGEST_SOURCE)
    except (OSError, ValueError):
        return set()
    return {first or second for first, second in _DEFINED.findall(source)}


def _magics(found):
    from . import magics

    typed = found["path"]
    matches = _Matches(typed)
    for name in magics.names(is_cell=typed.startswith("%%")):
        matches.add(name, "magic")
    return len(typed), matches.found()


# ---- Strings

def _of_string(typed):
    content = typed.before[typed.string:]
    if "\n" in content or "b" in typed.prefix:
        return 0, []
    keys = _Matches(content)
    for key in _keys_here(typed):
        if isinstance(key, str):
            keys.add(_escaped(key, typed), "key")
    found = keys.found()
    if found:
        return len(content), found
    return _of_path(typed, content)


def _escaped(key, typed):
    if "r" in typed.prefix:
        return key
    text = key.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
    return text.replace(typed.quote, "\\" + typed.quote) if len(typed.quote) == 1 else text


def _keys_here(typed):
    """Keys of what the string is a subscript of, or of the table whose method gets it."""
    for bracket, place in reversed(typed.brackets):
        owner = expression_before(typed.before, place)
        if not owner and bracket in "[(":
            continue  # a list or a tuple within
        value = typed.resolve(owner)
        if bracket == "[":
            return _keys(value)
        if bracket == "(":
            table = getattr(value, "__self__", NOTHING) if not isinstance(value, InstanceOf) else NOTHING
            return _keys(table) if _is_table(table) else ()
        return ()
    return ()


def _is_table(value):
    cls = type(value)
    return cls.__name__ in ("DataFrame", "Series") and is_known(cls)


def _keys(value):
    """The first thousand."""
    if isinstance(value, dict):
        return [key for key, _ in zip(dict.__iter__(value), range(1000))]
    cls = type(value)
    if not is_known(cls):
        return ()
    if cls.__name__ == "DataFrame":
        return [key for key, _ in zip(value.columns, range(1000))]
    if cls.__name__ == "Series" and cls.__module__.startswith("pandas"):
        return [key for key, _ in zip(value.index, range(1000))] if len(value) <= 10_000 else ()
    names = getattr(getattr(value, "dtype", None), "names", None) if cls.__name__ == "ndarray" else None
    return names or ()


def _of_path(typed, content):
    in_call = bool(typed.brackets) and typed.brackets[-1][0] == "("
    if "/" not in content and not in_call:
        return 0, []
    folder, slash, begun = content.rpartition("/")
    full = os.path.normpath(os.path.join(os.getcwd(), folder + slash or "."))
    if full == "/mnt" or full.startswith("/mnt/"):
        return len(begun), f"{full}/{begun}"  # the program knows better what is there
    matches = _Matches(begun)
    for name, is_folder in _entries(full):
        matches.add(name + "/" if is_folder else name, "folder" if is_folder else "file")
    return len(begun), matches.found()


def _entries(folder):
    try:
        with os.scandir(folder) as entries:
            found = [(entry.name, entry.is_dir(follow_symlinks=False))
                     for entry, _ in zip(entries, range(2000))]
    except OSError:
        return []
    return sorted(item for item in found if not item[0].startswith("."))
