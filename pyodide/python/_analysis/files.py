# SPDX-License-Identifier: MIT
"""Which files a program names, and which it opens without naming them."""

import ast
import functools
import posixpath
import re

from .catalogue import (ARGUMENT_METHODS, DELETE, FUNCTIONS, MOVERS, OPENERS, PATH_METHODS, READ, WRITE)
from .rules import LOOK, NOTE, REFUSED
from .syntax import UNKNOWN, walk

_MOUNTED = re.compile(r"/mnt/([a-z0-9_-]{1,32})(?:/(.*))?$", re.DOTALL)
_INSIDE = ("/session", "/tmp", "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/shm")
_SECRETS = re.compile(
    r"(?:^|[/\\])(?:\.env(?:\.\w+)?|\.?ssh|id_(?:rsa|dsa|ecdsa|ed25519)\S*|\.netrc|\.pgpass|\.aws|\.gnupg|"
    r"\.git-credentials|\.npmrc|\.pypirc|\.kube|\.docker|shadow|credentials(?:\.json)?|secrets?\.\w+|"
    r"[^/\\]*\.(?:pem|key|kdbx|pfx|p12))(?:$|[/\\])", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:https?|ftp|s3|gs|hdfs)://", re.IGNORECASE)
_IN_MEMORY = frozenset(("io.StringIO", "io.BytesIO", "tempfile.TemporaryFile",
                        "tempfile.NamedTemporaryFile", "tempfile.SpooledTemporaryFile"))
_WRITING = frozenset("wax+")
_WRITING_FLAGS = re.compile(r"O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)")


def check(nodes, names, report):
    place = _Place(nodes, names)
    mounted = [node for node in nodes[ast.Constant]
               if node.value.__class__ is str and node.value.startswith("/mnt/")]
    taken = set()
    for call in nodes[ast.Call]:
        for node, access in _accesses(call, names):
            if node is not None and mounted:
                taken.update(id(part) for part in walk(node) if part.__class__ is ast.Constant)
            _add(place, node, access, call, names, report)
    for node in mounted:
        # What becomes of it is not plain to see; which file it names is.
        if id(node) not in taken:
            found = _MOUNTED.match(node.value)
            if found and "\n" not in node.value and not _is_part(found, report):
                report.add_file(found[1], _normal(found[2] or ""), False)
                report.add("file-read", NOTE, node, (found[1], _normal(found[2] or "")))


def _is_part(found, report):
    """Whether it is the beginning of a path that is known already."""
    begin = found[2] or ""
    return any(mount == found[1] and path.startswith(begin) for mount, path in report.files)


class _Place:
    """Where relative names begin: in memory, unless the program goes elsewhere."""

    def __init__(self, nodes, names):
        moves = [call for call in nodes[ast.Call]
                 if names.function(call) in ("os.chdir", "contextlib.chdir", "os.fchdir")]
        self.folder = "/session"
        if len(moves) == 1 and moves[0].args:
            self.folder = names.path(moves[0].args[0]) or None
        elif moves:
            self.folder = None

    def absolute(self, path):
        """None: somewhere."""
        if path.startswith(("/", "~")) or re.match(r"[A-Za-z]:[\\/]|\\\\", path):
            return path
        return None if self.folder is None else posixpath.join(self.folder, path)


def _accesses(call, names):
    """(expression of the path, access) of everything that a call opens."""
    function = names.function(call)
    method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if function in OPENERS:
        if call.args and _is_file_object(call.args[0], names):
            return []
        return [(_argument(call, 0, "file", "filename", "name", "path"),
                 _access_of(call, OPENERS[function], names))]
    if function in MOVERS:
        return [(_argument(call, 0, "src"), READ if "copy" in function else WRITE),
                (_argument(call, 1, "dst"), WRITE)]
    if function in FUNCTIONS:
        if not call.args and not call.keywords and FUNCTIONS[function] == READ:
            return []
        return [(_argument(call, 0, "path", "file", "fname", "fp", "database", "filename"),
                 FUNCTIONS[function])]
    if method in ("open", "rename", "replace") and _is_path(call.func.value, names):
        if method == "open":
            return [(call.func.value, _access_of(call, 0, names))]
        return [(call.func.value, WRITE), (_argument(call, 0, "target"), WRITE)]
    if method in PATH_METHODS and (method not in ("glob", "touch", "mkdir", "unlink", "rmdir")
                                   or _is_path(call.func.value, names)):
        return [(call.func.value, PATH_METHODS[method])]
    if method in ARGUMENT_METHODS:
        return _accesses_by_argument(call, method, names)
    return []


def _accesses_by_argument(call, method, names):
    access = ARGUMENT_METHODS[method]
    node = _argument(call, 0, "path_or_buf", "path", "excel_writer", "fname", "filepath_or_buffer",
                     "io", "buf", "filename", "file")
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return []  # gives a text back
    if _is_file_object(node, names):
        return []  # which is in memory, or was opened where another finding says it
    path = names.path(node)
    if path is None and (method == "save" or isinstance(node, ast.Name)):
        # A file object or a writer as likely as a path, and those were opened before.
        is_bound = isinstance(node, ast.Name) and (node.id in names.values or node.id in names.opened)
        return [] if method == "save" or is_bound else [(node, access)]
    if path is not None and "\n" in path:
        return []  # the text itself is read
    return [(node, access)]


def _is_file_object(node, names):
    made = names.maker(node)
    return made in _IN_MEMORY or made in OPENERS


def _argument(call, at, *keywords):
    if len(call.args) > at:
        found = call.args[at]
        return None if isinstance(found, ast.Starred) else found
    return next((k.value for k in call.keywords if k.arg in keywords), None)


def _is_path(node, names):
    meant = names.dotted(node) or ""
    if meant.startswith("pathlib.") or meant.endswith((".parent", ".absolute()", ".resolve()")):
        return True
    return names.path(node) is not None or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))


def _access_of(call, at, names):
    mode = _argument(call, at, "mode", "flag", "flags")
    if mode is None:
        return READ
    text = names.text(mode)
    if isinstance(text, str):
        return WRITE if _WRITING & set(text) else READ
    if isinstance(mode, (ast.Attribute, ast.BinOp)):
        return WRITE if _WRITING_FLAGS.search(ast.unparse(mode)) else READ
    return WRITE


def _add(place, node, access, call, names, report):
    if isinstance(node, ast.Constant) and node.value.__class__ is int:
        return  # a descriptor
    path = names.path(node) if node is not None else None
    if path is not None and _ADDRESS.match(path):
        add_path(path, access, call, report, call.lineno)
        return
    whole = place.absolute(path) if path is not None else None
    if whole is None or whole.startswith(UNKNOWN):
        _add_unknown(access, call, report)
    else:
        add_path(whole, access, call, report, call.lineno)


def _add_unknown(access, call, report):
    if access == READ:
        report.reads_unknown = True
        report.add("file-unknown", NOTE, call, (READ,))
    else:
        report.writes_unknown = True
        report.add("file-unknown" if access == WRITE else "file-delete", NOTE if access == WRITE else LOOK,
                   call, (access if access == WRITE else "",))


def add_path(path, access, node, report, line):
    """A file with a known name; `node` when its place is known better than by its line."""
    def add(rule, severity, arguments):
        if node is None:
            report.add_line(rule, severity, line, arguments)
        else:
            report.add(rule, severity, node, arguments)

    if _ADDRESS.match(path):
        report.network = True
        add("network", REFUSED, (path,))
        return
    path = path.replace("\\", "/")
    normal = path if path.startswith("~") else _normal(path)
    if _is_secret(normal):
        add("file-secret", LOOK, (normal,))
    found = _MOUNTED.match(normal)
    if found:
        _add_mounted(found[1], found[2] or "", access, add, report)
        return
    if normal.startswith("/mnt/" + UNKNOWN) or normal == "/mnt":
        report.reads_unknown = True
        report.writes_unknown = report.writes_unknown or access != READ
        add("file-unknown", NOTE, (READ if access == READ else WRITE,))
        return
    if normal == UNKNOWN or any(normal == place or normal.startswith(place + "/") for place in _INSIDE):
        return
    if not normal.startswith(("/", "~")) and not re.match(r"[A-Za-z]:/", normal):
        return
    add("file-outside", LOOK, (normal,))


def _add_mounted(mount, path, access, add, report):
    report.add_file(mount, path, access != READ)
    if UNKNOWN in path:
        if access == READ:
            report.reads_unknown = True
        else:
            report.writes_unknown = True
    if access == DELETE:
        add("file-delete", LOOK, (mount, path))
    else:
        add("file-read" if access == READ else "file-write", NOTE, (mount, path))


@functools.lru_cache(1000)
def _is_secret(path):
    return _SECRETS.search(path) is not None


def _normal(path):
    if not path:
        return ""
    return posixpath.normpath(path)
