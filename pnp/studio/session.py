"""One kit under watch: its proof as it is, who is told of changes, and what was seen of them."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from pnp.findings import Findings
from pnp.kit.faces import Memory, Remembered
from pnp.kit.stamps import stamps
from pnp.output.manifest import MANIFEST
from pnp.render.png import scene_pngs
from pnp.render.svg import write_svg
from pnp.scene import Scene
from pnp.studio.events import Events
from pnp.studio.inspector import Inspector
from pnp.studio.ledger import Ledger
from pnp.studio.looks import Look, looked_at
from pnp.studio.preflights import Preflights
from pnp.studio.press import Press
from pnp.studio.proof import FaceId, Mode, Proof, Shown
from pnp.studio.prover import clock, prove
from pnp.studio.watched import Watcher
from pnp.text.fonts import FontBook

KEPT = 4_000
"""Faces that are kept to be drawn, oldest first to go; a page may still ask for those of the proof before."""

DPI, WIDEST = 192, 1200
"""Of pictures on the shelves: two pixels to one of the usual screens at real size, at most so many across."""


class Session:
    """What the proof page of one kit knows. Its methods may be called from any thread."""

    def __init__(
        self, folder: Path, out: Path, editor: str = "", heard: Callable[[Proof], None] = lambda proof: None
    ) -> None:
        """`editor` is the command that opens files; `heard` is told of each save, and
        of what a thorough look at it finds."""
        self._heard = heard
        self.folder = folder
        self.editor = editor
        self.ledger = Ledger(folder)
        self.press = Press(folder, out, lambda: self.tell("built"))
        self.token = secrets.token_urlsafe(24)
        self.events = Events()
        self.lock = threading.RLock()
        """Held while files are read or written, so that no proof is of half a change."""
        self._proof = Proof(number=0, folder=folder, kit=None, build="", files={}, faces={}, findings=Findings())
        self._started = False
        self.saved = False
        """Whether a file was saved since it was opened."""
        self.unbuilt = False
        """Whether the kit had never been built when it was opened."""
        self._modes: list[Mode] = []
        self._memory = Memory()
        self._seen: dict[Mode, dict[FaceId, Shown]] = {}
        self._scenes: dict[str, tuple[Scene, FontBook]] = {}
        self._pictures: dict[tuple[str, bool], bytes] = {}
        self._inspector = Inspector(looked_at, self._checked)
        self.preflights = Preflights(folder, lambda: self.tell("findings"))
        self._watcher = Watcher(folder, self._written)

    @property
    def proof(self) -> Proof:
        return self._proof

    def start(self) -> None:
        """Reads the kit, and watches it from now on, with a process that looks at it thoroughly."""
        self._started = True
        self.look()
        kit = self._proof.kit
        self.unbuilt = kit is not None and not (self.press.out / kit.id / MANIFEST).is_file()
        self._watcher.start()

    def stop(self) -> None:
        """Ends what `start` began, and what looks for print shops."""
        if self._started:
            self._watcher.stop()
            self._inspector.stop()
        self.preflights.stop()

    def look(self, did: str = "") -> Proof:
        """Makes a new proof if a file changed, and tells the pages. `did`: what was done on the page."""
        with self.lock:
            before = self._proof
            files = stamps(self.folder)
            if before.number and files == before.files:
                return before
            modes = self._modes or ([(before.kit.languages[0], "full")] if before.kit else [])
            proof = prove(before, modes, self._memory, files)
            self.saved = self.saved or bool(before.number)
            self._keep(msgspec.structs.replace(proof, saved=msgspec.structs.replace(proof.saved, did=did)))
            if proof.kit and not self._modes:
                self.in_mode((proof.kit.languages[0], "full"))
            if self._started:
                self._inspector.look(proof.number, self.folder, self.press.out)
            self._heard(self._proof)
            return self._proof

    def in_mode(self, mode: Mode) -> tuple[Shown, ...]:
        """All faces in a language and an ink; from now on they are kept up to date."""
        with self.lock:
            if mode not in self._modes:
                self._modes.append(mode)
            if mode not in self._proof.faces and self._proof.kit:
                saved, number, checked = self._proof.saved, self._proof.number, self._proof.checked
                proof = prove(self._proof, self._modes, self._memory)
                findings = self._proof.findings if checked else proof.findings
                made = msgspec.structs.replace(proof, saved=saved, number=number, checked=checked, findings=findings)
                self._keep(made, tell=False)
            return self._proof.of(mode)

    def face(self, file: str) -> Remembered | None:
        """A face and the text of its file, as that was last read without a fault."""
        return self._memory.faces.get(file)

    def seen(self) -> None:
        """All that changed is marked as seen."""
        with self.lock:
            self._seen = {mode: {one.id: one for one in faces} for mode, faces in self._proof.faces.items()}
        self.tell("proof")

    def before(self, mode: Mode) -> Mapping[FaceId, Shown]:
        """The faces as they were when the page was opened, or last marked as seen."""
        return self._seen.get(mode, {})

    def svg(self, fingerprint: str, *, bleed: bool) -> str | None:
        """A face as a drawing, with its bleed or cut at the trim; None if there is none of this fingerprint."""
        found = self._scenes.get(fingerprint)
        return write_svg(found[0], fonts=found[1], bleed=bleed) if found else None

    def png(self, fingerprint: str, *, bleed: bool) -> bytes | None:
        """A face as a picture for the shelves; None if there is none of this fingerprint.

        A browser draws a drawing on the thread that scrolls, each in a document of its own; a picture it does not.
        """
        found = self._scenes.get(fingerprint)
        if found is None:
            return None
        known = self._pictures.get((fingerprint, bleed))
        if known is None:
            scene, fonts = found
            dpi = min(DPI, WIDEST * 25.4 / scene.width)
            known = next(scene_pngs((scene,), fonts=fonts, dpi=dpi, bleed=bleed))
            self._pictures[fingerprint, bleed] = known
            for old in list(self._pictures)[:-KEPT]:
                self._pictures.pop(old, None)
        return known

    def _written(self) -> None:
        self.look()

    def _keep(self, proof: Proof, *, tell: bool = True) -> None:
        self._proof = proof
        if proof.kit:
            fonts = FontBook(proof.kit.theme.fonts, proof.kit.folder)
            for mode, faces in proof.faces.items():
                self._seen.setdefault(mode, {one.id: one for one in faces})
                for one in faces:
                    if one.fingerprint not in self._scenes:
                        self._scenes[one.fingerprint] = (one.scene, fonts)
            for old in list(self._scenes)[:-KEPT]:
                del self._scenes[old]
        if tell:
            self.tell("proof")

    def _checked(self, number: int, look: Look) -> None:
        with self.lock:
            if number != self._proof.number:
                return
            self._proof = msgspec.structs.replace(
                self._proof,
                findings=look.findings,
                changed=look.changed,
                counts=look.counts or self._proof.counts,
                checked=True,
            )
            self._heard(self._proof)
        self.tell("findings")

    def tell(self, event: str) -> None:
        """Tells all pages of something."""
        self.events.tell(event, json.dumps({"proof": self._proof.number, "time": clock()}))
