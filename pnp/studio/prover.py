"""Makes a proof of a kit, from the one before: what did not change is not laid out again, and what cannot be read stays
as it last could."""

from __future__ import annotations

import hashlib
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from pnp.check.faces import FaceCheck
from pnp.check.leaves import arts
from pnp.face.layout import Laid, Layout
from pnp.findings import Finding, Findings, KitError
from pnp.kit import Kit, Record, expand
from pnp.kit.faces import Memory
from pnp.kit.model import AnyComponent, Faced, Leaflet
from pnp.kit.products import KIT_FILE
from pnp.kit.stamps import Stamps, changed, stamps
from pnp.kit.structs import BadValueError
from pnp.kits import read
from pnp.output.pieces import row_record, row_title
from pnp.scene import Scene
from pnp.sheet.options import Options
from pnp.sheet.parts import piece_faces
from pnp.studio.dependence import EVERYWHERE, Dependence, file_of
from pnp.studio.proof import FaceId, Mode, Proof, Saved, Shown, Spots
from pnp.text.fonts import FontBook

BUILD = "abcdef"
"""What faces show as the id of the build: the true one would change all that show it with every save. No number of a
game holds it."""
UNREADABLE = ("art-unreadable", "picture-unreadable")
"""Errors of drawings that cannot be read, which is noticed where they are drawn."""
DRAWABLE = ("count",)
"""Errors that keep nothing from being drawn: a row more than the kit says it has is a row all the same."""
FAULTY = "faulty "
"""How the key of a drawing begins whose file cannot be read."""


def clock() -> str:
    """The time of day, to the second."""
    return time.strftime("%H:%M:%S")


def prove(before: Proof, modes: Iterable[Mode], memory: Memory | None = None, files: Stamps | None = None) -> Proof:
    """The kit as its files are now, in these languages and inks. `memory` is of the faces that were read before;
    `files` are those of the kit, if they were just looked at."""
    started = time.perf_counter()
    files = stamps(before.folder) if files is None else files
    kit, findings = read(before.folder, memory)
    broken = _broken(kit, findings, before)
    saved_files = changed(before.files, files) if before.number else ()
    base = kit if kit and not set(EVERYWHERE) & set(broken) else before.kit
    proofs: dict[Mode, tuple[Shown, ...]] = {}
    if base is None:
        proofs = dict(before.faces)
    else:
        dated = before.good or clock()
        for mode in modes:
            run = _Run(base, mode, files, {one.id: one for one in before.of(mode)}, broken, dated)
            proofs[mode] = tuple(run.faces()) if base is kit else tuple(run.kept())
            if mode[1] == "full":
                findings.extend(run.findings)
    broken = tuple(dict.fromkeys((*broken, *_broken(kit, findings, before, UNREADABLE))))
    now = clock()
    saved = Saved(
        files=saved_files,
        redrawn=_redrawn(before, proofs),
        took=round((time.perf_counter() - started) * 1000),
        time=now,
        gone=tuple(name for name in saved_files if name not in files),
        mended=tuple(name for name in before.broken if name not in broken),
    )
    return Proof(
        number=before.number + 1,
        folder=before.folder,
        kit=base,
        build=kit.build if kit else before.build,
        files=files,
        faces=proofs,
        findings=_with_warnings(findings, before, proofs),
        broken=broken,
        saved=saved,
        good=before.good if broken else now,
        changed=before.changed,
        counts=before.counts,
    )


def _with_warnings(findings: Findings, before: Proof, proofs: Mapping[Mode, tuple[Shown, ...]]) -> Findings:
    """What was just found, and what the last thorough check warned of until the next one says; of faces that wait, all
    that they were warned of."""
    known = {(one.code, one.place) for one in findings}
    quick = {(one.code, one.place) for faces in before.faces.values() for shown in faces for one in shown.findings}
    waiting = {shown.card for faces in proofs.values() for shown in faces if shown.stale}
    for one in before.findings:
        cards = before.findings.on(one)
        looked_at = (one.code, one.place) in quick and not waiting & set(cards)
        if one.severity == "warning" and (one.code, one.place) not in known and not looked_at:
            findings.extend(msgspec.structs.replace(one, card=card) for card in cards or ("",))
    return findings


def _broken(kit: Kit | None, findings: Findings, before: Proof, codes: Collection[str] = ()) -> tuple[str, ...]:
    """The files with errors that keep something from being drawn, or with those of some sorts, by their names in the
    kit."""
    known = kit or before.kit
    home = known.file.removesuffix(KIT_FILE) if known else ""
    found_there = (one for one in findings.errors if (one.code in codes if codes else one.code not in DRAWABLE))
    names = (KIT_FILE if finding.code == "no-kit" else finding.place.file for finding in found_there)
    found = dict.fromkeys(name.removeprefix(home) if home else name.rsplit("/", 1)[-1] for name in names)
    return tuple(found)


def _redrawn(before: Proof, proofs: Mapping[Mode, tuple[Shown, ...]]) -> int:
    """How many faces look different, in the language where most do."""
    counts = [0]
    for mode, faces in proofs.items():
        known = {one.id: one.fingerprint for one in before.of(mode)}
        if known:
            counts.append(sum(1 for one in faces if known.get(one.id) != one.fingerprint))
    return max(counts)


class _Run:
    """One language and ink of a proof."""

    def __init__(
        self,
        kit: Kit,
        mode: Mode,
        files: Stamps,
        before: Mapping[FaceId, Shown],
        broken: tuple[str, ...],
        dated: str,
    ) -> None:
        self.findings = Findings()
        self._kit = msgspec.structs.replace(kit, build=BUILD)
        self._dependence = Dependence(kit, files)
        self._before = before
        self._pieces: defaultdict[tuple[str, str], list[Shown]] = defaultdict(list)
        for one in before.values():
            self._pieces[one.component, one.key].append(one)
        self._broken = frozenset(broken)
        self._dated = dated
        self._check = FaceCheck(FontBook(kit.theme.fonts, kit.folder), thorough=False)
        language, ink = mode
        address = Options(out=Path()).code_address(self._kit)
        self._layout = Layout(self._kit, language, ink=ink, address=address)

    def kept(self) -> Iterator[Shown]:
        """All faces as they were: nothing can be drawn."""
        return (self._old(one) for one in self._before.values())

    def faces(self) -> Iterator[Shown]:
        for component in self._kit.components:
            if not isinstance(component, Leaflet):
                yield from self._component(component)

    def _component(self, component: AnyComponent) -> Iterator[Shown]:
        waiting = self._waiting(component)
        if waiting is None:
            yield from (self._old(one) for one in self._before.values() if one.component == component.id)
            return
        try:
            rows = expand(self._kit, component)
        except BadValueError:  # told where the component is checked
            return
        for record, copies in rows:
            yield from self._piece(component, record, copies, waiting)

    def _waiting(self, component: AnyComponent) -> frozenset[str] | None:
        """The sides that wait for a face file to be mended; None, if all do, or for another file."""
        if self._broken & set(self._dependence.sources(component)):
            return None
        if component.each and component.each not in self._kit.tables:
            return None
        sides = self._dependence.sides(component) or {"": self._dependence.faces(component)}
        waiting = frozenset(side for side, faces in sides.items() if not all(map(self._readable, faces)))
        return None if len(waiting) == len(sides) else waiting

    def _readable(self, face: str) -> bool:
        return face in self._kit.faces and file_of(face) not in self._broken

    def _old(self, shown: Shown) -> Shown:
        return msgspec.structs.replace(shown, stale=shown.stale or self._dated, signature="")

    def _piece(
        self, component: AnyComponent, record: Record | None, copies: int, waiting: frozenset[str]
    ) -> Iterator[Shown]:
        signature = self._dependence.signature(component, record)
        key = record.key if record else ""
        known = self._pieces[component.id, key]
        if known and all(one.signature == signature for one in known):
            for one in known:
                self.findings.extend(one.findings)
                yield msgspec.structs.replace(one, copies=copies, line=record.line if record else 0)
            return
        try:
            sides = self._sides(component, record, waiting)
        except (KitError, BadValueError) as error:
            if isinstance(error, KitError):
                self.findings.extend(error.findings)
            yield from map(self._old, known)
            return
        kept = {one.side: self._old(one) for one in known if one.side in waiting}
        yield from (one for side, one in kept.items() if side == "front")
        for side, scene, findings, laid in sides:
            self.findings.extend(findings)
            old = self._before.get((component.id, key, side))
            if old and any(art.key.startswith(FAULTY) for art in arts(scene.items)):
                yield self._old(old)
            else:
                yield self._shown(component, record, copies, side, scene, findings, laid, signature)
        yield from (one for side, one in kept.items() if side != "front")

    def _sides(
        self, component: AnyComponent, record: Record | None, without: frozenset[str]
    ) -> list[tuple[str, Scene, tuple[Finding, ...], Laid | None]]:
        """The faces of a piece but for some sides, each with what was found on it and how it was laid out."""
        found: list[tuple[str, Scene, tuple[Finding, ...], Laid | None]] = []
        layout = self._layout
        layout.findings = Findings()
        layout.laid.clear()
        for side, scene in piece_faces(self._kit, layout, component, record, without):
            for one in layout.laid:
                layout.findings.extend(self._check.inspect(one))
            laid = next((one for one in reversed(layout.laid) if one.scene is scene), None)
            found.append((side, scene, tuple(layout.findings), laid))
            layout.findings = Findings()
            layout.laid.clear()
        return found

    def _shown(
        self,
        component: AnyComponent,
        record: Record | None,
        copies: int,
        side: str,
        scene: Scene,
        findings: tuple[Finding, ...],
        laid: Laid | None,
        signature: str,
    ) -> Shown:
        language = self._layout.language
        return Shown(
            component=component.id,
            key=record.key if record else "",
            side=side,
            title=row_title(record, language) if record else component.title[language],
            copies=copies,
            line=record.line if record else 0,
            cells=row_record(self._kit, component, record).cells if record else {},
            signature=signature,
            fingerprint=hashlib.sha256(msgspec.msgpack.encode(scene)).hexdigest()[:32],
            scene=scene,
            findings=findings,
            draws=self._draws(laid),
            spots=self._spots(component, record, side),
        )

    def _draws(self, laid: Laid | None) -> dict[str, str]:
        found: dict[str, str] = {}
        for origin in laid.origins if laid else ():
            place = f"{self._dependence.file(origin.place.file)}:{origin.place.row}"
            digest = hashlib.sha256(msgspec.msgpack.encode(origin.items)).hexdigest()[:16]
            found[place] = found.get(place, "") + digest
        return found

    def _spots(self, component: AnyComponent, record: Record | None, side: str) -> dict[str, Spots]:
        if not isinstance(component, Faced) or side not in ("front", "back"):
            return {}
        drawn = self._layout.boxes(component, record, back=side == "back")
        return {f"{self._dependence.file(one.place.file)}:{one.place.row}": one.boxes for one in drawn}
