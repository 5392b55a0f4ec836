"""`pnp export`: shows kits on screens and virtual tables."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import click

from pnp.build.build import Progress
from pnp.cli import (
    COMPANION,
    INK,
    KITS,
    LANGUAGE,
    ONLY,
    OUT,
    WITHOUT,
    each_kit,
    kit_folders,
    profile_option,
)
from pnp.export.pictures import NAME, WAYS, Export, Way
from pnp.export.writer import Exported
from pnp.export.writer import export as export_kit
from pnp.findings import Findings, shorten_path
from pnp.sheet.options import Options

MEANT = {
    "name": ("faces",),
    "dpi": ("faces",),
    "width": ("faces", "contact", "fan", "table"),
    "bleed": ("faces",),
    "url": ("tts",),
}
"""The ways that each of these options is for."""


def check_url(context: click.Context, param: click.Parameter, value: str | None) -> str:
    """Returns the URL of the folder from which all players fetch a virtual table's files; "" without one."""
    if value and not re.fullmatch(r"https?://[^\s/?#\x00-\x1f\ud800-\udfff][^\s?#\x00-\x1f\ud800-\udfff]*", value):
        message = f"'{value}' is not an address; write it like https://example.org/games/mygame, without '?' or '#'"
        raise click.BadParameter(message, context, param)
    return value or ""


@click.command()
@KITS
@click.option(
    "--as",
    "way",
    type=click.Choice(WAYS),
    required=True,
    help="faces: each as a picture; contact: all on one sheet; fan: a hand of cards; table: the game as it is played; "
    "tts: a save of Tabletop Simulator.",
)
@click.option(
    "--name",
    default=NAME,
    show_default=True,
    metavar="PATTERN",
    help="Files of faces, .png, .webp or .svg, of {kit}, {language}, {component}, {row}, {number} and {side}; without "
    "{side} the first face of each piece.",
)
@click.option("--dpi", type=click.FloatRange(36, 1200), help="Resolution of faces.  [default: 300]")
@click.option("--width", type=click.IntRange(64, 8192), help="Pixels across, of each face or of the picture.")
@click.option("--bleed", is_flag=True, help="Faces with their bleed, not cut to their shape.")
@click.option(
    "--url",
    metavar="BASE",
    callback=check_url,
    help="Where the files of a save will be hosted.  [default: they stay where they are]",
)
@INK
@LANGUAGE
@ONLY
@WITHOUT
@profile_option("full")
@COMPANION
@OUT
def export(
    kits: tuple[str, ...],
    way: Way,
    name: str,
    dpi: float | None,
    width: int | None,
    bleed: bool,
    url: str,
    language: tuple[str, ...],
    **values: Any,
) -> None:
    """Show kits where there is no paper: on web pages and virtual tables.

    Writes into OUT/<kit>-<way>/, a folder for each language, and lists the files in its manifest.json.
    """
    source = click.get_current_context().get_parameter_source
    for option, ways in MEANT.items():
        if way not in ways and source(option) is not click.core.ParameterSource.DEFAULT:
            raise click.UsageError(f"--{option} is for --as {' or '.join(ways)}.")
    if dpi and width:
        raise click.UsageError("--dpi and --width both say how large a face is: leave out one.")
    folders = kit_folders(kits, unique=True)
    options = Options(languages=language, **values)
    asked = Export(way=way, print=options, name=name, dpi=dpi, width=width, bleed=bleed, url=url)

    def one(folder: Path, progress: Progress) -> Findings:
        done = export_kit(folder, asked, progress)
        progress("", 1.0)
        _tell(done)
        return done.findings

    sys.exit(each_kit(folders, one))


def _tell(done: Exported) -> None:
    """Lists the files to open; of many that belong together their number."""
    files = done.manifest.files
    many = {"face", "picture", "model", "deck sheet"} if len(files) > 2 * len(done.manifest.languages) else set[str]()
    for file in files:
        if file.what not in many:
            size = f"{file.width_px} × {file.height_px} px" if file.width_px else f"{file.bytes:,} bytes"
            click.echo(f"{shorten_path(done.folder / file.path)}  {size}")
    if rest := [file for file in files if file.what in many]:
        models = sum(1 for file in rest if file.what == "model")
        beside = ", models beside them" if models else ""
        click.echo(f"{shorten_path(done.folder)}  {len(rest) - models} pictures{beside}")
