"""A kit as a save of Tabletop Simulator: decks, boards, tokens in bags, figures, dice and rules, laid out to begin."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from pnp.export.arrangement import gathered
from pnp.export.options import Export
from pnp.export.pieces import Piece, all_pieces
from pnp.export.setting import Group, Lying
from pnp.export.tts.makers import Maker
from pnp.export.tts.objects import Save, Thing
from pnp.export.tts.sizes import BAG_WIDTH
from pnp.export.written import Written
from pnp.face.layout import Layout
from pnp.kit import Kit
from pnp.kit.model import AnyComponent, Board, Card, Leaflet, Sheet, TuckBox
from pnp.render.pdf import write_pdf
from pnp.sheet.plan import FilePlan
from pnp.sheet.selection import Selection

MANY = 4
"""So many equal pieces go into a bag."""
APART = 1.25
"""From one thing to the next in a group, in parts of its size."""
STACKED = 3.0
"""Millimetres from one sheet of a stack to the next: as thin as a tile of the game is."""
LARGE = 120.0
"""Sheets that are larger are stacked; mm."""


def tts(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[Written]:
    """The save, and all files that it loads: from this folder or, with an address, from there."""
    found = list(all_pieces(kit, layout, selection))
    maker = Maker(kit, layout, _base(kit, layout, export), {component.id: rows for component, rows in found})
    middle, groups = list[Lying](), list[Group]()
    board = max((rows[0] for component, rows in found if isinstance(component, Board)), key=_area, default=None)
    for component, rows in found:
        if isinstance(component, TuckBox):
            continue
        laid = [thing for thing in _laid(component, rows) if thing.piece is not board]
        if board and board.component is component:
            middle.append(Lying(board, board.front, 0.0, 0.0))
        if laid:
            groups.append(_group(laid))
    table = gathered(middle, groups)
    things = [maker.thing(lying) for lying in table.things]
    for number, (leaflet, data) in enumerate(_rules(kit, layout, selection, export)):
        maker.keep(f"{leaflet.id}.pdf", "rules", data)
        things.append(maker.rules(leaflet, table.box.right + 130.0, table.box.y + 150.0 + 200.0 * number))
    yield from maker.files()
    yield Written(f"{kit.id}-{layout.language}.json", "save", _saved(kit, layout, things))


def _base(kit: Kit, layout: Layout, export: Export) -> str:
    """Where the game finds the files: the folder in which they will lie, or the address where they are put."""
    if export.url:
        return f"{export.url.rstrip('/')}/{layout.language}/"
    folder = Path(export.print.out).resolve() / f"{kit.id}-{export.way}" / layout.language
    return folder.as_uri() + "/"


def _saved(kit: Kit, layout: Layout, things: Sequence[Thing]) -> bytes:
    title = kit.title[layout.language]
    save = Save(
        save_name=title,
        game_mode=title,
        note=f"{title} {kit.version} · {kit.build}",
        object_states=tuple(things),
    )
    return msgspec.json.format(msgspec.json.encode(save), indent=2) + b"\n"


def _area(piece: Piece) -> float:
    return piece.front.width * piece.front.height


def _laid(component: AnyComponent, rows: Sequence[Piece]) -> Iterator[Lying]:
    """What lies on the table of a component: decks by the size of their cards, bags of many, or each piece."""
    if isinstance(component, Card):
        top = rows[0]
        yield Lying(top, top.front, 0.0, 0.0, copies=sum(piece.copies for piece in rows))
        return
    for piece in rows:
        if piece.copies >= MANY and _bagged(component):
            yield Lying(piece, piece.front, 0.0, 0.0, copies=piece.copies)
        else:
            for _ in range(piece.copies):
                yield Lying(piece, piece.front, 0.0, 0.0)


def _bagged(component: AnyComponent) -> bool:
    return not isinstance(component, Board | Sheet)


def _group(laid: Sequence[Lying]) -> Group:
    """Things of a component in rows, about a middle; large sheets on one another."""
    width, height = (max(side) for side in zip(*(_room(thing) for thing in laid), strict=True))
    if isinstance(laid[0].piece.component, Sheet) and max(width, height) > LARGE:
        return Group(width, height, tuple(replace(thing, lift=STACKED * number) for number, thing in enumerate(laid)))
    across = math.ceil(math.sqrt(len(laid) * 1.5))
    down = math.ceil(len(laid) / across)
    right, low = width * APART, height * APART
    things = [
        thing.moved((number % across - (across - 1) / 2) * right, (number // across - (down - 1) / 2) * low)
        for number, thing in enumerate(laid)
    ]
    return Group(across * right, down * low, tuple(things))


def _room(thing: Lying) -> tuple[float, float]:
    """What a thing takes on the table; decks and bags have their own."""
    if thing.copies > 1 and not isinstance(thing.piece.component, Card):
        return BAG_WIDTH, BAG_WIDTH
    return thing.face.width, thing.face.height


def _rules(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[tuple[Leaflet, bytes]]:
    """The leaflets as files to read."""
    leaflets = [
        component for component in kit.components if isinstance(component, Leaflet) and selection.holds(component)
    ]
    if not leaflets:
        return
    only = Selection({leaflet.id: selection.expand(kit, leaflet) for leaflet in leaflets})
    files = [file for file in FilePlan(kit, layout, export.print, only).files() if file.what == "leaflet"]
    for leaflet, file in zip(leaflets, files, strict=True):
        out = io.BytesIO()
        write_pdf(file.pages(), out, fonts=layout.fonts, title=file.title, author=kit.author, language=layout.language)
        yield leaflet, out.getvalue()
