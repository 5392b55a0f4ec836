"""``companion see``: what lies on the table, read from a photograph."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from companion.commands.common import bad, bad_kit
from companion.sight.process import read
from companion.sight.reading import Request
from pnp.camera import PhotographError
from pnp.findings import KitError
from pnp.kits import find


@click.command()
@click.argument("photo", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--kit", required=True, help="Name or folder of the kit whose pieces lie there.")
@click.option(
    "--marked",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File for the picture with what was found drawn into it (.jpg or .png).",
)
def see(photo: Path, kit: str, marked: Path | None) -> None:
    """Read a photograph of the table: every piece with a seal, where it lies and which side is up, and what
    lies on the board or the pieces of a game that can be read (Hangzhou's city, Dunhuang's market and goods,
    Xanadú's houses), as JSON."""
    from companion.sight.kit import sides  # only whoever reads photographs has numpy

    try:
        known = sides(find(kit))
    except KitError as error:
        bad_kit(error)
    if not known:
        bad(f"--kit: no face of {kit} bears a seal: draw one on what a camera is to know (docs/kit-format.md)")
    game = find(kit).name
    try:
        seen = read(Request(photograph=photo.read_bytes(), sides=known, marked=marked is not None, game=game))
        if marked:
            marked.write_bytes(seen.marked)
            click.echo(f"{marked}", err=True)
    except PhotographError as error:
        bad(f"{photo}: {error}")
    except OSError as error:
        bad(f"{error.filename}: {error.strerror}")
    click.echo(msgspec.json.format(msgspec.json.encode(seen.sighted), indent=2))
