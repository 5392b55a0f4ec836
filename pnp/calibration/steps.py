"""How widely brightness falls across an edge: across one of the paper no more than across those of the marks on it.

Where a second sheet peeps out beneath the paper, or a hard shadow lies over its edge, brightness falls in two steps.
Near each other they look like one; but it is wider than a step that the blur of the picture makes.
"""

from __future__ import annotations

import numpy as np

from pnp.calibration.lines import STEP, Array, followed

PARTS, LEAST_PARTS = 6, 2
"""Of an edge, each looked at by itself, and in how many of them the step has to be wide: the other line may run aslant,
or along a part of the edge."""
LEAST_ROWS = 4
"""Places along an edge without which nothing is said of a part."""
WITHIN, LIGHT, DARK = 1.3, 2.4, 1.95
"""Millimetres to either side of a step within which brightness falls, and to where on the light and on the dark side it
is looked at to know the level there. The rim of a mark is 2.5 mm wide."""
WIDER, MORE_WIDE = 0.025, 0.1
"""How much wider the paper's edge may be than the marks', mm and as a share of theirs: of sheets that lie alone it is
half as much at most."""


def spread(seen: Array, columns: Array) -> float:
    """How far from the middle of a step the brightness of rows falls, mm, on the mean over all of the fall; the step is
    at the `columns`, its light side first. Not a number where too little is seen of it.

    What it falls steadily on the light side is a soft shadow's, and does not count.
    """
    offsets = np.arange(-LIGHT, DARK, STEP / 2)
    across = np.arange(seen.shape[1])
    rows = [np.interp(at + offsets / STEP, across, row) for row, at in zip(seen, columns, strict=True)]
    rows = [row for row in rows if np.isfinite(row).all()]
    if len(rows) < LEAST_ROWS:
        return float("nan")
    profile = np.mean(rows, axis=0)
    before, behind = offsets < -WITHIN, offsets > WITHIN
    level, slope = np.polynomial.polynomial.polyfit(offsets[before], profile[before], 1)
    if slope > 0:
        slope, level = 0.0, profile[before].mean()
    light, dark = level + slope * np.minimum(offsets, 0.0), profile[behind].mean()
    fallen = np.clip((light - profile) / np.maximum(light - dark, 1.0), -0.5, 1.5)[~before & ~behind]
    # The mean distance from the middle is least there, so the middle need not be looked for.
    inside = np.concatenate([[0.0], np.cumsum(fallen)])
    outside = np.concatenate([np.cumsum((1.0 - fallen)[::-1])[::-1], [0.0]])
    return float((inside + outside).min()) * STEP / 2


def wide(seen: Array, columns: Array, kept: Array, marks: float) -> bool:
    """Whether brightness falls more widely along an edge of the paper, at the kept `columns`, than the blur of the
    picture makes it: than at the edges of `marks`, mm. Another sheet, or a hard shadow, lies so near to it."""
    chosen = np.asarray(kept, dtype=bool)
    line = followed(columns, chosen)
    parts = np.array_split(np.arange(len(seen)), PARTS)
    spreads = [spread(seen[part[chosen[part]]], line[part[chosen[part]]]) for part in parts]
    return sum(each > marks * (1 + MORE_WIDE) + WIDER for each in spreads) >= LEAST_PARTS
