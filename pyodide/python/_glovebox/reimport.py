# SPDX-License-Identifier: MIT
"""An interrupt in the middle of an import leaves modules half done. Python forgets those, but the
ones that they had already imported live on and refer to them: a second import would make another
module of the same name beside the first. Here the second import goes on with the first."""

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import signal
import sys
import types

# Module objects that Python has forgotten, by name.
_half_done = {}
# The same of compiled modules that were whole: Python forgets a module whenever an exception comes
# out of its loader, and that of an interrupt that had to wait comes when the loader has done.
_whole = {}


def install():
    _Extension.create_module = _undisturbed(_Extension.create_module)
    _Extension.exec_module = _undisturbed(_Extension.exec_module, _remember_whole)
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


_Extension = importlib.machinery.ExtensionFileLoader


def _remember_whole(module):
    _whole[module.__name__] = module


def _undisturbed(original, and_then=lambda _: None):
    """A compiled module cannot be begun a second time: an interrupt waits until it is there.
    `and_then` is told the arguments of a call that an interrupt follows."""
    def whole(self, *args):
        came = []
        try:
            before = signal.signal(signal.SIGINT, lambda *_: came.append(True))
        except ValueError:
            return original(self, *args)
        try:
            made = original(self, *args)
            if came:
                and_then(*args)
            return made
        finally:
            signal.signal(signal.SIGINT, before)
            if came:
                signal.raise_signal(signal.SIGINT)

    return whole


def remember(error):
    """Notes the modules that were being imported when `error` came."""
    at = error.__traceback__
    while at is not None:
        scope = at.tb_frame.f_globals
        name = scope.get("__name__")
        if at.tb_frame.f_code.co_name == "<module>" and name not in sys.modules \
                and isinstance(name, str):
            module = _module_of(scope)
            if module is not None:
                _half_done[name] = module
        at = at.tb_next


def _module_of(scope):
    for holder in gc.get_referrers(scope):
        if isinstance(holder, types.ModuleType) and vars(holder) is scope:
            return holder
    return None


class _Loader(importlib.abc.Loader):
    def __init__(self, inner, module):
        self.inner = inner
        self.module = module

    def create_module(self, spec):
        return self.module

    def exec_module(self, module):
        module.__loader__ = module.__spec__.loader = self.inner
        try:
            self.inner.exec_module(module)
        except KeyboardInterrupt:
            _half_done[module.__name__] = module
            raise

    def __getattr__(self, name):
        return getattr(self.inner, name)


class _WholeLoader(_Loader):
    def exec_module(self, module):
        module.__loader__ = module.__spec__.loader = self.inner


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname, path=None, target=None):
        whole = _whole.pop(fullname, None)
        if whole is not None:
            spec = whole.__spec__
            spec.loader = _WholeLoader(spec.loader, whole)
            return spec
        module = _half_done.pop(fullname, None)
        if module is None:
            return None
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader, module)
        return spec
