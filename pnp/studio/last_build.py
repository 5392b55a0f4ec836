"""What the sheets on the page have to do with those of the last build: the same bytes, or what sets them apart."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pnp.calibration.profiles import ProfileError
from pnp.findings import KitError
from pnp.output.build import build
from pnp.output.manifest import MANIFEST
from pnp.sheet.options import BadOptionError
from pnp.studio.printing import Printing
from pnp.studio.session import Session

ON_PAPER = frozenset({"sheets", "tiles", "booklet", "guide"})
"""What is printed on the paper that a build is asked for."""


class _File(msgspec.Struct, frozen=True):
    path: str
    what: str
    paper: str
    language: str
    backs: str
    ink: str
    printer: str


class _Manifest(msgspec.Struct, frozen=True):
    """What is read of a manifest."""

    build: str
    gutters: str
    files: tuple[_File, ...]
    whole: bool = True
    without: tuple[str, ...] = ()
    vendor: str = ""


class LastBuild(msgspec.Struct, frozen=True):
    """The last build: its id, and what it was asked for otherwise than the sheets on the page, by the names of the
    options. Where the kit, too, is as it was then, `same` says whether its files would come out the same to the byte;
    None while that is being tried."""

    build: str
    apart: tuple[tuple[str, str], ...] = ()
    of_now: bool = True
    same: bool | None = None


class LastBuilds:
    """Knows how the files of the last build compare; what can only be told by printing once more is tried in a thread
    of its own, once for each state and way of printing."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._known: dict[tuple[object, ...], bool | None] = {}

    def of(self, language: str, printing: Printing) -> LastBuild | None:
        """The last build beside sheets in a language; None, if there is none of it, or only of a part."""
        proof, press = self._session.proof, self._session.press
        if proof.kit is None or press.last.busy:
            return None
        folder = press.out / proof.kit.id
        try:
            found = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=_Manifest)
        except (OSError, msgspec.MsgspecError):
            return None
        files = [one for one in found.files if one.language == language and one.path.endswith(".pdf")]
        if not files or not found.whole or found.without or found.vendor:
            return None
        apart = tuple(_apart(printing, files, found.gutters))
        of_now = found.build == proof.build
        same = None if apart or not of_now or proof.errors else self._same(folder, files, language, printing)
        return LastBuild(found.build, apart, of_now, same)

    def _same(self, folder: Path, files: list[_File], language: str, printing: Printing) -> bool | None:
        """Whether the files of a folder are those that would be made now; None as long as that is being tried."""
        key = (self._session.proof.build, language, printing, *(_stamp(folder / one.path) for one in files))
        with self._lock:
            if key not in self._known:
                # Several pages may look at several ways of printing, and each is told of what the others find.
                self._known = {one: same for one, same in self._known.items() if one[0] == key[0]} | {key: None}
                threading.Thread(
                    target=self._try, args=(key, folder, files, language, printing), name="last build", daemon=True
                ).start()
            return self._known[key]

    def _try(
        self, key: tuple[object, ...], folder: Path, files: list[_File], language: str, printing: Printing
    ) -> None:
        same = False
        try:
            with tempfile.TemporaryDirectory(prefix="pnp-same-") as out:
                built = build(self._session.folder, printing.options(Path(out), (language,)), lambda name, done: None)
                same = all(_read(built.folder / one.path) == _read(folder / one.path) != b"" for one in files)
        except (KitError, BadOptionError, ProfileError, OSError):
            return  # the pages say why nothing can be printed
        with self._lock:
            if key in self._known:
                self._known[key] = same
        self._session.tell("findings")


def _apart(printing: Printing, files: list[_File], gutters: str) -> Iterator[tuple[str, str]]:
    """What files were asked for otherwise: the names of options, and what they were."""
    papers = {one.paper for one in files if one.what in ON_PAPER}
    if papers and printing.paper not in papers:
        yield "paper", min(papers)
    backs = {one.backs for one in files} - {"none"}
    if backs and printing.backs not in backs:
        yield "backs", min(backs)
    inks = {one.ink for one in files}
    if printing.ink not in inks:
        yield "ink", min(inks)
    printers = {one.printer for one in files} - {""}
    if backs and printers != {printing.printer} - {""}:
        yield "printer", min(printers, default="")
    if printing.gutters != gutters:
        yield "gutters", gutters


def _read(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _stamp(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0
