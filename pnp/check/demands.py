"""What whoever cuts and prints asks of a face: a knife at home, or a print shop."""

from __future__ import annotations

import msgspec


class Demands(msgspec.Struct, frozen=True):
    """Lengths in mm of the face: how far words, and how far signs and lines along the cut, keep from the trim, by the
    second number of each in pieces narrower than `small`; and how far grounds go on beyond it.

    `name` is who asks, if it is not the knife at home.
    """

    words: tuple[float, float] = (2.6, 0.8)
    art: tuple[float, float] = (0.8, 0.4)
    bleed: float = 1.0
    small: float = 20.0
    name: str = ""

    def words_clear(self, width: float, height: float) -> float:
        """What words of a piece of this size keep from its trim."""
        return self.words[1 if min(width, height) < self.small else 0]

    @property
    def hint(self) -> str:
        return "move it inwards" if self.name else "keep it in the box “safe”"

    def told(self, clear: float) -> str:
        """A distance, and who asks for it."""
        return f"{clear:.3g}" + (f", which {self.name} asks for" if self.name else "")

    def art_clear(self, width: float, height: float) -> float:
        """What signs and lines of a piece of this size keep from its trim."""
        return self.art[1 if min(width, height) < self.small else 0]


HOME = Demands()
"""Cutting by hand: 2.6 mm may hurt words; small pieces, dice and tokens, cannot spare so much, and their ground runs on
over the cut. Signs and lines nearer than 0.8 mm show each slip of the knife. The press itself keeps no more bleed
than 1 mm where paper is short."""
