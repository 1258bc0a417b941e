# SPDX-License-Identifier: MIT
"""Which modules a program imports, by its syntax tree: prose and strings are never taken for
code."""

import ast
import difflib
import sys

from . import hooks, nesting, notebook


def imported_modules(code):
    """Top-level names of every import in `code`, wherever it stands, in order of appearance.
    Code that is no Python imports nothing: running it reports the error."""
    if "import" not in code:
        return []  # which spares most of the shortest programs being parsed twice
    try:
        code = code.removeprefix("\ufeff").replace("\r\n", "\n")
        whole = notebook.cell_magic(code)
        code = notebook.to_python(whole[2] if whole else code)
        nesting.check(code)
        tree = ast.parse(code)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return []
    found = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    found.sort(key=lambda node: (node.lineno, node.col_offset))
    tops = [name.partition(".")[0] for node in found for name in _names(node)]
    return list(dict.fromkeys(tops))


def _names(node):
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if node.level == 0 and node.module else []


# Modules whose package has another name; models import them often.
_PACKAGE_OF = {
    "cv2": "opencv-python",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "yaml": "PyYAML",
    "bs4": "beautifulsoup4",
    "PIL": "pillow",
    "docx": "python-docx",
    "pptx": "python-pptx",
    "dateutil": "python-dateutil",
    "Crypto": "pycryptodome",
    "dotenv": "python-dotenv",
    "fitz": "PyMuPDF",
    "git": "GitPython",
    "MySQLdb": "mysqlclient",
    "OpenSSL": "pyOpenSSL",
    "psycopg2": "psycopg2-binary",
    "serial": "pyserial",
    "usb": "pyusb",
    "attr": "attrs",
    "jwt": "PyJWT",
    "magic": "python-magic",
    "zmq": "pyzmq",
}


def package_of(module):
    """The name under which a package with the top-level `module` is published."""
    return _PACKAGE_OF.get(module, module)


# What does the same, or most of it, where a program's first choice is not carried.
_INSTEAD = {
    "altair": "plotly",
    "bokeh": "plotly",
    "cudf": "pandas",
    "cupy": "numpy",
    "cv2": "PIL",
    "duckdb": "sqlite3",
    "jax": "numpy",
    "keras": "sklearn",
    "lightgbm": "sklearn",
    "orjson": "json",
    "polars": "pandas",
    "reportlab": "matplotlib",
    "rapidjson": "json",
    "simplejson": "json",
    "skimage": "scipy",
    "statsmodels": "scipy",
    "tensorflow": "sklearn",
    "toml": "tomllib",
    "tomli": "tomllib",
    "torch": "sklearn",
    "ujson": "json",
    "xgboost": "sklearn",
    "xlrd": "openpyxl",
    "xlwt": "openpyxl",
    "yaml": "json",
}


def missing_module_hint(module):
    """One or two sentences for a person or model whose program imports what is not here."""
    top = module.partition(".")[0]
    if top in sys.stdlib_module_names:
        return (f"{top!r} of Python's standard library is not possible in this sandbox: it has no "
                "windows, no terminal and no other processes.")
    if top in hooks.package_modules:
        return f"The package {package_of(top)!r} is carried, but it has no module {module!r}."
    return missing_package_hint(package_of(top), top)


def missing_package_hint(package, module=""):
    """The same for a package by its own name."""
    instead = _alternative(module or package)
    advice = f" Or perhaps {instead!r} can do it, which needs no installing." if instead else ""
    return (f"The package {package!r} is not among those that Glovebox carries. A line `%pip install "
            f"{package}` before the import asks the person for it.{advice}")


def _alternative(top):
    """A module that can be imported here: one for the same work, or one that is spelled alike."""
    known = _INSTEAD.get(top)
    if known in hooks.package_modules or known in sys.stdlib_module_names:
        return known
    names = [name for name in hooks.package_modules if not name.startswith("_")]
    return next(iter(difflib.get_close_matches(top, sorted(names), 1, 0.8)), None)
