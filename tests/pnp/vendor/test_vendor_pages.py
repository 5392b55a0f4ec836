"""Shops that take pages: PDF/X with four inks, boxes, order, no more ink than the paper takes, black text."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest
from output_builders import pnp
from vendor_builders import (
    FILES,
    made,
    market,
    needs_ghostscript,
    needs_profile,
    operators,
    photo,
    richest,
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
