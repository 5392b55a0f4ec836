"""Telling somebody of each face that is laid out for paper, under a name that it keeps from build to build."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from msgspec.structs import replace

from pnp.scene import ENDS_LINE, READ_FIRST, SOFT_HYPHEN, Box, Group, Item, Page, Placed, Scene, Text, mapped
from pnp.sheet.model import Draw, Part

Note: TypeAlias = Callable[[str, str, str, Scene], None]
"""Is told the id of a component, the key of its row ("" without one), the name of the side, and what is on it. The same
face may come more than once."""


def noted(component: str, parts: Iterable[Part], note: Note | None) -> Iterator[Part]:
    """Parts of a component whose faces are told of as soon as they are laid out.

    A side is `front` or `back`; of an addition, such as the base of a figure, its suffix (`base`, `base-back`); the
    second of that name of one row is numbered (`labels-2`).
    """
    met: Counter[tuple[str, str]] = Counter()
    for part in parts:
        if note is None:
            yield part
            continue
        suffix = part.component.removeprefix(component).strip("-")
        met[part.key, suffix] += 1
        number = f"-{met[part.key, suffix]}" if met[part.key, suffix] > 1 else ""
        front = f"{suffix or 'front'}{number}"
        back = f"{suffix}-back{number}" if suffix else f"back{number}"
        yield replace(
            part,
            front=_telling(part.front, note, component, part.key, front),
            back=_telling(part.back, note, component, part.key, back) if part.back else None,
            bare=_telling(part.front, note, component, part.key, front, part.bare) if part.bare else None,
        )


def page_scene(page: Page) -> Scene:
    """A page as a face: what is seen of it, without what can be tapped, and what is said to those who do not see it."""
    codes = tuple(code for item in page.items if isinstance(item, Placed) for code in _codes(item))
    return Scene(page.width, page.height, 0.0, tuple(map(_flat, _in_order(page.items))), codes=codes)


def _telling(draw: Draw, note: Note, component: str, key: str, side: str, instead: Draw | None = None) -> Draw:
    """Tells of a face; what is laid out `instead` of it for a machine is the same face."""

    def told() -> Scene:
        scene = draw()
        note(component, key, side, scene)
        return instead() if instead else scene

    return told


def _flat(item: Item | Placed) -> Item:
    if not isinstance(item, Placed):
        return _seen(item)
    scene = item.scene
    shown = Group(scene.items, item.matrix, Box(0.0, 0.0, scene.width, scene.height).inset(-scene.bleed))
    return Group((shown,), clip=item.clip) if item.clip else shown


def _in_order(items: Iterable[Item | Placed]) -> Iterator[Item | Placed]:
    """Things as they stand: what is read before a line is the last of it."""
    first: tuple[Item, ...] = ()
    line: Group | None = None
    for item in items:
        if line is not None and not (isinstance(item, Group) and item.matrix == line.matrix):
            yield replace(line, items=(*line.items, *first))
            line, first = None, ()
        elif line is not None and line.items:
            yield line
        if not isinstance(item, Group):
            yield item
            continue
        found = tuple(one for one in item.items if isinstance(one, Text) and one.text.endswith(READ_FIRST))
        if found or line is not None:
            first += found
            line = replace(item, items=tuple(one for one in item.items if one not in found))
        else:
            yield item
    if line is not None:
        yield replace(line, items=(*line.items, *first))


def _seen(item: Item) -> Item:
    if isinstance(item, Text):
        text = item.text.rstrip(f"{ENDS_LINE}{READ_FIRST}")
        marks = len(item.text) - len(text)  # each with a glyph of its own
        glyphs = item.glyphs[marks:] if item.right_to_left else item.glyphs[: len(item.glyphs) - marks]
        return replace(item, text=text.replace(SOFT_HYPHEN, "-"), glyphs=glyphs)
    return replace(item, items=tuple(map(_seen, item.items))) if isinstance(item, Group) else item


def _codes(placed: Placed) -> Iterator[tuple[str, Box]]:
    for content, box in placed.scene.codes:
        yield content, mapped(placed.matrix, box)
