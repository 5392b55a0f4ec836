"""What is different between two faces: where, as boxes for rings, and what, as statements that words are made of.

It goes by what the scenes hold, not by pixels: a text that says something else, a sign that stands elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art.paths import multiply, parse_path, path_bounds
from pnp.render.kept import (
    BlendItem,
    EllipseItem,
    FaceRecord,
    GroupItem,
    ImageItem,
    KeptItem,
    MaskItem,
    PathItem,
    RectItem,
    ShadowItem,
    TextItem,
    UseItem,
    VeilItem,
)
from pnp.render.records import CODE_SLACK
from pnp.render.split_builds import as_one, naming
from pnp.scene import IDENTITY, MM_PER_POINT, Box, Matrix, mapped
from pnp.text.reading import as_read

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
ASCENT, DESCENT = 0.75, 0.25
"""Of a line of text, in ems: what a ring goes round."""


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


class _Leaf(msgspec.Struct, frozen=True):
    """An item that is no group: what it is, where it stands on the face, and what cuts it."""

    item: KeptItem
    matrix: Matrix
    clips: tuple[object, ...]

    @property
    def box(self) -> Box:
        return mapped(self.matrix, _box(self.item))

    @property
    def sort(self) -> Sort:
        if isinstance(self.item, TextItem):
            return "text"
        if isinstance(self.item, UseItem):
            return "drawing"
        return "picture" if isinstance(self.item, ImageItem) else "shape"


def difference(old: FaceRecord | None, new: FaceRecord | None, builds: tuple[str, str]) -> Difference:
    """What differs between two faces of two builds; of one that was not kept, that much is said. What the id of the
    build alone does is no difference."""
    if old is None or new is None:
        return Difference(said=(Said("kept"),))
    said: list[Said] = []
    if (old.width, old.height) != (new.width, new.height):
        said.append(Said("size", old=f"{old.width:g} × {old.height:g}", new=f"{new.width:g} × {new.height:g}"))
    elif (old.corner, old.outline) != (new.corner, new.outline):
        said.append(Said("cut"))
    before, after = (tuple(_face_leaves(face, build)) for face, build in zip((old, new), builds, strict=True))
    lost, old_items = _without(before, after)
    found, new_items = _without(after, before)
    for sort in SORTS:
        said.extend(_said([leaf for leaf in lost if leaf.sort == sort], [leaf for leaf in found if leaf.sort == sort]))
    return Difference(
        _rings(lost, old.width, old.height),
        _rings(found, new.width, new.height),
        tuple(said) or (Said("order"),),
        old_items,
        new_items,
    )


def _leaves(items: Iterable[KeptItem], matrix: Matrix = IDENTITY, clips: tuple[object, ...] = ()) -> Iterator[_Leaf]:
    for item in items:
        if isinstance(item, BlendItem):
            yield from _leaves((item.group,), matrix, (*clips, item.blend))
        elif isinstance(item, MaskItem):
            yield from _leaves((item.group,), matrix, (*clips, (item.mask, matrix)))
        elif isinstance(item, VeilItem):
            yield from _leaves((item.group,), matrix, (*clips, item.opacity))
        elif isinstance(item, GroupItem):
            cut = (*clips, (item.clip, item.evenodd, item.matrix)) if item.clip is not None else clips
            yield from _leaves(item.items, multiply(matrix, item.matrix), cut)
        elif isinstance(item, UseItem):
            yield _Leaf(item, _rounded(multiply(matrix, item.matrix)), clips)
        else:
            yield _Leaf(item, _rounded(matrix), clips)


def _without(
    leaves: Sequence[tuple[int, _Leaf]], others: Sequence[tuple[int, _Leaf]]
) -> tuple[list[_Leaf], tuple[int, ...]]:
    """What stands on one face and not on the other, with its numbers."""
    left = Counter(leaf for _, leaf in others)
    alone: list[tuple[int, _Leaf]] = []
    for number, leaf in leaves:
        if left[leaf]:
            left[leaf] -= 1
        else:
            alone.append((number, leaf))
    return [leaf for _, leaf in alone], tuple(number for number, _ in alone if number >= 0)


def _face_leaves(face: FaceRecord, build: str) -> Iterator[tuple[int, _Leaf]]:
    """What stands on a face of a build, numbered; a code that names it is a drawing of its size, without a number."""
    leaves = [*_leaves(face.items)]
    for number, leaf in _joined(leaves, build):
        if not _in_code(leaf, face):
            yield number, _lasting(build, leaf)
    for x, y, width, height in face.codes:
        yield -1, _Leaf(UseItem("code", IDENTITY, width, height), (1.0, 0.0, 0.0, 1.0, x, y), ())


def _joined(leaves: Sequence[_Leaf], build: str) -> Iterator[tuple[int, _Leaf]]:
    """Leaves, numbered, with what names the build in several runs as the first of them."""
    items = [leaf.item for leaf in leaves]
    done = 0
    for place in naming(items, build):
        yield from enumerate(leaves[done : place.start], done)
        run = as_one([item for item in items[place] if isinstance(item, TextItem)])
        yield place.start, replace(leaves[place.start], item=run)
        done = place.stop
    yield from enumerate(leaves[done:], done)


def _lasting(build: str, leaf: _Leaf) -> _Leaf:
    """A text without the id of the build, wherever it then stands."""
    item = leaf.item
    if not isinstance(item, TextItem) or build not in item.text:
        return leaf
    return replace(leaf, item=replace(item, text=item.text.replace(build, "").strip(), x=0.0, width=0.0, kerns=()))


def _in_code(leaf: _Leaf, face: FaceRecord) -> bool:
    """Whether it is the modules of a code that names the build."""
    if not face.codes or not isinstance(leaf.item, PathItem):
        return False
    return any(Box(*code).inset(-CODE_SLACK).holds(leaf.box) for code in face.codes)


def _rounded(matrix: Matrix) -> Matrix:
    a, b, c, d, e, f = (round(value, 5) + 0.0 for value in matrix)
    return (a, b, c, d, e, f)


def _box(item: KeptItem) -> Box:
    match item:
        case TextItem():
            em = item.size * MM_PER_POINT
            return Box(item.x, item.y - ASCENT * em, item.width, (ASCENT + DESCENT) * em)
        case PathItem():
            return path_bounds(parse_path(item.data))
        case UseItem():
            return Box(0.0, 0.0, item.width, item.height)
        case RectItem() | EllipseItem() | ImageItem() | ShadowItem():
            return Box(*item.box)
        case GroupItem() | VeilItem() | MaskItem() | BlendItem():
            raise TypeError("a group has no box of its own")


# --- what ----------------------------------------------------------------------------------------------


def _said(lost: Sequence[_Leaf], found: Sequence[_Leaf]) -> Iterator[Said]:
    """What became of things of one sort."""
    if not lost and not found:
        return
    sort = (lost or found)[0].sort
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


def _texts(lost: Sequence[_Leaf], found: Sequence[_Leaf]) -> Said:
    """What stood there and what stands there now; the same words in another size, colour or in other lines are set
    anew."""
    old, new = (
        " ".join(as_read(leaf.item.text) for leaf in leaves if isinstance(leaf.item, TextItem))
        for leaves in (lost, found)
    )
    if old.split() == new.split():
        return Said("set", "text")
    return Said("text", "text", " ".join(old.split()), " ".join(new.split()))


def _content(leaf: _Leaf) -> object:
    """What a thing is, wherever it stands."""
    item = leaf.item
    match item:
        case TextItem():
            return item.text, item.font, item.size, item.colour, leaf.matrix[:4]
        case UseItem():
            return item.art, leaf.matrix[:4]
        case ImageItem():
            return item.picture, item.box[2:]
        case RectItem() | EllipseItem():
            return type(item).__name__, item.box[2:], item.fill, item.stroke, leaf.matrix[:4]
        case _:
            box = _box(item)
            return type(item).__name__, round(box.width, 2), round(box.height, 2), getattr(item, "fill", None)


def _clips(leaves: Iterable[_Leaf]) -> list[tuple[object, ...]]:
    """What cuts things, and how they are seen through."""
    return [leaf.clips for leaf in leaves]


def _way(old: _Leaf, new: _Leaf) -> tuple[float, float]:
    return round(new.box.x - old.box.x, 2) + 0.0, round(new.box.y - old.box.y, 2) + 0.0


def _recoloured(old: _Leaf, new: _Leaf) -> tuple[str, str] | None:
    """The colours of a shape that has the same place in another one."""
    one, other = getattr(old.item, "fill", None), getattr(new.item, "fill", None)
    return (
        (one, other)
        if isinstance(one, str) and isinstance(other, str) and one != other and old.box == new.box
        else None
    )


# --- where ---------------------------------------------------------------------------------------------


def _rings(leaves: Iterable[_Leaf], width: float, height: float) -> tuple[Box, ...]:
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
