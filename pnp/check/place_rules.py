"""Pieces and the places that they are laid on: whether they fit, and whether the places can be seen and are whole."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import PurePosixPath

import msgspec

from pnp.art.paths import ellipse_path, path_bounds
from pnp.art.polygons import Polygon, flattened
from pnp.check.outlines import (
    DrawnShape,
    Effort,
    Outliner,
    area,
    around,
    clipped,
    corners,
    hull,
    mapped_polygon,
    near,
    scale,
    standing,
)
from pnp.check.rules import key_place
from pnp.face.layout import Laid, component_size
from pnp.face.paint import Spot
from pnp.face.shapes import hexagon_in
from pnp.findings import Finding, Findings, KitError, Place
from pnp.kit import Kit, Record
from pnp.kit.folder import open_folder
from pnp.kit.measures import Form
from pnp.kit.model import Board, Die, Faced, Standee, Token
from pnp.kit.places import named_on, shown_face
from pnp.scene import Scene
from pnp.sheet.papers import Paper
from pnp.sheet.tiles import needs_tiles, tile_board

SLACK = 0.05
"""Millimetres that nobody measures."""
COVERED = 0.01
"""A share of a place up to which something may lie over it: the tip of a leaf, the end of a bridge."""


class Footprint(msgspec.Struct, frozen=True):
    """What a piece takes of the place it lies on, in mm."""

    width: float
    height: float
    form: Form = "square"

    def fits(self, place: Footprint) -> bool:
        """Whether it lies within a place, upright or turned by a quarter; within a hexagon of another form than its
        own: in the circle within that."""
        if place.form == "round" or (place.form == "hexagon" and self.form != "hexagon"):
            across = max(self.width, self.height) if self.form != "square" else math.hypot(self.width, self.height)
            return across <= min(place.width, place.height) + SLACK
        sides = zip(sorted((self.width, self.height)), sorted((place.width, place.height)), strict=True)
        return all(own <= other + SLACK for own, other in sides)

    def __str__(self) -> str:
        if self.form == "round" and abs(self.width - self.height) < SLACK:
            return f"Ø {self.width:.4g} mm"
        return f"{self.width:.4g} × {self.height:.4g} mm"


def footprint(piece: Faced) -> Footprint:
    """What a piece takes: its trim, the disc, the plate or the two feet of a standee, the edge of a die."""
    match piece:
        case Standee(base=(across,)):
            return Footprint(across, across, "round")
        case Standee(base=(width, height)):
            return Footprint(width, height)
        case Standee():
            return Footprint(piece.size[0], 2 * piece.foot)
        case Token(shape=form):
            return Footprint(*piece.size, form)
        case Die():
            return Footprint(piece.size, piece.size)
    return Footprint(*component_size(piece))


def room(spot: Spot) -> Footprint:
    """The size of a place."""
    factor = scale(spot.matrix)
    box = path_bounds(hexagon_in(spot.box).segments) if spot.form == "hexagon" else spot.box
    return Footprint(box.width * factor, box.height * factor, spot.form)


class PlaceCheck:
    """Looks at the places of faces as they are laid out, and then at the pieces that are laid on them.

    `look` is what a `FaceCheck` takes.
    """

    def __init__(self, kit: Kit, paper: Paper, outliner: Outliner, effort: Effort) -> None:
        self._kit = kit
        self._paper = paper
        self._effort = effort
        self._outliner = outliner
        self._rooms: defaultdict[tuple[str, str], dict[Footprint, None]] = defaultdict(dict)
        self._boards = {piece.face: piece for piece in kit.components if isinstance(piece, Board)}

    def look(self, laid: Laid) -> Iterator[Finding]:
        """What is wrong with the places of one face."""
        for spot in laid.spots:
            self._rooms[laid.face, spot.name].setdefault(room(spot))
        board = self._boards.get(laid.face)
        if board is not None and (laid.spots or laid.scene.keep):
            yield from self._cut(board, laid.scene, laid.spots)
        if not laid.spots or self._effort.spent:
            return
        drawn = list(standing(laid))
        polygons = [_polygon(spot) for spot in laid.spots]
        for spot, polygon in zip(laid.spots, polygons, strict=True):
            yield from self._covered(spot, polygon, drawn[spot.at :] if spot.at >= 0 else [])
        yield from self._overlapping(laid.spots, polygons)

    def pieces(self) -> Iterator[Finding]:
        """What does not fit, once all faces are laid out."""
        folder = open_folder(self._kit.folder, Findings())
        hosts = {component.id: component for component in self._kit.components}
        for number, piece in enumerate(self._kit.components):
            if not isinstance(piece, Faced):
                continue
            for on in piece.on:
                host, name = named_on(on)
                place = key_place(folder, "kit.toml", ("component", number, "on"))
                rooms = self._rooms.get((shown_face(hosts[host]), name))
                if rooms is None:
                    message = f"{piece.id} lie on {name} of {host}, which is not drawn on any of them"
                    yield Finding("warning", "place-missing", place, message, "draw it on the front, or correct on")
                    continue
                taken = footprint(piece)
                for space in rooms:
                    if not taken.fits(space):
                        message = f"{piece.id} take {taken}, more than {name} of {host} has: {space}"
                        hint = "make the place larger, or the piece smaller"
                        yield Finding("warning", "place-small", place, message, hint)

    def _covered(self, spot: Spot, polygon: Polygon, later: Sequence[DrawnShape]) -> Iterator[Finding]:
        """What is drawn over the border of a place; what lies within it is its own decoration."""
        box = around(polygon)
        whole = area(polygon)
        inner = box.inset(-SLACK)
        for drawing in later:
            hidden = 0.0
            drawn = self._outliner.drawn(drawing)
            if not self._effort.take(2):
                return
            if not near(drawn.box, box, 0.0):
                continue
            self._effort.take(len(drawn.fills))
            for shape in drawn.fills:
                if near(shape.box, box, 0.0) and not inner.holds(shape.box):
                    self._effort.take(len(shape.polygon) * len(polygon))
                    hidden = max(hidden, area(clipped(shape.polygon, polygon)))
            if hidden > COVERED * whole:
                message = f"the place {spot.name} is covered by {100 * hidden / whole:.0f} %"
                hint = f"draw it after line {drawing.place.row} of {drawing.place.file}, or move one of them"
                yield Finding("warning", "place-covered", _named(spot.place), message, hint)
                return

    def _overlapping(self, spots: Sequence[Spot], polygons: Sequence[Polygon]) -> Iterator[Finding]:
        groups: defaultdict[str, list[tuple[Spot, Polygon]]] = defaultdict(list)
        for spot, polygon in zip(spots, polygons, strict=True):
            groups[spot.name].append((spot, polygon))
        for name, group in groups.items():
            if not self._effort.take(len(group) ** 2):
                return
            pairs = combinations([(spot, polygon, around(polygon)) for spot, polygon in group], 2)
            for (_, first, one), (spot, second, other) in pairs:
                if near(one, other, -SLACK) and area(clipped(first, second)) > SLACK:
                    message = f"two places {name} lie on each other"
                    hint = "move them apart, or give one of them another name"
                    yield Finding("warning", "places-overlap", _named(spot.place), message, hint)
                    break

    def _cut(self, board: Board, scene: Scene, spots: Sequence[Spot]) -> Iterator[Finding]:
        """Places that a seam of the tiles goes through, and boxes to keep whole that one has to."""
        if not needs_tiles(*board.size, board.bleed, self._paper):
            return
        try:
            tiling = tile_board(scene, self._paper)
        except KitError:  # the paper is too small, which the plan of its files finds
            return
        tiles = tiling.tiles
        if tiling.cut_through:
            what = "one box" if tiling.cut_through == 1 else f"{tiling.cut_through} boxes"
            message = f"seams of the tiles on {self._paper.title} cut {what} with keep = true"
            hint = "make the boxes smaller, leave more room between them, or print on larger paper"
            yield Finding("warning", "keep-cut", Place(self._kit.faces[board.face].file), message, hint)
        for spot in spots:
            box = around(_polygon(spot)).inset(SLACK)
            if not any(tile.shown.holds(box) for tile in tiles) and any(near(box, tile.shown, 0.0) for tile in tiles):
                message = f"a seam of the tiles on {self._paper.title} cuts the place {spot.name}"
                yield Finding("warning", "place-cut", _named(spot.place), message, "keep = true there, if tiles can")


def _named(place: Place) -> Place:
    return Place(place.file, place.row, "place")


def _polygon(spot: Spot) -> Polygon:
    if spot.form == "square":
        return corners(spot.box, spot.matrix)
    outline = ellipse_path(spot.box) if spot.form == "round" else hexagon_in(spot.box).segments
    return hull(mapped_polygon(next(flattened(outline)), spot.matrix))


class SealCheck:
    """Collects the seals of faces: a number is for one side of one piece, and stands on it once."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._borne: dict[int, tuple[str, str, Record | None]] = {}
        self._twice: dict[tuple[int, str, str], Finding] = {}

    def note(self, component: str, side: str, record: Record | None, scene: Scene) -> None:
        """A finished face, as it is laid out."""
        here = component, side, record
        numbers = [seal.number for seal in scene.seals]
        for number in dict.fromkeys(numbers):
            first = self._borne.setdefault(number, here)
            if first != here or numbers.count(number) > 1:
                key = number, *_called(here)
                self._twice.setdefault(key, self._finding(number, first, here))

    def findings(self) -> Iterator[Finding]:
        """What was found of all of them."""
        yield from self._twice.values()

    def _finding(
        self, number: int, first: tuple[str, str, Record | None], here: tuple[str, str, Record | None]
    ) -> Finding:
        component, _, record = here
        other, side = _called(first)
        where = "on this very face" if first == here else f"on the {side} of {other}"
        place = Place(self._kit.file)
        if record:
            file = PurePosixPath(self._kit.file).parent / self._kit.tables[record.table].file
            place = Place(file.as_posix(), record.line)
        message = f"seal {number} stands {where} as well: a camera cannot tell them apart"
        return Finding(
            "warning", "seal-twice", place, message, "give each side of each piece a number of its own", component
        )


def _called(face: tuple[str, str, Record | None]) -> tuple[str, str]:
    component, side, record = face
    return (f"{component} {record.key}" if record else component), side
