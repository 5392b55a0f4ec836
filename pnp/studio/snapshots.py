"""The kit under watch as a state that can be compared: made from the faces that the proof already has, so that a save
lays out again only what it changed."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec

from pnp.changes.draws import draws_of
from pnp.changes.snapshot import Snapshot, kept, of_kit
from pnp.face.layout import Layout
from pnp.findings import KitError
from pnp.kit import Kit, expand
from pnp.kit.model import AnyComponent, Board, Card, Leaflet, Sheet, Tile, Token
from pnp.output.manifest import PieceEntry
from pnp.output.pieces import Kept, RowRecord, laid_out, piece_entry, row_record
from pnp.output.scene_file import SceneEncoder
from pnp.sheet.options import Options
from pnp.sheet.selection import Selection
from pnp.sheet.tiles import needs_tiles
from pnp.studio.dependence import Dependence
from pnp.studio.proof import Shown
from pnp.studio.prover import BUILD
from pnp.studio.session import KEPT, Session
from pnp.text.fonts import FontBook


class _Rest(msgspec.Struct, frozen=True):
    """What is no flat piece, as it is printed: for what it was laid out, its pieces, what is on them, and what drew
    that; or why it cannot be."""

    key: str
    pieces: tuple[PieceEntry, ...] = ()
    records: tuple[Kept, ...] = ()
    draws: Mapping[str, tuple[str, ...]] = {}
    fault: KitError | None = None


class _Writings:
    """Faces as they are kept, by their fingerprints in the proof, as long as what all of them share stays."""

    def __init__(self, shared: str, kit: Kit) -> None:
        self.shared = shared
        self._writer = SceneEncoder(FontBook(kit.theme.fonts, kit.folder), BUILD)
        self._ids: dict[str, str] = {}

    def id(self, shown: Shown) -> str:
        """The fingerprint of a face as builds have it."""
        found = self._ids.get(shown.fingerprint)
        if found is None:
            found = self._ids[shown.fingerprint] = self._writer.add(shown.scene)
        return found

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def records(self) -> Iterable[Kept]:
        return self._writer.out


class Snapshots:
    """The kit of a session as it is now, in each language that is asked for. Its leaflets take longer than a page may
    wait: they are as they last were until they are laid out anew, and the page is told."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._written: dict[str, _Writings] = {}
        self._nets: dict[str, _Rest] = {}
        self._leaflets: dict[str, _Rest] = {}
        self._lock = threading.Lock()
        self.late = False
        """Whether leaflets are just being laid out."""
        self.round = 0
        """How often they were, late."""

    def now(self, language: str) -> Snapshot:
        """The state of the proof, of which all files can be read; what is wrong on a face is shown so. Raises KitError
        for a net or a leaflet that cannot be laid out."""
        shown = self._session.in_mode((language, "full"))
        proof = self._session.proof
        assert proof.kit is not None, "there is nothing to compare"
        kit = msgspec.structs.replace(proof.kit, build=BUILD)
        dependence = Dependence(kit, proof.files)
        written = self._written.get(language)
        if written is None or written.shared != dependence.common or len(written) > KEPT:
            written = self._written[language] = _Writings(dependence.common, kit)
        layout = Layout(kit, language)
        flat = {one.id for one in kit.components if _is_flat(one, layout)}
        nets = [one for one in kit.components if one.id not in flat and not isinstance(one, Leaflet)]
        rests = self._net(kit, dependence, language, nets), self._leaflet(kit, dependence, language)
        faces: dict[tuple[str, str], dict[str, str]] = {}
        draws = {face: drawn for rest in rests for face, drawn in rest.draws.items()}
        for one in shown:
            if one.component in flat:
                faces.setdefault((one.component, one.key), {})[one.side] = found = written.id(one)
                if one.laid:
                    draws.setdefault(found, draws_of(one.laid, kit))
        others = {(piece.component, piece.key): piece for rest in rests for piece in rest.pieces}
        pieces = tuple(
            others[key] if key in others else _entry(kit, component, key[1], copies, language, faces.get(key, {}))
            for component in kit.components
            for key, copies in _rows(kit, component)
        )
        records = (*written.records, *(one for rest in rests for one in rest.records), *_row_records(kit))
        return of_kit(kit, (language,), pieces, records, draws)

    def _net(self, kit: Kit, dependence: Dependence, language: str, nets: Sequence[AnyComponent]) -> _Rest:
        """What the proof shows otherwise than it is printed: nets, figures, numbered pieces."""
        key = "\n".join(map(dependence.whole, nets))
        known = self._nets.get(language)
        if known is None or known.key != key:
            known = self._nets[language] = _laid_out(kit, language, key, nets)
        if known.fault:
            raise known.fault
        return known

    def _leaflet(self, kit: Kit, dependence: Dependence, language: str) -> _Rest:
        """The leaflets as they were last laid out; if they may have changed since, that is begun anew."""
        leaflets = [one for one in kit.components if isinstance(one, Leaflet)]
        key = "\n".join(map(dependence.whole, leaflets))
        with self._lock:
            known = self._leaflets.get(language)
            if known is None:
                known = self._leaflets[language] = _laid_out(kit, language, key, leaflets)
            elif known.key != key and not self.late:
                self.late = True
                lay = partial(self._lay, kit, language, key, leaflets)
                threading.Thread(target=lay, name="leaflets", daemon=True).start()
        if known.fault:
            raise known.fault
        return known

    def _lay(self, kit: Kit, language: str, key: str, leaflets: Sequence[AnyComponent]) -> None:
        laid = None
        try:
            laid = _laid_out(kit, language, key, leaflets)
        except OSError:  # a file that is just gone: the save that this was is looked at by itself
            return
        finally:
            with self._lock:
                self.late = False
                if laid:
                    self._leaflets[language] = laid
                    self.round += 1
        self._session.tell("findings")


def _laid_out(kit: Kit, language: str, key: str, components: Sequence[AnyComponent]) -> _Rest:
    """Some components as they are printed."""
    if not components:
        return _Rest(key)
    others = frozenset(one.id for one in kit.components) - {one.id for one in components}
    try:
        pieces, packed, laid = laid_out(kit, Options(out=Path(), languages=(language,)), Selection(without=others))
    except KitError as error:
        return _Rest(key, fault=error)
    draws = {fingerprint: draws_of(one, kit) for fingerprint, one in laid.items()}
    return _Rest(key, pieces, tuple(one for one in kept(packed) if not isinstance(one, RowRecord)), draws)


def _is_flat(component: AnyComponent, layout: Layout) -> bool:
    """Whether what is printed of a piece are its front and back as they are shown, all its copies alike."""
    return isinstance(component, Card | Tile | Token | Sheet | Board) and not layout.is_numbered(component)


def _rows(kit: Kit, component: AnyComponent) -> Iterable[tuple[tuple[str, str], int]]:
    """The pieces of a component by component and key, with their copies."""
    copies: dict[tuple[str, str], int] = {}
    for row, count in expand(kit, component):
        key = component.id, row.key if row else ""
        copies[key] = copies.get(key, 0) + count
    return copies.items()


def _entry(
    kit: Kit, component: AnyComponent, key: str, copies: int, language: str, faces: Mapping[str, str]
) -> PieceEntry:
    """A flat piece. One without copies lies on no sheet; a board in tiles is laid out all the same."""
    paper = Options(out=Path()).paper_of(kit)
    large = isinstance(component, Board) and needs_tiles(*component.size, component.bleed, paper)
    there = faces if copies or large else {}
    return piece_entry(component, key, language, copies, dict(there))


def _row_records(kit: Kit) -> Iterator[RowRecord]:
    for component in kit.components:
        for row, _ in expand(kit, component):
            if row:
                yield row_record(kit, component, row)
