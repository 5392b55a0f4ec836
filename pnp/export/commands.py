"""The command that shows kits on screens and virtual tables: `pnp export`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.console import COMPANION, INK, KITS, LANGUAGE, ONLY, OUT, PROFILE, WITHOUT, each_kit, kit_folders

if TYPE_CHECKING:
    from pnp.export.options import Way
    from pnp.face.ink import InkMode
    from pnp.findings import Findings
    from pnp.output.language_build import Progress

WAYS = ("faces", "contact", "fan", "table")
OF_FACES = ("name", "dpi")
"""Options that mean nothing but to faces."""


@click.command()
@KITS
@click.option(
    "--as",
    "way",
    type=click.Choice(WAYS),
    required=True,
    help="faces: each as a picture; contact: all on one sheet; fan: a hand of cards; table: the game as it is played.",
)
@click.option(
    "--name",
    default="{component}-{row}-{side}.png",
    show_default=True,
    metavar="PATTERN",
    help="Files of faces, .png or .webp, of {kit}, {language}, {component}, {row}, {number} and {side}; without "
    "{side} the first face of each piece.",
)
@click.option("--dpi", type=click.FloatRange(36, 1200), help="Resolution of faces.  [default: 300]")
@click.option("--width", type=click.IntRange(64, 8192), help="Pixels across, of each face or of the picture.")
@INK
@LANGUAGE
@ONLY
@WITHOUT
@PROFILE
@COMPANION
@OUT
@click.pass_context
def export(
    context: click.Context,
    kits: tuple[str, ...],
    way: Way,
    name: str,
    dpi: float | None,
    width: int | None,
    ink: InkMode,
    language: tuple[str, ...],
    only: tuple[str, ...],
    without: tuple[str, ...],
    profile: str,
    companion: str,
    out: Path,
) -> None:
    """Show kits where there is no paper: on web pages and virtual tables.

    Writes into OUT/<kit>-<way>/, a folder for each language, and lists the files in its manifest.json.
    """
    given = [option for option in OF_FACES if context.get_parameter_source(option) is not _DEFAULT]
    if way != "faces" and given:
        raise click.UsageError(f"--{given[0]} is for --as faces.")
    if dpi and width:
        raise click.UsageError("--dpi and --width both say how large a face is: leave out one.")
    folders = kit_folders(kits)
    from pnp.export.exported import export as show
    from pnp.export.options import Export
    from pnp.report import shown
    from pnp.sheet.options import Options

    asked = Export(
        way=way,
        print=Options(
            out=out,
            ink=ink,
            languages=language,
            only=only,
            without=without,
            profile=profile,
            companion=companion,
        ),
        name=name,
        dpi=dpi or 0.0,
        width=width or 0,
    )

    def one(folder: Path, progress: Progress) -> Findings:
        done = show(folder, asked, progress)
        if way == "faces":
            click.echo(f"{shown(done.folder)}  {len(done.manifest.files)} pictures")
        else:
            for file in done.manifest.files:
                size = f"{file.width_px} × {file.height_px} px" if file.width_px else f"{file.bytes:,} bytes"
                click.echo(f"{shown(done.folder / file.path)}  {size}")
        return done.findings

    sys.exit(each_kit(folders, one))


_DEFAULT = click.core.ParameterSource.DEFAULT
