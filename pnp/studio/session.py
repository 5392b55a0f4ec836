"""States that a kit can be compared with, and how many of its pieces have changed."""

from __future__ import annotations

import json
import logging
import os
import queue
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from multiprocessing import get_context
from multiprocessing.pool import Pool
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace
from watchfiles import watch

from pnp.build.build import NothingWantedError, check
from pnp.build.manifest import MANIFEST
from pnp.build.plan import PrintContext, plan_files
from pnp.calibration.printer_profile import ProfileError
from pnp.diff.compare import ChangeWords, Comparison, compare
from pnp.diff.snapshot import (
    Snapshot,
    SnapshotError,
    build_time,
    commit_id,
    is_build,
    read_state,
    revisions,
    take_snapshot,
)
from pnp.findings import Findings, KitError
from pnp.kit import Kit
from pnp.kit.face_files import KitMemory, ReadFace
from pnp.kit.folder import build_id, open_folder, stamps
from pnp.kits import load
from pnp.render.png import scene_pngs
from pnp.render.svg import write_svg
from pnp.scene import Scene
from pnp.sheet.options import BadOptionError, Options, Selection
from pnp.studio.edits import UndoLog
from pnp.studio.proof import FaceId, Mode, PrintCounts, Proof, ProofFace, update_proof
from pnp.text.fonts import FontBook
from pnp.vendor.shop import VendorError
from pnp.vendor.shop import load as load_shop
from pnp.vendor.shop import names as shop_names
from pnp.vendor.shop_files import check as check_for_shop

LONGEST_TITLE = 60


class ComparableState(msgspec.Struct, frozen=True):
    """A build or revision: its name for `pnp diff`, and a title with its date."""

    name: str
    title: str


def comparable_states(folder: Path, out: Path, kit: Kit) -> tuple[ComparableState, ...]:
    """What a kit can be compared with: its builds in `out`, then revisions of git."""
    builds = [out / name for name in (kit.id, f"{kit.id}-changed") if (out / name / MANIFEST).is_file()]
    found = [ComparableState(str(one), f"{build_time(one / MANIFEST)} · {one}") for one in builds]
    for one in revisions(folder):
        found.append(ComparableState(one.name, f"{one.name} · {one.day} {one.subject}"[:LONGEST_TITLE]))
    return tuple(found)


def compare_states(kit: Kit, old: str, new: str, language: str, reader: str = "en") -> Comparison:
    """Compares two states of a kit in a language; `reader` is the language of the statements.

    The kit's own folder is laid out with its faulty faces. Raises KitError, SnapshotError, BadOptionError, OSError.
    """
    before, after = (
        take_snapshot(kit, Options(out=Path(), languages=(language,)), name, faulty=True)
        if name == str(kit.folder)
        else _earlier_state(name, state_version(name, kit.folder), kit.folder, kit.id, language)
        for name in (old, new)
    )
    return compare(before, after, language, ChangeWords(reader))


@lru_cache(maxsize=4)
def _earlier_state(name: str, version: str, folder: Path, kit: str, language: str) -> Snapshot:
    """A build, revision or other folder; read once for each of its versions."""
    return read_state(name, folder, kit, Options(out=Path(), languages=(language,)))


def state_version(name: str, folder: Path) -> str:
    """A text that changes with a state: the time of a build, the build id of a folder, the commit of a revision."""
    path = Path(name)
    if is_build(path):
        return str((path / MANIFEST if path.is_dir() else path).stat().st_mtime_ns)
    if path.is_dir():
        return build_id(open_folder(path, Findings()))
    return "" if path.exists() else commit_id(name, folder)


def count_changed(folder: Path, out: Path, kit: Kit) -> int | None:
    """How many pieces differ from the last build, else from the last revision; None without either."""
    last = next(iter(comparable_states(folder, out, kit)), None)
    if last is None:
        return None
    try:
        return len(compare_states(kit, last.name, str(kit.folder), kit.languages[0]).changes)
    except (KitError, SnapshotError, BadOptionError, OSError):
        return None


def watch_saves(*folders: Path, stop: threading.Event | None = None) -> Iterator[None]:
    """Yields after each save of a file of these kits, until `stop` is set. Raises KeyboardInterrupt in the main thread.

    The stamps of files are compared twice a second as well, so that a save is not lost that came before the first
    event, or for which a network drive sends none.
    """
    known = [stamps(folder) for folder in folders]
    for _ in watch(
        *folders,
        stop_event=stop,
        debounce=200,
        step=20,
        rust_timeout=500,
        yield_on_timeout=True,
        raise_interrupt=True,
    ):
        now = [stamps(folder) for folder in folders]
        if now != known:
            known = now
            yield


Result = TypeVar("Result")
LOG = logging.getLogger(__name__)
MOST_SCENES = 4_000
"""Scenes that can be drawn, oldest dropped first; a page may still show faces of the proof before."""
PICTURE_DPI, PICTURE_WIDTH = 192, 1200
"""Pictures of the gallery: two pixels for one of the screen at real size, and their greatest width."""
HEARTBEAT = 15.0
MOST_EVENTS = 100
"""Events that a page may lag behind; it reloads when it wakes."""


def quiet(name: str, done: float) -> None:
    """Progress that nobody watches."""


class Events:
    """Server-sent events to all open pages."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pages: set[queue.Queue[str]] = set()

    def send(self, event: str, data: str) -> None:
        with self._lock:
            for page in self._pages:
                if page.qsize() < MOST_EVENTS:
                    page.put(f"event: {event}\ndata: {data}\n\n")

    def stream(self, first: Callable[[], str]) -> Iterator[str]:
        """The events of one page; `first` gives the data of the event `here`, which opens the stream."""
        page: queue.Queue[str] = queue.Queue()
        with self._lock:
            self._pages.add(page)
        try:
            yield f"retry: 500\nevent: here\ndata: {first()}\n\n"
            while True:
                try:
                    yield page.get(timeout=HEARTBEAT)
                except queue.Empty:
                    yield ": still here\n\n"
        finally:
            with self._lock:
                self._pages.discard(page)


class SlowWork:
    """Runs functions of modules in one process, one at a time, so that pages stay quick."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: Pool | None = None
        self._stopped = False

    def call(self, work: Callable[..., Result], *arguments: object) -> Result:
        """The result of a function. Raises EOFError once it is stopped."""
        with self._lock:
            if self._stopped:
                raise EOFError
            self._pool = self._pool or get_context("spawn").Pool(1, _lower_priority)  # this process has threads
            pool = self._pool
        return pool.apply(work, arguments)

    def stop(self) -> None:
        """Ends the process, whatever it is doing; there is no other one after it."""
        with self._lock:
            self._stopped = True
            if self._pool:
                self._pool.terminate()


def _lower_priority() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that began this one
    if hasattr(os, "nice"):
        os.nice(10)


class LatestTask:
    """Runs slow work in a thread. Of requests that come while it runs only the last is served."""

    def __init__(self, name: str, work: Callable[..., None]) -> None:
        self._name = name
        self._work = work
        self._requests: queue.SimpleQueue[tuple[object, ...]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def run(self, *arguments: object) -> None:
        self._requests.put(arguments)
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name=self._name, daemon=True)
            self._thread.start()

    @property
    def outdated(self) -> bool:
        """Whether another request waits."""
        return not self._requests.empty()

    def _serve(self) -> None:
        while True:
            arguments = self._requests.get()
            if self.outdated:
                continue
            try:
                self._work(*arguments)
            except Exception:  # the next request is served all the same
                LOG.exception("%s failed", self._name)


class BuiltFile(msgspec.Struct, frozen=True):
    """A file that was made: its path in the folder, and its pages or bytes."""

    path: str
    pages: int = 0
    bytes: int = 0


class BuildResult(msgspec.Struct, frozen=True):
    """The files of the last build or export. While it runs it is `busy`; `error` says why there are no files."""

    folder: Path = Path()
    files: tuple[BuiltFile, ...] = ()
    seconds: float = 0.0
    error: str = ""
    busy: bool = False


class BuildWorker:
    """Makes files in a thread, one build or export at a time."""

    def __init__(self, out: Path, done: Callable[[], None]) -> None:
        self.out = out
        self.last = BuildResult()
        self._done = done
        self._lock = threading.Lock()

    def begin(self, work: Callable[[], BuildResult]) -> None:
        """Begins a build, unless one is running."""
        with self._lock:
            if self.last.busy:
                return
            self.last = BuildResult(busy=True)
        threading.Thread(target=self._run, args=(work,), name="build", daemon=True).start()

    def file(self, name: str) -> Path | None:
        """The path of a file of the last build."""
        return (self.last.folder / name).absolute() if name in {file.path for file in self.last.files} else None

    def _run(self, work: Callable[[], BuildResult]) -> None:
        started = time.perf_counter()
        result = BuildResult(error="the build ended early")
        try:
            result = replace(work(), seconds=time.perf_counter() - started)
        except KitError as error:
            result = BuildResult(error=f"{error.findings[0].place}: {error.findings[0].message}")
        except (BadOptionError, NothingWantedError, ProfileError, VendorError) as error:
            result = BuildResult(error=str(error))
        except OSError as error:
            result = BuildResult(error=f"{error.filename or self.out}: {error.strerror or error}")
        finally:
            self.last = result
            self._done()


class CheckResult(msgspec.Struct, frozen=True):
    """All findings of a kit, how many pieces differ from its last build or revision, and its printed pages; None for
    what cannot be compared or laid out."""

    findings: Findings
    changed: int | None = None
    counts: PrintCounts | None = None


def check_kit(folder: Path, out: Path) -> CheckResult:
    """Runs all rules over a kit; `out` is the folder of its builds."""
    findings = check(folder, Options(out=Path()), quiet)
    try:
        kit = load(folder)
        language = kit.languages[0]
        options = Options(out=Path(), languages=(language,))
        files = plan_files(PrintContext(kit, options.layout(kit, language), options, Selection()))
        leaflets = {file.component: len([*file.pages()]) for file in files if file.what == "leaflet"}
    except KitError:
        return CheckResult(findings)
    counts = PrintCounts(sum(file.new_sheets for file in files if file.what != "booklet"), leaflets)
    return CheckResult(findings, count_changed(folder, out, kit), counts)


class ShopFindings(msgspec.Struct, frozen=True, eq=False):
    """What a print shop's preflight finds; `refused` says why it cannot run."""

    findings: Findings
    refused: str = ""


def preflight(folder: Path, language: str, shop: str) -> ShopFindings:
    """All that `pnp check` finds for a shop in one language."""
    try:
        return ShopFindings(check_for_shop(folder, Options(out=Path(), languages=(language,)), load_shop(shop), quiet))
    except (BadOptionError, VendorError) as error:
        return ShopFindings(Findings(), str(error))


class Session:
    """One kit under watch. Its methods may be called from any thread."""

    def __init__(
        self, folder: Path, out: Path, editor: str = "", on_change: Callable[[Proof], None] = lambda proof: None
    ) -> None:
        """`editor` is the command that opens files; `on_change` is called after each save and after each full check."""
        self.folder = folder
        self.editor = editor
        self.token = secrets.token_urlsafe(24)
        self.events = Events()
        self.undo_log = UndoLog(folder)
        self.builds = BuildWorker(out, lambda: self.notify("built"))
        self.proof = Proof(number=0, folder=folder)
        self.lock = threading.RLock()
        """Held while files are read or written, so that no proof is of half an edit."""
        self.state = 0
        """Counts all changes that pages show; a page that was drawn at an earlier one is out of date."""
        self.saved = False
        """Whether a file was saved since the start."""
        self.unbuilt = False
        """Whether the kit had never been built at the start."""
        self._on_change = on_change
        self._modes: list[Mode] = []
        self._memory = KitMemory()
        self._seen: dict[Mode, dict[FaceId, ProofFace]] = {}
        self._scenes: dict[str, tuple[Scene, FontBook]] = {}
        self._pictures: dict[tuple[str, bool], bytes] = {}
        self._stop = threading.Event()
        self._watcher: threading.Thread | None = None
        self._worker = SlowWork()
        self._checks = LatestTask("check", self._check)
        self._preflights = LatestTask("preflight", self._preflight)
        self._shops: dict[str, ShopFindings] = {}
        self._shops_of: tuple[int, str] = (0, "")

    def start(self) -> None:
        """Reads the kit, watches its folder and checks it after each save."""
        self._watcher = threading.Thread(target=self._watch, name="watcher", daemon=True)
        self.look()
        kit = self.proof.kit
        self.unbuilt = kit is not None and not (self.builds.out / kit.id / MANIFEST).is_file()
        self._watcher.start()

    def stop(self) -> None:
        self._stop.set()
        self._worker.stop()
        if self._watcher:
            self._watcher.join(5)

    def notify(self, event: str) -> None:
        """Tells all pages that they are out of date."""
        with self.lock:
            self.state += 1
            self.events.send(event, json.dumps({"state": self.state}))

    def look(self, did: str = "") -> Proof:
        """Makes a new proof if a file has changed. `did` is the edit of the page that changed it, in words."""
        with self.lock:
            before = self.proof
            files = stamps(self.folder)
            if before.number and files == before.files:
                return before
            modes = self._modes or ([(before.kit.languages[0], "full")] if before.kit else [])
            proof = update_proof(before, modes, self._memory, files)
            self.saved = self.saved or bool(before.number)
            self._keep(replace(proof, saved=replace(proof.saved, did=did)))
            if proof.kit and not self._modes:
                self.faces((proof.kit.languages[0], "full"))
            self.notify("proof")
            if self._watcher:
                self._checks.run(self.proof.number)
            self._on_change(self.proof)
            return self.proof

    def faces(self, mode: Mode) -> tuple[ProofFace, ...]:
        """All faces in a language and ink, which are kept up to date from now on."""
        with self.lock:
            if mode not in self._modes:
                self._modes.append(mode)
            if mode not in self.proof.faces and self.proof.kit:
                made = update_proof(self.proof, self._modes, self._memory)
                old = self.proof
                findings = old.findings if old.checked else made.findings
                self._keep(replace(old, faces=made.faces, findings=findings, kit=made.kit, broken=made.broken))
            return self.proof.of(mode)

    def remembered(self, file: str) -> ReadFace | None:
        """A face file as it last could be read."""
        return self._memory.faces.get(file)

    def mark_seen(self) -> None:
        """Marks all changes as seen."""
        with self.lock:
            self._seen = {mode: {face.id: face for face in faces} for mode, faces in self.proof.faces.items()}
        self.notify("proof")

    def seen(self, mode: Mode) -> Mapping[FaceId, ProofFace]:
        """The faces as they were at the start, or when last marked as seen."""
        return self._seen.get(mode, {})

    def svg(self, fingerprint: str, *, bleed: bool) -> str | None:
        """A face as SVG, with its bleed or cut at the trim; None if it is unknown."""
        found = self._scenes.get(fingerprint)
        return write_svg(found[0], fonts=found[1], bleed=bleed) if found else None

    def png(self, fingerprint: str, *, bleed: bool) -> bytes | None:
        """A face as PNG for the gallery, where many SVG documents would scroll badly; None if it is unknown."""
        found = self._scenes.get(fingerprint)
        if found is None:
            return None
        if (fingerprint, bleed) not in self._pictures:
            scene, fonts = found
            dpi = min(PICTURE_DPI, PICTURE_WIDTH * 25.4 / scene.width)
            self._pictures[fingerprint, bleed] = next(scene_pngs((scene,), fonts=fonts, dpi=dpi, bleed=bleed))
            for old in list(self._pictures)[:-MOST_SCENES]:
                self._pictures.pop(old, None)
        return self._pictures[fingerprint, bleed]

    def shop_findings(self, language: str, first: str = "") -> Mapping[str, ShopFindings]:
        """The preflight of each shop, as far as it has run for the current proof; the rest runs now, `first` first."""
        with self.lock:
            if self._shops_of != (self.proof.number, language):
                self._shops_of, self._shops = (self.proof.number, language), {}
                self._preflights.run(self._shops_of, first)
            return dict(self._shops)

    def _watch(self) -> None:
        for _ in watch_saves(self.folder, stop=self._stop):
            self.look()

    def _keep(self, proof: Proof) -> None:
        self.proof = proof
        fonts = FontBook(proof.kit.theme.fonts, proof.kit.folder) if proof.kit else None
        for mode, faces in proof.faces.items():
            self._seen.setdefault(mode, {face.id: face for face in faces})
            for face in faces:
                if fonts and face.fingerprint not in self._scenes:
                    self._scenes[face.fingerprint] = (face.scene, fonts)
        for old in list(self._scenes)[:-MOST_SCENES]:
            del self._scenes[old]

    def _check(self, number: int) -> None:
        try:
            self.keep_check(number, self._worker.call(check_kit, self.folder, self.builds.out))
        except (EOFError, OSError):  # stopped, or a file is just being replaced, whose save is checked next
            return

    def keep_check(self, number: int, found: CheckResult) -> None:
        """Takes the result of a full check over into the proof of this number, unless there is a newer one."""
        with self.lock:
            if number != self.proof.number:
                return
            counts = found.counts or self.proof.counts
            self.proof = replace(
                self.proof, findings=found.findings, changed=found.changed, counts=counts, checked=True
            )
            self._on_change(self.proof)
        self.notify("findings")

    def _preflight(self, state: tuple[int, str], first: str) -> None:
        for shop in sorted(shop_names(), key=lambda name: name != first):
            if self._stop.is_set() or self._preflights.outdated:
                return
            try:
                found = self._worker.call(preflight, self.folder, state[1], shop)
            except (EOFError, OSError):
                return
            with self.lock:
                if self._shops_of == state:
                    self._shops[shop] = found
            self.notify("findings")
