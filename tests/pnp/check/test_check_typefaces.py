"""Typefaces that lack what a language is written in: one fault of the kit, not one for each text."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_builders import KIT, NAMED, PLAYERS, checked, write_kit
from font_builders import less, theme

from pnp.findings import Finding, Findings, Place
from pnp.text.fonts import find_missing_script, list_characters

OWN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;·–—-×()/%&“”’…©"


@pytest.mark.parametrize(
    ("language", "has", "lacks"),
    [
        ("ja", "", True),
        ("zh-TW", "", True),
        ("ja", "人", False),
        ("en", "", False),
        ("ar", "a", True),
        ("ru", "а", False),
    ],
)
def test_a_missing_script_is_one_fault(language: str, has: str, lacks: bool) -> None:
    found = find_missing_script(has.__contains__, language, "kits/k/kit.toml")
    assert (found is not None) == lacks
    if found:
        assert found.message == f"the typefaces of texts in {language} lack its letters"
        assert f"[font.text.{language}]" in found.hint and str(found.place) == "kits/k/theme.toml"


def test_characters_are_named_by_their_numbers() -> None:
    assert list_characters("ab") == "a (U+0061), b (U+0062)"


def test_a_kit_without_a_typeface_for_its_language_has_one_error(tmp_path: Path) -> None:
    kit = KIT.replace('["en"]', '["ja"]').replace('"Houses"', '"夏祭り"').replace('"Markers"', '"印"')
    leaflet = '\n[[component]]\nid = "rules"\nkind = "leaflet"\ntitle = "則"\nfile = "rules"\n'
    changes = {
        "kit.toml": kit + leaflet,
        "players.csv": PLAYERS.replace("Ann", "花子").replace("Bob", "太郎。").replace("Eve", "はな"),
        "rules.ja.md": "# 夏祭り\n\n## 準備\n\n札を混ぜる。\n",
    }
    found = [one for one in checked(write_kit(tmp_path, NAMED, changes)) if one.code == "missing-glyph"]
    assert [(one.severity, str(one.place)) for one in found] == [("error", "theme.toml")]


def test_single_letters_are_told_where_they_stand_and_in_which_language(tmp_path: Path) -> None:
    kit = KIT.replace('["en"]', '["en", "es"]')
    players = "id,colour,sign,hatch,name.en,name.es\nann,#B3361F,,none,Ann,An壹\n"
    families = theme('regular = "Mine"')
    changes = {"kit.toml": kit, "players.csv": players, "fonts/Mine.ttf": less(OWN), "theme.toml": families}
    found = [one for one in checked(write_kit(tmp_path, NAMED, changes)) if "壹" in one.message]
    assert [(str(one.place), one.message) for one in found] == [
        ("faces/marker.toml:5:text", "the typeface has no 壹 (U+58F9), in es")
    ]


def test_of_texts_that_are_wrong_in_one_language_it_is_named() -> None:
    near, long = Place("k/faces/a.toml", 1, "text"), Place("k/rules.es.md", 4)

    def found(*rows: tuple[str, Place, str]) -> Findings:
        findings = Findings()
        findings.extend(
            Finding("warning", code, place, message, "", card) for code, place, message in rows for card in "xy"
        )
        return findings

    joined = Findings()
    joined.extend_by_language(
        {
            "en": found(("near-trim", near, "0.9 mm"), ("shrunk", near, "at 7 pt"), ("art-trim", near, "a line")),
            "es": found(("near-trim", near, "0.7 mm"), ("shrunk", near, "at 7 pt"), ("missing-glyph", long, "no 壹")),
        }
    )
    assert [one.message for one in joined] == ["0.9 mm, in en", "at 7 pt", "a line", "0.7 mm, in es", "no 壹"]
    assert [len(joined.on(one)) for one in joined] == [2] * 5
    alone = Findings()
    alone.extend_by_language({"en": found(("near-trim", near, "0.9 mm"))})
    assert [one.message for one in alone] == ["0.9 mm"]
