"""The page of one face: what draws on it, the box that is selected, and the row it shows."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from pnp.findings import ACCEPTABLE, Finding
from pnp.kit import Kit
from pnp.kit.bindings import Template
from pnp.kit.draw import Draw, nodes
from pnp.kit.expressions import bindings
from pnp.kit.model import AnyComponent, Face, Faced
from pnp.scene import Box
from pnp.studio.boxes import Spec, spec
from pnp.studio.cells import NoCellError, row_read
from pnp.studio.faults import Fault, fault_at
from pnp.studio.ledger import Step, UnwritableError, version
from pnp.studio.notes import Noted, Notes
from pnp.studio.proof import Mode, Shown
from pnp.studio.session import Session
from pnp.studio.setting import Setting, setting
from pnp.studio.shelves import address, millimetres
from pnp.studio.view import View
from pnp.studio.words import Words

_ICONS = {
    "rect": "rect", "ellipse": "oval", "line": "line", "path": "shape", "text": "text", "icon": "sign",
    "picture": "picture", "face": "face", "piece": "cards", "qr": "code", "seal": "code",
}  # fmt: skip
LARGE = 150.0
"""Millimetres; along what is larger, fewer numbers stand on the ruler."""


class Layer(msgspec.Struct, frozen=True):
    """A word of the face: its number in the file and its line, what it is called, where it draws on this card, and its
    box as the file says it."""

    number: int
    line: int
    icon: str
    name: str
    boxes: tuple[tuple[Box, float], ...]
    spec: Spec
    bad: bool

    @property
    def box(self) -> Box | None:
        """The first box; the others follow it by steps."""
        return self.boxes[0][0] if self.boxes else None

    @property
    def turn(self) -> float:
        return self.boxes[0][1] if self.boxes else 0.0

    def free(self, side: int) -> bool:
        """Whether a side is a number that can be written."""
        return self.spec.kind in ("own", "named") and self.spec.values[side] is not None


class Cell(msgspec.Struct, frozen=True):
    """A cell of the row: its column and type, what it holds; `feeds`: the selected word draws by it."""

    column: str
    kind: str
    text: str
    feeds: bool


class Changed(msgspec.Struct, frozen=True):
    """A line of a file: its number, `add`, `del` or nothing, and its text in parts, those that differ marked."""

    number: int
    sort: str
    parts: tuple[tuple[str, bool], ...]


class Bench(msgspec.Struct, frozen=True, kw_only=True):
    """What the page shows; `was` is the face as it was last seen, if it looked otherwise."""

    shown: Shown
    component: AnyComponent
    face: Face | None
    file: str
    version: str
    layers: tuple[Layer, ...]
    selected: Layer | None
    place: int
    of: int
    before: Shown | None
    after: Shown | None
    sides: tuple[str, ...]
    cells: tuple[Cell, ...]
    table: str
    table_version: str
    on: int
    alike: int
    trim: float | None
    setting: Setting | None
    was: Shown | None
    typed: tuple[Changed, ...]
    found: tuple[Noted, ...]
    fault: Fault | None
    waiting: int


def bench(session: Session, mode: Mode, shown: Shown, number: int | None, notes: Notes) -> Bench | None:
    """The page of a face in a language and an ink, with the word of a number selected; None for what is gone."""
    proof = session.proof
    kit = proof.kit
    component = next((one for one in proof.components if one.id == shown.component), None)
    if kit is None or component is None:
        return None
    faces = proof.of(mode)
    those = [one for one in faces if (one.component, one.side) == (shown.component, shown.side)]
    at = next((n for n, one in enumerate(those) if one.id == shown.id), 0)
    face = _face(kit, component, shown.side)
    file = f"faces/{face.name}.toml" if face else ""
    layers = tuple(_layers(session, face, file, shown, notes)) if face else ()
    selected = next((layer for layer in layers if layer.number == number), None)
    draw = face.draws[selected.number] if face and selected else None
    table = notes.file(kit.tables[component.each].file) if component.each in kit.tables and shown.key else ""
    return Bench(
        shown=shown,
        component=component,
        face=face,
        file=file,
        version=_version(session, file),
        layers=layers,
        selected=selected,
        place=at + 1,
        of=len(those),
        before=those[at - 1] if len(those) > 1 else None,
        after=those[(at + 1) % len(those)] if len(those) > 1 else None,
        sides=tuple(one.side for one in faces if (one.component, one.key) == (shown.component, shown.key)),
        cells=tuple(_cells(kit, component, shown, draw, _row(session, table, shown))),
        table=table if table.endswith(".csv") else "",
        table_version=_version(session, table),
        on=_on(faces, selected, file),
        alike=_alike(layers, selected),
        trim=_to_trim(shown, selected),
        setting=setting(kit, mode, component, shown, selected.line, file) if selected and selected.boxes else None,
        was=_was(session, mode, shown),
        typed=_typed(session.ledger.last, file),
        found=tuple(one for one in notes.all if _bare(one.finding) in {_bare(other) for other in notes.on(shown)}),
        fault=_fault(session, notes) if shown.stale else None,
        waiting=sum(1 for one in faces if one.stale),
    )


def _bare(finding: Finding) -> Finding:
    return msgspec.structs.replace(finding, card="")


def _face(kit: Kit, component: AnyComponent, side: str) -> Face | None:
    """The face file that a side is drawn from, where it is one that can be shown by its boxes."""
    if not isinstance(component, Faced) or side not in ("front", "back"):
        return None
    return kit.faces.get(component.back if side == "back" else component.face)


def _layers(session: Session, face: Face, file: str, shown: Shown, notes: Notes) -> Iterator[Layer]:
    try:
        document = tomllib.loads(session.ledger.read(file).decode("utf-8-sig").replace("\r\n", "\n"))
    except (UnwritableError, ValueError):
        document = {}
    wrong = {finding.place.row for finding in notes.on(shown) if notes.file(finding.place.file) == file}
    for number, draw in enumerate(face.draws):
        word = _word(draw)
        found = spec(document, number, draw.box_key) if draw.box_key in draw.__struct_fields__ else Spec("none", "")
        boxes = shown.spots.get(f"{file}:{draw.row}", ())
        yield Layer(number, draw.row, _ICONS.get(word, "shape"), _named(draw, word), boxes, found, draw.row in wrong)


def _word(draw: Draw) -> str:
    return next((name for name in _ICONS if name in draw.__struct_fields__[:3] or hasattr(draw, name)), "shape")


def _named(draw: Draw, word: str) -> str:
    """What a word is called: with what it draws, as the file has it."""
    value = getattr(draw, word, "")
    if isinstance(value, Template):
        value = "".join(part if isinstance(part, str) else "{…}" for part in value.parts)
        names = [binding.name for node in getattr(draw, word).nodes for binding in bindings(node)]
        for name in names:
            value = value.replace("{…}", f"{{{name}}}", 1)
    said = value if isinstance(value, str) else ""
    return f"{word} {said[:40]}".strip()


def _row(session: Session, table: str, shown: Shown) -> Mapping[str, str]:
    """The cells of a row as they stand in the file; none, where they cannot be read."""
    try:
        return row_read(session.ledger.read(table), shown.line) if table.endswith(".csv") else {}
    except (UnwritableError, NoCellError, UnicodeDecodeError):
        return {}


def _cells(
    kit: Kit, component: AnyComponent, shown: Shown, draw: Draw | None, row: Mapping[str, str]
) -> Iterator[Cell]:
    table = kit.tables.get(component.each)
    if table is None or not shown.key:
        return
    names = {binding.path[0] for node in nodes(draw) for binding in bindings(node)} if draw else set()
    for column, text in shown.cells.items():
        base = column if column in table.columns else column.rpartition(".")[0]
        kind = "key" if column == table.key else str(table.columns.get(base, "text")).removeprefix("optional ")
        yield Cell(column, kind, row.get(column, text), base in names)


def _on(faces: Sequence[Shown], selected: Layer | None, file: str) -> int:
    """How many different faces a word draws on."""
    if selected is None:
        return 0
    return sum(1 for one in faces if one.spots.get(f"{file}:{selected.line}"))


def _alike(layers: Sequence[Layer], selected: Layer | None) -> int:
    """How many words use the same named box."""
    if selected is None or selected.spec.kind != "named":
        return 0
    return sum(1 for one in layers if one.spec.kind == "named" and one.spec.name == selected.spec.name)


def _to_trim(shown: Shown, selected: Layer | None) -> float | None:
    """How far a box stands from the trim, in mm; negative beyond it."""
    if selected is None or selected.box is None:
        return None
    box, scene = selected.box, shown.scene
    return min(box.x, box.y, scene.width - box.right, scene.height - box.bottom)


def _was(session: Session, mode: Mode, shown: Shown) -> Shown | None:
    """The face as it was last seen, if it looked otherwise."""
    old = session.before(mode).get(shown.id)
    return old if old and old.fingerprint != shown.fingerprint else None


def _typed(step: Step | None, file: str) -> tuple[Changed, ...]:
    """The lines that the last step wrote, old and new, with one around them."""
    if step is None:
        return ()
    old, new = (text.decode("utf-8-sig", "replace").splitlines() for text in (step.before, step.after))
    found: list[Changed] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if c:
            found.append(Changed(c, "", ((new[c - 1], False),)))
        for n in range(a, b):
            other = new[c + n - a] if c + n - a < d else ""
            found.append(Changed(n + 1, "del", _parts(old[n], other)))
        for n in range(c, d):
            other = old[a + n - c] if a + n - c < b else ""
            found.append(Changed(n + 1, "add", _parts(new[n], other)))
        if d < len(new):
            found.append(Changed(d + 1, "", ((new[d], False),)))
    return tuple(found[:12])


def _parts(text: str, other: str) -> tuple[tuple[str, bool], ...]:
    """A line in parts, marked where another has something else."""
    words, others = (_split(one) for one in (text, other))
    matcher = difflib.SequenceMatcher(None, others, words, autojunk=False)
    return tuple(("".join(words[c:d]), tag != "equal") for tag, _, _, c, d in matcher.get_opcodes() if d > c)


def _split(text: str) -> list[str]:
    return re.findall(r"[\w.\-]+|\s+|.", text)


def _version(session: Session, file: str) -> str:
    try:
        return version(session.ledger.read(file)) if file else ""
    except UnwritableError:
        return ""


def _fault(session: Session, notes: Notes) -> Fault | None:
    """The lines of the first error, for which faces wait."""
    first = next((one for one in notes.all if one.severity == "error"), None)
    return fault_at(session.folder, first.file, first.line, first.column, first.finding) if first else None


def can_accept(noted: Noted, layers: Sequence[Layer], file: str) -> Layer | None:
    """The word whose table may accept a warning."""
    if noted.severity != "warning" or noted.finding.code not in ACCEPTABLE or noted.file != file:
        return None
    return next((layer for layer in layers if layer.line == noted.line), None)


def neighbour(shown: Shown | None, view: View) -> str:
    """The address of another face in the same view."""
    return address(shown) + view.query(q="") if shown else ""


def box_words(box: Box, say: Words) -> str:
    """A box for those who do not see it."""
    numbers = [millimetres(part) for part in (box.x, box.y, box.width, box.height)]
    return say("box_said", x=numbers[0], y=numbers[1], w=numbers[2], h=numbers[3])


def ruler(width: float, height: float, bleed: float) -> str:
    """The ticks of a ruler above and beside a face, as path data."""

    def tick(n: int) -> float:
        return 1.9 if n % 10 == 0 else 1.3 if n % 5 == 0 else 0.7

    start = millimetres(-bleed - 0.5)
    above = (f"M{n} {start}v-{tick(n)}" for n in range(int(width) + 1))
    beside = (f"M{start} {n}h-{tick(n)}" for n in range(int(height) + 1))
    return "".join((*above, *beside))


def ruler_step(shown: Shown) -> int:
    """From one number of the ruler to the next."""
    return 10 if max(shown.scene.width, shown.scene.height) <= LARGE else 50
