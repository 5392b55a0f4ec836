"""Lines filled with pieces, and placed. Patterns of pyphen divide words where one would leave a bad gap."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from pnp.scene import MM_PER_POINT, Colour, Item, Text, Use
from pnp.text.direction import WHOLE, Align, is_mark, shown_order, turns
from pnp.text.fonts import Font, Mark
from pnp.text.hyphens import hyphenation
from pnp.text.pieces import ICON_EM, OBJECT, Fragment, Piece, blank_after
from pnp.text.scripts import is_formed, parts, seen

BAD_GAP = 0.25
"""A word is divided if it would leave more than this part of a line empty …"""
HYPHENS_IN_A_ROW = 2
"""… but not at the end of more than two lines in a row."""
_LETTERS = re.compile(r"([^\w]*)([^\W\d_]+)([^\w]*)")
_ROUNDING = 1e-6


class Line(msgspec.Struct, frozen=True, gc=False):
    """A set line: its pieces, its size in pt, and its width in mm. `last` ends a paragraph, `too_wide` stands
    out of the measure, `right_to_left` begins at the right, `divided` ends in a hyphen that is none of its word. The
    words of a `foreign` one run from left to right wherever it begins."""

    pieces: tuple[Piece, ...]
    size: float
    width: float
    last: bool = False
    too_wide: bool = False
    right_to_left: bool = False
    divided: bool = False
    foreign: bool = False

    @property
    def turned(self) -> bool:
        """Whether its words run from right to left."""
        return self.right_to_left and not self.foreign

    @property
    def text(self) -> str:
        """The characters of the line; an icon is its name in braces."""
        parts: list[str] = []
        for piece in self.pieces:
            for fragment in piece.fragments:
                parts.append(fragment.text)
            if piece.space:
                parts.append(" ")
        return "".join(parts).rstrip(" ")

    @property
    def running(self) -> str:
        """The characters of the line and the blank between it and the next, if one is; without the hyphen that divides
        a word."""
        if self.divided:
            return self.text[:-1]
        return self.text if self.pieces and not self.pieces[-1].space else f"{self.text} "

    @property
    def missing(self) -> str:
        """The characters for which a font has no glyph."""
        return "".join([piece.missing for piece in self.pieces])


def fill(pieces: Sequence[Piece], measure_mm: float, size: float, language: str, last: bool = True) -> list[Line]:
    """Fills lines of `measure_mm` with pieces at `size` pt; hyphenates in `language`, not at all if it is "".
    `last` says whether the last of these lines ends its paragraph."""
    filler = _Filler(measure_mm, size, language)
    final = len(pieces) - 1
    for index, piece in enumerate(pieces):
        width = filler.width + filler.blank + piece.width
        if width <= filler.limit:  # as most do
            filler.line.append(piece)
            filler.width, filler.blank = width, piece.space
            continue
        rest: Piece | None = piece
        while rest is not None:
            rest = filler.put(rest, index == final)
    lines = filler.finish()
    if lines and last:
        lines[-1] = msgspec.structs.replace(lines[-1], last=True)
    return lines


class _Filler:
    """Lines being filled: those that are done, and the one in hand with its width and the blank it ends in (em)."""

    def __init__(self, measure_mm: float, size: float, language: str) -> None:
        self.size = size
        self.em = size * MM_PER_POINT
        self.limit = measure_mm / self.em + _ROUNDING
        self.language = language
        self.lines: list[Line] = []
        self.line: list[Piece] = []
        self.width = self.blank = 0.0
        self.hyphens = 0

    def put(self, piece: Piece, final: bool) -> Piece | None:
        """Sets a piece or the first part of it; what is left must be put next."""
        width = self.width + self.blank + piece.width
        if width <= self.limit:
            self.line.append(piece)
            self.width, self.blank = width, piece.space
            return None
        parts = self._divided(piece, final)
        if parts is not None:
            self.line.append(parts[0])
            self.width += self.blank + parts[0].width
            self._end(self.hyphens + 1)
            return parts[1]
        if self.line:
            self._end(0)
            return piece
        self.line, self.width = [piece], piece.width
        self._end(0, too_wide=True)
        return None

    def finish(self) -> list[Line]:
        if self.line:
            self._end(0)
        return self.lines

    def _divided(self, piece: Piece, final: bool) -> tuple[Piece, Piece] | None:
        room = self.limit - self.width - self.blank
        bad_gap = self.line and room > BAD_GAP * self.limit
        if piece.width > self.limit or (bad_gap and self.hyphens < HYPHENS_IN_A_ROW and not final):
            return _divide(piece, room, self.language)
        return None

    def _end(self, hyphens: int, too_wide: bool = False) -> None:
        line = Line(tuple(self.line), self.size, self.width * self.em, too_wide=too_wide, divided=hyphens > 0)
        self.lines.append(line)
        self.line, self.width, self.blank, self.hyphens = [], 0.0, 0.0, hyphens


def offset(line: Line, measure_mm: float, align: Align) -> float:
    """Where a line begins in a measure of so many mm."""
    spare = measure_mm - line.width
    if align == "center":
        return spare / 2
    at_left = align == "left" or align == ("end" if line.right_to_left else "start")
    return 0.0 if at_left else spare


def place_line(line: Line, x: float, y: float, *, apart: bool = False) -> list[Item]:
    """The items of a line that begins at x, on the baseline y (mm). Neighbours in one font become one run, but for
    pieces that stand `apart`: what is between these is no blank of their font."""
    pieces = shown_pieces(line)
    whole = None if apart or not pieces else _whole_run(pieces, line.size, x, y)
    if whole is not None:
        return [whole]
    em = line.size * MM_PER_POINT
    items: list[Item] = []
    run = _Run(line.size, x, y)
    blank = 0.0
    before: Fragment | None = None
    for piece in pieces:
        for fragment in piece.fragments:
            if blank and apart:
                items.extend(run.ended(None, ""))
                run.skip(blank * em)
            elif blank and before is not None:
                run.blank(blank, before)
            elif blank:
                run.skip(blank * em)
            blank = 0.0
            if fragment.font is not run.font or fragment.colour != run.colour or fragment.art is not None:
                items.extend(run.ended(fragment.font, fragment.colour))
            if fragment.art is None:
                for mark in fragment.marks:
                    place = run.pen + mark.right * em, y - mark.above * em
                    items.append(Text(*place, mark.text, fragment.font.face, line.size, fragment.colour, 0.0))
                run.add(fragment)
                before = fragment
            else:
                scale = ICON_EM * em / fragment.art.height
                items.append(Use(fragment.art, (scale, 0.0, 0.0, scale, run.pen, y - fragment.top * em)))
                run.skip(fragment.width * em)
                before = None
        blank = piece.space
    items.extend(run.ended(None, ""))
    return items


def _whole_run(pieces: Sequence[Piece], size: float, x: float, y: float) -> Text | None:
    """Pieces as a single run, as those of most lines are; None if they and their blanks are not of one font and colour
    alone."""
    em = size * MM_PER_POINT
    first = next((fragment for piece in pieces for fragment in piece.fragments), None)
    if first is None:
        return None
    font, colour = first.font, first.colour
    parts: list[str] = []
    kerns: list[tuple[int, float]] = []
    length, pen, blank, own = 0, x, 0.0, font.space
    for piece in pieces:
        if blank:
            if blank != own:
                return None
            parts.append(" ")
            length += 1
            pen += blank * em
        for fragment in piece.fragments:
            if fragment.font is not font or fragment.colour != colour or fragment.art is not None or fragment.marks:
                return None
            for at, shift in fragment.kerns:
                kerns.append((length + at, shift * em))
            text = fragment.text
            parts.append(text)
            length += len(text)
            pen += fragment.width * em
        blank = piece.space
    return Text(x, y, "".join(parts), font.face, size, colour, pen - x, tuple(kerns))


def shown_pieces(line: Line) -> Sequence[Piece]:
    """The pieces of a line from left to right; what runs the other way is turned, as letters that a font just sets one
    after the other."""
    if not line.turned:
        for piece in line.pieces:
            if piece.turns:
                break
        else:
            return line.pieces
    owners: list[Fragment | float] = []
    texts: list[str] = []
    blank = 0.0
    for piece in line.pieces:
        if blank:
            owners.append(blank)
            texts.append(" ")
        for fragment in piece.fragments:
            for text, owner in _ordered(fragment):
                owners.extend([owner] * len(text))
                texts.append(text)
        blank = piece.space
    return _turned(owners, shown_order("".join(texts), line.turned))


def _ordered(fragment: Fragment) -> Iterator[tuple[str, Fragment]]:
    """A fragment as the characters that are put in order; a sign, and what is formed as a whole, is one."""
    if fragment.art is not None:
        yield OBJECT, fragment
    elif not fragment.text:  # a blank that its font has not
        yield " ", fragment
    elif not is_formed(fragment.text):
        yield fragment.text, fragment
    else:
        for part, whole in parts(fragment.text):
            shaped = fragment.font.shape(part)
            own = msgspec.structs.replace(fragment, text=part, width=shaped.width, kerns=shaped.kerns)
            yield WHOLE[turns(part)] if whole else part, own


def _turned(owners: Sequence[Fragment | float], order: Sequence[tuple[int, str]]) -> list[Piece]:
    """Characters as they stand, each with what it is of: a fragment, or the blank between two pieces, as em."""
    pieces: list[Piece] = []
    fragments: list[Fragment] = []
    for _, shown in groupby(order, key=lambda shown: id(owners[shown[0]])):  # equal signs are two
        characters = list(shown)
        owner = owners[characters[0][0]]
        if isinstance(owner, float):
            for _ in characters:
                pieces.append(Piece(tuple(fragments), 0.0, owner))
                fragments = []
            continue
        if owner.art is None and owner.text.strip(" ") and not is_formed(owner.text):
            owner = _as_shown(owner, [one for one in characters if seen(one[1])])
        fragments.append(owner)
    return [*pieces, Piece(tuple(fragments), 0.0, 0.0)]


def _as_shown(fragment: Fragment, characters: Sequence[tuple[int, str]]) -> Fragment:
    """A fragment with its letters from left to right, and with its marks where its typeface has them."""
    letters: list[str] = []
    clusters: list[list[tuple[int, str]]] = []
    for place, character in characters:
        if clusters and is_mark(character):
            clusters[-1].append((place, character))
        else:
            letters.append(character)
            clusters.append([(place, character)])
    shaped = fragment.font.shape("".join(letters))
    marks: list[Mark] = []
    at = 0.0
    kerns = dict(shaped.kerns)
    for index, (letter, *standing) in enumerate(clusters):
        at += kerns.get(index, 0.0)
        if standing:
            cluster = letter[1] + "".join(character for _, character in sorted(standing))
            marks += (Mark(mark.text, at + mark.right, mark.above) for mark in fragment.font.marks(cluster))
        at += fragment.font.shape(letter[1]).width
    return msgspec.structs.replace(
        fragment, text=shaped.text, width=shaped.width, kerns=shaped.kerns, marks=tuple(marks)
    )


class _Run:
    """A run being collected: its text and kerns so far, where it began, and where the pen is (mm)."""

    def __init__(self, size: float, x: float, y: float) -> None:
        self.font: Font | None = None
        self.colour: Colour = ""
        self.pen = self.start = x
        self.size = size
        self.em = size * MM_PER_POINT
        self.y = y
        self.parts: list[str] = []
        self.kerns: list[tuple[int, float]] = []
        self.length = 0

    def add(self, fragment: Fragment) -> None:
        for at, shift in fragment.kerns:
            self.kerns.append((self.length + at, shift * self.em))
        self.parts.append(fragment.text)
        self.length += len(fragment.text)
        self.pen += fragment.width * self.em

    def blank(self, width: float, before: Fragment) -> None:
        """A blank of so many em in the font of what is before it."""
        if width == before.font.space:  # as most are
            self.parts.append(" ")
            self.length += 1
            self.pen += width * self.em
        else:
            self.add(blank_after(before, width))

    def skip(self, width: float) -> None:
        """Leaves room before the run, as for an icon."""
        self.pen += width
        self.start = self.pen

    def ended(self, font: Font | None, colour: Colour) -> Iterator[Text]:
        """The run as it is, if there is any, and the beginning of one in another font or colour."""
        if self.font is not None and self.parts:
            text, width = "".join(self.parts), self.pen - self.start
            yield Text(self.start, self.y, text, self.font.face, self.size, self.colour, width, tuple(self.kerns))
        self.font, self.colour, self.start = font, colour, self.pen
        self.parts, self.kerns, self.length = [], [], 0


def line_tags(line: Line, x: float) -> list[tuple[str, float, float]]:
    """The tagged stretches of a line that begins at x: tag, left and right in mm. Neighbours are joined."""
    em = line.size * MM_PER_POINT
    found: list[tuple[str, float, float]] = []
    pen, blank = x, 0.0
    for piece in shown_pieces(line):
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


def _divide(piece: Piece, room: float, language: str) -> tuple[Piece, Piece] | None:
    """The piece in two with a hyphen, as much of it in `room` em as fits; None if it cannot be divided."""
    fragment = piece.fragments[0]
    if len(piece.fragments) > 1:
        return None
    text = fragment.text
    for place in reversed(fragment.hyphens or _places(text, language)):
        head, tail = f"{text[:place]}-", text[place:]
        shaped = fragment.font.shape(head)
        if shaped.width <= room:
            rest = fragment.font.shape(tail)
            first = Fragment(head, fragment.font, fragment.colour, shaped.width, shaped.kerns, tag=fragment.tag)
            own = tuple(further - place for further in fragment.hyphens if further > place)
            second = Fragment(
                tail, fragment.font, fragment.colour, rest.width, rest.kerns, tag=fragment.tag, hyphens=own
            )
            return (
                Piece((first,), shaped.width, 0.0, shaped.missing),
                Piece((second,), rest.width, piece.space, rest.missing),
            )
    return None


def _places(text: str, language: str) -> tuple[int, ...]:
    """Where the patterns of a language divide a word, with what stands round it; scripts that are formed know no
    hyphens."""
    match = _LETTERS.fullmatch(text) if language and not is_formed(text) else None
    return tuple(match.start(2) + place for place in hyphenation(match[2], language)) if match else ()
