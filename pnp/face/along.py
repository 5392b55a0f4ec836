"""Text on a line that bends: a path, or half of an ellipse. Each letter stands upright on it by itself."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.art.paths import multiply
from pnp.art.ways import Way
from pnp.kit.model import Style
from pnp.scene import MM_PER_POINT, Group, Item, Text, Use
from pnp.text.block import STEP, SetText, directed
from pnp.text.fonts import Font, FontBook
from pnp.text.lines import fill, offset, place_line
from pnp.text.markup import parse_markup
from pnp.text.pieces import Colours, Icons, measure
from pnp.text.places import places


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
    items = [part for item in place_line(line, start, 0.0) for part in _standing(item, way, fonts)]
    missing = tuple(sorted(set(line.missing)))
    return SetText(tuple(items), (line,), size, size * MM_PER_POINT, spare < -0.01, missing, measured.unknown)


def _standing(item: Item, way: Way, fonts: FontBook) -> list[Item]:
    """The letters of a run, or a sign, turned as the way runs under their middle."""
    if isinstance(item, Use):
        width = item.art.width * item.matrix[0]
        a, b, c, d, e, f = item.matrix
        return [Use(item.art, multiply(way.at(e + width / 2), (a, b, c, d, -width / 2, f)))]
    assert isinstance(item, Text)  # lines are made of runs and signs
    font, em, found = fonts.font(item.font), item.size * MM_PER_POINT, list[Item]()
    for character, x in _letters(item, font):
        width = font.shape(character).width * em
        if character == " ":  # goes with the letter before it, for words to be found
            found[-1:] = [_with_blank(last, width) for last in found[-1:]]
            continue
        letter = Text(-width / 2, item.y, character, item.font, item.size, item.colour, width)
        found.append(Group((letter,), way.at(x + width / 2)))
    return found


def _letters(run: Text, font: Font) -> Iterator[tuple[str, float]]:
    """The letters of a run, or its syllables, and where each begins."""
    em = run.size * MM_PER_POINT
    for part, x in places(run, font):
        for syllable in font.syllables(part):
            yield syllable, x
            x += font.shape(syllable).width * em


def _with_blank(item: Item, width: float) -> Item:
    assert isinstance(item, Group)
    (letter,) = item.items
    assert isinstance(letter, Text)
    longer = Text(letter.x, 0.0, letter.text + " ", letter.font, letter.size, letter.colour, letter.width + width)
    return Group((longer,), item.matrix)
