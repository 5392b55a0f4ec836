"""Limits on the size of a kit, so that an untrusted kit can neither hang the press nor fill the disk."""

from __future__ import annotations

from contextlib import suppress

import msgspec


class Bound(msgspec.Struct, frozen=True):
    """An upper limit, and why no real kit reaches it."""

    most: int
    unit: str
    reason: str


FILES = Bound(3_000, "files", "a kit of 500 cards with a picture each has about 600 files")
TOML_BYTES = Bound(256 * 1024, "bytes", "the largest face of our kits has 20 KiB")
CSV_BYTES = Bound(4 * 1024 * 1024, "bytes", "5,400 cards of 100 words come to 3 MiB")
TEXT_BYTES = Bound(1024 * 1024, "bytes", "a rulebook of 100 pages has 300 KiB")
ART_BYTES = Bound(32 * 1024 * 1024, "bytes", "a full A3 page of 300 dpi as PNG has about 20 MiB")
FONT_BYTES = Bound(32 * 1024 * 1024, "bytes", "the largest font files, those for Chinese, have about 20 MiB")
KEY_PARTS = Bound(40, "parts", "a dotted key of the format has four; reading takes the square of their number")
ROWS = Bound(20_000, "rows", "the largest card games print 2,000 different cards")
COLUMNS = Bound(200, "columns", "one column for each text in each of ten languages leaves twenty texts")
TABLES = Bound(200, "tables", "a kit has one for each kind of its pieces: about 80")
ALL_CELLS = Bound(2_000_000, "cells in all its tables", "20 tables of 2,000 rows and 50 columns")
ALL_CSV_BYTES = Bound(16 * 1024 * 1024, "bytes in all its tables", "20,000 cards of 100 words come to 12 MiB")
HEADER = Bound(20_000, "characters", "200 columns with names of 30 letters and a language come to 8,000")
LIST = Bound(100, "items", "the longest list of our kits has six")
CELL = Bound(10_000, "characters", "a full page of 7 pt text has 9,000")
COPIES = Bound(20_000, "pieces", "more than 2,000 sheets of cards")
ALL_COPIES = Bound(60_000, "pieces in all its languages", "2,000 cards in ten languages are 20,000")
ALL_AREA = Bound(200, "m² of pieces in all its languages", "20,000 poker cards have 110")
ALL_BOARDS = Bound(60, "m² of boards in all its languages", "ten play mats of 2 m² in three languages")
BRING = Bound(100, "things to bring", "the print guide has room for 20 on a page")
LANGUAGES = Bound(20, "languages", "the most translated rulebooks come in fifteen")
COMPONENTS = Bound(500, "components", "boxes of large games hold about 80 kinds of pieces")
ALL_ASKED = Bound(500_000, "rows to go through and conditions on them", "40 components of 6,000 rows each")
FACES = Bound(500, "faces", "two for each component")
LESSONS = Bound(200, "lessons", "ours have some twenty")
DRAWS = Bound(1_000, "[[draw]] tables", "the boards of our kits have fewer than 150")
NESTING = Bound(16, "faces within faces", "a board, a row, a card, a chip and its mark are five")
REPEATS = Bound(1_000, "repetitions", "a board of 30 × 30 spaces has 900")
ITEMS = Bound(20_000, "things drawn on one face", "a board of 900 spaces with six things on each has 5,400")
CODES = Bound(20, "QR codes on one face", "a page of links has ten")
TOTAL_ITEMS = Bound(400_000, "things drawn in one build", "10,000 cards of 40 things")
STOPS = Bound(32, "colours of a gradient", "a rainbow has seven")
LENGTH = Bound(2_000, "mm", "the longest play mats are 1.8 m")
HATCH_LINES = Bound(4_000, "hatch lines", "2 m at 0.5 mm")
BINDINGS = Bound(64, "bindings and the texts between them", "the longest text of our faces has four")
CLAUSES = Bound(16, "parts of a condition", "three say all that a face has asked so far")
EXPRESSION = Bound(1_000, "characters in one expression", "sixteen comparisons of names with a dot have 600")
BRACKETING = Bound(16, "brackets within each other", "a condition with three is hard to read")
POINTS = Bound(1_000, "points of a line", "a finer curve is a path")
ALL_LINES = Bound(400_000, "lines and curves in all its drawings", "600 drawings of 600; the largest of ours has 3,000")
FORMS = Bound(2_000_000, "lines and curves in drawings on coloured grounds, in all its languages", "600 drawings")
ALL_PIXELS = Bound(400_000_000, "pixels in all its pictures", "500 pictures for cards at 300 dpi")
FACE_PIXELS = Bound(2_000_000_000, "pixels in pictures of faces, and of what is on them", "1,200 poker cards")
FACE_BYTES = Bound(512 * 1024 * 1024, "bytes of pictures within SVG faces", "1,000 faces with half a MiB each")
PARAGRAPH = Bound(10_000, "characters in one paragraph", "a full page of 7 pt text has 9,000")
BRACKETS = Bound(5_000, "square brackets", "a rulebook of 100 pages has 1,000 links")
LINES = Bound(20_000, "lines", "a rulebook of 100 pages has 5,000")
BLOCKS = Bound(10_000, "paragraphs, cells and items of lists", "a rulebook of 100 pages has 3,000")
TABLE_COLUMNS = Bound(40, "columns in a table", "a page has room for 15")
ALL_BLOCKS = Bound(60_000, "paragraphs, cells and items of lists in all its leaflets", "ten leaflets in six languages")
ALL_LEAFLET_BYTES = Bound(6 * 1024 * 1024, "bytes of leaflets in all", "20 rulebooks of 100 pages")
ALL_TOML_BYTES = Bound(4 * 1024 * 1024, "bytes of TOML in all", "the faces of our largest kit have 80 KiB")
KIT_BYTES = Bound(512 * 1024 * 1024, "bytes in all", "500 pictures of 1 MiB each")
CANDIDATES = Bound(400, "names compared with a wrong one", "comparing takes a hundredth of a millisecond each")
ALL_FINDINGS = Bound(500, "findings", "nobody reads more at once")
FINDINGS = Bound(40, "findings in one file", "nobody reads more before mending some")

FILE_BYTES = {
    ".toml": TOML_BYTES,
    ".md": TEXT_BYTES,
    **dict.fromkeys((".csv", ".xlsx", ".ods"), CSV_BYTES),
    **dict.fromkeys((".svg", ".png", ".jpg", ".jpeg", ".jfif"), ART_BYTES),
    **dict.fromkeys((".ttf", ".otf", ".woff", ".ttc", ".otc", ".woff2"), FONT_BYTES),
}
"""The kinds of files that a kit may hold, by suffix. Other files are not the kit's and are not read."""


def limit_memory(most: int) -> None:
    """Limits this process's address space to this many bytes, where the system supports it."""
    try:
        import resource
    except ImportError:  # Windows
        return
    with suppress(ValueError, OSError):  # macOS
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
