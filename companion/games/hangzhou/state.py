"""The state of a game of Hangzhou: frozen, compared by value, shared in structure with the states before."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeVar, get_args

from msgspec import UNSET, Meta, Struct, UnsetType, field

from companion.engine.forms import Spelled, counts, expected, named
from companion.engine.game import CHANCE, OVER, OptionError, ParseError, Seat, Switch, Turn, held, no_switch
from companion.engine.reading import Token
from companion.engine.spelling import UNWRITTEN, By, Count, Names, Positive, Seats, Spelling, seat_of
from companion.games.hangzhou import components
from companion.games.hangzhou.letters import DYE_LETTERS, DYE_NAMED, MERCHANT_NAMED, listed, message
from companion.games.hangzhou.names import (
    DYES,
    INDEX,
    MERCHANT_INDEX,
    MERCHANTS,
    SPACES,
    Colour,
    Dye,
    Kind,
    Merchant,
    Space,
)

T = TypeVar("T")
RULES: Final = "2"
"""The version of the rules. Since 2, under `blocking = no_sharing` merchants go for free targets, by free steps."""


def _no_dye(token: Token, field: str, name: str | None) -> ParseError:
    if name is None:
        return token.unexpected(field, message("letter_and_number"))
    return token.unexpected(field, message("a_dye", letters=tuple(DYE_LETTERS)), name)


_DYES = counts(DYE_LETTERS, _no_dye, {name: DYES.index(dye) for name, dye in DYE_NAMED.items()})
_KIND = named({kind.value: kind for kind in Kind}, expected(message("first_action", names=listed(Kind))))
_MERCHANT = named(MERCHANT_NAMED, expected(message("a_merchant", names=listed(MERCHANTS))))
Counts = Annotated[tuple[Count, ...], By(DYES, blank=0), _DYES]
"""How many of each dye (or of each dye's dice), in the order of `Dye`."""
NONE: Counts = (0,) * len(DYES)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of a table, as the rules page names them. Raises `OptionError`."""

    blocking: Literal["none", "no_sharing"] = "none"
    trade: Literal["forced", "optional"] = "forced"
    round_die: Literal["returned", "sold_only"] = "returned"
    start_at: int = 1
    repeat_action: Literal["yes", "no"] = "yes"
    open_hands: Literal["yes", "hidden"] = "yes"
    round_limit: int | None = None

    def __post_init__(self) -> None:
        for switch in SWITCHES:
            value = getattr(self, switch.name)
            if switch.lowest is None:
                if value not in switch.values:
                    raise switch.unfit(value)
            elif not ((value is None and "none" in switch.values) or self._within(value, switch)):
                raise switch.unfit(value)

    @staticmethod
    def _within(value: object, switch: Switch) -> bool:
        low, high = switch.lowest or 0, switch.highest
        return type(value) is int and value >= low and (high is None or value <= high)


SWITCHES: tuple[Switch, ...] = (
    Switch("blocking", ("none", "no_sharing"), "house-blocking"),
    Switch("trade", ("forced", "optional"), "house-trade"),
    Switch("round_die", ("returned", "sold_only"), "house-round-die"),
    Switch("start_at", ("1",), "house-start-at", lowest=1, highest=5),
    Switch("repeat_action", ("yes", "no"), "house-repeat-action"),
    Switch("open_hands", ("yes", "hidden"), "house-open-hands"),
    Switch("round_limit", ("none",), "house-round-limit", lowest=1),
)
SOLD_ONLY_LIMIT = 30
"""The round limit of `round_die = sold_only` unless one is set."""


class Shop(Struct, frozen=True, gc=False):
    """A shop in the city, with at most one dye and any number of coins."""

    owner: Seat
    dye: Dye | None = None
    coins: Count = 0


class Hand(Struct, frozen=True):
    """What a player holds.

    `hidden`: not known here, in a view or because nobody entered it. All but the shops is then 0 and
    stays so, and the holder is taken to have whatever is needed. `at_least`: only how many coins there are is not known
    for sure, as some may have been taken that nobody entered; there are at least so many. Unset is
    no, and is not written.
    """

    coins: Count
    shops: Count
    points: Count = 0
    dyes: Counts = NONE
    hidden: bool = False
    at_least: bool | UnsetType = UNSET

    @property
    def pays(self) -> bool:
        """Can the holder pay a coin, as far as that is known?"""
        return self.coins > 0 or self.hidden or self.doubted

    @property
    def doubted(self) -> bool:
        """May there be more coins than are known?"""
        return self.at_least is True


class Die(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A price die on the market: the dye it is for, and the price as it lies after turning (H3)."""

    dye: Dye
    price: Positive


class Draw(Struct, frozen=True, tag_field="phase", tag="draw"):
    """Setup: the start dyes are drawn."""


class Pick(Struct, frozen=True, tag_field="phase", tag="pick"):
    """Setup: a seat takes one of the start dyes."""

    seat: Seat = field(name="player")


class Market(Struct, frozen=True, tag_field="phase", tag="market"):
    """Setup: the first sixteen dice are drawn."""


class Play(Struct, frozen=True, tag_field="phase", tag="play"):
    """The player round: a seat's turn, and the kind of its first action, if taken."""

    seat: Seat = field(name="player")
    taken: Annotated[Kind | None, _KIND] = None


class Move(Struct, frozen=True, tag_field="phase", tag="move"):
    """The merchant round: a merchant is about to move and trade."""

    merchant: Annotated[Merchant, _MERCHANT]


class Ask(Struct, frozen=True, tag_field="phase", tag="ask"):
    """House rule `trade = optional`: the owner of the shop where a merchant stands is asked."""

    merchant: Annotated[Merchant, _MERCHANT]


class Roll(Struct, frozen=True, tag_field="phase", tag="roll"):
    """The merchant round: a die is drawn for the end of a merchant's row."""

    merchant: Annotated[Merchant, _MERCHANT]


class Over(Struct, frozen=True, tag_field="phase", tag="over"):
    """The game has ended."""


Now = Draw | Pick | Market | Play | Move | Ask | Roll | Over

_TAGS: dict[type, str] = {made: made.__struct_config__.tag for made in get_args(Now)}


def phase(now: Now) -> str:
    """The name of what comes next."""
    return _TAGS[type(now)]


def _seals(names: list[Colour], seats: Seats) -> tuple[bool, ...]:
    down = {seat_of(name, seats) for name in names}
    return tuple(seat in down for seat in seats.values())


def _seal_names(seals: tuple[bool, ...], names: Names) -> list[Colour]:
    return [name for name, down in zip(names, seals, strict=True) if down]


SEALS = Spelling(list[Colour], _seal_names, _seals, first=True)


class State(Struct, frozen=True):
    """A position: everything that lies on the table, and what comes next."""

    colours: Annotated[tuple[Colour, ...], Meta(min_length=1, max_length=len(Colour))] = field(name="players")
    """Of each seat."""
    city: Annotated[tuple[Shop | None, ...], By(SPACES, blank=None, sparse=True)]
    """The 24 spaces in the order of `Space`."""
    merchants: Annotated[tuple[Space | None, ...], By(MERCHANTS, blank=None)]
    """In the order of `Merchant`; none: still at its gate."""
    market: Annotated[tuple[tuple[Die, ...], ...], By(MERCHANTS, blank=())]
    """A row for each merchant. The first die of a row is the demand."""
    bag: Counts
    supply: Counts
    hands: Annotated[tuple[Hand, ...], By(Seat, entry=message("the_hand"))]
    seals: Annotated[tuple[bool, ...], SEALS]
    """Of each seat: is its seal on the temple?"""
    now: Now
    start: Seat
    """Who has the barrel."""
    round_die: Annotated[Positive, Spelled("die")]
    round: Positive
    mixed_returned: Annotated[bool, Spelled("mixed")]
    """A mixed die that counts went back to the bag this round, so the round die will rise."""
    pool: Counts = NONE
    """Start dyes drawn and not yet taken."""
    sold: Counts = NONE
    """Mixed dyes kept in a solo game."""
    options: Options = field(default_factory=Options)
    rules: Annotated[str, UNWRITTEN] = RULES
    """The version of the rules that it is played by."""

    @property
    def turn(self) -> Turn:
        """A seat, CHANCE, or OVER."""
        now = self.now
        kind = type(now)
        if kind is Play:
            return now.seat  # type: ignore[union-attr]  # narrowed by the exact type, for speed
        if kind is Move or kind is Roll:
            return CHANCE
        if kind is Over:
            return OVER
        if isinstance(now, Pick):
            return now.seat if any(self.pool) else CHANCE
        if isinstance(now, Ask):
            owner = self.asked(now.merchant)
            return CHANCE if owner is None else owner
        return CHANCE

    @property
    def phase(self) -> str:
        """The name of what comes next, as positions write it: ``play``."""
        return phase(self.now)

    @property
    def solo(self) -> bool:
        return len(self.hands) == 1

    def shop(self, space: Space) -> Shop | None:
        """The shop on a space."""
        return self.city[INDEX[space]]

    def shops(self) -> tuple[tuple[Space, Shop], ...]:
        """All shops in the city with their spaces, from A1."""
        return tuple((space, shop) for space, shop in zip(SPACES, self.city, strict=True) if shop)

    def merchant(self, merchant: Merchant) -> Space | None:
        """Where a merchant stands; none: at its gate."""
        return self.merchants[MERCHANT_INDEX[merchant]]

    def demand(self, merchant: Merchant) -> Die | None:
        """The first die of a merchant's row."""
        row = self.market[MERCHANT_INDEX[merchant]]
        return row[0] if row else None

    def reached(self, merchant: Merchant) -> Shop | None:
        """The shop that a merchant stands on, if it holds the dye in demand."""
        space, die = self.merchant(merchant), self.demand(merchant)
        shop = None if space is None else self.city[INDEX[space]]
        return shop if shop is not None and die is not None and shop.dye == die.dye else None

    def asked(self, merchant: Merchant) -> Seat | None:
        """The owner of that shop, if able to trade."""
        shop, die = self.reached(merchant), self.demand(merchant)
        if shop is None or die is None:
            return None
        return shop.owner if able(self.hands[shop.owner], die) else None


def able(hand: Hand, die: Die) -> bool:
    """Can the holder of the hand carry out a trade for this die? (H12)"""
    if hand.hidden:
        return True
    i = DYES.index(die.dye)
    if components.NATURAL[i]:
        return hand.coins >= die.price or hand.doubted
    return all(hand.dyes[part] for part in components.BREWS[i])


def gaining(hand: Hand, coins: int = 0, shops: int = 0, points: int = 0, dyes: Counts | None = None) -> Hand:
    """The hand with so much more of each, and with these dyes; what is not known stays unknown."""
    if hand.hidden:
        return Hand(0, hand.shops + shops, hidden=True)
    coins = max(0, hand.coins + coins) if hand.doubted else hand.coins + coins
    dyes = hand.dyes if dyes is None else dyes
    return Hand(coins, hand.shops + shops, hand.points + points, dyes, at_least=hand.at_least)


def changed(counts: Counts, index: int, by: int) -> Counts:
    """The same counts but for one."""
    return (*counts[:index], counts[index] + by, *counts[index + 1 :])


def swapped(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The same items but for one."""
    return (*items[:index], item, *items[index + 1 :])


def new(players: int = 4, *, colours: tuple[Colour, ...] | None = None, start: int = 0, **switches: object) -> State:
    """A game before its first draw: 1 to 4 players, the seat that starts, house rules by name.

    Raises `OptionError`.
    """
    chosen = tuple(Colour)[:players] if colours is None else tuple(colours)
    if players not in range(1, len(Colour) + 1) or len(chosen) != players or len(set(chosen)) != players:
        raise OptionError(message("players", most=len(Colour)))
    if start not in range(players):
        raise OptionError(message("start", last=players - 1))
    unknown = set(switches) - {switch.name for switch in SWITCHES}
    if unknown:
        raise no_switch(min(unknown), SWITCHES)
    options = settled(Options(**held(switches, SWITCHES)), players)
    seats = tuple(Colour(colour) for colour in chosen)
    return State(
        colours=seats,
        city=(None,) * len(SPACES),
        merchants=(None,) * len(MERCHANTS),
        market=((),) * len(MERCHANTS),
        bag=components.DICE,
        supply=components.CUBES,
        hands=tuple(Hand(components.START_COINS, components.SHOPS[colour]) for colour in seats),
        seals=(False,) * players,
        now=Draw(),
        start=Seat(start),
        round_die=options.start_at,
        round=1,
        mixed_returned=False,
        options=options,
    )


def settled(options: Options, players: int) -> Options:
    """The options as they apply to so many players. Raises `OptionError`."""
    if options.round_die == "sold_only":
        if players == 1:
            raise OptionError(message("solo_die"))
        if options.round_limit is None:
            return Options(
                **{f: getattr(options, f) for f in Options.__struct_fields__} | {"round_limit": SOLD_ONLY_LIMIT}
            )
    return options
