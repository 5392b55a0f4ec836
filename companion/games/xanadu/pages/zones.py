"""Expected things on the table, by zones: each player's buildings, tong bao and cards in hand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import to_builtins

from companion.engine.game import Seat
from companion.games.xanadu import components
from companion.games.xanadu.names import SEAT_LETTERS, UNKNOWN, Cards
from companion.games.xanadu.pages import parts
from companion.games.xanadu.pages.parts import TableContext
from companion.games.xanadu.state import HAND
from companion.web.widgets import Choice, Count, Thing, Zone


def zones(context: TableContext) -> tuple[Zone, ...]:
    """Returns a zone for each player, and one for the piles. Cards on phones are not compared."""
    state, words, found = context.position, context.own_words, list[Zone]()
    for seat, (name, player) in enumerate(zip(context.names, state.players, strict=True)):
        says = words.phrase("in_hand", cards=words.count("thing.cards", len(player.hand)))
        title = words.phrase("things_of", name=name)
        found.append(Zone(str(seat), "player", title, "coin", says, things=tuple(_things(context, Seat(seat)))))
    deck, discard = (words.count("thing.cards", n) for n in (state.pile, len(state.discard)))
    piles = words.phrase("piles_hold", deck=deck, discard=discard)
    return (*found, Zone("piles", "piles", words.phrase("piles"), "worker", piles))


def _things(context: TableContext, seat: Seat) -> Iterator[Thing]:
    words, state, path = context.own_words, context.position, f"players.{SEAT_LETTERS[seat]}"
    player = state.players[seat]
    if player.coins is not None:
        own = seat == context.view.eyes
        whose = words.phrase("for_you") if own else words.phrase("for_player", name=context.names[seat])
        name = words.phrase("tong_bao")
        yield Count(f"{path}.coins", name, "coin", player.coins, unit="thing.coins", where=whose)
    if not state.paper:
        return
    held = player.hand[::-1]  # unknown cards stand first, and come and go first
    sizes = _list_sizes(held, max(HAND + 1, len(held)))
    yield Choice(f"{path}.hand", words.phrase("hand_cards"), "worker", sizes, len(held))
    if f"{path}.city" not in context.wishes:  # with one more or less, the places count anew
        edition, another = components.EDITIONS[state.options.edition], words.phrase("another_card")
        cards = tuple((card, parts.called(context, card)) for card in edition)
        for i, one in enumerate(player.city):
            name, page = parts.called(context, one.card), f"card/{int(seat)}-{i}"
            yield Choice(f"{path}.city.{i}.card", name, "mark", cards, edition.index(one.card), another, page)
            sizes = _list_sizes(one.workers, components.ROWS)
            name = words.phrase("covered_rows", name=name)
            yield Choice(f"{path}.city.{i}.workers", name, "", sizes, len(one.workers))
    yield _city(context, seat, f"{path}.city")


def _city(context: TableContext, seat: Seat, path: str) -> Choice:
    """Returns the choice of one building more or less: as it is, without each one, with each card of the edition."""
    state, words = context.position, context.own_words
    city, none, find = to_builtins(state.city[seat]), words.phrase("nothing_there"), words.phrase("find_card")
    options = [(city, "")]
    for i, one in enumerate(city):
        options.append(([*city[:i], *city[i + 1 :]], f"{parts.called(context, one['card'])}: {none}"))
    for card in components.EDITIONS[state.options.edition]:
        options.append(([*city, {"card": card}], parts.called(context, card)))
    return Choice(path, find, "mark", tuple(options), 0, find, f"card/{int(seat)}-{len(city)}")


def _list_sizes(cards: Cards, most: int) -> tuple[tuple[object, str], ...]:
    """Returns the options of how many cards these are."""
    return tuple(([*piled(cards, n)], str(n)) for n in range(most + 1))


def piled(workers: Cards, n: int) -> Cards:
    """Returns this many workers from the lowest row; added ones are unknown."""
    return workers[:n] + (UNKNOWN,) * (n - len(workers))
