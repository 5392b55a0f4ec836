"""Positions in pairs that look alike to one seat, though all that it may not see is other."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from companion.engine import drive
from companion.engine.drive import Generator
from companion.engine.game import CHANCE, OVER, Seat
from companion.games.dunhuang.names import CARDS, UNKNOWN
from companion.games.dunhuang.state import State as DunhuangState
from companion.games.hangzhou.state import State as HangzhouState
from companion.games.xanadu.state import State as XanaduState
from companion.tables.game import table_game

OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "hangzhou": ({"open_hands": "hidden"},),
    "dunhuang": ({"cards": "app"},),
    "xanadu": ({"cards": "app"}, {"cards": "app", "open_score": "no"}),
}
"""Settings with which something is hidden, by game."""
Heap = tuple[int, ...]


def twin(game: str, state: Any, seat: Seat | None, rng: random.Random) -> Any:
    """The same position to the eyes of this seat, in which everything that it may not see is other.

    Made by hand and not by `GameRules.possible`: that starts from the view, so it would keep what a view lets out.
    """
    made = {"hangzhou": _hangzhou, "dunhuang": _dunhuang, "xanadu": _xanadu}[game](state, seat, rng)
    view = table_game(game).rules.view
    assert view(made, seat) == view(state, seat) and view(made, None) == view(state, None)
    return made


def _hangzhou(state: HangzhouState, seat: Seat | None, rng: random.Random) -> HangzhouState:
    if state.turn is OVER:
        return state
    hands = tuple(
        hand
        if other == seat
        else replace(
            hand,
            coins=rng.randrange(12),
            points=rng.randrange(5),
            dyes=tuple(rng.choice((0, 0, 1, 2)) for _ in hand.dyes),
        )
        for other, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands)


def _dunhuang(state: DunhuangState, seat: Seat | None, rng: random.Random) -> DunhuangState:
    if state.turn is OVER:
        return state
    shown, mine = state.now.phase == "show", state.now.seat == seat and seat is not None
    heaps: list[Heap] = [state.pile] + ([] if mine else [state.now.drawn])
    for other, player in enumerate(state.players):
        if other != seat:
            heaps += [player.removed] + ([] if shown else [player.hand])
    cards = [i for heap in heaps for i, n in enumerate(heap) for _ in range(n)]
    cards += [one.card.ordinal for one in state.under if seat is None or one.by != seat]
    rng.shuffle(cards)

    def taken(heap: Heap) -> Heap:
        drawn = [cards.pop() for _ in range(sum(heap))]
        return tuple(drawn.count(i) for i in range(UNKNOWN + 1))

    pile, drawn = taken(state.pile), state.now.drawn if mine else taken(state.now.drawn)
    players = []
    for other, player in enumerate(state.players):
        if other != seat:
            removed = taken(player.removed)
            player = replace(player, removed=removed, hand=player.hand if shown else taken(player.hand))
        players.append(player)
    now = replace(state.now, drawn=drawn) if any(drawn) else state.now
    under = tuple(
        one if seat is not None and one.by == seat else replace(one, card=CARDS[cards.pop()]) for one in state.under
    )
    return replace(state, pile=pile, players=tuple(players), under=under, now=now)


def _xanadu(state: XanaduState, seat: Seat | None, rng: random.Random) -> XanaduState:
    others = [player for other, player in enumerate(state.players) if other != seat]
    closed = [heap for player in others for heap in (player.hand, player.picked)]
    closed += [state.deck, *(b.workers for row in state.city for b in row)]
    cards = [card for heap in closed for card in heap]
    rng.shuffle(cards)

    def taken(heap: tuple[Any, ...], *, sort: bool = True) -> tuple[Any, ...]:
        drawn = tuple(cards.pop() for _ in heap)
        return tuple(sorted(drawn)) if sort else drawn

    secret = state.options.open_score == "no" and state.turn is not OVER
    players = []
    for other, player in enumerate(state.players):
        if other != seat:
            coins = rng.randrange(40) if secret else player.coins
            player = replace(player, coins=coins, hand=taken(player.hand), picked=taken(player.picked))
        city = tuple(replace(b, workers=taken(b.workers, sort=False)) for b in player.city)
        players.append(replace(player, city=city))
    return replace(state, players=tuple(players), deck=taken(state.deck))


def positions(game: str, players: int, options: dict[str, Any], rng: random.Random) -> list[Any]:
    """Those of a game at random, every few steps, in all its parts."""
    table = table_game(game)
    rules, state = table.rules, table.new(options, tuple(range(players)), 0)
    found, chance, choose = [], Generator(rng.randrange(10**9)), drive.play_at_random(rng.randrange(10**9))
    for step in range(2_000):
        if state.turn is OVER:
            break
        if state.turn is CHANCE:
            state, _ = rules.play(state, chance.supply(rules, state))
            continue
        if step < 30 or not step % 7:
            found.append(state)
        seat = rng.choice(rules.waiting(state))
        state, _ = rules.play(state, choose(state, seat, rules.legal(state, seat)), seat)
    return found
