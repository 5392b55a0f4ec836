"""`pnp build --changed-since`: what is new and changed is printed, nothing else, and a list says what to swap."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from changes_builders import ROWS, goods, listed, manifest_of, on_sheets, printed, since
from output_builders import pnp

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a build left of the kit as it was."""
    folder = tmp_path_factory.mktemp("known")
    printed(goods(folder / "kit"), folder / "out")
    return folder / "out" / "tiny"


def test_one_changed_card_is_one_card_on_one_sheet_and_a_line_of_the_list(tmp_path: Path, known: Path) -> None:
    kit = goods(tmp_path / "kit", (ROWS[0], ("silk", "Silk", "6", "2"), *ROWS[2:]))
    result = since(kit, known)
    assert result.exit_code == 0, result.output
    out = tmp_path / "out" / "tiny-changed"
    assert on_sheets(out) == {"cards": 2}, "both copies of it"
    assert {file.what for file in manifest_of(out).files} == {"swap-list", "sheets"}
    said = listed(out)
    assert "price: 5 → 6" in said and "Silk" in said and "Tea" not in said
    assert "card, sheet 1, places 1, 2" in " ".join(said.split()) and "The back is another one" not in said
    builds = [manifest_of(known).build, manifest_of(out).build]
    assert f"old build {builds[0]} · new build {builds[1]}" in said and "Sleeved?" in said


def test_a_changed_back_warns_that_old_and_new_cards_are_told_apart(tmp_path: Path, known: Path) -> None:
    kit = goods(tmp_path / "kit")
    changed_back = (kit / "faces" / "back.toml").read_text() + '\n[[draw]]\nrect = [5, 5, 9, 9]\nfill = "ink"\n'
    (kit / "faces" / "back.toml").write_text(changed_back)
    assert since(kit, known).exit_code == 0
    assert "The back is another one" in listed(tmp_path / "out" / "tiny-changed")


def test_what_is_new_and_what_is_gone_and_other_numbers_of_the_same(tmp_path: Path, known: Path) -> None:
    rows = (("ink", "Ink", "3", "3"), ("silk", "Silk", "5", "1"), ROWS[3], ("salt", "Salt", "4", "2"))
    result = since(goods(tmp_path / "kit", rows), known)
    assert result.exit_code == 0, result.output
    out = tmp_path / "out" / "tiny-changed"
    assert on_sheets(out) == {"cards": 4}, "two more of ink, two of salt"
    said = listed(out)
    assert "Sleeved?" not in said, "what is gone has to be taken out"
    assert "2 more of the same" in said and "1 fewer of the same" in said
    assert "new in the game" in said and "gone from the game" in said
    assert "in the box: 9 → 11 pieces" in said
    assert [(piece.key, piece.copies) for piece in manifest_of(out).pieces if piece.component == "cards"] == [
        (row[0], int(row[3])) for row in rows
    ]


def test_a_row_with_another_key_is_the_same_piece(tmp_path: Path, known: Path) -> None:
    result = since(goods(tmp_path / "kit", (("encre", "Ink", "3", "1"), *ROWS[1:])), known)
    assert "nothing changed" in result.output


def test_leaflets_and_boards_that_changed_are_printed_too(tmp_path: Path, known: Path) -> None:
    kit = goods(tmp_path / "kit")
    text = (kit / "rules.en.md").read_text()
    (kit / "rules.en.md").write_text(text.replace("somebody", "nobody"))
    (kit / "faces" / "map.toml").write_text((kit / "faces" / "map.toml").read_text().replace("20, 20", "30, 20"))
    result = since(kit, known)
    assert result.exit_code == 0, result.output
    out = tmp_path / "out" / "tiny-changed"
    assert {file.what for file in manifest_of(out).files} == {"swap-list", "tiles", "board", "leaflet", "booklet"}
    said = listed(out)
    assert "page 2" in said and "10 mm right" in said


def test_what_cannot_be_compared_is_one_message(tmp_path: Path, known: Path) -> None:
    kit = goods(tmp_path / "kit", ROWS[:3])
    manifest = json.loads((known / "for-programs/manifest.json").read_text())

    def refused(changes: dict[str, object] | None, faces: bytes = b"", *arguments: object) -> str:
        folder = tmp_path / "earlier"
        (folder / "for-programs").mkdir(parents=True, exist_ok=True)
        if changes is not None:
            changed = {name: value for name, value in (manifest | changes).items() if value is not None}
            (folder / "for-programs/manifest.json").write_text(json.dumps(changed))
        if faces:
            (folder / "for-programs/faces.jsonl.gz").write_bytes(faces)
        result = since(kit, folder, *arguments)
        assert result.exit_code == 2 and not (tmp_path / "out").exists()
        return " ".join(result.output.split())

    assert "has no for-programs/manifest.json" in refused(None)
    assert "is of the kit 'xanadu', not of 'tiny'" in refused({"kit": "xanadu"})
    assert "lists no pieces" in refused({"pieces": None})
    assert "knows of a part alone" in refused({"whole": False})
    assert "lists no pieces" in refused({"pieces": []})
    assert "leave out one of the two" in refused({}, b"", "--only", "cards")
    assert "is no manifest" in refused({"kit": 7})
    pieces = manifest["pieces"]
    spanish = [{**piece, "language": "es"} for piece in pieces]
    assert "was printed in es, not in en" in refused({"languages": ["es"], "pieces": spanish})
    for copies in (-3, 10**12):
        assert "is no manifest" in refused({"pieces": [{**pieces[0], "copies": copies}]})
    packed = (known / "for-programs/faces.jsonl.gz").read_bytes()
    lines = gzip.decompress(packed)
    for broken in (
        b"no gzip",
        packed[:200],
        gzip.compress(b"{}\n"),
        gzip.compress(lines.replace(b'"kept"', b'"kind"')),
    ):
        assert "is not whole" in refused({}, broken)
    missing = pnp("build", kit, "--changed-since", tmp_path / "nowhere")
    assert missing.exit_code == 2 and "there is no" in missing.output
