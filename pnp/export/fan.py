"""A hand of cards, fanned: one picture with a clear ground, to lay over anything."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.export.canvas import Canvas
from pnp.export.options import Export
from pnp.export.pictures import Camera, encoded
from pnp.export.pieces import Piece, all_pieces
from pnp.export.written import Written
from pnp.face.layout import Layout
from pnp.kit import Kit
from pnp.kit.model import Card, Tile
from pnp.sheet.options import BadOptionError, Selection

CARDS = 7
"""A hand that is seen at a glance."""
WIDTH = 1600
SPREAD = 9.0
"""Degrees from one card to the next."""
HANDLE = 2.1
"""How far below the cards' middle the hand holds them, in their heights."""
AIR = 7.0
"""Millimetres of room for the shadow."""
THICKNESS = 0.3
FANNED: tuple[type, ...] = (Card, Tile)
"""What is held in a hand; the first of these that a kit has is fanned."""


def fan(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[Written]:
    """Seven cards of the component that has most different ones, or of the one that `--only` names.

    Raises BadOptionError if there is nothing to fan.
    """
    hand = _hand(kit, layout, selection)
    width, height = hand[0].front.width, hand[0].front.height
    middle = (len(hand) - 1) / 2
    # The upper card hides where the lower ends, and leaves to be seen where its lines begin.
    spread = -SPREAD if layout.fonts.right_to_left else SPREAD
    places = [_place((number - middle) * spread, height) for number in range(len(hand))]
    corners = [corner for x, y, angle in places for corner in _corners(x, y, angle, width, height)]
    left, top = min(x for x, _ in corners) - AIR, min(y for _, y in corners) - AIR
    across, down = max(x for x, _ in corners) + AIR - left, max(y for _, y in corners) + AIR - top
    canvas = Canvas(across, down, (export.width or WIDTH) / across)
    pictures = Camera(layout, export.print.ink).cut([piece.front for piece in hand], canvas.dpi)
    for (x, y, angle), picture in zip(places, pictures, strict=True):
        canvas.lay(picture, x - left, y - top, angle=angle, thickness=THICKNESS, lift=1.2)
    picture = canvas.finished()
    yield Written("fan.png", "picture", encoded(picture, "png"), picture.width, picture.height)


def _hand(kit: Kit, layout: Layout, selection: Selection) -> list[Piece]:
    """The cards to show, spread evenly over the rows of the component that has most; without cards of tiles."""
    decks = [found for component, found in all_pieces(kit, layout, selection) if isinstance(component, FANNED)]
    if not decks:
        raise BadOptionError("this kit has no cards to fan; --as table shows what it has")
    deck = max(decks, key=lambda found: (-FANNED.index(type(found[0].component)), len(found)))
    each = deck if len(deck) > 1 else [piece for piece in deck for _ in range(piece.copies)]
    shown = min(len(each), CARDS)
    return [each[round(number * (len(each) - 1) / max(1, shown - 1))] for number in range(shown)]


def _place(angle: float, height: float) -> tuple[float, float, float]:
    """The middle of a card that the hand turns by an angle, and the angle."""
    turn, radius = math.radians(angle), HANDLE * height
    return radius * math.sin(turn), -radius * math.cos(turn), angle


def _corners(x: float, y: float, angle: float, width: float, height: float) -> Iterator[tuple[float, float]]:
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    for right in (-width / 2, width / 2):
        for down in (-height / 2, height / 2):
            yield x + right * cosine - down * sine, y + right * sine + down * cosine
