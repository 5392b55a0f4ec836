"""The commands that measure a printer: `pnp calibrate` and its subcommands."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.art.paths import Point
from pnp.calibration.printer_profile import (
    Profile,
    ProfileError,
    by_eye,
    check_printable,
    outcome,
    profile_of,
    save,
)
from pnp.calibration.test_page import LETTERS, MEASURED, Geometry, write_test_page
from pnp.cli import choice, two_numbers
from pnp.findings import shorten_path
from pnp.kit.model import Language
from pnp.sheet.paper import PaperName
from pnp.sheet.printer import TURNED, Turning

TURNINGS = ("long-edge", "short-edge", "separate")
LANGUAGES = ("en", "es")
LONGEST_TRAY = 24
LONGEST_READING = 1000.0
"""Millimetres: no paper is as large."""

PAPER = choice("--paper", MEASURED, "What is printed on.")
BACKS = choice(
    "--backs", TURNINGS, "How the sheet comes to its second side: turned by the printer, or by hand (separate)."
)
LANGUAGE = choice("--language", LANGUAGES, "Of the test page.")
NAME = click.option(
    "--printer",
    "name",
    default="Printer",
    show_default=True,
    metavar="NAME",
    help="Name to keep it by, and to build with; one for each tray, paper and way of turning.",
)


class Reading(click.ParamType[Point]):
    """Two millimetres: right, down."""

    name = "RIGHT,DOWN"

    def convert(
        self, value: str | Point, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        if not isinstance(value, str):
            return value
        if value.startswith("--"):
            self.fail(f"four readings are needed before '{value}', one for each of A, B, C, D", param, ctx)
        try:
            right, down = two_numbers(value)
        except ValueError:
            self.fail(f"'{value}' is not two numbers like 55.2,54.8 or '55,2 54,8'", param, ctx)
        # Written so that what is no number is refused too.
        if not (abs(right) < LONGEST_READING and abs(down) < LONGEST_READING):
            self.fail(f"'{value}' is not two lengths like 55.2,54.8: read that cross again", param, ctx)
        return right, down


def _check_tray(_context: click.Context, _option: click.Parameter, value: str) -> str:
    if len(value) > LONGEST_TRAY:
        raise click.BadParameter(f"more than {LONGEST_TRAY} characters find no room on the page.")
    try:
        check_printable(value)
    except ProfileError as error:
        raise click.BadParameter(f"{error}.") from None
    return " ".join(value.split())


@click.group(invoke_without_command=True)
@PAPER
@BACKS
@click.option(
    "--tray", default="", callback=_check_tray, help="What to call the tray on the page, for instance 'tray 2'."
)
@LANGUAGE
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default="output",
    show_default=True,
    help="Folder that gets the test page.",
)
@click.pass_context
def calibrate(
    context: click.Context, paper: PaperName, backs: Turning, tray: str, language: Language, out: Path
) -> None:
    """Measure a printer, so that backs lie behind fronts and cards have their size.

    By itself it makes the test page: two pages to print at 100 % on one sheet. What came out is measured by eye (read)
    or from two photographs (photo), and kept by name for `pnp build --printer NAME`.
    """
    if context.invoked_subcommand is not None:
        for name in ("paper", "backs", "tray", "language", "out"):
            if context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT:
                raise click.UsageError(f"--{name} goes behind '{context.invoked_subcommand}', if it takes it.")
        return
    path = out / f"printer-test-{paper}-{backs}.pdf"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(write_test_page(paper, backs, tray, language))
    except OSError as error:
        raise click.ClickException(f"{error.filename or path}: {error.strerror or error}") from None
    click.echo(f"{shorten_path(path)}  2 pages")
    click.echo(
        f"Print both on one sheet at 100 %, with {TURNED[backs]}. Then measure it, with a camera or by eye:", err=True
    )
    click.echo("    pnp calibrate photo FRONT.jpg BACK.jpg --printer NAME", err=True)
    click.echo(f"    pnp calibrate read --paper {paper} --backs {backs} --front … --back … --printer NAME", err=True)


@calibrate.command()
@PAPER
@BACKS
@click.option(
    "--front",
    type=Reading(),
    nargs=4,
    required=True,
    metavar="A B C D",
    help="How far each cross of the front stands from the paper's left and upper edge, mm: 55.2,54.8 155.1,54.9 …",
)
@click.option(
    "--back",
    type=Reading(),
    nargs=4,
    required=True,
    metavar="A B C D",
    help="How far the back lies right and down of the front there, mm, by the scales: 1.4,-0.6 1.2,-0.8 …",
)
@NAME
def read(paper: PaperName, backs: Turning, front: tuple[Point, ...], back: tuple[Point, ...], name: str) -> None:
    """Measure a printed test page by eye: four readings for each side, at its crosses A, B, C, D.

    Front: lay a ruler from the paper's edges to each cross. Back: hold the sheet against a window, and read each pair
    of scales: where the back's long line stands is whole mm, each of its lines from there to the one that meets a line
    of the front is 0.2 mm more. Right and down of the front is plus.
    """
    geometry = Geometry(paper)
    try:
        sides = by_eye(geometry, dict(zip(LETTERS, front, strict=True)), dict(zip(LETTERS, back, strict=True)))
        profile = profile_of(name, paper, backs, "readings", *sides)
    except ProfileError as error:
        raise click.UsageError(f"{error}.") from None
    _keep(profile)


@calibrate.command()
@click.argument("front", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FRONT.jpg")
@click.argument("back", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="BACK.jpg")
@NAME
def photo(front: Path, back: Path, name: str) -> None:
    """Measure a printed test page from two photographs, one of each side.

    Lay the sheet flat on something dark and photograph each side from above, all four edges of the paper in the
    picture; or scan each with something black over it, a rim of that all around. The marks say which paper the page is
    made for, and for which way of turning; whether the printer turned it so, you see against the light: A lies behind A
    then.
    """
    from pnp.calibration.photograph import combine_sides, look
    from pnp.camera import PhotographError

    seen = []
    for path in (front, back):
        try:
            seen.append(look(path))
        except (PhotographError, ProfileError) as error:
            raise click.ClickException(f"{path}: {error}.") from None
        click.echo(seen[-1].summary, err=True)
    try:
        profile = combine_sides(seen[0], seen[1], name)
    except ProfileError as error:
        raise click.ClickException(f"{error}.") from None
    _keep(profile)


def _keep(profile: Profile) -> None:
    try:
        path = save(profile)
    except ProfileError as error:
        raise click.ClickException(f"{error}.") from None
    front, back, unsure = profile.front, profile.back, profile.uncertainty
    click.echo("                    front     back")
    for head, field in (("right, mm", "right"), ("down, mm", "down"), ("turned, degrees", "turn")):
        click.echo(f"{head:<16}{getattr(front, field):+9.2f}{getattr(back, field):+9.2f}")
    for field in ("across", "along"):
        click.echo(f"{f'scale {field}, %':<16}{100 * getattr(front, field):9.2f}{100 * getattr(back, field):9.2f}")
    left = outcome(profile)
    click.echo(
        f"back against front, worst corner: {left.before:.1f} mm; expected with the profile: {left.after:.1f} mm"
    )
    click.echo(f"{path}  ± {unsure:.2f} mm")
    if left.advice:
        click.echo(left.advice, err=True)
    if left.rough:
        by_eye = profile.means == "readings"
        again = "Read the scales again" if by_eye else "Photograph it again, from straight above and in even light"
        click.echo(f"Kept, but rough: ± {unsure:.1f} mm. {again}.", err=True)
    click.echo(f"Print with it: {profile.command}", err=True)
