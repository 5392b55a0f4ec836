"""Tables of a kit: cells become typed records. Findings name file:row:column. A table may be the product of others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, product
from math import prod
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from pnp.findings import Findings, Place
from pnp.kit import bounds
from pnp.kit.cells import KEY, WORKBOOKS, CellTable, read_csv, read_workbook
from pnp.kit.expressions import Binding, Negation, Node, Operation, parse_condition
from pnp.kit.face_files import FaceSpec
from pnp.kit.folder import KeyPath, KitFolder, read_text
from pnp.kit.model import AnyComponent, IconName, Localised, Record, Table, Value
from pnp.kit.toml_source import (
    Amounts,
    BadValueError,
    ParsedBy,
    TomlDocument,
    TomlSource,
    accepted,
    find_circles,
    find_control_character,
    nearest,
    quote,
    read_section,
    read_struct,
)
from pnp.kit.values import TEXT, ColumnType, DeclaredType, is_colour, is_key, make_column_name, make_row_key

SUFFIXES = (".csv", *WORKBOOKS)
"""Of the files that tables are read from."""
KIT_FILE = "kit.toml"
"""The file of a product's rows, as far as they have one."""
_NUMBER = re.compile(r"[+-]?[0-9]{1,12}(?:[.,][0-9]{1,12})?")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}([.,])[0-9]{3}")
_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")
_COUNT = re.compile(r"[0-9]{1,9}")
_WEB = re.compile(r"https?://[^\s/?#]+[/?#]?\S*")
_KEY_HINT = (
    "letters a–z, digits, hyphens, dots, as files are called by keys; what players read goes into another column, "
    "and in a table without `key` and without a column `id` rows are numbered"
)


def _table_file(value: object) -> str:
    if not isinstance(value, str) or not value.lower().endswith(SUFFIXES):
        raise BadValueError(f"is {quote(value)}", "a CSV, XLSX or ODS file of the kit")
    return unicodedata.normalize("NFC", value)  # as names of files are


def _web_address(value: object) -> str:
    if not is_web_address(value):
        raise BadValueError(f"is {quote(value)}", "https://… of a sheet published as CSV")
    return str(value)


def _factors(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not 2 <= len(value) <= 4:
        raise BadValueError(f"is {quote(value)}", 'two to four tables: ["suits", "ranks"]')
    if len(set(map(str, value))) < len(value):
        raise BadValueError("names a table twice", "each table once")
    return tuple(map(str, value))


def is_web_address(value: object) -> bool:
    """Returns whether a text is a URL from which a table can be fetched."""
    return isinstance(value, str) and _WEB.fullmatch(value) is not None


class TableFile(msgspec.Struct, frozen=True):
    """A `[table.NAME]` of kit.toml that is read from a file."""

    file: Annotated[str, ParsedBy(_table_file)]
    sheet: str = ""
    key: str = ""
    url: Annotated[str, ParsedBy(_web_address)] = ""
    columns: Mapping[str, DeclaredType] = {}


class CrossTable(msgspec.Struct, frozen=True):
    """A `[table.NAME]` of kit.toml with a row for each combination of rows of other tables."""

    product: Annotated[tuple[str, ...], ParsedBy(_factors)]


class Tables(msgspec.Struct, frozen=True, eq=False):
    """The readable tables. `declared` are all tables named in kit.toml, `faulty` those with faults."""

    read: Mapping[str, Table]
    declared: tuple[str, ...]
    faulty: frozenset[str]


def read_tables(kit: TomlDocument, folder: KitFolder, languages: tuple[str, ...], findings: Findings) -> Tables:
    """Reads all tables of kit.toml and resolves their references. Reports faults."""
    declared = read_section(kit, "table", bounds.TABLES, dict)
    files = _read_files(declared, kit.source, folder)
    tables: dict[str, Table] = {}
    sources = {name: TomlSource(folder.display_name(spec.file), findings) for name, spec in files.items()}
    amounts = Amounts(kit.source)
    for name, spec in files.items():
        path, source = ("table", name), sources[name]
        if not amounts.take(folder.files[spec.file].stat().st_size, bounds.ALL_CSV_BYTES, path):
            break
        cells = _read_cells(spec, folder, source, findings)
        if cells and not amounts.take(len(cells.rows) * len(cells.header), bounds.ALL_CELLS, path):
            break
        if cells is not None:
            before = source.faults
            reader = _RowReader(spec, cells, languages, source)
            if source.faults == before:  # else each row would repeat what is wrong with the header
                tables[name] = reader.read(name, spec.file)
    _add_products(declared, tables, kit.source)
    for name in files.keys() & tables.keys():
        _resolve(tables[name], tables, files.keys() - tables.keys(), sources[name])
    _check_circles(tables, sources)
    return Tables(tables, tuple(declared), frozenset(name for name, source in sources.items() if source.faults))


def _read_files(declared: Mapping[str, object], source: TomlSource, folder: KitFolder) -> dict[str, TableFile]:
    found: dict[str, TableFile] = {}
    for name, entry in declared.items():
        if isinstance(entry, dict) and "product" in entry:
            continue
        path: KeyPath = ("table", name)
        spec = read_struct(TableFile, entry, source, path)
        if spec is None:
            continue
        columns = {make_column_name(column) or column: kind for column, kind in spec.columns.items()}
        if len(columns) < len(spec.columns):
            source.error((*path, "columns"), "column-type", "columns names a column twice")
        elif spec.sheet and not spec.file.lower().endswith(WORKBOOKS):
            hint = "a sheet's name, of an XLSX or ODS file"
            source.error((*path, "sheet"), "value", f"sheet is {quote(spec.sheet)}", hint)
        elif spec.file in folder.refused:
            continue  # open_folder says why
        elif spec.file not in folder.files:
            files = [name for name in folder.files if name.lower().endswith(SUFFIXES)]
            hint = "`pnp fetch` brings it" if spec.url else accepted(files, spec.file)
            source.error((*path, "file"), "missing-file", f"{quote(spec.file)} is not in the kit", hint)
        else:
            found[name] = replace(spec, columns=columns)
    referred = {kind.table for spec in found.values() for kind in spec.columns.values()}
    for name, spec in found.items():
        if name in referred and not spec.key:  # rows that others name need names of their own
            found[name] = replace(spec, key=KEY)
        for column, kind in spec.columns.items():
            if kind.sort == "ref":
                source.is_known("table", kind.table, declared, ("table", name, "columns", column))
    return found


def _read_cells(spec: TableFile, folder: KitFolder, source: TomlSource, findings: Findings) -> CellTable | None:
    if spec.file.lower().endswith(WORKBOOKS):
        return read_workbook(folder.files[spec.file], spec.sheet, spec.key, source)
    text = read_text(folder, spec.file, findings)
    return None if text is None else read_csv(text, spec.key, source)


def _add_products(declared: Mapping[str, object], tables: dict[str, Table], source: TomlSource) -> None:
    """Adds the cross tables. Rows follow the order of the first factor; `{suits.name}` is a column of that factor's
    row."""
    products = {name: entry for name, entry in declared.items() if isinstance(entry, dict) and "product" in entry}
    files = [name for name in declared if name not in products]
    for name, entry in products.items():
        path = ("table", name, "product")
        spec = read_struct(CrossTable, entry, source, path[:2])
        for factor in spec.product if spec else ():
            source.is_known("table", factor, files, path, f"there is no table {quote(factor)} to multiply")
        if spec is None or not all(factor in files and factor in tables for factor in spec.product):
            continue
        factors = [tables[factor] for factor in spec.product]
        count = prod(len(factor.rows) for factor in factors)
        if count > bounds.ROWS.most:
            message = f"comes to {count} rows, more than {bounds.ROWS.most}"
            source.error(path, "size", message, "multiply shorter tables")
            continue
        rows = {}
        for records in product(*(factor.rows for factor in factors)):
            key = "_".join(record.key for record in records)
            values: dict[str, Value] = {KEY: key, **dict(zip(spec.product, records, strict=True))}
            rows[key] = Record(name, key, source.line(path), values)
        columns = {factor: ColumnType("ref", table=factor) for factor in spec.product}
        tables[name] = Table(name, KIT_FILE, KEY, {KEY: TEXT, **columns}, tuple(rows.values()), rows)


class _RowReader:
    """Converts the cells of one table to records; references stay keys until `_resolve`."""

    def __init__(self, spec: TableFile, cells: CellTable, languages: tuple[str, ...], source: TomlSource) -> None:
        self._cells = cells
        self._languages = languages
        self._source = source
        self._columns = self._group_columns()
        self._types = {name: spec.columns.get(name, TEXT) for name in self._columns}
        for name in [name for name in spec.columns if name not in self._columns]:
            hint = accepted(self._columns, name)
            source.report_cell(1, name, "header", f"there is no column {name}, which kit.toml declares", hint)
        for name, places in self._columns.items():
            self._check_languages(name, places)
        self._grouping = ".," if self._has_point_for_thousands() else ","

    def read(self, name: str, file: str) -> Table:
        by_key: dict[str, Record] = {}
        column = self._cells.key
        for line, cells in self._cells.rows:
            cell = cells[self._cells.header.index(column)]
            record = Record(name, make_row_key(cell) or cell, line, self._values(line, cells))
            if not is_key(record.key):
                message = f"the key is {quote(record.key)}" if record.key else "the key is empty"
                self._source.report_cell(line, column, "key", message, _KEY_HINT)
            elif record.key in by_key:
                origin = f", made of {quote(cell)}," if cell != record.key else ""
                message = f"the key {record.key}{origin} stands in line {by_key[record.key].line} already"
                self._source.report_cell(line, column, "key", message, "each key comes once")
            else:
                by_key[record.key] = record
            if self._source.full:
                break
        return Table(name, file, column, self._types, tuple(by_key.values()), by_key)

    def _has_point_for_thousands(self) -> bool:
        """Returns whether `1.000` may mean a thousand: other numbers have decimal commas, or semicolons separate
        cells."""
        numeric = [name for name, kind in self._types.items() if kind.sort == "number"]
        places = [place for name in numeric for place in self._columns[name].values()]
        numbers = [part for _, row in self._cells.rows for place in places for part in row[place].split()]
        pointed = [number for number in numbers if "." in number]
        return any(map(_DECIMAL_COMMA.fullmatch, numbers)) or (
            self._cells.has_semicolons and bool(pointed) and all(map(_THOUSANDS.fullmatch, pointed))
        )

    def _group_columns(self) -> dict[str, dict[str, int]]:
        """Maps column names to the index of each language; "" for a column of all languages."""
        groups: dict[str, dict[str, int]] = {}
        for number, header in enumerate(self._cells.header):
            name, _, language = header.rpartition(".")
            groups.setdefault(name or header, {})[language if name else ""] = number
            if name and language not in self._languages:
                hint = accepted(f"{name}.{language}" for language in self._languages)
                self._source.report_cell(1, header, "language", f"{language} is no language of the kit", hint)
        return groups

    def _check_languages(self, name: str, places: Mapping[str, int]) -> None:
        if "" in places:
            if len(places) > 1:
                message = f"{name} comes with and without languages"
                self._source.report_cell(1, name, "header", message, "keep one of them")
            return
        for language in self._languages:
            if language not in places:
                # A near name that has this language and lacks another may be the same column, misspelt.
                lacking = [other for other, known in self._columns.items() if not known.keys() >= {*self._languages}]
                close = nearest([other for other in lacking if language in self._columns[other]], name)
                hint = f"did you mean {close}.{language}? else add it" if close else "add it"
                column = f"{name}.{language}"
                self._source.report_cell(1, column, "language", f"there is no column {column}", hint)
        if self._types[name].sort != "text":
            message = f"{name} is {self._types[name]}"
            self._source.report_cell(1, name, "header", message, "only texts come once per language")

    def _values(self, line: int, cells: Sequence[str]) -> dict[str, Value]:
        for header, cell in zip(self._cells.header, cells, strict=True):
            if odd := find_control_character(cell):
                self._source.report_cell(line, header, "character", f"holds the control character {odd}", "delete it")
            if len(cell) > bounds.CELL.most:
                message = f"has {len(cell)} characters, more than {bounds.CELL.most}"
                self._source.report_cell(line, header, "size", message, "shorten it")
        values: dict[str, Value] = {}
        for name, places in self._columns.items():
            texts = {language: cells[number] for language, number in places.items()}
            is_localised = "" not in places and any(texts.values())
            values[name] = self._localised(texts, line, name) if is_localised else self._value(texts, line, name)
        return values

    def _value(self, texts: Mapping[str, str], line: int, name: str, language: str = "") -> Value:
        kind, column = self._types[name], f"{name}.{language}" if language else name
        if not (cell := texts.get(language)):
            if not kind.optional and not kind.many:
                hint = f"fill it, or declare it as “optional {kind}”"
                self._source.report_cell(line, column, "empty", f"{column} is empty", hint)
            return () if kind.many else None
        try:
            return convert_cell(cell, kind, self._grouping)
        except BadValueError as wrong:
            self._source.report_cell(line, column, "value", f"{column} {wrong.message}", wrong.hint)
            return None

    def _localised(self, texts: Mapping[str, str], line: int, name: str) -> Value:
        """Returns a text in all languages; for a list, a tuple of such items."""
        for language in self._languages:
            if not texts.get(language):
                message = f"{name} is missing in {language}"
                self._source.report_cell(line, f"{name}.{language}", "untranslated", message, "translate it")
        if not self._types[name].many:
            return Localised(texts)
        lists = {language: self._value(texts, line, name, language) for language in texts}
        items = {language: found for language, found in lists.items() if isinstance(found, tuple) and found}
        if len({len(found) for found in items.values()}) > 1:
            counts = ", ".join(f"{len(found)} in {language}" for language, found in items.items())
            message = f"{name} has not as many items in each language: {counts}"
            hint = "give each language as many, separated by ; and in the same order"
            self._source.report_cell(line, name, "value", message, hint)
            return ()
        return tuple(Localised(dict(zip(items, parts, strict=True))) for parts in zip(*items.values(), strict=True))


def convert_cell(cell: str, kind: ColumnType, grouping: str = ",") -> Value:
    """Converts a non-empty cell to its type; references stay keys. `grouping` separates thousands. Raises
    `BadValueError`."""
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
            raise BadValueError(f"is {quote(cell)}, not a number")
        apart = _THOUSANDS.fullmatch(cell)
        if apart and apart[1] in grouping:
            beside = " in a table with semicolons or decimal commas" if apart[1] == "." else ""
            thousands, part = re.sub("[.,]", "", cell), cell.replace(",", ".")
            message = f"is {quote(cell)}, which may be thousands or a part{beside}"
            raise BadValueError(message, f"write {thousands} or {part}0")
        return float(cell.replace(",", "."))
    if kind.sort == "count":
        if not _COUNT.fullmatch(cell):
            raise BadValueError(f"is {quote(cell)}, not a count", "0, 1, 2 …")
        return int(cell)
    if kind.sort == "choice" and cell not in kind.choices:
        raise BadValueError(f"is {quote(cell)}", accepted(kind.choices, cell))
    if kind.sort == "colour" and cell.startswith("#") and not is_colour(cell):
        raise BadValueError(f"is {quote(cell)}, not a colour", "a colour of the theme, or #rrggbb")
    if kind.sort == "ref" and make_row_key(cell):
        return make_row_key(cell)
    if kind.sort in ("icon", "ref", "colour") and not (is_key(cell.replace("/", "-")) or is_colour(cell)):
        raise BadValueError(f"is {quote(cell)}, not a name", "letters a–z, digits, hyphens")
    return IconName(cell) if kind.sort == "icon" else cell


def _resolve(table: Table, tables: Mapping[str, Table], broken: set[str], source: TomlSource) -> None:
    """Replaces keys in `ref` columns with records. Rows of `broken` tables are unknown."""
    for column, kind in table.columns.items():
        if kind.sort != "ref" or kind.table not in tables or kind.table in broken:
            continue
        keys = tables[kind.table].by_key
        for record in table.rows:
            found = []
            for key in _listed(record.values[column]):
                if key in keys:
                    found.append(keys[key])
                elif not source.full:
                    message = f"there is no {quote(key)} in {tables[kind.table].file}"
                    source.report_cell(record.line, column, "unknown-key", message, accepted(keys, str(key)))
            assert isinstance(record.values, dict)
            record.values[column] = tuple(found) if kind.many else next(iter(found), None)


def _listed(value: Value) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else () if value is None else (value,)


def _check_circles(tables: Mapping[str, Table], sources: Mapping[str, TomlSource]) -> None:
    graph = {
        record: [part for value in record.values.values() for part in _listed(value) if isinstance(part, Record)]
        for table in tables.values()
        for record in table.rows
    }
    for circle in islice(find_circles(graph), bounds.FINDINGS.most):
        first = next(number for number, record in enumerate(circle) if record.table in sources)
        ordered = [*circle[first:], *circle[:first]]
        start = ordered[0]
        way = " → ".join(f"{record.table} {record.key}" for record in ordered[:6])
        message = f"references go round in a circle: {way} → {start.key}"
        sources[start.table].report_cell(start.line, "", "circle", message, "leave one of them out")


_YES = ("yes", "true", "sí", "ja", "wahr", "oui", "vrai", "verdadero", "vero")
_NO = ("no", "false", "nein", "falsch", "non", "faux", "falso")
"""What spreadsheets write of a truth, and people: workbooks and CSV files in some languages."""


def check_truths(
    components: Iterable[AnyComponent], faces: Mapping[str, FaceSpec], tables: Tables, kit: TomlDocument
) -> None:
    """Warns of conditions that test whether a yes-or-no column is filled, which it always is."""
    words = {
        (name, column): pair for name, table in tables.read.items() for column, pair in _find_yes_no_columns(table)
    }
    tested: list[tuple[Node, dict[str, tuple[str, str]], Place]] = []
    for component in components:
        with suppress(BadValueError):  # a faulty condition is an error of its own
            if component.where:
                columns = {column: pair for (name, column), pair in words.items() if name == component.each}
                tested.append(
                    (parse_condition(component.where), columns, Place(kit.source.file, component.line, "where"))
                )
    for face in faces.values():
        columns = {column: pair for (_, column), pair in words.items() if column not in face.inputs}
        for draw in face.draws:
            conditions = (("when", draw.when), ("where", draw.where))
            tested += ((test, columns, Place(face.file, draw.row, key)) for key, test in conditions if test)
    for condition, columns, place in tested:
        for column in dict.fromkeys(_find_tested_columns(condition)):
            if column in columns:
                yes, no = columns[column]
                message = f"asks whether {column} is filled, which it is where it says {quote(no)}, too"
                hint = f'{place.column} = "{column} = {yes}", or leave the cells empty that say {no}'
                kit.source.note("warning", "yes-or-no", place, message, hint)


def _find_yes_no_columns(table: Table) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yields the columns that contain only yes and no, with both words as spelled."""
    for column in table.columns:
        cells = [cell for row in table.rows if (cell := row.values.get(column))]
        words = {cell.lower(): cell for cell in reversed(cells) if isinstance(cell, str)}
        no = next((words[word] for word in _NO if word in words), "")
        if no and words.keys() <= {*_YES, *_NO}:
            yield column, (next((words[word] for word in _YES if word in words), "yes"), no)


def _find_tested_columns(node: Node) -> Iterator[str]:
    match node:
        case Binding(path=(column,) | ("item", column)):
            yield column
        case Negation():
            yield from _find_tested_columns(node.of)
        case Operation(sign="and" | "or"):
            yield from _find_tested_columns(node.left)
            yield from _find_tested_columns(node.right)
