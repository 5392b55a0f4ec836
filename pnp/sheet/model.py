"""The values of imposition: what is to be printed, and where on which sheet it comes to lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec

from pnp.findings import Place
from pnp.kit.model import Stock
from pnp.scene import Box, Scene, Segment
from pnp.sheet.marks import Cuts
from pnp.sheet.paper import Mirror, Paper, Turns

Draw: TypeAlias = Callable[[], Scene]
"""Lays out a face."""


class Knife(msgspec.Struct, frozen=True):
    """Where a part is cut and folded, in its own mm: for nets, whose faces show it by lines for scissors."""

    cut: tuple[Segment, ...]
    folds: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = ()


class PrintedFace(msgspec.Struct, frozen=True, eq=False):
    """A printed side of a piece: ids of its component and row ("" without one), the side's name, what is on it."""

    component: str
    key: str
    side: str
    scene: Scene


class Part(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A thing to print `copies` times: its trim, its bleed, and how to get its faces.

    `outlined` parts (discs, hexagons, nets) are cut along a drawn outline instead of between crop marks, so they
    never share a cut. `folds` are heights of fold lines across the part, marked beside it; `creases` counts the
    folds that its face draws itself, as nets do, whose `knife` says where they are; `bare` is that face without marks
    beside it, for machines. `title` names the component in the foot; `of` is the id of that which the part belongs to:
    what comes with it, such as the base of a figure, is counted by itself as another `component`. `number` counts the
    parts of one row that have the same component, from 1.
    """

    component: str
    of: str = ""
    key: str = ""
    number: int = 1
    title: str
    width: float
    height: float
    bleed: float
    front: Draw
    back: Draw | None = None
    bare: Draw | None = None
    copies: int = 1
    stock: Stock = "card"
    outlined: bool = False
    folds: tuple[float, ...] = ()
    creases: int = 0
    knife: Knife | None = None
    place: Place = Place("")

    @property
    def name(self) -> str:
        return f"{self.component} {self.key}".strip()

    def faces(self, *, backed: bool) -> Iterator[PrintedFace]:
        """Its faces, the back only if it is `backed`.

        The sides are `front` and `back`; those of an addition have its suffix (`base`, `base-back`). From the second
        part of a row on they are numbered (`labels-2`).
        """
        suffix = self.component.removeprefix(self.of).strip("-")
        number = f"-{self.number}" if self.number > 1 else ""
        yield PrintedFace(self.of, self.key, f"{suffix or 'front'}{number}", self.front())
        if backed and self.back:
            side = f"{suffix}-back{number}" if suffix else f"back{number}"
            yield PrintedFace(self.of, self.key, side, self.back())


class Placement(msgspec.Struct, frozen=True, eq=False):
    """One copy of a part on a sheet: the box of its trim on the front and, if it has one, on the back.

    A trim turned by one or three quarters fills a box of exchanged width and height. The clips are trim and
    bleed, less what belongs to a neighbour. With a gutterfold the back lies on the front page.
    """

    part: Part
    front: Box
    turns: Turns
    clip: Box
    back: Box | None = None
    back_turns: Turns = 0
    back_clip: Box | None = None


class Sheet(msgspec.Struct, frozen=True, eq=False):
    """One sheet of paper. `fill` is the share of the field that components and their bleed take; the foot stands
    below the field, or `beside` it.

    `mirror` says where backs lie; None if no part of the sheet has one. `fold` is the gutter's middle if the
    backs are on the same page.
    """

    paper: Paper
    landscape: bool
    stock: Stock
    placements: tuple[Placement, ...]
    cuts: tuple[Cuts, ...]
    fill: float
    mirror: Mirror | None = None
    fold: float | None = None
    beside: bool = False

    @property
    def foot(self) -> Box:
        """Where ruler and foot stand."""
        return self.paper.foot(self.landscape, self.beside)

    @property
    def titles(self) -> tuple[str, ...]:
        """What is on the sheet, each component once."""
        return tuple(dict.fromkeys(placement.part.title for placement in self.placements))
