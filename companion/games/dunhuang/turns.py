"""Order of play: setup, the five steps of a turn, and the end of the game."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import Seat
from companion.engine.moves import Tell
from companion.games.dunhuang.effects import CardChosen, GameEnded, LastRound, TopMerchant, TurnBegan
from companion.games.dunhuang.names import CARD_INDEX, UNKNOWN, Good
from companion.games.dunhuang.state import (
    EMPTY,
    Act,
    Choose,
    Claiming,
    Deal,
    Fee,
    Fill,
    Over,
    Park,
    Showing,
    State,
    Stock,
    Walk,
    changed,
    nameless,
    with_player,
)


def drawn(state: State, card: Good) -> State:
    """The deck without this card: from the shuffled part, or when that is used up, the first one below."""
    if any(state.pile):
        return replace(state, pile=changed(state.pile, CARD_INDEX[card], -1))
    return replace(state, under=state.under[1:])


def stocked(state: State) -> State:
    """Setup: the next card of the market, or the first one dealt."""
    return replace(state, now=Stock() if None in state.market and state.deck else Deal(Seat(0)))


def dealt(state: State, seat: Seat, tell: Tell) -> State:
    """Setup: the next card to be dealt from this seat on, or the choice of the one to keep."""
    for following in range(seat, len(state.players)):
        if sum(state.players[following].hand) < state.setup.dealt and state.deck:
            return replace(state, now=Deal(Seat(following)))
    state = replace(state, now=Choose())
    for chooser in state.choosing():
        if nameless(state.players[chooser].hand):
            state = chosen(state, chooser, Good.UNKNOWN, tell)
    return state if state.choosing() else replace(state, now=Park())


def chosen(state: State, seat: Seat, card: Good, tell: Tell) -> State:
    """Setup: one card stays in the hand, the others leave the game unseen."""
    player, i = state.players[seat], CARD_INDEX[card]
    others = changed(player.hand, i, -1)
    removed = tuple(a + b for a, b in zip(player.removed, others, strict=True))
    tell(CardChosen(seat, card, sum(others)))
    return with_player(state, seat, replace(player, hand=changed(EMPTY, i, 1), removed=removed))


def begin(state: State, seat: Seat, tell: Tell) -> State:
    """A seat's turn begins."""
    tell(TurnBegan(seat))
    return replace(state, now=Walk(seat))


def after_step(state: State, seat: Seat, steps: int, tell: Tell) -> State:
    """Step 2 is done (then `steps` is what the camel took), or step 3 (then it is 0): to the next step, unless the
    Buddhist's fee is asked for."""
    if isinstance(state.now, Fee):
        return state
    return replace(state, now=Act(seat, steps)) if steps else top_merchant(state, seat, tell)


def top_merchant(state: State, seat: Seat, tell: Tell) -> State:
    """Step 4. A hand that is not all known can only be asked for."""
    setup = state.setup
    if state.tokens_of(seat) >= setup.tokens:
        hand = state.players[seat].hand
        kinds = sum(1 for n in hand[:UNKNOWN] if n)
        if kinds >= setup.kinds:
            return won(state, seat, kinds, tell)
        if kinds + hand[UNKNOWN] >= setup.kinds:
            return replace(state, now=Claiming(seat))
    return filled(state, seat, tell)


def won(state: State, seat: Seat, kinds: int, tell: Tell) -> State:
    """The seat wins at once."""
    tell(TopMerchant(seat, state.tokens_of(seat), kinds))
    return replace(state, now=Over(seat))


def filled(state: State, seat: Seat, tell: Tell) -> State:
    """Step 5: the next card, or the end of the turn."""
    if None in state.market and state.deck:
        return replace(state, now=Fill(seat))
    return turn_ended(state, seat, tell)


def turn_ended(state: State, seat: Seat, tell: Tell) -> State:
    """The next turn, unless this was the last one (D10)."""
    if not state.last_round:
        by_market = state.options.end == "cannot_refill"
        if None in state.market if by_market else not state.deck:
            tell(LastRound(state.last, "house-end" if by_market else "end"))
            state = replace(state, last_round=True)
    if not state.last_round or seat != state.last:
        return begin(state, Seat((seat + 1) % len(state.players)), tell)
    state = replace(state, now=Showing())
    return state if state.choosing() else over(state, tell)


def over(state: State, tell: Tell) -> State:
    """All hands are known, or nobody can tell: the score is taken."""
    tell(GameEnded())
    return replace(state, now=Over())
