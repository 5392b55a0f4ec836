"""All that the golden tests import from the house: when modules move, this is the only file here that changes.

Whatever is called is public: a game's contract, the commands, the interface over HTTP, the tables of a database.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner
from flask.testing import FlaskClient

from companion.cli import main as companion
from companion.engine import game as game_of
from companion.engine.game import ParseError, RefusedError
from companion.engine.log import read_log
from companion.engine.log import replay as replay_log
from companion.engine.versions import FIRST, as_of
from companion.tables import TableError, Tables, open_tables, parse_command
from companion.tables import say as say_error
from companion.tables.log.entries import Body
from companion.tables.log.entries import decode as decode_entry
from companion.tables.log.entries import encode as encode_entry
from companion.web import create_app
from pnp.cli import main as press

ROOT = Path(__file__).parents[2]
OASIS = ROOT / "docs" / "oasis"
OURS = ("hangzhou", "dunhuang", "xanadu")
GAMES = (*OURS, "oasis")

__all__ = [
    "GAMES",
    "OASIS",
    "OURS",
    "ROOT",
    "ParseError",
    "RefusedError",
    "TableError",
    "Tables",
    "Wrong",
    "client",
    "command",
    "command_again",
    "data",
    "entry",
    "entry_kinds",
    "log_again",
    "manifest",
    "open_tables",
    "rules",
    "sentences",
    "table_error",
    "turn",
    "unreadable",
]

Wrong = dict[str, Any]
"""What is wrong with a text: where, in English, and in Spanish."""


# Games.


def rules(game: str) -> Any:
    """The rules of a game as they were when the corpus was written; Oasis, which is not installed, straight from its
    folder."""
    if game in OURS:
        return as_of(game_of(game), FIRST)
    if str(OASIS) not in sys.path:
        sys.path.append(str(OASIS))
    from oasis.rules import OASIS as oasis  # noqa: N811 - a game like the others

    return oasis


def turn(state: Any) -> int | str:
    """The seat whose turn it is, ``chance`` or ``over``."""
    return int(state.turn) if isinstance(state.turn, int) else str(state.turn.value)


def data(value: Any) -> Any:
    """An effect, refusal, fault or score as plain data, as the interface and the commands tell it."""
    return json.loads(msgspec.json.encode(value))


def unreadable(error: ParseError) -> Wrong:
    """What a person is told of a text that cannot be read."""
    return {"line": error.line, "column": error.column, "en": error.message, "es": error.what.say("es")}


def not_a_number(sentence: str) -> Any:
    """What the engine says of a round that is no number, as the facts of the corpus have it in English."""
    try:
        rules("hangzhou").parse("hangzhou RBYW round: x")
    except ParseError as error:
        assert error.message == sentence
        return error.what
    raise AssertionError("the round is no number")


# Logs and tables.


def log_again(text: str) -> list[tuple[str, int | None, str | None, str]]:
    """A recorded game played again: of each step its action, who did it, its source, and the position after."""
    log = read_log(text)
    played = rules(log.header.game)
    return [
        (played.action_text(step.action), step.by, step.source and str(step.source), played.text(step.state))
        for step in replay_log(log)
    ]


def entry(text: str) -> Any:
    """The body of a table's entry, read and written again. Raises `ValueError`."""
    return json.loads(encode_entry(decode_entry(text)))


def entry_kinds() -> set[str]:
    """Every kind of entry that there is."""
    return {str(body.__struct_config__.tag) for body in Body.__args__}


def command_again(text: str) -> dict[str, Any]:
    """A command read and written again, or what is wrong with it."""
    try:
        return {"gives": data(parse_command(text))}
    except TableError as error:
        return {"wrong": table_error(error)}


def table_error(error: TableError) -> dict[str, str]:
    """The stable code and the sentences of an error at a table."""
    return {"code": error.code, "en": say_error(error), "es": say_error(error, "es")}


def sentences(code: str, facts: dict[str, str | int]) -> dict[str, str]:
    """The sentences of the error that has this code."""
    error = TableError(**facts | {"message": not_a_number(str(facts["message"]))})
    kind = next(kind for kind in TableError.__subclasses__() if kind.code == code)
    made = kind.__new__(kind)
    made.facts = error.facts
    return table_error(made)


# Commands and the app.


def command(*words: str, typed: str | None = None) -> tuple[int, str, str]:
    """``companion`` with these words: exit code, standard output, standard error."""
    done = CliRunner().invoke(companion, list(words), input=typed)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


def client(tables: Tables, folder: Path) -> FlaskClient:
    """A phone or program without cookies, of a server over these tables."""
    app = create_app(tables)
    app.testing = True
    return app.test_client(use_cookies=False)


def manifest(game: str, out: Path, address: str = "") -> Any:
    """What `pnp build` says of a kit, with codes that lead to this address."""
    words = ["build", game if game in OURS else str(OASIS / "oasis" / "kit"), "--out", str(out)]
    done = CliRunner().invoke(press, [*words, *(("--companion", address) if address else ())])
    assert done.exit_code == 0, done.output
    return json.loads((out / game / "for-programs/manifest.json").read_text(encoding="utf-8"))
