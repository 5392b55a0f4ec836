"""Cards on their way: from deck, market and rivals into hands, and what they bring and cost there."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import Seat
from companion.engine.moves import Tell
from companion.games.dunhuang import components, majority
from companion.games.dunhuang.effects import CardBuried, CardDrawn, CardGiven, CardKept, PrestigeTaken
from companion.games.dunhuang.names import CARD_INDEX, CARDS, Character, Counts, Good
from companion.games.dunhuang.state import (
    Buried,
    Burying,
    Draw,
    Giving,
    Kept,
    Picking,
    Rob,
    State,
    changed,
    nameless,
    with_card_at,
    with_player,
)
from companion.games.dunhuang.turns import after_step


def character_rule(state: State) -> str:
    return state.character or "characters"


def first(counts: Counts) -> Good:
    """The first card that there is."""
    return next(card for card, n in zip(CARDS, counts, strict=True) if n)


def fetched(state: State, seat: Seat, space: int) -> State:
    """The card of a space is in the hand."""
    card, player = state.card_at(space), state.players[seat]
    assert card is not None, "refused without a card"
    state = with_card_at(state, space, None)
    return with_player(state, seat, replace(player, hand=changed(player.hand, CARD_INDEX[card], 1)))


def drew(state: State, now: Draw, card: Good, tell: Tell) -> State:
    """A card came from the deck."""
    tell(CardDrawn(now.seat, card, character_rule(state)))
    now = Draw(now.seat, now.left - 1, changed(now.drawn, CARD_INDEX[card], 1))
    state = replace(state, now=now)
    return state if now.left > 0 and state.deck else drawn_all(state, now, tell)


def drawn_all(state: State, now: Draw, tell: Tell) -> State:
    """All are drawn: one is kept. A single card, or cards that nobody knows here, leave no choice."""
    if not any(now.drawn):
        return after_step(state, now.seat, 0, tell)
    keeping = Kept(now.seat, now.drawn)
    state = replace(state, now=keeping)
    if sum(now.drawn) == 1 or nameless(now.drawn):
        return kept(state, keeping, first(now.drawn), tell)
    return state


def kept(state: State, now: Kept, card: Good, tell: Tell) -> State:
    """One of the cards drawn goes into the hand; the others go under the deck."""
    player, i = state.players[now.seat], CARD_INDEX[card]
    tell(CardKept(now.seat, card, character_rule(state)))
    state = with_player(state, now.seat, replace(player, hand=changed(player.hand, i, 1)))
    return bury_on(replace(state, now=Burying(now.seat, changed(now.drawn, i, -1))), tell)


def buried(state: State, now: Burying, card: Good, tell: Tell) -> State:
    """A card drawn goes under the deck."""
    tell(CardBuried(now.seat, card, character_rule(state)))
    following = Burying(now.seat, changed(now.drawn, CARD_INDEX[card], -1))
    return replace(state, under=(*state.under, Buried(now.seat, card)), now=following)


def bury_on(state: State, tell: Tell) -> State:
    """Goes on while there is something to choose; the last card, and unknown ones, go without asking."""
    now = state.now
    assert isinstance(now, Burying), "cards are buried in one phase"
    if not any(now.drawn):
        return after_step(state, now.seat, 0, tell)
    if sum(now.drawn) > 1 and not nameless(now.drawn):
        return state
    return bury_on(buried(state, now, first(now.drawn), tell), tell)


def checked(state: State, seat: Seat, give: Good, take: Good, tell: Tell) -> State:
    """Majorities after an exchange: the loss first (D9)."""
    return majority.gained(majority.lost(state, seat, give, tell), seat, take, 0, tell)


def prestige(state: State, seat: Seat, due: int, rule: str, tell: Tell) -> State:
    """Prestige from the bank, as far as it has any."""
    taken, player = min(due, state.prestige), state.players[seat]
    tell(PrestigeTaken(seat, taken, rule))
    return with_player(state, seat, replace(player, prestige=player.prestige + taken))


def exchanged(number: int, mine: Counts, theirs: Counts) -> int:
    """How many cards the Trader or the Merchant moves each way (D8)."""
    return min(number, sum(mine), sum(theirs))


def handed(state: State, now: Rob | Picking | Giving, card: Good, tell: Tell) -> State:
    """A card goes from one hand into the other."""
    i = CARD_INDEX[card]
    giver, taker = (now.seat, now.other) if isinstance(now, Giving) else (now.other, now.seat)
    tell(CardGiven(giver, taker, card, character_rule(state)))
    for seat, by in ((giver, -1), (taker, 1)):
        player = state.players[seat]
        state = with_player(state, seat, replace(player, hand=changed(player.hand, i, by)))
    return replace(state, now=replace(now, left=now.left - 1))


def pass_on(state: State, tell: Tell) -> State:
    """Goes on while there is something to choose or to draw; hands that nobody knows are not asked for."""
    now = state.now
    if not isinstance(now, Rob | Picking | Giving):
        return state
    hand = state.players[now.seat if isinstance(now, Giving) else now.other].hand
    if now.left <= 0 or not any(hand):
        return pass_on(_half_done(state, now, tell), tell)
    if not isinstance(now, Rob) and (nameless(hand) or sum(hand) <= now.left):
        return pass_on(handed(state, now, first(hand), tell), tell)
    return state


def _half_done(state: State, now: Rob | Picking | Giving, tell: Tell) -> State:
    """The cards came: now they are given back. Or all is done, and the Merchant brings prestige."""
    if not isinstance(now, Giving):
        return replace(state, now=Giving(now.seat, now.other, now.number))
    if state.character is Character.MERCHANT:
        state = prestige(state, now.seat, components.PRESTIGE_OF[Character.MERCHANT], Character.MERCHANT, tell)
    return after_step(state, now.seat, 0, tell)
