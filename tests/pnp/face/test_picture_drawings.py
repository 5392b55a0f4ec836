"""Drawings on faces that are printed as pictures: size, ground, little ink, text, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as FilePath

import pytest
from face_builders import Desk, draw

from pnp.scene import Group, Image, Item, Use


def used(items: tuple[Item, ...]) -> Iterator[tuple[Image, Use]]:
    """The pictures of drawings, with their use."""
    for item in items:
        if isinstance(item, Group):
            yield from used(item.items)
        elif isinstance(item, Use):
            (image,) = item.art.items
            assert isinstance(image, Image)
            yield image, item


@pytest.mark.parametrize(
    ("keys", "pixels"),
    [
        (('icon = "shade"', "box = [5, 5, 25.4, 50.8]"), (600, 600)),
        (('picture = "shade.svg"', "box = [5, 5, 50.8, 25.4]"), (600, 600)),
        (('picture = "shade.svg"', "box = [5, 5, 50.8, 25.4]", 'fit = "cover"'), (1200, 1200)),
        (('picture = "shade.svg"', "box = [5, 5, 50.8, 25.4]", 'fit = "stretch"'), (1200, 1200)),
    ],
)
def test_it_has_600_dpi_where_it_is_printed(tmp_path: FilePath, keys: tuple[str, ...], pixels: tuple[int, int]) -> None:
    ((image, _),) = used(Desk(tmp_path, draw(*keys)).items())
    assert image.pixels == pytest.approx(pixels, rel=0.002)


def test_it_keeps_its_colours_on_every_ground_and_with_little_ink(tmp_path: FilePath) -> None:
    keys = ('icon = "shade"', "box = [5, 5, 20, 20]")
    ((plain, _),) = used(Desk(tmp_path, draw(*keys)).items())
    ((on_ink, _),) = used(Desk(tmp_path, draw(*keys, 'on = "ink"')).items())
    ((spared, _),) = used(Desk(tmp_path, draw(*keys), ink="low").items())
    assert plain == on_ink == spared
    pictured = draw('picture = "shade.svg"', "box = [5, 5, 20, 20]")
    ((spared, _),) = used(Desk(tmp_path, pictured, ink="low").items())
    assert spared.data == plain.data


def test_a_sign_in_text_is_one_too(tmp_path: FilePath) -> None:
    ((image, use),) = used(Desk(tmp_path, draw('text = "{{shade}}"', "box = [5, 5, 40, 10]")).items())
    height = use.matrix[3] * use.art.height
    assert image.pixels[1] / height * 25.4 >= 600


def test_it_is_said_once_with_the_reason(tmp_path: FilePath) -> None:
    face = draw('icon = "shade"', "box = [5, 5, 20, 20]") + draw('picture = "shade.svg"', "box = [30, 5, 20, 20]")
    desk = Desk(tmp_path, face)
    desk.scene()
    (finding,) = desk.layout.findings
    assert (finding.severity, finding.code) == ("warning", "art-picture")
    assert str(finding.place).endswith("art/shade.svg:5") and finding.message.endswith("<rect> has mask")


def test_words_take_the_typefaces_of_the_kit(tmp_path: FilePath) -> None:
    Desk(tmp_path, "")
    text = '<text y="20" font-family="Spectral">Wa</text>'
    (tmp_path / "art" / "words.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{text}</svg>'
    )
    desk = Desk(tmp_path, draw('picture = "words.svg"', "box = [5, 5, 24, 24]"))
    ((image, _),) = used(desk.items())
    assert len(image.data) > 1_000, "letters are drawn"


def test_one_that_cannot_be_rendered_is_an_error_with_its_place(tmp_path: FilePath) -> None:
    doubling = "".join(f'<g id="g{n}"><use href="#g{n + 1}"/><use href="#g{n + 1}"/></g>' for n in range(30))
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><switch/>'
    Desk(tmp_path, "")
    (tmp_path / "art" / "laughs.svg").write_text(
        f'{head}<symbol>{doubling}<g id="g30"><path d="M0 0h1v1z"/></g></symbol><use href="#g0"/></svg>'
    )
    faults = Desk(tmp_path, draw('picture = "laughs.svg"', "box = [5, 5, 24, 24]")).faults()
    assert any("the drawing is" in fault or "the drawing cannot be rendered" in fault for fault in faults), faults
