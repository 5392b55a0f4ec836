"""What touches on a face: words too near to chips, and words, signs and pictures that are covered."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

import pytest
from check_builders import checked, write_kit
from click.testing import CliRunner
from PIL import Image

from pnp.cli import main

GROUND = '[[draw]]\nrect = "bleed"\nfill = "white"\n\n'
BANNER = '[[draw]]\nrect = [2.6, 2.6, 24.8, 9]\nfill = "indigo"\n\n'
CHIP = '[[draw]]\nellipse = [20, 3, 8, 8]\nfill = "paper"\nstroke = "ink"\nwidth = 0.3\n\n'
SIGN = '[[draw]]\nicon = "yes"\nbox = [21.5, 4.5, 5, 5]\n\n'


def text(box: str, *more: str) -> str:
    return "\n".join(('[[draw]]\ntext = "Lodging"', f"box = {box}", 'colour = "white"', *more, "", ""))


def found(folder: Path, face: str, changes: Mapping[str, str | bytes] | None = None, *options: str) -> list[str]:
    """What touches on a face of 30 × 30 mm, by code and line."""
    codes = ("too-near", "half-covered")
    findings = checked(write_kit(folder, face, changes), *options)
    return [f"{finding.code} {finding.place.row}: {finding.message}" for finding in findings if finding.code in codes]


def title(left: float, *more: str) -> str:
    return GROUND + BANNER + text(f"[{left}, 4, 17, 6]", *more) + CHIP + SIGN


def test_a_title_may_stand_on_its_banner_beside_a_chip(tmp_path: Path) -> None:
    assert found(tmp_path, title(4)) == []


def test_a_title_too_near_to_a_chip_is_found_by_how_far_they_are_apart(tmp_path: Path) -> None:
    assert found(tmp_path, title(9.2)) == ["too-near 9: a text stands 0.7 mm from what line 14 draws, nearer than 0.8"]


def test_near_says_that_it_is_meant(tmp_path: Path) -> None:
    assert found(tmp_path, title(9.2, "near = true")) == []
    assert found(tmp_path, title(9.2).replace("width = 0.3", "width = 0.3\nnear = true")) == []


def test_a_face_that_is_drawn_near_is_near_in_all_its_parts(tmp_path: Path) -> None:
    head = {"faces/head.toml": "size = [30, 30]\n" + title(9.2)}
    call = '[[draw]]\nface = "head"\nbox = "trim"\n'
    assert len(found(tmp_path, call, head)) == 1
    assert found(tmp_path, call + "near = true\n", head) == []


def test_what_a_word_does_not_stand_on_may_begin_beside_its_ground(tmp_path: Path) -> None:
    """Two panels meet; each word keeps to its own."""
    panels = '[[draw]]\nrect = [2.6, 11.6, 24.8, 9]\nfill = "pine"\n\n' + text("[4, 13, 17, 6]")
    assert found(tmp_path, title(4) + panels) == []


def test_a_shape_on_which_nothing_stands_is_no_chip(tmp_path: Path) -> None:
    assert found(tmp_path, GROUND + BANNER + text("[8, 4, 17, 6]") + CHIP) == []


@pytest.mark.parametrize(("step", "gaps"), [(6.5, []), (5.5, ["0.5"])])
def test_signs_of_a_row_keep_apart(tmp_path: Path, step: float, gaps: list[str]) -> None:
    row = f'[[draw]]\nrect = [3, 10, 5, 5]\nfill = "ink"\neach = "1..3"\nstep = [{step}, 0]\n\n'
    signs = f'[[draw]]\nicon = "square"\nbox = [3, 10, 5, 5]\neach = "1..3"\nstep = [{step}, 0]\n\n'
    square = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 5 5"><path d="M0,0 H5 V5 H0 Z" fill="#123456"/></svg>'
    )
    messages = found(tmp_path, GROUND + signs, {"art/square.svg": square})
    assert messages == [f"too-near 5: a sign stands {gap} mm from what line 5 draws, nearer than 0.8" for gap in gaps]
    assert found(tmp_path, GROUND + row) == [], "shapes are no signs"


def test_two_lines_of_one_text_are_one_text_and_two_texts_are_held_by_their_small_letters(tmp_path: Path) -> None:
    lines = '[[draw]]\ntext = "gypsy lodging of the jolly guy"\nbox = [4, 4, 18, 20]\n\n'
    assert found(tmp_path, GROUND + lines) == []
    one, other = (f'[[draw]]\ntext = "Lodging"\nbox = [4, {y}, 17, 6]\n\n' for y in (4, 8.3))
    assert found(tmp_path, GROUND + one + other) == []
    assert len(found(tmp_path, GROUND + one + one.replace("4, 4,", "4, 5.8,"))) == 1


def test_a_word_that_something_later_covers_is_found_however_much_of_it(tmp_path: Path) -> None:
    word = '[[draw]]\ntext = "Lodging"\nbox = [4, 4, 17, 6]\n\n'
    plate = '[[draw]]\nrect = [{}, 2, 16, 8]\nfill = "white"\n\n'
    assert found(tmp_path, GROUND + plate.format(8) + word) == []
    (message,) = found(tmp_path, GROUND + word + plate.format(3.5))
    assert message == "half-covered 5: a text is covered by 100 % by what line 9 draws"
    meant = plate.format(3.5).replace("fill", "near = true\nfill")
    assert found(tmp_path, GROUND + word + meant) == []
    assert found(tmp_path, GROUND + word + plate.format(3.5).replace("fill", "opacity = 0.5\nfill")) == []
    accepted = word.replace("\n\n", '\naccept = ["half-covered"]\n\n')
    result = CliRunner().invoke(main, ["check", str(write_kit(tmp_path, GROUND + accepted + plate.format(3.5)))])
    assert "accepted: a text is covered by 100 %" in result.output and "no findings, 1 accepted" in result.output
    (message,) = found(tmp_path, GROUND + word + plate.format(8))
    assert message.startswith("half-covered 5: a text is covered by ") and "what line 9 draws" in message


SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 5 5"><path d="M1,1 H4 V4 H1 Z" fill="#123456"/></svg>'
UNDER = {
    "sign": '[[draw]]\nicon = "square"\nbox = [10, 10, 6, 6]\n\n',
    "drawing": '[[draw]]\npicture = "square.svg"\nbox = [10, 10, 6, 6]\n\n',
    "photograph": '[[draw]]\npicture = "solid.png"\nbox = [10, 10, 6, 6]\n\n',
    "photograph beyond the bleed": '[[draw]]\npicture = "solid.png"\nbox = [-20, -20, 80, 80]\n\n',
}
OVER = {
    "rect": '[[draw]]\nrect = [9, 9, 8, 8]\nfill = "pine"\n',
    "ellipse": '[[draw]]\nellipse = [6, 6, 14, 14]\nfill = "pine"\n',
    "gradient": '[[draw]]\nrect = [9, 9, 8, 8]\nfill = { stops = ["white", "#112233"] }\n',
    "sign": '[[draw]]\nicon = "square"\nbox = [3, 3, 20, 20]\n',
    "photograph": '[[draw]]\npicture = "solid.png"\nbox = [9, 9, 8, 8]\n',
    "ground": '[[draw]]\nrect = "bleed"\nfill = "white"\n',
}


@pytest.mark.parametrize("under", UNDER)
@pytest.mark.parametrize("over", OVER)
def test_a_sign_or_picture_under_something_later_is_found(tmp_path: Path, under: str, over: str) -> None:
    art: dict[str, str | bytes] = {"art/square.svg": SQUARE, "art/solid.png": png((10, 120, 60, 255))}
    messages = found(tmp_path, UNDER[under] + OVER[over], art)
    if under.endswith("bleed") and over != "ground":
        assert messages == []
    else:
        kind = "sign" if under == "sign" else "picture"
        assert f"half-covered 1: a {kind} is covered by 100 % by what line 5 draws" in messages
        assert len([one for one in messages if "covered" in one]) == 1


@pytest.mark.parametrize("under", [*UNDER.values(), text("[9, 10, 12, 6]")])
def test_what_is_seen_through_a_frame_or_beside_a_shape_is_not_covered(tmp_path: Path, under: str) -> None:
    art: dict[str, str | bytes] = {
        "art/square.svg": SQUARE, "art/solid.png": png((10, 120, 60, 255)), "art/frame.png": png((0, 0, 0, 0)),
    }  # fmt: skip
    frame = '[[draw]]\npicture = "frame.png"\nbox = [-3, -3, 36, 36]\n\n'
    veil = '[[draw]]\nrect = "bleed"\nfill = "white"\nopacity = 0.4\n\n'
    line = '[[draw]]\nrect = [2.6, 2.6, 24.8, 24.8]\nstroke = "ink"\nwidth = 0.6\n'
    assert [one for one in found(tmp_path, under + frame + veil + line, art) if "covered" in one] == []


def png(colour: tuple[int, int, int, int]) -> bytes:
    data = io.BytesIO()
    Image.new("RGBA", (400, 400), colour).save(data, "PNG")
    return data.getvalue()


def test_a_figure_shows_pieces_that_lie_on_each_other(tmp_path: Path) -> None:
    figure = {
        "faces/fig.toml": "size = [30, 30]\n" + title(9.2),
        "kit.toml": (write_kit(tmp_path) / "kit.toml").read_text()
        + '[[component]]\nid = "rules"\nkind = "leaflet"\nfile = "rules"\n',
        "rules.en.md": "# Houses\n\n## Play\n\nSo it goes.\n\n![So](face:fig)\n",
    }
    assert found(tmp_path, GROUND, figure) == []


def test_a_sheet_with_a_window_covers_what_lies_beside_it_and_not_what_is_seen_through_it(tmp_path: Path) -> None:
    word = '[[draw]]\ntext = "Lodging"\nbox = [{}, 9, 17, 6]\n\n'
    sheet = '[[draw]]\npath = "M0,0 H30 V30 H0 Z M4,4 V24 H26 V4 Z"\nfill = "paper"\nrule = "evenodd"\n'
    assert found(tmp_path, GROUND + word.format(8) + sheet) == []
    assert len(found(tmp_path, GROUND + word.format(20) + sheet)) == 1
