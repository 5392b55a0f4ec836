"""Finds kits by name or path, and reads them: `read` for a check, `load` for a build.

Finding a kit needs only Python, so that rules can read their numbers from it and commands report a missing kit at once.
Reading imports the drawing words of faces.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, TypeAlias

from pnp.findings import Finding, Findings, KitError, Place

if TYPE_CHECKING:
    from pnp.kit.folder import KitFolder
    from pnp.kit.model import AnyComponent, Head, Kit

KIT_FILE = "kit.toml"
CARDS = "SILKROAD_CARDS"
"""In the environment: the folder to take for the collection, for a program that plays or prints other tables."""
SIGNS = Path(__file__).parent / "kit" / "signs"
"""The press's own signs, which every kit may use."""
ChosenKit: TypeAlias = tuple[Path, str]
"""The folder of a kit that a command works on, and where it was found; "" for a path."""


def collection() -> Path:
    """Returns the folder of kits: `cards/` of a checkout, `pnp/cards` in a wheel, or the environment variable
    `CARDS`."""
    if given := os.environ.get(CARDS):
        return Path(given)
    carried = Path(__file__).with_name("cards")
    return carried if carried.is_dir() else Path(__file__).parents[1] / "cards"


def find(name_or_path: str) -> Path:
    """Returns the folder of a kit, given the name of one of ours, or a path. Raises `KitError` with the known names."""
    folder = Path(name_or_path)
    is_path = folder.name != name_or_path  # no name has a `/`
    known = {} if is_path and folder.is_dir() else list_known_kits()
    if name_or_path in known:
        return known[name_or_path]
    if name_or_path and folder.is_dir():
        return folder
    hint = "a folder with a kit.toml, or one of ours: " + ", ".join(sorted(known))
    raise _report_no_kit(name_or_path or ".", "there is no such kit", hint)


def choose(names: Sequence[str]) -> list[ChosenKit]:
    """Returns the kits for a command.

    A name is a folder's, else a kit's that comes with the press. Without names: the kit in this folder, else the kits
    in its subfolders, else, at the top of the checkout, those in `cards/`. A folder with a kit.toml, even a broken one,
    is a kit. Raises `KitError` if there is none.
    """
    if names:
        return [_choose_named(name) for name in names]
    here = Path.cwd()
    if is_kit(here):
        return [(here, "this folder")]
    if inner := _list_kits_in(here):
        return [(folder.relative_to(here), "subfolders") for folder in inner]
    if here == collection().resolve().parent and (ours := _list_kits_in(collection())):
        return [(folder, f"{collection().name}/") for folder in ours]
    known = ", ".join(sorted(list_known_kits()))
    hint = f"go to one with a kit.toml, name a kit (a folder, or one of ours: {known}), or begin one: pnp new mygame"
    raise _report_no_kit(str(here), "there is no kit in this folder", hint)


def is_kit(folder: Path) -> bool:
    """Returns whether a folder has a kit.toml, readable or not."""
    return os.path.lexists(folder / KIT_FILE)


def list_known_kits() -> dict[str, Path]:
    """Returns the kits that come with the press, and those of other installed packages, by name.

    A package registers the package that is its kit's folder as an entry point of the group ``silkroad.kits``.
    """
    from importlib.metadata import entry_points

    announced = sorted(entry_points(group="silkroad.kits"), key=lambda point: point.name)
    others = {point.name: folder for point in announced if (folder := _package_folder(point.module)) is not None}
    ours = (inner for inner in sorted(collection().iterdir()) if (inner / KIT_FILE).is_file())
    return others | {inner.name: inner for inner in ours}


def _package_folder(package: str) -> Path | None:
    spec = find_spec(package)
    folders = (spec and spec.submodule_search_locations) or []
    return next((folder for folder in map(Path, folders) if (folder / KIT_FILE).is_file()), None)


def _list_kits_in(folder: Path) -> list[Path]:
    try:
        return sorted(inner for inner in folder.iterdir() if not inner.name.startswith(".") and is_kit(inner))
    except OSError:
        return []


def _choose_named(name: str) -> ChosenKit:
    folder = Path(name)
    if name and is_kit(folder):
        return folder, "" if folder.name != name else f"folder ./{name}"
    folder = find(name)
    if folder != list_known_kits().get(name):
        return folder, ""
    return folder, "comes with the press" if folder.parent == collection() else "of an installed package"


def _report_no_kit(place: str, message: str, hint: str) -> Exception:
    return KitError([Finding("error", "no-kit", Place(place), message, hint)])


def load(folder: Path) -> Kit:
    """Reads a kit. Raises `KitError` with all its errors."""
    kit, findings = read(folder)
    if kit is None or findings.errors:
        raise KitError(findings.errors)
    return kit


def read(folder: Path, copies: Mapping[str, Path] | None = None) -> tuple[Kit | None, Findings]:
    """Reads a kit as far as possible, with its findings; None without a usable `[kit]` table.

    `copies` replace the kit's files of these names.
    """
    from msgspec.structs import replace

    from pnp.kit.folder import open_folder

    findings = Findings()
    if not (copies and KIT_FILE in copies) and not (folder / KIT_FILE).is_file():
        findings.add(no_kit(folder))
        return None, findings
    try:
        opened = open_folder(folder, findings)
        return _read_parts(replace(opened, files={**opened.files, **(copies or {})}), findings), findings
    except OSError as error:
        place = Place(str(error.filename or folder))
        message = f"cannot be read: {error.strerror}"
        findings.add(Finding("error", "file", place, message, "is it there, and yours?"))
        return None, findings


def no_kit(folder: Path) -> Finding:
    """Returns the finding for a folder that is not a kit."""
    if os.path.lexists(folder / KIT_FILE):
        message = "kit.toml is not a plain file"
    else:
        message = "there is no kit.toml" if folder.is_dir() else "there is no such folder"
    return Finding("error", "no-kit", Place(str(folder)), message, "a kit is a folder with a kit.toml")


def _read_parts(folder: KitFolder, findings: Findings) -> Kit | None:
    from msgspec import structs

    from pnp.face.materials import bind_titles
    from pnp.face.words import WORDS
    from pnp.kit.components import (
        Contents,
        check_components,
        check_guide,
        check_places,
        read_bring,
        read_components,
        read_head,
        read_papers,
        read_profiles,
    )
    from pnp.kit.face_files import read_faces
    from pnp.kit.folder import build_id
    from pnp.kit.model import Kit
    from pnp.kit.tables import check_truths, read_tables
    from pnp.kit.theme import read_press_theme, read_theme
    from pnp.kit.toml_source import read_document
    from pnp.kit.word_files import read_lessons, read_own_words, read_words

    document = read_document(folder, KIT_FILE, findings) if KIT_FILE in folder.files else None
    head = read_head(document) if document else None
    if document is None or head is None:
        return None
    base = read_press_theme()
    theme_file = read_document(folder, "theme.toml", findings) if "theme.toml" in folder.files else None
    theme = (
        read_theme(theme_file, base) if theme_file else structs.replace(base, whole="theme.toml" not in folder.files)
    )
    tables = read_tables(document, folder, head.languages, findings)
    faces = read_faces(folder, theme, tables.declared, WORDS, findings)
    components = read_components(document, head.languages)
    paths = map(PurePosixPath, (*folder.files, *folder.refused))
    named = {path.stem for path in paths if path.match("faces/*.toml")}
    check_components(components, document, Contents(tables, named, folder, head.languages))
    check_guide(head, faces, named, document.source)
    check_places(components, faces, document)
    check_truths(components, faces, tables, document)
    kit = Kit(
        **structs.asdict(head),
        folder=folder.root,
        file=folder.display_name(KIT_FILE),
        tables=tables.read,
        components=components,
        faces=faces,
        theme=theme,
        words=read_words(folder, head.languages, findings),
        bring=read_bring(document, head.languages),
        build=build_id(folder),
        art=_art(folder),
        profiles=read_profiles(document, head.profile),
        papers=read_papers(document),
        own_words=read_own_words(folder, head.languages, _list_unused_words(head, components), findings),
        lessons=read_lessons(folder, head.languages, faces, named, findings),
    )
    return bind_titles(kit, document)


_PANELS = {"standee": "standee", "die": "die", "tiles": "board", "booklet": "leaflet"}
"""Panels of the print guide, and the kind of component that they are printed for."""


def _list_unused_words(head: Head, components: tuple[AnyComponent, ...]) -> tuple[str, ...]:
    """Returns names of press texts that a build of this kit does not print."""
    kinds = {component.kind for component in components}
    has_labels = any(component.stock == "label" for component in components)
    names = [
        "sheet.test_page.",
        *(f"sheet.guide.panels.{panel}." for panel, kind in _PANELS.items() if kind not in kinds),
    ]
    names += ["sheet.labels", "sheet.guide.labels", "sheet.guide.stocks.label"] * (not has_labels)
    names += ["sheet.guide."] * (not head.guide) + ["leaflet."] * ("leaflet" not in kinds)
    return tuple(names)


def _art(folder: KitFolder) -> dict[str, Path]:
    """Returns pictures and icons by file name within `art/`: the kit's own, then icons of the press that it lacks."""
    from pnp.art.raster import SUFFIXES

    own = {
        name.removeprefix("art/"): path
        for name, path in folder.files.items()
        if name.startswith("art/") and path.suffix.lower() in (".svg", *SUFFIXES)
    }
    names = {name[:-4] + name[-4:].lower() for name in own}
    return own | {path.name: path for path in sorted(SIGNS.glob("*.svg")) if path.name not in names}
