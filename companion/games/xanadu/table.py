"""Xanadú at a table: cards on paper or on phones, the End card, counting at the end.

With cards on paper the app knows how many are hidden, and a card is identified when it is shown. Only people see then
whether the End card was drawn, so the table is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from companion.engine.correction import Change, Correction
from companion.engine.game import CHANCE, OptionError, ParseError, Seat
from companion.engine.wording import either
from companion.games.xanadu import components, phases
from companion.games.xanadu import effects as did
from companion.games.xanadu.moves import Build, PickStart, PlaceWorker, Sell
from companion.games.xanadu.names import SEAT_LETTERS, UNKNOWN, Card, message
from companion.games.xanadu.rules import XANADU
from companion.games.xanadu.state import Building, Player, State, count_all_cards, dealt, drawing
from companion.games.xanadu.turns import CardDrawn, EndDrawn
from companion.tables.game import HOLDS_CARDS, GameTable, Options, Question, counted

Played = tuple[State, tuple[Any, ...]]


def on_paper(state: State) -> bool:
    """Returns whether the cards are on paper, also if a position names none of the deck."""
    return state.paper or state.deck[:1] == (UNKNOWN,)


def _settled(state: State, paths: set[str]) -> State:
    """Returns the position with the remaining cards in the deck, unless their number was set itself."""
    if "deck" in paths or "options" in paths:
        return state
    left = len(components.EDITIONS[state.options.edition]) - count_all_cards(state, deck=False).total()
    return replace(state, deck=(UNKNOWN,) * max(0, left))


COUNTED: Final = "coins"
"""Tong bao from sales."""
ROOM: Final = 10
"""What stands in play is counted as ``building1`` …: the card's number × 10 + its covered rows; 0: nothing."""
PLACES: Final = tuple(f"building{place}" for place in range(1, 7))
"""As many as the advanced game allows."""


def built(count: Mapping[str, int]) -> tuple[Building, ...]:
    """Returns the counted buildings. Raises `OptionError` for an unknown card or row."""
    found = []
    for place in PLACES:
        number, covered = divmod(count.get(place, 0), ROOM)
        if number == covered == 0:
            continue
        if Card(number) not in components.BUILDINGS or covered > components.ROWS:
            raise OptionError(message("no_building", place=place, number=number, covered=covered))
        found.append(Building(Card(number), (UNKNOWN,) * covered))
    return tuple(found)


class XanaduTable(GameTable[State], frozen=True):
    """Cards on paper or on phones, and the End card that only people see."""

    def along(self, was: Any, now: Any, then: Any) -> Any:
        """Corrects a mistyped building in a later action, too: its workers and its sale."""
        stood, stands = (one.card if isinstance(one, Build | PickStart) else None for one in (was, now))
        if stood and stands and isinstance(then, PlaceWorker | Sell) and then.building == stood:
            return replace(then, building=stands)
        return then

    def known(self, state: State) -> bool:
        return UNKNOWN not in count_all_cards(state)

    def scorable(self, seen: State) -> bool:
        """Returns whether everything that scores is open: all but tong bao by house rule."""
        return None not in [player.coins for player in seen.players]

    def number(self, seen: State, seat: Seat, thing: str) -> int | None:
        """Buildings lie open; tong bao may be hidden until the end."""
        hidden = thing == COUNTED and seen.players[seat].coins is None
        return None if hidden else counted(XANADU.score(seen), seat, thing)

    def holdings(self, seen: State, seat: Seat) -> dict[str, int]:
        """Returns tong bao, the hand as far as known, and the buildings."""
        coins, cards = seen.players[seat].coins, Counter(int(card) for card in seen.players[seat].hand)
        held: dict[str, int] = {} if coins is None else {"coins": coins}
        held |= {"cards" if card == UNKNOWN else f"card.{card}": n for card, n in cards.items()}
        return held | {f"building.{int(one.card)}": 1 for one in seen.players[seat].city}

    def learned(self, effects: tuple[Any, ...]) -> bool:
        """Returns whether a card was drawn, or a picked or hidden one was shown."""
        return any(
            isinstance(effect, did.Drawn | did.StartRevealed) or (isinstance(effect, did.Sold) and any(effect.workers))
            for effect in effects
        )

    def rolls(self, state: State) -> bool:
        """Returns whether the app draws: it draws its own cards; with cards on paper only people can."""
        return not on_paper(state)

    def deals(self, state: State) -> bool:
        """Returns whether the app deals: cards on phones are never drawn manually."""
        return not on_paper(state)

    def private(self, state: State, action: Any) -> bool:
        """Returns whether an action names a card of a hidden hand: one picked, laid face down or built."""
        return not on_paper(state) and isinstance(action, PickStart | PlaceWorker | Build)

    def secret(self, state: State, path: str, seat: Seat | None) -> bool:
        """Returns whether a field is secret. With the cards on paper the app knows their number, and everybody may
        correct it."""
        if on_paper(state) and (path == "deck" or path.split(".")[2:3] in (["hand"], ["city"])):
            return False
        return XANADU.secret(state, path, seat)

    def loose(self, path: str) -> bool:
        """Returns whether a field may change without consequences: tong bao, which only count at the end."""
        return path.startswith("players.") and path.endswith(".coins")

    def cards(self, state: State) -> Mapping[str, int] | None:
        return None if on_paper(state) else {str(card): n for card, n in count_all_cards(state).items()}

    def play(self, state: State, action: Any, by: Seat | None) -> Played:
        """Plays by the rules. On paper, a corrected card leaves the deck."""
        after, effects = XANADU.play(state, action, by)
        if isinstance(action, Correction) and on_paper(after):
            after = _settled(after, {change.path for change in action.changes})
        return after, effects

    def question(self, state: State) -> Question | None:
        """Returns the question, with cards on paper, whether the End card was drawn; the seat draws `number` cards."""
        if not on_paper(state) or state.turn is not CHANCE or not state.end_may_come:
            return None
        seat = drawing(state)
        if seat is None or XANADU.chances(state).certain:
            return None
        left = state.now.left if isinstance(state.now, phases.Draw) else dealt(state) - len(state.players[seat].hand)
        return Question("end", "end-card", seat, number=left, answers=("yes",) if left >= state.pile else ("no", "yes"))

    def answered(self, state: State, answer: str) -> Played:
        """Returns the state after the answer: all drawn cards were others, or the End card was among them. Raises
        `ParseError`."""
        asked = self.question(state)
        word = answer.strip().lower()
        if asked is None or word not in asked.answers:
            what = either(asked.answers) if asked else message("nothing")
            raise ParseError(message("other", what=what, given=answer.strip()))
        if word == "yes":
            return XANADU.play(state, EndDrawn())
        effects: tuple[Any, ...] = ()
        while drawing(state) == asked.seat and self.question(state) is not None:
            state, more = XANADU.play(state, CardDrawn(UNKNOWN))
            effects = (*effects, *more)
        return state, effects

    def tally_things(self, counted: tuple[Mapping[str, int], ...]) -> tuple[tuple[str, ...], ...]:
        """Returns the things to count: everybody counts the same, as ties are shared."""
        return ((COUNTED, *PLACES),) * len(counted)

    def check_tally(self, chairs: tuple[int, ...], counted: tuple[Mapping[str, int], ...]) -> None:
        """Checks that each number was counted once, as there is one card of each. Raises `OptionError`."""
        stands: dict[Card, int] = {}
        for chair, buildings in zip(chairs, map(built, counted), strict=True):
            for building in buildings:
                if building.card in stands:
                    places = tuple(str(place + 1) for place in dict.fromkeys((stands[building.card], chair)))
                    raise OptionError(message("built_twice", number=int(building.card), places=places))
                stands[building.card] = chair

    def tallied(self, options: Options, chairs: tuple[int, ...], counted: tuple[Mapping[str, int], ...]) -> State:
        """Returns a finished game with these buildings. Raises `OptionError`."""
        state = self.new(options, chairs, 0)
        players = tuple(Player(count[COUNTED], built(count)) for count in counted)
        return replace(state, players=players, now=phases.Over())


TABLE: Final = XanaduTable(
    XANADU,
    tuple(SEAT_LETTERS),
    over=(Change("now", {"phase": "over"}),),
    switches=(HOLDS_CARDS,),
)
