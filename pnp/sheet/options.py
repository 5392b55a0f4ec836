"""What a build is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

if TYPE_CHECKING:  # a wrong option is told before what prints is imported
    from pnp.face.ink import InkMode
    from pnp.kit import Kit
    from pnp.scene.colour import Black
    from pnp.sheet.cutter import CutterName
    from pnp.sheet.pack import Gutters
    from pnp.sheet.paper import Backs, Paper
    from pnp.sheet.printer import Printer

Ink: TypeAlias = Literal["full", "black", "low"]
"""`full`: colours, with text in black ink alone; `black`: the same faces in black ink and its greys; `low`: outlines
and hatching in black ink instead of filled grounds."""


class BadOptionError(ValueError):
    """What is asked for cannot be had: the message says what can."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """One way of printing.

    `languages` empty means all that the kit has, `only` empty the whole kit, less the components of `without` and
    those that the kit's `profile` of that name leaves out. `gutters` says which neighbours stand apart; `icc_profile`
    is that of a print shop's press; with `companion` "" nothing leads to one. Pages are drawn so that the `printer`
    sets them right, if it was measured, and sheets are laid out for the `cutter` that cuts them.

    Raises BadOptionError if the printer was measured on other paper, or with sheets turned another way, or if the
    cutter cannot cut what is printed so.
    """

    out: Path
    paper: str = "a4"
    backs: Backs = "long-edge"
    gutters: Gutters = "share"
    languages: tuple[str, ...] = ()
    companion: str = "http://silkroad.local:8000"
    ink: Ink = "full"
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    profile: str = ""
    printer: Printer | None = None
    cutter: CutterName | None = None
    icc_profile: Path | None = None

    def __post_init__(self) -> None:
        if self.printer:
            from pnp.sheet.printer import UnfitPrinterError

            try:
                self.printer.check(self.paper, self.backs)
            except UnfitPrinterError as error:
                raise BadOptionError(str(error)) from None
        if self.cutter:
            from pnp.sheet.cutter import UnfitCutterError, check_cutter

            try:
                check_cutter(self.cutter, self.paper, self.backs, self.printer)
            except UnfitCutterError as error:
                raise BadOptionError(str(error)) from None

    def paper_of(self, kit: Kit) -> Paper:
        """The paper that is printed on: one of the press's, or of the kit's. Raises BadOptionError for another."""
        from pnp.sheet.paper import KNOWN, PAPERS, label_paper, own_paper

        if self.paper in PAPERS:
            return PAPERS[self.paper]
        own = kit.papers.get(self.paper) or KNOWN.get(self.paper)
        if own is None:
            known = ", ".join([*PAPERS, *KNOWN, *kit.papers])
            raise BadOptionError(f"there is no paper '{self.paper}', only {known}, or [paper.NAME] in kit.toml")
        if self.cutter:
            raise BadOptionError(f"cutting machines know no paper '{self.paper}': leave out --cutter")
        paper = label_paper(self.paper, own) if own.labels else own_paper(self.paper, own)
        if self.printer:
            from pnp.sheet.printer import UnfitPrinterError

            try:
                self.printer.check_size(paper)
            except UnfitPrinterError as error:
                raise BadOptionError(str(error)) from None
        return paper

    @property
    def ink_mode(self) -> InkMode:
        """How faces are laid out for this ink."""
        return "low" if self.ink == "low" else "full"

    @property
    def black(self) -> Black:
        """What is printed in black ink alone."""
        return "text" if self.ink == "full" else "all"

    def address(self, kit: Kit) -> str:
        """Where the companion of a kit is; "" if none plays it, or none is to be printed."""
        return self.companion if kit.companion else ""

    def code_address(self, kit: Kit) -> str:
        """What the QR codes of a kit's build say; "" if there are to be none."""
        address = self.address(kit)
        return f"{address}/k/{kit.id}/{kit.build}" if address else ""

    def printed_languages(self, known: tuple[str, ...]) -> tuple[str, ...]:
        """The languages to print, of those that a kit has. Raises BadOptionError for another."""
        for language in self.languages:
            if language not in known:
                raise BadOptionError(f"this kit is not in '{language}', only in {', '.join(known)}")
        return self.languages or known
