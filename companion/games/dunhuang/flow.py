"""What follows what: setup, the five steps of a turn, and the end of the game."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from companion.engine.game import Seat
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.effects import Consequence, Consequences
from companion.games.dunhuang.names import CARD_INDEX, CARDS, SEATS, UNKNOWN, Counts, Good
from companion.games.dunhuang.state import EMPTY, Now, Player, State, changed, swapped

E = TypeVar("E")
Played = tuple[State, Consequences]
_SEATS = tuple(Seat(seat) for seat in range(len(SEATS)))
_MOVE = tuple(Now("move", seat) for seat in _SEATS)
_FILL = tuple(Now("fill", seat) for seat in _SEATS)
_BEGAN = tuple(did.TurnBegan(seat) for seat in _SEATS)


def with_player(state: State, seat: Seat, player: Player) -> State:
    """The same position but for one player."""
    return replace(state, players=swapped(state.players, seat, player))


def drawn(state: State, card: Good) -> State:
    """The deck without this card: from the shuffled part, or when that is used up, the first one below."""
    if any(state.pile):
        return replace(state, pile=changed(state.pile, CARD_INDEX[card], -1))
    return replace(state, under=state.under[1:])


def stocked(state: State) -> State:
    """Setup: the next card of the market, or the first one dealt."""
    if None in state.market and state.deck:
        return replace(state, now=Now("stock"))
    return replace(state, now=Now("deal", Seat(0)))


def dealt(state: State, seat: Seat) -> Played:
    """Setup: the next card to be dealt from this seat on, or the choice of the one to keep."""
    for following in range(seat, len(state.players)):
        if sum(state.players[following].hand) < state.setup.dealt and state.deck:
            return replace(state, now=Now("deal", Seat(following))), ()
    state = replace(state, now=Now("choose"))
    effects: Consequences = ()
    for chooser in state.choosing():
        if not nameless(state.players[chooser].hand):
            continue
        state, more = chosen(state, chooser, Good.UNKNOWN)
        effects = (*effects, *more)
    return state if state.choosing() else replace(state, now=Now("park")), effects


def nameless(counts: Counts) -> bool:
    """Is there nothing to choose from but unknown cards?"""
    return sum(counts) == counts[UNKNOWN]


def chosen(state: State, seat: Seat, card: Good) -> Played:
    """Setup: one card stays in the hand, the others leave the game unseen."""
    player, i = state.players[seat], CARD_INDEX[card]
    others = changed(player.hand, i, -1)
    removed = tuple(a + b for a, b in zip(player.removed, others, strict=True))
    state = with_player(state, seat, replace(player, hand=changed(EMPTY, i, 1), removed=removed))
    return state, (did.CardChosen(seat, CARDS[i], sum(others)),)


def seat_of(now: Now) -> Seat:
    """The player of a phase that has one."""
    assert now.seat is not None, "now_of gives this phase a player"
    return now.seat


def begin(state: State, seat: Seat) -> Played:
    """A seat's turn begins."""
    return replace(state, now=_MOVE[seat]), (_BEGAN[seat],)


def after_step(state: State, seat: Seat, steps: int) -> Played:
    """Step 2 is done (then `steps` is what the camel took), or step 3 (then it is 0)."""
    if steps:
        return replace(state, now=Now("act", seat, steps=steps)), ()
    return _top_merchant(state, seat)


def onward(state: State, seat: Seat, steps: int, effects: tuple[E, ...]) -> tuple[State, tuple[E | Consequence, ...]]:
    """To the next step, unless the Buddhist's fee is asked for. `steps` as in `after_step`."""
    if state.now.phase == "fee":
        return state, effects
    state, more = after_step(state, seat, steps)
    return state, (*effects, *more)


def _top_merchant(state: State, seat: Seat) -> Played:
    """Step 4. A hand that is not all known can only be asked for."""
    tokens, setup = state.tokens(seat), state.setup
    if tokens >= setup.tokens:
        hand = state.players[seat].hand
        kinds = sum(1 for n in hand[:UNKNOWN] if n)
        if kinds >= setup.kinds:
            return won(state, seat, kinds)
        if kinds + hand[UNKNOWN] >= setup.kinds:
            return replace(state, now=Now("claim", seat)), ()
    return filled(state, seat)


def won(state: State, seat: Seat, kinds: int) -> Played:
    """The seat wins at once."""
    return replace(state, now=Now("over", seat)), (did.TopMerchant(seat, state.tokens(seat), kinds),)


def filled(state: State, seat: Seat) -> Played:
    """Step 5: the next card, or the end of the turn."""
    if None in state.market and state.deck:
        return replace(state, now=_FILL[seat]), ()
    return turn_ended(state, seat)


def turn_ended(state: State, seat: Seat) -> Played:
    """The next turn, unless this was the last one (D10)."""
    effects: Consequences = ()
    if not state.last_round:
        if state.options.end == "cannot_refill":
            begins, rule = None in state.market, "house-end"
        else:
            begins, rule = not state.deck, "end"
        if begins:
            state = replace(state, last_round=True)
            effects = (did.LastRound(state.last, rule),)
    if state.last_round and seat == state.last:
        state, more = _ended(state)
    else:
        state, more = begin(state, Seat((seat + 1) % len(state.players)))
    return state, effects + more


def _ended(state: State) -> Played:
    state = replace(state, now=Now("show"))
    return (state, ()) if state.choosing() else over(state)


def over(state: State) -> Played:
    """All hands are known, or nobody can tell: the score is taken."""
    return replace(state, now=Now("over")), (did.GameEnded(),)
