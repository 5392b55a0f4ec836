"""A page in the typefaces of a printed game, for score sheets and result pictures. All sizes are in mm."""

from __future__ import annotations

import io
from bisect import bisect_left
from collections.abc import Sequence
from datetime import datetime

from companion.web.context import AnyContext
from companion.web.drawings import layout
from companion.web.table.result import length
from pnp.kit.theme import Style
from pnp.render.pdf import write_pdf
from pnp.scene import Box, Group, Item, Page, Scene
from pnp.text.block import SetText, set_text
from pnp.text.markup import escape_markup
from pnp.text.wrap import Typesetting

LONGEST = 300
"""Letters of a text that are tried when it does not fit."""


class Canvas:
    """The items of one page."""

    def __init__(self, game: str, language: str) -> None:
        spoken = layout(game).kit.languages
        self.faces = layout(game, language if language in spoken else spoken[0])
        self.language = language
        self.items: list[Item] = []

    def write(self, text: str, box: Box, style: Style, *, bold: bool = False) -> None:
        """Sets plain text into a box; what does not fit ends in an ellipsis."""
        if not text:
            return
        block = self._set(text, box, style, bold)
        if block.overflow:
            shorter = [f"{text[:length].rstrip()}…" for length in range(min(len(text), LONGEST))]
            first = bisect_left(shorter, True, 1, key=lambda short: self._set(short, box, style, bold).overflow)
            block = self._set(shorter[first - 1], box, style, bold)
        self.items.extend(block.items)

    def _set(self, text: str, box: Box, style: Style, bold: bool) -> SetText:
        markup = f"**{escape_markup(text)}**" if bold else escape_markup(text)
        return set_text(
            markup, box, style, Typesetting(self.faces.fonts, self.faces.icon, self.faces.colour, self.language)
        )

    def draw(self, scene: Scene, scale: float, left: float, top: float) -> None:
        """Draws a scaled scene."""
        clip = Box(0, 0, scene.width, scene.height)
        self.items.append(Group(tuple(scene.items), (scale, 0.0, 0.0, scale, left, top), clip))

    def pdf(self, width: float, height: float, title: str) -> bytes:
        """The page as a PDF file."""
        out = io.BytesIO()
        page = Page(width, height, tuple(self.items))
        write_pdf([page], out, fonts=self.faces.fonts, title=title, language=self.language)
        return out.getvalue()


def printable_names(game: str, names: Sequence[str], substitutes: Sequence[str]) -> tuple[str, ...]:
    """Names without the characters that the printed game's typefaces lack. The substitute stands where no letter or
    digit is left."""
    fonts = layout(game).fonts
    faces = [fonts.font(face) for face in (fonts.face("text", bold=True), fonts.face("display"))]
    found = []
    for name, substitute in zip(names, substitutes, strict=True):
        letters = (letter for letter in name[:LONGEST] if all(face.has(letter) for face in faces))
        printable = " ".join("".join(letters).split())
        found.append(printable if any(map(str.isalnum, printable)) else substitute)
    return tuple(found)


def players_names(context: AnyContext) -> tuple[str, ...]:
    """The players' names as the printed game's typefaces can show them."""
    chairs = [context.pages.chair_name(chair.key, context.language) for chair in context.players]
    return printable_names(context.view.game, context.names, chairs)


def facts(context: AnyContext) -> str:
    """The day on which it was played, and the length of the game."""
    return " · ".join(filter(None, (last_day(context), length(context))))


def last_day(context: AnyContext) -> str:
    """The day of the last move, in the server's zone."""
    at = context.view.moved_at
    return f"{datetime.fromtimestamp(at / 1000).astimezone():%Y-%m-%d}" if at else ""
