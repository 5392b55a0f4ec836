"""Pages of leaflets as faces, to be compared like those of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pnp.scene import ENDS_LINE, READ_FIRST, SOFT_HYPHEN, Box, Group, Item, Page, Placed, Scene, Text, mapped


def page_scene(page: Page) -> Scene:
    """A page as a face: what is seen of it, without what can be tapped, and what is said to those who do not see it."""
    codes = tuple(code for item in page.items if isinstance(item, Placed) for code in _codes(item))
    return Scene(page.width, page.height, 0.0, tuple(map(_flat, _in_order(page.items))), codes=codes)


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
        return replace(item, text=item.text.rstrip(f"{ENDS_LINE}{READ_FIRST}").replace(SOFT_HYPHEN, "-"))
    return replace(item, items=tuple(map(_seen, item.items))) if isinstance(item, Group) else item


def _codes(placed: Placed) -> Iterator[tuple[str, Box]]:
    for content, box in placed.scene.codes:
        yield content, mapped(placed.matrix, box)
