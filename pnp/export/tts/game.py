"""A kit as a save of Tabletop Simulator: decks, boards, tokens in bags, figures, dice and rules, laid out to begin."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from pnp.export.begin import begun
from pnp.export.options import Export
from pnp.export.pieces import all_pieces
from pnp.export.tts.makers import Maker
from pnp.export.tts.objects import Save, Thing
from pnp.export.tts.sizes import BAG_WIDTH
from pnp.export.written import Written
from pnp.face.layout import Layout
from pnp.kit import Kit
from pnp.kit.model import Leaflet
from pnp.render.pdf import write_pdf
from pnp.sheet.plan import FilePlan
from pnp.sheet.selection import Selection


def tts(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[Written]:
    """The save, and all files that it loads: from this folder or, with an address, from there."""
    found = list(all_pieces(kit, layout, selection))
    maker = Maker(kit, layout, _base(kit, layout, export), {component.id: rows for component, rows in found})
    table = begun(found, BAG_WIDTH)
    things = [maker.thing(lying) for lying in table.things]
    for number, (leaflet, data) in enumerate(_rules(kit, layout, selection, export)):
        things.append(maker.rules(leaflet, data, table.box.right + 130.0, table.box.y + 150.0 + 200.0 * number))
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
