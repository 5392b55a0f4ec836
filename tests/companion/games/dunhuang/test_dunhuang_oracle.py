"""Random games told again: the fate of every majority token, and the whole table by somebody with the rules page."""

from __future__ import annotations

from typing import Any

import pytest
from cases import DUNHUANG
from dunhuang_books import Bookkeeper

from companion.engine import dunhuang
from companion.engine.drive import Generator, drive
from companion.engine.game import Step
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.names import GOODS
from companion.games.dunhuang.state import State


class Tokens:
    """Shops and tokens by kind, kept as one would on the table, with the rules page at hand."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.shops = [dict(zip(GOODS, player.shop, strict=True)) for player in state.players]
        self.holder = dict(zip(GOODS, state.holders, strict=True))
        self.guarded = dict(zip(GOODS, state.guards, strict=True))

    def moves(self, seat: int, out: str | None, into: str | None) -> None:
        """Cards leave and enter a shop; then the kind lost is looked at, then the one gained (D9)."""
        shop = self.shops[seat]
        if out is not None:
            shop[out] -= 1
        if into is not None:
            shop[into] += 1
        if out is not None and self.holder[out] == seat and (shop[out] == 0 or shop[out] < self.best_rival(seat, out)):
            self.goes(out, None)
        if into is not None and self.holder[into] != seat:
            self.enters(seat, into)

    def best_rival(self, seat: int, good: str) -> int:
        return max(shop[good] for other, shop in enumerate(self.shops) if other != seat)

    def enters(self, seat: int, good: str) -> None:
        mine, best = self.shops[seat][good], self.best_rival(seat, good)
        ties_count = self.holder[good] is None or (self.state.options.tie == "newcomer" and not self.guarded[good])
        if mine > best or (mine == best and ties_count):
            self.goes(good, seat)
        elif mine == best and self.state.options.tie == "newcomer" and "manichean" in self.state.ring:
            self.guarded[good] = False

    def goes(self, good: str, seat: int | None) -> None:
        self.holder[good], self.guarded[good] = seat, False

    def see(self, effect: dunhuang.Effect) -> None:
        match effect:
            case did.CardTaken(into="shop") | did.Carried(into="shop"):
                self.moves(effect.seat, None, effect.card)
            case did.Carried() | did.Discarded(rule="musician"):
                self.moves(effect.seat, effect.card, None)
            case did.Exchanged(rule="soldier") | did.Swapped():
                self.moves(effect.seat, effect.given, effect.taken)
            case did.TokenGuarded():
                self.guarded[effect.good] = True
            case did.FeePaid():
                self.goes(effect.good, effect.seat)


def told_again(before: State, step: Step) -> None:
    tokens = Tokens(before)
    for effect in step.effects:
        tokens.see(effect)
    after = step.state
    assert [list(shop.values()) for shop in tokens.shops] == [list(player.shop) for player in after.players]
    assert tuple(tokens.holder.values()) == after.holders, dunhuang.text(before)
    assert tuple(tokens.guarded.values()) == after.guards, dunhuang.text(before)


MOST_TURNS = {2: 22, 3: 27, 4: 36}
"""With `end = deck_empty`, says the rules page."""


def play(players: int, options: dict[str, Any], seed: int) -> None:
    state, turns = dunhuang.new(players, **options), 0
    for step in drive(dunhuang, state, DUNHUANG.chooser(seed), Generator(seed)):
        told_again(state, step)
        turns += sum(isinstance(effect, did.TurnBegan) for effect in step.effects)
        state = step.state
    assert turns <= MOST_TURNS[players] or state.options.end == "cannot_refill"


@pytest.mark.parametrize(("players", "options"), DUNHUANG.starts())
def test_tokens_go_where_the_rules_page_says(players: int, options: dict[str, Any]) -> None:
    for seed in range(6):
        play(players, options, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), DUNHUANG.starts())
def test_tokens_go_where_the_rules_page_says_in_a_thousand_games(players: int, options: dict[str, Any]) -> None:
    for seed in range(1000):
        play(players, options, seed)


def told_by_the_rules_page(players: int, options: dict[str, Any], seed: int) -> None:
    books, state = Bookkeeper(players, options), dunhuang.new(players, **options)
    books.agrees(state)
    for step in drive(dunhuang, state, DUNHUANG.chooser(seed), Generator(seed)):
        books.see(step.action, step.by)
        books.agrees(step.state)
        state = step.state
    score, (totals, winners) = dunhuang.score(state), books.points()
    assert [sheet.total for sheet in score.sheets] == totals
    assert list(score.winners) == winners


BY_APP = [(players, options) for players, options in DUNHUANG.combinations() if options["cards"] == "app"]


@pytest.mark.parametrize(("players", "options"), BY_APP)
def test_every_table_is_the_one_that_the_rules_page_makes(players: int, options: dict[str, Any]) -> None:
    for seed, settings in enumerate(DUNHUANG.turns(players, options)[::5]):
        told_by_the_rules_page(players, settings, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), BY_APP)
def test_every_table_is_the_one_that_the_rules_page_makes_in_a_thousand_games(
    players: int, options: dict[str, Any]
) -> None:
    turns = DUNHUANG.turns(players, options)
    for seed in range(1000):
        told_by_the_rules_page(players, turns[seed % len(turns)], seed)
