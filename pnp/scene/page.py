"""A page: scenes placed on paper, with what can be tapped on it."""

from __future__ import annotations

from typing import Literal

import msgspec

from pnp.scene.gradient import Matrix
from pnp.scene.items import IDENTITY, Box, Item, Scene, mapped


class Link(msgspec.Struct, frozen=True, gc=False):
    """A place on a page to tap: `target` is `#name` of an `Anchor` in the same file, or a web address."""

    box: Box
    target: str


class Anchor(msgspec.Struct, frozen=True, gc=False):
    """A named place on a page; with a `title` it is also a bookmark of the outline, `level` 0 the outermost."""

    name: str
    y: float
    title: str = ""
    level: int = 0


class Tag(msgspec.Struct, frozen=True, gc=False):
    """What an item of a page is to those who do not see it: `path` leads through the parts that hold it to its own,
    each as its role in PDF (`P`, `TD`) and a name that no other part of the file has. `alt` tells what a picture shows.
    """

    index: int
    path: tuple[tuple[str, str], ...]
    alt: str = ""


class Passage(msgspec.Struct, frozen=True, gc=False):
    """What stands on a page of a text that is written elsewhere: the line of its file, and its place, mm."""

    line: int
    box: Box


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A scene on a page: its trim's top left at (x, y), turned clockwise by `turns` quarters about that corner's
    box, so that the turned trim still has its top left at (x, y). `clip` (page coordinates) cuts it, if given."""

    scene: Scene
    x: float
    y: float
    turns: Literal[0, 1, 2, 3] = 0
    clip: Box | None = None

    @property
    def matrix(self) -> Matrix:
        """From the scene's own coordinates to the page's."""
        width, height = self.scene.width, self.scene.height
        if self.turns == 0:
            return (1.0, 0.0, 0.0, 1.0, self.x, self.y)
        if self.turns == 1:
            return (0.0, 1.0, -1.0, 0.0, self.x + height, self.y)
        if self.turns == 2:
            return (-1.0, 0.0, 0.0, -1.0, self.x + width, self.y + height)
        return (0.0, -1.0, 1.0, 0.0, self.x, self.y + width)

    @property
    def box(self) -> Box:
        """The turned trim on the page."""
        return mapped(self.matrix, Box(0.0, 0.0, self.scene.width, self.scene.height))


class Page(msgspec.Struct, frozen=True, gc=False):
    """A finished page: its size in mm, and what is on it, in drawing order.

    `trim` and `bleed` become TrimBox and BleedBox; None means the whole page. What is on it is drawn through `matrix`,
    which is for printers that do not print true. `label` is what viewers call the page instead of its number.
    With `tags` its text can be read aloud in order; what has none is decoration. `passages` tell where it comes from.
    """

    width: float
    height: float
    items: tuple[Item | Placed, ...]
    trim: Box | None = None
    bleed: Box | None = None
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    matrix: Matrix = IDENTITY
    label: str = ""
    tags: tuple[Tag, ...] = ()
    passages: tuple[Passage, ...] = ()
