"""Where the kits lie that come with the press, and those of others. It needs nothing but Python until something is
wrong, so rules read their numbers through it and a command knows at once what is no kit."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

KIT_FILE = "kit.toml"
CARDS = "SILKROAD_CARDS"
"""In the environment: the folder to take for the collection, for a program that plays or prints other tables."""


def collection() -> Path:
    """The folder that holds our kits, each a folder of its own.

    A checkout has them in ``cards/`` beside the packages; a wheel carries them inside ``pnp``, where no other package
    can lay claim to their name. The environment may name another (`CARDS`).
    """
    if given := os.environ.get(CARDS):
        return Path(given)
    carried = Path(__file__).with_name("cards")
    return carried if carried.is_dir() else Path(__file__).parents[1] / "cards"


def find(name_or_path: str) -> Path:
    """The folder of a kit: the name of one of ours, or a path. Raises `KitError` with the known names."""
    ours = _ours()
    if name_or_path in ours:
        return ours[name_or_path]
    folder = Path(name_or_path)
    if folder.name != name_or_path and folder.is_dir():  # no name has a `/`
        return folder
    known = known_kits()
    if name_or_path in known:
        return known[name_or_path]
    if name_or_path and folder.is_dir():
        return folder
    hint = "a folder with a kit.toml, or one of ours: " + ", ".join(sorted(known))
    raise _no_kit(name_or_path or ".", "there is no such kit", hint)


class Chosen(NamedTuple):
    """The folder of a kit that a command works on, and where it was found; "" for a path that was typed."""

    folder: Path
    origin: str = ""


def choose(names: Sequence[str]) -> list[Chosen]:
    """The kits that a command works on.

    A name is a folder's, else a kit's that comes with the press. Without names: the kit in this folder, else the kits
    in its subfolders, else, at the top of the checkout, those in `cards/`. A folder with a kit.toml, even a broken one,
    is a kit. Raises `KitError` if there is none.
    """
    if names:
        return [_named(name) for name in names]
    here = Path.cwd()
    if is_kit(here):
        return [Chosen(here, "this folder")]
    if inner := _kits_in(here):
        return [Chosen(folder.relative_to(here), "subfolders") for folder in inner]
    if here == collection().resolve().parent and (ours := _kits_in(collection())):
        return [Chosen(folder, f"{collection().name}/") for folder in ours]
    known = ", ".join(sorted(known_kits()))
    hint = f"go to one with a kit.toml, name a kit (a folder, or one of ours: {known}), or begin one: pnp new mygame"
    raise _no_kit(str(here), "there is no kit in this folder", hint)


def is_kit(folder: Path) -> bool:
    """Whether a folder has a kit.toml, readable or not."""
    return os.path.lexists(folder / KIT_FILE)


def _kits_in(folder: Path) -> list[Path]:
    try:
        return sorted(inner for inner in folder.iterdir() if not inner.name.startswith(".") and is_kit(inner))
    except OSError:
        return []


def _named(name: str) -> Chosen:
    folder = Path(name)
    typed = folder.name != name  # a path: no name has a `/`
    if name and is_kit(folder):
        return Chosen(folder, "" if typed else f"folder ./{name}")
    if name in (ours := _ours()):
        return Chosen(ours[name], "comes with the press")
    if name in (known := known_kits()):
        return Chosen(known[name], "of an installed package")
    if name and folder.is_dir():
        return Chosen(folder)
    hint = "a folder with a kit.toml, or one of ours: " + ", ".join(sorted(known))
    raise _no_kit(name or ".", "there is no such kit", hint)


def _no_kit(place: str, message: str, hint: str) -> Exception:
    from pnp.findings import Finding, KitError, Place

    return KitError([Finding("error", "no-kit", Place(place), message, hint)])


def known_kits() -> dict[str, Path]:
    """The kits that come with the press, and those of other installed packages, by name.

    A package announces the package that is its kit's folder as an entry point of the group
    ``silkroad.kits``.
    """
    from importlib.metadata import entry_points

    announced = sorted(entry_points(group="silkroad.kits"), key=lambda point: point.name)
    others = {point.name: folder for point in announced if (folder := _package_folder(point.module)) is not None}
    return others | _ours()


def _ours() -> dict[str, Path]:
    return {folder.name: folder for folder in sorted(collection().iterdir()) if (folder / "kit.toml").is_file()}


def _package_folder(package: str) -> Path | None:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(spec.submodule_search_locations[0])
    return folder if (folder / "kit.toml").is_file() else None
