#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sorts a target's sources into batches that can be compiled as one file each.

    batches.py MOST SOURCE …      prints one line per batch: its sources, separated by ;

Compiling many sources as one is quicker, as all of them read the same headers. It changes what a program means only where
a name that one source keeps to itself (in an unnamed namespace, static, a constant, a macro) is also a name in another.
Two such sources never come into one batch. Names are compared as words, whatever they stand for, so that no C++ needs to
be understood: what is separated needlessly costs a second.
"""
import re
import sys
from pathlib import Path

WORD = re.compile(r"[A-Za-z_]\w*")
# Comments, raw and other strings, characters. A digit before ' is a separator of thousands.
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(?P<end>[^(\s]*)\(.*?\)(?P=end)"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Za-z])\'(?:\\.|[^\'\\\n])+\'', re.S)
# At the level of a namespace, these begin what other sources do not see, or see only through a header.
KEPT = re.compile(r"\s*(?:\[\[.*?\]\]\s*)*(?:template\b|static\b|constexpr\b|constinit\b|const\b|struct\b|class\b|enum\b|using\b|typedef\b|concept\b)")

# GCC 14 crashes on these where they are included by another file (a nested class with a member whose type is unnamed).
ALONE = {"codeboxapi.cpp"}


def declared(head):
    """The name that a declaration introduces, from the text before its body or value."""
    head = re.sub(r"^\s*template\s*<", "<", head)
    depth = 0
    plain = []
    for char in head: # without the arguments of templates
        if char == "<":
            depth += 1
        elif char == ">" and depth:
            depth -= 1
        elif not depth:
            plain.append(char)
    head = "".join(plain)
    if re.match(r"\s*using\b", head):
        return set(re.findall(r"^\s*using\s+(\w+)\s*=", head)) # not what only repeats a name
    head = re.split(r"(?<!operator)=", head)[0]
    macro = re.match(r"\s*Q_[A-Z_]+\s*\(\s*(\w+)[^()]*\)", head)
    if macro: # it may stand without a semicolon
        return {macro.group(1)} | declared(head[macro.end():])
    kind = re.match(r"\s*(?:struct|class|enum(?:\s+(?:class|struct))?|concept)\s+(\w+)", head)
    if kind:
        return {kind.group(1)}
    call = re.search(r"(\w+)\s*\(", head)
    if call:
        return {call.group(1)}
    words = WORD.findall(re.split(r"[=\[{]", head)[0])
    return {words[-1]} if words else set()


def kept(code):
    """Names that the source keeps to itself."""
    names = set(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", code, re.M))
    code = re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", "", code, flags=re.M)
    scopes = [] # of each open brace: whether it is a namespace, and an unnamed one
    head = ""
    for char in code:
        inside = not scopes or scopes[-1] != "body"
        if char == "{":
            if not inside:
                scopes.append("body")
            elif re.search(r"\bnamespace(?:\s+[\w:]+)?\s*$", head) or re.match(r"\s*extern\s*$", head):
                unnamed = re.search(r"\bnamespace\s*$", head) or "unnamed" in scopes
                scopes.append("unnamed" if unnamed else "named")
            else:
                if "unnamed" in scopes or KEPT.match(head):
                    if "::" not in head.split("(")[0] or "unnamed" in scopes:
                        names |= declared(head)
                scopes.append("body")
                continue # its head is kept: a value in braces ends with a semicolon
            head = ""
        elif char == "}":
            if scopes and scopes.pop() == "body":
                if not scopes or scopes[-1] != "body":
                    head = ""
            else:
                head = ""
        elif inside:
            if char == ";":
                if "unnamed" in scopes or KEPT.match(head):
                    names |= declared(head)
                head = ""
            else:
                head += char
    return names


class Source:
    def __init__(self, path):
        self.path = path
        code = NOT_CODE.sub(" ", Path(path).read_text(encoding="utf-8"))
        self.kept = kept(code)
        self.words = set(WORD.findall(code))

    def bears(self, other):
        if ALONE & {Path(self.path).name, Path(other.path).name}:
            return False
        return not (self.kept & other.words or other.kept & self.words)


def batches(sources, most):
    made = []
    for source in sources:
        for batch in made:
            if len(batch) < most and all(source.bears(other) for other in batch):
                batch.append(source)
                break
        else:
            made.append([source])
    return made


def main(most, paths):
    for batch in batches([Source(path) for path in paths], int(most)):
        print(";".join(source.path for source in batch))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
