"""The SVG back end: writes a scene as one SVG document with svgwrite.

Lines break as in the PDF, and each character has its own position, so that viewers' kerning and hinting move nothing.
Art is stored once as a symbol. Pictures, and fonts on request, are embedded.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache

import svgwrite
from svgwrite.base import BaseElement
from svgwrite.container import Group as Container

from pnp.art.paths import format_path, number
from pnp.face.shapes import outline_text
from pnp.findings import Finding, KitError, Place
from pnp.scene import (
    ENDS_LINE,
    IDENTITY,
    MM_PER_POINT,
    NO_INK,
    READ_FIRST,
    SOFT_HYPHEN,
    Art,
    Box,
    Ellipse,
    Gradient,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Rect,
    Scene,
    Shadow,
    Stroke,
    Text,
    Use,
)
from pnp.text.fonts import Font, FontBook
from pnp.text.shaping import is_shaped, replace_spaces

_LAYOUT = frozenset({"GSUB", "GPOS", "GDEF", "BASE", "JSTF", "kern", "DSIG", "meta"})
_BLANKS = str.maketrans({SOFT_HYPHEN: "-", ENDS_LINE: " ", READ_FIRST: " "})
"""What is drawn for characters that say where a line ends."""
_JPEG = b"\xff\xd8"
_MITRE = Stroke("", 0.0).mitre


def write_svg(
    scene: Scene,
    *,
    fonts: FontBook,
    bleed: bool = False,
    embed: bool = True,
    prefix: str = "",
    title: str = "",
) -> str:
    """Returns a scene as an SVG document, in mm; with its bleed, or cropped to the trim.

    `embed` includes the used glyphs; otherwise the page must provide the fonts by face name. `prefix` (a letter, then
    letters, digits, hyphens) keeps ids and fonts distinct from those of other drawings.
    """
    return _Drawing(scene, fonts, bleed, embed, prefix).text(title)


@lru_cache(maxsize=256)
def subset_font(font: Font, characters: str) -> bytes:
    """Returns a font reduced to the glyphs of `characters` (sorted, unique), as WOFF; without kerning and ligatures, as
    every character is positioned."""
    # Ten megabytes that a server of phones need not carry: its signs embed no fonts.
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options()
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = []
    worker = subset.Subsetter(options)
    worker.populate(text=characters)
    out = io.BytesIO()
    try:
        opened = TTFont(io.BytesIO(font.data()), recalcTimestamp=False)
        for tag in _LAYOUT & set(opened.keys()):
            del opened[tag]
        worker.subset(opened)
        opened.flavor = "woff"
        opened.save(out, reorderTables=False)
    except Exception as error:  # a broken font file makes fontTools raise errors of many kinds
        place = Place(f"fonts/{font.path.name}")
        raise KitError([Finding("error", "font-unreadable", place, "is not a whole font")]) from error
    return out.getvalue()


class _Drawing:
    """A document in progress: its definitions, and the used characters of each font."""

    def __init__(self, scene: Scene, fonts: FontBook, bleed: bool, embed: bool, prefix: str) -> None:
        margin = scene.bleed if bleed else 0.0
        view = Box(0.0, 0.0, scene.width, scene.height).inset(-margin)
        self._scene = scene
        self._fonts = fonts
        self._embed = embed
        self._prefix = prefix
        self._names: dict[str, dict[Hashable, str]] = {"art": {}, "gradient": {}, "shadow": {}, "clip": {}}
        """Ids of what is defined, by kind and by what it shows."""
        self._used: dict[str, set[str]] = {}
        self._svg = svgwrite.Drawing(
            size=(f"{number(view.width)}mm", f"{number(view.height)}mm"),
            viewBox=f"{number(view.x)} {number(view.y)} {number(view.width)} {number(view.height)}",
            debug=False,
        )

    def text(self, title: str) -> str:
        """Returns the document as text."""
        if title:
            self._svg.set_desc(title=title)
        body = self._svg.g(font_kerning="none", text_rendering="geometricPrecision")
        self._fill(body, self._scene.items)
        if self._embed and self._used:
            self._svg.defs.add(self._svg.style("".join(self._font_face(face) for face in sorted(self._used))))
        self._svg.add(body)
        return str(self._svg.tostring())

    def _font_face(self, face: str) -> str:
        data = subset_font(self._fonts.font(face), "".join(sorted(self._used[face])))
        source = f"data:font/woff;base64,{base64.b64encode(data).decode()}"
        return f'@font-face{{font-family:"{self._prefix}{face}";src:url({source})}}'

    def _fill(self, parent: Container, items: Iterable[Item]) -> None:
        for item in items:
            parent.add(self._element(item))

    def _element(self, item: Item) -> BaseElement:
        svg = self._svg
        if isinstance(item, Text):
            return self._text(item)
        if isinstance(item, Use):
            return svg.use(f"#{self._symbol(item.art)}", transform=_matrix(item.matrix))
        if isinstance(item, Group):
            group = svg.g()
            if item.matrix != IDENTITY:
                group["transform"] = _matrix(item.matrix)
            if item.clip is not None:
                group["clip-path"] = f"url(#{self._clip(item.clip)})"
            if item.opacity < 1:
                group["opacity"] = factor(item.opacity)
            self._fill(group, item.items)
            return group
        if isinstance(item, Image):
            return self._image(item)
        if isinstance(item, Shadow):
            shade = self._shape(Rect(item.box))
            shade["fill"], shade["mask"] = item.colour, f"url(#{self._mask(item)})"
            return shade
        element = self._shape(item)
        element["fill"] = (
            f"url(#{self._gradient(item.fill)})" if isinstance(item.fill, Gradient) else item.fill or "none"
        )
        if item.stroke is not None and item.stroke.width > 0:
            _stroke(element, item.stroke)
        return element

    def _shape(self, item: Rect | Ellipse | Path) -> BaseElement:
        if isinstance(item, Path):
            path = self._svg.path(format_path(item.segments) or "M0 0")
            if item.rule == "evenodd":
                path["fill-rule"] = "evenodd"
            return path
        box = item.box
        if isinstance(item, Ellipse):
            middle = (number(box.x + box.width / 2), number(box.y + box.height / 2))
            return self._svg.ellipse(middle, (number(box.width / 2), number(box.height / 2)))
        rect = self._svg.rect((number(box.x), number(box.y)), (number(box.width), number(box.height)))
        if item.radius > 0:
            rect["rx"] = number(item.radius)
        return rect

    def _text(self, run: Text) -> BaseElement:
        font = self._fonts.font(run.font)
        text = _characters(run, font)
        if text is None:  # a browser would set other glyphs
            path = self._svg.path(format_path(outline_text(run, font)) or "M0 0", fill=run.colour)
            path["role"], path["aria-label"] = "img", run.text
            return path
        self._used.setdefault(run.font, set()).update(text)
        em, x = run.size * MM_PER_POINT, run.x
        places: list[str] = []
        for glyph in run.glyphs:
            places.append(number(x))
            x += glyph.advance * em / 1000
        element = self._svg.text(text, fill=run.colour, font_size=f"{em:.4f}")
        element["x"] = " ".join(places)
        element["y"] = number(run.y)
        element["font-family"] = f"{self._prefix if self._embed else ''}{run.font}"
        if run.right_to_left:  # it stands as it is shown already
            element["direction"], element["unicode-bidi"] = "ltr", "bidi-override"
        if text != text.strip() or "  " in text:
            element["xml:space"] = "preserve"
        return element

    def _define(self, kind: str, shown: Hashable, make: Callable[[str], BaseElement]) -> str:
        names = self._names[kind]
        if shown not in names:
            names[shown] = f"{self._prefix}{kind}{len(names)}"
            self._svg.defs.add(make(names[shown]))
        return names[shown]

    def _symbol(self, art: Art) -> str:
        def make(name: str) -> BaseElement:
            symbol = self._svg.symbol(id=name, overflow="visible")
            self._fill(symbol, art.items)
            return symbol

        return self._define("art", art.key, make)

    def _gradient(self, gradient: Gradient) -> str:
        def make(name: str) -> BaseElement:
            if gradient.kind == "linear":
                element = self._svg.linearGradient((0, 0), (1, 0), id=name)
            else:
                focus = tuple(map(factor, gradient.focus)) if any(gradient.focus) else None
                element = self._svg.radialGradient((0, 0), 1, focus, id=name)
            element["gradientUnits"] = "userSpaceOnUse"
            element["gradientTransform"] = _matrix(gradient.matrix)
            for stop in gradient.stops:
                element.add_stop_color(factor(stop.at), stop.colour, factor(stop.opacity) if stop.opacity < 1 else None)
            return element

        return self._define("gradient", gradient, make)

    def _mask(self, shadow: Shadow) -> str:
        def make(name: str) -> BaseElement:
            mask = self._svg.mask(id=name)
            mask["maskUnits"] = "userSpaceOnUse"
            for key in ("x", "y", "width", "height"):
                mask[key] = number(getattr(shadow.box, key))
            mask.add(self._picture(shadow.data, shadow.box))
            return mask

        return self._define("shadow", f"{shadow.key} {shadow.box}", make)

    def _clip(self, clip: Box | Path) -> str:
        def make(name: str) -> BaseElement:
            element = self._svg.clipPath(id=name)
            shape = self._shape(clip if isinstance(clip, Path) else Rect(clip))
            if isinstance(clip, Path) and clip.rule == "evenodd":
                shape["clip-rule"] = "evenodd"
            element.add(shape)
            return element

        return self._define("clip", len(self._names["clip"]), make)

    def _picture(self, data: bytes, box: Box) -> BaseElement:
        kind = "jpeg" if data.startswith(_JPEG) else "png"
        source = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
        place = {"insert": (number(box.x), number(box.y)), "size": (number(box.width), number(box.height))}
        return self._svg.image(source, **place, preserveAspectRatio="none")

    def _image(self, item: Image) -> BaseElement:
        image = self._picture(item.data, item.box)
        if item.clip is None:
            return image
        group = self._svg.g(clip_path=f"url(#{self._clip(item.clip)})")
        group.add(image)
        return group


def _characters(run: Text, font: Font) -> str | None:
    """Returns the characters of a run from left to right, if each is one glyph that a browser sets equally."""
    if is_shaped(run.text):
        return None
    shown = [(glyph, replace_spaces(text).translate(_BLANKS)) for glyph, text in run.spelled()]
    plain = all(
        glyph.length == 1 and glyph.x == glyph.y == 0 and glyph.number in (NO_INK, font.glyph(text))
        for glyph, text in shown
    )
    return "".join(text for _, text in shown) if plain else None


def _stroke(element: BaseElement, stroke: Stroke) -> None:
    element["stroke"] = stroke.colour
    element["stroke-width"] = number(stroke.width)
    if stroke.dash:
        element["stroke-dasharray"] = " ".join(map(number, stroke.dash))
    if stroke.cap != "butt":
        element["stroke-linecap"] = stroke.cap
    if stroke.join != "miter":
        element["stroke-linejoin"] = stroke.join
    elif stroke.mitre != _MITRE:
        element["stroke-miterlimit"] = number(stroke.mitre)


def _matrix(matrix: Matrix) -> str:
    a, b, c, d, e, f = matrix
    return f"matrix({factor(a)} {factor(b)} {factor(c)} {factor(d)} {number(e)} {number(f)})"


def factor(value: float) -> str:
    """Formats a number without unit, to a millionth."""
    return f"{value:.6f}".rstrip("0").rstrip(".")
