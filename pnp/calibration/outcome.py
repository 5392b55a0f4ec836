"""What measuring a printer comes to: its profile, and what that leaves."""

from __future__ import annotations

import datetime
import math
from typing import TYPE_CHECKING

import msgspec

from pnp.calibration.geometry import Geometry
from pnp.calibration.measure import Measured, apart, astray, moved
from pnp.calibration.profiles import Means, Profile, ProfileError, check_name
from pnp.calibration.typeface import check_printable
from pnp.sheet.paper import PAPERS, PaperName
from pnp.sheet.printer import Turning

if TYPE_CHECKING:
    from pnp.calibration.photograph import Seen

ROUGH = 0.3
"""Millimetres: a profile that is less certain is worth another measurement."""
FAR = 3.0
"""Millimetres: bleed begins 5 from the paper's edge, and printers leave 4 blank; the outermost 2 of it may be lost."""
FINEST = 0.1
"""Millimetres: nothing is promised to be better."""


class Outcome(msgspec.Struct, frozen=True):
    """How far backs lie from fronts in the worst corner, as the printer prints now and as it is expected to with the
    profile; how far the line in the middle of a page, where a gutterfold is folded, lies from the middle of the paper;
    and how far what stands at the corners of the page is moved for all that. Millimetres."""

    before: float
    after: float
    fold: float
    moved: float
    rough: bool

    @property
    def far(self) -> bool:
        """Whether what stands at the corners comes where printers print nothing."""
        return self.moved > FAR

    @property
    def advice(self) -> str:
        """What to do against that; "" where there is nothing to do."""
        if not self.far:
            return ""
        return (
            f"Corners are moved by {self.moved:.1f} mm, where printers print nothing: set the guides of the tray and "
            "the printer's own alignment first, and measure it once more."
        )


class Known(msgspec.Struct, frozen=True):
    """How well the numbers of a profile are known: each may be so much more or less. `offset` in mm, `turn` in degrees,
    the scales as shares."""

    offset: float
    turn: float
    across: float
    along: float


def known(profile: Profile) -> Known:
    """How well each number is known, from how well a corner of the paper is.

    Both come of one scatter of points that were found, by least squares (see `measured` in `pnp.calibration.measure`).
    """
    geometry = Geometry(profile.paper)
    width, height = geometry.size
    by_eye = profile.means == "readings"
    points = tuple(geometry.crosses().values()) if by_eye else geometry.photographed()
    across = sum((x - width / 2) ** 2 for x, _ in points)
    along = sum((y - height / 2) ** 2 for _, y in points)
    corner = 1 / len(points) + (width / 2) ** 2 / across + (height / 2) ** 2 / along
    scatter = profile.uncertainty / math.sqrt(corner)
    return Known(
        scatter / math.sqrt(len(points)),
        math.degrees(scatter / math.sqrt(across + along)),
        scatter / math.sqrt(across),
        scatter / math.sqrt(along),
    )


def outcome(profile: Profile) -> Outcome:
    """What a profile is good for."""
    size = PAPERS[profile.paper].size(False)
    return Outcome(
        before=apart(profile.printer, size),
        after=max(profile.uncertainty, FINEST),
        fold=astray(profile.front, size),
        moved=max(moved(side, size) for side in (profile.front, profile.back)),
        rough=profile.uncertainty > ROUGH,
    )


def profile_of(name: str, paper: PaperName, backs: Turning, means: Means, front: Measured, back: Measured) -> Profile:
    """What was measured of two sides, now, under a name. Raises ProfileError for a name that no file can have, or
    that cannot be printed."""
    name = check_name(name)
    check_printable(name)
    return Profile(
        name=name,
        paper=paper,
        backs=backs,
        measured=datetime.datetime.now().replace(microsecond=0),
        means=means,
        uncertainty=round(max(front.uncertainty, back.uncertainty), 2),
        front=front.misprint,
        back=back.misprint,
    )


def of_two(first: Seen, second: Seen, name: str) -> Profile:
    """The profile of two photographs of one sheet, whichever is the front. Raises ProfileError if they are not."""
    if first.side == second.side:
        raise ProfileError(f"these are two {first.side}s: turn the sheet")
    front, back = (first, second) if first.side == "front" else (second, first)
    if front.geometry != back.geometry:
        raise ProfileError("these are sheets of two sizes: photograph both sides of one")
    return profile_of(name, front.geometry.paper, back.turning, "photographs", front.measured, back.measured)


def told(seen: Seen) -> str:
    """What a photograph shows, in a line."""
    width, height = seen.size
    return (
        f"{seen.file}: {seen.side} of the test page for {PAPERS[seen.geometry.paper].title}, {width} × {height}, "
        f"{seen.pixels:.0f} pixels to the mm, flat to {max(seen.flatness, 0.01):.2f} mm"
    )
