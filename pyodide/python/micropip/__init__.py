# SPDX-License-Identifier: MIT
"""micropip's names (version 0.11), on the host's way of installing: the sandbox has no network of
its own, and what comes in is the person's decision."""

import sys

from _glovebox import packages as _packages
from _glovebox import wheels as _wheels

__version__ = "0.11.1"
__all__ = ["add_mock_package", "freeze", "install", "list", "list_mock_packages",
           "remove_mock_package", "set_constraints", "set_index_urls", "uninstall"]

_constraints = []
_mocked = {}


class PackageMetadata:
    """One row of list()."""

    def __init__(self, name, version, source):
        self.name, self.version, self.source = name, version, source

    def __iter__(self):
        return iter((self.name, self.version, self.source))

    def __repr__(self):
        return f"PackageMetadata(name={self.name!r}, version={self.version!r}, " \
               f"source={self.source!r})"


class PackageDict(dict):
    def __repr__(self):
        rows = [("Name", "Version", "Source"), *map(tuple, self.values())]
        widths = [max(len(row[i]) for row in rows) for i in range(3)]
        rows.insert(1, tuple("-" * width for width in widths))
        return "\n".join(" | ".join(f"{cell:{width}}" for cell, width in zip(row, widths)).rstrip()
                         for row in rows)


async def install(requirements, keep_going=False, deps=True, credentials=None, pre=False,
                  index_urls=None, *, constraints=None, reinstall=False, verbose=None):
    """Asks the person for packages, with all that they need, and waits for the answer."""
    asked = _packages.Requirements()
    asked.wanted = [requirements] if isinstance(requirements, str) else [*map(str, requirements)]
    asked.constraints = [*(_constraints if constraints is None else constraints)]
    asked.pre = bool(pre)
    asked.dependencies = bool(deps)
    asked.reinstall = bool(reinstall)
    if index_urls is not None:
        asked.ignored.append("index_urls: the index is the one that the person set")
    done = _packages.install(asked)
    if verbose and done:
        print("Successfully installed", ", ".join(f"{name}-{version}" for name, version in done))


def uninstall(packages, *, verbose=None):
    for name in [packages] if isinstance(packages, str) else packages:
        version = _wheels.uninstall(name)
        if version is None:
            print(f"WARNING: Skipping '{name}' as it is not installed.", file=sys.stderr)
        elif verbose:
            print(f"Successfully uninstalled {name}-{version}")


def list():
    return PackageDict(
        (name, PackageMetadata(name, version, _packages.source_of(name)))
        for name, version in sorted(_packages.installed().items()))


def freeze():
    """What is installed, as JSON. (A lock with hashes, for create_session, is in the text of
    list_packages.)"""
    import json

    return json.dumps({"packages": {
        name: {"name": name, "version": version, "source": _packages.source_of(name)}
        for name, version in sorted(_packages.installed().items())}}, indent=2)


def set_index_urls(urls):
    print("Glovebox ignores set_index_urls(): the index is the one that the person set.",
          file=sys.stderr)


def set_constraints(constraints):
    _constraints[:] = constraints


def add_mock_package(name, version, *, modules=None, persistent=False):
    """An empty module in the place of a package that another one wants."""
    import types

    sources = modules or {name.replace("-", "_"): ""}
    for module, source in sources.items():
        made = types.ModuleType(module)
        if callable(source):
            source(made)
        else:
            exec(source, made.__dict__)
        sys.modules[module] = made
    _mocked[name] = (version, [*sources])


def list_mock_packages():
    return [name for name in _mocked]


def remove_mock_package(name):
    if name not in _mocked:
        raise ValueError(f"Package {name} doesn't seem to be installed")
    for module in _mocked.pop(name)[1]:
        sys.modules.pop(module, None)
