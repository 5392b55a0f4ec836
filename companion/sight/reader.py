"""Who reads the board of a game, what lies at each of its places, or its pieces wherever they lie. Packages announce
theirs as entry points `silkroad.sight`, ours no other way than a stranger's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from companion.engine.plugins import is_ours, load, parts
from companion.sight.board import View
from companion.sight.faces import Side
from companion.sight.reading import Reading
from pnp.camera import Found, Picture

_PARTS: Final = parts("silkroad.sight")
OURS: Final = tuple(game for game, part in _PARTS.items() if is_ours(part))
"""The games of this package that can be read."""


class Sealed(Struct, frozen=True):
    """A piece in a picture: one of its seals, and the face that bears it. A `faint` seal may be none."""

    side: Side
    mark: Found
    faint: bool = False


class Told(Struct, frozen=True):
    """What is read of a piece: its face, if it could be named, and the seals that told it, if some did."""

    reading: Reading
    side: Side | None = None
    marks: tuple[Found, ...] = ()


@runtime_checkable
class BoardReader(Protocol):
    """Reads one board of a game."""

    @property
    def component(self) -> str:
        """The board's component in the kit."""

    @property
    def area(self) -> tuple[float, float, float, float]:
        """The part of the board that is looked at: left, top, width and height in mm."""

    def read(self, picture: Picture, view: View, seats: tuple[str, ...] = ()) -> tuple[Reading, ...]:
        """What lies at each place; where `seats` are given, of no others (by the keys of their chairs)."""

    def judged(self, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
        """The same with what is sure of them, by how probable each value is: those of one photograph, or of several
        that were joined (`companion.sight.pool`)."""

    def position(self, readings: tuple[Reading, ...]) -> str:
        """What a position says of all that was read."""


@runtime_checkable
class PieceReader(Protocol):
    """Reads pieces of a game that lie about, on no board."""

    @property
    def components(self) -> tuple[str, ...]:
        """Their components in the kit."""

    def read(self, grey: Picture, pieces: Sequence[Sealed], known: Mapping[int, Side]) -> tuple[Told, ...]:
        """What there is to say of those of a grey picture's pieces that are some, by each of their seals that is seen,
        and of others about them, which have none that can be read; of all faces that are known by their seals' numbers.
        Raises PhotographError."""

    def position(self, readings: tuple[Reading, ...]) -> str:
        """What a position says of all that was read."""


class Readers(Struct, frozen=True):
    """Who reads the board of a game, and who its pieces, where that board is not in the picture."""

    board: BoardReader | None = None
    pieces: PieceReader | None = None


Reader: TypeAlias = BoardReader | PieceReader | Readers


def reader(game: str) -> Readers:
    """Who reads a game; nobody, if no package says so."""
    return readers(load(_PARTS[game])) if game in _PARTS else Readers()


def readers(known: Reader | None) -> Readers:
    """Both, by whatever a package announces."""
    if isinstance(known, Readers):
        return known
    return Readers(board=known) if isinstance(known, BoardReader) else Readers(pieces=known)
