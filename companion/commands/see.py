"""``companion see``: what lies on the table, read from photographs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.commands.common import bad, bad_kit
from companion.sight.process import read
from companion.sight.reading import Request, Sighted, joined
from pnp.camera import PhotographError
from pnp.findings import KitError
from pnp.kits import find


@click.command()
@click.argument("photos", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--kit", required=True, help="Name or folder of the kit whose pieces lie there.")
@click.option(
    "--marked",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File for the picture with what was found drawn into it (.jpg or .png); of one photograph alone.",
)
def see(photos: tuple[Path, ...], kit: str, marked: Path | None) -> None:
    """Read a photograph of the table: every piece with a seal, where it lies and which side is up, and what
    lies on the board or the pieces of a game that can be read (Hangzhou's city, Dunhuang's market and goods,
    Xanadú's houses), as JSON. Several photographs are of one board, from different sides: what they show of it is
    joined."""
    from companion.sight.kit import sides  # only whoever reads photographs has numpy

    if marked and len(photos) > 1:
        bad("--marked: it is drawn into one photograph: name one alone")
    try:
        known = sides(find(kit))
    except KitError as error:
        bad_kit(error)
    if not known:
        bad(f"--kit: no face of {kit} bears a seal: draw one on what a camera is to know (docs/kit-format.md)")
    game = find(kit).name
    seen = []
    for photo in photos:
        try:
            request = Request(photograph=photo.read_bytes(), sides=known, marked=marked is not None, game=game)
            seen.append(read(request))
        except PhotographError as error:
            bad(f"{photo}: {error}")
        except OSError as error:
            bad(f"{photo}: {error.strerror}")
    if marked:
        try:
            marked.write_bytes(seen[0].marked)
        except OSError as error:
            bad(f"{marked}: {error.strerror}")
        click.echo(f"{marked}", err=True)
    found = [one.sighted for one in seen]
    said = msgspec.to_builtins(found[0]) if len(found) == 1 else _joined(game, photos, found)
    click.echo(msgspec.json.format(msgspec.json.encode(said), indent=2))


def _joined(game: str, photos: Sequence[Path], seen: Sequence[Sighted]) -> Any:
    """Returns all photographs, and their combined reading of the board."""
    from companion.sight.reader import readers

    board = readers(game).board
    for photo, one in zip(photos, seen, strict=True):
        if board is None or not one.shows_board:
            bad(f"{photo}: no board that can be read is in it, and of several photographs it is boards that are joined")
    assert board is not None, "there are several photographs"
    readings = joined([one.readings for one in seen], board.judged)
    found = {"photographs": seen, "readings": readings, "position": board.position(readings)}
    return msgspec.to_builtins(found)
