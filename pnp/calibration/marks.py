"""The corner marks of a printer's test page: square codes that a camera finds and tells apart.

They are markers 20 to 35 of the dictionary DICT_4X4_50 of ArUco, as OpenCV has it: a black border of one cell, and in
it four rows of four cells, 1 for white.
"""

from __future__ import annotations

from pnp.scene import Box, Path, Segment

CELLS = {
    20: "1000 0110 1000 1011",
    21: "1011 0000 0010 1011",
    22: "1100 1100 1101 0101",
    23: "1101 1101 1000 0010",
    24: "1111 1110 0100 0111",
    25: "1001 0100 0111 0001",
    26: "1010 1100 1110 0100",
    27: "1010 0101 0101 0100",
    28: "0010 0001 0010 0011",
    29: "0011 0100 0110 1111",
    30: "0100 0100 0001 0101",
    31: "0101 0111 1011 0010",
    32: "1001 1110 1100 1111",
    33: "1111 0000 1100 1011",
    34: "0000 1000 1010 1110",
    35: "0000 1001 0010 1001",
}


def mark(number: int, box: Box, colour: str) -> Path:
    """A mark that fills a square. The runs of black cells of a row are one piece, so that no seam shows between."""
    rows = ["000000", *(f"0{row}0" for row in CELLS[number].split()), "000000"]
    cell = box.width / len(rows)
    segments: list[Segment] = []
    for down, row in enumerate(rows):
        across = 0
        for run in row.split("1"):
            if run:
                left, top = box.x + across * cell, box.y + down * cell
                right, bottom = left + len(run) * cell, top + cell
                segments += [("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",)]
            across += len(run) + 1
    return Path(tuple(segments), fill=colour)
