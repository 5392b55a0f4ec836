"""Shops that take pages: PDF/X with four inks, boxes, order, ink, black text, and what is see-through."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from pathlib import Path

import pikepdf
import pytest
from kit_text import encoded
from output_builders import pnp
from PIL import Image
from vendor_builders import (
    FILES,
    found,
    made,
    market,
    needs_ghostscript,
    needs_profile,
    operators,
    photo,
    richest,
    text_inks,
)

from pnp.scene import MM_PER_POINT
from pnp.vendor import flatten as profiles

pytestmark = pytest.mark.long
RICH = FILES | {
    "faces/back.toml": '[[draw]]\nrect = "bleed"\nfill = "#101860"\n\n'
    '[[draw]]\nrect = [20, 20, 20, 20]\nfill = "#0C3018"\n',
    "faces/card.toml": FILES["faces/card.toml"]
    + '\n[[draw]]\ntext = "Market"\nbox = [6, 40, 51.5, 12]\n'
    + '\n[[draw]]\npicture = "photo.png"\nbox = [6, 55, 20, 20]\n',
}


@pytest.fixture(scope="module")
def driven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kit = market(tmp_path_factory.mktemp("kit"), {**RICH, "art/photo.png": photo()})
    return made(tmp_path_factory.mktemp("driven"), kit, "drivethru", "--language", "en")


@pytest.fixture(scope="module")
def shopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kit = market(tmp_path_factory.mktemp("kit"), {**RICH, "art/photo.png": photo()})
    return made(tmp_path_factory.mktemp("shopped"), kit, "print-shop", "--language", "es")


def millimetres(box: pikepdf.Array) -> list[float]:
    return [round(float(edge) * MM_PER_POINT, 2) for edge in box]


def drawn(document: pikepdf.Pdf, page: pikepdf.Page) -> bytes:
    """What stands on a page, forms that it draws among it."""
    content = page.Contents.read_bytes()
    forms = page.Resources.get("/XObject", {})
    return content + b"".join(form.read_bytes() for name, form in forms.items() if name.encode() + b" Do" in content)


@needs_profile
def test_drivethru_gets_one_file_of_a_deck_with_each_back_before_its_front(driven: Path) -> None:
    with pikepdf.open(driven / "market-en-drivethru-poker.pdf") as document:
        assert len(document.pages) == 2 * 6, "three, one and two cards, each with its back"
        for page in document.pages:
            assert millimetres(page.MediaBox) == [0, 0, 69.85, 95.25] == millimetres(page.BleedBox)
            assert millimetres(page.TrimBox) == pytest.approx([3.175, 3.175, 66.675, 92.075], abs=0.006)
            assert "/Annots" not in page and "/Group" not in page
        backs = [b"20 20 20 20 re" in drawn(document, page) for page in document.pages[:8]]
        assert backs == [True, False] * 4, "the square is on the back"
    order = (driven / "market-en-drivethru-order.txt").read_text("utf-8")
    assert "Poker cards, 2.5 × 3.5 in, 63.5 × 88.9 mm: 6" in order
    assert "file market-en-drivethru-poker.pdf, pages: 12; each back before its front" in order
    assert "at most 240 % of ink; text is black alone" in order


@needs_profile
@pytest.mark.parametrize(
    ("shop", "file", "version", "standard"),
    [
        ("driven", "market-en-drivethru-poker.pdf", "1.4", "PDF/X-1a:2003"),
        ("shopped", "market-es-print-shop-round-24x24mm.pdf", "1.6", "PDF/X-4"),
    ],
)
def test_a_file_conforms_to_its_standard(
    shop: str, file: str, version: str, standard: str, request: pytest.FixtureRequest
) -> None:
    with pikepdf.open(request.getfixturevalue(shop) / file) as document:
        assert document.pdf_version == version
        info = document.docinfo
        assert str(info["/GTS_PDFXVersion"]) == standard and info["/Trapped"] == "/False"
        assert {"/Title", "/CreationDate", "/ModDate", "/Creator", "/Producer"} <= set(info.keys())
        assert document.trailer["/ID"] and "/Encrypt" not in document.trailer
        (intent,) = document.Root.OutputIntents
        assert intent["/S"] == "/GTS_PDFX" and str(intent["/OutputConditionIdentifier"]) and str(intent["/Info"])
        profile = intent["/DestOutputProfile"].read_bytes()
        assert intent["/DestOutputProfile"]["/N"] == 4 and profile[16:20] == b"CMYK" and profile[12:16] == b"prtr"
        with document.open_metadata(set_pikepdf_as_editor=False) as said:
            named = "pdfx:GTS_PDFXVersion" if version == "1.4" else "pdfxid:GTS_PDFXVersion"
            assert said[named] == standard and said["dc:title"] == str(info["/Title"])
            assert said["xmpMM:DocumentID"].startswith("uuid:") and said["pdf:Trapped"] == "False"
        for thing in document.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor":
                assert "/FontFile2" in thing, "every font is embedded"
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image":
                assert thing["/ColorSpace"] in ("/DeviceCMYK", "/DeviceGray") and "/SMask" not in thing
            assert not (isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/ExtGState")
        used = {operator for operator, _ in operators(document)}
        assert used & {"k", "K"} and not used & {"rg", "RG", "g", "G", "cs", "CS", "gs", "sh"}


@needs_profile
@needs_ghostscript
@pytest.mark.parametrize(("shop", "most"), [("driven", 240), ("shopped", 300)])
def test_no_spot_takes_more_ink_than_the_shop_allows(
    shop: str, most: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    for number, file in enumerate(sorted(request.getfixturevalue(shop).glob("*.pdf"))):
        assert richest(file, tmp_path / str(number)) <= most + 1


@needs_profile
def test_a_print_shop_gets_every_size_with_trim_and_bleed(shopped: Path) -> None:
    assert {path.name for path in shopped.glob("*.pdf")} == {
        "market-es-print-shop-card-63.5x88.9mm.pdf",
        "market-es-print-shop-card-88.9x63.5mm.pdf",
        "market-es-print-shop-round-24x24mm.pdf",
    }
    with pikepdf.open(shopped / "market-es-print-shop-round-24x24mm.pdf") as document:
        assert len(document.pages) == 4, "fronts only, as they have no backs"
        assert millimetres(document.pages[0].TrimBox) == [3, 3, 27, 27]
        assert millimetres(document.pages[0].MediaBox) == [0, 0, 30, 30] == millimetres(document.pages[0].BleedBox)


@needs_profile
def test_two_builds_give_the_same_bytes(driven: Path, tmp_path: Path) -> None:
    kit = market(tmp_path / "kit", {**RICH, "art/photo.png": photo()})
    again = made(tmp_path / "out", kit, "drivethru", "--language", "en")
    name = "market-en-drivethru-poker.pdf"
    assert (again / name).read_bytes() == (driven / name).read_bytes()


def test_without_a_profile_one_message_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit = market(tmp_path / "kit")
    monkeypatch.setattr(profiles, "FOLDERS", ())
    result = pnp("order", "drivethru", kit, "--out", tmp_path / "out")
    assert result.exit_code == 2 and "needs the ICC profile of its press" in result.output
    assert "apt install libgs-common" in result.output and not (tmp_path / "out").exists()
    wrong = pnp("check", kit, "--vendor", "drivethru", "--icc-profile", kit / "kit.toml")
    assert wrong.exit_code == 2 and re.search(r"kit.toml\s+is no ICC\s+profile", wrong.output)
    none = pnp("check", kit, "--vendor", "drivethru", "--icc-profile", tmp_path / "none.icc")
    assert none.exit_code == 2 and "cannot be read: No such file" in none.output
    needless = pnp("check", kit, "--vendor", "mpc", "--icc-profile", kit / "kit.toml")
    assert needless.exit_code == 2 and "takes red, green and blue" in needless.output
    assert "--icc-profile is for print shops" in pnp("check", kit, "--icc-profile", kit / "kit.toml").output


# --- what is see-through, at shops whose files may hold it and at those whose may not ---

ALONE = {(0, 0, 0, 1)}


def cut_out() -> bytes:
    """A disc of dark colours whose corners are left out."""
    picture = Image.open(io.BytesIO(photo())).convert("RGBA")
    disc = Image.new("L", (240, 240))
    disc.putdata([255 * ((x - 120) ** 2 + (y - 120) ** 2 < 110**2) for y in range(240) for x in range(240)])
    picture.putalpha(disc)
    return encoded(picture)


def kit_with(folder: Path, picture: bytes, *, at: float, last: bool = True) -> Path:
    """A kit of cards with a ground, a black word at the top, and a picture of 20 mm so many mm down."""
    ground = '[[draw]]\nrect = "bleed"\nfill = "#F7E3D6"\n'
    word = '\n[[draw]]\ntext = "{name}"\nbox = [8, 8, 43, 12]\n'
    shown = f'\n[[draw]]\npicture = "p.png"\nbox = [8, {at}, 20, 20]\n'
    face = ground + (word + shown if last else shown + word)
    back = '[[draw]]\nrect = "bleed"\nfill = "#F7E3D6"\n'
    return market(folder, {**FILES, "faces/card.toml": face, "faces/back.toml": back, "art/p.png": picture})


def built(tmp_path: Path, kit: Path, shop: str) -> tuple[Path, str]:
    """The PDF file of the cards, and the order."""
    folder = made(tmp_path / shop, kit, shop, "--language", "en", "--only", "goods:silk")
    (file,) = folder.glob("*.pdf")
    (order,) = folder.glob("*-order.txt")
    return file, order.read_text("utf-8")


def told(kit: Path, shop: str) -> list[dict[str, object]]:
    return [row for row in found(kit, shop, "--language", "en") if row["code"] == "transparency"]


def images(document: pikepdf.Pdf) -> list[pikepdf.Stream]:
    """Its pictures in four inks, or in black."""
    streams: Iterable[pikepdf.Object] = document.objects
    return [
        one
        for one in streams
        if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image" and "/ColorSpace" in one
    ]


def has_fonts(document: pikepdf.Pdf) -> bool:
    return any(isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font" for one in document.objects)


@needs_profile
@needs_ghostscript
def test_words_beside_a_see_through_picture_stay_words_in_black_alone(tmp_path: Path) -> None:
    kit = kit_with(tmp_path / "kit", photo(clear=True), at=50)
    (row,) = told(kit, "drivethru")
    assert str(row["file"]).endswith("card.toml") and (row["row"], row["column"]) == (9, "picture")
    assert "which PDF/X-1a:2003 does not print as it is" in str(row["message"])
    file, order = built(tmp_path, kit, "drivethru")
    assert "at most 240 % of ink; text is black alone" in order
    with pikepdf.open(file) as document:
        assert has_fonts(document) and text_inks(document) == ALONE
        (image,) = images(document)
        assert image["/ColorSpace"] == "/DeviceCMYK" and "/SMask" not in image
        assert [int(image[side]) for side in ("/Width", "/Height")] == pytest.approx([472, 472], abs=2), (
            "20 mm, 600 dpi"
        )
    assert richest(file, tmp_path / "plates") <= 241


@needs_profile
@needs_ghostscript
@pytest.mark.parametrize("picture", [photo(clear=True), cut_out()], ids=["clear", "cut out"])
def test_where_the_standard_knows_transparency_a_picture_keeps_its_own(tmp_path: Path, picture: bytes) -> None:
    kit = kit_with(tmp_path / "kit", picture, at=9)
    assert not told(kit, "print-shop")
    file, order = built(tmp_path, kit, "print-shop")
    assert "at most 300 % of ink; text is black alone.\n" in order
    with pikepdf.open(file) as document:
        assert has_fonts(document) and text_inks(document) == ALONE
        (image,) = [one for one in images(document) if one["/ColorSpace"] == "/DeviceCMYK"]
        assert image["/SMask"]["/ColorSpace"] == "/DeviceGray" and int(image["/Width"]) == 240
        alpha = Image.open(io.BytesIO(picture)).getchannel("A")
        assert image["/SMask"].read_bytes() == alpha.tobytes()
    assert richest(file, tmp_path / "plates") <= 301
