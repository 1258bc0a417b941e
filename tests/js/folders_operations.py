# SPDX-License-Identifier: MIT
"""File operations whose transcript must be the same on a folder of the machine and on a mount.

Run by native CPython and in the sandbox with ROOT set to an empty folder. Prints one line for
each operation: its name and its result, or its exception and the name of its errno.
"""
import errno
import fcntl
import fnmatch
import glob
import io
import json
import mmap
import os
import pathlib
import shutil
import sqlite3
import stat
import sys
import tempfile
import time
import zipfile

ROOT = globals().get("ROOT") or sys.argv[1]
os.chdir(ROOT)
count = 0


def op(name, action):
    global count
    count += 1
    try:
        result = action()
    except OSError as error:
        result = f"{type(error).__name__} {errno.errorcode.get(error.errno, error.errno)}"
    except Exception as error:
        result = type(error).__name__
    print(f"{count:03} {name}: {result!r}".replace(ROOT, "ROOT"))


def write(path, data, mode="wb", **more):
    with open(path, mode, **more) as f:
        return f.write(data)


def read(path, mode="rb", **more):
    with open(path, mode, **more) as f:
        return f.read()


def edit(path, mode, *steps):
    out = []
    with open(path, mode) as f:
        for step in steps:
            out.append(step(f))
    return out


def kind(path):
    mode = os.lstat(path).st_mode
    return ("link" if stat.S_ISLNK(mode) else "dir" if stat.S_ISDIR(mode) else "file",
            oct(stat.S_IMODE(mode)))


def low(path, flags, mode=0o666):
    fd = os.open(path, flags, mode)
    os.close(fd)
    return os.path.getsize(path)


def tree(top="."):
    return sorted((os.path.join(d, n)[2:], sorted(f)) for d, _, f in os.walk(top) for n in [""])


# --- opening
op("read what is missing", lambda: open("missing"))
op("read in a missing folder", lambda: open("no/file", "w"))
op("write", lambda: write("a.txt", b"hello"))
op("read", lambda: read("a.txt"))
op("read text", lambda: read("a.txt", "r"))
op("write anew", lambda: write("a.txt", b"bye"))
op("size after writing anew", lambda: os.path.getsize("a.txt"))
op("append", lambda: write("a.txt", b" again", "ab"))
op("read after append", lambda: read("a.txt"))
op("exclusive of an existing", lambda: open("a.txt", "x"))
op("exclusive of a new", lambda: write("x.txt", b"x", "xb"))
op("r+ changes in place", lambda: edit("a.txt", "r+b", lambda f: f.write(b"BYE"), lambda f: f.read()))
op("r+ result", lambda: read("a.txt"))
op("r+ of a missing", lambda: open("missing", "r+"))
op("w+ reads back", lambda: edit("w.txt", "w+b", lambda f: f.write(b"0123456789"), lambda f: f.seek(3), lambda f: f.read(4)))
op("a+ reads and appends", lambda: edit("w.txt", "a+b", lambda f: f.seek(0), lambda f: f.read(2), lambda f: f.write(b"X"), lambda f: f.seek(0), lambda f: f.read()))
op("append ignores seek", lambda: edit("w.txt", "ab", lambda f: f.seek(0), lambda f: f.write(b"Y"), lambda f: f.tell()))
op("read of write-only", lambda: edit("w.txt", "wb", lambda f: f.read()))
op("write of read-only", lambda: edit("a.txt", "rb", lambda f: f.write(b"x")))
op("open a folder", lambda: open("."))
op("open a folder to write", lambda: open(".", "w"))
op("through a file", lambda: open("a.txt/b"))
op("O_CREAT without O_TRUNC keeps", lambda: low("a.txt", os.O_WRONLY | os.O_CREAT))
op("O_TRUNC", lambda: low("x.txt", os.O_WRONLY | os.O_TRUNC))
op("O_CREAT|O_EXCL of existing", lambda: low("x.txt", os.O_WRONLY | os.O_CREAT | os.O_EXCL))
op("O_DIRECTORY of a file", lambda: os.open("a.txt", os.O_RDONLY | os.O_DIRECTORY))
op("name of 255 bytes", lambda: write("n" * 255, b"long"))
op("read the name of 255 bytes", lambda: read("n" * 255))
op("name of 256 bytes", lambda: write("n" * 256, b"long"))
op("remove the long name", lambda: os.remove("n" * 255))
op("empty name", lambda: open(""))
op("NUL in a name", lambda: open("a\0b"))
# --- names
for name in ("売上 2024.csv", "測試 中文", "📊.txt", "nai\u0308ve", "na\u00efve", " leading", "trailing ", "-rf", "a\\b",
             "semi;colon", "quote'\"", "new\nline", "tab\t", "*", "%41", ".hidden", "..."):
    op(f"name {name!r}", lambda: (write(name, name.encode()), read(name).decode() == name, name in os.listdir("."), os.remove(name)))
op("undecodable name", lambda: (write(b"caf\xe9", b"latin"), os.remove(b"caf\xe9")))
op("dots", lambda: os.path.samefile("./././a.txt", "a.txt"))
op("listdir", lambda: sorted(os.listdir(".")))
# --- reading and seeking
op("write a pattern", lambda: write("p.bin", bytes(range(256)) * 1024))
op("seek and read", lambda: edit("p.bin", "rb", lambda f: f.seek(1000), lambda f: f.read(4)))
op("seek from the end", lambda: edit("p.bin", "rb", lambda f: f.seek(-3, 2), lambda f: f.read()))
op("seek from here", lambda: edit("p.bin", "rb", lambda f: f.read(10), lambda f: f.seek(5, 1), lambda f: f.read(2)))
op("seek before the beginning", lambda: edit("p.bin", "rb", lambda f: f.seek(-1)))
op("seek behind the end and read", lambda: edit("p.bin", "rb", lambda f: f.seek(10**9), lambda f: f.read()))
op("seek behind the end and write", lambda: edit("hole", "wb", lambda f: f.seek(5000), lambda f: f.write(b"end")))
op("hole reads as zeros", lambda: (os.path.getsize("hole"), read("hole")[4990:]))
op("readinto", lambda: edit("p.bin", "rb", lambda f: f.readinto(bytearray(100000))))
op("read in pieces", lambda: sum(len(c) for c in iter(lambda f=open("p.bin", "rb"): f.read(777), b"")))
op("lines", lambda: (write("l.txt", "一\n二\r\n三".encode()), list(open("l.txt", encoding="utf-8", newline=""))))
op("universal newlines", lambda: list(open("l.txt", encoding="utf-8")))
op("iterate and tell", lambda: edit("l.txt", "rb", lambda f: f.readline(), lambda f: f.tell()))
op("pread", lambda: (lambda fd: (os.pread(fd, 4, 257), os.close(fd)))(os.open("p.bin", os.O_RDONLY)))
op("pwrite", lambda: (lambda fd: (os.pwrite(fd, b"!!", 1), os.close(fd), read("p.bin")[:4]))(os.open("p.bin", os.O_RDWR)))
op("lseek", lambda: (lambda fd: (os.lseek(fd, 10, os.SEEK_SET), os.read(fd, 2), os.lseek(fd, 0, os.SEEK_END), os.close(fd)))(os.open("p.bin", os.O_RDONLY)))
op("dup shares the position", lambda: (lambda fd: (lambda d: (os.read(fd, 3), os.read(d, 3), os.close(d), os.close(fd)))(os.dup(fd)))(os.open("p.bin", os.O_RDONLY)))
op("shift_jis", lambda: (write("s.txt", "売上", "w", encoding="shift_jis"), read("s.txt")))
# --- truncating
op("truncate a file", lambda: (os.truncate("p.bin", 10), os.path.getsize("p.bin"), read("p.bin")))
op("truncate larger", lambda: (os.truncate("p.bin", 20), read("p.bin")[8:]))
op("truncate open", lambda: edit("p.bin", "r+b", lambda f: f.truncate(4), lambda f: f.read()))
op("truncate at the position", lambda: edit("p.bin", "r+b", lambda f: f.seek(2), lambda f: f.truncate()))
op("ftruncate read-only", lambda: edit("p.bin", "rb", lambda f: f.truncate(1)))
op("truncate a missing", lambda: os.truncate("missing", 0))
op("truncate a folder", lambda: os.truncate(".", 0))
# --- two descriptors
op("sees what another wrote", lambda: (lambda r: (write("a.txt", b"fresh"), r.read(), r.close()))(open("a.txt", "rb")))
op("unflushed is not seen", lambda: (lambda w: (w.write(b"zz"), read("u.txt"), w.close(), read("u.txt")))(open("u.txt", "wb")))
op("flushed is seen", lambda: (lambda w: (w.write(b"yy"), w.flush(), read("u.txt"), w.close()))(open("u.txt", "wb")))
op("read on after growth", lambda: (lambda r: (r.read(), write("u.txt", b"++", "ab"), r.read(), r.close()))(open("u.txt", "rb", buffering=0)))
op("unlinked stays readable", lambda: (write("gone", b"still"), (lambda r: (os.remove("gone"), r.read(), r.close(), os.path.exists("gone")))(open("gone", "rb"))))
op("renamed stays readable", lambda: (write("old", b"same"), (lambda r: (os.rename("old", "new"), r.read(), r.close()))(open("old", "rb"))))
op("replaced keeps the old", lambda: (write("t1", b"old"), write("t2", b"new"), (lambda r: (os.replace("t2", "t1"), r.read(), read("t1"), r.close()))(open("t1", "rb"))))
op("fsync", lambda: edit("a.txt", "r+b", lambda f: f.write(b"s"), lambda f: os.fsync(f.fileno())))
op("fdatasync", lambda: edit("a.txt", "r+b", lambda f: os.fdatasync(f.fileno())))
# --- stat
op("stat of a missing", lambda: os.stat("missing"))
op("kind of a file", lambda: kind("a.txt"))
op("kind of a folder", lambda: (os.mkdir("d"), kind("d")))
op("size", lambda: os.stat("a.txt").st_size)
op("fstat", lambda: edit("a.txt", "rb", lambda f: os.fstat(f.fileno()).st_size))
op("links", lambda: os.stat("a.txt").st_nlink)
op("same inode", lambda: os.stat("a.txt").st_ino == os.stat("./a.txt").st_ino != os.stat("l.txt").st_ino)
op("inode stays over writing", lambda: (lambda i: (write("a.txt", b"1"), os.stat("a.txt").st_ino == i))(os.stat("a.txt").st_ino))
op("inode stays over renaming", lambda: (lambda i: (os.rename("a.txt", "a2"), os.stat("a2").st_ino == i, os.rename("a2", "a.txt")))(os.stat("a.txt").st_ino))
op("access", lambda: [os.access("a.txt", m) for m in (os.F_OK, os.R_OK, os.W_OK)])
op("access of a missing", lambda: os.access("missing", os.F_OK))
op("statvfs", lambda: (lambda v: v.f_bsize > 0 and v.f_blocks >= v.f_bavail > 0)(os.statvfs(".")))
op("mtime is now", lambda: (write("m", b""), abs(os.path.getmtime("m") - time.time()) < 5))
# --- times and permissions
op("utime", lambda: (os.utime("a.txt", (1e9, 1.5e9)), os.stat("a.txt").st_atime, os.stat("a.txt").st_mtime))
op("utime with milliseconds", lambda: (os.utime("a.txt", (1e9 + 0.125, 1.5e9 + 0.5)), os.stat("a.txt").st_mtime))
op("utime before 1970", lambda: (os.utime("a.txt", (-10, -10)), os.stat("a.txt").st_mtime))
op("utime now", lambda: (os.utime("a.txt"), abs(os.path.getmtime("a.txt") - time.time()) < 5))
op("utime of a missing", lambda: os.utime("missing"))
op("utime of a folder", lambda: (os.utime("d", (1e9, 1e9)), os.stat("d").st_mtime))
op("times survive writing of others", lambda: (os.utime("l.txt", (1e9, 1e9)), write("b.txt", b""), os.stat("l.txt").st_mtime))
op("writing changes the time", lambda: (os.utime("b.txt", (1e9, 1e9)), write("b.txt", b"1"), os.stat("b.txt").st_mtime > 1.1e9))
op("chmod", lambda: (os.chmod("a.txt", 0o640), kind("a.txt")))
op("chmod of a folder", lambda: (os.chmod("d", 0o700), kind("d")))
op("chmod back", lambda: (os.chmod("a.txt", 0o644), os.chmod("d", 0o755), kind("a.txt")))
op("chmod of a missing", lambda: os.chmod("missing", 0o600))
op("read-only file refuses writing", lambda: (os.chmod("b.txt", 0o444), open("b.txt", "w")))
op("read-only file can be removed", lambda: os.remove("b.txt"))
# --- folders
op("mkdir of an existing", lambda: os.mkdir("d"))
op("mkdir in a missing", lambda: os.mkdir("no/d"))
op("mkdir over a file", lambda: os.mkdir("a.txt"))
op("makedirs", lambda: os.makedirs("d/e/f"))
op("makedirs exist_ok", lambda: os.makedirs("d/e/f", exist_ok=True))
op("rmdir not empty", lambda: os.rmdir("d"))
op("rmdir of a file", lambda: os.rmdir("a.txt"))
op("rmdir of a missing", lambda: os.rmdir("missing"))
op("unlink of a folder", lambda: os.unlink("d") if sys.platform == "never" else os.path.isdir("d"))
op("unlink of a missing", lambda: os.unlink("missing"))
op("rmdir", lambda: (os.rmdir("d/e/f"), os.listdir("d/e")))
op("listdir of a file", lambda: os.listdir("a.txt"))
op("listdir of a missing", lambda: os.listdir("missing"))
op("scandir", lambda: sorted((e.name, e.is_file(), e.is_dir(), e.is_symlink()) for e in os.scandir("d")))
op("scandir stat", lambda: sorted(e.stat().st_size for e in os.scandir(".") if e.name in ("l.txt", "hole")))
op("walk", lambda: (write("d/1", b""), write("d/e/2", b""), sorted((p, sorted(d), sorted(f)) for p, d, f in os.walk("d"))))
op("many files", lambda: (os.mkdir("many"), [write(f"many/{i}", b"%d" % i) for i in range(300)] and None, len(os.listdir("many")), sum(int(read(f"many/{i}")) for i in range(300))))
op("deep path", lambda: (os.makedirs("/".join(["deep"] + ["x" * 20] * 30)), len(list(os.walk("deep")))))
op("rmtree", lambda: (shutil.rmtree("deep"), shutil.rmtree("many"), os.path.exists("many")))
op("chdir", lambda: (os.chdir("d"), os.path.exists("1"), os.chdir("..")))
op("chdir to a file", lambda: os.chdir("a.txt"))
# --- renaming
op("rename", lambda: (write("r1", b"1"), os.rename("r1", "r2"), os.path.exists("r1"), read("r2")))
op("rename over a file", lambda: (write("r3", b"3"), os.rename("r3", "r2"), read("r2")))
op("rename to itself", lambda: (os.rename("r2", "r2"), read("r2")))
op("rename of a missing", lambda: os.rename("missing", "r9"))
op("rename into a missing folder", lambda: os.rename("r2", "no/r2"))
op("rename a file over a folder", lambda: os.rename("r2", "d"))
op("rename a folder over a file", lambda: os.rename("d", "r2"))
op("rename a folder", lambda: (os.rename("d", "d2"), sorted(os.listdir("d2")), os.path.exists("d")))
op("rename a folder over an empty one", lambda: (os.mkdir("empty"), os.rename("d2", "empty"), sorted(os.listdir("empty"))))
op("rename a folder over a full one", lambda: (os.mkdir("d"), os.rename("d", "empty")))
op("rename a folder into itself", lambda: os.rename("empty", "empty/e/in"))
op("move into a folder", lambda: (os.rename("r2", "d/r2"), read("d/r2")))
op("what was written before a rename stays", lambda: (lambda f: (f.write(b"kept"), f.flush(), os.rename("w1", "w2"), f.write(b"!"), f.close(), read("w2")))(open("w1", "wb")))
op("os.replace of a folder's files", lambda: (write("d/tmp", b"new"), os.replace("d/tmp", "d/r2"), read("d/r2"), os.listdir("d")))
op("made anew where it was", lambda: (os.remove("d/r2"), write("d/r2", b"again"), read("d/r2")))
op("swap two", lambda: (write("s1", b"1"), write("s2", b"2"), os.rename("s1", "s3"), os.rename("s2", "s1"), os.rename("s3", "s2"), read("s1"), read("s2")))
# --- links
op("symlink", lambda: (os.symlink("l.txt", "ln"), os.readlink("ln"), kind("ln")[0], os.path.islink("ln")))
op("read through a link", lambda: read("ln")[:3])
op("write through a link", lambda: (os.symlink("s1", "ln2"), write("ln2", b"through"), read("s1"), os.path.islink("ln2")))
op("stat follows", lambda: (os.stat("ln").st_size == os.stat("l.txt").st_size, os.lstat("ln").st_size))
op("dangling link", lambda: (os.symlink("nowhere", "dl"), os.path.exists("dl"), os.path.lexists("dl")))
op("open a dangling link", lambda: open("dl"))
op("make through a dangling link", lambda: (write("dl", b"made"), read("nowhere")))
op("link over an existing", lambda: os.symlink("x", "a.txt"))
op("readlink of a file", lambda: os.readlink("a.txt"))
op("link to a folder", lambda: (os.symlink("empty", "lf"), sorted(os.listdir("lf")), os.path.isdir("lf")))
op("path through a link", lambda: read("lf/1"))
op("remove a link keeps the file", lambda: (os.remove("ln"), os.path.exists("l.txt")))
op("rename a link", lambda: (os.rename("ln2", "ln3"), os.readlink("ln3")))
op("loop", lambda: (os.symlink("loop", "loop"), open("loop")))
op("realpath", lambda: os.path.realpath("lf/1").endswith("empty/1"))
op("rmdir of a link to a folder", lambda: os.rmdir("lf"))
# --- mmap
op("mmap reads", lambda: edit("l.txt", "rb", lambda f: mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ)[:3]))
op("mmap writes", lambda: (write("mm", bytes(8192)), edit("mm", "r+b", lambda f: (lambda m: (m.__setitem__(slice(4096, 4100), b"mmap"), m.flush(), m.close()))(mmap.mmap(f.fileno(), 0))), read("mm")[4094:4102]))
op("mmap of an empty file", lambda: edit("m", "rb", lambda f: mmap.mmap(f.fileno(), 0)))
# --- libraries
op("pathlib", lambda: (pathlib.Path("pl").mkdir(), pathlib.Path("pl/t").write_text("文"), pathlib.Path("pl/t").read_text(), sorted(map(str, pathlib.Path("pl").rglob("*")))))
op("pathlib touch and unlink", lambda: (pathlib.Path("pl/u").touch(), pathlib.Path("pl/u").exists(), pathlib.Path("pl/u").unlink(), pathlib.Path("pl/u").exists()))
op("glob", lambda: (sorted(glob.glob("empty/**", recursive=True)), sorted(glob.glob("*.txt"))))
op("fnmatch of listdir", lambda: sorted(fnmatch.filter(os.listdir("."), "?.txt")))
op("shutil.copy", lambda: (shutil.copy("l.txt", "copy"), read("copy") == read("l.txt")))
op("shutil.copy2 keeps times", lambda: (shutil.copy2("l.txt", "copy2"), os.stat("copy2").st_mtime))
op("shutil.copytree", lambda: (shutil.copytree("empty", "ct"), sorted(os.listdir("ct"))))
op("shutil.move", lambda: (shutil.move("ct", "moved"), sorted(os.listdir("moved"))))
op("shutil.disk_usage", lambda: shutil.disk_usage(".").total > 0)
op("tempfile", lambda: (lambda f: (f.write(b"t"), f.seek(0), f.read(), f.close(), os.path.exists(f.name)))(tempfile.NamedTemporaryFile(dir=".")))
op("TemporaryDirectory", lambda: (lambda t: (os.path.isdir(t.name), t.cleanup(), os.path.exists(t.name)))(tempfile.TemporaryDirectory(dir=".")))
op("zipfile", lambda: (lambda z: (z.writestr("in/売上.txt", "zip"), z.write("l.txt"), z.close()))(zipfile.ZipFile("z.zip", "w", zipfile.ZIP_DEFLATED)))
op("zipfile appends", lambda: (lambda z: (z.writestr("more", "m"), z.close()))(zipfile.ZipFile("z.zip", "a")))
op("zipfile extracts", lambda: (zipfile.ZipFile("z.zip").extractall("zx"), sorted(glob.glob("zx/**", recursive=True)), zipfile.ZipFile("z.zip").testzip()))
op("json", lambda: (json.dump({"売": [1, 2]}, open("j.json", "w")), json.load(open("j.json"))))


def database():
    with sqlite3.connect("db.sqlite") as db:
        db.execute("create table t (a integer primary key, b text)")
        db.executemany("insert into t (b) values (?)", [(f"行{i}",) for i in range(500)])
    db.close()
    with sqlite3.connect("db.sqlite") as db:
        db.execute("delete from t where a > 450")
        db.execute("update t set b = 'x' where a % 2")
    found = db.execute("select count(*), min(b), sum(a) from t").fetchone()
    db.execute("begin immediate")
    db.execute("delete from t")
    db.rollback()
    again = db.execute("select count(*) from t").fetchone()
    db.execute("vacuum")
    check = db.execute("pragma integrity_check").fetchone()
    db.close()
    return found, again, check, sorted(glob.glob("db.sqlite*"))


def importing():
    write("mod_on_mount.py", "VALUE = 41 + 1\n", "w")
    os.makedirs("pkg_on_mount")
    write("pkg_on_mount/__init__.py", "from .inner import f\n", "w")
    write("pkg_on_mount/inner.py", "def f(): return 'inner'\n", "w")
    sys.path.insert(0, os.getcwd())
    sys.dont_write_bytecode = True
    import mod_on_mount
    import pkg_on_mount
    sys.path.pop(0)
    return mod_on_mount.VALUE, pkg_on_mount.f()


op("sqlite3", database)
op("import", importing)
op("flock", lambda: edit("a.txt", "r+b", lambda f: fcntl.flock(f, fcntl.LOCK_EX), lambda f: fcntl.flock(f, fcntl.LOCK_UN)))
op("BufferedRandom", lambda: (lambda f: (f.write(b"abcdef"), f.seek(2), f.write(b"XX"), f.seek(0), f.read(), f.close()))(open("br", "w+b")))
op("text append and read back", lambda: (write("ta", "一", "w", encoding="utf-8"), write("ta", "二", "a", encoding="utf-8"), read("ta", "r", encoding="utf-8")))
op("large write", lambda: (write("large", os.urandom(1) * 3_000_001), os.path.getsize("large"), os.remove("large")))
op("writelines", lambda: edit("wl", "w", lambda f: f.writelines(f"{i}\n" for i in range(2000))) and len(read("wl").splitlines()))
op("unbuffered writes", lambda: (lambda f: ([f.write(b"ab") for _ in range(100)] and None, f.close(), os.path.getsize("ub")))(open("ub", "wb", buffering=0)))
op("context of an exception", lambda: [None for _ in [0] if not open("ce", "w").write("1") == 1])
op("sameopenfile", lambda: (lambda a, b: (os.path.sameopenfile(a.fileno(), b.fileno()), a.close(), b.close()))(open("a.txt"), open("a.txt")))
op("everything at the end", lambda: tree())
op("remove everything", lambda: ([shutil.rmtree(n) if os.path.isdir(n) and not os.path.islink(n) else os.remove(n) for n in os.listdir(".")] and None, os.listdir(".")))
os.chdir("/")
print(count, "operations")
