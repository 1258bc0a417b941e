# SPDX-License-Identifier: MIT
"""The documents lead where they say, and say the same in both languages."""
import os
import re
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(os.environ["GLOVEBOX_SOURCE_DIR"])
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def documents():
    """Every page that is ours: not what was fetched or built."""
    yield from ROOT.glob("*.md")
    for folder in ("docs", "installer", "resources", "translations"):
        yield from (ROOT / folder).rglob("*.md")


def links(page):
    return [link for link in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8")))
            if not re.match(r"[a-z]+:", link)]


def pairs():
    """(English, Japanese) for every guide, the tour and the first page."""
    for page in sorted((ROOT / "docs/guides/en").glob("*.md")):
        yield page, ROOT / "docs/guides/ja" / page.name
    yield ROOT / "docs/tour.en.md", ROOT / "docs/tour.ja.md"
    yield ROOT / "README.md", ROOT / "README.ja.md"


# Of other programs.
OTHERS_WAYS = {"MCP Servers → Configure"}


def shown_words(language):
    """What menus, buttons and pages say: texts of the catalogue without the marks of keys and dialogs."""
    def plain(text):
        return re.sub(r"\(&.\)|&|…$| %1$", "", text)
    catalogue = ElementTree.parse(ROOT / "translations/glovebox_ja.ts").getroot()
    return {plain(message.findtext("source" if language == "en" else "translation") or "")
            for message in catalogue.iter("message")}


class Documents(unittest.TestCase):
    def test_every_link_leads_to_a_file(self):
        broken = [f"{page.relative_to(ROOT)}: {link}" for page in documents() for link in links(page)
                  if link.split("#")[0] and not (page.parent / unquote(link.split("#")[0])).exists()]
        self.assertEqual(broken, [])

    def test_every_guide_is_there_in_both_languages_with_the_same_parts(self):
        english = {page.name for page in (ROOT / "docs/guides/en").glob("*.md")}
        japanese = {page.name for page in (ROOT / "docs/guides/ja").glob("*.md")}
        self.assertEqual(english, japanese)
        for one, other in pairs():
            with self.subTest(one.name):
                self.assertEqual(self.shape(one), self.shape(other))

    def shape(self, page):
        """What both languages must have alike: headings by level, code blocks, rows of tables."""
        text = page.read_text(encoding="utf-8")
        plain = CODE.sub("", text)
        return ([len(level) for level in re.findall(r"^(#+) ", plain, re.MULTILINE)],
                [re.sub(r'"[^"]*"', '""', block) for block in CODE.findall(text)],
                len(re.findall(r"^\|", plain, re.MULTILINE)))

    def test_ways_through_menus_are_in_the_program(self):
        """Of each `A → B` in a guide, both words are the program's own in that language."""
        for page in [page for pair in pairs() for page in pair]:
            said = page.read_text(encoding="utf-8")
            words = shown_words("ja" if "/ja/" in str(page) or page.name.endswith(".ja.md") else "en")
            for way in re.findall(r"[*［]([^*［］\n]+ → [^*［］\n]+)[*］]", said):
                if way not in OTHERS_WAYS:
                    with self.subTest(page=page.name, way=way):
                        self.assertEqual([word for word in way.split(" → ") if word not in words], [])

    def test_commands_take_the_options_that_are_written(self):
        """Options beside `glovebox` in text and examples are in the man pages, which a test compares with --help."""
        manual = "".join(page.read_text(encoding="utf-8").replace("\\-", "-")
                         for page in (ROOT / "installer/linux/man").glob("*.1"))
        for page in [page for pair in pairs() for page in pair]:
            said = page.read_text(encoding="utf-8")
            for command in re.findall(r"(?:^|`|; )(glovebox(?:-bridge)? [^`#\n]*)", said, re.MULTILINE):
                for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", command):
                    with self.subTest(page=page.name, command=command):
                        self.assertTrue(option in manual, option)

    def test_every_guide_is_named_in_the_readme(self):
        for readme in (ROOT / "README.md", ROOT / "README.ja.md"):
            said = readme.read_text(encoding="utf-8")
            missing = [str(page.relative_to(ROOT)) for pair in pairs() for page in pair
                       if page != readme and f"({page.relative_to(ROOT)})" not in said]
            self.assertEqual(missing, [], readme.name)


if __name__ == "__main__":
    unittest.main()
