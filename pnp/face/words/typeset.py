"""What the words have in common that set running text in a box, and what is found about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from pnp.face.errors import PaintError
from pnp.face.paint import Painted, Type
from pnp.face.words.word import Boxed
from pnp.findings import Finding
from pnp.kit import bounds
from pnp.kit.bindings import BoundName, Template
from pnp.kit.hints import accepted
from pnp.kit.measures import Factor, Identifier, Points, ReadablePoints
from pnp.kit.model import Style
from pnp.scene import Item
from pnp.text.foreign import foreign, slips
from pnp.text.lacking import lacking, named, without_cut
from pnp.text.markup import BRACE, parse_markup

if TYPE_CHECKING:
    from pnp.face.context import PaintContext
    from pnp.text.block import SetText

SHRUNK = 0.8
"""Text set at less than this part of its size is worth a warning."""
LARGER = "shorten it, or make its box larger"
_OWN = ("font", "size", "least", "leading", "align", "valign", "hyphenate")
"""The keys that change the style for this text alone."""
_MARKS = "[]{}*\\"


class Typeset(Boxed, frozen=True, kw_only=True):
    """A word that sets running text, in a style of its own if its keys say so."""

    sort: ClassVar[str] = "text"

    style: Identifier = "body"
    font: Identifier | None = None
    size: Points | None = None
    least: ReadablePoints | None = None
    leading: Factor | None = None
    align: Literal["left", "center", "right", "start", "end"] | None = None
    valign: Literal["top", "middle", "bottom"] | None = None
    colour: BoundName | None = None
    hyphenate: bool | None = None

    @property
    def style_used(self) -> str:
        return self.style

    def own_style(self, context: PaintContext) -> Style:
        """The style that it sets its text in, but for its colour. Raises `PaintError`."""
        given = {key: getattr(self, key) for key in _OWN if getattr(self, key) is not None}
        style = msgspec.structs.replace(context.styles[self.style], **given)
        fonts = context.materials.kit.theme.fonts
        if fonts.get(style.font) is None:
            raise PaintError("font", "unknown-font", f"there is no font {style.font}", accepted(fonts, style.font))
        return msgspec.structs.replace(style, least=min(style.least, style.size))


def coloured(style: Style, name: str, context: PaintContext) -> Style:
    """A style in the colour that a word says; raises `PaintError` if it is none."""
    name = name or style.colour
    context.materials.needed_colour(name, "colour")
    if name == style.colour:
        return style
    return msgspec.structs.replace(style, colour=name)


def check_length(key: str, templates: Iterable[Template]) -> None:
    """Raises `PaintError` if what is written there is too long already, whatever is bound in it."""
    written = (part for template in templates for part in template.parts)
    if sum(len(part) for part in written if isinstance(part, str)) > bounds.CELL.most:
        raise PaintError(key, "size", f"has more than {bounds.CELL.most} characters", "shorten it")


def painted(
    done: SetText,
    markups: Sequence[str],
    style: Style,
    key: str,
    context: PaintContext,
    items: tuple[Item, ...] = (),
    more: Sequence[Finding] = (),
) -> Painted:
    """What was set of some texts, on `items`, with what is found about it at `key`."""
    told = dict.fromkeys(finding for markup in markups for finding in _foreign_findings(markup, key, context))
    starred = [markup for markup in markups if "*" in markup]
    findings = (*more, *_text_findings(done, style, key, context), *told, *_cut_findings(starred, style, key, context))
    work = sum(map(_work, markups))
    return Painted((*items, *done.items), findings=findings, least=Type(done.size, context.place), work=work)


def _work(markup: str) -> int:
    """What a text takes to be set: marks part it into spans, which take longer than letters."""
    return 1 + len(markup) // 20 + sum(map(markup.count, _MARKS)) // 4


def _foreign_findings(markup: str, key: str, context: PaintContext) -> Iterator[Finding]:
    for name, mark in foreign(markup, face=True):
        hint = "faces know **bold**, *italic*, {sign} and [words]{colour}; draw the rest by itself"
        yield context.finding("warning", "markup-unknown", key, f"faces know no {name}: `{mark}`", hint)
    if "**" in markup or "＊＊" in markup:
        spans = (span for paragraph in parse_markup(markup) for span in paragraph)
        left = "".join(span.text for span in spans if span.text != "*")  # as one with a backslash is
        for name, mark, hint in slips(left, start=False):
            yield context.finding("warning", "markup-unknown", key, f"{name} print as typed: `{mark}`", hint)


def _cut_findings(markups: Iterable[str], style: Style, key: str, context: PaintContext) -> Iterator[Finding]:
    """What is bold or italic in texts, and prints as all else in this font."""
    fonts = context.materials.fonts
    spans = (span for markup in markups for paragraph in parse_markup(markup) for span in paragraph)
    for cut in dict.fromkeys(cut for span in spans for cut in fonts.lacking(style.font, span.bold, span.italic)):
        yield context.finding("warning", "font-cut", key, *without_cut(style.font, cut))


def _text_findings(done: SetText, style: Style, key: str, context: PaintContext) -> tuple[Finding, ...]:
    if not (done.overflow or done.missing or done.unknown or done.size < style.size * SHRUNK):
        return ()
    materials, start = context.materials, done.running[:32]
    found: list[Finding] = []
    if done.overflow:
        message = f"“{start}…” does not fit, not even at {done.size:g} pt"
        found.append(context.finding("error", "overflow", key, message, LARGER))
    elif done.size < style.size * SHRUNK:
        message = f"“{start}…” is set at {done.size:g} pt instead of {style.size:g}"
        found.append(context.finding("warning", "shrunk", key, message, LARGER))
    if done.missing:
        found += _missing(done, style, key, context)
    for name in done.unknown:
        if not name.strip("{}"):
            written = start.replace("{{}", "{").replace("{}}", "}")
            message = f"“{written}…” has a brace without another, or with no name in it"
            found.append(context.finding("error", "unknown-name", key, message, BRACE))
            continue
        bound = context.scope.known()
        if name.strip("{}") in bound:
            message = f"{name} comes from a cell or a word, in which it binds nothing"
            hint = "bind it in the text of the face, or write there what it stands for"
            found.append(context.finding("error", "unknown-name", key, message, hint))
            continue
        known = (*bound, *materials.sign_names(), *materials.kit.theme.colours)
        hint = accepted(known, name.strip("{}"))
        found.append(context.finding("error", "unknown-name", key, f"{name} is no binding, sign or colour", hint))
    return tuple(dict.fromkeys(found))


def _missing(done: SetText, style: Style, key: str, context: PaintContext) -> Iterator[Finding]:
    materials = context.materials
    has = partial(materials.fonts.has, style.font, False, False)
    whole, rest = lacking(done.missing, has, materials.language, materials.kit.file)
    if whole:
        yield whole
    if rest:
        hint = "use a typeface that has it, or draw it as a sign"
        yield context.finding("error", "missing-glyph", key, f"the typeface has no {named(rest)}", hint)
