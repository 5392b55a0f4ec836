"""Printing less than a kit: what a build asks of whoever says which of its pieces are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pnp.kit import Kit
from pnp.output.manifest import PieceEntry
from pnp.sheet.options import Options
from pnp.sheet.plan import FilePlan, OutputFile
from pnp.sheet.selection import Selection


class Narrowing(Protocol):
    """Chooses pieces of a kit by what is on them."""

    name: str
    """What the folder of such a build is called, behind the kit's id."""

    def look(self, kit: Kit, options: Options, selection: Selection) -> None:
        """Looks at all pieces of a selection. Raises KitError if they cannot be laid out, BadOptionError if they cannot
        be chosen from, NothingWantedError if there is nothing to do."""

    @property
    def pieces(self) -> tuple[PieceEntry, ...]:
        """All pieces that are in the box afterwards, wanted or not."""

    @property
    def packed(self) -> bytes:
        """The file of what is on them."""

    def chosen(self, language: str | None) -> Selection:
        """What is wanted in a language; None: in any."""

    def beside(self, plan: FilePlan, files: Sequence[OutputFile]) -> tuple[OutputFile, ...]:
        """What is printed besides the files with the pieces."""
