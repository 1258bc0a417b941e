# SPDX-License-Identifier: MIT
"""What was found, with its places, and how it is handed over."""

import bisect
import collections
import re

from .rules import LOOK, NOTE, REFUSED, RULES

MAX_FINDINGS = 150
# Of one rule: a flood of one kind must not hide another.
_MAX_OF_RULE = 20
_MAX_LISTED = 200
_MAX_TEXT, _MAX_EXCERPT = 200, 120
_MAX_PATH = 1000
_LINE_END = re.compile(r"\r\n|\r|\n")
_LOUDNESS = {REFUSED: 0, LOOK: 0, NOTE: 1}


class Report:
    def __init__(self, code):
        self.code = code
        self.rows = code.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self.lines = len(self.rows) - (1 if self.rows[-1] == "" else 0)
        self.found = []
        self.left = 0
        self.files = {}
        self.imports = {}
        self.packages = {}
        self.reads_unknown = self.writes_unknown = self.network = False
        self._seen = set()
        self._count = collections.Counter()
        self._begins = None  # of lines, in the code itself

    def add(self, rule, severity, node, arguments=()):
        """`node` of the syntax tree, whose columns count bytes; None means the whole code."""
        if node is None:
            return self._add(rule, severity, (1, 0, 1, 0), arguments)
        line, end = node.lineno, node.end_lineno or node.lineno
        return self._add(rule, severity, (line, self._units(line, node.col_offset),
                                          end, self._units(end, node.end_col_offset or 0)), arguments)

    def add_line(self, rule, severity, line, arguments=()):
        line = min(max(line, 1), len(self.rows))
        self._add(rule, severity, (line, 0, line, _units(self.rows[line - 1])), arguments)

    def add_span(self, rule, severity, start, end, arguments=()):
        """Positions in the code itself."""
        if self._begins is None:
            self._begins = [0, *(end.end() for end in _LINE_END.finditer(self.code))]
        line = bisect.bisect_right(self._begins, start)
        column = _units(self.code[self._begins[line - 1]:start])
        self._add(rule, severity, (line, column, line, column + _units(self.code[start:end])), arguments)

    def is_full(self, rule):
        """One more of this rule would only be counted."""
        return self._count[rule] >= _MAX_OF_RULE

    def _units(self, line, byte_column):
        """UTF-16 units before a column in bytes of UTF-8."""
        if line > len(self.rows):
            return 0
        row = self.rows[line - 1]
        if row.isascii():
            return min(byte_column, len(row))
        return _units(row.encode("utf-8", "replace")[:byte_column].decode("utf-8", "ignore"))

    def _add(self, rule, severity, place, arguments):
        key = (rule, place[0], arguments)
        if key in self._seen:
            return
        self._count[rule] += 1
        if self._count[rule] > _MAX_OF_RULE:
            self.left += 1
            return
        self._seen.add(key)
        group, kind = RULES[rule]
        line, column, end_line, end_column = place
        self.found.append({
            "rule": rule, "group": group, "kind": kind, "severity": severity,
            "line": line, "column": column, "end_line": end_line, "end_column": end_column,
            "excerpt": _short(self.rows[line - 1][:1000].strip(), _MAX_EXCERPT) if rule not in _WHOLE
            else "",
            "arguments": [_short(str(argument), _MAX_TEXT) for argument in arguments],
        })

    def add_file(self, mount, path, written):
        key = (mount, path)
        if key in self.files or len(self.files) < _MAX_LISTED:
            self.files[key] = written or self.files.get(key, False)
        elif written:
            self.writes_unknown = True
        else:
            self.reads_unknown = True

    def to_json(self):
        # A note makes room for what is worth a look.
        self.found.sort(key=lambda finding: (_LOUDNESS[finding["severity"]], finding["line"]))
        kept = self.found[:MAX_FINDINGS]
        self.left += len(self.found) - len(kept)
        kept.sort(key=lambda finding: (finding["line"], finding["column"]))
        return {
            "state": "complete",
            "findings": kept,
            "files": [{"mount": mount, "path": _short(path, _MAX_PATH), "written": written}
                      for (mount, path), written in self.files.items()],
            "reads_unknown": self.reads_unknown,
            "writes_unknown": self.writes_unknown,
            "packages": _listed(self.packages),
            "imports": _listed(self.imports),
            "network": self.network,
            "lines": self.lines,
            "left": self.left,
        }


_WHOLE = frozenset(("large-code", "too-deep"))


def _units(text):
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _short(text, most):
    text = text.encode("utf-8", "replace").decode()  # what code makes need be no Unicode
    if _units(text) <= most:
        return text
    while _units(text) > most - 1:
        text = text[:-max(1, (_units(text) - most) // 2)]
    return text + "…"


def _listed(names):
    return [_short(name, _MAX_TEXT) for name in list(names)[:_MAX_LISTED]]
