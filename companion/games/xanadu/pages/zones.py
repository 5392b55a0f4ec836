"""What should lie on the table, by zones: each player's buildings, tong bao and cards in hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.game import Seat
from companion.games.xanadu import UNKNOWN, State, components
from companion.games.xanadu.names import SEAT_LETTERS, Card, Cards
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.state import HAND
from companion.web.widgets import Choice, Count, Thing, Zone


def zones(context: TableContext) -> tuple[Zone, ...]:
    """A zone for each player, and one for the piles. What phones hold lies on no table, so it is not compared."""
    state = context.position
    words = context.own_words
    players = tuple(_player(context, state, Seat(seat)) for seat in range(state.players))
    piles = words.phrase(
        "piles_hold", deck=words.count("cards", state.pile), discard=words.count("cards", len(state.discard))
    )
    return (*players, Zone("piles", "piles", words.phrase("piles"), "worker", piles, "list"))


def _player(context: TableContext, state: State, seat: Seat) -> Zone:
    words = context.own_words
    says = words.phrase(
        "built_and_hand", n=str(len(state.city[seat])), cards=words.count("cards", len(state.hands[seat]))
    )
    title = words.phrase("things_of", name=context.names[seat])
    return Zone(str(int(seat)), "player", title, "coin", says, "", tuple(_things(context, state, seat)))


def _things(context: TableContext, state: State, seat: Seat) -> list[Thing]:
    words, letter = context.own_words, SEAT_LETTERS[seat]
    things: list[Thing] = []
    coins = state.coins[seat]
    if coins is not None:
        things.append(Count(f"coins.{letter}", words.phrase("tong_bao"), "coin", coins))
    if not state.paper:
        return things
    hand = state.hands[seat]
    most = max(HAND + 1, len(hand))
    sizes = tuple((numbers(_sized(hand, n)), str(n)) for n in range(most + 1))
    things.append(Choice(f"hands.{letter}", words.phrase("hand_cards"), "worker", sizes, len(hand)))
    for i, building in enumerate(state.city[seat]):
        name = words.phrase(
            "covered_rows", name=f"{labels.number(building.card)} {labels.name(context, building.card)}"
        )
        covered = tuple((piled(building.workers, n), str(n)) for n in range(components.ROWS + 1))
        things.append(Choice(f"city.{letter}.{i}.workers", name, "", covered, len(building.workers)))
    return things


def _sized(hand: Cards, n: int) -> Cards:
    """A hand of so many cards: unknown ones come and go first, and stand first."""
    if n >= len(hand):
        return (UNKNOWN,) * (n - len(hand)) + hand
    return hand[len(hand) - n :]


def piled(workers: Cards, n: int) -> list[int | None]:
    """So many workers from the lowest row, as a position's JSON has them."""
    return numbers(workers[:n] + (UNKNOWN,) * (n - len(workers)))


def numbers(cards: Sequence[Card]) -> list[int | None]:
    """As a position's JSON has them."""
    return [None if card == UNKNOWN else int(card) for card in cards]


def city_form(state: State, seat: Seat) -> list[dict[str, Any]]:
    """The buildings of a seat as a position's JSON has them."""
    return [{"card": int(b.card), "workers": numbers(b.workers), "sideways": b.sideways} for b in state.city[seat]]
