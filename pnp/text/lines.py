"""Lines filled with pieces, and placed. Patterns of pyphen divide words where one would leave a bad gap."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

import msgspec

from pnp.scene import MM_PER_POINT, Item, Text, Use
from pnp.text.direction import Align, visual_order
from pnp.text.hyphens import hyphenation
from pnp.text.pieces import ICON_EM, OBJECT, Fragment, Piece, blank_after
from pnp.text.shaping import CONTEXT, NO_BREAK, is_shaped, seen

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
    """The items of a line that begins at x, on the baseline y (mm). Neighbours in one font, colour and direction become
    one run, but for pieces that stand `apart`: what is between these is no blank of their font."""
    em = line.size * MM_PER_POINT
    items: list[Item] = []
    run: list[Fragment] = []
    pen = start = x
    blank = 0.0
    for piece in shown_pieces(line):
        for fragment in piece.fragments:
            if blank and run and not apart and run[-1].right_to_left > max(fragment.right_to_left, line.turned):
                # The blank after a word from right to left stands before the next word.
                items += _runs(run, start, y, line.size, pen)
                run, start = [blank_after(fragment, blank)] if fragment.art is None else [], pen
                pen += blank * em
                start = start if run else pen
            elif blank and run and not apart:
                run.append(blank_after(run[-1], blank))
                pen += blank * em
            elif blank:
                items += _runs(run, start, y, line.size, pen)
                run, pen = [], pen + blank * em
                start = pen
            blank = 0.0
            if run and not _continues(run[-1], fragment):
                items += _runs(run, start, y, line.size, pen)
                run, start = [], pen
            if fragment.art is None:
                run.append(fragment)
                pen += fragment.width * em
            else:
                scale = ICON_EM * em / fragment.art.height
                items.append(Use(fragment.art, (scale, 0.0, 0.0, scale, pen, y - fragment.top * em)))
                pen += fragment.width * em
                start = pen
        blank = piece.space
    return [*items, *_runs(run, start, y, line.size, pen)]


def _continues(before: Fragment, fragment: Fragment) -> bool:
    return (
        fragment.art is None
        and fragment.font is before.font
        and fragment.colour == before.colour
        and fragment.right_to_left == before.right_to_left
    )


def _runs(fragments: Sequence[Fragment], x: float, y: float, size: float, right: float) -> tuple[Text, ...]:
    """Fragments that belong together as a run from x to `right`; nothing, if there are none."""
    if not fragments:
        return ()
    first = fragments[0]
    texts = [fragment.text for fragment in (reversed(fragments) if first.right_to_left else fragments)]
    glyphs = tuple([glyph for fragment in fragments for glyph in fragment.glyphs])
    text, face = "".join(texts), first.font.face
    return (Text(x, y, text, face, size, first.colour, right - x, glyphs, right_to_left=first.right_to_left),)


def shown_pieces(line: Line) -> Sequence[Piece]:
    """The pieces of a line from left to right; their fragments each run in one direction."""
    if not line.turned and not any(piece.turns for piece in line.pieces):
        return line.pieces
    parts: list[Fragment | float] = []
    owners: list[tuple[int, int]] = []  # of each character: its part, and its place in that
    texts: list[str] = []
    blank = 0.0
    for piece in line.pieces:
        for part in (*([blank] if blank else ()), *piece.fragments):
            text = " " if isinstance(part, float) else part.text if part.art is None else OBJECT
            owners += ((len(parts), place) for place in range(len(text)))
            parts.append(part)
            texts.append(text)
        blank = piece.space
    pieces: list[Piece] = []
    fragments: list[Fragment] = []
    before: Fragment | None = None
    order = visual_order("".join(texts), line.turned)
    for (number, level), group in groupby(order, key=lambda shown: (owners[shown[0]][0], shown[1])):
        part = parts[number]
        if isinstance(part, float):
            pieces.append(Piece(tuple(fragments), 0.0, part))
            fragments = []
        elif part.art is not None:
            fragments.append(part)
        else:
            places = [owners[place][1] for place, _ in group]
            first, last = min(places), max(places)
            if level % 2 and last > first and part.text[last] in NO_BREAK and before and not before.right_to_left:
                # Readers lose a blank at the left end of such a run: it goes with what is to its left.
                fragments += _directed(part, last, last + 1, right_to_left=False)
                last -= 1
            fragments += _directed(part, first, last + 1, right_to_left=level % 2 == 1)
        before = fragments[-1] if fragments else before
    return [*pieces, Piece(tuple(fragments), 0.0, 0.0)]


def _directed(whole: Fragment, start: int, end: int, *, right_to_left: bool) -> tuple[Fragment, ...]:
    """The characters of a fragment from `start` to `end`, as they run; nothing, if none of them is seen."""
    text = seen(whole.text[start:end])
    if text == " ":  # whose width is its own
        return (msgspec.structs.replace(whole, right_to_left=right_to_left),)
    around = ("", "")
    if right_to_left:
        around = (whole.before + whole.text[:start])[-CONTEXT:], (whole.text[end:] + whole.after)[:CONTEXT]
    run = whole.font.shape(text, right_to_left, *around)
    directed = msgspec.structs.replace(
        whole, text=text, width=run.width, glyphs=run.glyphs, right_to_left=right_to_left
    )
    return (directed,) if text else ()


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
            own = tuple(further - place for further in fragment.hyphens if further > place)
            first = Fragment(head, fragment.font, fragment.colour, shaped.width, shaped.glyphs, tag=fragment.tag)
            second = Fragment(
                tail, fragment.font, fragment.colour, rest.width, rest.glyphs, tag=fragment.tag, hyphens=own
            )
            return (
                Piece((first,), shaped.width, 0.0, shaped.missing),
                Piece((second,), rest.width, piece.space, rest.missing),
            )
    return None


def _places(text: str, language: str) -> tuple[int, ...]:
    """Where the patterns of a language divide a word, with what stands round it; scripts that are formed know no
    hyphens."""
    match = _LETTERS.fullmatch(text) if language and not is_shaped(text) else None
    return tuple(match.start(2) + place for place in hyphenation(match[2], language)) if match else ()
