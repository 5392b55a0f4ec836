"""Fingerprints of faces: they tell what is on a face, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from changes_builders import ROWS, goods, printed

from pnp.build.manifest import Manifest

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
