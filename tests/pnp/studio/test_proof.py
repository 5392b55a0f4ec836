"""After a save only what it changed is laid out again, and what cannot be read stays as it last could."""

from __future__ import annotations

from pathlib import Path

import pytest
from studio_builders import FULL, changed, lamps, proved

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


@pytest.mark.parametrize(
    ("file", "old", "new", "components"),
    [
        ("kit.toml", "[kit]", "[kit", {"lamps", "coin"}),
        ("theme.toml", "", "x = ", {"lamps", "coin"}),
        ("lamps.csv", "Farol 2,2", "Farol 2,two", {"lamps"}),
    ],
)
def test_what_draws_from_a_file_that_cannot_be_read_stays(
    kit: Path, file: str, old: str, new: str, components: set[str]
) -> None:
    (kit / "theme.toml").touch()
    first = proved(kit)
    (kit / file).write_text((kit / file).read_text().replace(old, new, 1))
    second = proved(kit, first)
    assert second.broken == (file,) and stale(second) == components and looks(second) == looks(first)


def test_what_can_be_drawn_but_is_wrong_is_shown(kit: Path) -> None:
    first = proved(kit)
    changed(kit / "lamps.csv", "Lamp 1,", f"{'Lamp ' * 60},")
    second = proved(kit, first)
    assert not second.broken and not stale(second) and second.saved.redrawn == 1
    assert [one.code for one in second.errors] == ["overflow"]
    face = next(one for one in second.of(FULL) if one.id == ("lamps", "lamp-1", "front"))
    assert face.boxes[f"faces/lamp.toml:{second.errors[0].place.row}"], "where to frame it"


def test_a_new_row_and_one_that_is_gone(kit: Path) -> None:
    first = proved(kit)
    lines = (kit / "lamps.csv").read_text().splitlines()
    (kit / "lamps.csv").write_text("\n".join([*lines[:3], "new,New,Nueva,9,12", *lines[4:]]) + "\n")
    keys = [one.key for one in proved(kit, first).of(FULL) if one.component == "lamps" and one.side == "front"]
    assert keys == ["lamp-1", "lamp-2", "new", "lamp-4", "lamp-5", "lamp-6"]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("kit.toml", "[kit]", "[kit"),
        ("theme.toml", "[colour]", "[colour"),
        ("lamps.csv", "Farol 2,2", "Farol 2,two"),
        ("faces/lamp.toml", "[20.5, 40", "[20.5 40"),
        ("faces/back.toml", None, ""),
    ],
)
def test_while_a_file_is_broken_other_saves_show_and_their_faults_are_listed(
    kit: Path, file: str, old: str | None, new: str
) -> None:
    (kit / "theme.toml").write_text('[colour]\ngold = "#AA8800"\n')
    first = proved(kit)
    if old is None:
        (kit / file).unlink()
    else:
        changed(kit / file, old, new)
    broken = proved(kit, first)
    changed(kit / "faces" / "coin.toml", 'text = "5"', 'text = "6"')
    saved = proved(kit, broken)
    assert broken.broken == saved.broken == (file,) and saved.saved.redrawn == 1
    changed(kit / "faces" / "coin.toml", '"ochre"', '"ocher"')
    faulty = proved(kit, saved)
    assert faulty.broken == (file,) and [one.code for one in faulty.errors][1:] == ["unknown-colour"]


def test_a_missing_or_unreadable_picture_marks_its_draw(kit: Path) -> None:
    art = kit / "art"
    art.mkdir()
    (art / "moon.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    )
    changed(kit / "faces" / "coin.toml", 'text = "5"\n', 'picture = "moon.svg"\n')
    changed(kit / "faces" / "coin.toml", 'style = "body"\n', "")
    first = proved(kit)
    assert not first.errors and not any(one.missing for one in first.of(FULL))
    (art / "moon.svg").write_text("<svg")
    torn = proved(kit, first)
    (art / "moon.svg").unlink()
    for proof in (torn, proved(kit, torn)):
        assert not proof.broken and len(proof.errors) == 1
        assert {one.id: one.missing for one in proof.of(FULL) if one.missing} == {
            ("coin", "", "front"): frozenset({"faces/coin.toml:5"})
        }
