"""A document → its pages, once all references know where they lead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from pnp.findings import Finding, Place
from pnp.leaflet.blocks import Document
from pnp.leaflet.cover import Chapter, cover_page
from pnp.leaflet.faults import missing_in_kit
from pnp.leaflet.look import Setting
from pnp.leaflet.pages import leaflet_page
from pnp.leaflet.setter import Setter
from pnp.leaflet.strips import Row, paginate, short
from pnp.leaflet.words import Words, words_in
from pnp.scene import Anchor, Page, Placed

_PASSES = 4
"""How often a leaflet is set anew because a page number grew a digit; two passes are the rule."""


class SetLeaflet(msgspec.Struct, frozen=True):
    """Pages in reading order, single and upright, a cover first; and what was noticed in setting them."""

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
        blocks = document.body if setting.covered else (*document.cover, *document.body)
        pages = paginate(setter.strips(blocks), setting.height)
        findings = tuple(setter.findings)
        found = _places(pages, setting.first)
        if found == known:
            break
        known = found
    cover, faults = _cover(setting, words, document, pages)
    noticed = (*missing_in_kit(document, setting), *findings, *faults)
    if not any(finding.severity == "error" for finding in noticed):  # of those, pages become short, too
        noticed += tuple(_short(setting, document, pages))
    return SetLeaflet((*cover, *_body(setting, words, pages)), noticed)


def _short(setting: Setting, document: Document, pages: Sequence[Sequence[Row]]) -> Iterator[Finding]:
    """A finding for each page that ends far above its foot."""
    for index, empty in short(pages, setting.height):
        message = f"page {index + setting.first} stays empty for {empty:.0%} at its foot"
        line = max(row.strip.line for row in pages[index])
        hint = "shorten or lengthen what stands before, make a figure smaller, or end the page with ---"
        yield Finding("warning", "short-page", Place(document.file, line), message, hint)


def _cover(
    setting: Setting, words: Words, document: Document, pages: Sequence[Sequence[Row]]
) -> tuple[tuple[Page, ...], tuple[Finding, ...]]:
    """The cover: the press's, the kit's own face, or none."""
    if not setting.covered:
        return (), ()
    if setting.cover is not None:
        title = Anchor("cover", 0.0, setting.title)
        return (Page(*setting.size, (Placed(setting.cover, 0.0, 0.0),), anchors=(title,)),), ()
    page, faults = cover_page(setting, words, document, _chapters(pages))
    return (page,), faults


def _places(pages: Sequence[Sequence[Row]], first: int) -> dict[str, int]:
    """The page of each anchor."""
    return {
        anchor.name: number for number, rows in enumerate(pages, first) for row in rows for anchor in row.strip.anchors
    }


def _chapters(pages: Sequence[Sequence[Row]]) -> tuple[Chapter, ...]:
    return tuple(
        Chapter(row.strip.chapter, number, row.strip.anchors[0].name)
        for number, rows in enumerate(pages, 2)
        for row in rows
        if row.strip.chapter
    )


def _body(setting: Setting, words: Words, pages: Sequence[Sequence[Row]]) -> list[Page]:
    """The pages of the text, each under the chapter in which it begins, or that begins on it."""
    finished: list[Page] = []
    chapter = ""
    for number, rows in enumerate(pages, setting.first):
        begun = [row.strip.chapter for row in rows if row.strip.chapter]
        starts_here = bool(rows and rows[0].strip.chapter)
        chapter = begun[0] if begun and (starts_here or not chapter) else chapter
        finished.append(leaflet_page(setting, words, number, chapter, rows))
        chapter = begun[-1] if begun else chapter
    return finished
