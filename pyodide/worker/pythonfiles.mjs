// SPDX-License-Identifier: MIT
/** Every file of pyodide/python, in the order in which nothing depends on a later one. */
export const PYTHON_FILES = [
    "_glovebox/loader.py",
    "_glovebox/__init__.py",
    "_glovebox/host.py",
    "_glovebox/nesting.py",
    "_glovebox/imports.py",
    "_glovebox/tracebacks.py",
    "_glovebox/display.py",
    "_glovebox/fonts.py",
    "_glovebox/network.py",
    "_glovebox/hooks.py",
    "_glovebox/streams.py",
    "_glovebox/wheels.py",
    "_glovebox/cell.py",
    "_glovebox/session.py",
    "glovebox_display.py",
    "japanize_matplotlib.py",
    "koreanize_matplotlib.py",
];
