"""Answers of the API: values of the engine and of the tables, where a game's own values are text or `says`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Raw, Struct, field
from msgspec.structs import replace

from companion.engine import game as engine
from companion.engine.game import CHANCE, OVER, AnyEffect, GameState, Refusal, Score, Source, Switch, Turn, Why
from companion.engine.game import Fault as EngineFault
from companion.engine.registry import GAMES
from companion.engine.rules import AnyGame
from companion.tables import Answer, AnyView, Line, View
from companion.web.api.operations import REF, JsonObject, ProblemError
from companion.web.game_pages import list_player_names

T = TypeVar("T", bound=Struct)


def _make_game_schema(name: str, *others: JsonObject) -> Meta:
    """Returns the schema of a component that each game defines under its own id."""
    refs = [{"$ref": f"{REF}{game}.{name}"} for game in GAMES]
    return Meta(extra_json_schema={"anyOf": [*others, *refs]})


PositionData = Annotated[Raw, _make_game_schema("Position")]
AnyPosition = Annotated[Raw, _make_game_schema("Position", {"type": "string", "maxLength": 20_000})]
EffectData = Annotated[Any, _make_game_schema("Effect")]


class GameInfo(Struct, frozen=True):
    """A game and its house rules: each has one of `values`, at first the first of them, or a whole number from `lowest`
    to `highest`. Where there are `chairs`, tables can be opened; they have `table_rules` besides."""

    game: str
    title: str
    players: tuple[int, ...]
    house_rules: tuple[Switch, ...]
    table_rules: tuple[Switch, ...]
    chairs: tuple[str, ...]


class Position(Struct, frozen=True):
    """A position as one line of text and as JSON."""

    text: str
    data: PositionData


class Happened(Struct, frozen=True):
    """An effect in words, with its rule and its reasons, and as data."""

    says: str
    rule: str | None
    why: tuple[Why, ...]
    data: EffectData


class Outcome(Struct, frozen=True):
    """An outcome of chance; its probability is `weight` divided by the sum of all weights."""

    outcome: str
    weight: int


class Fault(EngineFault, frozen=True, kw_only=True):
    """Something in a position that contradicts the pieces of the box, or the rules."""

    says: str


class Scores(Score, frozen=True, kw_only=True):
    """Each seat's sheet: the lines that add up, then those that break ties. `totals` are the points by seat, and `says`
    puts all lines of each sheet into words. `final`: the game is over."""

    totals: tuple[int, ...]
    says: tuple[tuple[str, ...], ...]


class LegalMoves(Struct, frozen=True):
    """The turn, the legal actions, and the outcomes if it is chance's turn."""

    turn: Turn
    waiting: tuple[int, ...]
    actions: tuple[str, ...]
    outcomes: tuple[Outcome, ...]


class Played(Struct, frozen=True):
    """Effects in order, and the position after them."""

    effects: tuple[Happened, ...]
    position: Position


class ResolvedStep(Struct, frozen=True):
    """One outcome; `source`: the rules alone, the given dice (``hand``), or the app."""

    action: str
    source: Source | None
    effects: tuple[Happened, ...]


class Resolved(Struct, frozen=True):
    """All steps, and the position after them.

    `needs`: one of these outcomes is missing; send it from here, or with longer `dice` from the start. Empty: a player
    has to decide, or the game is over. `unused` counts spare dice. `faults` are those of the position sent.
    """

    steps: tuple[ResolvedStep, ...]
    position: Position
    turn: Turn
    needs: tuple[Outcome, ...]
    unused: int
    faults: tuple[Fault, ...]


class TableView(View[Any], frozen=True, kw_only=True):
    """A table as one phone may see it. `seq` is the newest entry: send it back as `expected`. `over`: `score` is final.
    `legal` are your actions. `answers` are commands that answer `question`; anybody seated may send one."""

    state: Position | None = field(name="position")
    legal: tuple[str, ...]
    outcomes: tuple[str, ...]
    draft: None = None
    score: Scores | None
    scored: None = None
    answers: tuple[Answer, ...]
    over: bool


class LogLine(Line, frozen=True, kw_only=True):
    """An entry of the log as a phone may see it: its effects on the game, or else its `body`."""

    effects: tuple[Happened, ...]
    state: None = None
    replaces: None = None


class Log(Struct, frozen=True):
    """Entries of the log, and the number of the table's newest one."""

    entries: tuple[LogLine, ...]
    seq: int


class Done(Log, frozen=True):
    """The entries of a command. `repeated`: it was done already. `asked`: it has become a question."""

    repeated: bool
    asked: bool


def build(kind: type[T], source: object, **fields: object) -> T:
    """Returns a value with these fields; others without a default are taken from the attributes of `source`."""
    return kind(**fields, **{name: getattr(source, name) for name in kind.__struct_fields__ if name not in fields})


class Converter(Struct, frozen=True):
    """Converts values of one game to answers. `names` are the players' by seat; without them it uses the game's own."""

    game: AnyGame
    language: str
    names: tuple[str, ...] = ()

    def position(self, state: GameState) -> Position:
        return Position(self.game.text(state), Raw(self.game.to_json(state).encode()))

    def effects(self, effects: Iterable[AnyEffect], state: GameState | None) -> tuple[Happened, ...]:
        """Returns effects that led to `state`; none without a position."""
        if state is None:
            return ()
        to = (state, self.language, self.names)
        return tuple(Happened(self.game.say(e, *to), e.rule, self.game.why(e, *to), e) for e in effects)

    def refuse(self, refusal: Refusal, state: GameState, **more: Any) -> ProblemError:
        text = self.game.say(refusal, state, self.language, self.names)
        return ProblemError(409, "refused", text, reason=refusal.reason, rule=refusal.rule, **more)

    def faults(self, state: GameState) -> tuple[Fault, ...]:
        say, found = self.game.say, self.game.faults(state)
        return tuple(build(Fault, fault, says=say(fault, state, self.language)) for fault in found)

    def scores(self, score: Score, state: GameState) -> Scores:
        say = partial(self.game.say, state=state, language=self.language, names=self.names)
        says = tuple(tuple(map(say, (*sheet.lines, *sheet.ties))) for sheet in score.sheets)
        return build(Scores, score, totals=tuple(sheet.total for sheet in score.sheets), says=says)

    def outcomes(self, state: GameState) -> tuple[Outcome, ...]:
        """Returns the outcomes of chance; none on somebody's turn."""
        if state.turn is not CHANCE:
            return ()
        chances = self.game.chances(state)
        return tuple(map(Outcome, map(self.game.action_text, chances.outcomes), chances.weights))

    def line(self, line: Line) -> LogLine:
        return build(LogLine, line, effects=self.effects(line.effects, line.state), state=None, replaces=None)


def make_table_converter(view: AnyView, language: str) -> Converter:
    """Returns a converter with the names of a table's players."""
    return Converter(engine(view.game), language, list_player_names(view.game, view.players, language))


def make_table_view(view: AnyView, language: str) -> TableView:
    """Converts a table to an answer."""
    to, state, asked = make_table_converter(view, language), view.state, view.undo
    score = to.scores(view.score, view.scored) if view.score and view.scored else None
    return build(
        TableView,
        view,
        state=None if state is None else to.position(state),
        legal=tuple(map(to.game.action_text, view.legal)),
        outcomes=tuple(map(to.game.action_text, view.outcomes)),
        undo=None if asked is None else replace(asked, state=None, replaces=None, then=None),
        draft=None,
        score=score,
        scored=None,
        answers=() if view.question is None else tuple(map(Answer, view.question.answers)),
        over=(view.tally is not None and view.tally.done) if state is None else state.turn is OVER,
    )
