"""What a photograph is refused for."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

MOST_BYTES: Final = 24_000_000
"""Of a file: the largest JPEG of a phone's 50 million pixels has about 20 MB."""
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
    "uneven",
]


class PhotographError(ValueError):
    """A photograph tells nothing: `reason` says why in a word, the message in a sentence, with how to do better."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason


def too_dark() -> PhotographError:
    """What is said of a picture with too little light."""
    return PhotographError("dark", "it is too dark: turn on a lamp, or step out of its light")


def blurred() -> PhotographError:
    """What is said of a picture whose edges are smeared."""
    return PhotographError("blurred", "it is blurred: hold still, let the camera focus, and take more light")


def too_large(data: bytes) -> PhotographError:
    """What is said of a file with more than `MOST_BYTES`."""
    most = MOST_BYTES // 1_000_000
    return PhotographError("too-large", f"the file has {len(data) / 1e6:.0f} MB: send a photograph of at most {most}")
