"""The table `components` that faces of every kit can use: what is in the box, and how many of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from pnp.face.compile import Compiler
from pnp.face.geometry import component_outline
from pnp.face.ink import InkMode, cutting_line, edged, is_framed
from pnp.face.materials import COMPONENTS, Materials, facts, inventory
from pnp.face.paint import Called, Drawn, Origin, Painted, Program, Spot
from pnp.face.scope import Env, World, kind_of
from pnp.findings import Finding, Findings, KitError, Place
from pnp.kit import bounds
from pnp.kit.evaluation import expand
from pnp.kit.expressions import bindings
from pnp.kit.face_files import nodes
from pnp.kit.model import (
    Card,
    Component,
    Die,
    Faced,
    Kit,
    Language,
    Record,
    Sheet,
    Tile,
    Token,
    Tree,
    Value,
)
from pnp.kit.toml_source import accepted
from pnp.kit.values import SMALLEST_TYPE
from pnp.scene import Art, Box, Ellipse, Path, Scene
from pnp.text.fonts import FontBook

PIECE, PIECES = "piece", "pieces"
"""The names of a piece's number and of how many there are."""


class Laid(msgspec.Struct, frozen=True, eq=False):
    """A face as it was laid out: its name, its scene, which words drew what in it, its places, how findings call the
    piece, and whether it is to be cut out; `notch` is the radius in mm of the half disc that is cut out of its upper
    edge, in the middle."""

    face: str
    scene: Scene
    origins: tuple[Origin, ...]
    spots: tuple[Spot, ...]
    card: str
    cut: bool
    notch: float = 0.0


class Layout:
    """Lays out the faces of one kit, in one language and one ink mode.

    Made once for a build: what it has compiled, set and looked up is kept, so the scene of a face that does not
    depend on its row is the same object each time, and so are the items that do not, from card to card.
    `findings` collects what was noticed; a word with an error is not drawn. `laid` lists every face that was laid out
    without an error, in order, for `check` to look at.
    """

    def __init__(
        self,
        kit: Kit,
        language: Language,
        *,
        ink: InkMode = "full",
        address: str = "",
        shares: int = 1,
    ) -> None:
        """`address` is what a QR code of the kit says; `shares` are the layouts of one build, which share what it may
        draw.

        Raises KitError if the kit has no such language.
        """
        if language not in kit.languages:
            finding = Finding("error", "language", Place(kit.file), f"the kit is not in {language}")
            raise KitError([msgspec.structs.replace(finding, hint=accepted(kit.languages, language))])
        self.kit = kit
        self.language = language
        self.ink: InkMode = ink
        self.findings = Findings()
        self.laid: list[Laid] = []
        self._materials = Materials(kit, language, ink, shares)
        self._compiler = Compiler(kit, self._materials, _world(kit, language, address))
        self._scenes: dict[object, tuple[Painted, Scene]] = {}
        self._numbered: dict[tuple[str, str], frozenset[str]] = {}
        self._counts: dict[str, tuple[dict[str, tuple[int, int]], int]] = {}
        self.work = 0
        self._shares = shares

    @property
    def fonts(self) -> FontBook:
        """The typefaces of the kit, which back ends embed."""
        return self._materials.fonts

    @property
    def sheet_fonts(self) -> FontBook:
        """The same for what the press itself writes: what none of them has is set in a typeface of its own."""
        return self._materials.sheet_fonts

    @property
    def own_words(self) -> Tree:
        """What the kit says in the place of the press, in this language."""
        return self.kit.own_words.get(self.language, {})

    def icon(self, name: str) -> Art | None:
        """A sign of the kit or of the press, as running text shows it."""
        return self._materials.icon(name)

    def colour(self, name: str) -> str | None:
        """A colour of the theme as text is printed in it, `#RRGGBB`."""
        return self._materials.text_colour(name)

    def front(
        self,
        component: Faced,
        record: Record | None,
        extra: Mapping[str, Value] | None = None,
        *,
        net: bool = False,
        copy: int = 0,
    ) -> Scene:
        """The front of one piece of a component, of its copies the one of that number, from 0; `net`: as a part of a
        net, or of anything else that shows by itself where it is cut."""
        return self._side(component, False, record, extra, net, copy)

    def back(
        self,
        component: Faced,
        record: Record | None,
        extra: Mapping[str, Value] | None = None,
        *,
        net: bool = False,
        copy: int = 0,
    ) -> Scene | None:
        """The back of one piece of a component; None if it is printed on one side."""
        return self._side(component, True, record, extra, net, copy) if component.back else None

    def boxes(self, component: Faced, record: Record | None, *, back: bool = False) -> tuple[Drawn, ...]:
        """Where each word of its front, or back, draws for one piece; of words within words, the outermost."""
        found = self._shown(component, record, back)
        return found[0].boxes(found[1]) if found else ()

    def within(
        self, component: Faced, record: Record | None, lines: Sequence[int], *, back: bool = False
    ) -> tuple[Called, ...]:
        """The faces that a word of its front, or back, draws for one piece, in order: that of the first of these lines,
        within each of its faces that of the second, and so on; seen from the piece."""
        found = self._shown(component, record, back)
        calls = found[0].calls(found[1], lines[0]) if found else ()
        for line in lines[1:]:
            calls = tuple(inner.through(outer.matrix) for outer in calls for inner in outer.calls(line))
        return calls

    def _shown(self, component: Faced, record: Record | None, back: bool) -> tuple[Program, Env] | None:
        """What draws the front, or back, of one piece, and the names it is drawn with."""
        face = component.back if back else component.face
        if face not in self.kit.faces:
            return None
        given = self._counted(component, record, 0) if self._numbers(face, component.each) else {}
        kinds = {name: kind_of(value) for name, value in given.items()}
        table = record.table if record else ""
        program = self._compiler.program(face, table, kinds, component_size(component), component.bleed)
        return program, Env(record, {**dict.fromkeys(self.kit.faces[face].inputs), **given})

    def is_numbered(self, component: Faced) -> bool:
        """Whether a face of it says which of its pieces one is, so that no two copies are alike."""
        return any(PIECE in self._numbers(face, component.each) for face in (component.face, component.back) if face)

    def figure(self, face: str) -> Scene:
        """A face that says its own size. Raises KitError if there is none, or if it has no size."""
        size = self.kit.faces[face].size if face in self.kit.faces else None
        if size is None:
            message = f"the face {face} has no size" if face in self.kit.faces else f"there is no face {face}"
            place = Place(self.kit.faces[face].file if face in self.kit.faces else self.kit.file)
            raise KitError([Finding("error", "figure", place, message, "size = [width, height] in mm")])
        return self.scene(face, None, size=size, cut=False)

    def places(self, face: str) -> dict[str, Box]:
        """Where things lie on a face that says its own size, in mm from its top left: its `trim`, its named boxes, and
        the places of its grids, each before it is turned. What draws upon a face, as phones draw pieces, asks here.

        Raises KeyError if there is no such face, ValueError if it has no size.
        """
        size = self.kit.faces[face].size
        if size is None:
            raise ValueError(f"the face {face} says no size")
        boxes = {name: Box(*box) for name, box in self.kit.faces[face].boxes_on(size).items()}
        return self._compiler.program(face, "", {}, size, 0.0).places | boxes | {"trim": Box(0.0, 0.0, *size)}

    def spots(
        self, face: str, record: Record | None = None, *, size: tuple[float, float], bleed: float = 0.0
    ) -> tuple[Spot, ...]:
        """The places of a face for one row (or none), on which pieces are laid: those that it and the faces within it
        draw with `place`, and the boxes and places of grids that a component is laid `on`.

        Raises KeyError if there is no such face.
        """
        program = self._compiler.program(face, record.table if record else "", {}, size, bleed)
        return program.paint(Env(record, dict[str, Value].fromkeys(self.kit.faces[face].inputs))).spots

    def scene(
        self,
        face: str,
        record: Record | None = None,
        *,
        size: tuple[float, float],
        bleed: float = 0.0,
        corner: float = 0.0,
        outline: Path | Ellipse | None = None,
        extra: Mapping[str, Value] | None = None,
        card: str = "",
        cut: bool = True,
        net: bool = False,
        notch: float = 0.0,
    ) -> Scene:
        """One face for one row (or none), `size` mm wide and high.

        `extra` are values that the face may use by name besides; `card` is how findings call the piece. `cut`:
        it is to be cut out, and shows where even with little ink, unless it is part of a `net`, which shows it; with a
        `notch` of this radius in its upper edge.
        """
        names = dict(extra or {})
        kinds = {name: kind_of(value) for name, value in names.items()}
        if face not in self.kit.faces:
            finding = Finding("error", "unknown-face", Place(self.kit.file), f"there is no face {face}", "", card)
            self.findings.add(msgspec.structs.replace(finding, hint=accepted(self.kit.faces, face)))
            return Scene(*size, bleed, ())
        program = self._compiler.program(face, record.table if record else "", kinds, size, bleed)
        lined = cut and not net
        key = (id(program), corner, outline, lined)
        painted, scene = self._scenes.get(key, (None, None))
        if painted is None or scene is None:
            given = {**dict.fromkeys(self.kit.faces[face].inputs), **names}
            painted = program.paint(Env(record, given)) if self._affordable(face) else Painted()
            if self.ink == "low":
                painted = edged(painted, Box(0.0, 0.0, *size))
            scene = self._scene(painted, size, bleed, corner, outline, lined)
            self.work += painted.work
            if program.is_static:
                self._scenes[key] = (painted, scene)
        self._note(painted, card)
        if len(painted.codes) > bounds.CODES.most:
            message = f"the face has more than {bounds.CODES.most} {bounds.CODES.unit}"
            self.findings.add(Finding("error", "size", Place(self.kit.faces[face].file), message, "print fewer", card))
        elif not any(finding.severity == "error" for finding in painted.findings):
            self.laid.append(Laid(face, scene, painted.origins, painted.spots, card, cut, notch))
        return scene

    def _side(
        self,
        component: Faced,
        back: bool,
        record: Record | None,
        extra: Mapping[str, Value] | None,
        net: bool,
        copy: int,
    ) -> Scene:
        face = component.back if back else component.face
        width, height = component_size(component)
        if self._numbers(face, component.each):
            extra = {**self._counted(component, record, copy), **(extra or {})}
        card = f"{component.id} {record.key}" if record else component.id
        return self.scene(
            face,
            record,
            size=(width, height),
            bleed=component.bleed,
            corner=component.corner if isinstance(component, Card | Tile | Token | Sheet) else 0.0,
            outline=component_outline(component),
            extra=extra,
            card=card,
            net=net,
        )

    def _numbers(self, face: str, table: str) -> frozenset[str]:
        """Which of `piece` and `pieces` a face asks for, where no column or input is called so."""
        key = (face, table)
        found = self._numbered.get(key)
        if found is None:
            own = self.kit.faces.get(face)
            draws, known = (own.draws, {*own.inputs}) if own else ((), set[str]())
            known |= self.kit.tables[table].columns.keys() if table in self.kit.tables else set()
            named = {binding.name for draw in draws for node in nodes(draw) for binding in bindings(node)}
            found = self._numbered[key] = frozenset({PIECE, PIECES} & (named - known))
        return found

    def _counted(self, component: Faced, record: Record | None, copy: int) -> Mapping[str, Value]:
        """The number of a piece among those of its component, and how many they are."""
        found = self._counts.get(component.id)
        if found is None:
            rows: dict[str, tuple[int, int]] = {}
            total = 0
            for row, copies in expand(self.kit, next(c for c in self.kit.components if c.id == component.id)):
                rows[row.key if row else ""] = (total + 1, copies)
                total += copies
            found = self._counts[component.id] = (rows, total)
        rows, total = found
        first, copies = rows.get(record.key if record else "", (0, 1))
        return {PIECE: first + min(copy, copies - 1), PIECES: total}

    def _affordable(self, face: str) -> bool:
        """Whether a kit has not yet asked for more than the press will draw."""
        if self.work * self._shares <= bounds.TOTAL_ITEMS.most:
            return True
        message = f"the kit draws more than {bounds.TOTAL_ITEMS.most} things"
        self.findings.add(Finding("error", "size", Place(self.kit.faces[face].file), message, "print less at once"))
        return False

    def _note(self, painted: Painted, card: str) -> None:
        for finding in painted.findings[: bounds.ALL_FINDINGS.most]:
            if len(self.findings) < bounds.ALL_FINDINGS.most:
                self.findings.add(msgspec.structs.replace(finding, card=card))
        least = painted.least
        if least and least.size < SMALLEST_TYPE - 0.01:
            message = f"text comes out at {least.size:.1f} pt, smaller than {SMALLEST_TYPE:g}"
            place = Place(least.place.file, least.place.row, "text")
            hint = "set it larger, or scale the face less"
            self.findings.add(Finding("warning", "small-type", place, message, hint, card))
        for finding in self._materials.noticed:
            # The piece on which a drawing is met first stands for all: its component may accept what is said of it.
            own = card if finding.severity == "warning" else ""
            self.findings.add(msgspec.structs.replace(finding, card=own))
        self._materials.noticed.clear()

    def _scene(
        self,
        painted: Painted,
        size: tuple[float, float],
        bleed: float,
        corner: float,
        outline: Path | Ellipse | None,
        lined: bool,
    ) -> Scene:
        width, height = size
        corner = min(corner, width / 2, height / 2)  # no piece is rounder than its ends
        items = painted.items
        if lined and self.ink == "low" and not is_framed(items, width, height):
            items = (*items, cutting_line(width, height, corner, outline, self._materials.line_colour))
        return Scene(width, height, bleed, items, corner, outline, painted.keep, painted.codes, painted.seals)


def component_size(component: Component) -> tuple[float, float]:
    """Width and height in mm of what the faces of a component show."""
    size = getattr(component, "size", None)
    if isinstance(component, Die):
        return component.size, component.size
    if isinstance(size, tuple) and len(size) == 2:
        return float(size[0]), float(size[1])
    raise TypeError(f"a {component.kind} has no size of its own")


def _world(kit: Kit, language: Language, address: str) -> World:
    return World(
        language=language,
        languages=kit.languages,
        words=kit.words,
        facts={
            **facts(kit),
            "build": kit.build,
            "address": address,
            "language": language,
        },
        tables={COMPONENTS: inventory(kit), **kit.tables},
    )
