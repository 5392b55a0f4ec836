"""`text`: running text in a box, shrunk if necessary; and what all words with text share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar, Literal

from msgspec.structs import replace

from pnp.art.paths import PathError, TextCurve, parse_path, subpaths
from pnp.face.compile import PaintContext
from pnp.face.paint import UNPRINTED, Painted, Values, count_work
from pnp.face.scope import Expr, PaintError
from pnp.face.shapes import add_halo, draw_half_ellipse, move_path, set_along
from pnp.face.words import Boxed, word
from pnp.findings import Finding
from pnp.kit import bounds
from pnp.kit.expressions import BoundName, BoundText, Template
from pnp.kit.theme import Style
from pnp.kit.toml_source import accepted
from pnp.kit.values import Distance, Factor, Identifier, Points, ReadablePoints
from pnp.scene import Box, Item
from pnp.text.block import SetText, set_text
from pnp.text.fonts import describe_missing_cut, find_missing_script, list_characters
from pnp.text.markup import BRACE, find_foreign_marks, find_slips, parse_markup

SHRUNK = 0.8
"""Text set at less than this part of its size is worth a warning."""
LARGER = "shorten it, or make its box larger"
HALVES = ("top", "bottom")
FINE = 24
"""Straight pieces of each curve that letters stand on."""
_OWN = ("font", "size", "least", "leading", "gap", "align", "valign", "hyphenate")
"""The keys that change the style for this text alone."""


class Typeset(Boxed, frozen=True, kw_only=True):
    """A word with running text, in its own style if its keys give one."""

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

    def find_own_style(self, values: Values, context: PaintContext) -> Style:
        """Returns the word's text style. Raises `PaintError`."""
        given = {key: value for key in _OWN if isinstance(value := getattr(self, key, None), str | float | bool)}
        style = replace(context.styles[self.style], **given)
        fonts = context.materials.kit.theme.fonts
        if fonts.get(style.font) is None:
            raise PaintError("font", "unknown-font", f"there is no font {style.font}", accepted(fonts, style.font))
        colour = context.name(values.get("colour")) or style.colour
        context.materials.require_colour(colour, "colour")
        return replace(style, least=min(style.least, style.size), colour=colour)


@word("text")
class TextDraw(Typeset, frozen=True, kw_only=True):
    """Text in a box, or on one line along a curve. It may have a halo. Optional text is left out where it does not fit
    even at its least size."""

    text: BoundText
    gap: Factor | None = None
    along: BoundText | None = None
    outline: Distance = 0.0
    outline_colour: BoundName | None = None
    optional: bool = False

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        check_length("text", (self.text,))
        useless = [key for key in ("valign", "leading", "gap", "hyphenate") if getattr(self, key) is not None]
        if self.along and useless:
            message = f"{useless[0]} means nothing for one line that bends"
            raise PaintError(useless[0], "value", message, "delete it; the letters stand on the line")
        text = context.scope.text("text", self.text, running=True)
        return {"text": text, **context.values(self, "along", "colour", "outline_colour")}

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        text, materials = str(values["text"]), context.materials
        if not text.strip():
            return Painted()
        style = self.find_own_style(values, context)
        if "along" in values:
            done = _set_bent(text, context.text(values["along"]), box, style, context)
        else:
            done = set_text(text, box, style, materials.typesetting)
        if self.optional and done.overflow:
            return Painted(work=_estimate_effort(text))
        if self.outline:
            colour = materials.require_colour(context.name(values.get("outline_colour")) or "white", "outline_colour")
            colour = UNPRINTED if materials.ink == "low" else colour
            items = add_halo(done.items, materials.fonts, self.outline, colour)
            done = replace(done, items=items)
        painted = paint_text(done, (text,), style, "text", context)
        return replace(painted, work=painted.work + count_work(done.items)) if self.outline else painted


def check_length(key: str, templates: Iterable[Template]) -> None:
    """Raises `PaintError` if the template itself is too long."""
    written = (part for template in templates for part in template.parts)
    if sum(len(part) for part in written if isinstance(part, str)) > bounds.CELL.most:
        raise PaintError(key, "size", f"has more than {bounds.CELL.most} characters", "shorten it")


def paint_text(
    done: SetText,
    markups: Sequence[str],
    style: Style,
    key: str,
    context: PaintContext,
    items: tuple[Item, ...] = (),
) -> Painted:
    """Appends set texts to `items`, with findings at `key`."""
    foreign_marks = dict.fromkeys(finding for markup in markups for finding in _foreign_findings(markup, key, context))
    starred = [markup for markup in markups if "*" in markup]
    findings = (*_set_findings(done, style, key, context), *foreign_marks, *_cut_findings(starred, style, key, context))
    work = sum(map(_estimate_effort, markups))
    return Painted((*items, *done.items), findings=findings, least=(done.size, context.place), work=work)


def _estimate_effort(markup: str) -> int:
    """Returns the work a text counts as; spans take longer than letters."""
    return 1 + len(markup) // 20 + sum(map(markup.count, "[]{}*\\")) // 4


def _set_bent(text: str, along: str, box: Box, style: Style, context: PaintContext) -> SetText:
    """Sets text on half of the ellipse that fills its box, or on a path relative to the box's top left."""
    if along in HALVES:
        segments = draw_half_ellipse(box, below=along == "bottom")
    else:
        try:
            segments = move_path(parse_path(along), box.x, box.y)
        except PathError as error:
            hint = f"{', '.join(HALVES)}, or SVG path data such as M0,9 C9,0 18,0 27,9"
            raise PaintError("along", "path", str(error), hint) from None
    lines = [points for points, _ in subpaths(segments, FINE)]
    if len(lines) != 1:
        raise PaintError("along", "path", f"along has {len(lines)} lines", "text runs along one")
    try:
        return set_along(text, TextCurve(lines[0]), style, context.materials.typesetting)
    except ValueError as error:
        raise PaintError("along", "value", f"a text along a line {error}", "one line, with room for it") from None


def _foreign_findings(markup: str, key: str, context: PaintContext) -> Iterator[Finding]:
    for name, mark in find_foreign_marks(markup, face=True):
        hint = "faces know **bold**, *italic*, {sign} and [words]{colour}; draw the rest by itself"
        yield context.finding("warning", "markup-unknown", key, f"faces know no {name}: `{mark}`", hint)
    if "**" in markup:
        spans = (span for paragraph in parse_markup(markup) for span in paragraph)
        left = "".join(span.text for span in spans if span.text != "*")  # as one with a backslash is
        for name, mark, hint in find_slips(left):
            yield context.finding("warning", "markup-unknown", key, f"{name} print as typed: `{mark}`", hint)


def _cut_findings(markups: Iterable[str], style: Style, key: str, context: PaintContext) -> Iterator[Finding]:
    """Yields findings about bold or italic text that the font lacks."""
    fonts = context.materials.fonts
    spans = (span for markup in markups for paragraph in parse_markup(markup) for span in paragraph)
    for cut in dict.fromkeys(
        cut for span in spans for cut in fonts.list_missing_cuts(style.font, span.bold, span.italic)
    ):
        yield context.finding("warning", "font-cut", key, *describe_missing_cut(style.font, cut))


def _set_findings(done: SetText, style: Style, key: str, context: PaintContext) -> Iterable[Finding]:
    """Returns findings about text that is too long or shrunk, missing glyphs, and unknown names."""
    materials, start = context.materials, done.running[:32]
    found: list[Finding] = []
    reason = f", at which {done.reason}" if done.reason else ""
    if done.overflow:
        message = f"“{start}…” does not fit, not even at {done.size:g} pt{reason}"
        found.append(context.finding("error", "overflow", key, message, LARGER))
    elif done.size < style.size * SHRUNK:
        message = f"“{start}…” is set at {done.size:g} pt instead of {style.size:g}{reason}"
        found.append(context.finding("warning", "shrunk", key, message, LARGER))
    if done.missing:
        has = partial(materials.fonts.has, style.font, False, False)
        message = f"the typeface has no {list_characters(done.missing)}"
        hint = "use a typeface that has it, or draw it as a sign"
        letters = context.finding("error", "missing-glyph", key, message, hint)
        found.append(find_missing_script(has, materials.language, materials.kit.file) or letters)
    for name in done.unknown:
        bare, bound = name.strip("{}"), context.scope.known()
        if not bare:
            written = start.replace("{{}", "{").replace("{}}", "}")
            message, hint = f"“{written}…” has a brace without another, or with no name in it", BRACE
        elif bare in bound:
            message = f"{name} comes from a cell or a word, in which it binds nothing"
            hint = "bind it in the text of the face, or write there what it stands for"
        else:
            message = f"{name} is no binding, sign or colour"
            hint = accepted((*bound, *materials.sign_names(), *materials.kit.theme.colours), bare)
        found.append(context.finding("error", "unknown-name", key, message, hint))
    return dict.fromkeys(found)
