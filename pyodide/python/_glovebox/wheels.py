# SPDX-License-Identifier: MIT
"""Unpacks a wheel into site-packages."""

import hashlib
import importlib
import io
import os
import sysconfig
import zipfile


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
