"""Reading a kit folder: `read` for a check, `load` for a build; `find` by name or path is at hand here too."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

import msgspec

from pnp.art.pictures import SUFFIXES
from pnp.collection import find as find
from pnp.collection import known_kits as known_kits
from pnp.face.titles import with_bound_titles
from pnp.face.words import WORDS
from pnp.findings import Finding, Findings, KitError, Place
from pnp.kit.components import Contents, Head, check_components, read_bring, read_components, read_head
from pnp.kit.faces import Memory, Remembered, read_faces
from pnp.kit.folder import KitFolder, build_id, open_folder
from pnp.kit.lessons import read_lessons
from pnp.kit.model import AnyComponent, Kit, Leaflet, Theme
from pnp.kit.papers import read_papers
from pnp.kit.places import check_places
from pnp.kit.profiles import read_profiles
from pnp.kit.source import declared_ids, read_document
from pnp.kit.tables import read_tables
from pnp.kit.theme import press_theme, read_theme
from pnp.kit.truths import check_truths
from pnp.kit.words import read_own_words, read_words

SIGNS = Path(__file__).parent / "kit" / "signs"
"""The press's own signs, which every kit may use."""


def load(folder: Path) -> Kit:
    """Reads a kit; raises `KitError` with all its errors."""
    kit, findings = read(folder)
    if kit is None or findings.errors:
        raise KitError(findings.errors)
    return kit


def no_kit(folder: Path) -> Finding:
    """What is said of a folder that is no kit."""
    if os.path.lexists(folder / "kit.toml"):
        message = "kit.toml is not a plain file"
    else:
        message = "there is no kit.toml" if folder.is_dir() else "there is no such folder"
    return Finding("error", "no-kit", Place(str(folder)), message, "a kit is a folder with a kit.toml")


def read(folder: Path, memory: Memory | None = None) -> tuple[Kit | None, Findings]:
    """Reads a kit as far as it goes, and says what is wrong with it. There is no kit without a `[kit]` table. With a
    `memory` of what was read before, faces that did not change are not read again."""
    findings = Findings()
    opened = listed(folder, findings)
    return (read_listed(opened, findings, memory) if opened else None), findings


def listed(folder: Path, findings: Findings) -> KitFolder | None:
    """The files of a kit; None, and a finding, if it is none, or cannot be looked into."""
    if not (folder / "kit.toml").is_file():
        findings.add(no_kit(folder))
        return None
    try:
        return open_folder(folder, findings)
    except OSError as error:
        findings.add(_unreadable(error, folder))
        return None


def read_listed(folder: KitFolder, findings: Findings, memory: Memory | None = None) -> Kit | None:
    """As `read`, of files that were listed just now."""
    memory = memory or Memory()
    folder.parsed.update(memory.parsed)
    try:
        return _read(folder, findings, memory.faces)
    except OSError as error:
        findings.add(_unreadable(error, folder.root))
        return None
    finally:
        memory.parsed = {name: known for name, known in folder.parsed.items() if name in folder.files}


def _unreadable(error: OSError, folder: Path) -> Finding:
    place = Place(str(error.filename or folder))
    return Finding("error", "file", place, f"cannot be read: {error.strerror}", "is it there, and yours?")


def _read(folder: KitFolder, findings: Findings, known: dict[str, Remembered]) -> Kit | None:
    document = read_document(folder, "kit.toml", findings) if "kit.toml" in folder.files else None
    head = read_head(document) if document else None
    if document is None or head is None:
        return None
    theme = _theme(folder, findings)
    tables = read_tables(document, folder, head.languages, findings)
    faces = read_faces(folder, theme, tables.declared, WORDS, findings, known)
    components = read_components(document, head.languages)
    named = {PurePosixPath(name).stem for name in folder.names("faces/*.toml")}
    check_components(components, document, Contents(tables, named, folder, head.languages))
    check_places(components, declared_ids(document), faces, document)
    check_truths(components, faces, tables.read, document.source.file, findings)
    kit = Kit(
        folder=folder.root,
        file=folder.shown("kit.toml"),
        id=head.id,
        title=head.title,
        version=head.version,
        players=head.players,
        languages=head.languages,
        tables=tables.read,
        components=components,
        faces=faces,
        theme=theme,
        words=read_words(folder, head.languages, findings),
        bring=read_bring(document, head.languages),
        build=build_id(folder),
        art=_art(folder),
        profiles=read_profiles(document, head.profile),
        profile=head.profile,
        age=head.age,
        minutes=head.minutes,
        author=head.author,
        companion=head.companion,
        foot=head.foot,
        guide=head.guide,
        papers=read_papers(document),
        own_words=read_own_words(folder, head.languages, _unsaid(head, components), findings),
        lessons=read_lessons(folder, head.languages, faces, named, findings),
    )
    return with_bound_titles(kit, document)


def _unsaid(head: Head, components: tuple[AnyComponent, ...]) -> tuple[str, ...]:
    """What the press will not say on the paper of a kit, by its names in the texts of the press."""
    has_leaflet = any(isinstance(component, Leaflet) for component in components)
    never = ("sheet.test_page.", "changes.diff.")
    return (*never, *["sheet.guide."] * (not head.guide), *["leaflet."] * (not has_leaflet))


def _theme(folder: KitFolder, findings: Findings) -> Theme:
    base = press_theme()
    if "theme.toml" not in folder.files:
        return base
    document = read_document(folder, "theme.toml", findings)
    return read_theme(document, base) if document else msgspec.structs.replace(base, whole=False)


def _art(folder: KitFolder) -> dict[str, Path]:
    """Pictures and signs by file name within `art/`: the kit's own, then those of the press that it has not."""
    ours = {path.name: path for path in sorted(SIGNS.glob("*.svg"))}
    theirs = {
        name.removeprefix("art/"): path
        for name, path in folder.files.items()
        if name.startswith("art/") and path.suffix.lower() in (".svg", *SUFFIXES)
    }
    own = {name[:-4] + name[-4:].lower() for name in theirs}
    return theirs | {name: path for name, path in ours.items() if name not in own}
