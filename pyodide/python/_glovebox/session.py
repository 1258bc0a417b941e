# SPDX-License-Identifier: MIT
"""What the worker calls: start once, then execute for every run."""

import __main__
import asyncio
import builtins
import getpass
import os
import random
import sys
import time
from json import dumps, loads  # by name: a program may replace those of the module

from . import (cell, charts, display, figures, fonts, hooks, host, imports, network, notebook,
               refusals, reimport, scripts, streams, tracebacks)

_Task = asyncio.Task
_LONGEST_SLEEP = 2**63 / 1e9  # as in time.sleep: nanoseconds in 64 bits
NO_INPUT = "input() has nobody to ask here; pass stdin"

_state = {"task": None, "older": frozenset(), "cancelled": False, "unwanted": None,
          "has_input": False, "attended": False}


def start(settings):
    """After every boot, from a snapshot or not. `settings`: JSON."""
    settings = loads(settings)
    os.environ.update({"TZ": settings["timezone"], "LANG": settings["language"],
                       **settings["env"]})
    os.chdir(settings["home"])
    __main__.__dict__.pop("_pyodide_core", None)  # left behind by Pyodide's own start
    _reseed()
    hooks.package_modules = frozenset(settings["names"])
    hooks.distributions = settings["distributions"]
    hooks.install()
    reimport.install()
    refusals.install()
    tracebacks.let_classes_be_inspected()
    _share_event_loop()
    fonts.install(settings["fonts"])
    figures.install()
    charts.install()
    network.close()
    time.sleep = sleep
    builtins.input = read_line
    getpass.getpass = read_secret
    sys.breakpointhook = refusals.breakpoint_hook(
        lambda: _state["attended"] or _state["has_input"])
    builtins.display = display.show
    builtins.__dict__[notebook.ENTRY] = _NotebookLines()


def _share_event_loop():
    """There is one loop, and it runs: a program that makes a loop of its own gets this one."""
    asyncio.get_running_loop().set_exception_handler(_tell_loose_error)
    asyncio.new_event_loop = asyncio.events.new_event_loop = asyncio.get_running_loop
    asyncio.Runner.run = _run_in_runner
    asyncio.Runner.get_loop = lambda self: asyncio.get_running_loop()
    # Their own would end every task of the loop, this run's among them.
    asyncio.Runner._lazy_init = asyncio.Runner.close = lambda self: None


def _tell_loose_error(loop, context):
    """What a task or a callback raised that nobody waits for, as a traceback of the program's."""
    error = context.get("exception")
    lines = tracebacks.describe(error)[2] if error is not None else []
    print("\n".join([context.get("message") or "Error in the event loop", *lines]), file=sys.stderr)


def _run_in_runner(self, coroutine, *, context=None):
    return asyncio.run(coroutine)


def _reseed():
    """A snapshot freezes the generator's state: every session would draw the same numbers.
    (numpy's is renewed by the worker: datalayer.mjs.)"""
    random.seed()


def imports_of(code):
    return dumps(imports.imported_modules(code))


def execute(code, run, has_input, path=None, attended=False):
    """Runs `code`, which was read from `path` if that is given; returns "ok", "error" or
    "interrupted", or a task that has that. Everything it has to say went to the host before.
    `attended`: somebody answers when it wants input."""
    if _state["unwanted"] == run:
        return interrupted()
    # Most programs await nothing: they are over without a turn of the event loop.
    task = _Task(_execute(code, run, has_input, path, attended),
                 loop=asyncio.get_running_loop(), eager_start=True)
    return task.result() if task.done() else task


async def _execute(code, run, has_input, path, attended):
    loop = asyncio.get_running_loop()
    _state.update(task=asyncio.current_task(), older=asyncio.all_tasks(loop), cancelled=False,
                  has_input=has_input, attended=attended)
    try:
        with scripts.running(path):
            status = await _guarded(_run(code, path or tracebacks.filename_of(run)))
        if status == "ok" or status == "error":
            await _guarded(_show_figures())
        return status
    finally:
        _withdraw_cancel(_state["task"])
        _state["task"] = None
        _flush_streams()


def forget_rehearsal(run):
    """What runner.mjs ran under this name before the first run was none: it leaves nothing."""
    vars(builtins).pop("_", None)  # an interrupt of what waits for it may have cut it short
    tracebacks.forget_source(tracebacks.filename_of(run))


def _withdraw_cancel(task):
    """A cancel that came while the task was in the middle of a step (asyncio.run) would take
    effect after the program's end, on our own way out."""
    while task.cancelling():
        task.uncancel()


async def _run(code, filename):
    if "_glovebox.looks" in sys.modules:
        sys.modules["_glovebox.looks"].forget()
    streams.renew()
    display.begin()
    tracebacks.remember_source(filename, code)
    whole = notebook.cell_magic(cell.with_unix_lines(code)) if "%%" in code else None
    if whole is None:
        await _run_python(code, filename)
    else:
        from . import magics

        await magics.run_cell(*whole, lambda body: _run_python(body, filename))


async def _run_python(code, filename):
    body, expression = cell.compile_cell(code, filename)
    namespace = __main__.__dict__
    if "get_ipython" in code:
        namespace.setdefault("get_ipython", notebook.shell)
    if body is not None:
        await cell.run(body, namespace)
    if expression is not None:
        value = await cell.run(expression, namespace)
        if value is not None:
            builtins._ = value
            display.send_value(value)


class _NotebookLines:
    """What the lines of notebooks call; most programs have none."""

    def __getattr__(self, name):
        from . import magics

        return getattr(magics.SHELL, name)


async def _show_figures():
    figures.flush()
    display.finish()
    fonts.report_unknown()


async def _guarded(work):
    try:
        await work
        return "ok"
    except SystemExit as error:
        return _exited(error)
    except asyncio.CancelledError as error:
        if _state["cancelled"]:
            return _interrupted_by(error)
        return _report(error, "error")
    except KeyboardInterrupt as error:
        reimport.remember(error)
        return _report(error, "interrupted")
    except BaseException as error:
        return _report(error, "error")


def _exited(error):
    """sys.exit() ends the run, not the interpreter; its argument is the program's verdict, which
    CPython would print."""
    if error.code is None or error.code == 0:
        return "ok"
    text = str(error.code)
    _send_error("SystemExit", text, [f"SystemExit: {text}"])
    return "error"


def _interrupted_by(error):
    """A cancelled task is how an awaiting program is interrupted; it looks like the busy case."""
    _, _, lines = tracebacks.describe(error)
    _send_error("KeyboardInterrupt", "", [*lines[:-1], "KeyboardInterrupt"])
    return "interrupted"


def _report(error, status):
    _send_error(*tracebacks.describe(error))
    return status


def _send_error(ename, evalue, lines):
    host.send_error(display.clean(ename[:200]), display.clean(evalue), dumps([display.clean(line) for line in lines]))


def interrupted():
    """A run that was interrupted before it began."""
    _send_error("KeyboardInterrupt", "", ["KeyboardInterrupt"])
    return "interrupted"


def cancel(run):
    """Interrupts a program that awaits: cancels what this run has started. One whose first step
    the event loop has not taken yet never takes it."""
    _state["cancelled"] = True
    task = _state["task"]
    if task is None:
        _state["unwanted"] = run
        return
    for other in asyncio.all_tasks(task.get_loop()) - _state["older"]:
        other.cancel()
    task.cancel()


def stop_strays():
    """Between two runs: what earlier ones left running has taken too much of the processor."""
    tasks = asyncio.all_tasks(asyncio.get_running_loop())
    for task in tasks:
        task.cancel()
    return {"tasks": len(tasks)}


def flush_files():
    """[{"path", "message"}] of what could not be written, as JSON."""
    return dumps([{"path": path, "message": display.clean(message)}
                       for path, message in streams.flush_files()])


def _flush_streams():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            continue


def sleep(seconds, /):
    """time.sleep that an interrupt ends."""
    if seconds != seconds:
        raise ValueError("Invalid value NaN (not a number)")
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    if seconds > _LONGEST_SLEEP:
        raise OverflowError("timestamp too large to convert to C PyTime_t")
    left = float(seconds)
    while left > 0:  # Python looks for a signal at every some turns of this
        left = host.sleep(left)


def read_line(prompt="", /):
    """builtins.input: the person answers, if one is there."""
    if _state["attended"] and streams.has_own_input():
        return _ask(prompt, False)
    if prompt != "":
        print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if line == "":
        raise EOFError("EOF when reading a line" if _state["has_input"] else NO_INPUT)
    return line.removesuffix("\n")


def read_secret(prompt="Password: ", stream=None, **options):
    """getpass.getpass, which looks for a terminal that there is not; without a person the line comes
    from stdin, as input() has it."""
    if _state["attended"] and streams.has_own_input():
        return _ask(prompt, True)
    return read_line(prompt)


def _ask(prompt, secret):
    sys.stdout.flush()
    line = host.ask_line(display.clean(str(prompt)), secret)
    if line is None:
        raise EOFError("EOF when reading a line")
    return line


def look(method, arguments):
    """Between two runs: what the person wants to know of the variables. Both are JSON."""
    from . import looks

    return looks.answer(method, arguments)
