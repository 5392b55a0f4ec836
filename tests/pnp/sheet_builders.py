"""Parts to impose, and finished PDFs to measure."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

import msgspec
import pikepdf
import pypdfium2
from draw_builders import FONTS, pdf

from pnp.art.paths import map_point, walk_items
from pnp.kit.model import Stock
from pnp.scene import MM_PER_POINT, Box, Ellipse, Item, Page, Placed, Rect, Scene, Text
from pnp.sheet.draw import FooterText
from pnp.sheet.parts import PrintPart

FOOTER = FooterText(
    title="Hangzhou", version="1.0", build="3f9a2c", address="http://silkroad.local:8000", accent="#23426B"
)

TOP_LEFT, TOP_RIGHT = "#0000fe", "#00fe00"
"""Colours of the two upper corners of every face that `part` makes."""


def face(width: float, height: float, bleed: float, colour: str, round_: bool = False, plain: bool = False) -> Scene:
    """A face whose trim is one colour, its bleed grey, its upper corners marked unless it is plain."""
    corners = (Rect(Box(0, 0, 3, 2), fill=TOP_LEFT), Rect(Box(width - 3, 0, 3, 2), fill=TOP_RIGHT))
    items = (
        Rect(Box(0, 0, width, height).inset(-bleed), fill="#aaaaaa"),
        Rect(Box(0, 0, width, height), fill=colour),
        *(() if plain else corners),
    )
    outline = Ellipse(Box(0, 0, width, height)) if round_ else None
    return Scene(width, height, bleed, items, outline=outline)


def part(
    name: str,
    width: float,
    height: float,
    *,
    copies: int = 1,
    bleed: float = 2.0,
    back: bool = False,
    number: int = 1,
    outlined: bool = False,
    stock: Stock = "card",
    folds: tuple[float, ...] = (),
    plain: bool = False,
) -> PrintPart:
    """A part; `number` colours its front and back unlike those of other parts. A `plain` one may share cuts."""
    front = face(width, height, bleed, f"#{number:02x}1000", outlined, plain)
    behind = face(width, height, bleed, f"#{number:02x}2000", plain=plain)
    return PrintPart(
        component=name,
        title=name.title(),
        width=width,
        height=height,
        bleed=bleed,
        front=lambda: front,
        back=(lambda: behind) if back else None,
        copies=copies,
        stock=stock,
        outlined=outlined,
        folds=folds,
    )


def overlap(one: Box, other: Box) -> bool:
    """Whether boxes lie on each other."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return across > 1e-6 and down > 1e-6


def on_a_page(scene: Scene) -> Page:
    """A scene whose trim begins 20 mm from the left and the top of a page."""
    return Page(320.0, 320.0, (Placed(scene, 20.0, 20.0),))


class Shape(msgspec.Struct, frozen=True):
    """Something painted on a finished page: its fill or stroke colour, the box of its points, and the points, in mm
    from the top left of the page."""

    colour: str
    box: Box
    stroked: bool
    points: tuple[tuple[float, float], ...] = ()


class Printed(msgspec.Struct, frozen=True):
    """A page read back from a finished PDF: its size in mm and all that it paints, in form XObjects too."""

    width: float
    height: float
    shapes: tuple[Shape, ...]

    def painted(self, ending: str) -> list[Shape]:
        """Filled shapes whose colour ends so."""
        return [shape for shape in self.shapes if shape.colour.endswith(ending) and not shape.stroked]

    def stroked(self, colour: str) -> list[Box]:
        return [shape.box for shape in self.shapes if shape.colour == colour and shape.stroked]


def printed(pages: Iterable[Page]) -> list[Printed]:
    """The pages written as PDF, and measured in it."""
    with pikepdf.open(io.BytesIO(pdf(pages, fonts=FONTS))) as document:
        return [_read(page) for page in document.pages]


def _read(page: pikepdf.Page) -> Printed:
    width, height = (float(side) * MM_PER_POINT for side in page.mediabox[2:])
    found = []
    for colour, points, stroked in _painted(page.obj, pikepdf.Matrix()):
        xs = [x * MM_PER_POINT for x, _ in points]
        ys = [height - y * MM_PER_POINT for _, y in points]
        box = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        found.append(Shape(colour, box, stroked, tuple(zip(xs, ys, strict=True))))
    return Printed(width, height, tuple(found))


def _painted(source: pikepdf.Object, matrix: pikepdf.Matrix) -> Iterator[tuple[str, list[tuple[float, float]], bool]]:
    stack: list[pikepdf.Matrix] = []
    fill = stroke = "#000000"
    points: list[tuple[float, float]] = []
    for operands, operator in pikepdf.parse_content_stream(source):
        name = str(operator)
        numbers = [float(operand) for operand in operands] if name in _NUMERIC else []
        if name == "q":
            stack.append(matrix)
        elif name == "Q":
            matrix = stack.pop()
        elif name == "cm":
            matrix = pikepdf.Matrix(*numbers) @ matrix
        elif name in ("rg", "RG", "g", "G"):
            parts = numbers if len(numbers) == 3 else numbers * 3
            colour = "#" + "".join(f"{round(number * 255):02x}" for number in parts)
            fill, stroke = (colour, stroke) if name in ("rg", "g") else (fill, colour)
        elif name == "re":
            x, y, width, height = numbers
            corners = ((x, y), (x + width, y), (x, y + height), (x + width, y + height))
            points += [matrix.transform(corner) for corner in corners]
        elif name in ("m", "l", "c"):
            points += [matrix.transform(pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
        elif name in ("f", "f*", "B", "B*", "S", "s", "b", "n"):
            if points and name != "n":
                yield (stroke if name in "Ss" else fill), points, name in "Ss"
            points = []
        elif name == "Do":
            form = source.Resources.XObject[str(operands[0])]
            if form.get("/Subtype") == "/Form":
                own = pikepdf.Matrix(form.Matrix) if "/Matrix" in form else pikepdf.Matrix()
                yield from _painted(form, own @ matrix)


_NUMERIC = ("cm", "rg", "RG", "g", "G", "re", "m", "l", "c")


def read(pages: Iterable[Page]) -> list[str]:
    """The text of each page of the finished file."""
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf(pages, fonts=FONTS))]


def texts(items: Iterable[Item | Placed]) -> Iterator[Text]:
    """The texts beside faces, where they stand on the page."""
    for item, matrix in walk_items(item for item in items if not isinstance(item, Placed)):
        if isinstance(item, Text):
            x, y = map_point(matrix, item.x, item.y)
            yield msgspec.structs.replace(item, x=x, y=y)
