"""Laying out: faces and rows of a kit become scenes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from pnp.face.compile import FaceCompiler
from pnp.face.materials import Materials, build_scope, kit_facts
from pnp.face.paint import (
    CompiledFace,
    DrawnWord,
    InkMode,
    NestedFace,
    Origin,
    Painted,
    PiecePlace,
    add_edges,
    cutting_line,
    is_framed,
)
from pnp.face.scope import RowScope, kind_of
from pnp.face.shapes import component_outline
from pnp.findings import Finding, Findings, KitError, Place
from pnp.kit import bounds
from pnp.kit.evaluation import expand
from pnp.kit.expressions import bindings
from pnp.kit.face_files import nodes
from pnp.kit.model import Card, Component, Die, Faced, Kit, Language, PadSpec, Record, TileSpec, Token, Tree, Value
from pnp.kit.toml_source import accepted
from pnp.kit.values import SMALLEST_TYPE
from pnp.scene import Box, Ellipse, Path, Scene

PIECE, PIECES = "piece", "pieces"
"""The names of a piece's number and of how many there are."""


class FaceScene(msgspec.Struct, frozen=True, eq=False):
    """A face as it was laid out: its name, its scene, which words drew what in it, its places, how findings call the
    piece, and whether it is to be cut out; `notch` is the radius in mm of the half disc that is cut out of its upper
    edge, in the middle."""

    face: str
    scene: Scene
    origins: tuple[Origin, ...]
    spots: tuple[PiecePlace, ...]
    card: str
    cut: bool
    notch: float = 0.0


class Layout:
    """Lays out the faces of one kit, in one language and one ink mode.

    Made once for a build: the scene of a face that does not depend on its row is the same object each time, and so are
    the items that do not, from card to card. `findings` collects what was noticed; a word with an error is not drawn.
    `laid` lists every face that was laid out without an error, in order, for `check` to look at.
    """

    def __init__(
        self,
        kit: Kit,
        language: Language,
        *,
        ink: InkMode = "full",
        address: str = "",
        shares: int = 1,
        seals: bool = False,
    ) -> None:
        """`address` is what a QR code of the kit says; `shares` are the layouts of one build, which share what it may
        draw; `seals` draws the camera seals of all components.

        Raises `KitError` if the kit has no such language.
        """
        if language not in kit.languages:
            hint = accepted(kit.languages, language)
            raise KitError([Finding("error", "language", Place(kit.file), f"the kit is not in {language}", hint)])
        self.kit = kit
        self.language = language
        self.ink: InkMode = ink
        self.findings = Findings()
        self.laid: list[FaceScene] = []
        facts = {**kit_facts(kit), "build": kit.build, "address": address, "language": language}
        materials = self._materials = Materials(kit, language, ink, shares)
        self.fonts = materials.fonts
        """The typefaces of the kit, which back ends embed."""
        self.sheet_fonts = materials.sheet_fonts
        """The same for texts of the press itself: what none of them has is set in a typeface of its own."""
        self.own_words: Tree = kit.own_words.get(language, {})
        """The kit's own texts for those of the press, in this language."""
        self.icon, self.colour = materials.icon, materials.text_colour
        """A sign by its name as running text shows it, and a colour of the theme as text is printed in it."""
        scope = build_scope(kit, language, facts)
        self._compiler = FaceCompiler(kit, materials, scope, shows_seals=seals)
        self._sealed = self._compiler if seals else FaceCompiler(kit, materials, scope, shows_seals=True)
        self._scenes: dict[object, tuple[Painted, Scene]] = {}
        self._numbered: dict[tuple[str, str], frozenset[str]] = {}
        self._counts: dict[str, tuple[dict[str, tuple[int, int]], int]] = {}
        self._work = 0
        self._shares = shares

    def front(
        self,
        component: Faced,
        record: Record | None,
        extra: Mapping[str, Value] | None = None,
        *,
        net: bool = False,
        copy: int = 0,
        face: str | None = None,
    ) -> Scene:
        """The front of one piece of a component, of its copies the one of that number, from 0, or another `face` of it.
        `net`: as a part of a net, or of anything else that shows by itself where it is cut."""
        face = component.face if face is None else face
        if self._numbers(face, component.each):
            extra = {**self._counted(component, record, copy), **(extra or {})}
        return self.scene(
            face,
            record,
            size=component_size(component),
            bleed=component.bleed,
            corner=component.corner if isinstance(component, Card | TileSpec | Token | PadSpec) else 0.0,
            outline=component_outline(component),
            extra=extra,
            card=f"{component.id} {record.key}" if record else component.id,
            net=net,
            seals=component.seals,
        )

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
        back = component.back
        return self.front(component, record, extra, net=net, copy=copy, face=back) if back else None

    def boxes(self, component: Faced, record: Record | None, *, back: bool = False) -> tuple[DrawnWord, ...]:
        """Where each word of its front, or back, draws for one piece; of words within words, the outermost."""
        found = self._compiled_side(component, record, back)
        return found[0].boxes(found[1]) if found else ()

    def within(
        self, component: Faced, record: Record | None, lines: Sequence[int], *, back: bool = False
    ) -> tuple[NestedFace, ...]:
        """The faces that a word of its front, or back, draws for one piece, in order: that of the first of these lines,
        within each of its faces that of the second, and so on; seen from the piece."""
        found = self._compiled_side(component, record, back)
        calls = found[0].calls(found[1], lines[0]) if found else ()
        for line in lines[1:]:
            calls = tuple(inner.through(outer.matrix) for outer in calls for inner in outer.calls(line))
        return calls

    def is_numbered(self, component: Faced) -> bool:
        """Whether a face of it says which of its pieces one is, so that no two copies are alike."""
        return any(PIECE in self._numbers(face, component.each) for face in (component.face, component.back) if face)

    def figure(self, face: str) -> Scene:
        """A face that says its own size. Raises `KitError` if there is none, or if it has no size."""
        found = self.kit.faces.get(face)
        if found is None or found.size is None:
            message = f"the face {face} has no size" if found else f"there is no face {face}"
            place = Place(found.file if found else self.kit.file)
            raise KitError([Finding("error", "figure", place, message, "size = [width, height] in mm")])
        return self.scene(face, None, size=found.size, cut=False)

    def places(self, face: str) -> dict[str, Box]:
        """Where things lie on a face that says its own size, in mm from its top left: its `trim`, its named boxes, and
        the places of its grids, each before it is turned. What draws upon a face, as phones draw pieces, asks here.

        Raises KeyError if there is no such face, ValueError if it has no size.
        """
        size = self.kit.faces[face].size
        if size is None:
            raise ValueError(f"the face {face} says no size")
        boxes = {name: Box(*box) for name, box in self.kit.faces[face].boxes_on(size).items()}
        return self._compiler.compiled(face, "", {}, size, 0.0).places | boxes | {"trim": Box(0.0, 0.0, *size)}

    def spots(
        self, face: str, record: Record | None = None, *, size: tuple[float, float], bleed: float = 0.0
    ) -> tuple[PiecePlace, ...]:
        """The places of a face for one row (or none), on which pieces are laid: those that it and the faces within it
        draw with `place`, and the boxes and places of grids that a component is laid `on`.

        Raises KeyError if there is no such face.
        """
        compiled = self._compiler.compiled(face, record.table if record else "", {}, size, bleed)
        return compiled.paint(self._row_scope(face, record, {})).spots

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
        seals: bool = False,
    ) -> Scene:
        """One face for one row (or none), `size` mm wide and high.

        `extra` are values that the face may use by name besides; `card` is how findings call the piece. `cut`:
        it is to be cut out, and shows where even with little ink, unless it is part of a `net`, which shows it; with a
        `notch` of this radius in its upper edge. `seals` draws its camera seals even if the layout leaves them out.
        """
        if face not in self.kit.faces:
            hint = accepted(self.kit.faces, face)
            message = f"there is no face {face}"
            self.findings.add(Finding("error", "unknown-face", Place(self.kit.file), message, hint, card))
            return Scene(*size, bleed, ())
        names = dict(extra or {})
        kinds = {name: kind_of(value) for name, value in names.items()}
        compiler = self._sealed if seals else self._compiler
        compiled = compiler.compiled(face, record.table if record else "", kinds, size, bleed)
        lined = cut and not net
        key = (id(compiled), corner, outline, lined)
        painted, scene = self._scenes.get(key, (None, None))
        if painted is None or scene is None:
            painted = compiled.paint(self._row_scope(face, record, names)) if self._affordable(face) else Painted()
            if self.ink == "low":
                painted = add_edges(painted, Box(0.0, 0.0, *size))
            corner = min(corner, size[0] / 2, size[1] / 2)  # no piece is rounder than its ends
            items = painted.items
            if lined and self.ink == "low" and not is_framed(items, *size):
                items = (*items, cutting_line(*size, corner, outline, self._materials.line_colour))
            scene = Scene(*size, bleed, items, corner, outline, painted.keep, painted.codes, painted.seals)
            self._work += painted.work
            if not compiled.roots:
                self._scenes[key] = (painted, scene)
        self._note(painted, card)
        if len(painted.codes) > bounds.CODES.most:
            message = f"the face has more than {bounds.CODES.most} {bounds.CODES.unit}"
            self.findings.add(Finding("error", "size", Place(self.kit.faces[face].file), message, "print fewer", card))
        elif not any(finding.severity == "error" for finding in painted.findings):
            self.laid.append(FaceScene(face, scene, painted.origins, painted.spots, card, cut, notch))
        return scene

    def _compiled_side(
        self, component: Faced, record: Record | None, back: bool
    ) -> tuple[CompiledFace, RowScope] | None:
        """The front, or back, of one piece, and the names it is drawn with."""
        face = component.back if back else component.face
        if face not in self.kit.faces:
            return None
        given = self._counted(component, record, 0) if self._numbers(face, component.each) else {}
        kinds = {name: kind_of(value) for name, value in given.items()}
        table = record.table if record else ""
        compiled = self._compiler.compiled(face, table, kinds, component_size(component), component.bleed)
        return compiled, self._row_scope(face, record, given)

    def _row_scope(self, face: str, record: Record | None, names: Mapping[str, Value]) -> RowScope:
        return RowScope(record, {**dict.fromkeys(self.kit.faces[face].inputs), **names})

    def _numbers(self, face: str, table: str) -> frozenset[str]:
        """Which of `piece` and `pieces` a face binds, where no column or input is called so."""
        found = self._numbered.get((face, table))
        if found is None:
            own = self.kit.faces.get(face)
            draws, known = (own.draws, {*own.inputs}) if own else ((), set[str]())
            known |= self.kit.tables[table].columns.keys() if table in self.kit.tables else set()
            named = {binding.name for draw in draws for node in nodes(draw) for binding in bindings(node)}
            found = self._numbered[face, table] = frozenset({PIECE, PIECES} & (named - known))
        return found

    def _counted(self, component: Faced, record: Record | None, copy: int) -> Mapping[str, Value]:
        """The number of a piece among those of its component, and how many they are."""
        if component.id not in self._counts:
            rows: dict[str, tuple[int, int]] = {}
            total = 0
            for row, copies in expand(self.kit, next(c for c in self.kit.components if c.id == component.id)):
                rows[row.key if row else ""] = (total + 1, copies)
                total += copies
            self._counts[component.id] = (rows, total)
        rows, total = self._counts[component.id]
        first, copies = rows.get(record.key if record else "", (0, 1))
        return {PIECE: first + min(copy, copies - 1), PIECES: total}

    def _affordable(self, face: str) -> bool:
        """Whether a kit has not yet drawn more than the press allows."""
        if self._work * self._shares <= bounds.TOTAL_ITEMS.most:
            return True
        message = f"the kit draws more than {bounds.TOTAL_ITEMS.most} things"
        self.findings.add(Finding("error", "size", Place(self.kit.faces[face].file), message, "print less at once"))
        return False

    def _note(self, painted: Painted, card: str) -> None:
        for finding in painted.findings[: bounds.ALL_FINDINGS.most]:
            if len(self.findings) < bounds.ALL_FINDINGS.most:
                self.findings.add(replace(finding, card=card))
        least = painted.least
        if least and least.size < SMALLEST_TYPE - 0.01:
            message = f"text comes out at {least.size:.1f} pt, smaller than {SMALLEST_TYPE:g}"
            place = Place(least.place.file, least.place.row, "text")
            hint = "set it larger, or scale the face less"
            self.findings.add(Finding("warning", "small-type", place, message, hint, card))
        for finding in self._materials.noticed:
            # The piece on which a drawing is met first stands for all: its component may accept what is said of it.
            self.findings.add(replace(finding, card=card if finding.severity == "warning" else ""))
        self._materials.noticed.clear()


def component_size(component: Component) -> tuple[float, float]:
    """Width and height in mm of what the faces of a component show."""
    size = getattr(component, "size", None)
    if isinstance(component, Die):
        return component.size, component.size
    if isinstance(size, tuple) and len(size) == 2:
        return float(size[0]), float(size[1])
    raise TypeError(f"a {component.kind} has no size of its own")
