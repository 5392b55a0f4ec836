"""The state of a game of Xanadú: frozen, compared by value, with structure shared between states.

Fields are in the order of the one-line notation; the default of each follows from those before it.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.engine.annotations import By, Count, Positive, Rule, Secret, Text
from companion.engine.game import CHANCE, OVER, Seat, Turn
from companion.engine.moves import per_state
from companion.engine.options import Options as HouseRules
from companion.games.xanadu import components, phases
from companion.games.xanadu.names import MOST_CARDS, RESOURCES, Card, unknown

Known = Annotated[Card, Meta(ge=1, le=len(components.CARDS))]
"""A card by its printed number."""
Any = Annotated[Card, Meta(ge=0, le=len(components.CARDS))]
"""The same, or 0 for a card that is not known."""
Pile = Annotated[tuple[Any, ...], Meta(max_length=MOST_CARDS)]
"""Cards in no order: always sorted, unknown ones first."""
HAND = 7
"""The hand limit."""
MANY = 5
"""From so many players on, the variant for 5 or 6 players is played."""


class Options(HouseRules, frozen=True):
    """Edition, house rules and variants, as the rules page names them."""

    edition: Annotated[Literal["printed", "online"], Rule("house-edition")] = "printed"
    two_player: Annotated[Literal["print", "online"], Rule("house-two-player")] = "print"
    end_slots: Annotated[int, Meta(ge=10, le=11), Rule("house-end-slots")] = 11
    open_score: Annotated[Literal["yes", "no"], Rule("house-open-score")] = "yes"
    long_game: Annotated[Literal["no", "yes"], Rule("long-game")] = "no"
    advanced: Annotated[Literal["no", "yes"], Rule("advanced")] = "no"


class Building(Struct, frozen=True, gc=False):
    """A card in front of a player; a worker lies on each row from the bottom up."""

    card: Known
    workers: Annotated[
        tuple[Any, ...], Meta(max_length=components.ROWS), Text(before="."), Secret("workers", unknown, to=())
    ] = ()
    """From the lowest row; they lie face down, so this is the one tuple of cards in an order."""
    sideways: Annotated[bool, Text(sign="-")] = False
    """Built this turn."""

    @property
    def price(self) -> int:
        """The price in force."""
        return components.BUILDINGS[self.card].prices[len(self.workers)]

    @property
    def full(self) -> bool:
        return len(self.workers) >= components.ROWS


class Player(Struct, frozen=True):
    """Things of a player. Tong bao are None if unknown here (`open_score = no`)."""

    coins: Annotated[Count | None, Text(sign="c"), Secret("coins", None)] = 0
    city: Annotated[tuple[Building, ...], Text(inline=True)] = ()
    hand: Annotated[Pile, Secret("hand", unknown)] = ()
    picked: Annotated[Pile, Text(name="pick"), Secret("picked", unknown)] = ()
    """Starting buildings picked and not yet revealed."""


class State(Struct, frozen=True):
    """A position: everything on the table, and the next step."""

    options: Options
    cards: Literal["app", "paper"]
    """Who holds the cards. On paper nobody tells what is drawn, and a card gets a name when it is shown."""
    players: Annotated[tuple[Player, ...], By(Seat)]
    discard: Pile
    run: Positive
    """Which time the deck is played; in the last one it holds the End card."""
    idle: Count
    """Turns in succession in which nothing was done and nothing drawn (X11)."""
    now: phases.Now
    deck: Annotated[Pile, Secret("deck", unknown)]
    """What is left to draw, but for the End card."""

    @property
    def turn(self) -> Turn:
        """A seat, CHANCE, or OVER."""
        now = self.now
        if isinstance(now, phases.Play):
            return now.seat
        if isinstance(now, phases.Pick):
            return next(iter(picking(self)), CHANCE)
        return OVER if isinstance(now, phases.Over) else CHANCE

    @property
    def phase(self) -> str:
        """The name of what comes next, as positions write it: ``play``."""
        return str(type(self.now).__struct_config__.tag)

    @property
    def paper(self) -> bool:
        return self.cards == "paper"

    @property
    def city(self) -> tuple[tuple[Building, ...], ...]:
        """The buildings in front of each seat."""
        return tuple(player.city for player in self.players)

    @property
    def limit(self) -> int:
        """The maximum number of a player's buildings."""
        if self.options.advanced == "yes":
            return 6
        return 4 if len(self.players) >= MANY else 5

    @property
    def runs(self) -> int:
        """The number of times the deck is played."""
        return 3 if self.options.long_game == "yes" or len(self.players) >= MANY else 2

    @property
    def last_run(self) -> bool:
        """Whether the End card is in the deck."""
        return self.run >= self.runs

    @property
    def pile(self) -> int:
        """Cards in the deck, including the End card."""
        return len(self.deck) + self.last_run

    @property
    def end_may_come(self) -> bool:
        """Whether the End card can be on top. It is among the lowest `end_slots` of the last deck (X7)."""
        return self.last_run and self.pile <= self.options.end_slots

    @property
    def double_start(self) -> bool:
        """Whether everyone starts with 8 cards and two buildings."""
        options = self.options
        return options.advanced == "yes" or (len(self.players) == 2 and options.two_player == "print")

    @property
    def starting(self) -> int:
        """The number of everyone's starting buildings."""
        return 2 if self.double_start else 1

    @property
    def in_play(self) -> bool:
        """Whether any building is in play."""
        return any(player.city for player in self.players)

    def find(self, card: Card) -> tuple[Seat, Building] | None:
        """Returns a building in play with its owner."""
        for seat, player in enumerate(self.players):
            for building in player.city:
                if building.card == card:
                    return Seat(seat), building
        return None

    def owner(self, card: Card) -> Seat | None:
        """Returns the owner of a building in play."""
        found = self.find(card)
        return found and found[0]

    def building(self, card: Card) -> Building | None:
        """Returns the building, or None if it is not in play."""
        found = self.find(card)
        return found and found[1]


def count_all_cards(state: State, *, deck: bool = True) -> Counter[Card]:
    """Returns every card of the position, including unknown ones, with or without the deck."""
    found = Counter([*state.discard, *(state.deck if deck else ())])
    for player in state.players:
        found.update((*player.hand, *player.picked))
        for building in player.city:
            found.update((building.card, *building.workers))
    return found


def picking(state: State) -> tuple[Seat, ...]:
    """Seats that still pick a starting building, clockwise from the active one; () in other phases."""
    now, players = state.now, state.players
    if not isinstance(now, phases.Pick):
        return ()
    starting, order = state.starting, (*range(now.seat, len(players)), *range(now.seat))
    return tuple([Seat(seat) for seat in order if players[seat].hand and len(players[seat].picked) < starting])


def list_settled_picks(state: State) -> tuple[Seat, ...]:
    """Seats that have picked while others have not; they may still change their pick."""
    missing = picking(state)
    if not missing:
        return ()
    return tuple(Seat(i) for i, player in enumerate(state.players) if player.picked and i not in missing)


def dealt(state: State) -> int:
    """Returns the hand size after the deal."""
    setup = isinstance(state.now, phases.Deal) and state.now.stage == "setup"
    return HAND + 1 if setup and state.double_start else HAND


def drawing(state: State) -> Seat | None:
    """Returns the seat that draws a card, if any."""
    now = state.now
    if isinstance(now, phases.Draw):
        return now.seat if now.left > 0 else None
    if isinstance(now, phases.Deal):
        most, players = dealt(state), len(state.players)
        for seat in (*range(now.seat, players), *range(now.seat)):
            if len(state.players[seat].hand) < most:
                return Seat(seat)
    return None


def lasting(state: State, seat: Seat) -> list[int]:
    """Returns resources per turn from the passives and open favours of a seat's standing cards."""
    found = [0] * len(RESOURCES)
    for building in state.players[seat].city:
        if not building.sideways:
            for i in components.LASTING[building.card][len(building.workers)]:
                found[i] += 1
    return found


@per_state
def purse(state: State, seat: Seat) -> list[int]:
    """Returns resources that a seat can pay with now: lasting ones, and those of this turn's workers."""
    found = lasting(state, seat)
    now = state.now
    if isinstance(now, phases.Play) and now.seat == seat:
        return [have + got - paid for have, got, paid in zip(found, now.gathered, now.paid, strict=True)]
    return found
