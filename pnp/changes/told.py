"""What changed on a piece, in words: the cells of its row where they say it, else what differs on its faces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

import msgspec

from pnp.changes.marks import Difference, Said, difference
from pnp.changes.pairs import Change
from pnp.changes.snapshot import Snapshot
from pnp.changes.words import Words, stretches

PAGE = "page-"
"""How the sides of leaflets begin."""
MOST = 4
"""Statements about one piece; more are not read."""


class Cell(msgspec.Struct, frozen=True):
    """A cell that changed: its column, what it held, and what it holds."""

    column: str
    old: str
    new: str


class Told(msgspec.Struct, frozen=True):
    """A change with all there is to say of it: its name before and now, the sides that differ with how, what it is made
    as (`stock`) if that changed, and the cells that did it, or else the draws of faces (`faces/card.toml:12`), as far
    as they are known."""

    change: Change
    title: str
    old_title: str
    place: str
    cells: tuple[Cell, ...]
    made: tuple[Cell, ...]
    differences: Mapping[str, Difference]
    draws: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return self.change.key

    def statements(self, say: Words) -> tuple[str, ...]:
        """What is different in its row or on its faces, in words; the side is named where it is not the front alone."""
        return (*_in_cells(self.made), *self._statements(say))

    def _statements(self, say: Words) -> tuple[str, ...]:
        if self.cells:
            return tuple(_in_cells(self.cells[:MOST]))
        if pages := [side for side in self.differences if side.startswith(PAGE)]:
            return (say.listed(pages),)
        found = tuple(self._by_side(say))
        return (*found[:MOST], "…") if len(found) > MOST else found

    def on_side(self, side: str, say: Words) -> str:
        """What is different on a side, which is named."""
        return f"{say.side(side)}: {_said(self.differences[side], say)}"

    def copies(self, say: Words) -> tuple[str, ...]:
        """How many there were and are, if that changed and no cell says it."""
        old, new = self.change.old, self.change.new
        if not old or not new or old.copies == new.copies:
            return ()
        numbers = str(old.copies), str(new.copies)
        told = any((cell.old, cell.new) == numbers for cell in self.cells)
        return () if told else (say.copies.format(old=numbers[0], new=numbers[1]),)

    def _by_side(self, say: Words) -> Iterator[str]:
        for side, found in self.differences.items():
            alone = [*self.differences] == ["front"]
            yield _said(found, say) if alone else self.on_side(side, say)


def _said(found: Difference, say: Words) -> str:
    return "; ".join(map(say.says, found.said))


def _in_cells(cells: Iterable[Cell]) -> Iterator[str]:
    for cell in cells:
        old, new = stretches(cell.old, cell.new)
        yield f"{cell.column}: {old or '–'} → {new or '–'}"


def told(change: Change, old: Snapshot, new: Snapshot, language: str) -> Told:
    """Looks at a change."""
    before = old.row(change.component, change.old.key, language) if change.old else None
    after = new.row(change.component, change.new.key, language) if change.new else None
    named = new.components.get(change.component) or old.components.get(change.component)
    title = named.titled(language) if named else ""
    now = after or before
    others = set(named.title if named else ()) - {language}
    cells = tuple(_cells(before.cells, after.cells, others)) if before and after else ()
    differences = dict(_differences(change, old, new))
    return Told(
        change=change,
        title=now.title.get(language, now.key) if now else title,
        old_title=before.title.get(language, before.key) if before else title,
        place=now.place if now else "",
        cells=cells,
        made=tuple(Cell(name, getattr(change.old, name), getattr(change.new, name)) for name in change.made),
        differences=differences,
        draws=() if cells else tuple(_draws(change, differences, old, new)),
    )


def _draws(change: Change, differences: Mapping[str, Difference], old: Snapshot, new: Snapshot) -> Iterator[str]:
    """What drew what is new on a face; where nothing is, what drew what is gone."""
    found: dict[str, None] = {}
    for side, one in differences.items():
        states = ((new, change.new, one.new_items), (old, change.old, one.old_items))
        for state, piece, items in states:
            known = state.draws.get(piece.faces.get(side, ""), ()) if piece else ()
            places = [known[number] for number in items if number < len(known) and known[number]]
            if places:
                found.update(dict.fromkeys(places))
                break
    yield from [*found][:MOST]


def _differences(change: Change, old: Snapshot, new: Snapshot) -> Iterator[tuple[str, Difference]]:
    """What differs on each side, which one of both may not have."""
    if not change.old or not change.new:
        return
    for side in change.sides:
        before, after = change.old.faces.get(side), change.new.faces.get(side)
        if before and after:
            builds = old.build, new.build
            yield side, difference(old.decoder.faces.get(before), new.decoder.faces.get(after), builds)
        else:
            yield side, Difference(said=(Said("fresh" if after else "gone"),))


def _cells(before: Mapping[str, str], after: Mapping[str, str], others: Set[str]) -> Iterator[Cell]:
    """What changed in a row, but for the texts of other languages (`name.es`)."""
    for column in dict.fromkeys((*after, *before)):
        if column.rpartition(".")[2] in others:
            continue
        old, new = before.get(column, ""), after.get(column, "")
        if old != new:
            yield Cell(column, old, new)
