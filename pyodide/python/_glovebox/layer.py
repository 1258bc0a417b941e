# SPDX-License-Identifier: MIT
"""Makes the interpreter whose memory becomes the layer "data"."""

import gc
import importlib
import os
import sys
from json import loads

from . import charts, figures, fonts, hooks

_MODULES = ("numpy", "pandas", "matplotlib.pyplot", "glovebox_display", "ctypes")


def import_stack(folder, font_files):
    """Everything a program could import of `folder` as it will find it, and the data stack
    imported. Returns the address of numpy's global random state, which a copy must not share."""
    sys.path.append(folder)
    os.environ["MPLCONFIGDIR"] = "/tmp/matplotlib"
    hooks.install()
    fonts.install(loads(font_files))
    figures.install()
    charts.install()
    for name in _MODULES:
        importlib.import_module(name)
    state = sys.modules["numpy.random"].mtrand._rand._bit_generator.ctypes.state_address
    _tidy()
    return state


def _tidy():
    gc.collect()
    # Out of the collector's sight: it would call into every library, and load it for that.
    gc.freeze()
