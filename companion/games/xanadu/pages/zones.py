"""Expected things on the table, by zones: each player's buildings, tong bao and cards in hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.xanadu import components
from companion.games.xanadu.names import SEAT_LETTERS, UNKNOWN, Card, Cards
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.labels import TableContext
from companion.games.xanadu.state import HAND, State
from companion.web.widgets import Choice, Count, MenuRow, Place, Thing, Zone


def zones(context: TableContext) -> tuple[Zone, ...]:
    """A zone for each player, and one for the piles. What phones hold lies on no table, so it is not compared."""
    state, words = context.position, context.own_words
    found = []
    for seat, player in enumerate(state.players):
        says = words.phrase("in_hand", cards=words.count("thing.cards", len(player.hand)))
        title, things = words.phrase("things_of", name=context.names[seat]), tuple(_things(context, state, Seat(seat)))
        found.append(Zone(str(seat), "player", title, "coin", says, things=things))
    deck, discard = (words.count("thing.cards", n) for n in (state.pile, len(state.discard)))
    piles = words.phrase("piles_hold", deck=deck, discard=discard)
    return (*found, Zone("piles", "piles", words.phrase("piles"), "worker", piles))


def _things(context: TableContext, state: State, seat: Seat) -> Iterator[Thing]:
    words, letter, player = context.own_words, SEAT_LETTERS[seat], state.players[seat]
    if player.coins is not None:
        own = seat == context.view.eyes
        whose = words.phrase("for_you") if own else words.phrase("for_player", name=context.names[seat])
        name = words.phrase("tong_bao")
        yield Count(f"players.{letter}.coins", name, "coin", player.coins, unit="thing.coins", where=whose)
    if state.paper:
        most = max(HAND + 1, len(player.hand))
        sizes = tuple((numbers(_sized(player.hand, n)), str(n)) for n in range(most + 1))
        yield Choice(f"players.{letter}.hand", words.phrase("hand_cards"), "worker", sizes, len(player.hand))
        yield from (workers(context, state, seat, i) for i in range(len(player.city)))


def workers(context: TableContext, state: State, seat: Seat, i: int) -> Choice:
    """How many rows of a building are covered by workers."""
    building = state.players[seat].city[i]
    name = context.own_words.phrase("covered_rows", name=labels.called(context, building.card))
    covered = tuple((piled(building.workers, n), str(n)) for n in range(components.ROWS + 1))
    return Choice(f"players.{SEAT_LETTERS[seat]}.city.{i}.workers", name, "", covered, len(building.workers))


def building(context: TableContext, state: State, seat: Seat, i: int) -> Choice:
    """Choice of the card in a seat's place `i`: any of the edition, in order, or (last) none."""
    words, forms = context.own_words, city_form(state, seat)
    here = forms[i] if i < len(forms) else {}
    cards = components.EDITIONS[state.options.edition]
    options: list[tuple[object, str]] = [
        ([*forms[:i], {**here, "card": int(card)}, *forms[i + 1 :]], labels.called(context, card)) for card in cards
    ]
    options.append(([*forms[:i], *forms[i + 1 :]], words.phrase("nothing_there")))
    app = cards.index(state.city[seat][i].card) if here else len(cards)
    name = options[app][1] if here else words.phrase("find_card")
    other, page = words.phrase("another_card" if here else "find_card"), f"card/{int(seat)}-{i}"
    return Choice(f"players.{SEAT_LETTERS[seat]}.city", name, "mark", tuple(options), app, other, page)


def place_of(context: TableContext, item: str) -> tuple[Seat, int] | None:
    """A place in front of a player by its address, such as ``1-0``, as far as cards lie on paper: a building, or the
    place behind the last one."""
    state, (whose, _, which) = context.position, item.partition("-")
    seat, i = number(whose), number(which)
    if seat is None or i is None or not state.paper or seat >= len(state.players) or i > len(state.players[seat].city):
        return None
    return Seat(seat), i


def place(context: TableContext, item: str) -> Place | None:
    """The card that stands in such a place, and the workers on it. None: the address names none."""
    found = place_of(context, item)
    if found is None:
        return None
    state, (seat, i) = context.position, found
    card = building(context, state, seat, i)
    gone = context.wishes.get(card.path) == str(len(card.options) - 1)
    if i >= len(state.players[seat].city) or gone:
        return Place(things=(card,))
    back = f"card/{labels.number(state.players[seat].city[i].card)}"
    return Place(things=(card, workers(context, state, seat, i)), back=back)


def of_seat(context: TableContext, seat: Seat) -> tuple[MenuRow, ...]:
    """The pages where a seat's cards on paper are corrected: each building, and one more."""
    state, words = context.position, context.own_words
    if not state.paper:
        return ()
    cards = [labels.called(context, one.card) for one in state.city[seat]]
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
