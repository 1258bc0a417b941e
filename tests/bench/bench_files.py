# SPDX-License-Identifier: MIT
"""What bench_files.mjs measures, in the sandbox and on native CPython: ROOT is an empty folder, ONLY the names wished."""
import json
import os
import random
import shutil
import time

MIB = 1 << 20
results = {}


def is_wanted(name):
    return not ONLY or any(part in name for part in ONLY)


def measure(name, unit, amount, action):
    if not is_wanted(name):
        return
    begin = time.perf_counter()
    action()
    results[name] = {"value": amount / (time.perf_counter() - begin), "unit": unit}


def write_large():
    block = os.urandom(MIB)
    with open("large", "wb") as f:
        for _ in range(256):
            f.write(block)
        f.flush()
        os.fsync(f.fileno())


def read_large():
    with open("large", "rb") as f:
        while f.read(MIB):
            pass


def read_random():
    rng = random.Random(1)
    with open("large", "rb", buffering=0) as f:
        for _ in range(2000):
            f.seek(rng.randrange(256 * MIB - 4096))
            f.read(4096)


def make_small():
    os.mkdir("small")
    for i in range(FILES):
        with open(f"small/{i}", "w") as f:
            f.write("x" * 100)


def list_small():
    sum(entry.stat().st_size for entry in os.scandir("small"))


def read_small():
    for i in range(FILES):
        with open(f"small/{i}") as f:
            f.read()


def open_read_close():
    for i in range(1000):
        with open("small/0") as f:
            f.read()


def make_csv():
    with open("t.csv", "w") as f:
        f.write("a,b,c,d\n")
        part = "".join(f"{i},{i * 1.5},text {i},{i % 7}\n" for i in range(10_000))
        while f.tell() < 100 * MIB:
            f.write(part)


def read_csv():
    import pandas

    assert len(pandas.read_csv("t.csv")) > 1_000_000


FILES = 10_000
os.chdir(ROOT)
measure("write 256 MB and fsync", "MB/s", 256, write_large)
if not os.path.exists("large") and any(map(is_wanted, ("read 256 MB", "random 4 KiB reads"))):
    write_large()
measure("read 256 MB", "MB/s", 256, read_large)
measure("random 4 KiB reads", "per s", 2000, read_random)
measure("make 10,000 small files", "per s", FILES, make_small)
if not os.path.exists("small") and any(map(is_wanted, ("list them with their sizes", "read 10,000 small files",
                                                       "open, read, close one small file"))):
    make_small()
measure("list them with their sizes", "per s", FILES, list_small)
measure("read 10,000 small files", "per s", FILES, read_small)
measure("open, read, close one small file", "per s", 1000, open_read_close)
try:
    import pandas
except ImportError:
    pandas = None
if pandas and (not ONLY or any(p in "pandas" for p in ONLY)):
    make_csv()
    measure("pandas reads a 100 MB CSV", "MB/s", 100, read_csv)
os.chdir("/")
shutil.rmtree(os.path.join(ROOT, "small"), ignore_errors=True)
print("RESULT", json.dumps(results))
