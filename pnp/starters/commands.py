"""The command that begins a kit: `pnp new`."""

from __future__ import annotations

import errno
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.programs import NO_ROOM

if TYPE_CHECKING:
    from pnp.starters.starter import Starter

NAMES = ("deck", "tokens", "board", "roll-and-write", "hex-map", "18xx")
"""The starters, for `--help`; `pnp.starters.starter` has them with what they hold."""


class KitName(click.ParamType[Path]):
    """The folder of a kit that is not there yet. The kit is called by its last part."""

    name = "NAME"

    def convert(self, value: str | Path, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        from pnp.starters.starter import taken

        folder = Path(value)
        if fault := taken(folder):
            raise click.UsageError(fault, ctx)
        return folder


@click.command()
@click.argument("folder", metavar="NAME", type=KitName())
@click.option(
    "--from",
    "name",
    type=click.Choice(NAMES),
    metavar="STARTER",
    help=f"What it grows from: {', '.join(NAMES)}.  [default: you choose]",
)
def new(folder: Path, name: str | None) -> None:
    """Begin a kit of your own: a small finished game, to change.

    Writes the folder NAME, with a comment where one is needed, and the schemas by which editors complete and
    underline. It prints as it is. What is there already is never touched.
    """
    starter = _starter(name)
    if starter is None:
        click.echo("Nothing was written.")
        return
    from pnp.starters.starter import write

    try:
        write(starter, folder)
    except OSError as error:
        why = NO_ROOM if error.errno in (errno.ENOSPC, errno.EDQUOT) else error.strerror
        raise click.ClickException(f"{folder}: {why}") from None
    _tell(starter, folder)
    sys.exit(_look_at(folder))


def _starter(name: str | None) -> Starter | None:
    from pnp.starters.starter import STARTERS

    if name:
        return next(starter for starter in STARTERS if starter.name == name)
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):  # closed ones are None
        six = "\n".join(f"  --from {starter.name:<16} {starter.holds}" for starter in STARTERS)
        raise click.UsageError(f"say what it shall grow from:\n{six}")
    from pnp.starters.chooser import choose

    return choose()


def _tell(starter: Starter, folder: Path) -> None:
    """Lists what was written: files to change one by one, drawings together."""
    from pnp.starters.starter import note

    drawings = [path for path in starter.files if path.parent.name == "art"]
    rows = [(path.relative_to(starter.folder).as_posix(), note(path)) for path in starter.files if path not in drawings]
    rows += [("art/", f"{len(drawings)} drawings"), (".schema/", "Your editor completes and underlines by it")]
    click.echo(f"{folder}/")
    for name, what in rows:
        click.echo(f"    {name:<24} " + click.style(what, dim=True))


def _look_at(folder: Path) -> int:
    """Checks the new kit as `pnp check` does, and says what comes next; the exit code."""
    from pnp.build.build import check
    from pnp.console import each_kit
    from pnp.sheet.options import Options

    code = each_kit([folder], lambda kit, progress: check(kit, Options(out=Path()), progress))
    named = shlex.quote(str(folder))
    click.echo(f"\npnp watch {named}    to see it while you change it\npnp build {named}    to print it")
    return code
