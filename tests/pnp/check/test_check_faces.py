"""Finished faces: words near the cut, words too pale, codes that no phone reads."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
import zxingcpp
from check_builders import KIT, NAMED, checked, codes, write_kit
from click.testing import CliRunner
from PIL import Image

from pnp.check.run import KitCheck
from pnp.cli import main
from pnp.face.layout import KitFaces
from pnp.kits import load
from pnp.render.png import scene_pngs
from pnp.sheet.paper import PAPERS

WHITE = '[[draw]]\nrect = "bleed"\nfill = "white"\n\n'


def text(box: str, *keys: str) -> str:
    return WHITE + "\n".join(("[[draw]]", 'text = "Hx"', f"box = {box}", *keys, ""))


# --- words near the cut ----------------------------------------------------------------------------------


def test_words_in_the_box_safe_are_safe(tmp_path: Path) -> None:
    assert codes(write_kit(tmp_path / "kit")) == []


@pytest.mark.parametrize("words", ["Übermut", "Śnieg", "İstanbul", "**bold** d", "(Tag)", "*Ąż* jq"])
def test_accents_on_the_first_line_of_the_box_safe_are_safe(words: str, tmp_path: Path) -> None:
    for valign in ("top", "bottom"):
        face = text('"safe"', f'valign = "{valign}"').replace("Hx", words)
        assert words in face
        assert codes(write_kit(tmp_path / valign, face)) == []


@pytest.mark.parametrize("box", ["[0.5, 10, 20, 6]", "[10, 1, 15, 6]"])
def test_words_near_the_trim_are_a_warning_with_the_distance(tmp_path: Path, box: str) -> None:
    (found,) = checked(write_kit(tmp_path / "kit", text(box)))
    assert (found.severity, found.code, str(found.place)) == ("warning", "near-trim", "faces/marker.toml:5:text")
    assert f"text stands {'0.5' if box.startswith('[0.5') else '1.2'} mm from the trim" in found.message
    assert "safe" in found.hint


def test_letters_count_not_the_box_that_holds_them(tmp_path: Path) -> None:
    face = text("[0, 0, 30, 30]", 'align = "center"', 'valign = "middle"')
    assert codes(write_kit(tmp_path / "kit", face)) == []


def test_small_pieces_may_have_their_words_nearer_to_the_trim(tmp_path: Path) -> None:
    small = {"kit.toml": KIT.replace("size = [30, 30]", "size = [18, 18]")}
    assert codes(write_kit(tmp_path / "kit", text("[1, 6, 14, 6]"), small)) == []
    assert codes(write_kit(tmp_path / "nearer", text("[0.4, 6, 14, 6]"), small)) == [
        "warning near-trim faces/marker.toml:5:text"
    ]


def test_words_that_stand_out_of_the_trim_are_an_error(tmp_path: Path) -> None:
    assert codes(write_kit(tmp_path / "kit", text("[-2, 10, 20, 6]"))) == ["error text-cut faces/marker.toml:5:text"]


def test_a_turned_word_is_measured_turned(tmp_path: Path) -> None:
    level = text("[10, 3, 10, 6]", 'align = "center"')
    turned = text("[-4, 12, 10, 6]", 'align = "center"', "turn = 90")
    assert codes(write_kit(tmp_path / "level", level)) == []
    assert [finding.code for finding in checked(write_kit(tmp_path / "turned", turned))] == ["near-trim"]


def test_a_round_token_is_cut_along_its_edge(tmp_path: Path) -> None:
    face = text("[4, 4, 20, 6]")
    round_kit = {"kit.toml": KIT.replace("size = [30, 30]", 'size = [30, 30]\nshape = "round"')}
    hexagon = {"kit.toml": KIT.replace("size = [30, 30]", 'size = [26, 30]\nshape = "hexagon"')}
    assert codes(write_kit(tmp_path / "square", face)) == []
    assert codes(write_kit(tmp_path / "round", face, round_kit)) == ["error text-cut faces/marker.toml:5:text"]
    assert codes(write_kit(tmp_path / "hexagon", face, hexagon)) == ["error text-cut faces/marker.toml:5:text"]


def test_words_of_a_face_within_a_face_are_found_where_they_are_written(tmp_path: Path) -> None:
    outer = WHITE + '[[draw]]\nface = "label"\nbox = [0, 10, 10, 5]\n'
    label = 'size = [20, 10]\n\n[[draw]]\ntext = "Hx"\nbox = [1, 1, 18, 8]\nstyle = "title"\nsize = 16\n'
    label += 'align = "left"\nleast = 16\n'
    found = checked(write_kit(tmp_path / "kit", outer, {"faces/label.toml": label}))
    assert [(finding.code, str(finding.place)) for finding in found] == [("near-trim", "faces/label.toml:3:text")]


def test_figures_of_leaflets_have_no_cut(tmp_path: Path) -> None:
    kit = load(write_kit(tmp_path / "kit", NAMED, {"faces/fig.toml": "size = [40, 10]\n" + text("[0, 0, 20, 6]")}))
    layout = KitFaces(kit, "en")
    layout.figure("fig")
    check = KitCheck(kit, PAPERS["a4"])
    assert not list(layout.findings) and not [finding for laid in layout.laid for finding in check.inspect(laid)]


def test_each_finding_comes_once_with_the_number_of_cards(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from pnp.cli import main

    result = CliRunner().invoke(main, ["check", str(write_kit(tmp_path / "kit", text("[0.5, 10, 20, 6]")))])
    assert result.output.count("near-trim") == 0  # codes are for machines
    assert result.output.count("mm from the trim") == 1
    assert "(3 cards)" in result.output
    assert "1 warning" in result.output


# --- pale words ------------------------------------------------------------------------------------------


def on(fill: str, *keys: str) -> str:
    box = '[[draw]]\nrect = [3, 3, 24, 24]\nfill = "{}"\n\n'
    return WHITE + box.format(fill) + "\n".join(("[[draw]]", 'text = "Hx Hx"', "box = [5, 5, 20, 20]", *keys, ""))


def test_pale_words_are_a_warning_with_both_colours(tmp_path: Path) -> None:
    (found,) = checked(write_kit(tmp_path / "kit", on("#9A9A9A", 'colour = "white"')))
    assert (found.severity, found.code, str(found.place)) == ("warning", "low-contrast", "faces/marker.toml:9:text")
    assert "#FFFDF8 on #9A9A9A has a contrast of 2.8 : 1, less than 4.5" in found.message


def test_large_type_needs_less_contrast(tmp_path: Path) -> None:
    keys = ('colour = "white"', 'font = "text"')
    grey = "#858585"  # 3.6 : 1 to white
    assert [finding.code for finding in checked(write_kit(tmp_path / "a", on(grey, *keys)))] == ["low-contrast"]
    assert codes(write_kit(tmp_path / "b", on(grey, *keys, "size = 18"))) == []
    assert codes(write_kit(tmp_path / "c", on(grey, *keys, "size = 14").replace("Hx Hx", "**Hx Hx**"))) == []
    assert len(checked(write_kit(tmp_path / "d", on(grey, *keys, "size = 14")))) == 1
    assert len(checked(write_kit(tmp_path / "e", on("#9A9A9A", *keys, "size = 18")))) == 1  # 2.8 : 1


def test_a_thin_line_behind_words_is_no_ground(tmp_path: Path) -> None:
    line = '[[draw]]\nline = [3, 15, 27, 15]\nstroke = "ink"\nwidth = 0.2\n\n[[draw]]\ntext'
    face = on("white", 'valign = "middle"').replace("[[draw]]\ntext", line)
    assert codes(write_kit(tmp_path / "kit", face)) == []


def test_a_picture_is_a_ground_too(tmp_path: Path) -> None:
    out = io.BytesIO()
    Image.new("RGB", (400, 400), "#30302E").save(out, "PNG")
    face = WHITE + '[[draw]]\npicture = "night.png"\nbox = [3, 3, 24, 24]\n\n[[draw]]\ntext = "Hx"\nbox = "safe"\n'
    found = checked(write_kit(tmp_path / "kit", face, {"art/night.png": out.getvalue()}))
    assert [finding.code for finding in found] == ["low-contrast"]


def test_words_that_something_lies_on_are_covered_not_pale(tmp_path: Path) -> None:
    lid = '\n[[draw]]\nrect = [4, 4, 22, 22]\nfill = "ink"\n'
    assert codes(write_kit(tmp_path / "kit", on("white") + lid)) == ["warning half-covered faces/marker.toml:9:text"]
    assert codes(write_kit(tmp_path / "kit", on("white") + lid + "near = true\n")) == []


def test_words_as_pale_as_their_ground_are_found(tmp_path: Path) -> None:
    assert [found.code for found in checked(write_kit(tmp_path / "kit", on("white", 'colour = "white"')))] == [
        "low-contrast"
    ]


def test_with_little_ink_the_ground_that_is_printed_counts(tmp_path: Path) -> None:
    """White words on a filled ground become ink on white."""
    folder = write_kit(tmp_path / "kit", on("#9A9A9A", 'colour = "white"'))
    assert codes(folder, "--ink", "low") == []


# --- codes -----------------------------------------------------------------------------------------------


ADDRESS = "http://silkroad.local:8000/k/houses/3f9a2c"


def code(box: str, before: str = "", after: str = "", colour: str = "ink") -> str:
    return f'{WHITE}{before}\n[[draw]]\nqr = "{ADDRESS}"\nbox = {box}\ncolour = "{colour}"\n\n{after}'


def readable(folder: Path) -> bool:
    """Whether a reader finds the code on the first marker, cut out and laid on a dark table."""
    kit = load(folder)
    layout = KitFaces(kit, "en", address=ADDRESS)
    (component,) = kit.components
    (png,) = scene_pngs([layout.front(component, kit.tables["players"].rows[0])], fonts=layout.fonts, dpi=200)  # type: ignore[arg-type]  # a token
    card = Image.open(io.BytesIO(png))
    table = Image.new("RGB", (card.width + 80, card.height + 80), "#3A332E")
    table.paste(card, (40, 40))
    return bool(zxingcpp.read_barcodes(table))


def test_a_code_with_its_quiet_zone_is_sound(tmp_path: Path) -> None:
    folder = write_kit(tmp_path / "kit", code("[3, 3, 24, 24]"))
    assert codes(folder) == []
    assert readable(folder)


@pytest.mark.parametrize(
    ("face", "code_name"),
    [
        (code("[6, 6, 13, 13]"), "small-code"),
        (code("[3, 3, 24, 24]", after='[[draw]]\nrect = [3, 3, 12, 3]\nfill = "ink"\n'), "crowded-code"),
        (code("[3, 3, 24, 24]", after='[[draw]]\ntext = "Scan"\nbox = [10, 3, 15, 4]\n'), "crowded-code"),
        (code("[3, 3, 24, 24]", before='[[draw]]\nrect = [0, 0, 9, 30]\nfill = "ink"\n'), "crowded-code"),
        (code("[-3, 3, 24, 24]"), "crowded-code"),
        (code("[3, 3, 24, 24]", colour="#D8D8D8"), "pale-code"),
        (code("[3, 3, 24, 24]", before='[[draw]]\nrect = "bleed"\nfill = "ink"\n', colour="white"), "pale-code"),
    ],
)
def test_a_code_that_phones_may_not_read_is_an_error(tmp_path: Path, face: str, code_name: str) -> None:
    found = [finding for finding in checked(write_kit(tmp_path / "kit", face)) if finding.severity == "error"]
    assert [finding.code for finding in found][:1] == [code_name]
    assert found[0].place.column == "qr"


def test_what_hides_a_code_from_a_reader_is_always_found(tmp_path: Path) -> None:
    """Bars across a code, wider and wider: a finding comes before the reader fails."""
    for width in (0, 1, 2, 4, 8, 12, 20):
        bar = f'[[draw]]\nrect = [{15 - width / 2}, 3, {width}, 24]\nfill = "white"\n' if width else ""
        folder = write_kit(tmp_path / str(width), code("[3, 3, 24, 24]", after=bar))
        assert readable(folder) or codes(folder), width


def test_a_frame_on_the_edge_of_the_box_leaves_the_quiet_zone_alone(tmp_path: Path) -> None:
    frame = '[[draw]]\nrect = [3, 3, 24, 24]\nradius = 1.5\nstroke = "ink"\nwidth = 0.3\n'
    assert codes(write_kit(tmp_path / "kit", code("[3, 3, 24, 24]", after=frame))) == []


def test_a_code_that_a_face_shrinks_is_measured_as_printed(tmp_path: Path) -> None:
    outer = WHITE + '[[draw]]\nface = "panel"\nbox = [8, 8, 13, 13]\n'
    panel = 'size = [26, 26]\n\n[[draw]]\nqr = "' + ADDRESS + '"\nbox = [1, 1, 24, 24]\n'
    found = checked(write_kit(tmp_path / "kit", outer, {"faces/panel.toml": panel}))
    assert [(finding.code, str(finding.place)) for finding in found] == [("small-code", "faces/panel.toml:3:qr")]


def test_build_stops_at_a_code_that_no_phone_reads(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from pnp.cli import main

    folder = write_kit(tmp_path / "kit", code("[3, 3, 24, 24]", colour="#D8D8D8"))
    result = CliRunner().invoke(main, ["build", str(folder), "--out", str(tmp_path / "out")])
    assert result.exit_code == 1
    assert "hard to read for phones" in result.output
    assert not list((tmp_path / "out").iterdir())


def test_what_is_drawn_and_not_seen_is_said(tmp_path: Path) -> None:
    ground = '[[draw]]\nrect = "bleed"\nfill = "white"\n'
    hidden = ground + '\n[[draw]]\nrect = [9, 9, 9, 9]\nfill = "white"\n'
    assert codes(write_kit(tmp_path / "white", hidden)) == ["warning blank faces/marker.toml:5"]
    (one,) = checked(tmp_path / "white")
    assert one.message == "one thing is drawn, and next to nothing is seen of it"
    seen = hidden.replace('9]\nfill = "white"', '9]\nfill = "indigo"')
    assert codes(write_kit(tmp_path / "seen", seen)) == []
    assert codes(write_kit(tmp_path / "plain", ground)) == []
    assert codes(write_kit(tmp_path / "low", seen), "--ink", "low") == []


@pytest.mark.parametrize("where", ["[40, 5, 10, 10]", "[-20, 5, 10, 10]", "[5, 50, 10, 10]"])
def test_what_lies_wholly_off_the_face_is_said(tmp_path: Path, where: str) -> None:
    face = f'{NAMED}\n[[draw]]\nrect = {where}\nfill = "indigo"\n'
    assert codes(write_kit(tmp_path, face)) == ["warning outside faces/marker.toml:9:shape"]


ONE_MISTAKE = {
    "a style": ('[style.q]\nsize = "x"\n', ""),
    "a style that is no table": ("[style]\nq = 3\n", ""),
    "a key of a style": ("[style.q]\nsiz = 3\n", ""),
    "a font": ('[font.hand]\nregular = 3\n\n[style.q]\nfont = "hand"\n', ""),
    "the whole theme": ("[style.q\nsize = 8\n", ""),
    "a style of a face": ("", '[style.q]\nsize = "x"\n\n'),
    "a box of a face": ("[style.q]\nsize = 8\n", "[box]\nhead = [1, 2, 3]\n\n"),
}


@pytest.mark.parametrize(("theme", "own"), ONE_MISTAKE.values(), ids=ONE_MISTAKE)
def test_what_names_something_wrong_is_no_mistake_of_its_own(tmp_path: Path, theme: str, own: str) -> None:
    box = '"head"' if "head" in own else '"safe"'
    face = own + f'[[draw]]\ntext = "{{name}}"\nbox = {box}\nstyle = "q"\n\n' * 2
    found = checked(write_kit(tmp_path, face, {"theme.toml": theme}))
    assert len(found) == 1, found


@pytest.mark.parametrize(
    "words", ["size = 6", "size = 5", "size = 8\nleast = 5.5", 'style = "tiny"', "size = 6.5\nleast = 6"]
)
def test_type_from_five_to_seven_points_is_a_warning_that_can_be_accepted(tmp_path: Path, words: str) -> None:
    text = "Bob and his brother own a house by the lake and a boat"
    draw = f'[[draw]]\ntext = "{text}"\nbox = [4, 4, 22, 7]\n{words}\n'
    theme = {"theme.toml": "[style.tiny]\nsize = 6\nleast = 5\n"} if "tiny" in words else None
    found = [one for one in checked(write_kit(tmp_path, draw, theme)) if one.code != "shrunk"]
    assert [(one.severity, one.code) for one in found] == [("warning", "small-type")]
    told = CliRunner().invoke(main, ["check", str(write_kit(tmp_path, draw + 'accept = ["small-type", "shrunk"]\n'))])
    assert told.exit_code == 0 and "no findings" in told.output


@pytest.mark.parametrize("least", [1, 4.9])
def test_text_never_shrinks_under_five_points(tmp_path: Path, least: float) -> None:
    draw = f'[[draw]]\ntext = "Bob"\nbox = "safe"\nleast = {least}\n'
    (found,) = checked(write_kit(tmp_path, draw))
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
    draw = f'[[draw]]\ntext = "{words}"\nbox = {box}\nsize = 14\nleast = 14\n'
    output = CliRunner().invoke(main, ["check", str(write_kit(tmp_path, draw))]).output
    found = re.search(r"does not fit, not even at 14 pt(?:, at which (.*))? \(", output)
    assert found and re.match(said, found[1] or "")
    if "Dunhuang" in said:
        measures = re.search(r"“Dunhuang” needs ([\d.]+) mm, ([\d.]+) mm were left", output)
        assert measures and float(measures[1]) > float(measures[2])
