# SPDX-License-Identifier: MIT
"""Wheels in site-packages: unpacked, installed in the place of another version, taken away."""

import base64
import compileall
import csv
import email
import hashlib
import importlib
import importlib.metadata
import importlib.util
import io
import os
import py_compile
import re
import shutil
import sys
import sysconfig
import zipfile
from json import dumps

from . import hooks, host

_AS_IT_IS = py_compile.PycInvalidationMode.UNCHECKED_HASH
_INSTALLER = "glovebox"
# What a wheel may become: the interpreter has 1 GiB of memory as a rule, in which files live too.
MOST_BYTES = 512 * 1024 * 1024
MOST_FILES = 50_000
# Below the root, which is the prefix here: not for packages, whatever their scheme says.
_OF_THE_SYSTEM = frozenset(("dev", "home", "lib", "lib32", "lib64", "mnt", "proc", "session", "sys",
                            "tmp"))
# Where packages appear whose files cannot be deleted; None: nowhere yet.
_packed = None


class WrongWheel(ImportError):
    """A wheel that is not what it was said to be."""


def unpack(buffer, sha256, name, target=None):
    """`buffer` holds the wheel's bytes; refuses it unless its hash is the lock's."""
    data = _verified(buffer, sha256, f"The wheel of {name!r} is not the one in the lock.", name)
    target = target or _site()
    with zipfile.ZipFile(io.BytesIO(data)) as wheel:
        folders = set()
        for item in wheel.infolist():
            _unpack_item(wheel, item, target, folders)
    importlib.invalidate_caches()


def _verified(buffer, sha256, otherwise, name):
    data = buffer.to_bytes() if hasattr(buffer, "to_bytes") else bytes(buffer)
    if hashlib.sha256(data).hexdigest() != sha256:
        raise WrongWheel(otherwise, name=name)
    return data


def _site():
    # Pyodide's begins with two slashes, which is another path to everything that compares.
    return "/" + sysconfig.get_paths()["purelib"].lstrip("/")


def key_of(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def install(buffer, sha256, name, version, unused=False, target=None):
    """Puts one wheel in the place of whatever version there is. `unused`: nobody has asked for the
    version that is there, so what is imported of it may be forgotten. Returns JSON: "replaced",
    the version that was there or null, "stale", modules of it that stay as they are until the
    session is restarted, and "kept", files that stay as another package has them."""
    data = _verified(buffer, sha256, f"The wheel of {name} {version} is not the one that was "
                     "allowed: its hash is another.", name)
    target = target or _site()
    with _opened(data, name) as wheel:
        info = _info_folder(wheel, name, version)
        places = _places(wheel, info, target)
        own = _files_of(name)
        replaced, stale = _remove(name, unused, target)
        places, kept = _without_others(wheel, places, own, target)
        _write(wheel, places)
        _write_record(wheel, info, places, target)
    importlib.invalidate_caches()
    hooks.distributions[key_of(name)] = version
    return dumps({"replaced": replaced, "stale": stale, "kept": kept})


def uninstall(name):
    """Takes a package's files away. Its version, or None: it was not installed; PermissionError
    for one that is part of the interpreter's memory."""
    version, _ = _remove(name, False, _site())
    if version is None:
        return None
    importlib.invalidate_caches()
    below = _distribution(name)
    if below is not None and below.version == version:
        raise PermissionError(f"{name} {version} comes with Glovebox and cannot be taken away.")
    if below is None:
        hooks.distributions.pop(key_of(name), None)
    else:  # it had only been put in front of the one that comes with Glovebox
        hooks.distributions[key_of(name)] = below.version
    if host.package_removed is not None:
        host.package_removed(name)
    return version


def _opened(data, name):
    try:
        wheel = zipfile.ZipFile(io.BytesIO(data))
    except zipfile.BadZipFile:
        raise WrongWheel(f"The wheel of {name} is no zip file.", name=name) from None
    items = wheel.infolist()
    if len(items) > MOST_FILES or sum(item.file_size for item in items) > MOST_BYTES:
        wheel.close()
        raise WrongWheel(f"The wheel of {name} would unpack to more than {MOST_FILES:,} files or "
                         f"{MOST_BYTES // 2**20} MiB.", name=name)
    return wheel


def _info_folder(wheel, name, version):
    """"NAME-VERSION.dist-info" of a wheel that is what it says."""
    folders = {item.filename.partition("/")[0] for item in wheel.infolist()}
    infos = [folder for folder in folders if folder.endswith(".dist-info")]
    if len(infos) != 1:
        raise WrongWheel(f"The wheel of {name} has {len(infos)} folders of metadata; it must have "
                         "one.", name=name)
    try:
        text = wheel.read(f"{infos[0]}/METADATA").decode("utf-8")
    except (KeyError, ValueError):
        raise WrongWheel(f"The wheel of {name} has no METADATA.", name=name) from None
    fields = email.message_from_string(text)
    if key_of(fields["Name"] or "") != key_of(name) or not _same(fields["Version"], version):
        raise WrongWheel(f"The wheel of {name} {version} says in its METADATA that it is "
                         f"{fields['Name']} {fields['Version']}.", name=name)
    return infos[0]


def _same(version, other):
    """As PEP 440 compares what it normalises: 1.0 is 1.0.0."""
    def plain(text):
        text = (text or "").strip().lower().removeprefix("v").replace("-", ".").replace("_", ".")
        return re.sub(r"(\.0)+(?=$|\+)", "", text)

    return plain(version) == plain(other)


def _places(wheel, info, target):
    """[(item, absolute path)] as pip lays a wheel out: NAME.data/ has folders of its own."""
    data = info.removesuffix(".dist-info") + ".data/"
    prefix = sys.prefix if target == _site() else target
    roots = {"purelib": target, "platlib": target, "scripts": os.path.join(prefix, "bin"),
             "data": prefix, "headers": os.path.join(prefix, "include")}
    places = []
    for item in wheel.infolist():
        root, inside, scheme = target, item.filename, "purelib"
        if inside.startswith(data):
            scheme, _, inside = inside.removeprefix(data).partition("/")
            root = roots.get(scheme, target)
        path = os.path.normpath(os.path.join(root, inside))
        if inside and path != root and not path.startswith(root.rstrip("/") + os.sep):
            raise WrongWheel(f"A wheel holds a path that leaves its folder: {item.filename!r}")
        if scheme not in ("purelib", "platlib"):
            _check_prefix(path, prefix, item)
        if not item.is_dir():
            places.append((item, path))
    return places


def _check_prefix(path, prefix, item):
    top = os.path.relpath(path, prefix).partition(os.sep)[0]
    if top in _OF_THE_SYSTEM:
        raise WrongWheel(f"A wheel wants to write to {path!r} ({item.filename!r}), which belongs to "
                         "the interpreter and not to packages.")


def _without_others(wheel, places, own, target):
    """(what is written, files that stay as they are): nothing takes the place of a file that
    another package has, neither on the disk nor by coming first on the path."""
    behind = sys.path[sys.path.index(target) + 1:] if target in sys.path else []
    written, kept = [], []
    for item, path in places:
        inside = os.path.relpath(path, target)
        others = [path, *(os.path.join(folder, inside) for folder in behind
                          if folder and inside not in own)]
        other = next((name for name in others if os.path.isfile(name)), None)
        if other is None:
            written.append((item, path))
        elif not _holds(other, wheel.read(item)):
            kept.append(inside)
    return written, kept


def _holds(path, content):
    with open(path, "rb") as file:
        return file.read() == content


def _write(wheel, places):
    folders, done = set(), []
    try:
        for item, path in places:
            folder = os.path.dirname(path)
            if folder not in folders:
                os.makedirs(folder, exist_ok=True)
                folders.add(folder)
            done.append(path)
            with open(path, "wb") as file:
                file.write(wheel.read(item))
    except BaseException:
        # Half a package would be taken for another one's files the next time.
        for path in done:
            if os.path.lexists(path):
                os.remove(path)
        raise


def _write_record(wheel, info, places, target):
    """RECORD as it is, with the paths of what was laid elsewhere, and INSTALLER."""
    hashes = {}
    try:
        text = wheel.read(f"{info}/RECORD").decode("utf-8")
        hashes = {row[0]: row[1:3] for row in csv.reader(io.StringIO(text)) if len(row) >= 3}
    except KeyError:
        hashes = {}
    installer = f"{_INSTALLER}\n".encode()
    with open(os.path.join(target, info, "INSTALLER"), "wb") as file:
        file.write(installer)
    digest = base64.urlsafe_b64encode(hashlib.sha256(installer).digest()).rstrip(b"=").decode()
    rows = [(os.path.relpath(path, target), *hashes.get(item.filename, ("", "")))
            for item, path in places if item.filename != f"{info}/INSTALLER"]
    rows.append((f"{info}/INSTALLER", f"sha256={digest}", str(len(installer))))
    if f"{info}/RECORD" not in (row[0] for row in rows):
        rows.append((f"{info}/RECORD", "", ""))
    with open(os.path.join(target, info, "RECORD"), "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def _distribution(name):
    # Folders only: the library is a zip whose directory would be read anew each time, which takes
    # longer than everything else about an installation.
    importlib.metadata.MetadataPathFinder().invalidate_caches()
    folders = [folder for folder in sys.path if os.path.isdir(folder)]
    return next(iter(importlib.metadata.distributions(name=name, path=folders)), None)


def _files_of(name):
    found = _distribution(name)
    return {os.path.normpath(str(file)) for file in found.files or ()} if found else set()


def _remove(name, unused, target):
    """(version that was there or None, top-level modules of it that are imported)."""
    found = _distribution(name)
    if found is None:
        return None, []
    version, files = found.version, [str(file) for file in found.files or ()]
    folder = os.path.normpath(str(found.locate_file("")))
    stale = sorted({top for top in _tops(files) if top in sys.modules})
    compiled = any(file.endswith(".so") for file in files)
    if stale and compiled and folder != os.path.normpath(target):
        raise WrongWheel(
            f"{name} {version} is compiled code that every interpreter here begins with, so no "
            "other version can take its place, in a new session neither. Use this one: leave the "
            f"version out, or ask for {name}=={version}.", name=name)
    if stale and unused and not compiled:
        _forget(stale)
        stale = []
    # What the interpreter was born with stays; the new version comes first on the path.
    if folder == os.path.normpath(target):
        _delete(files, folder)
    elif folder == _packed and host.take_pack is not None:
        host.take_pack(name)
    return version, stale


def _tops(files):
    for file in files:
        top = file.partition("/")[0]
        if top.endswith((".dist-info", ".data", ".libs")) or top in ("..", "__pycache__"):
            continue
        if "/" in file or top.endswith((".py", ".so")):
            yield top.partition(".")[0]


def _forget(tops):
    for module in list(sys.modules):
        if module.partition(".")[0] in tops:
            del sys.modules[module]


def _delete(files, folder):
    folders = set()
    for file in files:
        path = os.path.normpath(os.path.join(folder, file))
        for victim in (path, *_bytecode_of(path)):
            if os.path.lexists(victim):
                os.remove(victim)
                folders.add(os.path.dirname(victim))
    for path in sorted(folders, key=len, reverse=True):
        while path.startswith(folder + os.sep) and os.path.isdir(path) and not os.listdir(path):
            os.rmdir(path)
            path = os.path.dirname(path)


def _bytecode_of(path):
    if not path.endswith(".py"):
        return ()
    try:
        return (importlib.util.cache_from_source(path),)
    except NotImplementedError:
        return ()


def compile_all(folder):
    """Writes the bytecode of every module below `folder`, to be used as it is: whoever keeps the
    files checks them as a whole."""
    compileall.compile_dir(folder, quiet=2, invalidation_mode=_AS_IT_IS)


def lay_out(buffer, sha256, name, version, folder, is_bundled):
    """One wheel below `folder` as it is going to be used there, with its bytecode. Another one than
    Glovebox carries must not want files outside of there."""
    data = _verified(buffer, sha256, f"The wheel of {name} {version} is another one.", name)
    with _opened(data, name) as wheel:
        info = _info_folder(wheel, name, version)
        elsewhere = info.removesuffix(".dist-info") + ".data/data/"
        if not is_bundled and any(item.filename.startswith(elsewhere) for item in wheel.infolist()):
            raise WrongWheel(f"The wheel of {name} has files for other folders.", name=name)
        places = _places(wheel, info, folder)
        _write(wheel, places)
        _write_record(wheel, info, places, folder)
    compile_all(folder)


def clear(folder):
    shutil.rmtree(folder, ignore_errors=True)


def is_new(name):
    """No version of it is there, so that none can stand in the way of what appears."""
    importlib.invalidate_caches()
    return _distribution(name) is None


def appear(folder, name=None, version=None):
    """Files were put below `folder` from outside; those of `name`, when it is not in the lock."""
    global _packed
    _packed = folder
    if folder not in sys.path:
        sys.path.append(folder)
    importlib.invalidate_caches()
    if name is not None:
        hooks.distributions[key_of(name)] = version


def _unpack_item(wheel, item, target, folders):
    path = os.path.normpath(os.path.join(target, item.filename))
    if not path.startswith(target + os.sep):
        raise WrongWheel(f"A wheel holds a path that leaves its folder: {item.filename!r}")
    folder = path if item.is_dir() else os.path.dirname(path)
    if folder not in folders:
        os.makedirs(folder, exist_ok=True)
        folders.add(folder)
    if not item.is_dir():
        with open(path, "wb") as file:
            file.write(wheel.read(item))
