"""Pig is printed, holds what every game must hold, and is played on two phones."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from harness import Case, check_effects, walk
from pig.rules import PIG, Hold, Kept, Lost, Phase, Roll, Rolled, State
from two_phones import press, two_phones

from companion.engine import OVER, game
from companion.engine.drive import Script, drive, play_at_random
from companion.engine.game import Step
from companion.engine.wording import wording
from pnp.cli import main as pnp
from pnp.kits import find


def odd(rng: random.Random) -> State:
    players = rng.choice(PIG.PLAYERS)
    points = tuple(rng.randrange(140) for _ in range(players))
    return State(points, rng.randrange(90), rng.randrange(players), rng.choice(list(Phase)))


def accounts(before: State, step: Step) -> None:
    """Points come from the turn alone, and only by keeping them."""
    kept = {effect.seat: effect.pot for effect in step.effects if isinstance(effect, Kept)}
    assert step.state.points == tuple(n + kept.get(seat, 0) for seat, n in enumerate(before.points))


CASE = Case(
    game=PIG,
    options=({},),
    combined={},
    turned={},
    chooser=play_at_random,
    universe=(Roll(), Hold(), *map(Rolled, range(8))),
    pieces=lambda state: len(state.points),
    accounts=accounts,
    twin=lambda state, seat, rng: state,
    odd=odd,
    rules=frozenset(re.findall(r"\{#([a-z0-9-]+)", (find("pig") / "rules.en.md").read_text("utf-8"))),
    differs=lambda start: start,
    longest=3000,
)


@pytest.mark.parametrize("players", PIG.PLAYERS)
def test_it_holds_what_every_game_holds(players: int) -> None:
    assert game("pig") is PIG
    for seed in range(2):
        check_effects(CASE, walk(CASE, players, {}, seed, every=7), [None, *range(players)])


def test_a_one_takes_the_turn_and_all_of_it() -> None:
    """A keeps 5 + 4; B rolls 6 and 1; A needs no more than 91 in one turn."""
    sixes = [6] * 16
    # Nobody is asked for the first roll of a turn, which they have to take.
    taps = iter([Roll(), Hold(), Roll(), *[Roll() for _ in sixes[1:]]])
    steps = list(drive(PIG, PIG.new(2), lambda *_: next(taps), Script(map(Rolled, [5, 4, 6, 1, *sixes]))))
    assert [effect.pot for step in steps for effect in step.effects if isinstance(effect, Lost)] == [6]
    assert steps[-1].state.turn is OVER
    assert steps[-1].state.points == (9 + 96, 0)
    assert PIG.score(steps[-1].state).winners == (0,)


def test_there_is_nothing_to_keep_before_a_roll() -> None:
    refusal = PIG.refusal(PIG.new(2), Hold())
    assert refusal is not None
    assert PIG.say(refusal, PIG.new(2), "es") == "Tira primero: aún no hay nada que guardar."


def test_both_languages_say_everything() -> None:
    english, spanish = (wording("pig", language).phrases for language in ("en", "es"))
    assert set(english) == set(spanish)


def test_it_prints(tmp_path: Path) -> None:
    printed = CliRunner().invoke(pnp, ["build", "pig", "--out", str(tmp_path)])
    assert printed.exit_code == 0, printed.output
    assert "no findings" in printed.output
    manifest = json.loads((tmp_path / "pig" / "for-programs" / "manifest.json").read_text())
    assert {c["id"]: c["count"] for c in manifest["components"]} == {"sty": 6, "acorns": 12, "die": 1, "rules": 1}


def test_two_phones_play_it_to_the_score(tmp_path: Path) -> None:
    with two_phones(tmp_path, "pig") as (ana, mei, home):
        phones = [ana, mei]
        for _ in range(200):
            phone = next((phone for phone in phones if "Your turn" in phone.get(home).text), None)
            if phone is None:
                break
            assert ">Roll<" in phone.get(home).text
            keep = "hold" in phone.get(home).text
            assert press(phone, home, '"hold"' if keep else '"roll"').status_code == 303
        for page in ("", "/score", "/log", "/check", "/screen", "/advanced", "/menu"):
            assert ana.get(home + page).status_code == 200, page
        assert "points" in ana.get(f"{home}/score").text
