"""Where the pieces of a kit lie on a table: the board in the middle, some pieces on their places, the rest around it.

Millimetres, `y` downwards, the middle of the board at (0, 0). The same kit lies the same way each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from pnp.export.pieces import Piece, all_pieces
from pnp.export.setting import Group, Lying, Setting, thickness
from pnp.face.layout import Layout
from pnp.kit import Kit
from pnp.kit.components import named_on
from pnp.kit.model import AnyComponent, Board, Card, Die, Faced, Sheet, Standee, Tile, Token, TuckBox
from pnp.scene import Box
from pnp.sheet.options import Selection

GAP = 16.0
"""Between two groups."""
SHAPE = 1.5
"""Width to height of a table, as it is laid and as pictures show it."""
_ORDER: tuple[type, ...] = (Board, Sheet, Tile, Card, Token, Die, Standee, TuckBox)
"""Flat things come first, so that what lies or stands on them finds its places."""

Rows = tuple[AnyComponent, tuple[Piece, ...]]


class Arrangement(msgspec.Struct, frozen=True, eq=False):
    """All that lies on the table, from below to above, and the box round it."""

    things: tuple[Lying, ...]
    box: Box


def arrange(kit: Kit, layout: Layout, selection: Selection) -> Arrangement:
    """Lays out what is selected; empty if there is nothing with a face."""
    found = [item for item in all_pieces(kit, layout, selection) if belongs(kit, item[0])]
    middle = _middle(found)
    setting = Setting(layout)
    if middle is not None:
        piece = middle[1][0]
        setting.lay(Lying(piece, piece.front, 0.0, 0.0, thickness=thickness(middle[0])))
    for component, rows in sorted(found, key=lambda item: _rank(item[0])):
        if middle is None or component is not middle[0]:
            setting.add(component, rows)
        elif rows[1:] or rows[0].copies > 1:
            setting.gather(component, rows)
    return gathered(setting.things, setting.groups)


def belongs(kit: Kit, component: AnyComponent) -> bool:
    """Whether it belongs on the table: of boxes only what holds everything, and no forms to be filled in."""
    if isinstance(component, Sheet) and component.stock == "paper":
        places = [on for other in kit.components if isinstance(other, Faced) for on in other.on]
        return any(component.id == named_on(on)[0] for on in places)
    return not isinstance(component, TuckBox) or component.form == "lid"


def _middle(found: Sequence[Rows]) -> Rows | None:
    """The largest board; without one the largest sheet."""
    for kind in (Board, Sheet):
        flat = [item for item in found if isinstance(item[0], kind)]
        if flat:
            return max(flat, key=lambda item: item[1][0].front.width * item[1][0].front.height)
    return None


def _rank(component: AnyComponent) -> int:
    return next((rank for rank, kind in enumerate(_ORDER) if isinstance(component, kind)), len(_ORDER))


def gathered(middle: Sequence[Lying], loose: Iterable[Group]) -> Arrangement:
    """The groups in rows and columns round what lies in the middle, where they keep the table's shape."""
    things = list(middle)
    box = _around(things)
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


def _line(groups: Sequence[Group], room: float, *, across: bool) -> tuple[list[Group], list[Group]]:
    """As many of the largest groups as find room in a row or column, at least one, and the others."""
    line, others, used = list[Group](), list[Group](), 0.0
    for group in groups:
        length = group.width if across else group.height
        if not line or used + length + GAP <= room:
            line.append(group)
            used += length + GAP
        else:
            others.append(group)
    return line, others


def _beside(line: Sequence[Group], box: Box, across: bool, after: bool) -> tuple[list[Lying], Box]:
    """A row below or above a box, or a column to its right or left; what lies there, and the box round all."""
    deep = GAP + max(group.height if across else group.width for group in line)
    lengths = [group.width if across else group.height for group in line]
    room = max(box.width if across else box.height, sum(lengths) + GAP * (len(line) - 1))
    gap = (room - sum(lengths)) / (len(line) + 1)
    middle = (box.x + box.width / 2) if across else (box.y + box.height / 2)
    level = (box.bottom if after else box.y - deep) if across else (box.right if after else box.x - deep)
    level += (deep + GAP) / 2 if after else (deep - GAP) / 2
    at, things = middle - room / 2, list[Lying]()
    for group, length in zip(line, lengths, strict=True):
        at += gap + length / 2
        things += [thing.moved(*((at, level) if across else (level, at))) for thing in group.things]
        at += length / 2
    if across:
        wider = Box(middle - room / 2, box.y if after else box.y - deep, room, box.height + deep)
    else:
        wider = Box(box.x if after else box.x - deep, middle - room / 2, box.width + deep, room)
    return things, wider


def _around(things: Sequence[Lying]) -> Box:
    """The box round what lies flat, as if nothing were turned."""
    if not things:
        return Box(0.0, 0.0, 0.0, 0.0)
    left = min(thing.x - thing.face.width / 2 for thing in things)
    top = min(thing.y - thing.face.height / 2 for thing in things)
    right = max(thing.x + thing.face.width / 2 for thing in things)
    bottom = max(thing.y + thing.face.height / 2 for thing in things)
    return Box(left, top, right - left, bottom - top)
