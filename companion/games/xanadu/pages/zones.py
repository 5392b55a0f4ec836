"""Expected things on the table, by zones: each player's buildings, tong bao and cards in hand."""

from __future__ import annotations

from msgspec import to_builtins

from companion.engine.game import Seat
from companion.engine.reading import number as read_number
from companion.games.xanadu import components
from companion.games.xanadu.names import SEAT_LETTERS, UNKNOWN, Cards
from companion.games.xanadu.pages import parts
from companion.games.xanadu.pages.parts import TableContext
from companion.games.xanadu.state import HAND
from companion.web.widgets import Choice, Count, MenuRow, Place, Thing, Zone


def zones(context: TableContext) -> tuple[Zone, ...]:
    """Returns a zone for each player, and one for the piles. Cards on phones are not compared."""
    state, words = context.position, context.own_words
    found = []
    for seat, player in enumerate(state.players):
        says = words.phrase("in_hand", cards=words.count("thing.cards", len(player.hand)))
        title = words.phrase("things_of", name=context.names[seat])
        found.append(Zone(str(seat), "player", title, "coin", says, things=tuple(_things(context, Seat(seat)))))
    deck, discard = (words.count("thing.cards", n) for n in (state.pile, len(state.discard)))
    piles = words.phrase("piles_hold", deck=deck, discard=discard)
    return (*found, Zone("piles", "piles", words.phrase("piles"), "worker", piles))


def _things(context: TableContext, seat: Seat) -> list[Thing]:
    state, words, letter = context.position, context.own_words, SEAT_LETTERS[seat]
    player, found = state.players[seat], list[Thing]()
    if player.coins is not None:
        own = seat == context.view.eyes
        whose = words.phrase("for_you") if own else words.phrase("for_player", name=context.names[seat])
        name = words.phrase("tong_bao")
        found.append(Count(f"players.{letter}.coins", name, "coin", player.coins, unit="thing.coins", where=whose))
    if state.paper:
        held = player.hand
        # Unknown cards come and go first, and stand first.
        hands = [
            (UNKNOWN,) * (n - len(held)) + held[max(0, len(held) - n) :] for n in range(max(HAND + 1, len(held)) + 1)
        ]
        sizes = tuple((list(hand), str(len(hand))) for hand in hands)
        found.append(Choice(f"players.{letter}.hand", words.phrase("hand_cards"), "worker", sizes, len(held)))
        found += [_workers(context, seat, i) for i in range(len(player.city))]
    return found


def _workers(context: TableContext, seat: Seat, i: int) -> Choice:
    """Returns the number of rows of a building covered by workers."""
    building = context.position.city[seat][i]
    name = context.own_words.phrase("covered_rows", name=parts.called(context, building.card))
    covered = tuple(([*piled(building.workers, n)], str(n)) for n in range(components.ROWS + 1))
    return Choice(f"players.{SEAT_LETTERS[seat]}.city.{i}.workers", name, "", covered, len(building.workers))


def _building(context: TableContext, seat: Seat, i: int) -> Choice:
    """Choice of the card in a seat's place `i`: any of the edition, in order, or (last) none."""
    state, words, forms = context.position, context.own_words, to_builtins(context.position.city[seat])
    here = forms[i] if i < len(forms) else {}
    cards = components.EDITIONS[state.options.edition]
    options: list[tuple[object, str]] = [
        ([*forms[:i], {**here, "card": card}, *forms[i + 1 :]], parts.called(context, card)) for card in cards
    ]
    options.append(([*forms[:i], *forms[i + 1 :]], words.phrase("nothing_there")))
    app = cards.index(state.city[seat][i].card) if here else len(cards)
    name = options[app][1] if here else words.phrase("find_card")
    other, page = words.phrase("another_card" if here else "find_card"), f"card/{int(seat)}-{i}"
    return Choice(f"players.{SEAT_LETTERS[seat]}.city", name, "mark", tuple(options), app, other, page)


def place_of(context: TableContext, item: str) -> tuple[Seat, int] | None:
    """Returns a place in front of a player by its address, such as ``1-0``, with cards on paper: a building, or the
    place after the last one."""
    state, (whose, _, which) = context.position, item.partition("-")
    seat, i = read_number(whose), read_number(which)
    if seat is None or i is None or not state.paper or seat >= len(state.players) or i > len(state.players[seat].city):
        return None
    return Seat(seat), i


def place(context: TableContext, item: str) -> Place | None:
    """Returns the card in such a place, and its workers. None for another address."""
    found = place_of(context, item)
    if found is None:
        return None
    seat, i = found
    card, city = _building(context, seat, i), context.position.city[seat]
    gone = context.wishes.get(card.path) == str(len(card.options) - 1)
    if i >= len(city) or gone:
        return Place(things=(card,))
    return Place(things=(card, _workers(context, seat, i)), back=f"card/{parts.number(city[i].card)}")


def links(context: TableContext, seat: Seat) -> tuple[MenuRow, ...]:
    """Returns the pages where a seat's cards on paper are corrected: each building, and one more."""
    state, words = context.position, context.own_words
    if not state.paper:
        return ()
    rows = [(parts.called(context, one.card), words.phrase("another_card")) for one in state.city[seat]]
    rows.append((words.phrase("find_card"), ""))
    return tuple(MenuRow(f"fix/{int(seat)}-{i}", "mark", name, small) for i, (name, small) in enumerate(rows))


def piled(workers: Cards, n: int) -> Cards:
    """Returns this many workers from the lowest row; added ones are unknown."""
    return workers[:n] + (UNKNOWN,) * (n - len(workers))
