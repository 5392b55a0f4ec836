"""Stones, as docs/add-a-game.md has it typed: printed, held to what every game must hold, played on two phones."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from harness import Case, check_effects, walk
from stones.rules import STONES, State, Take
from two_phones import press, two_phones

from companion.engine import game
from companion.engine.drive import play_at_random
from companion.engine.wording import wording
from pnp.cli import main as pnp
from pnp.kits import find, read


def odd(rng: random.Random) -> State:
    players = rng.choice(STONES.PLAYERS)
    taken = tuple(rng.randrange(30) for _ in range(players))
    return State(rng.randrange(30), taken, rng.randrange(players), rng.choice([None, 1]))


CASE = Case(
    game=STONES,
    options=({},),
    combined={},
    turned={},
    chooser=play_at_random,
    universe=tuple(map(Take, range(5))),
    pieces=lambda state: state.heap + sum(state.taken),
    accounts=lambda before, step: None,
    twin=lambda state, seat, rng: state,
    odd=odd,
    rules=frozenset(re.findall(r"\{#([a-z0-9-]+)", (find("stones") / "rules.en.md").read_text("utf-8"))),
    differs=lambda start: start,
    longest=22,
)


@pytest.mark.parametrize("players", STONES.PLAYERS)
def test_it_holds_what_every_game_holds(players: int) -> None:
    assert game("stones") is STONES
    assert STONES.text(STONES.new(2)) == "stones 2"
    assert STONES.text(STONES.after(STONES.new(2), Take(2))) == "stones 2 heap: 19 taken: A2 turn: B"
    for seed in range(5):
        check_effects(CASE, walk(CASE, players, {}, seed), [None, *range(players)])


def test_both_languages_say_everything() -> None:
    english, spanish = (wording("stones", language).phrases for language in ("en", "es"))
    assert set(english) == set(spanish)


def test_it_prints(tmp_path: Path) -> None:
    printed = CliRunner().invoke(pnp, ["build", "stones", "--out", str(tmp_path)])
    assert printed.exit_code == 0, printed.output
    assert "no findings" in printed.output


def test_two_phones_play_it_to_the_score(tmp_path: Path) -> None:
    with two_phones(tmp_path, "stones") as (ana, mei, home):
        for turn in range(21):
            assert press(ana if turn % 2 == 0 else mei, home, "take 1").status_code == 303
        for page in ("", "/score", "/log", "/check", "/screen", "/advanced", "/menu"):
            assert ana.get(home + page).status_code == 200, page
        assert "last stone" in ana.get(f"{home}/score").text
        assert "Mei takes 1 stone" in ana.get(f"{home}/log").text


def test_a_hint_says_what_it_does(tmp_path: Path) -> None:
    with two_phones(tmp_path, "stones") as (ana, _, home):
        press(ana, f"{home}/hint", '"hint"')
        said = ana.get(f"{home}/hint").text
        assert "Ana takes" in said and "left." in said


def test_a_first_game_is_taught(tmp_path: Path) -> None:
    assert not list(read(find("stones"))[1])
    with two_phones(tmp_path, "stones") as (ana, mei, home):
        assert "Lay 21 stones" not in ana.get(home).text
        press(ana, f"{home}/menu", "learn")
        assert "Lay 21 stones" in ana.get(home).text
        press(ana, home, "there")
        assert "How many would you take?" in ana.get(home).text
        assert "2 stones" in ana.get(home).text
        assert press(ana, f"{home}?pick=1", "there").status_code == 303
        assert "Ana takes 2 stones" in mei.get(f"{home}/log").text
        assert "New: who wins" in ana.get(home).text
        press(ana, home, "there")
        assert "New: who wins" not in ana.get(home).text
