"""Lays out faces and rows of a kit as scenes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from pnp.face.compile import CompiledFace, DrawnWord, FaceCompiler, NestedFace
from pnp.face.materials import Materials, build_scope, list_facts
from pnp.face.paint import (
    InkMode,
    Origin,
    Painted,
    PiecePlace,
    add_edges,
    draw_cutting_line,
    is_framed,
)
from pnp.face.scope import RowScope, kind_of
from pnp.face.shapes import draw_component_outline
from pnp.findings import Finding, Findings, KitError, Place
from pnp.kit import bounds
from pnp.kit.evaluation import expand
from pnp.kit.model import Card, Component, Die, Faced, Kit, Language, PadSpec, Record, TileSpec, Token, Tree, Value
from pnp.kit.toml_source import accepted
from pnp.kit.values import NUMBER, SMALLEST_TYPE
from pnp.scene import IDENTITY, Box, Ellipse, Path, Scene

PIECE, PIECES = "piece", "pieces"
"""The names of a piece's number and of how many there are."""


class FaceScene(msgspec.Struct, frozen=True, eq=False):
    """A laid out face: its name and scene, the origin of each drawing, its places, the piece's name in findings,
    whether it is cut out, and the radius in mm of a thumb notch in its upper edge."""

    face: str
    scene: Scene
    origins: tuple[Origin, ...]
    spots: tuple[PiecePlace, ...]
    card: str
    cut: bool
    notch: float = 0.0


class KitFaces:
    """The faces of one kit as scenes, in one language and one ink mode, made once per build. Parts that do not depend
    on a row are shared. `findings` are its findings; `laid` lists each face without an error, in order, for `check`."""

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
        """`address` is the content of the kit's QR code; `shares` is the number of layouts that share the limits of a
        build; `seals` draws the camera marks of all components. Raises `KitError` for a language the kit lacks."""
        if language not in kit.languages:
            hint = accepted(kit.languages, language)
            raise KitError([Finding("error", "language", Place(kit.file), f"the kit is not in {language}", hint)])
        self.kit = kit
        self.language = language
        self.ink: InkMode = ink
        self.findings = Findings()
        self.laid: list[FaceScene] = []
        materials = self._materials = Materials(kit, language, ink, shares)
        self.fonts = materials.fonts
        """The typefaces of the kit, which back ends embed."""
        self.sheet_fonts = materials.sheet_fonts
        """Those for texts of the press itself."""
        self.own_words: Tree = kit.own_words.get(language, {})
        """The kit's own texts for those of the press, in this language."""
        self.icon, self.colour = materials.icon, materials.find_text_colour
        """A sign by its name for running text, and a colour of the theme as text is printed in it."""
        facts = {**list_facts(kit), "build": kit.build, "address": address, "language": language}
        scope = build_scope(kit, language, facts)
        self._compiler = FaceCompiler(kit, materials, scope, shows_seals=seals)
        self._sealed = self._compiler if seals else FaceCompiler(kit, materials, scope, shows_seals=True)
        self._scenes: dict[object, tuple[Painted, Scene]] = {}
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
        """Returns the front of a piece, or another `face` of it. `copy` numbers equal pieces from 0; a `net` shows the
        cut."""
        face = component.face if face is None else face
        return self.scene(
            face,
            record,
            size=measure_component(component),
            bleed=component.bleed,
            corner=component.corner if isinstance(component, Card | TileSpec | Token | PadSpec) else 0.0,
            outline=draw_component_outline(component),
            extra={**self._numbers(face, component, record, copy), **(extra or {})},
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
        """Returns the back of a piece; None if it is printed on one side."""
        back = component.back
        return self.front(component, record, extra, net=net, copy=copy, face=back) if back else None

    def boxes(self, component: Faced, record: Record | None, *, back: bool = False) -> tuple[DrawnWord, ...]:
        """Returns where each word draws on a piece's front or back; of nested words the outermost."""
        return tuple(word for face in self.within(component, record, (), back=back) for word in face.boxes())

    def within(
        self, component: Faced, record: Record | None, lines: Sequence[int], *, back: bool = False
    ) -> tuple[NestedFace, ...]:
        """Returns the faces drawn by the word on the first line, in these by the word on the second …; without lines,
        the side."""
        side, size = component.back if back else component.face, measure_component(component)
        if side not in self.kit.faces:
            return ()
        compiled, row = self._compile(side, record, self._numbers(side, component, record, 0), size, component.bleed)
        faces: tuple[NestedFace, ...] = (NestedFace(side, size, IDENTITY, compiled, row),)
        for line in lines:
            faces = tuple(inner for outer in faces for inner in outer.calls(line))
        return faces

    def is_numbered(self, component: Faced) -> bool:
        """Returns whether a face shows the piece's number, so that no two copies are equal."""
        size, bleed = measure_component(component), component.bleed
        return any(
            PIECE in self._compiler.compiled(side, component.each, kinds, size, bleed).roots
            for side in (component.face, component.back)
            if side in self.kit.faces
            for kinds in [dict.fromkeys(self._numbers(side, component, None, 0), NUMBER)]
        )

    def figure(self, face: str) -> Scene:
        """Returns a face with its own size. Raises `KitError` if it does not exist or has no size."""
        found = self.kit.faces.get(face)
        if found is None or found.size is None:
            message = f"the face {face} has no size" if found else f"there is no face {face}"
            place = Place(found.file if found else self.kit.file)
            raise KitError([Finding("error", "figure", place, message, "size = [width, height] in mm")])
        return self.scene(face, None, size=found.size, cut=False)

    def places(self, face: str) -> dict[str, Box]:
        """Returns the boxes of a face with its own size, in mm: its `trim`, its named boxes, the unturned places of its
        grids. Raises KeyError for an unknown face, ValueError for one without a size."""
        size = self.kit.faces[face].size
        if size is None:
            raise ValueError(f"the face {face} says no size")
        boxes = {name: Box(*box) for name, box in self.kit.faces[face].resolve_boxes(size).items()}
        return self._compiler.compiled(face, "", {}, size, 0.0).places | boxes | {"trim": Box(0.0, 0.0, *size)}

    def spots(
        self, face: str, record: Record | None = None, *, size: tuple[float, float], bleed: float = 0.0
    ) -> tuple[PiecePlace, ...]:
        """Returns the places of a face and of faces in it, for one row (or none), on which pieces are placed: by
        `place`, or by a component `on` a box or a grid place. Raises KeyError for an unknown face."""
        compiled, row = self._compile(face, record, {}, size, bleed)
        return compiled.paint(row).spots

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
        """Lays out a face for one row (or none), `size` mm wide and high, with `extra` values by name; its name in
        findings is `card`. With `cut`, low ink shows its outline, unless a `net` does; `notch` is the radius of a gap
        in its upper edge. `seals` always draws its camera marks."""
        if face not in self.kit.faces:
            hint = accepted(self.kit.faces, face)
            place = Place(self.kit.file)
            self.findings.add(Finding("error", "unknown-face", place, f"there is no face {face}", hint, card))
            return Scene(*size, bleed, ())
        file = Place(self.kit.faces[face].file)
        compiled, row = self._compile(face, record, extra or {}, size, bleed, seals)
        lined = cut and not net
        key = (id(compiled), corner, outline, lined)
        painted, scene = self._scenes.get(key, (None, None))
        if painted is None or scene is None:
            if self._work * self._shares <= bounds.TOTAL_ITEMS.most:
                painted = compiled.paint(row)
            else:
                message = f"the kit draws more than {bounds.TOTAL_ITEMS.most} things"
                self.findings.add(Finding("error", "size", file, message, "print less at once"))
                painted = Painted()
            if self.ink == "low":
                painted = add_edges(painted, Box(0.0, 0.0, *size))
            corner = min(corner, size[0] / 2, size[1] / 2)  # no piece is rounder than its ends
            items = painted.items
            if lined and self.ink == "low" and not is_framed(items, *size):
                items = (*items, draw_cutting_line(*size, corner, outline, self._materials.line_colour))
            scene = Scene(*size, bleed, items, corner, outline, painted.keep, painted.codes, painted.seals)
            self._work += painted.work
            if not compiled.roots:
                self._scenes[key] = (painted, scene)
        self._add_findings(painted, card)
        if len(painted.codes) > bounds.CODES.most:
            message = f"the face has more than {bounds.CODES.most} {bounds.CODES.unit}"
            self.findings.add(Finding("error", "size", file, message, "print fewer", card))
        elif not any(finding.severity == "error" for finding in painted.findings):
            self.laid.append(FaceScene(face, scene, painted.origins, painted.spots, card, cut, notch))
        return scene

    def _compile(
        self,
        face: str,
        record: Record | None,
        names: Mapping[str, Value],
        size: tuple[float, float],
        bleed: float,
        seals: bool = False,
    ) -> tuple[CompiledFace, RowScope]:
        """Returns a compiled face, and the names with which it is painted for a row."""
        kinds = {name: kind_of(value) for name, value in names.items()}
        compiler = self._sealed if seals else self._compiler
        compiled = compiler.compiled(face, record.table if record else "", kinds, size, bleed)
        return compiled, RowScope(record, {**dict.fromkeys(self.kit.faces[face].inputs), **names})

    def _numbers(self, face: str, component: Faced, record: Record | None, copy: int) -> dict[str, Value]:
        """Returns a piece's number and the count of pieces, unless a column or an input has these names."""
        if component.id not in self._counts:
            rows: dict[str, tuple[int, int]] = {}
            total = 0
            for row, copies in expand(self.kit, next(c for c in self.kit.components if c.id == component.id)):
                rows[row.key if row else ""] = (total + 1, copies)
                total += copies
            self._counts[component.id] = (rows, total)
        rows, total = self._counts[component.id]
        first, copies = rows.get(record.key if record else "", (0, 1))
        table, own = self.kit.tables.get(component.each), self.kit.faces.get(face)
        taken = {*(table.columns if table else ()), *(own.inputs if own else ())}
        numbers = {PIECE: first + min(copy, copies - 1), PIECES: total}
        return {name: number for name, number in numbers.items() if name not in taken}

    def _add_findings(self, painted: Painted, card: str) -> None:
        for finding in painted.findings[: bounds.ALL_FINDINGS.most]:
            if len(self.findings) < bounds.ALL_FINDINGS.most:
                self.findings.add(replace(finding, card=card))
        size, place = painted.least or (SMALLEST_TYPE, Place(""))
        if size < SMALLEST_TYPE - 0.01:
            message = f"text comes out at {size:.1f} pt, smaller than {SMALLEST_TYPE:g}"
            place = Place(place.file, place.row, "text")
            hint = "set it larger, or scale the face less"
            self.findings.add(Finding("warning", "small-type", place, message, hint, card))
        for finding in self._materials.noticed:
            # The piece on which a drawing is met first stands for all: its component may accept what is said of it.
            self.findings.add(replace(finding, card=card if finding.severity == "warning" else ""))
        self._materials.noticed.clear()


def measure_component(component: Component) -> tuple[float, float]:
    """Returns width and height in mm of a component's faces."""
    size = getattr(component, "size", None)
    if isinstance(component, Die):
        return component.size, component.size
    if isinstance(size, tuple) and len(size) == 2:
        return float(size[0]), float(size[1])
    raise TypeError(f"a {component.kind} has no size of its own")
