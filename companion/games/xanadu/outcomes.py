"""What chance brings in Xanadú, and what the game does by itself."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Chances, Refusal, Seat
from companion.engine.move import Outcome
from companion.games.xanadu import components
from companion.games.xanadu.effects import Consequence, Consequences
from companion.games.xanadu.flow import draw_on, ended, reshuffled, reveal
from companion.games.xanadu.letters import ANY_CARD
from companion.games.xanadu.names import UNKNOWN, Card, with_card, without_card
from companion.games.xanadu.state import Deal, Draw, Pick, State, dealt, drawing, swapped

__all__ = ["CardDrawn", "EndDrawn", "GoOn"]


class _OffTheDeck(Outcome[State, Deal | Draw, "OutcomeEffect"], frozen=True):
    """What is on top of the deck, for a seat that draws."""

    DURING = (Deal, Draw)

    def due(self, state: State, now: Deal | Draw) -> bool:
        return drawing(state) is not None

    def refusal(self, state: State, now: Deal | Draw) -> Refusal | None:
        return None if state.pile else Refusal("deck_empty", "no-discard")


def _drawer(state: State) -> Seat:
    to = drawing(state)
    assert to is not None, "not due when nobody draws"
    return to


class Drawn(Struct, frozen=True, tag=True):
    """A seat was dealt or drew a card; only the seat itself sees which."""

    seat: Seat
    card: Card
    rule: Literal["setup", "restart", "draw"]


class CardDrawn(_OffTheDeck, frozen=True, tag="draw"):
    """The top card of the deck; unknown where the app knows no hidden card."""

    RULE = "draw"
    card: Annotated[Card, ANY_CARD]

    def refusal(self, state: State, now: Deal | Draw) -> Refusal | None:
        if not state.pile:
            return super().refusal(state, now)
        if self.card != UNKNOWN and self.card not in components.BUILDINGS:
            return Refusal("no_such_card", "card", number=self.card)
        if self.card in state.deck:
            return None
        if self.card == UNKNOWN:
            return Refusal("which_card", self.RULE)
        return Refusal("not_in_deck", self.RULE, number=self.card)

    def play(self, state: State, now: Deal | Draw) -> Played:
        to = _drawer(state)
        drawn = Drawn(to, self.card, _draw_rule(now))
        state = replace(
            state,
            hands=swapped(state.hands, to, with_card(state.hands[to], self.card)),
            deck=without_card(state.deck, self.card),
            now=Draw(now.seat, now.left - 1) if type(now) is Draw else now,
        )
        again: Consequences = ()
        if not state.pile and state.discard:
            state, again = reshuffled(state)
        state, more = draw_on(state)
        return state, (drawn, *again, *more)

    def after(self, state: State, now: Deal | Draw) -> State:
        """Where the same seat draws again from the same deck, without a word."""
        deck, hands = state.deck, list(state.hands)
        if len(deck) < 2:
            return self.play(state, now)[0]
        left = without_card(deck, self.card)
        if type(now) is Draw:
            hands[now.seat] = with_card(hands[now.seat], self.card)
            state = replace(state, hands=tuple(hands), deck=left, now=Draw(now.seat, now.left - 1))
            return state if now.left > 1 else draw_on(state)[0]
        most, to = dealt(state), now.seat
        while len(hands[to]) >= most:
            to = Seat((to + 1) % len(hands))
        hands[to] = with_card(hands[to], self.card)
        state = replace(state, hands=tuple(hands), deck=left)
        return state if len(hands[to]) < most else draw_on(state)[0]


def _draw_rule(now: Deal | Draw) -> Literal["setup", "restart", "draw"]:
    if isinstance(now, Deal):
        return "setup" if now.stage == "setup" else "restart"
    return "draw"


class EndCardDrawn(Struct, frozen=True, tag=True):
    """A seat drew the End card and showed it."""

    seat: Seat
    rule: str = "end-card"


class EndDrawn(_OffTheDeck, frozen=True, tag="draw end"):
    """The End card is on top of the deck."""

    RULE = "end-card"

    def refusal(self, state: State, now: Deal | Draw) -> Refusal | None:
        refused = super().refusal(state, now)
        if refused is None and not end_may_come(state):
            return Refusal("end_card_lower", self.RULE, number=state.options.end_slots)
        return refused

    def play(self, state: State, now: Deal | Draw) -> Played:
        to = _drawer(state)
        state, more = ended(state, "end")
        return state, (EndCardDrawn(to), *more)


class WentOn(Struct, frozen=True, tag=True):
    """There was nothing to draw or to pick, so the game went on (odd positions only)."""

    rule: Literal["draw", "start-building"]


class GoOn(Outcome[State, Deal | Draw | Pick, "OutcomeEffect"], frozen=True, tag="go on"):
    """Certain: there is nothing to draw or to pick here, so the game goes on (odd positions)."""

    RULE = "turn"
    DURING = (Deal, Draw, Pick)

    def due(self, state: State, now: Deal | Draw | Pick) -> bool:
        return odds(state).outcomes == (GO_ON,)

    def play(self, state: State, now: Deal | Draw | Pick) -> Played:
        """What cannot be drawn or picked is left out."""
        if isinstance(now, Pick):
            state, more = reveal(state)
            return state, (WentOn("start-building"), *more)
        state, more = draw_on(state)
        return state, (WentOn("draw"), *more)


AnyOutcome = CardDrawn | EndDrawn | GoOn
OutcomeEffect = Drawn | EndCardDrawn | WentOn | Consequence
Played = tuple[State, tuple[OutcomeEffect, ...]]

# One of each: what may come is made of these.
CARD_DRAWN = {card: CardDrawn(card) for card in (UNKNOWN, *components.CARDS)}
END_DRAWN, GO_ON = EndDrawn(), GoOn()


def odds(state: State) -> Chances[AnyOutcome]:
    """What may come: each card of the deck, as often as it is there, and the End card where it can be on top (X7)."""
    if drawing(state) is None or not state.pile:
        return Chances((GO_ON,), (1,))
    deck = state.deck
    cards, weights = deck, (1,) * len(deck)
    if len(set(deck)) < len(deck):
        cards = tuple(dict.fromkeys(deck))
        weights = tuple(deck.count(card) for card in cards)
    outcomes: tuple[AnyOutcome, ...] = tuple(map(CARD_DRAWN.__getitem__, cards))
    if end_may_come(state):
        return Chances((*outcomes, END_DRAWN), (*weights, 1))
    return Chances(outcomes, weights)


def end_may_come(state: State) -> bool:
    """Can the End card be on top? It is among the lowest `end_slots` of the last deck."""
    return state.last_run and state.pile <= state.options.end_slots
