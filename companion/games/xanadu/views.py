"""What a seat may know: its own hand and picks. Deck and workers lie face down for everybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.engine.correction import Change, Corrected, Covered, told
from companion.engine.game import OVER, Seat
from companion.games.xanadu.moves import Effect, StartPicked, WorkerPlaced
from companion.games.xanadu.names import SEAT_LETTERS, UNKNOWN, Cards
from companion.games.xanadu.outcomes import Drawn
from companion.games.xanadu.state import Building, State


def view(state: State, seat: Seat | None) -> State:
    """The position as a seat may know it; none is a watcher.

    Hands, picks, workers and the deck turn into as many unknown cards; a worker is not looked at again,
    not even by who placed it. House rule `open_score = no`: so do the tong bao of others, till the end.
    """
    coins = state.coins
    if state.options.open_score == "no" and state.turn is not OVER:
        coins = tuple(n if other == seat else None for other, n in enumerate(coins))
    return replace(
        state,
        hands=tuple(cards if other == seat else _unknown(cards) for other, cards in enumerate(state.hands)),
        picked=tuple(cards if other == seat else _unknown(cards) for other, cards in enumerate(state.picked)),
        coins=coins,
        city=tuple(
            tuple(Building(b.card, _unknown(b.workers), b.sideways) for b in buildings) for buildings in state.city
        ),
        deck=_unknown(state.deck),
    )


def _unknown(cards: Cards) -> Cards:
    return (UNKNOWN,) * len(cards)


def seen(state: State, effect: Effect, seat: Seat | None) -> Effect:
    """The effect as a seat may know it: which card was drawn, picked or placed is for its own seat."""
    match effect:
        case Drawn() if effect.seat != seat:
            return replace(effect, card=UNKNOWN)
        case StartPicked() if effect.seat != seat:
            return replace(effect, card=UNKNOWN, returned=_unknown(effect.returned))
        case WorkerPlaced() if effect.seat != seat:
            return replace(effect, worker=UNKNOWN)
        case Corrected():
            return told(effect, lambda path: secret(state, path, seat))
    return effect


def secret(state: State, path: str, seat: Seat | None) -> bool:
    """May the seat not know what stands at this path of the JSON form, or in a part of it?"""
    head, *rest = path.split(".")
    own = seat is not None and rest[:1] == [SEAT_LETTERS[seat]]
    if head in ("hands", "picked"):
        return not own
    if head == "coins":
        return state.options.open_score == "no" and state.turn is not OVER and not own
    return head == "deck" or (head == "city" and (len(rest) < 3 or rest[2] == "workers"))


def covered(before: State, after: State, changes: Sequence[Change]) -> tuple[Covered, ...]:
    """Of what was corrected, that which is secret from somebody."""
    found = {(one.path, one.thing): one for change in changes for one in _covered(before, after, change.path)}
    return tuple(found.values())


def _covered(before: State, after: State, path: str) -> Iterator[Covered]:
    head, *rest = path.split(".")
    if head == "deck":
        yield Covered("deck", "deck", None, len(before.deck), len(after.deck))
    if head not in ("hands", "picked", "coins", "city"):
        return
    for seat, letter in enumerate(SEAT_LETTERS[: min(before.players, after.players)]):
        if rest and rest[0] != letter:
            continue
        if head == "coins":
            yield Covered(f"coins.{letter}", "coins", Seat(seat))
        elif head == "city" and secret(before, path, None):
            stood, stand = len(before.city[seat]), len(after.city[seat])
            if stood != stand:
                yield Covered(path, "buildings", Seat(seat), stood, stand)
            workers = _workers(before, seat), _workers(after, seat)
            if stood == stand or workers[0] != workers[1]:
                yield Covered(path, "workers", Seat(seat), *workers)
        elif head == "hands":
            yield Covered(f"hands.{letter}", "hand", Seat(seat), len(before.hands[seat]), len(after.hands[seat]))
        elif head == "picked":
            yield Covered(f"picked.{letter}", "picked", Seat(seat), len(before.picked[seat]), len(after.picked[seat]))


def _workers(state: State, seat: int) -> int:
    return sum(len(building.workers) for building in state.city[seat])
