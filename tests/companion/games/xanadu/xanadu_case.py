"""Xanadú as the harness needs to know it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import get_args

from harness import Case
from twin_positions import twin

from companion.engine import OVER, Seat, xanadu
from companion.engine.game import Step
from companion.games.xanadu import components, moves, phases
from companion.games.xanadu import effects as did
from companion.games.xanadu.names import RESOURCES, UNKNOWN, Cards
from companion.games.xanadu.state import Building, Options, Player, State, count_all_cards, purse

UNIVERSE = tuple(xanadu.catalogue)


def _pieces(state: State) -> object:
    """All cards; where paper holds them, only how many there are."""
    found = count_all_cards(state)
    return found.total() if state.paper else found


def _accounts(before: State, step: Step) -> None:
    """Coins come only from sales, hands and buildings keep their limits, and nobody owes a resource."""
    coins = [player.coins or 0 for player in before.players]
    for effect in step.effects:
        if isinstance(effect, did.Sold):
            coins[effect.seat] += effect.price + effect.extra
    after: State = step.state
    assert coins == [player.coins for player in after.players]
    setup = isinstance(after.now, phases.Deal | phases.Pick) and after.now.stage == "setup"
    assert all(len(player.hand) <= (8 if setup else 7) for player in after.players)
    assert all(len(player.city) <= after.limit for player in after.players)
    for seat in range(len(after.players)):
        assert min(purse(after, Seat(seat))) >= 0
    if after.turn is not OVER:
        assert xanadu.faults(after) == ()


def random_options(rng: random.Random, players: int) -> Options:
    return Options(
        edition=rng.choice(["printed", "online"]),
        two_player=rng.choice(["print", "online"]),
        end_slots=rng.choice([10, 11]),
        open_score=rng.choice(["yes", "no"]),
        long_game=rng.choice(["no", "yes"]),
        advanced="no" if players >= 5 else rng.choice(["no", "no", "yes"]),
    )


def random_position(rng: random.Random) -> State:
    """Any position at all: cards of any kind anywhere, some twice, some unknown."""
    players = rng.randint(2, 6)

    def cards(most: int) -> Cards:
        pool = [UNKNOWN, *components.CARDS] if rng.random() < 0.8 else [UNKNOWN]
        return tuple(sorted(rng.choice(pool) for _ in range(rng.randint(0, most))))

    def building() -> Building:
        workers = tuple(rng.choice([UNKNOWN, *components.CARDS]) for _ in range(rng.randint(0, 4)))
        return Building(rng.choice(components.CARDS), workers, rng.random() < 0.2)

    def counts() -> tuple[int, ...]:
        return tuple(rng.choice([0, 0, 0, 1, 2]) for _ in RESOURCES)

    def now() -> phases.Now:
        seat = Seat(rng.randrange(players))
        match rng.choice(["deal", "pick", "play", "play", "play", "draw", "over"]):
            case "deal":
                return phases.Deal(seat, rng.choice(get_args(phases.Stage)))
            case "pick":
                return phases.Pick(seat, rng.choice(get_args(phases.Stage)))
            case "draw":
                return phases.Draw(seat, rng.randint(0, 4))
            case "play":
                sold, working = rng.random() < 0.3, rng.random() < 0.5
                return phases.Play(seat, sold, working, rng.randint(0, 2), counts(), counts())
        return phases.Over()

    def player() -> Player:
        city = tuple(building() for _ in range(rng.randint(0, 6)))
        return Player(rng.choice([None, 0, rng.randrange(99)]), city, cards(9), cards(rng.choice([0, 2])))

    return State(
        options=random_options(rng, players),
        cards=rng.choice(["paper", "app", "app"]),
        players=tuple(player() for _ in range(players)),
        discard=cards(rng.choice([0, 20])),
        run=rng.randint(1, 4),
        idle=rng.randint(0, 7),
        now=now(),
        deck=cards(rng.choice([0, 3, 40])),
    )


class Truthful:
    """A player at random that names no card which lies elsewhere already."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def __call__(self, state: State, seat: Seat, legal: Sequence[xanadu.Action]) -> xanadu.Action:
        if not state.paper:
            return self._rng.choice(legal)
        named = count_all_cards(state)
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
        twin=partial(twin, "xanadu"),
        odd=random_position,
        rules=rules,
        differs=lambda start: (start.deck, start.starting, start.runs, start.limit),
        longest=5_000,
    )
