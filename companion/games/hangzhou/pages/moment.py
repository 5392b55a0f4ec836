"""What a beat of the merchants adds to the picture of the city: rings, frames, words, an arrow, things on their way.

All of it stands still and says the same without motion; the style sheet moves what has a way, by transform and opacity
alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from math import hypot

from msgspec import Struct

from companion.games.hangzhou.components import GATES
from companion.games.hangzhou.effects import Decision
from companion.games.hangzhou.names import SPACES, Merchant, Space
from companion.games.hangzhou.pages.beats import Beat, Trade
from companion.games.hangzhou.pages.city_map import PITCH, Map
from pnp.scene import Box

LETTER = 6.8
"""Width of a letter of the words on the map."""


class Ring(Struct, frozen=True):
    """A ring round a target; `out`: one that was weighed and left, after so many rules (`fade`; 0: long ago)."""

    x: float
    y: float
    out: bool = False
    fade: int = 0


class Frame(Struct, frozen=True):
    """A space that a figure may land on; `fade`: the rule that leaves it out, counted from 1."""

    box: Box
    fade: int = 0


class Caption(Struct, frozen=True):
    """Words beside a ring or frame: their middle, their top, and how wide they are."""

    text: str
    x: float
    y: float
    width: float


class Arrow(Struct, frozen=True):
    """An arrow from a merchant's place to the next: the line, and the tip's points."""

    line: str
    tip: str


class Flight(Struct, frozen=True):
    """Something on its way: its symbol, where it lies, and the way."""

    sign: str
    x: float
    y: float
    width: float
    way: str


class Moment(Struct, frozen=True):
    """What one beat adds. `id` tells it from the beat before, so that its motion begins anew."""

    id: str
    lit: Collection[Space] | None = None
    """The shops in full colour; none: all of them."""
    rings: tuple[Ring, ...] = ()
    frames: tuple[Frame, ...] = ()
    captions: tuple[Caption, ...] = ()
    arrow: Arrow | None = None
    glide: tuple[Merchant, Space | None] | None = None
    """The merchant whose pale figure shows the step, and where it begins; none: at its gate."""
    way: str = ""
    """The way of that figure."""
    flights: tuple[Flight, ...] = ()
    came: Merchant | None = None
    """The merchant that has just moved, by the way `landed`."""
    landed: str = ""


def moment(grid: Map, beat: Beat, previous: Beat | None, lacks: Mapping[Space, str], used: tuple[str, ...]) -> Moment:
    """The picture's part of a beat. `lacks` are words beside targets and steps, `used` the rules in their order."""
    decision, name = beat.decision, f"beat-{beat.number}"
    came, landed = _landed(grid, previous)
    if decision is None or beat.kind == "die":
        return Moment(name, came=came, landed=landed)
    if beat.kind == "trade":
        flights = tuple(_flights(grid, beat.told)) if isinstance(beat.told, Trade) else ()
        lit = [decision.end] if decision.end else []
        rings = tuple(Ring(*grid.middle(space)) for space in lit)
        return Moment(name, lit, rings, flights=flights, came=came, landed=landed)
    if beat.kind == "move":
        assert decision.end is not None, "a merchant that moves goes somewhere"
        return Moment(
            name,
            rings=tuple(Ring(*grid.middle(t.space)) for t in decision.targets if t.cut_by is None),
            frames=(Frame(grid.space(decision.end)),),
            arrow=_arrow(grid, decision),
            glide=(decision.merchant, decision.start),
            way=_way(_origin(grid, decision), grid.middle(decision.end)),
            came=came,
            landed=landed,
        )
    fades = {rule: used.index(rule) + 1 for rule in used}
    rivals = [step for step in decision.steps if any(s.cut_by for s in decision.steps)]
    return Moment(
        name,
        [target.space for target in decision.targets],
        tuple(
            Ring(*grid.middle(t.space), out=t.cut_by is not None, fade=fades.get(t.cut_by or "", 0))
            for t in decision.targets
        ),
        tuple(Frame(grid.space(step.to), fades.get(step.cut_by or "", 0)) for step in rivals),
        tuple(_captions(grid, lacks)),
        came=came,
        landed=landed,
    )


def decided(grid: Map, decision: Decision) -> Moment:
    """A whole decision in one picture: what was weighed, and the step that came of it."""
    rings = tuple(Ring(*grid.middle(t.space), out=t.cut_by is not None) for t in decision.targets)
    return Moment("decided", rings=rings, arrow=_arrow(grid, decision))


def _landed(grid: Map, previous: Beat | None) -> tuple[Merchant | None, str]:
    """The merchant whose step was the beat before, and the way back to where it came from."""
    if previous is None or previous.kind != "move" or previous.decision is None or previous.decision.end is None:
        return None, ""
    decision = previous.decision
    return decision.merchant, _way(grid.middle(previous.decision.end), _origin(grid, decision))


def _origin(grid: Map, decision: Decision) -> tuple[float, float]:
    return grid.middle(decision.start or GATES[decision.merchant])


def _way(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Classes of the style sheet for a way, in whole spaces as they are seen."""
    across, down = (round((there - here) / PITCH) for here, there in zip(start, end, strict=True))
    return f"x{across} y{down}"


def _flights(grid: Map, trade: Trade) -> Iterator[Flight]:
    """What leaves the shop: towards the hand, at the foot of the map, or away to the box."""
    box, (_, y) = grid.space(trade.space), grid.middle(trade.space)
    to_hand = f"x0 y{round((grid.size - y) / PITCH)}"
    to_box = f"x0 y{-round(y / PITCH)}"
    dye, shop = grid.shop.dye, grid.shop.coins
    bought = trade.rule == "buy"
    yield Flight(f"dye-{trade.die.dye}", box.x + dye.x, box.y + dye.y, dye.width, to_hand if bought else to_box)
    if trade.coins:
        yield Flight("coin", box.x + shop.x, box.y + shop.y, shop.width, to_box)


def _captions(grid: Map, lacks: Mapping[Space, str]) -> Iterator[Caption]:
    """Below the ring, within the walls: outside stand the gates."""
    wall = grid.frame.width
    for space in SPACES:
        if text := lacks.get(space):
            x, y = grid.middle(space)
            half = (len(text) * LETTER + 8) / 2
            x = min(max(x, wall + half), grid.size - wall - half)
            yield Caption(text, round(x, 1), round(y + 22, 1), round(2 * half, 1))


def _arrow(grid: Map, decision: Decision) -> Arrow | None:
    """The arrow of a step, between the figures."""
    if decision.end is None or decision.end == decision.start:
        return None
    (x0, y0), (x1, y1) = _origin(grid, decision), grid.middle(decision.end)
    length = hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    a, b, tip = 16.0, length - 30, length - 17
    line = f"M{x0 + dx * a:.1f} {y0 + dy * a:.1f}L{x0 + dx * b:.1f} {y0 + dy * b:.1f}"
    tx, ty, bx, by = x0 + dx * tip, y0 + dy * tip, x0 + dx * b, y0 + dy * b
    return Arrow(line, f"{tx:.1f},{ty:.1f} {bx - dy * 8:.1f},{by + dx * 8:.1f} {bx + dy * 8:.1f},{by - dx * 8:.1f}")
