# SPDX-License-Identifier: MIT
"""Imports our modules from memory: the worker hands their sources over once, and a memory
snapshot keeps them. No file of the sandbox can stand in for one of them."""

import builtins
import importlib.abc
import importlib.machinery
import sys

PREFIX = "<glovebox>/"


class MemoryLoader(importlib.abc.InspectLoader):
    def __init__(self, sources):
        self.sources = sources
        # What a program does to the builtins' names is its own affair.
        self.builtins = dict(vars(builtins))

    def path_of(self, fullname):
        stem = fullname.replace(".", "/")
        for path in (f"{stem}.py", f"{stem}/__init__.py"):
            if path in self.sources:
                return path
        return None

    def find_spec(self, fullname, path=None, target=None):
        found = self.path_of(fullname)
        if found is None:
            return None
        return importlib.machinery.ModuleSpec(
            fullname, self, origin=PREFIX + found, is_package=found.endswith("__init__.py")
        )

    def get_source(self, fullname):
        found = self.path_of(fullname)
        if found is None:
            raise ImportError(f"No module named {fullname!r}", name=fullname)
        return self.sources[found]

    def get_code(self, fullname):
        return compile(self.get_source(fullname), PREFIX + self.path_of(fullname), "exec")

    def exec_module(self, module):
        module.__dict__["__builtins__"] = dict(self.builtins)
        exec(self.get_code(module.__name__), module.__dict__)

    def is_package(self, fullname):
        return (self.path_of(fullname) or "").endswith("__init__.py")


def install(sources):
    sys.meta_path.insert(0, MemoryLoader(sources))
