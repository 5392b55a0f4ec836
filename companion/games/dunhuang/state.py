"""The state of a game of Dunhuang: frozen, compared by value, with structure shared between states.

Fields are in the order of the one-line notation; the default of each follows from those before it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from companion.engine.annotations import By, Count, Rule, Secret, Text
from companion.engine.game import CHANCE, OVER, Seat, Turn
from companion.engine.moves import replace_item
from companion.engine.options import Options as HouseRules
from companion.games.dunhuang import components, phases
from companion.games.dunhuang.names import CARDS, GOODS, MOST_CARDS, SPACES, UNKNOWN, Character, Counts, Good
from companion.games.dunhuang.phases import EMPTY, EMPTY_SHOP, Few, Now, hidden

Heap = Annotated[tuple[Few, ...], By(CARDS)]
"""How many cards of each kind, and of unknown ones: eleven numbers."""
KnownHeap = Annotated[tuple[Few, ...], By(GOODS)]
"""Ten numbers."""


Space = Annotated[int, Meta(ge=1, le=SPACES)]


class Options(HouseRules, frozen=True):
    """The house rules of a table, as the rules page names them."""

    camel_max: Annotated[Literal["coins", "7", "8"], Rule("house-camel-max")] = "coins"
    tie: Annotated[Literal["newcomer", "holder"], Rule("house-tie")] = "newcomer"
    farmer: Annotated[Literal["within", "exact"], Rule("house-farmer")] = "within"
    end: Annotated[Literal["deck_empty", "cannot_refill"], Rule("house-end")] = "deck_empty"


class Token(Struct, frozen=True, gc=False):
    """A majority token that a player holds; `guarded`: it shows the trader's sign."""

    holder: Seat
    guarded: Annotated[bool, Text(sign="+")] = False


class Player(Struct, frozen=True):
    """Things of a player. `removed` are the cards that the player has removed from the game unseen."""

    coins: Annotated[Count, Text(sign="c")]
    prestige: Annotated[Count, Text(sign="p")] = 0
    hand: Annotated[Heap, Secret("hand", hidden)] = EMPTY
    shop: KnownHeap = EMPTY_SHOP
    removed: Annotated[Heap, Text(name="out"), Secret("removed", hidden)] = EMPTY


class Buried(Struct, frozen=True, gc=False):
    """A card put under the deck, and the seat that put it there and so knows it."""

    by: Seat | None
    card: Annotated[Good, Secret("deck", Good.UNKNOWN, to=("by",))]


class State(Struct, frozen=True):
    """A position: everything on the table, and the next step."""

    options: Options
    ring: Annotated[tuple[Character, ...], Meta(max_length=SPACES)]
    """The characters laid, clockwise."""
    market: Annotated[tuple[Good | None, ...], Meta(min_length=SPACES, max_length=SPACES)]
    """The card at each space, that of space 1 first (`card_at`); None: the space is empty."""
    camel: Space | None
    """Its space."""
    tokens: Annotated[tuple[Token | None, ...], By(GOODS, sparse=True)]
    """Each kind's majority token; None: it lies in the bank."""
    players: Annotated[tuple[Player, ...], By(Seat)]
    under: Annotated[tuple[Buried, ...], Meta(max_length=MOST_CARDS)]
    """The cards below the pile, in their order, the next to be drawn first."""
    gone: KnownHeap
    """Cards removed from the game in sight of all, by the Musician."""
    start: Seat
    """Who has the starter tile."""
    last_round: Annotated[bool, Text(name="last")]
    now: Now
    pile: Annotated[tuple[Few, ...], By(CARDS), Text(name="deck"), Secret("deck", hidden)] = field(name="deck")
    """The shuffled part of the deck."""

    @property
    def turn(self) -> Turn:
        """A seat, CHANCE, or OVER. Chance continues if nobody has to decide."""
        now = self.now
        match now:
            case phases.Walk() | phases.Take() | phases.Act() | phases.Fee() | phases.Claiming():
                return now.seat
            case phases.Park():
                return self.last
            case phases.Kept() | phases.Burying():
                return now.seat if any(now.drawn) else CHANCE
            case phases.Picking() | phases.Giving():
                giver = now.other if isinstance(now, phases.Picking) else now.seat
                return giver if now.left > 0 and any(self.players[giver].hand) else CHANCE
            case phases.Over():
                return OVER
        return next(iter(self.choosing()), CHANCE)

    @property
    def phase(self) -> str:
        """The name of what comes next, as positions write it: ``act``."""
        return self.now.phase

    def choosing(self) -> tuple[Seat, ...]:
        """The seats that choose or show at the same time."""
        seats = map(Seat, range(len(self.players)))
        match self.now:
            case phases.Choose():
                return tuple(seat for seat in seats if sum(self.players[seat].hand) > 1)
            case phases.Showing():
                return tuple(seat for seat in seats if self.players[seat].hand[UNKNOWN])
        return ()

    @property
    def setup(self) -> components.Setup:
        """The setup values for this number of players."""
        return components.SETUPS[len(self.players)]

    @property
    def last(self) -> Seat:
        """Last seat of each round: to the right of the starter tile."""
        return Seat((self.start - 1) % len(self.players))

    @property
    def deck(self) -> int:
        """Cards in the deck."""
        return sum(self.pile) + len(self.under)

    @property
    def character(self) -> Character | None:
        """The character where the camel stands."""
        return None if self.camel is None else self.character_at(self.camel)

    def character_at(self, space: int) -> Character | None:
        """Returns the character of a space, or None if its tile is not laid."""
        return self.ring[space - 1] if space <= len(self.ring) else None

    @property
    def holders(self) -> tuple[Seat | None, ...]:
        """Holders of the kinds' tokens, in the order of `Good`."""
        return tuple([None if token is None else token.holder for token in self.tokens])

    def holder(self, good: Good) -> Seat | None:
        """Returns the holder of a kind's token; None for the bank."""
        token = self.tokens[good.ordinal]
        return None if token is None else token.holder

    def count_tokens(self, seat: Seat) -> int:
        """Returns the number of majority tokens that a seat holds."""
        return sum([token is not None and token.holder == seat for token in self.tokens])

    def card_at(self, space: int) -> Good | None:
        """Returns the card of a space, if any."""
        return self.market[space - 1]


def changed(counts: Counts, card: Good, by: int) -> Counts:
    """Returns the counts with one changed. A taken card that is not known to be there is one of the unknown ones."""
    i = card.ordinal
    if by < 0 and not counts[i]:
        i = UNKNOWN
    return (*counts[:i], counts[i] + by, *counts[i + 1 :])


def step_on(space: int, steps: int) -> int:
    """Returns the space this many steps further, clockwise."""
    return (space - 1 + steps) % SPACES + 1


def with_player(state: State, seat: Seat, player: Player) -> State:
    """Returns the position with one player replaced."""
    return replace(state, players=replace_item(state.players, seat, player))


def moved(state: State, seat: Seat, card: Good, **heaps: int) -> State:
    """Returns the position with this many more of a card in these heaps of a player: ``hand=-1, shop=1``."""
    player = state.players[seat]
    counts = {heap: changed(getattr(player, heap), card, by) for heap, by in heaps.items()}
    return with_player(state, seat, replace(player, **counts))


def replace_card(state: State, space: int, card: Good | None) -> State:
    """Returns the position with the card of a space replaced."""
    return replace(state, market=replace_item(state.market, space - 1, card))


def replace_token(state: State, good: Good, token: Token | None) -> State:
    """Returns the position with the token of a kind replaced."""
    return replace(state, tokens=replace_item(state.tokens, good.ordinal, token))


def nameless(counts: Counts) -> bool:
    """Returns whether there are only unknown cards to choose from."""
    return sum(counts) == counts[UNKNOWN]


def everywhere(state: State, *, pile: bool = True) -> Counts:
    """Returns all cards of the position by kind, including those out of the game, with or without the `pile`."""
    heaps = [(*state.gone, 0), state.now.drawn, state.pile if pile else EMPTY]
    for player in state.players:
        heaps += [player.hand, player.removed, (*player.shop, 0)]
    found = [sum(column) for column in zip(*heaps, strict=True)]
    for card in (*state.market, *(buried.card for buried in state.under)):
        if card is not None:
            found[card.ordinal] += 1
    return tuple(found)
