# SPDX-License-Identifier: MIT
from _glovebox.figures import set_formats as set_matplotlib_formats
from IPython.display import set_matplotlib_close

__all__ = ["set_matplotlib_close", "set_matplotlib_formats"]
