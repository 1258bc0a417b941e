#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bundle.py TO DATE FILE…: a bundle (.mcpb, which is a zip) of files below the current folder. Its bytes follow
from theirs and from DATE alone; what makes archives keeps the owner and the time in the local zone as well."""

import pathlib
import sys
import zipfile


def entry(path, date):
    year, month, day = map(int, date.split("-"))
    info = zipfile.ZipInfo(path.as_posix(), (year, month, day, 0, 0, 0))
    info.create_system = 3  # POSIX, whose modes follow
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = (0o100755 if path.parts[0] == "server" else 0o100644) << 16
    return info


def main():
    target, date, *files = sys.argv[1:]
    with zipfile.ZipFile(target, "w") as bundle:
        for path in map(pathlib.Path, files):
            bundle.writestr(entry(path, date), path.read_bytes())


main()
