"""Marks of a merchant beat on the picture of the city: rings, frames, words, an arrow, moving things.

All of it says the same without motion; the style sheet moves what has a way, by transform and opacity alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

from companion.games.hangzhou.components import GATES
from companion.games.hangzhou.effects import Decision
from companion.games.hangzhou.names import SPACES, Space
from companion.games.hangzhou.pages.beats import Beat, Trade
from companion.games.hangzhou.pages.city_map import PITCH, Map
from companion.games.hangzhou.pages.drawing import NUMBER, Figure, Mark, Moment

LETTER = 6.8
"""Width of a letter of the words on the map."""
Point = tuple[float, float]


def moment(grid: Map, beat: Beat, previous: Beat | None, lacks: Mapping[Space, str], used: tuple[str, ...]) -> Moment:
    """The picture's part of a beat. `lacks` are words beside targets and steps, `used` the rules in their order."""
    decision, name, landed = beat.decision, f"beat-{beat.number}", _landed(grid, previous)
    match beat.kind:
        case "wants" if decision is not None:
            fades = {rule: f"fade-{n}" for n, rule in enumerate(used, 1)}
            rivals = decision.steps if any(step.cut_by for step in decision.steps) else ()
            targets = [_ring(grid, t.space, t.cut_by, fades.get(t.cut_by or "", "")) for t in decision.targets]
            steps = [_frame(grid, step.to, fades.get(step.cut_by or "", "")) for step in rivals]
            lit = [target.space for target in decision.targets]
            return Moment(name, lit, (*targets, *steps), tuple(_captions(grid, lacks)), landed=landed)
        case "move" if decision is not None and decision.end is not None:
            targets = [_ring(grid, t.space) for t in decision.targets if t.cut_by is None]
            frame, start = _frame(grid, decision.end), _start(grid, decision)
            way = _way(start, grid.middles[decision.end])
            glide = Figure(decision.merchant, NUMBER[decision.merchant], start[0] - 16, start[1] - 20, 32, way)
            return Moment(name, None, (*targets, frame), tuple(arrow(grid, decision)), glide, landed)
        case "trade" if decision is not None:
            flights = tuple(_flights(grid, beat.effect)) if isinstance(beat.effect, Trade) else ()
            lit = [decision.end] if decision.end else []
            return Moment(name, lit, tuple(_ring(grid, space) for space in lit), flights, landed=landed)
    return Moment(name, landed=landed)


def decided(grid: Map, decision: Decision) -> Moment:
    """A whole decision in one picture: what was weighed, and the step that came of it."""
    rings = tuple(_ring(grid, target.space, target.cut_by) for target in decision.targets)
    return Moment("decided", None, rings, tuple(arrow(grid, decision)))


def _ring(grid: Map, space: Space, cut_by: str | None = None, fade: str = "") -> Mark:
    x, y = grid.middles[space]
    return Mark("ring", x, y, style=f"a-ring--also {fade}".strip() if cut_by is not None else "")


def _frame(grid: Map, space: Space, fade: str = "") -> Mark:
    box = grid.boxes[space]
    return Mark("frame", box.x, box.y, box.width, style=fade)


def _landed(grid: Map, previous: Beat | None) -> tuple[str, str]:
    """The merchant whose step was the beat before, and the way back to where it came from."""
    decision = previous.decision if previous is not None and previous.kind == "move" else None
    if decision is None or decision.end is None:
        return "", ""
    return decision.merchant.value, _way(grid.middles[decision.end], _start(grid, decision))


def _start(grid: Map, decision: Decision) -> Point:
    return grid.middles[decision.start or GATES[decision.merchant]]


def _way(start: Point, end: Point) -> str:
    """Classes of the style sheet for a way, in whole spaces as they are seen."""
    across, down = (round((there - here) / PITCH) for here, there in zip(start, end, strict=True))
    return f"x{across} y{down}"


def _flights(grid: Map, trade: Trade) -> Iterator[Mark]:
    """Things that leave the shop: to the hand, at the foot of the map, or to the box."""
    box, (_, y) = grid.boxes[trade.space], grid.middles[trade.space]
    _, dye, coins = grid.shop
    to_hand, to_box = f"x0 y{round((grid.size - y) / PITCH)}", f"x0 y{-round(y / PITCH)}"
    way = to_hand if trade.rule == "buy" else to_box
    yield Mark("fly", box.x + dye.x, box.y + dye.y, dye.width, f"dye-{trade.die.dye}", way)
    if trade.coins:
        yield Mark("fly", box.x + coins.x, box.y + coins.y, coins.width, "coin", to_box)


def _captions(grid: Map, lacks: Mapping[Space, str]) -> Iterator[Mark]:
    """Below the ring, within the walls: outside stand the gates."""
    wall = grid.frame.width
    for space in SPACES:
        if text := lacks.get(space):
            x, y = grid.middles[space]
            half = (len(text) * LETTER + 8) / 2
            x = min(max(x, wall + half), grid.size - wall - half)
            yield Mark("words", round(x, 1), round(y + 22, 1), round(2 * half, 1), text)


def arrow(grid: Map, decision: Decision) -> Iterator[Mark]:
    """The arrow of a step, between the figures: its line and its tip."""
    if decision.end is None or decision.end == decision.start:
        return
    (x0, y0), (x1, y1) = _start(grid, decision), grid.middles[decision.end]
    length = hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    a, b, tip = 16.0, length - 30, length - 17
    tx, ty, bx, by = x0 + dx * tip, y0 + dy * tip, x0 + dx * b, y0 + dy * b
    yield Mark("line", text=f"M{x0 + dx * a:.1f} {y0 + dy * a:.1f}L{bx:.1f} {by:.1f}")
    corners = ((tx, ty), (bx - dy * 8, by + dx * 8), (bx + dy * 8, by - dx * 8))
    yield Mark("tip", text=" ".join(f"{x:.1f},{y:.1f}" for x, y in corners))
