"""What a kit takes of each ink, as it was measured."""

from __future__ import annotations

import msgspec

from pnp.output.manifest import InkCover, Inks


class SideInk(msgspec.Struct, frozen=True):
    """What one side of a part takes of each ink, on the mean, in cm² of solid colour: in its trim, and in its bleed."""

    trim: Inks = Inks()
    bleed: Inks = Inks()


class PartInk(msgspec.Struct, frozen=True):
    """What a part takes on both sides of its sheet."""

    front: SideInk = SideInk()
    back: SideInk = SideInk()


class InkTaken(msgspec.Struct, frozen=True):
    """The ink of a kit: of its components by their ids, and of the parts that lie on sheets by theirs."""

    covers: dict[str, InkCover]
    parts: dict[str, PartInk]
