"""Words in drawings, as the shapes of their letters: lines and parts of them, in the typefaces that are known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import msgspec
from lxml import etree

from pnp.art import svg_attributes
from pnp.art.paths import multiply, parse_path, through
from pnp.art.polygons import subpaths
from pnp.art.svg_attributes import Look, SvgError
from pnp.art.ways import Way
from pnp.scene import Segment

Letters: TypeAlias = Callable[[str, int, bool, str], tuple[tuple[Segment, ...], float] | None]
"""The shapes of a text by its families, its weight and whether it is italic, and its width, in em; None: no typeface of
these is known."""
Attributes: TypeAlias = Callable[[etree._Element], Mapping[str, str]]  # noqa: SLF001 - lxml has no other name for it
_XLINK = "{http://www.w3.org/1999/xlink}href"
_STEPS = 24
"""Straight pieces of a curve that words stand on."""
_OVER = 0.25
"""Of the size of words, by which they may stand out of their path: the room round their first and last letter."""
_BLANKS = re.compile(r"\s+")
_WEIGHTS = {"normal": 400, "bold": 700}
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


class _Type(msgspec.Struct, frozen=True):
    families: str = ""
    size: float = 16.0
    weight: int = 400
    italic: bool = False
    anchor: str = "start"


class _Run(msgspec.Struct, frozen=True):
    """Words in one type; `x` and `y` begin a line anew."""

    text: str
    look: Look
    type: _Type
    x: float | None
    y: float | None
    dx: float
    dy: float
    way: Way | None = None
    """What it stands on, from `x` along it."""


def words(
    element: etree._Element,
    look: Look,
    attributes: Attributes,
    letters: Letters,
    by_id: Mapping[str | None, etree._Element],
) -> Iterator[tuple[tuple[Segment, ...], Look]]:
    """The shapes of a `<text>`, each with its look. Raises SvgError for what is not set here."""
    inherited = _Type()
    for parent in reversed([*element.iterancestors(etree.Element)]):
        inherited = _type(inherited, attributes(parent))
    lines: list[list[_Run]] = []
    for run in _runs(element, look, inherited, _Source(attributes, by_id), own=False):
        if not lines or run.x is not None or run.y is not None or run.way is not lines[-1][-1].way:
            lines.append([])
        lines[-1].append(run)
    at = (0.0, 0.0)
    for line in lines:
        if line[0].way is not None:
            yield from _set_along(line, line[0].way, letters)
            continue
        shapes, at = _set(line, at, letters)
        yield from shapes


class _Source(msgspec.Struct, frozen=True):
    """What is said of elements, and which have names."""

    attributes: Attributes
    by_id: Mapping[str | None, etree._Element]


def _runs(
    element: etree._Element, look: Look, inherited: _Type, source: _Source, *, own: bool, way: Way | None = None
) -> Iterator[_Run]:
    said = source.attributes(element)
    if own:
        look = svg_attributes.inherited(look, said)
        unknown = {"transform", "rotate", "textLength", "lengthAdjust"} & said.keys()
        if unknown:
            raise SvgError(f"the attribute {min(unknown)} of a {etree.QName(element).localname} is not followed")
    type_ = _type(inherited, said)
    x, y, dx, dy = (_one(said, key) for key in ("x", "y", "dx", "dy"))
    if etree.QName(element).localname == "textPath":
        way = _way(element, source)
        x = _offset(said.get("startOffset", "0"), way)
    text = element.text or ""
    yield _Run(text, look, type_, x, y, dx or 0.0, dy or 0.0, way)
    for child in element:
        if isinstance(child.tag, str):
            name = etree.QName(child).localname
            if name not in ("tspan", "textPath", "title", "desc"):
                raise SvgError(f"<{name}> in a text is not drawn; turn it into paths where you draw")
            if name in ("tspan", "textPath"):
                yield from _runs(child, look, type_, source, own=True, way=way)
        yield _Run(child.tail or "", look, type_, None, None, 0.0, 0.0, way)


def _way(element: etree._Element, source: _Source) -> Way:
    """The path that words stand on. Raises SvgError."""
    target = str(element.get("href") or element.get(_XLINK) or "")
    found = source.by_id.get(target[1:]) if target.startswith("#") else None
    if found is None or etree.QName(found).localname != "path":
        raise SvgError(f"the path `{target[:40]}` of a textPath is not in this drawing")
    said = source.attributes(found)
    segments = through(parse_path(said.get("d", "")), svg_attributes.transform(said.get("transform", "")))
    points, _ = next(subpaths(segments, _STEPS), ((), False))
    try:
        return Way(points)
    except (IndexError, ValueError):
        raise SvgError(f"the path `{target[:40]}` of a textPath has no length") from None


def _offset(value: str, way: Way) -> float:
    if value.strip().endswith("%"):
        return way.length * svg_attributes.number(value.strip()[:-1], "startOffset") / 100
    return svg_attributes.number(value, "startOffset")


_Shapes: TypeAlias = list[tuple[tuple[Segment, ...], Look]]


def _set(line: list[_Run], at: tuple[float, float], letters: Letters) -> tuple[_Shapes, tuple[float, float]]:
    """The shapes of a line, and where it ends."""
    texts = _collapsed([run.text for run in line])
    shaped = [_shaped(run, text, letters) for run, text in zip(line, texts, strict=True)]
    width = sum(run.dx + wide * run.type.size for run, (_, wide) in zip(line, shaped, strict=True))
    x = (at[0] if line[0].x is None else line[0].x) - _ANCHORS[line[0].type.anchor] * width
    y = at[1] if line[0].y is None else line[0].y
    shapes: _Shapes = []
    for run, (segments, wide) in zip(line, shaped, strict=True):
        x, y = x + run.dx, y + run.dy
        if segments:
            shapes.append((through(segments, (run.type.size, 0.0, 0.0, run.type.size, x, y)), run.look))
        x += wide * run.type.size
    return shapes, (x, y)


def _set_along(line: list[_Run], way: Way, letters: Letters) -> Iterator[tuple[tuple[Segment, ...], Look]]:
    """The shapes of a line on a path, each letter turned as the path runs under its middle."""
    texts = _collapsed([run.text for run in line])
    widths = [_shaped(run, text, letters)[1] * run.type.size for run, text in zip(line, texts, strict=True)]
    width = sum(run.dx + wide for run, wide in zip(line, widths, strict=True))
    x = (line[0].x or 0.0) - _ANCHORS[line[0].type.anchor] * width
    if min(x, way.length - x - width) < -_OVER * line[0].type.size:
        raise SvgError(f"“{''.join(texts)[:20]}” is longer than its path; make the path longer, or the words smaller")
    y = 0.0
    for run, text, wide in zip(line, texts, widths, strict=True):
        x, y, size = x + run.dx, y + run.dy, run.type.size
        for index, character in enumerate(text):
            segments, own = _shaped(run, character, letters)
            begin = x + _shaped(run, text[: index + 1], letters)[1] * size - own * size
            if segments:
                upright = (size, 0.0, 0.0, size, -own * size / 2, y)
                yield through(segments, multiply(way.at(begin + own * size / 2), upright)), run.look
        x += wide


def _shaped(run: _Run, text: str, letters: Letters) -> tuple[tuple[Segment, ...], float]:
    """The shapes of a text in its type, in em. Raises SvgError, if nobody knows that."""
    found = letters(run.type.families, run.type.weight, run.type.italic, text) if text else ((), 0.0)
    if found is None:
        named = run.type.families[:40] or "none"
        raise SvgError(f"the typeface of “{text[:20]}” ({named}) is not known; put it into fonts/, or draw paths")
    return found


def _collapsed(texts: list[str]) -> list[str]:
    """Blanks as one, none at both ends."""
    found: list[str] = []
    blank = True
    for text in texts:
        plain = _BLANKS.sub(" ", text)
        plain = plain[1:] if blank and plain.startswith(" ") else plain
        found.append(plain)
        blank = plain.endswith(" ") if plain else blank
    for number in range(len(found) - 1, -1, -1):
        if found[number].strip():
            found[number] = found[number].rstrip(" ")
            break
        found[number] = ""
    return found


def _type(inherited: _Type, said: Mapping[str, str]) -> _Type:
    changed: dict[str, object] = {}
    if said.get("font-family", "inherit") != "inherit":
        changed["families"] = said["font-family"]
    if said.get("font-size", "inherit") != "inherit":
        changed["size"] = svg_attributes.number(said["font-size"], "font-size")
    if said.get("font-style", "inherit") != "inherit":
        changed["italic"] = said["font-style"] != "normal"
    if said.get("font-weight", "inherit") != "inherit":
        changed["weight"] = _weight(said["font-weight"])
    if said.get("letter-spacing", "normal") not in ("normal", "inherit", "0", "0px", "0em"):
        raise SvgError("letter-spacing is not followed")
    anchor = said.get("text-anchor", "inherit")
    if anchor != "inherit":
        if anchor not in _ANCHORS:
            raise SvgError(f'text-anchor="{anchor[:20]}": known are {", ".join(_ANCHORS)}')
        changed["anchor"] = anchor
    return msgspec.structs.replace(inherited, **changed) if changed else inherited


def _weight(value: str) -> int:
    if value.isdigit():
        return int(value)
    if value not in _WEIGHTS:
        raise SvgError(f'font-weight="{value[:20]}": known are {", ".join(_WEIGHTS)} and numbers')
    return _WEIGHTS[value]


def _one(said: Mapping[str, str], key: str) -> float | None:
    """The one number of a place; letters placed one by one are not followed."""
    if key not in said:
        return None
    found = svg_attributes.numbers(said[key], key)
    if len(found) != 1:
        raise SvgError(f"a {key} for each letter is not followed")
    return found[0]
