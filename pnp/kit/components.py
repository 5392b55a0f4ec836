"""kit.toml: what the kit is, and what is in the box."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec

from pnp.findings import Findings
from pnp.kit import bounds
from pnp.kit.evaluation import check_condition, check_copies, expand_rows
from pnp.kit.expressions import bindings, parse_condition
from pnp.kit.face_files import ACROSS, Face, kept
from pnp.kit.folder import KeyPath, KitFolder, open_folder
from pnp.kit.model import (
    FOOT_NAMES,
    KINDS,
    AnyComponent,
    Board,
    Card,
    Die,
    Faced,
    Foot,
    Leaflet,
    Localised,
    OwnPaper,
    Profile,
    Sheet,
    Standee,
    Table,
    Tile,
    Title,
    Token,
    TuckBox,
    first_label,
)
from pnp.kit.tables import Tables
from pnp.kit.toml_source import (
    Amounts,
    BadValueError,
    Document,
    Reads,
    Source,
    accepted,
    declared_ids,
    no_unknown_keys,
    read_document,
    read_struct,
    shown,
    text,
    whole,
)
from pnp.kit.values import Identifier, identifier

if TYPE_CHECKING:
    from pnp.kit.folder import KeyPath
    from pnp.kit.toml_source import Document


LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}")
"""The code of a language (BCP 47, its simple forms)."""
UNEVEN = 0.01
"""By how much of its length the breadth of a hexagon may miss that of a regular one, before it is told."""
_SECTIONS = ("kit", "table", "component", "profile", "bring", "paper")


def _language(value: object) -> str:
    if not LANGUAGE.fullmatch(text(value)):
        raise BadValueError(f"has {shown(value)}, which is no language", 'a code such as "en" or "es"')
    return str(value)


def _span(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadValueError(f"is {shown(value)}", "[least, most]")
    least, most = whole(value[0]), whole(value[1])
    if not 1 <= least <= most <= 1000:
        raise BadValueError(f"goes from {least} to {most}", "[least, most], from 1")
    return least, most


class Head(msgspec.Struct, frozen=True):
    """The table `[kit]`."""

    id: Identifier
    title: Title
    players: Annotated[tuple[int, int], Reads(_span)]
    languages: tuple[Annotated[str, Reads(_language)], ...]
    version: str = "1.0"
    age: int | None = None
    minutes: Annotated[tuple[int, int], Reads(_span)] | None = None
    author: str = ""
    companion: bool = False
    foot: Foot = True
    guide: bool = True


class Bring(msgspec.Struct, frozen=True):
    """One `[[bring]]`."""

    text: Title


def read_head(kit: Document) -> Head | None:
    """The table `[kit]`; None, and findings, if it cannot be used."""
    no_unknown_keys(kit.values, _SECTIONS, kit.source, ())
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
    return msgspec.structs.replace(head, title=title, foot=_own_foot(head, kit.source))


FOOT_LINES = 3
"""Of a kit's own, beside the ruler."""


def _own_foot(head: Head, source: Source) -> Localised | bool:
    """The kit's own foot in all of its languages; notes names that mean nothing there."""
    if isinstance(head.foot, bool):
        return head.foot
    for text_ in head.foot.texts.values():
        if text_.count("\n") >= FOOT_LINES:
            message = f"has {text_.count(chr(10)) + 1} lines; a foot has room for {FOOT_LINES}"
            source.error(("kit", "foot"), "value", message, "write it in fewer lines")
        for name in re.findall(r"\{([^{}]*)\}", text_):
            if name not in FOOT_NAMES:
                message = f"{shown(name)} means nothing in a foot"
                source.error(("kit", "foot"), "unknown-name", message, accepted(FOOT_NAMES, name))
    return in_all(head.foot, head.languages, source, ("kit", "foot"))


def in_all(texts: Localised, languages: tuple[str, ...], source: Source, path: KeyPath) -> Localised:
    """A text with one entry per language of the kit; notes those that are missing or too many."""
    if "" in texts.texts:
        return Localised(dict.fromkeys(languages, texts.texts[""]))
    for language in languages:
        if not texts.texts.get(language):
            source.error((*path, language), "untranslated", f"{path[-1]} is missing in {language}", "translate it")
    no_unknown_keys(texts.texts, languages, source, path)
    return texts


def read_bring(kit: Document, languages: tuple[str, ...]) -> tuple[Localised, ...]:
    """What `[[bring]]` lists."""
    section = kit.values.get("bring", [])
    if not isinstance(section, list):
        kit.source.error(("bring",), "type", f"bring is {shown(section)}, not a list of tables", "[[bring]]")
        return ()
    if len(section) > bounds.BRING.most:
        message = f"there are more than {bounds.BRING.most} {bounds.BRING.unit}"
        kit.source.error(("bring",), "size", message, "put several in one text")
        return ()
    found = [read_struct(Bring, table, kit.source, ("bring", n)) for n, table in enumerate(section)]
    return tuple(
        in_all(bring.text, languages, kit.source, ("bring", n, "text")) for n, bring in enumerate(found) if bring
    )


def read_components(kit: Document, languages: tuple[str, ...]) -> tuple[AnyComponent, ...]:
    """What `[[component]]` lists; components with faults are noted and missing."""
    section = kit.values.get("component", [])
    if not isinstance(section, list) or len(section) > bounds.COMPONENTS.most:
        kit.source.error(("component",), "type", f"component is not a list of up to {bounds.COMPONENTS.most} tables")
        return ()
    if not section:
        kit.source.error((), "missing", "the kit has no components", "[[component]] with id, kind, title …")
    found: dict[str, AnyComponent] = {}
    for number, table in enumerate(section):
        component = _component(table, kit.source, ("component", number), languages)
        if component and component.id in found:
            message = f"the id {component.id} stands in line {found[component.id].line} already"
            kit.source.error(("component", number, "id"), "twice", message, "each id comes once")
        elif component:
            found[component.id] = component
    return tuple(found.values())


def _component(table: object, source: Source, path: KeyPath, languages: tuple[str, ...]) -> AnyComponent | None:
    if not isinstance(table, dict):
        source.error(path, "type", f"{shown(table)} is not a table", "[[component]]")
        return None
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        what = "kind is missing" if kind is None else f"kind is {shown(kind)}"
        wrong = kind if isinstance(kind, str) else ""
        source.error((*path, "kind") if kind else path, "kind", what, accepted(KINDS, wrong))
        return None
    keys = {key: value for key, value in table.items() if key != "kind"}
    keys.setdefault("title", keys.get("id"))
    component = read_struct(KINDS[kind], keys, source, path, line=source.line(path))
    if component is None:
        return None
    title = in_all(component.title, languages, source, (*path, "title"))
    component = msgspec.structs.replace(component, title=title)
    if isinstance(component, Token) and component.shape == "hexagon" and not isinstance(table["size"], list):
        across = component.size[1] * ACROSS  # from edge to edge, where the height is from point to point
        component = msgspec.structs.replace(component, size=(across, component.size[1]))
    return component


class Contents(msgspec.Struct, frozen=True, eq=False):
    """What the components of a kit may name."""

    tables: Tables
    faces: Collection[str]
    folder: KitFolder
    languages: tuple[str, ...]


def check_components(components: tuple[AnyComponent, ...], kit: Document, known: Contents) -> None:
    """Notes every table, column, face, file or component that is named but not there, and wrong counts."""
    ids = declared_ids(kit)
    section = kit.values["component"] if components else []
    positions = {
        table["id"]: number
        for number, table in reversed(list(enumerate(section if isinstance(section, list) else [])))
        if isinstance(table, dict) and isinstance(table.get("id"), str)
    }
    amounts = Amounts(kit.source)
    for component in components:
        path: KeyPath = ("component", positions[component.id])
        if kit.source.full or not amounts.take(_asked(component, components, known), bounds.ALL_ASKED, path):
            return
        for key, face in _faces(component):
            if face not in known.faces:
                kit.source.error((*path, key), "unknown-face", f"there is no face {face}", accepted(known.faces, face))
        if isinstance(component, Board) and component.imprint:
            message = "imprint is read no more: the foot stands beside the board, or behind it"
            kit.source.warning((*path, "imprint"), "former-key", message, "delete it")
        if isinstance(component, Token) and component.shape == "hexagon":
            _check_hexagon(component, kit.source, path)
        if isinstance(component, TuckBox):
            _check_box(component, ids, kit.source, path)
        if isinstance(component, Leaflet):
            _check_leaflet(component, known, kit.source, path)
            _take_leaflet(component, known, amounts, path)
        pieces = _check_rows(component, known, kit.source, path) * len(known.languages)
        _take_pieces(component, pieces, amounts, path)


def _faces(component: AnyComponent) -> list[tuple[str, str]]:
    """The faces of a component with their keys."""
    named: list[tuple[str, str]] = []
    if isinstance(component, Faced):
        named += [("face", component.face), ("back", component.back)]
    if isinstance(component, Standee):
        named += [("foot_face", component.foot_face), ("base_face", component.base_face)]
    if isinstance(component, TuckBox):
        named += [("faces", str(face)) for face in msgspec.structs.astuple(component.faces)]
    if isinstance(component, Leaflet) and isinstance(component.cover, str):
        named.append(("cover", component.cover))
    return [(key, face) for key, face in named if face]


def _check_hexagon(token: Token, source: Source, path: KeyPath) -> None:
    """Notes a hexagon whose sides differ by what an eye sees beside others."""
    short, long = sorted(token.size)
    if abs(short / long - ACROSS) > UNEVEN:
        message = f"a hexagon of {token.size[0]:g} × {token.size[1]:g} mm is not regular"
        hint = f"size = {long:g} makes it {long * ACROSS:.4g} × {long:g}"
        source.warning((*path, "size"), "uneven-hexagon", message, hint)


def _check_box(box: TuckBox, ids: list[str], source: Source, path: KeyPath) -> None:
    for content in box.contents:
        if content not in ids or content == box.id:
            message = f"there is no component {shown(content)} to put in"
            source.error((*path, "contents"), "unknown-component", message, accepted(set(ids) - {box.id}, content))
    if box.form == "tuck" and box.faces.tray:
        source.error((*path, "faces"), "unknown-key", "a tuck box has no tray", 'add form = "lid", or leave tray out')
    if box.size is None and not box.contents:
        source.error(path, "missing", "neither size nor contents say how large the box is", "add one of them")


def _check_leaflet(leaflet: Leaflet, known: Contents, source: Source, path: KeyPath) -> None:
    names = [f"{leaflet.file}.{language}.md" for language in known.languages]
    missing = [name for name in names if name not in known.folder.files and name not in known.folder.refused]
    if missing:
        message = f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        source.error((*path, "file"), "untranslated", message, "a leaflet has one file for each language")
    for key, given in (("each", leaflet.each), ("where", leaflet.where), ("copies", leaflet.copies != 1)):
        if given:
            message = f"{key} means nothing for a leaflet: its file holds it once"
            source.error((*path, key), "unknown-key", message, f"delete {key}; print the file as often as you need it")


def _take_leaflet(leaflet: Leaflet, known: Contents, amounts: Amounts, path: KeyPath) -> None:
    names = [f"{leaflet.file}.{language}.md" for language in known.languages]
    files = known.folder.files
    size = sum(files[name].stat().st_size for name in names if name in files)
    amounts.take(size, bounds.ALL_LEAFLET_BYTES, (*path, "file"))


def _take_pieces(component: AnyComponent, pieces: int, amounts: Amounts, path: KeyPath) -> None:
    """Counts the pieces of all languages, and their paper in m²."""
    area = pieces * _area(component) / 1_000_000
    amounts.take(pieces, bounds.ALL_COPIES, path)
    amounts.take(area, bounds.ALL_AREA, path)
    if isinstance(component, Board):
        amounts.take(area, bounds.ALL_BOARDS, path)


_JOINED = re.compile(r"\s(?:and|or)\s")


def _asked(component: AnyComponent, components: Sequence[AnyComponent], known: Contents) -> int:
    """How many rows, and conditions on them, there are to go through for a component and what lies in it."""
    names = component.contents if isinstance(component, TuckBox) else ()
    counts = Counter((component.id, *names))
    asked = 0
    for other in components:
        table = known.tables.read.get(other.each)
        if table and counts[other.id]:
            asked += counts[other.id] * len(table.rows) * (1 + len(_JOINED.split(other.where)))
    return asked


def _area(component: AnyComponent) -> float:
    """The mm² of paper that one piece takes, nearly; of a box whose size follows from its contents, nothing."""
    match component:
        case TuckBox(size=(width, height, depth)):
            return 2 * (width * height + width * depth + height * depth)
        case Die(size=size):
            return 6 * size * size
        case Card() | Tile() | Token() | Board() | Sheet() | Standee():
            return (component.size[0] + 2 * component.bleed) * (component.size[1] + 2 * component.bleed)
    return 0.0


def _check_rows(component: AnyComponent, known: Contents, source: Source, path: KeyPath) -> int:
    """Notes what is wrong with the rows of a component. Returns how many pieces it comes to."""
    table = known.tables.read.get(component.each)
    if component.each and component.each not in known.tables.declared:
        hint = accepted(known.tables.declared, component.each)
        source.error((*path, "each"), "unknown-table", f"there is no table {component.each}", hint)
    if component.each and table is None:
        return 0
    columns = table.columns if table else {}
    try:
        condition = parse_condition(component.where) if component.where else None
    except BadValueError as wrong:
        source.error((*path, "where"), "condition", f"where {wrong.message}", wrong.hint)
        return 0
    named = [("where", binding.path[0]) for binding in bindings(condition.node)] if condition else []
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
    tables = known.tables.read
    if condition and table:
        try:
            check_condition(condition, table, tables)
        except BadValueError as wrong:
            source.error((*path, "where"), "condition", f"where {wrong.message}", wrong.hint)
            return 0
    return _check_copies(component, tables, source, path)


def _check_copies(component: AnyComponent, tables: Mapping[str, Table], source: Source, path: KeyPath) -> int:
    table = tables.get(component.each)
    if table and isinstance(component.copies, str):
        try:
            check_copies(component.copies, table, tables)
        except BadValueError as wrong:
            source.error((*path, "copies"), "column-type", wrong.message, wrong.hint)
            return 0
    if table and isinstance(component, Die):
        _check_sides(component, table, source, path)
    try:
        total = sum(copies for _, copies in expand_rows(component, tables))
    except BadValueError as wrong:
        source.error((*path, "where"), "condition", f"where {wrong.message}", wrong.hint)
        return 0
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


def _check_sides(die: Die, table: Table, source: Source, path: KeyPath) -> None:
    for record in table.rows:
        sides = record.values[die.sides]
        if not isinstance(sides, tuple) or len(sides) != 6:
            message = f"{die.sides} of {record.key} are not six values"
            source.error(
                (*path, "sides"),
                "sides",
                message,
                f'declare {die.sides} = "list of number" or "list of text", six in each row',
            )
            return


def named_on(on: str) -> tuple[str, str]:
    """The component and the place that `component:place` names."""
    component, _, place = on.partition(":")
    return component, place


def shown_face(component: AnyComponent) -> str:
    """The face that a component has at its front, on which other pieces may be laid; empty if it has none."""
    return component.face if isinstance(component, Faced) else ""


def check_places(
    components: tuple[AnyComponent, ...], declared: Collection[str], faces: Mapping[str, Face], kit: Document
) -> None:
    """Notes each component, of those that are `declared`, and each place of it, that a piece is laid on and that is not
    there."""
    by_id = {component.id: component for component in components}
    places = _Places(faces)
    for piece, path in _pieces(components, kit):
        for index, on in enumerate(piece.on):
            if kit.source.full:
                return
            host, place = named_on(on)
            if host not in declared:
                message = f"there is no component {shown(host)} to lie on"
                hint = accepted(set(declared) - {piece.id}, host)
                kit.source.error((*path, index), "unknown-component", message, hint)
            elif host in by_id and not places.has(face := shown_face(by_id[host]), place):
                message = f"the front of {host} has no place {shown(place)}"
                hint = accepted(places.of(face), place)
                kit.source.error((*path, index), "unknown-place", message, hint)


class _Places:
    """The names of places, looked up once for each face: a kit may ask for thousands."""

    def __init__(self, faces: Mapping[str, Face]) -> None:
        self._faces = faces
        self._names: dict[str, dict[str, None]] = {}
        self._within: dict[str, tuple[str, ...]] = {}

    def has(self, face: str, place: str) -> bool:
        """Whether a face, or one that it draws, has a place; true if one of them could not be read."""
        return any(name not in self._faces or place in self._own(name) for name in self._drawn(face) if name)

    def of(self, face: str) -> Iterator[str]:
        """The places of a face and of those that it draws."""
        return (place for name in self._drawn(face) if name for place in self._own(name))

    def _own(self, name: str) -> dict[str, None]:
        found = self._names.get(name)
        if found is None:
            face = self._faces[name]
            found = self._names[name] = dict.fromkeys((*(draw.place for draw in face.draws if draw.place), *face.boxes))
            for grid in (draw.grid for draw in face.draws if draw.grid):
                found |= dict.fromkeys(cell.name for cell in kept(grid))
        return found

    def _drawn(self, name: str) -> tuple[str, ...]:
        """A face and all that it draws."""
        if name not in self._within:
            names, ahead = {name: None}, [name]
            while ahead:
                face = self._faces.get(ahead.pop())
                called = [draw.face_called for draw in face.draws if draw.face_called] if face else []
                ahead += dict.fromkeys(other for other in called if other not in names)
                names |= dict.fromkeys(called)
            self._within[name] = tuple(names)
        return self._within[name]


def _pieces(components: Iterable[AnyComponent], kit: Document) -> Iterator[tuple[Faced, KeyPath]]:
    """What is laid on something, and the path of the key that says so."""
    section = kit.values.get("component", [])
    tables = enumerate(section if isinstance(section, list) else [])
    paths = {kit.source.line(("component", number)): ("component", number, "on") for number, _ in tables}
    for component in components:
        if isinstance(component, Faced) and component.on:
            yield component, paths[component.line]


def read_papers(kit: Document) -> dict[str, OwnPaper]:
    """The papers of a kit by name; what is wrong with one is noted."""
    section = kit.values.get("paper", {})
    if not isinstance(section, Mapping):
        kit.source.error(("paper",), "type", f"paper is {shown(section)}, not a table", "[paper.NAME]")
        return {}
    found: dict[str, OwnPaper] = {}
    for name, table in section.items():
        try:
            identifier(name)
        except BadValueError as wrong:
            kit.source.error(("paper", name), "name", f"a paper {wrong.message}", wrong.hint)
            continue
        paper = read_struct(OwnPaper, table, kit.source, ("paper", name))
        if paper is not None and (wrong_labels := _beyond(paper)):
            kit.source.error(("paper", name, "labels"), "size", wrong_labels, "measure a sheet, or look at its box")
        elif paper is not None:
            found[name] = paper
    return found


def _beyond(paper: OwnPaper) -> str:
    """What is wrong with labels that do not lie on their sheet, or lie on each other; empty, if nothing is."""
    labels = paper.labels
    if labels is None:
        return ""
    across, down = labels.pitch or labels.size
    if (labels.columns > 1 and across < labels.size[0]) or (labels.rows > 1 and down < labels.size[1]):
        return f"labels of {labels.size[0]:g} × {labels.size[1]:g} mm lie on each other {across:g} × {down:g} apart"
    left, top = first_label(paper)
    right = left + (labels.columns - 1) * across + labels.size[0]
    bottom = top + (labels.rows - 1) * down + labels.size[1]
    if left < -0.01 or top < -0.01 or right > paper.size[0] + 0.01 or bottom > paper.size[1] + 0.01:
        return f"labels reach to {right:g} × {bottom:g} mm on a sheet of {paper.size[0]:g} × {paper.size[1]:g}"
    return ""


def read_profiles(kit: Document) -> Mapping[str, Profile]:
    """The profiles of a kit by name; notes components that one leaves out but that are not there."""
    section = kit.values.get("profile", {})
    if not isinstance(section, dict) or len(section) > bounds.COMPONENTS.most:
        message = f"profile is not up to {bounds.COMPONENTS.most} tables"
        kit.source.error(("profile",), "type", message, "[profile.economy] with without = [...]")
        return {}
    known = declared_ids(kit)
    found: dict[str, Profile] = {}
    for name, table in section.items():
        path = ("profile", name)
        profile = read_struct(Profile, table, kit.source, path)
        if profile is None:
            continue
        for unknown in (part for part in profile.without if part not in known):
            message = f"there is no component {shown(unknown)} to leave out"
            kit.source.error((*path, "without"), "unknown-component", message, accepted(known, unknown))
        found[name] = profile
    return found


class DeclaredHead(msgspec.Struct, frozen=True):
    languages: tuple[str, ...]


class DeclaredComponent(msgspec.Struct, frozen=True):
    id: str


class Declared(msgspec.Struct, frozen=True):
    """A kit.toml, and of it the languages, and what components and profiles are called."""

    kit: DeclaredHead
    component: tuple[DeclaredComponent, ...] = ()
    profile: dict[str, object] = {}


def read_declared(folder: Path) -> Declared | None:
    """What a kit declares; None if that cannot be told, which reading the kit says more of."""
    findings = Findings()
    try:
        opened = open_folder(folder, findings)
        document = read_document(opened, "kit.toml", findings)
        return None if document is None else msgspec.convert(document.values, Declared)
    except (OSError, msgspec.ValidationError):
        return None
