"""Paragraphs broken into lines: words and icons become pieces that no line break divides, pieces fill lines.

Widths inside are in em, so that a text is measured once and tried at any size. Breaks are greedy, at blanks and
after hyphens, dashes and slashes between letters (the common cases of Unicode annex 14); never before closing
punctuation, nor between a number and the icon it counts. Patterns of pyphen divide words where one would leave
a bad gap.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec
import pyphen

from pnp.draw.fonts import Font, FontBook
from pnp.draw.markup import Paragraph, Span
from pnp.draw.scene import MM_PER_POINT, Art, Colour, Item, Text, Use

ICON_EM = 1.25
"""Height of an inline icon in em: a sign's live area is 21 of 24 units, so its ink is as tall as a line's."""
BAD_GAP = 0.25
"""A word is divided if it would leave more than this part of a line empty …"""
HYPHENS_IN_A_ROW = 2
"""… but not at the end of more than two lines in a row."""
LEAST_PART = 3
"""Letters that stay before and after a hyphen."""
MAX_PIECES = 50_000
"""How many words are remembered as pieces, before they are forgotten all at once."""

Icons: TypeAlias = Callable[[str], Art | None]
Colours: TypeAlias = Callable[[str], Colour | None]

_SOFT_BREAK = re.compile(r"(?<=[^\W\d][-‐–—/])(?=[^\W\d])")
_CLINGING = re.compile(r"[)\]»”’!?:;,.…%–—]+")
_LETTERS = re.compile(r"([^\w]*)([^\W\d_]+)([^\w]*)")
_ROUNDING = 1e-6


class Fragment(msgspec.Struct, frozen=True, gc=False):
    """Part of a piece in one font and colour, or an icon whose top is `top` em above the baseline."""

    text: str
    font: Font
    colour: Colour
    width: float
    kerns: tuple[tuple[int, float], ...] = ()
    art: Art | None = None
    top: float = 0.0
    tag: str = ""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """What a line break does not divide: its fragments, its width, and the blank after it, in em."""

    fragments: tuple[Fragment, ...]
    width: float
    space: float
    missing: str = ""


class Line(msgspec.Struct, frozen=True, gc=False):
    """A set line: its pieces, its size in pt, and its width in mm. `last` ends a paragraph, `too_wide` stands
    out of the measure."""

    pieces: tuple[Piece, ...]
    size: float
    width: float
    last: bool = False
    too_wide: bool = False

    @property
    def text(self) -> str:
        """The characters of the line; an icon is its name in braces."""
        parts: list[str] = []
        for piece in self.pieces:
            parts.extend(fragment.text for fragment in piece.fragments)
            parts.append(" " if piece.space else "")
        return "".join(parts).rstrip(" ")

    @property
    def missing(self) -> str:
        """The characters for which a font has no glyph."""
        return "".join(piece.missing for piece in self.pieces)


class Measured(msgspec.Struct, frozen=True, gc=False):
    """A text ready to be broken: for each paragraph, its lines as they were written, and the pieces of each.
    `unknown` are the icons and colours that nobody knows."""

    paragraphs: tuple[tuple[tuple[Piece, ...], ...], ...]
    unknown: tuple[str, ...]


def measure(
    paragraphs: Iterable[Paragraph], role: str, colour: str, fonts: FontBook, icons: Icons, colours: Colours
) -> Measured:
    """Shapes a text in the typeface of `role`. What has no name stays readable: an unknown icon is set as its
    name in braces, an unknown colour as the text's own."""
    gauge = _Gauge(role, colour, fonts, icons, colours)
    measured = tuple(gauge.paragraph(paragraph) for paragraph in paragraphs)
    return Measured(measured, tuple(gauge.unknown))


def fill(pieces: Sequence[Piece], measure_mm: float, size: float, language: str, last: bool = True) -> list[Line]:
    """Fills lines of `measure_mm` with pieces at `size` pt; hyphenates in `language`, not at all if it is "".
    `last` says whether the last of these lines ends its paragraph."""
    em = size * MM_PER_POINT
    limit = measure_mm / em + _ROUNDING
    lines: list[Line] = []
    line: list[Piece] = []
    width = gap = 0.0
    streak = index = 0
    pending: Piece | None = None
    count = len(pieces)
    while pending is not None or index < count:
        if pending is None:
            piece = pieces[index]
            index += 1
        else:
            piece, pending = pending, None
        wanted = width + gap + piece.width
        if wanted <= limit:
            line.append(piece)
            width, gap = wanted, piece.space
            continue
        if language:
            room = limit - width - gap
            bad = bool(line) and room > BAD_GAP * limit and streak < HYPHENS_IN_A_ROW and index < count
            parts = _divide(piece, room, language) if bad or piece.width > limit else None
            if parts is not None:
                line.append(parts[0])
                lines.append(Line(tuple(line), size, (width + gap + parts[0].width) * em))
                line, width, gap, pending = [], 0.0, 0.0, parts[1]
                streak += 1
                continue
        if line:
            lines.append(Line(tuple(line), size, width * em))
            line, width, gap, pending, streak = [], 0.0, 0.0, piece, 0
        else:
            line, width, gap = [piece], piece.width, piece.space
            lines.append(Line((piece,), size, width * em, False, True))
            line, width, gap = [], 0.0, 0.0
    if line:
        lines.append(Line(tuple(line), size, width * em))
    if lines and last:
        lines[-1] = msgspec.structs.replace(lines[-1], last=True)
    return lines


def place_line(line: Line, x: float, y: float) -> list[Item]:
    """The items of a line that begins at x, on the baseline y (mm). Neighbours in one font become one run."""
    em = line.size * MM_PER_POINT
    items: list[Item] = []
    run: list[str] = []
    kerns: list[tuple[int, float]] = []
    run_font: Font | None = None
    run_colour = ""
    start = pen = blank = 0.0
    length = 0
    for piece in line.pieces:
        for fragment in piece.fragments:
            if blank and run:
                run.append(" ")
                length += 1
            pen += blank
            blank = 0.0
            if fragment.font is not run_font or fragment.colour != run_colour or fragment.art is not None:
                if run_font is not None and run:
                    items.append(
                        _run(run, run_font, line.size, run_colour, x + start * em, y, (pen - start) * em, kerns)
                    )
                run, kerns, length, start = [], [], 0, pen
                run_font, run_colour = fragment.font, fragment.colour
            if fragment.art is None:
                for at, shift in fragment.kerns:
                    kerns.append((length + at, shift * em))
                run.append(fragment.text)
                length += len(fragment.text)
            else:
                scale = ICON_EM * em / fragment.art.height
                items.append(Use(fragment.art, (scale, 0.0, 0.0, scale, x + pen * em, y - fragment.top * em)))
                run_font = None
            pen += fragment.width
        blank = piece.space
    if run_font is not None and run:
        items.append(_run(run, run_font, line.size, run_colour, x + start * em, y, (pen - start) * em, kerns))
    return items


def line_tags(line: Line, x: float) -> list[tuple[str, float, float]]:
    """The tagged stretches of a line that begins at x: tag, left and right in mm. Neighbours are joined."""
    em = line.size * MM_PER_POINT
    found: list[tuple[str, float, float]] = []
    pen, blank = x, 0.0
    for piece in line.pieces:
        for fragment in piece.fragments:
            pen += blank * em
            right = pen + fragment.width * em
            if fragment.tag and found and found[-1][0] == fragment.tag and found[-1][2] + blank * em >= pen - 1e-6:
                found[-1] = (fragment.tag, found[-1][1], right)
            elif fragment.tag:
                found.append((fragment.tag, pen, right))
            pen, blank = right, 0.0
        blank = piece.space
    return found


def _run(
    run: list[str],
    font: Font,
    size: float,
    colour: Colour,
    x: float,
    y: float,
    width: float,
    kerns: list[tuple[int, float]],
) -> Text:
    return Text(x, y, "".join(run), font.face, size, colour, width, tuple(kerns))


_pieces: dict[tuple[Font, Colour], dict[str, tuple[Piece, ...]]] = {}


def _word(word: str, font: Font, colour: Colour, tag: str) -> tuple[Piece, ...]:
    """The pieces of a word without blanks; remembered, for most words come again."""
    known = _pieces.setdefault((font, colour), {})
    if not tag and word in known:
        return known[word]
    parts = [part for part in _SOFT_BREAK.split(word) if part]
    pieces: list[Piece] = []
    for index, part in enumerate(parts):
        shaped = font.shape(part)
        fragment = Fragment(part, font, colour, shaped.width, shaped.kerns, tag=tag)
        space = font.space if index == len(parts) - 1 else 0.0
        pieces.append(Piece((fragment,), shaped.width, space, shaped.missing))
    result = tuple(pieces)
    if not tag:
        if len(known) >= MAX_PIECES:
            known.clear()
        known[word] = result
    return result


class _Gauge:
    """Measures spans; remembers what their names mean."""

    def __init__(self, role: str, colour: str, fonts: FontBook, icons: Icons, colours: Colours) -> None:
        self.role = role
        self.fonts = fonts
        self.icons = icons
        self.colours = colours
        self.base = fonts.font(fonts.face(role))
        self.unknown: dict[str, None] = {}
        self.known_colours: dict[str, Colour] = {}
        self.own = self._colour(colour, "#000000")
        self.known_colours[""] = self.own

    def paragraph(self, paragraph: Paragraph) -> tuple[tuple[Piece, ...], ...]:
        lines: list[tuple[Piece, ...]] = []
        pieces: list[Piece] = []
        joined = False
        for span in paragraph:
            if span.text == "\n":
                lines.append(tuple(pieces))
                pieces, joined = [], False
            elif span.icon:
                self._icon(span, pieces, joined)
                joined = True
            elif span.text:
                self._text(span, pieces, joined)
                joined = span.text[-1] != " "
        lines.append(tuple(pieces))
        return tuple(lines)

    def _text(self, span: Span, pieces: list[Piece], joined: bool) -> None:
        font = self._font(span)
        colour = self.known_colours.get(span.colour) or self._colour(span.colour, self.own)
        for index, word in enumerate(span.text.split(" ")):
            if not word:
                continue
            found = _word(word, font, colour, span.tag)
            if pieces and index == 0 and joined:
                pieces[-1] = _joined(pieces[-1], found[0], 0.0)
                pieces.extend(found[1:])
            elif pieces and _CLINGING.fullmatch(word):
                pieces[-1] = _joined(pieces[-1], found[0], pieces[-1].space)
            else:
                pieces.extend(found)

    def _icon(self, span: Span, pieces: list[Piece], joined: bool) -> None:
        art = self.icons(span.icon)
        font = self._font(span)
        if art is None or art.height <= 0:
            self.unknown[f"{{{span.icon}}}"] = None
            name = Span(f"{{{span.icon}}}", span.bold, span.italic, span.colour, tag=span.tag)
            self._text(name, pieces, joined)
            return
        width = ICON_EM * art.width / art.height
        top = (ICON_EM + self.base.x_height) / 2
        fragment = Fragment(f"{{{span.icon}}}", font, self.own, width, (), art, top, span.tag)
        piece = Piece((fragment,), width, font.space)
        counted = bool(pieces) and pieces[-1].fragments[-1].text.lstrip("+−-×").isdigit()
        if joined and pieces:
            pieces[-1] = _joined(pieces[-1], piece, 0.0)
        elif counted:
            pieces[-1] = _joined(pieces[-1], piece, pieces[-1].space)
        else:
            pieces.append(piece)

    def _font(self, span: Span) -> Font:
        if not (span.bold or span.italic):
            return self.base
        return self.fonts.font(self.fonts.face(self.role, span.bold, span.italic))

    def _colour(self, name: str, otherwise: Colour) -> Colour:
        value = self.colours(name)
        if value is None:
            self.unknown[name] = None
            value = otherwise
        self.known_colours[name] = value
        return value


def _joined(first: Piece, second: Piece, blank: float) -> Piece:
    """Two pieces as one that no line break divides."""
    fragments = first.fragments
    if blank:
        end = fragments[-1]
        fragments = (*fragments, Fragment(" ", end.font, end.colour, blank, tag=end.tag))
    return Piece(
        fragments + second.fragments,
        first.width + blank + second.width,
        second.space,
        first.missing + second.missing,
    )


def _divide(piece: Piece, room: float, language: str) -> tuple[Piece, Piece] | None:
    """The piece in two with a hyphen, as much of it in `room` em as fits; None if it cannot be divided."""
    fragment = piece.fragments[0]
    match = _LETTERS.fullmatch(fragment.text) if len(piece.fragments) == 1 else None
    if match is None:
        return None
    before, letters, after = match.groups()
    for place in reversed(_hyphenation(letters, language)):
        head, tail = f"{before}{letters[:place]}-", f"{letters[place:]}{after}"
        shaped = fragment.font.shape(head)
        if shaped.width <= room:
            rest = fragment.font.shape(tail)
            first = Fragment(head, fragment.font, fragment.colour, shaped.width, shaped.kerns, tag=fragment.tag)
            second = Fragment(tail, fragment.font, fragment.colour, rest.width, rest.kerns, tag=fragment.tag)
            return (
                Piece((first,), shaped.width, 0.0, shaped.missing),
                Piece((second,), rest.width, piece.space, rest.missing),
            )
    return None


@lru_cache(maxsize=20_000)
def _hyphenation(letters: str, language: str) -> tuple[int, ...]:
    """Where a word may be divided, from the front."""
    patterns = _patterns(language)
    if patterns is None or letters.isupper():
        return ()
    places = patterns.positions(letters)
    return tuple(int(place) for place in places if LEAST_PART <= place <= len(letters) - LEAST_PART)


@lru_cache(maxsize=16)
def _patterns(language: str) -> pyphen.Pyphen | None:
    known = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=known) if known else None
