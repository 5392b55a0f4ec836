"""Compares two states of a kit: which pieces changed, how many to swap, and what differs on their faces."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.changes.git import SnapshotError
from pnp.changes.snapshot import Snapshot, in_language
from pnp.changes.words import PAGE, ChangeWords, shorten
from pnp.output.leaves import Leaf, lasting_leaves
from pnp.output.manifest import PieceEntry
from pnp.scene import Box, Ellipse, Image, Rect, Scene, Text, Use
from pnp.text.reading import as_read

Kind: TypeAlias = Literal["changed", "new", "gone"]
KINDS: tuple[Kind, ...] = ("changed", "new", "gone")
"""In the order of reports."""
ALIKE = 12
"""More pieces that changed in the same way are reported as one group."""
MOST_STATEMENTS = 4
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


def compare_languages(
    old: Snapshot, new: Snapshot, languages: Iterable[str] = (), *, mixed: bool = True
) -> tuple[Comparison, ...]:
    """Compares two states in these languages, or in all that one of them has.

    The words are `mixed`, those of each language, or those of the first. Raises SnapshotError as `compare`.
    """
    wanted = tuple(languages) or tuple(dict.fromkeys((*new.languages, *old.languages)))
    return tuple(compare(old, new, one, ChangeWords(one if mixed else wanted[0])) for one in wanted)


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
        for key, partner in pairs.items():
            _match(was[partner.key], now[key])
        _match([one for own in was.values() for one in own], [one for own in now.values() for one in own])
        for piece in new:
            partners = was[pairs[piece.key].key] if piece.key in pairs else []
            found.append(_change(component, partners, now[piece.key]))
        paired = {piece.key for piece in pairs.values()}
        found += [_change(component, was[piece.key], []) for piece in old if piece.key not in paired]
    return [one for kind in KINDS for one in found if one.kind == kind and (one.put_in or one.take_out)]


def _pairs(before: Sequence[PieceEntry], after: Sequence[PieceEntry]) -> dict[str, PieceEntry]:
    """The earlier form of each piece by its present key.

    Equal faces come before equal keys: rows without keys are numbered, and a sorted table is nothing to print.
    """
    pairs: dict[str, PieceEntry] = {}
    left = {piece.key: piece for piece in before}
    for by_key, by_faces in ((True, True), (False, True), (True, False)):

        def identity(piece: PieceEntry, by_key: bool = by_key, by_faces: bool = by_faces) -> object:
            return by_key and piece.key, by_faces and frozenset(piece.faces.items())

        known: defaultdict[object, list[PieceEntry]] = defaultdict(list)
        for piece in left.values():
            known[identity(piece)].append(piece)
        for piece in after:
            if piece.key not in pairs and (same := known[identity(piece)]):
                pairs[piece.key] = left.pop(same.pop(0).key)
    return pairs


def _copies(piece: PieceEntry) -> list[_Copies]:
    """The copies of a piece: all alike, or each with the faces of its number (`front`, `front-2`)."""
    if "front-2" in piece.faces:
        numbered: list[dict[str, str]] = [{} for _ in range(min(piece.copies, len(piece.faces)))]
        for side, face in piece.faces.items():
            stem, _, number = side.rpartition("-")
            name, at = (stem, int(number)) if stem and number.isdecimal() else (side, 1)
            if at <= len(numbered):
                numbered[at - 1][name] = face
        complete = sum(map(len, numbered)) == len(piece.faces)
        if complete and all(faces.keys() == numbered[0].keys() for faces in numbered):
            return [_Copies(piece, faces, 1, number) for number, faces in enumerate(numbered)]
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
    cells: list[CellChange] = []
    if before and after:
        foreign = tuple(f".{one}" for one in titles if one != language)
        columns = [name for name in dict.fromkeys((*after.cells, *before.cells)) if not name.endswith(foreign)]
        cells = _cell_changes({name: (before.cells.get(name, ""), after.cells.get(name, "")) for name in columns})
    made: list[CellChange] = []
    copies: tuple[str, ...] = ()
    if change.old and change.new:
        kinds, stocks = (change.old.kind, change.new.kind), (change.old.stock, change.new.stock)
        made = _cell_changes({"kind": kinds, "stock": stocks})
        numbers = str(change.old.copies), str(change.new.copies)
        if numbers[0] != numbers[1] and not any((cell.old, cell.new) == numbers for cell in cells):
            copies = (say("copies", old=numbers[0], new=numbers[1]),)
    differences = {side: _compare_side(change, side, old, new, say) for side in change.sides}
    return replace(
        change,
        title=now.title.get(language, now.key) if now else title,
        old_title=before.title.get(language, before.key) if before else title,
        place=now.place if now else "",
        cells=tuple(cells),
        made=tuple(made),
        differences=differences,
        draws=() if cells else _draws(change, differences, old, new),
        statements=(*_cell_statements(made), *_statements(cells, differences, say)),
        copies_statements=copies,
    )


def _cell_changes(cells: Mapping[str, tuple[str, str]]) -> list[CellChange]:
    return [CellChange(column, old, new) for column, (old, new) in cells.items() if old != new]


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
    found = [describe_side(side, difference, say) for side, difference in differences.items()]
    if [*differences] == ["front"]:
        found = ["; ".join(differences["front"].statements)]
    return (*found[:MOST_STATEMENTS], *(["…"] if len(found) > MOST_STATEMENTS else []))


def describe_side(side: str, difference: FaceDifference, say: ChangeWords) -> str:
    return f"{say.side(side)}: {'; '.join(difference.statements)}"


def _compare_side(change: PieceChange, side: str, old: Snapshot, new: Snapshot, say: ChangeWords) -> FaceDifference:
    before = change.old.faces.get(side) if change.old else None
    after = change.new.faces.get(side) if change.new else None
    if before and after:
        scenes = old.decoder.faces.get(before), new.decoder.faces.get(after)
        return compare_scenes(*scenes, (old.build, new.build), say)
    return FaceDifference((say("diff.not_before" if after else "diff.not_now"),))


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
    sizes = [f"{face.width:g} × {face.height:g}" for face in (old, new)]
    if (old.width, old.height) != (new.width, new.height):
        statements.append(say("said.size", old=sizes[0], new=sizes[1]))
    elif (old.corner, old.outline) != (new.corner, new.outline):
        statements.append(say("said.cut"))
    before, after = (tuple(lasting_leaves(face, build)) for face, build in zip((old, new), builds, strict=True))
    lost, found = _without(before, after), _without(after, before)
    for sort in ("text", "drawing", "picture", "shape"):
        gone, added = ([leaf for _, leaf in leaves if _sort(leaf) == sort] for leaves in (lost, found))
        if gone or added:
            statements.append(_statement(sort, gone, added, say))
    return FaceDifference(
        statements=tuple(statements) or (say("said.order"),),
        old_rings=_rings(lost, old),
        new_rings=_rings(found, new),
        old_leaves=tuple(number for number, _ in lost if number >= 0),
        new_leaves=tuple(number for number, _ in found if number >= 0),
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


def _sort(leaf: Leaf) -> str:
    return {Text: "text", Use: "drawing", Image: "picture"}.get(type(leaf.item), "shape")


def _statement(sort: str, lost: Sequence[Leaf], found: Sequence[Leaf], say: ChangeWords) -> str:
    """What became of the leaves of one sort."""
    name = say(f"sorts.{sort}")
    if [_content(leaf) for leaf in lost] == [_content(leaf) for leaf in found]:
        shifts = {_shift(*pair) for pair in zip(lost, found, strict=True)}
        dx, dy = shifts.pop()
        same_clips = [leaf.around for leaf in lost] == [leaf.around for leaf in found]
        if shifts or ((dx, dy) == (0, 0) and sort == "text" and same_clips):
            return say("said.set", sort=name)
        return say("said.moved", sort=name, way=_way(dx, dy, say)) if dx or dy else say("said.outline", sort=name)
    if sort == "text":
        old, new = (
            " ".join(" ".join(as_read(leaf.item.text) for leaf in leaves if isinstance(leaf.item, Text)).split())
            for leaves in (lost, found)
        )
        if old == new:
            return say("said.set", sort=name)
        old, new = shorten(old, new)
        return say("said.text", old=old, new=new)
    if not lost or not found:
        return say("said.more" if found else "said.less", sort=name)
    colours = {_colours(*pair) for pair in zip(lost, found, strict=False)}
    pair = colours.pop() if len(colours) == 1 and len(lost) == len(found) else None
    return say("said.colour", sort=name, old=pair[0], new=pair[1]) if pair else say("said.other", sort=name)


def _content(leaf: Leaf) -> object:
    """What an item shows, wherever it lies."""
    item = leaf.item
    match item:
        case Text():
            return item.text, item.font, item.size, item.colour, leaf.matrix[:4]
        case Use():
            return item.art.key, leaf.matrix[:4]
        case Image(box=box):
            return item.key, box.width, box.height
        case Rect(box=box) | Ellipse(box=box):
            return type(item).__name__, box.width, box.height, item.fill, item.stroke, leaf.matrix[:4]
        case _:
            box = leaf.box
            return type(item).__name__, round(box.width, 2), round(box.height, 2), getattr(item, "fill", None)


def _shift(old: Leaf, new: Leaf) -> tuple[float, float]:
    return round(new.box.x - old.box.x, 2), round(new.box.y - old.box.y, 2)


def _way(dx: float, dy: float, say: ChangeWords) -> str:
    """`1 mm left, 2 mm up`."""
    across = say("ways.right" if dx > 0 else "ways.left", mm=f"{abs(dx):g}")
    along = say("ways.down" if dy > 0 else "ways.up", mm=f"{abs(dy):g}")
    return ", ".join(text for text, length in ((across, dx), (along, dy)) if length)


def _colours(old: Leaf, new: Leaf) -> tuple[str, str] | None:
    """The colours of a shape whose plain fill changed in its place."""
    one, other = getattr(old.item, "fill", None), getattr(new.item, "fill", None)
    recoloured = isinstance(one, str) and isinstance(other, str) and one != other and old.box == new.box
    return (str(one), str(other)) if recoloured else None


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
