"""What goes into a box, and how large the box must be for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

import msgspec

from pnp.face.layout import component_size
from pnp.findings import Finding, KitError, Place
from pnp.kit import Kit, expand
from pnp.kit.model import AnyComponent, Board, Card, Die, Leaflet, Stock, TuckBox

STACK_PADDING = 5.0
BARE_ROOM, SLEEVED_ROOM = 4.0, 7.0
"""Box = stack + 5 mm; footprint + 4 mm bare, + 7 mm sleeved."""
CARD, SLEEVED_CARD = 20.0 / 60.0, 24.0 / 60.0
"""60 cards stack 20 mm bare, 24 mm in thin sleeves."""
THICKNESS: dict[Stock, float] = {"paper": 0.1, "card": CARD, "board": 2.0}
"""mm; board: a print glued to the usual 2 mm greyboard."""
LOOSE_FACTOR = 1.6
"""Loose pieces fill about 60 % of a box."""
LOOSE_SHAPE = (1.1, 1.0, 0.6)
"""Width, height and depth of a box for loose pieces alone: squat, so that its net fits the paper."""


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """Things of one kind in a box: cards and boards are stacked, `loose` pieces poured in. mm."""

    width: float
    height: float
    thickness: float
    copies: int
    loose: bool


def inside(kit: Kit, component: TuckBox) -> tuple[float, float, float]:
    """The inside (width, height, depth) of a tuck box: its own, or large enough for its contents."""
    if component.size is not None:
        return component.size
    by_id = {other.id: other for other in kit.components}
    misfits = [name for name in component.contents if isinstance(by_id[name], Board | Leaflet | TuckBox)]
    if misfits:
        message = f"{', '.join(misfits)} cannot lie in a box of pieces"
        place = Place(kit.file, component.line, "contents")
        raise KitError([Finding("error", "contents", place, message, "name cards, tokens, tiles, standees, dice")])
    contents = (_content(kit, by_id[name]) for name in component.contents)
    return size_for(contents, component.sleeved, component.footprint)


def size_for(
    contents: Iterable[Content], sleeved: bool = False, footprint: tuple[float, float] | None = None
) -> tuple[float, float, float]:
    """The inside (width, height, depth) of a box for these, in whole mm; with a footprint the depth alone is found."""
    contents = tuple(contents)
    stacked = [content for content in contents if not content.loose]
    loose = [content for content in contents if content.loose]
    volume = LOOSE_FACTOR * sum(c.width * c.height * c.thickness * c.copies for c in loose)
    if not stacked and not footprint:
        unit = (volume / (LOOSE_SHAPE[0] * LOOSE_SHAPE[1] * LOOSE_SHAPE[2])) ** (1 / 3)
        longest = max((max(c.width, c.height) for c in loose), default=0.0)
        width, height, depth = (unit * share for share in LOOSE_SHAPE)
        return (_whole(max(width, longest)), _whole(height), _whole(depth))
    width, height = footprint or _footprint(stacked, sleeved)
    growth = SLEEVED_CARD / CARD if sleeved else 1.0
    stack = growth * sum(c.thickness * c.copies for c in stacked)
    padding = STACK_PADDING if stacked else 0.0
    return (width, height, _whole(stack + padding + volume / (width * height)))


def _footprint(cards: Sequence[Content], sleeved: bool) -> tuple[float, float]:
    room = SLEEVED_ROOM if sleeved else BARE_ROOM
    shorter = max(min(card.width, card.height) for card in cards)
    longer = max(max(card.width, card.height) for card in cards)
    return _whole(shorter + room), _whole(longer + room)


def _whole(length: float) -> float:
    """Rounded up to whole mm, but not for a rounding error."""
    return float(ceil(length - 1e-6))


def _content(kit: Kit, component: AnyComponent) -> Content:
    width, height = component_size(component)
    return Content(
        width=width,
        height=height,
        thickness=component.size if isinstance(component, Die) else THICKNESS[component.stock],
        copies=sum(copies for _, copies in expand(kit, component)),
        loose=not isinstance(component, Card),
    )
