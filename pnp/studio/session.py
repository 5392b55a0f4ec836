"""The state of `pnp watch`: one kit under watch, its checks and builds, and what its pages have computed."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar, cast

import msgspec
from msgspec.structs import asdict, replace
from watchfiles import watch

from pnp.build.build import NothingWantedError, check
from pnp.build.manifest import MANIFEST, File
from pnp.build.plan import PrintContext, plan_files
from pnp.calibration.printer_profile import ProfileError
from pnp.diff.compare import ChangeWords, Comparison, compare
from pnp.diff.snapshot import SnapshotError, build_time, read_state, revisions, take_snapshot
from pnp.export.writer import ExportFile
from pnp.findings import Finding, Findings, KitError, Place
from pnp.kit import Kit
from pnp.kit.folder import stamps
from pnp.kit.tables import KIT_FILE
from pnp.kits import load
from pnp.scene import Page, Scene
from pnp.sheet.options import BadOptionError, Options, Selection
from pnp.studio.edits import UndoLog
from pnp.studio.proof import FaceId, Mode, Proof, ProofFace, update_proof
from pnp.text.fonts import FontBook
from pnp.vendor.shop import VendorError
from pnp.vendor.shop import load as load_shop
from pnp.vendor.shop import names as shop_names
from pnp.vendor.shop_files import check as check_for_shop

LONGEST_TITLE = 60


def comparable_states(folder: Path, out: Path, kit: Kit) -> dict[str, str]:
    """Returns the builds in `out` and the git revisions to compare a kit with: names for `pnp diff`, with titles."""
    builds = [out / name for name in (kit.id, f"{kit.id}-changed") if (out / name / MANIFEST).is_file()]
    built = {str(one): f"{build_time(one / MANIFEST)} · {one}" for one in builds}
    return built | {name: f"{name} · {about}"[:LONGEST_TITLE] for name, about in revisions(folder).items()}


def compare_states(kit: Kit, old: str, new: str, language: str, reader: str = "en") -> Comparison:
    """Compares two states of a kit in a language; `reader` is the language of the statements.

    The kit's own folder is laid out with its faulty faces. Raises KitError, SnapshotError, BadOptionError, OSError.
    """
    options = Options(out=Path(), languages=(language,))
    before, after = (
        take_snapshot(kit, options, name, faulty=True)
        if name == str(kit.folder)
        else read_state(name, kit.folder, kit.id, options)
        for name in (old, new)
    )
    return compare(before, after, language, ChangeWords(reader))


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
CHECK_DELAY = 0.4
"""Seconds from a save to its full check, in which pages show the save."""
HEARTBEAT = 15.0


def ignore_progress(name: str, done: float) -> None:
    """Progress that nobody watches."""


class BuildResult(msgspec.Struct, frozen=True):
    """The files of the last build or export. While it runs it is `busy`; `error` says why there are no files."""

    folder: Path = Path()
    files: Sequence[File | ExportFile] = ()
    seconds: float = 0.0
    error: str = ""
    busy: bool = False


class CheckResult(msgspec.Struct, frozen=True):
    """Results of a full check, in fields with the names of a proof's.

    `changed` counts the pieces that differ from the last build, else from the last revision; None without either.
    """

    findings: Findings
    changed: int | None = None
    sheets: int = 0
    pages: Mapping[str, int] = {}


def check_kit(folder: Path, out: Path) -> CheckResult:
    """Runs all rules over a kit; `out` is the folder of its builds."""
    findings = check(folder, Options(out=Path()), ignore_progress)
    try:
        kit = load(folder)
        options = Options(out=Path(), languages=kit.languages[:1])
        files = plan_files(PrintContext(kit, options.layout(kit, kit.languages[0]), options, Selection()))
        pages = {file.component: len([*file.draw_pages()]) for file in files if file.what == "leaflet"}
    except KitError:
        return CheckResult(findings)
    sheets, changed = sum(file.new_sheets for file in files if file.what != "booklet"), None
    with suppress(KitError, SnapshotError, BadOptionError, OSError):
        if last := next(iter(comparable_states(folder, out, kit)), ""):
            changed = len(compare_states(kit, last, str(kit.folder), kit.languages[0]).changes)
    return CheckResult(findings, changed, sheets, pages)


def preflight(folder: Path, language: str, shop: str) -> Findings:
    """Findings of `pnp check` for a shop in one language, or the reason why it cannot run."""
    findings, options = Findings(), Options(out=Path(), languages=(language,))
    try:
        findings.extend(check_for_shop(folder, options, load_shop(shop), ignore_progress))
    except KitError as error:
        findings.extend(error.findings)
    except (BadOptionError, VendorError, OSError) as error:
        findings.add(Finding("error", "refused", Place(KIT_FILE), str(error)))
    return findings


class Session:
    """One kit under watch, and all that its pages share. Its methods may be called from any thread."""

    def __init__(self, folder: Path, out: Path, editor: str = "") -> None:
        """`editor` is the command that opens files."""
        self.folder = folder
        self.out = out
        self.editor = editor
        self.token = secrets.token_urlsafe(24)
        self.undo_log = UndoLog(folder)
        self.last_build = BuildResult()
        self.proof = Proof(number=0, folder=folder)
        self.unbuilt = False
        """Whether the kit had not been built when the session began."""
        self.lock = threading.RLock()
        """Held while files are read or written, so that no proof is of half an edit."""
        self.state = 0
        """Counts all changes that pages show; a page that was drawn at an earlier one is out of date."""
        self.results: dict[tuple[object, ...], object] = {}
        """What `compute` keeps."""
        self.pages: dict[str, tuple[Page, FontBook]] = {}
        """Pages of paper that can be drawn, by digest."""
        self.leaflets: dict[tuple[str, str], tuple[int, tuple[str, ...], tuple[str, ...]]] = {}
        """By component and language: the number of a proof, the digests of its pages and of those before its save."""
        self.scenes: dict[str, tuple[Scene, FontBook]] = {}
        """Faces that can be drawn, by fingerprint."""
        self._modes: list[Mode] = []
        self._seen: dict[Mode, dict[FaceId, ProofFace]] = {}
        self._shops: dict[tuple[int, str, str], Findings | None] = {}
        """Preflights by number of the proof, language and shop; None until they have run."""
        self._computing = threading.Lock()
        self._changed = threading.Condition()
        self._checker = ThreadPoolExecutor(1, "checker")
        self._stop = threading.Event()
        self._watcher: threading.Thread | None = None

    def start(self) -> None:
        """Reads the kit, watches its folder and checks it after each save."""
        self._watcher = threading.Thread(target=self._watch, name="watcher", daemon=True)
        kit = self.update().kit
        self.unbuilt = kit is not None and not (self.out / kit.id / MANIFEST).is_file()
        self._watcher.start()

    def stop(self) -> None:
        self._stop.set()
        self._checker.shutdown(wait=False, cancel_futures=True)
        if self._watcher:
            self._watcher.join(5)

    def notify(self) -> None:
        """Tells all pages that they are out of date."""
        with self._changed:
            self.state += 1
            self._changed.notify_all()

    def events(self) -> Iterator[str]:
        """Yields server-sent events for one page: the number of the state, now and after each change."""
        sent = -1
        yield "retry: 500\n\n"
        while True:
            with self._changed:
                while self.state == sent and self._changed.wait(HEARTBEAT):
                    pass
                sent = self.state
            yield f"data: {sent}\n\n"

    def update(self, did: str = "") -> Proof:
        """Makes a new proof if a file has changed. `did` is the edit of the page that changed it, in words."""
        with self.lock:
            before = self.proof
            files = stamps(self.folder)
            if before.number and files == before.files:
                return before
            modes = self._modes or ([(before.kit.languages[0], "full")] if before.kit else [])
            proof = update_proof(before, modes, files)
            self._keep(replace(proof, saved=replace(proof.saved, did=did)))
            if proof.kit and not self._modes:
                self.faces((proof.kit.languages[0], "full"))
            self.notify()
            if self._watcher and not self._stop.is_set():
                self._checker.submit(self._check, self.proof.number)
            return self.proof

    def faces(self, mode: Mode) -> tuple[ProofFace, ...]:
        """Returns all faces in a language and ink, and keeps them up to date from now on."""
        with self.lock:
            if mode not in self._modes:
                self._modes.append(mode)
            if mode not in self.proof.faces and self.proof.kit:
                made = update_proof(self.proof, self._modes)
                old = self.proof
                findings = old.findings if old.checked else made.findings
                self._keep(replace(old, faces=made.faces, findings=findings, kit=made.kit, broken=made.broken))
            return self.proof.of(mode)

    def mark_seen(self) -> None:
        """Marks all changes as seen."""
        with self.lock:
            self._seen = {mode: {face.id: face for face in faces} for mode, faces in self.proof.faces.items()}
        self.notify()

    def seen_faces(self, mode: Mode) -> Mapping[FaceId, ProofFace]:
        """Returns the faces as they were at the start, or when last marked as seen."""
        return self._seen.get(mode, {})

    def compute(self, key: tuple[object, ...], work: Callable[[], Result]) -> Result:
        """Returns the result of slow work, cached by key. One thread works at a time. Raises what `work` raises."""
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
            self.notify()

    def _watch(self) -> None:
        for _ in watch_saves(self.folder, stop=self._stop):
            self.update()

    def _keep(self, proof: Proof) -> None:
        self.proof = proof
        fonts = FontBook(proof.kit.theme.fonts, proof.kit.folder) if proof.kit else None
        for mode, faces in proof.faces.items():
            self._seen.setdefault(mode, {face.id: face for face in faces})
            for face in faces:
                if fonts and face.fingerprint not in self.scenes:
                    self.scenes[face.fingerprint] = (face.scene, fonts)
        drop_oldest(self.scenes, MOST_SCENES)

    def _check(self, number: int) -> None:
        """Runs all rules over the proof of this number, if it is still the newest."""
        if number != self.proof.number or self._stop.wait(CHECK_DELAY):
            return
        if self.proof.broken:  # the findings of the faces know the other files as well
            self.keep_check(number, CheckResult(self.proof.findings))
            return
        try:
            self.keep_check(number, check_kit(self.folder, self.out))
        except OSError:  # a file is just being replaced, whose save is checked next
            pass
        except Exception:  # the pages go on with the findings of the faces
            LOG.exception("The check failed")
            self.keep_check(number, CheckResult(self.proof.findings))

    def keep_check(self, number: int, found: CheckResult) -> None:
        """Takes the result of a full check over into the proof of this number, unless there is a newer one."""
        with self.lock:
            if number == self.proof.number:
                self.proof = replace(self.proof, **asdict(found), checked=True)
                self.notify()

    def shop_findings(self, language: str, first: str = "") -> Mapping[str, Findings | None]:
        """Returns the preflight of each shop for the current proof, None while it runs. The shop `first` runs first."""
        with self.lock:
            number = self.proof.number
            self._shops = {key: found for key, found in self._shops.items() if key[0] == number}
            for shop in sorted(shop_names(), key=lambda name: name != first):
                if (number, language, shop) not in self._shops:
                    self._shops[number, language, shop] = None
                    self._checker.submit(self._check_shop, number, language, shop)
            return {shop: self._shops[number, language, shop] for shop in shop_names()}

    def _check_shop(self, number: int, language: str, shop: str) -> None:
        if number == self.proof.number:
            found = preflight(self.folder, language, shop)
            with self.lock:
                self._shops[number, language, shop] = found
            self.notify()


def drop_oldest(known: dict[Key, Value], most: int) -> None:
    """Drops the oldest entries of a dictionary, until `most` are left."""
    for key in list(known)[:-most]:
        known.pop(key, None)
