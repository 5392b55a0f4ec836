"""The faces of a kit as they were last laid out, and what is wrong with them.

`update_proof` makes a new proof after a save. A component is laid out again if one of the files that it is drawn from
changed. A face that cannot be drawn now stays as it last was.
"""

from __future__ import annotations

import hashlib
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TypeAlias

import msgspec

from pnp.build.pieces import row_record, row_title
from pnp.check.outlines import arts
from pnp.check.run import FaceCheck
from pnp.face.layout import FaceScene, Layout
from pnp.face.paint import DrawnWord, InkMode
from pnp.face.words.piece import PieceDraw
from pnp.findings import Finding, Findings, KitError
from pnp.kit import Kit, Record, expand
from pnp.kit.face_files import KitMemory
from pnp.kit.folder import Stamps, changed, stamps
from pnp.kit.model import AnyComponent, Faced, Leaflet, Standee, TuckBox
from pnp.kit.toml_source import BadValueError
from pnp.kits import read
from pnp.scene import Box, Scene
from pnp.sheet.options import Options
from pnp.sheet.parts import piece_faces
from pnp.text.fonts import FontBook

BUILD = "abcdef"
"""The build id that faces show: the true one would change every face that prints it with every save."""
COMMON_FILES = ("kit.toml", "theme.toml")
UNREADABLE_ART = ("art-unreadable", "picture-unreadable")
UNREADABLE_ART_KEY = "faulty "
"""Start of the key of a drawing whose file cannot be read."""
DRAWABLE_ERRORS = ("count",)
"""Errors that do not keep a file from being drawn."""

Mode: TypeAlias = tuple[str, InkMode]
"""Language and ink."""
FaceId: TypeAlias = tuple[str, str, str]
"""Component, key of the row or "", side."""
DrawBoxes: TypeAlias = tuple[tuple[Box, float], ...]
"""The boxes of a draw in mm, each with its turn in degrees."""


class ProofFace(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """One face of one piece. `fingerprint` is a hash of the scene, `signature` one of the files it is drawn from.

    `draws` maps each draw (`faces/card.toml:12`) to a hash of its items, `boxes` maps it to its boxes. `stale` is the
    time since which the face waits for a file to be mended.
    """

    component: str
    key: str
    side: str
    title: str
    copies: int
    line: int
    cells: Mapping[str, str]
    signature: str
    fingerprint: str
    scene: Scene
    findings: tuple[Finding, ...]
    laid: FaceScene | None
    draws: Mapping[str, str]
    boxes: Mapping[str, DrawBoxes]
    stale: str = ""

    @property
    def id(self) -> FaceId:
        return self.component, self.key, self.side

    @property
    def card(self) -> str:
        """The piece's name in findings."""
        return f"{self.component} {self.key}".strip()


class SavedFiles(msgspec.Struct, frozen=True):
    """The last save: its files, how many faces look different, milliseconds, time; `did` names an edit of the page."""

    files: tuple[str, ...] = ()
    redrawn: int = 0
    took: int = 0
    time: str = ""
    gone: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    did: str = ""


class PrintCounts(msgspec.Struct, frozen=True):
    """Sheets of the kit, and pages of each leaflet by component id, printed with the default options."""

    sheets: int
    pages: Mapping[str, int]


class Proof(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A kit at one moment.

    `kit` is the last one whose kit.toml and theme.toml could be read, `broken` names the files that cannot be read
    now, `good` is the time of the last save without errors. `checked` is True once all rules of `pnp check` have run;
    they also set `changed` (pieces that differ from the last build) and `counts`.
    """

    number: int
    folder: Path
    kit: Kit | None = None
    build: str = ""
    files: Stamps = {}
    faces: Mapping[Mode, tuple[ProofFace, ...]] = {}
    findings: Findings = msgspec.field(default_factory=Findings)
    broken: tuple[str, ...] = ()
    saved: SavedFiles = SavedFiles()
    good: str = ""
    checked: bool = False
    changed: int | None = None
    counts: PrintCounts | None = None

    @property
    def components(self) -> tuple[AnyComponent, ...]:
        return self.kit.components if self.kit else ()

    @property
    def errors(self) -> tuple[Finding, ...]:
        return self.findings.errors

    def of(self, mode: Mode) -> tuple[ProofFace, ...]:
        return self.faces.get(mode, ())

    def face(self, mode: Mode, face: FaceId) -> ProofFace | None:
        return next((one for one in self.of(mode) if one.id == face), None)

    def component(self, name: str) -> AnyComponent | None:
        return next((one for one in self.components if one.id == name), None)


def format_time() -> str:
    return time.strftime("%H:%M:%S")


def face_file(face: str) -> str:
    return f"faces/{face}.toml"


def row_of(kit: Kit, component: AnyComponent, key: str) -> Record | None:
    """The row of a piece; None if its component has no table."""
    return next((row for row, _ in expand(kit, component) if (row.key if row else "") == key), None)


def update_proof(
    before: Proof, modes: Iterable[Mode], memory: KitMemory | None = None, files: Stamps | None = None
) -> Proof:
    """The proof of the kit as its files are now. `memory` keeps parsed face files, `files` are stamps just taken."""
    started = time.perf_counter()
    files = stamps(before.folder) if files is None else files
    kit, findings = read(before.folder, memory)
    broken = _broken_files(kit, findings, before)
    shown_kit = kit if kit and not set(COMMON_FILES) & set(broken) else before.kit
    faces: dict[Mode, tuple[ProofFace, ...]] = {} if shown_kit else dict(before.faces)
    for mode in modes:
        if shown_kit is None:
            break
        layout = _ModeLayout(shown_kit, mode, files, before.of(mode), broken, before.good or format_time())
        faces[mode] = tuple(layout.faces() if shown_kit is kit else map(layout.stale, before.of(mode)))
        if mode[1] == "full":
            findings.extend(layout.findings)
    broken = tuple(dict.fromkeys((*broken, *_broken_files(kit, findings, before, UNREADABLE_ART))))
    saved_files = changed(before.files, files) if before.number else ()
    now = format_time()
    saved = SavedFiles(
        files=saved_files,
        redrawn=max((_count_redrawn(before.of(mode), made) for mode, made in faces.items()), default=0),
        took=round((time.perf_counter() - started) * 1000),
        time=now,
        gone=tuple(name for name in saved_files if name not in files),
        mended=tuple(name for name in before.broken if name not in broken),
    )
    return msgspec.structs.replace(
        before,
        number=before.number + 1,
        kit=shown_kit,
        build=kit.build if kit else before.build,
        files=files,
        faces=faces,
        findings=_keep_warnings(findings, before, faces),
        broken=broken,
        saved=saved,
        good=before.good if broken else now,
        checked=False,
    )


def _broken_files(kit: Kit | None, findings: Findings, before: Proof, codes: Collection[str] = ()) -> tuple[str, ...]:
    """Names of files with errors that stop drawing; with `codes`, of files with just these errors."""
    known = kit or before.kit
    home = known.file.removesuffix("kit.toml") if known else ""
    names: dict[str, None] = {}
    for finding in findings.errors:
        if finding.code in codes if codes else finding.code not in DRAWABLE_ERRORS:
            name = "kit.toml" if finding.code == "no-kit" else finding.place.file
            names[name.removeprefix(home) if home else name.rpartition("/")[2]] = None
    return tuple(names)


def _count_redrawn(before: Iterable[ProofFace], after: Iterable[ProofFace]) -> int:
    known = {one.id: one.fingerprint for one in before}
    return sum(1 for one in after if known.get(one.id) != one.fingerprint) if known else 0


def _keep_warnings(findings: Findings, before: Proof, faces: Mapping[Mode, tuple[ProofFace, ...]]) -> Findings:
    """Adds warnings of the last full check. Those that are checked with every save stay only for stale faces."""
    known = {(one.code, one.place) for one in findings}
    quick = {(one.code, one.place) for made in before.faces.values() for face in made for one in face.findings}
    stale = {face.card for made in faces.values() for face in made if face.stale}
    for one in before.findings:
        cards = before.findings.on(one)
        again = (one.code, one.place) in quick and not stale & set(cards)
        if one.severity == "warning" and (one.code, one.place) not in known and not again:
            findings.extend(msgspec.structs.replace(one, card=card) for card in cards or ("",))
    return findings


def list_source_files(kit: Kit, files: Stamps, component: AnyComponent) -> frozenset[str]:
    """The files that the faces of a component are drawn from."""
    drawn = (name for name in files if name.startswith(("words", "art/", "fonts/")))
    tables = (relative_name(kit, table.file) for table in kit.tables.values())
    faces = map(face_file, list_reached_faces(kit, _own_faces(component)))
    leaflets = (name for name in files if isinstance(component, TuckBox) and name.endswith(".md"))  # for its size
    return frozenset((*COMMON_FILES, *drawn, *tables, *faces, *leaflets))


def list_reached_faces(kit: Kit, names: Iterable[str]) -> frozenset[str]:
    """Faces by name, with all faces that they draw."""
    found: set[str] = set()
    ahead = list(names)
    while ahead:
        name = ahead.pop()
        spec = kit.faces.get(name) if name not in found else None
        found.add(name)
        if spec:
            ahead += [draw.face_called for draw in spec.draws if draw.face_called]
            if any(isinstance(draw, PieceDraw) for draw in spec.draws):
                ahead += [face for component in kit.components for face in _own_faces(component)]
    return frozenset(found)


def relative_name(kit: Kit, file: str) -> str:
    """A file's name within the kit, from its name in findings."""
    home, path = PurePosixPath(kit.file).parent, PurePosixPath(file)
    return str(path.relative_to(home)) if path.is_relative_to(home) else file


def _own_faces(component: AnyComponent) -> list[str]:
    """The faces that a component names itself."""
    if isinstance(component, TuckBox):
        return [face for face in msgspec.structs.astuple(component.faces) if face]
    if not isinstance(component, Faced):
        return []
    stands = (component.foot_face, component.base_face) if isinstance(component, Standee) else ()
    return [face for face in (component.face, component.back, *stands) if face]


class _ModeLayout:
    """Lays out the faces of a kit in one language and ink; `findings` collects what the quick rules find."""

    def __init__(
        self, kit: Kit, mode: Mode, files: Stamps, before: Iterable[ProofFace], broken: Collection[str], dated: str
    ) -> None:
        self.findings = Findings()
        self._kit = msgspec.structs.replace(kit, build=BUILD)
        self._files = files
        self._broken = frozenset(broken)
        self._dated = dated
        self._check = FaceCheck(FontBook(kit.theme.fonts, kit.folder))
        address = Options(out=Path()).code_address(self._kit)
        self._layout = Layout(self._kit, mode[0], ink=mode[1], address=address, seals=True)
        self._before: defaultdict[str, list[ProofFace]] = defaultdict(list)
        for face in before:
            self._before[face.component].append(face)

    def stale(self, face: ProofFace) -> ProofFace:
        return msgspec.structs.replace(face, stale=face.stale or self._dated, signature="")

    def faces(self) -> Iterator[ProofFace]:
        for component in self._kit.components:
            if not isinstance(component, Leaflet):
                yield from self._component(component)

    def _component(self, component: AnyComponent) -> Iterator[ProofFace]:
        known = self._before[component.id]
        if not self._can_draw(component):
            yield from map(self.stale, known)
            return
        names = sorted(list_source_files(self._kit, self._files, component))
        signature = _hash([(name, self._files.get(name)) for name in names])
        if known and all(face.signature == signature for face in known):
            for face in known:
                self.findings.extend(face.findings)
            yield from known
            return
        try:
            rows = list(expand(self._kit, component))
        except BadValueError:  # a finding of the component
            return
        for record, copies in rows:
            old = {face.side: face for face in known if face.key == (record.key if record else "")}
            try:
                made = {face.side: face for face in self._piece(component, record, copies, signature)}
            except (KitError, BadValueError) as error:
                self.findings.extend(error.findings if isinstance(error, KitError) else ())
                yield from map(self.stale, old.values())
                continue
            for side, face in made.items():
                self.findings.extend(face.findings)
                bad_art = any(art.key.startswith(UNREADABLE_ART_KEY) for art in arts(face.scene.items))
                yield self.stale(old[side]) if bad_art and side in old else face

    def _can_draw(self, component: AnyComponent) -> bool:
        """Whether all files that the faces of a component are drawn from can be read."""
        table = self._kit.tables.get(component.each)
        if component.each and (table is None or relative_name(self._kit, table.file) in self._broken):
            return False
        if any(name in COMMON_FILES or name.startswith("words") for name in self._broken):
            return False
        names = list_reached_faces(self._kit, _own_faces(component))
        return all(name in self._kit.faces and face_file(name) not in self._broken for name in names)

    def _piece(
        self, component: AnyComponent, record: Record | None, copies: int, signature: str
    ) -> Iterator[ProofFace]:
        """The faces of a piece. Raises KitError."""
        layout, language = self._layout, self._layout.language
        layout.findings = Findings()
        layout.laid.clear()
        for side, scene in piece_faces(self._kit, layout, component, record):
            for one in layout.laid:
                layout.findings.extend(self._check.inspect(one))
            laid = next((one for one in reversed(layout.laid) if one.scene is scene), None)
            draws: dict[str, str] = {}
            for origin in laid.origins if laid else ():
                place = f"{relative_name(self._kit, origin.place.file)}:{origin.place.row}"
                draws[place] = draws.get(place, "") + _hash(origin.items)[:16]
            drawn: tuple[DrawnWord, ...] = ()
            if isinstance(component, Faced) and side in ("front", "back"):
                drawn = layout.boxes(component, record, back=side == "back")
            yield ProofFace(
                component=component.id,
                key=record.key if record else "",
                side=side,
                title=row_title(record, language) if record else component.title[language],
                copies=copies,
                line=record.line if record else 0,
                cells=row_record(self._kit, component, record).cells if record else {},
                signature=signature,
                fingerprint=_hash(scene)[:32],
                scene=scene,
                findings=tuple(layout.findings),
                laid=laid,
                draws=draws,
                boxes={f"{relative_name(self._kit, one.place.file)}:{one.place.row}": one.boxes for one in drawn},
            )
            layout.findings = Findings()
            layout.laid.clear()


def _hash(value: object) -> str:
    return hashlib.sha256(msgspec.msgpack.encode(value)).hexdigest()
