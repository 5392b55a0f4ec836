"""Tables that are products of others: a row for each suit with each rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod

import msgspec

from pnp.kit import bounds
from pnp.kit.columns import TEXT, ColumnType
from pnp.kit.hints import accepted
from pnp.kit.model import Record, Table
from pnp.kit.sheets import KEY
from pnp.kit.source import Document, Source
from pnp.kit.structs import no_unknown_keys, shown

LEAST, MOST = 2, 4
KIT_FILE = "kit.toml"
"""Where a product's rows stand, as far as they stand anywhere."""


class Product(msgspec.Struct, frozen=True):
    """What kit.toml says of such a table."""

    name: str
    factors: tuple[str, ...]


def read_products(kit: Document) -> list[Product]:
    """The products that kit.toml declares; what is wrong with them is noted."""
    declared = kit.values.get("table", {})
    if not isinstance(declared, dict):
        return []
    known = [name for name, entry in declared.items() if not is_product(entry)]
    found = [
        _product(name, entry, known, kit.source)
        for name, entry in declared.items()
        if isinstance(entry, dict) and is_product(entry)
    ]
    return [one for one in found if one is not None]


def is_product(entry: object) -> bool:
    """Is a table made of others?"""
    return isinstance(entry, dict) and "product" in entry


def multiplied(products: list[Product], tables: dict[str, Table], source: Source) -> None:
    """Adds the products to the tables that they are made of. The rows of each follow the first factor's; `{suits.name}`
    is the row of the first, and so on. Factors that could not be read have said so themselves."""
    for one in products:
        factors = [tables[name] for name in one.factors if name in tables]
        if len(factors) < len(one.factors):
            continue
        path = ("table", one.name, "product")
        count = prod(len(factor.rows) for factor in factors)
        if count > bounds.ROWS.most:
            message = f"comes to {count} rows, more than {bounds.ROWS.most}"
            source.error(path, "size", message, "multiply shorter tables")
            continue
        columns: dict[str, ColumnType] = {name: ColumnType("ref", table=name) for name in one.factors}
        line = source.place(path).row
        rows = tuple(_row(one, line, records) for records in product(*(factor.rows for factor in factors)))
        by_key = {row.key: row for row in rows}
        tables[one.name] = Table(one.name, KIT_FILE, KEY, {KEY: TEXT, **columns}, rows, by_key)


def _row(one: Product, line: int, records: tuple[Record, ...]) -> Record:
    key = "_".join(record.key for record in records)
    return Record(one.name, key, line, {KEY: key, **dict(zip(one.factors, records, strict=True))})


def _product(name: str, entry: Mapping[str, object], known: Sequence[str], source: Source) -> Product | None:
    path = ("table", name)
    fine = no_unknown_keys(entry, ("product",), source, path)
    factors = entry["product"]
    if not isinstance(factors, list) or not LEAST <= len(factors) <= MOST:
        source.error(
            (*path, "product"), "value", f"product is {shown(factors)}", 'two to four tables: ["suits", "ranks"]'
        )
        return None
    for factor in factors:
        if factor not in known:
            hint = accepted(known, str(factor))
            source.error((*path, "product"), "unknown-table", f"there is no table {shown(factor)} to multiply", hint)
            fine = False
    if fine and len(set(factors)) < len(factors):
        source.error((*path, "product"), "value", "product names a table twice", "each table once")
        fine = False
    return Product(name, tuple(factors)) if fine else None
