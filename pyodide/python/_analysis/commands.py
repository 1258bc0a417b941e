# SPDX-License-Identifier: MIT
"""Lines and cells that only notebooks know: commands, magics, installations."""

import ast
import re

from _glovebox import notebook

from . import files
from .catalogue import (HARMLESS_COMMANDS, INSTALLERS, NETWORK_COMMANDS, QUIET_MAGICS, SHELL_CELLS,
                        WRITING_COMMANDS)
from .rules import LOOK, NOTE, REFUSED

_SEPARATORS = re.compile(r"&&|\|\||[;|\n]")
_MOUNTED = re.compile(r"/mnt/[a-z0-9_-]{1,32}(?:/[^\s'\";|&<>]*)?")
_METHODS = ("system", "getoutput", "line")
_INSTALLING = frozenset(("micropip.install", "piplite.install", "pip.main", "pip._internal.main",
                         "pyodide_js.loadPackage", "pyodide.loadPackage"))


def read_cell(text, report):
    """The Python of a cell that may begin with %%name."""
    whole = notebook.cell_magic(text)
    if whole is None:
        return text
    name, arguments, body = whole
    if name in SHELL_CELLS:
        for line, row in enumerate(body.split("\n"), 1):
            _check_shell(row, line, report)
        return ""
    if name in ("html", "javascript", "js", "svg"):
        report.add_line("javascript", LOOK if name != "svg" else NOTE, 1, (f"%%{name}",))
        return ""
    if name == "writefile":
        files.add_path(arguments.split()[-1] if arguments.split() else "", "write", None, report, 1)
        return ""
    if name not in QUIET_MAGICS:
        report.add_line("notebook-magic", NOTE, 1, (f"%%{name}",))
    return body


def check(nodes, names, report):
    for call in nodes[ast.Call]:
        function = call.func
        if (isinstance(function, ast.Attribute) and function.attr in _METHODS
                and isinstance(function.value, ast.Name) and function.value.id == notebook.ENTRY):
            _check_line(function.attr, [names.text(a) or "" for a in call.args], call.lineno, report)
        elif isinstance(function, ast.Attribute) and function.attr in (
                "system", "getoutput", "run_line_magic", "run_cell_magic", "magic"):
            if names.dotted(function.value) in ("get_ipython()", "IPython.get_ipython()",
                                                "IPython.core.getipython.get_ipython()"):
                _check_shell_call(function.attr, call, names, report)
        elif names.function(call) in _INSTALLING:
            _add_installation(_requirements_of(call, names), call.lineno, report)


def _check_shell_call(method, call, names, report):
    given = [names.text(a) for a in call.args]
    if None in given:
        report.add_line("shell-command", LOOK, call.lineno, ("…",))
    elif method.startswith("run"):
        _check_line("line", given, call.lineno, report)
    elif method == "magic":
        _check_line("line", given[0].lstrip("%").partition(" ")[::2], call.lineno, report)
    else:
        _check_shell(given[0] if given else "", call.lineno, report)


def _check_line(method, given, line, report):
    if method != "line":
        return _check_shell(given[0], line, report)
    name, arguments = given[0], given[1] if len(given) > 1 else ""
    if name in INSTALLERS or name in HARMLESS_COMMANDS or name in WRITING_COMMANDS:
        return _check_shell(f"{name} {arguments}", line, report)
    if name == "run":
        report.add_line("dynamic-import", LOOK, line, (arguments,))
    elif name in ("env", "set_env"):
        report.add_line("environment", NOTE, line, (f"%{name}",))
    elif name in ("sx", "system"):
        _check_shell(arguments, line, report)
    elif name not in QUIET_MAGICS:
        report.add_line("notebook-magic", NOTE, line, (f"%{name}",))
    return None


def _check_shell(text, line, report):
    for command in _SEPARATORS.split(text.replace("\\\n", " ")):
        words = command.split()
        while words and ("=" in words[0] or words[0] in ("sudo", "exec", "nohup", "time")):
            del words[0]
        if not words or words[0].startswith("#"):
            continue
        _check_command(words, command.strip(), line, report)


def _check_command(words, command, line, report):
    name = words[0].rpartition("/")[2]
    if name in ("python", "python3") and words[1:3] == ["-m", "pip"]:
        name, words = "pip", words[2:]
    if name in INSTALLERS and "install" in words:
        return _add_installation(_requirements(words[words.index("install") + 1:]), line, report)
    if name in NETWORK_COMMANDS:
        report.network = True
        report.add_line("network", REFUSED, line, (name,))
    report.add_line("shell-command", NOTE if name in HARMLESS_COMMANDS else LOOK, line, (command,))
    writes = name in WRITING_COMMANDS or ">" in command
    for path in _MOUNTED.findall(command):
        access = "delete" if name in ("rm", "rmdir") else "write" if writes else "read"
        files.add_path(path, access, None, report, line)
    return None


def _requirements(words):
    taking = iter(words)
    names = []
    for word in taking:
        if word in ("-r", "-c", "-i", "--index-url", "--extra-index-url", "-f", "--find-links", "-t"):
            names.append(f"{word} {next(taking, '')}")
        elif not word.startswith("-"):
            names.append(word.strip("'\""))
    return names


def _requirements_of(call, names):
    if not call.args:
        return ["…"]
    first = call.args[0]
    items = first.elts if isinstance(first, (ast.List, ast.Tuple)) else [first]
    return [names.text(item) or "…" for item in items]


def _add_installation(requirements, line, report):
    for requirement in requirements or ["…"]:
        report.packages.setdefault(str(requirement))
        report.add_line("package-install", LOOK, line, (requirement,))
