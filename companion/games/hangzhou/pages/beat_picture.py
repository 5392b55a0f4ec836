"""Marks of a merchant beat on the picture of the city: rings, frames, words, an arrow, a moving figure.

The picture is complete without motion; the style sheet animates by transform and opacity only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

from companion.games.hangzhou.components import GATES
from companion.games.hangzhou.effects import Decision
from companion.games.hangzhou.names import Space
from companion.games.hangzhou.pages.beats import Beat
from companion.games.hangzhou.pages.drawing import NUMBER, PITCH, Figure, Map, Mark, Moment

LETTER = 6.8
"""Width of a letter of the words on the map."""
Point = tuple[float, float]


def moment(grid: Map, beat: Beat, weighed: Mapping[Space, str], used: tuple[str, ...]) -> Moment:
    """Returns the picture's part of a beat. `weighed` are words beside targets and steps, `used` the applied rules in
    order."""
    decision, name = beat.decision, f"beat-{beat.number}"
    if decision is None or beat.kind not in ("wants", "move", "trade"):
        return Moment(name)
    if beat.kind == "wants":
        fades = {rule: f"fade-{n}" for n, rule in enumerate(used, 1)}
        rivals = decision.steps if any(step.cut_by for step in decision.steps) else ()
        targets = [_ring(grid, t.space, t.cut_by, fades.get(t.cut_by or "", "")) for t in decision.targets]
        steps = [_frame(grid, step.to, fades.get(step.cut_by or "", "")) for step in rivals]
        lit = [target.space for target in decision.targets]
        return Moment(name, lit, (*targets, *steps), tuple(_draw_captions(grid, weighed)))
    if decision.end is None:
        return Moment(name, [])
    if beat.kind == "trade":
        return Moment(name, [decision.end], (_ring(grid, decision.end),))
    targets = [_ring(grid, t.space) for t in decision.targets if t.cut_by is None]
    (x, y), (across, down) = _start(grid, decision), grid.middles[decision.end]
    way = f"x{round((across - x) / PITCH)} y{round((down - y) / PITCH)}"  # in whole spaces as they are seen
    glide = Figure(decision.merchant, NUMBER[decision.merchant], x - 16, y - 20, 32, way)
    return Moment(name, None, (*targets, _frame(grid, decision.end)), tuple(arrow(grid, decision)), glide)


def decided(grid: Map, decision: Decision) -> Moment:
    """Returns a whole decision in one picture: what was considered, and the resulting step."""
    rings = tuple(_ring(grid, target.space, target.cut_by) for target in decision.targets)
    return Moment("decided", None, rings, tuple(arrow(grid, decision)))


def _ring(grid: Map, space: Space, cut_by: str | None = None, fade: str = "") -> Mark:
    x, y = grid.middles[space]
    return Mark("ring", x, y, style=f"a-ring--also {fade}".strip() if cut_by is not None else "")


def _frame(grid: Map, space: Space, fade: str = "") -> Mark:
    box = grid.boxes[space]
    return Mark("frame", box.x, box.y, box.width, style=fade)


def _start(grid: Map, decision: Decision) -> Point:
    return grid.middles[decision.start or GATES[decision.merchant]]


def _draw_captions(grid: Map, weighed: Mapping[Space, str]) -> Iterator[Mark]:
    """Below the ring, within the walls: outside stand the gates."""
    for space, text in weighed.items():
        (x, y), half = grid.middles[space], (len(text) * LETTER + 8) / 2
        x = min(max(x, grid.frame.rim + half), grid.size - grid.frame.rim - half)
        if text:
            yield Mark("words", round(x, 1), round(y + 22, 1), round(2 * half, 1), text)


def arrow(grid: Map, decision: Decision) -> Iterator[Mark]:
    """Yields the arrow of a step, between the figures: its line and its tip."""
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
