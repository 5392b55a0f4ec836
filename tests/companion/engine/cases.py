"""The games that the harness knows. A new game adds its `Case` here."""

from __future__ import annotations

import random
import re
from typing import get_args

from dunhuang_case import case as dunhuang_case
from harness import Case
from msgspec.structs import replace
from xanadu_case import xanadu_case

from companion.engine import OVER, hangzhou
from companion.engine.drive import play_at_random
from companion.engine.game import Step
from companion.games.hangzhou import effects as did
from companion.games.hangzhou import phases
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Colour, Kind
from companion.games.hangzhou.state import Die, Hand, Options, Shop, State
from pnp.kits import collection

PHASES = {str(made.__struct_config__.tag): made for made in get_args(phases.Now)}


def leaflet_rules(game: str) -> frozenset[str]:
    text = collection().joinpath(game, "rules.en.md").read_text("utf-8")
    return frozenset(re.findall(r"\{#([a-z0-9-]+)", text))


def _pieces(state: State) -> tuple[object, ...]:
    """The cubes of every dye, the shops of every player, the dice of every colour."""
    dyes = [
        sum(counts) for counts in zip(state.supply, state.pool, state.sold, *(h.dyes for h in state.hands), strict=True)
    ]
    shops = [hand.shops for hand in state.hands]
    for shop in filter(None, state.city):
        shops[shop.owner] += 1
        if shop.dye is not None:
            dyes[shop.dye.ordinal] += 1
    dice = list(state.bag)
    for row in state.market:
        for die in row:
            dice[die.dye.ordinal] += 1
    return dyes, shops, dice


def _white_and_clear(state: State) -> tuple[int, int]:
    """Coins and victory points that do not lie in the supply."""
    coins = sum(hand.coins for hand in state.hands) + sum(shop.coins for shop in filter(None, state.city))
    return coins, sum(hand.points for hand in state.hands)


def _accounts(before: State, step: Step) -> None:
    """Coins and points come and go only as the effects say; nobody ever owes any."""
    coins, points = _white_and_clear(before)
    for effect in step.effects:
        match effect:
            case did.ShopPlaced():
                coins -= 1
            case did.CoinTaken():
                coins += 1
            case did.Bought():
                coins -= effect.die.price + effect.coins
            case did.Sold():
                coins += effect.die.price - effect.coins
                points += effect.points
            case did.TakenBack():
                coins -= effect.coins
    assert _white_and_clear(step.state) == (coins, points)
    assert all(hand.coins >= 0 for hand in step.state.hands)
    assert 1 <= step.state.round_die <= 6


def _twin(state: State, seat: int | None, rng: random.Random) -> State:
    if state.options.open_hands == "yes" or state.turn is OVER:
        return state
    hands = tuple(
        hand
        if other == seat
        else replace(hand, coins=rng.randrange(9), points=rng.randrange(3), dyes=tuple(rng.randrange(3) for _ in DYES))
        for other, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands)


def random_options(rng: random.Random) -> Options:
    return Options(
        blocking=rng.choice(["none", "no_sharing"]),
        trade=rng.choice(["forced", "optional"]),
        start_at=rng.randint(1, 5),
        repeat_action=rng.choice(["yes", "no"]),
        open_hands=rng.choice(["yes", "hidden"]),
        round_limit=rng.choice([None, 1, 30]),
    )


def random_position(rng: random.Random) -> State:
    """Any position at all: as many of each thing, anywhere, as chance will have it."""
    players = rng.randint(1, 4)

    def counts(most: int) -> tuple[int, ...]:
        return tuple(rng.randrange(most + 1) for _ in DYES)

    def shop() -> Shop | None:
        if rng.random() < 0.5:
            return None
        dye = rng.choice([*DYES, None])
        return Shop(rng.randrange(players), dye, rng.choice([0, 0, 0, 1, 2]))

    def die() -> Die:
        return Die(rng.choice(DYES), rng.randint(1, 6))

    def hand() -> Hand:
        if rng.random() < 0.1:
            return Hand(hidden=True, shops=rng.randrange(7))
        return Hand(rng.randrange(9), False, counts(2), rng.randrange(4), shops=rng.randrange(7))

    phase = rng.choice(["draw", "pick", "market", "play", "play", "move", "ask", "roll", "over"])
    of_phase = {"seat": rng.randrange(players), "merchant": rng.choice(MERCHANTS), "taken": rng.choice([None, *Kind])}
    return State(
        options=random_options(rng),
        colours=tuple(rng.sample(list(Colour), players)),
        city=tuple(shop() for _ in SPACES),
        merchants=tuple(rng.choice([None, *SPACES]) for _ in MERCHANTS),
        market=tuple(tuple(die() for _ in range(rng.choice([0, 3, 4, 4, 5]))) for _ in MERCHANTS),
        bag=counts(rng.choice([0, 2])),
        supply=counts(rng.choice([0, 8])),
        hands=tuple(hand() for _ in range(players)),
        seals=tuple(rng.random() < 0.5 for _ in range(players)),
        now=PHASES[phase](**{name: of_phase[name] for name in PHASES[phase].__struct_fields__}),
        start=rng.randrange(players),
        round_die=rng.randint(1, 8),
        round=rng.randint(1, 31),
        mixed_returned=rng.random() < 0.5,
        pool=counts(rng.choice([0, 1])),
        sold=counts(rng.choice([0, 1])),
    )


HANGZHOU = Case(
    game=hangzhou,
    options=(
        {},
        {"blocking": "no_sharing", "trade": "optional", "repeat_action": "no", "open_hands": "hidden", "start_at": 4},
        {"round_die": "sold_only", "round_limit": 8},
    ),
    combined={"blocking": ("none", "no_sharing"), "trade": ("forced", "optional")},
    turned={
        "round_die": ("returned", "sold_only"),
        "repeat_action": ("yes", "no"),
        "open_hands": ("yes", "hidden"),
        "start_at": (1, 2, 5),
        "round_limit": (None, 4),
    },
    chooser=lambda seed: play_at_random(seed, hangzhou.tired, 0.05 if seed % 10 == 0 else 0.3),
    universe=tuple(hangzhou.catalogue),
    pieces=_pieces,
    accounts=_accounts,
    twin=_twin,
    odd=random_position,
    rules=leaflet_rules("hangzhou"),
    differs=lambda start: start,
    longest=500_000,
)
DUNHUANG = dunhuang_case(leaflet_rules("dunhuang"))
CASES = (DUNHUANG, HANGZHOU, xanadu_case(leaflet_rules("xanadu")))
