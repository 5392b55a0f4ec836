"""``companion see``: what lies on the table, read from photographs."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from companion.commands.common import bad, bad_kit
from companion.sight.process import read
from companion.sight.reading import Request, joined
from pnp.camera import PhotographError
from pnp.findings import KitError
from pnp.kits import find


@click.command()
@click.argument("photos", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--kit", required=True, help="Name or folder of the kit whose pieces lie there.")
@click.option(
    "--marked",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File for the picture, a JPEG, with what was found drawn into it; of one photograph alone.",
)
def see(photos: tuple[Path, ...], kit: str, marked: Path | None) -> None:
    """Read a photograph of the table: every piece with a seal, where it lies and which side is up, and what
    lies on the board or the pieces of a game that can be read (Hangzhou's city, Dunhuang's market and goods,
    Xanadú's houses), as JSON. Several photographs are of one board, from different sides: what they show of it is
    joined."""
    from companion.sight.kit import sides  # only whoever reads photographs has numpy
    from companion.sight.reader import readers

    if marked and len(photos) > 1:
        bad("--marked: it is drawn into one photograph: name one alone")
    try:
        known = sides(find(kit))
    except KitError as error:
        bad_kit(error)
    if not known:
        bad(f"--kit: no face of {kit} bears a seal: draw one on what a camera is to know (docs/kit-format.md)")
    game = find(kit).name
    found = []
    for photo in photos:
        try:
            seen = read(Request(photograph=photo.read_bytes(), sides=known, marked=marked is not None, game=game))
            if marked:
                marked.write_bytes(seen.marked)
                click.echo(f"{marked}", err=True)
        except PhotographError as error:
            bad(f"{photo}: {error}")
        except OSError as error:
            bad(f"{error.filename}: {error.strerror}")
        if len(photos) > 1 and not seen.sighted.shows_board:
            bad(f"{photo}: no board that can be read is in it, and of several photographs it is boards that are joined")
        found.append(seen.sighted)
    told: object = found[0]
    if len(found) > 1 and (board := readers(game).board) is not None:
        readings = joined([one.readings for one in found], board.judged)
        told = {"photographs": found, "readings": readings, "position": board.position(readings)}
    click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2))
