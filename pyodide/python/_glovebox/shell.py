# SPDX-License-Identifier: MIT
"""The few commands that programs for notebooks give to a shell, in Python: there are no other
programs in the sandbox."""

import fnmatch
import glob
import io
import os
import re
import shutil
import sys
import time

from . import hooks, imports, network, packages, wheels

_OPERATORS = ("&&", "||", ">>", "|", ";", ">", "<", "&")

# Of which it says more that there is no network than that there are no programs.
_NETWORK_PROGRAMS = frozenset(("curl", "wget", "git", "ssh", "scp", "rsync", "ftp", "sftp", "ping",
                               "aws", "gsutil", "kaggle", "huggingface-cli", "gdown"))


class ShellError(Exception):
    """A command that cannot be done here, or was written wrongly."""


class _Word(str):
    """A word of a command; `pattern` is what the file names are matched with, if at all."""

    pattern = None


def run(command, out, err):
    """Runs a command line; returns its exit code. Output goes to the text streams."""
    try:
        tokens = _tokens(command)
        return _run_list(tokens, out, err)
    except ShellError as error:
        err.write(f"{error}\n")
        return 2


# --- the language


def _tokens(command):
    tokens, at = [], 0
    while at < len(command):
        if command[at].isspace():
            at += 1
            continue
        if command[at] == "#":
            break
        operator = next((o for o in _OPERATORS if command.startswith(o, at)), None)
        if command.startswith("2>", at):
            operator = "2>&1" if command.startswith("2>&1", at) else "2>"
        if operator:
            tokens.append((operator, None))
            at += len(operator)
        else:
            word, at = _word(command, at)
            tokens.append((None, word))
    return tokens


def _word(command, at):
    text, pattern = [], []
    while at < len(command) and not command[at].isspace() and command[at] not in "|;<>&":
        char = command[at]
        if char in "'\"":
            end = command.find(char, at + 1)
            if end < 0:
                raise ShellError(f"The quote {char} is not closed.")
            inside = command[at + 1:end]
            inside = _variables(inside) if char == '"' else inside
            text.append(inside)
            pattern.append(glob.escape(inside))
            at = end + 1
        elif char == "\\" and at + 1 < len(command):
            text.append(command[at + 1])
            pattern.append(glob.escape(command[at + 1]))
            at += 2
        elif command.startswith("$(", at) or char == "`":
            raise ShellError("Commands inside of commands are not possible here; use Python.")
        else:
            found = re.match(r"\$\{?\w+\}?|[^\s|;<>&'\"\\$`]+|\$", command[at:])[0]
            plain = _variables(found)
            if at == 0 or command[at - 1].isspace():
                plain = os.path.expanduser(plain)
            text.append(plain)
            pattern.append(plain)
            at += len(found)
    word = _Word("".join(text))
    word.pattern = "".join(pattern)
    return word, at


def _variables(text):
    return re.sub(r"\$\{?(\w+)\}?", lambda found: os.environ.get(found[1], ""), text)


def _run_list(tokens, out, err):
    code, part, condition = 0, [], None
    for token in [*tokens, (";", None)]:
        operator = token[0]
        if operator not in ("&&", "||", ";", "&"):
            part.append(token)
            continue
        if operator == "&":
            raise ShellError("Nothing can run in the background here.")
        if part and (condition is None or condition == (code == 0)):
            code = _run_pipeline(part, out, err)
        part = []
        condition = {"&&": True, "||": False}.get(operator)
    return code


def _run_pipeline(tokens, out, err):
    commands = [[]]
    for token in tokens:
        if token[0] == "|":
            commands.append([])
        else:
            commands[-1].append(token)
    text, code = None, 0
    for position, command in enumerate(commands):
        is_last = position == len(commands) - 1
        target = out if is_last else io.StringIO()
        code = _run_command(command, text, target, err)
        text = None if is_last else target.getvalue()
    return code


def _run_command(tokens, text, out, err):
    words, opened = [], []
    try:
        items = iter(tokens)
        for operator, word in items:
            if operator is None:
                words += _expanded(word) if words else [word]
            elif operator == "2>&1":
                err = out
            else:
                target = next(items, (None, None))[1]
                if target is None:
                    raise ShellError(f"A file name is missing after {operator}.")
                file = _opened(operator, target)
                opened.append(file)
                if operator == "<":
                    text = file.read()
                elif operator == "2>":
                    err = file
                else:
                    out = file
        return _call(words, text, out, err)
    finally:
        for file in opened:
            file.close()


def _opened(operator, path):
    if path == "/dev/null":
        return io.StringIO()
    mode = {"<": "r", ">": "w", "2>": "w", ">>": "a"}[operator]
    try:
        return open(path, mode, encoding="utf-8", errors="replace")
    except OSError as error:
        raise ShellError(f"{path}: {error.strerror}") from None


def _expanded(word):
    if re.search(r"[*?\[]", word):
        return sorted(glob.glob(word.pattern)) or [word]
    return [word]


def _call(words, text, out, err):
    if not words:
        return 0
    name, arguments = str(words[0]), words[1:]
    found = re.match(r"(\w+)=(.*)", name)
    if found and not arguments:
        os.environ[found[1]] = found[2]
        return 0
    command = COMMANDS.get(os.path.basename(name))
    if os.path.basename(name) in _NETWORK_PROGRAMS:
        raise ShellError(f"{name}: {network.MESSAGE}")
    if command is None:
        raise ShellError(
            f"{name}: this sandbox has no other programs. Known are: {', '.join(sorted(COMMANDS))}. "
            "Do the rest in Python.")
    try:
        return command(arguments, text, out, err) or 0
    except OSError as error:
        err.write(f"{name}: {error.filename or ''}: {error.strerror or error}\n".replace(": :", ":"))
        return 1


def _options(name, arguments, letters, with_value=""):
    """({letter: True or value}, operands); long options are taken by their first letter only where
    `letters` has it."""
    options, operands, items = {}, [], iter(arguments)
    for item in items:
        if item == "--":
            operands += items
        elif re.fullmatch(r"-\d+", item) and "n" in with_value:
            options["n"] = item[1:]
        elif len(item) > 1 and item[0] == "-" and item[1] != "-":
            _letters(name, item, letters, with_value, options, items)
        elif item.startswith("--"):
            raise ShellError(f"{name}: the option {item} is not known here.")
        else:
            operands.append(item)
    return options, operands


def _letters(name, item, letters, with_value, options, items):
    for at, letter in enumerate(item[1:], 1):
        if letter in with_value:
            value = item[at + 1:] or next(items, None)
            if value is None:
                raise ShellError(f"{name}: -{letter} needs a value.")
            options[letter] = value
            return
        if letter not in letters:
            raise ShellError(f"{name}: the option -{letter} is not known here.")
        options[letter] = True


def _inputs(operands, text):
    """[(name, text)] of the files, or of what comes through the pipe."""
    if not operands:
        return [("-", text or "")]
    found = []
    for path in operands:
        if path == "-":
            found.append(("-", text or ""))
        else:
            with open(path, encoding="utf-8", errors="replace", newline="") as file:
                found.append((path, file.read()))
    return found


# --- the commands


def _ls(arguments, text, out, err):
    options, operands = _options("ls", arguments, "laA1hRtrSdF")
    code = 0
    folders = []
    files = []
    for path in operands or ["."]:
        if not os.path.lexists(path):
            err.write(f"ls: cannot access '{path}': No such file or directory\n")
            code = 2
        elif os.path.isdir(path) and "d" not in options:
            folders.append(path)
        else:
            files.append(path)
    _list(sorted(files), "", options, out)
    several = len(folders) + len(files) > 1 or "R" in options
    while folders:
        folder = folders.pop(0)
        if several:
            out.write(f"{folder}:\n")
        names = [name for name in os.listdir(folder)
                 if "a" in options or "A" in options or not name.startswith(".")]
        _list(sorted(names), folder, options, out)
        if "R" in options:
            folders = [os.path.join(folder, name) for name in sorted(names)
                       if os.path.isdir(os.path.join(folder, name))] + folders
        if several and folders:
            out.write("\n")
    return code


def _list(names, folder, options, out):
    stats = {name: os.lstat(os.path.join(folder, name)) for name in names}
    if "t" in options:
        names = sorted(names, key=lambda name: -stats[name].st_mtime)
    if "S" in options:
        names = sorted(names, key=lambda name: -stats[name].st_size)
    if "r" in options:
        names = names[::-1]
    for name in names:
        if "l" in options:
            import stat

            info = stats[name]
            size = _human(info.st_size) if "h" in options else str(info.st_size)
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(info.st_mtime))
            out.write(f"{stat.filemode(info.st_mode)} {size:>10} {when} {name}\n")
        else:
            out.write(f"{name}\n")


def _human(size):
    for unit in ("", "K", "M", "G"):
        if size < 1024:
            return f"{size:.0f}{unit}" if unit == "" or size >= 10 else f"{size:.1f}{unit}"
        size /= 1024
    return f"{size:.1f}T"


def _cat(arguments, text, out, err):
    options, operands = _options("cat", arguments, "n")
    for _, content in _inputs(operands, text):
        if "n" in options:
            for number, line in enumerate(content.splitlines(keepends=True), 1):
                out.write(f"{number:6}\t{line}")
        else:
            out.write(content)


def _ends(name, first):
    def ends(arguments, text, out, err):
        options, operands = _options(name, arguments, "q", "nc")
        files = _inputs(operands, text)
        for path, content in files:
            if len(files) > 1:
                out.write(f"==> {path} <==\n")
            out.write(_part(content, options, first))

    return ends


def _part(content, options, first):
    parts = content if "c" in options else content.splitlines(keepends=True)
    value = str(options.get("c", options.get("n", 10)))
    try:
        count = int(value.lstrip("+"))
    except ValueError:
        raise ShellError(f"{value!r} is no number of lines.") from None
    if first:
        part = parts[:count]
    else:
        part = parts[count - 1:] if value.startswith("+") else parts[-count:] if count else ""
    return "".join(part)


def _wc(arguments, text, out, err):
    options, operands = _options("wc", arguments, "lwcm")
    shown = [letter for letter in "lwcm" if letter in options] or ["l", "w", "c"]
    total = dict.fromkeys(shown, 0)
    files = _inputs(operands, text)
    for path, content in files:
        counts = {"l": content.count("\n"), "w": len(content.split()),
                  "c": len(content.encode()), "m": len(content)}
        for letter in shown:
            total[letter] += counts[letter]
        name = "" if path == "-" else f" {path}"
        out.write(" ".join(str(counts[letter]) for letter in shown) + f"{name}\n")
    if len(files) > 1:
        out.write(" ".join(str(total[letter]) for letter in shown) + " total\n")


def _mkdir(arguments, text, out, err):
    options, operands = _options("mkdir", arguments, "pv")
    for path in operands:
        if "p" in options:
            os.makedirs(path, exist_ok=True)
        else:
            os.mkdir(path)


def _targets(name, operands):
    if len(operands) < 2:
        raise ShellError(f"{name} needs what and where to.")
    *sources, target = operands
    into = os.path.isdir(target)
    if len(sources) > 1 and not into:
        raise ShellError(f"{name}: {target} is no folder.")
    return [(source, os.path.join(target, os.path.basename(source.rstrip("/"))) if into else target)
            for source in sources]


def _cp(arguments, text, out, err):
    options, operands = _options("cp", arguments, "rRafpvn")
    for source, target in _targets("cp", operands):
        if os.path.isdir(source):
            if not options.keys() & {"r", "R", "a"}:
                raise ShellError(f"cp: {source} is a folder; use cp -r.")
            shutil.copytree(source, target, dirs_exist_ok=True)
        elif not ("n" in options and os.path.exists(target)):
            shutil.copyfile(source, target)


def _mv(arguments, text, out, err):
    options, operands = _options("mv", arguments, "fvn")
    for source, target in _targets("mv", operands):
        if not ("n" in options and os.path.exists(target)):
            shutil.move(source, target)


def _rm(arguments, text, out, err):
    options, operands = _options("rm", arguments, "rRfvd")
    for path in operands:
        if os.path.isdir(path) and not os.path.islink(path):
            if not options.keys() & {"r", "R"}:
                raise ShellError(f"rm: {path} is a folder; use rm -r.")
            shutil.rmtree(path)
        elif os.path.lexists(path) or "f" not in options:
            os.remove(path)


def _rmdir(arguments, text, out, err):
    for path in arguments:
        os.rmdir(path)


def _touch(arguments, text, out, err):
    for path in _options("touch", arguments, "c")[1]:
        with open(path, "ab"):
            os.utime(path)


def _echo(arguments, text, out, err):
    words = list(arguments)
    flags = ""
    while words and re.fullmatch(r"-[neE]+", words[0]):
        flags += words.pop(0)[1:]
    line = " ".join(words)
    if "e" in flags:
        line = line.replace("\\n", "\n").replace("\\t", "\t")
    out.write(line if "n" in flags else f"{line}\n")


def _grep(arguments, text, out, err):
    options, operands = _options("grep", arguments, "invclrRwEFhHoqs", "e")
    if "e" not in options and not operands:
        raise ShellError("grep needs a pattern.")
    wanted = options.get("e") or operands.pop(0)
    wanted = re.escape(wanted) if "F" in options else wanted.replace(r"\|", "|")
    wanted = rf"\b(?:{wanted})\b" if "w" in options else wanted
    try:
        pattern = re.compile(wanted, re.IGNORECASE if "i" in options else 0)
    except re.error as error:
        raise ShellError(f"grep: {error}") from None
    if options.keys() & {"r", "R"}:
        operands = _files_below(operands or ["."])
    found = 0
    files = _inputs(operands, text)
    named = ("H" in options or len(files) > 1 or bool(options.keys() & {"r", "R"})) \
        and "h" not in options
    for path, content in files:
        found += _grep_in(path if named else None, path, content, pattern, options, out)
    return 0 if found else 1


def _grep_in(shown, path, content, pattern, options, out):
    lines = [(number, line) for number, line in enumerate(content.splitlines(), 1)
             if bool(pattern.search(line)) != ("v" in options)]
    prefix = f"{shown}:" if shown else ""
    if "q" in options:
        return len(lines)
    if "l" in options:
        if lines:
            out.write(f"{path}\n")
    elif "c" in options:
        out.write(f"{prefix}{len(lines)}\n")
    else:
        for number, line in lines:
            place = f"{prefix}{number}:" if "n" in options else prefix
            for part in pattern.findall(line) if "o" in options else [line]:
                out.write(f"{place}{part if isinstance(part, str) else part[0]}\n")
    return len(lines)


def _files_below(paths):
    found = []
    for path in paths:
        if os.path.isdir(path):
            for folder, folders, names in os.walk(path):
                folders.sort()
                found += [os.path.join(folder, name) for name in sorted(names)]
        else:
            found.append(path)
    return found


def _find(arguments, text, out, err):
    paths, items = [], iter(arguments)
    tests, depth = [], None
    for item in items:
        if not item.startswith("-"):
            paths.append(item)
            continue
        value = next(items, None) if item not in ("-print", "-empty") else ""
        if value is None:
            raise ShellError(f"find: {item} needs a value.")
        if item in ("-name", "-iname"):
            tests.append((lambda path, v=value, f=item == "-iname": fnmatch.fnmatchcase(
                os.path.basename(path).lower() if f else os.path.basename(path),
                v.lower() if f else v)))
        elif item == "-type":
            tests.append((lambda path, v=value: os.path.isdir(path) == (v == "d")))
        elif item == "-maxdepth":
            depth = int(value)
        elif item == "-empty":
            tests.append(lambda path: os.path.isfile(path) and os.path.getsize(path) == 0)
        elif item != "-print":
            raise ShellError(f"find: {item} is not known here; use pathlib or glob in Python.")
    for path in paths or ["."]:
        _find_below(path, 0, depth, tests, out)


def _find_below(path, level, depth, tests, out):
    if all(test(path) for test in tests):
        out.write(f"{path}\n")
    if os.path.isdir(path) and not os.path.islink(path) and (depth is None or level < depth):
        for name in sorted(os.listdir(path)):
            _find_below(os.path.join(path, name), level + 1, depth, tests, out)


def _sort(arguments, text, out, err):
    options, operands = _options("sort", arguments, "rnu")
    lines = [line for _, content in _inputs(operands, text) for line in content.splitlines()]

    def number(line):
        found = re.match(r"\s*-?\d+(?:\.\d+)?", line)
        return float(found[0]) if found else 0.0

    lines.sort(key=number if "n" in options else None, reverse="r" in options)
    lines = list(dict.fromkeys(lines)) if "u" in options else lines
    out.write("".join(f"{line}\n" for line in lines))


def _uniq(arguments, text, out, err):
    options, operands = _options("uniq", arguments, "c")
    groups = []
    for _, content in _inputs(operands, text):
        for line in content.splitlines():
            if groups and groups[-1][1] == line:
                groups[-1][0] += 1
            else:
                groups.append([1, line])
    for count, line in groups:
        out.write(f"{count:7} {line}\n" if "c" in options else f"{line}\n")


def _du(arguments, text, out, err):
    options, operands = _options("du", arguments, "shck")
    for path in operands or ["."]:
        size = sum(os.path.getsize(file) for file in _files_below([path]))
        out.write(f"{_human(size) if 'h' in options else (size + 1023) // 1024}\t{path}\n")


def _date(arguments, text, out, err):
    form = arguments[0][1:] if arguments and arguments[0].startswith("+") else "%c"
    out.write(time.strftime(form) + "\n")


def _which(arguments, text, out, err):
    missing = [name for name in arguments if name not in COMMANDS]
    for name in arguments:
        if name in COMMANDS:
            out.write(f"{name}: built into Glovebox\n")
    return 1 if missing else 0


def _cd(arguments, text, out, err):
    raise ShellError("cd in a command of its own changes nothing; use %cd or os.chdir().")


def _python(arguments, text, out, err):
    if arguments[:1] == ["--version"] or arguments[:1] == ["-V"]:
        out.write(f"Python {sys.version.split()[0]}\n")
        return 0
    if arguments[:2] in (["-m", "pip"], ["-m", "pip3"]):
        return _pip(arguments[2:], text, out, err)
    import contextlib

    from . import magics

    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        if arguments[:1] == ["-c"] and len(arguments) > 1:
            exec(compile(str(arguments[1]), "<string>", "exec"), {"__name__": "__main__"})
        elif not arguments or arguments[0].startswith("-"):
            raise ShellError("python: only a file, -c CODE or -m pip can be given here. Write the "
                             "code itself.")
        else:
            magics.run_file(str(arguments[0]), [str(word) for word in arguments[1:]])
    return 0


def _pip(arguments, text, out, err):
    action = next((word for word in arguments if not word.startswith("-")), "")
    words = arguments[arguments.index(action) + 1:] if action else []
    if action in ("list", "freeze"):
        for name, version in sorted({**hooks.distributions, **packages.installed()}.items()):
            out.write(f"{name}=={version}\n" if action == "freeze" else f"{name:<24} {version}\n")
        return 0
    if action == "show":
        return _show(words, out, err)
    if action == "uninstall":
        return _uninstall(words, out, err)
    if action != "install":
        raise ShellError("pip: only install, uninstall, list, freeze and show are known here, not "
                         f"{action!r}.")
    packages.install_words(words, out)
    return 0


def _show(words, out, err):
    for name in (word for word in words if not word.startswith("-")):
        key = wheels.key_of(name)
        version = packages.installed().get(key) or hooks.distributions.get(key)
        if version is None:
            err.write(f"{imports.missing_package_hint(name)}\n")
            return 1
        out.write(f"Name: {name}\nVersion: {version}\n")
    return 0


def _uninstall(words, out, err):
    code = 0
    for name in (word for word in words if not word.startswith("-")):
        try:
            version = wheels.uninstall(name)
        except PermissionError as error:
            err.write(f"{error}\n")
            code = 1
            continue
        if version is None:
            err.write(f"WARNING: Skipping {name} as it is not installed.\n")
        else:
            out.write(f"Successfully uninstalled {name}-{version}\n")
    return code


def _conda(arguments, text, out, err):
    words = [word for word in arguments if word not in ("-y", "--yes")]
    if "-c" in words:
        at = words.index("-c")
        del words[at:at + 2]
    return _pip(words, text, out, err)


def _nothing(code):
    return lambda arguments, text, out, err: code


COMMANDS = {
    "ls": _ls, "dir": _ls, "cat": _cat, "head": _ends("head", True), "tail": _ends("tail", False),
    "wc": _wc, "mkdir": _mkdir, "cp": _cp, "mv": _mv, "rm": _rm, "rmdir": _rmdir, "touch": _touch,
    "echo": _echo, "grep": _grep, "egrep": _grep, "find": _find, "sort": _sort, "uniq": _uniq,
    "du": _du, "date": _date, "which": _which, "cd": _cd, "python": _python, "python3": _python,
    "pip": _pip, "pip3": _pip, "conda": _conda, "mamba": _conda, "true": _nothing(0),
    "false": _nothing(1),
    "pwd": lambda arguments, text, out, err: out.write(os.getcwd() + "\n") and 0,
}
