"""Compares two states of a kit: changed pieces, how many to swap, and the differences of their faces in words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art.paths import extent
from pnp.build.manifest import PieceEntry
from pnp.build.pieces import Leaf, RowRecord, list_lasting_leaves
from pnp.diff.snapshot import Snapshot, SnapshotError, choose_language
from pnp.kit.model import Language, Tree
from pnp.kit.word_files import NONE, OTHERWISE, find_text, read_press_texts, spoken
from pnp.scene import Box, Image, Rect, Scene, Text, Use

Kind: TypeAlias = Literal["changed", "new", "gone"]
KINDS: tuple[Kind, ...] = ("changed", "new", "gone")
"""In the order of reports."""
ALIKE = 12
"""More pieces that changed in the same way are reported as one group."""
MOST_STATEMENTS = 4
LONGEST = 60
"""Characters of a text that is shown whole; of a longer one, those around what differs."""
PAGE = "page-"
"""Prefix of the sides of leaflets."""
SORTS = {Text: "text", Use: "drawing", Image: "picture"}
RING_PAD = 0.8
"""From what differs to its ring, mm."""
MOST_RINGS = 12
"""If a face had more, one ring surrounds all of them."""


class ChangeWords:
    """The texts of one language with a kit's replacements; English where the press lacks the language."""

    def __init__(self, language: Language, own: Tree = NONE) -> None:
        self.language = language if language in spoken("diff") else OTHERWISE
        self._texts = read_press_texts("diff", language, own)

    def __call__(self, path: str, **values: object) -> str:
        """Returns a text by its path, such as `swap.title`, with its values filled in."""
        return str(self.get(path)).format(**values)

    def get(self, path: str) -> Any:
        """Returns a text, list or table by its path."""
        return find_text(self._texts, tuple(path.split(".")))

    def count(self, path: str, number: int) -> str:
        """Returns a number with its noun in singular or plural."""
        return str(self.get(path)[0 if number == 1 else 1]).format(n=number)

    def sides(self, names: Sequence[str]) -> str:
        """Returns the names of sides of a piece; several pages by their numbers."""
        pages = [int(name.removeprefix(PAGE)) for name in names if name.startswith(PAGE)]
        if len(pages) > 1 and len(pages) == len(names):
            return self("pages", pages=format_ranges(pages))
        known = self.get("sides")
        return ", ".join(
            self("page", n=name.removeprefix(PAGE)) if name.startswith(PAGE) else known.get(name, name)
            for name in names
        )


def format_ranges(numbers: Iterable[int]) -> str:
    """Formats increasing numbers, with ranges for three or more in a row: `1, 2, 5–11`."""
    found: list[str] = []
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        found += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(str, run)
    return ", ".join(found)


def shorten(old: str, new: str) -> tuple[str, str]:
    """Shortens two long texts to LONGEST characters with their first difference, from the start of a word."""
    if max(len(old), len(new)) <= LONGEST:
        return old, new
    pairs = enumerate(zip(old, new, strict=False))
    start = next((number for number, (a, b) in pairs if a != b), min(len(old), len(new)))
    first = max(0, start - LONGEST // 2)
    if first:
        first = max(first, old.find(" ", first, start) + 1)

    def excerpt(text: str) -> str:
        shown = text[first : first + LONGEST].strip()
        return ("…" if first else "") + shown + ("…" if len(text) > first + LONGEST else "")

    return excerpt(old), excerpt(new)


class CellChange(msgspec.Struct, frozen=True):
    column: str
    old: str
    new: str


class FaceDifference(msgspec.Struct, frozen=True):
    """Differences on one side: statements, and boxes around them in mm from the trim."""

    statements: tuple[str, ...]
    old_rings: tuple[Box, ...] = ()
    new_rings: tuple[Box, ...] = ()


class PieceChange(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A piece that changed, is new or is gone.

    `take_out` and `put_in` count copies. `made` are changes of kind and stock; the rest describes the change.
    """

    component: str
    old: PieceEntry | None = None
    new: PieceEntry | None = None
    take_out: int = 0
    put_in: int = 0
    title: str = ""
    old_title: str = ""
    place: str = ""
    cells: tuple[CellChange, ...] = ()
    made: tuple[CellChange, ...] = ()
    differences: Mapping[str, FaceDifference] = {}
    statements: tuple[str, ...] = ()
    copies_statements: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        return "gone" if not self.new else "changed" if self.old else "new"

    @property
    def pieces(self) -> tuple[PieceEntry, ...]:
        """The new and the old piece, as far as they exist."""
        return tuple(piece for piece in (self.new, self.old) if piece)

    @property
    def key(self) -> str:
        return self.pieces[0].key

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that differ; none if only the number of copies does."""
        if not (self.old and self.new and self.take_out and self.put_in):
            return ()
        names = dict.fromkeys((*self.new.faces, *self.old.faces))
        return tuple(name for name in names if self.old.faces.get(name) != self.new.faces.get(name))

    @property
    def renewed(self) -> bool:
        """Whether the piece itself differs, not only its number of copies."""
        return bool(self.sides or self.made)


class Comparison(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """Changes in one language.

    `groups` are sets of pieces with the same change, for example a moved drawing of a shared face, then single pieces.
    `total` counts the pieces of both states.
    """

    old: Snapshot
    new: Snapshot
    language: str
    say: ChangeWords
    changes: tuple[PieceChange, ...]
    groups: tuple[tuple[PieceChange, ...], ...]
    total: int

    def of(self, kind: Kind, component: str = "") -> tuple[PieceChange, ...]:
        return tuple(one for one in self.changes if one.kind == kind and component in ("", one.component))

    @property
    def unchanged(self) -> str:
        """The titles of unchanged components."""
        changed = {change.component for change in self.changes}
        present = dict.fromkeys(piece.component for piece in self.new.pieces if piece.language == self.language)
        return ", ".join(self.title_of(component) for component in present if component not in changed)

    def title_of(self, *components: str) -> str:
        """Returns the titles of some components, each once."""
        known = {**self.old.components, **self.new.components}
        return ", ".join(choose_language(known.get(one, {}), self.language, one) for one in dict.fromkeys(components))

    def summary(self) -> Iterator[tuple[Kind, str, str]]:
        """Yields for each kind and component: the kind, the number in words, and the pieces."""
        for kind in KINDS:
            for component in dict.fromkeys(one.component for one in self.of(kind)):
                own = self.of(kind, component)
                names = ", ".join(one.title for one in own) if len(own) <= 3 and own[0].key else ""
                title = self.title_of(component)
                about = f"{title}: {names}" if names and names != title else title
                yield kind, f"{len(own)} {self.say.count(f'report.forms.{kind}', len(own))}", about


def compare(
    old: Snapshot, new: Snapshot, language: str, say: ChangeWords | None = None, without: Collection[str] = ()
) -> Comparison:
    """Compares two states in one language; components that were left out do not count as gone.

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
    groups = [group for group in alike.values() if len(group) > ALIKE]
    groups += [[change] for change in changes if not any(change in group for group in groups)]
    return Comparison(
        old=old,
        new=new,
        language=language,
        say=say,
        changes=changes,
        groups=tuple(map(tuple, groups)),
        total=len(after) + sum(change.kind == "gone" for change in changes),
    )


# --- pieces ---------------------------------------------------------------------------------------------


def find_changes(before: Sequence[PieceEntry], after: Sequence[PieceEntry]) -> list[PieceChange]:
    """Returns the changes of one language, not yet described: changed, new and gone pieces, in kit order.

    Copies are matched by their faces, first with those of their own row, then with any other: rows without keys are
    numbered, and re-sorting a table changes nothing on paper.
    """
    found: list[PieceChange] = []
    for component in dict.fromkeys(piece.component for piece in (*after, *before)):
        old, new = ({one.key: one for one in pieces if one.component == component} for pieces in (before, after))
        going, coming = ({key: piece.copies for key, piece in pieces.items()} for pieces in (old, new))
        twins: defaultdict[object, list[str]] = defaultdict(list)
        for key, piece in old.items():
            twins[_likeness(piece)].append(key)
        matches = [(key, old_key) for key, piece in new.items() for old_key in twins[_likeness(piece)]]
        for key, old_key in sorted(matches, key=lambda match: match[0] != match[1]):
            same = min(going[old_key], coming[key])
            going[old_key] -= same
            coming[key] -= same
        for key, piece in new.items():
            own = twins[_likeness(piece)] or ([key] if going.get(key) else [])
            was = old[key if key in own else own[0]] if own else None
            take_out = sum(going.pop(one, 0) for one in own)
            found.append(PieceChange(component=component, old=was, new=piece, take_out=take_out, put_in=coming[key]))
        found += [PieceChange(component=component, old=old[key], take_out=copies) for key, copies in going.items()]
    return [one for kind in KINDS for one in found if one.kind == kind and (one.put_in or one.take_out)]


def _likeness(piece: PieceEntry) -> object:
    return frozenset(piece.faces.items()), piece.kind, piece.stock


# --- descriptions ---------------------------------------------------------------------------------------


def _describe(change: PieceChange, old: Snapshot, new: Snapshot, language: str, say: ChangeWords) -> PieceChange:
    """Returns the change with names, cells, differences of its faces, and statements."""
    before = old.row(change.component, change.old.key, language) if change.old else None
    after = new.row(change.component, change.new.key, language) if change.new else None
    titles = new.components.get(change.component) or old.components.get(change.component, {})
    title = {language: choose_language(titles, language, change.component)}
    rowless = RowRecord(component=change.component, key="", title=title, place="", cells={})
    row = after or before or rowless
    cells: tuple[CellChange, ...] = ()
    made: tuple[CellChange, ...] = ()
    copies: tuple[str, ...] = ()
    if before and after:
        foreign = tuple(f".{one}" for one in titles if one != language)
        cells = _compare_cells(before.cells, after.cells, foreign)
    differences: dict[str, FaceDifference] = {}
    if change.old and change.new:
        was, now = ({"kind": piece.kind, "stock": piece.stock} for piece in (change.old, change.new))
        made = _compare_cells(was, now)
        numbers = str(change.old.copies), str(change.new.copies)
        if numbers[0] != numbers[1] and not any((cell.old, cell.new) == numbers for cell in cells):
            copies = (say("copies", old=numbers[0], new=numbers[1]),)
        for side in change.sides:
            faces = change.old.faces.get(side), change.new.faces.get(side)
            if faces[0] and faces[1]:
                scenes = old.decoder.faces.get(faces[0]), new.decoder.faces.get(faces[1])
                differences[side] = compare_scenes(*scenes, (old.build, new.build), say)
            else:
                differences[side] = FaceDifference((say("report.not_before" if faces[1] else "report.not_now"),))
    return replace(
        change,
        title=row.title.get(language, row.key),
        old_title=(before or rowless).title.get(language, (before or rowless).key),
        place=row.place,
        cells=cells,
        made=made,
        differences=differences,
        statements=(*_describe_cells(made), *_describe_differences(cells, differences, say)),
        copies_statements=copies,
    )


def _compare_cells(
    old: Mapping[str, str], new: Mapping[str, str], without: tuple[str, ...] = ()
) -> tuple[CellChange, ...]:
    columns = [name for name in dict.fromkeys((*new, *old)) if not name.endswith(without)]
    cells = (CellChange(name, old.get(name, ""), new.get(name, "")) for name in columns)
    return tuple(cell for cell in cells if cell.old != cell.new)


def _describe_cells(cells: Iterable[CellChange]) -> Iterator[str]:
    for cell in cells:
        old, new = shorten(cell.old, cell.new)
        yield f"{cell.column}: {old or '–'} → {new or '–'}"


def _describe_differences(
    cells: Sequence[CellChange], differences: Mapping[str, FaceDifference], say: ChangeWords
) -> tuple[str, ...]:
    """States the difference: the cells if they explain it, else pages, else each side."""
    if cells:
        return tuple(_describe_cells(cells[:MOST_STATEMENTS]))
    if pages := [side for side in differences if side.startswith(PAGE)]:
        return (say.sides(pages),)
    if [*differences] == ["front"]:
        return ("; ".join(differences["front"].statements),)
    found = [f"{say.sides([side])}: {'; '.join(difference.statements)}" for side, difference in differences.items()]
    return (*found[:MOST_STATEMENTS], *(["…"] if len(found) > MOST_STATEMENTS else []))


# --- faces ----------------------------------------------------------------------------------------------


def compare_scenes(old: Scene | None, new: Scene | None, builds: tuple[str, str], say: ChangeWords) -> FaceDifference:
    """Compares two faces without their build ids. None is a face that was not stored."""
    if old is None or new is None:
        return FaceDifference((say("said.kept"),))
    statements: list[str] = []
    if (old.width, old.height) != (new.width, new.height):
        sizes = [f"{face.width:g} × {face.height:g}" for face in (old, new)]
        statements.append(say("said.size", old=sizes[0], new=sizes[1]))
    elif (old.corner, old.outline) != (new.corner, new.outline):
        statements.append(say("said.cut"))
    before, after = (
        [*list_lasting_leaves(face.items, face.codes, build)] for face, build in zip((old, new), builds, strict=True)
    )
    counts = Counter(before), Counter(after)
    lost, added = [*(counts[0] - counts[1]).elements()], [*(counts[1] - counts[0]).elements()]
    for sort in ("text", "drawing", "picture", "shape"):
        gone, fresh = (
            [leaf for leaf in leaves if SORTS.get(type(leaf.item), "shape") == sort] for leaves in (lost, added)
        )
        if gone or fresh:
            statements.append(_describe_items(sort, gone, fresh, say))
    return FaceDifference(tuple(statements) or (say("said.order"),), _merge_boxes(lost, old), _merge_boxes(added, new))


def _describe_items(sort: str, lost: Sequence[Leaf], added: Sequence[Leaf], say: ChangeWords) -> str:
    name = say(f"sorts.{sort}")
    pairs = [*zip(lost, added, strict=False)]
    if [_content(leaf) for leaf in lost] == [_content(leaf) for leaf in added]:
        shifts = {(round(now.box.x - was.box.x, 2), round(now.box.y - was.box.y, 2)) for was, now in pairs}
        dx, dy = shifts.pop()
        if shifts:
            return say("said.set", sort=name)
        ways = (("left", -dx), ("right", dx), ("up", -dy), ("down", dy))
        if way := ", ".join(say(f"ways.{direction}", mm=f"{mm:g}") for direction, mm in ways if mm > 0):
            return say("said.moved", sort=name, way=way)
        clipped = any(was.around != now.around for was, now in pairs)
        return say("said.outline" if clipped or sort != "text" else "said.set", sort=name)
    if sort == "text":
        texts = [" ".join(leaf.item.text for leaf in leaves if isinstance(leaf.item, Text)) for leaves in (lost, added)]
        if texts[0] == texts[1]:
            return say("said.set", sort=name)
        old, new = shorten(*(" ".join(text.split()) for text in texts))
        return say("said.text", old=old, new=new)
    if not lost or not added:
        return say("said.more" if added else "said.less", sort=name)
    fills = {(getattr(was.item, "fill", None), getattr(now.item, "fill", None)) for was, now in pairs}
    before, after = fills.pop()
    recoloured = before != after and isinstance(before, str) and isinstance(after, str) and not fills
    if recoloured and [leaf.box for leaf in lost] == [leaf.box for leaf in added]:
        return say("said.colour", sort=name, old=before, new=after)
    return say("said.other", sort=name)


def _content(leaf: Leaf) -> object:
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


def _merge_boxes(leaves: Iterable[Leaf], face: Scene) -> tuple[Box, ...]:
    """Returns boxes around differences, within the trim; overlapping ones are merged."""
    trim = Box(0.0, 0.0, face.width, face.height)
    joined: list[Box] = []
    for box in (leaf.box.inset(-RING_PAD).common(trim) for leaf in leaves):
        while meeting := [one for one in joined if _area(one.common(box))]:
            joined = [one for one in joined if one not in meeting]
            box = extent(map(Rect, (box, *meeting)))
        joined += [box] if _area(box) else []
    if len(joined) > MOST_RINGS:
        joined = [extent(map(Rect, joined))]
    return tuple(sorted(joined, key=lambda box: (box.y, box.x)))


def _area(box: Box) -> float:
    return box.width * box.height
