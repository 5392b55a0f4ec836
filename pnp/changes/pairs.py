"""Which pieces changed: old and new ones of one language in pairs, and how many go in and out of the box."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec

from pnp.changes.snapshot import Snapshot
from pnp.output.manifest import PieceEntry

Kind: TypeAlias = Literal["changed", "new", "gone"]
KINDS: tuple[Kind, ...] = ("changed", "new", "gone")
"""In the order in which they are told."""


class Change(msgspec.Struct, frozen=True):
    """A piece that is not what it was: the old one and the new one, if there are any, and the sides that differ.

    With no such side it is the number of them that changed.
    """

    component: str
    old: PieceEntry | None
    new: PieceEntry | None
    sides: tuple[str, ...] = ()

    @property
    def put_in(self) -> int:
        """How many are printed and go into the box."""
        copies = self.new.copies if self.new else 0
        return copies if self.sides or not self.old else max(0, copies - self.old.copies)

    @property
    def take_out(self) -> int:
        copies = self.old.copies if self.old else 0
        return copies if self.sides or not self.new else max(0, copies - self.new.copies)

    @property
    def kind(self) -> Kind:
        if self.old and self.new:
            return "changed"
        return "new" if self.new else "gone"

    @property
    def key(self) -> str:
        """The key of the row as it is now, or was."""
        piece = self.new or self.old
        return piece.key if piece else ""


def changes(old: Snapshot, new: Snapshot, language: str, without: Iterable[str] = ()) -> tuple[Change, ...]:
    """What changed in a language: what is different, what is new, what is gone; each in the order of the kit.

    Components that are left out now are not gone.
    """
    left_out = frozenset(without)
    before = [piece for piece in old.pieces if piece.language == language and piece.component not in left_out]
    after = [piece for piece in new.pieces if piece.language == language and piece.component not in left_out]
    found = [
        change
        for component in dict.fromkeys(piece.component for piece in (*after, *before))
        for change in _of_component(
            [piece for piece in before if piece.component == component],
            [piece for piece in after if piece.component == component],
        )
    ]
    return tuple(change for kind in KINDS for change in found if change.kind == kind)


def _of_component(before: Sequence[PieceEntry], after: Sequence[PieceEntry]) -> Iterator[Change]:
    pairs = _paired(before, after)
    for piece in after:
        old = pairs.get(piece.key)
        sides = differing(old, piece) if old else ()
        if old is None or sides or old.copies != piece.copies:
            yield Change(piece.component, old, piece, sides)
    lasting = {old.key for old in pairs.values()}
    for piece in before:
        if piece.key not in lasting:
            yield Change(piece.component, piece, None)


def _paired(before: Sequence[PieceEntry], after: Sequence[PieceEntry]) -> dict[str, PieceEntry]:
    """What each piece was, by the key that it has now.

    What reads the same is the same piece, also under another key: rows without keys are numbered, and sorting a table
    is nothing to print. Only then a key says which one was changed.
    """
    pairs: dict[str, PieceEntry] = {}
    left = {piece.key: piece for piece in before}

    def pair(piece: PieceEntry, old: PieceEntry | None) -> None:
        if old is not None:
            pairs[piece.key] = left.pop(old.key)

    def others() -> list[PieceEntry]:
        return [piece for piece in after if piece.key not in pairs]

    for piece in others():
        old = left.get(piece.key)
        pair(piece, old if old and old.faces == piece.faces else None)
    alike: defaultdict[frozenset[tuple[str, str]], list[PieceEntry]] = defaultdict(list)
    for old in left.values():
        alike[frozenset(old.faces.items())].append(old)
    for piece in others():
        same = alike[frozenset(piece.faces.items())]
        pair(piece, same.pop(0) if same else None)
    for piece in others():
        pair(piece, left.get(piece.key))
    return pairs


def differing(old: PieceEntry, new: PieceEntry) -> tuple[str, ...]:
    """The sides on which two pieces are not the same."""
    names = dict.fromkeys((*new.faces, *old.faces))
    return tuple(name for name in names if old.faces.get(name) != new.faces.get(name))
