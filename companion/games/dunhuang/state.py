"""The state of a game of Dunhuang: frozen, compared by value, shared in structure with the states before."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Annotated, Literal, TypeVar, get_args

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from companion.engine.forms import Piece, Spelled
from companion.engine.game import CHANCE, OVER, OptionError, Seat, Switch, Turn, held, no_switch
from companion.engine.phases import in_phases
from companion.engine.spelling import By, Count, First, Wrong
from companion.games.dunhuang import components
from companion.games.dunhuang.letters import card_letter, message, one_good
from companion.games.dunhuang.names import (
    CARD_INDEX,
    CARDS,
    CHARACTERS,
    GOODS,
    MOST_CARDS,
    SEATS,
    SPACES,
    UNKNOWN,
    Character,
    Counts,
    Good,
)
from companion.games.dunhuang.spellings import TOKENS, BriefHeap, Few, Heap, KnownHeap, Space

T = TypeVar("T")
EMPTY: Counts = (0,) * len(CARDS)
EMPTY_SHOP: Counts = (0,) * len(GOODS)

Phase = Literal[
    "lay", "stock", "deal", "choose", "park", "move", "take", "act", "fee",
    "draw", "keep", "bury", "rob", "pick", "give", "claim", "fill", "show", "over",
]  # fmt: skip
PHASES: tuple[Phase, ...] = get_args(Phase)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of a table, as the rules page names them. Raises `OptionError`."""

    camel_max: Literal["coins", "7", "8"] = "coins"
    tie: Literal["newcomer", "holder"] = "newcomer"
    farmer: Literal["within", "exact"] = "within"
    end: Literal["deck_empty", "cannot_refill"] = "deck_empty"

    def __post_init__(self) -> None:
        for switch in SWITCHES:
            value = getattr(self, switch.name)
            if value not in switch.values:
                raise switch.unfit(value)


SWITCHES: tuple[Switch, ...] = (
    Switch("camel_max", ("coins", "7", "8"), "house-camel-max"),
    Switch("tie", ("newcomer", "holder"), "house-tie"),
    Switch("farmer", ("within", "exact"), "house-farmer"),
    Switch("end", ("deck_empty", "cannot_refill"), "house-end"),
)


class Player(Struct, frozen=True):
    """What a player has. `removed` are the cards that the player has put out of the game unseen."""

    coins: Count
    prestige: Count = 0
    hand: Heap = EMPTY
    shop: KnownHeap = EMPTY_SHOP
    removed: Heap = EMPTY


class Buried(Struct, frozen=True, gc=False):
    """A card put under the deck, and who put it there and so knows it."""

    card: Good
    by: Seat | None = None


class Now(Struct, frozen=True):
    """What comes next. `now_of` makes one, with the fields that its phase has.

    ====== =======================================================================================
    lay    setup: a tile is laid (chance)
    stock  setup: a card is laid to a tile (chance)
    deal   setup: a card is dealt to `seat` (chance)
    choose setup: everybody keeps one of the cards dealt, all at once
    park   setup: the last player puts the camel on a character
    move   step 1: the camel
    take   step 2: the card there; the camel took `steps`
    act    step 3: character or coins
    fee    `seat` ties for the guarded token of `good`: pay the Buddhist's fee? `steps`: in step 2; 0: in 3
    draw   Interpreter, Diplomat: `left` more cards are drawn to `drawn` (chance)
    keep   one of `drawn` is kept
    bury   the next of `drawn` goes under the deck
    rob    Trader: `left` more of `number` cards come from the hand of `other` (chance)
    pick   Merchant: `other` picks them
    give   `seat` gives `left` more cards back to `other`
    claim  step 4: the hand is not known; does `seat` have the kinds of a top merchant?
    fill   step 5: a card is laid on a space (chance)
    show   the end: whoever has unknown cards shows them
    over   the game has ended; `seat` is the top merchant, if there is one
    ====== =======================================================================================
    """

    phase: Phase
    seat: Seat | None = field(default=None, name="player")
    steps: Few = 0
    other: Seat | None = None
    good: Annotated[Good | None, Piece(card_letter, one_good)] = None
    left: Few = 0
    number: Few = 0
    drawn: BriefHeap = EMPTY


FIELDS: dict[Phase, tuple[str, ...]] = {
    "deal": ("seat",),
    "move": ("seat",),
    "take": ("seat", "steps"),
    "act": ("seat", "steps"),
    "fee": ("seat", "steps", "good"),
    "draw": ("seat", "left", "drawn"),
    "keep": ("seat", "drawn"),
    "bury": ("seat", "drawn"),
    "rob": ("seat", "other", "left", "number"),
    "pick": ("seat", "other", "left", "number"),
    "give": ("seat", "other", "left"),
    "claim": ("seat",),
    "fill": ("seat",),
    "over": ("seat",),
}
"""The fields that a phase has; the phases left out have none."""


def now_of(
    phase: Phase,
    seat: Seat | None = None,
    steps: int = 0,
    other: Seat | None = None,
    good: Good | None = None,
    left: int = 0,
    number: int = 0,
    drawn: Counts = EMPTY,
) -> Now:
    """What comes next, from its parts; those that the phase does not have are left aside.

    Raises `ValueError` when a seat or a kind is missing.
    """
    fields = FIELDS.get(phase, ())
    if "seat" in fields and seat is None and phase != "over":
        raise Wrong(message("needs_player", phase=phase))
    if "other" in fields and (other is None or other == seat):
        raise Wrong(message("needs_other", phase=phase))
    if "good" in fields and (good is None or good is Good.UNKNOWN):
        raise Wrong(message("needs_good", phase=phase))
    return Now(
        phase,
        seat if "seat" in fields else None,
        steps if "steps" in fields else 0,
        other if "other" in fields else None,
        good if "good" in fields else None,
        left if "left" in fields else 0,
        number if "number" in fields else 0,
        drawn if "drawn" in fields else EMPTY,
    )


NOW = in_phases(Now, {phase: FIELDS.get(phase, ()) for phase in PHASES}, now_of, attrgetter("phase"))


class State(Struct, frozen=True):
    """A position: everything that lies on the table, and what comes next."""

    players: Annotated[tuple[Player, ...], By(Seat)]
    ring: Annotated[tuple[Character, ...], Meta(max_length=SPACES)]
    """The characters laid, clockwise."""
    market: Annotated[tuple[Good | None, ...], Meta(min_length=SPACES, max_length=SPACES)]
    """The card at each space, that of space 1 first (`card_at`); none: the space is empty."""
    camel: Space | None
    """Its space."""
    pile: Heap = field(name="deck")
    """The shuffled part of the deck."""
    holders: Annotated[tuple[Seat | None, ...], TOKENS] = field(name="tokens")
    """Who holds each kind's majority token; none: the bank."""
    guards: tuple[bool, ...]
    """Does it show the trader's sign?"""
    now: Annotated[Now, First(), NOW]
    under: Annotated[tuple[Buried, ...], Meta(max_length=MOST_CARDS)] = ()
    """The cards below the pile, in their order, the next to be drawn first."""
    gone: KnownHeap = EMPTY_SHOP
    """Cards removed from the game in sight of all, by the Musician."""
    start: Seat = Seat(0)
    """Who has the starter tile."""
    last_round: Annotated[bool, Spelled("last")] = False
    options: Options = field(default_factory=Options)

    @property
    def turn(self) -> Turn:
        """A seat, CHANCE, or OVER."""
        now = self.now
        phase = now.phase
        if phase in _OWN_TURN:
            return now.seat  # type: ignore[return-value]  # now_of gives these phases a seat
        if phase == "over":
            return OVER
        return self._turn_of_others()

    @property
    def phase(self) -> Phase:
        """The name of what comes next, as positions write it: ``act``."""
        return self.now.phase

    def _turn_of_others(self) -> Turn:
        """The rarer phases: chance goes on where nobody has anything to decide."""
        now = self.now
        if now.phase == "park":
            return self.last
        if now.phase in ("keep", "bury"):
            return now.seat if now.seat is not None and any(now.drawn) else CHANCE
        if now.phase in ("pick", "give"):
            giver = now.other if now.phase == "pick" else now.seat
            can = giver is not None and now.left > 0 and any(self.players[giver].hand)
            return giver if can and giver is not None else CHANCE
        return next(iter(self.choosing()), CHANCE)

    def choosing(self) -> tuple[Seat, ...]:
        """The seats that choose or show at the same time."""
        phase, seats = self.now.phase, range(len(self.players))
        if phase == "choose":
            return tuple(Seat(seat) for seat in seats if sum(self.players[seat].hand) > 1)
        if phase == "show":
            return tuple(Seat(seat) for seat in seats if self.players[seat].hand[UNKNOWN])
        return ()

    @property
    def setup(self) -> components.Setup:
        """The numbers that go with so many players."""
        return components.SETUPS[len(self.players)]

    @property
    def last(self) -> Seat:
        """Who acts last in each round: to the right of the starter tile."""
        return Seat((self.start - 1) % len(self.players))

    @property
    def deck(self) -> int:
        """Cards in the deck."""
        return sum(self.pile) + len(self.under)

    @property
    def character(self) -> Character | None:
        """The character where the camel stands."""
        at = self.camel
        return self.ring[at - 1] if at is not None and at <= len(self.ring) else None

    @property
    def prestige(self) -> int:
        """Prestige tokens in the bank."""
        return max(0, components.PRESTIGE - sum(player.prestige for player in self.players))

    def tokens(self, seat: Seat) -> int:
        """Majority tokens that a seat holds."""
        return self.holders.count(seat)

    def gaps(self) -> Iterable[int]:
        """The empty spaces in the order in which they are filled (D3)."""
        first = self.camel or 1
        return (space for n in range(SPACES) if self.card_at(space := on_from(first, n)) is None)

    def card_at(self, space: int) -> Good | None:
        """The card of a space, if one lies there."""
        return self.market[space - 1]


_OWN_TURN = frozenset({"move", "take", "act", "fee", "claim"})


def changed(counts: Counts, index: int, by: int) -> Counts:
    """The same counts but for one."""
    return (*counts[:index], counts[index] + by, *counts[index + 1 :])


def swapped(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The same items but for one."""
    return (*items[:index], item, *items[index + 1 :])


def on_from(space: int, steps: int) -> int:
    """The space so many steps further, clockwise."""
    return (space - 1 + steps) % SPACES + 1


def with_card_at(state: State, space: int, card: Good | None) -> State:
    """The same position but for the card of a space."""
    return replace(state, market=swapped(state.market, space - 1, card))


def hidden(counts: Counts) -> Counts:
    """As many cards, all of them unknown."""
    return (*EMPTY_SHOP, sum(counts))


def shown_from(hand: Counts, good: Good) -> int:
    """The place in a hand that a card comes from when it is shown as this kind: an unknown one, if need be."""
    i = CARD_INDEX[good]
    return i if hand[i] else UNKNOWN


def everywhere(state: State) -> Counts:
    """All cards of the position by kind, wherever they lie, those out of the game included."""
    heaps = [state.pile, (*state.gone, 0), state.now.drawn]
    for player in state.players:
        heaps += [player.hand, player.removed, (*player.shop, 0)]
    found = [sum(column) for column in zip(*heaps, strict=True)]
    for card in state.market:
        if card is not None:
            found[CARD_INDEX[card]] += 1
    for buried in state.under:
        found[CARD_INDEX[buried.card]] += 1
    return tuple(found)


def new(players: int = 4, *, start: int = 0, cards: str = "app", **switches: object) -> State:
    """A game before its first tile is laid: 2 to 4 players, the seat that starts, house rules by name.

    `cards`: ``app`` if the app holds the goods, ``paper`` if they lie on the table: then the app knows
    only how many there are, and a card gets its name when it is shown. Raises `OptionError`.
    """
    if players not in components.SETUPS:
        raise OptionError(message("players", least=min(components.SETUPS), most=len(SEATS)))
    if start not in range(players):
        raise OptionError(message("start", last=players - 1))
    if cards not in ("app", "paper"):
        raise Switch("cards", ("app", "paper"), "").unfit(cards)
    unknown = set(switches) - {switch.name for switch in SWITCHES}
    if unknown:
        raise no_switch(min(unknown), SWITCHES)
    setup = components.SETUPS[players]
    pile = (*setup.copies, 0)
    return State(
        players=(Player(setup.coins),) * players,
        ring=(),
        market=(None,) * SPACES,
        camel=None,
        pile=pile if cards == "app" else hidden(pile),
        holders=(None,) * len(GOODS),
        guards=(False,) * len(GOODS),
        now=Now("lay"),
        start=Seat(start),
        options=Options(**held(switches, SWITCHES)),
    )


assert len(CHARACTERS) == 2 * SPACES, "two characters on each tile of the ring"
