# SPDX-License-Identifier: MIT
"""Stands in for the package of this name: asyncio.run() works inside of a running loop here."""


def apply(loop=None):
    """There is nothing to patch."""
