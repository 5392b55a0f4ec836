"""Laying a table: pieces on the places of others, and what is left in groups: decks, loose pieces, rows of figures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from random import Random

import msgspec
from msgspec.structs import replace

from pnp.art.paths import extent
from pnp.export.pictures import ExportPiece, PieceRows, all_pieces
from pnp.face.layout import Layout, component_size
from pnp.face.paint import PiecePlace
from pnp.kit import Kit
from pnp.kit.components import named_on
from pnp.kit.model import AnyComponent, Board, Card, Die, Faced, Leaflet, PadSpec, Standee, TileSpec, Token, TuckBox
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
APART = 1.16
"""From one loose piece to the next, in parts of its size."""
ASKEW, LOOSE = 2.0, 14.0
"""Degrees by which a hand lays things down askew, and by which loose things lie about."""
_SEED = 7


class TablePiece(msgspec.Struct, frozen=True, eq=False):
    """A piece, or a pile of `copies`, at (x, y): there is its middle or, if it stands, its foot.

    `face` is what is seen of it, turned clockwise by `angle` degrees; it is `thickness` mm thick in all and lies `lift`
    mm over the table.
    """

    piece: ExportPiece
    face: Scene
    x: float
    y: float
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
    """Things that lie together, about (0, 0), and the room that they take."""

    width: float
    height: float
    things: tuple[TablePiece, ...]


class TableSetup:
    """A table that is laid, one component after another: `things` lie where they are, `groups` are still to be put."""

    def __init__(self, layout: Layout) -> None:
        self.things: list[TablePiece] = []
        self.groups: list[PieceGroup] = []
        self._layout = layout
        self._chance = Random(_SEED)
        self._lying: dict[str, list[TablePiece]] = {}
        self._taken: set[tuple[int, int]] = set()

    def lay(self, thing: TablePiece) -> None:
        """Lays a thing down; others may then lie on its places."""
        self.things.append(thing)
        self._lying.setdefault(thing.piece.component.id, []).append(thing)

    def add(self, component: AnyComponent, rows: Sequence[ExportPiece]) -> None:
        """Lays some of a component on their places, and the rest, or some of it, in a group."""
        each = list_copies(rows)
        places = component.on if isinstance(component, Faced) else ()
        several = (on for on in places if len(each) == 1 or not self._is_for_deck(component, on))
        free = next((found for on in several if (found := self._free(component, on, len(each)))), [])
        for piece, thing in zip(each, free, strict=False):
            turn = 0.0 if isinstance(component, Standee) else self._chance.uniform(-ASKEW, ASKEW)
            self.lay(replace(thing, piece=piece, face=piece.front, angle=thing.angle + turn))
        left = each[len(free) :]
        if left and not self._stacked(component, left):
            self.add_group(component, left)

    def add_group(self, component: AnyComponent, each: Sequence[ExportPiece]) -> None:
        """Lays things in a group, from the right where cards are read from there: the upper one of some open cards
        hides where the lower ends, and leaves to be seen where its lines begin."""
        group = _group(component, each, self._chance)
        if self._layout.fonts.right_to_left:
            group = replace(group, things=tuple(replace(thing, x=-thing.x) for thing in group.things))
        self.groups.append(group)

    def _stacked(self, component: AnyComponent, left: Sequence[ExportPiece]) -> bool:
        """Lays what is left of cards as a deck on a place of a board that takes but one."""
        for on in component.on if isinstance(component, Card) else ():
            if self._is_for_deck(component, on):
                (place,) = self._free(component, on, 1)
                top, thick = left[-1], thickness(component) * len(left)
                self.lay(replace(place, piece=top, face=top.back or top.front, thickness=thick, copies=len(left)))
                return True
        return False

    def _is_for_deck(self, component: AnyComponent, on: str) -> bool:
        """Whether cards lie there as a deck: a board has one such place, and it is free."""
        if not isinstance(component, Card):
            return False
        match list(self._places(on)):
            case [(TablePiece(piece=ExportPiece(component=Board())) as board, number, _)]:
                return (id(board), number) not in self._taken
        return False

    def _free(self, component: AnyComponent, on: str, count: int) -> list[TablePiece]:
        """The places to take of those that a name means; what lies there is still to be said."""
        found = [
            (_at(thing, spot, component), (id(thing), number))
            for thing, number, spot in self._places(on)
            if (id(thing), number) not in self._taken
        ]
        every = SHARE if isinstance(component, Token | Die) and len(found) > FEW else 1
        taken = found[::every][:count]
        self._taken |= {key for _, key in taken}
        return [thing for thing, _ in taken]

    def _places(self, on: str) -> Iterator[tuple[TablePiece, int, PiecePlace]]:
        """All places that a name means, each with what it is on and its number there."""
        host, place = named_on(on)
        for thing in self._lying.get(host, ()):
            for number, spot in enumerate(self._spots(thing)):
                if spot.name == place:
                    yield thing, number, spot

    def _spots(self, thing: TablePiece) -> Sequence[PiecePlace]:
        component = thing.piece.component
        if not isinstance(component, Faced):
            return ()
        size = thing.face.width, thing.face.height
        return self._layout.spots(component.face, thing.piece.record, size=size, bleed=component.bleed)


def thickness(component: AnyComponent) -> float:
    """How thick one piece is as it lies on the table, mm."""
    match component:
        case Die(size=edge):
            return edge
        case TuckBox():
            return BOX_HEIGHT
        case Standee():
            return FIGURE
    return THICKNESS[component.stock]


def _at(thing: TablePiece, spot: PiecePlace, component: AnyComponent) -> TablePiece:
    """What lies on a place of a thing, on its side if the place does."""
    box = mapped(spot.matrix, spot.box)
    width, height = component_size(component)
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


def list_copies(rows: Sequence[ExportPiece]) -> list[ExportPiece]:
    """All copies of all rows: one of each, then the second of each, and so on."""
    most = max((piece.copies for piece in rows), default=0)
    return [piece for copy in range(most) for piece in rows if piece.copies > copy]


# --- groups ---------------------------------------------------------------------------------------------


def _group(component: AnyComponent, each: Sequence[ExportPiece], chance: Random) -> PieceGroup:
    match component:
        case Card():
            return _deck(each, thickness(component))
        case PadSpec() | Leaflet():
            return _pile(each[:3], thickness(component), chance)
        case Standee():
            return _row(each)
        case Die():
            return _patch(each[:6], thickness(component), chance)
        case TuckBox():
            return _pile(each[:1], BOX_HEIGHT, chance)
    return _patch(each[:PATCH], thickness(component), chance)


def _deck(each: Sequence[ExportPiece], thick: float) -> PieceGroup:
    """A deck, face down if it has a back, and some of its cards open in a row; of one card, that card."""
    width, height = each[0].front.width, each[0].front.height
    cards = list({piece.key: piece for piece in each}.values())
    shown = min(OPEN, len(cards), max(1, len(each) - 1))
    hand = [cards[round(number * (len(cards) - 1) / max(1, shown - 1))] for number in range(shown)]
    pile = each[shown:]
    start = 1.18 * width if pile else 0.0
    room = start + width + SEEN * width * (shown - 1)
    left = width / 2 - room / 2
    things = [
        TablePiece(card, card.front, left + start + SEEN * width * n, 0.0, thickness=thick)
        for n, card in enumerate(hand)
    ]
    if pile:
        seen = pile[-1].back or pile[-1].front
        things.insert(0, TablePiece(pile[-1], seen, left, 0.0, thickness=thick * len(pile), copies=len(pile)))
    return PieceGroup(room, height, tuple(things))


def _pile(each: Sequence[ExportPiece], thick: float, chance: Random) -> PieceGroup:
    """A few large things over each other, a little askew; the uppermost shows its front."""
    faces = [each[0].back or each[0].front] * (len(each) > 1) + [each[0].front] if each else []
    things = [
        TablePiece(
            each[0], face, 7.0 * (n - len(faces) / 2 + 0.5), 4.0 * n, chance.uniform(-3.0, 3.0), thick, n * thick
        )
        for n, face in enumerate(faces)
    ]
    front = each[0].front
    return PieceGroup(front.width + 7.0 * len(faces), front.height + 4.0 * len(faces), tuple(things))


def _row(each: Sequence[ExportPiece]) -> PieceGroup:
    """Figures beside one another, standing."""
    width, height = each[0].front.width * 1.2, each[0].front.height
    start = -width * (len(each) - 1) / 2
    figures = (
        TablePiece(piece, piece.front, start + n * width, height / 2, thickness=FIGURE) for n, piece in enumerate(each)
    )
    return PieceGroup(width * len(each), height, tuple(figures))


def _patch(each: Sequence[ExportPiece], thick: float, chance: Random) -> PieceGroup:
    """Loose pieces on a heap of rows, every second one shifted by half a piece."""
    width, height = each[0].front.width * APART, each[0].front.height * APART
    across = max(1, math.ceil(math.sqrt(len(each) * 1.4)))
    down = math.ceil(len(each) / across)
    shift = 0.5 if down > 1 else 0.0
    things = []
    for number, piece in enumerate(each):
        row, column = divmod(number, across)
        x = (column + (shift if row % 2 else 0.0) - (across - 1 + shift) / 2) * width
        x += chance.uniform(-0.05, 0.05) * width
        y = (row - (down - 1) / 2) * height + chance.uniform(-0.05, 0.05) * height
        sides = list(piece.faces.values())
        face = sides[number % len(sides)] if isinstance(piece.component, Die) else piece.front
        things.append(TablePiece(piece, face, x, y, chance.uniform(-LOOSE, LOOSE), thick))
    return PieceGroup((across + shift) * width, down * height, tuple(things))


GAP = 16.0
"""Between two groups."""
SHAPE = 1.5
"""Width to height of a table, as it is laid and as pictures show it."""
_ORDER: tuple[type, ...] = (Board, PadSpec, TileSpec, Card, Token, Die, Standee, TuckBox)
"""Flat things come first, so that what lies or stands on them finds its places."""


class Arrangement(msgspec.Struct, frozen=True, eq=False):
    """All that lies on the table, from below to above, and the box round it."""

    things: tuple[TablePiece, ...]
    box: Box


def arrange(kit: Kit, layout: Layout, selection: Selection) -> Arrangement:
    """Lays out what is selected; empty if there is nothing with a face."""
    found = [item for item in all_pieces(kit, layout, selection) if belongs(kit, item[0])]
    middle = _middle(found)
    setting = TableSetup(layout)
    if middle is not None:
        piece = middle[1][0]
        setting.lay(TablePiece(piece, piece.front, 0.0, 0.0, thickness=thickness(middle[0])))
    for component, rows in sorted(found, key=lambda item: _ORDER.index(type(item[0]))):
        if middle is None or component is not middle[0]:
            setting.add(component, rows)
        elif rows[1:] or rows[0].copies > 1:
            setting.add_group(component, list_copies(rows)[1:])
    return arrange_groups(setting.things, setting.groups)


def belongs(kit: Kit, component: AnyComponent) -> bool:
    """Whether it belongs on the table: of boxes only what holds everything, and no forms to be filled in."""
    if isinstance(component, PadSpec) and component.stock == "paper":
        places = [on for other in kit.components if isinstance(other, Faced) for on in other.on]
        return any(component.id == named_on(on)[0] for on in places)
    return not isinstance(component, TuckBox) or component.form == "lid"


def _middle(found: Sequence[PieceRows]) -> PieceRows | None:
    """The largest board; without one the largest sheet."""
    for kind in (Board, PadSpec):
        flat = [item for item in found if isinstance(item[0], kind)]
        if flat:
            return max(flat, key=lambda item: item[1][0].front.width * item[1][0].front.height)
    return None


def arrange_groups(middle: Sequence[TablePiece], loose: Iterable[PieceGroup]) -> Arrangement:
    """The groups in rows and columns round what lies in the middle, where they keep the table's shape."""
    things = list(middle)
    faces = ((thing.x, thing.y, thing.face.width, thing.face.height) for thing in things)
    box = extent(Rect(Box(x - width / 2, y - height / 2, width, height)) for x, y, width, height in faces)
    groups = sorted(loose, key=lambda group: -group.width * group.height)
    side = 0
    while groups:
        wide = box.width > SHAPE * box.height
        line, groups = _line(groups, box.width if wide else box.height, across=wide)
        after = side % 2 == 0
        placed, box = _beside(line, box, wide, after)
        things += placed
        side += 1
    return Arrangement(tuple(things), box)


def _line(groups: Sequence[PieceGroup], room: float, *, across: bool) -> tuple[list[PieceGroup], list[PieceGroup]]:
    """As many of the largest groups as find room in a row or column, at least one, and the others."""
    line, others, used = list[PieceGroup](), list[PieceGroup](), 0.0
    for group in groups:
        length = group.width if across else group.height
        if not line or used + length + GAP <= room:
            line.append(group)
            used += length + GAP
        else:
            others.append(group)
    return line, others


def _beside(line: Sequence[PieceGroup], box: Box, across: bool, after: bool) -> tuple[list[TablePiece], Box]:
    """A row below or above a box, or a column to its right or left; what lies there, and the box round all."""
    sizes = [(group.width, group.height) if across else (group.height, group.width) for group in line]
    start, length, edge, depth = (
        (box.x, box.width, box.y, box.height) if across else (box.y, box.height, box.x, box.width)
    )
    used, deep = sum(long for long, _ in sizes), GAP + max(high for _, high in sizes)
    room = max(length, used + GAP * (len(line) - 1))
    gap = (room - used) / (len(line) + 1)
    level = edge + depth + (deep + GAP) / 2 if after else edge - (deep + GAP) / 2
    first = at = start + length / 2 - room / 2
    things = list[TablePiece]()
    for group, (long, _) in zip(line, sizes, strict=True):
        middle = at + gap + long / 2
        things += [thing.moved(*((middle, level) if across else (level, middle))) for thing in group.things]
        at += gap + long
    outer = edge if after else edge - deep
    wider = Box(first, outer, room, depth + deep) if across else Box(outer, first, depth + deep, room)
    return things, wider


MANY = 4
"""So many equal pieces lie together: in a bag, or on a pile."""
START_APART = 1.25
"""From one thing to the next in a group, in parts of its size."""
LARGE = 120.0
"""Sheets that are larger are stacked; mm …"""
STACKED = 3.0
"""… each so far over the one below."""


def arrange_start(found: Sequence[PieceRows], bag: float) -> Arrangement:
    """Where everything lies before the first turn; `bag` is what a bag takes on the table, mm."""
    middle, groups = list[TablePiece](), list[PieceGroup]()
    boards = (rows[0] for component, rows in found if isinstance(component, Board))
    board = max(boards, key=lambda piece: piece.front.width * piece.front.height, default=None)
    for component, rows in found:
        if isinstance(component, TuckBox):
            continue
        laid = list(_lay_start(component, rows))
        if one := next((thing for thing in laid if thing.piece is board), None):
            laid.remove(one)
            middle.append(one)
        if laid:
            groups.append(_group_start(laid, bag))
    return arrange_groups(middle, groups)


def _lay_start(component: AnyComponent, rows: Sequence[ExportPiece]) -> Iterator[TablePiece]:
    """What lies on the table of a component: a deck, what is equal together, or each piece."""
    if isinstance(component, Card):
        yield TablePiece(rows[0], rows[0].front, 0.0, 0.0, copies=sum(piece.copies for piece in rows))
        return
    for piece in rows:
        if piece.copies >= MANY and not isinstance(component, Board | PadSpec):
            yield TablePiece(piece, piece.front, 0.0, 0.0, copies=piece.copies)
        else:
            for _ in range(piece.copies):
                yield TablePiece(piece, piece.front, 0.0, 0.0)


def _group_start(laid: Sequence[TablePiece], bag: float) -> PieceGroup:
    """Things of a component in rows, about a middle; large sheets on one another."""
    rooms = [bag if one.copies > 1 and not isinstance(one.piece.component, Card) else 0.0 for one in laid]
    width = max(room or one.face.width for room, one in zip(rooms, laid, strict=True))
    height = max(room or one.face.height for room, one in zip(rooms, laid, strict=True))
    if isinstance(laid[0].piece.component, PadSpec) and max(width, height) > LARGE:
        return PieceGroup(
            width, height, tuple(replace(thing, lift=STACKED * number) for number, thing in enumerate(laid))
        )
    across = math.ceil(math.sqrt(len(laid) * 1.5))
    down = math.ceil(len(laid) / across)
    right, low = width * START_APART, height * START_APART
    things = [
        thing.moved((number % across - (across - 1) / 2) * right, (number // across - (down - 1) / 2) * low)
        for number, thing in enumerate(laid)
    ]
    return PieceGroup(across * right, down * low, tuple(things))
