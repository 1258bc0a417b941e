#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every visible string of app/ and ui/ is translated, with the same placeholders."""

import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

PLACEHOLDER = re.compile(r"%(?:L?\d+|n)")


def texts(translation: xml.Element) -> list[str]:
    forms = translation.findall("numerusform")
    return [form.text or "" for form in forms] if forms else [translation.text or ""]


def problems(root: xml.Element, plurals_only: bool) -> list[str]:
    found = []
    for context in root.iter("context"):
        name = context.findtext("name")
        for message in context.iter("message"):
            source = message.findtext("source") or ""
            translation = message.find("translation")
            kind = translation.get("type", "")
            if kind in ("obsolete", "vanished"):
                continue
            if plurals_only and message.get("numerus") != "yes":
                continue
            where = f"{name}: “{source}”"
            if kind == "unfinished" or not all(texts(translation)):
                found.append(f"{where} is not translated")
                continue
            # A form for exactly one may leave the number out.
            wanted = set(PLACEHOLDER.findall(source)) - {"%n"}
            for text in texts(translation):
                if set(PLACEHOLDER.findall(text)) - {"%n"} != wanted:
                    found.append(f"{where}: placeholders differ in “{text}”")
    return found


def check(lupdate: str, source: Path) -> list[str]:
    found = []
    for language, plurals_only in (("en", True), ("ja", False)):
        committed = source / "translations" / f"glovebox_{language}.ts"
        with tempfile.TemporaryDirectory() as folder:
            updated = Path(folder) / committed.name
            shutil.copy(committed, updated)
            subprocess.run([lupdate, "-silent", "-no-obsolete", "-locations", "none", "-recursive",
                            str(source / "app"), str(source / "ui"), "-ts", str(updated)],
                           check=True, stdout=subprocess.DEVNULL)
            found += [f"{language}: {p}" for p in problems(xml.parse(updated).getroot(), plurals_only)]
    return found


def self_test() -> int:
    message = ("<TS><context><name>c</name><message numerus='{}'><source>{}</source>"
               "<translation{}>{}</translation></message></context></TS>")
    cases = [
        (message.format("no", "Stop %1", "", "停止 %1"), 0),
        (message.format("no", "Stop %1", "", "停止"), 1),
        (message.format("no", "Stop", " type='unfinished'", ""), 1),
        (message.format("yes", "%n runs", "", "<numerusform>実行 %n 件</numerusform>"), 0),
        (message.format("yes", "%n runs", "", "<numerusform></numerusform>"), 1),
    ]
    wrong = [text for text, count in cases if len(problems(xml.fromstring(text), False)) != count]
    print("\n".join(wrong) or "self-test passed")
    return 1 if wrong else 0


def main() -> int:
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = check(sys.argv[1], Path(sys.argv[2]))
    print("\n".join(found) or "every string is translated")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
