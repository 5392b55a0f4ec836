"""The printed games' typeface for headings on phones: cut out of the installed font package, when a server starts."""

from __future__ import annotations

import io

from fontTools.subset import Options, Subsetter, load_font, save_font

from pnp.text.fonts import installed_faces

FACE = "Spectral-SemiBold"
SIGNS = "\u00a0¡¿«»·×–—‘’‚“”„…←↑→↓−"
CHARACTERS = (*range(0x20, 0x7F), *map(ord, SIGNS), *(code for code in range(0xC0, 0x100) if chr(code).isalpha()))
"""What headings are set in: the letters of Latin-1, dashes, quotation marks, arrows. All else comes in the phone's own
serif."""

LICENCE = [0, 13]
"""Names in the file that stay: whose it is, and under what licence."""
UNUSED = ["GDEF", "GSUB", "meta"]
"""Tables for other forms of letters."""


def cut() -> bytes:
    """The typeface as WOFF, 12 KB; the same of the same package. It is kerned, and as no phone needs it, not hinted."""
    options = Options(flavor="woff", hinting=False, layout_features=["kern"], name_IDs=LICENCE, recalc_timestamp=False)
    options.drop_tables += UNUSED
    font = load_font(str(installed_faces()[FACE]), options)
    cutter = Subsetter(options)
    cutter.populate(unicodes=CHARACTERS)
    cutter.subset(font)
    file = io.BytesIO()
    save_font(font, file, options)
    return file.getvalue()
