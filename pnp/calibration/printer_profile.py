"""What was found of a test page's two sides, and what it says of the printer: the same by eye and by camera."""

from __future__ import annotations

import contextlib
import datetime
import json
import math
import re
import shlex
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from platformdirs import user_config_path

from pnp.art.paths import Point, map_point
from pnp.calibration.test_page import LETTERS, Geometry, Letter
from pnp.kit.theme import press_theme
from pnp.sheet.paper import MARGIN, PAPERS, PaperName
from pnp.sheet.printer import LONGEST_NAME, TURNED, Pair, Printer, PrintShift, Turning, fit_shift, measure_residual
from pnp.text.fonts import FontBook, list_characters

PARAMETERS = 5
"""Of a shift."""
BY_EYE = 0.1
"""A vernier is not read better than this, mm, however well four readings agree."""
DISAGREEING = 0.9
"""Millimetres by which four readings, each of them within 0.2, may miss to lie on one plane."""


class Measured(msgspec.Struct, frozen=True):
    """A side's shift, and how far from that, in mm each way, the print of a corner of the paper may be."""

    shift: PrintShift
    uncertainty: float


def measured(pairs: Sequence[Pair], size: tuple[float, float], least: float, side: str) -> Measured:
    """The shift of a side from points that were found on it, which is not better known than to `least` mm. Raises
    ProfileError, if no printer prints so."""
    shift = fit_shift(pairs, *size)
    check_misprint(shift, side)
    spare = 2 * len(pairs) - PARAMETERS
    scatter = measure_residual(pairs, shift, *size) * math.sqrt(len(pairs) / spare)
    across, along = ([place[way] - size[way] / 2 for place, _ in pairs] for way in (0, 1))
    corner = (size[0] / 2) ** 2 / sum(u * u for u in across) + (size[1] / 2) ** 2 / sum(v * v for v in along)
    return Measured(shift, math.hypot(least, scatter * math.sqrt(1 / len(pairs) + corner)))


def by_eye(
    geometry: Geometry, front: Mapping[Letter, Point], back: Mapping[Letter, Point]
) -> tuple[Measured, Measured]:
    """Front and back, from what was read of a sheet: where the crosses of the front stand, from the paper's left and
    upper edges; and how far those of the back lie right and down of them, seen from the front. Millimetres.

    Raises ProfileError if readings do not go together, or no printer prints so.
    """
    meant = geometry.crosses()
    misses = {letter: (x - meant[letter][0], y - meant[letter][1]) for letter, (x, y) in front.items()}
    for side, read in (("front", misses), ("back", back)):
        for index, way in enumerate(("to the right", "down")):
            a, b, c, d = (read[letter][index] for letter in LETTERS)
            off = abs(a - b + c - d)
            if not off <= DISAGREEING:
                raise ProfileError(
                    f"the {side}'s four readings {way} do not go together: one of them is off by about {off:.1f} mm; "
                    "read them again"
                )
    width, height = geometry.size
    behind = geometry.crosses("back")
    found_front: list[Pair] = []
    found_back: list[Pair] = []
    for letter in LETTERS:
        x, y = front[letter]
        right, down = back[letter]
        found_front.append((meant[letter], (x, y)))
        found_back.append((behind[letter], (width - x - right, y + down)))
    size = (width, height)
    return measured(found_front, size, BY_EYE, "front"), measured(found_back, size, BY_EYE, "back")


Means: TypeAlias = Literal["photographs", "readings"]
MOST_OFF, MOST_TURNED, MOST_SCALED = 8.0, 2.0, 0.015
"""A side that is further off, in mm, in degrees, as a share of its size, was measured wrongly or is another page: a
printer sets four millimetres, a degree and a hundredth at worst. One that leaves a blank of 2 mm round A4 fits pages to
0.981 of their size."""
MOST_KEPT = 0.03
"""The same of a profile's scales, as a share: there are some of pages that were fitted."""


class ProfileError(ValueError):
    """A printer's profile is not there, cannot be read, or says what no printer does. The message says what to do."""


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was measured of a printer, when, and by what means. `uncertainty` in mm; see `pnp.sheet.printer.Printer`."""

    name: str
    paper: PaperName
    backs: Turning
    measured: datetime.datetime
    means: Means
    uncertainty: float
    front: PrintShift
    back: PrintShift

    @property
    def printer(self) -> Printer:
        return Printer(
            name=self.name,
            paper=self.paper,
            backs=self.backs,
            front=self.front,
            back=self.back,
            uncertainty=self.uncertainty,
        )

    @property
    def command(self) -> str:
        """What prints a kit with it, whole: with its paper and turning, where `pnp build` takes others unless told."""
        options = [] if self.paper == "a4" else ["--paper", self.paper]
        options += [] if self.backs == "long-edge" else ["--backs", self.backs]
        return shlex.join(("pnp", "build", "KIT", "--printer", self.name, *options))


def folder() -> Path:
    """Where profiles are kept: `printers` in the user's folder of settings for the press."""
    return user_config_path("silk-road-pnp") / "printers"


def path_of(name: str) -> Path:
    """The file of the printer of a name, there or not."""
    return folder() / f"{_slug(unicodedata.normalize('NFC', name))}.toml"


def check_name(name: str) -> str:
    """A printer's name without blanks around it, its letters composed with their accents. Raises ProfileError if it
    cannot be a file's, or a foot's."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not _slug(name):
        raise ProfileError("a printer's name needs a letter or a figure: --printer 'Office tray 2'")
    if len(name) > LONGEST_NAME:
        raise ProfileError(f"the name has {len(name)} characters; more than {LONGEST_NAME} find no room on the sheets")
    return name


def known() -> tuple[str, ...]:
    """The names of all printers that were measured; a file that cannot be read is called by its own."""
    names = []
    for path in sorted(folder().glob("*.toml")):
        try:
            names.append(_read(path).name)
        except ProfileError:
            names.append(path.stem)
    return tuple(names)


def load(name: str) -> Profile:
    """The profile of this name; ProfileError if there is none, or it cannot be read."""
    path = path_of(name)
    if not _slug(name) or not path.is_file():
        others = ", ".join(f"'{other}'" for other in known())
        hint = f"measured are {others}" if others else "none is measured yet: pnp calibrate prints a test page"
        raise ProfileError(f"no printer '{name}' was measured; {hint}")
    return _read(path)


def save(profile: Profile) -> Path:
    """Keeps a profile under its name, in place of what was measured of this printer before, and returns its file.

    Raises ProfileError if something else is kept in that file: another printer, as names that differ by signs alone
    share one, or the same on other paper or turned another way; and if it cannot be written.
    """
    path = path_of(profile.name)
    kept = _kept(path)
    if kept and check_name(kept.name).casefold() != profile.name.casefold():
        message = f"printer '{kept.name}' is kept in {path}, where '{profile.name}' would be"
        raise ProfileError(f"{message}: choose a name with other letters or figures, or delete that file")
    if kept and (kept.paper, kept.backs) != (profile.paper, profile.backs):
        message = f"printer '{kept.name}' was measured on {PAPERS[kept.paper].title} with {TURNED[kept.backs]}"
        raise ProfileError(f"{message}: choose another name for this, or delete {path}")
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(_written(profile), "utf-8")
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        left = "; what was measured before is kept" if kept else ""
        raise ProfileError(f"{path} cannot be written: {error.strerror or error}{left}") from None
    return path


def check_printable(text: str) -> None:
    """Raises ProfileError for a name with characters that the press's typeface does not have: they would be blank."""
    fonts = FontBook(press_theme().fonts)
    font = fonts.font(fonts.face("text"))
    missing = [character for character in text if not character.isspace() and not font.has(character)]
    if missing:
        raise ProfileError(
            f"'{text}' cannot be printed, the typeface has no {list_characters(missing)}: choose another name"
        )


def check_misprint(shift: PrintShift, side: str, most_scaled: float = MOST_SCALED) -> None:
    """Raises ProfileError if no printer prints so: with scales that are off by more than a share, too."""
    off = max(abs(shift.right), abs(shift.down))
    scaled = max(abs(shift.across - 1), abs(shift.along - 1))
    # Written so that what is no number is refused too.
    if not off <= MOST_OFF:
        raise ProfileError(f"the {side} would be {off:.1f} mm off, more than any printer sets it: measure it again")
    if not abs(shift.turn) <= MOST_TURNED:
        raise ProfileError(f"the {side} would be turned by {abs(shift.turn):.1f}°: measure it again")
    if not scaled <= most_scaled:
        message = f"the {side} has another scale by {100 * scaled:.1f} %"
        raise ProfileError(f"{message}: print at 100 %, not fitted to the page, and measure it again")


def _read(path: Path) -> Profile:
    try:
        document = msgspec.toml.decode(path.read_bytes())
        profile = msgspec.convert(document, dict[Literal["printer"], Profile])["printer"]
        for side in ("front", "back"):
            if len(document["printer"][side]) != len(PrintShift.__struct_fields__):
                raise ProfileError(f"its {side} has not all of five numbers")
            check_misprint(getattr(profile, side), side, MOST_KEPT)
        if not 0 <= profile.uncertainty <= MOST_OFF:
            raise ProfileError(f"an uncertainty of {profile.uncertainty:g} mm is none")
        check_name(profile.name)
        if path != path_of(profile.name):
            raise ProfileError(f"it says that it is of printer '{profile.name}'")
    except (OSError, ValueError) as error:
        raise ProfileError(f"{path} cannot be used: {error}; mend it, or measure the printer again") from None
    return profile


def _kept(path: Path) -> Profile | None:
    """What a file keeps; None if there is none, or it cannot be read and is measured again."""
    try:
        return _read(path)
    except ProfileError:
        return None


def _written(profile: Profile) -> str:
    front, back = (_five(side) for side in (profile.front, profile.back))
    return f"""\
# How this printer misses the page, measured by `pnp calibrate`. To print against it:
# {profile.command}
[printer]
name = {json.dumps(profile.name, ensure_ascii=False)}
paper = "{profile.paper}"
backs = "{profile.backs}"
measured = {profile.measured.isoformat(timespec="seconds")}
means = "{profile.means}"
uncertainty = {profile.uncertainty:.2f}  # mm
# Right and down in mm, turned clockwise in degrees, scale across and along the sheet; each as seen from its own side,
# the edge up that goes in first.
front = {front}
back = {back}
"""


def _five(shift: PrintShift) -> str:
    right, down, turn = (f"{value:.3f}" for value in (shift.right, shift.down, shift.turn))
    return f"[{right}, {down}, {turn}, {shift.across:.5f}, {shift.along:.5f}]"


def _slug(name: str) -> str:
    """A name as a file's: letters and figures, with a hyphen between words."""
    return "-".join(re.findall(r"[^\W_]+", name.casefold()))


MARGIN_LOOKED = 10.0
"""From the paper's edges to the corners of its field, mm."""
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


def certainty(profile: Profile) -> Known:
    """How well each number is known, from how well a corner of the paper is.

    Both come of one scatter of points that were found, by least squares.
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
    """What a profile is good for, at the corners of the paper's field and along the middle of the page."""
    width, height = PAPERS[profile.paper].size(False)
    front, back = profile.front.matrix(width, height), profile.back.matrix(width, height)
    before = 0.0
    for x in (MARGIN_LOOKED, width - MARGIN_LOOKED):
        for y in (MARGIN_LOOKED, height - MARGIN_LOOKED):
            back_x, back_y = map_point(back, width - x, y)
            before = max(before, math.dist(map_point(front, x, y), (width - back_x, back_y)))
    xs, ys = (MARGIN, width - MARGIN), (MARGIN, height - MARGIN)
    folds = [map_point(front, width / 2, y)[0] - width / 2 for y in ys]
    folds += [map_point(front, x, height / 2)[1] - height / 2 for x in xs]
    undone = [side.undone(width, height) for side in (profile.front, profile.back)]
    moves = (math.dist((x, y), map_point(matrix, x, y)) for matrix in undone for x in xs for y in ys)
    return Outcome(
        before=before,
        after=max(profile.uncertainty, FINEST),
        fold=max(map(abs, folds)),
        moved=max(moves),
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
        front=front.shift,
        back=back.shift,
    )
