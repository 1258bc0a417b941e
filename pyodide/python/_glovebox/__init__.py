# SPDX-License-Identifier: MIT
"""The Python side of the Glovebox worker."""
