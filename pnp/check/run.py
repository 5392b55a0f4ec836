"""Runs the rules over faces: `FaceCheck` the quick ones, `KitCheck` all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from pnp.check import face_rules
from pnp.check.contrast import pale_art
from pnp.check.face_rules import PictureRules, places_of
from pnp.check.line_rules import hairlines, half_lines, much_ink
from pnp.check.outlines import DrawnShape, FaceDrawings
from pnp.check.place_rules import PlaceRules
from pnp.check.rules import HOME, SECONDS, Clock, TimeUpError, report
from pnp.check.touch_rules import TouchRules
from pnp.check.trim_rules import TrimRules
from pnp.face.layout import FaceScene
from pnp.findings import Finding, Place
from pnp.kit import Kit
from pnp.scene.colour import Black
from pnp.sheet.paper import Paper
from pnp.text.fonts import FontBook

DRAWING_RULES: tuple[Callable[[DrawnShape, FaceDrawings], Iterator[Finding]], ...] = (much_ink, pale_art, hairlines)
"""Rules of each drawing by itself."""


class FaceCheck:
    """Looks at faces by the rules that take no time; the same face is looked at once."""

    def __init__(self, fonts: FontBook) -> None:
        self._fonts = fonts
        self._known: dict[object, tuple[Finding, ...]] = {}
        self.pictures = PictureRules()

    def inspect(self, laid: FaceScene) -> Iterator[Finding]:
        """The findings of a face, each once."""
        key = (laid.face, laid.scene.items, laid.spots, laid.cut, laid.notch)
        if key not in self._known:
            self._known[key] = tuple(dict.fromkeys(self.look(laid, FaceDrawings(laid, Clock()))))
        return (msgspec.structs.replace(finding, card=laid.card) for finding in self._known[key])

    def look(self, laid: FaceScene, face: FaceDrawings) -> Iterator[Finding]:
        """All that the rules find."""
        # Only all faces together tell whether a pending finding holds.
        yield from (one for one in self.pictures.check(face) if one not in self.pictures.pending)
        yield from self.quick(laid)

    def quick(self, laid: FaceScene) -> Iterator[Finding]:
        places = places_of(laid)
        yield from face_rules.outside(laid)
        if laid.cut:
            yield from face_rules.near_trim(laid.scene, places, self._fonts, HOME)
            yield from face_rules.text_in_notch(laid, places, self._fonts)
        yield from face_rules.codes(laid.scene, places, self._fonts)


class KitCheck(FaceCheck):
    """Looks at the faces of a kit in all its languages thoroughly, and at the pieces that are laid on them.

    `black` is what is printed in black ink alone.
    """

    def __init__(self, kit: Kit, paper: Paper, black: Black = "text") -> None:
        super().__init__(FontBook(kit.theme.fonts, kit.folder))
        self._black = black
        self._places = PlaceRules(kit, paper)
        self._open: list[Finding] = []

    def inspect(self, laid: FaceScene) -> Iterator[Finding]:
        for finding in super().inspect(laid):
            if msgspec.structs.replace(finding, card="") in self.pictures.pending:
                self._open.append(finding)
            else:
                yield finding

    def pieces(self) -> Iterator[Finding]:
        """What does not fit, and what is too fine, once all faces are laid out without errors."""
        yield from self._places.pieces()
        for finding in self._open:
            if self.pictures.holds(msgspec.structs.replace(finding, card="")):
                yield finding

    def look(self, laid: FaceScene, face: FaceDrawings) -> Iterator[Finding]:
        yield from limited(laid, self._geometry(laid, face))
        yield from self.pictures.check(face)
        yield from self.quick(laid)
        places = places_of(laid)
        yield from face_rules.pale_text(laid.scene, places, self._fonts)
        yield from face_rules.blank(laid.scene, places, self._fonts)

    def _geometry(self, laid: FaceScene, face: FaceDrawings) -> Iterator[Finding]:
        """Rules of the outlines of drawings; figures, which are not cut out, show pieces small."""
        yield from self._places.check(face)
        if laid.cut:
            yield from TouchRules(face, self._fonts).check()
            yield from half_lines(face)
        for drawing in face.drawn:
            face.clock.check()
            for rule in DRAWING_RULES:
                if _concerns(rule, drawing, laid, self._black):
                    yield from rule(drawing, face)
        if laid.cut:
            yield from TrimRules(face, HOME).check()


def limited(laid: FaceScene, findings: Iterator[Finding]) -> Iterator[Finding]:
    """The findings of a face, and one more when its time is up."""
    try:
        yield from findings
    except TimeUpError:
        message = f"this face takes more than {SECONDS:g} s to check: the rest of it is not looked at"
        yield report("not-looked-at", Place(laid.origins[0].place.file if laid.origins else laid.face), message)


def _concerns(rule: object, drawing: DrawnShape, laid: FaceScene, black: Black) -> bool:
    if rule is much_ink:
        return black != "all"
    if rule is pale_art:
        return not drawing.origin.near
    return laid.cut
