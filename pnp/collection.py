"""Where the kits lie that come with the press, and those of others. It needs nothing but Python until something is
wrong, so rules read their numbers through it and a command knows at once what is no kit."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

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
    from pnp.findings import Finding, KitError, Place

    hint = "a folder with a kit.toml, or one of ours: " + ", ".join(sorted(known))
    raise KitError([Finding("error", "no-kit", Place(name_or_path or "."), "there is no such kit", hint)])


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
