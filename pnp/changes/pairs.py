"""Which pieces changed: old and new ones of one language in pairs, and how many go in and out of the box."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from pnp.changes.snapshot import Snapshot
from pnp.output.manifest import PieceEntry

Kind: TypeAlias = Literal["changed", "new", "gone"]
KINDS: tuple[Kind, ...] = ("changed", "new", "gone")
"""In the order in which they are told."""
MADE = ("kind", "stock")
"""What a piece is made as; older manifests do not always say it."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A piece that is not what it was: the old one and the new one, if there are any, the sides that differ, and how
    many go out of the box and are printed. Of pieces that bear numbers, old and new have the faces of one of those that
    go and come, and `copies` are the ones that come, counted from 0.

    With no such side, and made as before, it is the number of them that changed.
    """

    component: str
    old: PieceEntry | None = None
    new: PieceEntry | None = None
    sides: tuple[str, ...] = ()
    take_out: int = 0
    put_in: int = 0
    copies: tuple[int, ...] = ()

    @property
    def kind(self) -> Kind:
        if self.old and self.new:
            return "changed"
        return "new" if self.new else "gone"

    @property
    def made(self) -> tuple[str, ...]:
        """What of `MADE` is not as it was."""
        old, new = self.old, self.new
        pairs = ((getattr(old, name), getattr(new, name)) for name in MADE) if old and new else ()
        return tuple(name for name, (was, now) in zip(MADE, pairs, strict=False) if was and now and was != now)

    @property
    def renewed(self) -> bool:
        """Whether it is another piece than it was, not only another number of the same."""
        return bool(self.sides or self.made)

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


class _Alike:
    """Copies of a piece with the same faces, the number of the first of them, and how many are not accounted for."""

    def __init__(self, piece: PieceEntry, faces: Mapping[str, str], left: int, first: int = 0) -> None:
        self.piece = msgspec.structs.replace(piece, faces=dict(faces))
        self.likeness = frozenset(faces.items()), piece.kind, piece.stock
        self.left = left
        self.first = first


def _of_component(before: Sequence[PieceEntry], after: Sequence[PieceEntry]) -> Iterator[Change]:
    """What goes and what comes, by what is on the faces: a copy that reads as one that was there is that one, whatever
    row it is of."""
    if not all(piece.stock for piece in (*before, *after)):  # there is nothing to compare it with
        before, after = ([msgspec.structs.replace(one, kind="", stock="") for one in them] for them in (before, after))
    pairs = _paired(before, after)
    was, now = ({piece.key: _copies(piece) for piece in pieces} for pieces in (before, after))
    for key, old in pairs.items():
        _match(was[old.key], now[key])
    _match([one for own in was.values() for one in own], [one for own in now.values() for one in own])
    for piece in after:
        paired = pairs.get(piece.key)
        change = _change(piece.component, was[paired.key] if paired else [], now[piece.key])
        if change.put_in or change.take_out:
            yield change
    lasting = {old.key for old in pairs.values()}
    for piece in before:
        going = sum(one.left for one in was[piece.key])
        if piece.key not in lasting and going:
            yield Change(component=piece.component, old=piece, take_out=going)


def _change(component: str, was: Sequence[_Alike], now: Sequence[_Alike]) -> Change:
    """What becomes of a piece; `was` is empty for one that was not there."""
    going, coming = ([one for one in copies if one.left] for copies in (was, now))
    old, new = (next((one.piece for one in copies), None) for copies in ((*going, *was), (*coming, *now)))
    return Change(
        component=component,
        old=old,
        new=new,
        sides=differing(old, new) if old and new and going and coming else (),
        take_out=sum(one.left for one in going),
        put_in=sum(one.left for one in coming),
        copies=tuple(one.first for one in coming) if len(now) > 1 else (),
    )


def _match(old: Iterable[_Alike], new: Iterable[_Alike]) -> None:
    """Accounts for what is in both."""
    there: defaultdict[object, list[_Alike]] = defaultdict(list)
    for one in old:
        there[one.likeness].append(one)
    for one in new:
        for other in there[one.likeness]:
            same = min(one.left, other.left)
            one.left -= same
            other.left -= same


def _copies(piece: PieceEntry) -> list[_Alike]:
    """The copies of a piece: all alike, or each with the faces of its number (`front`, `front-2`), called as those of
    the first."""
    if "front-2" in piece.faces:
        numbered: list[dict[str, str]] = [{} for _ in range(min(piece.copies, len(piece.faces)))]
        for side, face in piece.faces.items():
            stem, _, number = side.rpartition("-")
            name, at = (stem, int(number)) if stem and number.isdecimal() else (side, 1)
            if at <= len(numbered):
                numbered[at - 1][name] = face
        if sum(map(len, numbered)) == len(piece.faces) and all(
            faces.keys() == numbered[0].keys() for faces in numbered
        ):
            return [_Alike(piece, faces, 1, copy) for copy, faces in enumerate(numbered)]
    return [_Alike(piece, piece.faces, piece.copies)]


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
