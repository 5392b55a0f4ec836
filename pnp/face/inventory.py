"""The table `components` that faces of every kit can use: what is in the box, and how many of each."""

from __future__ import annotations

from pnp.kit.columns import TEXT, ColumnType
from pnp.kit.model import AnyComponent, Kit, Record, Table, Value
from pnp.kit.rows import expand

NAME = "components"
COLUMNS = {"id": TEXT, "kind": TEXT, "title": TEXT, "stock": TEXT, "count": ColumnType("count")}


def inventory(kit: Kit) -> Table:
    """A row for each component of a kit, in the order of kit.toml, keyed by its id; `count` is all its pieces."""
    rows = tuple(_row(kit, component) for component in kit.components)
    return Table(NAME, kit.file, "id", COLUMNS, rows, {row.key: row for row in rows})


def _row(kit: Kit, component: AnyComponent) -> Record:
    values: dict[str, Value] = {
        "id": component.id,
        "kind": component.kind,
        "title": component.title,
        "stock": component.stock,
        "count": sum(copies for _, copies in expand(kit, component)),
    }
    return Record(NAME, component.id, component.line, values)
