# SPDX-License-Identifier: MIT
"""Where these stood in older versions."""

from IPython.display import *  # noqa: F403
