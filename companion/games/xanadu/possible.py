"""Deals full positions consistent with everything a seat has seen of the hidden cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.correction import Corrected
from companion.engine.deal import Added, Event, History, Lacked, Moved, Removed, deal
from companion.engine.game import Seat
from companion.games.xanadu import components, phases
from companion.games.xanadu import effects as did
from companion.games.xanadu.names import UNKNOWN, Card, Cards
from companion.games.xanadu.state import Building, Player, State, count_all_cards

Place: TypeAlias = tuple[str, int, int]
"""``deck`` and its run; a seat's ``hand``, with its picks; the workers ``on`` a building, and the building's run."""
Copy: TypeAlias = tuple[int, Card]
"""A card and the run in which it was shuffled into the deck last.

Whoever holds a card of the last run that lay open before drew it since the deck was shuffled.
"""
MOST_COINS = 60
"""The most tong bao that a seat is taken to have where nobody counted them: those in the box."""


class Memory(Struct, frozen=True):
    """The events of hidden cards that a seat saw, and each seat's tong bao if it saw all sales."""

    history: History
    coins: tuple[int | None, ...]
    runs: dict[Card, int]
    """The run in which a card was shuffled into the deck last, if the seat saw it."""


def _begun(view: State) -> Memory:
    """Returns an empty memory. At the start of a game nobody has tong bao."""
    begins = isinstance(view.now, phases.Deal) and view.now.stage == "setup"
    copies = ((0, card) for card in _hidden(view))
    return Memory(
        History.starting(copies, _room(view, {})), tuple(0 if begins else player.coins for player in view.players), {}
    )


def remembered(memory: Memory | None, before: State, view: State, effects: Iterable[Any]) -> Memory:
    """Returns a seat's memory after these effects as it saw them; `before` and `view` are its views."""
    memory = memory or _begun(before)
    runs, coins, discard = memory.runs, list(memory.coins), list(before.discard)
    events: list[Event] = []
    for effect in effects:
        match effect:
            case did.Sold(seat=seat, card=card, workers=workers):
                known = coins[seat]
                coins[seat] = None if known is None else known + effect.price + effect.extra
                events += (Removed(_on(card, runs), _copy(worker, runs)) for worker in workers)
                discard += [card, *workers]
            case did.Reshuffled(run=run):
                runs = runs | dict.fromkeys(discard, run)
                shuffled = frozenset((run, card) for card in discard)
                events.append(Added(_deck(runs), shuffled, len(discard)))
                discard = []
            case Corrected():
                return _begun(view)
            case _:
                events += _seen(effect, before, runs)
    return Memory(memory.history.then(*events), tuple(coins), runs)


def _seen(effect: Any, before: State, runs: dict[Card, int]) -> Iterator[Event]:
    """Yields the events of an effect for hidden cards. Those in the seat's own hand are not hidden."""
    match effect:
        case did.Drawn(seat=seat, card=card):
            deck = _deck(runs)
            yield Moved(deck, _hand(seat)) if card == UNKNOWN else Removed(deck, _copy(card, runs))
        case did.WorkerPlaced(seat=seat, worker=worker, building=building):
            to = _on(building, runs)
            yield Moved(_hand(seat), to) if worker == UNKNOWN else Added(to, frozenset({_copy(worker, runs)}))
        case did.Built(seat=seat, card=card) if card not in before.players[seat].hand:
            yield Removed(_hand(seat), _copy(card, runs))
        case did.StartRevealed(seat=seat, cards=cards) if not _known(before, seat):
            for card in cards:
                yield Removed(_hand(seat), _copy(card, runs))
            # They were of the best colour in the hand, so no card of a better one is left there.
            worst = max(components.RANKS[card] for card in cards)
            better = [card for card in components.CARDS if components.RANKS[card] < worst]
            copies = frozenset((run, card) for card in better for run in {0, *runs.values()})
            if copies:
                yield Lacked(_hand(seat), copies)


def _known(before: State, seat: Seat) -> bool:
    """Returns whether the view shows the cards of this seat."""
    return any(card != UNKNOWN for card in (*before.players[seat].hand, *before.players[seat].picked))


def _copy(card: Card, runs: dict[Card, int]) -> Copy:
    return runs.get(card, 0), card


def _hand(seat: int) -> Place:
    return "hand", seat, 0


def _on(building: Card, runs: dict[Card, int]) -> Place:
    return "on", building, runs.get(building, 0)


def _deck(runs: dict[Card, int]) -> Place:
    return "deck", 0, max(runs.values(), default=0)


def _hidden(view: State) -> Cards:
    """Returns the cards of the edition that are not visible in this view."""
    shown = count_all_cards(view)
    return tuple(card for card in components.EDITIONS[view.options.edition] if not shown[card])


def _room(view: State, runs: dict[Card, int]) -> dict[Place, int]:
    """Returns the number of unknown cards in each place."""
    room = {_deck(runs): view.deck.count(UNKNOWN)}
    for seat, player in enumerate(view.players):
        room[_hand(seat)] = (*player.hand, *player.picked).count(UNKNOWN)
    for buildings in view.city:
        for building in buildings:
            place = _on(building.card, runs)
            room[place] = room.get(place, 0) + building.workers.count(UNKNOWN)
    return room


def possible(view: State, rng: Random, memory: Memory | None = None) -> State:
    """Returns a full position consistent with the view and the memory. Raises `Impossible`."""
    memory = memory or _begun(view)
    copies = [_copy(card, memory.runs) for card in _hidden(view)]
    dealt = deal(memory.history, copies, _room(view, memory.runs), rng)
    laid = {place: [card for _, card in cards] for place, cards in dealt.items()}
    players = []
    for seat, (player, known) in enumerate(zip(view.players, memory.coins, strict=True)):
        hand, picks = _picked(player.hand, player.picked, laid[_hand(seat)], rng)
        city = tuple(_manned(b, laid[_on(b.card, memory.runs)]) for b in player.city)
        coins = next((n for n in (player.coins, known) if n is not None), None)
        players.append(Player(rng.randint(0, MOST_COINS) if coins is None else coins, city, hand, picks))
    return replace(view, players=tuple(players), deck=_filled(view.deck, laid[_deck(memory.runs)]))


def _picked(hand: Cards, picks: Cards, cards: list[Card], rng: Random) -> tuple[Cards, Cards]:
    """Returns a hand and its picks with these cards for the unknown ones: picks are of the best colour there is."""
    rng.shuffle(cards)
    cards.sort(key=components.RANKS.__getitem__)
    number = picks.count(UNKNOWN)
    return _filled(hand, cards[number:]), _filled(picks, cards[:number])


def _filled(cards: Cards, unknown: list[Card]) -> Cards:
    return tuple(sorted((*(card for card in cards if card != UNKNOWN), *unknown)))


def _manned(building: Building, unknown: list[Card]) -> Building:
    found = iter(unknown)
    workers = tuple(next(found) if worker == UNKNOWN else worker for worker in building.workers)
    return Building(building.card, workers, building.sideways)
