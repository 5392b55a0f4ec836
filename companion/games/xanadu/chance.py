"""Chance and automatic outcomes of Xanadú."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from companion.engine.game import Refusal
from companion.engine.moves import Outcome, Tell
from companion.games.xanadu.effects import Drawn, EndCardDrawn, WentOn
from companion.games.xanadu.names import UNKNOWN, with_card, without_card
from companion.games.xanadu.state import Any, Deal, Draw, Pick, State, drawing, with_player
from companion.games.xanadu.turns import draw_on, ended, reshuffled, reveal


class CardDrawn(Outcome[State], frozen=True, tag="draw"):
    """The top card of the deck, for a seat that draws; unknown where the app knows no hidden card."""

    RULE = "draw"
    PHASES = (Deal, Draw)
    card: Any

    @classmethod
    def odds(cls, state: State, now: Deal | Draw) -> Iterable[tuple[CardDrawn, int]]:
        """Each card of the deck, as often as it is there."""
        cards = Counter(state.deck if drawing(state) is not None else ())
        return [(cls(card), n) for card, n in cards.items()]

    def refusal(self, state: State, now: Deal | Draw) -> Refusal | None:
        if self.card in state.deck:
            return None
        if self.card == UNKNOWN:
            return Refusal("which_card", self.RULE)
        return Refusal("not_in_deck", self.RULE, number=self.card)

    def play(self, state: State, now: Deal | Draw, tell: Tell) -> State:
        to = drawing(state)
        assert to is not None, "no card comes when nobody draws"
        dealt: Literal["setup", "restart"] = "setup" if isinstance(now, Deal) and now.stage == "setup" else "restart"
        tell(Drawn(to, self.card, dealt if isinstance(now, Deal) else "draw"))
        player = state.players[to]
        state = with_player(state, to, replace(player, hand=with_card(player.hand, self.card)))
        following = Draw(now.seat, now.left - 1) if isinstance(now, Draw) else now
        state = replace(state, deck=without_card(state.deck, self.card), now=following)
        if not state.pile and state.discard:
            state = reshuffled(state, tell)
        return draw_on(state, tell)


class EndDrawn(Outcome[State], frozen=True, tag="draw end"):
    """The End card is on top of the deck."""

    RULE = "end-card"
    PHASES = (Deal, Draw)

    @classmethod
    def odds(cls, state: State, now: Deal | Draw) -> list[tuple[EndDrawn, int]]:
        return [(cls(), 1)] if state.end_may_come and drawing(state) is not None else []

    def refusal(self, state: State, now: Deal | Draw) -> Refusal | None:
        if state.end_may_come:
            return None
        return Refusal("end_card_lower", self.RULE, number=state.options.end_slots)

    def play(self, state: State, now: Deal | Draw, tell: Tell) -> State:
        to = drawing(state)
        assert to is not None, "no card comes when nobody draws"
        tell(EndCardDrawn(to))
        return ended(state, "end", tell)


class GoOn(Outcome[State], frozen=True, tag="go on"):
    """Certain: there is nothing to draw or to pick here, so the game goes on (odd positions)."""

    RULE = "turn"
    PHASES = (Deal, Draw, Pick)

    @classmethod
    def odds(cls, state: State, now: object) -> list[tuple[GoOn, int]]:
        return []

    def play(self, state: State, now: Deal | Draw | Pick, tell: Tell) -> State:
        """Skips what cannot be drawn or picked."""
        tell(WentOn("start-building" if isinstance(now, Pick) else "draw"))
        return reveal(state, tell) if isinstance(now, Pick) else draw_on(state, tell)


OUTCOMES = (CardDrawn, EndDrawn, GoOn)
