"""Xanadú as the harness needs to know it."""

from __future__ import annotations

import random
from typing import Any, get_args

from harness import Case
from msgspec.structs import replace

from companion.engine import OVER, Seat
from companion.engine.drive import Step
from companion.engine.game import Legal
from companion.games import xanadu
from companion.games.xanadu import components, moves, outcomes
from companion.games.xanadu import effects as did
from companion.games.xanadu import state as st
from companion.games.xanadu.names import RESOURCES, UNKNOWN, Card, Cards
from companion.games.xanadu.state import all_cards

UNIVERSE: tuple[xanadu.Action, ...] = (
    *moves.PICK_START.values(),
    *moves.SELL.values(),
    *(action for workers in moves.PLACE_WORKER.values() for action in workers.values()),
    *moves.BUILD.values(),
    *outcomes.CARD_DRAWN.values(),
    moves.END_TURN,
    outcomes.END_DRAWN,
    outcomes.GO_ON,
    moves.Build(Card(len(components.CARDS) + 1)),
)


def _pieces(state: xanadu.State) -> object:
    """All cards; where paper holds them, only how many there are."""
    found = all_cards(state)
    return found.total() if state.paper else found


def _accounts(before: xanadu.State, step: Step[Any, Any, Any]) -> None:
    """Coins come only from sales, hands and buildings keep their limits, and nobody owes a resource."""
    coins = list(before.coins)
    for effect in step.effects:
        if isinstance(effect, did.Sold):
            coins[effect.seat] += effect.price + effect.extra
    after: xanadu.State = step.state
    assert tuple(coins) == after.coins
    setup = isinstance(after.now, st.Deal | st.Pick) and after.now.stage == "setup"
    assert all(len(hand) <= (8 if setup else 7) for hand in after.hands)
    assert all(len(buildings) <= after.limit for buildings in after.city)
    for seat in range(after.players):
        assert min(xanadu.purse(after, Seat(seat))) >= 0
    if after.turn is not OVER:
        assert xanadu.faults(after) == ()


def _twin(state: xanadu.State, seat: int | None, rng: random.Random) -> xanadu.State:
    """The cards that lie face down or in other hands change places."""
    hidden = [*state.deck]
    for other in range(state.players):
        if other != seat:
            hidden += (*state.hands[other], *state.picked[other])
    hidden += (worker for buildings in state.city for b in buildings for worker in b.workers)
    rng.shuffle(hidden)

    def take(cards: Cards) -> Cards:
        return tuple(hidden.pop() for _ in cards)

    coins = state.coins
    if state.options.open_score == "no" and state.turn is not OVER:
        coins = tuple(n if other == seat else rng.randrange(99) for other, n in enumerate(coins))
    return replace(
        state,
        deck=tuple(sorted(take(state.deck))),
        hands=tuple(h if other == seat else tuple(sorted(take(h))) for other, h in enumerate(state.hands)),
        picked=tuple(p if other == seat else tuple(sorted(take(p))) for other, p in enumerate(state.picked)),
        city=tuple(
            tuple(xanadu.Building(b.card, take(b.workers), b.sideways) for b in buildings) for buildings in state.city
        ),
        coins=coins,
    )


def random_options(rng: random.Random, players: int) -> xanadu.Options:
    return xanadu.Options(
        edition=rng.choice(["printed", "online"]),
        two_player=rng.choice(["print", "online"]),
        end_slots=rng.choice([10, 11]),
        open_score=rng.choice(["yes", "no"]),
        long_game=rng.choice(["no", "yes"]),
        advanced="no" if players >= 5 else rng.choice(["no", "no", "yes"]),
    )


def random_position(rng: random.Random) -> xanadu.State:
    """Any position at all: cards of any kind anywhere, some twice, some unknown."""
    players = rng.randint(2, 6)

    def cards(most: int) -> Cards:
        pool = [UNKNOWN, *components.CARDS] if rng.random() < 0.8 else [UNKNOWN]
        return tuple(sorted(rng.choice(pool) for _ in range(rng.randint(0, most))))

    def building() -> xanadu.Building:
        workers = tuple(rng.choice([UNKNOWN, *components.CARDS]) for _ in range(rng.randint(0, 4)))
        return xanadu.Building(rng.choice(components.CARDS), workers, rng.random() < 0.2)

    def counts() -> tuple[int, ...]:
        return tuple(rng.choice([0, 0, 0, 1, 2]) for _ in RESOURCES)

    def now() -> st.Now:
        seat = Seat(rng.randrange(players))
        match rng.choice(["deal", "pick", "play", "play", "play", "draw", "over"]):
            case "deal":
                return st.Deal(seat, rng.choice(get_args(st.Stage)))
            case "pick":
                return st.Pick(seat, rng.choice(get_args(st.Stage)))
            case "draw":
                return st.Draw(seat, rng.randint(0, 4))
            case "play":
                sold, working = rng.random() < 0.3, rng.random() < 0.5
                return st.Play(seat, sold, working, rng.randint(0, 2), counts(), counts())
        return st.Over()

    return xanadu.State(
        hands=tuple(cards(9) for _ in range(players)),
        coins=tuple(rng.choice([None, 0, rng.randrange(99)]) for _ in range(players)),
        city=tuple(tuple(building() for _ in range(rng.randint(0, 6))) for _ in range(players)),
        deck=cards(rng.choice([0, 3, 40])),
        discard=cards(rng.choice([0, 20])),
        now=now(),
        picked=tuple(cards(rng.choice([0, 2])) for _ in range(players)),
        run=rng.randint(1, 4),
        idle=rng.randint(0, 7),
        paper=rng.random() < 0.3,
        options=random_options(rng, players),
    )


class Truthful:
    """A player at random that names no card which lies elsewhere already."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def __call__(self, state: xanadu.State, seat: Seat, legal: Legal[xanadu.Action]) -> xanadu.Action:
        if not state.paper:
            return self._rng.choice(legal)
        named = all_cards(state)
        fitting = [a for a in legal if not (isinstance(a, moves.Build | moves.PickStart) and named[a.card])]
        return self._rng.choice(fitting or legal)


def xanadu_case(rules: frozenset[str]) -> Case:
    """`rules`: the rule ids of the leaflet."""
    return Case(
        game=xanadu,
        options=(
            {},
            {"edition": "online", "end_slots": 10, "open_score": "no", "two_player": "online"},
            {"advanced": "yes", "long_game": "yes"},
            {"long_game": "yes", "cards": "paper"},
            {"advanced": "yes", "cards": "paper", "edition": "online", "open_score": "no"},
        ),
        combined={
            "edition": ("printed", "online"),
            "two_player": ("print", "online"),
            "long_game": ("no", "yes"),
            "advanced": ("no", "yes"),
            "cards": ("app", "paper"),
        },
        turned={"end_slots": (10, 11), "open_score": ("yes", "no"), "start": (0, 1)},
        chooser=Truthful,
        universe=UNIVERSE,
        pieces=_pieces,
        accounts=_accounts,
        twin=_twin,
        odd=random_position,
        rules=rules,
        differs=lambda start: (start.deck, start.starting, start.runs, start.limit),
        longest=5_000,
    )
