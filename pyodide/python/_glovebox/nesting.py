# SPDX-License-Identifier: MIT
"""Tells code that nests so deeply that CPython's compiler would use up the worker's stack, which
ends the whole interpreter, from all other code."""

import io
import re
import tokenize

# The engine's workers are known to stand 700, and not to stand 900.
MAX_DEPTH = 500
# What a cheap look counts: everything that can put one expression into another; and where a
# statement or an element is over.
_STEP = re.compile(
    r"(?P<over>,|(?<![-+*/%&|^<>=.(\[{\\\s])[ \t]*\n(?![ \t]*(?:[-+~*/%@&|^<>=.)\]}]"
    r"|(?:and|or|if|else|not|in|is|for)\b)))"
    r"|[-+~*/%@&|^<>=.(\[{]|\b(?:not|lambda|await|if|and|or|in|is|for)\b")
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
# Operators whose operands lie beside one another, however many there are.
_FLAT = frozenset(("and", "or", "in", "is", "<", ">", "==", "!=", "<=", ">="))
_SUM = frozenset(("+", "-", "|", "&", "^", "<<", ">>"))
_INNER = frozenset(("*", "/", "//", "%", "@", "**", ".", "~", "await"))
_OUTER = frozenset(("not", "lambda", "if"))
_WORDS = frozenset(("and", "or", "in", "is", "await", "not", "lambda", "if", "else", "return"))


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
    # A comma ends all steps, and each takes a character.
    return any(_has_many_steps(part) for part in code.split(",") if len(part) > MAX_DEPTH)


def _has_many_steps(text):
    steps = 0
    for found in _STEP.finditer(text):
        steps = 0 if found["over"] else steps + 1
        if steps > MAX_DEPTH:
            return True
    return False


class _Level:
    """What stands within one pair of brackets, or in a statement outside of all brackets."""

    def __init__(self):
        self.deepest = 0  # of the elements before the last comma
        self.restart()

    def restart(self):
        self.outer = self.sums = self.inner = self.deepest_inner = 0

    def depth(self):
        return self.outer + self.sums + self.deepest_inner

    def end_element(self):
        self.deepest = max(self.deepest, self.depth())
        self.restart()

    def step_in(self, below=0):
        self.inner += 1
        self.deepest_inner = max(self.deepest_inner, self.inner + below)

    def operator(self, text, is_prefix):
        if text in _FLAT:
            self.deepest = max(self.deepest, self.depth())
            self.sums = self.inner = self.deepest_inner = 0
        elif text in _OUTER:
            self.outer += 1
        elif text in _SUM and not is_prefix:
            self.sums += 1
            self.inner = 0
        elif text in _INNER or text in _SUM:
            self.step_in()


def _depth(code):
    """About how deep the syntax tree of the deepest statement is."""
    deepest = branches = 0
    levels = [_Level()]
    after_operand = False
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            text, level = token.string, levels[-1]
            if text == "elif":
                branches += 1
            elif text in ("else", "def", "class", "while"):
                branches = 0
            if token.type == tokenize.NEWLINE or text == ",":
                level.end_element()
            elif text in _OPENING:
                levels.append(_Level())
            elif text in _CLOSING and len(levels) > 1:
                level.end_element()
                levels.pop()
                levels[-1].step_in(level.deepest)
            else:
                level.operator(text, not after_operand)
            deepest = max(deepest, branches, level.deepest, level.depth())
            if deepest > MAX_DEPTH:
                break
            after_operand = text in _CLOSING or (text not in _WORDS and
                                                 token.type not in (tokenize.OP, tokenize.NL))
    except (tokenize.TokenError, SyntaxError, ValueError):
        return deepest  # the compiler says what is wrong
    return deepest
