"""All that the golden tests import from the house: when modules move, this is the only file here that changes.

Whatever is called is public: a game's contract, the commands.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner

from companion.cli import main as companion
from companion.engine import game as game_of
from companion.engine.game import ParseError, RefusedError
from companion.engine.log import read_log
from companion.engine.log import replay as replay_log
from companion.engine.versions import FIRST, as_of

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
    "Wrong",
    "command",
    "data",
    "log_again",
    "rules",
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


# Logs.


def log_again(text: str) -> list[tuple[str, int | None, str | None, str]]:
    """A recorded game played again: of each step its action, who did it, its source, and the position after."""
    log = read_log(text)
    played = rules(log.header.game)
    return [
        (played.action_text(step.action), step.by, step.source and str(step.source), played.text(step.state))
        for step in replay_log(log)
    ]


# Commands and the app.


def command(*words: str, typed: str | None = None) -> tuple[int, str, str]:
    """``companion`` with these words: exit code, standard output, standard error."""
    done = CliRunner().invoke(companion, list(words), input=typed)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr
