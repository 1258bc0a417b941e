#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_loops.py SOURCE_DIR | --self-test: no event loop runs inside another one.

Such a loop answers clients and closes windows in the middle of whatever began it.
"""
import pathlib
import re
import sys

NESTED = re.compile(r"\bQFileDialog::get\w+\(|\bQMessageBox::(about|critical|information|question|warning)\(|"
                    r"\bQ(Color|Font|Input)Dialog::get\w+\(|\bQEventLoop\b|\bprocessEvents\(|"
                    r"\b\w*([Dd]ialog|[Mm]enu|[Dd]rag|[Bb]ox|[Ww]izard)\w*(->|\.)exec\(|\bQThread::[mu]?sleep\(")


def nested(text: str) -> list[int]:
    return [number for number, line in enumerate(text.splitlines(), 1) if NESTED.search(line.split("//")[0])]


def self_test() -> int:
    bad = ["QString f = QFileDialog::getOpenFileName(this);", "if (m_dialog->exec() == 1) {", "  QEventLoop loop;",
           "QMessageBox::question(this, {}, {});", "QCoreApplication::processEvents();", "fileMenu.exec(pos);"]
    good = ["return application.exec();", "if (!query.exec())", "dialog->open();", "// no QEventLoop here"]
    ok = all(nested(line) for line in bad) and not any(nested(line) for line in good)
    print("self-test", "passed" if ok else "FAILED")
    return 0 if ok else 1


def main() -> int:
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = pathlib.Path(sys.argv[1])
    files = sorted(path for folder in ("app", "ui") for kind in ("*.cpp", "*.h") for path in (root / folder).rglob(kind))
    found = [f"{path.relative_to(root)}:{number}" for path in files for number in nested(path.read_text())]
    for place in found:
        print(f"{place}: a loop inside of the program's own (open() the dialog, return a QFuture)")
    print(f"{len(files)} files read")
    return 1 if found or not files else 0


sys.exit(main())
