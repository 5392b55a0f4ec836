"""What is see-through, at shops whose files may hold it and at those whose may not: black words stay black alone."""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops, ImageFilter
from vendor_builders import (
    FILES,
    GHOSTSCRIPT,
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

pytestmark = pytest.mark.long
EXPORTS = Path(__file__).parents[1] / "art" / "exports"
ALONE = {(0, 0, 0, 1)}


def cut_out() -> bytes:
    """A disc of dark colours whose corners are left out."""
    picture = Image.open(io.BytesIO(photo())).convert("RGBA")
    disc = Image.new("L", (240, 240))
    disc.putdata([255 * ((x - 120) ** 2 + (y - 120) ** 2 < 110**2) for y in range(240) for x in range(240)])
    picture.putalpha(disc)
    data = io.BytesIO()
    picture.save(data, "PNG")
    return data.getvalue()


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
    assert states(file)[0] == set()
    assert richest(file, tmp_path / "plates") <= 241


@needs_profile
@needs_ghostscript
def test_a_picture_that_is_whole_or_left_out_is_a_stencil(tmp_path: Path) -> None:
    kit = kit_with(tmp_path / "kit", cut_out(), at=9)
    assert not told(kit, "drivethru"), "words beneath its empty corners, and beneath the disc, stay as they are"
    file, _order = built(tmp_path, kit, "drivethru")
    with pikepdf.open(file) as document:
        assert has_fonts(document) and text_inks(document) == ALONE
        (image,) = images(document)
        assert (int(image["/Width"]), "/SMask" in image) == (240, False), "its own dots"
        mask = image["/Mask"]
        assert mask["/ImageMask"] == pikepdf.Object.parse(b"true") and mask["/BitsPerComponent"] == 1
        data = mask.read_bytes()
        assert len(data) == 30 * 240 and data[0] == 0xFF and data[30 * 120 + 15] == 0, "a corner, and the middle"
    assert richest(file, tmp_path / "plates") <= 241


@needs_profile
def test_words_beneath_what_is_see_through_are_named(tmp_path: Path) -> None:
    kit = kit_with(tmp_path / "kit", photo(clear=True), at=6)
    (row,) = told(kit, "drivethru")
    assert "words in it or beneath it come out in four inks" in str(row["message"])
    file, order = built(tmp_path, kit, "drivethru")
    assert "text is black alone, but for what is see-through or lies beneath it.\n" in order
    with pikepdf.open(file) as document:
        assert has_fonts(document) and text_inks(document) == ALONE
    in_black = made(tmp_path / "black", kit, "drivethru", "--language", "en", "--ink", "black")
    assert "text is black alone.\n" in next(in_black.glob("*-order.txt")).read_text("utf-8")


@needs_profile
def test_words_that_are_drawn_later_lie_over_the_picture(tmp_path: Path) -> None:
    kit = kit_with(tmp_path / "kit", photo(clear=True), at=6, last=False)
    (_row,) = told(kit, "drivethru")
    file, _order = built(tmp_path, kit, "drivethru")
    with pikepdf.open(file) as document:
        drawn = [name for name, _ in operators(document)]
        assert drawn.index("TJ" if "TJ" in drawn else "Tj") > drawn.index("Do"), "after it"


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


@needs_profile
def test_figures_of_leaflets_are_flattened_as_cards_are(tmp_path: Path) -> None:
    kit = kit_with(tmp_path / "kit", photo(clear=True), at=6)
    toml = kit / "kit.toml"
    toml.write_text(
        toml.read_text()
        + '\n[[component]]\nid = "rules"\nkind = "leaflet"\ntitle = { en = "Rules", es = "Reglas" }\nfile = "rules"\n'
    )
    shown = '[[draw]]\ntext = "Silk"\nbox = [0, 0, 43, 12]\n\n[[draw]]\npicture = "p.png"\nbox = [0, 0, 20, 20]\n'
    (kit / "faces" / "fig.toml").write_text("size = [60, 40]\n" + shown)
    for language in ("en", "es"):
        words = "# Market {#market}\n\n## To begin {#begin}\n\nLay out the silk.\n\n![A card](face:fig)\n"
        (kit / f"rules.{language}.md").write_text(words)
    shop = tmp_path / "press.toml"
    shop.write_text(
        '[vendor]\ntitle = "Old Press"\nsource = "its counter"\nread = 2026-11-22\nform = "pages"\nbleed = 3\n'
        'safe = 3\nstandard = "PDF/X-1a:2003"\nink = 280\nleaflets = true\n'
        '[[vendor.product]]\nid = "any"\ntitle = "Anything"\n'
    )
    folder = made(tmp_path / "out", kit, str(shop), "--language", "en", "--only", "rules")
    (order,) = folder.glob("*-order.txt")
    assert "black alone, but for what is see-through or lies beneath it.\n" in order.read_text("utf-8")
    (file,) = folder.glob("*.pdf")
    assert states(file)[0] == set()
    with pikepdf.open(file) as document:
        (image,) = images(document)
        assert "/SMask" not in image


@needs_profile
def test_much_ink_of_a_picture_is_told_once(tmp_path: Path) -> None:
    dark, plain = io.BytesIO(), io.BytesIO()
    Image.effect_noise((900, 900), 20).convert("RGB").point(lambda part: part % 25).save(dark, "PNG")
    Image.new("RGB", (900, 900), "#D8C090").save(plain, "PNG")
    kit = kit_with(tmp_path / "kit", dark.getvalue(), at=50)
    rich = tmp_path / "kit" / "faces" / "back.toml"
    rich.write_text('[[draw]]\npicture = "p.png"\nbox = "bleed"\n')
    rows = [row for row in found(kit, "drivethru", "--language", "en") if row["code"] == "much-ink"]
    (row,) = [one for one in rows if one["file"].endswith("back.toml")]
    assert re.match(r"\d+ cm² of a picture would take up to 2\d\d % of ink, more than the 240 that", row["message"])
    assert (row["row"], row["column"]) == (1, "picture")
    assert not [row for row in found(kit, "print-shop", "--language", "en") if row["code"] == "much-ink"], "300 %"
    grey = io.BytesIO()
    Image.open(dark).convert("L").save(grey, "PNG")
    for light in (plain, grey):
        (tmp_path / "kit" / "art" / "p.png").write_bytes(light.getvalue())
        assert not [row for row in found(kit, "drivethru", "--language", "en") if row["code"] == "much-ink"]


VEILS = FILES | {
    "faces/back.toml": '[[draw]]\nrect = "bleed"\nfill = { stops = ["#101860", "#F0E0C0"] }\n\n'
    '[[draw]]\nrect = [20, 20, 20, 20]\nfill = "white"\nopacity = 0.5\nshadow = [1, 1, 2]\n\n'
    '[[draw]]\nrect = [20, 50, 20, 20]\nfill = { stops = [["ink", 0, 0], "ink"] }\n',
}


def states(path: Path) -> tuple[set[str], str]:
    """What the graphics states of a file are about, and all that it says of colour spaces."""
    with pikepdf.open(path) as document:
        keys: set[str] = set()
        for page in document.pages:
            keys |= _states(page.Resources)
        return keys, path.read_bytes().decode("latin-1")


def _states(resources: pikepdf.Object) -> set[str]:
    found = {key for state in resources.get("/ExtGState", {}).values() for key in state}
    for form in resources.get("/XObject", {}).values():
        if form.get("/Subtype") == "/Form" and "/Resources" in form:
            found |= _states(form.Resources)
    return found


@needs_profile
def test_what_is_drawn_see_through_is_told_and_flattened_where_the_standard_has_none(tmp_path: Path) -> None:
    kit = market(tmp_path / "kit", VEILS)
    rows = [row for row in found(kit, "drivethru", "--language", "en") if row["code"] == "transparency"]
    assert [row["row"] for row in rows] == [5, 11]
    folder = made(tmp_path / "out", kit, "drivethru", "--language", "en", "--only", "goods:silk")
    keys, data = states(folder / "market-en-drivethru-poker.pdf")
    assert not keys & {"/SMask", "/ca", "/CA"} and "/DeviceRGB" not in data


@needs_profile
def test_a_standard_that_knows_transparency_keeps_it(tmp_path: Path) -> None:
    kit = market(tmp_path / "kit", VEILS)
    assert not [row for row in found(kit, "print-shop", "--language", "en") if row["code"] == "transparency"]
    folder = made(tmp_path / "out", kit, "print-shop", "--language", "en", "--only", "goods:silk")
    keys, data = states(next(iter(folder.glob("market-en-print-shop-*.pdf"))))
    assert {"/SMask", "/ca", "/CA"} <= keys
    assert "/DeviceRGB" not in data and "/ShadingType 2" in data


@pytest.mark.slow
@needs_profile
@needs_ghostscript
def test_what_drawings_do_is_the_same_picture_flattened_and_live(tmp_path: Path) -> None:
    names = ("shades", "pictures", "figma")
    words = re.compile("<text.*</text>", re.DOTALL)
    drawings = {f"art/{name}.svg": words.sub("", (EXPORTS / f"{name}.svg").read_text()) for name in names}
    card = "".join(
        f'[[draw]]\npicture = "{name}.svg"\nbox = [5, {y}, 53, 26]\n'
        for name, y in zip(names, (3, 31, 59), strict=True)
    )
    kit = market(tmp_path / "kit", FILES | drawings | {"faces/card.toml": card})
    pictures = []
    for shop, page in (("drivethru", 2), ("print-shop", 1)):
        folder = made(tmp_path / shop, kit, shop, "--language", "en", "--only", "goods:silk")
        (file,) = folder.glob("*.pdf")
        seen = tmp_path / f"{shop}.png"
        one = [
            "-sDEVICE=pnggray",
            "-r150",
            "-dUseTrimBox",
            f"-dFirstPage={page}",
            f"-dLastPage={page}",
            "-o",
            str(seen),
        ]
        smooth = ["-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-q"]
        subprocess.run([str(GHOSTSCRIPT), *smooth, *one, str(file)], check=True, timeout=60)
        pictures.append(Image.open(seen).convert("L").resize((375, 525)).filter(ImageFilter.GaussianBlur(1)))
    histogram = ImageChops.difference(*pictures).histogram()
    assert sum(histogram[40:]) < 0.004 * sum(histogram), "but for edges"


@needs_profile
def test_a_picture_far_too_fine_is_told_for_shops_too(tmp_path: Path) -> None:
    data = io.BytesIO()
    Image.new("RGB", (1_600, 1_600), "#D8C090").save(data, "PNG")
    kit = kit_with(tmp_path / "kit", data.getvalue(), at=50)
    for shop in ("drivethru", "mpc"):
        (row,) = [row for row in found(kit, shop, "--language", "en") if row["code"] == "fine-picture"]
        assert "2032 dpi at this size" in str(row["message"])
