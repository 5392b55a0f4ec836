"""What a face of a kit depends on: so that after a save only faces are laid out whose files or cells changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import PurePosixPath

import msgspec

from pnp.face import inventory
from pnp.face.layout import PIECE, PIECES
from pnp.face.words.piece import PieceDraw
from pnp.findings import KitError
from pnp.kit import Kit, expand
from pnp.kit.bindings import parse_template
from pnp.kit.draw import nodes
from pnp.kit.expressions import Node, bindings, lookups
from pnp.kit.model import AnyComponent, Faced, Record, Standee, TuckBox, Value
from pnp.kit.stamps import Stamps
from pnp.kit.structs import BadValueError
from pnp.sheet.contents import inside

EVERYWHERE = ("kit.toml", "theme.toml")
"""Files that every face depends on; so it does on words and drawings."""


class Dependence:
    """Tells what the faces of a kit depend on; `files` are its files as they were when it was read."""

    def __init__(self, kit: Kit, files: Stamps) -> None:
        self._kit = kit
        self._files = files
        self._rows: dict[int, str] = {}
        self._shared: dict[str, str] = {}
        self._reached: dict[str, frozenset[str]] = {}
        self._asked: dict[str, frozenset[str]] = {}

    def faces(self, component: AnyComponent) -> frozenset[str]:
        """The faces that a component shows, and all that these draw, by name."""
        return frozenset[str]().union(*(self._reach(name) for name in _shown(component)))

    def sides(self, component: AnyComponent) -> Mapping[str, frozenset[str]]:
        """The sides of a piece that are laid out each by itself, with all faces that draw on them; none of a box, whose
        sides are one net."""
        if not isinstance(component, Faced):
            return {}
        named = {"front": component.face, "back": component.back}
        return {side: self._reach(name) for side, name in named.items() if name}

    def sources(self, component: AnyComponent) -> Iterator[str]:
        """The files that a component is drawn from, faces and drawings aside."""
        yield from EVERYWHERE
        yield from (name for name in self._files if name.startswith("words") and name.endswith(".toml"))
        for table in self._tables(component):
            if table in self._kit.tables:
                yield self.file(self._kit.tables[table].file)

    def file(self, shown: str) -> str:
        """A file's name within the kit, as findings show it, to its name alone."""
        home, path = PurePosixPath(self._kit.file).parent, PurePosixPath(shown)
        return str(path.relative_to(home)) if path.is_relative_to(home) else shown

    def signature(self, component: AnyComponent, record: Record | None) -> str:
        """A text that changes with all that the faces of a piece depend on."""
        shared = self._shared.get(component.id)
        if shared is None:
            shared = self._shared[component.id] = _digest(self._of_all(component))
        return _digest([shared, self._row(record) if record else ""])

    def _of_all(self, component: AnyComponent) -> Iterator[str]:
        """What all pieces of a component depend on."""
        yield self.common
        yield component.id
        yield from (self._stamp(name) for name in sorted(self.faces(component)))
        if isinstance(component, TuckBox):
            yield self._inside(component)
        yield from self._of_rows(self._mentioned(self.faces(component)))

    def _of_rows(self, mentioned: set[str]) -> Iterator[str]:
        """What names that are asked for stand for: rows of tables, or how many pieces there are."""
        if mentioned & {inventory.NAME, PIECE, PIECES}:
            yield from self._copies
        yield from (self._table(name) for name in sorted(mentioned & self._kit.tables.keys()))

    def _inside(self, box: TuckBox) -> str:
        """How large a box is, by what lies in it."""
        try:
            return str(inside(self._kit, box))
        except KitError as error:
            return str(error)

    def _reach(self, name: str) -> frozenset[str]:
        found = self._reached.get(name)
        if found is None:
            self._reached[name] = frozenset({name})  # a circle is a finding of its own
            face = self._kit.faces.get(name)
            found = frozenset({name})
            for draw in face.draws if face else ():
                if draw.face_called:
                    found |= self._reach(draw.face_called)
                if isinstance(draw, PieceDraw):  # another component, whichever the row names
                    found |= frozenset().union(*map(frozenset, map(_shown, self._kit.components)))
            self._reached[name] = found
        return found

    def _mentioned(self, faces: Iterable[str]) -> set[str]:
        """The names that faces, and the texts they may show, ask for; tables among them."""
        return set(self._words).union(*map(self._asked_by, faces))

    def _asked_by(self, name: str) -> frozenset[str]:
        """The names that a face asks for itself."""
        known = self._asked.get(name)
        if known is None:
            face = self._kit.faces.get(name)
            draws = face.draws if face else ()
            found = {asked for draw in draws for node in nodes(draw) for asked in _asked(node)}
            if any(isinstance(draw, PieceDraw) for draw in draws):
                found |= self._kit.tables.keys()
            known = self._asked[name] = frozenset(found)
        return known

    def _tables(self, component: AnyComponent) -> set[str]:
        """The tables whose rows it may show: its own, those that are referred to, and those that faces name."""
        todo = [component.each, *(self._mentioned(self.faces(component)) & self._kit.tables.keys())]
        found: set[str] = set()
        while todo:
            name = todo.pop()
            if name and name not in found and name in self._kit.tables:
                found.add(name)
                todo += [kind.table for kind in self._kit.tables[name].columns.values() if kind.table]
        return found

    @cached_property
    def _words(self) -> frozenset[str]:
        """The names that are bound in the kit's own texts."""
        found: set[str] = set()
        for text in (text for words in self._kit.words.values() for text in words.texts.values()):
            try:
                found |= {name for node in parse_template(text).nodes for name in _asked(node)}
            except BadValueError:  # a finding where it is drawn
                continue
        return frozenset(found)

    @cached_property
    def common(self) -> str:
        """A text that changes with what every face depends on: the kit's own files, words, drawings and typefaces."""
        drawn = (name for name in self._files if name.startswith(("words", "art/", "fonts/")))
        return "\n".join(f"{name} {self._files.get(name)}" for name in sorted((*EVERYWHERE, *drawn)))

    @cached_property
    def _copies(self) -> list[str]:
        """How many pieces there are of each row of each component, in order."""
        return [
            f"{one.id} {record.key if record else ''} {copies}"
            for one in self._kit.components
            for record, copies in expand(self._kit, one)
        ]

    def _stamp(self, face: str) -> str:
        name = file_of(face)
        return f"{name} {self._files.get(name)}"

    def _table(self, name: str) -> str:
        return "\n".join(self._row(record) for record in self._kit.tables[name].rows)

    def _row(self, record: Record) -> str:
        """A row with the rows that it refers to, as text."""
        known = self._rows.get(id(record))
        if known is None:
            self._rows[id(record)] = record.key
            # What is no plain type is a text that means more.
            values = msgspec.json.encode(self._cells(record.values), enc_hook=str).decode()
            known = f"{record.table} {record.key} {values}"
            self._rows[id(record)] = known
        return known

    def _cells(self, values: Mapping[str, Value]) -> list[object]:
        return [(name, self._cell(value)) for name, value in values.items()]

    def _cell(self, value: Value) -> object:
        if isinstance(value, Record):
            return self._row(value)
        return [self._cell(part) for part in value] if isinstance(value, tuple) else value


def file_of(face: str) -> str:
    """The file of a face within its kit."""
    return f"faces/{face}.toml"


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _asked(node: Node) -> Iterator[str]:
    """The names that an expression asks for; of a path its beginning."""
    yield from (binding.path[0] for binding in bindings(node))
    yield from (lookup.table for lookup in lookups(node))


def _shown(component: AnyComponent) -> Iterable[str]:
    """The faces that a component names itself."""
    if isinstance(component, TuckBox):
        return [face for face in msgspec.structs.astuple(component.faces) if face]
    if not isinstance(component, Faced):
        return []
    stands = (component.foot_face, component.base_face) if isinstance(component, Standee) else ()
    return [face for face in (component.face, component.back, *stands) if face]
