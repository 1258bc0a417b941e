# SPDX-License-Identifier: MIT
from _glovebox.notebook import shell


def get_ipython():
    return shell()
