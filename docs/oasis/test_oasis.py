"""Oasis is printed, holds what every game must hold, and is played on two phones."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from harness import Case, check_effects, walk
from oasis.rules import OASIS, Drank, Drink, Filled, State
from two_phones import press, two_phones

from companion.engine import OVER, game
from companion.engine.drive import Script, drive, play_at_random
from companion.engine.game import Step
from companion.engine.wording import wording
from companion.web.game_pages import GAMES
from pnp.cli import main as pnp
from pnp.kits import find


def odd(rng: random.Random) -> State:
    players = rng.choice(OASIS.PLAYERS)
    seat, start = rng.randrange(players), rng.randrange(players)
    drunk = tuple(rng.randrange(9) for _ in range(players))
    return State(rng.choice([None, 0, 1, 5, 40]), drunk, seat, start, rng.choice([None, 0]))


def accounts(before: State, step: Step) -> None:
    """Water goes from the pool to whoever drinks; only the die brings any."""
    for effect in step.effects:
        if isinstance(effect, Drank):
            assert step.state.drunk[effect.seat] == before.drunk[effect.seat] + effect.draughts
            assert step.state.well == (before.well or 0) - effect.draughts


LEAFLET = (find("oasis") / "rules.en.md").read_text("utf-8")
CASE = Case(
    game=OASIS,
    options=({},),
    combined={},
    turned={},
    chooser=play_at_random,
    universe=(*map(Filled, range(8)), *map(Drink, range(5))),
    pieces=lambda state: len(state.drunk),
    accounts=accounts,
    twin=lambda state, seat, rng: state,
    odd=odd,
    rules=frozenset(re.findall(r"\{#([a-z0-9-]+)", LEAFLET)),
    differs=lambda start: start,
    longest=20,
)


@pytest.mark.parametrize("players", OASIS.PLAYERS)
def test_it_holds_what_every_game_holds(players: int) -> None:
    assert game("oasis") is OASIS
    for seed in range(20):
        check_effects(CASE, walk(CASE, players, {}, seed), [None, *range(players)])


def test_a_game_by_hand() -> None:
    """Two drink from a well of eleven; the second has the mud: 6 against 5 − 4."""
    taps = iter([Drink(3), Drink(2), Drink(3), Drink(2), Drink(1)])
    *_, last = drive(OASIS, OASIS.new(2), lambda *_: next(taps), Script([Filled(1)]))
    assert last.state.turn is OVER
    assert [sheet.total for sheet in OASIS.score(last.state).sheets] == [7 - 4, 4]
    assert OASIS.score(last.state).winners == (1,)


def test_both_languages_say_everything() -> None:
    english, spanish = (wording("oasis", language).phrases for language in ("en", "es"))
    assert set(english) == set(spanish)


def test_it_prints(tmp_path: Path) -> None:
    printed = CliRunner().invoke(pnp, ["build", "oasis", "--out", str(tmp_path)])
    assert printed.exit_code == 0, printed.output
    assert "no findings" in printed.output
    manifest = json.loads((tmp_path / "oasis" / "for-programs" / "manifest.json").read_text())
    assert {c["id"]: c["count"] for c in manifest["components"]} == {
        "well": 1,
        "draughts": 16,
        "mud": 1,
        "die": 1,
        "rules": 1,
    }
    assert all("/k/oasis/" in code["content"] for code in manifest["qr"])


def test_two_phones_play_it_to_the_score(tmp_path: Path) -> None:
    assert "oasis" in GAMES
    with two_phones(tmp_path, "oasis") as (ana, mei, home):
        assert "Oasis" in ana.get("/").text
        assert "<b>nobody</b> has the mud" in ana.get(f"{home}/screen").text
        for _ in range(20):
            phone = next((one for one in (ana, mei) if "Your turn" in one.get(home).text), None)
            if phone is None:
                break
            assert press(phone, home, "drink 1").status_code == 303
        for page in ("", "/score", "/log", "/check", "/screen", "/advanced", "/menu"):
            assert ana.get(home + page).status_code == 200, page
        assert "mud" in ana.get(f"{home}/score").text
        assert re.search("<h1>(Ana|Mei) wins</h1>", ana.get(f"{home}/screen").text)
