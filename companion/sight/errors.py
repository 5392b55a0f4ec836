"""What a photograph is refused for."""

from __future__ import annotations

from typing import Literal, TypeAlias

Reason: TypeAlias = Literal[
    "unreadable",
    "heic",
    "too-large",
    "no-marks",
    "other-board",
    "corner-missing",
    "too-small",
    "dark",
    "blurred",
    "aslant",
]


class SightError(ValueError):
    """A photograph tells nothing: `reason` says why in a word, the message in a sentence, with how to do better."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason
