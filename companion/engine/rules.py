"""The base class of a game's rules. A game defines only its own rules; the rest follows from the types of its state and
actions, or has a default: everything is open, outcomes are equally likely, the highest score wins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from random import Random
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, get_args, get_origin

import msgspec
from msgspec.structs import replace

from companion.engine import position_json
from companion.engine.annotations import inspect_type, list_fields, ready
from companion.engine.correction import (
    Corrected,
    Correction,
    corrected,
    parse_correction,
    refuse_correction,
    without_secrets,
)
from companion.engine.game import (
    CHANCE,
    OVER,
    Chances,
    Fault,
    GameState,
    OptionError,
    Refusal,
    RefusedError,
    Score,
    Seat,
    Sheet,
    Switch,
    Why,
)
from companion.engine.hidden import ClosedField, covered, hide, list_closed_fields
from companion.engine.moves import SILENT, Move, Outcome, Tell, every, list_checks, list_legal_moves
from companion.engine.options import Options, list_switches, make_options
from companion.engine.position_json import WrongError
from companion.engine.position_text import PositionText
from companion.engine.reading import Notation, Piece, Pieces, SeatWords, Token, number
from companion.engine.speaker import Speaker
from companion.engine.wording import check_words, either, message, shorten, wording

S = TypeVar("S", bound=GameState)
LETTERS = "ABCDEFGHIJ"


class GameRules(ABC, Generic[S]):
    """Rules of a game, without mutable state. `S` is the type of its positions, a frozen struct.

    A state has `turn`: a seat, `CHANCE` or `OVER`. ``by`` is the seat that acts, by default the one whose turn it is.
    Several seats may act at once for secret choices: `waiting` lists them.
    """

    ID: ClassVar[str]
    PLAYERS: ClassVar[tuple[int, ...]]
    WORDS: ClassVar[str]
    """The package whose ``words.<language>.toml`` say what happens: ``effect.*`` by the type's name, ``refusal.*``,
    ``fault.*``, ``score.*``. A field that has ``one`` and ``other`` is counted."""
    EXAMPLES: ClassVar[str]
    """Actions to name where one is expected: ``take 2``."""
    MOVES: ClassVar[tuple[type[Move[Any]], ...]]
    OUTCOMES: ClassVar[tuple[type[Outcome[Any]], ...]] = ()
    EFFECTS: ClassVar[Any]
    """The union of what actions tell."""
    GO_ON: ClassVar[Outcome[Any] | None] = None
    """What comes where it is chance's turn and nothing can come."""
    OPTIONS: ClassVar[type[Options]] = Options
    """The house rules."""
    LETTERS: ClassVar[str] = LETTERS
    """What seats are called in texts."""
    PIECES: ClassVar[Mapping[Any, Piece]] = {}
    """How values of types of its own are written in texts."""
    SPEAKER: ClassVar[type[Speaker]] = Speaker
    """What says its data in words."""
    RULES: ClassVar[str] = "1"
    """The version of the rules. Tables and logs of another one are not opened."""
    TURN: ClassVar[str] = "turn"
    """The rule of whose turn it is."""
    END: ClassVar[str] = "end"
    """The rule of the end."""
    STATE: ClassVar[Any]

    def __init_subclass__(cls) -> None:
        for base in vars(cls).get("__orig_bases__", ()):
            if get_origin(base) is GameRules:
                (cls.STATE,) = get_args(base)

    def __init__(self) -> None:
        """Raises `TypeError` for a field without notation or an impossible check, `ValueError` for lacking words."""
        check_words(self.WORDS)
        for move in self.MOVES:
            list_checks(move)
        for kind in (self.STATE, *self.MOVES, *self.OUTCOMES):
            ready(kind)
        self.SWITCHES: tuple[Switch, ...] = list_switches(self.OPTIONS)
        self._moves = _group_by_phase(self.MOVES)
        self._outcomes = _group_by_phase([kind for kind in self.OUTCOMES if not isinstance(self.GO_ON, kind)])
        self._listed: tuple[Any, Sequence[Any]] = (None, ())
        """The last state whose actions were listed for whose turn it is, and these: they are played unexamined."""
        self._each = next((field for field, hint in list_fields(self.STATE) if inspect_type(hint).of_seats), None)
        self._text = PositionText(self)
        pieces = Pieces(self.PIECES, tuple((letter,) for letter in self.LETTERS))
        self._notation = Notation((*self.MOVES, *self.OUTCOMES), self.EXAMPLES, pieces)

    # What a game says.

    @abstractmethod
    def begin(self, players: int, start: Seat, options: Any) -> S:
        """Returns the state before anything is drawn."""

    @abstractmethod
    def sheet(self, state: S, seat: Seat) -> Sheet:
        """Returns a seat's score, line by line."""

    def phase_key(self, state: S) -> object:
        """Returns the phase for `PHASES` of actions: the type of ``state.now``, or ``now`` if it is a word."""
        now = getattr(state, "now", None)
        return type(now) if isinstance(now, msgspec.Struct) else now

    def not_now(self, state: S, action: Any) -> Refusal:
        """Returns why an action is impossible in this phase."""
        return Refusal("not_now", self.TURN)

    def not_your_turn(self, state: S, by: Seat) -> Refusal:
        """Returns why a seat cannot act now."""
        turn = state.turn
        return Refusal("not_your_turn", self.TURN, seat=turn if isinstance(turn, int) else None)

    def together(self, state: S) -> tuple[Seat, ...]:
        """Returns the seats that choose simultaneously, if any."""
        return ()

    def again(self, state: S, action: Any, by: Seat) -> bool:
        """Returns whether a seat may change its secret choice after making it."""
        return False

    def faults(self, state: S) -> tuple[Fault, ...]:
        """Returns faults of a position: impossible by the pieces in the box, or by the rules."""
        return ()

    def settled(self, options: Any, players: int) -> Any:
        """Returns the house rules as they apply to this number of players. Raises `OptionError`."""
        return options

    def settle(self, state: S) -> S:
        """Normalises a state that was read: its house rules. Raises `companion.engine.position_json.WrongError`."""
        known: Any = state
        if not isinstance(getattr(known, "options", None), Options):
            return state
        try:
            settled: S = replace(known, options=self.settled(known.options, self.players(state)))
        except OptionError as error:
            raise WrongError(error.what, ".options") from error
        return settled

    def default(self, field: str, before: Any) -> Any:
        """Returns the default of a field that a text leaves out; `before` holds the earlier fields."""
        return getattr(self.begin(self.players(before), Seat(0), getattr(before, "options", Options())), field)

    def winners(self, state: S, sheets: Sequence[Sheet]) -> tuple[tuple[Seat, ...], str]:
        """Returns the winners, by the highest total and then the tie breakers in order, and what decided."""
        totals = [sheet.total for sheet in sheets]
        ahead = [sheet for sheet, total in zip(sheets, totals, strict=True) if total == max(totals)]
        decided_by = "score" if len(ahead) == 1 else "tie"
        for i in range(len(ahead[0].ties)):
            most = max(sheet.ties[i].count for sheet in ahead)
            ahead = [sheet for sheet in ahead if sheet.ties[i].count == most]
        return tuple(sheet.seat for sheet in ahead), decided_by

    def closed(self, state: S) -> Collection[str]:
        """Returns names of the secrets (`Secret`) that are closed now; it must not depend on hidden values."""
        return ()

    def remembered(self, memory: Any, before: S, view: S, effects: Iterable[Any]) -> Any:
        """Returns a seat's memory after these effects as it saw them: knowledge that its view does not contain."""
        return memory

    def possible(self, view: S, rng: Random, memory: Any = None) -> S:
        """Returns a full state consistent with a seat's knowledge."""
        return view

    def resolving(self, state: S) -> S:
        """Returns the state from which the game continues by itself if players were done; or the same state."""
        return state

    def seats_called(self, state: S, words: Any) -> Sequence[str]:
        """Returns names of seats for sentences about unnamed players."""
        return [words[0] for words in self.seat_words(state)]

    def why(self, effect: Any, state: S, language: str = "en", names: Sequence[str] = ()) -> tuple[Why, ...]:
        """Returns the rules applied in a decision of the game; empty for other effects."""
        found: tuple[Why, ...] = self.speaker(state, language, names).why(effect)
        return found

    # Players in texts and in JSON.

    def players(self, state: Any) -> int:
        """Returns the number of players of a state, or of its part read so far."""
        if self._each is None:
            return self.PLAYERS[0]
        return getattr(state, "count", None) or len(getattr(state, self._each.name))

    def seat_words(self, state: Any) -> SeatWords:
        """Returns the words for each seat in texts: its letter, and further accepted names; the last is for JSON."""
        return tuple([(letter,) for letter in self.LETTERS[: self.players(state)]])

    def names(self, state: S) -> Sequence[str]:
        """Returns the JSON names of the seats."""
        return [words[-1] for words in self.seat_words(state)]

    def names_in(self, tree: Mapping[str, Any]) -> Sequence[str]:
        """Returns the JSON names of the seats of a JSON object."""
        if self._each is None:
            return self.LETTERS[: self.PLAYERS[0]]
        found = tree.get(self._each.encode_name)
        letters = tuple(self.LETTERS[: len(found) if isinstance(found, dict) else 0])
        if len(letters) not in self.PLAYERS:
            what = message("unexpected", field="players", what=either(self.PLAYERS), given=str(len(letters)))
            raise WrongError(what, f".{self._each.encode_name}")
        return letters

    def all_names(self) -> Sequence[str]:
        """Returns all JSON names of seats."""
        return tuple(self.LETTERS[: self.PLAYERS[-1]])

    def title(self, state: S) -> str:
        """Returns the text after the game's id: the number of players."""
        return str(self.players(state))

    def read_title(self, words: Sequence[Token]) -> dict[str, Any]:
        """Parses that text. Raises `ParseError`."""
        players = number(words[0].text) if words else self.PLAYERS[0] if len(self.PLAYERS) == 1 else None
        if players not in self.PLAYERS:
            first = words[0] if words else Token(self.ID, 1, 1)
            what = message("players_between", lowest=self.PLAYERS[0], highest=self.PLAYERS[-1])
            raise first.unexpected(self.ID, what) if words else first.lacking(what)
        if len(words) > 1:
            raise words[1].too_much(self.ID)
        return {"count": players}

    # What seats may know.

    def view(self, state: S, seat: Seat | None) -> S:
        """Returns the state as a seat may know it (None: a watcher), with unknown values for the rest."""
        found: S = hide(state, self.STATE, self.closed(state), seat)
        return found

    def seen(self, state: S, effect: Any, seat: Seat | None) -> Any:
        """Returns the effect as a seat may know it; `state` is the state after it."""
        if isinstance(effect, Corrected):
            return without_secrets(effect, lambda path: self.secret(state, path, seat))
        return hide(effect, type(effect), self.closed(state), seat)

    def secret(self, state: S, path: str, seat: Seat | None) -> bool:
        """Returns whether the value at this path of the JSON form, or a part of it, is hidden from the seat."""
        closed = (field for field in self._closed_fields(state) if field.concerns(path))
        return any(seat is None or seat not in field.open_to for field in closed)

    def _closed_fields(self, state: S) -> list[ClosedField]:
        return list(list_closed_fields(state, self.STATE, self.closed(state), self.names(state)))

    # What follows.

    def new(self, players: int, *, start: int = 0, **switches: Any) -> S:
        """Returns the position at the start; house rules by name. Raises `OptionError`."""
        if type(players) is not int or players not in self.PLAYERS:
            raise OptionError(message("unexpected", field="players", what=either(self.PLAYERS), given=str(players)))
        if type(start) is not int or not 0 <= start < players:
            raise OptionError(message("in_field", field="start", what=message("no_seat", name=str(start))))
        options = make_options(self.OPTIONS, self.SWITCHES, switches)
        return self.begin(players, Seat(start), self.settled(options, players))

    def waiting(self, state: S) -> tuple[Seat, ...]:
        """Returns the seats that may act now, first the one whose turn it is; empty at chance and at the end."""
        turn = state.turn
        return self.together(state) or ((turn,) if isinstance(turn, int) else ())

    def legal(self, state: S, by: Seat | None = None) -> Sequence[Any]:
        """Returns all legal actions, of one seat if given. Corrections are unlimited and not included."""
        turn = state.turn
        if by is None and turn is CHANCE:
            return self.chances(state).outcomes
        seat = turn if by is None else by
        if type(seat) is not int or (seat != turn and seat not in self.waiting(state)):
            return ()
        kinds = self._moves.get(self.phase_key(state), ())
        found = tuple(chain.from_iterable([list_legal_moves(kind, state, seat) for kind in kinds]))
        if seat == turn:
            self._listed = state, found
        return found

    def chances(self, state: S) -> Chances:
        """Returns the outcomes with their weights at a chance node. Raises `ValueError` otherwise."""
        if state.turn is not CHANCE:
            raise ValueError("nothing is left to chance here")
        now, kinds = getattr(state, "now", None), self._outcomes.get(self.phase_key(state), ())
        found = [Chances.of(kind.odds(state, now)) for kind in kinds]
        outcomes = tuple(chain.from_iterable([chances.outcomes for chances in found])) or (self.GO_ON,)
        weights = tuple(chain.from_iterable([chances.weights for chances in found])) or (1,)
        self._listed = state, outcomes
        return Chances(outcomes, weights)

    def refusal(self, state: S, action: Any, by: Seat | None = None) -> Refusal | None:
        """Returns why the action is illegal now, for one seat if given; None if it is legal."""
        return self._examine(state, action, by)[1]

    def _examine(self, state: S, action: Any, by: Seat | None) -> tuple[Any, Refusal | None]:
        """Returns the action with plain texts converted to words, and why it is illegal."""
        kind, detail = type(action), ""
        if kind is not Correction and kind not in (*self.MOVES, *self.OUTCOMES):
            return action, Refusal("no_such_action", None, thing=shorten(ascii(kind.__name__), 60))
        try:
            read = msgspec.json.decode(msgspec.json.encode(action), type=kind)
            fits = read == action
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            fits, detail = False, str(error)
        if not fits:
            return action, Refusal("no_such_value", None, place=kind.__name__, thing=shorten(ascii(detail), 60))
        return read, self._refusal(state, read, by)

    def _refusal(self, state: S, action: Any, by: Seat | None) -> Refusal | None:
        if by is not None and type(by) is not int:
            return Refusal("no_such_value", None, place="by", thing=type(by).__name__)
        if isinstance(action, Correction):
            return refuse_correction(state, action, self)
        turn = state.turn
        if by is not None and by != turn and by not in self.waiting(state) and not self.again(state, action, by):
            return self.not_your_turn(state, by) if isinstance(turn, int) else self._not_now(state, action)
        seat = by if by is not None else turn if isinstance(turn, int) else None
        may_come = turn is CHANCE and by is None if isinstance(action, Outcome) else seat is not None
        if not may_come or self.phase_key(state) not in action.PHASES:
            return self._not_now(state, action)
        reason: Refusal | None
        if seat is not None:
            reason = action.refusal(state, seat)
            return reason
        outcomes = self.chances(state).outcomes
        if action in outcomes:
            return None
        reason = None if outcomes == (self.GO_ON,) else action.refusal(state, getattr(state, "now", None))
        return reason or self._not_now(state, action)

    def play(self, state: S, action: Any, by: Seat | None = None) -> tuple[S, tuple[Any, ...]]:
        """Returns the state after the action, and its effects in order. Raises `RefusedError`."""
        listed, actions = self._listed
        in_turn = by is None or (type(by) is int and by == state.turn)
        known = action
        if not (in_turn and listed is state and id(action) in map(id, actions)):
            known, refused = self._examine(state, action, by)
            if refused is not None:
                raise RefusedError(refused, action)
        if isinstance(known, Correction):
            after = corrected(state, known, self)
            paths = [change.path for change in known.changes]
            covers = covered(self._closed_fields(state), self._closed_fields(after), paths)
            return after, (Corrected(known.changes, known.who, known.why, covered=covers),)
        effects: list[Any] = []
        return self.after(state, known, by, effects.append), tuple(effects)

    def after(self, state: S, action: Any, by: Seat | None = None, tell: Tell = SILENT) -> S:
        """Returns the state after an action from `legal` or `chances`, without checking it: for searches."""
        now = getattr(state, "now", None)
        if isinstance(action, Outcome):
            found: S = action.play(state, now, tell)
        else:
            found = action.play(state, now, state.turn if by is None else by, tell)
        return found

    def score(self, state: S) -> Score:
        """Returns all sheets, the seats in the lead, and the deciding rule."""
        sheets = tuple([self.sheet(state, Seat(seat)) for seat in range(self.players(state))])
        seats, decided_by = self.winners(state, sheets)
        return Score(sheets, seats, decided_by, state.turn is OVER)

    def returns(self, state: S) -> tuple[float, ...]:
        """Returns the result of each seat: 1 for the winner, equal shares for several winners, 0 for all others.
        Raises `ValueError` before the end."""
        score = self.score(state)
        if not score.final:
            raise ValueError("the game is not over")
        share = 1 / len(score.winners) if score.winners else 0.0
        return tuple(share if sheet.seat in score.winners else 0.0 for sheet in score.sheets)

    @cached_property
    def catalogue(self) -> tuple[Any, ...]:
        """Returns all actions except corrections, which are unlimited: moves, new ones last, then outcomes."""
        return tuple(action for kind in (*self.MOVES, *self.OUTCOMES) for action in every(kind))

    def text(self, state: S) -> str:
        """Formats the position on one line; ``parse(text(state)) == state``."""
        return self._text.text(state)

    def parse(self, text: str) -> S:
        """Parses a position. Raises `ParseError`."""
        found: S = self._text.parse(text)
        return found

    def to_json(self, state: S) -> str:
        """Encodes the position as JSON."""
        return msgspec.json.encode(position_json.to_tree(self, state)).decode()

    def from_json(self, text: str) -> S:
        """Decodes a position. Raises `ParseError`, with line and column for invalid JSON."""
        found: S = position_json.from_tree(self, position_json.decode_json(text))
        return found

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema of a position (2020-12)."""
        return position_json.schema(self)

    def action_text(self, action: Any) -> str:
        """Formats an action: ``shop B2``. ``parse_action(action_text(a)) == a``."""
        if isinstance(action, Correction):
            return f"correct {msgspec.json.encode(action).decode()}"
        return self._notation.text(action)

    def parse_action(self, text: str) -> Any:
        """Parses an action of the game, or a correction. Raises `ParseError`."""
        head, _, rest = text.strip().partition(" ")
        return parse_correction(rest) if head.lower() == "correct" else self._notation.read(text)

    def say(self, thing: Any, state: S, language: str = "en", names: Sequence[str] = ()) -> str:
        """Returns an effect, refusal, fault or score line in words, with the seats' `names` or the game's own."""
        said: str = self.speaker(state, language, names).say(thing)
        return said

    def speaker(self, state: S, language: str, names: Sequence[str]) -> Any:
        """Returns the speaker for a state in a language. Without `names` it uses the game's names of seats."""
        words = wording(self.WORDS, language)
        called = tuple(names) or tuple(self.seats_called(state, words))
        return self.SPEAKER(words, called, dict(zip(self.names(state), called, strict=False)))

    def _not_now(self, state: S, action: Any) -> Refusal:
        return Refusal("game_over", self.END) if state.turn is OVER else self.not_now(state, action)


AnyGame: TypeAlias = GameRules[Any]


def _group_by_phase(kinds: Sequence[type[Any]]) -> dict[object, list[type[Any]]]:
    """Maps phases to their classes of actions."""
    return {phase: [kind for kind in kinds if phase in kind.PHASES] for one in kinds for phase in one.PHASES}
