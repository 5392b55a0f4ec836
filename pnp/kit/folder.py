"""Lists and reads the files of a kit folder, and never anything outside it."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import TypeAlias

import msgspec

from pnp.findings import Finding, Findings, KitError, Place, format_name
from pnp.kit import bounds

LESSONS = "lessons*.toml"
"""What phones alone read."""
TEXT_SUFFIXES = (".toml", ".csv", ".md", ".svg")

Raw: TypeAlias = "str | int | float | bool | list[Raw] | dict[str, Raw]"
"""What TOML holds; dates, which no key of the format takes, are refused as wrong types."""
KeyPath: TypeAlias = tuple[str | int, ...]
"""Keys from the outermost in; the elements of an array by number from 0."""
Stamp: TypeAlias = tuple[int, int]
"""When a file was written, in nanoseconds, and its size in bytes."""
Stamps: TypeAlias = Mapping[str, Stamp]
"""By the name within the kit's folder."""


class KitFolder(msgspec.Struct, frozen=True, eq=False):
    """The kit's files by name (`/` as separator, accents in NFC) and their size and time. `label` is the folder's name
    in findings. `refused` are files that must not be read, each with a finding."""

    root: Path
    label: str
    files: Mapping[str, Path]
    stamps: Stamps
    refused: frozenset[str] = frozenset()

    def display_name(self, name: str) -> str:
        """Returns a file's name for findings."""
        return str(PurePosixPath(self.label, name))

    def names(self, pattern: str) -> tuple[str, ...]:
        """Returns the files that match a pattern such as `faces/*.toml`, sorted."""
        return tuple(name for name in self.files if PurePosixPath(name).match(pattern))


class _BadFileError(Exception):
    """Why a file must not be read, and what to do."""


def open_folder(root: Path, findings: Findings) -> KitFolder:
    """Lists the kit's files. Reports links that lead out of the folder, special files and huge files."""
    home, here = root.resolve(), Path.cwd().resolve()
    label = format_name(home.relative_to(here).as_posix() if home.is_relative_to(here) else home.as_posix())
    files: dict[str, Path] = {}
    stamps: dict[str, Stamp] = {}
    refused: set[str] = set()
    size = toml_size = 0
    for path in sorted(_walk(root)):
        name = unicodedata.normalize("NFC", path.relative_to(root).as_posix())
        try:
            if name in files:
                message = "has the name of another file, which has its accents otherwise"
                raise _BadFileError(message, "call it otherwise")
            if format_name(name) != name:
                raise _BadFileError("has a name with a line break, or bytes that are not UTF-8", "call it otherwise")
            status = _status(path, home)
            size += status.st_size
            toml_size += status.st_size if name.endswith(".toml") else 0
            limits = ((len(files) + 1, bounds.FILES), (size, bounds.KIT_BYTES), (toml_size, bounds.ALL_TOML_BYTES))
            exceeded = [bound for count, bound in limits if count > bound.most]
            if exceeded:
                message = f"the kit has more than {exceeded[0].most} {exceeded[0].unit}"
                raise _BadFileError(message, "split it, or delete what it does not use")
        except _BadFileError as fault:
            refused.add(name)
            findings.add(Finding("error", "file", Place(str(PurePosixPath(label, format_name(name)))), *fault.args))
            if str(fault.args[0]).startswith("the kit has more"):
                break
        else:
            files[name] = path
            stamps[name] = status.st_mtime_ns, status.st_size
    return KitFolder(root, label, files, stamps, frozenset(refused))


def _walk(root: Path) -> Iterator[Path]:
    """Yields files of the kit with known suffixes, links to folders (never followed), and folders it may not read."""
    seen = 0
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        closed = [
            name for name in inner if Path(folder, name).is_symlink() or not os.access(Path(folder, name), os.R_OK)
        ]
        known = [name for name in names if Path(name).suffix.lower() in bounds.FILE_BYTES]
        found = [Path(folder, name) for name in (*known, *closed) if not name.startswith(".")]
        yield from found
        seen += len(found)
        if seen > bounds.FILES.most:
            return


def _status(path: Path, home: Path) -> os.stat_result:
    """Returns the size and time of a file in the kit folder `home`. Raises _BadFileError if it must not be read."""
    try:
        status = path.stat()
        inside = path.resolve(strict=True).is_relative_to(home)
    except (OSError, RuntimeError):
        if path.is_symlink():
            raise _BadFileError("cannot be read: the link leads nowhere", "put the file itself here") from None
        raise _BadFileError("cannot be read: it was there a moment ago", "is a program about to save it?") from None
    most = bounds.FILE_BYTES.get(path.suffix.lower())
    if not inside:
        raise _BadFileError("leads out of the kit folder", "put the file itself here")
    if not os.access(path, os.R_OK):
        raise _BadFileError("may not be read by you", "change its permissions")
    if stat.S_ISDIR(status.st_mode) or most is None:
        raise _BadFileError("is a link to a folder", "put the folder itself here")
    if not stat.S_ISREG(status.st_mode):
        raise _BadFileError("is not a plain file", "delete it")
    if status.st_size > most.most:
        raise _BadFileError(f"has {status.st_size} bytes; {path.suffix} files may have {most.most}", "make it smaller")
    return status


def stamps(folder: Path) -> Stamps:
    """Returns the current size and time of each of the kit's files; none if the folder is gone."""
    return open_folder(folder, Findings()).stamps


def changed(before: Stamps, after: Stamps) -> tuple[str, ...]:
    """Returns the files that were changed, added or removed, sorted."""
    return tuple(name for name in sorted({*before, *after}) if before.get(name) != after.get(name))


def check_unsaved(folder: Path, before: Stamps) -> None:
    """Raises KitError if a file of the kit has changed since `before`; the output could mix two editions."""
    now = open_folder(folder, Findings())
    saved = changed(before, now.stamps)
    if saved:
        message = "the kit was saved while it was printed"
        raise KitError([Finding("error", "saved", Place(now.display_name(saved[0])), message, "build it again")])


def read_source(root: Path, name: str) -> str | None:
    """Returns the raw text of a text file of the kit, even with faults; None for other files."""
    path = open_folder(root, Findings()).files.get(name)
    if path is None or path.suffix.lower() not in TEXT_SUFFIXES:
        return None
    try:
        return path.read_text("utf-8-sig", errors="replace")
    except OSError:
        return None


def read_limited(path: Path, name: str, kind: str, most: int) -> bytes:
    """Returns the bytes of a file, named `name` in findings; finding codes begin with `kind`. Raises `KitError`."""
    try:
        size = path.stat().st_size
        if size <= most:
            return path.read_bytes()
        code, message, hint = "too-large", f"{size} bytes; at most {most} are read", "save it smaller"
    except OSError as error:
        code, message, hint = "unreadable", f"cannot be read: {error.strerror}", ""
    raise KitError([Finding("error", f"{kind}-{code}", Place(name), message, hint)])


def read_text(folder: KitFolder, name: str, findings: Findings) -> str | None:
    r"""Returns a text file of the kit decoded as UTF-8 with `\n` line ends. Returns None after a finding with the
    line."""
    file = folder.display_name(name)
    path = folder.files.get(name)
    if path is None:
        findings.add(Finding("error", "missing-file", Place(file), "the file is missing", f"add {name}"))
        return None
    data = path.read_bytes()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        findings.add(Finding("error", "encoding", Place(file), "is UTF-16", "save it as UTF-8"))
        return None
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        place = Place(file, data[: error.start].count(b"\n") + 1)
        in_sheets, in_editors = "in a spreadsheet, “CSV UTF-8”", "in an editor, “Save as”, encoding UTF-8"
        hint = f"save it as UTF-8; {in_sheets if name.lower().endswith('.csv') else in_editors}"
        findings.add(Finding("error", "encoding", place, f"is not UTF-8 (byte {data[error.start]:#04x})", hint))
        return None
    if "\0" in text:
        place = Place(file, text.count("\n", 0, text.index("\0")) + 1)
        findings.add(Finding("error", "encoding", place, "holds the control character U+0000", "is it a text file?"))
        return None
    return text


def build_id(folder: KitFolder) -> str:
    """Returns six hex digits of the SHA-256 over all printed files. They identify an edition; CRLF counts as LF."""
    digest = sha256()
    for name in sorted(folder.files.keys() - set(folder.names(LESSONS))):
        data = folder.files[name].read_bytes()
        if name.endswith(TEXT_SUFFIXES):
            data = data.replace(b"\r\n", b"\n")
        digest.update(f"{name}\0{len(data)}\0".encode(errors="surrogateescape"))
        digest.update(data)
    return digest.hexdigest()[:6]
