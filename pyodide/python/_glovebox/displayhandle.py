# SPDX-License-Identifier: MIT
"""What display(..., display_id=...) gives back."""

import uuid

from . import display


class DisplayHandle:
    def __init__(self, display_id=None):
        self.display_id = display_id or uuid.uuid4().hex

    def __repr__(self):
        return f"<DisplayHandle display_id={self.display_id}>"

    def display(self, value, **named):
        display.update(value, self.display_id)

    def update(self, value, **named):
        display.update(value, self.display_id)
