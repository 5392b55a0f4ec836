"""Words in drawings, as the shapes of their letters, in the typefaces that are known (SVG 2, 11)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec
from lxml import etree

from pnp.art import svg_attributes
from pnp.art.paths import multiply, rounded_rect, through
from pnp.art.polygons import exact_bounds
from pnp.art.svg_attributes import Attributes, Look, SvgError
from pnp.art.svg_letters import Character, Source, Type, characters, shown_lines, spans
from pnp.art.ways import Way
from pnp.scene import Box, Matrix, Segment

Letters: TypeAlias = Callable[[str, int, bool, str], tuple[tuple[Segment, ...], float] | None]
"""The shapes of a text by its families, its weight and whether it is italic, and its width, in em; None: no typeface of
these is known."""
Words: TypeAlias = tuple[tuple[Segment, ...], Look]
"""Shapes of letters, and their look."""
_OVER = 0.25
"""Of the size of words, by which they may stand out of their path: the room round their first and last letter."""
_LINES = {"underline": (0.08, 0.07), "line-through": (-0.29, 0.07), "overline": (-0.9, 0.07)}
"""Lines along words: how far their upper side lies beneath the baseline, and how thick they are, in em."""


class _Stretch(msgspec.Struct, frozen=True):
    """How words are made as long as `textLength` says: so much more after each letter, or all of them so much wider."""

    more: float = 0.0
    wider: float = 1.0


def words(
    element: etree._Element,
    look: Look,
    attributes: Attributes,
    letters: Letters,
    by_id: Mapping[str | None, etree._Element],
    view: Box,
) -> Iterator[Words]:
    """The shapes of a `<text>`, each with its look. Raises SvgError for what is not set here."""
    lines: list[list[Character]] = []
    for character in characters(element, look, Source(attributes, by_id, view)):
        begins = character.x is not None or character.y is not None
        if not lines or begins or character.way is not lines[-1][-1].way:
            lines.append([])
        lines[-1].append(character)
    lines = shown_lines(lines)
    setter = _Setter(letters, _stretch(attributes(element), lines, letters, view))
    for line in lines:
        yield from setter.along(line, line[0].way) if line[0].way is not None else setter.line(line)


class _Setter:
    """Sets lines, each after the one before it."""

    def __init__(self, letters: Letters, stretch: _Stretch) -> None:
        self._letters = letters
        self._stretch = stretch
        self._x = self._y = 0.0

    def line(self, line: Sequence[Character]) -> Iterator[Words]:
        stretch, first = self._stretch, line[0]
        width = _width(line, self._letters) * stretch.wider + stretch.more * (len(line) - 1)
        x = (self._x if first.x is None else first.x) - first.type.anchor * width
        y = self._y if first.y is None else first.y
        for span in spans(list(line)):
            type_, start, begin = span[0].type, span[0], x + span[0].dx
            y += start.dy
            low = y + self._lowered(type_)
            shapes: list[Segment] = []
            turn = math.radians(start.rotate)
            cos, sin = type_.size * math.cos(turn), type_.size * math.sin(turn)
            for segments, place in self._parts(span):
                at = begin + place * stretch.wider
                shapes += through(segments, (cos * stretch.wider, sin * stretch.wider, -sin, cos, at, low))
            x = begin + _advance(span, self._letters) * stretch.wider + stretch.more * len(span)
            for line_ in type_.lines:
                beneath, thick = (type_.size * share for share in _LINES[line_])
                shapes += rounded_rect(Box(begin, low + beneath, x - begin, thick), 0.0, 0.0)
            if shapes:
                yield tuple(shapes), start.look
        self._x, self._y = x, y

    def _parts(self, span: Sequence[Character]) -> Iterator[tuple[tuple[Segment, ...], float]]:
        """The shapes of letters that are set together, in em, and where they stand; each by itself where they are set
        apart."""
        type_, text = span[0].type, "".join(one.text for one in span)
        if not (type_.spacing or type_.between_words or self._stretch.more):
            yield shaped(type_, text, self._letters)[0], 0.0
            return
        for index, letter in enumerate(span):
            segments, own = shaped(type_, letter.text, self._letters)
            before = _advance(span[: index + 1], self._letters) - type_.spacing - own * type_.size
            more = self._stretch.more / self._stretch.wider
            yield segments, before - (type_.between_words if letter.text == " " else 0.0) + index * more

    def _lowered(self, type_: Type) -> float:
        if not type_.lowered:
            return 0.0
        segments, _ = shaped(type_, "x", self._letters)
        return -type_.lowered * exact_bounds(segments).y * type_.size

    def along(self, line: Sequence[Character], way: Way) -> Iterator[Words]:
        """A line on a path, each letter turned as the path runs under its middle."""
        first, text = line[0], "".join(one.text for one in line)
        if any(one.type.lines or one.rotate for one in line) or self._stretch != _Stretch():
            raise SvgError("words on a path that have lines, are turned or stretched are not drawn")
        width = _width(line, self._letters)
        x, y = (first.x or 0.0) - first.type.anchor * width, 0.0
        if min(x, way.length - x - width) < -_OVER * first.type.size:
            raise SvgError(f"“{text[:20]}” is longer than its path; make the path longer, or the words smaller")
        for span in spans(list(line)):
            type_ = span[0].type
            x, y, size = x + span[0].dx, y + span[0].dy, type_.size
            for index, letter in enumerate(span):
                segments, own = shaped(type_, letter.text, self._letters)
                after = _advance(span[: index + 1], self._letters) - type_.spacing
                begin = x + after - own * size - (type_.between_words if letter.text == " " else 0.0)
                if segments:
                    upright: Matrix = (size, 0.0, 0.0, size, -own * size / 2, y + self._lowered(type_))
                    yield through(segments, multiply(way.at(begin + own * size / 2), upright)), span[0].look
            x += _advance(span, self._letters)


def shaped(type_: Type, text: str, letters: Letters) -> tuple[tuple[Segment, ...], float]:
    """The shapes of a text in its type, in em. Raises SvgError, if nobody knows that."""
    found = letters(type_.families, type_.weight, type_.italic, text)
    if found is None:
        named = type_.families[:40] or "none"
        told = f"the typeface of “{text[:20]}” ({named}) is not known, or lacks letters of it"
        raise SvgError(f"{told}; put it into fonts/, or draw paths")
    return found


def _advance(span: Sequence[Character], letters: Letters) -> float:
    """How far letters that are set together reach, what is between them included."""
    type_, text = span[0].type, "".join(one.text for one in span)
    apart = len(span) * type_.spacing + text.count(" ") * type_.between_words
    return shaped(type_, text, letters)[1] * type_.size + apart


def _width(line: Sequence[Character], letters: Letters) -> float:
    return sum(span[0].dx + _advance(span, letters) for span in spans(list(line)))


def _stretch(said: Mapping[str, str], lines: Sequence[Sequence[Character]], letters: Letters, view: Box) -> _Stretch:
    if "textLength" not in said or not lines:
        return _Stretch()
    if len(lines) > 1:
        raise SvgError("textLength of several lines is not followed")
    (line,) = lines
    length = svg_attributes.length(said["textLength"], "textLength", view, view.width)
    width = _width(line, letters)
    if said.get("lengthAdjust") == "spacingAndGlyphs":
        return _Stretch(wider=length / width if width else 1.0)
    return _Stretch(more=(length - width) / (len(line) - 1) if len(line) > 1 else 0.0)
