"""The command that begins a kit: `pnp new`."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pnp.starters.starter import Starter

NAMES = ("deck", "tokens", "board", "roll-and-write", "hex-map", "18xx")
"""The starters, for `--help`; `pnp.starters.starter` has them with what they hold."""
NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,63}")


class KitName(click.ParamType[Path]):
    """The folder of a kit that is not there yet. The kit is called by its last part."""

    name = "NAME"

    def convert(self, value: str | Path, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        folder = Path(value)
        if not NAME.fullmatch(folder.name):
            fault = f"{value} is no name of a kit: a letter, then letters, digits, hyphens"
        elif not folder.parent.is_dir():
            fault = f"The folder {folder.parent} is not there"
        elif folder.exists() or folder.is_symlink():
            fault = f"{value} is there already, {_held(folder)}"
        elif folder.name in _known():
            fault = f"`pnp build {folder.name}` prints a kit that comes with the press"
        else:
            return folder
        raise click.UsageError(f"{fault}. Choose another name.", ctx)


def _known() -> Collection[str]:
    from pnp.collection import known_kits

    return known_kits()


def _held(folder: Path) -> str:
    if not folder.is_dir():
        return "as a file"
    files = sum(1 for path in folder.rglob("*") if path.is_file())
    return f"with {files} file{'' if files == 1 else 's'}" if files else "and empty"


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
        raise click.ClickException(f"{folder}: {error.strerror}") from None
    _tell(starter, folder)
    sys.exit(_look_at(folder))


def _starter(name: str | None) -> Starter | None:
    from pnp.starters.starter import STARTERS

    if name:
        return next(starter for starter in STARTERS if starter.name == name)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
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
    from pnp.console import each_kit
    from pnp.output.build import check
    from pnp.sheet.options import Options

    code = each_kit([folder], lambda kit, progress: check(kit, Options(out=Path()), progress))
    click.echo(f"\npnp watch {folder}    to see it while you change it\npnp build {folder}    to print it")
    return code
