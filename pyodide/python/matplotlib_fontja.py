# SPDX-License-Identifier: MIT
"""Stands in for the package of this name: Japanese text in matplotlib works here without it."""

import matplotlib.font_manager  # noqa: F401  (makes the fonts known)

from _glovebox.fonts import prefer_cjk


def japanize():
    prefer_cjk()


japanize()
