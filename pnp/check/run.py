"""Runs the rules over faces: `FaceCheck` the quick ones, `KitCheck` all of them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pnp.check import face_rules
from pnp.check.contrast import find_pale_art
from pnp.check.face_rules import places_of
from pnp.check.line_rules import find_hairlines, find_much_ink
from pnp.check.outlines import FaceDrawings
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


class FaceCheck:
    """Checks faces by the quick rules; equal faces are checked once."""

    def __init__(self, fonts: FontBook) -> None:
        self._fonts = fonts
        self._known: dict[object, tuple[Finding, ...]] = {}

    def inspect(self, laid: FaceScene) -> Iterator[Finding]:
        """The findings of a face, each once."""
        key = (laid.face, laid.scene.items, laid.spots, laid.cut, laid.notch)
        if key not in self._known:
            self._known[key] = tuple(dict.fromkeys(self.run_rules(laid, FaceDrawings(laid, Clock()))))
        return (msgspec.structs.replace(finding, card=laid.card) for finding in self._known[key])

    def run_rules(self, laid: FaceScene, face: FaceDrawings) -> Iterator[Finding]:
        places = places_of(laid)
        yield from face_rules.check_pictures(face)
        yield from face_rules.find_outside(laid)
        if laid.cut:
            yield from face_rules.near_trim(laid.scene, places, self._fonts, HOME)
            yield from face_rules.find_text_in_notch(laid, places, self._fonts)
        yield from face_rules.check_codes(laid.scene, places, self._fonts)


class KitCheck(FaceCheck):
    """Checks the faces of a kit in all its languages by all rules, and the pieces that are laid on them.

    `black` is what is printed in black ink alone.
    """

    def __init__(self, kit: Kit, paper: Paper, black: Black = "text") -> None:
        super().__init__(FontBook(kit.theme.fonts, kit.folder))
        self._black = black
        self._places = PlaceRules(kit, paper)

    def check_pieces(self) -> Iterator[Finding]:
        """Pieces that do not fit their places; to be called once all faces are laid out without errors."""
        return self._places.check_pieces()

    def run_rules(self, laid: FaceScene, face: FaceDrawings) -> Iterator[Finding]:
        places = places_of(laid)
        yield from limit_time(laid, self._check_geometry(laid, face))
        yield from super().run_rules(laid, face)
        yield from face_rules.find_pale_text(laid.scene, places, self._fonts)
        yield from face_rules.find_blank(laid.scene, places, self._fonts)

    def _check_geometry(self, laid: FaceScene, face: FaceDrawings) -> Iterator[Finding]:
        """Rules of the outlines of drawings; figures of leaflets are not cut out, and their pieces may touch."""
        yield from self._places.check_face(face)
        if laid.cut:
            yield from TouchRules(face, self._fonts).check()
        for drawing in face.drawn:
            face.clock.check()
            if self._black != "all":
                yield from find_much_ink(drawing, face)
            if not drawing.origin.near:
                yield from find_pale_art(drawing, face)
            if laid.cut:
                yield from find_hairlines(drawing)
        if laid.cut:
            yield from TrimRules(face, HOME).check()


def limit_time(laid: FaceScene, findings: Iterator[Finding]) -> Iterator[Finding]:
    """The findings of a face, and one more when its time is up."""
    try:
        yield from findings
    except TimeUpError:
        message = f"this face takes more than {SECONDS:g} s to check: the rest of it is not looked at"
        yield report("not-looked-at", Place(laid.origins[0].place.file if laid.origins else laid.face), message)
