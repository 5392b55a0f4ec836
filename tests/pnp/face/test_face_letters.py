"""Text with a line round its letters, and on lines that bend."""

from __future__ import annotations

import io
from pathlib import Path as FilePath

import pypdfium2
import pytest
from face_builders import Desk, draw

from pnp.face.paint import InkMode
from pnp.render.pdf import write_pdf
from pnp.render.png import scene_page
from pnp.scene import Group, Item, Path, Text


def desk(folder: FilePath, *keys: str, ink: InkMode = "full") -> Desk:
    return Desk(folder, draw(*keys), ink=ink)


def copied(made: Desk) -> str:
    """What a reader of the PDF would copy."""
    out = io.BytesIO()
    write_pdf([scene_page(made.scene())], out, fonts=made.layout.fonts, title="")
    with pypdfium2.PdfDocument(out.getvalue()) as document:
        return " ".join(document[0].get_textpage().get_text_range().split())


def letters(items: tuple[Item, ...]) -> list[tuple[str, tuple[float, ...]]]:
    return [
        (item.items[0].text, item.matrix)
        for item in items
        if isinstance(item, Group) and isinstance(item.items[0], Text)
    ]


OUTLINED = ('text = "Take **two**"', "box = [5, 5, 50, 20]", "outline = 0.4", 'outline_colour = "silk"')


def test_an_outline_is_one_shape_beneath_the_words_which_stay_words(tmp_path: FilePath) -> None:
    made = desk(tmp_path, *OUTLINED)
    around, *runs = made.items()
    assert isinstance(around, Path) and around.stroke is not None
    assert (around.fill, around.stroke.colour, around.stroke.width) == ("#F4E9D3", "#F4E9D3", 0.8)
    assert all(isinstance(run, Text) and run.halo == "#F4E9D3" for run in runs)
    assert copied(made) == "Take two"


@pytest.mark.parametrize("more", [(), ('along = "M0,6 h20"',)])
def test_an_optional_text_is_left_out_where_it_does_not_fit(tmp_path: FilePath, more: tuple[str, ...]) -> None:
    for number, (text, shown) in enumerate((("on", True), ("http://a-server-of-a-long-name.example", False))):
        made = desk(tmp_path / str(number), f'text = "{text}"', "box = [5, 5, 20, 4]", "optional = true", *more)
        assert (bool(made.items()), made.faults()) == (shown, [])


def test_letters_stand_on_the_upper_half_of_an_ellipse(tmp_path: FilePath) -> None:
    made = desk(tmp_path, 'text = "oo oo"', 'along = "top"', "box = [10, 10, 40, 40]", 'align = "center"')
    found = letters(made.items())
    assert [text for text, _ in found] == ["o", "o ", "o", "o"]  # a blank goes with the letter before it
    for _, (a, b, _, _, x, y) in found:
        assert ((x - 30) ** 2 + (y - 30) ** 2) ** 0.5 == pytest.approx(20, abs=0.05)
        assert (a, b) == pytest.approx(((30 - y) / 20, (x - 30) / 20), abs=0.05)
    assert found[0][1][1] == pytest.approx(-found[-1][1][1], abs=0.01)
    assert copied(made).replace(" ", "") == "oooo"


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (('along = "left"',), "path"),
        (('along = "M0,0 h9 M0,5 h9"',), "has 2 lines"),
        (('along = "M0,0 h0"',), "has no length"),
        (('along = "top"', 'valign = "top"'), "means nothing"),
    ],
)
def test_lines_that_nothing_stands_on(tmp_path: FilePath, keys: tuple[str, ...], message: str) -> None:
    (fault,) = desk(tmp_path, 'text = "Words"', *keys).faults()
    assert message in fault or ":along:" in fault
