"""What draws a face, word by word: of the face of a piece itself, or of one that a word of it draws."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from pnp.face.layout import Layout
from pnp.face.words import WORDS
from pnp.face.words.face import FaceDraw
from pnp.findings import KitError
from pnp.kit import Kit, expand
from pnp.kit.draw import Draw, nodes
from pnp.kit.expressions import Node, bindings
from pnp.kit.model import AnyComponent, Face, Faced
from pnp.kit.structs import BadValueError
from pnp.scene import IDENTITY, Box, Matrix, mapped
from pnp.studio.boxes import Spec, spec
from pnp.studio.dependence import file_of
from pnp.studio.faults import Fault
from pnp.studio.ledger import UnwritableError
from pnp.studio.notes import Notes
from pnp.studio.proof import Mode, Shown, Spots
from pnp.studio.session import Session

_NAMES: Mapping[type[Draw], str] = {word: name for name, word in WORDS.items()}
_ICONS = {
    "rect": "rect", "ellipse": "oval", "line": "line", "text": "text", "flow": "text", "table": "text", "icon": "sign",
    "picture": "picture", "face": "face", "piece": "cards", "qr": "code", "seal": "code",
}  # fmt: skip
"""The sign that stands beside a word; shapes of any other kind share one."""
MOST_SAID = 40
"""Characters of what a word draws, in what it is called."""


class Layer(msgspec.Struct, frozen=True):
    """A word of a face: its number in the file and its line, what it is called, where it draws on this card, and its
    box as the file says it; `opens`: it draws another face, whose words can be shown."""

    number: int
    line: int
    icon: str
    name: str
    boxes: Spots
    spec: Spec
    bad: bool
    opens: bool

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


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """The face whose words are shown: the file it stands in, its size in mm, `matrix` the way from there to the piece,
    and where its words draw, by their lines. `words` lead to it from the face of the piece, `path` are their numbers;
    `others` are the ways to where the last of them draws it once more."""

    file: str
    face: Face | None
    size: tuple[float, float]
    spots: Mapping[int, Spots]
    matrix: Matrix = IDENTITY
    words: tuple[FaceDraw, ...] = ()
    path: tuple[int, ...] = ()
    others: tuple[Matrix, ...] = ()

    def on_piece(self, box: Box) -> Box:
        """A box of its words as it lies on the piece."""
        return mapped(self.matrix, box)

    def fed(self, draw: Draw | None) -> frozenset[str]:
        """The names of the piece's row that a word draws by, which are handed to it from word to word."""
        names = _named(nodes(draw)) if draw else frozenset[str]()
        for word in reversed(self.words):
            handed = dict(word.set)
            given = (_named(handed[name].nodes) if name in handed else {name} for name in names)
            names = frozenset[str]().union(*given)
            if word.record:
                names |= _named(word.record.nodes)
        return names


def ground(
    session: Session, kit: Kit, mode: Mode, component: AnyComponent, shown: Shown, path: Sequence[int]
) -> Ground | None:
    """The face of a side of a piece, or the one that words of these numbers lead to within it; None, if there they
    lead nowhere. Faces that the press lays out by itself have no words."""
    face = face_of(session, kit, component, shown.side)
    size = (shown.scene.width, shown.scene.height)
    if face is None or not isinstance(component, Faced):
        return None if path else Ground(file="", face=None, size=size, spots={})
    file = file_of(face.name)
    if not path:
        found = {draw.row: shown.spots.get(f"{file}:{draw.row}", ()) for draw in face.draws}
        return Ground(file=file, face=face, size=size, spots=found)
    words: list[FaceDraw] = []
    for number in path:
        word = face.draws[number] if face and 0 <= number < len(face.draws) else None
        if not isinstance(word, FaceDraw):
            return None
        words.append(word)
        face = kit.faces.get(word.face)
    try:
        record = next((row for row, _ in expand(kit, component) if (row.key if row else "") == shown.key), None)
        layout = Layout(kit, mode[0], ink=mode[1])
        calls = layout.within(component, record, [word.row for word in words], back=shown.side == "back")
    except (KitError, BadValueError):
        return None
    if not calls or face is None:
        return None
    return Ground(
        file=file_of(face.name),
        face=face,
        size=calls[0].size,
        spots={one.place.row: one.boxes for one in calls[0].boxes()},
        matrix=calls[0].matrix,
        words=tuple(words),
        path=tuple(path),
        others=tuple(call.matrix for call in calls[1:]),
    )


def face_of(session: Session, kit: Kit, component: AnyComponent, side: str) -> Face | None:
    """The face file that a side is drawn from, as it last could be read, where it is one that can be shown by its
    boxes."""
    if not isinstance(component, Faced) or side not in ("front", "back"):
        return None
    name = component.back if side == "back" else component.face
    known = session.face(file_of(name))
    return kit.faces.get(name) or (known.face if known else None)


def layers(
    session: Session, kit: Kit, ground: Ground, shown: Shown, notes: Notes, fault: Fault | None
) -> Iterator[Layer]:
    """The words of a face, in order; those of one that cannot be read as they last were, with the one at fault."""
    text, unread = _read(session, ground.file), -1
    known = session.face(ground.file)
    if known and ground.face and not (text and ground.face.name in kit.faces):
        here = fault.line if fault and fault.file == ground.file else 0
        unread = sum(line.strip().startswith("[[draw]]") for line in text.splitlines()[:here]) - 1
        text = known.text
    try:
        document = tomllib.loads(text.replace("\r\n", "\n"))
    except ValueError:
        document = {}
    wrong = {finding.place.row for finding in notes.on(shown) if notes.file(finding.place.file) == ground.file}
    for number, draw in enumerate(ground.face.draws if ground.face else ()):
        name = _NAMES[type(draw)]
        found = spec(document, number, draw.box_key) if draw.box_key in draw.__struct_fields__ else Spec("none", "")
        boxes = ground.spots.get(draw.row, ())
        opens = bool(boxes) and isinstance(draw, FaceDraw) and draw.face in kit.faces
        icon, called = _ICONS.get(name, "shape"), _called(document, number, name)
        yield Layer(number, draw.row, icon, called, boxes, found, draw.row in wrong or number == unread, opens)


def _read(session: Session, file: str) -> str:
    """What a file holds; "" if it cannot be read at all."""
    try:
        return session.ledger.read(file).decode("utf-8-sig")
    except (UnwritableError, UnicodeDecodeError):
        return ""


def _called(document: Mapping[str, object], number: int, name: str) -> str:
    """What a word is called: with what it draws, as the file has it."""
    draws = document.get("draw")
    table = draws[number] if isinstance(draws, list) and number < len(draws) else None
    said = table.get(name) if isinstance(table, dict) else None
    return f"{name} {said[:MOST_SAID]}".strip() if isinstance(said, str) else name


def _named(expressions: Iterable[Node]) -> frozenset[str]:
    """The names that expressions ask for; of a path its beginning."""
    return frozenset(binding.path[0] for node in expressions for binding in bindings(node))
