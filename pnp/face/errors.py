"""Why something in a face cannot be drawn."""

from __future__ import annotations


class PaintError(Exception):
    """A word cannot be drawn: what is wrong with which key, and what would do."""

    def __init__(self, key: str, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.code = code
        self.message = message
        self.hint = hint


class UnknownNameError(LookupError):
    """A binding means nothing here; `hint` lists what would."""

    def __init__(self, name: str, hint: str) -> None:
        super().__init__(name)
        self.name = name
        self.hint = hint
