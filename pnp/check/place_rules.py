"""Rules for places, for the pieces placed on them, and for the camera marks of pieces."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

import msgspec

from pnp.art.paths import Polygon, bound_points, draw_ellipse, flattened, measure_path
from pnp.check.outlines import SLACK, FaceDrawings, area, clip_polygon, corners, hull, map_polygon, near, scale
from pnp.check.rules import ComparedFace, find_key_place, find_row_place, report
from pnp.face.layout import measure_component
from pnp.face.paint import PiecePlace
from pnp.face.shapes import draw_hexagon_in
from pnp.findings import Finding, Findings, KitError, Place
from pnp.kit import Kit
from pnp.kit.components import find_shown_face, split_place
from pnp.kit.folder import open_folder
from pnp.kit.model import Board, Die, Faced, Standee, Token
from pnp.kit.values import Form
from pnp.scene import Scene
from pnp.sheet.paper import Paper
from pnp.sheet.tiles import needs_tiles, tile_board

COVERED = 0.01
"""A share of a place up to which something may lie over it: the tip of a leaf, the end of a bridge."""


class Footprint(msgspec.Struct, frozen=True):
    """The area that a piece covers on its place, in mm."""

    width: float
    height: float
    form: Form = "square"

    def fits(self, place: Footprint) -> bool:
        """Returns whether it fits a place, upright or turned by a quarter; in a hexagon of another shape, within its
        inscribed circle."""
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
    """Returns the footprint of a piece: its trim, the base of a standee, or the edge of a die."""
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
    return Footprint(*measure_component(piece))


def room(spot: PiecePlace) -> Footprint:
    """Returns the size of a place."""
    factor = scale(spot.matrix)
    box = measure_path(draw_hexagon_in(spot.box).segments) if spot.form == "hexagon" else spot.box
    return Footprint(box.width * factor, box.height * factor, spot.form)


class PlaceRules:
    """Checks the places of faces as they are laid out, then the pieces placed on them."""

    def __init__(self, kit: Kit, paper: Paper) -> None:
        self._kit = kit
        self._paper = paper
        self._rooms: defaultdict[tuple[str, str], dict[Footprint, None]] = defaultdict(dict)
        self._boards = {piece.face: piece for piece in kit.components if isinstance(piece, Board)}

    def check_face(self, face: FaceDrawings) -> Iterator[Finding]:
        """Reports places of one face that are covered, cut by a seam, or overlap."""
        laid = face.laid
        spots = [(spot, _polygon(spot)) for spot in laid.spots]
        for spot, _ in spots:
            self._rooms[laid.face, spot.name].setdefault(room(spot))
        board = self._boards.get(laid.face)
        if board is not None and (spots or laid.scene.keep):
            yield from self._cut(board, laid.scene, spots)
        for spot, polygon in spots:
            yield from _covered(face, spot, polygon)
        yield from _find_overlaps(face, spots)

    def check_pieces(self) -> Iterator[Finding]:
        """Reports pieces that do not fit their places, after all faces are laid out."""
        folder = open_folder(self._kit.folder, Findings())
        hosts = {component.id: component for component in self._kit.components}
        for number, piece in enumerate(self._kit.components):
            if not isinstance(piece, Faced):
                continue
            for on in piece.on:
                host, name = split_place(on)
                place = find_key_place(folder, "kit.toml", ("component", number, "on"))
                rooms = self._rooms.get((find_shown_face(hosts[host]), name))
                if rooms is None:
                    message = f"{piece.id} lie on {name} of {host}, which is not drawn on any of them"
                    yield report("place-missing", place, message)
                taken = footprint(piece)
                for space in rooms or ():
                    if not taken.fits(space):
                        message = f"{piece.id} take {taken}, more than {name} of {host} has: {space}"
                        yield report("place-small", place, message)

    def _cut(self, board: Board, scene: Scene, spots: list[tuple[PiecePlace, Polygon]]) -> Iterator[Finding]:
        """Reports places and `keep` boxes that a tile seam crosses."""
        if not needs_tiles(*board.size, board.bleed, self._paper):
            return
        try:
            tiling = tile_board(scene, self._paper)
        except KitError:  # the paper is too small, which the plan of its files finds
            return
        if tiling.cut_through:
            what = "one box" if tiling.cut_through == 1 else f"{tiling.cut_through} boxes"
            message = f"seams of the tiles on {self._paper.title} cut {what} with keep = true"
            yield report("keep-cut", Place(self._kit.faces[board.face].file), message)
        shown = [tile.shown for tile in tiling.tiles]
        for spot, polygon in spots:
            box = bound_points(polygon).inset(SLACK)
            if not any(one.holds(box) for one in shown) and any(near(box, one, 0.0) for one in shown):
                message = f"a seam of the tiles on {self._paper.title} cuts the place {spot.name}"
                yield report("place-cut", spot.place, message, key="place")


def _covered(face: FaceDrawings, spot: PiecePlace, polygon: Polygon) -> Iterator[Finding]:
    """Finds drawings across the border of a place. Drawings inside it are decoration."""
    box, inner = bound_points(polygon), bound_points(polygon).inset(-SLACK)
    for drawing in face.drawn[spot.at :] if spot.at >= 0 else ():
        face.check_time()
        fills = drawing.fills if near(drawing.box, box, 0.0) else ()
        over = (one.polygon for one in fills if near(one.box, box, 0.0) and not inner.holds(one.box))
        share = max((area(clip_polygon(one, polygon)) for one in over), default=0.0) / area(polygon)
        if share > COVERED:
            message = f"the place {spot.name} is covered by {100 * share:.0f} %"
            hint = f"draw it after line {drawing.place.row} of {drawing.place.file}, or move one of them"
            yield report("place-covered", spot.place, message, key="place", hint=hint)
            return


def _find_overlaps(face: FaceDrawings, spots: list[tuple[PiecePlace, Polygon]]) -> Iterator[Finding]:
    groups: defaultdict[str, list[tuple[PiecePlace, Polygon]]] = defaultdict(list)
    for spot, polygon in spots:
        groups[spot.name].append((spot, polygon))
    for name, group in groups.items():
        for (_, first), (spot, second) in combinations(group, 2):
            face.check_time()
            if near(bound_points(first), bound_points(second), -SLACK) and area(clip_polygon(first, second)) > SLACK:
                yield report("places-overlap", spot.place, f"two places {name} lie on each other", key="place")
                break


def _polygon(spot: PiecePlace) -> Polygon:
    if spot.form == "square":
        return corners(spot.box, spot.matrix)
    outline = draw_ellipse(spot.box) if spot.form == "round" else draw_hexagon_in(spot.box).segments
    return hull(map_polygon(next(flattened(outline)), spot.matrix))


# --- seals ------------------------------------------------------------------------------------------------


def find_equal_seals(kit: Kit, faces: Iterable[ComparedFace]) -> Iterator[Finding]:
    """Reports camera marks whose number is on another side or piece too, or twice on one face."""
    found: dict[int, tuple[str, str]] = {}
    for face in faces:
        numbers = [seal.number for seal in face.scene.seals]
        here = face.side, f"{face.component} {face.record.key}" if face.record else face.component
        for number in dict.fromkeys(numbers):
            side, piece = first = found.setdefault(number, here)
            if first != here or numbers.count(number) > 1:
                where = "on this very face" if first == here else f"on the {side} of {piece}"
                message = f"seal {number} stands {where} as well: a camera cannot tell them apart"
                place = find_row_place(kit, face.record) if face.record else Place(kit.file)
                yield report("seal-twice", place, message, card=face.component)
