"""No phone learns what it may not know: whatever leaves a table of Dunhuang is the same if all of that were otherwise.

After every action the table is looked at by every seat and by a watcher, and so is its twin, in which all cards that
this looker may not know are other ones: both must look alike, the log too.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine import dunhuang
from companion.engine.game import OVER, Seat
from companion.games.dunhuang.names import CARDS, UNKNOWN, Good
from companion.games.dunhuang.state import State
from companion.tables import Act, Start, TakeSeat
from companion.tables.log import entries as e
from companion.tables.log.decide import decide
from companion.tables.log.fold import open_table
from companion.tables.log.plan import Asking, Plan
from companion.tables.log.table import Step, Table
from companion.tables.log.views import Who
from companion.tables.log.visibility import lines_of, view_of

KNOWN = CARDS[:UNKNOWN]
Counts = tuple[int, ...]


def others(counts: Counts, rng: random.Random) -> Counts:
    """As many cards, of any kinds."""
    drawn = rng.choices(range(UNKNOWN), k=sum(counts))
    return (*(drawn.count(i) for i in range(UNKNOWN)), 0)


def twin(state: State, seat: Seat | None, rng: random.Random) -> State:
    """The same position to the eyes of this seat, and another one in truth."""
    if state.turn is OVER:
        return state
    players = tuple(
        p if other == seat else replace(p, hand=others(p.hand, rng), removed=others(p.removed, rng))
        for other, p in enumerate(state.players)
    )
    under = tuple(
        buried if seat is not None and buried.by == seat else replace(buried, card=rng.choice(KNOWN))
        for buried in state.under
    )
    now = state.now
    if any(now.drawn) and now.seat != seat:
        now = replace(now, drawn=others(now.drawn, rng))
    return replace(state, players=players, pile=others(state.pile, rng), under=under, now=now)


def told_otherwise(step: Step, seat: Seat | None, rng: random.Random) -> Step:
    """The step in the twin: what the effects hide from this seat is another card there, and the entry, too."""
    effects = tuple(_otherwise(step.state, effect, seat, rng) for effect in step.effects)
    body: Any = step.body
    hides = effects != step.effects
    if isinstance(body, e.Act) and hides:
        body = replace(body, action=body.action.replace(body.action.split()[-1], rng.choice(KNOWN).value))
    if isinstance(body, e.Roll) and hides:
        body = replace(body, outcome=f"card {rng.choice(KNOWN)}")
    return replace(step, state=twin(step.state, seat, rng), effects=effects, body=body)


def _otherwise(state: State, effect: Any, seat: Seat | None, rng: random.Random) -> Any:
    seen = dunhuang.seen(state, effect, seat)
    return replace(effect, card=rng.choice(KNOWN)) if getattr(seen, "card", None) is Good.UNKNOWN else effect


class Play:
    """A table without storage: its log, and the table that it makes."""

    def __init__(self, players: int, seed: int, **options: str) -> None:
        settings = e.Settings()
        body = e.Open("dunhuang", "1", dict(options), tuple("ABCD"[:players]), "en", settings, "0" * 64)
        first = e.Event(1, body, None, "person", 0)
        self.log = [first]
        self.table: Table = open_table(first, "QKTRN")
        self.seed = seed
        for chair in range(players):
            self.give(Who(chair), TakeSeat(chair, f"P{chair}"))
        self.give(Who(0, host=True), Start())

    def give(self, who: Who, command: Any) -> None:
        asking = Asking(who, "hash", 0)
        plan = Plan(self.table, asking, lambda: self.seed.to_bytes(32, "big"))
        decide(plan, command)
        self.log += plan.events
        self.table = plan.table

    def looked_at(self, rng: random.Random, since: int) -> None:
        """By every seat and a watcher, and the twin likewise."""
        table = self.table
        for chair in (*range(len(table.chairs)), None):
            who, seat = Who(chair), None if chair is None else Seat(chair)
            steps = tuple(told_otherwise(s, seat, rng) if s.seq > since else s for s in table.steps)
            line = tuple(s for s in steps if s.seq in {step.seq for step in table.line})
            other = replace(table, steps=steps, line=line)
            assert view_of(other, who) == view_of(table, who)
            for event in self.log[since:]:
                there = next((s for s in steps if s.seq == event.seq), None)
                twin_event = event if there is None else replace(event, body=there.body)
                assert lines_of(other, who, [twin_event]) == lines_of(table, who, [event]), event


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_no_phone_learns_what_it_may_not_know(players: int, seed: int) -> None:
    whole_game(players, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_phone_learns_in_many_games(players: int, seed: int) -> None:
    whole_game(players, 100 + seed)


def whole_game(players: int, seed: int) -> None:
    rng = random.Random(seed)
    play = Play(players, seed, cards="app")
    looked = 0
    while play.table.turn is not OVER:
        play.looked_at(rng, looked)
        looked = len(play.log)
        state = play.table.state
        seat = rng.choice(dunhuang.waiting(state))
        action = rng.choice(dunhuang.legal(state, seat))
        play.give(Who(int(seat)), Act(dunhuang.action_text(action)))
    used = {type(effect).__name__ for step in play.table.steps for effect in step.effects}
    assert {"CardDealt", "CardChosen", "CardLaid", "GameEnded"} <= used or "TopMerchant" in used


def test_a_watcher_of_cards_on_paper_sees_what_everybody_does() -> None:
    rng = random.Random(5)
    play = Play(3, 5)
    for _ in range(60):
        state = play.table.state
        if play.table.turn is OVER:
            break
        seat = rng.choice(dunhuang.waiting(state))
        play.give(Who(int(seat)), Act(dunhuang.action_text(rng.choice(dunhuang.legal(state, seat)))))
        views = [view_of(play.table, Who(chair)).state for chair in (0, 1, 2, None)]
        assert all(view == play.table.state for view in views), dunhuang.text(play.table.state)
