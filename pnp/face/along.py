"""Text on a line that bends: a path, or half of an ellipse. Each letter stands upright on it by itself."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec.structs import replace

from pnp.art.paths import multiply
from pnp.art.ways import Way
from pnp.kit.model import Style
from pnp.scene import MM_PER_POINT, Group, Item, Text, Use
from pnp.text.block import STEP, SetText, directed
from pnp.text.fonts import FontBook
from pnp.text.markup import parse_markup
from pnp.text.shaping import ends_in_virama
from pnp.text.wrap import Colours, Icons, fill, measure, offset, place_line


def set_along(markup: str, way: Way, style: Style, *, fonts: FontBook, icons: Icons, colours: Colours) -> SetText:
    """Sets one line of running text on a way, at the largest size from `style.size` down to `style.least` that fits.

    Raises ValueError if the text has more than one line.
    """
    measured = measure(parse_markup(markup), style.font, style.colour, fonts, icons, colours)
    rows = [pieces for paragraph in measured.paragraphs for pieces in paragraph if pieces]
    if len(rows) > 1:
        raise ValueError("has more than one line")
    (line,) = fill(rows[0], math.inf, style.size, "") if rows else (None,)
    if line is None:
        return SetText((), (), style.size, 0.0, False, (), measured.unknown)
    fitting = style.size * min(1.0, way.length / line.width)
    size = max(style.least, style.size - math.ceil((style.size - fitting) / STEP - 1e-9) * STEP)
    (line,) = directed(fill(rows[0], math.inf, size, ""), measured.right_to_left, rows)
    spare = way.length - line.width
    start = offset(line, way.length, style.align)
    items = [part for item in place_line(line, start, 0.0) for part in _standing(item, way)]
    missing = tuple(sorted(set(line.missing)))
    return SetText(tuple(items), (line,), size, size * MM_PER_POINT, spare < -0.01, missing, measured.unknown)


def _standing(item: Item, way: Way) -> list[Item]:
    """The letters of a run, or a sign, turned as the way runs under their middle."""
    if isinstance(item, Use):
        width = item.art.width * item.matrix[0]
        a, b, c, d, e, f = item.matrix
        return [Use(item.art, multiply(way.at(e + width / 2), (a, b, c, d, -width / 2, f)))]
    assert isinstance(item, Text)  # lines are made of runs and signs
    found: list[Item] = []
    for start, end in _letters(item):
        letter = item.part(start, end)
        if letter.text.isspace():  # goes with the letter before it, for words to be found
            found[-1:] = [_with_blank(last, letter) for last in found[-1:]]
            continue
        upright = replace(letter, x=-letter.width / 2)
        found.append(Group((upright,), way.at(letter.x + letter.width / 2)))
    return found


def _letters(run: Text) -> Iterator[tuple[int, int]]:
    """The letters of a run, or its syllables: where each begins and ends among the glyphs."""
    start = 0
    for _, end in run.clusters():
        text = run.part(start, end).text
        if end == len(run.glyphs) or not ends_in_virama(text):
            yield start, end
            start = end


def _with_blank(item: Item, blank: Text) -> Item:
    assert isinstance(item, Group)
    (letter,) = item.items
    assert isinstance(letter, Text)
    text = blank.text + letter.text if letter.right_to_left else letter.text + blank.text
    width, glyphs = letter.width + blank.width, letter.glyphs + blank.glyphs
    return replace(item, items=(replace(letter, text=text, width=width, glyphs=glyphs),))
