"""Step 3: what the sixteen characters do."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import Seat
from companion.games.dunhuang import actions as act
from companion.games.dunhuang import components, flow, majority
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.flow import Played, nameless, with_player
from companion.games.dunhuang.listing import exchanged
from companion.games.dunhuang.names import CARD_INDEX, CARDS, Character, Counts, Good
from companion.games.dunhuang.state import (
    Buried,
    Now,
    State,
    changed,
    shown_from,
    swapped,
)


def _rule(state: State) -> str:
    return state.character or "characters"


def _seat(now: Now) -> Seat:
    assert now.seat is not None, "now_of gives this phase a player"
    return now.seat


def _card(name: Good) -> tuple[int, Good]:
    i = CARD_INDEX[name]
    return i, CARDS[i]


def fetched(state: State, seat: Seat, space: int) -> State:
    """The card of a space is in the hand."""
    card, player = state.market[space], state.players[seat]
    assert card is not None, "refused without a card"
    state = replace(state, market=swapped(state.market, space, None))
    return with_player(state, seat, replace(player, hand=changed(player.hand, CARD_INDEX[card], 1)))


# Interpreter and Diplomat


def draw_goods(state: State, action: act.DrawGoods, seat: Seat) -> Played:
    """Begins to draw, as many cards as the camel took steps or as the character says (D12)."""
    character = state.character
    assert character is not None, "refused without a character"
    wanted = components.CARDS_OF.get(character, state.now.steps)
    left = max(1, min(wanted, state.deck))
    return replace(state, now=Now("draw", seat, left=left)), (did.DrawBegan(seat, left, character),)


def drew(state: State, card: Good) -> Played:
    """A card came from the deck."""
    now = state.now
    after = replace(now, left=now.left - 1, drawn=changed(now.drawn, CARD_INDEX[card], 1))
    state = replace(state, now=after)
    effect = did.CardDrawn(_seat(now), card, _rule(state))
    if after.left > 0 and state.deck:
        return state, (effect,)
    state, more = drawn_all(state)
    return state, (effect, *more)


def drawn_all(state: State) -> Played:
    """All are drawn: one is kept. A single card, or cards that nobody knows here, leave no choice."""
    now = state.now
    if not any(now.drawn):
        return flow.after_step(state, _seat(now), 0)
    state = replace(state, now=Now("keep", now.seat, drawn=now.drawn))
    if sum(now.drawn) == 1 or nameless(now.drawn):
        return kept(state, next(card for card, n in zip(CARDS, now.drawn, strict=True) if n))
    return state, ()


def kept(state: State, card: Good) -> Played:
    """One of the cards drawn goes into the hand; the others go under the deck."""
    now, i = state.now, CARD_INDEX[card]
    seat = _seat(now)
    player = state.players[seat]
    state = with_player(state, seat, replace(player, hand=changed(player.hand, i, 1)))
    state = replace(state, now=Now("bury", seat, drawn=changed(now.drawn, i, -1)))
    state, more = _bury_on(state, seat)
    return state, (did.CardKept(seat, card, _rule(state)), *more)


def bury(state: State, action: act.Bury, seat: Seat) -> Played:
    """One of the cards drawn goes below all others."""
    state, effect = _buried(state, seat, _card(action.card)[1])
    state, more = _bury_on(state, seat)
    return state, (effect, *more)


def _buried(state: State, seat: Seat, card: Good) -> tuple[State, did.CardBuried]:
    now = replace(state.now, drawn=changed(state.now.drawn, CARD_INDEX[card], -1))
    state = replace(state, under=(*state.under, Buried(card, seat)), now=now)
    return state, did.CardBuried(seat, card, _rule(state))


def _bury_on(state: State, seat: Seat) -> Played:
    """Goes on while there is something to choose; the last card, and unknown ones, go without asking."""
    effects: did.Effects = ()
    while any(state.now.drawn):
        left = state.now.drawn
        if sum(left) > 1 and not nameless(left):
            return state, effects
        state, effect = _buried(state, seat, next(card for card, n in zip(CARDS, left, strict=True) if n))
        effects = (*effects, effect)
    state, more = flow.after_step(state, seat, 0)
    return state, effects + more


# Soldier, General, Shepherd, Farmer


def exchange_shop(state: State, action: act.ExchangeShop, seat: Seat) -> Played:
    """The Soldier's exchange between shop and market (D7, D9)."""
    (i, give), (j, take) = _card(action.give), _card(action.take)
    player = state.players[seat]
    state = with_player(state, seat, replace(player, shop=changed(changed(player.shop, i, -1), j, 1)))
    state = replace(state, market=swapped(state.market, action.space, give))
    exchange = did.Exchanged(seat, give, action.space, take, Character.SOLDIER)
    state, effects = _checked(state, seat, give, take)
    return state, (exchange, *effects)


def _checked(state: State, seat: Seat, give: Good, take: Good) -> Played:
    """Majorities after an exchange: the loss first (D9)."""
    state, lost = majority.lost(state, seat, give)
    state, gained = majority.gained(state, seat, take, 0)
    return state, lost + gained


def exchange_hand(state: State, action: act.ExchangeHand, seat: Seat) -> Played:
    """The General's exchange between hand and market; the hand card is shown."""
    _, give = _card(action.give)
    player = state.players[seat]
    hand = changed(player.hand, shown_from(player.hand, give), -1)
    taken = state.market[action.space]
    assert taken is not None, "refused without a card"
    state = with_player(state, seat, replace(player, hand=changed(hand, CARD_INDEX[taken], 1)))
    state = replace(state, market=swapped(state.market, action.space, give))
    return state, (did.Exchanged(seat, give, action.space, taken, Character.GENERAL),)


def fetch(state: State, action: act.Fetch, seat: Seat) -> Played:
    """Shepherd and Farmer: one more card from the market."""
    card = state.market[action.space]
    assert card is not None, "refused without a card"
    effect = did.CardTaken(seat, card, action.space, "hand", _rule(state))
    return fetched(state, seat, action.space), (effect,)


# Manichean, Buddhist, Princess, Dancer, Painter, Musician


def guard(state: State, action: act.Guard, seat: Seat) -> Played:
    """A token is turned to the trader's sign (D6)."""
    i, good = _card(action.good)
    state = replace(state, guards=swapped(state.guards, i, True))
    return state, (did.TokenGuarded(seat, good, _rule(state)),)


def take_prestige(state: State, action: act.TakePrestige, seat: Seat) -> Played:
    """Princess: one for each token; Dancer: a fixed number."""
    character = state.character
    assert character is not None, "refused without a character"
    return _prestige(state, seat, components.PRESTIGE_OF.get(character, state.tokens(seat)), character)


def _prestige(state: State, seat: Seat, due: int, rule: str) -> Played:
    taken, player = min(due, state.prestige), state.players[seat]
    state = with_player(state, seat, replace(player, prestige=player.prestige + taken))
    return state, (did.PrestigeTaken(seat, taken, rule),)


def discard(state: State, action: act.Discard, seat: Seat) -> Played:
    """Painter and Musician: a card leaves the game for prestige."""
    character, (i, card) = state.character, _card(action.card)
    assert character is not None, "refused without a character"
    player = state.players[seat]
    lost: did.Effects = ()
    if character is Character.PAINTER:
        after = replace(player, hand=changed(player.hand, i, -1), removed=changed(player.removed, i, 1))
        state = with_player(state, seat, after)
    else:
        state = with_player(state, seat, replace(player, shop=changed(player.shop, i, -1)))
        state, lost = majority.lost(replace(state, gone=changed(state.gone, i, 1)), seat, card)
    state, more = _prestige(state, seat, components.PRESTIGE_OF[character], character)
    return state, (did.Discarded(seat, card, character), *lost, *more)


# Trader and Merchant


def visit(state: State, action: act.Visit, seat: Seat) -> Played:
    """The exchange between two hands begins; the cards are counted before it (D8)."""
    character, other = state.character, Seat(action.seat)
    assert character is not None, "refused without a character"
    number = exchanged(components.CARDS_OF[character], state.players[seat].hand, state.players[other].hand)
    phase = Now("rob" if character is Character.TRADER else "pick", seat, other=other, left=number, number=number)
    state, more = _pass_on(replace(state, now=phase))
    return state, (did.Visited(seat, other, number, character), *more)


def robbed(state: State, card: Good) -> Played:
    """The Trader has drawn a card from the other hand."""
    state, effect = _handed(state, card)
    state, more = _pass_on(state)
    return state, (effect, *more)


def give(state: State, action: act.Give, seat: Seat) -> Played:
    """A card that the other picked, or one given back."""
    state, effect = _handed(state, _card(action.card)[1])
    state, more = _pass_on(state)
    return state, (effect, *more)


def _ends(now: Now) -> tuple[Seat, Seat]:
    """Who gives, and who receives."""
    assert now.seat is not None and now.other is not None, "now_of gives this phase two players"
    return (now.seat, now.other) if now.phase == "give" else (now.other, now.seat)


def _handed(state: State, card: Good) -> tuple[State, did.CardGiven]:
    """A card goes from one hand into the other."""
    now, i = state.now, CARD_INDEX[card]
    giver, taker = _ends(now)
    poorer, richer = state.players[giver], state.players[taker]
    state = with_player(state, giver, replace(poorer, hand=changed(poorer.hand, i, -1)))
    state = with_player(state, taker, replace(richer, hand=changed(richer.hand, i, 1)))
    return replace(state, now=replace(now, left=now.left - 1)), did.CardGiven(giver, taker, card, _rule(state))


def _pass_on(state: State) -> Played:
    """Goes on while there is something to choose or to draw; hands that nobody knows are not asked for."""
    effects: did.Effects = ()
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
            state, effect = _handed(state, card)
            effects = (*effects, effect)
        else:
            return state, effects


def _forced(hand: Counts, left: int) -> bool:
    return nameless(hand) or sum(hand) <= left


def _half_done(state: State) -> Played:
    """The cards came: now they are given back. Or all is done, and the Merchant brings prestige."""
    now = state.now
    seat = _seat(now)
    if now.phase != "give":
        return replace(state, now=Now("give", seat, other=now.other, left=now.number)), ()
    effects: did.Effects = ()
    if state.character is Character.MERCHANT:
        state, effects = _prestige(state, seat, components.PRESTIGE_OF[Character.MERCHANT], Character.MERCHANT)
    state, more = flow.after_step(state, seat, 0)
    return state, effects + more


def cut_short(state: State) -> Played:
    """Odd positions: there is nothing left to keep, to bury, to draw or to give."""
    now = state.now
    if now.phase in ("rob", "pick", "give"):
        return _pass_on(replace(state, now=replace(now, left=0)))
    return flow.after_step(state, _seat(now), 0)


# Maid and Domestic


def swap(state: State, action: act.Swap, seat: Seat) -> Played:
    """The Maid's exchange between shop and hand (D9)."""
    (i, given), (j, taken) = _card(action.shop), _card(action.hand)
    player = state.players[seat]
    hand = changed(changed(player.hand, shown_from(player.hand, taken), -1), i, 1)
    after = replace(player, hand=hand, shop=changed(changed(player.shop, i, -1), j, 1))
    state, effects = _checked(with_player(state, seat, after), seat, given, taken)
    return state, (did.Swapped(seat, given, taken), *effects)


def to_hand(state: State, action: act.ToHand, seat: Seat) -> Played:
    """The Domestic's way from the shop into the hand."""
    i, good = _card(action.good)
    player = state.players[seat]
    after = replace(player, hand=changed(player.hand, i, 1), shop=changed(player.shop, i, -1))
    state, effects = majority.lost(with_player(state, seat, after), seat, good)
    return state, (did.Carried(seat, good, "hand"), *effects)


def to_shop(state: State, action: act.ToShop, seat: Seat) -> Played:
    """The Domestic's way from the hand, shown, into the shop."""
    i, good = _card(action.good)
    player = state.players[seat]
    hand = changed(player.hand, shown_from(player.hand, good), -1)
    after = replace(player, hand=hand, shop=changed(player.shop, i, 1))
    state, effects = majority.gained(with_player(state, seat, after), seat, good, 0)
    return state, (did.Carried(seat, good, "shop"), *effects)
