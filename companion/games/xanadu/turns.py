"""Order of play: draws, the end of a turn, the new city, the end of the game; and the outcomes of chance."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from msgspec.structs import replace

from companion.engine.game import Chances, Refusal, Seat
from companion.engine.moves import Outcome, Tell, replace_item
from companion.games.xanadu import components, phases
from companion.games.xanadu import effects as did
from companion.games.xanadu.names import UNKNOWN, add_card, remove_card
from companion.games.xanadu.state import HAND, MANY, Any, Building, Player, State, drawing, picking

SALE_DRAW = 3
"""Cards drawn after a sale in step 1."""


def draws(state: State, now: phases.Play) -> tuple[int, int, Literal["draw-sold", "draw-full", "draw-one"]]:
    """Returns how many cards a seat draws after steps 1 and 2, how many the rule allows, and which rule it is."""
    room = max(0, HAND - len(state.players[now.seat].hand))
    if now.sold:
        return min(SALE_DRAW, room), SALE_DRAW, "draw-sold"
    if now.working:
        return min(1, room), 1, "draw-one"
    return room, HAND, "draw-full"


def draw_on(state: State, tell: Tell) -> State:
    """Continues to the next card to be drawn, or past the last one: the discard pile is shuffled when needed."""
    seat = drawing(state)
    if seat is None:
        return _finish_draw(state, tell)
    if state.pile:
        return state
    if state.discard:
        return reshuffled(state, tell)
    tell(did.NothingDrawn(seat))
    return _finish_draw(state, tell)


def reshuffled(state: State, tell: Tell) -> State:
    """Makes the discard pile the new deck."""
    deck = (UNKNOWN,) * len(state.discard) if state.paper else state.discard
    state = replace(state, deck=deck, discard=(), run=state.run + 1)
    tell(did.Reshuffled(len(deck), state.run, state.last_run))
    return state


def _finish_draw(state: State, tell: Tell) -> State:
    now = state.now
    if isinstance(now, phases.Deal):
        state = replace(state, now=phases.Pick(now.seat, now.stage))
        return state if picking(state) else reveal(state, tell)
    assert isinstance(now, phases.Draw), "cards are drawn in two phases only"
    return _end_of_turn(state, now.seat, tell)


def reveal(state: State, tell: Tell) -> State:
    """Reveals the picks when all have picked: the buildings stand, and the game continues.

    Unknown picks, in a view or an odd position, cannot stand and return to the hand.
    """
    now = state.now
    assert isinstance(now, phases.Pick), "revealed only after picking"
    players = []
    for seat, player in enumerate(state.players):
        named = tuple(card for card in player.picked if card != UNKNOWN)
        if named:
            tell(did.StartRevealed(Seat(seat), named))
        closed = (UNKNOWN,) * player.picked.count(UNKNOWN)
        players.append(Player(player.coins, (*player.city, *map(Building, named)), closed + player.hand))
    state = replace(state, players=tuple(players))
    if now.stage == "turn":
        return _next_turn(state, now.seat, tell)
    again = now.stage == "sold"
    if not again:
        tell(did.TurnBegan(now.seat))
    return replace(state, now=phases.Play(now.seat, sold=again, working=again))


def restarted(state: State, seat: Seat, stage: phases.Stage, tell: Tell) -> State:
    """Returns the state with no building in front of anyone (X6)."""
    tell(did.Restarted(seat))
    return draw_on(replace(state, now=phases.Deal(seat, stage), idle=0), tell)


def _end_of_turn(state: State, seat: Seat, tell: Tell) -> State:
    """Sideways buildings stand up, full ones are sold, and the next player begins (step 4)."""
    for owner, player in enumerate(state.players):
        for building in player.city:
            if building.sideways:
                tell(did.StoodUp(Seat(owner), building.card))
    players, freed = [], list(state.discard)
    for owner, player in enumerate(state.players):
        kept, coins = [], player.coins
        for building in player.city:
            if building.full:
                sale = sold(state, Seat(owner), building, "forced-sale")
                tell(sale)
                coins = earned(coins, sale)
                freed += (building.card, *building.workers)
            else:
                kept.append(Building(building.card, building.workers))
        players.append(replace(player, coins=coins, city=tuple(kept)))
    state = replace(state, players=tuple(players), discard=tuple(sorted(freed)))
    return _next_turn(state, seat, tell) if state.in_play else restarted(state, seat, "turn", tell)


def _next_turn(state: State, seat: Seat, tell: Tell) -> State:
    if state.idle >= len(state.players):
        return ended(state, "nobody-moves", tell)
    following = Seat((seat + 1) % len(state.players))
    tell(did.TurnBegan(following))
    return replace(state, now=phases.Play(following))


def ended(state: State, rule: Literal["end", "nobody-moves"], tell: Tell) -> State:
    """Ends the game; what is in play is worth its price in force."""
    tell(did.GameEnded(rule))
    for seat, player in enumerate(state.players):
        for building in player.city:
            paid = extra(state, building)
            tell(did.FinalSale(Seat(seat), building.card, building.price, paid, len(building.workers)))
    return replace(state, now=phases.Over())


def sold(state: State, seat: Seat, building: Building, rule: Literal["sell", "forced-sale"]) -> did.Sold:
    """Returns the sale of a building as an effect."""
    workers = tuple(sorted(building.workers))
    return did.Sold(seat, building.card, building.price, extra(state, building), workers, rule)


def extra(state: State, building: Building) -> int:
    """Returns the additional pay of a sale (X10)."""
    return components.EXTRA[building.card] if len(state.players) >= MANY else 0


def earned(coins: int | None, sale: did.Sold) -> int | None:
    """Returns a seat's tong bao after a sale; unknown values stay unknown."""
    return None if coins is None else coins + sale.price + sale.extra


class CardDrawn(Outcome[State], frozen=True, tag="draw"):
    """The top card of the deck, for a seat that draws; unknown if the app knows no hidden card."""

    RULE = "draw"
    PHASES = (phases.Deal, phases.Draw)
    card: Any

    @classmethod
    def odds(cls, state: State, now: phases.Deal | phases.Draw) -> Chances:
        """Returns each card of the deck, weighted by its number there."""
        cards = Counter(state.deck if drawing(state) is not None else ())
        return Chances(tuple(map(cls, cards)), tuple(cards.values()))

    def refusal(self, state: State, now: phases.Deal | phases.Draw) -> Refusal | None:
        if self.card == UNKNOWN:
            return Refusal("which_card", self.RULE)
        return Refusal("not_in_deck", self.RULE, number=self.card)

    def play(self, state: State, now: phases.Deal | phases.Draw, tell: Tell) -> State:
        to = drawing(state)
        assert to is not None, "no card comes when nobody draws"
        dealt: Literal["setup", "restart"] = (
            "setup" if isinstance(now, phases.Deal) and now.stage == "setup" else "restart"
        )
        tell(did.Drawn(to, self.card, dealt if isinstance(now, phases.Deal) else "draw"))
        player = state.players[to]
        state = replace(
            state,
            players=replace_item(state.players, to, replace(player, hand=add_card(player.hand, self.card))),
            now=phases.Draw(now.seat, now.left - 1) if isinstance(now, phases.Draw) else now,
            deck=remove_card(state.deck, self.card),
        )
        if not state.pile and state.discard:
            state = reshuffled(state, tell)
        return draw_on(state, tell)


class EndDrawn(Outcome[State], frozen=True, tag="draw end"):
    """The End card is on top of the deck."""

    RULE = "end-card"
    PHASES = (phases.Deal, phases.Draw)

    @classmethod
    def odds(cls, state: State, now: phases.Deal | phases.Draw) -> Chances:
        return Chances.of({cls(): 1}) if state.end_may_come and drawing(state) is not None else Chances()

    def refusal(self, state: State, now: phases.Deal | phases.Draw) -> Refusal | None:
        return Refusal("end_card_lower", self.RULE, number=state.options.end_slots)

    def play(self, state: State, now: phases.Deal | phases.Draw, tell: Tell) -> State:
        to = drawing(state)
        assert to is not None, "no card comes when nobody draws"
        tell(did.EndCardDrawn(to))
        return ended(state, "end", tell)


class GoOn(Outcome[State], frozen=True, tag="go on"):
    """Certain: there is nothing to draw or to pick here, so the game continues (odd positions)."""

    RULE = "turn"
    PHASES = (phases.Deal, phases.Draw, phases.Pick)

    def play(self, state: State, now: phases.Deal | phases.Draw | phases.Pick, tell: Tell) -> State:
        """Skips what cannot be drawn or picked."""
        tell(did.WentOn("start-building" if isinstance(now, phases.Pick) else "draw"))
        return reveal(state, tell) if isinstance(now, phases.Pick) else draw_on(state, tell)


OUTCOMES = (CardDrawn, EndDrawn, GoOn)
