"""The base class of a game's rules: a game says what is its own, and the rest is done here.

What `companion.engine.game.Game` asks and a subclass does not say is the default: everything lies open, outcomes are
equally likely, whoever has most wins, and words come from the ``words.<language>.toml`` of the game's package. A game
whose rules fill a package offers what `Game` lists as a module.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Any, TypeVar, get_args, get_origin

from msgspec import Struct

from companion.engine.catalogue import Catalogue
from companion.engine.codec import Codec
from companion.engine.correction import Corrected, Correction, told
from companion.engine.fieldtext import LETTERS, FieldText
from companion.engine.game import (
    OVER,
    Chances,
    Fault,
    OptionError,
    Score,
    Seat,
    Sheet,
    Switch,
    Why,
    held,
)
from companion.engine.message import either, message
from companion.engine.notation import Notation
from companion.engine.referee import Phased, Referee
from companion.engine.speaker import Speaker, Speech
from companion.engine.study import Study
from companion.engine.wording import check_words

S = TypeVar("S", bound=Phased)
A = TypeVar("A")
E = TypeVar("E")


class GameRules(Referee[S, A, E], ABC):
    """The rules of a game. A subclass names itself and its words, and says what is abstract here.

    The types of its states, actions and effects are those it is a `GameRules` of. A state is a struct whose fields
    `companion.engine.fieldtext` can write; an action's tag is its verb.
    """

    ID: str
    PLAYERS: tuple[int, ...]
    SWITCHES: tuple[Switch, ...] = ()
    EXAMPLES: str
    """Actions to name where one is expected: ``drink 2, die 4``."""
    WORDS: str
    """The package whose ``words.<language>.toml`` hold what the rules say: ``effect.*`` by the type's name,
    ``refusal.*``, ``fault.*``, ``score.*``. A field that has ``one`` and ``other`` is counted."""
    STUDY: Study = Study()
    """What a lab counts of it."""
    LARGEST: int = 999
    """The largest number that a position may hold."""

    TURN = "turn"
    END = "end"
    State: type[S]
    Action: Any
    Effect: Any

    def __init_subclass__(cls) -> None:
        for base in vars(cls).get("__orig_bases__", ()):
            if get_origin(base) is GameRules:
                cls.State, cls.Action, effect = get_args(base)
                cls.Effect = effect | Corrected

    def __init__(self) -> None:
        """Raises `TypeError` at a field that cannot be written, `ValueError` where a language lacks words."""
        check_words(self.WORDS)
        self._notation: Notation[A] = Notation(self.Action, self.EXAMPLES)
        self._fields = FieldText(self.ID, self.State, self.PLAYERS, self.LARGEST)
        self._codec = Codec(
            self.State,
            f"A position of {self.ID.capitalize()}",
            int,
            lambda of: range(self._fields.players(of)),
            before=self._fields.check_players,
            after=self._fields.checked,
        )
        self._speech = Speech[S, _Speaker](self.WORDS, _Speaker, lambda state, words: LETTERS[: self.players(state)])
        super().__init__(self.Action | Correction, self.to_json, self.from_json, part=lambda now: now)

    @abstractmethod
    def begin(self, players: int, start: Seat, **switches: Any) -> S:
        """The state before anything is drawn."""

    @abstractmethod
    def actions(self, state: S) -> Iterable[A]:
        """All that there could be to do, outcomes of chance too; `legal` lists what is not refused."""

    def listed(self, state: S, seat: Seat) -> Sequence[A]:
        return [action for action in self.actions(state) if self.refusal(state, action, seat) is None]

    def odds(self, state: S) -> Chances[A]:
        """Every outcome is as likely as another."""
        outcomes = tuple(action for action in self.actions(state) if self.refusal(state, action) is None)
        return Chances(outcomes, (1,) * len(outcomes))

    def phase(self, state: S) -> tuple[str, str]:
        return "now", self.TURN

    @abstractmethod
    def sheet(self, state: S, seat: Seat) -> Sheet:
        """A seat's score."""

    def faults(self, state: S) -> tuple[Fault, ...]:
        return ()

    def new(self, players: int, *, start: int = 0, **switches: Any) -> S:
        """The position at the start. Raises `OptionError`."""
        if players not in self.PLAYERS:
            raise OptionError(message("so_many_cannot", players=players, can=either(self.PLAYERS)))
        if not 0 <= start < players:
            raise OptionError(message("no_start", seat=start))
        return self.begin(players, Seat(start), **held(switches, self.SWITCHES))

    def players(self, state: S) -> int:
        """How many play."""
        return self._fields.players(state)

    def view(self, state: S, seat: Seat | None) -> S:
        """All of it: nothing is hidden."""
        return state

    def seen(self, state: S, effect: E | Corrected, seat: Seat | None) -> E | Corrected:
        """All of it, but what a correction tells of fields that are secret."""
        if isinstance(effect, Corrected):
            return told(effect, lambda path: self.secret(state, path, seat))
        return effect

    def secret(self, state: S, path: str, seat: Seat | None) -> bool:
        """Where anything is hidden from the seat, everything."""
        return self.view(state, seat) != state

    def resolving(self, state: S) -> S:
        return state

    def score(self, state: S) -> Score:
        """Whoever has most wins, and several share the victory."""
        sheets = tuple(self.sheet(state, Seat(seat)) for seat in range(self.players(state)))
        best = max(sheet.total for sheet in sheets)
        winners = tuple(sheet.seat for sheet in sheets if sheet.total == best)
        return Score(sheets, winners, "end" if len(winners) == 1 else "tie", state.turn is OVER)

    def remembered(self, memory: Any, before: S, view: S, effects: Iterable[E | Corrected]) -> Any:
        """What a seat remembers after these effects, as it saw them, that its view does not tell: nothing."""
        return memory

    def possible(self, view: S, rng: Random, memory: Any = None) -> S:
        """A full state that agrees with what a seat knows. Nothing is hidden, so it is the view."""
        return view

    def returns(self, state: S) -> tuple[float, ...]:
        """What the game brought each seat: see `Score.returns`. Raises `ValueError` before the end."""
        return self.score(state).returns

    @cached_property
    def catalogue(self) -> Catalogue[A]:
        """All actions with a number that stays: what `actions` offers at the start of a game of any size."""
        starts = (self.new(players) for players in self.PLAYERS)
        return Catalogue(action for state in starts for action in self.actions(state))

    def text(self, state: S) -> str:
        return self._fields.text(state)

    def parse(self, text: str) -> S:
        """Raises `ParseError`."""
        return self._fields.parse(text)

    def to_json(self, state: S) -> str:
        return self._codec.to_json(state)

    def from_json(self, text: str) -> S:
        """Raises `ParseError`."""
        return self._codec.from_json(text)

    def schema(self) -> dict[str, object]:
        """The JSON Schema of a position (2020-12)."""
        return self._codec.schema()

    def action_text(self, action: A | Correction) -> str:
        return self._notation.text(action)

    def parse_action(self, text: str) -> Any:
        """An action of the game, or a correction. Raises `ParseError`."""
        return self._notation.read(text)

    def say(self, thing: Any, state: S, language: str = "en", names: Sequence[str] = ()) -> str:
        return self._speech.say(thing, state, language, names)

    def why(self, effect: E, state: S, language: str = "en", names: Sequence[str] = ()) -> tuple[Why, ...]:
        """Nothing has to be decided here that the sentence does not say."""
        return ()


class _Speaker(Speaker, frozen=True):
    """Its phrases have no variants and call a seat ``{name}``; what has ``one`` and ``other`` is counted."""

    def fields(self, thing: Struct) -> dict[str, str]:
        seat = getattr(thing, "seat", None)
        return self.words.fields(thing) | ({} if seat is None else {"name": self.names[seat], "seat": self.names[seat]})

    def effect(self, effect: Any) -> str:
        fields = self.fields(effect)
        if isinstance(effect, Corrected):
            fields["changes"] = ", ".join(self.value("", change) for change in effect.changes) or "…"
        return self.words.phrase(f"effect.{type(effect).__name__}", **fields)
