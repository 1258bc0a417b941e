# SPDX-License-Identifier: MIT
"""Which modules a program imports, by its syntax tree: prose and strings are never taken for
code."""

import ast


def imported_modules(code):
    """Top-level names of every import in `code`, wherever it stands, in order of appearance.
    Code that is no Python imports nothing: running it reports the error."""
    try:
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


def missing_module_hint(module):
    """One sentence for a person or model whose program imports what is not here."""
    top = module.partition(".")[0]
    package = package_of(top)
    return (
        f"The package {package!r} is not in this session. list_packages shows what there is; "
        f"install_packages asks the person for another one."
    )
