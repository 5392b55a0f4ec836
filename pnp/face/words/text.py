"""`text`: running text in a box, set smaller where it must be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

import msgspec

from pnp.face.context import PaintContext
from pnp.face.errors import PaintError
from pnp.face.paint import Painted, Painter, Type, Values
from pnp.face.words.word import Boxed
from pnp.findings import Finding
from pnp.kit import bounds
from pnp.kit.bindings import BoundName, BoundText
from pnp.kit.measures import Factor, Identifier, Points, ReadablePoints
from pnp.kit.model import Style
from pnp.kit.source import accepted
from pnp.scene import Box
from pnp.text.block import SetText
from pnp.text.foreign import foreign

SHRUNK = 0.8
"""Text set at less than this part of its size is worth a warning."""
LARGER = "shorten it, or make its box larger"
_OWN = ("font", "size", "least", "leading", "gap", "align", "valign", "hyphenate")
"""The keys that change the style for this text alone."""
_MARKS = "[]{}*\\"


class TextDraw(Boxed, frozen=True, kw_only=True):
    sort: ClassVar[str] = "text"

    text: BoundText
    style: Identifier = "body"
    font: Identifier | None = None
    size: Points | None = None
    least: ReadablePoints | None = None
    leading: Factor | None = None
    gap: Factor | None = None
    align: Literal["left", "center", "right"] | None = None
    valign: Literal["top", "middle", "bottom"] | None = None
    colour: BoundName | None = None
    hyphenate: bool | None = None

    @property
    def style_used(self) -> str:
        return self.style

    def painter(self, context: PaintContext) -> Painter:
        markup = context.text("text", self.text, running=True)
        colour = context.optional("colour", self.colour)
        style = self._own_style(context)
        if sum(len(part) for part in self.text.parts if isinstance(part, str)) > bounds.CELL.most:
            raise PaintError("text", "size", f"has more than {bounds.CELL.most} characters", "shorten it")
        fonts = context.materials.kit.theme.fonts
        if fonts.get(style.font) is None:
            raise PaintError("font", "unknown-font", f"there is no font {style.font}", accepted(fonts, style.font))

        def paint(box: Box, values: Values) -> Painted:
            text = str(values[0])
            if not text.strip():
                return Painted()
            name = context.name(values, 1) or style.colour
            context.materials.needed_colour(name, "colour")
            return _set(text, box, msgspec.structs.replace(style, colour=name), context)

        return Painter((markup, *colour), paint)

    def _own_style(self, context: PaintContext) -> Style:
        given = {key: getattr(self, key) for key in _OWN if getattr(self, key) is not None}
        style = msgspec.structs.replace(context.styles[self.style], **given)
        return msgspec.structs.replace(style, least=min(style.least, style.size))


def _set(markup: str, box: Box, style: Style, context: PaintContext) -> Painted:
    done = context.materials.set(markup, box, style)
    findings = (*_text_findings(done, style, context), *_foreign_findings(markup, context))
    return Painted(done.items, findings=findings, least=Type(done.size, context.place), work=_work(markup))


def _work(markup: str) -> int:
    """What a text takes to be set: marks part it into spans, which take longer than letters."""
    return 1 + len(markup) // 20 + sum(map(markup.count, _MARKS)) // 4


def _foreign_findings(markup: str, context: PaintContext) -> Iterator[Finding]:
    for name, mark in foreign(markup, face=True):
        hint = "faces know **bold**, *italic*, {sign} and [words]{colour}; draw the rest by itself"
        yield context.finding("warning", "markup-unknown", "text", f"faces know no {name}: `{mark}`", hint)


def _text_findings(done: SetText, style: Style, context: PaintContext) -> tuple[Finding, ...]:
    if not (done.overflow or done.missing or done.unknown or done.size < style.size * SHRUNK):
        return ()
    materials, start = context.materials, " ".join(done.lines)[:32]
    found: list[Finding] = []
    if done.overflow:
        message = f"“{start}…” does not fit, not even at {done.size:g} pt"
        found.append(context.finding("error", "overflow", "text", message, LARGER))
    elif done.size < style.size * SHRUNK:
        message = f"“{start}…” is set at {done.size:g} pt instead of {style.size:g}"
        found.append(context.finding("warning", "shrunk", "text", message, LARGER))
    if done.missing:
        shown = ", ".join(f"{character} (U+{ord(character):04X})" for character in done.missing[:10])
        hint = "use a typeface that has it, or draw it as a sign"
        found.append(context.finding("error", "missing-glyph", "text", f"the typeface has no {shown}", hint))
    for name in done.unknown:
        hint = accepted([*materials.sign_names(), *materials.kit.theme.colours], name.strip("{}"))
        found.append(context.finding("error", "unknown-name", "text", f"{name} is no binding, sign or colour", hint))
    return tuple(found)
