# SPDX-License-Identifier: MIT
"""Things that are done to a module once, right after it was imported."""

import importlib.abc
import importlib.util
import sys

from . import host

# Top-level modules that packages of the lock offer.
package_modules = frozenset()
# The packages of the lock: name in lower case with dashes, and version.
distributions = {}

_actions = {}
_performed = set()


def after_import(name, action):
    """Calls `action(module)` once the module was imported, or now if it was. Only once, also in
    an interpreter that comes from a snapshot in which that has happened."""
    if (name, action) in _performed:
        return
    if name in sys.modules:
        _perform(name, action, sys.modules[name])
    else:
        _actions[name] = action


def _perform(name, action, module):
    _performed.add((name, action))
    action(module)


class _Loader(importlib.abc.Loader):
    """Another loader's work, and then the action."""

    def __init__(self, inner, name):
        self.inner = inner
        self.name = name

    def create_module(self, spec):
        return self.inner.create_module(spec)

    def exec_module(self, module):
        module.__loader__ = module.__spec__.loader = self.inner
        self.inner.exec_module(module)
        action = _actions.pop(self.name, None)
        if action is not None:
            _perform(self.name, action, module)

    def __getattr__(self, name):
        return getattr(self.inner, name)


class _ActionFinder(importlib.abc.MetaPathFinder):
    """First in line, for the few modules that have an action."""

    def __init__(self):
        self.busy = set()

    def find_spec(self, fullname, path=None, target=None):
        if fullname not in _actions or fullname in self.busy:
            return None
        self.busy.add(fullname)  # the search below comes back here
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            self.busy.discard(fullname)
        if spec is None or spec.loader is None:
            return None
        spec.loader = _Loader(spec.loader, fullname)
        return spec


class _PackageFinder(importlib.abc.MetaPathFinder):
    """Last in line: an import that the code's syntax did not show (importlib, a module in a
    mount) still finds the packages of the lock."""

    def find_spec(self, fullname, path=None, target=None):
        if path is not None or fullname not in package_modules or host.fetch_package is None:
            return None
        if not host.fetch_package(fullname):
            return None
        return importlib.util.find_spec(fullname)


def install():
    if not any(isinstance(finder, _ActionFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _ActionFinder())
        sys.meta_path.append(_PackageFinder())
    after_import("pandas", _widen_pandas)
    after_import("polars", _widen_polars)


# Tables as wide as a model can read, where a terminal of 80 columns would leave most out.
_TABLE_WIDTH = 320
_TABLE_COLUMNS = 50


def _widen_pandas(pandas):
    # Columns stay aligned when a table holds Japanese, Chinese or Korean text.
    pandas.set_option("display.unicode.east_asian_width", True)
    pandas.set_option("display.width", _TABLE_WIDTH)
    pandas.set_option("display.max_columns", _TABLE_COLUMNS)
    pandas.set_option("display.max_colwidth", 80)
    pandas.set_option("display.min_rows", 20)


def _widen_polars(polars):
    polars.Config.set_tbl_cols(_TABLE_COLUMNS)
    polars.Config.set_tbl_width_chars(_TABLE_WIDTH)
    polars.Config.set_tbl_rows(20)
    polars.Config.set_fmt_str_lengths(80)
