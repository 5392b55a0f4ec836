"""``companion verify``: what it says, and its exit codes."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from finished import Played, changed, exported, reroll, rolls

from companion.cli import main
from companion.tables import Tables
from companion.tables.game import GAMES as TABLES
from companion.tables.log.proof import verify


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["verify", *arguments], input=text)


@pytest.mark.parametrize("name", TABLES)
def test_a_finished_table_is_right(name: str, tmp_path: Path) -> None:
    (tmp_path / "table.json").write_text(exported(name), "utf-8")
    result = run(str(tmp_path / "table.json"))
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    data = json.loads(exported(name))
    assert lines[0].endswith(f"{len(data['log'])} entries.")
    assert lines[1] == f"Entry 1 binds the app to the seed with the SHA-256 {data['log'][0]['body']['commitment']}."
    assert lines[2] == "  Ana mixed in: dragón 龙"
    n = len(rolls(data))
    assert f"  Rolls and draws of the app: {n}, of which follow from the seed: {n}. By hand: 0." in lines
    totals = [sheet.total for sheet in verify(exported(name)).score.sheets]
    assert lines[-2] == f"Score: Ana {totals[0]}, Mei {totals[1]}."
    assert lines[-1].endswith(data["digest"])


def test_rolls_that_were_undone_are_counted(tables: Tables) -> None:
    for seed in range(20):
        played = Played(tables, "xanadu", seed)
        played.play(undo=0.2)
        if undone := played.undone():
            break
    else:
        raise AssertionError("no roll was undone")
    result = run(text=played.export())
    assert result.exit_code == 0, result.output
    assert f"\nRolls and draws undone: {undone}.\n" in result.output
    spanish = run("--language", "es", text=played.export()).output
    assert f"\nTiradas y robos deshechos: {undone}.\n" in spanish


def test_a_changed_die_is_named_in_both_languages(tmp_path: Path) -> None:
    text = changed(exported("hangzhou"), partial(reroll, n=2))
    at = rolls(json.loads(text))[2]["seq"]
    result = run("-", text=text)
    assert result.exit_code == 1
    assert f"<stdin>: Entry {at}: the log has “" in result.output
    assert f"<stdin>: Entrada {at}: el registro tiene «" in run("--language", "es", text=text).output


@pytest.mark.parametrize("text", ["", "nonsense", "{}", '{"format": 1}', "[1, 2]", '"log"', "[" * 100_000])
def test_what_cannot_be_read_is_exit_code_2(text: str) -> None:
    result = run(text=text)
    assert result.exit_code == 2 and len(result.output.strip().splitlines()) == 1, result.output


def test_a_strangers_file_does_not_move_the_cursor() -> None:
    def tamper(data: dict[str, Any]) -> None:
        data["table"] = "\x1b[2J\x07"
        data["log"][1]["body"]["name"] = "\x1b]0;title\x07Ana"

    result = run(text=changed(exported("hangzhou"), tamper))
    assert result.exit_code == 1 and "\x1b" not in result.output and "\x07" not in result.output
