# SPDX-License-Identifier: MIT
"""Unpacks a wheel into site-packages."""

import hashlib
import compileall
import importlib
import io
import os
import py_compile
import sysconfig
import zipfile


_AS_IT_IS = py_compile.PycInvalidationMode.UNCHECKED_HASH


class WrongWheel(ImportError):
    """A wheel that is not the one in the lock."""


def unpack(buffer, sha256, name, target=None):
    """`buffer` holds the wheel's bytes; refuses it unless its hash is the lock's."""
    data = buffer.to_bytes() if hasattr(buffer, "to_bytes") else bytes(buffer)
    if hashlib.sha256(data).hexdigest() != sha256:
        raise WrongWheel(f"The wheel of {name!r} is not the one in the lock.", name=name)
    target = target or sysconfig.get_paths()["purelib"]
    with zipfile.ZipFile(io.BytesIO(data)) as wheel:
        folders = set()
        for item in wheel.infolist():
            _unpack_item(wheel, item, target, folders)
    importlib.invalidate_caches()


def compile_all(folder):
    """Writes the bytecode of every module below `folder`, to be used as it is: whoever keeps the
    files checks them as a whole."""
    compileall.compile_dir(folder, quiet=2, invalidation_mode=_AS_IT_IS)


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
