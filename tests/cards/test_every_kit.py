"""What must hold for each kit that comes with the press, on finished files."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
import zxingcpp
from our_kits import our_kit
from output_builders import manifest, page_texts, pnp
from PIL import Image, ImageStat

from pnp.face.layout import KitFaces
from pnp.face.paint import InkMode
from pnp.kits import list_known_kits
from pnp.render.png import draw_scene_pictures
from pnp.sheet.parts import list_piece_faces

pytestmark = pytest.mark.long

DPI = 150
LEADING = re.compile(r"phone|teléfono|móvil|silkroad\.local|https?:", re.IGNORECASE)
"""What speaks of a companion, or leads to it."""
KITS = sorted(list_known_kits())
LANGUAGES = ("en", "es")


@pytest.fixture(scope="module", params=KITS)
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of a kit: one in both languages, the others in one, by turns."""
    kit, out = str(request.param), tmp_path_factory.mktemp("out")
    languages = LANGUAGES if kit == KITS[0] else (LANGUAGES[KITS.index(kit) % 2],)
    asked = [part for language in languages for part in ("--language", language)]
    result = pnp("build", kit, "--out", out, *asked)
    assert result.exit_code == 0, result.output
    assert "no findings" in result.output
    return out / kit


@pytest.mark.landing
def test_every_qr_code_reads_from_a_page_rendered_at_150_dpi(printed: Path) -> None:
    @cache
    def page(file: str, number: int) -> Image.Image:
        with pypdfium2.PdfDocument(printed / file) as document:
            return document[number - 1].render(scale=DPI / 72).to_pil()

    codes = manifest(printed)["qr"]
    assert codes
    for code in codes:
        x, y, size = (float(code[name]) * DPI / 25.4 for name in ("x_mm", "y_mm", "size_mm"))
        picture = page(code["file"], code["page"]).crop((int(x), int(y), int(x + size), int(y + size)))
        assert [found.text for found in zxingcpp.read_barcodes(picture)] == [code["content"]]


def test_every_file_asks_to_be_printed_at_its_size_and_embeds_its_fonts(printed: Path) -> None:
    for file in manifest(printed)["files"]:
        with pikepdf.open(printed / file["path"]) as pdf:
            assert len(pdf.pages) == file["pages"]
            assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
            assert str(pdf.Root.Lang) == file["language"]
            for page in pdf.pages:
                for font in page.resources.get("/Font", {}).values():
                    assert "/FontFile2" in font.get("/DescendantFonts", [font])[0].FontDescriptor, font


def test_every_sheet_to_cut_says_print_at_100_percent_and_which_edition_it_is(printed: Path) -> None:
    words = {"en": "print at 100 %", "es": "imprimir al 100 %"}
    loaded = manifest(printed)
    for file in loaded["files"]:
        if file["what"] not in ("sheets", "tiles", "board"):
            continue
        texts = page_texts(printed / file["path"])
        # In one piece our boards are as large as a paper: what they are stands on the page behind them.
        for text in texts[1::2] if file["what"] == "board" else texts:
            assert words[file["language"]] in text and loaded["build"] in text


@pytest.mark.landing
def test_without_a_companion_nothing_on_paper_leads_to_one(tmp_path: Path) -> None:
    kit = KITS[0]
    result = pnp("build", kit, "--out", tmp_path, "--companion", "none", "--language", "es")
    assert result.exit_code == 0 and "no findings" in result.output, result.output
    loaded = manifest(tmp_path / kit)
    assert not loaded["qr"] and not loaded["companion"]
    for file in loaded["files"]:
        text = " ".join(page_texts(tmp_path / kit / file["path"]))
        assert not LEADING.search(text), (file["path"], LEADING.search(text))


def darkness(kit_id: str, component_id: str, ink: InkMode) -> float:
    """How far the front of a component is from white paper on the mean, 0 to 1."""
    kit = our_kit(kit_id)
    component = next(component for component in kit.components if component.id == component_id)
    layout = KitFaces(kit, "en", ink=ink, address="http://silkroad.local:8000/k/kit/3f9a2c")
    front = dict(list_piece_faces(kit, layout, component, None))["front"]
    (picture,) = draw_scene_pictures([front], fonts=layout.fonts, dpi=DPI)
    return 1 - sum(ImageStat.Stat(picture).mean) / 3 / 255


@pytest.mark.parametrize(("kit_id", "component_id"), [("hangzhou", "board"), ("dunhuang", "mat")])
def test_large_boards_take_at_most_18_percent_of_ink(kit_id: str, component_id: str) -> None:
    assert 0.05 < darkness(kit_id, component_id, "low") < darkness(kit_id, component_id, "full") <= 0.18
