"""Readers of a game: of the places of its board, or of its pieces anywhere. Packages register theirs as entry points
`silkroad.sight`, ours like a stranger's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from msgspec import Struct

from companion.engine.registry import parts
from companion.sight.board import View
from companion.sight.reading import Reading, Side
from pnp.camera import Found, Picture

_PARTS: Final = parts("silkroad.sight")


class Sealed(Struct, frozen=True):
    """A piece in a picture: one of its seals, and the face with it. A `faint` seal may be false."""

    side: Side
    mark: Found
    faint: bool = False


class Told(Struct, frozen=True):
    """Reading of a piece: its face, if known, and the seals that identified it, if any."""

    reading: Reading
    side: Side | None = None
    marks: tuple[Found, ...] = ()


class BoardReader(Protocol):
    """Reads one board of a game."""

    @property
    def component(self) -> str:
        """The board's component in the kit."""

    @property
    def area(self) -> tuple[float, float, float, float]:
        """The examined part of the board: left, top, width and height in mm."""

    def read(self, picture: Picture, view: View, seats: tuple[str, ...] = ()) -> tuple[Reading, ...]:
        """Readings of each place; only those of `seats`, if given (keys of chairs)."""

    def judged(self, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
        """Returns the readings with sure ones marked: of one photograph, or of several joined
        (`companion.sight.reading.joined`)."""

    def position(self, readings: tuple[Reading, ...]) -> str:
        """Returns the position text of the readings."""


class PieceReader(Protocol):
    """Reads pieces of a game that are not on a board."""

    @property
    def components(self) -> tuple[str, ...]:
        """Their components in the kit."""

    def read(self, grey: Picture, pieces: Sequence[Sealed], known: Mapping[int, Side]) -> tuple[Told, ...]:
        """Returns readings of a game's pieces in a grey picture: those with visible seals, by each seal, and pieces
        near them without a readable seal. `known` are all faces by their seals' numbers. Raises PhotographError."""

    def position(self, readings: tuple[Reading, ...]) -> str:
        """Returns the position text of the readings."""


class Readers(Struct, frozen=True):
    """The readers of a game: of its board, and of its pieces without the board."""

    board: BoardReader | None = None
    pieces: PieceReader | None = None


def readers(game: str) -> Readers:
    """Returns the readers of a game; empty if no package registers any."""
    found: Readers = _PARTS[game].load() if game in _PARTS else Readers()
    return found
