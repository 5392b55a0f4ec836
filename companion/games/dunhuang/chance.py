"""Chance and automatic outcomes of Dunhuang.

Where a card is shown, the outcome names its kind, also when the app did not know it before.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import Refusal
from companion.engine.moves import Outcome, Tell
from companion.games.dunhuang import components
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.names import CARDS, SPACES, Character, Good
from companion.games.dunhuang.state import (
    Burying,
    Choose,
    Deal,
    Draw,
    Fill,
    Giving,
    Kept,
    Lay,
    Picking,
    Rob,
    Showing,
    State,
    Stock,
    changed,
    moved,
    with_card_at,
)
from companion.games.dunhuang.turns import advance, card_due, character_rule, handed, phase_rule

Drawing = Stock | Deal | Draw | Rob | Fill


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
        return advance(replace(state, ring=(*state.ring, self.character)), tell)


def _laid(state: State, character: Character) -> bool:
    return components.TILE[character] in {components.TILE[one] for one in state.ring}


class CardDrawn(Outcome[State], frozen=True, tag="card"):
    """A card from the deck, or for the Trader from a hand. Also written without its verb."""

    RULE = "refill"
    PHASES = (Stock, Deal, Draw, Rob, Fill)
    BARE = True
    card: Good

    @classmethod
    def odds(cls, state: State, now: Drawing) -> list[tuple[CardDrawn, int]]:
        """The cards that are left there, each as often as there are."""
        if not card_due(state):
            return []
        counts = state.players[now.other].hand if isinstance(now, Rob) else state.pile
        if not any(counts):
            return [(cls(state.under[0].card), 1)]
        return [(cls(card), n) for card, n in zip(CARDS, counts, strict=True) if n]

    def refusal(self, state: State, now: Drawing) -> Refusal | None:
        if any(self == outcome for outcome, _ in self.odds(state, now)):
            return None
        return Refusal("not_there_to_draw", phase_rule(state), thing=str(self.card))

    def play(self, state: State, now: Drawing, tell: Tell) -> State:
        card = self.card
        if isinstance(now, Rob):
            return advance(handed(state, now, card, tell), tell)
        if any(state.pile):
            state = replace(state, pile=changed(state.pile, card, -1))
        else:
            state = replace(state, under=state.under[1:])
        match now:
            case Draw(seat=seat, left=left, drawn=drawn):
                tell(did.CardDrawn(seat, card, character_rule(state)))
                state = replace(state, now=Draw(seat, left - 1, changed(drawn, card, 1)))
            case Deal(seat=seat):
                tell(did.CardDealt(seat, card))
                state = moved(state, seat, card, hand=1)
            case Stock() | Fill():
                space = next(iter(state.gaps()))
                tell(did.CardLaid(space, card, phase_rule(state)))
                state = with_card_at(state, space, card)
        return advance(state, tell)


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
        tell(did.WentOn())
        return advance(state, tell)


OUTCOMES = (TileLaid, CardDrawn, GoOn)
