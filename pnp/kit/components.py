"""Reads kit.toml: the kit's properties and its components."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec.structs import replace

from pnp.kit import bounds
from pnp.kit.evaluation import check_condition, check_copies, expand_rows
from pnp.kit.expressions import bindings, parse_condition
from pnp.kit.face_files import ACROSS, FaceSpec, cells_of
from pnp.kit.folder import KeyPath, KitFolder
from pnp.kit.model import (
    FOOT_NAMES,
    FULL,
    KINDS,
    LEAN,
    AnyComponent,
    Board,
    Die,
    Faced,
    Head,
    KitProfile,
    Leaflet,
    Localised,
    OwnPaper,
    Title,
    Token,
    TuckBox,
    find_first_label,
)
from pnp.kit.tables import Tables
from pnp.kit.toml_source import (
    Amounts,
    BadValueError,
    TomlDocument,
    TomlSource,
    accepted,
    check_keys,
    quote,
    read_section,
    read_struct,
)
from pnp.kit.values import identifier

FOOT_LINES = 3
"""Of a kit's own foot, beside the ruler."""
UNEVEN = 0.01
"""By how much of its length the breadth of a hexagon may differ from a regular one's without a warning."""
_SECTIONS = ("kit", "table", "component", "profile", "bring", "paper")
_JOINED = re.compile(r"\s(?:and|or)\s")


class Bring(msgspec.Struct, frozen=True):
    """One `[[bring]]`."""

    text: Title


class Contents(msgspec.Struct, frozen=True, eq=False):
    """Names that a kit's components may refer to."""

    tables: Tables
    faces: Collection[str]
    folder: KitFolder
    languages: tuple[str, ...]


def read_head(kit: TomlDocument) -> Head | None:
    """Reads the table `[kit]`. Returns None after reporting findings."""
    check_keys(kit.values, _SECTIONS, kit.source, ())
    if "kit" not in kit.values:
        kit.source.error((), "missing", "the table [kit] is missing", "it has id, title, players, languages")
        return None
    head = read_struct(Head, kit.values["kit"], kit.source, ("kit",))
    if head is None:
        return None
    if not head.languages or len(set(head.languages)) < len(head.languages):
        kit.source.error(("kit", "languages"), "value", "languages is empty or names one twice", '["en", "es"]')
        return None
    if len(head.languages) > bounds.LANGUAGES.most:
        message = f"there are {len(head.languages)} languages, more than {bounds.LANGUAGES.most}"
        kit.source.error(("kit", "languages"), "size", message, "make several kits of it")
        return None
    title = in_all(head.title, head.languages, kit.source, ("kit", "title"))
    return replace(head, title=title, foot=_read_own_footer(head, kit.source))


def check_guide(head: Head, faces: Mapping[str, FaceSpec], named: Collection[str], source: TomlSource) -> None:
    """Reports pictures of the print guide that do not name a face with a size."""
    face, path = head.guide, ("kit", "guide")
    if not isinstance(face, str):
        return
    is_known = source.is_known("face", face, named, path, f"there is no face {quote(face)}")
    if is_known and face in faces and faces[face].size is None:
        source.error(path, "figure", f"the face {face} says no size", "add size = [width, height] to it")


def _read_own_footer(head: Head, source: TomlSource) -> Localised | bool:
    if isinstance(head.foot, bool):
        return head.foot
    path = ("kit", "foot")
    for line in head.foot.texts.values():
        if line.count("\n") >= FOOT_LINES:
            message = f"has {line.count(chr(10)) + 1} lines; a foot has room for {FOOT_LINES}"
            source.error(path, "value", message, "write it in fewer lines")
        for name in re.findall(r"\{([^{}]*)\}", line):
            source.is_known("name", name, FOOT_NAMES, path, f"{quote(name)} means nothing in a foot")
    return in_all(head.foot, head.languages, source, path)


def in_all(texts: Localised, languages: tuple[str, ...], source: TomlSource, path: KeyPath) -> Localised:
    """Returns a text with one entry per language of the kit. Reports missing and unknown languages."""
    if "" in texts.texts:
        return Localised(dict.fromkeys(languages, texts.texts[""]))
    for language in languages:
        if not texts.texts.get(language):
            source.error((*path, language), "untranslated", f"{path[-1]} is missing in {language}", "translate it")
    check_keys(texts.texts, languages, source, path)
    return texts


def read_bring(kit: TomlDocument, languages: tuple[str, ...]) -> tuple[Localised, ...]:
    """Reads `[[bring]]`."""
    tables = read_section(kit, "bring", bounds.BRING, list)
    found = [read_struct(Bring, table, kit.source, ("bring", n)) for n, table in enumerate(tables)]
    return tuple(
        in_all(bring.text, languages, kit.source, ("bring", n, "text")) for n, bring in enumerate(found) if bring
    )


def list_component_paths(kit: TomlDocument) -> dict[str, KeyPath]:
    """Maps component ids to their place in kit.toml, including components with faults."""
    section = kit.values.get("component", [])
    tables = enumerate(section if isinstance(section, list) else ())
    ids = [(table.get("id"), number) for number, table in tables if isinstance(table, dict)]
    return {name: ("component", number) for name, number in ids if isinstance(name, str)}


def read_profiles(kit: TomlDocument, default: str) -> Mapping[str, KitProfile]:
    """Reads the kit's profiles by name. Reports unknown components and an unknown `default` profile."""
    known = list_component_paths(kit)
    found: dict[str, KitProfile] = {}
    for name, table in read_section(kit, "profile", bounds.COMPONENTS, dict).items():
        profile = read_struct(KitProfile, table, kit.source, ("profile", name))
        if profile is not None:
            found[name] = profile
            for part in profile.without:
                message = f"there is no component {quote(part)} to leave out"
                kit.source.is_known("component", part, known, ("profile", name, "without"), message)
    message = f"there is no profile {quote(default)}"
    kit.source.is_known("profile", default, [LEAN, FULL, *found], ("kit", "profile"), message)
    return found


def read_papers(kit: TomlDocument) -> dict[str, OwnPaper]:
    """Reads the kit's papers and label sheets (`[paper.NAME]`)."""
    found: dict[str, OwnPaper] = {}
    for name, table in read_section(kit, "paper", bounds.COMPONENTS, dict).items():
        try:
            identifier(name)
        except BadValueError as wrong:
            kit.source.error(("paper", name), "name", f"a paper {wrong.message}", wrong.hint)
            continue
        paper = read_struct(OwnPaper, table, kit.source, ("paper", name))
        if paper is not None and (fault := _find_label_fault(paper)):
            kit.source.error(("paper", name, "labels"), "size", fault, "measure a sheet, or look at its box")
        elif paper is not None:
            found[name] = paper
    return found


def _find_label_fault(paper: OwnPaper) -> str:
    """Returns why labels overlap each other or the edge of their sheet, or an empty string."""
    labels = paper.labels
    if labels is None:
        return ""
    across, down = labels.pitch or labels.size
    if (labels.columns > 1 and across < labels.size[0]) or (labels.rows > 1 and down < labels.size[1]):
        return f"labels of {labels.size[0]:g} × {labels.size[1]:g} mm lie on each other {across:g} × {down:g} apart"
    left, top = find_first_label(paper)
    right = left + (labels.columns - 1) * across + labels.size[0]
    bottom = top + (labels.rows - 1) * down + labels.size[1]
    if left < -0.01 or top < -0.01 or right > paper.size[0] + 0.01 or bottom > paper.size[1] + 0.01:
        return f"labels reach to {right:g} × {bottom:g} mm on a sheet of {paper.size[0]:g} × {paper.size[1]:g}"
    return ""


def read_components(kit: TomlDocument, languages: tuple[str, ...]) -> tuple[AnyComponent, ...]:
    """Reads `[[component]]`. Leaves out components with faults."""
    if not kit.values.get("component", []):
        kit.source.error((), "missing", "the kit has no components", "[[component]] with id, kind, title …")
    found: dict[str, AnyComponent] = {}
    for number, table in enumerate(read_section(kit, "component", bounds.COMPONENTS, list)):
        component = _read_component(table, kit.source, ("component", number), languages)
        if component and component.id in found:
            message = f"the id {component.id} stands in line {found[component.id].line} already"
            kit.source.error(("component", number, "id"), "twice", message, "each id comes once")
        elif component:
            found[component.id] = component
    return tuple(found.values())


def _read_component(
    table: object, source: TomlSource, path: KeyPath, languages: tuple[str, ...]
) -> AnyComponent | None:
    if not isinstance(table, dict):
        source.error(path, "type", f"{quote(table)} is not a table", "[[component]]")
        return None
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        message = "kind is missing" if kind is None else f"kind is {quote(kind)}"
        if kind is None and (near := get_close_matches("kind", table, 1)):
            message = f"kind is missing, but there is {quote(near[0])}"
        wrong = kind if isinstance(kind, str) else ""
        source.error((*path, "kind") if kind else path, "kind", message, accepted(KINDS, wrong))
        return None
    keys = {key: value for key, value in table.items() if key != "kind"}
    keys.setdefault("title", keys.get("id"))
    component = read_struct(KINDS[kind], keys, source, path, line=source.line(path))
    if component is None:
        return None
    changes: dict[str, Any] = {"title": in_all(component.title, languages, source, (*path, "title"))}
    if isinstance(component, Token) and component.shape == "hexagon" and not isinstance(table["size"], list):
        height = component.size[1]  # from point to point
        changes["size"] = (height * ACROSS, height)
    return replace(component, **changes)


def check_components(components: tuple[AnyComponent, ...], kit: TomlDocument, known: Contents) -> None:
    """Reports references to missing tables, columns, faces, files and components, and wrong counts."""
    source, paths, amounts = kit.source, list_component_paths(kit), Amounts(kit.source)
    for component in components:
        path = paths[component.id]
        table = known.tables.read.get(component.each)
        tests = len(table.rows) * (1 + len(_JOINED.split(component.where))) if table else 0
        if source.full or not amounts.take(tests, bounds.ALL_ASKED, path):
            return
        for key, face in _faces(component):
            source.is_known("face", face, known.faces, (*path, key))
        match component:
            case Token(shape="hexagon", size=size) if abs(min(size) / max(size) - ACROSS) > UNEVEN:
                message = f"a hexagon of {size[0]:g} × {size[1]:g} mm is not regular"
                hint = f"size = {max(size):g} makes it {max(size) * ACROSS:.4g} × {max(size):g}"
                source.warning((*path, "size"), "uneven-hexagon", message, hint)
            case TuckBox():
                _check_box(component, paths, source)
            case Leaflet():
                _check_leaflet(component, known, source, path, amounts)
        pieces = _check_rows(component, known, source, path) * len(known.languages)
        area = pieces * _area(component) / 1_000_000
        amounts.take(pieces, bounds.ALL_COPIES, path)
        amounts.take(area, bounds.ALL_AREA, path)
        if isinstance(component, Board):
            amounts.take(area, bounds.ALL_BOARDS, path)


def _faces(component: AnyComponent) -> list[tuple[str, str]]:
    named = [(key, getattr(component, key, "")) for key in ("face", "back", "foot_face", "base_face", "cover")]
    if isinstance(component, TuckBox):
        named += [("faces", face) for face in msgspec.structs.astuple(component.faces)]
    return [(key, face) for key, face in named if face and isinstance(face, str)]


def _check_box(box: TuckBox, paths: Mapping[str, KeyPath], source: TomlSource) -> None:
    path, others = paths[box.id], sorted(paths.keys() - {box.id})
    for content in box.contents:
        message = f"there is no component {quote(content)} to put in"
        source.is_known("component", content, others, (*path, "contents"), message)
    if box.form == "tuck" and box.faces.tray:
        source.error((*path, "faces"), "unknown-key", "a tuck box has no tray", 'add form = "lid", or leave tray out')
    if box.size is None and not box.contents:
        source.error(path, "missing", "neither size nor contents say how large the box is", "add one of them")


def _check_leaflet(leaflet: Leaflet, known: Contents, source: TomlSource, path: KeyPath, amounts: Amounts) -> None:
    names = [f"{leaflet.file}.{language}.md" for language in known.languages]
    files = known.folder.files
    missing = [name for name in names if name not in files and name not in known.folder.refused]
    if missing:
        message = f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        source.error((*path, "file"), "untranslated", message, "a leaflet has one file for each language")
    for key, given in (("each", leaflet.each), ("where", leaflet.where), ("copies", leaflet.copies != 1)):
        if given:
            message = f"{key} means nothing for a leaflet: its file holds it once"
            source.error((*path, key), "unknown-key", message, f"delete {key}; print the file as often as you need it")
    size = sum(files[name].stat().st_size for name in names if name in files)
    amounts.take(size, bounds.ALL_LEAFLET_BYTES, (*path, "file"))


def _area(component: AnyComponent) -> float:
    """Returns the approximate paper area of one piece in mm²; 0 for a box sized by its contents."""
    match component:
        case TuckBox(size=(width, height, depth)):
            return 2 * (width * height + width * depth + height * depth)
        case TuckBox() | Leaflet():
            return 0.0
        case Die(size=size):
            return 6 * size * size
    return (component.size[0] + 2 * component.bleed) * (component.size[1] + 2 * component.bleed)


def _check_rows(component: AnyComponent, known: Contents, source: TomlSource, path: KeyPath) -> int:
    """Reports faults in a component's rows. Returns its number of pieces."""
    tables = known.tables.read
    table = tables.get(component.each)
    if component.each:
        source.is_known("table", component.each, known.tables.declared, (*path, "each"))
    if component.each and table is None:
        return 0
    columns = table.columns if table else {}
    try:
        condition = parse_condition(component.where) if component.where else None
        named = [("where", binding.path[0]) for binding in bindings(condition)]
        named += [("copies", component.copies.partition(".")[0])] if isinstance(component.copies, str) else []
        named += [("sides", component.sides)] if isinstance(component, Die) else []
        unknown = [(key, column) for key, column in named if column not in columns]
        for key, column in unknown:
            rows = f"in {component.each}" if table else "without each"
            bare = column.strip("{}")
            braces = "" if bare == column else "; a column is named without braces"
            message = f"there is no column {column} {rows}{braces}"
            source.error((*path, key), "unknown-column", message, accepted(columns, bare))
        if unknown or component.each in known.tables.faulty:
            return 0
        if condition and table:
            check_condition(condition, table, tables)
        total = sum(copies for _, copies in expand_rows(component, tables))
    except BadValueError as wrong:
        source.error((*path, "where"), "condition", f"where {wrong.message}", wrong.hint)
        return 0
    if table and isinstance(component.copies, str):
        try:
            check_copies(component.copies, table, tables)
        except BadValueError as wrong:
            source.error((*path, "copies"), "column-type", wrong.message, wrong.hint)
            return 0
    if isinstance(component, Die):
        sides = {record.key: record.values[component.sides] for record in (table.rows if table else ())}
        bad = next((key for key, found in sides.items() if not isinstance(found, tuple) or len(found) != 6), None)
        if bad is not None:
            message = f"{component.sides} of {bad} are not six values"
            hint = f'declare {component.sides} = "list of number" or "list of text", six in each row'
            source.error((*path, "sides"), "sides", message, hint)
    if total > bounds.COPIES.most:
        message = f"{component.id} comes to {total} pieces, more than {bounds.COPIES.most}"
        source.error((*path, "copies"), "size", message, "print fewer")
        return 0
    if component.count is not None and total != component.count:
        message = f"{component.id} comes to {total}, not {component.count}"
        source.error((*path, "count"), "count", message, "correct the copies or the count")
    elif total == 0:
        source.warning(path, "count", f"{component.id} comes to nothing", "correct each, where and copies")
    return total


# Places of faces by name, and the pieces that are laid on them.


def split_place(on: str) -> tuple[str, str]:
    """Splits `component:place` into both."""
    component, _, place = on.partition(":")
    return component, place


def find_shown_face(component: AnyComponent) -> str:
    """Returns the name of a component's front face, on which other pieces may be placed, or an empty string."""
    return component.face if isinstance(component, Faced) else ""


def check_places(components: tuple[AnyComponent, ...], faces: Mapping[str, FaceSpec], kit: TomlDocument) -> None:
    """Reports pieces placed on components or places that do not exist."""
    paths = list_component_paths(kit)
    fronts = {component.id: find_shown_face(component) for component in components}
    places: dict[str, Mapping[str, None] | None] = {"": {}}
    for piece in components:
        for index, on in enumerate(piece.on if isinstance(piece, Faced) else ()):
            if kit.source.full:
                return
            path = (*paths[piece.id], "on", index)
            name, place = split_place(on)
            message = f"there is no component {quote(name)} to lie on"
            hinted = [*paths] if name in paths else sorted(paths.keys() - {piece.id})
            if kit.source.is_known("component", name, hinted, path, message) and name in fronts:
                known = _list_places(fronts[name], faces, places)
                if known is not None:
                    kit.source.is_known("place", place, known, path, f"the front of {name} has no place {quote(place)}")


def _list_places(
    face: str, faces: Mapping[str, FaceSpec], known: dict[str, Mapping[str, None] | None]
) -> Mapping[str, None] | None:
    """Returns the places of a face and of the faces it draws, or None if one could not be read. Adds to `known`."""
    if face not in known and face in faces:
        found = dict.fromkeys((*(draw.place for draw in faces[face].draws if draw.place), *faces[face].boxes))
        for grid in (draw.grid for draw in faces[face].draws if draw.grid):
            found |= dict.fromkeys(cell.name for cell in cells_of(grid))
        inner = [_list_places(name, faces, known) for name in faces[face].faces_drawn]
        for places in inner:
            found |= places or {}
        known[face] = None if None in inner else found
    return known.get(face)
