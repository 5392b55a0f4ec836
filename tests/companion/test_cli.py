"""The command `companion`: what it prints, and how it complains."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.engine import dunhuang, hangzhou
from companion.engine.drive import Generator, drive, play_at_random
from companion.engine.log import FORMAT, Header, Log, entry, write_log

POSITION = """hangzhou RBYW
city: B1Wy A2Br1 A3Rr D3Yb E3Yr A5B
market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / r1 r1 p5 k6
R: c5 y1  B: c3 b1  Y: c4 y1  W: c5 r1
"""


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), input=text)


def test_resolve_with_the_dice_of_the_sample_game() -> None:
    result = run("resolve", "hangzhou", "--dice", "green 5, r2, die yellow 3", text=POSITION)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Orange enters at B1. Nearest with yellow: B1, 1 step."
    assert "White buys yellow on B1 for 2 coins." in lines
    assert "    Most coins: ✓ A2 (Blue): 1 coin · ✗ A3 (Red): 0 coins" in lines
    assert lines[-2] == "Round 2: Blue starts."
    after = hangzhou.parse(lines[-1])
    assert [hand.coins for hand in after.hands] == [5, 2, 2, 3]
    assert result.stderr == ""


def test_resolve_reads_a_file_in_either_form(tmp_path: Path) -> None:
    state = hangzhou.parse(POSITION)
    (tmp_path / "a.txt").write_text(POSITION)
    (tmp_path / "b.json").write_text(hangzhou.to_json(state))
    by_text, by_json = (run("resolve", "hangzhou", str(tmp_path / f), "--seed", "7") for f in ("a.txt", "b.json"))
    assert by_text.exit_code == 0
    assert by_text.stdout == by_json.stdout == run("resolve", "hangzhou", "-", "--seed", "7", text=POSITION).stdout


def test_resolve_speaks_spanish() -> None:
    result = run("resolve", "hangzhou", "--seed", "1", "--language", "es", text=POSITION)
    assert result.stdout.startswith("El mercader naranja entra por B1.")


def test_resolve_stops_where_a_player_decides() -> None:
    result = run("resolve", "hangzhou", text=POSITION.replace("city:", "trade: optional city:"))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].endswith("now: ask orange")


def test_resolve_names_what_is_odd_and_goes_on() -> None:
    result = run("resolve", "hangzhou", "--seed", "1", text=POSITION.replace("y2 b3", "r2 b3"))
    assert result.exit_code == 0
    assert "<stdin>: odd: 5 red dice: there are 4." in result.stderr


@pytest.mark.parametrize(
    ("arguments", "text", "message"),
    [
        (["--seed", "1"], POSITION.replace("A5B", "A5X"), "<stdin>:2:33: city: expected"),
        (["--seed", "1"], '{\n "game": "go"}', "<stdin>:1:1: $.game: "),
        (["--seed", "1"], "{", "<stdin>:1:2: this is no JSON"),
        (["--seed", "1"], "", "<stdin>:1:1: expected the players"),
        (["--dice", "green 5, blue"], POSITION, "--dice: blue: expected "),
        (["--dice", "green 5, blue 6"], POSITION, "--dice: blue 6: A blue die never shows 6"),
        (["--dice", "green 5"], POSITION, "something has to be rolled or drawn: give --seed"),
        ([], POSITION, "something has to be rolled or drawn: give --seed"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments: list[str], text: str, message: str) -> None:
    result = run("resolve", "hangzhou", *arguments, text=text)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(message)
    assert len(result.stderr.splitlines()) == 1


def test_dice_left_over_are_mentioned() -> None:
    result = run("resolve", "hangzhou", "--dice", "g5, r2, y3, b1", text=POSITION)
    assert result.exit_code == 0
    assert result.stderr == "--dice: b1: not needed, nothing more is rolled\n"


XANADU = "xanadu 2 A: 01.20.21.22 02 hand 11 B: 03 hand 12 now: play A working deck: 30 31"


def test_resolve_ends_a_turn_of_xanadu() -> None:
    result = run("resolve", "xanadu", "--dice", "draw 31", text=XANADU.replace("21.22", "21.22.23"))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "A draws Church of the East."
    assert "Its workers were" in lines[1]
    assert lines[2].startswith("    Price in force: ✗")
    assert lines[3] == "It is B’s turn."
    assert "hand 11 31" in lines[-1]


def test_what_is_drawn_is_asked_for_with_an_example() -> None:
    result = run("resolve", "xanadu", text=XANADU)
    assert result.exit_code == 2
    assert "--dice “draw 30, …”" in result.stderr


def test_wrong_arguments() -> None:
    assert "no game 'chess'; there are: dunhuang, hangzhou" in run("resolve", "chess", text=POSITION).stderr
    assert run("resolve", "hangzhou", "--seed", "1", "--dice", "b1", text=POSITION).exit_code == 2
    missing = run("resolve", "hangzhou", "no/such/file", "--seed", "1")
    assert (missing.exit_code, missing.stderr) == (2, "no/such/file: cannot be read: No such file or directory\n")


FILLING = """dunhuang 3 ring: interpreter soldier shepherd manichean princess painter trader maid
market: 2 3 - 5 6 7 8 9 camel: 3 now: fill A
"""


def test_resolve_lays_dunhuangs_cards() -> None:
    result = run("resolve", "dunhuang", "--dice", "tea", text=FILLING)
    assert result.stdout.splitlines()[:2] == ["Tea is laid on space 3.", "It is Player B’s turn."]
    assert result.stdout.endswith("market: 2 3 6 5 6 7 8 9 camel: 3 now: move B\n")
    assert run("resolve", "dunhuang", "--dice", "10", text=FILLING).stderr == ("--dice: 10: None left to draw: silk.\n")
    assert "--dice “card silver, …”" in run("resolve", "dunhuang", text=FILLING).stderr


def test_replay_tells_a_game_of_dunhuang() -> None:
    start = dunhuang.new(players=3)
    steps = list(drive(dunhuang, start, play_at_random(2), Generator(2)))
    entries = tuple(entry(dunhuang, step) for step in steps)
    log = write_log(Log(Header("dunhuang", FORMAT, dunhuang.text(start)), entries))
    lines = run("replay", "-", text=log).stdout.splitlines()
    assert (lines[0], lines[-1]) == ("dunhuang 3 now: lay", dunhuang.text(steps[-1].state))
    assert any(line.startswith("    Most cards in the shop: ") for line in lines)


def recorded(seed: int) -> str:
    start = hangzhou.new(players=2)
    steps = drive(hangzhou, start, play_at_random(seed, hangzhou.tired), Generator(seed))
    entries = tuple(entry(hangzhou, step) for step in steps)
    return write_log(Log(Header("hangzhou", FORMAT, hangzhou.text(start)), entries))


def test_replay_prints_a_transcript(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text(recorded(3))
    result = run("replay", str(log))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "hangzhou WB now: draw"
    assert lines[-1].endswith("now: over")
    assert "The round die cannot go past 6: the game is over." in lines
    assert run("replay", "-", text=recorded(3)).stdout == result.stdout


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda log: "", "<stdin>:1:1: the log is empty"),
        (lambda log: log.replace('"draw', '"dance', 1), "<stdin>:2:1: expected shop B2"),
        (lambda log: log.replace("hangzhou WB", "hangzhou WW"), "<stdin>:1:1: position:10: "),
        (lambda log: log.replace('"format":1', '"format":9'), "<stdin>:1:1: format 9 of the log"),
        (lambda log: log.replace('"game":"hangzhou"', '"game":"go"'), "<stdin>:1:1: expected dunhuang, hangzhou, "),
        (lambda log: log.replace('"by":1', '"by":0', 1), "<stdin>:4:1: 'pick "),
        (lambda log: log.replace('"source":"app"', '"source":5', 1), "<stdin>:2:"),
        (lambda log: log + "{\n", "<stdin>:"),
    ],
)
def test_bad_logs_say_where(change: object, message: str) -> None:
    result = run("replay", "-", text=change(recorded(3)))
    assert result.exit_code == 2
    assert result.stderr.startswith(message)
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""


def test_it_runs_as_a_module() -> None:
    shown = subprocess.run([sys.executable, "-m", "companion", "--help"], capture_output=True, text=True, check=True)
    assert "replay" in shown.stdout
