#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what every library and program links with the table in ARCHITECTURE.md."""

import re
import sys


def allowed(markdown: str) -> dict[str, set[str]]:
    """Rows `| folder | `target` | links |` below the heading "Who may link what"."""
    section = markdown.split("## Who may link what", 1)[1].split("\n## ", 1)[0]
    table = {}
    for line in section.splitlines():
        cells = [c.strip() for c in line.strip().strip("|").split("|")]
        if len(cells) < 3 or not cells[1].startswith("`"):
            continue
        for target in re.findall(r"`([^`]+)`", cells[1]):
            table[target] = set(re.findall(r"`([^`]+)`", cells[2]))
    return table


def actual(text: str) -> dict[str, set[str]]:
    links = {}
    for line in text.splitlines():
        name, *libraries = line.split()
        short = [l.removeprefix("glovebox_") for l in libraries]
        key = name.removeprefix("glovebox_")
        links[key] = set(short)
    return links


def problems(table: dict[str, set[str]], links: dict[str, set[str]]) -> list[str]:
    found = []
    for target, libraries in sorted(links.items()):
        if target not in table:
            found.append(f"{target}: not in the table of ARCHITECTURE.md")
            continue
        for library in sorted(libraries - table[target]):
            found.append(f"{target} links {library}, which the table does not allow")
    for target in sorted(table.keys() - links.keys()):
        found.append(f"{target}: in the table, but there is no such target")
    return found


def self_test() -> int:
    table = allowed("## Who may link what\n| folder | target | links |\n|---|---|---|\n"
                    "| `app/base/` | `base` | `Qt6::Core` |\n| `app/mcp/` | `mcp` | `base` |\n")
    good = actual("glovebox_base Qt6::Core\nglovebox_mcp glovebox_base\n")
    bad = actual("glovebox_base Qt6::Core\nglovebox_mcp glovebox_base Qt6::Network\n")
    missing = actual("glovebox_base Qt6::Core\n")
    ok = (not problems(table, good) and len(problems(table, bad)) == 1
          and len(problems(table, missing)) == 1)
    print("self-test", "passed" if ok else "FAILED")
    return 0 if ok else 1


def main() -> int:
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    markdown, links = (open(p, encoding="utf-8").read() for p in sys.argv[1:3])
    found = problems(allowed(markdown), actual(links))
    print("\n".join(found) or "every link is allowed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
