"""A kit laid out to begin with: decks closed, equal pieces together, the board in the middle, boxes away."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pnp.export.arrangement import Arrangement, Rows, gathered
from pnp.export.pieces import Piece
from pnp.export.setting import Group, Lying
from pnp.kit.model import AnyComponent, Board, Card, PadSpec, TuckBox

MANY = 4
"""So many equal pieces lie together: in a bag, or on a pile."""
APART = 1.25
"""From one thing to the next in a group, in parts of its size."""
LARGE = 120.0
"""Sheets that are larger are stacked; mm …"""
STACKED = 3.0
"""… each so far over the one below."""


def begun(found: Sequence[Rows], bag: float) -> Arrangement:
    """Where everything lies before the first turn; `bag` is what a bag takes on the table, mm."""
    middle, groups = list[Lying](), list[Group]()
    board = max((rows[0] for component, rows in found if isinstance(component, Board)), key=_area, default=None)
    for component, rows in found:
        if isinstance(component, TuckBox):
            continue
        laid = list(_laid(component, rows))
        if one := next((thing for thing in laid if thing.piece is board), None):
            laid.remove(one)
            middle.append(one)
        if laid:
            groups.append(_group(laid, bag))
    return gathered(middle, groups)


def _area(piece: Piece) -> float:
    return piece.front.width * piece.front.height


def _laid(component: AnyComponent, rows: Sequence[Piece]) -> Iterator[Lying]:
    """What lies on the table of a component: a deck, what is equal together, or each piece."""
    if isinstance(component, Card):
        yield Lying(rows[0], rows[0].front, 0.0, 0.0, copies=sum(piece.copies for piece in rows))
        return
    for piece in rows:
        if piece.copies >= MANY and not isinstance(component, Board | PadSpec):
            yield Lying(piece, piece.front, 0.0, 0.0, copies=piece.copies)
        else:
            for _ in range(piece.copies):
                yield Lying(piece, piece.front, 0.0, 0.0)


def _group(laid: Sequence[Lying], bag: float) -> Group:
    """Things of a component in rows, about a middle; large sheets on one another."""
    width, height = (max(side) for side in zip(*(_room(thing, bag) for thing in laid), strict=True))
    if isinstance(laid[0].piece.component, PadSpec) and max(width, height) > LARGE:
        return Group(width, height, tuple(replace(thing, lift=STACKED * number) for number, thing in enumerate(laid)))
    across = math.ceil(math.sqrt(len(laid) * 1.5))
    down = math.ceil(len(laid) / across)
    right, low = width * APART, height * APART
    things = [
        thing.moved((number % across - (across - 1) / 2) * right, (number // across - (down - 1) / 2) * low)
        for number, thing in enumerate(laid)
    ]
    return Group(across * right, down * low, tuple(things))


def _room(thing: Lying, bag: float) -> tuple[float, float]:
    """What a thing takes on the table."""
    bagged = thing.copies > 1 and not isinstance(thing.piece.component, Card)
    return (bag, bag) if bagged else (thing.face.width, thing.face.height)
