"""What is larger than the paper it is to be printed on, to be shown in outline where its sheet would be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from pnp.face.layout import Layout
from pnp.findings import Finding, KitError
from pnp.kit import Kit
from pnp.sheet.papers import Paper
from pnp.sheet.parts import parts
from pnp.sheet.selection import EVERYTHING

CODE = "larger-than-paper"


class Oversize(msgspec.Struct, frozen=True):
    """A component that has no room: its id and title, width and height in mm of its largest piece and of the paper,
    both upright, and what was found."""

    component: str
    title: str
    piece: tuple[float, float]
    paper: tuple[float, float]
    finding: Finding

    @property
    def view(self) -> tuple[float, float]:
        """What both lie on from their common top left."""
        return max(self.piece[0], self.paper[0]), max(self.piece[1], self.paper[1])


def oversize(kit: Kit, layout: Layout, paper: Paper, error: KitError) -> Iterator[Oversize]:
    """The components that a kit cannot be laid out for. Raises the error itself if it says anything else."""
    if any(one.code != CODE for one in error.findings):
        raise error
    for component in kit.components:
        found = next((one for one in error.findings if one.place.row == component.line), None)
        if found is not None:
            sizes = [(part.width, part.height) for part in parts(kit, layout, component, EVERYTHING)]
            piece = max(map(_upright, sizes), key=lambda size: size[0] * size[1])
            yield Oversize(component.id, component.title[layout.language], piece, _upright(paper.size(False)), found)


def _upright(size: Iterable[float]) -> tuple[float, float]:
    short, long = sorted(size)
    return short, long
