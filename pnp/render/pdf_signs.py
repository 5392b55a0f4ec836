"""Signs among words: what they are called stands on them unseen, to be found and copied with the words."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.scene import IDENTITY, MM_PER_POINT, Box, Group, Item, Matrix, Placed, Text, Use, mapped
from pnp.scene.colour import BLACK
from pnp.text.fonts import Font
from pnp.text.pieces import ICON_EM


def naming(item: Item | Placed, name: str, font: Font, matrix: Matrix = IDENTITY) -> Iterator[Text]:
    """A name as a run on each sign of an item: as wide as the sign, in the size and on the line of the words round
    it."""
    if isinstance(item, Group):
        for inner in item.items:
            yield from naming(inner, name, font, item.matrix)
    elif isinstance(item, Use):
        box = mapped(matrix, mapped(item.matrix, Box(0.0, 0.0, item.art.width, item.art.height)))
        em = box.height / ICON_EM
        line = box.y + (box.height + font.x_height * em) / 2
        yield Text(box.x, line, name, font.face, em / MM_PER_POINT, BLACK, box.width)
