"""A kit folder on disk: which files are the kit's, and reading them without ever leaving it."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

import msgspec

from pnp.digests import sha256_of
from pnp.findings import Finding, Findings, Place, told
from pnp.kit import bounds

TEXT_SUFFIXES = (".toml", ".csv", ".md", ".svg")


class KitFolder(msgspec.Struct, frozen=True, eq=False):
    """The kit's files by their name within the folder, with `/`, accents as one character with their letter (NFC),
    which the file system may have apart. `label` is how findings name the folder; `refused`
    are files that lie there and must not be read, of which each is a finding."""

    root: Path
    label: str
    files: Mapping[str, Path]
    refused: frozenset[str] = frozenset()

    def shown(self, name: str) -> str:
        """A file's name as findings show it."""
        return str(PurePosixPath(self.label, name))

    def names(self, pattern: str) -> tuple[str, ...]:
        """The files that match a pattern such as `faces/*.toml`, sorted."""
        return tuple(name for name in self.files if PurePosixPath(name).match(pattern))


def open_folder(root: Path, findings: Findings) -> KitFolder:
    """Lists the kit's files. Links that lead out of the folder, special files and huge ones are findings."""
    shown = _label(root)
    home = _Home(root)
    files: dict[str, Path] = {}
    refused: set[str] = set()
    sizes = _Sizes()
    for found, path in sorted(_walk(root)):
        name = unicodedata.normalize("NFC", found)
        fault = home.fault(path, sizes)
        if fault is None and name in files:
            fault = "has the name of another file, which has its accents otherwise", "call it otherwise"
        if fault is None and told(name) != name:
            fault = "has a name with a line break, or bytes that are not UTF-8", "call it otherwise"
        if fault:
            refused.add(name)
            findings.add(Finding("error", "file", Place(str(PurePosixPath(shown, told(name)))), *fault))
        else:
            files[name] = path
        if sizes.full:
            break
    return KitFolder(root, shown, files, frozenset(refused))


def _label(root: Path) -> str:
    """The folder as seen from where the press was started, if it lies there; else in full."""
    home, here = root.resolve(), Path.cwd().resolve()
    return told(home.relative_to(here).as_posix() if home.is_relative_to(here) else home.as_posix())


def _walk(root: Path) -> Iterator[tuple[str, Path]]:
    """Names and paths of what could be the kit's: files by suffix, and links to folders, which are never followed."""
    seen = 0
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        links = [name for name in inner if Path(folder, name).is_symlink()]
        within = Path(folder).relative_to(root).as_posix()
        before = "" if within == "." else f"{within}/"
        for name in sorted(names) + links:
            suffix = os.path.splitext(name)[1].lower()  # noqa: PTH122 - there are many files, and a Path takes long
            if not name.startswith(".") and (name in links or suffix in bounds.FILE_BYTES):
                seen += 1
                yield before + name, Path(folder, name)
        if seen > bounds.FILES.most:
            return


class _Home:
    """Where all files of a kit have to lie."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()
        self._inside: dict[Path, bool] = {}

    def fault(self, path: Path, sizes: _Sizes) -> tuple[str, str] | None:
        """Why a file must not be read, and what to do; None if it may be, which is then counted."""
        try:
            status = path.lstat()
            if stat.S_ISLNK(status.st_mode):
                inside, status = self._holds(path), path.stat()
            else:
                inside = self._holds(path.parent)
        except (OSError, RuntimeError):
            if not path.is_symlink():
                return "cannot be read: it was there a moment ago", "is a program about to save it?"
            return "cannot be read: the link leads nowhere", "put the file itself here"
        if not inside:
            return "leads out of the kit folder", "put the file itself here"
        suffix = path.suffix.lower()
        if stat.S_ISDIR(status.st_mode) or suffix not in bounds.FILE_BYTES:  # which it was when listed
            return "is a link to a folder", "put the folder itself here"
        if not stat.S_ISREG(status.st_mode):
            return "is not a plain file", "delete it"
        most = bounds.FILE_BYTES[suffix].most
        if status.st_size > most:
            return f"has {status.st_size} bytes; {path.suffix} files may have {most}", "make it smaller"
        if not os.access(path, os.R_OK):
            return "may not be read by you", "change its permissions"
        return sizes.fault(status.st_size, suffix)

    def _holds(self, path: Path) -> bool:
        """Whether a path leads into it, asked once: of a folder it is asked for each of its files."""
        if path not in self._inside:
            self._inside[path] = path.resolve(strict=True).is_relative_to(self._root)
        return self._inside[path]


class _Sizes:
    """How much the kit's files come to so far; `full` once that is too much."""

    def __init__(self) -> None:
        self.full = False
        self._files = self._bytes = self._toml = 0

    def fault(self, size: int, suffix: str) -> tuple[str, str] | None:
        """Counts a file; why the kit is too large with it, and what to do."""
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
                return f"the kit has more than {bound.most} {bound.unit}", "split it, or delete what it does not use"
        return None


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
    r"""Six hex digits of the SHA-256 over the names and contents of the kit's files; line ends count as `\n`.

    What phones alone read is no part of it: paper that was printed before is the same edition.
    """
    names = sorted(folder.files.keys() - set(folder.names("lessons*.toml")))
    digest = sha256_of(sum(folder.files[name].stat().st_size for name in names))
    for name in names:
        data = folder.files[name].read_bytes()
        if name.endswith(TEXT_SUFFIXES):
            data = data.replace(b"\r\n", b"\n")
        digest.update(f"{name}\0{len(data)}\0".encode(errors="surrogateescape"))
        digest.update(data)
    return digest.hexdigest()[:6]
