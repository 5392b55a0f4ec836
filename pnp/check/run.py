"""All looks at the faces of a kit, one for all its languages: what looks alike in them is looked at once."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pnp.check.face_rules import FaceCheck
from pnp.check.outlines import Effort, Outliner
from pnp.check.place_rules import PlaceCheck
from pnp.check.touch_rules import TouchCheck
from pnp.check.trim_rules import TrimCheck
from pnp.face.layout import Laid
from pnp.findings import Finding, Place
from pnp.kit import Kit
from pnp.scene.colour import Black
from pnp.sheet.papers import Paper
from pnp.text.fonts import FontBook

MOST_MEASURED = 20_000_000
"""Corners of shapes that are compared in one check, a third of a microsecond each; the largest of our kits has 2."""


class KitCheck:
    """Looks at faces thoroughly, and at the pieces that are laid on them.

    `black` is what is printed in black ink alone.
    """

    def __init__(self, kit: Kit, paper: Paper, black: Black = "text") -> None:
        fonts = FontBook(kit.theme.fonts, kit.folder)
        self._effort = Effort(MOST_MEASURED)
        self._told = False
        self._open: list[Finding] = []
        outliner = Outliner(self._effort)
        self._places = PlaceCheck(kit, paper, outliner, self._effort)
        touch, trim = TouchCheck(fonts, outliner, self._effort), TrimCheck(outliner, self._effort, black)
        further = (self._places.look, touch.look, trim.look)
        self._faces = FaceCheck(fonts, thorough=True, further=further)

    def inspect(self, laid: Laid) -> Iterator[Finding]:
        for finding in self._faces.inspect(laid):
            if self._faces.resolution.is_open(msgspec.structs.replace(finding, card="")):
                self._open.append(finding)
            else:
                yield finding
        if self._effort.spent and not self._told:
            self._told = True
            message = "from here on nothing is looked at for touching or fitting: there are too many different faces"
            place = Place(laid.origins[0].place.file if laid.origins else laid.face)
            yield Finding("warning", "not-looked-at", place, message, "check part of the kit by itself", laid.card)

    def pieces(self) -> Iterator[Finding]:
        """What does not fit, and what is too fine, once all faces are laid out without errors."""
        yield from self._places.pieces()
        for finding in self._open:
            if self._faces.resolution.holds(msgspec.structs.replace(finding, card="")):
                yield finding
