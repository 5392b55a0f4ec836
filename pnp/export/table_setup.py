"""Arranges a table: in mid-game for a picture, or before the first turn for a virtual table.

Pieces are on the places of others; the rest is grouped around them. Lengths are in mm, y grows downwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art.paths import Point, extent
from pnp.export.pictures import ExportPiece, PieceRows, list_all_pieces
from pnp.face.layout import KitFaces, measure_component
from pnp.face.paint import PiecePlace
from pnp.kit import Kit
from pnp.kit.components import split_place
from pnp.kit.model import AnyComponent, Board, Card, Die, Faced, PadSpec, Standee, TileSpec, Token, TuckBox
from pnp.scene import Box, Rect, Scene, mapped
from pnp.sheet.options import Selection

THICKNESS = {"paper": 0.15, "card": 0.33, "board": 2.0, "label": 2.0}
"""Of one piece by its stock, mm: a card of 300 g, and a print glued on greyboard."""
BOX_HEIGHT, FIGURE = 26.0, 1.2
"""How high a closed box stands; how thick a figure of folded card is, which stands."""
PATCH = 10
"""So many loose pieces of a component lie open; the others are in the bag."""
SHARE, FEW = 3, 4
"""Of more than a few equal places every third is taken, as in the middle of a game."""
SEEN, OPEN = 0.36, 5
"""How much of its width is seen of each of some open cards in a row."""
APART, START_APART = 1.16, 1.25
"""From one loose piece to the next, and to the next before the first turn, in parts of its size."""
ASKEW, LOOSE = 2.0, 14.0
"""Degrees by which a hand lays things down askew, and by which loose things lie about."""
GAP = 16.0
"""Between two groups."""
SHAPE = 1.5
"""Width to height of a table, as it is laid and as pictures show it."""
MANY = 4
"""So many equal pieces lie together before the first turn: in a bag, or on a pile."""
LARGE, STACKED = 120.0, 3.0
"""Sheets that are larger are stacked before the first turn, each so far over the one below; mm."""
_ORDER: tuple[type, ...] = (Board, PadSpec, TileSpec, Card, Token, Die, Standee, TuckBox)
"""Flat things come first, so that what lies or stands on them finds its places."""


class TablePiece(msgspec.Struct, frozen=True, eq=False):
    """A piece, or a pile of `copies`, with its centre or, if it stands, its foot at (x, y).

    `face` is its visible face, turned clockwise by `angle` degrees; it is `thickness` mm thick in all and `lift` mm
    above the table.
    """

    piece: ExportPiece
    face: Scene
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    thickness: float = 0.3
    lift: float = 0.0
    copies: int = 1

    @property
    def stands(self) -> bool:
        return isinstance(self.piece.component, Standee)

    def moved(self, dx: float, dy: float) -> TablePiece:
        return replace(self, x=self.x + dx, y=self.y + dy)


class PieceGroup(msgspec.Struct, frozen=True, eq=False):
    """Pieces in a group around (0, 0), and the room that they take."""

    width: float
    height: float
    things: tuple[TablePiece, ...]


Arrangement: TypeAlias = tuple[list[TablePiece], Box]
"""All pieces on the table, from below to above, and the box round them."""


def arrange(kit: Kit, layout: KitFaces, selection: Selection) -> Arrangement:
    """Arranges the selected pieces as in mid-game; empty if none has a face."""
    found = [item for item in list_all_pieces(kit, layout, selection) if _is_on_table(kit, item[0])]
    setup = _TableSetup(layout)
    middle = _largest(found, Board) or _largest(found, PadSpec)
    if middle is not None:
        component, (piece, *_) = middle
        setup.things.append(TablePiece(piece, piece.front, thickness=thickness(component)))
    for component, rows in sorted(found, key=lambda item: _ORDER.index(type(item[0]))):
        if middle is None or component is not middle[0]:
            setup.add(component, rows)
        elif rows[1:] or rows[0].copies > 1:
            setup.add_group(component, _list_copies(rows)[1:])
    return _arrange_groups(setup.things, setup.groups)


def arrange_start(found: Sequence[PieceRows], bag: float) -> Arrangement:
    """Arranges everything for the start of a game; `bag` is the side of a bag on the table, mm."""
    middle, groups = list[TablePiece](), list[PieceGroup]()
    largest = _largest(found, Board)
    for component, rows in found:
        if isinstance(component, TuckBox):
            continue
        laid = list(_lay_start(component, rows))
        if largest and component is largest[0]:
            middle.append(laid.pop(0))
        if laid:
            groups.append(_group_start(laid, bag))
    return _arrange_groups(middle, groups)


def thickness(component: AnyComponent) -> float:
    """Returns the thickness of one piece on the table, mm."""
    match component:
        case Die(size=edge):
            return edge
        case TuckBox():
            return BOX_HEIGHT
        case Standee():
            return FIGURE
    return THICKNESS[component.stock]


class _TableSetup:
    """A table in progress: `things` are bases for others, `groups` are still to be placed."""

    def __init__(self, layout: KitFaces) -> None:
        self.things: list[TablePiece] = []
        self.groups: list[PieceGroup] = []
        self._layout = layout
        self._chance = Random(7)
        self._taken: set[tuple[int, int]] = set()

    def add(self, component: AnyComponent, rows: Sequence[ExportPiece]) -> None:
        """Puts some of a component on their places, and the rest, or some of it, in a group. Cards form a deck where a
        board has one place for them."""
        each = left = _list_copies(rows)
        deck: list[TablePiece] = []
        for on in component.on if isinstance(component, Faced) else ():
            places = list(self._places(on))
            free = [(host, key, spot) for host, key, spot in places if key not in self._taken]
            hosts = [type(host.piece.component) for host, _, _ in places]
            if len(each) > 1 and isinstance(component, Card) and hosts == [Board]:
                deck = deck or [_lie_on(host, spot, component) for host, _, spot in free]
            elif free and left is each:
                every = SHARE if isinstance(component, Token | Die) and len(free) > FEW else 1
                for piece, (host, key, spot) in zip(left, free[::every], strict=False):
                    self._taken.add(key)
                    turn = 0.0 if isinstance(component, Standee) else self._chance.uniform(-ASKEW, ASKEW)
                    place = _lie_on(host, spot, component)
                    self.things.append(replace(place, piece=piece, face=piece.front, angle=place.angle + turn))
                left = each[len(free[::every]) :]
        if left and deck:
            top, thick = left[-1], thickness(component) * len(left)
            self.things.append(
                replace(deck[0], piece=top, face=top.back or top.front, thickness=thick, copies=len(left))
            )
        elif left:
            self.add_group(component, left)

    def add_group(self, component: AnyComponent, each: Sequence[ExportPiece]) -> None:
        """Puts pieces in a group. Open cards overlap so that the starts of their lines are visible, on the right in
        right-to-left languages."""
        thick = thickness(component)
        match component:
            case Card():
                group = _lay_deck(each, thick)
            case PadSpec() | TuckBox():
                group = _lay_pile(each, thick, self._chance)
            case Standee():
                group = _lay_row(each)
            case _:
                group = _lay_patch(each[: 6 if isinstance(component, Die) else PATCH], thick, self._chance)
        if self._layout.fonts.right_to_left:
            group = replace(group, things=tuple(replace(thing, x=-thing.x) for thing in group.things))
        self.groups.append(group)

    def _places(self, on: str) -> Iterator[tuple[TablePiece, tuple[int, int], PiecePlace]]:
        """Yields all places of a name, each with its base and a unique key."""
        host, place = split_place(on)
        for thing in self.things:
            component = thing.piece.component
            if component.id == host and isinstance(component, Faced):
                size = thing.face.width, thing.face.height
                spots = self._layout.spots(component.face, thing.piece.record, size=size, bleed=component.bleed)
                yield from ((thing, (id(thing), n), spot) for n, spot in enumerate(spots) if spot.name == place)


def _lie_on(thing: TablePiece, spot: PiecePlace, component: AnyComponent) -> TablePiece:
    """Returns a piece on a place of a base, turned like the place."""
    box = mapped(spot.matrix, spot.box)
    width, height = measure_component(component)
    lies = not isinstance(component, Standee) and (box.width - box.height) * (width - height) < 0
    right = box.x + box.width / 2 - thing.face.width / 2
    down = box.y + box.height / 2 - thing.face.height / 2
    turn = math.radians(thing.angle)
    return TablePiece(
        thing.piece,
        thing.face,
        thing.x + right * math.cos(turn) - down * math.sin(turn),
        thing.y + right * math.sin(turn) + down * math.cos(turn),
        angle=-90.0 if lies else 0.0,
        thickness=thickness(component),
        lift=thing.lift + thing.thickness,
    )


def _list_copies(rows: Sequence[ExportPiece]) -> list[ExportPiece]:
    most = max((piece.copies for piece in rows), default=0)
    return [piece for copy in range(most) for piece in rows if piece.copies > copy]


def _is_on_table(kit: Kit, component: AnyComponent) -> bool:
    """Returns whether it belongs on the table: of boxes only trays, and no score pads."""
    if isinstance(component, PadSpec) and component.stock == "paper":
        places = [on for other in kit.components if isinstance(other, Faced) for on in other.on]
        return any(component.id == split_place(on)[0] for on in places)
    return not isinstance(component, TuckBox) or component.form == "lid"


def _largest(found: Sequence[PieceRows], kind: type) -> PieceRows | None:
    flat = [item for item in found if isinstance(item[0], kind)]
    return max(flat, key=lambda item: item[1][0].front.width * item[1][0].front.height, default=None)


def _lay_deck(each: Sequence[ExportPiece], thick: float) -> PieceGroup:
    """Returns a deck, face down if it has a back, with some of its cards open in a row; of one card, that card."""
    width, height = each[0].front.width, each[0].front.height
    cards = list({piece.key: piece for piece in each}.values())
    shown = min(OPEN, len(cards), max(1, len(each) - 1))
    hand = [cards[round(number * (len(cards) - 1) / max(1, shown - 1))] for number in range(shown)]
    pile = each[shown:]
    start = 1.18 * width if pile else 0.0
    room = start + width + SEEN * width * (shown - 1)
    left = width / 2 - room / 2
    things = [
        TablePiece(card, card.front, left + start + SEEN * width * n, thickness=thick) for n, card in enumerate(hand)
    ]
    if pile:
        seen = pile[-1].back or pile[-1].front
        things.insert(0, TablePiece(pile[-1], seen, left, thickness=thick * len(pile), copies=len(pile)))
    return PieceGroup(room, height, tuple(things))


def _lay_pile(each: Sequence[ExportPiece], thick: float, chance: Random) -> PieceGroup:
    """Returns one or two large pieces, slightly askew; the upper one shows its front."""
    piece = each[0]
    front = piece.front
    faces = [front] if len(each) == 1 or isinstance(piece.component, TuckBox) else [piece.back or front, front]
    things = [
        TablePiece(piece, face, 7.0 * (n - len(faces) / 2 + 0.5), 4.0 * n, chance.uniform(-3.0, 3.0), thick, n * thick)
        for n, face in enumerate(faces)
    ]
    return PieceGroup(front.width + 7.0 * len(faces), front.height + 4.0 * len(faces), tuple(things))


def _lay_row(each: Sequence[ExportPiece]) -> PieceGroup:
    height = each[0].front.height
    width, _, places = _list_places(len(each), len(each), each[0].front.width * 1.2, height)
    figures = (
        TablePiece(piece, piece.front, x, height / 2, thickness=FIGURE)
        for piece, (x, _) in zip(each, places, strict=True)
    )
    return PieceGroup(width, height, tuple(figures))


def _lay_patch(each: Sequence[ExportPiece], thick: float, chance: Random) -> PieceGroup:
    """Returns loose pieces in rows, every second one shifted by half a piece."""
    right, down = each[0].front.width * APART, each[0].front.height * APART
    across = max(1, math.ceil(math.sqrt(len(each) * 1.4)))
    width, height, places = _list_places(len(each), across, right, down, shift=0.5 if len(each) > across else 0.0)
    things = []
    for number, (piece, (x, y)) in enumerate(zip(each, places, strict=True)):
        x, y = x + chance.uniform(-0.05, 0.05) * right, y + chance.uniform(-0.05, 0.05) * down
        sides = list(piece.faces.values()) if isinstance(piece.component, Die) else [piece.front]
        face = sides[number % len(sides)]
        things.append(TablePiece(piece, face, x, y, chance.uniform(-LOOSE, LOOSE), thick))
    return PieceGroup(width, height, tuple(things))


def _list_places(
    count: int, across: int, right: float, down: float, shift: float = 0.0
) -> tuple[float, float, list[Point]]:
    """Returns width and height of a grid around (0, 0) with this pitch, and its first places; every second row is
    shifted by a part of a column."""
    rows, middle = math.ceil(count / across), (across - 1 + shift) / 2
    cells = (divmod(number, across) for number in range(count))
    places = [((x + shift * (y % 2) - middle) * right, (y - (rows - 1) / 2) * down) for y, x in cells]
    return (across + shift) * right, rows * down, places


def _lay_start(component: AnyComponent, rows: Sequence[ExportPiece]) -> Iterator[TablePiece]:
    """Yields pieces of a component at the start of a game: a deck, stacks of equal pieces, or single pieces."""
    if isinstance(component, Card):
        yield TablePiece(rows[0], rows[0].front, copies=sum(piece.copies for piece in rows))
        return
    for piece in rows:
        together = piece.copies >= MANY and not isinstance(component, Board | PadSpec)
        for _ in range(1 if together else piece.copies):
            yield TablePiece(piece, piece.front, copies=piece.copies if together else 1)


def _group_start(laid: Sequence[TablePiece], bag: float) -> PieceGroup:
    """Returns pieces of a component in rows around a centre; large sheets on one another."""
    component = laid[0].piece.component
    bags = not isinstance(component, Card) and any(one.copies > 1 for one in laid)
    single = [one.face for one in laid if one.copies == 1 or isinstance(component, Card)]
    width = max([bag] * bags + [face.width for face in single])
    height = max([bag] * bags + [face.height for face in single])
    if isinstance(component, PadSpec) and max(width, height) > LARGE:
        return PieceGroup(width, height, tuple(replace(thing, lift=STACKED * n) for n, thing in enumerate(laid)))
    across = math.ceil(math.sqrt(len(laid) * 1.5))
    wide, high, places = _list_places(len(laid), across, width * START_APART, height * START_APART)
    return PieceGroup(wide, high, tuple(thing.moved(x, y) for thing, (x, y) in zip(laid, places, strict=True)))


def _arrange_groups(middle: Sequence[TablePiece], groups: Iterable[PieceGroup]) -> Arrangement:
    """Places the groups around the pieces in the middle so that the whole keeps the table's shape: the largest first,
    as many as fit in a row below, then above, or in a column on the right, then on the left."""
    things = list(middle)
    faces = ((thing.x, thing.y, thing.face.width, thing.face.height) for thing in things)
    box = extent(Rect(Box(x - width / 2, y - height / 2, width, height)) for x, y, width, height in faces)
    waiting, after = sorted(groups, key=lambda group: -group.width * group.height), True
    while waiting:
        across = box.width > SHAPE * box.height
        field = box if across else box.swap_axes()
        line, used = list[tuple[PieceGroup, float, float]](), 0.0
        for group in tuple(waiting):
            long, high = (group.width, group.height) if across else (group.height, group.width)
            if not line or used + GAP * len(line) + long + GAP <= field.width:
                line.append((group, long, high))
                waiting.remove(group)
                used += long
        deep = GAP + max(high for _, _, high in line)
        room = max(field.width, used + GAP * (len(line) - 1))
        gap = (room - used) / (len(line) + 1)
        level = field.bottom + (deep + GAP) / 2 if after else field.y - (deep + GAP) / 2
        first = at = field.x + field.width / 2 - room / 2
        for group, long, _ in line:
            along = at + gap + long / 2
            things += [thing.moved(*((along, level) if across else (level, along))) for thing in group.things]
            at += gap + long
        field = Box(first, field.y if after else field.y - deep, room, field.height + deep)
        box, after = field if across else field.swap_axes(), not after
    return things, box
