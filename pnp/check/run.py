"""Runs the rules on faces: `FaceCheck` the quick ones, `KitCheck` all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

import msgspec

from pnp.check.contrast import find_hairlines, find_much_ink, find_pale_art
from pnp.check.face_rules import find_bad_codes, find_blank, find_outside, find_pale_text, find_poor_pictures
from pnp.check.outlines import FaceDrawings
from pnp.check.place_rules import PlaceRules
from pnp.check.rules import SECONDS, TimeUpError, report
from pnp.check.touch_rules import find_touching
from pnp.check.trim_rules import find_art_at_trim, find_in_notch, find_near_trim
from pnp.face.layout import FaceScene
from pnp.findings import Finding, Place
from pnp.kit import Kit
from pnp.scene import Black
from pnp.sheet.paper import Paper
from pnp.text.fonts import FontBook

Rule: TypeAlias = Callable[[FaceDrawings], Iterator[Finding]]
QUICK_RULES: tuple[Rule, ...] = (find_poor_pictures, find_outside, find_near_trim, find_in_notch, find_bad_codes)


class FaceCheck:
    """Checks faces by the quick rules; equal faces once."""

    def __init__(self, fonts: FontBook, rules: Iterable[Rule] = QUICK_RULES) -> None:
        self._fonts = fonts
        self._rules = tuple(rules)
        self._known: dict[object, tuple[Finding, ...]] = {}

    def inspect(self, laid: FaceScene) -> Iterator[Finding]:
        """Returns the findings of a face without duplicates."""
        key = (laid.face, laid.scene.items, laid.spots, laid.cut, laid.notch)
        if key not in self._known:
            found = apply_rules(FaceDrawings(laid, self._fonts), self._rules)
            self._known[key] = tuple(dict.fromkeys(found))
        return (msgspec.structs.replace(finding, card=laid.card) for finding in self._known[key])


class KitCheck(FaceCheck):
    """Checks the faces of a kit in all its languages by all rules, and the pieces placed on them.

    `black` is the part printed in black ink alone.
    """

    def __init__(self, kit: Kit, paper: Paper, black: Black = "text") -> None:
        self._places = PlaceRules(kit, paper)
        self._is_black = black == "all"
        rules = (self._places.check_face, find_touching, self._check_drawings, find_art_at_trim)
        super().__init__(FontBook(kit.theme.fonts, kit.folder), (*rules, *QUICK_RULES, find_pale_text, find_blank))

    def check_pieces(self) -> Iterator[Finding]:
        """Reports pieces that do not fit their places. Call it once all faces are laid out without errors."""
        return self._places.check_pieces()

    def _check_drawings(self, face: FaceDrawings) -> Iterator[Finding]:
        for drawing in face.drawn:
            face.check_time()
            if not self._is_black:
                yield from find_much_ink(drawing, face)
            yield from find_pale_art(drawing, face)
            yield from find_hairlines(drawing, face)


def apply_rules(face: FaceDrawings, rules: Iterable[Rule]) -> Iterator[Finding]:
    """Yields the findings of a face, including one for each rule that ran out of time."""
    for rule in rules:
        try:
            yield from rule(face)
        except TimeUpError:
            message = f"this face takes more than {SECONDS:g} s to check: the rest of it is not looked at"
            origins = face.laid.origins
            yield report("not-looked-at", Place(origins[0].place.file if origins else face.laid.face), message)
