"""Conditions that ask whether a column is filled whose cells say yes and no: a cell that says no is filled, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pnp.findings import Finding, Findings, Place
from pnp.kit.expressions import Binding, Negation, Node, Operation, parse_test
from pnp.kit.model import AnyComponent, Face, Table
from pnp.kit.structs import BadValueError, shown

_YES = frozenset({"yes", "true", "sí", "ja", "wahr", "oui", "vrai", "verdadero", "vero"})
_NO = frozenset({"no", "false", "nein", "falsch", "non", "faux", "falso"})
"""What spreadsheets write of a truth, and people: workbooks and CSV files in some languages."""
_WORDS = _YES | _NO


def check_truths(
    components: Iterable[AnyComponent],
    faces: Mapping[str, Face],
    tables: Mapping[str, Table],
    file: str,
    findings: Findings,
) -> None:
    """Notes a warning for each such condition, of components (in the kit's `file`) and of faces."""
    said = {name: dict(_said(table)) for name, table in tables.items()}
    for component in components:
        try:
            node = parse_test(component.where) if component.where else None
        except BadValueError:
            node = None  # which is an error of its own
        _note(node, said.get(component.each, {}), Place(file, component.line, "where"), findings)
    everywhere = {column: words for columns in said.values() for column, words in columns.items()}
    for face in faces.values():
        own = {column: words for column, words in everywhere.items() if column not in face.inputs}
        for draw in face.draws if own else ():
            for key, condition in (("when", draw.when), ("where", draw.where)):
                _note(condition.node if condition else None, own, Place(face.file, draw.row, key), findings)


def _said(table: Table) -> Iterator[tuple[str, tuple[str, str]]]:
    """Columns whose cells say yes and no and nothing else, with these two words as they stand there."""
    for column, kind in table.columns.items():
        if kind.sort not in ("text", "choice") or kind.many:
            continue
        cells = [cell for row in table.rows if (cell := row.values.get(column))]
        if all(isinstance(cell, str) and cell.lower() in _WORDS for cell in cells):
            words = list(map(str, cells))
            no = next((word for word in words if word.lower() in _NO), "")
            if no:
                yield column, (next((word for word in words if word.lower() in _YES), "yes"), no)


def _note(node: Node | None, said: Mapping[str, tuple[str, str]], place: Place, findings: Findings) -> None:
    for column in dict.fromkeys(_asked(node)):
        if column in said:
            yes, no = said[column]
            message = f"asks whether {column} is filled, which it is where it says {shown(no)}, too"
            hint = f'{place.column} = "{column} = {yes}", or leave the cells empty that say {no}'
            findings.add(Finding("warning", "yes-or-no", place, message, hint))


def _asked(node: Node | None) -> Iterator[str]:
    """The columns of which it is asked whether they are filled."""
    match node:
        case Binding(path=(column,) | ("item", column)):
            yield column
        case Negation(of=of):
            yield from _asked(of)
        case Operation(sign="and" | "or", left=left, right=right):
            yield from _asked(left)
            yield from _asked(right)
