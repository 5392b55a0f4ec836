"""Printing what changed since an earlier build: new and changed pieces, and the list of what to swap."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec

from pnp.changes.carried import packed_records
from pnp.changes.pairs import Change, changes
from pnp.changes.snapshot import Named, Snapshot, SnapshotError, read, taken
from pnp.changes.swap_list import Side, Swap, SwapList, draw_swap_list
from pnp.changes.told import Told, told
from pnp.changes.words import Words, spans, words
from pnp.kit import Kit
from pnp.output.built import NothingWantedError
from pnp.output.manifest import PieceEntry
from pnp.sheet.booklet import booklet_paper
from pnp.sheet.options import BadOptionError, Options
from pnp.sheet.plan import FilePlan, OutputFile
from pnp.sheet.selection import Rows, Selection
from pnp.sheet.words import GuideWords
from pnp.text.markup import escape_markup

BACK = "back"
CARDS = ("card", "")
"""Kinds of what may lie in sleeves; "" where nobody knows it any more."""


class _Places(msgspec.Struct, frozen=True):
    """Where the copies of a piece lie: what its file is called, if there are several, and (sheet, place) from 1; and
    whether it is printed in tiles."""

    spots: tuple[tuple[str, int, int], ...] = ()
    tiled: bool = False


class Since:
    """What changed since an earlier build, whose folder or manifest `path` is."""

    name = "changed"

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kit: Kit
        self._old: Snapshot
        self._new: Snapshot
        self._changes: dict[str, tuple[Change, ...]] = {}
        self._without: frozenset[str] = frozenset()
        self._left: tuple[PieceEntry, ...] = ()

    def look(self, kit: Kit, options: Options, selection: Selection) -> None:
        """Lays out the whole kit and compares it with what was. Raises as `Narrowing.look` does."""
        if selection.partial:
            raise BadOptionError("--only names the pieces, --changed-since finds them: leave out one of the two")
        if "pdf" not in options.formats:
            raise BadOptionError("--changed-since prints what goes into the box: add pdf to --format")
        try:
            self._old = read(self._path, kit.id)
        except SnapshotError as error:
            raise BadOptionError(f"--changed-since: {error}") from None
        strange = [one for one in options.printed_languages(kit.languages) if one not in self._old.languages]
        if strange:
            known, wanted = ", ".join(self._old.languages), ", ".join(strange)
            message = f"{self._path} was printed in {known}, not in {wanted}: print that whole, without --changed-since"
            raise BadOptionError(f"--changed-since: {message}; and with it --language {known.replace(' ', '')}")
        self._kit, self._without = kit, selection.without
        self._new = taken(kit, options, selection=selection)
        self._changes = {
            language: changes(self._old, self._new, language, self._without) for language in self._new.languages
        }
        others = set(kit.languages) - set(self._new.languages)
        self._left = tuple(
            piece for piece in self._old.pieces if piece.component in self._without or piece.language in others
        )
        if not any(self._changes.values()):
            raise NothingWantedError(f"nothing changed since build {self._old.build}: every piece is the same")

    @property
    def pieces(self) -> tuple[PieceEntry, ...]:
        return (*self._new.pieces, *self._left)

    @property
    def packed(self) -> bytes:
        return self._new.packed + packed_records(self._old, self._left, self._new.decoder.faces)

    def chosen(self, language: str | None) -> Selection:
        """The rows of what is new and changed, with the copies that are wanted; of any language the most."""
        found = (change for spoken, those in self._changes.items() if language in (None, spoken) for change in those)
        return put_in(self._kit, found, self._without)

    def beside(self, plan: FilePlan, files: Sequence[OutputFile]) -> tuple[OutputFile, ...]:
        """The swap list of a language, if anything changed in it."""
        language = plan.layout.language
        if not self._changes[language]:
            return ()
        paper = booklet_paper(plan.paper)
        listed = self._listed(plan, files)
        return (
            OutputFile(
                name=plan.name(paper.name, "swap-list"),
                what="swap-list",
                title=plan.titled(words(language, plan.layout.own_words).swap.title),
                paper=paper.name,
                pages=partial(draw_swap_list, listed, plan.layout.sheet_fonts),
            ),
        )

    def _listed(self, plan: FilePlan, files: Sequence[OutputFile]) -> SwapList:
        language = plan.layout.language
        say = words(language, plan.layout.own_words)
        found = self._changes[language]
        places = _places(plan, files)
        backed = tuple(self._new_backs(found, language))
        rows = [self._every(component, found, say, language) for component in backed]
        rows += [
            self._swap(told(change, self._old, self._new, language), say, places, language)
            for change in found
            if change.component not in backed
        ]
        titles = (escape_markup(self._new.components[component].titled(language)) for component in backed)
        return SwapList(
            imprint=plan.imprint,
            old_build=self._old.build,
            paper=booklet_paper(plan.paper),
            rows=tuple(rows),
            remarks=tuple(say.swap.backs.format(title=title) for title in titles),
            take_out=sum(change.take_out for change in found),
            put_in=sum(change.put_in for change in found),
            sheets=sum(file.job.new_sheets for file in files if file.job),
            cuts=sum(file.job.cuts for file in files if file.job),
            box=(_in_box(self._old.pieces, language), _in_box(self.pieces, language)),
            sleeved=self._may_be_sleeved(found),
        )

    def _may_be_sleeved(self, found: Sequence[Change]) -> bool:
        """Whether nothing has to be taken out of sleeves: each card that goes has one of its size that comes, to stand
        before it, and none shows another back."""
        cards = [change for change in found if self._named(change.component).kind in CARDS]
        return any(change.take_out for change in cards) and not any(
            BACK in change.sides or change.take_out > change.put_in or self._resized(change) for change in cards
        )

    def _named(self, component: str) -> Named:
        """A component as it is now, or was; of one that is gone its kind may be unknown."""
        return self._new.components.get(component) or self._old.components[component]

    def _resized(self, change: Change) -> bool:
        """Whether a piece has another size than it had, as far as that was kept."""
        states = ((self._old, change.old), (self._new, change.new))
        kept = (state.decoder.faces.get(face) for state, piece in states if piece for face in piece.faces.values())
        return len({(face.width, face.height) for face in kept if face}) > 1

    def _new_backs(self, found: Sequence[Change], language: str) -> Iterator[str]:
        """The components of several pieces that all have another back, the same one; new ones have it, too."""
        there = [piece for piece in self._new.pieces if piece.language == language and piece.copies]
        for component in dict.fromkeys(change.component for change in found):
            own = {change.key: change for change in found if change.component == component and change.new}
            lasting = [change for change in own.values() if change.old]
            backs = {change.old.faces.get(BACK) for change in lasting if change.old}
            alike = len(backs) == len({c.new.faces.get(BACK) for c in own.values() if c.new}) == 1
            every = all(piece.key in own for piece in there if piece.component == component)
            if len(lasting) > 1 and alike and every and all(BACK in change.sides for change in lasting):
                yield component

    def _every(self, component: str, found: Sequence[Change], say: Words, language: str) -> Swap:
        """One row for a component whose back is another one."""
        own = [change for change in found if change.component == component]
        change = next(change for change in own if BACK in change.sides)
        name = say.swap.every.format(title=self._new.components[component].titled(language))
        out, put = sum(c.take_out for c in own), sum(c.put_in for c in own)
        return Swap(
            old=self._side(self._old, change.old, (BACK,), name, say.count(out, say.pieces)),
            new=self._side(self._new, change.new, (BACK,), name, say.count(put, say.pieces)),
            why=(told(change, self._old, self._new, language).on_side(BACK, say),),
        )

    def _swap(self, one: Told, say: Words, places: Mapping[tuple[str, str], _Places], language: str) -> Swap:
        change = one.change
        where = _where(places.get((change.component, change.key), _Places()), say)
        title = f"{self._named(change.component).titled(language)} · " if one.key else ""
        old = new = None
        if change.take_out:
            below = f"{title}{say.count(change.take_out, say.pieces)}"
            old = self._side(self._old, change.old, change.sides, one.old_title, below)
        if change.put_in:
            below = f"{title}{say.count(change.put_in, say.pieces)}\n{where}"
            new = self._side(self._new, change.new, change.sides, one.title, below)
        return Swap(old, new, self._why(one, say))

    def _why(self, one: Told, say: Words) -> tuple[str, ...]:
        change = one.change
        if change.old is None:
            return (say.swap.fresh,)
        if change.new is None:
            return (say.swap.gone,)
        if not change.renewed:
            more = change.put_in
            return (say.swap.more.format(n=more) if more else say.swap.fewer.format(n=change.take_out),)
        return one.statements(say)

    def _side(self, snapshot: Snapshot, piece: PieceEntry | None, sides: Sequence[str], name: str, below: str) -> Side:
        """Shown by the first of these sides that it has."""
        faces = piece.faces if piece else {}
        fingerprint = faces.get(next((side for side in (*sides, *faces) if side in faces), ""), "")
        try:
            scene = snapshot.scene(fingerprint)
        except SnapshotError as error:
            raise BadOptionError(f"--changed-since: {error}") from None
        return Side(name, below, scene, kept=scene is not None or not fingerprint)


def put_in(kit: Kit, found: Iterable[Change], without: frozenset[str] = frozenset()) -> Selection:
    """The rows of what is new and changed, with the copies that are wanted; of one that is told twice the more."""
    wanted: dict[str, dict[str, Change]] = defaultdict(dict)
    for change in found:
        told = wanted[change.component].get(change.key)
        if change.put_in > (told.put_in if told else 0):
            wanted[change.component][change.key] = change
    chosen: dict[str, Rows] = {}
    copies: dict[tuple[str, str], tuple[int, ...]] = {}
    for component in kit.components:
        those = wanted.get(component.id, {})
        rows = Selection().expand(kit, component) if those else ()
        keys = ((row, row.key if row else "") for row, _ in rows)
        named = {(component.id, key): change.copies for key, change in those.items() if change.copies}
        found_rows = tuple((row, those.pop(key).put_in) for row, key in keys if key in those)
        if found_rows:
            chosen[component.id] = found_rows
            copies |= named
    return Selection(chosen, without, copies)


def _in_box(pieces: Iterable[PieceEntry], language: str) -> int:
    """How many pieces there are."""
    return sum(piece.copies for piece in pieces if piece.language == language)


def _places(plan: FilePlan, files: Sequence[OutputFile]) -> dict[tuple[str, str], _Places]:
    """Where each piece lies, by its component and key; places are counted as one reads."""
    found: dict[tuple[str, str], _Places] = {}
    cut = [file for file in files if file.sheets]
    named = _named(cut, plan.imprint.say.guide)
    for file, called in zip(cut, named, strict=True):
        for number, sheet in enumerate(file.sheets, start=1):
            lying = sorted(sheet.placements, key=lambda placed: (round(placed.front.y), placed.front.x))
            for place, placement in enumerate(lying, start=1):
                part = placement.part
                known = found.get((part.of, part.key), _Places())
                found[part.of, part.key] = _Places((*known.spots, (called, number, place)))
    tiled = {file.name for file in files if file.what == "tiles"}
    for component in plan.kit.components:
        if plan.name(plan.paper.name, component.id, "tiles") in tiled:
            rows = plan.selection.expand(plan.kit, component)
            found.update({(component.id, row.key if row else ""): _Places(tiled=True) for row, _ in rows})
    return found


def _named(files: Sequence[OutputFile], say: GuideWords) -> Iterator[str]:
    """What each file of sheets is called beside the others: its stock, and with another of that its sides."""
    stocks = Counter(file.sheets[0].stock for file in files)
    for file in files:
        stock = file.sheets[0].stock
        names = [say.stocks[stock].partition(",")[0]] if len(files) > 1 else []
        names += [say.sides.one if file.backs == "none" else say.sides.both] if stocks[stock] > 1 else []
        yield ", ".join(names)


def _where(places: _Places, say: Words) -> str:
    """`sheet 1, place 3`; of many copies, sheet by sheet."""
    if not places.spots:
        return say.swap.tiles if places.tiled else say.swap.printed
    sheets: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for file, sheet, place in places.spots:
        sheets[file, sheet].append(place)
    texts = []
    for (file, sheet), numbers in sheets.items():
        listed = spans(numbers)
        form = say.swap.place if len(numbers) == 1 else say.swap.places
        where = form.format(sheet=sheet, place=listed, places=listed)
        texts.append(f"{file}, {where}" if file else where)
    return "; ".join(texts)
