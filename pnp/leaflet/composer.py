"""A document → its pages, once all references know where they lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from pnp.findings import Finding
from pnp.leaflet.blocks import Document
from pnp.leaflet.cover import Chapter, cover_page
from pnp.leaflet.faults import missing_in_kit
from pnp.leaflet.look import Setting
from pnp.leaflet.pages import leaflet_page
from pnp.leaflet.setter import Setter
from pnp.leaflet.strips import Row, paginate
from pnp.leaflet.words import Words, words_in
from pnp.scene import Page

_PASSES = 4
"""How often a leaflet is set anew because a page number grew a digit; two passes are the rule."""


class SetLeaflet(msgspec.Struct, frozen=True):
    """Pages in reading order, single and upright, the cover first; and what was noticed in setting them."""

    pages: tuple[Page, ...]
    findings: tuple[Finding, ...]


def set_leaflet(document: Document, setting: Setting) -> SetLeaflet:
    """Sets a leaflet. Raises KitError if the press has no words of its own in the language."""
    words = words_in(setting.language, document.file)
    known: Mapping[str, int] = {}
    pages: tuple[tuple[Row, ...], ...] = ()
    findings: tuple[Finding, ...] = ()
    for _ in range(_PASSES):
        setter = Setter(setting, words, document.file, known)
        pages = paginate(setter.strips(document.body), setting.height)
        findings = tuple(setter.findings)
        found = _places(pages)
        if found == known:
            break
        known = found
    cover, faults = cover_page(setting, words, document, _chapters(pages))
    lacking = missing_in_kit(document, setting)
    return SetLeaflet((cover, *_body(setting, words, pages)), (*lacking, *findings, *faults))


def _places(pages: Sequence[Sequence[Row]]) -> dict[str, int]:
    """The page of each anchor. The cover is page 1."""
    return {anchor.name: number for number, rows in enumerate(pages, 2) for row in rows for anchor in row.strip.anchors}


def _chapters(pages: Sequence[Sequence[Row]]) -> tuple[Chapter, ...]:
    return tuple(
        Chapter(row.strip.chapter, number, row.strip.anchors[0].name)
        for number, rows in enumerate(pages, 2)
        for row in rows
        if row.strip.chapter
    )


def _body(setting: Setting, words: Words, pages: Sequence[Sequence[Row]]) -> list[Page]:
    """The pages after the cover, each under the chapter in which it begins, or that begins on it."""
    finished: list[Page] = []
    chapter = ""
    for number, rows in enumerate(pages, 2):
        begun = [row.strip.chapter for row in rows if row.strip.chapter]
        starts_here = bool(rows and rows[0].strip.chapter)
        chapter = begun[0] if begun and (starts_here or not chapter) else chapter
        finished.append(leaflet_page(setting, words, number, chapter, rows))
        chapter = begun[-1] if begun else chapter
    return finished
