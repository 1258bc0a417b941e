# SPDX-License-Identifier: MIT
"""A run whose code was read from a file is to Python what `python file` is: the program knows its
name, and finds the modules beside it, as they are now."""

import __main__
import contextlib
import importlib
import os
import sys


@contextlib.contextmanager
def running(path):
    if not path:
        yield
        return
    folder = os.path.dirname(path)
    _forget_modules_in(folder)
    before = sys.argv, list(sys.path)
    sys.argv = [path]
    sys.path.insert(0, folder)
    __main__.__file__ = path
    if os.path.basename(folder).isidentifier():
        # So that `from . import name` finds the file's neighbours.
        __main__.__package__ = os.path.basename(folder)
        sys.path.append(os.path.dirname(folder))
    try:
        yield
    finally:
        sys.argv, sys.path[:] = before
        __main__.__package__ = None
        __main__.__dict__.pop("__file__", None)


def _forget_modules_in(folder):
    """They may have been changed since; a new process would read them anew."""
    inside = folder.rstrip("/") + "/"
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        paths = [file] if isinstance(file, str) else list(getattr(module, "__path__", ()))
        if name != "__main__" and any(path.startswith(inside) or f"{path}/" == inside
                                      for path in paths if isinstance(path, str)):
            del sys.modules[name]
    importlib.invalidate_caches()
