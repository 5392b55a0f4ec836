"""Measured printers, each a file of its own in the user's folder of settings."""

from __future__ import annotations

import contextlib
import datetime
import json
import re
import shlex
import unicodedata
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from platformdirs import user_config_path

from pnp.sheet.paper import PAPERS, PaperName
from pnp.sheet.printer import LONGEST_NAME, TURNED, Misprint, Printer, Turning

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
    front: Misprint
    back: Misprint

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


class _Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    printer: Profile


def folder() -> Path:
    """Where profiles are kept: `printers` in the user's folder of settings for the press."""
    return user_config_path("silk-road-pnp") / "printers"


def path_of(name: str) -> Path:
    """The file of the printer of a name, there or not."""
    files = _files(name)
    for path in files[:-1]:
        kept = _kept(path)
        if kept and _files(kept.name)[-1] == files[-1]:
            return path
    return files[-1]


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


def check_misprint(misprint: Misprint, side: str, most_scaled: float = MOST_SCALED) -> None:
    """Raises ProfileError if no printer prints so: with scales that are off by more than a share, too."""
    off = max(abs(misprint.right), abs(misprint.down))
    scaled = max(abs(misprint.across - 1), abs(misprint.along - 1))
    # Written so that what is no number is refused too.
    if not off <= MOST_OFF:
        raise ProfileError(f"the {side} would be {off:.1f} mm off, more than any printer sets it: measure it again")
    if not abs(misprint.turn) <= MOST_TURNED:
        raise ProfileError(f"the {side} would be turned by {abs(misprint.turn):.1f}°: measure it again")
    if not scaled <= most_scaled:
        message = f"the {side} has another scale by {100 * scaled:.1f} %"
        raise ProfileError(f"{message}: print at 100 %, not fitted to the page, and measure it again")


def _read(path: Path) -> Profile:
    try:
        document = msgspec.toml.decode(path.read_bytes())
        profile = msgspec.convert(document, _Document).printer
        for side in ("front", "back"):
            if len(document["printer"][side]) != len(Misprint.__struct_fields__):
                raise ProfileError(f"its {side} has not all of five numbers")
            check_misprint(getattr(profile, side), side, MOST_KEPT)
        if not 0 <= profile.uncertainty <= MOST_OFF:
            raise ProfileError(f"an uncertainty of {profile.uncertainty:g} mm is none")
        check_name(profile.name)
        if path not in _files(profile.name):
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


def _five(misprint: Misprint) -> str:
    right, down, turn = (f"{value:.3f}" for value in (misprint.right, misprint.down, misprint.turn))
    return f"[{right}, {down}, {turn}, {misprint.across:.5f}, {misprint.along:.5f}]"


def _files(name: str) -> tuple[Path, ...]:
    """Where the printer of a name may be kept: as it is typed, with accents apart from their letters, as names were
    taken once, and composed, as new ones are."""
    forms = (name, *(unicodedata.normalize(form, name) for form in ("NFD", "NFC")))
    return tuple(folder() / f"{_slug(form)}.toml" for form in forms)


def _slug(name: str) -> str:
    """A name as a file's: letters and figures, with a hyphen between words."""
    return "-".join(re.findall(r"[^\W_]+", name.casefold()))
