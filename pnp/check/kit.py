"""All looks at the faces of a kit, one for all its languages: what looks alike in them is looked at once."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.check.faces import FaceCheck
from pnp.check.fits import PlaceCheck
from pnp.check.touching import TouchCheck
from pnp.face.layout import Laid
from pnp.findings import Finding
from pnp.kit import Kit
from pnp.sheet.papers import Paper
from pnp.text.fonts import FontBook


class KitCheck:
    """Looks at faces thoroughly, and at the pieces that are laid on them. `inspect` is what a `Layout` takes."""

    def __init__(self, kit: Kit, paper: Paper) -> None:
        fonts = FontBook(kit.theme.fonts, kit.folder)
        self._places = PlaceCheck(kit, paper)
        further = (self._places.look, TouchCheck(fonts).look)
        self._faces = FaceCheck(fonts, thorough=True, further=further)

    def inspect(self, laid: Laid) -> Iterator[Finding]:
        return self._faces.inspect(laid)

    def pieces(self) -> Iterator[Finding]:
        """What does not fit, once all faces are laid out without errors."""
        return self._places.pieces()
