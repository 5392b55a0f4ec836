"""The state of a game of Dunhuang: frozen, compared by value, with structure shared between states.

Fields are in the order of the one-line notation; the default of each follows from those before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal, TypeVar

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from companion.engine.annotations import By, Count, Rule, Secret, Text
from companion.engine.game import CHANCE, OVER, Seat, Turn
from companion.engine.options import Options as HouseRules
from companion.games.dunhuang import components
from companion.games.dunhuang.names import (
    CARD_INDEX,
    CARDS,
    GOODS,
    MOST_CARDS,
    SPACES,
    UNKNOWN,
    Character,
    Counts,
    Good,
)

T = TypeVar("T")
EMPTY: Counts = (0,) * len(CARDS)
EMPTY_SHOP: Counts = (0,) * len(GOODS)
Few = Annotated[int, Meta(ge=0, le=MOST_CARDS)]
Heap = Annotated[tuple[Few, ...], By(CARDS)]
"""How many cards of each kind, and of unknown ones: eleven numbers."""
KnownHeap = Annotated[tuple[Few, ...], By(GOODS)]
"""Ten numbers."""


def hidden(counts: Counts) -> Counts:
    """Returns the same number of unknown cards."""
    return (*EMPTY_SHOP, sum(counts))


Drawn = Annotated[tuple[Few, ...], By(CARDS, sparse=True), Text(inline=True), Secret("drawn", hidden, to=("seat",))]
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


class Phase(Struct, frozen=True, tag_field="phase"):
    """Phase of the game."""

    seat: ClassVar[Seat | None] = None
    """Whose step it is, if it is anybody's."""
    drawn: ClassVar[Counts] = EMPTY
    """Cards drawn, not yet kept or put under the deck."""

    @property
    def phase(self) -> str:
        """Its name, as positions write it: ``act``."""
        return str(type(self).__struct_config__.tag)


class SeatPhase(Phase, frozen=True):
    seat: Seat = field(name="player")  # type: ignore[misc]  # a class variable of other phases


class DrawnPhase(SeatPhase, frozen=True):
    drawn: Drawn = EMPTY  # type: ignore[misc]  # a class variable of other phases


class ExchangePhase(SeatPhase, frozen=True):
    """`left` more cards move between hands."""

    other: Seat
    left: Few


class Lay(Phase, frozen=True, tag="lay"):
    """Setup: a tile is laid (chance)."""


class Stock(Phase, frozen=True, tag="stock"):
    """Setup: a card is laid to a tile (chance)."""


class Deal(SeatPhase, frozen=True, tag="deal"):
    """Setup: a card is dealt to a seat (chance)."""


class Choose(Phase, frozen=True, tag="choose"):
    """Setup: everybody keeps one of the cards dealt, all at once."""


class Park(Phase, frozen=True, tag="park"):
    """Setup: the last player puts the camel on a character."""


class Walk(SeatPhase, frozen=True, tag="move"):
    """Step 1: the camel."""


class Take(SeatPhase, frozen=True, tag="take"):
    """Step 2: the card there; the camel took `steps`."""

    steps: Few


class Act(SeatPhase, frozen=True, tag="act"):
    """Step 3: character or coins."""

    steps: Few


class Fee(SeatPhase, frozen=True, tag="fee"):
    """The seat ties for the guarded token of `good`: pay the Buddhist's fee? `steps`: in step 2; 0: in step 3."""

    steps: Few
    good: Good


class Draw(SeatPhase, frozen=True, tag="draw"):
    """Interpreter, Diplomat: so many more cards are drawn to `drawn` (chance)."""

    left: Few
    drawn: Drawn = EMPTY  # type: ignore[misc]  # a class variable of other phases


class Kept(DrawnPhase, frozen=True, tag="keep"):
    """One of the cards drawn is kept."""


class Burying(DrawnPhase, frozen=True, tag="bury"):
    """The next of the cards drawn goes under the deck."""


class Rob(ExchangePhase, frozen=True, tag="rob"):
    """Trader: `left` more of `number` cards come from the hand of `other` (chance)."""

    number: Few


class Picking(ExchangePhase, frozen=True, tag="pick"):
    """Merchant: `other` picks them."""

    number: Few


class Giving(ExchangePhase, frozen=True, tag="give"):
    """The seat gives `left` more cards back to `other`."""


class Claiming(SeatPhase, frozen=True, tag="claim"):
    """Step 4: the hand is not known; does the seat have the kinds of a top merchant?"""


class Fill(SeatPhase, frozen=True, tag="fill"):
    """Step 5: a card is laid on a space (chance)."""


class Showing(Phase, frozen=True, tag="show"):
    """The end: whoever has unknown cards shows them."""


class Over(Phase, frozen=True, tag="over"):
    """The game has ended; the seat is the top merchant, if there is one."""

    seat: Seat | None = field(name="player", default=None)  # type: ignore[misc]  # a class variable of other phases


Setup = Lay | Stock | Deal | Choose | Park
CardPhase = Draw | Kept | Burying | Rob | Picking | Giving
Now = Setup | Walk | Take | Act | Fee | CardPhase | Claiming | Fill | Showing | Over


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
            case Walk() | Take() | Act() | Fee() | Claiming():
                return now.seat
            case Park():
                return self.last
            case Kept() | Burying():
                return now.seat if any(now.drawn) else CHANCE
            case Picking() | Giving():
                giver = now.other if isinstance(now, Picking) else now.seat
                return giver if now.left > 0 and any(self.players[giver].hand) else CHANCE
            case Over():
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
            case Choose():
                return tuple(seat for seat in seats if sum(self.players[seat].hand) > 1)
            case Showing():
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
        """The character of a space, if its tile is laid."""
        return self.ring[space - 1] if space <= len(self.ring) else None

    @property
    def holders(self) -> tuple[Seat | None, ...]:
        """Holders of the kinds' tokens, in the order of `Good`."""
        return tuple(None if token is None else token.holder for token in self.tokens)

    @property
    def guards(self) -> tuple[bool, ...]:
        """Whether each token shows the trader's sign."""
        return tuple(token is not None and token.guarded for token in self.tokens)

    def holder(self, good: Good) -> Seat | None:
        """Holder of a kind's token; None: the bank."""
        token = self.tokens[CARD_INDEX[good]]
        return None if token is None else token.holder

    def count_tokens(self, seat: Seat) -> int:
        """Majority tokens that a seat holds."""
        return sum(token is not None and token.holder == seat for token in self.tokens)

    def gaps(self) -> Iterable[int]:
        """Returns the empty spaces in the order in which they are filled (D3)."""
        first = self.camel or 1
        return (space for n in range(SPACES) if self.card_at(space := step_on(first, n)) is None)

    def card_at(self, space: int) -> Good | None:
        """The card of a space, if one lies there."""
        return self.market[space - 1]


def changed(counts: Counts, card: Good, by: int) -> Counts:
    """Returns the counts with one changed. A taken card that is not known to be there is one of the unknown ones."""
    i = CARD_INDEX[card]
    if by < 0 and not counts[i]:
        i = UNKNOWN
    return (*counts[:i], counts[i] + by, *counts[i + 1 :])


def swapped(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Returns the items with one replaced."""
    return (*items[:index], item, *items[index + 1 :])


def step_on(space: int, steps: int) -> int:
    """Returns the space this many steps further, clockwise."""
    return (space - 1 + steps) % SPACES + 1


def with_player(state: State, seat: Seat, player: Player) -> State:
    """Returns the position with one player replaced."""
    return replace(state, players=swapped(state.players, seat, player))


def moved(state: State, seat: Seat, card: Good, **heaps: int) -> State:
    """Returns the position with this many more of a card in these heaps of a player: ``hand=-1, shop=1``."""
    player = state.players[seat]
    counts = {heap: changed(getattr(player, heap), card, by) for heap, by in heaps.items()}
    return with_player(state, seat, replace(player, **counts))


def replace_card(state: State, space: int, card: Good | None) -> State:
    """Returns the position with the card of a space replaced."""
    return replace(state, market=swapped(state.market, space - 1, card))


def replace_token(state: State, good: Good, token: Token | None) -> State:
    """Returns the position with the token of a kind replaced."""
    return replace(state, tokens=swapped(state.tokens, CARD_INDEX[good], token))


def nameless(counts: Counts) -> bool:
    """Returns whether there are only unknown cards to choose from."""
    return sum(counts) == counts[UNKNOWN]


def everywhere(state: State) -> Counts:
    """Returns all cards of the position by kind, including those out of the game."""
    return tuple(n + left for n, left in zip(elsewhere(state), state.pile, strict=True))


def elsewhere(state: State) -> Counts:
    """Returns the same without the shuffled part of the deck."""
    heaps = [(*state.gone, 0), state.now.drawn]
    for player in state.players:
        heaps += [player.hand, player.removed, (*player.shop, 0)]
    found = [sum(column) for column in zip(*heaps, strict=True)]
    for card in (*state.market, *(buried.card for buried in state.under)):
        if card is not None:
            found[CARD_INDEX[card]] += 1
    return tuple(found)
