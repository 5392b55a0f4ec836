"""A fault with its lines: where it is, and the one mending that would do."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from studio_builders import changed, lamps

from pnp.findings import Finding, Place
from pnp.kit.hints import accepted
from pnp.studio.app import create_app
from pnp.studio.faults import fault_at
from pnp.studio.session import Session

GOOD = 'a = 1\n\n[[draw]]\ntext = "{name}"\nbox = [13.2, 3, 46.6, 5.2]\nwhen = "not passive"\n'


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("46.6, 5.2", "46.6 5.2", 5),
        ('"{name}"', '"{name}', 4),
        ("5.2]", "5.2", 5),
        ("box =", "box", 5),
        ('"{name}"', "name", 4),
    ],
)
def test_one_thing_that_is_missing_is_put_in(tmp_path: Path, old: str, new: str, line: int) -> None:
    (tmp_path / "x.toml").write_text(GOOD.replace(old, new))
    fault = fault_at(tmp_path, "x.toml", 1)
    assert fault and fault.mending
    assert fault.mending.line == line
    lines = (tmp_path / "x.toml").read_text().split("\n")
    lines[line - 1] = fault.mending.text
    assert tomllib.loads("\n".join(lines))["draw"]


def test_what_no_single_thing_mends_is_only_shown(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(GOOD.replace("[[draw]]", "[draw]]").replace("46.6, 5.2", "46.6 5.2"))
    fault = fault_at(tmp_path, "x.toml", 1)
    assert fault and fault.mending is None and any(line.bad for line in fault.lines)


def test_a_name_is_written_as_the_hint_says_it_was_meant(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text('[[draw]]\ntext = "{name}"\nstyle = "bodi"\n')
    place = Place("kit/x.toml", 1, "style")
    finding = Finding("error", "unknown-style", place, "there is no style bodi", "did you mean body? accepted: body")
    fault = fault_at(tmp_path, "x.toml", 1, "style", finding)
    assert fault and fault.mending and fault.mending.text == 'style = "body"'


def test_a_place_is_written_with_the_letter_that_was_meant(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text('[[component]]\non = ["board:a1"]\n')
    hint = accepted(("A1", "B1", "C1"), "a1")
    assert hint == "did you mean A1? accepted: A1, B1, C1"
    finding = Finding("error", "unknown-place", Place("kit/x.toml", 1, "on"), "board has no place “a1”", hint)
    fault = fault_at(tmp_path, "x.toml", 1, "on", finding)
    assert fault and fault.mending and fault.mending.text == 'on = ["board:A1"]'


def test_a_cell_has_its_column(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("id,name,price\nink,Ink,three\n")
    fault = fault_at(tmp_path, "x.csv", 2, "price")
    assert fault and (fault.column, fault.caret) == (9, " " * 8) and fault.place == "x.csv:2:9"


def test_a_style_says_what_is_set_in_it(tmp_path: Path) -> None:
    folder = lamps(tmp_path / "lamps", 2)
    lamp = folder / "faces" / "lamp.toml"
    lamp.write_text(lamp.read_text().replace('style = "body"', 'style = "own"') + "\n[style.own]\nsize = 9\n")
    session = Session(folder, tmp_path / "out")
    session.look()
    lines = lamp.read_text().splitlines()
    last = len(lines)
    heads = [number for number, line in enumerate(lines, 1) if line == "[[draw]]"]
    words = [number for number in heads if 'style = "own"' in lines[number : number + 4]]
    changed(lamp, "size = 9", "size = 'large'")
    session.look()
    client = create_app(session).test_client()
    said = client.get(f"/at?file=faces/lamp.toml&line={last}", base_url="http://127.0.0.1").get_data(as_text=True)
    assert "What is set in this style" in said
    assert all(f"faces/lamp.toml:{number}<" in said for number in words) and len(words) == 2
    other = client.get("/at?file=faces/lamp.toml&line=2", base_url="http://127.0.0.1").get_data(as_text=True)
    assert "What is set in this style" not in other
