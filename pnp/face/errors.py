"""Why something in a face cannot be drawn."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.kit.hints import accepted


class PaintError(Exception):
    """A word cannot be drawn: what is wrong with which key, and what would do."""

    def __init__(self, key: str, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.code = code
        self.message = message
        self.hint = hint


class UnknownNameError(LookupError):
    """A binding means nothing here; `known` are names that do."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(name)
        self.name = name
        self._known = known

    @property
    def hint(self) -> str:
        """What would do. It is looked for when it is asked for: most of these names turn out to be signs or tables."""
        return accepted(self._known, self.name)
