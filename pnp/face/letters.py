"""Letters as shapes: what is drawn round or beneath words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.art.paths import through
from pnp.scene import IDENTITY, MM_PER_POINT, Colour, Group, Item, Matrix, Path, Segment, Stroke, Text
from pnp.text.direction import is_mark, turns
from pnp.text.fonts import Font, FontBook
from pnp.text.places import places

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
            return Text(item.x, item.y, item.text, item.font, item.size, item.colour, item.width, item.kerns, colour)
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
    em, segments = run.size * MM_PER_POINT, list[Segment]()
    for letter, x in places(run, font):
        segments += through(font.outline(letter), (em, 0.0, 0.0, em, x, run.y))
    return tuple(segments)


def lettered(text: str, font: Font) -> tuple[tuple[Segment, ...], float]:
    """The shapes of a text in em, its letters from left to right and each before the marks on it, and its width."""
    shaped = font.shape(text)
    run = Text(0.0, 0.0, text, font.face, 1 / MM_PER_POINT, "", shaped.width, shaped.kerns)
    bases: list[tuple[str, float, list[str]]] = []
    for letter, x in places(run, font):
        if bases and is_mark(letter) and turns(letter):
            bases[-1][2].append(letter)
        else:
            bases.append((letter, x, []))
    segments = list[Segment]()
    for letter, x, marks in bases:
        segments += through(font.outline(letter), (1.0, 0.0, 0.0, 1.0, x, 0.0))
        for mark in font.marks(letter + "".join(marks)) if marks else ():
            segments += through(font.outline(mark.text), (1.0, 0.0, 0.0, 1.0, x + mark.right, -mark.above))
    return tuple(segments), shaped.width


def face_names(family: str, weight: int, italic: bool) -> Iterator[str]:
    """What the files of a family may be called in a weight: `Alegreya Sans` at 700 is `AlegreyaSans-Bold`."""
    stem = family.replace(" ", "")
    cut = WEIGHTS[min(WEIGHTS, key=lambda known: (abs(known - weight), known))]
    slant = "Italic" if italic else ""
    yield f"{stem}-{'' if slant and cut == 'Regular' else cut}{slant}"
    if cut == "Regular" and not italic:
        yield stem
    yield family
