"""What touches on a face: words too near to chips, and words, signs and pictures that are covered."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_builders import Case, check_cases, draw, strips

WHITE = draw('rect = "bleed"', 'fill = "white"')
BANNER = draw("rect = [2.6, 2.6, 24.8, 9]", 'fill = "indigo"')
CHIP = draw("ellipse = [20, 3, 8, 8]", 'fill = "paper"', 'stroke = "ink"', "width = 0.3")
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 5 5"><path d="M1,1 H4 V4 H1 Z" fill="#123456"/></svg>'


def word(box: str, *more: str) -> str:
    return draw('text = "Lodging"', f"box = {box}", *more)


def title(left: float, *more: str) -> str:
    """A word on a banner, and beside it a chip with a sign."""
    name = word(f"[{left}, 4, 17, 6]", 'colour = "white"', *more)
    return WHITE + BANNER + name + CHIP + draw('icon = "yes"', "box = [21.5, 4.5, 5, 5]")


def plate(left: float, *more: str) -> str:
    return draw(f"rect = [{left}, 2, 16, 8]", 'fill = "white"', *more)


def plates(fill: str) -> str:
    """A word, and another one on a plate of a colour close below it."""
    return WHITE + word("[4, 4, 17, 6]") + draw("rect = [4, 7.3, 20, 9]", f'fill = "{fill}"') + word("[5, 9.7, 17, 5]")


def signs(step: float) -> str:
    return WHITE + draw('icon = "full"', "box = [3, 10, 5, 5]", 'each = "1..3"', f"step = [{step}, 0]")


NEAR = "too-near {}: a {} stands {} mm from what line {} draws, nearer than 0.8"
COVERED = "half-covered {}: a {} is covered by 100 % by what line {} draws"
WORD = word("[4, 4, 17, 6]")
WINDOW = draw('path = "M0,0 H30 V30 H0 Z M4,4 V24 H26 V4 Z"', 'fill = "paper"', 'rule = "evenodd"')
TOUCHING = {
    "a title on its banner beside a chip": Case(title(4)),
    "a title too near to the chip": Case(title(9.2), [NEAR.format(9, "text", 0.7, 14)]),
    "one that is meant to be near": Case(title(9.2, "near = true")),
    "a chip that is meant to be near": Case(title(9.2).replace("width = 0.3", "width = 0.3\nnear = true")),
    "signs of a row": Case(signs(6.5)),
    "signs of a row that are too near": Case(signs(5.5), [NEAR.format(5, "sign", 0.5, 5)]),
    "shapes of a row": Case(signs(5.5).replace('icon = "full"\nbox', 'fill = "ink"\nrect')),
    "two texts whose long letters meet": Case(WHITE + WORD + word("[4, 8.3, 17, 6]")),
    "a word under a plate": Case(WHITE + WORD + plate(3.5), [COVERED.format(5, "text", 9)]),
    "a plate that is meant to be there": Case(WHITE + WORD + plate(3.5, "near = true")),
    "a plate that is seen through": Case(WHITE + WORD + plate(3.5, "opacity = 0.5")),
    "a word beside the plate of another": Case(plates("sand"), [NEAR.format(5, "text", 0.5, 9)]),
    "a word beside a plate that is not seen": Case(plates("white")),
    "a word in a window": Case(WHITE + word("[8, 9, 17, 6]") + WINDOW),
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
    **TOUCHING,
    **{
        f"a {under} under a {over}": Case(
            UNDER[under] + OVER[over], [COVERED.format(1, "sign" if under == "sign" else "picture", 5)]
        )
        for under in UNDER
        for over in OVER
        if not under == over == "sign"  # which are too near as well
    },
    **{f"a {name} under a frame, a veil and a line": Case(face + VEILS) for name, face in UNDER.items()},
}
ART: dict[str, str | bytes] = {
    "art/square.svg": SQUARE,
    "art/full.svg": SQUARE.replace("M1,1 H4 V4 H1 Z", "M0,0 H5 V5 H0 Z"),
    "art/solid.png": strips(("#0A783C", 400)),
    "art/frame.png": strips(("#00000000", 400)),
    "faces/head.toml": "size = [30, 30]\n" + title(9.2),
}
CODES = ("too-near", "half-covered")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    return check_cases(tmp_path_factory.mktemp("touching") / "kit", CASES, CODES, ART)


@pytest.mark.parametrize("name", CASES)
def test_what_is_too_near_or_covered_is_found(name: str, found: dict[str, list[str]]) -> None:
    assert found[name] == CASES[name].says


@pytest.mark.parametrize(
    ("face", "said"),
    [
        (WHITE + WORD + plate(8), "half-covered 5: a text is covered by "),
        (WHITE + WORD + word("[4, 5.8, 17, 6]"), "too-near 9: a text stands "),
        (WHITE + word("[20, 9, 17, 6]") + WINDOW, "half-covered 5: a text is covered by "),
    ],
    ids=["half a word", "two words in one place", "a word beside a window"],
)
def test_what_is_covered_in_part_is_found_too(face: str, said: str, tmp_path: Path) -> None:
    (found,) = check_cases(tmp_path, {"one": Case(face)}, CODES)["one"]
    assert found.startswith(said)
