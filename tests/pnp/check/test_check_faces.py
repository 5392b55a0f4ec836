"""Finished faces: words, signs, codes and type that are hard to see or to read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from check_builders import GROUND, KIT, NAMED, PLAYERS, Case, check_cases, checked, codes, draw, strips, write_kit
from output_builders import pnp

from pnp.check.colour_rules import ciede2000

WHITE = draw('rect = "bleed"', 'fill = "white"')
ROUND = 'size = [30, 30]\nshape = "round"'
HEXAGON = 'size = [26, 30]\nshape = "hexagon"'
BADGE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12,1 L23,23 H1 Z" fill="{}"/></svg>'
FILES: dict[str, str | bytes] = {
    "art/night.png": strips(("#30302E", 400)),
    "art/red.svg": BADGE.format("#B02828"),
    "faces/label.toml": "size = [20, 10]\n\n"
    + draw('text = "Hx"', "box = [1, 1, 18, 8]", "size = 16", "least = 16", 'align = "left"'),
}


def text(box: str, *keys: str, words: str = "Hx") -> str:
    return WHITE + draw(f'text = "{words}"', f"box = {box}", *keys)


def on(fill: str, *keys: str) -> str:
    """Two words on a square of a colour."""
    return (
        WHITE
        + draw("rect = [3, 3, 24, 24]", f'fill = "{fill}"')
        + draw('text = "Hx Hx"', "box = [5, 5, 20, 20]", *keys)
    )


def ground(fill: str) -> str:
    return draw('rect = "bleed"', f"fill = {fill}")


def line(colour: str, shape: str = "line = [5, 5, 25, 5]") -> str:
    return draw(shape, f'stroke = "{colour}"', "width = 0.4")


def pale(row: int, ground: str, ratio: str, least: str = "4.5", colour: str = "#FFFDF8") -> list[str]:
    return [f"low-contrast {row}: text of {colour} on {ground} has a contrast of {ratio} : 1, less than {least}"]


def sign(name: str) -> str:
    return draw(f'icon = "{name}"', "box = [8, 8, 12, 12]")


CUT = "text-cut 5: text stands {} mm out of the trim and is cut off"
NEAR = "near-trim 5: text stands {} mm from the trim, nearer than {}"
TRIM = {
    "in the box safe": Case(NAMED),
    "0.5 mm from it": Case(text("[0.5, 10, 20, 6]"), [NEAR.format("0.5", "2.6")]),
    "in the middle of a large box": Case(text("[0, 0, 30, 30]", 'align = "center"', 'valign = "middle"')),
    "too near on a small piece": Case(text("[0.4, 6, 14, 6]"), [NEAR.format("0.4", "0.8")], "size = [18, 18]"),
    "over the trim": Case(text("[-2, 10, 20, 6]"), [CUT.format("2.0")]),
    "turned": Case(text("[-4, 12, 10, 6]", 'align = "center"', "turn = 90"), [NEAR.format("1.8", "2.6")]),
    "in the corner of a disc": Case(text("[4, 4, 20, 6]"), [CUT.format("0.4")], ROUND),
    "in the corner of a hexagon": Case(text("[4, 4, 20, 6]"), [CUT.format("0.9")], HEXAGON),
}
ACCENTS = {
    f"“{words}” at the {valign}": Case(text('"safe"', f'valign = "{valign}"', words=words))
    for words in ("Śnieg", "İstanbul", "(Tag)", "*Ąż* jq")
    for valign in ("top", "bottom")
}
SHADED = '{ stops = ["white", ["white", 0.6], "#9A9A9A"], angle = 0 }'
NINE = draw('text = "Nine men"', "box = [3, 10, 24, 9]", "size = 12", "least = 12", 'align = "center"')
GREY, PAINTED = NINE.replace("\n\n", '\ncolour = "#666666"\n\n'), NINE.replace("\n\n", '\ncolour = "white"\n\n')
LARGE = ('colour = "white"', 'font = "text"')
NIGHT = WHITE + draw('picture = "night.png"', "box = [3, 3, 24, 24]") + draw('text = "Hx"', 'box = "safe"')
CONTRAST = {
    "white on grey": Case(on("#9A9A9A", 'colour = "white"'), pale(9, "#9A9A9A", "2.8")),
    "type of 14 points on a darker grey": Case(on("#858585", *LARGE, "size = 14"), pale(9, "#858585", "3.6")),
    "large type on the paler grey": Case(on("#9A9A9A", *LARGE, "size = 18"), pale(9, "#9A9A9A", "2.8", "3")),
    "words on a picture": Case(NIGHT, pale(9, "#30302E", "1.2", colour="#2B2320")),
    "words of the colour of their ground": Case(on("white", 'colour = "white"'), pale(9, "#FFFDF8", "1.0")),
    "a line of which the end is lost": Case(ground(SHADED) + GREY, pale(5, "#E5E3E0", "4.5", colour="#666666")),
    "white on silk": Case(ground('"silk"') + PAINTED, pale(5, "#F4E9D3", "1.2")),
    "white on silk with a line round it": Case(
        ground('"silk"') + PAINTED.replace("\n\n", '\noutline = 0.5\noutline_colour = "ink"\n\n')
    ),
}
LOST = "pale-art 5: {} has a contrast of {} : 1 to {}, on which it stands"
DISC = draw("rect = [5, 5, 20, 20]", 'fill = "#2A2226"')
EDGE = line("#2B2327", "rect = [5, 5, 20, 20]")
SIGNS = {
    "a sign on a dark ground": Case(ground('"#AA2222"') + sign("red"), [LOST.format("a sign", "1.07", "#AA2222")]),
    "a line": Case(ground('"#223344"') + line("#243547"), [LOST.format("a line", "1.03", "#223344")]),
    "a pale line": Case(WHITE + line("#FBF6EA"), [LOST.format("a line", "1.06", "#FFFDF8")]),
    "a dark outline on white": Case(WHITE + DISC + EDGE),
    "an outline with a fill of its own": Case(ground('"#2A2228"') + DISC.strip() + '\nstroke = "#2B2327"\n'),
}
LID = draw("rect = [4, 4, 22, 22]", 'fill = "ink"')
OFF = "outside 9: it lies wholly out of trim and bleed: nothing of it is printed"
UNSEEN = {
    "words under a lid": Case(on("white") + LID, ["half-covered 9: a text is covered by 100 % by what line 13 draws"]),
    "words under a lid that is meant": Case(on("white") + LID.strip() + "\nnear = true\n"),
    "white on white": Case(
        WHITE + draw("rect = [9, 9, 9, 9]", 'fill = "white"'),
        ["blank 5: one thing is drawn, and next to nothing is seen of it"],
    ),
    "a ground alone": Case(WHITE),
    "right of the face": Case(NAMED + "\n" + draw("rect = [40, 5, 10, 10]", 'fill = "indigo"'), [OFF]),
}
ADDRESS = "http://silkroad.local:8000/k/houses/3f9a2c"
WHOLE = "[3, 3, 24, 24]"
CODE_CODES = ("small-code", "crowded-code", "pale-code")


def code(box: str, before: str = "", after: str = "", colour: str = "ink") -> str:
    return WHITE + before + draw(f'qr = "{ADDRESS}"', f"box = {box}", f'colour = "{colour}"') + after


CODE_CASES = {
    "with its quiet zone": (code(WHOLE), ""),
    "in a frame on the edge of its box": (
        code(WHOLE, after=draw(f"rect = {WHOLE}", "radius = 1.5", 'stroke = "ink"', "width = 0.3")),
        "",
    ),
    "too small": (code("[6, 6, 13, 13]"), "small-code"),
    "with a bar in its quiet zone": (code(WHOLE, after=draw("rect = [3, 3, 12, 3]", 'fill = "ink"')), "crowded-code"),
    "with a word in it": (code(WHOLE, after=draw('text = "Scan"', "box = [10, 3, 15, 4]")), "crowded-code"),
    "on the edge of a ground": (code(WHOLE, before=draw("rect = [0, 0, 9, 30]", 'fill = "ink"')), "crowded-code"),
    "over the trim": (code("[-3, 3, 24, 24]"), "crowded-code"),
    "white on ink": (code(WHOLE, before=draw('rect = "bleed"', 'fill = "ink"'), colour="white"), "pale-code"),
}
CASES = {
    **{f"trim: {name}": case for name, case in (TRIM | ACCENTS).items()},
    **{f"contrast: {name}": case for name, case in CONTRAST.items()},
    **{f"signs: {name}": case for name, case in SIGNS.items()},
    **{f"unseen: {name}": case for name, case in UNSEEN.items()},
    **{f"code: {name}": Case(face) for name, (face, _) in CODE_CASES.items()},
}
CODES = ("near-trim", "text-cut", "low-contrast", "pale-art", "half-covered", "blank", "outside")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    return check_cases(tmp_path_factory.mktemp("faces") / "kit", CASES, (*CODES, *CODE_CODES), FILES)


@pytest.mark.parametrize("name", [name for name in CASES if not name.startswith("code")])
def test_what_is_hard_to_see_on_a_face_is_found(name: str, found: dict[str, list[str]]) -> None:
    assert found[name] == CASES[name].says


def test_words_of_a_face_within_a_face_are_found_where_they_are_written(tmp_path: Path) -> None:
    label = {"faces/label.toml": str(FILES["faces/label.toml"])}
    face = WHITE + draw('face = "label"', "box = [0, 10, 10, 5]")
    found = checked(write_kit(tmp_path / "kit", face, label))
    assert [(one.severity, one.code, str(one.place)) for one in found] == [
        ("warning", "near-trim", "faces/label.toml:3:text")
    ]


def test_a_finding_comes_once_with_the_number_of_cards_and_without_its_code(tmp_path: Path) -> None:
    said = pnp("check", write_kit(tmp_path / "kit", text("[0.5, 10, 20, 6]"))).output
    assert said.count("mm from the trim") == 1 and "(3 cards)" in said and "1 warning" in said
    assert "near-trim" not in said


def test_with_little_ink_the_ground_that_is_printed_counts(tmp_path: Path) -> None:
    """White words on a filled ground become ink on white; a square that is an outline is seen."""
    assert codes(write_kit(tmp_path / "kit", on("#9A9A9A", 'colour = "white"')), "--ink", "low") == []
    indigo = WHITE + draw("rect = [9, 9, 9, 9]", 'fill = "indigo"')
    assert codes(write_kit(tmp_path / "square", indigo), "--ink", "low") == []


@pytest.mark.parametrize("name", CODE_CASES)
def test_a_code_that_phones_may_not_read_is_found(name: str, found: dict[str, list[str]]) -> None:
    said = [one.partition(" ")[0] for one in found[f"code: {name}"]]
    assert [code for code in said if code in CODE_CODES][:1] == list(filter(None, [CODE_CASES[name][1]]))


def test_build_stops_at_a_code_that_no_phone_reads(tmp_path: Path) -> None:
    result = pnp("build", write_kit(tmp_path / "kit", code(WHOLE, colour="#D8D8D8")), "--out", tmp_path / "out")
    assert result.exit_code == 1 and "hard to read for phones" in result.output
    assert not list((tmp_path / "out").iterdir())


# --- small type is a warning, smaller type an error, and a text that does not fit says why ---

SMALL = ("size = 6", "size = 5", "size = 8\nleast = 5.5", 'style = "tiny"', "size = 6.5\nleast = 6")


def test_type_from_five_to_seven_points_is_a_warning_that_can_be_accepted(tmp_path: Path) -> None:
    words = "Bob and his brother own a house by the lake and a boat"
    cases = {keys: Case(draw(f'text = "{words}"', "box = [4, 4, 22, 7]", keys)) for keys in SMALL}
    accepted = {f"{keys}!": Case(f'{case.face.strip()}\naccept = ["small-type"]\n') for keys, case in cases.items()}
    theme = {"theme.toml": "[style.tiny]\nsize = 6\nleast = 5\n"}
    found = check_cases(tmp_path, cases | accepted, ("small-type",), theme)
    assert [len(found[keys]) for keys in SMALL] == [1] * 5
    told = pnp("check", tmp_path)
    assert told.exit_code == 0 and told.stderr.count("accepted: ") == 5


@pytest.mark.parametrize("least", [1, 4.9])
def test_text_never_shrinks_under_five_points(tmp_path: Path, least: float) -> None:
    (found,) = checked(write_kit(tmp_path, draw('text = "Bob"', 'box = "safe"', f"least = {least}")))
    assert (found.severity, found.hint) == ("error", "text never shrinks under 5 pt")


@pytest.mark.parametrize(
    ("words", "box", "said"),
    [
        ("The merchant Dunhuang", "[4, 4, 30, 9]", r"line 1 ends after “merchant”: “Dunhuang” needs "),
        ("Incomprehensibilities", "[4, 4, 30, 9]", r"line 1 ends after “\w+-”: “Incomprehensibilities” needs "),
        ("Incomprehensibilities", "[4, 4, 20, 20]\nhyphenate = false", r"line 1 is 20.0 mm wide: “Incomprehensib"),
        ("One\\nTwo\\nThree", "[4, 4, 40, 9]", ""),
    ],
)
def test_check_says_which_word_made_a_text_too_long(tmp_path: Path, words: str, box: str, said: str) -> None:
    face = draw(f'text = "{words}"', f"box = {box}", "size = 14", "least = 14")
    output = pnp("check", write_kit(tmp_path, face)).output
    found = re.search(r"does not fit, not even at 14 pt(?:, at which (.*))? \(", output)
    assert found and re.match(said, found[1] or "")
    if measures := re.search(r"needs ([\d.]+) mm, ([\d.]+) mm were left", output):
        assert float(measures[1]) > float(measures[2])


# --- rows told apart by colour alone are found; a sign, a hatch or a word is enough ---

SIGNED = {"players.csv": PLAYERS.replace("1F,,", "1F,hand,").replace("34,,", "34,deck,")}
HATCHED = {
    "players.csv": PLAYERS.replace("#B3361F,,none", "#B3361F,,dots").replace("#2E6B34,,none", "#2E6B34,,vertical")
}


def alike(folder: Path) -> list[str]:
    return [finding.message for finding in checked(folder) if finding.code == "colour-alone"]


@pytest.mark.long
@pytest.mark.landing
def test_plain_squares_of_red_and_green_are_found_and_both_rows_named(tmp_path: Path) -> None:
    (found,) = checked(write_kit(tmp_path / "kit", GROUND))
    assert (found.severity, found.code, str(found.place)) == ("warning", "colour-alone", "players.csv:2:colour")
    assert "ann and bob (row 3)" in found.message
    assert "to protan sight" in found.message
    assert "in grey" in found.message
    assert "a sign, a hatch or a word" in found.hint


@pytest.mark.long
@pytest.mark.landing
def test_a_sign_a_hatch_or_a_word_tells_rows_apart(tmp_path: Path) -> None:
    sign = GROUND + '\n[[draw]]\nicon = "{sign}"\nbox = [8, 8, 14, 14]\n'
    hatch = GROUND + '\n[[draw]]\nrect = "trim"\nhatch = "{hatch}"\n'
    word = GROUND + '\n[[draw]]\ntext = "**{name}**"\nbox = "safe"\nsize = 20\ncolour = "white"\n'
    assert alike(write_kit(tmp_path / "sign", sign, SIGNED)) == []
    assert alike(write_kit(tmp_path / "hatch", hatch, HATCHED)) == []
    assert alike(write_kit(tmp_path / "word", word)) == []


@pytest.mark.long
@pytest.mark.landing
def test_colours_that_all_eyes_and_printers_part_are_enough(tmp_path: Path) -> None:
    rows = {"players.csv": PLAYERS.replace("#2E6B34", "#FFFDF8").replace("#F5DF4E", "#2A2226")}
    assert alike(write_kit(tmp_path / "kit", GROUND, rows)) == []


@pytest.mark.long
@pytest.mark.landing
def test_one_finding_counts_the_components_it_is_true_of(tmp_path: Path) -> None:
    second = KIT[KIT.index("[[component]]") :].replace('"markers"', '"seals"')
    found = checked(write_kit(tmp_path / "kit", GROUND, {"kit.toml": KIT + second}))
    assert [(finding.code, finding.card) for finding in found] == [("colour-alone", "markers")]


@pytest.mark.long
@pytest.mark.landing
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_ciede2000_gives_the_published_differences(
    first: tuple[float, float, float], second: tuple[float, float, float], expected: float
) -> None:
    """Sharma, Wu and Dalal (2005), table 1: pairs that catch the usual slips."""
    assert ciede2000(first, second) == pytest.approx(expected, abs=1e-4)
    assert ciede2000(second, first) == pytest.approx(expected, abs=1e-4)
