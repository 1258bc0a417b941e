# SPDX-License-Identifier: MIT
"""Which modules, functions and names mean what."""

from .rules import LOOK, NOTE, REFUSED

# Modules by what their import means, the longest name that fits first: (rule, severity).
MODULES = {
    **dict.fromkeys(("subprocess", "multiprocessing", "pty", "_posixsubprocess", "pexpect", "sh",
                     "plumbum", "fabric", "psutil", "concurrent.futures.process"),
                    ("process", REFUSED)),
    **dict.fromkeys(("_thread",), ("thread", REFUSED)),
    **dict.fromkeys(("socket", "_socket", "socketserver"), ("socket", REFUSED)),
    **dict.fromkeys(("urllib.request", "urllib3", "http.client", "http.server", "ftplib", "smtplib",
                     "poplib", "imaplib", "telnetlib", "nntplib", "xmlrpc", "requests", "httpx",
                     "aiohttp", "websocket", "websockets", "paramiko", "boto3", "botocore", "ssl",
                     "pyodide.http", "pycurl", "dns", "scapy", "zmq", "grpc", "pymongo", "redis",
                     "psycopg2", "pymysql", "openai", "anthropic", "discord", "telegram", "tweepy",
                     "selenium", "playwright", "yfinance", "wget", "asyncssh", "webbrowser"),
                    ("network", REFUSED)),
    **dict.fromkeys(("js", "pyodide_js", "_pyodide", "_pyodide_core", "pyodide"),
                    ("javascript", LOOK)),
    **dict.fromkeys(("ctypes", "_ctypes", "cffi", "_cffi_backend", "numpy.ctypeslib", "cython",
                     "numba.core", "llvmlite", "mmap"), ("native-code", LOOK)),
    **dict.fromkeys(("_glovebox", "__glovebox__", "_analysis"), ("interpreter", LOOK)),
    **dict.fromkeys(("sys", "pickle", "cPickle", "_pickle", "marshal", "shelve", "pdb", "bdb"),
                    ("listed-import", NOTE)),
    **dict.fromkeys(("imp", "runpy", "code", "codeop", "zipimport", "importlib"),
                    ("dynamic-import", NOTE)),
}

# Functions by what a use of them means, called or not: (rule, severity).
USES = {
    **dict.fromkeys(("eval", "exec", "compile", "execfile", "code.interact", "code.InteractiveConsole",
                     "code.InteractiveInterpreter", "codeop.compile_command", "pyodide.code.eval_code",
                     "pyodide.code.eval_code_async", "types.FunctionType", "types.CodeType",
                     "types.LambdaType", "ctypes.pythonapi", "timeit.timeit", "timeit.repeat"),
                    ("run-text", LOOK)),
    **dict.fromkeys(("globals", "locals", "vars"), ("namespace", NOTE)),
    **dict.fromkeys(("__import__", "importlib.import_module", "importlib.__import__", "importlib.reload",
                     "runpy.run_path", "runpy.run_module", "importlib.util.spec_from_file_location",
                     "importlib.util.spec_from_loader", "importlib.util.module_from_spec",
                     "importlib.machinery.SourceFileLoader", "pkgutil.resolve_name", "pkgutil.get_loader",
                     "zipimport.zipimporter", "imp.load_source", "imp.load_module",
                     "pydoc.locate", "pyodide.importlib.import_module"), ("dynamic-import", LOOK)),
    **dict.fromkeys((*(f"os.{name}" for name in (
        "system", "popen", "fork", "forkpty", "execl", "execle", "execlp", "execlpe", "execv",
        "execve", "execvp", "execvpe", "spawnl", "spawnle", "spawnlp", "spawnlpe", "spawnv", "spawnve",
        "spawnvp", "spawnvpe", "posix_spawn", "posix_spawnp", "startfile", "kill", "killpg")),
        *(f"posix.{name}" for name in ("system", "popen", "fork", "execv", "execve", "spawnv", "kill")),
        "asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell",
        "concurrent.futures.ProcessPoolExecutor", "commands.getoutput", "platform.popen",
        "signal.alarm", "signal.setitimer"), ("process", REFUSED)),
    **dict.fromkeys(("os._exit", "os.abort", "sys.exit.__self__", "signal.pthread_kill"),
                    ("process", LOOK)),
    **dict.fromkeys(("threading.Thread", "threading.Timer", "_thread.start_new_thread",
                     "concurrent.futures.ThreadPoolExecutor", "multiprocessing.pool.ThreadPool",
                     "asyncio.to_thread"), ("thread", REFUSED)),
    **dict.fromkeys(("pickle.load", "pickle.loads", "pickle.Unpickler", "_pickle.loads", "cPickle.loads",
                     "dill.load", "dill.loads", "cloudpickle.load", "cloudpickle.loads", "joblib.load",
                     "shelve.open", "pandas.read_pickle", "torch.load", "marshal.load", "marshal.loads",
                     "yaml.load", "yaml.unsafe_load", "yaml.full_load", "jsonpickle.decode",
                     "numpy.lib.format.read_array"), ("unpickle", LOOK)),
    **dict.fromkeys(("asyncio.open_connection", "asyncio.start_server", "asyncio.open_unix_connection",
                     "ssl.create_default_context"), ("network", REFUSED)),
    **dict.fromkeys(("pyodide.code.run_js", "pyodide.ffi.run_sync", "pyodide_js.eval"),
                    ("javascript", LOOK)),
    **dict.fromkeys(("sys._getframe", "sys._current_frames", "sys.settrace", "sys.setprofile",
                     "sys.meta_path", "sys.path_hooks", "sys.addaudithook", "sys.monitoring",
                     "gc.get_objects", "gc.get_referrers", "gc.get_referents", "inspect.currentframe",
                     "inspect.stack", "inspect.getouterframes", "inspect.getmembers_static",
                     "traceback.walk_stack", "faulthandler.register", "threading.settrace",
                     "threading.setprofile", "_glovebox", "__glovebox__", "sys.modules"),
                    ("interpreter", LOOK)),
    **dict.fromkeys(("os.environ", "os.getenv", "os.environb", "os.putenv", "dotenv.load_dotenv"),
                    ("environment", NOTE)),
}

# The dunder names that lead from any object to everything else.
WALK = frozenset((
    "__subclasses__", "__globals__", "__builtins__", "__code__", "__mro__", "__bases__", "__base__",
    "__getattribute__", "__closure__", "__self__", "__loader__", "__spec__", "__import__", "__reduce__",
    "__reduce_ex__", "__func__", "__wrapped__", "f_globals", "f_locals", "f_builtins", "f_back",
    "f_code", "gi_frame", "gi_code", "cr_frame", "ag_frame", "tb_frame", "tb_next", "co_code", "mro"))
# Those that any class may define or call.
ORDINARY = frozenset("__%s__" % name for name in """
    name qualname file doc version author license email all module main init new post_init del repr str
    bytes format eq ne lt le gt ge hash bool len iter next reversed contains getitem setitem delitem
    missing enter exit aenter aexit aiter anext await call get set set_name init_subclass
    class_getitem getattr setattr delattr slots annotations match_args future add sub mul truediv
    floordiv mod pow matmul and or xor lshift rshift neg pos abs invert radd rsub rmul rtruediv
    rfloordiv rmod rpow iadd isub imul itruediv int float index complex round trunc floor ceil copy
    deepcopy sizeof fspath length_hint array array_ufunc array_function dataclass_fields getstate
    setstate debug instancecheck subclasscheck title""".split())

# Where whoever assigns to an attribute changes what other code does.
PATCHED = frozenset(("builtins", "os", "io", "posix", "subprocess", "socket", "threading", "importlib",
                     "sys", "_glovebox", "pyodide", "js", "json", "shutil", "pathlib"))
# What programs set in them for good reasons.
SET_BY_ALL = frozenset(("stdout", "stderr", "stdin", "argv", "path", "ps1", "ps2", "tracebacklimit",
                        "dont_write_bytecode", "environ"))

# --- files: (position of the path, its keyword, "read", "write" or the position of the mode)

READ, WRITE, DELETE = "read", "write", "delete"

OPENERS = {  # function: position of the mode
    "open": 1, "io.open": 1, "codecs.open": 1, "gzip.open": 1, "bz2.open": 1, "lzma.open": 1,
    "tarfile.open": 1, "zipfile.ZipFile": 1, "os.open": 1, "os.fdopen": 1, "_io.open": 1,
    "io.FileIO": 1, "h5py.File": 1, "aiofiles.open": 1, "dbm.open": 1,
}
FUNCTIONS = {
    **dict.fromkeys(("os.listdir", "os.scandir", "os.walk", "glob.glob", "glob.iglob", "os.fwalk",
                     "numpy.load", "numpy.loadtxt", "numpy.genfromtxt", "numpy.fromfile", "PIL.Image.open",
                     "openpyxl.load_workbook", "scipy.io.loadmat", "scipy.io.wavfile.read",
                     "linecache.getline", "linecache.getlines", "fileinput.input", "tomllib.load",
                     "os.readlink", "matplotlib.pyplot.imread", "docx.Document", "pptx.Presentation",
                     "runpy.run_path", "numpy.memmap", "pickle.load_path"), READ),
    **dict.fromkeys(("numpy.save", "numpy.savez", "numpy.savez_compressed", "numpy.savetxt",
                     "matplotlib.pyplot.savefig", "matplotlib.pyplot.imsave", "os.mkdir", "os.makedirs",
                     "os.truncate", "os.chmod", "os.utime", "os.mkfifo", "sqlite3.connect",
                     "pandas.ExcelWriter", "xlsxwriter.Workbook", "shelve.open",
                     "scipy.io.savemat", "logging.FileHandler", "pandas.HDFStore"), WRITE),
    **dict.fromkeys(("os.remove", "os.unlink", "os.rmdir", "os.removedirs", "shutil.rmtree"), DELETE),
}
# From one place to another.
MOVERS = frozenset(("shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.copytree", "shutil.move",
                    "os.rename", "os.renames", "os.replace", "os.link", "os.symlink",
                    "shutil.make_archive", "shutil.unpack_archive"))
# Methods by their names, whatever they belong to; the path is what they belong to.
PATH_METHODS = {
    **dict.fromkeys(("read_text", "read_bytes", "iterdir", "glob", "rglob"), READ),
    **dict.fromkeys(("write_text", "write_bytes", "touch", "mkdir", "hardlink_to", "symlink_to"), WRITE),
    **dict.fromkeys(("unlink", "rmdir"), DELETE),
}
# The path is their first argument.
ARGUMENT_METHODS = {
    **dict.fromkeys(("read_csv", "read_excel", "read_parquet", "read_json", "read_table", "read_feather",
                     "read_hdf", "read_stata", "read_sas", "read_orc", "read_fwf", "read_xml",
                     "read_html", "read_pickle", "read_file", "scan_csv", "scan_parquet"), READ),
    **dict.fromkeys(("to_csv", "to_excel", "to_parquet", "to_json", "to_pickle", "to_feather", "to_hdf",
                     "to_stata", "to_xml", "to_html", "to_latex", "to_markdown", "savefig", "write_html",
                     "write_image", "write_csv", "write_parquet", "tofile", "write_json",
                     "extractall", "dump_svmlight_file"), WRITE),
    "save": WRITE,
}

# --- lines of notebooks

# CodeBox-AI lets these through; those of ours that only look.
HARMLESS_COMMANDS = frozenset(("pip", "pip3", "conda", "jupyter", "python", "python3", "pytest", "black",
                               "flake8", "mypy", "ls", "cat", "echo", "head", "tail", "wc", "pwd", "which",
                               "date", "du", "sort", "uniq", "grep", "find", "cd", "mkdir", "touch", "cp",
                               "tree", "true", "df", "free", "nproc", "uname", "whoami", "env"))
NETWORK_COMMANDS = frozenset(("curl", "wget", "ssh", "scp", "git", "nc", "ping", "ftp", "rsync",
                              "nslookup", "telnet", "apt", "apt-get", "npm", "brew"))
WRITING_COMMANDS = frozenset(("cp", "mv", "rm", "mkdir", "touch", "rmdir", "tee", "dd", "truncate",
                              "chmod", "ln", "sed", "unzip", "tar"))
INSTALLERS = frozenset(("pip", "pip3", "conda", "mamba", "uv"))
QUIET_MAGICS = frozenset(("matplotlib", "time", "timeit", "capture", "config", "precision", "pylab",
                          "who", "whos", "pwd", "reset", "xmode", "autoreload", "load_ext", "pprint",
                          "history", "lsmagic", "ls", "cd", "prun", "python", "python3", "pdb"))
SHELL_CELLS = frozenset(("bash", "sh", "script", "system", "sx", "!", "zsh", "cmd", "perl", "ruby"))
