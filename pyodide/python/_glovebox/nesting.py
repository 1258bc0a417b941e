# SPDX-License-Identifier: MIT
"""Tells code that nests so deeply that CPython's compiler would use up the worker's stack, which
ends the whole interpreter, from all other code."""

import io
import re
import tokenize

MAX_DEPTH = 1500
# What a cheap look counts: everything that can put one expression into another; and where a
# statement or an element is over.
_STEP = re.compile(
    r"(?P<over>,|(?<![-+*/%&|^<>=.(\[{\\\s])[ \t]*\n(?![ \t]*(?:[-+~*/%@&|^<>=.)\]}]"
    r"|(?:and|or|if|else|not|in|is|for)\b)))"
    r"|[-+~*/%@&|^<>=.(\[{]|\b(?:not|lambda|await|if|and|or|in|is|for)\b")
_WORDS = frozenset(("not", "lambda", "await", "if", "and", "or", "in", "is", "for"))
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


def check(code):
    """Raises RecursionError for code that must not be given to the compiler."""
    # Tokens cost more than a search, and hardly any code has as many steps in one place.
    if _may_be_deep(code) and _depth(code) > MAX_DEPTH:
        raise RecursionError(
            f"The code nests more than {MAX_DEPTH} expressions or elif branches into one another, "
            "which is more than Python can compile here. Build such values in a loop, or read "
            "them from a file.")


def _may_be_deep(code):
    if code.count("elif") > MAX_DEPTH:
        return True
    steps = 0
    for found in _STEP.finditer(code):
        steps = 0 if found["over"] else steps + 1
        if steps > MAX_DEPTH:
            return True
    return False


def _depth(code):
    """An upper bound for the nesting of the deepest statement's syntax tree."""
    deepest = branches = 0
    levels = [0]  # steps within each open bracket since its last comma
    total = 0  # sum of the above
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            text = token.string
            if token.type == tokenize.NEWLINE:
                levels, total = [0], 0
            elif text == "elif":
                branches += 1
                deepest = max(deepest, branches)
            elif text == ",":
                total -= levels[-1]
                levels[-1] = 0
            elif text in _OPENING:
                levels[-1] += 1
                levels.append(0)
                total += 1
            elif text in _CLOSING and len(levels) > 1:
                total -= levels.pop()
            elif token.type == tokenize.OP or text in _WORDS:
                levels[-1] += 1
                total += 1
            deepest = max(deepest, total)
            if deepest > MAX_DEPTH:
                break
            if text in ("else", "def", "class", "while"):
                branches = 0
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass  # the compiler says what is wrong, if it is not reached by depth first
    return deepest
