"""The `pnp` command. Imports what a command needs only when it runs, so that `--help` answers at once."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.calibration.commands import calibrate
from pnp.vendor.commands import vendors

if TYPE_CHECKING:
    from pnp.face.ink import InkMode
    from pnp.findings import Findings
    from pnp.kit.model import DieForm
    from pnp.output.build import Built
    from pnp.output.language_build import Progress
    from pnp.sheet.guillotine import Gutters
    from pnp.sheet.options import Options
    from pnp.sheet.papers import Backs, PaperName
    from pnp.sheet.printer import Printer
    from pnp.vendor.model import Vendor

PAPERS = ("a4", "letter", "a3", "tabloid", "both")
BACKS = ("long-edge", "short-edge", "gutterfold", "separate", "none")
GUTTERS = ("share", "spare", "always")
INKS = ("full", "low")
FORMATS = ("pdf", "svg", "png")
DICE = ("net", "labels", "both")
GREATEST_OFFSET = 4.5
DEFAULT_COMPANION = "http://silkroad.local:8000"


class Vendors(click.ParamType["Vendor"]):
    """A print shop by its name, or by the path of its file."""

    name = "SHOP"

    def convert(self, value: str | Vendor, param: click.Parameter | None, ctx: click.Context | None) -> Vendor:
        from pnp.vendor.known import load
        from pnp.vendor.model import VendorError

        if not isinstance(value, str):
            return value
        try:
            return load(value)
        except VendorError as error:
            self.fail(f"{error}.", param, ctx)


class Addresses(click.ParamType[str]):
    """The companion's address, as it is printed on the paper and in the codes; "" for none."""

    name = "URL"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from pnp.sheet.options import companion_address

        if value == "none":
            return ""
        try:
            return companion_address(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def comma_list(_context: click.Context, _option: click.Parameter, value: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.strip() for part in value.split(",") if part.strip()))


def format_list(context: click.Context, option: click.Parameter, value: str) -> tuple[str, ...]:
    formats = comma_list(context, option, value)
    for name in formats:
        if name not in FORMATS:
            raise click.BadParameter(f"'{name}' is not one of {', '.join(FORMATS)}.", context, option)
    return formats or FORMATS[:1]


def offset_pair(context: click.Context, option: click.Parameter, value: str) -> tuple[float, float]:
    try:
        right, down = (float(part) for part in value.split(","))
    except ValueError:
        raise click.BadParameter(f"'{value}' is not two numbers like 0.5,-1.", context, option) from None
    if not math.hypot(right, down) <= GREATEST_OFFSET:
        raise click.BadParameter(f"more than {GREATEST_OFFSET} mm would print off the paper.", context, option)
    return right, down


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="silk-road-print-and-play", prog_name="pnp")
def main() -> None:
    """Print board games at home, from folders of data.

    A KIT is the name of one of ours (dunhuang, hangzhou, xanadu) or any folder with a kit.toml in it.
    """


main.add_command(calibrate)
main.add_command(vendors)
KITS = click.argument("kits", nargs=-1, metavar="[KIT]...")
LANGUAGE = click.option(
    "--language",
    callback=comma_list,
    default="",
    metavar="en,es",
    help="Languages to print, with commas between. [default: all of the kit]",
)


PAPER = click.option(
    "--paper",
    type=click.Choice(PAPERS),
    default="a4",
    show_default=True,
    help="What lies in the printer; both is one layout that prints on A4 and on Letter.",
)
BACKS_OPTION = click.option(
    "--backs",
    type=click.Choice(BACKS),
    default="long-edge",
    show_default=True,
    help="How the printer turns the sheet over; gutterfold: beside the fronts, to fold; separate: a file of backs.",
)
GUTTERS_OPTION = click.option(
    "--gutters",
    type=click.Choice(GUTTERS),
    default="share",
    show_default=True,
    help="share: neighbours of one colour touch, one cut parts them; spare: only where paper is short; always: never.",
)
INK = click.option(
    "--ink",
    type=click.Choice(INKS),
    default="full",
    show_default=True,
    help="low: outlines, hatching and signs instead of filled grounds.",
)
ONLY = click.option(
    "--only",
    multiple=True,
    metavar="ID[:ROWS]",
    help="Print only these pieces, for instance buildings:17,18-20 or coins:coinx3. May be given again.",
)
WITHOUT = click.option(
    "--without",
    multiple=True,
    metavar="ID",
    help="Leave out a component, for instance price-dice. May be given again.",
)
PROFILE = click.option(
    "--profile",
    default="",
    metavar="NAME",
    help="Leave out what a profile of the kit names; ours have economy: only what a table with phones needs.",
)
VENDOR = click.option(
    "--vendor",
    type=Vendors(),
    help="A print shop, for instance game-crafter or mpc, or a file of your own; `pnp vendors` tells of them.",
)


@main.command()
@KITS
@PAPER
@BACKS_OPTION
@GUTTERS_OPTION
@INK
@LANGUAGE
@ONLY
@WITHOUT
@PROFILE
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
    default="",
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
@click.option(
    "--companion",
    type=Addresses(),
    default=DEFAULT_COMPANION,
    show_default=True,
    help="Address that the printed QR codes lead to; none: print no code, address or word of a companion.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default="output",
    show_default=True,
    help="Folder that gets one folder for each kit.",
)
@click.option(
    "--labels", is_flag=True, help="What is thick on whole sheets of labels, fronts and backs, for foam core."
)
@click.option("--sleeved", is_flag=True, help="Boxes for cards in sleeves.")
@click.option(
    "--dice",
    type=click.Choice(DICE),
    help="How dice are made: nets to fold, labels for blank dice, or both.  [default: as the kit says]",
)
@VENDOR
@click.option("--no-cache", is_flag=True, help="Render everything anew.")
def build(
    kits: tuple[str, ...],
    paper: PaperName,
    backs: Backs,
    gutters: Gutters,
    ink: InkMode,
    language: tuple[str, ...],
    only: tuple[str, ...],
    without: tuple[str, ...],
    profile: str,
    formats: tuple[str, ...],
    printer: str,
    back_offset: tuple[float, float],
    companion: str,
    out: Path,
    labels: bool,
    sleeved: bool,
    dice: DieForm | None,
    vendor: Vendor | None,
    no_cache: bool,
) -> None:
    """Print kits as PDF files into the output folder.

    For a print shop (--vendor) its own files are made instead, with the order, in a folder named after it. Without a
    KIT all kits in cards/ are printed. A kit with errors prints nothing; the others still do.
    """
    from pnp.output.build import build as print_kit
    from pnp.report import shown
    from pnp.sheet.options import Options

    options = Options(
        out=out,
        paper=paper,
        backs=backs,
        printer=_printer(printer, back_offset, paper, backs),
        gutters=gutters,
        ink=ink,
        languages=language,
        only=only,
        without=without,
        profile=profile,
        formats=formats,
        companion=companion,
        labels=labels,
        sleeved=sleeved,
        dice=dice,
        cache=not no_cache,
    )

    def one(folder: Path, progress: Progress) -> Findings:
        built = print_kit(folder, options, progress) if vendor is None else _for_shop(folder, options, vendor, progress)
        for file in built.manifest.files:
            if file.what != "face":
                what = "picture" if file.path.endswith(".zip") else "page"
                pages = f"{file.pages} {what}{'' if file.pages == 1 else 's'}" if file.what != "order" else "the order"
                click.echo(f"{shown(built.folder / file.path)}  {pages}")
        faces = sum(1 for file in built.manifest.files if file.what == "face")
        if faces:
            click.echo(f"{shown(built.folder / 'faces')}  {faces} pictures")
        click.echo(f"{built.manifest.kit}: {built.rendered} rendered, {built.reused} from the cache", err=True)
        return built.findings

    sys.exit(_each_kit(kits, one))


@main.command()
@KITS
@PAPER
@BACKS_OPTION
@INK
@LANGUAGE
@VENDOR
@click.option("--json", "as_json", is_flag=True, help="Findings as a JSON list on standard output.")
def check(
    kits: tuple[str, ...],
    paper: PaperName,
    backs: Backs,
    ink: InkMode,
    language: tuple[str, ...],
    vendor: Vendor | None,
    as_json: bool,
) -> None:
    """Look for faults in kits, and write nothing.

    Lays out every face and page as `build` does; for a print shop only what it prints, by what it asks for. Exit code
    0: fit to print, 1: errors, 2: wrong usage.
    """
    from pnp.output.build import check as look_at
    from pnp.sheet.options import Options

    options = Options(paper=paper, backs=backs, ink=ink, languages=language, out=Path())

    def one(folder: Path, progress: Progress) -> Findings:
        if vendor is None:
            return look_at(folder, options, progress)
        from pnp.vendor.build import check as preflight

        return preflight(folder, options, vendor, progress)

    sys.exit(_each_kit(kits, one, as_json=as_json))


def _for_shop(folder: Path, options: Options, vendor: Vendor, progress: Progress) -> Built:
    from pnp.vendor.build import build as make

    return make(folder, options, vendor, progress)


def _printer(name: str, offset: tuple[float, float], paper: PaperName, backs: Backs) -> Printer | None:
    """The measured printer of this name; without one, what the offset says of it; None for one that prints true."""
    from pnp.calibration.profiles import ProfileError, load
    from pnp.sheet.misprint import Misprint
    from pnp.sheet.printer import Printer, UnfitPrinterError

    if name and any(offset):
        raise click.UsageError("--printer knows where its backs lie: leave out --back-offset.")
    if name:
        try:
            measured = load(name).printer
            measured.check(paper, backs)
        except (ProfileError, UnfitPrinterError) as error:
            raise click.BadParameter(f"{error}.", param_hint="'--printer'") from None
        return measured
    if not any(offset) or backs == "gutterfold" or backs == "none":
        return None
    return Printer(paper=paper, backs=backs, back=Misprint(*offset))


def _each_kit(kits: tuple[str, ...], work: Callable[[Path, Progress], Findings], *, as_json: bool = False) -> int:
    """Does the work for each kit, reports what was found, and returns the exit code."""
    from pnp import report
    from pnp.findings import Findings, KitError
    from pnp.sheet.options import BadOptionError

    everything = Findings()
    for folder in _folders(kits):
        try:
            with _progress(folder.name) as progress:
                findings = work(folder, progress)
        except KitError as error:
            findings = Findings()
            findings.extend(error.findings)
        except BadOptionError as error:
            raise click.UsageError(f"{folder.name}: {error}") from None
        except OSError as error:
            raise click.ClickException(f"{error.filename or folder}: {error.strerror or error}") from None
        everything.extend(findings)
        if not as_json:
            for line in report.lines(findings):
                click.echo(line, err=True)
            click.echo(f"{folder.name}: {report.summary(findings)}", err=True)
    if as_json:
        click.echo(report.as_json(everything))
    return 1 if everything.errors else 0


def _folders(kits: tuple[str, ...]) -> list[Path]:
    """The folders of the named kits; of all of ours, if none is named."""
    from pnp.findings import KitError
    from pnp.kits import find, known_kits

    if not kits:
        return list(known_kits().values())
    try:
        return [find(kit) for kit in kits]
    except KitError as error:
        first = error.findings[0]
        raise click.UsageError(f"'{first.place}': {first.message}; {first.hint}") from None


@contextmanager
def _progress(kit: str) -> Iterator[Progress]:
    """A bar that shows which file is being made; on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda name, done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn(kit), BarColumn(24), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda name, done: bar.update(task, description=name, completed=done)
