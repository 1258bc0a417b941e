#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_format.py CLANG_FORMAT SOURCE_DIR [--self-test]: every C++ file of ours stands as .clang-format says."""
import pathlib
import re
import subprocess
import sys
import tempfile

RELEASE = 19
SKIPPED = 77


def release(program: str) -> int:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"version (\d+)", said).group(1))


def sources(root: pathlib.Path) -> list[str]:
    found = [path for folder in ("app", "ui", "tests") for kind in ("*.cpp", "*.h")
             for path in (root / folder).rglob(kind)]
    return sorted(str(path) for path in found if "node_modules" not in path.parts)


def complaints(program: str, style: pathlib.Path, files: list[str]) -> str:
    done = subprocess.run([program, f"--style=file:{style}", "--dry-run", "-Werror", *files],
                          capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def main() -> int:
    program, root = sys.argv[1], pathlib.Path(sys.argv[2])
    if "NOTFOUND" in program or release(program) != RELEASE:
        print(f"skipped: clang-format {RELEASE} is not there")
        return SKIPPED
    style = root / ".clang-format"
    if "--self-test" in sys.argv:
        with tempfile.TemporaryDirectory() as folder:
            bad = pathlib.Path(folder) / "bad.cpp"
            bad.write_text("int  main( ){return 0;}\n")
            if not complaints(program, style, [str(bad)]):
                print("a file that is not formatted was not found")
                return 1
        return 0
    files = sources(root)
    said = complaints(program, style, files) if files else f"no sources below {root}"
    if said:
        print(said[:4000])
        print("To mend: clang-format -i FILE")
        return 1
    print(f"{len(files)} files stand as they should")
    return 0


sys.exit(main())
