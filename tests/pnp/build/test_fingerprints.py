"""Fingerprints of faces: they tell what is on a face, and nothing else."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest
from changes_builders import ROWS, goods, printed, write_rows

from pnp.build.manifest import Manifest
from pnp.build.pieces import ArchiveLine, FaceLine
from pnp.build.pieces import SceneEncoder as SceneWriter
from pnp.diff.compare import ChangeWords, compare_scenes
from pnp.kit.theme import FontFamily
from pnp.scene import Group, Scene
from pnp.text.block import line
from pnp.text.fonts import FontBook, installed_faces

pytestmark = pytest.mark.long


def fingerprints(manifest: Manifest) -> dict[str, dict[str, str]]:
    return {f"{piece.component} {piece.key}".strip(): piece.faces for piece in manifest.pieces}


def test_every_piece_has_a_fingerprint_of_each_side(tmp_path: Path) -> None:
    manifest = printed(goods(tmp_path / "kit"), tmp_path / "out")
    found = fingerprints(manifest)
    assert [*found] == ["cards ink", "cards silk", "cards tea", "cards jade", "map", "rules"]
    assert all([*found[f"cards {row[0]}"]] == ["front", "back"] for row in ROWS)
    assert [*found["map"]] == ["front"] and next(iter(found["rules"])) == "page-1"
    assert len({found[f"cards {row[0]}"]["front"] for row in ROWS}) == len(ROWS), "each card is another"
    assert len({found[f"cards {row[0]}"]["back"] for row in ROWS}) == 1, "all have one back"
    assert [piece.copies for piece in manifest.pieces] == [1, 2, 1, 3, 1, 1] and manifest.whole


def test_fingerprints_know_neither_folder_nor_build_nor_cache(tmp_path: Path) -> None:
    first = printed(goods(tmp_path / "kit"), tmp_path / "out")
    again = printed(goods(tmp_path / "somewhere" / "else"), tmp_path / "other", "--paper", "a4")
    assert fingerprints(again) == fingerprints(first)
    files = [folder / "tiny" / first.faces for folder in (tmp_path / "out", tmp_path / "other")]
    assert files[0].read_bytes() == files[1].read_bytes()
    kit = goods(tmp_path / "kit")
    (kit / "words.toml").write_text("# nothing that is printed\n")
    later = printed(kit, tmp_path / "later")
    assert later.build != first.build, "codes, texts and feet name another build"
    assert fingerprints(later) == fingerprints(first), "and are the same piece"


def test_a_build_whose_id_is_set_in_two_typefaces_changes_nothing() -> None:
    """One has the digits, its fallback the letters: all of the id, or some of it."""
    fonts = FontBook({"text": FontFamily("Spectral-Regular", fallback=("AlegreyaSans-Regular",))})

    def face(build: str, last: str = "Ende") -> FaceLine:
        # Greek letters, which Spectral lacks, stand for those of an id.
        items = tuple(
            item
            for y, text in ((10.0, f"Stand {build} und"), (20.0, last))
            for item in line(text, 5.0, y, "text", 9.0, "#000000", fonts)
        )
        encoder = SceneWriter(fonts, build)
        encoder.add(Scene(60, 30, 0, (Group(items),)))
        return encoder.out[0]

    known, other, digits = face("3ε28γδ"), face("αβ9704"), face("123456")
    assert len(known.scene.items[0].items) > len(digits.scene.items[0].items) == 2
    assert known.id == other.id == digits.id
    assert known.id != face("3ε28γδ", "Aus").id
    differs = compare_scenes(known.scene, face("αβ9704", "Aus").scene, ("3ε28γδ", "αβ9704"), ChangeWords("en"))
    assert differs.statements == ("“Ende” → “Aus”",)


def test_another_cell_is_another_face_and_the_others_stay(tmp_path: Path) -> None:
    kit = goods(tmp_path / "kit")
    before = fingerprints(printed(kit, tmp_path / "out"))
    write_rows(kit, (ROWS[0], ("silk", "Silk", "6", "2"), *ROWS[2:]))
    after = fingerprints(printed(kit, tmp_path / "out"))
    assert {name for name in after if after[name] != before[name]} == {"cards silk"}
    (kit / "rules.en.md").write_text("# Rules\n\n## Play\n\nPlay cards until nobody has won.\n")
    last = fingerprints(printed(kit, tmp_path / "out"))
    assert {name for name in last if last[name] != after[name]} == {"rules"}


def test_what_is_on_each_face_stands_beside_the_manifest(tmp_path: Path) -> None:
    manifest = printed(goods(tmp_path / "kit"), tmp_path / "out")
    lines = gzip.decompress((tmp_path / "out" / "tiny" / manifest.faces).read_bytes()).splitlines()
    kept = [msgspec.json.decode(line, type=ArchiveLine) for line in lines]
    faces = {fingerprint for piece in manifest.pieces for fingerprint in piece.faces.values()}
    assert {record.id for record in kept if record.__struct_config__.tag == "face"} == faces
    rows = {record.key: record for record in kept if record.__struct_config__.tag == "row"}
    assert rows["silk"].cells == {"id": "silk", "name": "Silk", "price": "5", "copies": "2"}
    assert rows["silk"].title == {"en": "Silk"} and rows["silk"].place == "goods.csv:3"


def test_the_typeface_is_part_of_what_is_on_a_face(tmp_path: Path) -> None:
    """The same name, another file."""
    kit = goods(tmp_path / "kit")
    before = fingerprints(printed(kit, tmp_path / "out"))
    faces = installed_faces()
    (kit / "fonts").mkdir()
    for name in [name for name in faces if name.startswith("AlegreyaSans")]:
        (kit / "fonts" / f"{name}.ttf").write_bytes(faces[name].read_bytes() + bytes(4))
    after = fingerprints(printed(kit, tmp_path / "out"))
    assert after["cards ink"]["front"] != before["cards ink"]["front"]
    assert after["cards ink"]["back"] == before["cards ink"]["back"], "no text stands on it"
