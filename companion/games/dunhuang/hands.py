"""Cards on their way: from deck, market and rivals into hands, and what they bring and cost there."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import Seat
from companion.games.dunhuang import components, flow, majority
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.effects import Consequences
from companion.games.dunhuang.flow import Played, nameless, seat_of, with_player
from companion.games.dunhuang.names import CARD_INDEX, CARDS, Character, Counts, Good
from companion.games.dunhuang.refusals import character_rule
from companion.games.dunhuang.state import Buried, Now, State, changed, with_card_at


def fetched(state: State, seat: Seat, space: int) -> State:
    """The card of a space is in the hand."""
    card, player = state.card_at(space), state.players[seat]
    assert card is not None, "refused without a card"
    state = with_card_at(state, space, None)
    return with_player(state, seat, replace(player, hand=changed(player.hand, CARD_INDEX[card], 1)))


def drew(state: State, card: Good) -> Played:
    """A card came from the deck."""
    now = state.now
    after = replace(now, left=now.left - 1, drawn=changed(now.drawn, CARD_INDEX[card], 1))
    state = replace(state, now=after)
    effect = did.CardDrawn(seat_of(now), card, character_rule(state))
    if after.left > 0 and state.deck:
        return state, (effect,)
    state, more = drawn_all(state)
    return state, (effect, *more)


def drawn_all(state: State) -> Played:
    """All are drawn: one is kept. A single card, or cards that nobody knows here, leave no choice."""
    now = state.now
    if not any(now.drawn):
        return flow.after_step(state, seat_of(now), 0)
    state = replace(state, now=Now("keep", now.seat, drawn=now.drawn))
    if sum(now.drawn) == 1 or nameless(now.drawn):
        return kept(state, next(card for card, n in zip(CARDS, now.drawn, strict=True) if n))
    return state, ()


def kept(state: State, card: Good) -> Played:
    """One of the cards drawn goes into the hand; the others go under the deck."""
    now, i = state.now, CARD_INDEX[card]
    seat = seat_of(now)
    player = state.players[seat]
    state = with_player(state, seat, replace(player, hand=changed(player.hand, i, 1)))
    state = replace(state, now=Now("bury", seat, drawn=changed(now.drawn, i, -1)))
    state, more = bury_on(state, seat)
    return state, (did.CardKept(seat, card, character_rule(state)), *more)


def buried(state: State, seat: Seat, card: Good) -> tuple[State, did.CardBuried]:
    now = replace(state.now, drawn=changed(state.now.drawn, CARD_INDEX[card], -1))
    state = replace(state, under=(*state.under, Buried(card, seat)), now=now)
    return state, did.CardBuried(seat, card, character_rule(state))


def bury_on(state: State, seat: Seat) -> Played:
    """Goes on while there is something to choose; the last card, and unknown ones, go without asking."""
    effects: Consequences = ()
    while any(state.now.drawn):
        left = state.now.drawn
        if sum(left) > 1 and not nameless(left):
            return state, effects
        state, effect = buried(state, seat, next(card for card, n in zip(CARDS, left, strict=True) if n))
        effects = (*effects, effect)
    state, more = flow.after_step(state, seat, 0)
    return state, effects + more


def checked(state: State, seat: Seat, give: Good, take: Good) -> Played:
    """Majorities after an exchange: the loss first (D9)."""
    state, lost = majority.lost(state, seat, give)
    state, gained = majority.gained(state, seat, take, 0)
    return state, lost + gained


def prestige(state: State, seat: Seat, due: int, rule: str) -> Played:
    taken, player = min(due, state.prestige), state.players[seat]
    state = with_player(state, seat, replace(player, prestige=player.prestige + taken))
    return state, (did.PrestigeTaken(seat, taken, rule),)


def robbed(state: State, card: Good) -> Played:
    """The Trader has drawn a card from the other hand."""
    state, effect = handed(state, card)
    state, more = pass_on(state)
    return state, (effect, *more)


def _ends(now: Now) -> tuple[Seat, Seat]:
    """Who gives, and who receives."""
    assert now.seat is not None and now.other is not None, "now_of gives this phase two players"
    return (now.seat, now.other) if now.phase == "give" else (now.other, now.seat)


def handed(state: State, card: Good) -> tuple[State, did.CardGiven]:
    """A card goes from one hand into the other."""
    now, i = state.now, CARD_INDEX[card]
    giver, taker = _ends(now)
    poorer, richer = state.players[giver], state.players[taker]
    state = with_player(state, giver, replace(poorer, hand=changed(poorer.hand, i, -1)))
    state = with_player(state, taker, replace(richer, hand=changed(richer.hand, i, 1)))
    return replace(state, now=replace(now, left=now.left - 1)), did.CardGiven(giver, taker, card, character_rule(state))


def pass_on(state: State) -> Played:
    """Goes on while there is something to choose or to draw; hands that nobody knows are not asked for."""
    effects: Consequences = ()
    while True:
        now = state.now
        hand = state.players[_ends(now)[0]].hand
        if now.left <= 0 or not any(hand):
            state, more = _half_done(state)
            effects += more
            if state.now.phase != "give":
                return state, effects
        elif now.phase != "rob" and _forced(hand, now.left):
            card = next(card for card, n in zip(CARDS, hand, strict=True) if n)
            state, effect = handed(state, card)
            effects = (*effects, effect)
        else:
            return state, effects


def _forced(hand: Counts, left: int) -> bool:
    return nameless(hand) or sum(hand) <= left


def _half_done(state: State) -> Played:
    """The cards came: now they are given back. Or all is done, and the Merchant brings prestige."""
    now = state.now
    seat = seat_of(now)
    if now.phase != "give":
        return replace(state, now=Now("give", seat, other=now.other, left=now.number)), ()
    effects: Consequences = ()
    if state.character is Character.MERCHANT:
        state, effects = prestige(state, seat, components.PRESTIGE_OF[Character.MERCHANT], Character.MERCHANT)
    state, more = flow.after_step(state, seat, 0)
    return state, effects + more


def cut_short(state: State) -> Played:
    """Odd positions: there is nothing left to keep, to bury, to draw or to give."""
    now = state.now
    if now.phase in ("rob", "pick", "give"):
        return pass_on(replace(state, now=replace(now, left=0)))
    return flow.after_step(state, seat_of(now), 0)
