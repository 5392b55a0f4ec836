"""Comparisons of the kit under watch with builds, revisions and other folders."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pnp.changes.changed_since import select_changed
from pnp.changes.compare import Comparison, compare
from pnp.changes.git import SnapshotError
from pnp.changes.snapshot import Snapshot
from pnp.changes.swap_list import with_known_fonts
from pnp.changes.words import ChangeWords
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
from pnp.studio.states import StateCache
from pnp.text.fonts import FontBook

MOST_CHECKED = 40
"""Pieces whose faces are checked for warnings."""
MOST_COMPARISONS = 4
"""Recent ones that stay in memory, to draw their faces."""


class StudioComparison(msgspec.Struct, frozen=True, eq=False):
    """A comparison with its duration in ms, the sheets for changed pieces by stock, and the pieces that lost a
    warning."""

    comparison: Comparison
    duration: int
    sheets: tuple[tuple[PrintStock, int], ...]
    mended: frozenset[str]


class Comparisons:
    """Compares the kit under watch, and remembers the last comparisons. Thread-safe."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._states = StateCache(session.folder)
        self._known: dict[tuple[str, ...], StudioComparison] = {}

    def of(self, language: str, old: str, new: str, reader: str) -> StudioComparison:
        """Compares two states in a language; "" is the folder as it is, `reader` the language of the statements.

        Raises KitError if a kit cannot be laid out, SnapshotError for what is no state of this kit.
        """
        proof = self._session.proof
        here = str(self._session.folder)
        name = new or here
        if proof.kit is None or (proof.broken and here in (old, name)):
            raise KitError(proof.errors)
        with self._lock:
            key = (language, reader, old, self._states.stamp(old), name, self._states.stamp(name))
            if key not in self._known:
                started = time.perf_counter()
                before, after = (self._states.read(one, proof.kit.id, language) for one in (old, name))
                found = compare(before, after, language, ChangeWords(reader))
                sheets = () if new else tuple(_sheets(proof.kit, found))
                duration = round((time.perf_counter() - started) * 1000)
                self._known[key] = StudioComparison(found, duration, sheets, frozenset(_mended(proof.kit, found)))
                for outdated in list(self._known)[:-MOST_COMPARISONS]:
                    del self._known[outdated]
            return self._known[key]

    def svg(self, build: str, fingerprint: str) -> str | None:
        """A face of a compared state as SVG, in the typefaces of now; None if there is none."""
        for one in self._known.values():
            for state in (one.comparison.old, one.comparison.new):
                if state.build == build and (scene := _scene(state, fingerprint)):
                    fonts = state.fonts or one.comparison.new.fonts or FontBook(press_theme().fonts)
                    return write_svg(with_known_fonts(scene, fonts), fonts=fonts)
        return None


def _sheets(kit: Kit, comparison: Comparison) -> Iterator[tuple[PrintStock, int]]:
    """The sheets that the pieces to put in take, by stock."""
    options = Options(out=Path(), languages=(comparison.language,))
    layout = Layout(kit, comparison.language, address=options.code_address(kit))
    selection = select_changed(kit, comparison.changes)
    counts: Counter[PrintStock] = Counter()
    if selection.chosen:
        for file in FilePlan(kit, layout, options, selection).files():
            if file.job:
                counts[file.job.stock or "paper"] += file.job.new_sheets
    yield from ((stock, counts[stock]) for stock in LABELS if counts[stock])


def _mended(kit: Kit, comparison: Comparison) -> Iterator[str]:
    """The changed pieces of which an old face has a warning and no new one, by the quick rules."""
    check = FaceCheck(FontBook(kit.theme.fonts, kit.folder), thorough=False)

    def warned(state: Snapshot, piece: PieceEntry) -> bool:
        scenes = (_scene(state, fingerprint) for fingerprint in piece.faces.values())
        faces = (Laid("", scene, (Origin(Place(kit.file), scene.items),), (), "", True) for scene in scenes if scene)
        return any(finding for face in faces for finding in check.inspect(face))

    for change in comparison.single[:MOST_CHECKED]:
        old, new = change.old, change.new
        if old and new and warned(comparison.old, old) and not warned(comparison.new, new):
            yield f"{new.component} {new.key}".strip()


def _scene(state: Snapshot, fingerprint: str) -> Scene | None:
    try:
        return state.scene(fingerprint)
    except SnapshotError:
        return None
