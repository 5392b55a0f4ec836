"""Expected things on the table, by zones: each player's buildings, tong bao and cards in hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.xanadu import components
from companion.games.xanadu.names import SEAT_LETTERS, UNKNOWN, Card, Cards
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.state import HAND, State
from companion.web.widgets import Choice, Count, MenuRow, Place, Thing, Zone


def zones(context: TableContext) -> tuple[Zone, ...]:
    """A zone for each player, and one for the piles. What phones hold lies on no table, so it is not compared."""
    state = context.position
    words = context.own_words
    players = tuple(_player(context, state, Seat(seat)) for seat in range(len(state.players)))
    piles = words.phrase(
        "piles_hold",
        deck=words.count("thing.cards", state.pile),
        discard=words.count("thing.cards", len(state.discard)),
    )
    return (*players, Zone("piles", "piles", words.phrase("piles"), "worker", piles))


def _player(context: TableContext, state: State, seat: Seat) -> Zone:
    words = context.own_words
    says = words.phrase("in_hand", cards=words.count("thing.cards", len(state.players[seat].hand)))
    title = words.phrase("things_of", name=context.names[seat])
    return Zone(str(int(seat)), "player", title, "coin", says, "", tuple(_things(context, state, seat)))


def _things(context: TableContext, state: State, seat: Seat) -> list[Thing]:
    words, letter = context.own_words, SEAT_LETTERS[seat]
    things: list[Thing] = []
    coins = state.players[seat].coins
    if coins is not None:
        own = seat == context.view.eyes
        whose = words.phrase("for_you") if own else words.phrase("for_player", name=context.names[seat])
        name = words.phrase("tong_bao")
        things.append(Count(f"players.{letter}.coins", name, "coin", coins, unit="thing.coins", where=whose))
    if not state.paper:
        return things
    hand = state.players[seat].hand
    most = max(HAND + 1, len(hand))
    sizes = tuple((numbers(_sized(hand, n)), str(n)) for n in range(most + 1))
    things.append(Choice(f"players.{letter}.hand", words.phrase("hand_cards"), "worker", sizes, len(hand)))
    return [*things, *(workers(context, state, seat, i) for i in range(len(state.players[seat].city)))]


def workers(context: TableContext, state: State, seat: Seat, i: int) -> Choice:
    """How many rows of a building are covered by workers."""
    building = state.players[seat].city[i]
    name = context.own_words.phrase("covered_rows", name=called(context, building.card))
    covered = tuple((piled(building.workers, n), str(n)) for n in range(components.ROWS + 1))
    return Choice(f"players.{SEAT_LETTERS[seat]}.city.{i}.workers", name, "", covered, len(building.workers))


def building(context: TableContext, state: State, seat: Seat, i: int) -> Choice:
    """Choice of the card in a seat's place `i`: any of the edition, in order, or (last) none."""
    words, forms = context.own_words, city_form(state, seat)
    here = forms[i] if i < len(forms) else {}
    cards = components.EDITIONS[state.options.edition]
    options: list[tuple[object, str]] = [
        ([*forms[:i], {**here, "card": int(card)}, *forms[i + 1 :]], called(context, card)) for card in cards
    ]
    options.append(([*forms[:i], *forms[i + 1 :]], words.phrase("nothing_there")))
    app = cards.index(state.city[seat][i].card) if here else len(cards)
    name = options[app][1] if here else words.phrase("find_card")
    other, page = words.phrase("another_card" if here else "find_card"), f"card/{int(seat)}-{i}"
    return Choice(f"players.{SEAT_LETTERS[seat]}.city", name, "mark", tuple(options), app, other, page)


def called(context: TableContext, card: Card) -> str:
    """A card by its number and name."""
    return f"{labels.number(card)} {labels.name(context, card)}"


def place(context: TableContext, item: str) -> Place | None:
    """A place in front of a player, such as ``1-0``, as far as it is on paper: the card that stands there, and the
    workers on it. None: the address names none."""
    state, (whose, _, which) = context.position, item.partition("-")
    seat, i = number(whose), number(which)
    if seat is None or i is None or not state.paper or seat >= len(state.players) or i > len(state.players[seat].city):
        return None
    card = building(context, state, Seat(seat), i)
    gone = context.wishes.get(card.path) == str(len(card.options) - 1)
    there = i < len(state.players[seat].city) and not gone
    return Place(
        things=(card, *((workers(context, state, Seat(seat), i),) if there else ())),
        back=f"card/{labels.number(state.players[seat].city[i].card)}" if there else "",
    )


def of_seat(context: TableContext, seat: Seat) -> tuple[MenuRow, ...]:
    """The pages where a seat's cards on paper are corrected: each building, and one more."""
    state, words = context.position, context.own_words
    if not state.paper:
        return ()
    cards = [called(context, one.card) for one in state.city[seat]]
    rows = [*((name, words.phrase("another_card")) for name in cards), (words.phrase("find_card"), "")]
    return tuple(MenuRow(f"fix/{int(seat)}-{i}", "mark", name, small) for i, (name, small) in enumerate(rows))


def _sized(hand: Cards, n: int) -> Cards:
    """A hand of so many cards: unknown ones come and go first, and stand first."""
    if n >= len(hand):
        return (UNKNOWN,) * (n - len(hand)) + hand
    return hand[len(hand) - n :]


def piled(workers: Cards, n: int) -> list[int]:
    """So many workers from the lowest row, as a position's JSON has them."""
    return numbers(workers[:n] + (UNKNOWN,) * (n - len(workers)))


def numbers(cards: Sequence[Card]) -> list[int]:
    """Card numbers as in a position's JSON."""
    return [int(card) for card in cards]


def city_form(state: State, seat: Seat) -> list[dict[str, Any]]:
    """The buildings of a seat as a position's JSON has them."""
    return [
        {"card": int(b.card), "workers": numbers(b.workers), "sideways": b.sideways} for b in state.players[seat].city
    ]
