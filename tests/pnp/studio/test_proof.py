"""After a save only what it changed is laid out again, and what cannot be read stays as it last could."""

from __future__ import annotations

from pathlib import Path

import pytest
from studio_builders import FULL, changed, lamps, proved

from pnp.new import STARTERS, Starter
from pnp.studio.proof import Proof


def looks(proof: Proof) -> dict[tuple[str, str, str], str]:
    return {one.id: one.fingerprint for one in proof.of(FULL)}


def stale(proof: Proof) -> set[str]:
    return {one.component for one in proof.of(FULL) if one.stale}


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return lamps(tmp_path / "lamps", 6)


def test_one_row_is_one_face(kit: Path) -> None:
    first = proved(kit)
    assert len(first.of(FULL)) == 6 * 2 + 1 and not first.errors
    changed(kit / "lamps.csv", "Lamp 3", "Lantern")
    second = proved(kit, first)
    assert second.saved.files == ("lamps.csv",) and second.saved.redrawn == 1
    assert {face for face in looks(first) if looks(first)[face] != looks(second)[face]} == {
        ("lamps", "lamp-3", "front")
    }


def test_a_box_is_as_large_as_what_lies_in_it(kit: Path) -> None:
    boxed = """
[[component]]
id = "rules"
kind = "leaflet"
title = "Rules"
file = "rules"

[[component]]
id = "box"
kind = "box"
title = "Box"
contents = ["lamps", "rules"]
faces = { front = "back", side = "back" }
"""
    (kit / "kit.toml").write_text((kit / "kit.toml").read_text() + boxed)
    for language in ("en", "es"):
        (kit / f"rules.{language}.md").write_text("# Rules\n\nLight them.\n")
    first = proved(kit)
    side = ("box", "", "side")
    (kit / "rules.en.md").write_text("# Rules\n\n" + "Light them. " * 4000)
    later = proved(kit, first)
    assert looks(later)[side] == looks(proved(kit))[side] != looks(first)[side]


def test_a_proof_made_in_steps_is_the_one_made_anew(kit: Path) -> None:
    proof = proved(kit)
    for file, old, new in (
        ("lamps.csv", "Lamp 2", "Lampion"),
        ("faces/lamp.toml", "40, 24, 12", "41, 24, 12"),
        ("kit.toml", "copies = 6", "copies = 7"),
        ("faces/coin.toml", 'text = "5"', 'text = "6"'),
        ("kit.toml", 'size = "poker"', 'size = "bridge"'),
    ):
        changed(kit / file, old, new)
        proof = proved(kit, proof)
        assert looks(proof) == looks(proved(kit)), file


def test_faces_that_name_a_table_or_count_pieces_follow_it(kit: Path) -> None:
    changed(kit / "faces" / "coin.toml", 'text = "5"', 'text = "{lamps.lamp-1.price} of {pieces}"')
    proof = proved(kit)
    assert not proof.errors, [one.message for one in proof.errors]
    coin = ("coin", "", "front")
    changed(kit / "lamps.csv", "lamp-1,Lamp 1,Farol 1,1", "lamp-1,Lamp 1,Farol 1,77")
    later = proved(kit, proof)
    assert looks(later)[coin] == looks(proved(kit))[coin] != looks(proof)[coin]


def test_a_file_that_cannot_be_read_keeps_its_faces(kit: Path) -> None:
    first = proved(kit)
    changed(kit / "faces" / "lamp.toml", "[20.5, 40, 24, 12]", "[20.5, 40, 24 12]")
    second = proved(kit, first)
    assert second.broken == ("faces/lamp.toml",) and stale(second) == {"lamps"}
    assert looks(second) == looks(first)
    assert len(second.errors) == 1, "one fault is told once"
    changed(kit / "faces" / "lamp.toml", "[20.5, 40, 24 12]", "[22.5, 40, 24, 12]")
    third = proved(kit, second)
    assert third.saved.mended == ("faces/lamp.toml",) and not stale(third) and third.saved.redrawn == 6


def test_a_drawing_that_cannot_be_read_is_named_as_a_file_is(kit: Path) -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'
    (kit / "art").mkdir()
    (kit / "art" / "wick.svg").write_text(drawing)
    lamp = kit / "faces" / "lamp.toml"
    lamp.write_text(lamp.read_text() + '\n[[draw]]\nicon = "wick"\nbox = [50, 75, 8, 8]\n')
    first = proved(kit)
    (kit / "art" / "wick.svg").write_text("no drawing")
    second = proved(kit, first)
    assert second.broken == ("art/wick.svg",) and stale(second) == {"lamps"} and looks(second) == looks(first)
    assert second.good == first.good, "the faces are of then"
    (kit / "art" / "wick.svg").write_text(drawing)
    assert proved(kit, second).saved.mended == ("art/wick.svg",)


@pytest.mark.parametrize("file", ["kit.toml", "theme.toml"])
def test_without_what_all_depends_on_everything_stays(kit: Path, file: str) -> None:
    (kit / "theme.toml").touch()
    first = proved(kit)
    (kit / file).write_text("x = \n" + (kit / file).read_text())
    second = proved(kit, first)
    assert second.broken == (file,) and stale(second) == {"lamps", "coin"} and looks(second) == looks(first)


def test_a_bad_cell_keeps_the_faces_of_its_table(kit: Path) -> None:
    first = proved(kit)
    changed(kit / "lamps.csv", "Farol 2,2", "Farol 2,two")
    second = proved(kit, first)
    assert second.broken == ("lamps.csv",) and stale(second) == {"lamps"} and looks(second) == looks(first)


def test_what_can_be_drawn_but_is_wrong_is_shown(kit: Path) -> None:
    first = proved(kit)
    changed(kit / "lamps.csv", "Lamp 1,", f"{'Lamp ' * 60},")
    second = proved(kit, first)
    assert not second.broken and not stale(second) and second.saved.redrawn == 1
    assert [one.code for one in second.errors] == ["overflow"]
    face = next(one for one in second.of(FULL) if one.id == ("lamps", "lamp-1", "front"))
    assert face.boxes[f"faces/lamp.toml:{second.errors[0].place.row}"], "where to frame it"


def test_a_warning_goes_with_what_it_was_about_also_after_another_fault(kit: Path) -> None:
    coin, good = kit / "faces" / "coin.toml", (kit / "faces" / "coin.toml").read_text()
    first = proved(kit)
    changed(coin, "[6, 6, 12, 12]", "[2.2, 6, 12, 12]")
    second = proved(kit, first)
    assert [one.code for one in second.findings] == ["near-trim"]
    coin.write_text(good)
    assert not len(proved(kit, second).findings), "what is looked at with each save"
    changed(coin, "[6, 6, 12, 12]", "[6, 6, 12 12]")
    third = proved(kit, second)
    assert [one.code for one in third.findings] == ["toml", "near-trim"], "the faces shown have it yet"
    coin.write_text(good)
    assert not len(proved(kit, third).findings)


def test_a_new_row_and_one_that_is_gone(kit: Path) -> None:
    first = proved(kit)
    lines = (kit / "lamps.csv").read_text().splitlines()
    (kit / "lamps.csv").write_text("\n".join([*lines[:3], "new,New,Nueva,9,12", *lines[4:]]) + "\n")
    keys = [one.key for one in proved(kit, first).of(FULL) if one.component == "lamps" and one.side == "front"]
    assert keys == ["lamp-1", "lamp-2", "new", "lamp-4", "lamp-5", "lamp-6"]


def test_a_row_more_or_less_than_the_kit_counts_is_told_and_seen(kit: Path) -> None:
    changed(kit / "kit.toml", 'each = "lamps"\n', 'each = "lamps"\ncount = 6\n')
    table = kit / "lamps.csv"
    proof, lines = proved(kit), table.read_text().splitlines()
    assert not proof.errors
    for rows, last in (([*lines, "new,New,Nueva,9,12"], "new"), (lines[:-1], "lamp-5")):
        table.write_text("\n".join(rows) + "\n")
        proof = proved(kit, proof)
        assert [one.code for one in proof.errors] == ["count"] and not proof.broken and not stale(proof)
        assert [one.key for one in proof.of(FULL) if one.component == "lamps"][-1] == last


@pytest.mark.parametrize("starter", STARTERS, ids=lambda starter: starter.name)
def test_what_the_press_begins_is_shown_without_a_fault(starter: Starter) -> None:
    proof = proved(starter.folder)
    assert not proof.errors and not proof.broken and proof.of(FULL)
