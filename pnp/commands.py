"""`pnp build` and `pnp check`: kits as files, and what is wrong with them."""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.choice import choice, two_numbers
from pnp.console import (
    COMPANION,
    INK,
    KITS,
    LANGUAGE,
    ONLY,
    OUT,
    PROFILE,
    WITHOUT,
    check_names,
    comma_list,
    each_kit,
    kit_folders,
)
from pnp.vendor.commands import ICC_PROFILE, VENDOR, only_at_home

if TYPE_CHECKING:
    from pnp.face.ink import InkMode
    from pnp.findings import Findings
    from pnp.kit.model import DieForm
    from pnp.output.built import Built
    from pnp.output.language_build import Progress
    from pnp.sheet.cutters import CutterName
    from pnp.sheet.guillotine import Gutters
    from pnp.sheet.options import Colours, Options
    from pnp.sheet.papers import Backs
    from pnp.sheet.printer import Printer
    from pnp.vendor.model import Vendor

PAPERS = ("a4", "letter", "a3", "tabloid", "both")
BACKS = ("long-edge", "short-edge", "gutterfold", "separate", "none")
GUTTERS = ("share", "spare", "always")
FORMATS = ("pdf", "svg", "png")
DICE = ("net", "labels", "both")
CUTTERS = ("silhouette-1", "silhouette-2", "cricut")
GREATEST_OFFSET = 4.5


def format_list(context: click.Context, option: click.Parameter, value: str) -> tuple[str, ...]:
    formats = comma_list(context, option, value)
    for name in formats:
        if name not in FORMATS:
            raise click.BadParameter(f"'{name}' is not one of {', '.join(FORMATS)}.", context, option)
    return formats or FORMATS[:1]


def offset_pair(context: click.Context, option: click.Parameter, value: str) -> tuple[float, float]:
    try:
        right, down = two_numbers(value)
    except ValueError:
        raise click.BadParameter(f"'{value}' is not two numbers like 0.5,-1 or '0,5 -1'.", context, option) from None
    if not math.hypot(right, down) <= GREATEST_OFFSET:
        raise click.BadParameter(f"more than {GREATEST_OFFSET} mm would print off the paper.", context, option)
    return right, down


PAPER = click.option(
    "--paper",
    default=PAPERS[0],
    show_default=True,
    metavar=f"[{'|'.join(PAPERS)}|NAME]",
    help="What lies in the printer; both is one layout that prints on A4 and on Letter; NAME: a sheet of labels, such "
    "as labels-63x38, or a paper of the kit's own.",
)
BACKS_OPTION = choice(
    "--backs",
    BACKS,
    "How the printer turns the sheet over; gutterfold: beside the fronts, to fold; separate: a file of backs.",
)
GUTTERS_OPTION = choice(
    "--gutters",
    GUTTERS,
    "share: neighbours of one colour touch, one cut parts them; spare: only where paper is short; always: never.",
)


COLOURS = choice(
    "--colours",
    ("full", "black"),
    "black: all in black ink alone, in greys as bright as the colours; PDF files only.",
)


@click.command()
@KITS
@PAPER
@BACKS_OPTION
@GUTTERS_OPTION
@INK
@COLOURS
@LANGUAGE
@ONLY
@WITHOUT
@PROFILE
@click.option(
    "--changed-since",
    type=click.Path(path_type=Path),
    metavar="OUTPUT",
    help="Print only what is not as in an earlier build, and a list of what to swap; its folder, or its manifest.",
)
@click.option(
    "--format",
    "formats",
    callback=format_list,
    default="pdf",
    show_default=True,
    metavar="pdf,svg,png",
    help="pdf: what is printed; svg and png (300 dpi): every face by itself, with and without bleed.",
)
@click.option(
    "--printer",
    metavar="NAME",
    help="Correct all that this printer does to the page; `pnp calibrate` measures it.",
)
@click.option(
    "--back-offset",
    callback=offset_pair,
    default="0,0",
    metavar="RIGHT,DOWN",
    help="How far, in mm, a printer that is not measured sets backs too far right and down, seen from the back.",
)
@COMPANION
@OUT
@click.option(
    "--labels", is_flag=True, help="What is thick on whole sheets of labels, fronts and backs, for foam core."
)
@click.option("--sleeved", is_flag=True, help="Boxes for cards in sleeves.")
@click.option(
    "--dice",
    type=click.Choice(DICE),
    help="How dice are made: nets to fold, labels for blank dice, or both.  [default: as the kit says]",
)
@click.option(
    "--cutter",
    type=click.Choice(CUTTERS),
    help="Lay sheets out for a cutting machine: its marks on them, cut and fold lines beside them as SVG and DXF.",
)
@VENDOR
@ICC_PROFILE
def build(
    kits: tuple[str, ...],
    paper: str,
    backs: Backs,
    gutters: Gutters,
    ink: InkMode,
    colours: Colours,
    language: tuple[str, ...],
    only: tuple[str, ...],
    without: tuple[str, ...],
    profile: str,
    changed_since: Path | None,
    formats: tuple[str, ...],
    printer: str | None,
    back_offset: tuple[float, float],
    companion: str,
    out: Path,
    labels: bool,
    sleeved: bool,
    dice: DieForm | None,
    cutter: CutterName | None,
    vendor: Vendor | None,
    icc_profile: Path | None,
) -> None:
    """Print kits as PDF files into the output folder.

    For a print shop (--vendor) its own files are made instead, with the order, in a folder named after it. A kit with
    errors prints nothing; the others still do.
    """
    folders = kit_folders(kits)
    if vendor:
        only_at_home()
    from pnp.sheet.options import Options

    measured = _printer(printer, back_offset, paper, backs)
    _check_cutter(cutter, paper, backs, measured, labels)
    options = Options(
        out=out,
        paper=paper,
        backs=backs,
        printer=measured,
        gutters=gutters,
        ink=ink,
        colours=colours,
        icc_profile=_for_vendor(icc_profile, vendor),
        languages=language,
        only=only,
        without=without,
        profile=profile,
        formats=formats,
        companion=companion,
        labels=labels,
        sleeved=sleeved,
        dice=dice,
        cutter=cutter,
    )
    check_names(folders, options)
    if vendor is not None:
        sys.exit(each_kit(folders, partial(_told, partial(_for_shop, options, vendor))))
    if changed_since:
        sys.exit(each_kit(folders, partial(_told, partial(_changed, options, changed_since))))
    sys.exit(each_kit(folders, partial(_told, partial(_built, options))))


@click.command()
@KITS
@PAPER
@BACKS_OPTION
@INK
@LANGUAGE
@VENDOR
@ICC_PROFILE
@click.option("--json", "as_json", is_flag=True, help="Findings as a JSON list on standard output.")
@click.option("--watch", "watching", is_flag=True, help="Look again after each save, until Ctrl-C.")
def check(
    kits: tuple[str, ...],
    paper: str,
    backs: Backs,
    ink: InkMode,
    language: tuple[str, ...],
    vendor: Vendor | None,
    icc_profile: Path | None,
    as_json: bool,
    watching: bool,
) -> None:
    """Look for faults in kits, and write nothing.

    Lays out every face and page as `build` does; for a print shop only what it prints, by what it asks for. Exit code
    0: fit to print, 1: errors, 2: wrong usage.
    """
    folders = kit_folders(kits)
    if vendor:
        only_at_home()
    from pnp.sheet.options import Options

    options = Options(
        paper=paper,
        backs=backs,
        ink=ink,
        languages=language,
        out=Path(),
        icc_profile=_for_vendor(icc_profile, vendor),
    )
    check_names(folders, options)

    def one(folder: Path, progress: Progress) -> Findings:
        if vendor is None:
            from pnp.output.build import check as look_at

            return look_at(folder, options, progress)
        from pnp.vendor.build import check as preflight

        return preflight(folder, options, vendor, progress)

    def look() -> int:
        return each_kit(folders, one, as_json=as_json)

    code = look()
    if watching:
        from pnp.studio.watcher import watch_saves

        with contextlib.suppress(KeyboardInterrupt):
            for _ in watch_saves(*folders):
                look()
    sys.exit(code)


def _for_vendor(icc_profile: Path | None, vendor: Vendor | None) -> Path | None:
    if icc_profile and vendor is None:
        raise click.UsageError("--icc-profile is for print shops: name one with --vendor.")
    return icc_profile


def _for_shop(options: Options, vendor: Vendor, folder: Path, progress: Progress) -> Built:
    from pnp.vendor.build import build as make

    return make(folder, options, vendor, progress)


def _told(make: Callable[[Path, Progress], Built], folder: Path, progress: Progress) -> Findings:
    """Prints a kit, says which files there are then, and passes on what was found."""
    from pnp.findings import Findings
    from pnp.output.built import NothingWantedError
    from pnp.report import shown

    try:
        built = make(folder, progress)
    except NothingWantedError as nothing:
        click.echo(f"{folder.name}: {nothing}")
        return Findings()
    progress("", 1.0)
    for file in built.manifest.files:
        if file.what not in ("face", "cut"):
            what = "picture" if file.path.endswith(".zip") else "page"
            pages = f"{file.pages} {what}{'' if file.pages == 1 else 's'}" if file.what != "order" else "the order"
            click.echo(f"{shown(built.folder / file.path)}  {pages}")
    pictures = sum(1 for file in built.manifest.files if file.what == "face")
    if pictures:
        click.echo(f"{shown(built.folder / 'faces')}  {pictures} pictures")
    cuts = sum(1 for file in built.manifest.files if file.what == "cut")
    if cuts:
        click.echo(f"{shown(built.folder)}  {cuts} files for the cutter")
    return built.findings


def _check_cutter(cutter: CutterName | None, paper: str, backs: Backs, printer: Printer | None, labels: bool) -> None:
    """Says what a cutting machine cannot do."""
    if cutter is None:
        return
    from pnp.sheet.cutters import UnfitCutterError, check_cutter

    try:
        check_cutter(cutter, paper, backs, printer, labels)
    except UnfitCutterError as error:
        raise click.BadParameter(f"{error}.", param_hint="'--cutter'") from None


def _printer(name: str | None, offset: tuple[float, float], paper: str, backs: Backs) -> Printer | None:
    """The measured printer of this name; without one, what the offset says of it; None for one that prints true."""
    if name is not None and any(offset):
        raise click.UsageError("--printer knows where its backs lie: leave out --back-offset.")
    if name is not None:
        return _measured(name, paper, backs)
    if not any(offset) or backs == "gutterfold" or backs == "none":
        return None
    from pnp.sheet.misprint import Misprint
    from pnp.sheet.papers import named
    from pnp.sheet.printer import Printer

    known = named(paper)
    if known is None:
        raise click.UsageError(f"--back-offset is for --paper {', '.join(PAPERS)}.")
    return Printer(paper=known, backs=backs, back=Misprint(*offset))


def _measured(name: str, paper: str, backs: Backs) -> Printer:
    from pnp.calibration.outcome import outcome
    from pnp.calibration.profiles import ProfileError, load
    from pnp.sheet.printer import UnfitPrinterError

    try:
        profile = load(name)
        profile.printer.check(paper, backs)
    except (ProfileError, UnfitPrinterError) as error:
        raise click.BadParameter(f"{error}.", param_hint="'--printer'") from None
    if advice := outcome(profile).advice:
        click.echo(f"Printer '{profile.name}': {advice}", err=True)
    return profile.printer


def _built(options: Options, folder: Path, progress: Progress) -> Built:
    from pnp.output.build import build as make

    return make(folder, options, progress)


def _changed(options: Options, since: Path, folder: Path, progress: Progress) -> Built:
    from pnp.changes.changed_since import build_changed

    return build_changed(folder, options, progress, since)
