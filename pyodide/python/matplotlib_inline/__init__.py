# SPDX-License-Identifier: MIT
"""Stands in for the package of this name: figures are shown inline here by themselves."""
