"""Games and positions, without a table: for programs that play, and for people who write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec
from flask import Response
from msgspec import Raw

from companion.engine import drive
from companion.engine.chance import Generator, Script, ScriptEnded, Source, Supplied
from companion.engine.game import A, AnyGame, E, Game, GameState, OptionError, ParseError, RefusedError, S, Seat, Switch
from companion.engine.message import message
from companion.engine.registry import GAMES
from companion.engine.registry import game as engine
from companion.engine.samples import samples
from companion.tables.errors import BadOptions
from companion.tables.game import GAMES as TABLES
from companion.tables.game import table_game
from companion.web.api import problems, serialise
from companion.web.api import values as v
from companion.web.api.examples import operation_of
from companion.web.api.leaflets import leaflet_text
from companion.web.api.routes import api
from companion.web.phone import this_phone

MOST_STEPS = 1000
"""Outcomes that one request may play: more than any round needs."""


def _game(name: str) -> AnyGame:
    """The game of an address; 404 where there is none."""
    if name not in GAMES:
        raise problems.stopped(404, "no_such_game", games=", ".join(GAMES))
    return engine(name)


def _read(game: AnyGame, sent: Raw) -> GameState:
    """The position that was sent, as a line of text or as JSON."""
    text = bytes(sent).decode()
    try:
        if text.startswith('"'):
            return game.parse(msgspec.json.decode(text, type=str))
        return game.from_json(text)
    except ParseError as error:
        raise problems.unreadable(error, "position") from error


def _action(game: AnyGame, text: str, what: str = "action") -> object:
    try:
        return game.parse_action(text)
    except ParseError as error:
        raise problems.unreadable(error, what) from error


def _info(name: str) -> v.GameInfo:
    game = engine(name)
    table = table_game(name) if name in TABLES else None
    return v.GameInfo(
        game=name,
        title=leaflet_text(name, this_phone().language).title,
        players=game.PLAYERS,
        house_rules=_rules(game.SWITCHES),
        tables=table is not None,
        table_rules=() if table is None else _rules(table.switches),
        chairs=() if table is None else table.CHAIRS,
    )


def _rules(switches: Iterable[Switch]) -> tuple[v.HouseRule, ...]:
    return tuple(v.HouseRule(s.name, s.values, s.rule, s.lowest, s.highest, s.usual) for s in switches)


@api.add("GET", "/games", "games", gives=tuple[v.GameInfo, ...])
def list_games() -> tuple[v.GameInfo, ...]:
    """All games by their titles, with their house rules."""
    return tuple(sorted(map(_info, GAMES), key=lambda info: info.title))


@api.add("GET", "/<game>", "games", gives=v.GameInfo, problems=(404,))
def get_game(game: str) -> v.GameInfo:
    """One game, with its house rules."""
    _game(game)
    return _info(game)


@api.add("GET", "/<game>/rules", "games", gives=v.Leaflet, problems=(404,))
def get_rules(game: str) -> v.Leaflet:
    """The rules leaflet, paragraph by paragraph, each under the id that effects and refusals name."""
    _game(game)
    return leaflet_text(game, this_phone().language)


@api.add("GET", "/<game>/position-schema", "games", gives=v.JsonObject, problems=(404,))
def get_position_schema(game: str) -> Response:
    """The JSON Schema of the game's positions."""
    return Response(msgspec.json.encode(_game(game).schema()), mimetype="application/json")


@api.add("POST", "/<game>/new", "positions", takes=v.NewGame, gives=v.StartPosition, problems=(404,))
def new_game(game: str, body: v.NewGame) -> v.StartPosition:
    """The position before anything is drawn, for so many players with these house rules."""
    rules = _game(game)
    unknown = set(body.options) - {switch.name for switch in rules.SWITCHES}
    try:
        if unknown:
            raise OptionError(message("no_option", option=min(unknown), options=tuple(s.name for s in rules.SWITCHES)))
        state = rules.new(body.players, **body.options)
    except OptionError as error:
        raise BadOptions(message=error.what) from error
    return v.StartPosition(serialise.position(rules, state))


@api.add("POST", "/<game>/legal", "positions", takes=v.LegalAt, gives=v.Turn, problems=(404,))
def list_legal(game: str, body: v.LegalAt) -> v.Turn:
    """Whose turn it is, all that may be done, and all that chance may give, with weights."""
    rules = _game(game)
    state = _read(rules, body.position)
    turn, by = serialise.turn(state), None if body.by is None else Seat(body.by)
    actions: tuple[str, ...] = ()
    if not isinstance(turn, str) or by is not None:
        actions = tuple(rules.action_text(action) for action in rules.legal(state, by))
    return v.Turn(turn, rules.waiting(state), actions, serialise.outcomes(rules, state))


@api.add("POST", "/<game>/play", "positions", takes=v.PlayAt, gives=v.Played, problems=(404, 409))
def play_action(game: str, body: v.PlayAt) -> v.Played:
    """Does one action, or takes one outcome of chance: what happens, and the position after it. If the rules refuse
    it, the answer is 409 with the reason in words and the rule."""
    rules = _game(game)
    state = _read(rules, body.position)
    try:
        after, effects = rules.play(state, _action(rules, body.action), None if body.by is None else Seat(body.by))
    except RefusedError as error:
        raise problems.refused(rules, error.refusal, state) from error
    said = serialise.effects(rules, effects, after, this_phone().language)
    return v.Played(said, serialise.position(rules, after))


@api.add("POST", "/<game>/score", "positions", takes=v.At, gives=v.Scores, problems=(404,))
def count_score(game: str, body: v.At) -> v.Scores:
    """What a position is worth to each seat, line by line, and who is ahead."""
    rules = _game(game)
    state = _read(rules, body.position)
    return serialise.scores(rules, rules.score(state), state, this_phone().language)


@api.add("POST", "/<game>/faults", "positions", takes=v.At, gives=v.Faults, problems=(404,))
def list_faults(game: str, body: v.At) -> v.Faults:
    """Everything about a position that cannot be so; nothing where it can be."""
    rules = _game(game)
    state = _read(rules, body.position)
    return v.Faults(serialise.faults(rules, rules.faults(state), state, this_phone().language))


@api.add("POST", "/<game>/resolve", "positions", takes=v.ResolveAt, gives=v.Resolved, problems=(404, 409))
def resolve(game: str, body: v.ResolveAt) -> v.Resolved:
    """Plays on until a player has to decide, as if all were done with what they may do: a round that the rules play
    by themselves, a draw, the end of the turn. Each step is told with its reasons. What is rolled or drawn is given,
    or left to the app, or asked for."""
    rules = _game(game)
    start = _read(rules, body.position)
    language = this_phone().language
    dice = _Dice(rules, body)
    state, steps, needs = rules.resolving(start), list[v.ResolvedStep](), tuple[v.Outcome, ...]()
    try:
        for step, _ in zip(drive.unattended(rules, state, dice), range(MOST_STEPS), strict=False):
            state = step.state
            said = serialise.effects(rules, step.effects, state, language)
            assert step.source is not None, "only chance acts here"
            steps.append(v.ResolvedStep(rules.action_text(step.action), _SOURCES[step.source], said))
    except ScriptEnded:
        needs = serialise.outcomes(rules, state)
    except RefusedError as error:
        raise problems.refused(rules, error.refusal, state, facts={"die": dice.taken}) from error
    return v.Resolved(
        steps=tuple(steps),
        position=serialise.position(rules, state),
        turn=serialise.turn(state),
        needs=needs,
        unused=len(body.dice) - dice.taken,
        faults=serialise.faults(rules, rules.faults(start), start, language),
    )


def _by_name(game: str, name: str) -> None:
    """Adds the operation that a game's rules have a name for."""

    def named(body: v.ResolveAt) -> v.Resolved:
        return resolve(game, body)

    named.__name__ = operation_of(name)
    named.__doc__ = f"The same as `/{game}/resolve`, by its name in the rules."
    api.add("POST", f"/{game}/{name}", "positions", takes=v.ResolveAt, gives=v.Resolved, problems=(409,))(named)


for _name, _shown in samples().items():
    if _shown.resolved_as:
        _by_name(_name, _shown.resolved_as)


_SOURCES: Mapping[Source, Literal["rules", "hand", "app"]] = {
    Source.RULES: "rules",
    Source.HAND: "hand",
    Source.APP: "app",
}
"""What an outcome can come from here."""


class _Dice:
    """The outcomes that were given, then the app's if that was asked for. `taken`: how many given ones were used."""

    def __init__(self, game: AnyGame, body: v.ResolveAt) -> None:
        self._given = Script([_action(game, text, "die") for text in body.dice], Source.HAND)
        self._left = len(body.dice)
        self._app = Generator(body.seed) if body.roll else None

    @property
    def taken(self) -> int:
        return self._given.taken

    def supply(self, game: Game[S, A, E], state: S) -> Supplied[A]:
        if self._app is not None and self.taken == self._left:
            return self._app.supply(game, state)
        return self._given.supply(game, state)
