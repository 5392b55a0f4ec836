"""What is different between two faces: where, as boxes for rings, and what, as statements that words are made of.

It goes by what the scenes hold, not by pixels: a text that says something else, a sign that stands elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec

from pnp.output.leaves import Leaf, lasting_leaves
from pnp.scene import Box, Ellipse, Image, Rect, Scene, Text, Use

Sort: TypeAlias = Literal["text", "drawing", "picture", "shape"]
SORTS: tuple[Sort, ...] = ("text", "drawing", "picture", "shape")
What: TypeAlias = Literal[
    "text",
    "moved",
    "set",
    "outline",
    "colour",
    "other",
    "more",
    "less",
    "size",
    "cut",
    "order",
    "kept",
    "fresh",
    "gone",
]

PAD = 0.8
"""From what differs to its ring, mm."""
MOST = 12
"""Rings on a face; if there were more, one goes round them all."""


class Said(msgspec.Struct, frozen=True):
    """A statement: what became of what sort of things; `old` and `new` are texts, colours or sizes, `dx` and `dy` a
    way in mm."""

    what: What
    sort: Sort = "text"
    old: str = ""
    new: str = ""
    dx: float = 0.0
    dy: float = 0.0


class Difference(msgspec.Struct, frozen=True):
    """What differs on a side: boxes on the old face and on the new one, in mm from the trim, and what it is; and the
    numbers of the items that are not on the other one, in drawing order, groups not counted."""

    old: tuple[Box, ...] = ()
    new: tuple[Box, ...] = ()
    said: tuple[Said, ...] = ()
    old_items: tuple[int, ...] = ()
    new_items: tuple[int, ...] = ()


def _sort(leaf: Leaf) -> Sort:
    match leaf.item:
        case Text():
            return "text"
        case Use():
            return "drawing"
        case Image():
            return "picture"
        case _:
            return "shape"


def difference(old: Scene | None, new: Scene | None, builds: tuple[str, str]) -> Difference:
    """What differs between two faces of two builds; of one that was not kept, that much is said. What the id of the
    build alone does is no difference."""
    if old is None or new is None:
        return Difference(said=(Said("kept"),))
    said: list[Said] = []
    if (old.width, old.height) != (new.width, new.height):
        said.append(Said("size", old=f"{old.width:g} × {old.height:g}", new=f"{new.width:g} × {new.height:g}"))
    elif (old.corner, old.outline) != (new.corner, new.outline):
        said.append(Said("cut"))
    before, after = (tuple(lasting_leaves(face, build)) for face, build in zip((old, new), builds, strict=True))
    lost, old_items = _without(before, after)
    found, new_items = _without(after, before)
    for sort in SORTS:
        said.extend(
            _said([leaf for leaf in lost if _sort(leaf) == sort], [leaf for leaf in found if _sort(leaf) == sort])
        )
    return Difference(
        _rings(lost, old.width, old.height),
        _rings(found, new.width, new.height),
        tuple(said) or (Said("order"),),
        old_items,
        new_items,
    )


def _without(
    leaves: Sequence[tuple[int, Leaf]], others: Sequence[tuple[int, Leaf]]
) -> tuple[list[Leaf], tuple[int, ...]]:
    """What stands on one face and not on the other, with its numbers."""
    left = Counter(leaf for _, leaf in others)
    alone: list[tuple[int, Leaf]] = []
    for number, leaf in leaves:
        if left[leaf]:
            left[leaf] -= 1
        else:
            alone.append((number, leaf))
    return [leaf for _, leaf in alone], tuple(number for number, _ in alone if number >= 0)


# --- what ----------------------------------------------------------------------------------------------


def _said(lost: Sequence[Leaf], found: Sequence[Leaf]) -> Iterator[Said]:
    """What became of things of one sort."""
    if not lost and not found:
        return
    sort = _sort((lost or found)[0])
    if [_content(leaf) for leaf in lost] == [_content(leaf) for leaf in found]:
        ways = {_way(one, other) for one, other in zip(lost, found, strict=True)}
        way = ways.pop() if len(ways) == 1 else None
        if way is None or (way == (0.0, 0.0) and sort == "text" and _clips(lost) == _clips(found)):
            yield Said("set", sort)
        else:
            yield Said("moved", sort, dx=way[0], dy=way[1]) if any(way) else Said("outline", sort)
    elif sort == "text":
        yield _texts(lost, found)
    elif not lost or not found:
        yield Said("more" if found else "less", sort)
    else:
        colours = {_recoloured(one, other) for one, other in zip(lost, found, strict=False)}
        pair = colours.pop() if len(colours) == 1 and len(lost) == len(found) else None
        yield Said("colour", sort, *pair) if pair else Said("other", sort)


def _texts(lost: Sequence[Leaf], found: Sequence[Leaf]) -> Said:
    """What stood there and what stands there now; the same words in another size, colour or in other lines are set
    anew."""
    old, new = (" ".join(leaf.item.text for leaf in leaves if isinstance(leaf.item, Text)) for leaves in (lost, found))
    if old.split() == new.split():
        return Said("set", "text")
    return Said("text", "text", " ".join(old.split()), " ".join(new.split()))


def _content(leaf: Leaf) -> object:
    """What a thing is, wherever it stands."""
    item = leaf.item
    match item:
        case Text():
            return item.text, item.font, item.size, item.colour, leaf.matrix[:4]
        case Use():
            return item.art.key, leaf.matrix[:4]
        case Image(box=box):
            return item.key, box.width, box.height
        case Rect(box=box) | Ellipse(box=box):
            return type(item).__name__, box.width, box.height, item.fill, item.stroke, leaf.matrix[:4]
        case _:
            box = leaf.box
            return type(item).__name__, round(box.width, 2), round(box.height, 2), getattr(item, "fill", None)


def _clips(leaves: Iterable[Leaf]) -> list[tuple[object, ...]]:
    """What cuts things, and how they are seen through."""
    return [leaf.around for leaf in leaves]


def _way(old: Leaf, new: Leaf) -> tuple[float, float]:
    return round(new.box.x - old.box.x, 2) + 0.0, round(new.box.y - old.box.y, 2) + 0.0


def _recoloured(old: Leaf, new: Leaf) -> tuple[str, str] | None:
    """The colours of a shape that has the same place in another one."""
    one, other = getattr(old.item, "fill", None), getattr(new.item, "fill", None)
    return (
        (one, other)
        if isinstance(one, str) and isinstance(other, str) and one != other and old.box == new.box
        else None
    )


# --- where ---------------------------------------------------------------------------------------------


def _rings(leaves: Iterable[Leaf], width: float, height: float) -> tuple[Box, ...]:
    """Boxes round what differs, within the trim; those that meet are one."""
    trim = Box(0.0, 0.0, width, height)
    boxes = [leaf.box.inset(-PAD).common(trim) for leaf in leaves]
    joined: list[Box] = []
    for box in (box for box in boxes if box.width and box.height):
        meeting = [one for one in joined if (common := one.common(box)).width and common.height]
        while meeting:
            joined = [one for one in joined if one not in meeting]
            box = _round((box, *meeting))
            meeting = [one for one in joined if (common := one.common(box)).width and common.height]
        joined.append(box)
    return (_round(joined),) if len(joined) > MOST else tuple(sorted(joined, key=lambda box: (box.y, box.x)))


def _round(boxes: Sequence[Box]) -> Box:
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)
