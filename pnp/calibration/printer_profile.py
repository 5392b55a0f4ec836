"""Printer profiles: fitted to readings of a test page, saved by name, and rated."""

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

from pnp.art.paths import Point, inverse, map_point
from pnp.calibration.test_page import LETTERS, Geometry, Letter
from pnp.kit.theme import read_press_theme
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
    """A side's shift, and the uncertainty of a paper corner's position, in mm."""

    shift: PrintShift
    uncertainty: float


def measure_side(pairs: Sequence[Pair], size: tuple[float, float], least: float, side: str) -> Measured:
    """Fits the shift of a side to measured points, at best to `least` mm. Raises ProfileError for a shift beyond any
    printer's."""
    shift = fit_shift(pairs, *size)
    check_misprint(shift, side)
    spare = 2 * len(pairs) - PARAMETERS
    scatter = measure_residual(pairs, shift, *size) * math.sqrt(len(pairs) / spare)
    across, along = (math.hypot(*(place[way] - size[way] / 2 for place, _ in pairs)) for way in (0, 1))
    corner = math.hypot(1 / math.sqrt(len(pairs)), size[0] / 2 / across, size[1] / 2 / along)
    return Measured(shift, math.hypot(least, scatter * corner))


def by_eye(
    geometry: Geometry, front: Mapping[Letter, Point], back: Mapping[Letter, Point]
) -> tuple[Measured, Measured]:
    """Returns front and back from a sheet's readings: the positions of the front's crosses, from the paper's left and
    upper edges; and the offsets of the back's crosses right and down from them, seen from the front. Millimetres.

    Raises ProfileError if readings are inconsistent, or beyond any printer's error.
    """
    width, meant, behind = geometry.size[0], geometry.crosses(), geometry.crosses("back")
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
    fronts = [(meant[letter], front[letter]) for letter in LETTERS]
    backs = [
        (behind[letter], (width - front[letter][0] - back[letter][0], front[letter][1] + back[letter][1]))
        for letter in LETTERS
    ]
    return measure_side(fronts, geometry.size, BY_EYE, "front"), measure_side(backs, geometry.size, BY_EYE, "back")


Means: TypeAlias = Literal["photographs", "readings"]
MOST_OFF, MOST_TURNED, MOST_SCALED = 8.0, 2.0, 0.015
"""A side that is further off, in mm, in degrees, as a share of its size, was measured wrongly or is another page: a
printer sets four millimetres, a degree and a hundredth at worst. One that leaves a blank of 2 mm round A4 fits pages to
0.981 of their size."""
MOST_KEPT = 0.03
"""The same of a profile's scales, as a share: there are some of pages that were fitted."""


class ProfileError(ValueError):
    """A printer profile is missing, unreadable or implausible. The message says what to do."""


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Measurements of a printer, with date and method. `uncertainty` is in mm; see `pnp.sheet.printer.Printer`."""

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
        return msgspec.convert(self, Printer, from_attributes=True)

    @property
    def command(self) -> str:
        """The `pnp build` command for this profile, with paper and backs if they differ from the defaults."""
        options = [] if self.paper == "a4" else ["--paper", self.paper]
        options += [] if self.backs == "long-edge" else ["--backs", self.backs]
        return shlex.join(("pnp", "build", "KIT", "--printer", self.name, *options))


def find_profile_path(name: str) -> Path:
    """Returns the file of a printer, existing or not: in `printers` in the user's settings folder for the press."""
    return user_config_path("silk-road-pnp") / "printers" / f"{_slug(unicodedata.normalize('NFC', name))}.toml"


def check_name(name: str) -> str:
    """Returns a printer's name, stripped and composed (NFC). Raises ProfileError if it is unfit for a file or a
    footer."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not _slug(name):
        raise ProfileError("a printer's name needs a letter or a figure: --printer 'Office tray 2'")
    if len(name) > LONGEST_NAME:
        raise ProfileError(f"the name has {len(name)} characters; more than {LONGEST_NAME} find no room on the sheets")
    return name


def list_printers() -> tuple[str, ...]:
    """Returns the names of all measured printers; an unreadable file appears by its own name."""
    names = []
    for path in sorted(find_profile_path("").parent.glob("*.toml")):
        try:
            names.append(_read(path).name)
        except ProfileError:
            names.append(path.stem)
    return tuple(names)


def load(name: str) -> Profile:
    """Returns the profile with this name. Raises ProfileError if it is missing or unreadable."""
    path = find_profile_path(name)
    if not _slug(name) or not path.is_file():
        others = ", ".join(f"'{other}'" for other in list_printers())
        hint = f"measured are {others}" if others else "none is measured yet: pnp calibrate prints a test page"
        raise ProfileError(f"no printer '{name}' was measured; {hint}")
    return _read(path)


def save(profile: Profile) -> Path:
    """Saves a profile under its name, replacing earlier measurements of this printer, and returns its file.

    Raises ProfileError if the file holds another printer (names that differ only in signs share a file), or the same
    one on other paper or with other turning; and if it cannot be written.
    """
    path, kept = find_profile_path(profile.name), None
    with contextlib.suppress(ProfileError):  # there is none, or it cannot be read
        kept = _read(path)
    if kept and check_name(kept.name).casefold() != profile.name.casefold():
        message = f"printer '{kept.name}' is kept in {path}, where '{profile.name}' would be"
        raise ProfileError(f"{message}: choose a name with other letters or figures, or delete that file")
    if kept and (kept.paper, kept.backs) != (profile.paper, profile.backs):
        message = f"printer '{kept.name}' was measured on {PAPERS[kept.paper].title} with {TURNED[kept.backs]}"
        raise ProfileError(f"{message}: choose another name for this, or delete {path}")
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(_format_profile(profile), "utf-8")
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        left = "; what was measured before is kept" if kept else ""
        raise ProfileError(f"{path} cannot be written: {error.strerror or error}{left}") from None
    return path


def check_printable(text: str) -> None:
    """Raises ProfileError for a name with characters that the press's typeface lacks: they would be blank."""
    fonts = FontBook(read_press_theme().fonts)
    font = fonts.font(fonts.face("text"))
    missing = [character for character in text if not character.isspace() and not font.has(character)]
    if missing:
        raise ProfileError(
            f"'{text}' cannot be printed, the typeface has no {list_characters(missing)}: choose another name"
        )


def check_misprint(shift: PrintShift, side: str, most_scaled: float = MOST_SCALED) -> None:
    """Raises ProfileError for errors beyond any printer's, including scales."""
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
        document = {"printer": {}} | msgspec.toml.decode(path.read_bytes())
        profile = msgspec.convert(document, dict[Literal["printer"], Profile])["printer"]
        for side in ("front", "back"):
            if len(document["printer"][side]) != len(PrintShift.__struct_fields__):
                raise ProfileError(f"its {side} has not all of five numbers")
            check_misprint(getattr(profile, side), side, MOST_KEPT)
        if not 0 <= profile.uncertainty <= MOST_OFF:
            raise ProfileError(f"an uncertainty of {profile.uncertainty:g} mm is none")
        check_name(profile.name)
        if path != find_profile_path(profile.name):
            raise ProfileError(f"it says that it is of printer '{profile.name}'")
    except (OSError, ValueError) as error:
        raise ProfileError(f"{path} cannot be used: {error}; mend it, or measure the printer again") from None
    return profile


def _format_profile(profile: Profile) -> str:
    front, back = (
        f"[{side.right:.3f}, {side.down:.3f}, {side.turn:.3f}, {side.across:.5f}, {side.along:.5f}]"
        for side in (profile.front, profile.back)
    )
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


def _slug(name: str) -> str:
    """Converts a name to a file name: letters and digits, with a hyphen between words."""
    return "-".join(re.findall(r"[^\W_]+", name.casefold()))


CORNER = 10.0
"""From the paper's edges to the corners where backs and fronts are compared, mm."""
ROUGH = 0.3
"""Millimetres: a profile that is less certain is worth another measurement."""
FAR = 3.0
"""Millimetres: bleed begins 5 from the paper's edge, and printers leave 4 blank; the outermost 2 of it may be lost."""
FINEST = 0.1
"""Millimetres: nothing is promised to be better."""


class Outcome(msgspec.Struct, frozen=True):
    """The offset of backs from fronts in the worst corner, before and with the profile; the offset of a page's middle
    fold from the middle of the paper; and how far the page's corners are moved. Millimetres."""

    before: float
    after: float
    fold: float
    moved: float
    rough: bool

    @property
    def advice(self) -> str:
        """Returns a hint if corners move outside the printable area, else ""."""
        advice = (
            f"Corners are moved by {self.moved:.1f} mm, where printers print nothing: set the guides of the tray and "
            "the printer's own alignment first, and measure it once more."
        )
        return advice if self.moved > FAR else ""


def outcome(profile: Profile) -> Outcome:
    """Returns print errors before and with a profile, at the corners of the printable area and along its middle."""
    width, height = PAPERS[profile.paper].size(False)
    front, back = profile.front.matrix(width, height), profile.back.matrix(width, height)
    before = 0.0
    for x in (CORNER, width - CORNER):
        for y in (CORNER, height - CORNER):
            back_x, back_y = map_point(back, width - x, y)
            before = max(before, math.dist(map_point(front, x, y), (width - back_x, back_y)))
    xs, ys = (MARGIN, width - MARGIN), (MARGIN, height - MARGIN)
    folds = [map_point(front, width / 2, y)[0] - width / 2 for y in ys]
    folds += [map_point(front, x, height / 2)[1] - height / 2 for x in xs]
    undone = [inverse(side.matrix(width, height)) for side in (profile.front, profile.back)]
    moves = (math.dist((x, y), map_point(matrix, x, y)) for matrix in undone for x in xs for y in ys)
    unsure = profile.uncertainty
    return Outcome(before, max(unsure, FINEST), max(map(abs, folds)), max(moves), rough=unsure > ROUGH)


def profile_of(name: str, paper: PaperName, backs: Turning, means: Means, front: Measured, back: Measured) -> Profile:
    """Returns a profile, dated now, from measured sides. Raises ProfileError for a name unfit for a file or a
    footer."""
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
