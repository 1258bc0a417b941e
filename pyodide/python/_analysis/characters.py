# SPDX-License-Identifier: MIT
"""What the text itself hides, whatever it means: characters that are not seen, that turn the order
of others around or look like others, and code far to the right of the screen."""

import io
import itertools
import keyword
import re
import tokenize
import unicodedata

from .rules import LOOK

_DIRECTION = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_INVISIBLE = ("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u2060-\u2064\u206a-\u206f"
              "\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f\U000e0100-\U000e01ef")
# Joiners belong to emoji and to some scripts; between Latin letters they only hide.
_JOINER = r"(?<=[!-~])[\u200c\u200d](?=[!-~])"
_SEEN_BY_NOBODY = re.compile(f"(?P<direction>[{_DIRECTION}])|(?P<invisible>[{_INVISIBLE}]|{_JOINER})")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f\x80-\x9f\u2028\u2029]|\r(?!\n)")
# The screen ends before that many spaces do.
_MANY_BLANKS = " " * 80
_HIDDEN_TAIL = re.compile(r"(?<=\S)[ \t]{80,}(?=[^\s#])")
# From the beginning of a word only: a long one is not looked at from each of its letters.
_WORD_BEYOND_ASCII = re.compile(r"(?<!\w)[0-9A-Za-z_]*[^\W\x00-\x7f]\w*")
# Letters that nobody can tell from a Latin one.
_LIKE_LATIN = dict(zip(
    "АВЕЅІЈКМНОРСТХУаеѕіјорсухһԁԛԝѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧοіӏɡɑⅼ",
    "ABESIJKMHOPCTXYaesijopcyxhdqwvABEZHIKMNOPTYXoilgal", strict=True))


def check(text, add):
    """Calls `add(rule, severity, start, end, arguments)` with positions in `text`."""
    if _MANY_BLANKS in text or "\t" in text:
        for found in _first(_HIDDEN_TAIL.finditer(text)):
            add("hidden-tail", LOOK, found.start(), found.end() + 1, ())
    for found in _first(_CONTROL.finditer(text)):
        add("control-character", LOOK, found.start(), found.end(), (_code(found[0]),))
    if text.isascii():
        return
    for found in _first(_SEEN_BY_NOBODY.finditer(text, 1 if text.startswith("\ufeff") else 0)):
        rule = "direction-character" if found["direction"] else "invisible-character"
        add(rule, LOOK, found.start(), found.end(), (_code(found[0]),))
    _check_words(text, add)


def _first(found):
    """More of the same say nothing more, and would take their time."""
    return itertools.islice(found, 500)


def _code(character):
    return f"U+{ord(character):04X}"


def _check_words(text, add):
    meant = {}
    suspects = []
    for found in _WORD_BEYOND_ASCII.finditer(text):
        word = found[0]
        if word not in meant:
            meant[word] = _looks_like(word)
        if meant[word]:
            suspects.append(found)
    # Prose may mix what it likes.
    names = _names(text) if suspects else frozenset()
    for found in _first(suspects):
        if names is None or found[0] in names:
            add("look-alike", LOOK, found.start(), found.end(), (found[0], meant[found[0]]))


def _looks_like(word):
    """The Latin word that `word` is taken for; "" when it is no disguise."""
    plain = "".join(_LIKE_LATIN.get(c, c) for c in word)
    plain = "".join(unicodedata.normalize("NFKC", c) if ord(c) > 0x7f else c for c in plain)
    if not plain.isascii() or not plain.isidentifier():
        return ""
    # All of it written in another script may be a word of that script: "сор". Known names are not.
    is_mixed = any(c.isascii() and c.isalpha() for c in word)
    is_styled = all(unicodedata.normalize("NFKC", c) != c for c in word if ord(c) > 0x7f)
    known = plain in _KNOWN or keyword.iskeyword(plain)
    return plain if is_mixed or is_styled or known else ""


_KNOWN = frozenset(("eval", "exec", "compile", "open", "input", "print", "os", "sys", "import", "getattr",
                    "a", "c", "e", "o", "p", "x", "y",
                    "scope", "copy", "pass", "socket"))


def _names(text):
    """Every name in the code as it is written; None when its end cannot be found."""
    try:
        tokens = tokenize.generate_tokens(io.StringIO(text.removeprefix("\ufeff")).readline)
        return {token.string for token in tokens if token.type in (tokenize.NAME, tokenize.ERRORTOKEN)}
    except (tokenize.TokenError, SyntaxError, ValueError):
        return None
