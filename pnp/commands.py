"""`pnp build`, `pnp check` and `pnp words`."""

from __future__ import annotations

import contextlib
import json
import sys
from functools import partial
from pathlib import Path
from typing import Any, get_args

import click

from pnp import cli
from pnp.build.build import Progress
from pnp.build.build import build as build_kit
from pnp.build.build import check as check_kit
from pnp.calibration.printer_profile import ProfileError, load, outcome
from pnp.diff.changed_since import build_changed
from pnp.findings import Findings
from pnp.kit.model import LANGUAGE as CODE
from pnp.kit.word_files import OTHERWISE, PARTS, find_missing_words, leaves, spoken, texts
from pnp.kits import read
from pnp.sheet.options import Options
from pnp.sheet.pack import Gutters
from pnp.sheet.paper import PAPERS, Backs, BadOptionError, CutterName, PaperName
from pnp.sheet.printer import Printer
from pnp.vendor.commands import ICC_PROFILE, VENDOR
from pnp.vendor.shop import Vendor
from pnp.vendor.shop_files import check as check_for_shop

GROUPS = {
    "What": ("only", "without", "profile", "language", "changed_since"),
    "Paper": ("paper", "backs", "gutters", "printer", "cutter"),
    "Look": ("ink", "seals"),
    "Where": ("out", "companion"),
}
"""The options of `build`, by the headings of its help."""


class BuildCommand(click.Command):
    """`build`, whose help groups the options under headings."""

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
    default="a4",
    show_default=True,
    metavar=f"[{'|'.join(get_args(PaperName))}|NAME]",
    help="Paper in the printer. both: one layout that prints on A4 and on Letter; NAME: a sheet of labels, such as "
    "labels-63x38, or a paper of the kit's own.",
)
BACKS = cli.choice(
    "--backs",
    get_args(Backs),
    "How the printer turns the sheet over; gutterfold: beside the fronts, to fold; separate: a file of backs.",
)


@click.command(cls=BuildCommand)
@cli.KITS
@cli.ONLY
@cli.WITHOUT
@cli.profile_option("")
@cli.LANGUAGE
@click.option(
    "--changed-since",
    type=click.Path(path_type=Path),
    metavar="OUTPUT",
    help="Print only what differs from an earlier build, with a list of what to swap; its folder, or its manifest.",
)
@PAPER
@BACKS
@cli.choice(
    "--gutters",
    get_args(Gutters),
    "share: neighbours of one colour touch, and one cut parts them; always: every piece stands apart.",
)
@click.option(
    "--printer",
    metavar="NAME",
    help="Correct where this printer sets the page, as `pnp calibrate` measured it.",
)
@click.option(
    "--cutter",
    type=click.Choice(get_args(CutterName)),
    help="Lay sheets out for a cutting machine: its marks on them, cut and fold lines beside them as SVG and DXF.",
)
@cli.INK
@click.option("--seals", is_flag=True, help="Print camera seals on all pieces that have them, not only on boards.")
@cli.OUT
@cli.COMPANION
def build(
    kits: tuple[str, ...], language: tuple[str, ...], changed_since: Path | None, printer: str | None, **values: Any
) -> None:
    """Print kits as PDF files into the output folder.

    A kit with errors prints nothing; the others still do. For a print shop use `pnp order`, for faces as pictures
    `pnp export`.
    """
    folders = cli.kit_folders(kits, unique=True)
    measured = _read_printer(printer, values["paper"], values["backs"])
    try:
        options = Options(languages=language, printer=measured, **values)
    except BadOptionError as error:  # the printer was checked before, so the cutter does not fit
        raise click.BadParameter(f"{error}.", param_hint="'--cutter'") from None

    def one(folder: Path, progress: Progress) -> Findings:
        work = partial(build_kit, folder, options, progress)
        if changed_since:
            work = partial(build_changed, folder, options, progress, changed_since)
        return cli.build_and_report(work, progress, folder)

    sys.exit(cli.each_kit(folders, one))


def _read_printer(name: str | None, paper: str, backs: Backs) -> Printer | None:
    """The measured printer of this name. Raises BadParameter if there is none, or if it does not fit the paper."""
    if name is None:
        return None
    try:
        profile = load(name)
        profile.printer.check(PAPERS.get(paper), backs)
    except (ProfileError, BadOptionError) as error:
        raise click.BadParameter(f"{error}.", param_hint="'--printer'") from None
    if advice := outcome(profile).advice:
        click.echo(f"Printer '{profile.name}': {advice}", err=True)
    return profile.printer


@click.command()
@cli.KITS
@PAPER
@BACKS
@cli.INK
@cli.LANGUAGE
@VENDOR
@ICC_PROFILE
@click.option("--json", "as_json", is_flag=True, help="Findings as a JSON list on standard output.")
@click.option("--watch", "watching", is_flag=True, help="Look again after each save, until Ctrl-C.")
def check(
    kits: tuple[str, ...],
    language: tuple[str, ...],
    vendor: Vendor | None,
    as_json: bool,
    watching: bool,
    **values: Any,
) -> None:
    """Look for faults in kits, and write nothing.

    Lays out every face and page as `build` does; for a print shop only what it prints, by what it asks for. Exit code
    0: fit to print, 1: errors, 2: wrong usage.
    """
    folders = cli.kit_folders(kits)
    source = click.get_current_context().get_parameter_source
    for name in ("paper", "backs"):
        if vendor and source(name) is not click.core.ParameterSource.DEFAULT:
            raise click.UsageError(f"--{name} is for printing at home: leave it out with --vendor.")
    options = Options(languages=language, out=Path(), **values)
    if options.icc_profile and not vendor:
        raise click.UsageError("--icc-profile is for print shops: name one with --vendor.")

    def one(folder: Path, progress: Progress) -> Findings:
        if vendor:
            return check_for_shop(folder, options, vendor, progress)
        return check_kit(folder, options, progress)

    if not watching:
        sys.exit(cli.each_kit(folders, one, as_json=as_json))
    from pnp.studio.session import watch_saves  # needs the extra `studio`

    code = cli.each_kit(folders, one, as_json=as_json)
    with contextlib.suppress(KeyboardInterrupt):
        for _ in watch_saves(*folders):
            cli.each_kit(folders, one, as_json=as_json)
    sys.exit(code)


_NOT_PRINTED = ("test_page", "report")
"""Tables of the press's texts that no kit's paper has."""


@click.command()
@click.argument("kits", nargs=-1, metavar="[KIT]")
@click.argument("language", metavar="LANGUAGE")
def words(kits: tuple[str, ...], language: str) -> None:
    """Write what the press says in English where a kit speaks LANGUAGE, to be translated.

    What it prints belongs at the end of the kit's words.LANGUAGE.toml; a word that is there already is left out.
    """
    folder = cli.one_kit(kits)
    if not CODE.fullmatch(language):
        raise click.BadParameter(
            f"'{language}' is no code of a language, such as fr or pt-BR.", param_hint="'LANGUAGE'"
        )
    kit, findings = read(folder)
    if kit is None:
        wrong = findings.errors[0]
        raise click.ClickException(f"{wrong.place}: {wrong.message}; {wrong.hint}")
    tables: dict[str, list[str]] = {}
    for part in PARTS:
        if language in spoken(part):
            continue
        missing = find_missing_words(part, kit.own_words.get(language, {}))
        for path, value in leaves(texts(part, OTHERWISE)):
            if ".".join(path) in missing and path[0] not in _NOT_PRINTED:
                lines = tables.setdefault(".".join(("press", part, *path[:-1])), [])
                lines.append(f"{path[-1]} = {json.dumps(value, ensure_ascii=False)}")
    for name, lines in tables.items():
        click.echo("\n".join((f"[{name}]", *lines, "")))
    if not tables:
        click.echo(f"# Nothing is missing in {language}.")
