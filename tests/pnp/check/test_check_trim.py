"""What knife and press ask of art: bleed, signs and lines off the trim, lines that print, ink that dries."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from check_builders import KIT, checked, write_kit
from PIL import Image, ImageCms

CODES = ("no-bleed", "art-trim", "hairline", "much-ink", "pale-art", "picture-profile", "fine-picture")
GROUND = '[[draw]]\nrect = "bleed"\nfill = "white"\n\n'
SIGN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" fill="{fill}"/></svg>'
)
TREE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 12">'
    '<path d="M2,12 V7 H0 L5,0 L10,7 H8 V12 Z" fill="#2E6B34"/></svg>'
)
HEXAGON = {"kit.toml": KIT.replace("size = [30, 30]", 'size = 30\nshape = "hexagon"')}
ROUND = {"kit.toml": KIT.replace("size = [30, 30]", 'size = [30, 30]\nshape = "round"')}


def found(folder: Path, face: str, changes: Mapping[str, str | bytes] | None = None, *options: str) -> list[str]:
    """What is found of these, by code and line, with the message."""
    findings = checked(write_kit(folder, face, changes), *options)
    return [f"{finding.code} {finding.place.row}: {finding.message}" for finding in findings if finding.code in CODES]


def only(folder: Path, face: str, changes: Mapping[str, str | bytes] | None = None) -> str:
    """The one finding of a kit, with its place, severity and message; it says what to do."""
    (finding,) = {msgspec.structs.replace(one, card="") for one in checked(write_kit(folder, face, changes))}
    assert finding.hint
    return f"{finding.place}: {finding.severity} {finding.code}: {finding.message}"


def draw(*lines: str) -> str:
    return "\n".join(("[[draw]]", *lines, "", ""))


def picture(*strips: tuple[str, int], height: int = 400) -> bytes:
    """A PNG of upright strips, each of a colour and so many pixels wide."""
    whole = Image.new("RGBA", (sum(width for _, width in strips), height))
    at = 0
    for colour, width in strips:
        whole.paste(Image.new("RGBA", (width, height), colour), (at, 0))
        at += width
    out = io.BytesIO()
    whole.save(out, "PNG")
    return out.getvalue()


# --- bleed -------------------------------------------------------------------------------------------------


def test_a_ground_that_ends_at_the_trim_leaves_white_where_the_knife_slips(tmp_path: Path) -> None:
    ended = draw('rect = "trim"', 'fill = "indigo"')
    assert found(tmp_path, GROUND + ended) == ["no-bleed 5: a ground of #23426B ends at the trim"]
    assert found(tmp_path, GROUND + draw('rect = "bleed"', 'fill = "indigo"')) == []
    in_low = found(tmp_path, GROUND + ended, None, "--ink", "low")
    assert not any("no-bleed" in one for one in in_low), "it is not printed then"


def test_a_ground_without_bleed_is_told_where_to_get_one(tmp_path: Path) -> None:
    bare = {"kit.toml": KIT.replace("size = [30, 30]", "size = [30, 30]\nbleed = 0")}
    findings = checked(write_kit(tmp_path, draw('rect = "bleed"', 'fill = "indigo"'), bare))
    (finding,) = [finding for finding in findings if finding.code == "no-bleed"]
    assert "bleed = 2" in finding.hint


def test_a_panel_within_a_ground_of_its_colour_or_under_a_frame_is_no_fault(tmp_path: Path) -> None:
    indigo = draw('rect = "bleed"', 'fill = "indigo"')
    panel = draw('rect = "trim"', 'fill = "indigo"')
    frame = draw('path = "M-2,-2 H32 V32 H-2 Z M3,3 V27 H27 V3 Z"', 'fill = "white"')
    assert found(tmp_path, indigo + panel) == []
    assert found(tmp_path, GROUND + panel + frame) == []
    assert found(tmp_path, GROUND + draw("rect = [4, 4, 20, 20]", 'fill = "indigo"')) == [], (
        "it does not reach the trim"
    )


def test_a_disc_and_a_picture_need_bleed_as_well(tmp_path: Path) -> None:
    disc = draw('ellipse = "trim"', 'fill = "indigo"')
    assert found(tmp_path, GROUND + disc, ROUND) == ["no-bleed 5: a ground of #23426B ends at the trim"]
    out = io.BytesIO()
    Image.new("RGB", (300, 300), "#884422").save(out, "PNG")
    picture = draw('picture = "brown.png"', 'box = "trim"', 'fit = "stretch"')
    assert found(tmp_path, GROUND + picture, {"art/brown.png": out.getvalue()}) == [
        "no-bleed 5: a picture ends at the trim"
    ]


def test_a_hexagon_needs_bleed_on_each_of_its_sides(tmp_path: Path) -> None:
    ended = draw('hexagon = "trim"', 'fill = "indigo"')
    says = "faces/marker.toml:5:shape: warning no-bleed: a ground of #23426B ends at the trim"
    assert only(tmp_path, GROUND + ended, HEXAGON) == says
    assert found(tmp_path, GROUND + ended.replace("trim", "bleed"), HEXAGON) == []
    assert found(tmp_path, draw('rect = "bleed"', 'fill = "indigo"') + ended, HEXAGON) == [], "its colour goes on"
    half = draw('path = "M-2,-2 H15 V36 H-2 Z"', 'fill = "indigo"')
    assert found(tmp_path, GROUND + half, HEXAGON) == [], "what runs on over the cut ends nowhere along it"


# --- signs and lines at the trim ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("box", "says"),
    [
        ("[0.4, 12, 6, 6]", ["art-trim 5: a sign stands 0.7 mm from the trim, nearer than 0.8"]),
        ("[-2, 12, 6, 6]", ["art-trim 5: 1.8 mm of a sign are cut off"]),
        ("[3, 12, 6, 6]", []),
    ],
)
def test_signs_keep_away_from_the_cut(box: str, says: list[str], tmp_path: Path) -> None:
    sign = {"art/sun.svg": SIGN.format(fill="#B3361F")}
    assert found(tmp_path, GROUND + draw('icon = "sun"', f"box = {box}"), sign) == says
    assert found(tmp_path, GROUND + draw('icon = "sun"', f"box = {box}", "near = true"), sign) == []


def test_a_frame_that_runs_along_the_trim_shows_each_slip(tmp_path: Path) -> None:
    near = draw('rect = "trim"', "inset = 0.6", 'stroke = "ink"', "width = 0.4")
    assert found(tmp_path, GROUND + near) == [
        "art-trim 5: a line runs 0.4 mm from the trim and along it, nearer than 0.8"
    ]
    assert found(tmp_path, GROUND + near.replace("0.6", "2")) == []
    assert found(tmp_path, GROUND + near.replace("inset = 0.6", "inset = -1.8")) == [], "the knife takes all of it"


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (('picture = "sun.svg"', "box = [-3, 12, 10, 10]"), "5:picture: 2.6 mm of a picture are cut off"),
        (('picture = "sun.png"', "box = [-3, 12, 10, 10]"), "5:picture: 3.0 mm of a picture are cut off"),
        (("ellipse = [-3, 12, 10, 10]", 'fill = "indigo"'), "5:fill: 3.0 mm of a shape are cut off"),
        (("rect = [10, 24, 6, 6]", 'fill = "indigo"'), "5:fill: a shape stands 0.0 mm from the trim, nearer than 0.8"),
        (
            ('picture = "sun.svg"', "box = [0, 12, 10, 10]"),
            "5:picture: a picture stands 0.4 mm from the trim, nearer than 0.8",
        ),
        (
            ("rect = [23.5, 12, 6, 6]", 'fill = "indigo"'),
            "5:fill: a shape stands 0.5 mm from the trim, nearer than 0.8",
        ),
    ],
)
def test_pictures_and_shapes_that_are_signs_keep_away_from_it_as_well(
    lines: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    art = {"art/sun.svg": SIGN.format(fill="#B3361F"), "art/sun.png": picture(("#B3361F", 100), height=100)}
    files = {name: content for name, content in art.items() if name[4:] in lines[0]}
    at, message = says.split(": ", 1)
    assert only(tmp_path, GROUND + draw(*lines), files) == f"faces/marker.toml:{at}: warning art-trim: {message}"
    assert found(tmp_path, GROUND + draw(*lines, "near = true"), files) == []


def test_what_is_empty_of_a_picture_is_not_cut(tmp_path: Path) -> None:
    margins = {"art/sun.png": picture(("#B3361F00", 40), ("#B3361F", 60), height=100)}
    sign = draw('picture = "sun.png"', "box = [-3, 12, 10, 10]")
    assert found(tmp_path, GROUND + sign, margins) == []
    assert found(tmp_path, GROUND + sign.replace("-3", "-3.8"), margins) == [
        "art-trim 5: a picture stands 0.1 mm from the trim, nearer than 0.8"
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ("rect = [-2, 12, 34, 6]", 'fill = "indigo"'),
        ("rect = [-2, 12, 8, 6]", 'fill = "indigo"'),
        ('path = "M-2,-2 H9 L-2,9 Z"', 'fill = "indigo"'),
        ('path = "M-9,16 L16,-9 H22 L-9,22 Z"', 'fill = "indigo"'),
        ("ellipse = [-5, 10, 10, 10]", 'fill = "indigo"'),
        ("ellipse = [-3, 21, 12, 12]", 'fill = "indigo"'),
        ('picture = "sun.png"', "box = [-2, -2, 34, 10]", 'fit = "stretch"'),
        ('picture = "sun.png"', "box = [22, 22, 10, 10]"),
        ('picture = "tree.svg"', "box = [8, 20, 10, 12]"),
        ("ellipse = [0.4, 12, 6, 6]", 'fill = "white"'),
        ("ellipse = [-1, -1, 4, 4]", 'fill = "indigo"', 'each = "1..8"', "step = [4.1, 0]"),
    ],
    ids=(
        "band",
        "tab",
        "wedge",
        "ribbon",
        "half",
        "corner",
        "banner",
        "corner picture",
        "figure",
        "same colour",
        "pattern",
    ),
)
def test_what_runs_on_over_the_cut_is_meant(lines: tuple[str, ...], tmp_path: Path) -> None:
    files = {"art/sun.png": picture(("#B3361F", 400), height=400), "art/tree.svg": TREE}
    assert found(tmp_path, GROUND + draw(*lines), files) == []


def test_a_shape_that_another_one_covers_at_the_trim_is_not_seen_there(tmp_path: Path) -> None:
    disc = draw("ellipse = [-1, 10, 8, 8]", 'fill = "indigo"')
    frame = draw('path = "M-2,-2 H32 V32 H-2 Z M3,3 V27 H27 V3 Z"', 'fill = "red"')
    assert found(tmp_path, GROUND + disc) == ["art-trim 5: 1.0 mm of a shape are cut off"]
    assert found(tmp_path, GROUND + disc + frame) == []


def test_a_white_disc_on_a_dark_ground_is_cut_as_well(tmp_path: Path) -> None:
    dark = draw('rect = "bleed"', 'fill = "indigo"')
    assert found(tmp_path, dark + draw("ellipse = [-2, 12, 8, 8]", 'fill = "white"')) == [
        "art-trim 5: 2.0 mm of a shape are cut off"
    ]


def test_a_ground_within_a_ground_leaves_a_frame_that_shows_each_slip(tmp_path: Path) -> None:
    dark = draw('rect = "bleed"', 'fill = "indigo"')
    within = draw('rect = "trim"', "inset = 0.6", 'fill = "white"')
    says = "the edge of a ground runs 0.6 mm from the trim and along it, nearer than 0.8"
    assert only(tmp_path, dark + within) == f"faces/marker.toml:5:fill: warning art-trim: {says}"
    assert found(tmp_path, dark + within.replace("0.6", "2")) == []
    assert found(tmp_path, GROUND + within) == [], "it is not seen"
    frame = draw('path = "M-2,-2 H32 V32 H-2 Z M0.6,0.6 V29.4 H29.4 V0.6 Z"', 'fill = "indigo"')
    assert found(tmp_path, GROUND + frame) == [f"art-trim 5: {says}"], "drawn as a frame it is one"


@pytest.mark.parametrize(("shape", "changes"), [("ellipse", ROUND), ("hexagon", HEXAGON)])
def test_frames_of_discs_and_hexagons_are_told_as_those_of_rectangles_are(
    shape: str, changes: Mapping[str, str], tmp_path: Path
) -> None:
    dark = draw('rect = "bleed"', 'fill = "indigo"')
    line = draw(f'{shape} = "trim"', "inset = 0.4", 'stroke = "ink"', "width = 0.3")
    within = draw(f'{shape} = "trim"', "inset = 0.6", 'fill = "white"')
    for face, at, what, away in (
        (GROUND + line, "stroke", "a line", "0.2"),
        (dark + within, "fill", "the edge of a ground", "0.6"),
    ):
        says = f"{what} runs {away} mm from the trim and along it, nearer than 0.8"
        assert only(tmp_path, face, changes) == f"faces/marker.toml:5:{at}: warning art-trim: {says}"
    assert found(tmp_path, GROUND + line.replace("0.4", "1.5"), changes) == []
    assert found(tmp_path, dark + within.replace("0.6", "1.5"), changes) == []


@pytest.mark.parametrize("changes", [ROUND, HEXAGON], ids=("round", "hexagon"))
def test_signs_on_discs_and_hexagons_are_measured_by_their_own_outline(
    changes: Mapping[str, str], tmp_path: Path
) -> None:
    def says(*lines: str) -> list[str]:
        return found(tmp_path, GROUND + draw(*lines, 'fill = "indigo"'), changes)

    assert says("rect = [-3, 12, 36, 6]") == [], "a band"
    assert says("ellipse = [2.5, 9, 8, 8]") == [], "a disc of which the box stands nearer than it does"
    assert [one[:11] for one in says("ellipse = [1, 5, 8, 8]")] == ["art-trim 5:"]


def drawing(*parts: str, side: int = 34) -> dict[str, str]:
    """A drawing over trim and bleed of the token, in its mm from the top left of the bleed."""
    return {
        "art/a.svg": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {side} {side}">{"".join(parts)}</svg>'
    }


LINED = '<rect x="{at}" y="{at}" width="{side}" height="{side}" rx="2" fill="none" stroke="#222" stroke-width="0.4"/>'
HOLED = '<path fill-rule="evenodd" d="M0.5,0.5 H29.5 V29.5 H0.5 Z M2,2 H28 V28 H2 Z" fill="#222"/>'
PAINTED = '<rect x="-2" y="-2" width="34" height="34" fill="#E8DFC8"/>'
ORNAMENTS = "".join(f'<circle cx="{x}" cy="0.9" r="0.4" fill="#222"/>' for x in range(3, 28, 3))


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ((LINED.format(at=0.7, side=28.6),), "a line runs 0.5 mm from the trim and along it, nearer than 0.8"),
        ((PAINTED, LINED.format(at=0.4, side=29.2)), "a line runs 0.2 mm from the trim and along it, nearer than 0.8"),
        ((HOLED,), "the edge of a ground runs 0.5 mm from the trim and along it, nearer than 0.8"),
        (
            (PAINTED, ORNAMENTS, LINED.format(at=0.7, side=28.6)),
            "a line runs 0.5 mm from the trim and along it, nearer than 0.8",
        ),
        ((LINED.format(at=1.5, side=27),), ""),
        ((PAINTED,), ""),
        ((PAINTED, ORNAMENTS), ""),
        ((PAINTED, ORNAMENTS, '<path d="M0,0.5 H30" stroke="#222" stroke-width="0.3"/>'), ""),
    ],
    ids=("line", "on a ground", "with a hole", "among others", "away", "ground", "ornaments", "a line among many"),
)
def test_a_frame_within_a_drawing_shows_each_slip_too(parts: tuple[str, ...], says: str, tmp_path: Path) -> None:
    face = GROUND + draw('picture = "a.svg"', 'box = "bleed"')
    assert found(tmp_path, face, drawing(*parts)) == ([f"art-trim 5: {says}"] if says else [])
    assert found(tmp_path, face + "near = true\n", drawing(*parts)) == []


def test_the_edge_of_a_photograph_is_no_frame(tmp_path: Path) -> None:
    face = GROUND + draw('picture = "a.png"', "box = [0.6, 0.6, 28.8, 28.8]")
    assert found(tmp_path, face, {"art/a.png": picture(("#B3361F", 400))}) == []


# --- what can be printed ------------------------------------------------------------------------------------


def test_hairlines_break(tmp_path: Path) -> None:
    line = draw("line = [5, 5, 25, 5]", 'stroke = "ink"', "width = 0.06")
    assert found(tmp_path, GROUND + line) == ["hairline 5: a line is 0.06 mm wide, less than 0.1"]
    assert found(tmp_path, GROUND + line.replace("0.06", "0.1")) == []


def test_pale_signs_and_lines_are_lost(tmp_path: Path) -> None:
    pale = {"art/sun.svg": SIGN.format(fill="#FBE9AE")}
    sign = draw('icon = "sun"', "box = [8, 8, 12, 12]")
    assert found(tmp_path, GROUND + sign, pale) == [
        "pale-art 5: a sign has a contrast of 1.19 : 1 to #FFFDF8, on which it stands"
    ]
    on_dark = draw('rect = "bleed"', 'fill = "indigo"')
    assert found(tmp_path, on_dark + sign, pale) == []
    line = draw("line = [5, 5, 25, 5]", 'stroke = "#FBF6EA"', "width = 0.4")
    assert [one[:11] for one in found(tmp_path, GROUND + line)] == ["pale-art 5:"]


def test_more_ink_than_paper_takes(tmp_path: Path) -> None:
    ground = draw('rect = "bleed"', 'fill = "#0A0D10"')
    assert [one[:11] for one in found(tmp_path, ground)] == ["much-ink 1:"]
    assert found(tmp_path, ground.replace("#0A0D10", "#000000")) == [], "black alone is one ink"
    assert found(tmp_path, ground, None, "--ink", "low") == []


def test_a_ground_that_is_covered_takes_no_ink(tmp_path: Path) -> None:
    dark = draw('rect = "bleed"', 'fill = "#0A0D10"')
    cover = draw('rect = "bleed"', 'fill = "#FFF8E8"')
    assert found(tmp_path, dark + cover) == []
    assert found(tmp_path, dark + cover.replace('"bleed"', "[2, 2, 28, 28]")) != [], "a frame of 3 cm² is left"
    assert found(tmp_path, dark + cover.replace('"bleed"', "[-1, -1, 32, 32]")) == [], "less than 1 cm² is"


def test_a_line_as_wide_as_a_ground_is_one(tmp_path: Path) -> None:
    ended = draw("line = [0, 15, 30, 15]", 'stroke = "{stroke}"', "width = 20")
    indigo, dark = ended.replace("{stroke}", "indigo"), ended.replace("{stroke}", "#0A0D10")
    assert found(tmp_path, GROUND + indigo) == ["no-bleed 5: a ground of #23426B ends at the trim"]
    assert found(tmp_path, GROUND + indigo.replace("[0, 15, 30", "[-2, 15, 32")) == []
    within = dark.replace("[0, 15, 30", "[5, 15, 25")
    assert [one[:11] for one in found(tmp_path, GROUND + within)] == ["much-ink 5:"]


def test_a_picture_of_more_ink_than_paper_takes(tmp_path: Path) -> None:
    face = GROUND + draw('picture = "a.png"', 'box = "bleed"', 'fit = "stretch"')

    def says(*strips: tuple[str, int]) -> list[str]:
        return found(tmp_path, face, {"art/a.png": picture(*strips)})

    assert only(tmp_path, face, {"art/a.png": picture(("#1A0A00", 200), ("#C08040", 200))}) == (
        "faces/marker.toml:5:picture: warning much-ink: a picture takes up to 307 % of ink, and too much on 6 cm² of it"
    )
    assert [one[:11] for one in says(("#1A0A00", 50), ("#C08040", 350))] == ["much-ink 5:"], "144 mm² of it"
    assert says(("#1A0A00", 30), ("#C08040", 370)) == [], "87 mm² of it, less than 1 cm²"
    assert says(("#000000", 200), ("#333333", 200)) == [], "black alone is one ink"
    assert says(("#1A0A0000", 400)) == [], "nothing of it is seen"
    assert found(tmp_path, face, {"art/a.png": picture(("#1A0A00", 400))}, "--ink", "low") == [], "black alone"


def test_what_is_cut_off_of_a_picture_takes_no_ink(tmp_path: Path) -> None:
    dark = {"art/a.png": picture(("#1A0A00", 200), ("#C08040", 800), ("#1A0A00", 200), height=400)}
    cover = draw('picture = "a.png"', 'box = "bleed"', 'fit = "cover"')
    assert found(tmp_path, GROUND + cover, dark) == []
    assert [one[:11] for one in found(tmp_path, GROUND + cover.replace("cover", "stretch"), dark)] == ["much-ink 5:"]


def test_pictures_in_foreign_colours_or_far_too_fine(tmp_path: Path) -> None:
    def png(profile: str, pixels: int) -> bytes:
        out = io.BytesIO()
        data = ImageCms.ImageCmsProfile(ImageCms.createProfile(profile)).tobytes()
        Image.new("RGB", (pixels, pixels), "#884422").save(out, "PNG", icc_profile=data)
        return out.getvalue()

    picture = GROUND + draw('picture = "a.png"', "box = [5, 5, 20, 20]")
    assert found(tmp_path, picture, {"art/a.png": png("sRGB", 240)}) == []
    (foreign,) = found(tmp_path, picture, {"art/a.png": png("XYZ", 240)})
    assert foreign.startswith("picture-profile 5: a.png has the colours of")
    (fine,) = found(tmp_path, picture, {"art/a.png": png("sRGB", 1200)})
    assert fine == "fine-picture 5: a.png has 1524 dpi at this size, far more than the 300 that a printer shows"
