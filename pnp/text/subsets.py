"""Fonts as they are embedded in files: the glyphs of what is written, and no more (OpenType 1.9)."""

from __future__ import annotations

from collections.abc import Sequence
from struct import unpack_from
from typing import TYPE_CHECKING

import msgspec
import uharfbuzz

from pnp.text.font_files import FontFileError

if TYPE_CHECKING:
    from collections.abc import Mapping

_UNUSED = ("GSUB", "GPOS", "GDEF", "OS/2", "name", "post", "cmap", "gasp")
"""Tables that nobody reads of an embedded font: texts are laid out by then."""
_NO_EMBEDDING, _NO_SUBSETS, _PICTURES_ALONE = 0x0002, 0x0100, 0x0200
"""What OS/2 says under `fsType`: whom the font was made for may not pass it on, nor parts of it, nor its outlines."""
_REGULAR = 500


class Subset(msgspec.Struct, frozen=True):
    """A part of a font as a TrueType file, and which of its glyphs is which of the whole font's."""

    data: bytes
    glyphs: Mapping[int, int]


class Measures(msgspec.Struct, frozen=True):
    """What is said of a font as a whole, in thousandths of an em; the slant in degrees, against the clock."""

    name: str
    box: tuple[float, float, float, float]
    ascent: float
    descent: float
    cap_height: float
    slant: float
    weight: int
    is_fixed: bool


def subset(face: uharfbuzz.Face, glyphs: Sequence[int]) -> Subset:
    """The font with these of its glyphs, and those that they are made of. Raises RuntimeError if it is damaged."""
    wanted = uharfbuzz.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.drop_table_tag_set.update(int.from_bytes(tag.encode(), "big") for tag in _UNUSED)
    plan = uharfbuzz.SubsetPlan(face, wanted)
    return Subset(plan.execute().blob.data, dict(plan.old_to_new_glyph_mapping))


def measures(face: uharfbuzz.Face, otherwise: str) -> Measures:
    """What a font says of itself; one without a name is called `otherwise`. Raises FontFileError if it does not say
    what every font does, or must not be embedded."""
    head, post, system = (face.reference_table(tag).data for tag in ("head", "post", "OS/2"))
    tables = ("glyf", "loca", "hmtx", "maxp", "cmap")
    if len(head) < 54 or len(post) < 16 or not all(len(face.reference_table(tag).data) for tag in tables):
        raise FontFileError("is not a whole font")
    thousandth = 1000 / face.upem
    box = [side * thousandth for side in unpack_from(">4h", head, 36)]
    slant, fixed = unpack_from(">i", post, 4)[0] / 65536, unpack_from(">L", post, 12)[0]
    weight, ascent, descent = _REGULAR, box[3], box[1]
    cap_height = ascent
    if len(system) >= 78:
        version, weight, rights = *unpack_from(">HxxH", system), *unpack_from(">H", system, 8)
        if rights == _NO_EMBEDDING or rights & (_NO_SUBSETS | _PICTURES_ALONE):
            raise FontFileError("does not allow to be embedded; use another font")
        ascent, descent = (side * thousandth for side in unpack_from(">2h", system, 68))
        has_height = version > 1 and len(system) >= 90
        cap_height = unpack_from(">h", system, 88)[0] * thousandth if has_height else ascent
    name = face.get_name(uharfbuzz.OTNameIdPredefined.POSTSCRIPT_NAME) or otherwise
    left, bottom, right, top = box
    return Measures(name, (left, bottom, right, top), ascent, descent, cap_height, slant, weight, bool(fixed))
