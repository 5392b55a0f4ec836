"""The state of `pnp watch`: one kit under watch, its checks and builds, and what its pages have computed."""

from __future__ import annotations

import json
import logging
import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TypeVar, cast

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
from pnp.scene import Page, Scene
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
Key = TypeVar("Key")
Value = TypeVar("Value")
LOG = logging.getLogger(__name__)
MOST_SCENES = 4_000
"""Scenes that can be drawn, oldest dropped first; a page may still show faces of the proof before."""
MOST_RESULTS = 8
"""Results of slow work that are kept, oldest dropped first."""
PICTURE_DPI, PICTURE_WIDTH = 192, 1200
"""Pictures of the gallery: two pixels for one of the screen at real size, and their greatest width."""
CHECK_DELAY = 0.4
"""Seconds from a save to its full check, in which pages show the save."""
HEARTBEAT = 15.0
MOST_EVENTS = 100
"""Events that a page may lag behind; it reloads when it wakes."""


def ignore_progress(name: str, done: float) -> None:
    """Progress that nobody watches."""


class Events:
    """Server-sent events to all open pages."""

    def __init__(self) -> None:
        self._pages: set[queue.Queue[str]] = set()

    def send(self, event: str, data: str) -> None:
        for page in list(self._pages):
            if page.qsize() < MOST_EVENTS:
                page.put(f"event: {event}\ndata: {data}\n\n")

    def stream(self, first: Callable[[], str]) -> Iterator[str]:
        """The events of one page; `first` gives the data of the event `here`, which opens the stream."""
        page: queue.Queue[str] = queue.Queue()
        self._pages.add(page)
        try:
            yield f"retry: 500\nevent: here\ndata: {first()}\n\n"
            while True:
                try:
                    yield page.get(timeout=HEARTBEAT)
                except queue.Empty:
                    yield ": still here\n\n"
        finally:
            self._pages.discard(page)


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


class CheckResult(msgspec.Struct, frozen=True):
    """All findings of a kit, how many pieces differ from its last build or revision, and its printed pages; None for
    what cannot be compared or laid out."""

    findings: Findings
    changed: int | None = None
    counts: PrintCounts | None = None


def check_kit(folder: Path, out: Path) -> CheckResult:
    """Runs all rules over a kit; `out` is the folder of its builds."""
    findings = check(folder, Options(out=Path()), ignore_progress)
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
        return ShopFindings(
            check_for_shop(folder, Options(out=Path(), languages=(language,)), load_shop(shop), ignore_progress)
        )
    except (BadOptionError, VendorError) as error:
        return ShopFindings(Findings(), str(error))


class LeafletPages(msgspec.Struct, frozen=True):
    """The pages of a leaflet at one proof: their digests, and the line and passage of the file that each begins with,
    counted from 0; and the lines of the file."""

    proof: int
    digests: tuple[str, ...]
    starts: tuple[tuple[int, int], ...]
    lines: tuple[str, ...]


class Session:
    """One kit under watch, and all that its pages share. Its methods may be called from any thread."""

    def __init__(
        self, folder: Path, out: Path, editor: str = "", on_change: Callable[[Proof], None] = lambda proof: None
    ) -> None:
        """`editor` is the command that opens files; `on_change` is called after each save and after each full check."""
        self.folder = folder
        self.out = out
        self.editor = editor
        self.token = secrets.token_urlsafe(24)
        self.events = Events()
        self.undo_log = UndoLog(folder)
        self.last_build = BuildResult()
        self.proof = Proof(number=0, folder=folder)
        self.lock = threading.RLock()
        """Held while files are read or written, so that no proof is of half an edit."""
        self.state = 0
        """Counts all changes that pages show; a page that was drawn at an earlier one is out of date."""
        self.saved = False
        """Whether a file was saved since the start."""
        self.unbuilt = False
        """Whether the kit had never been built at the start."""
        self.results: dict[tuple[object, ...], object] = {}
        """What `compute` keeps."""
        self.pages: dict[str, tuple[Page, FontBook]] = {}
        """Pages of paper that can be drawn, by digest."""
        self.leaflets: dict[tuple[str, str], tuple[LeafletPages, LeafletPages]] = {}
        """The pages of leaflets before and after the last save, by component and language."""
        self._on_change = on_change
        self._modes: list[Mode] = []
        self._memory = KitMemory()
        self._seen: dict[Mode, dict[FaceId, ProofFace]] = {}
        self._scenes: dict[str, tuple[Scene, FontBook]] = {}
        self._pictures: dict[tuple[str, bool], bytes] = {}
        self._computing = threading.Lock()
        self._stop = threading.Event()
        self._watcher: threading.Thread | None = None
        self._checker: threading.Thread | None = None
        self._check_wanted = threading.Event()
        self._shops: dict[str, ShopFindings] = {}
        self._shops_of: tuple[int, str, str] = (0, "", "")
        """Number of the proof, language, and the shop to check first."""

    def start(self) -> None:
        """Reads the kit, watches its folder and checks it after each save."""
        self._watcher = threading.Thread(target=self._watch, name="watcher", daemon=True)
        self.update()
        kit = self.proof.kit
        self.unbuilt = kit is not None and not (self.out / kit.id / MANIFEST).is_file()
        self._watcher.start()

    def stop(self) -> None:
        self._stop.set()
        self._check_wanted.set()
        if self._watcher:
            self._watcher.join(5)

    def notify(self, event: str) -> None:
        """Tells all pages that they are out of date."""
        with self.lock:
            self.state += 1
            self.events.send(event, json.dumps({"state": self.state}))

    def update(self, did: str = "") -> Proof:
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
                self._check_soon()
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

    def last_face_file(self, file: str) -> ReadFace | None:
        """A face file as it last could be read."""
        return self._memory.faces.get(file)

    def mark_seen(self) -> None:
        """Marks all changes as seen."""
        with self.lock:
            self._seen = {mode: {face.id: face for face in faces} for mode, faces in self.proof.faces.items()}
        self.notify("proof")

    def seen_faces(self, mode: Mode) -> Mapping[FaceId, ProofFace]:
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
            drop_oldest(self._pictures, MOST_SCENES)
        return self._pictures[fingerprint, bleed]

    def compute(self, key: tuple[object, ...], work: Callable[[], Result]) -> Result:
        """The result of slow work, done once for a key. One thread works at a time. Raises what `work` raises."""
        with self._computing:
            if key not in self.results:
                self.results[key] = work()
                drop_oldest(self.results, MOST_RESULTS)
            return cast(Result, self.results[key])

    def begin_build(self, work: Callable[[], BuildResult]) -> None:
        """Builds or exports in a thread, unless a build is running."""
        with self.lock:
            if self.last_build.busy:
                return
            self.last_build = BuildResult(busy=True)
        threading.Thread(target=self._build, args=(work,), name="build", daemon=True).start()

    def _build(self, work: Callable[[], BuildResult]) -> None:
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
            self.last_build = result
            self.notify("built")

    def shop_findings(self, language: str, first: str = "") -> Mapping[str, ShopFindings]:
        """The preflight of each shop, as far as it has run for the current proof; the rest runs now, `first` first."""
        with self.lock:
            if self._shops_of[:2] != (self.proof.number, language):
                self._shops_of, self._shops = (self.proof.number, language, first), {}
                self._check_soon()
            return dict(self._shops)

    def _watch(self) -> None:
        for _ in watch_saves(self.folder, stop=self._stop):
            self.update()

    def _keep(self, proof: Proof) -> None:
        self.proof = proof
        fonts = FontBook(proof.kit.theme.fonts, proof.kit.folder) if proof.kit else None
        for mode, faces in proof.faces.items():
            self._seen.setdefault(mode, {face.id: face for face in faces})
            for face in faces:
                if fonts and face.fingerprint not in self._scenes:
                    self._scenes[face.fingerprint] = (face.scene, fonts)
        drop_oldest(self._scenes, MOST_SCENES)

    def _check_soon(self) -> None:
        self._check_wanted.set()
        if self._checker is None:
            self._checker = threading.Thread(target=self._run_checks, name="checker", daemon=True)
            self._checker.start()

    def _run_checks(self) -> None:
        """Checks the newest proof if the kit is watched, then the print shops that a page asks for."""
        checked = 0
        while self._check_wanted.wait() and not self._stop.is_set():
            self._stop.wait(CHECK_DELAY)
            self._check_wanted.clear()
            number = self.proof.number
            try:
                if self._watcher and number != checked:
                    checked = number
                    self.keep_check(number, check_kit(self.folder, self.out))
                self._check_shops()
            except OSError:  # a file is just being replaced, whose save is checked next
                continue
            except Exception:  # the pages go on with the findings of the faces
                LOG.exception("The check failed")
                self.keep_check(number, CheckResult(self.proof.findings))

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

    def _check_shops(self) -> None:
        wanted = self._shops_of
        for shop in sorted(shop_names(), key=lambda name: name != wanted[2]) if wanted[0] == self.proof.number else ():
            if self._stop.is_set() or self._check_wanted.is_set():
                return
            if shop not in self._shops:
                found = preflight(self.folder, wanted[1], shop)
                with self.lock:
                    if self._shops_of == wanted:
                        self._shops[shop] = found
                self.notify("findings")


def drop_oldest(known: dict[Key, Value], most: int) -> None:
    """Drops the oldest entries of a dictionary, until `most` are left."""
    for key in list(known)[:-most]:
        known.pop(key, None)
