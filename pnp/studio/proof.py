"""The faces of a kit as they were last laid out, and what is wrong with them.

`update_proof` makes a new proof after a save. A component is laid out again if one of the files that it is drawn from
changed. A face that cannot be drawn now stays as it last was.
"""

from __future__ import annotations

import hashlib
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TypeAlias

import msgspec

from pnp.art.paths import walk_items
from pnp.build.pieces import row_record, row_title
from pnp.check.run import FaceCheck
from pnp.face.layout import FaceScene, KitFaces
from pnp.face.paint import InkMode
from pnp.face.words.piece import PieceDraw
from pnp.findings import Finding, Findings, KitError, Place
from pnp.kit import Kit, Record, expand
from pnp.kit.folder import Stamps, changed, stamps
from pnp.kit.model import AnyComponent, Faced, Leaflet, Standee, TuckBox
from pnp.kit.toml_source import BadValueError
from pnp.kits import read
from pnp.scene import Box, Scene, Use
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


class Proof(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A kit at one moment.

    `kit` is the last one whose kit.toml and theme.toml could be read, `broken` names the files that cannot be read
    now, `good` is the time of the last save without errors. `checked` is True once all rules of `pnp check` have run;
    with them come `changed` (pieces that differ from the last build), and with the default options the number of
    `sheets` and the `pages` of each leaflet by component id.
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
    sheets: int = 0
    pages: Mapping[str, int] = {}

    @property
    def errors(self) -> tuple[Finding, ...]:
        return self.findings.errors

    def of(self, mode: Mode) -> tuple[ProofFace, ...]:
        return self.faces.get(mode, ())

    @property
    def components(self) -> tuple[AnyComponent, ...]:
        return tuple(self.kit.components) if self.kit else ()

    def component(self, name: str) -> AnyComponent | None:
        return next((one for one in self.components if one.id == name), None)


def face_file(face: str) -> str:
    return f"faces/{face}.toml"


def row_of(kit: Kit, component: AnyComponent, key: str) -> Record | None:
    """The row of a piece; None if its component has no table."""
    return next((row for row, _ in expand(kit, component) if (row.key if row else "") == key), None)


def update_proof(before: Proof, modes: Iterable[Mode], files: Stamps | None = None) -> Proof:
    """The proof of the kit as its files are now; `files` are stamps just taken."""
    started = time.perf_counter()
    files = stamps(before.folder) if files is None else files
    kit, findings = read(before.folder)
    broken = _broken_files(kit, findings, before)
    shown_kit = kit if kit and not set(COMMON_FILES) & set(broken) else before.kit
    faces: dict[Mode, tuple[ProofFace, ...]] = {} if shown_kit else dict(before.faces)
    now = time.strftime("%H:%M:%S")
    for mode in modes if shown_kit else ():
        if kit is None or shown_kit is not kit:
            faces[mode] = tuple(_mark_stale(face, before.good or now) for face in before.of(mode))
            continue
        layout = _ModeLayout(kit, mode, files, broken, before.good or now)
        faces[mode] = tuple(layout.faces(before.of(mode)))
        if mode[1] == "full":
            findings.extend(layout.findings)
    broken = tuple(dict.fromkeys((*broken, *_broken_files(kit, findings, before, UNREADABLE_ART))))
    saved_files = changed(before.files, files) if before.number else ()
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
    errors = (one for one in findings.errors if (one.code in codes if codes else one.code not in DRAWABLE_ERRORS))
    files = ("kit.toml" if one.code == "no-kit" else one.place.file for one in errors)
    return tuple(dict.fromkeys(relative_name(kit or before.kit, file) for file in files))


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


def relative_name(kit: Kit | None, file: str) -> str:
    """A file's name within the kit, from its name in findings; without a kit its last part."""
    return file.removeprefix(kit.file.removesuffix("kit.toml")) if kit else PurePosixPath(file).name


def _own_faces(component: AnyComponent) -> list[str]:
    """The faces that a component names itself."""
    if isinstance(component, TuckBox):
        return [face for face in msgspec.structs.astuple(component.faces) if face]
    if not isinstance(component, Faced):
        return []
    stands = (component.foot_face, component.base_face) if isinstance(component, Standee) else ()
    return [face for face in (component.face, component.back, *stands) if face]


def _mark_stale(face: ProofFace, time: str) -> ProofFace:
    return msgspec.structs.replace(face, stale=face.stale or time, signature="")


class _ModeLayout:
    """Lays out the faces of a kit in one language and ink; `findings` collects what the quick rules find."""

    def __init__(self, kit: Kit, mode: Mode, files: Stamps, broken: Collection[str], good: str) -> None:
        self.findings = Findings()
        self._kit = msgspec.structs.replace(kit, build=BUILD)
        self._files = files
        self._broken = broken
        self._good = good
        self._check = FaceCheck(FontBook(kit.theme.fonts, kit.folder))
        address = Options(out=Path()).code_address(self._kit)
        self._layout = KitFaces(self._kit, mode[0], ink=mode[1], address=address, seals=True)

    def faces(self, before: Iterable[ProofFace]) -> Iterator[ProofFace]:
        """The faces of all components; unchanged and stale ones are those of `before`."""
        known: defaultdict[str, list[ProofFace]] = defaultdict(list)
        for face in before:
            known[face.component].append(face)
        for component in self._kit.components:
            if not isinstance(component, Leaflet):
                for face in self._component(component, known[component.id]):
                    self.findings.extend(() if face.stale else face.findings)
                    yield face

    def _component(self, component: AnyComponent, known: Sequence[ProofFace]) -> Iterator[ProofFace]:
        if not self._can_draw(component):
            yield from (_mark_stale(face, self._good) for face in known)
            return
        names = sorted(list_source_files(self._kit, self._files, component))
        signature = _hash([(name, self._files.get(name)) for name in names])
        if known and all(face.signature == signature for face in known):
            yield from known
            return
        try:
            rows = list(expand(self._kit, component))
        except BadValueError:  # a finding of the component
            return
        for record, copies in rows:
            old = {face.side: face for face in known if face.key == (record.key if record else "")}
            try:
                made = list(self._piece(component, record, copies, signature))
            except (KitError, BadValueError) as error:
                self.findings.extend(error.findings if isinstance(error, KitError) else ())
                yield from (_mark_stale(face, self._good) for face in old.values())
                continue
            for face in made:
                bad_art = any(
                    isinstance(item, Use) and item.art.key.startswith(UNREADABLE_ART_KEY)
                    for item, _ in walk_items(face.scene.items)
                )
                if bad_art and face.side in old:
                    self.findings.extend(face.findings)
                    face = _mark_stale(old[face.side], self._good)
                yield face

    def _can_draw(self, component: AnyComponent) -> bool:
        """Whether all files that the faces of a component are drawn from can be read."""
        table = self._kit.tables.get(component.each)
        faces = list_reached_faces(self._kit, _own_faces(component))
        needed = {*COMMON_FILES, *map(face_file, faces), relative_name(self._kit, table.file) if table else ""}
        is_broken = any(name in needed or name.startswith("words") for name in self._broken)
        return not is_broken and faces <= self._kit.faces.keys() and (table is not None or not component.each)

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
                place = self._name_place(origin.place)
                draws[place] = draws.get(place, "") + _hash(origin.items)[:16]
            faced = component if isinstance(component, Faced) and side in ("front", "back") else None
            drawn = layout.boxes(faced, record, back=side == "back") if faced else ()
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
                boxes={self._name_place(one.place): one.boxes for one in drawn},
            )
            layout.findings = Findings()
            layout.laid.clear()

    def _name_place(self, place: Place) -> str:
        return f"{relative_name(self._kit, place.file)}:{place.row}"


def _hash(value: object) -> str:
    return hashlib.sha256(msgspec.msgpack.encode(value)).hexdigest()
