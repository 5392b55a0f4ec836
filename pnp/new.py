"""A starter: a small kit that comes with the press, and the copy of it that becomes somebody's own."""

from __future__ import annotations

import errno
import math
import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
import msgspec

from pnp.art.paths import outline_path
from pnp.cli import NO_ROOM
from pnp.face.layout import Layout
from pnp.kit import Kit, expand
from pnp.kits import known_kits, load
from pnp.render.svg import write_svg
from pnp.scene import Box, Colour, Group, Item, Matrix, Rect, Scene, Stroke
from pnp.scene import Path as ScenePath
from pnp.schema import directive, write_schemas
from pnp.sheet.parts import piece_faces

if TYPE_CHECKING:
    from rich.text import Text


NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,63}")
DEVICE = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]", re.IGNORECASE)
"""Names that no folder may have on Windows."""
KITS = Path(__file__).parent / "starters" / "kits"
COMMENT = 35
"""The column at which comments stand in the files of a starter."""
SMALL = ("a", "an", "and", "at", "by", "for", "in", "of", "on", "or", "the", "to")
"""Words that are small within an English title."""


class Starter(msgspec.Struct, frozen=True):
    """A kit in the folder `kits`, and what there is in it, in a few words."""

    name: str
    holds: str

    @property
    def folder(self) -> Path:
        return KITS / self.name

    @property
    def files(self) -> list[Path]:
        """All of its files, kit.toml first, then what tables hold, then how it looks."""
        order = (".toml", ".csv", ".md", ".svg")
        found = (path for path in self.folder.rglob("*") if path.is_file())
        return sorted(found, key=lambda path: (path.parent != self.folder, order.index(path.suffix), path.as_posix()))


STARTERS = (
    Starter("deck", "27 cards, 3 suits, a back, a tuck box"),
    Starter("tokens", "round, square and hexagon, one cut sheet"),
    Starter("board", "A3 in tiles, its spaces from a table"),
    Starter("roll-and-write", "one sheet, two dice, a pad of 20"),
    Starter("hex-map", "a map from a table, 19 tiles, counters"),
    Starter("18xx", "market, shares, tiles, charters"),
)


def bad_name(name: str, shown: str = "") -> str:
    """Why this is no name of a kit; "" if it is one."""
    if not NAME.fullmatch(name):
        fault = f"{shown or name} is no name of a kit: a letter a–z, then such letters, digits, hyphens"
    elif DEVICE.fullmatch(name):
        fault = f"Windows keeps the name {name} for a device"
    else:
        return ""
    return f"{fault}. Choose another name."


def taken(folder: Path) -> str:
    """Why a kit cannot begin in a folder, which gives it its name; "" if it can."""
    if fault := bad_name(folder.name, str(folder)):
        return fault
    if not folder.parent.is_dir():
        fault = f"The folder {folder.parent} is not there"
    elif folder.exists() or folder.is_symlink():
        fault = f"{folder} is there already, {_held(folder)}"
    elif folder.name in known_kits():
        fault = f"`pnp build {folder.name}` prints a kit that comes with the press"
    else:
        return ""
    return f"{fault}. Choose another name."


def _held(folder: Path) -> str:
    if not folder.is_dir():
        return "as a file"
    files = sum(1 for path in folder.rglob("*") if path.is_file())
    return f"with {files} file{'' if files == 1 else 's'}" if files else "and empty"


def write(starter: Starter, folder: Path) -> None:
    """Writes a kit of this name, whole or not at all, with what editors need. Raises `OSError` if it cannot.

    It is made beside its place and moved there in one step, so that an interrupt leaves nothing.
    """
    title = title_of(folder.name)
    with TemporaryDirectory(prefix=".new-", dir=folder.parent) as beside:
        made = Path(beside, folder.name)
        for path in starter.files:
            copy = made / path.relative_to(starter.folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
            if path.suffix == ".toml":
                _set(copy, directive(path.relative_to(starter.folder)) + copy.read_text("utf-8"))
        _set(made / "kit.toml", _named((made / "kit.toml").read_text("utf-8"), folder.name, title))
        rules = made / "rules.en.md"
        _set(rules, re.sub(r"\A# .*", f"# {title}", rules.read_text("utf-8")))
        write_schemas(made)
        made.rename(folder)


def title_of(name: str) -> str:
    """`Night Market` for `night-market`, `Salt of the Desert` for `salt-of-the-desert`."""
    words = [word for word in name.split("-") if word]
    return " ".join(
        word.capitalize() if word.islower() and (number == 0 or word not in SMALL) else word
        for number, word in enumerate(words)
    )


def note(path: Path) -> str:
    """What a file of a starter is, in a few words: what its first comment says, or how many rows it has."""
    text = path.read_text("utf-8")
    if path.suffix == ".csv":
        rows = len(text.splitlines()) - 1
        return f"{rows} row{'' if rows == 1 else 's'}"
    return re.split(r"[.:;](?:\s|$)", text.lstrip("# "), maxsplit=1)[0].splitlines()[0].removesuffix(".")


def _named(text: str, name: str, title: str) -> str:
    """The text of kit.toml with a kit's own id and title; comments stay at their column."""
    for key, value in (("id", name), ("title", title)):
        line = f'{key} = "{value}"'.ljust(COMMENT)
        text = re.sub(
            rf'^{key} = "[^"]*" *', line if "#" in _line(text, key) else line.rstrip(), text, count=1, flags=re.M
        )
    return text


def _line(text: str, key: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(f"{key} = "))


def _set(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


UP = ("\x1b[A", "\x1bOA", "\xe0H", "\x00H", "k")
DOWN = ("\x1b[B", "\x1bOB", "\xe0P", "\x00P", "j")
"""What terminals send for the arrows: those of Unix, in two modes, and that of Windows; and the keys of vi."""
KEY = re.compile(r"\x1b[\[O].|[\xe0\x00].|.", re.DOTALL)
ENTER = ("\r", "\n")
LEAVE = ("q", "Q", "\x1b")
WIDTH = 16


def choose() -> Starter | None:
    """The starter that somebody at the terminal chooses; None: they left."""
    from rich.console import Console
    from rich.live import Live

    chosen = 0
    with Live(menu(chosen), console=Console(highlight=False), auto_refresh=False) as live:
        while True:
            for key in KEY.findall(click.getchar()):  # who is quick sends several at once
                if key in ENTER:
                    return STARTERS[chosen]
                if key in LEAVE:
                    return None
                chosen = moved(chosen, key)
            live.update(menu(chosen), refresh=True)


def moved(chosen: int, key: str) -> int:
    """Which starter is chosen after a key; beyond the last comes the first."""
    return (chosen + (key in DOWN) - (key in UP)) % len(STARTERS)


def menu(chosen: int) -> Text:
    """The six, with the chosen one marked by more than its colours."""
    from rich.text import Text

    text = Text("\nWhat shall it grow from?".ljust(33))
    text.append("↑ ↓ choose · Enter · q leaves\n\n", "dim")
    for number, starter in enumerate(STARTERS):
        line = f"{'›' if number == chosen else ' '} {starter.name:<{WIDTH}} {starter.holds} "
        text.append(" ")
        text.append(line.ljust(WIDTH + 45), "reverse" if number == chosen else "")
        text.append("\n")
    return text


SIZE = (120.0, 80.0)
"""Of a picture, in its own millimetres."""
EDGE: Colour = "#2B2320"
LINE = 0.4
"""Millimetres of the line round each piece."""


class StarterPiece(msgspec.Struct, frozen=True):
    """A piece in a picture: its component, the key of its row or "", where its middle lies, its width, and its turn
    clockwise in degrees."""

    component: str
    row: str
    x: float
    y: float
    width: float
    turn: float = 0.0


class StarterPicture(msgspec.Struct, frozen=True):
    """What lies on a ground, the lowest first."""

    ground: Colour
    pieces: tuple[StarterPiece, ...]


PICTURES: Mapping[str, StarterPicture] = {
    "deck": StarterPicture(
        "#E3EDE4",
        (
            StarterPiece("cards", "barker", 35, 45, 37, -20),
            StarterPiece("cards", "harbour", 60, 40, 37),
            StarterPiece("cards", "lotus-pond", 85, 45, 37, 20),
        ),
    ),
    "tokens": StarterPicture(
        "#F4E9D3",
        (
            StarterPiece("goods", "salt", 22, 24, 24, -5),
            StarterPiece("coins", "gold", 52, 22, 24),
            StarterPiece("wells", "hami", 88, 30, 36),
            StarterPiece("goods", "silk", 52, 56, 24, 6),
            StarterPiece("coins", "copper", 23, 56, 24),
            StarterPiece("coins", "silver", 84, 63, 20),
        ),
    ),
    "board": StarterPicture(
        "#D6E6EC", (StarterPiece("board", "", 60, 40, 102), StarterPiece("die", "die", 104, 68, 12, 12))
    ),
    "roll-and-write": StarterPicture(
        "#E3EDE4",
        (
            StarterPiece("pad", "", 56, 38, 98, -3),
            StarterPiece("dice", "sun", 92, 60, 17, 10),
            StarterPiece("dice", "rain", 109, 49, 17, -8),
        ),
    ),
    "hex-map": StarterPicture(
        "#F4E9D3",
        (
            StarterPiece("map", "", 56, 38, 104),
            StarterPiece("tiles", "jade", 96, 60, 22),
            StarterPiece("caravans", "blue", 74, 67, 13),
            StarterPiece("caravans", "red", 112, 40, 13),
        ),
    ),
    "18xx": StarterPicture(
        "#FBF6EA",
        (
            StarterPiece("market", "", 52, 25, 96),
            StarterPiece("shares", "tarim", 30, 60, 42, -4),
            StarterPiece("trains", "two", 68, 62, 42, 3),
            StarterPiece("tiles", "gentle", 102, 48, 26),
        ),
    ),
}


def picture(starter: Starter) -> str:
    """The picture of a starter as an SVG document. Raises KitError if its kit cannot be read."""
    kit = load(starter.folder)
    layout = Layout(kit, kit.languages[0])
    shown = PICTURES[starter.name]
    ground = Rect(Box(0.0, 0.0, *SIZE), shown.ground)
    laid = (item for lying in shown.pieces for item in _laid(kit, layout, lying))
    return write_svg(Scene(*SIZE, 0.0, (ground, *laid)), fonts=layout.fonts)


def _laid(kit: Kit, layout: Layout, lying: StarterPiece) -> Iterator[Item]:
    """A piece, cut to its shape, with a line round it."""
    scene = _face(kit, layout, lying)
    trim = Rect(Box(0.0, 0.0, scene.width, scene.height), radius=scene.corner)
    shape = ScenePath(outline_path(scene.outline or trim))
    scale = lying.width / scene.width
    matrix = _matrix(lying, scale, scene)
    yield Group(scene.items, matrix, shape)
    yield Group((msgspec.structs.replace(shape, stroke=Stroke(EDGE, LINE / scale)),), matrix)


def _face(kit: Kit, layout: Layout, lying: StarterPiece) -> Scene:
    component = next(one for one in kit.components if one.id == lying.component)
    record = next(row for row, _ in expand(kit, component) if (row.key if row else "") == lying.row)
    return next(scene for _, scene in piece_faces(kit, layout, component, record))


def _matrix(lying: StarterPiece, scale: float, scene: Scene) -> Matrix:
    """Brings the middle of a face to its place, smaller and turned."""
    cosine, sine = scale * math.cos(math.radians(lying.turn)), scale * math.sin(math.radians(lying.turn))
    x, y = scene.width / 2, scene.height / 2
    return (cosine, sine, -sine, cosine, lying.x - cosine * x + sine * y, lying.y - sine * x - cosine * y)


NAMES = ("deck", "tokens", "board", "roll-and-write", "hex-map", "18xx")
"""The starters, for `--help`; `pnp.starters.starter` has them with what they hold."""


class KitName(click.ParamType[Path]):
    """The folder of a kit that is not there yet. The kit is called by its last part."""

    name = "NAME"

    def convert(self, value: str | Path, param: click.Parameter | None, ctx: click.Context | None) -> Path:

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

    try:
        write(starter, folder)
    except OSError as error:
        why = NO_ROOM if error.errno in (errno.ENOSPC, errno.EDQUOT) else error.strerror
        raise click.ClickException(f"{folder}: {why}") from None
    _tell(starter, folder)
    sys.exit(_look_at(folder))


def _starter(name: str | None) -> Starter | None:

    if name:
        return next(starter for starter in STARTERS if starter.name == name)
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):  # closed ones are None
        six = "\n".join(f"  --from {starter.name:<16} {starter.holds}" for starter in STARTERS)
        raise click.UsageError(f"say what it shall grow from:\n{six}")

    return choose()


def _tell(starter: Starter, folder: Path) -> None:
    """Lists what was written: files to change one by one, drawings together."""
    drawings = [path for path in starter.files if path.parent.name == "art"]
    rows = [(path.relative_to(starter.folder).as_posix(), note(path)) for path in starter.files if path not in drawings]
    rows += [("art/", f"{len(drawings)} drawings"), (".schema/", "Your editor completes and underlines by it")]
    click.echo(f"{folder}/")
    for name, what in rows:
        click.echo(f"    {name:<24} " + click.style(what, dim=True))


def _look_at(folder: Path) -> int:
    """Checks the new kit as `pnp check` does, and says what comes next; the exit code."""
    from pnp.build.build import check
    from pnp.cli import each_kit
    from pnp.sheet.options import Options

    code = each_kit([folder], lambda kit, progress: check(kit, Options(out=Path()), progress))
    named = shlex.quote(str(folder))
    click.echo(f"\npnp watch {named}    to see it while you change it\npnp build {named}    to print it")
    return code
