"""Tables that are published on the web are fetched, looked at, and written into the kit."""

from __future__ import annotations

import os
import re
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path, PurePosixPath
from tempfile import NamedTemporaryFile

import msgspec

from pnp.findings import Findings, KitError
from pnp.kit import bounds
from pnp.kit.folder import open_folder, read_text
from pnp.kit.sheets import Sheet, csv_sheet, workbook_sheet
from pnp.kit.source import Document, Source, read_toml
from pnp.kit.tables import SUFFIXES, is_web_address
from pnp.kits import no_kit

SECONDS = 60.0
"""Until a table is given up; also until a server that says nothing is."""
HINT = "in Google Sheets: File, Share, Publish to web, a sheet as CSV; the address that it gives goes into url"
_GOOGLE = re.compile(r"https://docs\.google\.com/spreadsheets/d/(?!e/)([\w-]+)/(?:edit|view)?(?:.*?[?&#]gid=(\d+))?")


class FetchError(Exception):
    """A table cannot be fetched, and why."""


class _Wanted(msgspec.Struct, frozen=True):
    """A table of kit.toml with an address."""

    name: str
    file: str
    sheet: str
    key: str
    url: str


def fetched(folder: Path, say: Callable[[str], object]) -> Findings:
    """Fetches the tables of a kit, says of each what came, and returns what is wrong. Raises `KitError`."""
    findings = Findings()
    document = _document(folder, findings)
    if document is None:
        return findings
    wanted = _wanted(document, folder)
    if not wanted and not findings.errors:
        document.source.error(("table",), "no-url", "no table has a url", 'url = "https://…" in a [table.NAME]')
    for one in wanted:
        try:
            say(f"{one.file}: {_bring(folder, one, findings)}")
        except FetchError as error:
            document.source.error(("table", one.name, "url"), "fetch", str(error), HINT)
    return findings


def _document(folder: Path, findings: Findings) -> Document | None:
    if not (folder / "kit.toml").is_file():
        raise KitError([no_kit(folder)])
    files = open_folder(folder, findings)
    text = read_text(files, "kit.toml", findings)
    return None if text is None else read_toml(text, files.shown("kit.toml"), findings)


def _wanted(document: Document, folder: Path) -> list[_Wanted]:
    """What can be fetched; what is wrong with the rest is noted."""
    tables = document.values.get("table", {})
    found = []
    for name, entry in tables.items() if isinstance(tables, dict) else ():
        if not isinstance(entry, dict) or "url" not in entry:
            continue
        file, url = entry.get("file"), entry["url"]
        if not isinstance(file, str) or not _is_of(folder, file):
            document.source.error(("table", name, "file"), "value", "file is none of the kit", f"deck{SUFFIXES[0]}")
        elif not is_web_address(url):
            document.source.error(("table", name, "url"), "value", "url is no address of the web", HINT)
        else:
            sheet, key = str(entry.get("sheet", "")), str(entry.get("key", ""))
            found.append(_Wanted(name, file, sheet, key, str(url)))
    return found


def _is_of(folder: Path, file: str) -> bool:
    """May a table be written to this file?"""
    path = PurePosixPath(file)
    inside = (folder / path).resolve().is_relative_to(folder.resolve())
    return inside and not path.is_absolute() and ".." not in path.parts and path.suffix.lower() in SUFFIXES


def _bring(folder: Path, wanted: _Wanted, findings: Findings) -> str:
    """Fetches a table and writes its file, if it can be used; how it differs. Raises `FetchError`."""
    data = _download(csv_address(wanted.url), bounds.FILE_BYTES[Path(wanted.file).suffix.lower()].most)
    path = folder / wanted.file
    before = findings.errors
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=".", suffix=path.suffix, delete=False) as file:
        fresh = Path(file.name)
        file.write(data)
    try:
        new = _sheet(fresh, wanted, Source(f"{wanted.url} as {wanted.file}", findings))
        if new is None or len(findings.errors) > len(before):
            raise FetchError("what came is no table that can be used; the file stays as it was")
        told = _difference(_sheet(path, wanted, Source(wanted.file, Findings())) if path.exists() else None, new)
        fresh.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
    return told


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now


def _sheet(path: Path, wanted: _Wanted, source: Source) -> Sheet | None:
    if path.suffix.lower() != ".csv":
        return workbook_sheet(path, wanted.sheet, wanted.key, source)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        source.error((), "encoding", "is not UTF-8")
        return None
    return csv_sheet(text.replace("\r\n", "\n").replace("\r", "\n"), wanted.key, source)


def _difference(old: Sheet | None, new: Sheet) -> str:
    count = f"{len(new.rows)} row{'s' * (len(new.rows) != 1)}"
    if old is None:
        return f"{count}, new"
    if old.header != new.header:
        return f"{count}, with other columns than before"
    changed = (Counter(cells for _, cells in new.rows) - Counter(cells for _, cells in old.rows)).total()
    gone = len(old.rows) + changed - len(new.rows)
    return f"{count}, {changed} new or changed, {gone} gone or changed" if changed or gone else f"{count}, as before"


def csv_address(url: str) -> str:
    """The address of a sheet's CSV, if it is that at which Google shows the sheet to people."""
    found = _GOOGLE.match(url)
    if not found or "/export" in url or "/pub" in url:
        return url
    return f"https://docs.google.com/spreadsheets/d/{found[1]}/export?format=csv&gid={found[2] or 0}"


def _download(url: str, most: int) -> bytes:
    """What is at an address. Raises `FetchError`."""
    until = time.monotonic() + SECONDS
    asked = urllib.request.Request(url, headers={"User-Agent": "silk-road-print-and-play", "Accept": "text/csv, */*"})
    try:
        with urllib.request.urlopen(asked, timeout=SECONDS) as answer:
            if answer.headers.get_content_type() == "text/html":
                raise FetchError("is a web page, no table")
            data = bytearray()
            while piece := answer.read1(64 * 1024):
                data += piece
                if len(data) > most:
                    raise FetchError(f"is larger than {most} bytes")
                if time.monotonic() > until:
                    raise FetchError(f"takes longer than {SECONDS:.0f} s")
    except urllib.error.HTTPError as error:
        raise FetchError(f"cannot be fetched: HTTP {error.code} {error.reason}") from None
    except (OSError, ValueError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        raise FetchError(f"cannot be fetched: {reason}") from None
    except HTTPException as error:
        raise FetchError(f"cannot be fetched: the answer makes no sense ({type(error).__name__})") from None
    return bytes(data)
