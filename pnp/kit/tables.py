"""Sheets become typed tables, each fault with file:row:column."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

import msgspec
from msgspec.structs import replace

from pnp.findings import Finding, Findings, Place
from pnp.kit import bounds
from pnp.kit.cells import KEY, WORKBOOKS, CellTable, note, read_csv, read_workbook
from pnp.kit.expressions import Binding, Negation, Node, Operation, parse_test
from pnp.kit.face_files import Face
from pnp.kit.folder import KitFolder, read_text
from pnp.kit.model import AnyComponent, IconName, Localised, Record, Table, Value
from pnp.kit.toml_source import (
    Amounts,
    BadValueError,
    Document,
    Source,
    accepted,
    control_character,
    nearest,
    no_unknown_keys,
    shown,
)
from pnp.kit.values import TEXT, ColumnType, column_name, is_colour, is_key, parse_column_type, row_key

_NUMBER = re.compile(r"[+-]?[0-9]{1,12}(?:[.,][0-9]{1,12})?")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}([.,])[0-9]{3}")
_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")
_COUNT = re.compile(r"[0-9]{1,9}")
_WEB = re.compile(r"https?://[^\s/?#]+[/?#]?\S*")
SUFFIXES = (".csv", *WORKBOOKS)
"""Of the files that tables are read from."""
KEYS = ("file", "sheet", "key", "url", "columns", "product")
"""Of a [table.NAME] in kit.toml."""


_KEYS = (
    "letters a–z, digits, hyphens, dots, as files are called by keys; what players read goes into another column, "
    "and in a table without `key` and without a column `id` rows are numbered"
)


class _Plan(msgspec.Struct, frozen=True):
    """What kit.toml says of a table."""

    name: str
    file: str
    sheet: str
    key: str
    columns: Mapping[str, ColumnType]


class Tables(msgspec.Struct, frozen=True, eq=False):
    """The tables that could be read. `declared` are all that kit.toml names, `faulty` those with faults."""

    read: Mapping[str, Table]
    declared: tuple[str, ...]
    faulty: frozenset[str]


def read_tables(kit: Document, folder: KitFolder, languages: tuple[str, ...], findings: Findings) -> Tables:
    """All tables of kit.toml, their references resolved; what is wrong is noted."""
    plans = _plans(kit, folder)
    tables: dict[str, Table] = {}
    sources: dict[str, Source] = {}
    amounts = Amounts(kit.source)
    for plan in plans:
        if not amounts.take(folder.files[plan.file].stat().st_size, bounds.ALL_CSV_BYTES, ("table", plan.name)):
            break
        sources[plan.name] = Source(folder.shown(plan.file), findings)
        sheet = _sheet(plan, folder, sources[plan.name], findings)
        if sheet and not amounts.take(len(sheet.rows) * len(sheet.header), bounds.ALL_CELLS, ("table", plan.name)):
            break
        if sheet is not None:
            before = sources[plan.name].faults
            typing = _Typing(plan, sheet, languages, sources[plan.name])
            if sources[plan.name].faults == before:  # else each row would repeat what is wrong with the header
                tables[plan.name] = typing.table()
    multiplied(read_products(kit), tables, kit.source)
    for plan in plans:
        if plan.name in tables:
            _resolve(tables[plan.name], tables, plans, sources[plan.name])
    _no_circles(tables, sources)
    declared = kit.values.get("table")
    faulty = frozenset(name for name, source in sources.items() if source.faults)
    return Tables(tables, tuple(declared) if isinstance(declared, dict) else (), faulty)


def _sheet(plan: _Plan, folder: KitFolder, source: Source, findings: Findings) -> CellTable | None:
    """The cells of a table's file; None, and findings, if they cannot be used."""
    if plan.file.lower().endswith(WORKBOOKS):
        return read_workbook(folder.files[plan.file], plan.sheet, plan.key, source)
    text = read_text(folder, plan.file, findings)
    return None if text is None else read_csv(text, plan.key, source)


def _plans(kit: Document, folder: KitFolder) -> list[_Plan]:
    declared = kit.values.get("table", {})
    if not isinstance(declared, dict):
        kit.source.error(("table",), "type", "table is not a table", "[table.NAME]")
        return []
    if len(declared) > bounds.TABLES.most:
        kit.source.error(("table",), "size", f"has more than {bounds.TABLES.most} {bounds.TABLES.unit}", "join some")
        return []
    plans = (_plan(name, entry, kit.source, folder) for name, entry in declared.items() if not is_product(entry))
    found = [plan for plan in plans if plan]
    referred = {kind.table for plan in found for kind in plan.columns.values()}
    # Rows that others name need names of their own.
    found = [replace(plan, key=KEY) if plan.name in referred and not plan.key else plan for plan in found]
    names = [plan.name for plan in found]
    for plan in found:
        for column, kind in plan.columns.items():
            if kind.sort == "ref" and kind.table not in declared:
                path = ("table", plan.name, "columns", column)
                kit.source.error(path, "unknown-table", f"there is no table {kind.table}", accepted(names, kind.table))
    return found


def _plan(name: str, entry: object, source: Source, folder: KitFolder) -> _Plan | None:
    path = ("table", name)
    if not isinstance(entry, dict):
        source.error(path, "type", f"{shown(entry)} is not a table", "file, key, columns")
        return None
    fine = no_unknown_keys(entry, KEYS, source, path)
    file, key, sheet = entry.get("file"), entry.get("key", ""), entry.get("sheet", "")
    file = unicodedata.normalize("NFC", file) if isinstance(file, str) else file  # as names of files are
    if not isinstance(file, str) or not file.lower().endswith(SUFFIXES):
        source.error((*path, "file"), "value", f"file is {shown(file)}", "a CSV, XLSX or ODS file of the kit")
        fine = False
    elif file not in folder.files:
        hint = "`pnp fetch` brings it" if entry.get("url") else accepted(_files(folder), str(file))
        source.error((*path, "file"), "missing-file", f"{shown(file)} is not in the kit", hint)
        fine = False
    if not isinstance(key, str):
        source.error((*path, "key"), "value", f"key is {shown(key)}, not a text", "the name of a column")
        fine = False
    if not isinstance(sheet, str) or (sheet and not str(file).lower().endswith(WORKBOOKS)):
        source.error((*path, "sheet"), "value", f"sheet is {shown(sheet)}", "a sheet's name, of an XLSX or ODS file")
        fine = False
    if not is_web_address(entry.get("url", "https://example.org/")):
        source.error((*path, "url"), "value", f"url is {shown(entry['url'])}", "https://… of a sheet published as CSV")
        fine = False
    columns = _column_types(entry.get("columns", {}), source, (*path, "columns"))
    return _Plan(name, str(file), str(sheet), str(key), columns) if fine and columns is not None else None


def is_web_address(value: object) -> bool:
    """Whether a text is an address that a table can be fetched from."""
    return isinstance(value, str) and _WEB.fullmatch(value) is not None


def _files(folder: KitFolder) -> list[str]:
    return [name for name in folder.files if name.lower().endswith(SUFFIXES)]


def _column_types(declared: object, source: Source, path: tuple[str, ...]) -> dict[str, ColumnType] | None:
    if not isinstance(declared, dict):
        source.error(path, "type", f"{shown(declared)} is not a table", 'name = "type"')
        return None
    types: dict[str, ColumnType] = {}
    for name, kind in declared.items():
        try:
            called = column_name(name) or name
            if called in types:
                source.error((*path, name), "column-type", f"{name} is the column {called}, declared before")
            types[called] = parse_column_type(kind)
        except BadValueError as wrong:
            source.error((*path, name), "column-type", f"{name} {wrong.message}", wrong.hint)
    return types if len(types) == len(declared) else None


class _Typing:
    """Turns the cells of one sheet into records; references stay keys until `_resolve`."""

    def __init__(self, plan: _Plan, sheet: CellTable, languages: tuple[str, ...], source: Source) -> None:
        self._plan = plan
        self._sheet = sheet
        self._languages = languages
        self._source = source
        self._columns = self._group()
        self._grouping = ".," if self._has_decimal_commas() or self._has_thousands() else ","

    def table(self) -> Table:
        plan = self._plan
        types = {name: plan.columns.get(name, TEXT) for name in self._columns}
        by_key: dict[str, Record] = {}
        for line, cells in self._sheet.rows:
            record = self._record(line, cells, types)
            if not is_key(record.key):
                message = f"the key is {shown(record.key)}" if record.key else "the key is empty"
                note(self._source, line, self._sheet.key, "key", message, _KEYS)
            elif record.key in by_key:
                said = cells[self._sheet.header.index(self._sheet.key)]
                made = f", made of {shown(said)}," if said != record.key else ""
                message = f"the key {record.key}{made} stands in line {by_key[record.key].line} already"
                note(self._source, line, self._sheet.key, "key", message, "each key comes once")
            else:
                by_key[record.key] = record
            if self._source.full:
                break
        return Table(plan.name, plan.file, self._sheet.key, types, tuple(by_key.values()), by_key)

    def _has_decimal_commas(self) -> bool:
        """Whether the sheet's numbers have them: a point beside them may stand for thousands, as in `1.000`."""
        return any(map(_DECIMAL_COMMA.fullmatch, self._numbers()))

    def _has_thousands(self) -> bool:
        """Whether every point of the sheet's numbers may stand for thousands, where a program parts cells by semicolons
        for it has commas in numbers."""
        pointed = [cell for cell in self._numbers() if "." in cell]
        return self._sheet.has_semicolons and bool(pointed) and all(map(_THOUSANDS.fullmatch, pointed))

    def _numbers(self) -> Iterator[str]:
        numeric = [name for name in self._columns if self._plan.columns.get(name, TEXT).sort == "number"]
        places = [place for name in numeric for place in self._columns[name].values()]
        return (part for _, row in self._sheet.rows for place in places for part in row[place].split())

    def _group(self) -> dict[str, dict[str, int]]:
        """Columns by name: where each language stands in a row; under “” for a column of all languages."""
        groups: dict[str, dict[str, int]] = {}
        for number, header in enumerate(self._sheet.header):
            name, _, language = header.rpartition(".")
            if name:
                groups.setdefault(name, {})[language] = number
                if language not in self._languages:
                    hint = accepted(f"{name}.{language}" for language in self._languages)
                    note(self._source, 1, header, "language", f"{language} is no language of the kit", hint)
            else:
                groups.setdefault(header, {})[""] = number
        for name, places in groups.items():
            self._check_group(name, places, groups)
        for name in self._plan.columns:
            if name not in groups:
                hint = accepted(groups, name)
                note(self._source, 1, name, "header", f"there is no column {name}, which kit.toml declares", hint)
        return groups

    def _check_group(self, name: str, places: Mapping[str, int], groups: Mapping[str, Mapping[str, int]]) -> None:
        if "" in places and len(places) > 1:
            note(self._source, 1, name, "header", f"{name} comes with and without languages", "keep one of them")
        elif "" not in places:
            for language in self._languages:
                if language not in places:
                    column = f"{name}.{language}"
                    hint = self._misspelt(name, language, groups) + "add it"
                    note(self._source, 1, column, "language", f"there is no column {column}", hint)
            if self._plan.columns.get(name, TEXT).sort != "text":
                kind = self._plan.columns[name]
                note(self._source, 1, name, "header", f"{name} is {kind}", "only texts come once per language")

    def _misspelt(self, name: str, language: str, groups: Mapping[str, Mapping[str, int]]) -> str:
        """Of a column that lacks a language: the near one that has it and lacks another, which may be the same."""
        every = set(self._languages)
        near = [other for other, places in groups.items() if language in places and not every <= places.keys()]
        close = nearest(near, name)
        return f"did you mean {close}.{language}? else " if close else ""

    def _record(self, line: int, cells: Sequence[str], types: Mapping[str, ColumnType]) -> Record:
        values: dict[str, Value] = {}
        for name, places in self._columns.items():
            texts = {language: cells[number] for language, number in places.items()}
            for language, cell in texts.items():
                self._check_cell(cell, line, f"{name}.{language}" if language else name)
            if "" in places:
                values[name] = self._value(texts[""], types[name], line, name)
            else:
                values[name] = self._localised(texts, types[name], line, name)
        cell = cells[self._sheet.header.index(self._sheet.key)]
        return Record(self._plan.name, row_key(cell) or cell, line, values)

    def _check_cell(self, cell: str, line: int, column: str) -> None:
        odd = control_character(cell)
        if odd:
            note(self._source, line, column, "character", f"holds the control character {odd}", "delete it")
        if len(cell) > bounds.CELL.most:
            message = f"has {len(cell)} characters, more than {bounds.CELL.most}"
            note(self._source, line, column, "size", message, "shorten it")

    def _value(self, cell: str, kind: ColumnType, line: int, column: str) -> Value:
        if not cell:
            if not kind.optional and not kind.many:
                hint = f"fill it, or declare it as “optional {kind}”"
                note(self._source, line, column, "empty", f"{column} is empty", hint)
            return () if kind.many else None
        try:
            return typed_value(cell, kind, self._grouping)
        except BadValueError as wrong:
            note(self._source, line, column, "value", f"{column} {wrong.message}", wrong.hint)
            return None

    def _localised(self, texts: Mapping[str, str], kind: ColumnType, line: int, name: str) -> Value:
        if not any(texts.values()):
            return self._value("", kind, line, name)
        for language in self._languages:
            if not texts.get(language):
                column = f"{name}.{language}"
                note(self._source, line, column, "untranslated", f"{name} is missing in {language}", "translate it")
        return self._localised_list(texts, kind, line, name) if kind.many else Localised(dict(texts))

    def _localised_list(self, texts: Mapping[str, str], kind: ColumnType, line: int, name: str) -> Value:
        """The items of a list, each in all languages that have it."""
        lists = {language: self._value(cell, kind, line, f"{name}.{language}") for language, cell in texts.items()}
        items = {language: found for language, found in lists.items() if isinstance(found, tuple) and found}
        counts = {language: len(found) for language, found in items.items()}
        if len(set(counts.values())) > 1:
            said = ", ".join(f"{count} in {language}" for language, count in counts.items())
            hint = "give each language as many, separated by ; and in the same order"
            note(self._source, line, name, "value", f"{name} has not as many items in each language: {said}", hint)
            return ()
        return tuple(Localised(dict(zip(items, parts, strict=True))) for parts in zip(*items.values(), strict=True))


def typed_value(cell: str, kind: ColumnType, grouping: str = ",") -> Value:
    """A filled cell as its type, references still as keys; raises `BadValueError`. `grouping` are the signs that may
    set thousands apart."""
    if kind.many:
        apart = kind.sort == "text" or (kind.sort == "ref" and ";" in cell)
        parts = cell.split(";") if apart else cell.split()
        if len(parts) > bounds.LIST.most:
            raise BadValueError(f"has {len(parts)} items, more than {bounds.LIST.most}")
        return tuple(_typed(part.strip(), kind, grouping) for part in parts if part.strip())
    return _typed(cell, kind, grouping)


def _typed(cell: str, kind: ColumnType, grouping: str) -> Value:
    if kind.sort == "number":
        if not _NUMBER.fullmatch(cell):
            raise BadValueError(f"is {shown(cell)}, not a number")
        apart = _THOUSANDS.fullmatch(cell)
        if apart and apart[1] in grouping:
            beside = " in a table with semicolons or decimal commas" if apart[1] == "." else ""
            said = re.sub("[.,]", "", cell), cell.replace(",", ".")
            message = f"is {shown(cell)}, which may be thousands or a part{beside}"
            raise BadValueError(message, f"write {said[0]} or {said[1]}0")
        return float(cell.replace(",", "."))
    if kind.sort == "count":
        if not _COUNT.fullmatch(cell):
            raise BadValueError(f"is {shown(cell)}, not a count", "0, 1, 2 …")
        return int(cell)
    if kind.sort == "choice" and cell not in kind.choices:
        raise BadValueError(f"is {shown(cell)}", accepted(kind.choices, cell))
    if kind.sort == "colour" and cell.startswith("#") and not is_colour(cell):
        raise BadValueError(f"is {shown(cell)}, not a colour", "a colour of the theme, or #rrggbb")
    if kind.sort == "ref" and row_key(cell):
        return row_key(cell)
    if kind.sort in ("icon", "ref", "colour") and not (is_key(cell.replace("/", "-")) or is_colour(cell)):
        raise BadValueError(f"is {shown(cell)}, not a name", "letters a–z, digits, hyphens")
    return IconName(cell) if kind.sort == "icon" else cell


def _resolve(table: Table, tables: Mapping[str, Table], plans: Sequence[_Plan], source: Source) -> None:
    """Puts records in the place of the keys in `ref` columns."""
    broken = {plan.name for plan in plans} - set(tables)
    for column, kind in table.columns.items():
        if kind.sort != "ref" or kind.table not in tables or kind.table in broken:
            continue
        keys = tables[kind.table].by_key
        for record in table.rows:
            value = record.values[column]
            wanted = value if isinstance(value, tuple) else () if value is None else (value,)
            for key in wanted:
                if key not in keys and not source.full:
                    message = f"there is no {shown(key)} in {tables[kind.table].file}"
                    note(source, record.line, column, "unknown-key", message, accepted(keys, str(key)))
            found = tuple(keys[key] for key in wanted if key in keys)
            assert isinstance(record.values, dict)
            record.values[column] = found if kind.many else next(iter(found), None)


def _no_circles(tables: Mapping[str, Table], sources: Mapping[str, Source]) -> None:
    """Notes references that lead back to where they began, one finding for each circle met."""
    done: set[int] = set()
    for table in tables.values():
        for start in table.rows:
            circle = _circle(start, done)
            if circle:
                way = " → ".join(f"{record.table} {record.key}" for record in circle[:6])
                place = Place(sources[circle[0].table].file, circle[0].line)
                message = f"references go round in a circle: {way} → {circle[0].key}"
                sources[circle[0].table].note("error", "circle", place, message, "leave one of them out")


def _circle(start: Record, done: set[int]) -> list[Record]:
    """The records of a circle that can be reached from `start`; empty if there is none. `done` have none."""
    way: list[tuple[Record, list[Record]]] = [(start, _referred(start))]
    on_way = {id(start)}
    while way:
        record, ahead = way[-1]
        if not ahead or id(record) in done:
            way.pop()
            on_way.discard(id(record))
            done.add(id(record))
            continue
        following = ahead.pop()
        if id(following) in on_way:
            records = [record for record, _ in way]
            done.update(map(id, records))
            return records[records.index(following) :]
        if id(following) not in done:
            way.append((following, _referred(following)))
            on_way.add(id(following))
    return []


def _referred(record: Record) -> list[Record]:
    found: list[Record] = []
    for value in record.values.values():
        found += [part for part in (value if isinstance(value, tuple) else (value,)) if isinstance(part, Record)]
    return found


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
