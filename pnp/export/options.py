"""What an export is asked for."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from pnp.sheet.options import Options

Way: TypeAlias = Literal["faces", "contact", "fan", "table", "tts"]
WAYS: tuple[Way, ...] = get_args(Way)
NAME = "{component}-{row}-{side}.png"
"""How the files of faces are called, if nothing else is asked for."""


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """One way out of a kit: `print` says of which pieces, in which languages, with how much ink, and into which folder.

    `name` is the pattern of the files of faces; `dpi` their resolution, or `width` their pixels across, which is also
    that of other pictures (0: as large as that way usually is). With `bleed` faces are not cut to their
    shape. `url` is where files of a virtual table will lie, if not where they are written.
    """

    way: Way
    print: Options
    name: str = NAME
    dpi: float = 0.0
    width: int = 0
    bleed: bool = False
    url: str = ""
