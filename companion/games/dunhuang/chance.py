"""Chance and automatic outcomes of Dunhuang.

Where a card is shown, the outcome names its kind, also when the app did not know it before.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import Refusal, Seat
from companion.engine.moves import Outcome, Tell
from companion.games.dunhuang import components, hands, turns
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.names import CARD_INDEX, CARDS, SPACES, Character, Good
from companion.games.dunhuang.state import (
    Burying,
    Choose,
    Deal,
    Draw,
    Fill,
    Giving,
    Kept,
    Lay,
    Park,
    Picking,
    Rob,
    Showing,
    State,
    Stock,
    changed,
    with_card_at,
    with_player,
)


class TileLaid(Outcome[State], frozen=True, tag="tile"):
    """The next tile of the ring, and the side that is up."""

    RULE = "setup-market"
    PHASES = (Lay,)
    character: Character

    @classmethod
    def odds(cls, state: State, now: Lay) -> list[tuple[TileLaid, int]]:
        if len(state.ring) >= SPACES:
            return []
        return [(cls(character), 1) for character in Character if not _laid(state, character)]

    def refusal(self, state: State, now: Lay) -> Refusal | None:
        return Refusal("tile_is_laid", self.RULE, thing=str(self.character)) if _laid(state, self.character) else None

    def play(self, state: State, now: Lay, tell: Tell) -> State:
        tell(did.TileLaid(len(state.ring) + 1, self.character))
        state = replace(state, ring=(*state.ring, self.character))
        return state if len(state.ring) < SPACES else turns.stocked(state)


def _laid(state: State, character: Character) -> bool:
    return components.TILE[character] in {components.TILE[one] for one in state.ring}


class CardDrawn(Outcome[State], frozen=True, tag="card"):
    """A card from the deck, or for the Trader from a hand. Also written without its verb."""

    RULE = "refill"
    PHASES = (Stock, Deal, Draw, Rob, Fill)
    BARE = True
    card: Good

    @classmethod
    def odds(cls, state: State, now: Stock | Deal | Draw | Rob | Fill) -> list[tuple[CardDrawn, int]]:
        """The cards that are left there, each as often as there are."""
        if not wanted(state):
            return []
        counts = state.players[now.other].hand if isinstance(now, Rob) else state.pile
        if not isinstance(now, Rob) and not any(counts):
            return [(cls(state.under[0].card), 1)]
        return [(cls(card), n) for card, n in zip(CARDS, counts, strict=True) if n]

    def refusal(self, state: State, now: Stock | Deal | Draw | Rob | Fill) -> Refusal | None:
        if any(self == outcome for outcome, _ in self.odds(state, now)):
            return None
        return Refusal("not_there_to_draw", phase_rule(state), thing=str(self.card))

    def play(self, state: State, now: Stock | Deal | Draw | Rob | Fill, tell: Tell) -> State:
        if isinstance(now, Rob):
            return hands.pass_on(hands.handed(state, now, self.card, tell), tell)
        state = turns.drawn(state, self.card)
        match now:
            case Draw():
                return hands.drew(state, now, self.card, tell)
            case Deal(seat=seat):
                player = state.players[seat]
                tell(did.CardDealt(seat, self.card))
                hand = changed(player.hand, CARD_INDEX[self.card], 1)
                return turns.dealt(with_player(state, seat, replace(player, hand=hand)), seat, tell)
        space = next(iter(state.gaps()))
        state = with_card_at(state, space, self.card)
        if isinstance(now, Stock):
            tell(did.CardLaid(space, self.card, "setup-market"))
            return turns.stocked(state)
        tell(did.CardLaid(space, self.card, self.RULE))
        return turns.filled(state, now.seat, tell)


def wanted(state: State) -> bool:
    """Is a card to be drawn now, and is there one?"""
    match state.now:
        case Rob(other=other, left=left):
            return left > 0 and any(state.players[other].hand)
        case Stock() | Fill():
            asked = None in state.market
        case Deal(seat=seat):
            asked = sum(state.players[seat].hand) < state.setup.dealt
        case Draw(left=left):
            asked = left > 0
        case _:
            asked = False
    return asked and state.deck > 0


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


def phase_rule(state: State) -> str:
    """The rule of what comes next."""
    return PHASE_RULES.get(state.phase) or hands.character_rule(state)


class GoOn(Outcome[State], frozen=True, tag="go on"):
    """Certain: there is nothing to draw or to decide here, so the game goes on.

    It comes up in odd positions only, such as a setup with an empty deck.
    """

    RULE = "turn"
    PHASES = (Lay, Stock, Deal, Choose, Draw, Kept, Burying, Rob, Picking, Giving, Fill, Showing)

    @classmethod
    def odds(cls, state: State, now: object) -> list[tuple[GoOn, int]]:
        return []

    def play(self, state: State, now: object, tell: Tell) -> State:
        """Skips what cannot be drawn or decided."""
        tell(did.WentOn())
        match now:
            case Lay():
                return turns.stocked(state)
            case Stock():
                return replace(state, now=Deal(Seat(0)))
            case Deal(seat=seat):
                return turns.dealt(state, seat, tell)
            case Choose():
                return replace(state, now=Park())
            case Fill(seat=seat):
                return turns.turn_ended(state, seat, tell)
            case Showing():
                return turns.over(state, tell)
            case Draw():
                return hands.drawn_all(state, replace(now, left=0), tell)
            case Rob() | Picking() | Giving():
                return hands.pass_on(replace(state, now=replace(now, left=0)), tell)
            case Kept(seat=seat) | Burying(seat=seat):
                return turns.after_step(state, seat, 0, tell)
        raise AssertionError("a player decides in all other phases")


OUTCOMES = (TileLaid, CardDrawn, GoOn)
