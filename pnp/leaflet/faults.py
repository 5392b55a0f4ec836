"""What a leaflet asks of its kit and does not get: signs, colours, letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from pnp.findings import Finding, Place
from pnp.leaflet import look
from pnp.leaflet.blocks import Block, Document, Figure, Grid, Heading, Paragraph, Spans, walk
from pnp.leaflet.look import Setting
from pnp.text.lacking import lacking, named, without_cut
from pnp.text.markup import BRACE

_HEADS = {2: look.CHAPTER, 3: look.SECTION, 4: look.SMALL_HEAD}


def missing_in_kit(document: Document, setting: Setting) -> tuple[Finding, ...]:
    """A finding for each sign and colour that the kit does not know, each character without a glyph, and each cut that
    a typeface has not."""
    found: dict[Finding, None] = {}
    for block in walk(document.blocks):
        for spans, role, line in _texts(block):
            place = Place(document.file, line)
            for code, message, hint in _faults(spans, setting):
                found[Finding("error", code, place, message, hint)] = None
            cuts = (cut for span in spans for cut in setting.fonts.lacking(role, span.bold, span.italic))
            for cut in dict.fromkeys(cuts):
                found[Finding("warning", "font-cut", place, *without_cut(role, cut))] = None
            found |= dict.fromkeys(_missing(spans, role, setting, place))
    return tuple(found)


def _texts(block: Block) -> Iterable[tuple[Spans, str, int]]:
    """The texts of a block by itself, each with the role of its typeface and its line."""
    match block:
        case Heading(level=level, spans=spans):
            return ((spans, _HEADS.get(level, look.COVER_TITLE).font, block.line),)
        case Paragraph(spans=spans):
            return ((spans, look.TEXT.font, block.line),)
        case Figure(caption=spans):
            return ((spans, look.CAPTION.font, block.line),)
        case Grid():
            return tuple((cell, look.CELL.font, line) for line, row in block.lined() for cell in row)
        case _:
            return ()


def _faults(spans: Spans, setting: Setting) -> Iterator[tuple[str, str, str]]:
    for span in spans:
        if span.icon in ("{", "}"):
            yield "unknown-icon", "a brace stands without another, or with no name in it", BRACE
        elif span.icon and setting.icons(span.icon) is None:
            yield "unknown-icon", f"no sign is called `{span.icon}`", "name a file of art/, or write `\\{`"
        if span.colour and setting.known_colour(span.colour) is None:
            yield "unknown-colour", f"no colour is called `{span.colour}`", "name a colour of the theme"


def _missing(spans: Spans, role: str, setting: Setting, place: Place) -> Iterator[Finding]:
    missing: dict[str, None] = {}
    for span in spans:
        cut = (role, span.bold, span.italic)
        lacks = [letter for word in span.text.split() for letter in setting.fonts.missing(*cut, word)]
        whole, rest = lacking(lacks, partial(setting.fonts.has, *cut), setting.language, place.file)
        if whole:
            yield whole
        missing.update(dict.fromkeys(rest))
    if missing:
        message = f"the typeface has no glyph for {named(missing)}"
        yield Finding("error", "missing-glyph", place, message, "use other characters, or draw them as art")
