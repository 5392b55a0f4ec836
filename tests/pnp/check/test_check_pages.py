"""Finished pages: what the press writes at their feet stays on the paper and apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_builders import KIT, NAMED, checked, codes, write_kit
from click.testing import CliRunner
from draw_builders import words
from font_builders import less, theme

from pnp.cli import main
from pnp.text.fonts import installed_faces

LONG = "The Merchants of the Great Silk Road and the Song Capital of the South"


def test_a_title_that_runs_into_the_foot_is_found_once_with_its_page(tmp_path: Path) -> None:
    folder = write_kit(tmp_path / "kit", NAMED, {"kit.toml": KIT.replace('"Houses"', f'"{LONG}"')})
    (found,) = checked(folder)
    assert (found.severity, found.code, str(found.place)) == ("warning", "page-crowded", "kit.toml:3:title")
    assert LONG in found.message
    assert "print at 100 %" in found.message
    assert found.page.startswith("en/")
    assert found.page.endswith(".pdf page 1")


@pytest.mark.skipif("FrankRuhlLibre[wght]" not in installed_faces(), reason="pip install fontpkg-frank-ruhl-libre")
def test_titles_from_right_to_left_are_quoted_as_they_are_read(tmp_path: Path) -> None:
    title = "סוחרים גדולים מאוד על דרך המשי הארוכה ובבירת הדרום של הסונג ועוד מילים רבות"
    kit = KIT.replace('"Houses"', f'"{title}"')
    families = theme('regular = "FrankRuhlLibre[wght]"')
    found = checked(write_kit(tmp_path / "kit", NAMED, {"kit.toml": kit, "theme.toml": families}))
    assert any(title in one.message for one in found if one.code == "page-crowded"), found


def test_a_title_that_the_feet_cannot_print_is_an_error_for_check_and_build(tmp_path: Path) -> None:
    folder = write_kit(tmp_path / "kit", NAMED, {"kit.toml": KIT.replace('"Markers"', '"夜 Markers"')})
    (found,) = checked(folder)
    assert (found.severity, found.code, str(found.place)) == ("error", "missing-glyph", "kit.toml:17:title")
    assert "夜 (U+591C)" in found.message
    result = CliRunner().invoke(main, ["build", str(folder), "--out", str(tmp_path / "out")])
    assert result.exit_code == 1
    assert not list((tmp_path / "out").rglob("*.pdf"))


def test_a_box_to_keep_that_every_seam_has_to_cut_is_said(tmp_path: Path) -> None:
    board = (
        KIT.replace('kind = "token"', 'kind = "board"')
        .replace("[30, 30]", "[500, 200]")
        .replace('each = "players"\n', "")
    )
    face = '[[draw]]\nrect = [5, 5, 490, 190]\nfill = "sand"\nkeep = true\n'
    assert "warning keep-cut faces/marker.toml" in codes(write_kit(tmp_path / "cut", face, {"kit.toml": board}))
    face = '[[draw]]\nrect = [5, 5, 20, 20]\nfill = "sand"\nkeep = true\n'
    assert not [code for code in codes(write_kit(tmp_path / "kept", face, {"kit.toml": board})) if "keep" in code]


def test_what_a_style_names_wrong_is_said_once(tmp_path: Path) -> None:
    face = '[style.big]\ncolour = "pink"\n' + '[[draw]]\ntext = "{name}"\nstyle = "big"\n' * 3
    (found,) = checked(write_kit(tmp_path, face))
    assert (found.code, str(found.place)) == ("unknown-colour", "faces/marker.toml:2:colour")


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "tabloid", "both"])
@pytest.mark.parametrize("backs", ["long-edge", "gutterfold"])
def test_no_paper_crowds_a_foot_of_ordinary_length(tmp_path: Path, paper: str, backs: str) -> None:
    kit = KIT.replace('face = "marker"', 'face = "marker"\nback = "marker"')
    folder = write_kit(tmp_path / "kit", NAMED, {"kit.toml": kit.replace('"Houses"', '"The Houses of Hangzhou"')})
    assert codes(folder, "--paper", paper, "--backs", backs) == []


def test_a_component_larger_than_the_paper_is_an_error_at_its_size(tmp_path: Path) -> None:
    folder = write_kit(tmp_path / "kit", NAMED, {"kit.toml": KIT.replace("[30, 30]", "[300, 300]")})
    (found,) = {finding.code: finding for finding in checked(folder) if finding.severity == "error"}.values()
    assert (found.code, str(found.place)) == ("larger-than-paper", "kit.toml:14:size")
    assert "A4 has room for" in found.message


def test_a_coarse_picture_is_a_warning_at_its_word(tmp_path: Path) -> None:
    import io

    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (60, 60), "#F4E9D3").save(out, "PNG")
    face = '[[draw]]\npicture = "p.png"\nbox = [5, 5, 20, 20]\n\n[[draw]]\ntext = "{name}"\nbox = "safe"\n'
    found = codes(write_kit(tmp_path / "kit", face, {"art/p.png": out.getvalue()}))
    assert found == ["warning coarse-picture faces/marker.toml:1:picture"]


def test_a_leaflet_with_a_short_page_is_a_warning_at_its_line(tmp_path: Path) -> None:
    leaflet = KIT + '\n[[component]]\nid = "rules"\nkind = "leaflet"\ntitle = "Rules"\nfile = "rules"\n'
    high = "size = [40, 120]\n" + NAMED.replace("{name}", "high")
    text = "# Rules\n\nWords.\n\n## A\n\n" + "word\n\n" * 12 + "![](face:high)\n"
    folder = write_kit(tmp_path / "kit", NAMED, {"kit.toml": leaflet, "faces/high.toml": high, "rules.en.md": text})
    assert codes(folder) == ["warning short-page rules.en.md:31"]


def test_what_the_typefaces_of_a_kit_lack_comes_from_others_on_all_sheets(tmp_path: Path) -> None:
    """A typeface without the letters of what the press says, one without its arrows, and a title in Greek."""
    changes = {
        "kit.toml": KIT.replace('"Houses"', '"Οίκοι"'),
        "fonts/Digits.ttf": less("0123456789% "),
        "fonts/Plain.ttf": less("abcdefghijklmnopqrstuvwxyz0123456789% "),
        "theme.toml": theme('regular = "Digits"\nfallback = ["Plain"]'),
    }
    face = '[[draw]]\nrect = "bleed"\nfill = "white"\n\n[[draw]]\ntext = "12"\nbox = "safe"\n'
    folder = write_kit(tmp_path / "kit", face, changes)
    assert codes(folder) == []
    result = CliRunner().invoke(main, ["build", str(folder), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    for name in ("sided", "print-guide"):
        (made,) = (tmp_path / "out").rglob(f"*{name}-a4.pdf")
        assert {"print", "at", "100", "%", "Οίκοι"} <= set(words(made.read_bytes()).split()), name


def test_what_is_not_printed_needs_no_typeface(tmp_path: Path) -> None:
    title = KIT.replace('"Markers"', '"夜 Markers"')
    without = title.replace("players = [2, 3]", "players = [2, 3]\nfoot = false\nguide = false")
    assert codes(write_kit(tmp_path / "kit", NAMED, {"kit.toml": without})) == []
    (found,) = checked(write_kit(tmp_path / "guided", NAMED, {"kit.toml": without.replace("guide = false", "")}))
    assert (found.code, found.page) == ("missing-glyph", "en/0-print-guide-a4.pdf page 1")


def test_words_of_the_press_that_no_typeface_has_are_an_error_where_the_kit_says_them(tmp_path: Path) -> None:
    own = '[press.sheet]\nactual_size = "夜 100 %"\n'
    (found,) = checked(write_kit(tmp_path / "kit", NAMED, {"words.en.toml": own}))
    assert (found.severity, found.code) == ("error", "missing-glyph")
    assert str(found.place) == "words.en.toml:2:actual_size"
    assert "in en has 夜 (U+591C)" in found.message and "[font.text.en]" in found.hint
