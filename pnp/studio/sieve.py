"""Which faces are shown, and in which order: a word or a condition, what changed, what is remarkable."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches

import msgspec

from pnp.kit import Kit, Record
from pnp.kit.bindings import parse_condition
from pnp.kit.rows import check_condition, row_test
from pnp.kit.structs import BadValueError
from pnp.studio.proof import FaceId, Shown

_SIGNS = "=<>!"


class Sieve(msgspec.Struct, frozen=True):
    """What a filter lets through; `fault` and `hint` say what is wrong with it, if something is."""

    holds: Callable[[Shown], bool]
    fault: str = ""
    hint: str = ""


def sieve(text: str, kit: Kit) -> Sieve:
    """A filter: a condition over columns, or else words that names and cells hold."""
    if not text:
        return Sieve(lambda shown: True)
    if any(sign in text for sign in _SIGNS):
        return _condition(text, kit)
    parts = text.casefold().split()
    return Sieve(lambda shown: all(part in _said(shown) for part in parts))


def _condition(text: str, kit: Kit) -> Sieve:
    tests: dict[str, Callable[[Record], bool]] = {}
    fault: BadValueError | None = None
    try:
        condition = parse_condition(text)
    except BadValueError as error:
        return Sieve(lambda shown: False, error.message, error.hint)
    for table in kit.tables.values():
        try:
            check_condition(condition, table, kit.tables)
        except BadValueError as error:
            fault = fault or error
        except KeyError as error:  # a name that is no column of this table
            known = [*table.columns]
            close = get_close_matches(str(error.args[0]), known, n=1)
            hint = f"{close[0]}?" if close else ", ".join(known[:12])
            if fault is None or close:
                fault = BadValueError(f"names {error.args[0]}, which is no column", hint)
        else:
            tests[table.name] = row_test(condition, kit.tables)
    if not tests:
        return Sieve(lambda shown: False, fault.message if fault else "", fault.hint if fault else "")
    tables = {component.id: component.each for component in kit.components}

    def holds(shown: Shown) -> bool:
        table = tables.get(shown.component, "")
        record = kit.tables[table].by_key.get(shown.key) if table in tests else None
        try:
            return record is not None and tests[table](record)
        except BadValueError:  # of this row alone
            return False

    return Sieve(holds)


def nearest(text: str, faces: Iterable[Shown]) -> str:
    """The title that a word may have meant, where no face has it."""
    titles = {shown.title.casefold(): shown.title for shown in faces}
    close = get_close_matches(text.casefold(), titles, n=1, cutoff=0.6)
    return titles[close[0]] if close else ""


def _said(shown: Shown) -> str:
    return " ".join((shown.title, shown.key, shown.component, *shown.cells.values())).casefold()


def changed_by(now: Shown, before: Mapping[FaceId, Shown]) -> tuple[str, ...] | None:
    """What made a face different from what it was: columns, else what draws on it; None if it is the same."""
    old = before.get(now.id)
    if old is None:
        return ()
    if old.fingerprint == now.fingerprint:
        return None
    cells = tuple(name for name, text in now.cells.items() if old.cells.get(name, "") != text)
    if cells:
        return cells
    known = set(old.draws.values())  # by what was drawn, for a line more moves the places of all that follow
    return tuple(place for place, drawn in now.draws.items() if drawn not in known)


def extremes(faces: Sequence[Shown]) -> dict[FaceId, tuple[str, str]]:
    """Faces that speak for all others, by what is remarkable about them: `longest`, `shortest`, `empty`, and the
    column."""
    found: dict[FaceId, tuple[str, str]] = {}
    columns: defaultdict[str, list[Shown]] = defaultdict(list)
    for shown in faces:
        if shown.side == faces[0].side:
            for column in shown.cells:
                columns[column].append(shown)
    for column, those in columns.items():
        if all(shown.cells[column] == shown.key for shown in those):  # a name for the files, which nobody reads
            continue
        lengths = {shown.id: len(shown.cells[column]) for shown in those}
        if len(set(lengths.values())) < 2:
            continue
        filled = [shown for shown in those if lengths[shown.id]]
        longest = max(filled, key=lambda shown: lengths[shown.id])
        shortest = min(filled, key=lambda shown: lengths[shown.id])
        found.setdefault(longest.id, ("longest", column))
        found.setdefault(shortest.id, ("shortest", column))
        empty = next((shown for shown in those if not lengths[shown.id]), None)
        if empty:
            found.setdefault(empty.id, ("empty", column))
    return found
