"""The objects of a PDF file, and files that other programs take for whole."""

from __future__ import annotations

import io

import pikepdf
import pytest
from draw_builders import LEAF, card, pdf, seen, set_in
from PIL import Image as Pillow
from pnp.render.pdf_objects import Name, PdfFile, Reference, Written, written

from pnp.art.pictures import Picture
from pnp.scene import Anchor, Box, Link, Page, Placed, Tag, Use


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, b"null"),
        (True, b"true"),
        (12, b"12"),
        (1.5, b"1.5"),
        (-0.12345, b"-0.1235"),
        (100.0, b"100"),
        (Name("A B#"), b"/A#20B#23"),
        ("a (b) \\", rb"(a \(b\) \\)"),
        ("ñ\n", b"<FEFF00F1000A>"),
        (Reference(7), b"7 0 R"),
        (Written(b"<00>"), b"<00>"),
        ([1, "a", [Name("N")]], b"[1 (a) [/N]]"),
        ({"K": 1, "L": {"M": 2}}, b"<</K 1 /L <</M 2>>>>"),
    ],
)
def test_values_as_they_are_written(value: object, expected: bytes) -> None:
    assert written(value).upper() == expected.upper()  # type: ignore[arg-type]


def test_texts_are_read_as_they_were_said() -> None:
    for text in ("", "plain", "(", "a\\b\r\n", "Xanadú · 仙那度", "𝄞"):
        assert str(pikepdf.Object.parse(written(text))) == text


def test_an_object_that_was_promised_has_to_come() -> None:
    file = PdfFile(io.BytesIO(), "1.6")
    file.reserve()
    there = file.add({})
    with pytest.raises(ValueError, match=r"never came: \[1\]"):
        file.finish(there, there)


def test_a_file_with_all_that_there_is_has_no_fault_in_its_syntax() -> None:
    words = set_in("Tea **and** salt, señor", 60).items
    tags = tuple(Tag(index, (("P", "first"),)) for index in range(len(words)))
    dots = io.BytesIO()
    Pillow.new("RGBA", (2, 2), (255, 0, 0, 99)).save(dots, "PNG")
    picture = Picture("p", dots.getvalue(), (2, 2)).placed(Box(50, 50, 10, 10))
    face = card([Use(LEAF, (1, 0, 0, 1, 5, 5)), *words])
    first = Page(
        100,
        100,
        (*words, picture, Placed(face, 10, 10), Placed(face, 60, 10)),
        links=(Link(Box(0, 0, 60, 20), "#there"), Link(Box(80, 80, 5, 5), "https://a.org")),
        tags=tags,
        label="i",
    )
    second = Page(
        100, 100, words, anchors=(Anchor("there", 5, "There (1)", 0), Anchor("deep", 9, "Deeper", 1)), tags=tags
    )
    with pikepdf.open(io.BytesIO(pdf([first, second], title="Té"))) as file:
        assert file.check_pdf_syntax() == []
        tree = file.Root.StructTreeRoot
        assert [int(key) for key in list(tree.ParentTree.Nums)[::2]] == list(range(4))
        assert {int(page.StructParents) for page in file.pages} == {0, 3}
        for page, links in zip(file.pages, (2, 0), strict=True):
            assert len(page.get("/Annots", [])) == links
        for link in file.pages[0].Annots:
            assert list(tree.ParentTree.Nums)[2 * int(link.StructParent) + 1].S == "/Link"
        assert str(file.docinfo["/Title"]) == "Té"
        assert file.Root.PageLabels.Nums[1].P == "i"


def test_a_file_that_is_only_drawn_from_is_not_packed_and_shows_the_same() -> None:
    page = Page(40, 40, (Use(LEAF, (1, 0, 0, 1, 5, 5)), *set_in("Tea", 60).items))
    packed, plain = pdf([page]), pdf([page], packed=False)
    assert b" Do" in plain and b" Do" not in packed
    assert seen(plain).tobytes() == seen(packed).tobytes()
