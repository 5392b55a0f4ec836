"""What the kit format says of braces, conditions and repetition, tried on one row each."""

from __future__ import annotations

from pathlib import Path as FilePath

import face_builders
import pytest
from face_builders import Desk, draw

BRACES = {
    "{worth * 2 + 1}": "7",
    "{(worth - 1) / 4}": "0.5",
    "{worth % 2}": "1",
    "{min(worth, 2)} {max(worth, 2)}": "2 3",
    "{round(x * 1.11, 1)}": "1.7",
    "{len(tags)} {join(tags, ' + ')}": "2 a + b c",
    "{upper(name)} {lower('ABC')}": "JADE abc",
    "{parts or 'none'}": "none",
    "{goods[id].name} {players.bob.name} {owner.name} {name.es}": "jade Bob Ann jade",
    "{worth:02d} {x:.2f} {x:.0%} {worth:+d}": "03 1.50 150% +3",
    "{kit.players} {kit.minutes} {kit.age} {kit.version} {language}": "2–4 45 10 1.2 en",
}
CONDITIONS = {
    "note": True,
    "not parts and (worth > 2 or id = tea)": True,
    "worth > 2 or id = tea and x > 9": True,
    "owner = ann": True,
    "id != {owner.id}": True,
    "parts > 1 or parts < 1": False,
    "name = 'ja-de'": False,
}
REPEATED = {
    'each = "1..{worth}"': ("{item}", "1 / 2 / 3"),
    'each = ["a", "b"]': ("{item}{index}", "a1 / b2"),
    'each = "goods"\nwhere = "sign"': ("{index} {item.name}", "1 jade / 2 silk"),
    'grid = { columns = 2, rows = 2, skip = ["b1"] }': ("{place}", "a1 / a2b2"),
}


def shown(folder: FilePath, text: str, *keys: str) -> str:
    made = Desk(folder, draw(f'text = """{text}"""', "box = [4, 4, 50, 8]", *keys))
    assert made.faults() == []
    return made.words()


@pytest.mark.parametrize(("text", "said"), BRACES.items())
def test_what_stands_in_braces_is_reckoned(text: str, said: str, tmp_path: FilePath) -> None:
    assert shown(tmp_path, text) == said


def test_braces_of_a_cell_are_signs_and_bind_nothing(tmp_path: FilePath, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(face_builders, "GOODS", face_builders.GOODS.replace("Take {deck}", "Take {worth}"))
    (fault,) = Desk(tmp_path, draw('text = "{note}"', "box = [4, 4, 50, 8]")).faults()
    assert fault == "1:text: {worth} comes from a cell or a word, in which it binds nothing"


@pytest.mark.parametrize(("condition", "holds"), CONDITIONS.items())
def test_a_condition_holds_or_not(condition: str, holds: bool, tmp_path: FilePath) -> None:
    assert shown(tmp_path, "yes", f'when = "{condition}"') == ("yes" if holds else "")


@pytest.mark.parametrize(("keys", "found"), REPEATED.items())
def test_what_is_repeated_is_counted(keys: str, found: tuple[str, str], tmp_path: FilePath) -> None:
    text, said = found
    assert shown(tmp_path, text, keys, "step = [12, 9]") == said
