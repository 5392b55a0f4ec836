"""What chance brings in Dunhuang, and what the game does by itself.

Where a card is shown, the outcome names its kind, also when the app did not know it before.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct, field
from msgspec.structs import replace

from companion.engine.game import Chances, Refusal, Seat
from companion.engine.move import Outcome
from companion.games.dunhuang import components, flow, hands
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.effects import Consequence, Consequences
from companion.games.dunhuang.flow import seat_of, with_player
from companion.games.dunhuang.letters import CARD, CHARACTER
from companion.games.dunhuang.names import CARD_INDEX, CARDS, CHARACTERS, SPACES, Character, Counts, Good
from companion.games.dunhuang.refusals import phase_rule
from companion.games.dunhuang.state import PHASES, Now, State, changed, with_card_at

__all__ = ["CardDrawn", "GoOn", "TileLaid"]


class TileLaid(Outcome[State, Now, "OutcomeEffect"], frozen=True, tag="tile"):
    """The next tile of the ring, and the side that is up."""

    RULE = "setup-market"
    DURING = ("lay",)
    character: Annotated[Character, CHARACTER]

    def refusal(self, state: State, now: Now) -> Refusal | None:
        if self in odds(state).outcomes:
            return None
        return Refusal("tile_is_laid", self.RULE, thing=str(self.character))

    def play(self, state: State, now: Now) -> Played:
        character = CHARACTERS[CHARACTERS.index(self.character)]
        laid = did.TileLaid(len(state.ring), character)
        state = replace(state, ring=(*state.ring, character))
        return state if len(state.ring) < SPACES else flow.stocked(state), (laid,)


class CardLaid(did.OnSpace, frozen=True, tag=True):
    """A card from the deck was laid face up on a space, in setup or in step 5."""

    index: int = field(name="space")
    card: Good
    rule: str


class CardDealt(Struct, frozen=True, tag=True):
    """Setup: a card for a player's eyes only."""

    seat: Seat
    card: Good
    rule: str = "setup-hand"


class CardDrawn(Outcome[State, Now, "OutcomeEffect"], frozen=True, tag="card"):
    """A card from the deck, or for the Trader from a hand."""

    RULE = "refill"
    DURING = ("stock", "deal", "draw", "rob", "fill")
    card: Annotated[Good, CARD]

    def refusal(self, state: State, now: Now) -> Refusal | None:
        if self in odds(state).outcomes:
            return None
        return Refusal("not_there_to_draw", phase_rule(state), thing=str(self.card))

    def play(self, state: State, now: Now) -> Played:
        card = CARDS[CARD_INDEX[self.card]]
        if now.phase == "rob":
            return hands.robbed(state, card)
        state = flow.drawn(state, card)
        if now.phase == "draw":
            return hands.drew(state, card)
        if now.phase == "deal":
            return _dealt(state, seat_of(now), card)
        space = next(iter(state.gaps()))
        state = with_card_at(state, space, card)
        if now.phase == "stock":
            return flow.stocked(state), (CardLaid(space - 1, card, "setup-market"),)
        state, more = flow.filled(state, seat_of(now))
        return state, (CardLaid(space - 1, card, self.RULE), *more)

    def after(self, state: State, now: Now) -> State:
        """Cards for the market and for hands, of which there are most, are laid without a word."""
        pile, phase, i = state.pile, now.phase, CARD_INDEX[self.card]
        if phase == "deal" and any(pile):
            return _dealt(replace(state, pile=changed(pile, i, -1)), seat_of(now), CARDS[i])[0]
        if (phase != "fill" and phase != "stock") or not any(pile):
            return self.play(state, now)[0]
        market, space = list(state.market), (state.camel or 1) - 1
        while market[space] is not None:
            space = (space + 1) % SPACES
        market[space] = CARDS[i]
        state = replace(state, pile=changed(pile, i, -1), market=tuple(market))
        if None in market and (any(state.pile) or state.under):
            return state
        return flow.stocked(state) if phase == "stock" else flow.turn_ended(state, seat_of(now))[0]


def _dealt(state: State, seat: Seat, card: Good) -> Played:
    player = state.players[seat]
    state = with_player(state, seat, replace(player, hand=changed(player.hand, CARD_INDEX[card], 1)))
    state, more = flow.dealt(state, seat)
    return state, (CardDealt(seat, card), *more)


class WentOn(Struct, frozen=True, tag=True):
    """There was nothing to draw or to decide, so the game went on (odd positions only)."""

    rule: str = "turn"


class GoOn(Outcome[State, Now, "OutcomeEffect"], frozen=True, tag="go on"):
    """Certain: there is nothing to draw or to decide here, so the game goes on.

    It comes up in odd positions only, such as a setup with an empty deck.
    """

    RULE = "turn"
    DURING = tuple(phase for phase in PHASES if phase != "over")

    def due(self, state: State, now: Now) -> bool:
        return self in odds(state).outcomes

    def play(self, state: State, now: Now) -> Played:
        """What cannot be drawn or decided is left out."""
        more: Consequences = ()
        match now.phase:
            case "lay":
                state = flow.stocked(state)
            case "stock":
                state = replace(state, now=Now("deal", Seat(0)))
            case "deal":
                state, more = flow.dealt(state, seat_of(now))
            case "choose":
                state = replace(state, now=Now("park"))
            case "fill":
                state, more = flow.turn_ended(state, seat_of(now))
            case "show":
                state, more = flow.over(state)
            case "draw":
                state, more = hands.drawn_all(replace(state, now=replace(now, left=0)))
            case _:
                state, more = hands.cut_short(state)
        return state, (WentOn(), *more)


AnyOutcome = TileLaid | CardDrawn | GoOn
OutcomeEffect = CardLaid | CardDealt | WentOn | Consequence
Played = tuple[State, tuple[OutcomeEffect, ...]]

# One of each, in the order of the ring and of the goods: what may come is made of these.
TILE_LAID = {character: TileLaid(character) for character in CHARACTERS}
CARD_DRAWN = tuple(CardDrawn(card) for card in CARDS)
GO_ON = GoOn()
_GO_ON: Chances[AnyOutcome] = Chances((GO_ON,), (1,))


def odds(state: State) -> Chances[AnyOutcome]:
    """What may come, weighted by the tiles or cards that are left."""
    now = state.now
    if now.phase == "lay":
        return _tiles(state)
    if drawing(state, now):
        if now.phase == "rob":
            assert now.other is not None, "now_of gives this phase another player"
            return _cards(state.players[now.other].hand)
        if any(state.pile):
            return _cards(state.pile)
        return Chances((CARD_DRAWN[CARD_INDEX[state.under[0].card]],), (1,))
    return _GO_ON


def drawing(state: State, now: Now) -> bool:
    """Is a card to be drawn now, and is there one?"""
    match now.phase:
        case "rob":
            return now.left > 0 and now.other is not None and any(state.players[now.other].hand)
        case "stock" | "fill":
            wanted = None in state.market
        case "deal":
            wanted = now.seat is not None and sum(state.players[now.seat].hand) < state.setup.dealt
        case _:
            wanted = now.phase == "draw" and now.left > 0
    return wanted and (any(state.pile) or bool(state.under))


def _tiles(state: State) -> Chances[AnyOutcome]:
    if len(state.ring) >= SPACES:
        return _GO_ON
    laid = {components.TILE[character] for character in state.ring}
    left = tuple(tile for character, tile in TILE_LAID.items() if components.TILE[character] not in laid)
    return Chances(left, (1,) * len(left)) if left else _GO_ON


def _cards(counts: Counts) -> Chances[AnyOutcome]:
    found = [i for i in range(len(CARDS)) if counts[i]]
    return Chances(tuple(CARD_DRAWN[i] for i in found), tuple(counts[i] for i in found))
