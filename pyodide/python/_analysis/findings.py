# SPDX-License-Identifier: MIT
"""Reads what a program would do from its text. It finds what is plain to see and much of what is
hidden; it cannot find everything, and nothing depends on it: the sandbox protects."""

import ast
import hashlib
import warnings

from _glovebox import cell, nesting, notebook

from . import behaviour, characters, commands, files, uses
from .report import Report
from .rules import NOTE
from .syntax import Known, Names, collect, parse

# Top-level modules that can be imported without installing: name of the package that has them.
bundled = {}

_LARGE_LINES, _LARGE_CHARACTERS = 2000, 100_000
_KINDS = (ast.Import, ast.ImportFrom, ast.Call, ast.Attribute, ast.Name, ast.Constant, ast.Assign,
          ast.AnnAssign, ast.AugAssign, ast.NamedExpr, ast.Delete, ast.While, ast.For, ast.AsyncFor,
          ast.BinOp, ast.Subscript, ast.withitem, ast.arg)


# What names stand for after a row of programs, by the digest of that row: most were read already,
# when they were asked themselves.
_known = {}
_MAX_KEPT = 400


def findings(code, packages=(), earlier=()):
    """The report on `code` as FindingReport::fromJson reads it. `packages` are installed for it,
    `earlier` are the programs that ran before in the same interpreter, oldest first."""
    digest, before = _after(earlier)
    report = Report(code)
    characters.check(code, report.add_span)
    if report.lines > _LARGE_LINES or len(code) > _LARGE_CHARACTERS:
        report.add("large-code", NOTE, None, (f"{report.lines}",))
    text = commands.read_cell(cell.with_unix_lines(code), report)
    trees = _parsed(text, report)
    if trees is not None:
        names = _read(trees, report, packages, before)
        _keep(_digest(digest, code), names.after())
    return report.to_json()


def _after(codes):
    """(digest, Known) of a row of programs."""
    digest, known = b"", Known()
    for code in codes:
        digest = _digest(digest, code)
        if digest not in _known:
            nothing = Report("")
            trees = _parsed(commands.read_cell(cell.with_unix_lines(code), nothing), nothing)
            _keep(digest, known if trees is None else Names(collect(trees, _KINDS), known).after())
        known = _known[digest]
    return digest, known


def _digest(before, code):
    return hashlib.sha256(before + code.encode("utf-8", "replace")).digest()


def _keep(digest, known):
    _known[digest] = known
    while len(_known) > _MAX_KEPT:
        del _known[next(iter(_known))]


def _parsed(text, report):
    try:
        # As the run itself does it: what it refuses never begins.
        text = notebook.to_python(text)
        nesting.check(text)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return parse(text)
    except RecursionError:
        report.add("too-deep", NOTE, None, ())
    except (SyntaxError, ValueError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        report.add_line("syntax-error", NOTE, line or 1, (str(getattr(error, "msg", error)),))
    return None


def _read(trees, report, packages, before):
    nodes = collect(trees, _KINDS)
    names = Names(nodes, before)
    commands.check(nodes, names, report)
    uses.check(nodes, names, report, {*bundled, *packages}, packages)
    files.check(nodes, names, report)
    behaviour.check(nodes, names, report)
    return names
