"""What the words have in common that set running text in a box, and what is found about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from pnp.art.paths import PathError, Way, parse_path, subpaths
from pnp.face.geometry import half_ellipse, moved_path
from pnp.face.ink import printed_halo
from pnp.face.paint import Painted, Painter, Type, Values
from pnp.face.scope import Expr, PaintError
from pnp.face.words.word import Boxed, word
from pnp.findings import Finding
from pnp.kit import bounds
from pnp.kit.expressions import BoundName, BoundText, Template
from pnp.kit.theme import Style
from pnp.kit.toml_source import accepted
from pnp.kit.values import TEXT, Distance, Factor, Identifier, Points, ReadablePoints
from pnp.scene import Box, Item, Path
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
        found += _missing_findings(done, style, key, context)
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


def _missing_findings(done: SetText, style: Style, key: str, context: PaintContext) -> Iterator[Finding]:
    materials = context.materials
    has = partial(materials.fonts.has, style.font, False, False)
    whole, rest = lacking(done.missing, has, materials.language, materials.kit.file)
    if whole:
        yield whole
    if rest:
        hint = "use a typeface that has it, or draw it as a sign"
        yield context.finding("error", "missing-glyph", key, f"the typeface has no {named(rest)}", hint)


HALVES = ("top", "bottom")
FINE = 24
"""Straight pieces of each curve that letters stand on."""
_NOTHING = Expr(lambda env: "", TEXT)


@word("text")
class TextDraw(Typeset, frozen=True, kw_only=True):
    """In its box; or along a line that bends, as one line whose letters stand on it. A line may run round its letters,
    beneath them. What is optional is left out where it does not fit, not even at its least size."""

    text: BoundText
    gap: Factor | None = None
    along: BoundText | None = None
    outline: Distance = 0.0
    outline_colour: BoundName | None = None
    optional: bool = False

    def painter(self, context: PaintContext) -> Painter:
        markup = context.text("text", self.text, running=True)
        colour = context.value("colour", self.colour) if self.colour else _NOTHING
        around = context.value("outline_colour", self.outline_colour) if self.outline_colour else _NOTHING
        along = (context.text("along", self.along, running=False),) if self.along else ()
        style = self.own_style(context)
        if self.gap is not None:
            style = msgspec.structs.replace(style, gap=self.gap)
        check_length("text", (self.text,))
        self._check_line()

        def paint(box: Box, values: Values) -> Painted:
            text = str(values[0])
            if not text.strip():
                return Painted()
            own = coloured(style, context.name(values, 1), context)
            done = _bent(text, str(values[3]), box, own, context) if along else context.materials.set(text, box, own)
            if self.optional and done.overflow:
                return Painted(work=painted(done, (text,), own, "text", context).work)
            if self.outline:
                from pnp.face.effects import halo  # few texts have one

                name = context.name(values, 2) or "white"
                ground = printed_halo(context.materials.needed_colour(name, "outline_colour"), context.materials.ink)
                items = halo(done.items, context.materials.fonts, self.outline, ground)
                done = msgspec.structs.replace(done, items=items)
            shown = painted(done, (text,), own, "text", context)
            outlines = sum(len(item.segments) for item in done.items if isinstance(item, Path))
            return msgspec.structs.replace(shown, work=shown.work + outlines // 50) if outlines else shown

        return Painter((markup, colour, around, *along), paint)

    def _check_line(self) -> None:
        """Raises `PaintError` for keys that say nothing of a line that bends."""
        useless = [key for key in ("valign", "leading", "gap", "hyphenate") if getattr(self, key) is not None]
        if self.along and useless:
            message = f"{useless[0]} means nothing for one line that bends"
            raise PaintError(useless[0], "value", message, "delete it; the letters stand on the line")


def _bent(text: str, said: str, box: Box, style: Style, context: PaintContext) -> SetText:
    """Text on a half of the ellipse that fills its box, or on a path that is counted from the box's top left."""
    if said in HALVES:
        segments = half_ellipse(box, below=said == "bottom")
    else:
        try:
            segments = moved_path(parse_path(said), box.x, box.y)
        except PathError as error:
            hint = f"{', '.join(HALVES)}, or SVG path data such as M0,9 C9,0 18,0 27,9"
            raise PaintError("along", "path", str(error), hint) from None
    ways = list(subpaths(segments, FINE))
    if len(ways) != 1:
        raise PaintError("along", "path", f"along has {len(ways)} lines", "text runs along one")
    from pnp.face.geometry import set_along  # few texts bend

    materials = context.materials
    try:
        return set_along(
            text,
            Way(ways[0][0]),
            style,
            fonts=materials.fonts,
            icons=materials.icon,
            colours=materials.text_colour,
        )
    except ValueError as error:
        raise PaintError("along", "value", f"a text along a line {error}", "one line, with room for it") from None
