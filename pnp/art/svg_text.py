"""Words in drawings, as the shapes of their letters: lines and parts of them, in the typefaces that are known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import msgspec
from lxml import etree

from pnp.art import svg_attributes
from pnp.art.paths import through
from pnp.art.svg_attributes import Look, SvgError
from pnp.scene import Segment

Letters: TypeAlias = Callable[[str, int, bool, str], tuple[tuple[Segment, ...], float] | None]
"""The shapes of a text by its families, its weight and whether it is italic, and its width, in em; None: no typeface of
these is known."""
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


def words(
    element: etree._Element,
    look: Look,
    attributes: Callable[[etree._Element], Mapping[str, str]],
    letters: Letters,
) -> Iterator[tuple[tuple[Segment, ...], Look]]:
    """The shapes of a `<text>`, each with its look. Raises SvgError for what is not set here."""
    inherited = _Type()
    for parent in reversed([*element.iterancestors(etree.Element)]):
        inherited = _type(inherited, attributes(parent))
    lines: list[list[_Run]] = []
    for run in _runs(element, look, inherited, attributes, own=False):
        if not lines or run.x is not None or run.y is not None:
            lines.append([])
        lines[-1].append(run)
    at = (0.0, 0.0)
    for line in lines:
        shapes, at = _set(line, at, letters)
        yield from shapes


def _runs(
    element: etree._Element,
    look: Look,
    inherited: _Type,
    attributes: Callable[[etree._Element], Mapping[str, str]],
    *,
    own: bool,
) -> Iterator[_Run]:
    said = attributes(element)
    if own:
        look = svg_attributes.inherited(look, said)
        unknown = {"transform", "rotate", "textLength", "lengthAdjust"} & said.keys()
        if unknown:
            raise SvgError(f"the attribute {min(unknown)} of a tspan is not followed")
    type_ = _type(inherited, said)
    x, y, dx, dy = (_one(said, key) for key in ("x", "y", "dx", "dy"))
    text = element.text or ""
    yield _Run(text, look, type_, x, y, dx or 0.0, dy or 0.0)
    for child in element:
        if isinstance(child.tag, str):
            name = etree.QName(child).localname
            if name not in ("tspan", "title", "desc"):
                raise SvgError(f"<{name}> in a text is not drawn; turn it into paths where you draw")
            if name == "tspan":
                yield from _runs(child, look, type_, attributes, own=True)
        yield _Run(child.tail or "", look, type_, None, None, 0.0, 0.0)


_Shapes: TypeAlias = list[tuple[tuple[Segment, ...], Look]]


def _set(line: list[_Run], at: tuple[float, float], letters: Letters) -> tuple[_Shapes, tuple[float, float]]:
    """The shapes of a line, and where it ends."""
    texts = _collapsed([run.text for run in line])
    shaped = []
    for run, text in zip(line, texts, strict=True):
        found = letters(run.type.families, run.type.weight, run.type.italic, text) if text else ((), 0.0)
        if found is None:
            named = run.type.families[:40] or "none"
            raise SvgError(f"the typeface of “{text[:20]}” ({named}) is not known; put it into fonts/, or draw paths")
        shaped.append(found)
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
