"""A starter: a small kit that comes with the press, and the copy of it that becomes somebody's own."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from pnp.collection import known_kits
from pnp.schema.editors import directive, write_schemas

NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,63}")
DEVICE = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]", re.IGNORECASE)
"""Names that no folder may have on Windows."""
KITS = Path(__file__).with_name("kits")
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
