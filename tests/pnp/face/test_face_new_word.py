"""A drawing word is one struct and its name in the vocabulary; nothing else of the press has to know it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import ClassVar

import pytest
from face_builders import Desk, draw, write_kit

from pnp.face.compile import PaintContext, Word
from pnp.face.paint import Painted, Values
from pnp.face.scope import Expr
from pnp.face.words import WORDS
from pnp.kit.expressions import BoundName
from pnp.kit.face_files import AnyBox
from pnp.kits import read
from pnp.scene import Box, Path, Stroke


class CrossDraw(Word, frozen=True, kw_only=True):
    """Both diagonals of a box."""

    box_key: ClassVar[str] = "cross"

    cross: AnyBox
    colour: BoundName | None = None

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        return context.values(self, "colour")

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        colour = context.materials.line(context.name(values.get("colour")) or "ink", "colour")
        strokes = (("M", box.x, box.y), ("L", box.right, box.bottom))
        others = (("M", box.right, box.y), ("L", box.x, box.bottom))
        return Painted((Path((*strokes, *others), stroke=Stroke(colour, 0.5)),))


@pytest.fixture(autouse=True)
def cross(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WORDS, "cross", CrossDraw)


def test_a_new_word_has_what_every_word_has(tmp_path: FilePath) -> None:
    face = draw("cross = [0, 0, 2, 4]", 'colour = "{colour}"', 'each = "1..2"', "step = [3, 0]", 'when = "colour"')
    first, second = Desk(tmp_path, face).items()
    pine = Stroke("#1F5E50", 0.5)
    assert first == Path((("M", 0, 0), ("L", 2, 4), ("M", 2, 0), ("L", 0, 4)), stroke=pine)
    assert second == Path((("M", 3, 0), ("L", 5, 4), ("M", 5, 0), ("L", 3, 4)), stroke=pine)


@pytest.mark.parametrize(
    ("key", "code", "column"),
    [
        ('cross = "nowhere"', "unknown-box", "cross"),
        ('cross = "trim"\ncolor = "ink"', "unknown-key", "color"),
        ('crosses = "trim"', "word", "draw"),
    ],
)
def test_slips_in_a_new_word_are_found_in_their_place(tmp_path: FilePath, key: str, code: str, column: str) -> None:
    _, findings = read(write_kit(tmp_path, draw(key)))
    (finding,) = findings
    assert (finding.code, finding.place.column) == (code, column)
    assert code != "word" or "cross" in finding.hint
