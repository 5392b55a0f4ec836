"""`pnp build` and `pnp check`: kits as PDF files, and what is wrong with them."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli import (
    COMPANION,
    INK,
    KITS,
    LANGUAGE,
    ONLY,
    OUT,
    WITHOUT,
    build_and_report,
    choice,
    each_kit,
    kit_folders,
    one_kit,
    profile_option,
)
from pnp.vendor.commands import ICC_PROFILE, VENDOR

if TYPE_CHECKING:
    from pnp.build.build import Progress
    from pnp.findings import Findings
    from pnp.kit.model import Tree
    from pnp.sheet.options import Ink
    from pnp.sheet.pack import Gutters
    from pnp.sheet.paper import Backs, CutterName
    from pnp.sheet.printer import Printer
    from pnp.vendor.shop import Vendor


PAPERS = ("a4", "letter", "a3", "tabloid", "both")
BACKS = ("long-edge", "short-edge", "gutterfold", "separate", "none")
GUTTERS = ("share", "always")
CUTTERS = ("silhouette-1", "silhouette-2", "cricut")
GROUPS = {
    "What": ("only", "without", "profile", "language", "changed_since"),
    "Paper": ("paper", "backs", "gutters", "printer", "cutter"),
    "Look": ("ink", "seals"),
    "Where": ("out", "companion"),
}
"""The options of `build`, by the headings of its help."""
REMOVED = {
    "--back-offset": "Measure it: pnp calibrate, then --printer NAME.",
    "--labels": 'Write stock = "label" in kit.toml, for each component that is printed on labels.',
    "--sleeved": "Write sleeved = true in kit.toml, for each box of cards in sleeves.",
    "--dice": 'Write form = "net", "labels" or "both" in kit.toml, for each die.',
    "--colours": "Use --ink black.",
    "--format": "Faces as PNG or SVG: pnp export --as faces",
    "--vendor": "Use pnp order SHOP.",
    "--icc-profile": "Use pnp order SHOP --icc-profile FILE.",
    "--no-cache": "Not needed: nothing is cached.",
    "--processes": "Not needed: nothing is cached.",
}
"""Options that `build` had, and what to use instead."""


class RemovedOptionError(click.ClickException):
    """A removed option was given. The message is one line, without the usage."""

    exit_code = 2


class BuildCommand(click.Command):
    """`build`: its help groups the options under headings, and removed options say what to use instead."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options = args[: args.index("--")] if "--" in args else args
        for argument in options:
            name = argument.partition("=")[0]
            if name in REMOVED:
                raise RemovedOptionError(f"There is no {name} any more. {REMOVED[name]}")
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option)]
        records = {one.name: record for one in options if (record := one.get_help_record(ctx))}
        for heading, names in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([records.pop(name) for name in names])
        with formatter.section("Help"):
            formatter.write_dl(list(records.values()))


PAPER = click.option(
    "--paper",
    default=PAPERS[0],
    show_default=True,
    metavar=f"[{'|'.join(PAPERS)}|NAME]",
    help="Paper in the printer. both: one layout that prints on A4 and on Letter; NAME: a sheet of labels, such as "
    "labels-63x38, or a paper of the kit's own.",
)
BACKS_OPTION = choice(
    "--backs",
    BACKS,
    "How the printer turns the sheet over; gutterfold: beside the fronts, to fold; separate: a file of backs.",
)


@click.command(cls=BuildCommand)
@KITS
@ONLY
@WITHOUT
@profile_option("")
@LANGUAGE
@click.option(
    "--changed-since",
    type=click.Path(path_type=Path),
    metavar="OUTPUT",
    help="Print only what differs from an earlier build, with a list of what to swap; its folder, or its manifest.",
)
@PAPER
@BACKS_OPTION
@choice(
    "--gutters",
    GUTTERS,
    "share: neighbours of one colour touch, and one cut parts them; always: every piece stands apart.",
)
@click.option(
    "--printer",
    metavar="NAME",
    help="Correct where this printer sets the page, as `pnp calibrate` measured it.",
)
@click.option(
    "--cutter",
    type=click.Choice(CUTTERS),
    help="Lay sheets out for a cutting machine: its marks on them, cut and fold lines beside them as SVG and DXF.",
)
@INK
@click.option("--seals", is_flag=True, help="Print camera seals on all pieces that have them, not only on boards.")
@OUT
@COMPANION
def build(
    kits: tuple[str, ...],
    only: tuple[str, ...],
    without: tuple[str, ...],
    profile: str,
    language: tuple[str, ...],
    changed_since: Path | None,
    paper: str,
    backs: Backs,
    gutters: Gutters,
    printer: str | None,
    cutter: CutterName | None,
    ink: Ink,
    seals: bool,
    out: Path,
    companion: str,
) -> None:
    """Print kits as PDF files into the output folder.

    A kit with errors prints nothing; the others still do. For a print shop use `pnp order`, for faces as pictures
    `pnp export`.
    """
    folders = kit_folders(kits)
    from pnp.sheet.options import Options

    measured = _measured_printer(printer, paper, backs)
    _check_cutter(cutter, paper, backs, measured)
    options = Options(
        out=out,
        paper=paper,
        backs=backs,
        printer=measured,
        gutters=gutters,
        ink=ink,
        seals=seals,
        languages=language,
        only=only,
        without=without,
        profile=profile,
        companion=companion,
        cutter=cutter,
    )

    def one(folder: Path, progress: Progress) -> Findings:
        if changed_since:
            from pnp.diff.changed_since import build_changed

            return build_and_report(partial(build_changed, folder, options, progress, changed_since), progress, folder)
        from pnp.build.build import build as build_kit

        return build_and_report(partial(build_kit, folder, options, progress), progress, folder)

    sys.exit(each_kit(folders, one))


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
    ink: Ink,
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
        _check_at_home()
    elif icc_profile:
        raise click.UsageError("--icc-profile is for print shops: name one with --vendor.")
    from pnp.sheet.options import Options

    options = Options(
        paper=paper,
        backs=backs,
        ink=ink,
        languages=language,
        out=Path(),
        icc_profile=icc_profile,
    )

    def one(folder: Path, progress: Progress) -> Findings:
        if vendor is None:
            from pnp.build.build import check as look_at

            return look_at(folder, options, progress)
        from pnp.vendor.shop_files import check as preflight

        return preflight(folder, options, vendor, progress)

    def look() -> int:
        return each_kit(folders, one, as_json=as_json)

    if not watching:
        sys.exit(look())
    from pnp.studio.session import watch_saves  # takes a while, in which a save would be lost after the first look

    code = look()
    with contextlib.suppress(KeyboardInterrupt):
        for _ in watch_saves(*folders):
            look()
    sys.exit(code)


def _check_at_home() -> None:
    """Raises UsageError for options of printing at home that were given together with a print shop."""
    context = click.get_current_context()
    for name in ("paper", "backs"):
        if context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT:
            raise click.UsageError(f"--{name} is for printing at home: leave it out with --vendor.")


def _check_cutter(cutter: CutterName | None, paper: str, backs: Backs, printer: Printer | None) -> None:
    """Raises BadParameter if the cutting machine cannot cut what is printed so."""
    if cutter is None:
        return
    from pnp.sheet.paper import BadOptionError, check_cutter

    try:
        check_cutter(cutter, paper, backs, printer is not None)
    except BadOptionError as error:
        raise click.BadParameter(f"{error}.", param_hint="'--cutter'") from None


def _measured_printer(name: str | None, paper: str, backs: Backs) -> Printer | None:
    """The measured printer of this name. Raises BadParameter if there is none, or if it does not fit the paper."""
    if name is None:
        return None
    from pnp.calibration.printer_profile import ProfileError, load, outcome
    from pnp.sheet.paper import BadOptionError

    try:
        profile = load(name)
        profile.printer.check(paper, backs)
    except (ProfileError, BadOptionError) as error:
        raise click.BadParameter(f"{error}.", param_hint="'--printer'") from None
    if advice := outcome(profile).advice:
        click.echo(f"Printer '{profile.name}': {advice}", err=True)
    return profile.printer


_UNSAID = {"sheet": ("test_page",), "leaflet": (), "diff": ("report",)}
"""What no kit's paper says."""


@click.command()
@click.argument("kits", nargs=-1, metavar="[KIT]")
@click.argument("language", metavar="LANGUAGE")
def words(kits: tuple[str, ...], language: str) -> None:
    """Write what the press says in English where a kit speaks LANGUAGE, to be translated.

    What it prints belongs at the end of the kit's words.LANGUAGE.toml; a word that is there already is left out.
    """
    from pnp.kit.components import LANGUAGE
    from pnp.kit.word_files import OTHERWISE, PARTS, leaves, missing_words, spoken, texts
    from pnp.kits import read

    folder = one_kit(kits)
    if not LANGUAGE.fullmatch(language):
        raise click.BadParameter(
            f"'{language}' is no code of a language, such as fr or pt-BR.", param_hint="'LANGUAGE'"
        )
    found, findings = read(folder)
    if found is None:
        wrong = findings.errors[0]
        raise click.ClickException(f"{wrong.place}: {wrong.message}; {wrong.hint}")
    own: Tree = found.own_words.get(language, {})
    lines: list[str] = []
    for part in PARTS:
        if language in spoken(part):
            continue
        missing = set(missing_words(part, own))
        said = {path: value for path, value in leaves(texts(part, OTHERWISE)) if ".".join(path) in missing}
        lines += _tables(part, {path: value for path, value in said.items() if path[0] not in _UNSAID[part]})
    click.echo("\n".join(lines) if lines else f"# Nothing is missing in {language}.")


def _tables(part: str, said: dict[tuple[str, ...], object]) -> Iterator[str]:
    """The lines of a part, a table for each part of its names."""
    for way in dict.fromkeys(path[:-1] for path in said):
        yield f"[{'.'.join(('press', part, *way))}]"
        for path, value in said.items():
            if path[:-1] == way:
                yield f"{path[-1]} = {json.dumps(value, ensure_ascii=False)}"
        yield ""
