"""Boxes: sizes to fit their contents, and nets of tuck boxes and of boxes with a lid. Millimetres.

Both kinds fit A4 and Letter. A lid or tray is one piece of card with four walls if the paper is large enough; deeper
ones have glue flanges and separate walls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, pairwise
from math import ceil, floor
from typing import Literal, TypeAlias

import msgspec

from pnp.face.layout import measure_component
from pnp.findings import Finding, KitError, Place
from pnp.kit import Kit, expand
from pnp.kit.model import AnyComponent, Board, BoxForm, Card, Die, Leaflet, PadSpec, Standee, Stock, TileSpec, TuckBox
from pnp.scene import Item, Segment
from pnp.sheet.marks import Point, cut_line, fold_line, glue, polygon
from pnp.sheet.nets import HAIR, NET_BLEED, Fold, Net, PanelPlace, flap, middle
from pnp.sheet.paper import LARGEST_PAGE, Turns

STACK_PADDING, LID_PADDING = 5.0, 3.0
"""Air over a stack: in a tuck box, from which it is pulled, and under a lid, which is lifted off it."""
BARE_ROOM, SLEEVED_ROOM = 4.0, 7.0
"""Air around a footprint."""
CARD, SLEEVED_CARD = 20.0 / 60.0, 24.0 / 60.0
"""60 cards stack 20 mm bare, 24 mm in thin sleeves."""
THICKNESS: dict[Stock, float] = {"paper": 0.1, "card": CARD, "board": 2.0, "label": 2.0}
"""Board: a print glued to the usual 2 mm greyboard."""
LOOSE_FACTOR = 1.6
"""Loose pieces fill about 60 % of a box."""
LOOSE_SHAPE = (1.1, 1.0, 0.6)
"""Width, height and depth of a box for loose pieces alone: squat, so that its net fits the paper."""
MOST_FOLDS = 3
"""A board of A3 comes to A5; what is folded oftener does not lie flat."""
PAGE_CHARACTERS = 1500
"""Characters on a leaflet's page with its figures, on the mean of ours."""

ALLOWANCE = 0.5
"""What the card itself takes: panels are this much larger than the room they enclose."""
SLANT = 2.5
"""How much a flap narrows at each end."""
GLUE_HEIGHT = 4.0
GLUE_TAB, BOTTOM_FLAP, TUCK = 10.0, 10.0, 14.0
"""Widths of the long glue tab, of the flap that closes the bottom, and of the flap tucked in at the top."""
DUST_SHARE = 0.7
"""A dust flap's length as a share of the box's depth."""
THUMB = 9.0
"""Radius of the thumb notch, at most."""
SLIT = 0.6
"""The tuck flap is this much narrower than its lid at each end, so that it slides in."""
FOLD_TICK = 3.0

LID_FIELD = (190.0, 259.0)
"""What A4 and Letter both hold of trims."""
PLAY = 2.0
"""By how much the lid is wider and longer than the tray: two walls and two tabs of card, and air."""
GRIP = 3.0
"""How much of the tray the lid leaves to be held."""
TAB, FLANGE = 10.0, 12.0
"""Widths of the tabs at the corners, and of the flanges that separate walls are glued to."""

Size: TypeAlias = tuple[float, float]
Size3: TypeAlias = tuple[float, float, float]
Sort: TypeAlias = Literal["card", "flat", "folded", "loose"]
_ARC = 0.5523  # of a circle's radius, the arms of the cubic curve nearest to a quarter of it


# --- contents ------------------------------------------------------------------------------------------


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """Equal pieces in a box: stacked in as many piles as fit side by side; folded pieces are halved until they fit;
    loose pieces are poured in and take `rise` mm of height each."""

    width: float
    height: float
    thickness: float
    copies: int
    sort: Sort = "flat"
    rise: float = 0.0
    name: str = ""

    def lay(self, footprint: Size, sleeved: bool) -> tuple[int, float]:
        """Returns how many lie side by side on a footprint, folded if necessary, and the thickness of each."""
        thickness = self.thickness * (SLEEVED_CARD / CARD if sleeved and self.sort == "card" else 1.0)
        shorter, longer = sorted((self.width, self.height))
        for _ in range(MOST_FOLDS if self.sort == "folded" else 0):
            if _piles(shorter, longer, footprint):
                break
            shorter, longer = sorted((shorter, longer / 2))
            thickness *= 2
        return _piles(shorter, longer, footprint), thickness


def _piles(shorter: float, longer: float, footprint: Size) -> int:
    width, height = footprint
    across = int(width / shorter + 1e-6) * int(height / longer + 1e-6)
    return max(across, int(width / longer + 1e-6) * int(height / shorter + 1e-6))


def measure_box(kit: Kit, component: TuckBox) -> Size3:
    """Returns the inside (width, height, depth) of a box. Raises KitError if its declared size is too small for its
    contents."""
    by_id = {other.id: other for other in kit.components}
    place = Place(kit.file, component.line, "contents")
    if any(isinstance(by_id[name], TuckBox) for name in component.contents):
        raise KitError([Finding("error", "contents", place, "a box cannot lie in a box", "name what lies in it")])
    contents = tuple(_measure_content(kit, by_id[name]) for name in component.contents)
    footprint = component.footprint or (component.size[:2] if component.size else None)
    for content in contents:
        if footprint and not content.lay(footprint, component.sleeved)[0]:
            message = f"{content.name} does not lie in a box of {footprint[0]:g} × {footprint[1]:g} mm"
            raise KitError([Finding("error", "contents", place, message, "leave it out, or make the box larger")])
    padding = STACK_PADDING if component.form == "tuck" else LID_PADDING
    needed = find_box_size(contents, component.sleeved, footprint, padding)
    if component.size is None:
        return needed
    if contents and component.size[2] < needed[2]:
        message = f"the box is {component.size[2]:g} mm deep, what lies in it takes {needed[2]:g}"
        hint = f"make it deeper, or write footprint = [{needed[0]:g}, {needed[1]:g}] instead of size"
        raise KitError([Finding("error", "small-box", Place(kit.file, component.line, "size"), message, hint)])
    return component.size


def find_box_size(
    contents: Iterable[Content],
    sleeved: bool = False,
    footprint: Size | None = None,
    padding: float = STACK_PADDING,
) -> Size3:
    """Returns the inside (width, height, depth) of a box for these contents, in whole mm. `padding` is the free height
    above a stack."""
    contents = tuple(contents)
    loose = [content for content in contents if content.sort == "loose"]
    stacked = [content for content in contents if content.sort != "loose"]
    volume = LOOSE_FACTOR * sum(c.width * c.height * c.thickness * c.copies for c in loose)
    rise = max((c.rise for c in loose), default=0.0)
    if not footprint and not stacked:
        unit = (volume / (LOOSE_SHAPE[0] * LOOSE_SHAPE[1] * LOOSE_SHAPE[2])) ** (1 / 3)
        width, height, depth = (unit * share for share in LOOSE_SHAPE)
        longest = max((max(c.width, c.height) for c in loose), default=0.0)
        return _round_up(max(width, longest)), _round_up(height), _round_up(max(depth, rise))
    if not footprint:
        room = SLEEVED_ROOM if sleeved else BARE_ROOM
        sides = [sorted((content.width, content.height)) for content in stacked]
        footprint = _round_up(max(map(min, sides)) + room), _round_up(max(map(max, sides)) + room)
    depth = padding if stacked else 0.0
    for content in stacked:
        piles, thickness = content.lay(footprint, sleeved)
        depth += thickness * ceil(content.copies / max(1, piles))
    return (*footprint, _round_up(depth + max(volume / (footprint[0] * footprint[1]), rise)))


def _round_up(length: float) -> float:
    return float(ceil(length - 1e-6))


def _measure_content(kit: Kit, component: AnyComponent) -> Content:
    copies = sum(copies for _, copies in expand(kit, component))
    thickness = THICKNESS[component.stock]
    if isinstance(component, Leaflet):
        sizes = [(kit.folder / f"{component.file}.{language}.md").stat().st_size for language in kit.languages]
        pages = 1 + ceil(max(sizes) / PAGE_CHARACTERS)  # the cover is one
        width, height = LARGEST_PAGE
        thickness *= 2 * ceil(pages / 4)
    else:
        width, height = measure_component(component)
    rise = thickness
    sort: Sort = "loose"
    match component:
        case Card():
            sort = "card"
        case TileSpec() | Leaflet():
            sort = "flat"
        case PadSpec() | Board():
            sort = "folded"
        case Die(size=edge):
            thickness = rise = edge
        case Standee(foot=foot, base=base):
            thickness *= 2
            rise = max((*base[-1:], 2 * foot))  # lying on its back it stands on the edge of its base
    return Content(
        width=width, height=height, thickness=thickness, copies=copies, sort=sort, rise=rise, name=component.id
    )


# --- nets of a box -------------------------------------------------------------------------------------


def face_sizes(size: Size3, form: BoxForm) -> Mapping[str, Size]:
    """Returns the sizes of the faces of a box with this inside (width, height, depth).

    The top of a tuck box is also its bottom. `tray` and `tray-end` are the long and short walls of a tray.
    """
    if form == "tuck":
        width, height, depth = (length + ALLOWANCE for length in size)
        return {"front": (width, height), "back": (width, height), "side": (depth, height), "top": (width, depth)}
    sizes: dict[str, Size] = {}
    for half in make_lid_and_tray(size):
        panel, long, short = half.faces
        sizes |= {panel: (half.width, half.height), long: (half.height, half.wall), short: (half.width, half.wall)}
    return sizes


def list_box_nets(size: Size3, form: BoxForm) -> Iterator[tuple[str, int, Net]]:
    """Yields the nets of a box with this inside: the suffix of each, and how many are needed."""
    if form == "tuck":
        yield "", 1, draw_tuck_net(size)
        return
    for half in make_lid_and_tray(size):
        name, (_, long, short) = "" if half.lid else "tray", half.faces
        yield name, 1, draw_half_net(half)
        for face, length, suffix in ((long, half.height, "walls"), (short, half.width, "ends")):
            if not half.whole:
                yield f"{name}-{suffix}".strip("-"), 2, draw_wall_net(face, length, half.wall)


def find_notch_radius(width: float) -> float:
    """Returns the radius of the thumb notch in the upper edge of a front of this width."""
    return min(THUMB, width / 4)


def draw_tuck_net(size: Size3) -> Net:
    """Returns the net of a tuck box: glue tab, side, front, side, back in a row; bottom under the front, lid over the
    back.

    Folds that stay visible on the box are marked only at their ends. Faces extend over flaps and cuts, but not over a
    neighbouring panel.
    """
    width, height, depth = (length + ALLOWANCE for length in size)
    x = list(accumulate((GLUE_TAB, depth, width, depth, width)))
    top, bottom = TUCK + depth, TUCK + depth + height
    dust, lid, under = DUST_SHARE * depth, top - depth, bottom + depth
    left, right = x[3] + SLIT, x[4] - SLIT
    at, radius, arc = (x[1] + x[2]) / 2, find_notch_radius(width), _ARC * find_notch_radius(width)
    corner, near = TUCK * 0.7, TUCK * 0.7 * (1 - _ARC)
    outline: tuple[Segment, ...] = (
        ("M", 0.0, top + SLANT),
        *_lines(flap((x[0], top), (x[1], top), dust, SLANT)),
        ("L", at - radius, top),
        ("C", at - radius, top + arc, at - arc, top + radius, at, top + radius),
        ("C", at + arc, top + radius, at + radius, top + arc, at + radius, top),
        *_lines(flap((x[2], top), (x[3], top), dust, SLANT)),
        *_lines(((x[3], lid), (left, lid), (left, corner))),
        ("C", left, near, left + near, 0.0, left + corner, 0.0),
        ("L", right - corner, 0.0),
        ("C", right - near, 0.0, right, near, right, corner),
        *_lines(((right, lid), (x[4], lid), (x[4], bottom))),
        *_lines(flap((x[3], bottom), (x[2], bottom), dust, SLANT)),
        *_lines(flap((x[2], under), (x[1], under), BOTTOM_FLAP, SLANT)),
        *_lines(flap((x[1], bottom), (x[0], bottom), dust, SLANT)),
        ("L", 0.0, bottom - SLANT),
        ("Z",),
    )
    marked: list[Fold] = []
    for y, up in ((top, -HAIR), (bottom, HAIR)):
        marked += [((x[0], y + up), (x[1], y + up)), ((x[2], y + up), (x[3], y + up))]
    marked += [((x[0] - HAIR, top), (x[0] - HAIR, bottom)), ((left, lid - HAIR), (right, lid - HAIR))]
    marked += [((x[1], under + HAIR), (x[2], under + HAIR))]
    marked += [((place, top - FOLD_TICK), (place, top)) for place in (x[1], x[2])]
    marked += [((x[3], bottom), (x[3], bottom + FOLD_TICK))]
    drops = [
        (GLUE_TAB / 2, (top + bottom) / 2),
        ((x[1] + x[2]) / 2, under + BOTTOM_FLAP / 2),
        *(((start + end) / 2, bottom + dust / 2) for start, end in ((x[0], x[1]), (x[2], x[3]))),
    ]
    return Net(
        width=x[4],
        height=under + BOTTOM_FLAP,
        outline=outline,
        folds=(
            *(((place, top), (place, bottom)) for place in x[:4]),
            *(((x[i], y), (x[i + 1], y)) for y in (top, bottom) for i in (0, 2)),
            *(((x[3], top), (x[4], top)), ((left, lid), (right, lid))),
            *(((x[1], bottom), (x[2], bottom)), ((x[1], under), (x[2], under))),
        ),
        signs=(
            *cut_line(outline),
            *(line for start, end in marked for line in fold_line(start, end)),
            *(glue(*drop, GLUE_HEIGHT) for drop in drops),
        ),
        panels=(
            PanelPlace("side", x[0], top, "ltb"),
            PanelPlace("side", x[2], top, "tb"),
            PanelPlace("front", x[1], top, "t", unless={"top": "b"}),
            PanelPlace("back", x[3], top, "rb", unless={"top": "t"}),
            PanelPlace("top", x[1], bottom, "lrb"),
            PanelPlace("top", x[3], lid, "lrb", 2),  # upright for who looks over the front at the lid
        ),
    )


def _lines(points: Iterable[Point]) -> Iterator[Segment]:
    for point in points:
        yield ("L", *point)


class BoxHalf(msgspec.Struct, frozen=True):
    """A lid or a tray: its panel between the folds, and the height of its walls."""

    width: float
    height: float
    wall: float
    lid: bool = True

    @property
    def whole(self) -> bool:
        """Whether it is cut out of one sheet."""
        return self.wall <= _find_highest_wall(self.width, self.height)

    @property
    def faces(self) -> tuple[str, str, str]:
        """The names of its faces: the panel, the walls along its height, and the other walls."""
        return ("front", "side", "top") if self.lid else ("back", "tray", "tray-end")


def _find_highest_wall(width: float, height: float) -> float:
    """Returns the greatest wall height at which a sheet holds the net of this panel, to half a mm."""
    return floor(min(LID_FIELD[0] - width, LID_FIELD[1] - height) - 2 * NET_BLEED) / 2


def make_lid_and_tray(size: Size3) -> tuple[BoxHalf, BoxHalf]:
    """Returns the lid and the tray of a box with this inside (width, height, depth).

    The lid leaves `GRIP` of the tray visible, or more where that lets it be cut from one sheet.
    """
    width, height, wall = (length + ALLOWANCE for length in size)
    across, along = width + PLAY, height + PLAY
    most = max(wall - GRIP, wall / 2)
    highest = _find_highest_wall(across, along)
    lid = BoxHalf(across, along, min(most, highest) if highest >= most / 2 else most)
    return lid, BoxHalf(width, height, wall, lid=False)


def draw_half_net(half: BoxHalf) -> Net:
    """Returns the net of a lid or tray: one piece with tabs at both ends of its left and right wall; or a panel with
    four flanges, to which walls are glued.

    Walls have their top at the fold of a lid, their foot at that of a tray.
    """
    rim = half.wall if half.whole else FLANGE
    x = [0.0, rim, rim + half.width, 2 * rim + half.width]
    y = [0.0, rim, rim + half.height, 2 * rim + half.height]
    corners = ((x[1], y[1]), (x[2], y[1]), (x[2], y[2]), (x[1], y[2]), (x[1], y[1]))
    sides = tuple(pairwise(corners))
    panel, long, short = half.faces
    if not half.whole:
        outline = polygon([point for side in sides for point in flap(*side, FLANGE, SLANT)[:3]])
        signs: list[Item] = [*cut_line(outline)]
        away = FLANGE / 2 + NET_BLEED / 2 + HAIR
        for start, end in sides:
            signs += fold_line(*flap(start, end, HAIR, -HAIR)[1:3])
            signs.append(glue(*middle(*flap(start, end, away, 0.0)[1:3]), GLUE_HEIGHT))
        panels: tuple[PanelPlace, ...] = (PanelPlace(panel, rim, rim, "ltrb"),)
        return Net(width=x[3], height=y[3], outline=outline, folds=sides, signs=tuple(signs), panels=panels)
    tab = min(TAB, rim)
    slant = min(SLANT, tab / 3)
    edges = (
        ((x[2], y[1]), (x[3], y[1])),
        ((x[3], y[2]), (x[2], y[2])),
        ((x[1], y[2]), (x[0], y[2])),
        ((x[0], y[1]), (x[1], y[1])),
    )
    tabs = [flap(*edge, tab, slant) for edge in edges]
    outline = polygon(
        (
            *((x[1], y[1]), (x[1], y[0]), (x[2], y[0]), *tabs[0], *tabs[1]),
            *((x[2], y[3]), (x[1], y[3]), *tabs[2], *tabs[3][:3]),
        )
    )
    signs = [*cut_line(outline)]
    folds = [((left, at), (right, at)) for left, right in ((x[0], x[1]), (x[2], x[3])) for at in y[1:3]]
    for (left, at), (right, _) in folds:
        way = -1 if at == y[1] else 1
        signs += fold_line((left, at + way * HAIR), (right, at + way * HAIR))
        signs.append(glue((left + right) / 2, at + way * tab * 0.55, min(GLUE_HEIGHT, tab / 2)))
    outer = "lrb" if half.lid else "ltr"
    turns: tuple[Turns, ...] = (1, 3, 2, 0) if half.lid else (3, 1, 0, 2)
    walls = ((long, x[0], y[1]), (long, x[2], y[1]), (short, x[1], y[0]), (short, x[1], y[2]))
    panels = (
        PanelPlace(panel, rim, rim, unless={long: "lr", short: "tb"}),
        *(PanelPlace(*wall, outer, turn) for wall, turn in zip(walls, turns, strict=True)),
    )
    return Net(width=x[3], height=y[3], outline=outline, folds=(*sides, *folds), signs=tuple(signs), panels=panels)


def draw_wall_net(face: str, length: float, wall: float) -> Net:
    """Returns a separate wall, with a tab on its right to glue behind the next one."""
    outline = polygon(((0.0, 0.0), *flap((length, 0.0), (length, wall), TAB, SLANT), (0.0, wall)))
    return Net(
        width=length + TAB,
        height=wall,
        outline=outline,
        folds=(((length, 0.0), (length, wall)),),
        signs=(
            *cut_line(outline),
            *fold_line((length + HAIR, 0.0), (length + HAIR, wall)),
            glue(length + TAB * 0.55, wall / 2, GLUE_HEIGHT),
        ),
        panels=(PanelPlace(face, 0.0, 0.0, "ltrb"),),
    )
