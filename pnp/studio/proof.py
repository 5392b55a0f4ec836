"""The last laid out faces of a kit, and their findings.

`update_proof` makes a new proof after a save. A component is laid out again if one of its files changed. A face that
cannot be drawn keeps its last state.
"""

from __future__ import annotations

import hashlib
import shutil
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import TypeAlias

import msgspec

from pnp.art.paths import walk_items
from pnp.build.pieces import find_row_title, record_row
from pnp.check.run import FaceCheck
from pnp.face.layout import FaceScene, KitFaces
from pnp.face.paint import InkMode
from pnp.face.words.piece import PieceDraw
from pnp.findings import Finding, Findings, KitError, Place
from pnp.kit import Kit, Record, expand
from pnp.kit.folder import TEXT_SUFFIXES, Stamp, Stamps, changed, stamps
from pnp.kit.model import AnyComponent, Faced, Leaflet, Standee, TuckBox
from pnp.kit.toml_source import BadValueError
from pnp.kits import KIT_FILE, read
from pnp.scene import Box, Scene, Use
from pnp.sheet.options import Options
from pnp.sheet.parts import list_piece_faces
from pnp.text.fonts import FontBook

BUILD = "abcdef"
"""The build id that faces show: the true one would change every face that prints it with every save."""
COMMON_FILES = (KIT_FILE, "theme.toml")
MISSING_ART = ("unknown-icon", "unknown-picture")
UNREADABLE_ART = "faulty "
"""Start of the key of a drawing whose file cannot be read."""
DRAWABLE_ERRORS = ("count", "art-unreadable", "picture-unreadable")
"""Errors that do not keep a file from being drawn."""

Mode: TypeAlias = tuple[str, InkMode]
"""Language and ink."""
FaceId: TypeAlias = tuple[str, str, str]
"""Component, key of the row or "", side."""
DrawBoxes: TypeAlias = tuple[tuple[Box, float], ...]
"""The boxes of a draw in mm, each with its turn in degrees."""


class ProofFace(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """One face of one piece. `fingerprint` is a hash of the scene, `signature` one of its source files.

    `draws` maps each draw (`faces/card.toml:12`) to a hash of its items, `boxes` maps it to its boxes; `missing` are
    the draws with a missing or unreadable picture. `stale` is the time since which the face waits for a repaired file.
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
    missing: frozenset[str] = frozenset()
    stale: str = ""

    @property
    def id(self) -> FaceId:
        return self.component, self.key, self.side

    @property
    def card(self) -> str:
        """The piece's name in findings."""
        return f"{self.component} {self.key}".strip()


class SavedFiles(msgspec.Struct, frozen=True):
    """The last save: its files, number of faces with a new look, milliseconds, time; `did` names an edit on the
    page."""

    files: tuple[str, ...] = ()
    redrawn: int = 0
    took: int = 0
    time: str = ""
    gone: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    did: str = ""


class GoodCopies:
    """Copies of the last good state of a kit's text files, by name, in a temporary folder."""

    def __init__(self) -> None:
        self.files: dict[str, Path] = {}
        self._stamps: dict[str, Stamp] = {}
        self._folder = TemporaryDirectory(prefix="pnp-")

    def keep(self, folder: Path, files: Stamps, broken: Collection[str]) -> None:
        """Copies the files that changed and are not broken. What is gone is forgotten once nothing is broken."""
        for name, stamp in files.items():
            if name.endswith(TEXT_SUFFIXES) and name not in broken and self._stamps.get(name) != stamp:
                path = Path(self._folder.name, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                with suppress(OSError):  # gone again, which is another save
                    shutil.copyfile(folder / name, path)
                    self.files[name], self._stamps[name] = path, stamp
        if not broken:
            self.files = {name: path for name, path in self.files.items() if name in files}

    def replacements(self, broken: Collection[str], files: Stamps, used: Collection[str]) -> dict[str, Path]:
        """Returns the copies to read instead of broken files. Deleted files come first, except pictures."""
        gone = [name for name in self.files if name not in files and not name.startswith("art/")] if broken else []
        unused_gone = {name: self.files[name] for name in gone if name not in used}
        return unused_gone or {name: self.files[name] for name in broken if name in self.files and name not in used}


class Proof(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A kit at one moment.

    `broken` names the files that cannot be read now; in `kit` they are as they last could be. `good` is the time of the
    last save without errors. `checked` is True once all rules of `pnp check` have run;
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
    copies: GoodCopies = msgspec.field(default_factory=GoodCopies)
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


def find_row(kit: Kit, component: AnyComponent, key: str) -> Record | None:
    """Returns the row of a piece; None if its component has no table."""
    return next((row for row, _ in expand(kit, component) if (row.key if row else "") == key), None)


def update_proof(before: Proof, modes: Iterable[Mode], files: Stamps | None = None) -> Proof:
    """Returns the proof of the kit's current files; `files` are stamps just taken.

    If a file is broken, the kit is read again with its last good copy, so that one fault neither hides other saves nor
    causes further faults.
    """
    started = time.perf_counter()
    files = stamps(before.folder) if files is None else files
    modes, now = tuple(modes), time.strftime("%H:%M:%S")
    copies: dict[str, Path] = {}
    faults = Findings()
    kit, findings = read(before.folder)
    broken = _find_broken_files(kit or before.kit, findings)
    while replaced := before.copies.replacements(broken, files, copies):
        is_gone = not replaced.keys() <= files.keys()
        faults.extend(
            one for one in findings if is_gone or make_relative_name(kit or before.kit, one.place.file) in replaced
        )
        copies |= replaced
        kit, findings = read(before.folder, copies)
        broken = (*copies, *_find_broken_files(kit or before.kit, findings))
    findings.extend(faults)
    broken = tuple(dict.fromkeys(broken))
    faces: dict[Mode, tuple[ProofFace, ...]] = {}
    for mode in modes:
        if kit is None:
            break
        layout = _ModeLayout(kit, mode, files, copies, before.good or now)
        faces[mode] = tuple(layout.faces(before.of(mode)))
        if mode[1] == "full":
            findings.extend(layout.findings)
    before.copies.keep(before.folder, files, broken)
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
        kit=kit or before.kit,
        build=kit.build if kit else before.build,
        files=files,
        faces=faces if kit else before.faces,
        findings=_keep_warnings(findings, before),
        broken=broken,
        saved=saved,
        good=before.good if broken else now,
        checked=False,
    )


def _find_broken_files(kit: Kit | None, findings: Findings) -> tuple[str, ...]:
    errors = (one for one in findings.errors if one.code not in DRAWABLE_ERRORS)
    files = (KIT_FILE if one.code == "no-kit" else make_relative_name(kit, one.place.file) for one in errors)
    return tuple(dict.fromkeys(files))


def _count_redrawn(before: Iterable[ProofFace], after: Iterable[ProofFace]) -> int:
    known = {one.id: one.fingerprint for one in before}
    return sum(1 for one in after if known.get(one.id) != one.fingerprint) if known else 0


def _keep_warnings(findings: Findings, before: Proof) -> Findings:
    """Adds the warnings of the last full check that are not checked with every save."""
    known = {(one.code, one.place) for one in findings}
    known |= {(one.code, one.place) for faces in before.faces.values() for face in faces for one in face.findings}
    for one in before.findings:
        if one.severity == "warning" and (one.code, one.place) not in known:
            findings.extend(msgspec.structs.replace(one, card=card) for card in before.findings.on(one) or ("",))
    return findings


def list_source_files(kit: Kit, files: Stamps, component: AnyComponent) -> frozenset[str]:
    """Returns the files that the faces of a component are drawn from."""
    drawn = (name for name in files if name.startswith(("words", "art/", "fonts/")))
    tables = (make_relative_name(kit, table.file) for table in kit.tables.values())
    faces = map(face_file, list_reached_faces(kit, _list_own_faces(component)))
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
                ahead += [face for component in kit.components for face in _list_own_faces(component)]
    return frozenset(found)


def make_relative_name(kit: Kit | None, file: str) -> str:
    """Returns a file's name within the kit, from its name in findings; without a kit its last part."""
    return file.removeprefix(kit.file.removesuffix("kit.toml")) if kit else PurePosixPath(file).name


def _list_own_faces(component: AnyComponent) -> list[str]:
    if isinstance(component, TuckBox):
        return [face for face in msgspec.structs.astuple(component.faces) if face]
    if not isinstance(component, Faced):
        return []
    stands = (component.foot_face, component.base_face) if isinstance(component, Standee) else ()
    return [face for face in (component.face, component.back, *stands) if face]


class _ModeLayout:
    """Lays out the faces of a kit in one language and ink; `findings` collects what the quick rules find."""

    def __init__(self, kit: Kit, mode: Mode, files: Stamps, copies: Collection[str], good: str) -> None:
        """`copies` are the files that are read as they were at the time `good`."""
        self.findings = Findings()
        self._kit = msgspec.structs.replace(kit, build=BUILD)
        self._files = files
        self._copies = frozenset(copies)
        self._good = good
        self._check = FaceCheck(FontBook(kit.theme.fonts, kit.folder))
        address = Options(out=Path()).find_code_address(self._kit)
        self._layout = KitFaces(self._kit, mode[0], ink=mode[1], address=address, seals=True)

    def faces(self, before: Iterable[ProofFace]) -> Iterator[ProofFace]:
        """Yields the faces of all components; unchanged ones are those of `before`."""
        known: defaultdict[str, list[ProofFace]] = defaultdict(list)
        for face in before:
            known[face.component].append(face)
        for component in self._kit.components:
            if not isinstance(component, Leaflet):
                for face in self._component(component, known[component.id]):
                    self.findings.extend(face.findings)
                    yield face

    def _component(self, component: AnyComponent, known: Sequence[ProofFace]) -> Iterator[ProofFace]:
        names = list_source_files(self._kit, self._files, component)
        stale = self._good if self._list_needed_files(component) & self._copies else ""
        signature = _hash([(name, self._files.get(name), name in self._copies) for name in sorted(names)])
        if known and all(face.signature == signature for face in known):
            yield from known
            return
        is_complete = list_reached_faces(self._kit, _list_own_faces(component)) <= self._kit.faces.keys()
        if not is_complete or (component.each and component.each not in self._kit.tables):
            return
        try:
            rows = list(expand(self._kit, component))
        except BadValueError:  # a finding of the component
            return
        for record, copies in rows:
            try:
                made = list(self._piece(component, record, copies, signature))
            except (KitError, BadValueError) as error:
                self.findings.extend(error.findings if isinstance(error, KitError) else ())
                key = record.key if record else ""
                made = [msgspec.structs.replace(one, stale=self._good) for one in known if one.key == key]
            old = {face.side: face.stale for face in known if face.key == (record.key if record else "")}
            for face in made:
                yield msgspec.structs.replace(face, stale=old.get(face.side) or stale) if stale else face

    def _list_needed_files(self, component: AnyComponent) -> set[str]:
        """Returns the files that the faces of a component depend on, except pictures and words."""
        tables, faces = self._kit.tables, list_reached_faces(self._kit, _list_own_faces(component))
        own = tables.get(component.each)
        columns = own.columns.values() if own else ()
        read_tables = [own, *(tables.get(kind.table) for kind in columns if kind.sort == "ref")]
        return {
            *COMMON_FILES,
            *map(face_file, faces),
            *(make_relative_name(self._kit, table.file) for table in read_tables if table),
            *(name for name in self._copies if name.startswith("words")),
        }

    def _piece(
        self, component: AnyComponent, record: Record | None, copies: int, signature: str
    ) -> Iterator[ProofFace]:
        """Yields the faces of a piece. Raises KitError."""
        layout, language = self._layout, self._layout.language
        layout.findings = Findings()
        layout.laid.clear()
        for side, scene in list_piece_faces(self._kit, layout, component, record):
            for one in layout.laid:
                layout.findings.extend(self._check.inspect(one))
            laid = next((one for one in reversed(layout.laid) if one.scene is scene), None)
            draws: dict[str, str] = {}
            missing = {self._name_place(one.place) for one in layout.findings if one.code in MISSING_ART}
            for origin in laid.origins if laid else ():
                place = self._name_place(origin.place)
                draws[place] = draws.get(place, "") + _hash(origin.items)[:16]
                arts = (item.art for item, _ in walk_items(origin.items) if isinstance(item, Use))
                missing |= {place for art in arts if art.key.startswith(UNREADABLE_ART)}
            faced = component if isinstance(component, Faced) and side in ("front", "back") else None
            drawn = layout.boxes(faced, record, back=side == "back") if faced else ()
            if any(one.code.endswith("-unreadable") for one in layout.findings):
                pictures = {
                    draw.row for spec in self._kit.faces.values() for draw in spec.draws if draw.sort == "picture"
                }
                places = {self._name_place(one.place) for one in drawn if one.boxes and one.place.row in pictures}
                missing |= places - draws.keys()
            yield ProofFace(
                component=component.id,
                key=record.key if record else "",
                side=side,
                title=find_row_title(record, language) if record else component.title[language],
                copies=copies,
                line=record.line if record else 0,
                cells=record_row(self._kit, component, record).cells if record else {},
                signature=signature,
                fingerprint=_hash(scene)[:32],
                scene=scene,
                findings=tuple(layout.findings),
                laid=laid,
                draws=draws,
                boxes={self._name_place(one.place): one.boxes for one in drawn},
                missing=frozenset(missing),
            )
            layout.findings = Findings()
            layout.laid.clear()

    def _name_place(self, place: Place) -> str:
        return f"{make_relative_name(self._kit, place.file)}:{place.row}"


def _hash(value: object) -> str:
    return hashlib.sha256(msgspec.msgpack.encode(value)).hexdigest()
