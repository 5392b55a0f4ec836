"""What of a face is see-through, what a shop's file cannot keep of that, and which words it covers."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

from pnp.art.paths import extent, inverse, multiply
from pnp.art.raster import alpha_channel, has_half_opaque
from pnp.check.outlines import leaves, pictures
from pnp.scene import (
    IDENTITY,
    MM_PER_POINT,
    Box,
    Gradient,
    Group,
    Image,
    Item,
    Matrix,
    Shadow,
    Text,
    Use,
    mapped,
)
from pnp.scene.colour import black_alone, is_grey

_ABOVE, _BELOW = 1.0, 0.3
"""How far letters reach over and under their baseline, in sizes of the type."""


def is_see_through(items: Iterable[Item]) -> bool:
    """Whether something lets what lies beneath shine through."""
    items = tuple(items)
    return any(map(is_veil, items)) or any(has_half_opaque(picture.data) for picture in pictures(items))


def is_veil(item: Item) -> bool:
    """Whether a drawn thing is see-through, or a part of it."""
    match item:
        case Shadow():
            return True
        case Group():
            return item.see_through or any(map(is_veil, item.items))
        case Use(art=art):
            return any(map(is_veil, art.items))
        case _:
            fill = getattr(item, "fill", None)
            return isinstance(fill, Gradient) and fill.see_through


def parts(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
    """What is see-through as a whole or not at all, in drawing order, with its way to the face's own mm: all items but
    groups that are nothing but a place for others."""
    for item in items:
        if isinstance(item, Group) and not item.see_through:
            yield from parts(item.items, multiply(matrix, item.matrix))
        else:
            yield item, matrix


def veils(items: Iterable[Item]) -> Iterator[tuple[Item, bool]]:
    """All on a face that shines through and shows something, each with whether it covers or holds words that else were
    black alone."""
    before: list[Box] = []
    for item, matrix in parts(items):
        own = list(_words(item, matrix))
        if is_see_through((item,)) and any(True for _ in leaves((item,))):
            yield item, bool(own) or any(_covers(item, matrix, box) for box in before)
        before += own


def mixes_words(items: Iterable[Item]) -> bool:
    """Whether something that shines through covers or holds words that else were black alone."""
    return any(mixes for _, mixes in veils(items))


def _words(item: Item, matrix: Matrix) -> Iterator[Box]:
    """Where black and grey words stand, in the face's own mm."""
    for leaf, own in leaves((item,), matrix):
        match leaf:
            case Text(x=x, y=y, size=size, width=width, colour=colour):
                if is_grey(colour) and black_alone(colour) != "#FFFFFF":
                    high = size * MM_PER_POINT
                    yield mapped(own, Box(x, y - _ABOVE * high, width, (_ABOVE + _BELOW) * high))
            case Use(art=art, matrix=inner):
                for part in art.items:
                    yield from _words(part, multiply(own, inner))


def _covers(item: Item, matrix: Matrix, words: Box) -> bool:
    """Whether something see-through is seen within a box of the face; of pictures and shadows by their dots."""
    match item:
        case Image(box=box, clip=clip):
            alpha = alpha_channel(item.data)
            seen = box if clip is None else box.common(clip)
        case Shadow(box=seen):
            from PIL import Image as Pillow

            box, alpha = seen, Pillow.open(io.BytesIO(item.data)).convert("L")
        case _:
            return _meet(mapped(matrix, extent((item,))), words)
    if not _meet(mapped(matrix, seen), words):
        return False
    near = mapped(inverse(matrix), words).common(seen)
    if alpha is None or not near.width or not near.height:
        return bool(near.width and near.height)
    across, down = alpha.width / box.width, alpha.height / box.height
    left, top = int((near.x - box.x) * across), int((near.y - box.y) * down)
    right, bottom = int((near.right - box.x) * across) + 1, int((near.bottom - box.y) * down) + 1
    return alpha.crop((left, top, min(right, alpha.width), min(bottom, alpha.height))).getbbox() is not None


def _meet(first: Box, second: Box) -> bool:
    common = first.common(second)
    return common.width > 0 and common.height > 0
