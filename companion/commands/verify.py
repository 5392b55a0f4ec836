"""``companion verify``: checks a finished log without a server."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from companion.commands.common import bad, language_option, read_input

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from companion.engine.wording import Wording
    from companion.tables.log.proof import Roll, Seed

FOUND = 1
"""Exit code when something is wrong with the log."""
SIGNS = {"right": "✓", "wrong": "✗", "unknown": "?", "hand": "·"}


@click.command()
@click.argument("file", metavar="[FILE]", default="-")
@click.option("--digest", metavar="HEX", help="The digest that a phone showed: is this the same log?")
@click.option("--rolls", is_flag=True, help="List every roll.")
@language_option
def verify(file: str, digest: str | None, rolls: bool, language: str) -> None:
    """Check a finished log: an exported table, or a recorded game.

    Of an exported table: that its log is whole and keeps to the rules, that each roll of the app follows
    from the seed that was bound before, and that position and score are as stated. Of a recorded game (one
    action a line): that it keeps to the rules and ends. Exit codes: 0 all is right, 1 something is not,
    2 the file cannot be read. FILE left out or “-”: standard input.
    """
    name, text = read_input(file)
    if _is_record(text):
        if digest is not None:
            raise click.UsageError("--digest is for exported tables; a recorded game has none.")
        complaints = _record(name, text, language)
    else:
        complaints = _export(name, text, digest, rolls, language)
    for complaint in complaints:
        _say(f"{name}: {complaint}")
    sys.exit(FOUND if complaints else 0)


def _say(line: str) -> None:
    """Prints a line. A stranger's file may hold what would move the cursor of a terminal."""
    click.echo("".join(letter if letter.isprintable() else "�" for letter in line))


def _words(language: str) -> Wording:
    from companion.engine.wording import wording

    return wording("companion.tables", language)


def _is_record(text: str) -> bool:
    """Is its first line an object of its own, with the position that a record begins from?"""
    first = next((line for line in text.splitlines() if line.strip()), "")
    try:
        head = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(head, dict) and "position" in head and "log" not in head


def _record(name: str, text: str, language: str) -> list[str]:
    """Replays a recorded game; what is wrong with it."""
    from companion.engine import log as logs
    from companion.engine.game import OVER, ParseError
    from companion.web.game_pages import called

    words = _words(language)
    try:
        recorded = logs.read_log(text)
        game, state = logs.start(recorded)
    except ParseError as error:
        bad(f"{name}:{error.sentence.say(language)}")
    actions = 0
    try:
        for step in logs.replay(recorded):
            state, actions = step.state, actions + 1
    except ParseError as error:
        return [words.phrase("verify.line", line=str(error.line), message=error.what.say(language))]
    _say(words.phrase("verify.record", game=called(game.ID, language), n=str(actions)))
    _say(game.text(state))
    return [] if state.turn is OVER else [words.phrase("finding.unfinished")]


def _export(name: str, text: str, digest: str | None, rolls: bool, language: str) -> list[str]:
    """Says what was checked of an exported table; what is wrong with it."""
    from companion.engine.registry import game
    from companion.tables.errors import BadImport
    from companion.tables.log.audit import said, verify
    from companion.web.game_pages import called, player_names

    words = _words(language)
    try:
        verdict = verify(text)
    except BadImport as error:
        bad(f"{name}: {words.phrase('verify.bad', message=error.what.say(language))}")
    key = "verify.whole" if verdict.proof.whole else "verify.cut"
    title = {"code": verdict.code, "game": called(verdict.game, language), "n": str(len(verdict.digests))}
    _say(words.phrase(key, **title))
    table = verdict.proof.table
    names = () if table is None else player_names(verdict.game, table.chairs, language)
    for seed in verdict.proof.seeds:
        _tell(seed, names, words, rolls, verdict.proof.undone)
    _say(words.phrase("verify.undone", n=str(len(verdict.proof.undone))))
    if table is not None and verdict.score is not None:
        totals = zip((names[chair] for chair in table.counting), verdict.score.sheets, strict=True)
        points = ", ".join(f"{who} {sheet.total}" for who, sheet in totals)
        _say(words.phrase("verify.score", points=points))
    _say(words.phrase("verify.digest", entry=str(len(verdict.digests)), digest=verdict.digest))
    players = tuple(names[chair.number] for chair in verdict.players)
    complaints = [said(finding, game(verdict.game), language, players) for finding in verdict.findings]
    if digest is not None and digest.strip().lower() not in verdict.digests:
        complaints.append(words.phrase("finding.other_digest", expected=digest))
    return complaints


def _tell(seed: Seed, names: Sequence[str], words: Wording, rolls: bool, undone: Collection[int]) -> None:
    """Prints one seed: its commitment, what each chair mixed in and, with `rolls`, each roll; `undone` are entries."""
    _say(words.phrase("verify.bound", entry=str(seed.seq), commitment=seed.commitment))
    for mixture in seed.mixed:
        who = words.phrase("host") if mixture.chair is None else names[mixture.chair]
        _say("  " + words.phrase("verify.mixed", who=who, text=mixture.text))
    if seed.seed is not None:
        _say("  " + words.phrase("verify.told", seed=seed.seed))
    right = sum(roll.sign == "right" for roll in seed.rolls)
    numbers = {"app": str(seed.by_app), "right": str(right), "hand": str(len(seed.rolls) - seed.by_app)}
    _say("  " + words.phrase("verify.rolls", **numbers))
    for roll in seed.rolls if rolls else ():
        note = f" ({words.phrase('verify.was_undone')})" if roll.seq in undone else ""
        _say(f"  {SIGNS[roll.sign]} {_line(roll)}{note}")


def _line(roll: Roll) -> str:
    gives = f" ≠ {roll.expected}" if roll.sign == "wrong" else ""
    return f"{roll.seq}: {roll.outcome}{gives}"
