"""Compares two states of a kit: which pieces changed, how many to swap, and what differs on their faces."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.build.manifest import PieceEntry
from pnp.build.pieces import Leaf, lasting_leaves
from pnp.changes.git import SnapshotError
from pnp.changes.snapshot import Snapshot, in_language
from pnp.changes.words import PAGE, ChangeWords, shorten
from pnp.scene import Box, Image, Scene, Text, Use

Kind: TypeAlias = Literal["changed", "new", "gone"]
KINDS: tuple[Kind, ...] = ("changed", "new", "gone")
"""In the order of reports."""
ALIKE = 12
"""More pieces that changed in the same way are reported as one group."""
MOST_STATEMENTS = 4
SORTS = {Text: "text", Use: "drawing", Image: "picture"}
RING_PAD = 0.8
"""From what differs to its ring, mm."""
MOST_RINGS = 12
"""If a face had more, one ring surrounds all of them."""


class CellChange(msgspec.Struct, frozen=True):
    column: str
    old: str
    new: str


class FaceDifference(msgspec.Struct, frozen=True):
    """What differs on a side: boxes round it in mm from the trim, statements, and the numbers of the leaves that the
    other state lacks."""

    statements: tuple[str, ...]
    old_rings: tuple[Box, ...] = ()
    new_rings: tuple[Box, ...] = ()
    old_leaves: tuple[int, ...] = ()
    new_leaves: tuple[int, ...] = ()


class PieceChange(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A piece that changed, is new or is gone.

    `sides` differ; `take_out` and `put_in` count copies. Of numbered pieces, `old` and `new` have the faces of one copy
    that goes and comes, and `copies` are the numbers of those that come, from 0. The rest describes the change: `made`
    are changes of kind and stock, `draws` the `[[draw]]` tables behind it (`faces/card.toml:12`), if no cell is.
    """

    component: str
    old: PieceEntry | None = None
    new: PieceEntry | None = None
    sides: tuple[str, ...] = ()
    take_out: int = 0
    put_in: int = 0
    copies: tuple[int, ...] = ()
    title: str = ""
    old_title: str = ""
    place: str = ""
    cells: tuple[CellChange, ...] = ()
    made: tuple[CellChange, ...] = ()
    differences: Mapping[str, FaceDifference] = {}
    draws: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()
    copies_statements: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        if self.old and self.new:
            return "changed"
        return "new" if self.new else "gone"

    @property
    def pieces(self) -> tuple[PieceEntry, ...]:
        """The new one and the old one, if there are both."""
        return tuple(piece for piece in (self.new, self.old) if piece)

    @property
    def key(self) -> str:
        return self.pieces[0].key

    @property
    def renewed(self) -> bool:
        """Whether the piece differs, not only the number of its copies."""
        return bool(self.sides or self.made)


class Comparison(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What changed in one language.

    `groups` are many pieces each that changed in the same way, as where a draw of their common face was moved; `single`
    are the others. `total` counts the pieces of both states.
    """

    old: Snapshot
    new: Snapshot
    language: str
    say: ChangeWords
    changes: tuple[PieceChange, ...]
    groups: tuple[tuple[PieceChange, ...], ...]
    single: tuple[PieceChange, ...]
    total: int

    def of(self, kind: Kind, component: str = "") -> tuple[PieceChange, ...]:
        return tuple(one for one in self.changes if one.kind == kind and component in ("", one.component))

    @property
    def unchanged(self) -> str:
        """The titles of components without a change."""
        changed = {change.component for change in self.changes}
        present = dict.fromkeys(piece.component for piece in self.new.pieces if piece.language == self.language)
        return ", ".join(self.title_of(component) for component in present if component not in changed)

    def title_of(self, *components: str) -> str:
        """The titles of some components, each once."""
        known = {**self.old.components, **self.new.components}
        return ", ".join(in_language(known.get(one, {}), self.language, one) for one in dict.fromkeys(components))

    def summary(self, say: ChangeWords) -> Iterator[tuple[Kind, str, str]]:
        """For each kind and component: the kind, the number in words, and which pieces."""
        for kind in KINDS:
            for component in dict.fromkeys(one.component for one in self.of(kind)):
                own = self.of(kind, component)
                form = {"changed": "diff.changed", "new": "diff.fresh", "gone": "diff.gone"}[kind]
                names = ", ".join(one.title for one in own) if len(own) <= 3 and own[0].key else ""
                title = self.title_of(component)
                about = f"{title}: {names}" if names and names != title else title
                yield kind, f"{len(own)} {say.count(form, len(own))}", about


def compare(
    old: Snapshot, new: Snapshot, language: str, say: ChangeWords | None = None, without: Collection[str] = ()
) -> Comparison:
    """Compares two states in one language; components that are left out are not gone.

    Raises SnapshotError if they are states of different kits.
    """
    if old.kit != new.kit:
        raise SnapshotError(f"{old.where} is of the kit '{old.kit}', {new.where} of '{new.kit}'")
    say = say or ChangeWords(language)
    before, after = (
        [piece for piece in state.pieces if piece.language == language and piece.component not in without]
        for state in (old, new)
    )
    changes = tuple(_describe(change, old, new, language, say) for change in find_changes(before, after))
    alike: defaultdict[tuple[str, ...], list[PieceChange]] = defaultdict(list)
    for change in changes:
        if change.kind == "changed" and change.renewed and not change.cells:
            alike[(*change.statements, *change.copies_statements)].append(change)
    groups = tuple(tuple(group) for group in alike.values() if len(group) > ALIKE)
    grouped = {id(change) for group in groups for change in group}
    return Comparison(
        old=old,
        new=new,
        language=language,
        say=say,
        changes=changes,
        groups=groups,
        single=tuple(change for change in changes if id(change) not in grouped),
        total=len(after) + sum(change.kind == "gone" for change in changes),
    )


# --- pieces ---------------------------------------------------------------------------------------------


class _Copies:
    """Equal copies of a piece; `left` counts those without a counterpart, `first` is the number of the first."""

    def __init__(self, piece: PieceEntry, faces: Mapping[str, str], left: int, first: int = 0) -> None:
        self.piece = replace(piece, faces=dict(faces))
        self.likeness = frozenset(faces.items()), piece.kind, piece.stock
        self.left = left
        self.first = first


def find_changes(before: Sequence[PieceEntry], after: Sequence[PieceEntry]) -> list[PieceChange]:
    """Changes of the pieces of one language, not yet described: changed ones, new ones, gone ones, in kit order.

    Copies are matched by their faces, whatever row they are of.
    """
    found: list[PieceChange] = []
    for component in dict.fromkeys(piece.component for piece in (*after, *before)):
        old, new = ([piece for piece in pieces if piece.component == component] for pieces in (before, after))
        pairs = _pairs(old, new)
        was, now = ({piece.key: _copies(piece) for piece in pieces} for pieces in (old, new))
        for key, old_key in pairs.items():
            _match(was[old_key], now[key])
        _match([one for own in was.values() for one in own], [one for own in now.values() for one in own])
        for key, copies in now.items():
            found.append(_change(component, was.pop(pairs[key]) if key in pairs else [], copies))
        found += [_change(component, copies, []) for copies in was.values()]
    return [one for kind in KINDS for one in found if one.kind == kind and (one.put_in or one.take_out)]


def _pairs(before: Sequence[PieceEntry], after: Sequence[PieceEntry]) -> dict[str, str]:
    """The earlier key of each piece by its present key.

    Equal faces come before equal keys: rows without keys are numbered, and a sorted table is nothing to print.
    """
    pairs: dict[str, str] = {}
    left = {piece.key: piece for piece in before}
    identities: tuple[Callable[[PieceEntry], object], ...] = (
        lambda piece: (piece.key, frozenset(piece.faces.items())),
        lambda piece: frozenset(piece.faces.items()),
        lambda piece: piece.key,
    )
    for identity in identities:
        known: defaultdict[object, list[str]] = defaultdict(list)
        for piece in left.values():
            known[identity(piece)].append(piece.key)
        for piece in after:
            if piece.key not in pairs and (same := known[identity(piece)]):
                pairs[piece.key] = same.pop(0)
                del left[pairs[piece.key]]
    return pairs


def _copies(piece: PieceEntry) -> list[_Copies]:
    """The copies of a piece: all alike, or each with the faces of its number (`front`, `front-2`)."""
    if "front-2" in piece.faces:
        numbered: defaultdict[int, dict[str, str]] = defaultdict(dict)
        for side, face in piece.faces.items():
            stem, _, number = side.rpartition("-")
            name, at = (stem, int(number)) if stem and number.isdecimal() else (side, 1)
            numbered[at - 1][name] = face
        if len(numbered) == piece.copies and all(faces.keys() == numbered[0].keys() for faces in numbered.values()):
            return [_Copies(piece, faces, 1, number) for number, faces in sorted(numbered.items())]
    return [_Copies(piece, piece.faces, piece.copies)]


def _match(old: Iterable[_Copies], new: Iterable[_Copies]) -> None:
    """Takes off what both have."""
    known: defaultdict[object, list[_Copies]] = defaultdict(list)
    for one in old:
        known[one.likeness].append(one)
    for one in new:
        for other in known[one.likeness]:
            same = min(one.left, other.left)
            one.left -= same
            other.left -= same


def _change(component: str, was: Sequence[_Copies], now: Sequence[_Copies]) -> PieceChange:
    """The change from some copies, none if the piece is new, to others, none if it is gone."""
    going, coming = ([one for one in copies if one.left] for copies in (was, now))
    old, new = (next((one.piece for one in copies), None) for copies in ((*going, *was), (*coming, *now)))
    sides: tuple[str, ...] = ()
    if old and new and going and coming:
        names = dict.fromkeys((*new.faces, *old.faces))
        sides = tuple(name for name in names if old.faces.get(name) != new.faces.get(name))
    return PieceChange(
        component=component,
        old=old,
        new=new,
        sides=sides,
        take_out=sum(one.left for one in going),
        put_in=sum(one.left for one in coming),
        copies=tuple(one.first for one in coming) if len(now) > 1 else (),
    )


# --- descriptions ---------------------------------------------------------------------------------------


def _describe(change: PieceChange, old: Snapshot, new: Snapshot, language: str, say: ChangeWords) -> PieceChange:
    """The change with names, cells, differences of its faces, and statements."""
    before = old.row(change.component, change.old.key, language) if change.old else None
    after = new.row(change.component, change.new.key, language) if change.new else None
    titles = new.components.get(change.component) or old.components.get(change.component, {})
    title = in_language(titles, language, change.component)
    now = after or before
    cells: tuple[CellChange, ...] = ()
    if before and after:
        foreign = tuple(f".{one}" for one in titles if one != language)
        cells = _cell_changes(before.cells, after.cells, foreign)
    made: tuple[CellChange, ...] = ()
    copies: tuple[str, ...] = ()
    differences: dict[str, FaceDifference] = {}
    if change.old and change.new:
        was, now_made = ({"kind": piece.kind, "stock": piece.stock} for piece in (change.old, change.new))
        made = _cell_changes(was, now_made)
        numbers = str(change.old.copies), str(change.new.copies)
        if numbers[0] != numbers[1] and not any((cell.old, cell.new) == numbers for cell in cells):
            copies = (say("copies", old=numbers[0], new=numbers[1]),)
        for side in change.sides:
            faces = change.old.faces.get(side), change.new.faces.get(side)
            if faces[0] and faces[1]:
                scenes = old.decoder.faces.get(faces[0]), new.decoder.faces.get(faces[1])
                differences[side] = compare_scenes(*scenes, (old.build, new.build), say)
            else:
                differences[side] = FaceDifference((say("diff.not_before" if faces[1] else "diff.not_now"),))
    return replace(
        change,
        title=now.title.get(language, now.key) if now else title,
        old_title=before.title.get(language, before.key) if before else title,
        place=now.place if now else "",
        cells=cells,
        made=made,
        differences=differences,
        draws=() if cells else _draws(change, differences, old, new),
        statements=(*_cell_statements(made), *_statements(cells, differences, say)),
        copies_statements=copies,
    )


def _cell_changes(
    old: Mapping[str, str], new: Mapping[str, str], without: tuple[str, ...] = ()
) -> tuple[CellChange, ...]:
    """The columns that differ, without those that end so."""
    columns = [name for name in dict.fromkeys((*new, *old)) if not name.endswith(without)]
    cells = (CellChange(name, old.get(name, ""), new.get(name, "")) for name in columns)
    return tuple(cell for cell in cells if cell.old != cell.new)


def _cell_statements(cells: Iterable[CellChange]) -> Iterator[str]:
    for cell in cells:
        old, new = shorten(cell.old, cell.new)
        yield f"{cell.column}: {old or '–'} → {new or '–'}"


def _statements(
    cells: Sequence[CellChange], differences: Mapping[str, FaceDifference], say: ChangeWords
) -> tuple[str, ...]:
    """What differs: cells if they explain it, else pages, else the sides one by one."""
    if cells:
        return tuple(_cell_statements(cells[:MOST_STATEMENTS]))
    if pages := [side for side in differences if side.startswith(PAGE)]:
        return (say.sides(pages),)
    if [*differences] == ["front"]:
        return ("; ".join(differences["front"].statements),)
    found = [describe_side(side, difference, say) for side, difference in differences.items()]
    return (*found[:MOST_STATEMENTS], *(["…"] if len(found) > MOST_STATEMENTS else []))


def describe_side(side: str, difference: FaceDifference, say: ChangeWords) -> str:
    return f"{say.side(side)}: {'; '.join(difference.statements)}"


def _draws(
    change: PieceChange, differences: Mapping[str, FaceDifference], old: Snapshot, new: Snapshot
) -> tuple[str, ...]:
    """The draws of what is new on each side; where nothing is new, of what is gone."""
    found: dict[str, None] = {}
    for side, difference in differences.items():
        for state, piece, numbers in (
            (new, change.new, difference.new_leaves),
            (old, change.old, difference.old_leaves),
        ):
            places = state.draws.get(piece.faces.get(side, ""), ()) if piece else ()
            if known := [places[number] for number in numbers if number < len(places) and places[number]]:
                found.update(dict.fromkeys(known))
                break
    return tuple([*found][:MOST_STATEMENTS])


# --- faces ----------------------------------------------------------------------------------------------


def compare_scenes(old: Scene | None, new: Scene | None, builds: tuple[str, str], say: ChangeWords) -> FaceDifference:
    """What differs between two faces, apart from their build ids; None is a face that was not stored."""
    if old is None or new is None:
        return FaceDifference((say("said.kept"),))
    statements: list[str] = []
    if (old.width, old.height) != (new.width, new.height):
        sizes = [f"{face.width:g} × {face.height:g}" for face in (old, new)]
        statements.append(say("said.size", old=sizes[0], new=sizes[1]))
    elif (old.corner, old.outline) != (new.corner, new.outline):
        statements.append(say("said.cut"))
    before, after = ([*lasting_leaves(face, build)] for face, build in zip((old, new), builds, strict=True))
    lost, added = _without(before, after), _without(after, before)
    texts = _read(before, lost), _read(after, added)
    for sort in ("text", "drawing", "picture", "shape"):
        gone, new_ones = (
            [leaf for _, leaf in leaves if SORTS.get(type(leaf.item), "shape") == sort] for leaves in (lost, added)
        )
        if gone or new_ones:
            statements.append(_statement(sort, gone, new_ones, texts, say))
    return FaceDifference(
        statements=tuple(statements) or (say("said.order"),),
        old_rings=_rings(lost, old),
        new_rings=_rings(added, new),
        old_leaves=tuple(number for number, _ in lost if number >= 0),
        new_leaves=tuple(number for number, _ in added if number >= 0),
    )


def _without(leaves: Iterable[tuple[int, Leaf]], others: Iterable[tuple[int, Leaf]]) -> list[tuple[int, Leaf]]:
    """The leaves that the other face lacks, with their numbers."""
    left = Counter(leaf for _, leaf in others)
    alone = []
    for number, leaf in leaves:
        if left[leaf]:
            left[leaf] -= 1
        else:
            alone.append((number, leaf))
    return alone


def _read(face: Iterable[tuple[int, Leaf]], changed: Collection[tuple[int, Leaf]]) -> str:
    """The texts of changed leaves and of those that continue them; the runs of a line touch, in order from the left."""
    lines: list[list[Text]] = []
    wanted: set[int] = set()
    end = 0.0, 0.0
    for number, leaf in face:
        if not isinstance(leaf.item, Text):
            continue
        if not lines or (round(leaf.box.x, 2), leaf.box.bottom) != end:
            lines.append([])
        lines[-1].append(leaf.item)
        end = round(leaf.box.right, 2), leaf.box.bottom
        if (number, leaf) in changed:
            wanted.add(len(lines) - 1)
    shown = (reversed(lines[index]) if lines[index][-1].right_to_left else lines[index] for index in sorted(wanted))
    return " ".join(" ".join("".join(run.text for run in line) for line in shown).split())


def _statement(sort: str, lost: Sequence[Leaf], added: Sequence[Leaf], texts: tuple[str, str], say: ChangeWords) -> str:
    """What became of the leaves of one sort: moved, set or cut in another way, or other ones."""
    name = say(f"sorts.{sort}")
    pairs = [*zip(lost, added, strict=False)]
    if [_content(leaf) for leaf in lost] == [_content(leaf) for leaf in added]:
        shifts = {(round(now.box.x - was.box.x, 2), round(now.box.y - was.box.y, 2)) for was, now in pairs}
        dx, dy = shifts.pop()
        if shifts:
            return say("said.set", sort=name)
        if dx or dy:
            across = [say("ways.right" if dx > 0 else "ways.left", mm=f"{abs(dx):g}")] if dx else []
            along = [say("ways.down" if dy > 0 else "ways.up", mm=f"{abs(dy):g}")] if dy else []
            return say("said.moved", sort=name, way=", ".join(across + along))
        clipped = any(was.around != now.around for was, now in pairs)
        return say("said.outline" if clipped or sort != "text" else "said.set", sort=name)
    if sort == "text":
        if texts[0] == texts[1]:
            return say("said.set", sort=name)
        old, new = shorten(*texts)
        return say("said.text", old=old, new=new)
    if not lost or not added:
        return say("said.more" if added else "said.less", sort=name)
    fills = {(getattr(was.item, "fill", None), getattr(now.item, "fill", None)) for was, now in pairs}
    same_places = [leaf.box for leaf in lost] == [leaf.box for leaf in added]
    before, after = fills.pop()
    if same_places and not fills and before != after and isinstance(before, str) and isinstance(after, str):
        return say("said.colour", sort=name, old=before, new=after)
    return say("said.other", sort=name)


def _content(leaf: Leaf) -> object:
    """What an item shows, wherever it lies."""
    item, turn = leaf.item, leaf.matrix[:4]
    size = round(leaf.box.width, 2), round(leaf.box.height, 2)
    match item:
        case Text():
            return item.text, item.font, item.size, item.colour, turn
        case Use():
            return item.art.key, turn
        case Image():
            return item.key, size
        case _:
            return type(item), size, getattr(item, "fill", None), getattr(item, "stroke", None)


def _rings(leaves: Iterable[tuple[int, Leaf]], face: Scene) -> tuple[Box, ...]:
    """Boxes round what differs, within the trim; those that overlap are joined."""
    trim = Box(0.0, 0.0, face.width, face.height)
    joined: list[Box] = []
    for _, leaf in leaves:
        box = leaf.box.inset(-RING_PAD).common(trim)
        if not box.width or not box.height:
            continue
        while meeting := [one for one in joined if (common := one.common(box)).width and common.height]:
            joined = [one for one in joined if one not in meeting]
            box = _union((box, *meeting))
        joined.append(box)
    return (_union(joined),) if len(joined) > MOST_RINGS else tuple(sorted(joined, key=lambda box: (box.y, box.x)))


def _union(boxes: Sequence[Box]) -> Box:
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)
