"""What goes into a box, and how large the box must be for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import Literal

import msgspec

from pnp.face.layout import component_size
from pnp.findings import Finding, KitError, Place
from pnp.kit import Kit, expand
from pnp.kit.model import AnyComponent, Board, Card, Die, Leaflet, Sheet, Standee, Stock, Tile, TuckBox
from pnp.sheet.paper import LARGEST_PAGE

STACK_PADDING, LID_PADDING = 5.0, 3.0
"""Over a stack, mm: in a tuck box, from which it is pulled, and under a lid, which is lifted off it."""
BARE_ROOM, SLEEVED_ROOM = 4.0, 7.0
"""Over a footprint, mm: + 4 bare, + 7 sleeved."""
CARD, SLEEVED_CARD = 20.0 / 60.0, 24.0 / 60.0
"""60 cards stack 20 mm bare, 24 mm in thin sleeves."""
THICKNESS: dict[Stock, float] = {"paper": 0.1, "card": CARD, "board": 2.0, "label": 2.0}
"""mm; board: a print glued to the usual 2 mm greyboard."""
LOOSE_FACTOR = 1.6
"""Loose pieces fill about 60 % of a box."""
LOOSE_SHAPE = (1.1, 1.0, 0.6)
"""Width, height and depth of a box for loose pieces alone: squat, so that its net fits the paper."""
MOST_FOLDS = 3
"""A board of A3 comes to A5; what is folded oftener does not lie flat."""
PAGE_CHARACTERS = 1500
"""Of a leaflet's text on a page with its figures, on the mean of ours."""


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """Things of one kind in a box, mm. Cards and what is flat are stacked, in as many piles as lie side by side; what
    may be folded is halved until it fits; loose pieces are poured in, and stand `rise` mm high where they lie."""

    width: float
    height: float
    thickness: float
    copies: int
    sort: Literal["card", "flat", "folded", "loose"] = "flat"
    rise: float = 0.0
    name: str = ""


class _Lying(msgspec.Struct, frozen=True):
    """Things of one kind as they lie in a box: their sides, the shorter first, and how thick each is."""

    shorter: float
    longer: float
    thickness: float

    def piles(self, width: float, height: float) -> int:
        """How many lie side by side on this footprint."""
        across = int(width / self.shorter + 1e-6) * int(height / self.longer + 1e-6)
        along = int(width / self.longer + 1e-6) * int(height / self.shorter + 1e-6)
        return max(across, along)


def inside(kit: Kit, component: TuckBox) -> tuple[float, float, float]:
    """The inside (width, height, depth) of a box: its own, or large enough for its contents.

    Raises KitError if it is smaller than its contents.
    """
    by_id = {other.id: other for other in kit.components}
    place = Place(kit.file, component.line, "contents")
    if any(isinstance(by_id[name], TuckBox) for name in component.contents):
        raise KitError([Finding("error", "contents", place, "a box cannot lie in a box", "name what lies in it")])
    contents = tuple(_content(kit, by_id[name]) for name in component.contents)
    footprint = component.footprint or (component.size[:2] if component.size else None)
    if footprint:
        for content in contents:
            if not _lying(content, component.sleeved, footprint).piles(*footprint):
                message = f"{content.name} does not lie in a box of {footprint[0]:g} × {footprint[1]:g} mm"
                raise KitError([Finding("error", "contents", place, message, "leave it out, or make the box larger")])
    padding = STACK_PADDING if component.form == "tuck" else LID_PADDING
    needed = size_for(contents, component.sleeved, footprint, padding)
    if component.size is None:
        return needed
    if contents and component.size[2] < needed[2]:
        message = f"the box is {component.size[2]:g} mm deep, what lies in it takes {needed[2]:g}"
        hint = f"make it deeper, or write footprint = [{needed[0]:g}, {needed[1]:g}] instead of size"
        raise KitError([Finding("error", "small-box", Place(kit.file, component.line, "size"), message, hint)])
    return component.size


def size_for(
    contents: Iterable[Content],
    sleeved: bool = False,
    footprint: tuple[float, float] | None = None,
    padding: float = STACK_PADDING,
) -> tuple[float, float, float]:
    """The inside (width, height, depth) of a box for these, in whole mm; with a footprint the depth alone is found.

    `padding` is the air over a stack.
    """
    contents = tuple(contents)
    stacked = [content for content in contents if content.sort != "loose"]
    loose = [content for content in contents if content.sort == "loose"]
    volume = LOOSE_FACTOR * sum(c.width * c.height * c.thickness * c.copies for c in loose)
    rise = max((c.rise for c in loose), default=0.0)
    if not stacked and not footprint:
        unit = (volume / (LOOSE_SHAPE[0] * LOOSE_SHAPE[1] * LOOSE_SHAPE[2])) ** (1 / 3)
        longest = max((max(c.width, c.height) for c in loose), default=0.0)
        width, height, depth = (unit * share for share in LOOSE_SHAPE)
        return (_whole(max(width, longest)), _whole(height), _whole(max(depth, rise)))
    width, height = footprint or _footprint(stacked, sleeved)
    stack = sum(_stack(content, sleeved, (width, height)) for content in stacked)
    air = padding if stacked else 0.0
    return (width, height, _whole(stack + air + max(volume / (width * height), rise)))


def _stack(content: Content, sleeved: bool, footprint: tuple[float, float]) -> float:
    """How high a stack stands, in piles of equal height."""
    lying = _lying(content, sleeved, footprint)
    return lying.thickness * ceil(content.copies / max(1, lying.piles(*footprint)))


def _lying(content: Content, sleeved: bool, footprint: tuple[float, float]) -> _Lying:
    thickness = content.thickness * (SLEEVED_CARD / CARD if sleeved and content.sort == "card" else 1.0)
    shorter, longer = sorted((content.width, content.height))
    lying = _Lying(shorter, longer, thickness)
    for _ in range(MOST_FOLDS if content.sort == "folded" else 0):
        if lying.piles(*footprint):
            break
        shorter, longer = sorted((lying.shorter, lying.longer / 2))
        lying = _Lying(shorter, longer, 2 * lying.thickness)
    return lying


def _footprint(cards: Sequence[Content], sleeved: bool) -> tuple[float, float]:
    room = SLEEVED_ROOM if sleeved else BARE_ROOM
    shorter = max(min(card.width, card.height) for card in cards)
    longer = max(max(card.width, card.height) for card in cards)
    return _whole(shorter + room), _whole(longer + room)


def _whole(length: float) -> float:
    """Rounded up to whole mm, but not for a rounding error."""
    return float(ceil(length - 1e-6))


def _content(kit: Kit, component: AnyComponent) -> Content:
    copies = sum(copies for _, copies in expand(kit, component))
    thickness = THICKNESS[component.stock]
    if isinstance(component, Leaflet):
        leaves = 2 * ceil(max(_pages(kit, component)) / 4)
        return Content(
            width=LARGEST_PAGE[0],
            height=LARGEST_PAGE[1],
            thickness=leaves * thickness,
            copies=copies,
            name=component.id,
        )
    width, height = component_size(component)
    content = Content(width=width, height=height, thickness=thickness, copies=copies, name=component.id)
    match component:
        case Card():
            return msgspec.structs.replace(content, sort="card")
        case Tile():
            return content
        case Sheet() | Board():
            return msgspec.structs.replace(content, sort="folded")
        case Die(size=edge):
            return msgspec.structs.replace(content, sort="loose", thickness=edge, rise=edge)
        case Standee(foot=foot, base=base):
            rise = max((*base[-1:], 2 * foot))  # lying on its back it stands on the edge of its base
            return msgspec.structs.replace(content, sort="loose", thickness=2 * thickness, rise=rise)
    return msgspec.structs.replace(content, sort="loose", rise=thickness)


def _pages(kit: Kit, leaflet: Leaflet) -> Iterator[int]:
    """About how many pages a leaflet comes to, cover included, in each language."""
    for language in kit.languages:
        size = (kit.folder / f"{leaflet.file}.{language}.md").stat().st_size
        yield 1 + ceil(size / PAGE_CHARACTERS)
