"""The page of one face: what draws on it, the box that is selected, and the row it shows."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from pnp.findings import ACCEPTABLE, Finding
from pnp.kit import Kit
from pnp.kit.model import AnyComponent
from pnp.scene import Box
from pnp.studio.cells import NoCellError, row_read
from pnp.studio.faults import Fault, fault_at
from pnp.studio.layers import Ground, Layer, ground, layers
from pnp.studio.ledger import Step, UnwritableError, version
from pnp.studio.notes import Noted, Notes
from pnp.studio.proof import Mode, Shown
from pnp.studio.session import Session
from pnp.studio.setting import Setting, setting
from pnp.studio.shelves import address, millimetres
from pnp.studio.view import View
from pnp.studio.words import Words

LARGE = 150.0
"""Millimetres; along what is larger, fewer numbers stand on the ruler."""


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
    ground: Ground
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


def bench(
    session: Session, mode: Mode, shown: Shown, number: int | None, notes: Notes, path: Sequence[int] = ()
) -> Bench | None:
    """The page of a face in a language and an ink, or of the one within it that the words of a path lead to, with the
    word of a number selected; None for what is gone."""
    proof = session.proof
    kit = proof.kit
    component = next((one for one in proof.components if one.id == shown.component), None)
    if kit is None or component is None:
        return None
    here = ground(session, kit, mode, component, shown, path)
    here = here or ground(session, kit, mode, component, shown, ())
    assert here is not None  # without a path it is always known
    faces = proof.of(mode)
    those = [one for one in faces if (one.component, one.side) == (shown.component, shown.side)]
    at = next((n for n, one in enumerate(those) if one.id == shown.id), 0)
    file = here.file
    fault = _fault(session, notes) if shown.stale else None
    those_drawn = tuple(layers(session, kit, here, shown, notes, fault))
    selected = next((layer for layer in those_drawn if layer.number == number), None)
    draw = here.face.draws[selected.number] if here.face and selected else None
    drawn = selected is not None and bool(selected.boxes) and not shown.stale
    set_at = setting(kit, mode, component, shown, selected.line, file, here.matrix) if drawn and selected else None
    table = notes.file(kit.tables[component.each].file) if component.each in kit.tables and shown.key else ""
    return Bench(
        shown=shown,
        component=component,
        ground=here,
        file=file,
        version=_version(session, file),
        layers=those_drawn,
        selected=selected,
        place=at + 1,
        of=len(those),
        before=those[at - 1] if len(those) > 1 else None,
        after=those[(at + 1) % len(those)] if len(those) > 1 else None,
        sides=tuple(one.side for one in faces if (one.component, one.key) == (shown.component, shown.key)),
        cells=tuple(_cells(kit, component, shown, here.fed(draw), _row(session, table, shown))),
        table=table if table.endswith(".csv") else "",
        table_version=_version(session, table),
        on=_on(faces, selected, file),
        alike=_alike(those_drawn, selected),
        trim=_to_trim(shown, here, selected),
        setting=set_at,
        was=_was(session, mode, shown),
        typed=_typed(session.ledger.last, file),
        found=tuple(one for one in notes.all if _bare(one.finding) in {_bare(other) for other in notes.on(shown)}),
        fault=fault,
        waiting=sum(1 for one in faces if one.stale),
    )


def _bare(finding: Finding) -> Finding:
    return msgspec.structs.replace(finding, card="")


def _row(session: Session, table: str, shown: Shown) -> Mapping[str, str]:
    """The cells of a row as they stand in the file; none, where they cannot be read."""
    try:
        return row_read(session.ledger.read(table), shown.line) if table.endswith(".csv") else {}
    except (UnwritableError, NoCellError, UnicodeDecodeError):
        return {}


def _cells(
    kit: Kit, component: AnyComponent, shown: Shown, fed: Collection[str], row: Mapping[str, str]
) -> Iterator[Cell]:
    table = kit.tables.get(component.each)
    if table is None or not shown.key:
        return
    for column, text in shown.cells.items():
        base = column if column in table.columns else column.rpartition(".")[0]
        kind = "key" if column == table.key else str(table.columns.get(base, "text")).removeprefix("optional ")
        yield Cell(column, kind, row.get(column, text), base in fed)


def _on(faces: Sequence[Shown], selected: Layer | None, file: str) -> int:
    """How many different faces a word draws on."""
    if selected is None:
        return 0
    place = f"{file}:{selected.line}"
    return sum(1 for one in faces if one.spots.get(place) or place in one.draws)


def _alike(layers: Sequence[Layer], selected: Layer | None) -> int:
    """How many words use the same named box."""
    if selected is None or selected.spec.kind != "named":
        return 0
    return sum(1 for one in layers if one.spec.kind == "named" and one.spec.name == selected.spec.name)


def _to_trim(shown: Shown, ground: Ground, selected: Layer | None) -> float | None:
    """How far a box stands from the trim, in mm; negative beyond it."""
    if selected is None or selected.box is None:
        return None
    box, scene = ground.on_piece(selected.box), shown.scene
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
