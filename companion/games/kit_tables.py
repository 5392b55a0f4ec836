"""Tables of a kit, read by the rules of its game (cards/*/*.csv)."""

from __future__ import annotations

import csv

from pnp.kits import collection

Row = dict[str, str]


def read_rows(game: str, name: str) -> list[Row]:
    text = (collection() / game / name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def read_names(rows: list[Row], kind: str = "name") -> dict[str, dict[str, str]]:
    """Returns language to id to text, for every ``<kind>.<language>`` column."""
    columns = [column for column in rows[0] if column.startswith(f"{kind}.")]
    return {column.partition(".")[2]: {row["id"]: row[column] for row in rows} for column in columns}
