"""Finished pages: what the press itself writes on them must not run into itself, nor off the paper."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from pnp.check.leaves import texts
from pnp.check.places import key_place
from pnp.findings import Finding, Findings, Place
from pnp.kit import Kit
from pnp.kit.folder import open_folder
from pnp.kit.model import Language, Localised
from pnp.kit.own_words import PRESS, leaves
from pnp.scene import MM_PER_POINT, Box, Matrix, Page, Placed, Text, mapped
from pnp.sheet.paper import MARK_MARGIN
from pnp.text.fonts import FontBook
from pnp.text.lacking import lacking, named

if TYPE_CHECKING:
    from pnp.kit.lines import KeyPath

TOUCH = 0.3
"""Millimetres by which two texts may come into each other: the box of a run is larger than its letters."""
_ROLES = ("text", "display", "figure")
"""Of the typefaces that the press sets its own words in."""
_WITHOUT_FOOT = frozenset({"leaflet", "booklet"})
"""These are set by the leaflet's own rules, which find what is too wide themselves."""


class GlyphCheck:
    """Looks at the pages of one language for characters that none of the typefaces has which the press sets its own
    words in; each is found once. `fonts` are those typefaces."""

    def __init__(self, kit: Kit, language: Language, fonts: FontBook) -> None:
        self._kit = kit
        self._language = language
        self._fonts = fonts
        self._known: set[str] = set()

    def inspect(self, page: Page, what: str, where: str) -> Iterator[Finding]:
        """`what` is the kind of the file (see `pnp.sheet.plan.OutputFile`), `where` what findings call the page."""
        if what in _WITHOUT_FOOT:
            return
        mendable = what != "swap-list"  # which tells of an older kit, too
        found: dict[Place, list[str]] = {}
        for lacks in filter(None, self._lacking(page)):
            whole, rest = lacking(lacks, self._has, self._language, self._kit.file)
            if whole:
                yield whole if mendable else msgspec.structs.replace(whole, severity="warning")
            for character in rest:
                if character not in self._known:
                    self._known.add(character)
                    found.setdefault(self._place(character), []).append(character)
        for place, missing in found.items():
            message = f"no typeface for the words of the press in {self._language} has {named(missing)}"
            roles = ", ".join(f"[font.{role}.{self._language}]" for role in _ROLES)
            hint = f"use other characters, or name a typeface that has them as `fallback` in theme.toml: {roles}"
            if mendable:
                yield Finding("error", "missing-glyph", place, message, hint, page=where)
            else:
                yield Finding("warning", "missing-glyph", place, message, hint, page=where)

    def _lacking(self, page: Page) -> Iterator[str]:
        for run, _ in texts(item for item in page.items if not isinstance(item, Placed)):
            yield self._fonts.font(run.font).missing(run.text)

    def _has(self, character: str) -> bool:
        """Whether one of the typefaces has a character."""
        return any(self._fonts.font(face).has(character) for face in self._fonts.faces())

    def _place(self, character: str) -> Place:
        """Where a character was written; where typefaces are named, if it was in none of the kit's own texts."""
        folder = open_folder(self._kit.folder, Findings())
        for path, text in _said(self._kit, self._language):
            if character in text:
                return key_place(folder, "kit.toml", path)
        for words, value in leaves(self._kit.own_words.get(self._language, {})):
            if any(character in str(text) for text in (value if isinstance(value, list) else [value])):
                return key_place(folder, f"words.{self._language}.toml", (PRESS, *words))
        return key_place(folder, "theme.toml", ("font", "text"))


def _said(kit: Kit, language: Language) -> Iterator[tuple[KeyPath, str]]:
    """What the press says of a kit by itself, each with its place in kit.toml."""
    yield ("kit", "title"), kit.title[language]
    yield ("kit", "version"), kit.version
    yield ("kit", "author"), kit.author
    if isinstance(kit.foot, Localised):
        yield ("kit", "foot"), kit.foot[language]
    for number, component in enumerate(kit.components):
        yield ("component", number, "title"), component.title[language]
    for number, text in enumerate(kit.bring):
        yield ("bring", number, "text"), text[language]


class _Run(msgspec.Struct, frozen=True, eq=False):
    text: str
    box: Box


class PageCheck:
    """Looks at the pages of one language of a kit; what comes again on each page is found once."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._known: set[str] = set()

    def inspect(self, page: Page, what: str, file: str, number: int) -> Iterator[Finding]:
        """`what` is the kind of the file (see `pnp.sheet.plan.OutputFile`), `number` the page in it, from 1."""
        if what in _WITHOUT_FOOT:
            return
        runs = [
            _Run(text.text, _box(text, matrix))
            for text, matrix in texts(item for item in page.items if not isinstance(item, Placed))
            if text.text.strip()
        ]
        paper = Box(0.0, 0.0, page.width, page.height).inset(MARK_MARGIN - TOUCH)
        off = (f"“{run.text}” runs off the paper" for run in runs if _overlap(run.box, paper) < _room(run.box))
        into = (
            f"“{first.text}” runs into “{second.text}”"
            for first, second in combinations(runs, 2)
            if _overlap(first.box, second.box) > TOUCH
        )
        for message in (*off, *into):
            if message not in self._known:
                self._known.add(message)
                place = key_place(open_folder(self._kit.folder, Findings()), "kit.toml", ("kit", "title"))
                hint = "shorten the title of the kit, or of the component"
                yield Finding("warning", "page-crowded", place, message, hint, page=f"{file} page {number}")


def _box(text: Text, matrix: Matrix) -> Box:
    """From the baseline to the height of small letters: what two lines of text never share."""
    em = text.size * MM_PER_POINT
    return mapped(matrix, Box(text.x, text.y - 0.45 * em, text.width, 0.45 * em))


def _overlap(first: Box, second: Box) -> float:
    """How deep two boxes lie in each other, in mm; 0 or less, if they do not."""
    across = min(first.right, second.right) - max(first.x, second.x)
    down = min(first.bottom, second.bottom) - max(first.y, second.y)
    return min(across, down)


def _room(box: Box) -> float:
    return min(box.width, box.height) - 1e-6
