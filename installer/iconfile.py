#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""iconfile.py TO PNG…: puts square pictures into one file of icons, .ico for Windows or .icns for macOS."""

import struct
import sys
from pathlib import Path

PNG = b"\x89PNG\r\n\x1a\n"
# What macOS calls a PNG of that many pixels; the second name is of the same pixels for a denser screen.
ICNS = {16: [b"icp4"], 32: [b"icp5", b"ic11"], 64: [b"icp6", b"ic12"], 128: [b"ic07"], 256: [b"ic08", b"ic13"],
        512: [b"ic09", b"ic14"]}
ICO = (16, 24, 32, 48, 64, 128, 256)


def size_of(data, path):
    if not data.startswith(PNG):
        sys.exit(f"iconfile.py: {path} is no PNG")
    width, height = struct.unpack(">II", data[16:24])
    if width != height:
        sys.exit(f"iconfile.py: {path} is not square")
    return width


def ico(pictures):
    wanted = [(size, pictures[size]) for size in ICO if size in pictures]
    head = struct.pack("<HHH", 0, 1, len(wanted))
    at = len(head) + 16 * len(wanted)
    for size, data in wanted:
        # A byte each for width and height, where 0 stands for 256; one plane, 32 bits.
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), at)
        at += len(data)
    return head + b"".join(data for _, data in wanted)


def icns(pictures):
    body = b"".join(name + struct.pack(">I", len(pictures[size]) + 8) + pictures[size]
                    for size, names in ICNS.items() if size in pictures for name in names)
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def main():
    to = Path(sys.argv[1])
    pictures = {}
    for path in map(Path, sys.argv[2:]):
        data = path.read_bytes()
        pictures[size_of(data, path)] = data
    make = {".ico": ico, ".icns": icns}.get(to.suffix) or sys.exit("iconfile.py: write a .ico or a .icns")
    to.write_bytes(make(pictures))


if __name__ == "__main__":
    main()
