"""Dunhuang as the harness needs to know it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from harness import Case
from msgspec.structs import replace

from companion.engine import OVER, Seat
from companion.engine.drive import Step, at_random
from companion.engine.game import Legal
from companion.games import dunhuang
from companion.games.dunhuang import characters, components, moves, outcomes
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.names import CARDS, CHARACTERS, GOODS, SPACES, UNKNOWN
from companion.games.dunhuang.state import EMPTY, PHASES, everywhere, now_of

UNIVERSE: tuple[dunhuang.Action, ...] = (
    *outcomes.TILE_LAID.values(),
    *outcomes.CARD_DRAWN,
    *moves.KEEP,
    *moves.PLACE_CAMEL,
    *moves.MOVE_CAMEL,
    *moves.INTO_SHOP,
    *characters.BURY,
    *(action for spaces in characters.EXCHANGE_SHOP for kinds in spaces for action in kinds),
    *(action for spaces in characters.EXCHANGE_HAND for action in spaces),
    *characters.FETCH,
    *characters.GUARD,
    *characters.DISCARD,
    *characters.VISIT,
    *characters.GIVE,
    *(action for hands in characters.SWAP for action in hands),
    *characters.TO_HAND,
    *characters.TO_SHOP,
    *moves.SHOW,
    moves.INTO_HAND,
    moves.TAKE_COINS,
    characters.DRAW_GOODS,
    characters.TAKE_PRESTIGE,
    moves.PAY,
    moves.CLAIM,
    moves.DECLINE,
    outcomes.GoOn(),
    moves.MoveCamel(100),
)


def _pieces(state: dunhuang.State) -> tuple[int, ...]:
    """All cards by kind; with cards that nobody knows, only how many there are."""
    found = everywhere(state)
    return (sum(found),) if found[UNKNOWN] else found


def _accounts(before: dunhuang.State, step: Step[Any, Any, Any]) -> None:
    """Coins and prestige come and go only as the effects say; majorities are as the rules say."""
    coins = [player.coins for player in before.players]
    prestige = [player.prestige for player in before.players]
    for effect in step.effects:
        match effect:
            case moves.CamelMoved():
                coins[effect.seat] -= effect.coins
            case moves.CoinsTaken():
                coins[effect.seat] += effect.coins
            case did.FeePaid():
                coins[effect.seat] -= effect.coins
                coins[effect.holder] += effect.coins
            case did.PrestigeTaken():
                prestige[effect.seat] += effect.prestige
    state = step.state
    assert [player.coins for player in state.players] == coins
    assert [player.prestige for player in state.players] == prestige
    assert min(coins) >= 0
    assert sum(prestige) <= components.PRESTIGE
    for i, holder in enumerate(state.holders):
        shops = [player.shop[i] for player in state.players]
        assert holder is None or shops[holder] == max(shops) > 0, dunhuang.text(state)


def _shuffled(counts: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
    """As many cards, of any kinds."""
    return tuple(map(rng.choices(range(len(CARDS)), k=sum(counts)).count, range(len(CARDS))))


def _twin(state: dunhuang.State, seat: int | None, rng: random.Random) -> dunhuang.State:
    """Other hands, other cards out of the game, another deck: whatever this seat has not seen."""
    if state.turn is OVER:
        return state
    shown = state.now.phase == "show"

    def other_cards(player: dunhuang.Player) -> dunhuang.Player:
        hand = player.hand if shown else _shuffled(player.hand, rng)
        return replace(player, hand=hand, removed=_shuffled(player.removed, rng))

    players = tuple(player if other == seat else other_cards(player) for other, player in enumerate(state.players))
    under = tuple(
        card if seat is not None and card.by == seat else dunhuang.Buried(rng.choice(CARDS), card.by)
        for card in state.under
    )
    now = state.now
    if now.seat is None or now.seat != seat:
        now = replace(now, drawn=_shuffled(now.drawn, rng))
    return replace(state, players=players, under=under, now=now, pile=_shuffled(state.pile, rng))


def random_options(rng: random.Random) -> dunhuang.Options:
    return dunhuang.Options(**{switch.name: rng.choice(switch.values) for switch in dunhuang.SWITCHES})


def random_position(rng: random.Random) -> dunhuang.State:
    """Any position at all: as many of each thing, anywhere, as chance will have it."""
    players = rng.randint(2, 4)
    paper = rng.random() < 0.3

    def counts(most: int, unknown: bool) -> tuple[int, ...]:
        known = tuple(0 if paper and unknown else rng.choice([0, 0, rng.randint(0, most)]) for _ in GOODS)
        return (*known, rng.choice([0, 0, 1, 3]) if paper else 0) if unknown else known

    def player() -> dunhuang.Player:
        hand = rng.choice([EMPTY, counts(3, True), counts(2, True)])
        return dunhuang.Player(rng.randrange(9), rng.randrange(12), hand, counts(3, False), counts(1, True))

    seat, other = rng.sample(range(players), 2)
    phase, left = rng.choice(PHASES), rng.randrange(4)
    drawn, good, steps = rng.choice([EMPTY, counts(1, True)]), rng.choice(GOODS), rng.randrange(12)
    holders = tuple(rng.choice([None, *range(players)]) for _ in GOODS)
    cards = CARDS if paper else GOODS
    return dunhuang.State(
        players=tuple(player() for _ in range(players)),
        now=now_of(phase, Seat(seat), steps, Seat(other), good, left, rng.randrange(4), drawn),
        ring=tuple(rng.choices(CHARACTERS, k=rng.choice([0, 5, SPACES, SPACES]))),
        market=tuple(rng.choice([None, *rng.choices(cards, k=3)]) for _ in range(SPACES)),
        camel=rng.choice([None, *range(1, SPACES + 1)]),
        pile=counts(2, True),
        under=tuple(
            dunhuang.Buried(rng.choice(cards), rng.choice([None, *range(players)])) for _ in range(rng.choice([0, 2]))
        ),
        holders=holders,
        guards=tuple(holder is not None and rng.random() < 0.4 for holder in holders),
        gone=counts(1, False),
        start=Seat(rng.randrange(players)),
        last_round=rng.random() < 0.3,
        options=random_options(rng),
    )


Choose = Callable[[dunhuang.State, Seat, Legal[dunhuang.Action]], dunhuang.Action]


def chooser(seed: int) -> Choose:
    """A player at random who does not name a card that cannot be there."""
    pick: Choose = at_random(seed)

    def choose(state: dunhuang.State, seat: Seat, legal: Legal[dunhuang.Action]) -> dunhuang.Action:
        if not everywhere(state)[UNKNOWN]:
            return pick(state, seat, legal)
        found, left = dunhuang.faults(state), list(legal)
        while len(left) > 1:
            action = pick(state, seat, Legal(left, state, seat, dunhuang.refusal))
            after, _ = dunhuang.play(state, action, seat)
            if {fault.kind for fault in dunhuang.faults(after)} <= {fault.kind for fault in found}:
                return action
            left.remove(action)
        return left[0]

    return choose


def case(rules: frozenset[str]) -> Case:
    """The case, given the rule ids of the leaflet."""
    house = {"camel_max": "7", "tie": "holder", "farmer": "exact", "end": "cannot_refill"}
    papers = ({"cards": "paper"}, {"cards": "paper", "start": 1, "camel_max": "8"})
    return Case(
        game=dunhuang,
        options=({}, house, *papers, {"end": "cannot_refill"}, {"tie": "holder", "start": 1}, {"farmer": "exact"}),
        combined={
            "tie": ("newcomer", "holder"),
            "end": ("deck_empty", "cannot_refill"),
            "cards": ("app", "paper"),
        },
        turned={"camel_max": ("coins", "7", "8"), "farmer": ("within", "exact"), "start": (0, 1)},
        chooser=chooser,
        universe=UNIVERSE,
        pieces=_pieces,
        accounts=_accounts,
        twin=_twin,
        odd=random_position,
        rules=rules,
        differs=lambda start: start,
        longest=3000,
    )


assert len(set(UNIVERSE)) == len(UNIVERSE)
