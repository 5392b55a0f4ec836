"""A document → its pages, once all references know where they lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from pnp.findings import Finding, KitError, Place
from pnp.leaflet.blocks import Document
from pnp.leaflet.cover import Chapter, cover_page, title_anchors
from pnp.leaflet.faults import missing_in_kit
from pnp.leaflet.look import Setting
from pnp.leaflet.makeup import make_up
from pnp.leaflet.pages import leaflet_page
from pnp.leaflet.setter import Setter
from pnp.leaflet.strips import Row, paginate
from pnp.leaflet.words import Words, shown_words, words_in
from pnp.scene import Anchor, Page, Placed, Tag

_PASSES = 4
"""How often a leaflet is set anew because a page number grew a digit; two passes are the rule."""


class SetLeaflet(msgspec.Struct, frozen=True):
    """Pages in reading order, single and upright, a cover first; and what was noticed in setting them.

    `lasting` are the pages with a cover that does not tell which build it is of, to be compared with those of another.
    """

    pages: tuple[Page, ...]
    findings: tuple[Finding, ...]
    lasting: tuple[Page, ...]


def set_leaflet(document: Document, setting: Setting) -> SetLeaflet:
    """Sets a leaflet, with the press's words in its language, or in English.

    Raises KitError if it has no page: nothing but a title, say, and no cover.
    """
    setting = msgspec.structs.replace(setting, signs=document.signs)
    words = words_in(setting.language, setting.own_words)
    if not any(rule.number for rule in document.rules):
        words = msgspec.structs.replace(words, margin="")  # the foot tells of numbers only where there are some
    known: Mapping[str, int] = {}
    pages: tuple[tuple[Row, ...], ...] = ()
    findings: tuple[Finding, ...] = ()
    for _ in range(_PASSES):
        setter = Setter(setting, words, document.file, known)
        # On a cover of the kit's own what stands before the first chapter has no place: it begins the text.
        blocks = document.body if setting.pressed else (*document.cover, *document.body)
        pages = paginate(setter.strips(blocks), setting.height)
        findings = tuple(setter.findings)
        found = _places(pages, setting.first)
        if found == known:
            break
        known = found
    if not pages and not setting.covered:
        hint = "write what it says below its title, or give it a cover"
        raise KitError(
            [Finding("error", "leaflet-empty", Place(document.file, 1), "there is nothing in it to print", hint)]
        )
    lacking = missing_in_kit(document, setting)
    cover, faults = _cover(setting, words, document, pages)
    faulty = any(each.severity == "error" for each in (*document.findings, *lacking, *findings, *faults))
    # What is wrong makes pages poor as well: mended, they may need nothing.
    poor = () if faulty else make_up(pages, setting, document.file)
    body = _body(setting, words, pages)
    if not setting.covered:
        body[0] = msgspec.structs.replace(body[0], anchors=(*title_anchors(document), *body[0].anchors))
    lasting = (*_cover(setting.lasting, words, document, pages)[0], *body)
    return SetLeaflet((*cover, *body), (*lacking, *findings, *faults, *poor), lasting)


def _cover(
    setting: Setting, words: Words, document: Document, pages: Sequence[Sequence[Row]]
) -> tuple[tuple[Page, ...], tuple[Finding, ...]]:
    """The cover: the press's, the kit's own face, or none."""
    if not setting.covered:
        return (), ()
    if setting.cover is not None:
        placed, title = Placed(setting.cover, 0.0, 0.0), Anchor("cover", 0.0, setting.title)
        shown = shown_words(setting.cover.items) or setting.title
        tags = (Tag(0, (("Figure", "cover"),), shown),)
        anchors = (title, *title_anchors(document))
        return (Page(*setting.size, (placed,), anchors=anchors, label="1", tags=tags),), ()
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
