# SPDX-License-Identifier: MIT
"""What the worker calls: start once, then execute for every run."""

import __main__
import asyncio
import builtins
import os
import random
import sys
import time
from json import dumps, loads  # by name: a program may replace those of the module

from . import cell, display, fonts, hooks, host, imports, network, streams, tracebacks

_LONGEST_SLEEP = 2**63 / 1e9  # as in time.sleep: nanoseconds in 64 bits
NO_INPUT = "input() has nobody to ask here; pass stdin"

_state = {"task": None, "older": frozenset(), "cancelled": False, "has_input": False}


def start(settings):
    """After every boot, from a snapshot or not. `settings`: JSON."""
    settings = loads(settings)
    os.environ.update(settings["env"])
    os.chdir(settings["home"])
    __main__.__dict__.pop("_pyodide_core", None)  # left behind by Pyodide's own start
    _reseed()
    hooks.package_modules = frozenset(settings["names"])
    hooks.install()
    fonts.install(settings["fonts"])
    display.install()
    network.close()
    time.sleep = sleep
    builtins.input = read_line
    builtins.display = display.show


def _reseed():
    """A snapshot freezes the generators' states: every session would draw the same numbers."""
    random.seed()
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed()


def imports_of(code):
    return dumps(imports.imported_modules(code))


async def execute(code, run, has_input):
    """Runs `code`; returns "ok", "error" or "interrupted". Everything it has to say went to the
    host before."""
    loop = asyncio.get_running_loop()
    _state.update(task=asyncio.current_task(), older=asyncio.all_tasks(loop), cancelled=False,
                  has_input=has_input)
    try:
        status = await _guarded(_run(code, tracebacks.filename_of(run)))
        if status == "ok" or status == "error":
            await _guarded(_show_figures())
        return status
    finally:
        _withdraw_cancel(_state["task"])
        _state["task"] = None
        _flush_streams()


def _withdraw_cancel(task):
    """A cancel that came while the task was in the middle of a step (asyncio.run) would take
    effect after the program's end, on our own way out."""
    while task.cancelling():
        task.uncancel()


async def _run(code, filename):
    streams.renew()
    tracebacks.remember_source(filename, code)
    body, expression = cell.compile_cell(code, filename)
    namespace = __main__.__dict__
    if body is not None:
        await cell.run(body, namespace)
    if expression is not None:
        value = await cell.run(expression, namespace)
        if value is not None:
            builtins._ = value
            display.send_value(value)


async def _show_figures():
    display.flush_figures()


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
        return _report(error, "interrupted")
    except BaseException as error:
        return _report(error, "error")


def _exited(error):
    """sys.exit() ends the run, not the interpreter; its argument is the program's verdict."""
    if error.code is None or error.code == 0:
        return "ok"
    if not isinstance(error.code, int):
        print(error.code, file=sys.stderr)
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
    host.send_error(clean(ename[:200]), clean(evalue), dumps([clean(line) for line in lines]))


def clean(text):
    """Text that survives JSON: lone surrogates become escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def interrupted():
    """A run that was interrupted before it began."""
    _send_error("KeyboardInterrupt", "", ["KeyboardInterrupt"])
    return "interrupted"


def cancel():
    """Interrupts a program that awaits: cancels what this run has started."""
    _state["cancelled"] = True
    task = _state["task"]
    if task is None:
        return
    for other in asyncio.all_tasks(task.get_loop()) - _state["older"]:
        other.cancel()
    task.cancel()


def flush_files():
    """[{"path", "message"}] of what could not be written, as JSON."""
    return dumps([{"path": path, "message": clean(message)}
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
    host.sleep(float(seconds))


def read_line(prompt="", /):
    """builtins.input; there is nobody at a terminal."""
    if prompt != "":
        print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if line == "":
        raise EOFError("EOF when reading a line" if _state["has_input"] else NO_INPUT)
    return line.removesuffix("\n")
