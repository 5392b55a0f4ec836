"""A kit folder on disk: which files are the kit's, and reading them without ever leaving it."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import NamedTuple, TypeAlias

import msgspec

from pnp.findings import Finding, Findings, KitError, Place, told
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


class Parsed(msgspec.Struct, frozen=True):
    """A TOML file without faults: its text, what it holds, and the lines of its keys."""

    text: str
    values: dict[str, Raw]
    lines: dict[KeyPath, int]


class KitFolder(msgspec.Struct, frozen=True, eq=False):
    """The kit's files by their name within the folder, with `/`, accents as one character with their letter (NFC),
    which the file system may have apart; and their stamps as they were when listed. `label` is how findings name the
    folder; `refused` are files that lie there and must not be read, of which each is a finding. What was `parsed` is
    not parsed again while its text is the same."""

    root: Path
    label: str
    files: Mapping[str, Path]
    stamps: Stamps
    refused: frozenset[str] = frozenset()
    parsed: dict[str, Parsed] = msgspec.field(default_factory=dict)

    def shown(self, name: str) -> str:
        """A file's name as findings show it."""
        return str(PurePosixPath(self.label, name))

    def names(self, pattern: str) -> tuple[str, ...]:
        """The files that match a pattern such as `faces/*.toml`, sorted."""
        suffix = PurePosixPath(pattern).suffix  # looked at first, as most files are drawings
        return tuple(name for name in self.files if name.endswith(suffix) and PurePosixPath(name).match(pattern))


def open_folder(root: Path, findings: Findings) -> KitFolder:
    """Lists the kit's files. Links that lead out of the folder, special files and huge ones are findings."""
    shown = _label(root)
    home = _Home(root)
    files: dict[str, Path] = {}
    stamps: dict[str, Stamp] = {}
    refused: set[str] = set()
    sizes = _Sizes()
    for found in sorted(_walk(root)):
        name = unicodedata.normalize("NFC", found.name)
        try:
            status = home.status(found, sizes)
            if name in files:
                raise _BadFileError(
                    "has the name of another file, which has its accents otherwise", "call it otherwise"
                )
            if told(name) != name:
                raise _BadFileError("has a name with a line break, or bytes that are not UTF-8", "call it otherwise")
        except _BadFileError as fault:
            refused.add(name)
            findings.add(Finding("error", "file", Place(str(PurePosixPath(shown, told(name)))), *fault.args))
        else:
            files[name] = found.path
            stamps[name] = stamp_of(status)
        if sizes.full:
            break
    return KitFolder(root, shown, files, stamps, frozenset(refused))


def source_text(root: Path, name: str) -> str | None:
    """A text file of the kit as it stands, faults and all; None for any other file."""
    path = open_folder(root, Findings()).files.get(name)
    if path is None or path.suffix.lower() not in TEXT_SUFFIXES:
        return None
    try:
        return path.read_text("utf-8-sig", errors="replace")
    except OSError:
        return None


def stamp_of(status: os.stat_result) -> Stamp:
    """The stamp of a file."""
    return status.st_mtime_ns, status.st_size


def _label(root: Path) -> str:
    """The folder as seen from where the press was started, if it lies there; else in full."""
    home, here = root.resolve(), Path.cwd().resolve()
    return told(home.relative_to(here).as_posix() if home.is_relative_to(here) else home.as_posix())


class _Found(NamedTuple):
    """What could be a kit's file: by its name within the folder; its suffix in small letters."""

    name: str
    path: Path
    folder: str
    suffix: str


def _walk(root: Path) -> Iterator[_Found]:
    """What could be the kit's: files by suffix, and links to folders, which are never followed."""
    seen = 0
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        here = Path(folder)
        links = [name for name in inner if (here / name).is_symlink()]
        within = here.relative_to(root).as_posix()
        before = "" if within == "." else f"{within}/"
        for name in sorted(names) + links:
            suffix = os.path.splitext(name)[1].lower()  # noqa: PTH122 - there are many files, and a Path takes long
            if not name.startswith(".") and (name in links or suffix in bounds.FILE_BYTES):
                seen += 1
                yield _Found(before + name, here / name, folder, suffix)
        if seen > bounds.FILES.most:
            return


class _BadFileError(Exception):
    """Why a file must not be read, and what to do."""


class _Home:
    """Where all files of a kit have to lie."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()
        self._inside: dict[str, bool] = {}

    def status(self, found: _Found, sizes: _Sizes) -> os.stat_result:
        """The size and time of a file that may be read, which is counted; else raises _BadFileError."""
        path = found.path
        try:
            status = path.lstat()
            if stat.S_ISLNK(status.st_mode):
                inside, status = self._holds(path), path.stat()
            else:
                inside = self._folder_holds(found.folder)
        except (OSError, RuntimeError):
            if not path.is_symlink():
                raise _BadFileError(
                    "cannot be read: it was there a moment ago", "is a program about to save it?"
                ) from None
            raise _BadFileError("cannot be read: the link leads nowhere", "put the file itself here") from None
        if not inside:
            raise _BadFileError("leads out of the kit folder", "put the file itself here")
        if stat.S_ISDIR(status.st_mode) or found.suffix not in bounds.FILE_BYTES:  # which it was when listed
            raise _BadFileError("is a link to a folder", "put the folder itself here")
        if not stat.S_ISREG(status.st_mode):
            raise _BadFileError("is not a plain file", "delete it")
        most = bounds.FILE_BYTES[found.suffix].most
        if status.st_size > most:
            raise _BadFileError(f"has {status.st_size} bytes; {path.suffix} files may have {most}", "make it smaller")
        if not os.access(path, os.R_OK):
            raise _BadFileError("may not be read by you", "change its permissions")
        sizes.count(status.st_size, found.suffix)
        return status

    def _holds(self, path: Path) -> bool:
        return path.resolve(strict=True).is_relative_to(self._root)

    def _folder_holds(self, folder: str) -> bool:
        """Whether a folder lies in it, asked once: it is asked for each of its files."""
        if folder not in self._inside:
            self._inside[folder] = self._holds(Path(folder))
        return self._inside[folder]


class _Sizes:
    """How much the kit's files come to so far; `full` once that is too much."""

    def __init__(self) -> None:
        self.full = False
        self._files = self._bytes = self._toml = 0

    def count(self, size: int, suffix: str) -> None:
        """Counts a file; raises _BadFileError if the kit is too large with it."""
        self._files += 1
        self._bytes += size
        self._toml += size if suffix == ".toml" else 0
        counts = (
            (self._files, bounds.FILES),
            (self._bytes, bounds.KIT_BYTES),
            (self._toml, bounds.ALL_TOML_BYTES),
        )
        for count, bound in counts:
            if count > bound.most:
                self.full = True
                raise _BadFileError(
                    f"the kit has more than {bound.most} {bound.unit}", "split it, or delete what it does not use"
                )


def read_text(folder: KitFolder, name: str, findings: Findings) -> str | None:
    r"""A text file of the kit as UTF-8, line ends as `\n`; None and a finding with the line if it is something else."""
    place = Place(folder.shown(name))
    path = folder.files.get(name)
    if path is None:
        findings.add(Finding("error", "missing-file", place, "the file is missing", f"add {name}"))
        return None
    data = path.read_bytes()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        findings.add(Finding("error", "encoding", place, "is UTF-16", "save it as UTF-8"))
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = Place(place.file, data[: error.start].count(b"\n") + 1)
        message = f"is not UTF-8 (byte {data[error.start]:#04x})"
        way = (
            "in a spreadsheet, “CSV UTF-8”"
            if name.lower().endswith(".csv")
            else "in an editor, “Save as”, encoding UTF-8"
        )
        findings.add(Finding("error", "encoding", place, message, f"save it as UTF-8; {way}"))
        return None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        place = Place(place.file, text.count("\n", 0, text.index("\0")) + 1)
        findings.add(Finding("error", "encoding", place, "holds the control character U+0000", "is it a text file?"))
        return None
    return text


def build_id(folder: KitFolder) -> str:
    """Six hex digits that stand for what is printed of the kit: paper with others is of another edition."""
    return printed_digest(folder)[:6]


@lru_cache(maxsize=1)
def printed_digest(folder: KitFolder) -> str:
    r"""The SHA-256 over the names and contents of the kit's files, as hex digits; line ends count as `\n`. What phones
    alone read is no part of it."""
    names = sorted(folder.files.keys() - set(folder.names(LESSONS)))
    digest = sha256()
    for name in names:
        data = folder.files[name].read_bytes()
        if name.endswith(TEXT_SUFFIXES):
            data = data.replace(b"\r\n", b"\n")
        digest.update(f"{name}\0{len(data)}\0".encode(errors="surrogateescape"))
        digest.update(data)
    return digest.hexdigest()


def stamps(folder: Path) -> Stamps:
    """The kit's files as they are now; none, if the folder is gone."""
    return open_folder(folder, Findings()).stamps


def changed(before: Stamps, after: Stamps) -> tuple[str, ...]:
    """The files that were written, made or deleted, in order."""
    return tuple(name for name in sorted({*before, *after}) if before.get(name) != after.get(name))


def check_unsaved(folder: Path, before: Stamps) -> None:
    """Raises KitError if a file of the kit is not as it was `before`: what was made since may be of two editions."""
    saved = changed(before, stamps(folder))
    if saved:
        place = Place(open_folder(folder, Findings()).shown(saved[0]))
        raise KitError([Finding("error", "saved", place, "the kit was saved while it was printed", "build it again")])
