"""What changed since another state of the kit: a build, a revision, another folder."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pnp.changes.comparison import Comparison, compared
from pnp.changes.since import put_in
from pnp.changes.snapshot import Snapshot, SnapshotError
from pnp.changes.swap_list import known_fonts
from pnp.check.faces import FaceCheck
from pnp.face.layout import Laid, Layout
from pnp.face.paint import Origin
from pnp.findings import KitError, Place
from pnp.kit import Kit
from pnp.kit.theme import press_theme
from pnp.output.manifest import PieceEntry
from pnp.render.svg import write_svg
from pnp.scene import Scene
from pnp.sheet.options import Options
from pnp.sheet.papers import PrintStock
from pnp.sheet.plan import LABELS, FilePlan
from pnp.studio.session import Session
from pnp.studio.snapshots import Snapshots
from pnp.studio.states import States
from pnp.text.fonts import FontBook

MOST_LOOKED_AT = 40
"""Pieces whose faces are looked at for warnings."""
KEPT = 4
"""Comparisons that are kept to be drawn."""


class Compared(msgspec.Struct, frozen=True, eq=False):
    """A comparison in one language, and how many milliseconds it took; how many sheets of each stock what is to be put
    in takes, in the order of the press; and the pieces whose faces had a warning and have none now."""

    comparison: Comparison
    took: int
    sheets: tuple[tuple[PrintStock, int], ...]
    mended: frozenset[str]


class Comparisons:
    """Compares the kit under watch; what is compared again stays known."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._now = Snapshots(session)
        self._states = States(session.folder, self._now.now)
        self._known: dict[tuple[str, ...], Compared] = {}

    @property
    def late(self) -> bool:
        """Whether something of the folder is still being laid out; the page is told as soon as it is."""
        return self._now.late

    def of(self, language: str, old: str, new: str) -> Compared:
        """What is different in a language; `new` is "" for the folder as it is. Raises KitError for what cannot be laid
        out, SnapshotError for what is no state of this kit."""
        proof = self._session.proof
        name = new or str(self._session.folder)
        if proof.kit is None or (proof.broken and str(self._session.folder) in (old, name)):
            raise KitError(proof.errors)
        key = (language, old, self._stamp(old), name, self._stamp(name))
        with self._lock:
            if key not in self._known:
                started = time.perf_counter()
                (found,) = compared(*self._states.both(old, name, language), (language,))
                taken = () if new else tuple(_sheets(proof.kit, found))
                took = round((time.perf_counter() - started) * 1000)
                self._known[key] = Compared(found, took, taken, frozenset(_mended(proof.kit, found)))
                for outdated in list(self._known)[:-KEPT]:
                    del self._known[outdated]
            return self._known[key]

    def _stamp(self, state: str) -> str:
        """What changes with a state."""
        proof = self._session.proof
        here = proof.kit is not None and state == str(self._session.folder)
        return f"{proof.build} {self._now.round}" if here else self._states.stamp(state)

    def svg(self, build: str, fingerprint: str) -> str | None:
        """A face of a state that was compared; None if there is none."""
        for one in self._known.values():
            for state in (one.comparison.old, one.comparison.new):
                if state.build == build and fingerprint in state.decoder.faces:
                    return _drawn(state, fingerprint, one.comparison.new.fonts)
        return None


def _sheets(kit: Kit, comparison: Comparison) -> Iterator[tuple[PrintStock, int]]:
    """What the pieces that are to be put in take, printed as usual."""
    options = Options(out=Path(), languages=(comparison.language,))
    layout = Layout(kit, comparison.language, address=options.code_address(kit))
    selection = put_in(kit, (one.change for one in comparison.found))
    counts: Counter[PrintStock] = Counter()
    if selection.chosen:
        for file in FilePlan(kit, layout, options, selection).files():
            if file.job:
                counts[file.job.stock or "paper"] += file.job.new_sheets
    yield from ((stock, counts[stock]) for stock in LABELS if counts[stock])


def _mended(kit: Kit, comparison: Comparison) -> Iterator[str]:
    """The pieces that changed by themselves of which an old face, looked at quickly, has a warning, and no new one:
    words near the cut, codes that no phone reads. To look for pale words takes longer than comparing."""
    check = FaceCheck(FontBook(kit.theme.fonts, kit.folder), thorough=False)

    def warned(state: Snapshot, piece: PieceEntry) -> bool:
        scenes = (_kept(state, fingerprint) for fingerprint in piece.faces.values())
        laid = (Laid("", scene, (Origin(Place(kit.file), scene.items),), (), "", True) for scene in scenes if scene)
        return any(finding for one in laid for finding in check.inspect(one))

    for one in comparison.single[:MOST_LOOKED_AT]:
        old, new = one.change.old, one.change.new
        if old and new and warned(comparison.old, old) and not warned(comparison.new, new):
            yield f"{new.component} {new.key}".strip()


def _kept(state: Snapshot, fingerprint: str) -> Scene | None:
    try:
        return state.scene(fingerprint)
    except SnapshotError:
        return None


def _drawn(state: Snapshot, fingerprint: str, fonts: FontBook | None) -> str | None:
    """A face in the typefaces of now; a state that a build left has none of its own."""
    scene = _kept(state, fingerprint)
    if scene is None:
        return None
    book = state.fonts or fonts or FontBook(press_theme().fonts)
    return write_svg(known_fonts(scene, book), fonts=book)
