"""The ICC profile of the press: where systems keep those that there are, and which of them is taken."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pnp.render.pdfx.separation import IccError, IccProfile
from pnp.sheet.options import BadOptionError

PREFERRED = (
    "PSOcoated_v3.icc",
    "ISOcoated_v2_300_eci.icc",
    "ISOcoated_v2_eci.icc",
    "FOGRA39L_coated.icc",
    "CoatedFOGRA39.icc",
    "Coated_Fogra39L_VIGC_300.icc",
    "CoatedGRACoL2006.icc",
    "GRACoL2006_Coated1v2.icc",
    "USWebCoatedSWOP.icc",
    "default_cmyk.icc",
    "Generic CMYK Profile.icc",
)
"""Profiles of presses by the names of their files, those of coated card first; the last but one comes with Ghostscript,
the last with macOS."""
HOW = (
    "name one with --icc-profile, or install one: Ghostscript brings one (Debian, Ubuntu: apt install libgs-common; "
    "macOS: brew install ghostscript), and the shop gives away its own"
)


def profile(named: Path | None) -> IccProfile:
    """The profile of this file, or else the first of those that are preferred that this system has.

    Raises BadOptionError, with what to do, if there is none or it is not that of a press.
    """
    try:
        if named is not None:
            return IccProfile(named)
        for path in _found():
            return IccProfile(path)
    except IccError as error:
        raise BadOptionError(f"{error}: {HOW}") from None
    except OSError as error:
        raise BadOptionError(f"{error.filename or named} cannot be read: {error.strerror or error}") from None
    raise BadOptionError(f"a shop that prints with four inks needs the ICC profile of its press: {HOW}")


def _found() -> Iterator[Path]:
    files: dict[str, Path] = {}
    for folder in _folders():
        for path in sorted(folder.rglob("*.ic[cm]")) if folder.is_dir() else ():
            files.setdefault(path.name.lower(), path)
    yield from (files[name.lower()] for name in PREFERRED if name.lower() in files)


def _folders() -> Iterator[Path]:
    """Where Linux, macOS, Windows, Ghostscript and TeX keep profiles; the user's own first."""
    home = Path.home()
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    yield from (data / "icc", data / "color" / "icc", home / ".color" / "icc", home / "Library/ColorSync/Profiles")
    yield from (Path("/usr/local/share/color/icc"), Path("/usr/share/color/icc"), Path("/usr/share/ghostscript"))
    yield from (Path("/Library/ColorSync/Profiles"), Path("/System/Library/ColorSync/Profiles"))
    yield from (Path("/opt/homebrew/share/ghostscript"), Path("/usr/local/share/ghostscript"))
    yield Path("/usr/share/texlive/texmf-dist/tex/generic/colorprofiles")
    if root := os.environ.get("SYSTEMROOT"):
        yield Path(root) / "System32" / "spool" / "drivers" / "color"
