# SPDX-License-Identifier: MIT
"""What the lines of notebooks do here: %magics, and !commands with the help of shell.py."""

import __main__
import contextlib
import io
import os
import re
import shlex
import sys
import time
import timeit
import types

from . import cell, display, figures, shell, tracebacks

_QUIET = frozenset(("matplotlib", "xmode", "colors", "precision", "automagic", "pdb"))
_REPEAT = 7
_AT_LEAST = 0.2


class UsageError(Exception):
    """A line for notebooks that this sandbox does not know or that is wrong."""

    __module__ = "builtins"  # the name alone says it


class Lines(list):
    """What a command printed, line by line, as IPython gives it."""

    @property
    def n(self):
        return "\n".join(self)

    nlstr = n

    @property
    def s(self):
        return " ".join(self)

    spstr = s

    @property
    def l(self):
        return list(self)

    list = l

    def grep(self, pattern):
        return Lines(line for line in self if re.search(pattern, line, re.IGNORECASE))


class Shell:
    """What get_ipython() gives, and what the lines call."""

    class _Events:
        def register(self, event, function):
            """Nothing happens between cells here."""

        def unregister(self, event, function):
            """As above."""

    def __init__(self):
        self.events = self._Events()
        self.config = {}
        self.user_ns = __main__.__dict__

    # --- as programs call them

    def run_line_magic(self, magic_name, line="", _stack_depth=1):
        return self.line(magic_name, line)

    def run_cell_magic(self, magic_name, line, cell):
        raise UsageError(f"Write %%{magic_name} at the beginning of the code instead.")

    def magic(self, text):
        name, _, arguments = text.lstrip("%").partition(" ")
        return self.line(name, arguments)

    def register_magic_function(self, *_args, **_named):
        raise UsageError("Own magics are not possible here; define a function.")

    # --- as the lines call them

    def line(self, name, arguments):
        arguments = _filled_in(arguments)
        action = _LINE.get(name)
        if action is not None:
            return action(arguments)
        if name in shell.COMMANDS:
            return self._command(f"{name} {arguments}")
        if name in _QUIET:
            return None
        known = ", ".join(sorted(f"%{item}" for item in {*_LINE, *_QUIET}))
        raise UsageError(f"The magic %{name} is not known here. Known are: {known}; and "
                         "%%time, %%timeit, %%writefile, %%capture, %%bash, %%html for whole cells.")

    def system(self, command):
        self._command(_filled_in(command))

    def _command(self, command):
        code = shell.run(command, sys.stdout, sys.stderr)
        self.user_ns["_exit_code"] = code

    def getoutput(self, command):
        out = io.StringIO()
        self.user_ns["_exit_code"] = shell.run(_filled_in(command), out, sys.stderr)
        return Lines(out.getvalue().splitlines())

    def showtraceback(self, exc_tuple=None, **_named):
        """Of an error that must not end what is going on, as altair has them while it is shown."""
        error = exc_tuple[1] if exc_tuple else sys.exception()
        if error is not None:
            print("\n".join(tracebacks.describe(error)[2]), file=sys.stderr)

    def help(self, name):
        import inspect

        try:
            value = eval(name, self.user_ns)
        except NameError:
            raise UsageError(f"Nothing is called {name!r} here.") from None
        with contextlib.suppress(TypeError, ValueError):
            print(f"{name}{inspect.signature(value)}")
        print(inspect.getdoc(value) or f"{type(value).__name__} without documentation")

    def tick(self):
        return time.perf_counter(), time.process_time()

    def timed(self, start, value):
        wall = time.perf_counter() - start[0]
        print(f"CPU times: total {_duration(time.process_time() - start[1])}\n"
              f"Wall time: {_duration(wall)}")
        return value

    @contextlib.contextmanager
    def timing(self):
        start = self.tick()
        try:
            yield
        finally:
            self.timed(start, None)


SHELL = Shell()


async def run_cell(name, arguments, body, execute):
    """A cell that begins with %%name. `execute(code)` runs Python in the session."""
    action = _CELL.get(name)
    if action is None:
        known = ", ".join(sorted(f"%%{item}" for item in _CELL))
        raise UsageError(f"The cell magic %%{name} is not known here. Known are: {known}.")
    result = action(_filled_in(arguments), body, execute)
    if hasattr(result, "__await__"):
        await result


def _filled_in(text):
    """{expression} and $name, as notebooks fill them in; what cannot be is left as it is."""
    if "{" not in text and "$" not in text:
        return text

    def value(found):
        expression = found[1] or found[2]
        try:
            return str(eval(expression, __main__.__dict__))
        except Exception:
            return found[0]

    return re.sub(r"\{([^{}]+)\}|\$([A-Za-z_]\w*)", value, text)


def _duration(seconds):
    for limit, unit, factor in ((1e-6, "ns", 1e9), (1e-3, "µs", 1e6), (1, "ms", 1e3)):
        if seconds < limit:
            return f"{seconds * factor:.3g} {unit}"
    if seconds < 60:
        return f"{seconds:.3g} s"
    return f"{int(seconds // 60)} min {int(seconds % 60)} s"


# --- lines


def _timeit(arguments, setup="pass"):
    options, statement = _options(arguments, "nr", "oqpct")
    if not statement:
        raise UsageError("%timeit needs something to measure, such as %timeit sum(range(100))")
    timer = timeit.Timer(statement, setup, globals=__main__.__dict__)
    count = int(options.get("n", 0)) or _enough(timer)
    repeat = int(options.get("r", _REPEAT))
    runs = [taken / count for taken in timer.repeat(repeat, count)]
    mean = sum(runs) / len(runs)
    deviation = (sum((run - mean) ** 2 for run in runs) / len(runs)) ** 0.5
    print(f"{_duration(mean)} ± {_duration(deviation)} per loop "
          f"(mean ± std. dev. of {repeat} runs, {count:,} loop{'s' if count != 1 else ''} each)")
    if "o" in options:
        return types.SimpleNamespace(average=mean, stdev=deviation, best=min(runs),
                                     worst=max(runs), timings=runs, loops=count, repeat=repeat)
    return None


def _enough(timer):
    """How often, so that one measurement takes long enough to be one."""
    count = 1
    while timer.timeit(count) < _AT_LEAST and count < 10**9:
        count *= 10
    return count


def _options(text, with_value, without):
    """({letter: value or True}, rest) of "-n 5 -o statement"."""
    options = {}
    while True:
        found = re.match(rf"\s*-([{with_value}])\s*(\d+)(?:\s+|$)|\s*-([{without}])(?:\s+|$)", text)
        if not found:
            return options, text.strip()
        options[found[1] or found[3]] = found[2] or True
        text = text[found.end():]


def _run(arguments):
    words = shlex.split(arguments)
    while words and words[0] in ("-i", "-t", "-n", "-e"):
        words.pop(0)
    if not words:
        raise UsageError("%run needs a file, such as %run /mnt/data/script.py")
    names = run_file(words[0] if words[0].endswith(".py") else f"{words[0]}.py", words[1:])
    __main__.__dict__.update((name, value) for name, value in names.items()
                             if not name.startswith("__"))


def run_file(path, arguments):
    """A program in a file, with names of its own, as `python path` runs it."""
    with open(path, "rb") as file:
        source = file.read()
    import importlib.util

    text = importlib.util.decode_source(source)
    body, expression = cell.compile_cell(text, path)
    names = {"__name__": "__main__", "__file__": path, "__builtins__": __main__.__builtins__}
    before = sys.argv, list(sys.path)
    sys.argv = [path, *arguments]
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    try:
        for part in (body, expression):
            if part is not None:
                exec(part, names)
    except SystemExit as error:
        if error.code not in (None, 0):
            raise
    finally:
        sys.argv, sys.path[:] = before
    return names


def _own_names():
    return [name for name in __main__.__dict__ if not name.startswith("_")]


def _who(arguments):
    kinds = arguments.split()
    names = [name for name in _own_names()
             if not kinds or type(__main__.__dict__[name]).__name__ in kinds]
    print("  ".join(sorted(names)) or "No names are defined.")


def _whos(arguments):
    rows = []
    for name in sorted(_own_names()):
        value = __main__.__dict__[name]
        rows.append((name, type(value).__name__, _brief(value)))
    if not rows:
        print("No names are defined.")
        return
    widths = [max(len(row[i]) for row in (*rows, ("Variable", "Type"))) for i in (0, 1)]
    print(f"{'Variable':<{widths[0]}}   {'Type':<{widths[1]}}   Data/Info")
    for name, kind, brief in rows:
        print(f"{name:<{widths[0]}}   {kind:<{widths[1]}}   {brief}")


def _brief(value):
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple):
        return f"shape {shape}"
    if isinstance(value, (list, dict, set, tuple)):
        return f"n={len(value)}"
    try:
        text = " ".join(repr(value).split())
    except Exception:
        return "its text cannot be made"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _reset(arguments):
    for name in _own_names():
        del __main__.__dict__[name]


def _env(arguments):
    if not arguments:
        return dict(os.environ)
    name, equals, value = arguments.partition("=") if "=" in arguments \
        else arguments.partition(" ")
    if not equals:
        return os.environ.get(name)
    os.environ[name.strip()] = value.strip()
    print(f"env: {name.strip()}={value.strip()}")
    return None


def _cd(arguments):
    os.chdir(os.path.expanduser(arguments.strip().strip("'\"") or "~"))
    print(os.getcwd())


def _pip(arguments):
    shell.run(f"pip {arguments}", sys.stdout, sys.stderr)


def _conda(arguments):
    shell.run(f"conda {arguments}", sys.stdout, sys.stderr)


def _load_ext(arguments):
    print(f"%load_ext {arguments}: extensions of IPython are not here; nothing was loaded.",
          file=sys.stderr)


def _autoreload(arguments):
    print("%autoreload is not here: use importlib.reload(), or run the file again, which imports "
          "the modules beside it anew.", file=sys.stderr)


def _config(arguments):
    found = re.match(r"InlineBackend\.figure_formats?\s*=\s*(.+)", arguments)
    if found:
        import ast

        value = ast.literal_eval(found[1])
        figures.set_formats(*([value] if isinstance(value, str) else value))
    else:
        print(f"%config {arguments}: only InlineBackend.figure_formats can be set here.",
              file=sys.stderr)


def names(is_cell):
    """As they are written, for completion."""
    if is_cell:
        return sorted(f"%%{name}" for name in _CELL)
    return sorted(f"%{name}" for name in {*_LINE, *_QUIET})


def _lsmagic(arguments):
    print(" ".join(sorted(f"%{name}" for name in {*_LINE, *_QUIET})))
    print(" ".join(sorted(f"%%{name}" for name in _CELL)))


_LINE = {
    "time": lambda arguments: SHELL.timed(SHELL.tick(), None),
    "timeit": _timeit,
    "pip": _pip,
    "conda": _conda,
    "mamba": _conda,
    "run": _run,
    "who": _who,
    "who_ls": lambda arguments: sorted(_own_names()),
    "whos": _whos,
    "reset": _reset,
    "env": _env,
    "set_env": _env,
    "cd": _cd,
    "pwd": lambda arguments: os.getcwd(),
    "load_ext": _load_ext,
    "reload_ext": _load_ext,
    "autoreload": _autoreload,
    "config": _config,
    "lsmagic": _lsmagic,
    "sx": lambda arguments: SHELL.getoutput(arguments),
    "system": lambda arguments: SHELL.getoutput(arguments),
    "pinfo": lambda arguments: SHELL.help(arguments),
    "pdoc": lambda arguments: SHELL.help(arguments),
}


# --- whole cells


async def _time_cell(arguments, body, execute):
    start = SHELL.tick()
    try:
        await execute(body)
    finally:
        SHELL.timed(start, None)


def _timeit_cell(arguments, body, execute):
    options, setup = _options(arguments, "nr", "oqpct")
    text = " ".join(f"-{name}" + ("" if value is True else f" {value}")
                    for name, value in options.items())
    _timeit(f"{text} {body.strip()}", setup or "pass")


def _writefile(arguments, body, execute):
    words = shlex.split(arguments)
    append = "-a" in words or "--append" in words
    names = [word for word in words if not word.startswith("-")]
    if len(names) != 1:
        raise UsageError("%%writefile needs one file name, such as %%writefile /mnt/out/a.py")
    path = os.path.expanduser(names[0])
    existed = os.path.exists(path)
    with open(path, "a" if append else "w", encoding="utf-8") as file:
        text = body.removeprefix("\n")
        # A notebook's cell has no last line break; a file's last line has one.
        file.write(text if not text or text.endswith("\n") else text + "\n")
    print("Appending to" if append else "Overwriting" if existed else "Writing", path)


class Captured:
    def __init__(self, out, err):
        self.stdout, self.stderr = out, err

    def __str__(self):
        return self.stdout

    def show(self):
        sys.stdout.write(self.stdout)
        sys.stderr.write(self.stderr)

    __call__ = show


async def _capture(arguments, body, execute):
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            await execute(body)
    finally:
        for word in arguments.split():
            if not word.startswith("-"):
                __main__.__dict__[word] = Captured(out.getvalue(), err.getvalue())


def _script(arguments, body, execute):
    for line in body.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            SHELL.system(line)


def _shown_as(mime):
    def show_cell(arguments, body, execute):
        display.show({mime: body.strip("\n")}, raw=True)

    return show_cell


async def _python(arguments, body, execute):
    await execute(body)


_CELL = {
    "time": _time_cell,
    "timeit": _timeit_cell,
    "writefile": _writefile,
    "file": _writefile,
    "capture": _capture,
    "bash": _script,
    "sh": _script,
    "html": _shown_as("text/html"),
    "HTML": _shown_as("text/html"),
    "markdown": _shown_as("text/markdown"),
    "latex": _shown_as("text/latex"),
    "svg": _shown_as("image/svg+xml"),
    "python": _python,
    "python3": _python,
}
