# SPDX-License-Identifier: MIT
"""What a sandbox of one process, one thread and no terminal cannot do, refused at once and in
words that say what to do instead."""

import errno
import os
import signal
import sys
import threading

from . import hooks, host

_NO_THREADS = (
    "can't start new thread: this sandbox runs everything in one thread. Call the function "
    "directly, one item after the other, or use asyncio."
)
_NO_PROCESSES = (
    "This sandbox cannot start other programs. Do it in Python: os, shutil, pathlib and glob for "
    "files; lines beginning with ! for ls, cat, grep, cp and the like."
)
_PACKAGES = (
    "This sandbox cannot start other programs. Packages that Glovebox carries are loaded when they "
    "are imported; a line `%pip install NAME` in the code asks the person for others."
)
_NO_POOLS = (
    "This sandbox has one process: run the work one item after the other in a loop, or let numpy "
    "do it for whole arrays."
)
_NO_ALARMS = (
    "This sandbox delivers no timer signals. The run has a time limit (timeout_s); compare "
    "time.monotonic() in the loop, or use asyncio.timeout() with await."
)
_NO_DEBUGGER = (
    "breakpoint() has nobody to ask here. Print what you want to see, or pass the debugger's commands "
    "as stdin."
)
_NO_BROWSER = (
    "This sandbox opens no pages. Show the person what you have: display(HTML(...)), or a file under "
    "/mnt."
)
_LARGEST_RECURSION = 100_000


def install():
    threading._start_joinable_thread = _refuse(RuntimeError, _NO_THREADS)
    sys.modules["_thread"].start_new_thread = _refuse(RuntimeError, _NO_THREADS)
    threading._start_new_thread = sys.modules["_thread"].start_new_thread
    for name in ("alarm", "setitimer", "pause"):
        setattr(signal, name, _refuse_os(_NO_ALARMS))
    for name in ("fork", "forkpty", "execv", "execve", "posix_spawn", "posix_spawnp", "system",
                 "popen"):
        setattr(os, name, _refuse_program)
    hooks.after_import("pyodide.webloop", _refuse_programs_of_the_loop)
    os._exit = _exit_now
    os.abort = _abort
    _wrap_kill()
    sys.setrecursionlimit = _limited(sys.setrecursionlimit)
    hooks.after_import("subprocess", _refuse_subprocess)
    hooks.after_import("multiprocessing.context", _refuse_pools)
    hooks.after_import("multiprocessing.process", _refuse_process)
    hooks.after_import("concurrent.futures.process", _refuse_executor)
    hooks.after_import("webbrowser", _refuse_pages)
    hooks.after_import("tqdm.std", _without_monitor)
    hooks.after_import("tqdm.notebook", _text_bars)
    hooks.after_import("rich.live", _without_refresh_thread)


def _refuse(kind, text):
    def refuse(*_args, **_named):
        raise kind(text)

    return refuse


def _refuse_os(text):
    def refuse(*_args, **_named):
        raise OSError(errno.ENOTSUP, text)

    return refuse


def _refuse_program(command="", *_args, **_named):
    raise OSError(errno.ENOTSUP, _PACKAGES if _installs(command) else _NO_PROCESSES)


def _installs(command):
    words = command.split() if isinstance(command, str) else [str(word) for word in command or ()]
    return any(word in ("pip", "pip3", "conda", "mamba", "uv") for word in words[:4])


def _refuse_subprocess(subprocess):
    def refuse(self, args=(), *_args, **_named):
        # Its __del__ looks at these.
        self._child_created, self.returncode = False, None
        _refuse_program([args] if isinstance(args, os.PathLike) else args)

    subprocess.Popen.__init__ = refuse


def _refuse_programs_of_the_loop(webloop):
    async def refuse(self, _protocol, *command, **_named):
        _refuse_program(command[0] if len(command) == 1 else command)

    webloop.WebLoop.subprocess_exec = webloop.WebLoop.subprocess_shell = refuse


def _refuse_pools(context):
    for name in ("Pool", "Manager"):
        setattr(context.BaseContext, name, _refuse_os(_NO_POOLS))


def _refuse_process(process):
    process.BaseProcess.start = _refuse_os(_NO_POOLS)


def _refuse_executor(module):
    module.ProcessPoolExecutor.__init__ = _refuse_os(_NO_POOLS)


def _refuse_pages(webbrowser):
    for name in ("open", "open_new", "open_new_tab", "get"):
        setattr(webbrowser, name, _refuse(webbrowser.Error, _NO_BROWSER))


def breakpoint_hook(can_ask):
    """sys.breakpointhook, for runs of which `can_ask()` says that somebody or something answers."""
    def breakpointhook(*_args, **_named):
        if not can_ask():
            raise EOFError(_NO_DEBUGGER)
        import pdb

        pdb.Pdb().set_trace(sys._getframe(1))

    return breakpointhook


def _exit_now(status):
    """Nothing of this interpreter runs after it."""
    host.end(f"os._exit({status!r})")


def _abort():
    host.end("os.abort()")


def _wrap_kill():
    """A signal to itself is what raise_signal() does; a deadly one ends the interpreter."""
    deadly = {getattr(signal, name) for name in ("SIGKILL", "SIGTERM", "SIGQUIT", "SIGHUP")
              if hasattr(signal, name)}
    raise_signal, own = signal.raise_signal, os.getpid()

    def kill(pid, sig, /):
        if pid not in (own, 0):
            raise ProcessLookupError(errno.ESRCH, "No such process")
        if sig == 0:
            return
        if sig in deadly and signal.getsignal(sig) in (signal.SIG_DFL, None):
            host.end(f"os.kill(os.getpid(), {int(sig)})")
        raise_signal(sig)

    os.kill = kill


def _limited(original):
    def setrecursionlimit(limit, /):
        """More would take minutes to fail, and fill the memory."""
        original(min(limit, _LARGEST_RECURSION) if isinstance(limit, int) else limit)

    return setrecursionlimit


def _without_monitor(std):
    std.tqdm.monitor_interval = 0  # a thread of its own


def _text_bars(notebook):
    """Bars made of widgets need a notebook's page; the others do the same in text."""
    from tqdm import std

    notebook.tqdm = notebook.tqdm_notebook = std.tqdm
    notebook.trange = notebook.tnrange = std.trange


def _without_refresh_thread(live):
    original = live.Live.__init__

    def __init__(self, *args, **named):
        original(self, *args, **{**named, "auto_refresh": False})

    live.Live.__init__ = __init__
