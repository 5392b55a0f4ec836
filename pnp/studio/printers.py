"""Measured printers as the page shows them: where the ink lands, in numbers and as arrows, and what that leaves."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec

from pnp.art.paths import Point, map_point
from pnp.calibration.geometry import Geometry, Letter
from pnp.calibration.outcome import Known, Outcome, outcome
from pnp.calibration.outcome import known as how_known
from pnp.calibration.profiles import Profile, ProfileError, known, load, path_of
from pnp.sheet.misprint import Misprint
from pnp.sheet.papers import Backs
from pnp.sheet.printer import Side, UnfitPrinterError

SHOWN = 30.0
"""Millimetres of the drawing that the longest arrow takes."""
LEAST_TIMES, MOST_TIMES = 4, 100
CARD = (63.5, 88.9)
HEAD, WING = 9.0, 0.42
"""Of an arrow: how long its head is, and half of its angle."""


class Arrow(msgspec.Struct, frozen=True):
    """From where a cross should be to where it is printed, enlarged; and how far that is, in mm."""

    letter: Letter
    start: Point
    end: Point
    miss: float

    @property
    def head(self) -> str:
        """The head, as path data; nothing on an arrow that is shorter than its own."""
        (x, y), (to_x, to_y) = self.start, self.end
        if math.dist(self.start, self.end) < HEAD:
            return ""
        way = math.atan2(to_y - y, to_x - x)
        wings = ((to_x - HEAD * math.cos(way + turn), to_y - HEAD * math.sin(way + turn)) for turn in (WING, -WING))
        return f"M{to_x:.1f} {to_y:.1f}" + "".join(f"L{a:.1f} {b:.1f}" for a, b in wings) + "Z"


class Drawn(msgspec.Struct, frozen=True):
    """A side of the sheet as the printer sets it, seen from that side: the crosses, and their mean miss in mm."""

    side: Side
    arrows: tuple[Arrow, ...]
    mean: float


class Measured(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A profile, its file, and what there is to show of it. `card` is what a card of 63.5 × 88.9 mm measures when it is
    printed without the profile."""

    profile: Profile
    path: Path
    text: str
    size: tuple[float, float]
    frame: tuple[float, float, float, float]
    times: int
    sides: tuple[Drawn, ...]
    card: tuple[float, float]
    left: Outcome
    known: Known


class Choice(msgspec.Struct, frozen=True):
    """A printer that may be chosen; `unfit` says why it cannot be used for what is printed."""

    name: str
    unfit: str = ""


def shown(name: str) -> Measured:
    """A measured printer. Raises ProfileError if there is none of that name, or its file cannot be read."""
    profile = load(name)
    geometry = Geometry(profile.paper)
    width, height = geometry.size
    misprints: tuple[tuple[Side, Misprint], ...] = (("front", profile.front), ("back", profile.back))
    misses = {
        side: {
            letter: (point, map_point(misprint.matrix(width, height), *point))
            for letter, point in geometry.crosses(side).items()
        }
        for side, misprint in misprints
    }
    longest = max(math.dist(*pair) for those in misses.values() for pair in those.values())
    times = min(MOST_TIMES, max(LEAST_TIMES, round(SHOWN / max(longest, 0.01))))
    sides = []
    for side, those in misses.items():
        arrows = tuple(
            Arrow(letter, (x, y), (x + times * (to_x - x), y + times * (to_y - y)), math.dist((x, y), (to_x, to_y)))
            for letter, ((x, y), (to_x, to_y)) in those.items()
        )
        sides.append(Drawn(side, arrows, sum(arrow.miss for arrow in arrows) / len(arrows)))
    frame = geometry.frame
    path = path_of(name)
    return Measured(
        profile=profile,
        path=path,
        text=path.read_text("utf-8"),
        size=(width, height),
        frame=(frame.x, frame.y, frame.width, frame.height),
        times=times,
        sides=tuple(sides),
        card=(CARD[0] * profile.front.across, CARD[1] * profile.front.along),
        left=outcome(profile),
        known=how_known(profile),
    )


def choices(paper: str, backs: Backs) -> tuple[Choice, ...]:
    """The measured printers, with why those that were measured otherwise do not fit."""
    found = []
    for name in known():
        try:
            load(name).printer.check(paper, backs)
        except (ProfileError, UnfitPrinterError) as error:
            found.append(Choice(name, str(error)))
        else:
            found.append(Choice(name))
    return tuple(found)
