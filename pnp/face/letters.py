"""Letters as shapes: what is drawn round or beneath words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pnp.art.paths import through
from pnp.scene import IDENTITY, MM_PER_POINT, NO_INK, Colour, Glyph, Group, Item, Matrix, Path, Segment, Stroke, Text
from pnp.text.direction import turns
from pnp.text.fonts import Font, FontBook

WEIGHTS = {
    100: "Thin",
    200: "ExtraLight",
    300: "Light",
    400: "Regular",
    500: "Medium",
    600: "SemiBold",
    700: "Bold",
    800: "ExtraBold",
    900: "Black",
}
"""What the weights of typefaces are called (CSS Fonts 4, 2.4)."""


def halo(items: Iterable[Item], fonts: FontBook, width: float, colour: Colour) -> tuple[Item, ...]:
    """The outlines of all letters of a text, `width` mm wider on every side, beneath the text itself."""
    found = list(items)
    segments = [segment for item in found for segment in _letters(item, fonts)]
    if not segments:
        return tuple(found)
    around = Path(tuple(segments), colour, Stroke(colour, 2 * width, join="round"))
    return around, *(_on(item, colour) for item in found)


def _on(item: Item, colour: Colour) -> Item:
    match item:
        case Text():
            return replace(item, halo=colour)
        case Group(items=items, matrix=matrix):
            return Group(tuple(_on(inner, colour) for inner in items), matrix)
        case _:
            return item


def _letters(item: Item, fonts: FontBook, matrix: Matrix = IDENTITY) -> Iterable[Segment]:
    if isinstance(item, Group):
        return [segment for inner in item.items for segment in _letters(inner, fonts, item.matrix)]
    if not isinstance(item, Text):
        return ()
    return through(outlined(item, fonts.font(item.font)), matrix)


def outlined(run: Text, font: Font) -> tuple[Segment, ...]:
    """The shapes of a run where they stand, in mm."""
    em = run.size * MM_PER_POINT
    return tuple(through(_shapes(run.glyphs, font), (em, 0.0, 0.0, em, run.x, run.y)))


def lettered(text: str, font: Font) -> tuple[tuple[Segment, ...], float]:
    """The shapes of a text of one direction in em, and its width."""
    run = font.shape(text, turns(text))
    return tuple(_shapes(run.glyphs, font)), run.width


def _shapes(glyphs: Iterable[Glyph], font: Font) -> list[Segment]:
    """The shapes of glyphs, one after the other, in em."""
    segments: list[Segment] = []
    pen = 0.0
    for glyph in glyphs:
        if glyph.number != NO_INK:
            place = (1.0, 0.0, 0.0, 1.0, (pen + glyph.x) / 1000, -glyph.y / 1000)
            segments += through(font.outline(glyph.number), place)
        pen += glyph.advance
    return segments


def face_names(family: str, weight: int, italic: bool) -> Iterator[str]:
    """What the files of a family may be called in a weight: `Alegreya Sans` at 700 is `AlegreyaSans-Bold`."""
    stem = family.replace(" ", "")
    cut = WEIGHTS[min(WEIGHTS, key=lambda known: (abs(known - weight), known))]
    slant = "Italic" if italic else ""
    yield f"{stem}-{'' if slant and cut == 'Regular' else cut}{slant}"
    if cut == "Regular" and not italic:
        yield stem
    yield family
