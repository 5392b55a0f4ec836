"""`pnp fetch`: downloads tables published on the web into a kit. The only part of the press that uses the network."""

from __future__ import annotations

import re
import sys
import threading
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import Future
from http.client import HTTPException
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

import click
import msgspec
from msgspec.structs import replace

from pnp.cli import KITS, each_kit, kit_folders
from pnp.findings import Finding, Findings, KitError, count_noun
from pnp.kit import bounds
from pnp.kit.cells import CellTable, read_csv, read_workbook
from pnp.kit.components import read_head
from pnp.kit.folder import KitFolder, open_folder
from pnp.kit.tables import SUFFIXES, Tables, is_web_address, read_tables
from pnp.kit.toml_source import TomlDocument, TomlSource, read_document
from pnp.kits import no_kit

SECONDS = 60.0
"""The whole transfer of a table may take: redirects, headers and content."""
HINT = "in Google Sheets: File, Share, Publish to web, a sheet as CSV; the address that it gives goes into url"
UNFIT = "what came is no table that can be used; the file stays as it was"
_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_GOOGLE = re.compile(r"https://docs\.google\.com/spreadsheets/d/(?!e/)([\w-]+)/(?:edit|view)?(?:.*?[?&#]gid=(\d+))?")


class FetchError(Exception):
    """A table cannot be fetched; the message says why."""


class _WebTable(msgspec.Struct, frozen=True):
    """A table of kit.toml with an address."""

    name: str
    file: str
    sheet: str
    key: str
    url: str


@click.command()
@KITS
def fetch(kits: tuple[str, ...]) -> None:
    """Bring tables that have a url into their kits.

    Writes the file of each table of kit.toml that has a url, of a Google Sheet for instance that is published as CSV.
    What came and cannot be used is not written.
    """
    sys.exit(each_kit(kit_folders(kits), lambda folder, _: fetch_tables(folder)))


def fetch_tables(folder: Path) -> Findings:
    """Fetches the tables of a kit, prints the differences of each, and returns findings. Raises `KitError`."""
    findings = Findings()
    if not (folder / "kit.toml").is_file():
        raise KitError([no_kit(folder)])
    files = open_folder(folder, findings)
    document = read_document(files, "kit.toml", findings)
    if document is None:
        return findings
    wanted = _list_web_tables(document, folder)
    if not wanted and not findings.errors:
        document.source.error(("table",), "no-url", "no table has a url", 'url = "https://…" in a [table.NAME]')
    with TemporaryDirectory(dir=folder, prefix=".fetch-") as beside:
        fetched: dict[_WebTable, Path] = {}
        for number, table in enumerate(wanted):
            suffix = Path(table.file).suffix
            try:
                data = _download(make_csv_address(table.url), bounds.FILE_BYTES[suffix.lower()].most)
            except FetchError as error:
                document.source.error(("table", table.name, "url"), "fetch", str(error), HINT)
            else:
                fetched[table] = Path(beside, f"{number}{suffix}")
                fetched[table].write_bytes(data)
        refused: dict[_WebTable, list[Finding]] = {}
        # Tables refer to each other, so the rest is read again without those that the kit cannot use.
        while unfit := _find_unfit_tables(files, {one: path for one, path in fetched.items() if one not in refused}):
            refused |= unfit
        for table, fresh in fetched.items():
            if table in refused:
                findings.extend(refused[table])
                document.source.error(("table", table.name, "url"), "fetch", UNFIT, HINT)
                continue
            path = folder / table.file
            before = _read_cells(path, table) if path.exists() else None
            click.echo(f"{table.file}: {_describe_change(before, _read_cells(fresh, table))}")
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists():
                fresh.chmod(path.stat().st_mode & 0o777)
            fresh.replace(path)
    return findings


def _list_web_tables(document: TomlDocument, folder: Path) -> list[_WebTable]:
    tables = document.values.get("table", {})
    found = []
    for name, entry in tables.items() if isinstance(tables, dict) else ():
        if not isinstance(entry, dict) or "url" not in entry:
            continue
        file, url = entry.get("file"), entry["url"]
        if not isinstance(file, str) or not _is_of_kit(folder, file):
            document.source.error(("table", name, "file"), "value", "file is none of the kit", f"deck{SUFFIXES[0]}")
        elif not is_web_address(url):
            document.source.error(("table", name, "url"), "value", "url is no address of the web", HINT)
        else:
            sheet, key = str(entry.get("sheet", "")), str(entry.get("key", ""))
            found.append(_WebTable(name, file, sheet, key, str(url)))
    return found


def _is_of_kit(folder: Path, file: str) -> bool:
    path = PurePosixPath(file)
    inside = (folder / path).resolve().is_relative_to(folder.resolve())
    return inside and not path.is_absolute() and ".." not in path.parts and path.suffix.lower() in SUFFIXES


def _find_unfit_tables(files: KitFolder, fetched: Mapping[_WebTable, Path]) -> dict[_WebTable, list[Finding]]:
    """Returns the tables that are invalid when the kit is read with all fetched ones."""
    findings = Findings()
    fresh = {PurePosixPath(one.file).as_posix(): path for one, path in fetched.items()}
    files = replace(files, files={**files.files, **fresh})
    document = read_document(files, "kit.toml", findings)
    head = read_head(document) if document else None
    tables = Tables({}, (), frozenset())
    if document and head:
        tables = read_tables(document, files, head.languages, findings)
    kit, unfit = files.display_name("kit.toml"), {}
    for table in fetched:
        file, source = files.display_name(table.file), f"{table.url} as {table.file}"
        own = [error for error in findings.errors if error.place.file == file]
        if own or table.name in tables.faulty or table.name not in tables.read:
            own = [replace(error, place=replace(error.place, file=source)) for error in own]
            unfit[table] = own or [error for error in findings.errors if error.place.file == kit]
    return unfit


def _read_cells(path: Path, table: _WebTable) -> CellTable | None:
    source = TomlSource(table.file, Findings())
    if path.suffix.lower() != ".csv":
        return read_workbook(path, table.sheet, table.key, source)
    text = path.read_bytes().decode("utf-8-sig", "replace")
    return read_csv(text.replace("\r\n", "\n").replace("\r", "\n"), table.key, source)


def _describe_change(old: CellTable | None, new: CellTable | None) -> str:
    assert new is not None  # it was read with the kit
    count = count_noun(len(new.rows), "row")
    if old is None:
        return f"{count}, new"
    if old.header != new.header:
        return f"{count}, with other columns than before"
    changed = (Counter(cells for _, cells in new.rows) - Counter(cells for _, cells in old.rows)).total()
    gone = len(old.rows) + changed - len(new.rows)
    return f"{count}, {changed} new or changed, {gone} gone or changed" if changed or gone else f"{count}, as before"


def make_csv_address(url: str) -> str:
    """Returns the CSV address of a Google sheet, given the address at which people view it; other addresses
    unchanged."""
    found = _GOOGLE.match(url)
    if not found or "/export" in url or "/pub" in url:
        return url
    return f"https://docs.google.com/spreadsheets/d/{found[1]}/export?format=csv&gid={found[2] or 0}"


def _download(url: str, most: int) -> bytes:
    """Downloads an address. Raises `FetchError`.

    The transfer runs in a separate thread: a socket timeout restarts with every byte received.
    """
    transfer: Future[bytes] = Future()

    def run() -> None:
        try:
            transfer.set_result(_transfer(url, most))
        except FetchError as error:
            transfer.set_exception(error)

    threading.Thread(target=run, name="fetch", daemon=True).start()
    try:
        return transfer.result(SECONDS)
    except TimeoutError:
        raise FetchError(f"takes longer than {SECONDS:.0f} s") from None


def _transfer(url: str, most: int) -> bytes:
    request = urllib.request.Request(url, headers={"User-Agent": "silk-road-print-and-play", "Accept": "text/csv, */*"})
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as response:
            is_page = response.headers.get_content_type() == "text/html"
            data: bytes = b"" if is_page else response.read(most + 1)
    except urllib.error.HTTPError as error:
        reason = str(error.reason).partition("\n")[0]  # about redirects without end, more lines follow
        raise FetchError(f"cannot be fetched: HTTP {error.code} {reason}") from None
    except (OSError, ValueError) as error:
        raise FetchError(f"cannot be fetched: {getattr(error, 'reason', error)}") from None
    except HTTPException as error:
        raise FetchError(f"cannot be fetched: the answer makes no sense ({type(error).__name__})") from None
    if len(data) > most:
        raise FetchError(f"is larger than {most} bytes")
    if is_page or _PAGE.match(data):
        raise FetchError("is a web page, no table")
    return data
