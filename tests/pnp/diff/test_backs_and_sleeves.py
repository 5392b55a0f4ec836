"""What the swap list says of whole decks: that all of their backs are others, and whether sleeves stay on."""

from __future__ import annotations

from pathlib import Path

import pytest
from changes_builders import BACK, ROWS, goods, listed, on_sheets, printed, since, write_rows

pytestmark = pytest.mark.long


def test_another_back_is_every_card(tmp_path: Path) -> None:
    kit = goods(tmp_path / "kit")
    printed(kit, tmp_path / "old")
    (kit / "faces" / "back.toml").write_text(BACK.replace('"ink"', '"silk"'))
    result = since(kit, tmp_path / "old" / "tiny")
    assert result.exit_code == 0, result.output
    out = tmp_path / "out" / "tiny-changed"
    assert on_sheets(out) == {"cards": 7}
    said = listed(out)
    assert said.count("colour of a shape") == 4 and "Sleeved?" not in said


def test_cards_go_in_front_of_old_ones_where_each_has_one_of_its_size(tmp_path: Path) -> None:
    mended = (ROWS[0], ("silk", "Silk", "6", "2"), *ROWS[2:])
    kit = goods(tmp_path / "kit", board=0)
    toml = kit / "kit.toml"
    text = toml.read_text()
    card = f"[[component]]{text.split('[[component]]')[1].partition('[table')[0]}"
    assert 'id = "cards"' in card
    toml.write_text(f"{text}\n{card.replace('cards', 'extra')}")
    printed(kit, tmp_path / "old")
    write_rows(kit, mended)
    since(kit, tmp_path / "old" / "tiny")
    assert "Sleeved?" in listed(tmp_path / "out" / "tiny-changed")
    toml.write_text(text)
    since(kit, tmp_path / "old" / "tiny")
    assert "Sleeved?" not in listed(tmp_path / "out" / "tiny-changed"), "others are taken out of theirs"
    bare = text.replace('back = "back"', "")
    toml.write_text(bare)
    printed(kit, tmp_path / "old")
    size = next(line for line in bare.splitlines() if line.startswith("size"))
    toml.write_text(bare.replace(size, "size = [70, 120]"))
    since(kit, tmp_path / "old" / "tiny")
    said = " ".join(listed(tmp_path / "out" / "tiny-changed").split())
    assert "size 63.5 × 88.9 → 70 × 120 mm" in said and "Sleeved?" not in said
