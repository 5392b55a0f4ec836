"""A kit as a save of Tabletop Simulator: decks, boards, tokens in bags, figures, dice and rules, laid out to begin."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from pnp.build.plan import FilePlan
from pnp.export.begin import begun
from pnp.export.options import Export
from pnp.export.pieces import all_pieces
from pnp.export.tts.makers import Maker
from pnp.export.tts.objects import Save, Thing
from pnp.export.tts.sizes import BAG_WIDTH, RULES, TABLE, units
from pnp.export.written import Written
from pnp.face.layout import Layout
from pnp.findings import Finding, Place
from pnp.kit import Kit
from pnp.kit.model import Leaflet
from pnp.render.pdf import write_pdf
from pnp.scene import Box
from pnp.sheet.options import Selection


def tts(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[Written]:
    """The save, and all files that it loads: from this folder or, with an address, from there."""
    found = list(all_pieces(kit, layout, selection))
    rows_of = {component.id: rows for component, rows in found}
    maker = Maker(kit, layout, _base(kit, layout, export), rows_of, export.print.ink)
    table = begun(found, BAG_WIDTH)
    rules = list(_rules(kit, layout, selection, export))
    places, box = _beside(table.box, len(rules))
    left, up = box.x + box.width / 2, box.y + box.height / 2
    things = [maker.thing(lying.moved(-left, -up)) for lying in table.things]
    for (leaflet, data), (x, y) in zip(rules, places, strict=True):
        things.append(maker.rules(leaflet, data, x - left, y - up))
    if units(box.width) > TABLE[0] or units(box.height) > TABLE[1]:
        layout.findings.add(_too_large(kit, box))
    yield from maker.files()
    yield Written(f"{kit.id}-{layout.language}.json", "save", _saved(kit, layout, things))


def _beside(box: Box, leaflets: int) -> tuple[list[tuple[float, float]], Box]:
    """The middles of so many leaflets in columns at the right of a box, and the box round all."""
    width, height = RULES
    down = max(1, int(box.height // height))
    places = [
        (box.right + (number // down + 0.5) * width, box.y + (number % down + 0.5) * height)
        for number in range(leaflets)
    ]
    columns = -(-leaflets // down)
    return places, Box(box.x, box.y, box.width + columns * width, max(box.height, height * min(leaflets, down)))


def _too_large(kit: Kit, box: Box) -> Finding:
    return Finding(
        "warning",
        "table-full",
        Place(kit.file),
        f"laid out, the game takes {units(box.width):.0f} × {units(box.height):.0f} units; a table of Tabletop "
        f"Simulator has room for {TABLE[0]:g} × {TABLE[1]:g} between its hands",
        "what lies beyond is moved by hand in the game; or leave something out: --without, --only",
    )


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
