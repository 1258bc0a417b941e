# SPDX-License-Identifier: MIT
"""The documents lead where they say, and say the same in both languages."""
import os
import re
import unittest
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
    """(English, Japanese) for every guide and the tour."""
    for page in sorted((ROOT / "docs/guides/en").glob("*.md")):
        yield page, ROOT / "docs/guides/ja" / page.name
    yield ROOT / "docs/tour.en.md", ROOT / "docs/tour.ja.md"


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

    def test_every_guide_is_named_in_the_readme(self):
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        missing = [str(page.relative_to(ROOT)) for pair in pairs() for page in pair
                   if f"({page.relative_to(ROOT)})" not in readme]
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
