"""Order of play: setup, the five steps of a turn, exchanges between deck and hands, and the end; and the outcomes of
chance.

If a card is shown, an outcome names its kind, even if the app did not know it.
"""

from __future__ import annotations

from typing import Any, get_args

from msgspec.structs import replace

from companion.engine.game import Chances, Refusal, Seat
from companion.engine.moves import Outcome, Tell
from companion.games.dunhuang import components, majority, phases
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.names import CARDS, SPACES, UNKNOWN, Character, Counts, Good
from companion.games.dunhuang.phases import EMPTY
from companion.games.dunhuang.state import Buried, State, changed, moved, nameless, replace_card, step_on, with_player

PHASE_RULES = {
    "lay": "setup-market",
    "stock": "setup-market",
    "deal": "setup-hand",
    "choose": "setup-hand",
    "park": "setup-camel",
    "move": "camel",
    "take": "take-goods",
    "act": "third",
    "fee": "buddhist",
    "claim": "top-merchant",
    "fill": "refill",
    "show": "score-hands",
    "over": "end",
}


def find_phase_rule(state: State) -> str:
    """Returns the rule of the next step."""
    return PHASE_RULES.get(state.now.phase) or find_character_rule(state)


def find_character_rule(state: State) -> str:
    return state.character or "characters"


def find_step_rule(state: State) -> str:
    """Returns the rule of the next step; in step 3 that of the character."""
    return find_character_rule(state) if isinstance(state.now, phases.Act) else find_phase_rule(state)


def is_card_due(state: State) -> bool:
    """Returns whether a card is to be drawn now, and there is one."""
    match state.now:
        case phases.Rob(other=other, left=left):
            return left > 0 and any(state.players[other].hand)
        case phases.Stock() | phases.Fill():
            due = None in state.market
        case phases.Deal(seat=seat):
            due = sum(state.players[seat].hand) < state.setup.dealt
        case phases.Draw(left=left):
            due = left > 0
        case _:
            return False
    return due and state.deck > 0


def advance(state: State, tell: Tell) -> State:
    """Plays on to the next draw or decision: certain steps, and choices between unknown cards, are done at once."""
    while (following := _play_certain_step(state, tell)) is not None:
        state = following
    return state


def _play_certain_step(state: State, tell: Tell) -> State | None:
    """Returns the position after one certain step; None: a card is drawn, or somebody decides."""
    if is_card_due(state):
        return None
    match now := state.now:
        case phases.Lay() if len(state.ring) >= SPACES:
            return replace(state, now=phases.Stock())
        case phases.Stock():
            return replace(state, now=phases.Deal(Seat(0)))
        case phases.Deal(seat=seat):
            return replace(state, now=phases.Deal(Seat(seat + 1)) if seat + 1 < len(state.players) else phases.Choose())
        case phases.Choose():
            seats = state.choosing()
            unknown = [seat for seat in seats if nameless(state.players[seat].hand)]
            if unknown:
                return chosen(state, unknown[0], Good.UNKNOWN, tell)
            return None if seats else replace(state, now=phases.Park())
        case phases.Draw(seat=seat, drawn=drawn):
            return replace(state, now=phases.Kept(seat, drawn))
        case phases.Kept(seat=seat, drawn=drawn) | phases.Burying(seat=seat, drawn=drawn) if not any(drawn):
            return continue_after_step(state, seat, 0, tell)
        case phases.Kept(drawn=drawn) if _no_choice(drawn):
            return kept(state, now, _first(drawn), tell)
        case phases.Burying(drawn=drawn) if _no_choice(drawn):
            return buried(state, now, _first(drawn), tell)
        case phases.Rob() | phases.Picking() | phases.Giving():
            hand = state.players[now.seat if isinstance(now, phases.Giving) else now.other].hand
            if now.left <= 0 or not any(hand):
                return _exchanged(state, now, tell)
            if sum(hand) <= now.left or _no_choice(hand):
                return handed(state, now, _first(hand), tell)
        case phases.Fill(seat=seat):
            return _turn_ended(state, seat, tell)
        case phases.Showing() if not state.choosing():
            tell(did.GameEnded())
            return replace(state, now=phases.Over())
    return None


def _no_choice(cards: Counts) -> bool:
    """Returns whether there is a single card, or only unknown ones."""
    return sum(cards) == 1 or nameless(cards)


def _first(counts: Counts) -> Good:
    return next(card for card, n in zip(CARDS, counts, strict=True) if n)


def chosen(state: State, seat: Seat, card: Good, tell: Tell) -> State:
    """Returns the state after a choice at setup: one card stays in the hand, the others leave the game unseen."""
    player = state.players[seat]
    others = changed(player.hand, card, -1)
    removed = tuple(a + b for a, b in zip(player.removed, others, strict=True))
    tell(did.CardChosen(seat, card, sum(others)))
    return moved(with_player(state, seat, replace(player, hand=EMPTY, removed=removed)), seat, card, hand=1)


def begin(state: State, seat: Seat, tell: Tell) -> State:
    """Begins a seat's turn."""
    tell(did.TurnBegan(seat))
    return replace(state, now=phases.Walk(seat))


def continue_after_step(state: State, seat: Seat, steps: int, tell: Tell) -> State:
    """Continues after step 2 (`steps` is the camel's walk), or after step 3 (`steps` is 0)."""
    return replace(state, now=phases.Act(seat, steps)) if steps else check_top_merchant(state, seat, tell)


def continue_after_shop(
    state: State, seat: Seat, steps: int, tell: Tell, *, gave: Good | None = None, took: Good | None = None
) -> State:
    """Continues after the seat's shop gave or took a card: majorities first, the loss before the gain (D9). The next
    step waits for the Buddhist's fee."""
    if gave is not None:
        state = majority.lost(state, seat, gave, tell)
    if took is not None:
        state = majority.gained(state, seat, took, steps, tell)
    return state if isinstance(state.now, phases.Fee) else continue_after_step(state, seat, steps, tell)


def check_top_merchant(state: State, seat: Seat, tell: Tell) -> State:
    """Applies step 4. If the hand is not fully known, the player is asked."""
    setup = state.setup
    if state.count_tokens(seat) >= setup.tokens:
        hand = state.players[seat].hand
        kinds = sum(1 for n in hand[:UNKNOWN] if n)
        if kinds >= setup.kinds:
            return won(state, seat, kinds, tell)
        if kinds + hand[UNKNOWN] >= setup.kinds:
            return replace(state, now=phases.Claiming(seat))
    return advance(replace(state, now=phases.Fill(seat)), tell)


def won(state: State, seat: Seat, kinds: int, tell: Tell) -> State:
    """Ends the game: the seat wins at once."""
    tell(did.TopMerchant(seat, state.count_tokens(seat), kinds))
    return replace(state, now=phases.Over(seat))


def _turn_ended(state: State, seat: Seat, tell: Tell) -> State:
    """Begins the next turn, or ends the game after the last one (D10)."""
    if not state.last_round:
        by_market = state.options.end == "cannot_refill"
        if None in state.market if by_market else not state.deck:
            tell(did.LastRound(state.last, "house-end" if by_market else "end"))
            state = replace(state, last_round=True)
    if state.last_round and seat == state.last:
        return replace(state, now=phases.Showing())
    return begin(state, Seat((seat + 1) % len(state.players)), tell)


def kept(state: State, now: phases.Kept, card: Good, tell: Tell) -> State:
    """Puts one of the drawn cards into the hand; the others will go under the deck."""
    tell(did.CardKept(now.seat, card, find_character_rule(state)))
    return moved(replace(state, now=phases.Burying(now.seat, changed(now.drawn, card, -1))), now.seat, card, hand=1)


def buried(state: State, now: phases.Burying, card: Good, tell: Tell) -> State:
    """Puts a drawn card under the deck."""
    tell(did.CardBuried(now.seat, card, find_character_rule(state)))
    following = phases.Burying(now.seat, changed(now.drawn, card, -1))
    return replace(state, under=(*state.under, Buried(now.seat, card)), now=following)


def handed(state: State, now: phases.Rob | phases.Picking | phases.Giving, card: Good, tell: Tell) -> State:
    """Moves a card from one hand into another."""
    giver, taker = (now.seat, now.other) if isinstance(now, phases.Giving) else (now.other, now.seat)
    tell(did.CardGiven(giver, taker, card, find_character_rule(state)))
    state = moved(moved(state, giver, card, hand=-1), taker, card, hand=1)
    return replace(state, now=replace(now, left=now.left - 1))


def _exchanged(state: State, now: phases.Rob | phases.Picking | phases.Giving, tell: Tell) -> State:
    """Continues the Merchant's exchange: cards are given back, or all is done and it brings prestige."""
    if not isinstance(now, phases.Giving):
        return replace(state, now=phases.Giving(now.seat, now.other, now.number))
    if state.character is Character.MERCHANT:
        state = prestige(state, now.seat, components.PRESTIGE_OF[Character.MERCHANT], Character.MERCHANT, tell)
    return continue_after_step(state, now.seat, 0, tell)


def fetched(state: State, seat: Seat, space: int, rule: str, tell: Tell) -> State:
    """Takes the card of a space into the hand."""
    card = state.card_at(space)
    assert card is not None, "refused without a card"
    tell(did.CardTaken(seat, card, space, "hand", rule))
    return moved(replace_card(state, space, None), seat, card, hand=1)


def prestige(state: State, seat: Seat, due: int, rule: str, tell: Tell) -> State:
    """Takes prestige from the bank, as far as it has any."""
    bank = components.PRESTIGE - sum(player.prestige for player in state.players)
    taken, player = min(due, max(0, bank)), state.players[seat]
    tell(did.PrestigeTaken(seat, taken, rule))
    return with_player(state, seat, replace(player, prestige=player.prestige + taken))


class TileLaid(Outcome[State], frozen=True, tag="tile"):
    """The next tile of the ring, and the side that is up."""

    RULE = "setup-market"
    PHASES = (phases.Lay,)
    character: Character

    def refusal(self, state: State, now: phases.Lay) -> Refusal | None:
        laid = components.TILE[self.character] in [components.TILE[one] for one in state.ring]
        return (
            Refusal("tile_is_laid", self.RULE, thing=str(self.character)) if laid or len(state.ring) >= SPACES else None
        )

    def play(self, state: State, now: phases.Lay, tell: Tell) -> State:
        tell(did.TileLaid(len(state.ring) + 1, self.character))
        return advance(replace(state, ring=(*state.ring, self.character)), tell)


class CardDrawn(Outcome[State], frozen=True, tag="card"):
    """A card from the deck, or for the Trader from a hand. Also written without its verb."""

    RULE = "refill"
    PHASES = (phases.Stock, phases.Deal, phases.Draw, phases.Rob, phases.Fill)
    BARE = True
    card: Good

    @classmethod
    def odds(cls, state: State, now: Any) -> Chances:
        """Returns the remaining cards there, weighted by their number."""
        if not is_card_due(state):
            return Chances()
        counts = state.players[now.other].hand if isinstance(now, phases.Rob) else state.pile
        if not any(counts):
            return Chances.of({cls(state.under[0].card): 1})
        return Chances.of({cls(card): n for card, n in zip(CARDS, counts, strict=True) if n})

    def refusal(self, state: State, now: Any) -> Refusal | None:
        return Refusal("not_there_to_draw", find_phase_rule(state), thing=str(self.card))

    def play(self, state: State, now: Any, tell: Tell) -> State:
        card = self.card
        if isinstance(now, phases.Rob):
            return advance(handed(state, now, card, tell), tell)
        if any(state.pile):
            state = replace(state, pile=changed(state.pile, card, -1))
        else:
            state = replace(state, under=state.under[1:])
        match now:
            case phases.Draw(seat=seat, left=left, drawn=drawn):
                tell(did.CardDrawn(seat, card, find_character_rule(state)))
                state = replace(state, now=phases.Draw(seat, left - 1, changed(drawn, card, 1)))
            case phases.Deal(seat=seat):
                tell(did.CardDealt(seat, card))
                state = moved(state, seat, card, hand=1)
            case phases.Stock() | phases.Fill():
                around = (step_on(state.camel or 1, n) for n in range(SPACES))  # D3
                space = next(space for space in around if state.card_at(space) is None)
                tell(did.CardLaid(space, card, find_phase_rule(state)))
                state = replace_card(state, space, card)
        return advance(state, tell)


class GoOn(Outcome[State], frozen=True, tag="go on"):
    """Certain: there is nothing to draw or to decide, so the game continues.

    It only occurs in odd positions, such as a setup with an empty deck.
    """

    RULE = "turn"
    PHASES = get_args(phases.Setup | phases.CardPhase | phases.Fill | phases.Showing)

    def play(self, state: State, now: object, tell: Tell) -> State:
        tell(did.WentOn())
        return advance(state, tell)


OUTCOMES = (TileLaid, CardDrawn, GoOn)
