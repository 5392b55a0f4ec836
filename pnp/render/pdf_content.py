"""Content of a PDF page on a reportlab canvas, in mm with y downwards: shapes, forms and glyph runs.

Each call sets all the graphics state it needs, so that a drawing can be stored once and used anywhere. `Forms` gives
forms their resources (ISO 32000-1, 8.10): reportlab 5 leaves out shadings, graphics states and transparency groups.

Each glyph of a font file is a private-use character for reportlab, which embeds the subsets; `TextPainter.mend` then
writes the meaning of the glyphs into the finished file (9.10), so that text can be searched and copied. Words whose
glyphs do not spell them, as in Devanagari, have an `ActualText` (14.9.4).
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import count, groupby
from typing import Final, NamedTuple
from unicodedata import normalize

import pikepdf
from bidi.mirror import MIRRORED
from PIL import Image
from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFObjectReference,
    PDFResourceDictionary,
    PDFStream,
    xObjectName,
)
from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr, TTFont
from reportlab.pdfgen.canvas import FILL_EVEN_ODD, FILL_NON_ZERO, Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from pnp.art.paths import outline_path, through
from pnp.render.colours import Raster
from pnp.scene import (
    ENDS_LINE,
    MM_PER_POINT,
    NO_INK,
    READ_FIRST,
    Box,
    Colour,
    Ellipse,
    Glyph,
    Gradient,
    Group,
    Matrix,
    Path,
    Rect,
    Segment,
    Stroke,
    Text,
    spelled,
)
from pnp.text.fonts import Font, FontBook

COMPRESSION: Final = 4
"""zlib's level: two thirds of the time of the usual 6, for files 1 % larger."""
USE_STATE = "/State gs"
"""Turns on the graphics state of the form that is being drawn."""
_GROUPS = {
    "inherited": {"S": "/Transparency"},
    "luminosity": {"S": "/Transparency", "I": "true", "CS": "/DeviceGray"},
}
_COLOUR_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}
MITRE = Stroke("", 0.0).mitre
"""SVG's mitre limit, set once for each page; PDF's own is 10."""
CMYK_LENGTH = len("#CCMMYYKK")
CACHED_PATHS = 8_192
"""Three times the paths of our richest board: boards are drawn again on their tiles, in leaflets and in the guide."""

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


def draw_shape(canvas: Canvas, item: Rect | Ellipse | Path) -> None:
    """Fills and strokes a shape. Gradient fills are drawn by `pdf_painter`."""
    fill, stroke = item.fill, item.stroke
    assert not isinstance(fill, Gradient)
    stroked = stroke is not None and stroke.width > 0
    if not (fill or stroked):
        return
    needs_reset = False
    if fill:
        set_fill(canvas, fill)
    if stroke is not None and stroked:
        dashed = any(round(length, 3) for length in stroke.dash)
        mitred = stroke.join == "miter" and stroke.mitre != MITRE
        needs_reset = dashed or mitred
        if needs_reset:
            canvas.saveState()
        if dashed:
            canvas.setDash([round(length, 3) for length in stroke.dash], 0)
        if mitred:
            canvas.setMiterLimit(stroke.mitre)
        _set_stroke(canvas, stroke)
    if path := outline(item):
        canvas.drawPath(path, stroke=int(stroked), fill=int(bool(fill)), fillMode=fill_mode(item))
    if needs_reset:
        canvas.restoreState()


def clip(canvas: Canvas, shape: Box | Rect | Ellipse | Path) -> None:
    """Clips what is drawn next to a box or a shape; an empty path hides everything."""
    item = Rect(shape) if isinstance(shape, Box) else shape
    path = outline(item) or outline(Rect(Box(0.0, 0.0, 0.0, 0.0)))
    canvas.clipPath(path, stroke=0, fill=0, fillMode=fill_mode(item))


def transform(canvas: Canvas, matrix: Matrix) -> None:
    """Applies a matrix to what follows; offsets are rounded to 0.001 mm."""
    *linear, x, y = matrix
    canvas.transform(*(round(value, 6) for value in linear), round(x, 3), round(y, 3))


def outline(item: Rect | Ellipse | Path) -> PDFPathObject | None:
    """Returns the path of a shape; None for a path without segments."""
    if isinstance(item, Rect) and item.radius <= 0:
        path = PDFPathObject()
        path.rect(*(round(side, 3) for side in (item.box.x, item.box.y, item.box.width, item.box.height)))
        return path
    segments = outline_path(item)
    return _path(segments) if segments else None


def fill_mode(item: Rect | Ellipse | Path) -> int:
    """Returns reportlab's constant for the fill rule of a shape."""
    is_even_odd = isinstance(item, Path) and item.rule == "evenodd"
    return int(FILL_EVEN_ODD if is_even_odd else FILL_NON_ZERO)


@lru_cache(maxsize=CACHED_PATHS)
def _path(segments: tuple[Segment, ...]) -> PDFPathObject:
    path = PDFPathObject()
    draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
    for segment in segments:
        draw[segment[0]](*(round(value, 3) for value in segment[1:]))
    return path


def set_fill(canvas: Canvas, colour: Colour) -> None:
    """Sets the fill colour. `canvas` may also be a text object."""
    parts = components(colour)
    if len(parts) == 1:
        canvas.setFillGray(*parts)
    else:
        canvas.setFillColor(parts)


def _set_stroke(canvas: Canvas, stroke: Stroke) -> None:
    parts = components(stroke.colour)
    if len(parts) == 1:
        canvas.setStrokeGray(*parts)
    else:
        canvas.setStrokeColor(parts)
    canvas.setLineWidth(round(stroke.width, 3))
    canvas.setLineCap(_CAPS[stroke.cap])
    canvas.setLineJoin(_JOINS[stroke.join])


@lru_cache(maxsize=1_024)
def components(colour: Colour) -> tuple[float, ...]:
    """Converts a colour to DeviceGray (one number, 0 to 1), DeviceRGB (three) or DeviceCMYK (four).

    Greys become DeviceGray, which printers print in black ink alone. Separated colours have the form `#CCMMYYKK`.
    """
    parts = bytes.fromhex(colour[1:])
    if len(colour) < CMYK_LENGTH and parts[0] == parts[1] == parts[2]:
        parts = parts[:1]
    return tuple(round(part / 255, 4) for part in parts)


def enter_group(canvas: Canvas, group: Group) -> None:
    """Saves the state, and applies a group's matrix and clip."""
    canvas.saveState()
    transform(canvas, group.matrix)
    if group.clip:
        clip(canvas, group.clip)


class Forms:
    """The form XObjects of one document."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._count = 0

    def add(self, box: Box, draw: Callable[[], None], *, state: PDFDictionary | None = None, group: str = "") -> str:
        """Stores the drawing of `draw`, and returns its name for `Canvas.doForm`.

        `box` clips it. `state` is a graphics state, which `draw` activates with `USE_STATE`. `group` is a transparency
        group: `inherited`, blended in the surrounding colours, or `luminosity`, greys that serve as a mask.
        """
        canvas, name = self._canvas, self._new_name()
        canvas.beginForm(name, *(round(side, 3) for side in (box.x, box.y, box.right, box.bottom)))
        draw()
        content = canvas.getCurrentPageContent()
        resources = PDFResourceDictionary(ProcSet=[])  # obsolete since PDF 1.4
        resources.basicFonts()
        resources.XObject = {
            xObjectName(inner): PDFObjectReference(xObjectName(inner))
            for inner in re.findall(r"/FormXob\.(\S+) Do", content)
        }
        resources.setShading({shading: shading for shading in re.findall(r"/(Sh\d+) sh", content)})
        if state:
            resources.ExtGState = {"State": state}
        attributes = {"Group": PDFDictionary({"Type": "/Group", **_GROUPS[group]})} if group else {}
        canvas.endForm(Resources=resources, Contents=PDFStream(PDFDictionary(attributes), content.encode()))
        return name

    def add_mask(self, box: Box, draw: Callable[[], None]) -> PDFDictionary:
        """Returns a graphics state in which the brightness of the drawing of `draw` is a soft mask."""
        form = PDFObjectReference(xObjectName(self.add(box, draw, group="luminosity")))
        mask = PDFDictionary({"Type": "/Mask", "S": "/Luminosity", "G": form})
        return PDFDictionary({"Type": "/ExtGState", "SMask": mask})

    def add_picture(self, picture: Raster) -> str:
        """Stores a picture as a form of size 1 by 1, upright where y points upwards."""
        canvas, name = self._canvas, self._new_name()
        canvas.beginForm(name, 0, 0, 1, 1)
        canvas.doForm("picture")
        content = canvas.getCurrentPageContent()
        resources = PDFResourceDictionary(ProcSet=[], XObject={xObjectName("picture"): _image(picture)})
        canvas.endForm(Resources=resources, Contents=PDFStream(None, content.encode()))
        return name

    def _new_name(self) -> str:
        self._count += 1
        return str(self._count)


def _image(picture: Raster) -> PDFStream:
    """Returns an image XObject with its mask (ISO 32000-1, 8.9.5)."""
    image = _image_stream(picture, picture.data)
    image.dictionary["ColorSpace"] = _COLOUR_SPACES[picture.mode]
    if picture.is_jpeg:
        image.dictionary["Filter"] = "/DCTDecode"
        if picture.mode == "CMYK":
            image.dictionary["Decode"] = PDFArray([1, 0] * 4)  # a JPEG of four inks is stored inverted
    if picture.alpha and picture.stencil:
        alpha = Image.frombytes("L", (picture.width, picture.height), picture.alpha)
        bits = alpha.point([255] + [0] * 255, "1").tobytes()  # 1 where nothing is drawn (8.9.6.3)
        mask = _image_stream(picture, bits)
        mask.dictionary["ImageMask"] = "true"
        mask.dictionary["BitsPerComponent"] = 1
        image.dictionary["Mask"] = mask
    elif picture.alpha:
        mask = _image_stream(picture, picture.alpha)
        mask.dictionary["ColorSpace"] = "/DeviceGray"
        image.dictionary["SMask"] = mask
    return image


def _image_stream(picture: Raster, data: bytes) -> PDFStream:
    """Compresses pixels immediately: a kit may have hundreds of millions."""
    attributes = {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": picture.width,
        "Height": picture.height,
        "BitsPerComponent": 8,
        "Filter": "/FlateDecode",
    }
    return PDFStream(PDFDictionary(attributes), data if picture.is_jpeg else zlib.compress(data, COMPRESSION))


_FILLED, _INVISIBLE = 0, 3
"""Text rendering modes."""
_LINE_ENDS = (ENDS_LINE, READ_FIRST)
"""Characters that are drawn as a blank, whatever their glyph is."""
_FORMS = range(0xFB50, 0xFEFD)
"""Arabic presentation forms."""
_MOST_LISTED = 100
"""Codes that one list of a character map may hold."""
_CHARACTER_MAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Codes def
/CMapType 2 def
1 begincodespacerange
<00> <FF>
endcodespacerange
{}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""

_WORD = re.compile(r"\s*\S+\s*")
_TEXT_END = "ET"
"""The operator with which reportlab ends a text object."""
_SHOWN = re.compile(r"(/\S+ \S+ Tf \S+ TL) (?:\[(.*)\] TJ|(\(.*\)) Tj)", re.DOTALL)
"""How reportlab shows a string in one font: with single places for glyphs, or plainly."""

_numbers = count(1)
_codes = count(0xF0000)
"""Private-use characters, each used once in a process: planes 15 and 16 have 131,000 of them."""
_meanings: dict[int, str] = {}
"""The text of each, across all faces."""


class EmbeddedFace:
    """A face as reportlab embeds it, by `name`; glyphs get codes as they are used."""

    def __init__(self, font: Font) -> None:
        self.font = font
        self.name = f"{font.face} {next(_numbers)}"
        self._embedded = TTFont(self.name, io.BytesIO(font.data()), asciiReadable=False)
        # Two files may have the same PostScript name; reportlab would take one for the other.
        self._embedded.face.name = self.name.encode()
        pdfmetrics.registerFont(self._embedded)
        self._embedded.face.name = re.sub(r"[^A-Za-z0-9-]", "-", font.face).encode()
        self._codes: dict[tuple[int, str, bool], tuple[str, float]] = {}

    def code(self, number: int, text: str, right_to_left: bool) -> tuple[str, float]:
        """Returns the private-use character of a glyph with this text, and its advance in thousandths of an em."""
        key = number, text, right_to_left
        if key not in self._codes:
            code, advance = next(_codes), self.font.thousandths(number)
            _meanings[code] = _find_glyph_text(text, right_to_left)
            self._embedded.face.charToGlyph[code] = number
            self._embedded.face.charWidths[code] = advance
            self._codes[key] = chr(code), advance
        return self._codes[key]


@cache
def embed_font(font: Font) -> EmbeddedFace:
    """Registers a font with reportlab, once."""
    return EmbeddedFace(font)


class _Word(NamedTuple):
    """A word as reportlab writes it, with the spaces after it.

    `strings` are to be shown in `font`; if that is empty, they are whole operators. `marks` are glyphs without text in
    a right-to-left run, such as vowel points, each with its x: they are drawn as shapes, as PDF readers would extract
    them away from their letters. `advance` and x are in thousandths of an em.
    """

    font: str
    strings: str
    marks: tuple[tuple[float, Glyph], ...]
    advance: float


class TextPainter:
    """Draws the text of one file. Formatted words are cached: that halves the time of a deck of cards."""

    def __init__(self, fonts: FontBook) -> None:
        self._fonts = fonts
        self._words: dict[tuple[str, float, str, tuple[Glyph, ...], bool, bool], _Word] = {}

    def draw(self, canvas: Canvas, run: Text, colour: Colour, *, invisible: bool = False) -> None:
        """Draws a run at its position, in mm with y downwards. `invisible` text can be searched and copied. Raises
        KitError for an unknown face."""
        face = embed_font(self._fonts.font(run.font))
        # Words in one font are shown by one operator: some readers take a short word by itself for a new line.
        shown, marks = list[tuple[str, list[str]]](), list[tuple[float, Glyph]]()
        x = 0.0
        for spelling, glyphs in _words(run):
            key = face.name, run.size, spelling, glyphs, run.right_to_left, invisible
            if key not in self._words:
                self._words[key] = _format_word(canvas, face, *key[1:])
            word = self._words[key]
            if shown and shown[-1][0] == word.font:
                shown[-1][1].append(word.strings)
            else:
                shown.append((word.font, [word.strings]))
            for left, glyph in word.marks:
                marks.append((x + left, glyph))
            x += word.advance
        set_fill(canvas, colour)
        matrix = fp_str(MM_PER_POINT, 0, 0, -MM_PER_POINT, round(run.x, 3), round(run.y, 3))
        operators = [f"{font} [{' '.join(strings)}] TJ" if font else " ".join(strings) for font, strings in shown]
        canvas.addLiteral(f"BT {matrix} Tm {' '.join(operators)} {_TEXT_END}")
        if marks and not invisible:
            em = run.size * MM_PER_POINT
            segments: list[Segment] = []
            for left, glyph in marks:
                place = run.x + (left + glyph.x) * em / 1000, run.y - glyph.y * em / 1000
                segments += through(face.font.outline(glyph.number), (em, 0.0, 0.0, em, *place))
            draw_shape(canvas, Path(tuple(segments), colour))

    def mend(self, pdf: pikepdf.Pdf) -> None:
        """Replaces private-use characters in a saved file's font maps with the text of the glyphs."""
        for font in pdf.objects:
            if isinstance(font, pikepdf.Dictionary) and font.get("/Type") == "/Font" and "/ToUnicode" in font:
                written = font.ToUnicode.read_bytes().decode("ascii")
                font.ToUnicode.write(_build_character_map(written).encode("ascii"))


def _words(run: Text) -> Iterator[tuple[str, tuple[Glyph, ...]]]:
    """Yields the words of a run, each with its glyphs and the spaces after it. A right-to-left run is not split."""
    ends = () if run.right_to_left else {match.end() for match in _WORD.finditer(run.text)}
    start = first = at = 0
    for index, glyph in enumerate(run.glyphs):
        if at in ends and glyph.length:
            yield run.text[first:at], run.glyphs[start:index]
            start, first = index, at
        at += glyph.length
    yield run.text[first:], run.glyphs[start:]


def _format_word(
    canvas: Canvas,
    face: EmbeddedFace,
    size: float,
    spelling: str,
    glyphs: tuple[Glyph, ...],
    right_to_left: bool,
    invisible: bool,
) -> _Word:
    start = canvas.beginText().getCode().removesuffix(_TEXT_END)
    text = canvas.beginText()
    text.setFont(face.name, size)
    text.setTextRenderMode(_INVISIBLE if invisible else _FILLED)
    marks = list[tuple[float, Glyph]]()
    x = 0.0
    blank = 0.0  # room for glyphs without ink, which goes to the next glyph or the last one
    pairs = spelled(spelling, glyphs, right_to_left)
    for y, level in groupby(pairs, key=lambda pair: 0.0 if right_to_left and not pair[1] else pair[0].y):
        codes, places = "", list[ShapeData]()
        for glyph, meaning in level:
            number = face.font.glyph(" ") or NO_INK if meaning in _LINE_ENDS else glyph.number
            if number == NO_INK or (right_to_left and not meaning):
                if number != NO_INK:
                    marks.append((x, glyph))
                blank += glyph.advance
            else:
                code, natural = face.code(number, meaning, right_to_left)
                codes += code
                places.append(ShapeData(0, blank + glyph.advance, 0, blank + glyph.x, 0, natural))
                blank = 0.0
            x += glyph.advance
        if codes:
            places[-1] = places[-1]._replace(x_advance=places[-1].x_advance + blank)
            blank = 0.0
            if y:
                text.setRise(y * size / 1000)
            text.textOut(ShapedStr(codes, places))
            if y:
                text.setRise(0)
    text.setTextRenderMode(_FILLED)
    operators = text.getCode().removesuffix(_TEXT_END).removeprefix(start)
    if not right_to_left and not all(glyph.length for glyph in glyphs):
        operators = f"/Span <</ActualText <FEFF{_utf16(spelling)}>>> BDC {operators} EMC"
    elif shown := _SHOWN.fullmatch(operators.strip()):
        return _Word(shown[1], shown[2] or shown[3], tuple(marks), x)
    return _Word("", operators, tuple(marks), x)


def _find_glyph_text(text: str, right_to_left: bool) -> str:
    """Returns the text that PDF readers copy for a glyph. Poppler and PDFium reverse right-to-left text, including the
    letters of one glyph: so a ligature is written as its presentation form, if it has one, or reversed, and a bracket
    as shown."""
    if right_to_left and text in _list_presentation_forms():
        return _list_presentation_forms()[text]
    if right_to_left:
        return "".join(MIRRORED.get(one, one) for one in reversed(text))
    return "".join(" " if one.isspace() else "-" if one == "\u2011" else one for one in text)


@cache
def _list_presentation_forms() -> dict[str, str]:
    """Maps letters to their Arabic ligature character."""
    forms = {normalize("NFKC", chr(code)): chr(code) for code in reversed(_FORMS)}
    return {letters: form for letters, form in forms.items() if len(letters) > 1}


def _build_character_map(written: str) -> str:
    """Returns the character map of a font, given the one with private-use characters."""
    lines: list[str] = []
    for code, character in re.findall(r"<([0-9A-F]{2})> <([0-9A-F]+)>", written):
        if meaning := _meanings.get(int(character, 16)):
            lines.append(f"<{code}> <{_utf16(meaning)}>")
    lists = [lines[start : start + _MOST_LISTED] for start in range(0, len(lines), _MOST_LISTED)]
    return _CHARACTER_MAP.format(
        "\n".join("\n".join((f"{len(part)} beginbfchar", *part, "endbfchar")) for part in lists)
    )


def _utf16(text: str) -> str:
    return text.encode("utf-16-be", "surrogatepass").hex().upper()
