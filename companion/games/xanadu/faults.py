"""Impossibilities of a position, by the cards in the box or by the rules."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Fault, Seat
from companion.games.xanadu import components, phases
from companion.games.xanadu.names import RESOURCES, UNKNOWN
from companion.games.xanadu.state import HAND, State, count_all_cards, purse


def faults(state: State) -> tuple[Fault, ...]:
    """Returns all of them, each with what was found and what the box or the rules have.

    Tong bao are not counted: they are unlimited.
    """
    return (*_cards(state), *_hands(state), *_buildings(state), *_turn(state), *_deck(state))


def _cards(state: State) -> Iterator[Fault]:
    found = count_all_cards(state)
    deck = components.EDITIONS[state.options.edition]
    for card in components.CARDS:
        if found[card] > 1:
            yield Fault("card_twice", "card", thing=str(card), found=found[card], expected=1)
        if found[card] and card not in deck:
            yield Fault("edition", "house-edition", thing=str(card), found=found[card], expected=0)
    if not found[UNKNOWN] and (lacking := [card for card in deck if not found[card]]):
        for card in lacking:
            yield Fault("card_lacking", "card", thing=str(card), found=0, expected=1)
    elif found.total() != len(deck):
        yield Fault("cards", "box", found=found.total(), expected=len(deck))


def _hands(state: State) -> Iterator[Fault]:
    now = state.now
    setup = isinstance(now, phases.Deal | phases.Pick) and now.stage == "setup" and state.double_start
    most = HAND + 1 if setup else HAND
    for seat, player in enumerate(state.players):
        held = len(player.hand) + len(player.picked)
        if held > most:
            yield Fault("hand", "hand-limit", seat=Seat(seat), found=held, expected=most)
        picks = len(player.picked)
        allowed = state.starting if isinstance(now, phases.Pick) else 0
        if picks > allowed:
            yield Fault("picked", "start-building", seat=Seat(seat), found=picks, expected=allowed)


def _buildings(state: State) -> Iterator[Fault]:
    now = state.now
    building = now.seat if isinstance(now, phases.Play | phases.Draw) else None
    for seat, buildings in enumerate(state.city):
        if len(buildings) > state.limit:
            yield Fault("buildings", "limit", seat=Seat(seat), found=len(buildings), expected=state.limit)
        for b in buildings:
            if b.sideways and seat != building and not isinstance(now, phases.Over):
                yield Fault("sideways", "stand-up", thing=str(b.card), seat=Seat(seat))
            if b.sideways and b.workers:
                yield Fault("workers_sideways", "sideways", thing=str(b.card), found=len(b.workers), expected=0)
            if b.full and isinstance(now, phases.Play) and not now.working:
                yield Fault("full", "forced-sale", thing=str(b.card), seat=Seat(seat))
    if isinstance(now, phases.Play) and not (now.working or state.in_play):
        yield Fault("no_building", "restart")


def _turn(state: State) -> Iterator[Fault]:
    now = state.now
    if isinstance(now, phases.Play):
        sideways = sum(1 for b in state.city[now.seat] if b.sideways)
        if sideways != now.built:
            yield Fault("built", "sideways", seat=now.seat, found=sideways, expected=now.built)
        if now.built > 1 and state.options.advanced == "no":
            yield Fault("built_many", "one-building", seat=now.seat, found=now.built, expected=1)
        for resource, n in zip(RESOURCES, purse(state, now.seat), strict=True):
            if n < 0:
                yield Fault("paid", "pay-once", thing=resource, seat=now.seat, found=-n, expected=0)
    if isinstance(now, phases.Draw):
        room = max(0, HAND - len(state.players[now.seat].hand))
        if now.left > room:
            yield Fault("left", "hand-limit", seat=now.seat, found=now.left, expected=room)


def _deck(state: State) -> Iterator[Fault]:
    if state.run > state.runs:
        yield Fault("run", "end", found=state.run, expected=state.runs)
    if state.idle >= len(state.players) and isinstance(state.now, phases.Play):
        yield Fault("idle", "nobody-moves", found=state.idle, expected=len(state.players) - 1)
