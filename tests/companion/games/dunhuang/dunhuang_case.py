"""Dunhuang as the harness needs to know it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, get_args

from harness import Case
from msgspec.structs import replace

from companion.engine import OVER, Seat, dunhuang
from companion.engine.drive import play_at_random
from companion.engine.game import Step
from companion.games.dunhuang import components
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.names import CARDS, CHARACTERS, GOODS, SPACES, UNKNOWN
from companion.games.dunhuang.phases import EMPTY, Burying, Draw, Kept, Now
from companion.games.dunhuang.state import Buried, Options, Player, State, Token, everywhere

UNIVERSE = tuple(dunhuang.catalogue)


def _pieces(state: State) -> tuple[int, ...]:
    """All cards by kind; with cards that nobody knows, only how many there are."""
    found = everywhere(state)
    return (sum(found),) if found[UNKNOWN] else found


def _accounts(before: State, step: Step) -> None:
    """Coins and prestige come and go only as the effects say; majorities are as the rules say."""
    coins = [player.coins for player in before.players]
    prestige = [player.prestige for player in before.players]
    for effect in step.effects:
        match effect:
            case did.CamelMoved():
                coins[effect.seat] -= effect.coins
            case did.CoinsTaken():
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


def _twin(state: State, seat: int | None, rng: random.Random) -> State:
    """Other hands, other cards out of the game, another deck: whatever this seat has not seen."""
    if state.turn is OVER:
        return state
    shown = state.now.phase == "show"

    def other_cards(player: Player) -> Player:
        hand = player.hand if shown else _shuffled(player.hand, rng)
        return replace(player, hand=hand, removed=_shuffled(player.removed, rng))

    players = tuple(player if other == seat else other_cards(player) for other, player in enumerate(state.players))
    under = tuple(
        card if seat is not None and card.by == seat else Buried(card.by, rng.choice(CARDS)) for card in state.under
    )
    now = state.now
    if isinstance(now, Draw | Kept | Burying) and now.seat != seat:
        now = replace(now, drawn=_shuffled(now.drawn, rng))
    return replace(state, players=players, under=under, now=now, pile=_shuffled(state.pile, rng))


def random_options(rng: random.Random) -> Options:
    return Options(**{switch.name: rng.choice(switch.values) for switch in dunhuang.SWITCHES})


def random_position(rng: random.Random) -> State:
    """Any position at all: as many of each thing, anywhere, as chance will have it."""
    players = rng.randint(2, 4)
    paper = rng.random() < 0.3

    def counts(most: int, unknown: bool) -> tuple[int, ...]:
        known = tuple(0 if paper and unknown else rng.choice([0, 0, rng.randint(0, most)]) for _ in GOODS)
        return (*known, rng.choice([0, 0, 1, 3]) if paper else 0) if unknown else known

    def player() -> Player:
        hand = rng.choice([EMPTY, counts(3, True), counts(2, True)])
        return Player(rng.randrange(9), rng.randrange(12), hand, counts(3, False), counts(1, True))

    seat, other = rng.sample(range(players), 2)
    phase, left = rng.choice(get_args(Now)), rng.randrange(4)
    drawn, good, steps = rng.choice([EMPTY, counts(1, True)]), rng.choice(GOODS), rng.randrange(12)
    of_phase = {
        "seat": Seat(seat),
        "steps": steps,
        "other": Seat(other),
        "good": good,
        "left": left,
        "number": rng.randrange(4),
        "drawn": drawn,
    }
    holders = [rng.choice([None, *range(players)]) for _ in GOODS]
    cards = CARDS if paper else GOODS
    return State(
        options=random_options(rng),
        ring=tuple(rng.choices(CHARACTERS, k=rng.choice([0, 5, SPACES, SPACES]))),
        market=tuple(rng.choice([None, *rng.choices(cards, k=3)]) for _ in range(SPACES)),
        camel=rng.choice([None, *range(1, SPACES + 1)]),
        tokens=tuple(None if holder is None else Token(Seat(holder), rng.random() < 0.4) for holder in holders),
        players=tuple(player() for _ in range(players)),
        under=tuple(Buried(rng.choice([None, *range(players)]), rng.choice(cards)) for _ in range(rng.choice([0, 2]))),
        gone=counts(1, False),
        start=Seat(rng.randrange(players)),
        last_round=rng.random() < 0.3,
        now=phase(**{name: of_phase[name] for name in phase.__struct_fields__}),
        pile=counts(2, True),
    )


Choose = Callable[[State, Seat, Sequence[Any]], Any]


def chooser(seed: int) -> Choose:
    """A player at random who does not name a card that cannot be there."""
    pick: Choose = play_at_random(seed)

    def choose(state: State, seat: Seat, legal: Sequence[Any]) -> Any:
        if not everywhere(state)[UNKNOWN]:
            return pick(state, seat, legal)
        found, left = dunhuang.faults(state), list(legal)
        while len(left) > 1:
            action = pick(state, seat, left)
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
        combined={"tie": ("newcomer", "holder"), "end": ("deck_empty", "cannot_refill"), "cards": ("app", "paper")},
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
