"""What the words of drawings are: their letters, each with its type and place (SVG 2, 11)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

import msgspec
from lxml import etree

from pnp.art import svg_attributes
from pnp.art.paths import parse_path, through
from pnp.art.polygons import subpaths
from pnp.art.svg_attributes import Attributes, Look, SvgError
from pnp.art.svg_calc import separated
from pnp.art.svg_transforms import transform
from pnp.art.ways import Way
from pnp.scene import Box
from pnp.text.direction import turns

MOST_LETTERS = 2_000
"""Letters of one text."""
_XLINK = "{http://www.w3.org/1999/xlink}href"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_STEPS = 24
"""Straight pieces of a curve that words stand on."""
_WEIGHTS = {"normal": 400, "bold": 700}
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_LINES = {"none": "none", "underline": "underline", "overline": "overline", "line-through": "line-through"}
_CASES: Mapping[str, Callable[[str], str]] = {"none": str, "uppercase": str.upper, "lowercase": str.lower}
_RUN_ON = {"none": False, "normal": False, "nowrap": False, "pre": True, "pre-wrap": True, "break-spaces": True}
_EM = re.compile(r"([-+\d.eE]+?)r?em")
_AS_PATHS = "turn it into paths where you draw"
PLAIN = {
    "font": (),
    "font-variant": ("normal",),
    "font-variant-caps": ("normal",),
    "font-stretch": ("normal", "100%"),
    "font-variant-ligatures": ("normal", "common-ligatures"),
    "font-variant-numeric": ("normal",),
    "font-variant-position": ("normal",),
    "font-variant-alternates": ("normal",),
    "font-variant-east-asian": ("normal",),
    "font-feature-settings": ("normal", *(f"{mark}kern{mark}{on}" for mark in "\"'" for on in ("", " 1", " on"))),
    "font-variation-settings": ("normal",),
    "font-kerning": ("auto", "normal"),
    "text-shadow": ("none",),
    "writing-mode": ("lr-tb", "lr", "horizontal-tb"),
    "direction": ("ltr",),
    "baseline-shift": ("baseline", "0", "0px", "0%"),
    "lengthAdjust": ("spacing", "spacingAndGlyphs"),
}
"""Properties of words that are set with these values only."""
_BASELINES = {"auto": 0.0, "alphabetic": 0.0, "baseline": 0.0, "middle": 0.5}
"""Shares of the height of an x, by which words are lower."""


class Type(msgspec.Struct, frozen=True):
    """How words are set; lengths in units of the drawing."""

    families: str = ""
    size: float = 16.0
    weight: int = 400
    italic: bool = False
    anchor: float = 0.0
    spacing: float = 0.0
    between_words: float = 0.0
    lines: tuple[str, ...] = ()
    case: str = "none"
    lowered: float = 0.0
    """By this share of the height of an x."""
    preserved: bool = False
    """Blanks stay as they are."""


class Character(msgspec.Struct):
    """A letter with the marks on it, its look and type, and where it is said to stand: at `x` and `y`, then so much
    further on, turned."""

    text: str
    look: Look
    type: Type
    way: Way | None = None
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    rotate: float = 0.0

    @property
    def moved(self) -> bool:
        """Whether it stands elsewhere than right after the letter before it."""
        return self.x is not None or self.y is not None or bool(self.dx or self.dy)


class Source(msgspec.Struct, frozen=True):
    """What is said of elements, which have names, and the box that per cent are of."""

    attributes: Attributes
    by_id: Mapping[str | None, etree._Element]
    view: Box


def characters(element: etree._Element, look: Look, source: Source) -> list[Character]:
    """The letters of a `<text>`. Raises SvgError for what is not set here."""
    inherited = Type()
    for parent in reversed([*element.iterancestors(etree.Element)]):
        inherited = _type(inherited, parent, source)
    reader = _Reader(source)
    reader.read(element, look, inherited, None)
    kept = _collapsed(reader.found)
    places = {id(character): place for place, character in enumerate(kept)}
    for start, end, said, type_ in reader.placing:
        own = [places[id(one)] for one in reader.found[start:end] if id(one) in places]
        _place(kept, own, said, type_, source.view)
    return kept


class _Reader:
    def __init__(self, source: Source) -> None:
        self._source = source
        self.found: list[Character] = []
        self.placing: list[tuple[int, int, Mapping[str, str], Type]] = []
        """What is said of the places of letters, from one to another; what counts more comes later."""

    def read(self, element: etree._Element, look: Look, above: Type, way: Way | None, *, own: bool = False) -> None:
        said = self._source.attributes(element)
        if own:
            look = svg_attributes.inherited(look, said, self._source.view)
            unknown = {"transform", "textLength", "filter", "mask", "clip-path"} & said.keys()
            if unknown:
                raise SvgError(f"the attribute {min(unknown)} of a {etree.QName(element).localname} is not followed")
        if look.hidden:
            return
        type_ = _type(above, element, self._source)
        number = len(self.placing)
        self.placing.append((0, 0, {}, type_))
        start = len(self.found)
        if etree.QName(element).localname == "textPath":
            way = _way(element, self._source)
            offset = svg_attributes.length(said.get("startOffset", "0"), "startOffset", self._source.view, way.length)
            said = {**said, "x": str(offset)}
        self._add(element.text, look, type_, way)
        for child in element.iterchildren(etree.Element):
            name = etree.QName(child).localname
            if name in ("tspan", "textPath", "a"):
                self.read(child, look, type_, way, own=True)
            elif name not in ("title", "desc"):
                raise SvgError(f"<{name}> in a text is not drawn; {_AS_PATHS}")
            self._add(child.tail, look, type_, way)
        self.placing[number] = (start, len(self.found), said, type_)

    def _add(self, text: str | None, look: Look, type_: Type, way: Way | None) -> None:
        self.found += (Character(letter, look, type_, way) for letter in _CASES[type_.case](text or ""))
        if len(self.found) > MOST_LETTERS:
            raise SvgError(f"a text of more than {MOST_LETTERS} letters is not drawn; set it with the face's `text`")


def _way(element: etree._Element, source: Source) -> Way:
    """The path that words stand on. Raises SvgError."""
    target = str(element.get("href") or element.get(_XLINK) or "")
    found = source.by_id.get(target[1:]) if target.startswith("#") else None
    if found is None or etree.QName(found).localname != "path":
        raise SvgError(f"the path `{target[:40]}` of a textPath is not in this drawing")
    said = source.attributes(found)
    segments = through(parse_path(said.get("d", "")), transform(said.get("transform", "")))
    points, _ = next(subpaths(segments, _STEPS), ((), False))
    try:
        return Way(points)
    except (IndexError, ValueError):
        raise SvgError(f"the path `{target[:40]}` of a textPath has no length") from None


def _collapsed(found: list[Character]) -> list[Character]:
    """Blanks as one, none at both ends; where they are preserved, each as a blank."""
    kept: list[Character] = []
    for character in found:
        blank = character.text.isspace() and character.text != "\u00a0"
        if blank and not character.type.preserved:
            if character.text == "\n" and not kept:
                continue
            if not kept or (kept[-1].text == " " and not kept[-1].type.preserved):
                continue
        if blank:
            character.text = " "
        kept.append(character)
    while kept and kept[-1].text == " " and not kept[-1].type.preserved:
        kept.pop()
    return kept


def _place(kept: list[Character], own: list[int], said: Mapping[str, str], type_: Type, view: Box) -> None:
    """Gives letters the places that an element names for them one by one."""
    sides = {"x": view.width, "dx": view.width, "y": view.height, "dy": view.height}
    for key in ("x", "y", "dx", "dy", "rotate"):
        values = separated(said.get(key, ""))
        numbers = [_length(part, key, type_.size, view, sides.get(key)) for part in values]
        for place, number in zip(own, numbers, strict=False):
            setattr(kept[place], key, number)
        if key == "rotate" and numbers:
            for place in own[len(numbers) :]:
                kept[place].rotate = numbers[-1]


def _length(value: str, key: str, size: float, view: Box, side: float | None = None) -> float:
    """A length, of which some go by the size of letters. Raises SvgError."""
    if found := _EM.fullmatch(value):
        return svg_attributes.number(found[1], key) * size
    return svg_attributes.length(value, key, view, side)


def _type(above: Type, element: etree._Element, source: Source) -> Type:
    changed: dict[str, object] = {}
    size = above.size
    for name, value in sorted(source.attributes(element).items(), key=lambda one: one[0] != "font-size"):
        if name in PLAIN and value not in (*PLAIN[name], "inherit", "unset", "initial"):
            raise SvgError(f'{name}="{value[:40]}" of words is not followed; set them with the face\'s `text`')
        if value in ("inherit", "unset"):
            continue
        match name:
            case "font-family":
                changed["families"] = value
            case "font-size":
                size = changed["size"] = _size(value, above.size, source.view)
            case "font-style":
                changed["italic"] = value != "normal"
            case "font-weight":
                changed["weight"] = _weight(value)
            case "letter-spacing" | "word-spacing":
                length = 0.0 if value == "normal" else _length(value, name, size, source.view, size)
                changed["spacing" if name == "letter-spacing" else "between_words"] = length
            case "text-anchor":
                changed["anchor"] = _known(name, value, _ANCHORS)
            case "text-decoration" | "text-decoration-line":
                lines = tuple(_known(name, word, _LINES) for word in value.split() if word not in ("solid", "auto"))
                changed["lines"] = (*above.lines, *(line for line in lines if line != "none"))
            case "text-transform":
                _known(name, value, _CASES)
                changed["case"] = value
            case "dominant-baseline" | "alignment-baseline":
                changed["lowered"] = _known(name, value, _BASELINES)
            case "white-space":
                changed["preserved"] = _known(name, value, _RUN_ON)
    if space := element.get(_SPACE):
        changed.setdefault("preserved", space == "preserve")
    return msgspec.structs.replace(above, **changed) if changed else above


def _size(value: str, above: float, view: Box) -> float:
    return _length(value, "font-size", above, view, above)


def _known(name: str, value: str, known: Mapping[str, object]) -> object:
    if value not in known:
        raise SvgError(f'{name}="{value[:20]}": known are {", ".join(known)}')
    return known[value]


def _weight(value: str) -> int:
    if value.isdigit():
        return int(value)
    if value not in _WEIGHTS:
        raise SvgError(f'font-weight="{value[:20]}": known are {", ".join(_WEIGHTS)} and numbers')
    return _WEIGHTS[value]


def spans(line: list[Character]) -> Iterator[list[Character]]:
    """Letters that follow one another in one look and type, so that they are set together."""
    span: list[Character] = []
    for character in line:
        together = span and not character.moved and not (character.rotate or span[-1].rotate)
        if not (together and character.look == span[0].look and character.type == span[0].type):
            if span:
                yield span
            span = []
        span.append(character)
    if span:
        yield span


def shown_lines(lines: list[list[Character]]) -> list[list[Character]]:
    """Lines as they stand from left to right. Raises SvgError for what runs from right to left."""
    for line in lines:
        if turns(_text(line)):
            raise SvgError(f"“{_text(line)[:20]}” runs from right to left; {_AS_PATHS}")
    return lines


def _text(characters: list[Character]) -> str:
    return "".join(character.text for character in characters)
