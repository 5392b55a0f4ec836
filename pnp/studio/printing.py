"""How a kit is to be printed, as the pages ask for it: what of the options of `pnp build` can be chosen there."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec

from pnp.calibration.profiles import load
from pnp.face.ink import InkMode
from pnp.sheet.guillotine import Gutters
from pnp.sheet.options import Options
from pnp.sheet.papers import Backs, PaperName

PAPERS: tuple[PaperName, ...] = get_args(PaperName)
BACKS: tuple[Backs, ...] = get_args(Backs)
GUTTERS: tuple[Gutters, ...] = get_args(Gutters)
INKS: tuple[InkMode, ...] = get_args(InkMode)

SheetSize: TypeAlias = Literal["s", "m", "l"]
SHEET_SIZES: tuple[SheetSize, ...] = get_args(SheetSize)
Shown: TypeAlias = Literal["both", "fronts", "light"]
SHOWN: tuple[Shown, ...] = get_args(Shown)
"""How sheets are looked at: front and back, fronts alone, or held to the light."""


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """How sheets are shown, as the address of the page says it; `marks`: with marks and foot; `find`: a piece that is
    looked for."""

    shown: Shown = "both"
    size: SheetSize = "m"
    marks: bool = True
    cuts: bool = False
    find: str = ""


class Printing(msgspec.Struct, frozen=True, kw_only=True):
    """How it is to be printed, as the address of the page says it."""

    paper: PaperName = "a4"
    backs: Backs = "long-edge"
    gutters: Gutters = "share"
    ink: InkMode = "full"
    printer: str = ""

    @property
    def command(self) -> str:
        """What is added to `pnp build` for it."""
        usual = msgspec.structs.asdict(Printing())
        said = msgspec.structs.asdict(self)
        return "".join(f" --{name} {shlex.quote(value)}" for name, value in said.items() if value != usual[name])

    def options(self, out: Path, languages: tuple[str, ...] = ()) -> Options:
        """The same, as a build is asked for it. Raises ProfileError for a printer that was not measured, BadOptionError
        for one that was measured otherwise."""
        return Options(
            out=out,
            languages=languages,
            paper=self.paper,
            backs=self.backs,
            gutters=self.gutters,
            ink=self.ink,
            printer=load(self.printer).printer if self.printer else None,
        )
