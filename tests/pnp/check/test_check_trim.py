"""What knife and press ask of art: bleed, trim, lines that print, ink; and what touches or is covered on a face."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_builders import KIT, NAMED, Case, check_cases, checked, draw, strips, write_kit
from kit_text import component, encoded
from output_builders import pnp
from PIL import Image, ImageCms

CODES = ("no-bleed", "art-trim", "hairline", "much-ink", "pale-art", "picture-profile", "fine-picture")
TOUCHING_CODES = ("too-near", "half-covered")
WHITE = draw('rect = "bleed"', 'fill = "white"')
INDIGO = draw('rect = "bleed"', 'fill = "indigo"')
PANEL = draw('rect = "trim"', 'fill = "indigo"')
ROUND = 'size = [30, 30]\nshape = "round"'
HEXAGON = 'size = 30\nshape = "hexagon"'


def disc(fill: str) -> str:
    box = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"'
    return f'<svg {box}><circle cx="12" cy="12" r="11" fill="{fill}"/></svg>'


def drawing(*parts: str) -> str:
    """A drawing over trim and bleed of a token, in its mm."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 34 34">{"".join(parts)}</svg>'


def lined(at: float, side: float) -> str:
    box = f'x="{at}" y="{at}" width="{side}" height="{side}"'
    return f'<rect {box} rx="2" fill="none" stroke="#222" stroke-width="0.4"/>'


def png(profile: str, pixels: int) -> bytes:
    data = ImageCms.ImageCmsProfile(ImageCms.createProfile(profile)).tobytes()
    return encoded(Image.new("RGB", (pixels, pixels), "#884422"), icc_profile=data)


SQUARE_SIGN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 5 5"><path d="M1,1 H4 V4 H1 Z" fill="#123456"/></svg>'
)
HOLED = '<path fill-rule="evenodd" d="M0.5,0.5 H29.5 V29.5 H0.5 Z M2,2 H28 V28 H2 Z" fill="#222"/>'
TREE = '<path d="M2,12 V7 H0 L5,0 L10,7 H8 V12 Z" fill="#2E6B34"/>'
DARK = "#1A0A00"
ART: dict[str, str | bytes] = {
    "art/sun.svg": disc("#B3361F"),
    "art/pale.svg": disc("#FBE9AE"),
    "art/tree.svg": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 12">{TREE}</svg>',
    "art/line.svg": drawing(lined(0.7, 28.6)),
    "art/hole.svg": drawing(HOLED),
    "art/red.png": strips(("#B3361F", 400)),
    "art/brown.png": png("sRGB", 300),
    "art/square.svg": SQUARE_SIGN,
    "art/full.svg": SQUARE_SIGN.replace("M1,1 H4 V4 H1 Z", "M0,0 H5 V5 H0 Z"),
    "art/solid.png": strips(("#0A783C", 400)),
    "art/frame.png": strips(("#00000000", 400)),
    "art/foreign.png": png("XYZ", 240),
    "art/fine.png": png("sRGB", 1200),
    "art/dark-half.png": strips((DARK, 200), ("#C08040", 200)),
    "art/dark-edge.png": strips((DARK, 30), ("#C08040", 370)),
}


def picture(name: str, box: str, *more: str) -> str:
    return draw(f'picture = "{name}"', f"box = {box}", *more)


def filled(shape: str, *more: str) -> str:
    return draw(shape, 'fill = "indigo"', *more)


ENDS = "no-bleed 5: a ground of #23426B ends at the trim"
RUNS = "runs {} mm from the trim and along it, nearer than 0.8"
BLEED = {
    "a ground that ends at the trim": Case(WHITE + PANEL, [ENDS]),
    "one that runs on": Case(WHITE + INDIGO),
    "one within a ground of its colour": Case(INDIGO + PANEL),
    "a panel within the trim": Case(WHITE + filled("rect = [4, 4, 20, 20]")),
    "a disc": Case(WHITE + filled('ellipse = "trim"'), [ENDS], ROUND),
    "a picture": Case(
        WHITE + picture("brown.png", '"trim"', 'fit = "stretch"'), ["no-bleed 5: a picture ends at the trim"]
    ),
    "a hexagon": Case(WHITE + filled('hexagon = "trim"'), [ENDS], HEXAGON),
    "a line as wide as a ground": Case(
        WHITE + draw("line = [0, 15, 30, 15]", 'stroke = "indigo"', "width = 20"), [ENDS]
    ),
}
SLIPS = {
    "a sign near the trim": Case(
        WHITE + draw('icon = "sun"', "box = [0.4, 12, 6, 6]"),
        ["art-trim 5: a sign stands 0.7 mm from the trim, nearer than 0.8"],
    ),
    "a sign over it": Case(
        WHITE + draw('icon = "sun"', "box = [-2, 12, 6, 6]"), ["art-trim 5: 1.8 mm of a sign are cut off"]
    ),
    "a frame": Case(
        WHITE + draw('rect = "trim"', "inset = 0.6", 'stroke = "ink"', "width = 0.4"),
        [f"art-trim 5: a line {RUNS.format(0.4)}"],
    ),
    "a drawing": Case(WHITE + picture("sun.svg", "[-3, 12, 10, 10]"), ["art-trim 5: 2.6 mm of a picture are cut off"]),
    "a photograph": Case(
        WHITE + picture("red.png", "[-3, 12, 10, 10]"), ["art-trim 5: 3.0 mm of a picture are cut off"]
    ),
    "a disc": Case(WHITE + filled("ellipse = [-3, 12, 10, 10]"), ["art-trim 5: 3.0 mm of a shape are cut off"]),
    "a square that ends with it": Case(
        WHITE + filled("rect = [10, 24, 6, 6]"), ["art-trim 5: a shape stands 0.0 mm from the trim, nearer than 0.8"]
    ),
    "a white disc on a dark ground": Case(
        INDIGO + draw("ellipse = [-2, 12, 8, 8]", 'fill = "white"'), ["art-trim 5: 2.0 mm of a shape are cut off"]
    ),
    "a ground within a ground": Case(
        INDIGO + draw('rect = "trim"', "inset = 0.6", 'fill = "white"'),
        [f"art-trim 5: the edge of a ground {RUNS.format(0.6)}"],
    ),
    "a frame round a disc": Case(
        WHITE + draw('ellipse = "trim"', "inset = 0.4", 'stroke = "ink"', "width = 0.3"),
        [f"art-trim 5: a line {RUNS.format(0.2)}"],
        ROUND,
    ),
    "a line within a drawing": Case(WHITE + picture("line.svg", '"bleed"'), [f"art-trim 5: a line {RUNS.format(0.5)}"]),
    "a drawing with a hole": Case(
        WHITE + picture("hole.svg", '"bleed"'), [f"art-trim 5: the edge of a ground {RUNS.format(0.5)}"]
    ),
}
MEANT = {f"{name}, if it is meant": Case(f"{case.face}near = true\n", [], case.piece) for name, case in SLIPS.items()}
RUN_ON = {
    "a sign within": draw('icon = "sun"', "box = [3, 12, 6, 6]"),
    "a frame away from it": draw('rect = "trim"', "inset = 2", 'stroke = "ink"', "width = 0.4"),
    "a frame that the knife takes": draw('rect = "trim"', "inset = -1.8", 'stroke = "ink"', "width = 0.4"),
    "a band": filled("rect = [-2, 12, 34, 6]"),
    "nearly half of a small disc": filled("ellipse = [-2.25, 12, 5, 5]"),
    "a disc over a corner": filled("ellipse = [-3, 21, 12, 12]"),
    "a picture over a corner": picture("red.png", "[22, 22, 10, 10]"),
    "a figure that stands on it": picture("tree.svg", "[8, 20, 10, 12]"),
    "a shape of the colour of its ground": draw("ellipse = [0.4, 12, 6, 6]", 'fill = "white"'),
    "the edge of a photograph": picture("red.png", "[0.6, 0.6, 28.8, 28.8]"),
}
PRINT = {
    "a hairline": Case(
        WHITE + draw("line = [5, 5, 25, 5]", 'stroke = "ink"', "width = 0.06"),
        ["hairline 5: a line is 0.06 mm wide, less than 0.1"],
    ),
    "a thin line": Case(WHITE + draw("line = [5, 5, 25, 5]", 'stroke = "ink"', "width = 0.1")),
    "a pale sign": Case(
        WHITE + draw('icon = "pale"', "box = [8, 8, 12, 12]"),
        ["pale-art 5: a sign has a contrast of 1.19 : 1 to #FFFDF8, on which it stands"],
    ),
    "a pale sign on a dark ground": Case(INDIGO + draw('icon = "pale"', "box = [8, 8, 12, 12]")),
    "more ink than paper takes": Case(
        draw('rect = "bleed"', 'fill = "#0A0D10"'), ["much-ink 1: a ground of #0A0D10 takes about 307 % of ink"]
    ),
    "black alone": Case(draw('rect = "bleed"', 'fill = "#000000"')),
    "a picture of much ink": Case(
        WHITE + picture("dark-half.png", '"bleed"', 'fit = "stretch"'),
        ["much-ink 5: a picture takes up to 307 % of ink, and too much on 6 cm² of it"],
    ),
    "a picture with less than 1 cm² of it": Case(WHITE + picture("dark-edge.png", '"bleed"', 'fit = "stretch"')),
    "a picture finer than a printer": Case(
        WHITE + picture("fine.png", "[5, 5, 5, 5]"),
        ["fine-picture 5: fine.png has 6096 dpi at this size, far more than the 300 that a printer shows"],
    ),
    "a picture in colours of its own": Case(
        WHITE + picture("foreign.png", "[5, 5, 20, 20]"),
        [
            "picture-profile 5: foreign.png has the colours of a profile that cannot be read; they are printed as sRGB,"
            " which makes others of them"
        ],
    ),
}
BANNER = draw("rect = [2.6, 2.6, 24.8, 9]", 'fill = "indigo"')
CHIP = draw("ellipse = [20, 3, 8, 8]", 'fill = "paper"', 'stroke = "ink"', "width = 0.3")


def lodging(box: str, *more: str) -> str:
    return draw('text = "Lodging"', f"box = {box}", *more)


def titled(left: float, *more: str) -> str:
    """A word on a banner, and beside it a chip with a sign."""
    name = lodging(f"[{left}, 4, 17, 6]", 'colour = "white"', *more)
    return WHITE + BANNER + name + CHIP + draw('icon = "yes"', "box = [21.5, 4.5, 5, 5]")


def plate(left: float, *more: str) -> str:
    return draw(f"rect = [{left}, 2, 16, 8]", 'fill = "white"', *more)


def plates(fill: str) -> str:
    """A word, and another one on a plate of a colour close below it."""
    return (
        WHITE
        + lodging("[4, 4, 17, 6]")
        + draw("rect = [4, 7.3, 20, 9]", f'fill = "{fill}"')
        + lodging("[5, 9.7, 17, 5]")
    )


def row_of_signs(step: float) -> str:
    return WHITE + draw('icon = "full"', "box = [3, 10, 5, 5]", 'each = "1..3"', f"step = [{step}, 0]")


NEAR = "too-near {}: a {} stands {} mm from what line {} draws, nearer than 0.8"
COVERED = "half-covered {}: a {} is covered by 100 % by what line {} draws"
LODGING = lodging("[4, 4, 17, 6]")
WINDOW = draw('path = "M0,0 H30 V30 H0 Z M4,4 V24 H26 V4 Z"', 'fill = "paper"', 'rule = "evenodd"')
TOUCHING = {
    "a title on its banner beside a chip": Case(titled(4)),
    "a title too near to the chip": Case(titled(9.2), [NEAR.format(9, "text", 0.7, 14)]),
    "one that is meant to be near": Case(titled(9.2, "near = true")),
    "a chip that is meant to be near": Case(titled(9.2).replace("width = 0.3", "width = 0.3\nnear = true")),
    "signs of a row": Case(row_of_signs(6.5)),
    "signs of a row that are too near": Case(row_of_signs(5.5), [NEAR.format(5, "sign", 0.5, 5)]),
    "shapes of a row": Case(row_of_signs(5.5).replace('icon = "full"\nbox', 'fill = "ink"\nrect')),
    "two texts whose long letters meet": Case(WHITE + LODGING + lodging("[4, 8.3, 17, 6]")),
    "a word under a plate": Case(WHITE + LODGING + plate(3.5), [COVERED.format(5, "text", 9)]),
    "a plate that is meant to be there": Case(WHITE + LODGING + plate(3.5, "near = true")),
    "a plate that is seen through": Case(WHITE + LODGING + plate(3.5, "opacity = 0.5")),
    "a word beside the plate of another": Case(plates("sand"), [NEAR.format(5, "text", 0.5, 9)]),
    "a word beside a plate that is not seen": Case(plates("white")),
    "a word in a window": Case(WHITE + lodging("[8, 9, 17, 6]") + WINDOW),
}
UNDER = {
    "sign": draw('icon = "square"', "box = [10, 10, 6, 6]"),
    "drawing": draw('picture = "square.svg"', "box = [10, 10, 6, 6]"),
    "photograph": draw('picture = "solid.png"', "box = [10, 10, 6, 6]"),
}
OVER = {
    "rect": draw("rect = [9, 9, 8, 8]", 'fill = "pine"'),
    "ellipse": draw("ellipse = [6, 6, 14, 14]", 'fill = "pine"'),
    "sign": draw('icon = "square"', "box = [3, 3, 20, 20]"),
    "photograph": draw('picture = "solid.png"', "box = [9, 9, 8, 8]"),
}
VEILS = (
    draw('picture = "frame.png"', "box = [-3, -3, 36, 36]")
    + draw('rect = "bleed"', 'fill = "white"', "opacity = 0.4")
    + draw("rect = [2.6, 2.6, 24.8, 24.8]", 'stroke = "ink"', "width = 0.6")
)
CASES = {
    **{f"bleed: {name}": case for name, case in BLEED.items()},
    **{f"trim: {name}": case for name, case in (SLIPS | MEANT).items()},
    **{f"over the trim: {name}": Case(WHITE + face) for name, face in RUN_ON.items()},
    **{f"print: {name}": case for name, case in PRINT.items()},
    **{f"touching: {name}": case for name, case in TOUCHING.items()},
    **{
        f"covered: a {under} under a {over}": Case(
            UNDER[under] + OVER[over], [COVERED.format(1, "sign" if under == "sign" else "picture", 5)]
        )
        for under in UNDER
        for over in OVER
        if not under == over == "sign"  # which are too near as well
    },
    **{f"covered: a {name} under a frame, a veil and a line": Case(face + VEILS) for name, face in UNDER.items()},
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    return check_cases(tmp_path_factory.mktemp("trim") / "kit", CASES, (*CODES, *TOUCHING_CODES), ART)


@pytest.mark.parametrize("name", CASES)
def test_art_is_found_where_knife_or_press_spoil_it(name: str, found: dict[str, list[str]]) -> None:
    codes = TOUCHING_CODES if name.startswith(("touching", "covered")) else CODES
    assert [said for said in found[name] if said.partition(" ")[0] in codes] == CASES[name].says


def test_with_little_ink_grounds_take_none_and_end_nowhere(tmp_path: Path) -> None:
    dark = {name: Case(CASES[name].face) for name in CASES if "ground that ends" in name or "much ink" in name}
    assert len(dark) == 2
    assert not any(check_cases(tmp_path / "kit", dark, ("no-bleed", "much-ink"), ART, "--ink", "low").values())


def test_a_ground_without_bleed_is_told_where_to_get_one(tmp_path: Path) -> None:
    bare = {"kit.toml": KIT.replace("size = [30, 30]", "size = [30, 30]\nbleed = 0")}
    (finding,) = [one for one in checked(write_kit(tmp_path, INDIGO, bare)) if one.code == "no-bleed"]
    assert (finding.severity, finding.place.column) == ("warning", "shape") and "bleed = 2" in finding.hint


def test_a_build_tells_coarse_and_foreign_pictures_at_the_size_at_which_another_face_draws_them(tmp_path: Path) -> None:
    inner = "size = [5, 5]\n" + draw('picture = "foreign.png"', 'box = "trim"')
    face = WHITE + draw('face = "inner"', "box = [0, 0, 40, 40]")
    kit = write_kit(tmp_path / "kit", face, {"faces/inner.toml": inner, "art/foreign.png": png("XYZ", 100)})
    result = pnp("build", kit, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "inner.toml:2:picture: warning: foreign.png has 64 dpi at this size, fewer than 200" in result.output
    assert "inner.toml:2:picture: warning: foreign.png has the colours of" in result.output


@pytest.mark.parametrize(
    ("face", "said"),
    [
        (WHITE + LODGING + plate(8), "half-covered 5: a text is covered by "),
        (WHITE + LODGING + lodging("[4, 5.8, 17, 6]"), "too-near 9: a text stands "),
        (WHITE + lodging("[20, 9, 17, 6]") + WINDOW, "half-covered 5: a text is covered by "),
    ],
    ids=["half a word", "two words in one place", "a word beside a window"],
)
def test_what_is_covered_in_part_is_found_too(face: str, said: str, tmp_path: Path) -> None:
    (found,) = check_cases(tmp_path, {"one": Case(face)}, TOUCHING_CODES)["one"]
    assert found.startswith(said)


FACES = {"front": "front", "back": "back"}
BOX = component("box", "box", "Box", footprint=[62, 62], contents=["markers"], faces=FACES)
SILK = draw('rect = "bleed"', 'fill = "#E8DFC8"')
WORD = '[[draw]]\ntext = "Market"\nbox = [{x}, {y}, 20, 6]\nalign = "center"\n'


def boxed(folder: Path, front: str, back: str = "") -> list[str]:
    """What is found about a box of 62.5 mm with these faces: its notch is 18 mm wide, from 22.2 to 40.2."""
    files = {"kit.toml": KIT + BOX, "faces/front.toml": SILK + front, "faces/back.toml": SILK + back}
    found = checked(write_kit(folder, NAMED, files))
    return [f"{one.severity} {one.code} {one.place.file}: {one.message}" for one in found if one.card == "box"]


@pytest.mark.parametrize(("x", "y"), [(21.2, 4), (10, 3), (21.2, 9)])
def test_a_word_in_the_notch_is_cut_off(tmp_path: Path, x: float, y: float) -> None:
    found = boxed(tmp_path / "kit", WORD.format(x=x, y=y))
    away = boxed(tmp_path / "away", WORD.format(x=x, y=y + 9))
    assert away == []
    if (x, y) == (21.2, 9):
        assert found == [], "letters count, not the box that holds them"
    else:
        (one,) = found
        assert one.startswith("error text-cut faces/front.toml: text stands ")
        assert one.endswith(" mm in the thumb notch of the box and is cut off")
