"""`pnp new`: creates a kit as a copy of a starter, a small finished game that comes with the press."""

from __future__ import annotations

import errno
import math
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import msgspec

from pnp.art.paths import outline_path
from pnp.build.build import check
from pnp.cli import NO_ROOM, each_kit
from pnp.face.layout import KitFaces
from pnp.findings import count_noun
from pnp.kit import Kit, expand
from pnp.kits import list_known_kits, load
from pnp.render.svg import write_svg
from pnp.scene import Box, Colour, Group, Item, Rect, Scene, Stroke
from pnp.scene import Path as ScenePath
from pnp.schema import directive, write_schemas
from pnp.sheet.options import Options
from pnp.sheet.parts import list_piece_faces

NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,63}")
DEVICE = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]", re.IGNORECASE)
"""Names that no folder may have on Windows."""
COMMENT = 35
"""The column at which comments stand in the files of a starter."""
SMALL = ("a", "an", "and", "at", "by", "for", "in", "of", "on", "or", "the", "to")
"""Words that are small within an English title."""
PICTURE = (120.0, 80.0)
"""Size of a starter's picture, in its own millimetres."""
EDGE: Colour = "#2B2320"
LINE = 0.4
"""Millimetres of the line round each piece in a picture."""
FOLDER = Path(__file__).parent / "starters"


class StarterPiece(msgspec.Struct, frozen=True, array_like=True):
    """A piece in a picture: its component, the key of its row or "", its centre, its width in mm, and its clockwise
    rotation in degrees."""

    component: str
    row: str
    x: float
    y: float
    width: float
    turn: float


class Starter(msgspec.Struct, frozen=True):
    """A kit in the folder `starters/kits`, a short description, and its picture: pieces on a ground."""

    name: str
    holds: str
    ground: Colour
    pieces: tuple[StarterPiece, ...]

    @property
    def folder(self) -> Path:
        return FOLDER / "kits" / self.name

    @property
    def files(self) -> list[Path]:
        """Returns all of its files: kit.toml, tables, texts, drawings."""
        order = (".toml", ".csv", ".md", ".svg")
        found = (path for path in self.folder.rglob("*") if path.is_file())
        return sorted(found, key=lambda path: (path.parent != self.folder, order.index(path.suffix), path.as_posix()))


STARTERS = tuple(
    msgspec.convert({"name": name, **value}, Starter)
    for name, value in tomllib.loads((FOLDER / "starters.toml").read_text(encoding="utf-8")).items()
)
NAMES = tuple(starter.name for starter in STARTERS)


def find_fault(folder: Path, typed: str | None = None) -> str:
    """Returns why a kit cannot be created in a folder, which gives it its name; "" if it can. `typed` is the name as
    typed, if it is not a path."""
    if not NAME.fullmatch(folder.name if typed is None else typed):
        wrong = folder if typed is None else typed
        fault = f"{wrong} is no name of a kit: a letter a–z, then such letters, digits, hyphens"
    elif DEVICE.fullmatch(folder.name):
        fault = f"Windows keeps the name {folder.name} for a device"
    elif not folder.parent.is_dir():
        return f"The folder {folder.parent} is not there. Make it first."
    elif folder.is_dir():
        files = sum(1 for path in folder.rglob("*") if path.is_file())
        content = f"with {count_noun(files, 'file')}" if files else "and empty"
        fault = f"{folder} is there already, {content}"
    elif folder.exists() or folder.is_symlink():
        fault = f"{folder} is there already, as a file"
    elif folder.name in list_known_kits():
        fault = f"`pnp build {folder.name}` prints a kit that comes with the press"
    else:
        return ""
    return f"{fault}. Choose another name."


def write(starter: Starter, folder: Path) -> None:
    """Writes a kit with this name and the schemas for editors, all or nothing. Raises `OSError`.

    It is made beside its final place and moved there in one step, so that an interruption leaves nothing.
    """
    title = title_of(folder.name)
    with TemporaryDirectory(prefix=".new-", dir=folder.parent) as beside:
        made = Path(beside, folder.name)
        for path in starter.files:
            copy = made / path.relative_to(starter.folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
            if path.suffix == ".toml":
                _write_text(copy, directive(path.relative_to(starter.folder)) + copy.read_text("utf-8"))
        kit = (made / "kit.toml").read_text("utf-8")
        for key, value in (("id", folder.name), ("title", title)):
            line = f'{key} = "{value}"'
            before, _, comment, after = re.split(rf'^({key} = "[^"]*")( *#)?', kit, maxsplit=1, flags=re.M)
            kit = before + (f"{line:<{COMMENT}}#" if comment else line) + after  # comments keep their column
        _write_text(made / "kit.toml", kit)
        rules = made / "rules.en.md"
        _write_text(rules, re.sub(r"\A# .*", f"# {title}", rules.read_text("utf-8")))
        write_schemas(made)
        made.rename(folder)


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def title_of(name: str) -> str:
    """Returns `Night Market` for `night-market`, `Salt of the Desert` for `salt-of-the-desert`."""
    words = [word for word in name.split("-") if word]
    return " ".join(
        word.capitalize() if word.islower() and (number == 0 or word not in SMALL) else word
        for number, word in enumerate(words)
    )


def _describe_file(path: Path) -> str:
    """Describes a file of a starter: its first comment, or its number of rows."""
    text = path.read_text("utf-8")
    if path.suffix == ".csv":
        return count_noun(len(text.splitlines()) - 1, "row")
    return re.split(r"[.:;](?:\s|$)", text.lstrip("# "), maxsplit=1)[0].splitlines()[0].removesuffix(".")


def picture(starter: Starter) -> str:
    """Returns the picture of a starter as an SVG document. Raises KitError if its kit cannot be read."""
    kit = load(starter.folder)
    layout = KitFaces(kit, kit.languages[0])
    pieces = (item for piece in starter.pieces for item in _draw_piece(kit, layout, piece))
    scene = Scene(*PICTURE, 0.0, (Rect(Box(0.0, 0.0, *PICTURE), starter.ground), *pieces))
    return write_svg(scene, fonts=layout.fonts)


def _draw_piece(kit: Kit, layout: KitFaces, piece: StarterPiece) -> Iterator[Item]:
    """Yields a piece, cut to its shape, with an outline: centred at its place, scaled and turned."""
    component = next(one for one in kit.components if one.id == piece.component)
    record = next(row for row, _ in expand(kit, component) if (row.key if row else "") == piece.row)
    scene = next(scene for _, scene in list_piece_faces(kit, layout, component, record))
    trim = Rect(Box(0.0, 0.0, scene.width, scene.height), radius=scene.corner)
    shape = ScenePath(outline_path(scene.outline or trim))
    scale = piece.width / scene.width
    cosine, sine = scale * math.cos(math.radians(piece.turn)), scale * math.sin(math.radians(piece.turn))
    x, y = scene.width / 2, scene.height / 2
    matrix = (cosine, sine, -sine, cosine, piece.x - cosine * x + sine * y, piece.y - sine * x - cosine * y)
    yield Group(scene.items, matrix, shape)
    yield Group((msgspec.structs.replace(shape, stroke=Stroke(EDGE, LINE / scale)),), matrix)


def _check_name(context: click.Context, _argument: click.Parameter, folder: Path) -> Path:
    if fault := find_fault(folder):
        raise click.UsageError(fault, context)
    return folder


@click.command()
@click.argument("folder", metavar="NAME", type=click.Path(path_type=Path), callback=_check_name)
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
    starter = next(starter for starter in STARTERS if starter.name == (name or _choose_name()))
    try:
        write(starter, folder)
    except OSError as error:
        why = NO_ROOM if error.errno in (errno.ENOSPC, errno.EDQUOT) else error.strerror
        raise click.ClickException(f"{folder}: {why}") from None
    drawings = [path for path in starter.files if path.parent.name == "art"]
    texts = [path for path in starter.files if path not in drawings]
    rows = [(path.relative_to(starter.folder).as_posix(), _describe_file(path)) for path in texts]
    rows += [("art/", f"{len(drawings)} drawings"), (".schema/", "Your editor completes and underlines by it")]
    click.echo(f"{folder}/")
    for file, content in rows:
        click.echo(f"    {file:<24} " + click.style(content, dim=True))
    code = each_kit([folder], lambda kit, progress: check(kit, Options(out=Path()), progress))
    quoted = shlex.quote(str(folder))
    click.echo(f"\npnp watch {quoted}    to see it while you change it\npnp build {quoted}    to print it")
    sys.exit(code)


def _choose_name() -> str:
    """Asks at the terminal for a starter. Raises UsageError without a terminal."""
    listed = "\n".join(f"  {starter.name:<16} {starter.holds}" for starter in STARTERS)
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):  # closed ones are None
        options = listed.replace("\n  ", "\n  --from ")
        raise click.UsageError(f"say what it shall grow from:\n  --from {options.lstrip()}")
    click.echo(f"{listed}\n")
    return str(click.prompt("What shall it grow from?", type=click.Choice(NAMES), default=NAMES[0], show_choices=False))
