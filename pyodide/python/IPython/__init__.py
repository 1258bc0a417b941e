# SPDX-License-Identifier: MIT
"""Stands in for IPython: what programs written for notebooks use of it, on Glovebox's own
display."""

from . import display
from .core.getipython import get_ipython

version_info = (9, 0, 0, "")
__version__ = "9.0.0"
__all__ = ["display", "get_ipython"]
