"""The state of a game of Xanadú: frozen, compared by value, shared in structure with the states before."""

from __future__ import annotations

import re
from collections import Counter
from typing import Annotated, Final, Literal, TypeVar, get_args

from msgspec import Meta, Struct, field

from companion.engine.forms import Form, Spelled, alone, counts, expected, named, numbered
from companion.engine.game import CHANCE, OVER, OptionError, Seat, Switch, Turn, held
from companion.engine.message import either
from companion.engine.reading import Field
from companion.engine.spelling import UNWRITTEN, By, Count, Positive
from companion.games.xanadu import components
from companion.games.xanadu.letters import Known, Sorted, Stacked, message
from companion.games.xanadu.names import RESOURCES, UNKNOWN, Card

Stage = Literal["setup", "sold", "turn"]
"""Why cards are dealt: the game begins, or it begins again after step 1 or after step 4 (X6)."""
SMALL: Final = 99
"""The largest count of a resource, a draw or a build that a position can hold."""
Few = Annotated[int, Meta(ge=0, le=SMALL)]
_COUNTS = counts(
    RESOURCES,
    lambda token, field, name: token.wrong(message("resource", field=field, names=tuple(RESOURCES))),
    most=SMALL,
    too_many=message("at_most_each", most=SMALL),
)
Counts = Annotated[tuple[Few, ...], By(RESOURCES, blank=0, sparse=True), _COUNTS]
"""How many of each resource, in the order of `Resource`."""
NONE: Counts = (0,) * len(RESOURCES)
_HOLDER = alone(
    named({"app": False, "paper": True}, expected(message("holder")), lambda paper, seats: "paper" if paper else "app"),
    either(("app", "paper")),
)
HAND = 7
"""The hand limit."""
MANY = 5
"""From so many players on, the variant for 5 or 6 players is played."""
T = TypeVar("T")
RULES: Final = "2"
"""The version of the rules. Since 2 the Tailor's Shop and the Elephants have the prices of the rulebook's example."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Edition, house rules and variants, as the rules page names them. Raises `OptionError`."""

    edition: Literal["printed", "online"] = "printed"
    two_player: Literal["print", "online"] = "print"
    end_slots: int = 11
    open_score: Literal["yes", "no"] = "yes"
    long_game: Literal["no", "yes"] = "no"
    advanced: Literal["no", "yes"] = "no"

    def __post_init__(self) -> None:
        for switch in SWITCHES:
            value = getattr(self, switch.name)
            if switch.lowest is None or switch.highest is None:
                if value not in switch.values:
                    raise switch.unfit(value)
            elif type(value) is not int or not switch.lowest <= value <= switch.highest:
                raise switch.unfit(value)


SWITCHES: tuple[Switch, ...] = (
    Switch("edition", ("printed", "online"), "house-edition"),
    Switch("two_player", ("print", "online"), "house-two-player"),
    Switch("end_slots", ("11",), "house-end-slots", lowest=10, highest=11),
    Switch("open_score", ("yes", "no"), "house-open-score"),
    Switch("long_game", ("no", "yes"), "long-game"),
    Switch("advanced", ("no", "yes"), "advanced"),
)


class Building(Struct, frozen=True, gc=False):
    """A card in front of a player; a worker lies on each row from the bottom up."""

    card: Known
    workers: Stacked = ()
    """From the lowest row; they lie face down, so this is the one tuple of cards in an order."""
    sideways: bool = False
    """Built this turn."""

    @property
    def price(self) -> int:
        """The price in force, by the cards as they are printed today; see `State.price`."""
        return components.BUILDINGS[self.card].prices[len(self.workers)]

    @property
    def full(self) -> bool:
        return len(self.workers) >= components.ROWS


def _done_text(done: tuple[bool, bool, int], *_: object) -> str:
    sold, working, built = done
    return " ".join(["sold"] * sold + ["working"] * working + [f"built{built}"] * (built > 0))


def _done(field: Field, *_: object) -> tuple[bool, bool, int]:
    done = {"sold": 0, "working": 0, "built": 0}
    for token in field.items:
        match = re.fullmatch("(sold|working|built)((?<=built)[0-9]{1,2})?", token.text.lower())
        if match is None:
            raise token.unexpected(field.name.text, message("after_play"))
        done[match.group(1)] = int(match.group(2) or 1)
    return bool(done["sold"]), bool(done["working"]), done["built"]


_DONE = Form(_done_text, _done, also=("working", "built"))


class Deal(Struct, frozen=True, tag_field="phase", tag="deal", omit_defaults=True):
    """Everyone is dealt up to a full hand, from this seat clockwise."""

    seat: Seat = field(name="player")
    stage: Stage


class Pick(Struct, frozen=True, tag_field="phase", tag="pick", omit_defaults=True):
    """Everyone secretly picks starting buildings, all at once; the seat is the one whose turn follows or was."""

    seat: Seat = field(name="player")
    stage: Stage


class Play(Struct, frozen=True, tag_field="phase", tag="play", omit_defaults=True):
    """Steps 1 and 2 of a seat's turn."""

    seat: Seat = field(name="player")
    sold: Annotated[bool, _DONE] = False
    """A card was sold in step 1."""
    working: bool = False
    """Step 2 has begun, so nothing can be sold any more."""
    built: Few = 0
    gathered: Annotated[Counts, Spelled("got", only=message("play_only", field="got"))] = NONE
    """What this turn's workers yielded."""
    paid: Annotated[Counts, Spelled("paid", only=message("play_only", field="paid"))] = NONE
    """What this turn's building took, from workers, passives and favours together."""


class Draw(Struct, frozen=True, tag_field="phase", tag="draw", omit_defaults=True):
    """Step 3: a seat has so many cards to draw."""

    seat: Seat = field(name="player")
    left: Annotated[Few, Spelled(missing=1), numbered(0, SMALL, expected(message("cards_left")))] = 0


class Over(Struct, frozen=True, tag_field="phase", tag="over", omit_defaults=True):
    """The game has ended. What is in play stays there: the score counts it at its price in force."""


Now = Deal | Pick | Play | Draw | Over
_TAGS: dict[type, str] = {made: made.__struct_config__.tag for made in get_args(Now)}


def phase(now: Now) -> str:
    """The name of what comes next."""
    return _TAGS[type(now)]


class State(Struct, frozen=True):
    """A position: everything that lies on the table, and what comes next. Tuples of tuples go by seat."""

    hands: Annotated[tuple[Sorted, ...], By(Seat, blank=()), Spelled("hand-")]
    coins: Annotated[tuple[Count | None, ...], By(Seat, blank=0)]
    """Tong bao of each seat; none: not known here (`open_score = no`)."""
    city: Annotated[tuple[tuple[Building, ...], ...], By(Seat, blank=())]
    """The buildings in front of each seat."""
    deck: Sorted
    """What is left to draw, but for the End card."""
    discard: Sorted
    now: Now
    picked: Annotated[tuple[Sorted, ...], By(Seat, blank=(), optional=True), Spelled("pick-")]
    """Starting buildings picked and not yet revealed."""
    run: Positive = 1
    """Which time the deck is played; in the last one it holds the End card."""
    idle: Count = 0
    """Turns in succession in which nothing was done and nothing drawn (X11)."""
    paper: Annotated[bool, Spelled("cards"), _HOLDER] = False
    """Paper holds the cards: nobody tells what is drawn, and a card gets a name when it is shown."""
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
        if kind is Over:
            return OVER
        if isinstance(now, Pick):
            return next(iter(picking(self)), CHANCE)
        return CHANCE

    @property
    def phase(self) -> str:
        """The name of what comes next, as positions write it: ``play``."""
        return phase(self.now)

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def limit(self) -> int:
        """How many buildings a player may have."""
        if self.options.advanced == "yes":
            return 6
        return 4 if self.players >= MANY else 5

    @property
    def runs(self) -> int:
        """How often the deck is played."""
        return 3 if self.options.long_game == "yes" or self.players >= MANY else 2

    @property
    def last_run(self) -> bool:
        """Is the End card in the deck?"""
        return self.run >= self.runs

    @property
    def pile(self) -> int:
        """Cards in the deck, the End card counted."""
        return len(self.deck) + self.last_run

    @property
    def double_start(self) -> bool:
        """Does everyone start with 8 cards and two buildings?"""
        options = self.options
        return options.advanced == "yes" or (self.players == 2 and options.two_player == "print")

    @property
    def starting(self) -> int:
        """How many buildings everyone starts with."""
        return 2 if self.double_start else 1

    @property
    def in_play(self) -> bool:
        """Is there a building in front of anyone?"""
        return any(self.city)

    def price(self, building: Building) -> int:
        """The price in force of a building."""
        return components.by_rules(building.card, self.rules).prices[len(building.workers)]

    def owner(self, card: Card) -> Seat | None:
        """Who has that building in play."""
        for seat, buildings in enumerate(self.city):
            for building in buildings:
                if building.card == card:
                    return Seat(seat)
        return None

    def building(self, card: Card) -> Building | None:
        """That building, if it is in play."""
        return next((b for buildings in self.city for b in buildings if b.card == card), None)


def all_cards(state: State) -> Counter[Card]:
    """Every card of the position, unknown ones together."""
    found = Counter([*state.deck, *state.discard])
    for cards in (*state.hands, *state.picked):
        found.update(cards)
    for buildings in state.city:
        for building in buildings:
            found.update((building.card, *building.workers))
    return found


def picking(state: State) -> tuple[Seat, ...]:
    """Who still has to pick a starting building, from the active seat clockwise; none but in that phase."""
    now, players = state.now, state.players
    if not isinstance(now, Pick):
        return ()
    seats = (Seat((now.seat + i) % players) for i in range(players))
    return tuple(seat for seat in seats if state.hands[seat] and len(state.picked[seat]) < state.starting)


def settled_picks(state: State) -> tuple[Seat, ...]:
    """Who has picked all starting buildings while others have not: until they have, they may be picked anew."""
    missing = picking(state)
    if not missing:
        return ()
    return tuple(Seat(seat) for seat, cards in enumerate(state.picked) if cards and seat not in missing)


def dealt(state: State) -> int:
    """How many cards everyone is dealt up to."""
    setup = isinstance(state.now, Deal) and state.now.stage == "setup"
    return HAND + 1 if setup and state.double_start else HAND


def drawing(state: State) -> Seat | None:
    """Who is to draw a card, if the deck has any."""
    now = state.now
    if type(now) is Draw:
        return now.seat if now.left > 0 else None
    if not isinstance(now, Deal):
        return None
    most, players = dealt(state), state.players
    seats = (Seat((now.seat + i) % players) for i in range(players))
    return next((seat for seat in seats if len(state.hands[seat]) < most), None)


def lasting(state: State, seat: Seat) -> list[int]:
    """What the passives and open favours of a seat's standing cards give every turn, of each resource."""
    found = [0] * len(RESOURCES)
    for building in state.city[seat]:
        if not building.sideways:
            for i in components.LASTING[building.card][len(building.workers)]:
                found[i] += 1
    return found


def purse(state: State, seat: Seat) -> list[int]:
    """What a seat can pay with now, of each resource: what lasts, and what this turn's workers yielded."""
    found = lasting(state, seat)
    now = state.now
    if type(now) is Play and now.seat == seat:
        return [have + got - paid for have, got, paid in zip(found, now.gathered, now.paid, strict=True)]
    return found


def swapped(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The same items but for one."""
    return (*items[:index], item, *items[index + 1 :])


def new(players: int = 4, *, start: int = 0, cards: str = "app", **switches: object) -> State:
    """The state before anything is dealt.

    `start` is the seat that begins; `cards`: ``app`` if the app holds them, ``paper`` if they lie on the
    table, so that the app knows only how many are hidden.
    `switches` are those of `SWITCHES`. Raises `OptionError`.
    """
    if type(players) is not int or not 2 <= players <= 6:
        raise OptionError(message("players", given=repr(players)))
    if type(start) is not int or not 0 <= start < players:
        raise OptionError(message("start", given=repr(start), last=players - 1))
    if cards not in ("app", "paper"):
        raise Switch("cards", ("app", "paper"), "").unfit(cards)
    unknown = set(switches) - {switch.name for switch in SWITCHES}
    if unknown:
        raise OptionError(message("no_switch", option=min(unknown), options=tuple(s.name for s in SWITCHES)))
    options = settled(Options(**held(switches, SWITCHES)), players)
    deck = components.EDITIONS[options.edition]
    return State(
        hands=((),) * players,
        coins=(0,) * players,
        city=((),) * players,
        deck=(UNKNOWN,) * len(deck) if cards == "paper" else deck,
        discard=(),
        now=Deal(Seat(start), "setup"),
        picked=((),) * players,
        paper=cards == "paper",
        options=options,
    )


def settled(options: Options, players: int) -> Options:
    """The options as they apply to so many players. Raises `OptionError` when they are not for so many."""
    if options.advanced == "yes" and players >= MANY:
        raise OptionError(message("advanced", most=MANY - 1))
    return options
