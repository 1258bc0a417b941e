# SPDX-License-Identifier: MIT
"""Lines that only notebooks know (%magics, !commands, name?) become Python. What is Python stays
as it is: where a line begins is found by the tokenizer, and every line keeps its number."""

import ast
import re
import tokenize

# A cheap look: hardly any code has such a line.
_CANDIDATE = re.compile(r"^\s*(?:[%!?]|.*=\s*[%!]\w)|\?\s*$", re.MULTILINE)
_CELL = re.compile(r"\s*%%(?P<name>\w+)[ \t]*(?P<args>[^\n]*)\n?")
_MAGIC = re.compile(r"%(?P<name>\w+)(?:\s+(?P<args>.*))?$", re.DOTALL)
_HELP = re.compile(r"\s*(?:\?{1,2}\s*([\w.]+)|([\w.]+)\s*\?{1,2})\s*$")
ENTRY = "__glovebox__"


def cell_magic(code):
    """(name, arguments, body) of a cell that begins with %%name; the body keeps its line numbers.
    None for any other code."""
    found = _CELL.match(code)
    if not found:
        return None
    return found["name"], found["args"].strip(), "\n" * found[0].count("\n") + code[found.end():]


def to_python(code):
    """`code` with the notebook's own lines replaced."""
    if not any(mark in code for mark in "%!?") or not _CANDIDATE.search(code):
        return code
    lines = code.split("\n")
    out = []
    at = 0
    while at < len(lines):
        count, text = _next(lines, at)
        if text is None:
            out += lines[at:at + count]
        else:
            out.append(text + "\n" * (count - 1 - text.count("\n")))
        at += count
    return "\n".join(out)


def _next(lines, at):
    """(number of lines, what replaces them or None) of what begins in line `at`."""
    line = lines[at]
    stripped = line.strip()
    if not stripped or stripped.startswith("#"):
        return 1, None
    indent = line[:len(line) - len(line.lstrip())]
    if stripped[0] in "%!?":
        count, text = _continued(lines, at)
        replaced = _statement(text.strip())
        return count, None if replaced is None else indent + replaced
    asked = _HELP.match(line)
    if asked:
        return 1, indent + _call("help", asked[1] or asked[2])
    return _logical_line(lines, at)


def _continued(lines, at):
    """A line and those that a backslash joins to it."""
    parts = []
    count = 0
    while at + count < len(lines):
        line = lines[at + count]
        count += 1
        if not line.endswith("\\"):
            return count, "".join([*parts, line])
        parts.append(line[:-1])
    return count, "".join(parts)


def _logical_line(lines, at):
    """A statement of Python: how many lines it takes, and its new text when it assigns what a
    magic or a command gives."""
    rest = iter(f"{line}\n" for line in lines[at:])
    before = None
    depth = 0
    try:
        for token in tokenize.generate_tokens(lambda: next(rest, "")):
            if token.type == tokenize.NEWLINE:
                return token.end[0], None
            if token.type == tokenize.OP and token.string in "([{":
                depth += 1
            elif token.type == tokenize.OP and token.string in ")]}":
                depth -= 1
            if before == "=" and depth == 0 and token.string in ("%", "!"):
                return _assignment(lines, at, token)
            if not token.string.isspace():
                before = token.string
    except (tokenize.TokenError, SyntaxError, ValueError):
        return len(lines) - at, None  # the compiler says what is wrong
    return len(lines) - at, None


def _assignment(lines, at, token):
    row = at + token.start[0] - 1
    count, text = _continued(lines, row)
    head = lines[row][:token.start[1]]
    value = _expression(text[token.start[1]:].strip())
    if value is None:
        return len(lines) - at, None
    inside = lines[at:row] + [head + value]
    return token.start[0] - 1 + count, "\n".join(inside)


def _statement(text):
    if text.startswith("!!"):
        return _call("getoutput", text[2:])
    if text.startswith("!"):
        return _call("system", text[1:])
    asked = _HELP.match(text)
    if asked:
        return _call("help", asked[1] or asked[2])
    found = _MAGIC.match(text)
    if found and found["name"] == "time" and found["args"]:
        return _timed(found["args"])
    return _expression(text)


def _expression(text):
    if text.startswith("!"):
        return _call("getoutput", text[1:])
    found = _MAGIC.match(text)
    if not found:
        return None
    if found["name"] == "time" and found["args"]:
        return _timed(found["args"])
    return _call("line", found["name"], found["args"] or "")


def _timed(statement):
    """The statement itself stands in the code, so that it may await and assign."""
    try:
        compile(statement, "", "eval", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except SyntaxError:
        return f"with {ENTRY}.timing(): {statement}"
    return f"{ENTRY}.timed({ENTRY}.tick(), {statement.rstrip(';')})"


def _call(method, *arguments):
    return f"{ENTRY}.{method}({', '.join(map(repr, arguments))})"


def shell():
    """What get_ipython() gives."""
    from . import magics

    return magics.SHELL
