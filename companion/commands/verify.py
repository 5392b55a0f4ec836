"""``companion verify``: checks an exported table without a server."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import click

from companion.commands.common import bad, language_option, read_input
from companion.engine.wording import Wording, wording
from companion.tables.errors import TableError, say
from companion.tables.log.proof import CheckedSeed
from companion.tables.log.proof import verify as verify_log
from companion.web.game_pages import find_game_title, list_player_names

FOUND = 1
"""Exit code when something is wrong with the log."""


@click.command()
@click.argument("file", metavar="[FILE]", default="-")
@language_option
def verify(file: str, language: str) -> None:
    """Check an exported table.

    Its log is whole and keeps to the rules, and each roll of the app follows from the seed that was bound before. Exit
    codes: 0 all is right, 1 something is not, 2 the file cannot be read. FILE
    left out or “-”: standard input.
    """
    name, text = read_input(file)
    words = wording("companion.tables", language)
    try:
        verdict = verify_log(text)
    except TableError as error:
        bad(f"{name}: {say(error, language)}")
    title = {"code": verdict.code, "game": find_game_title(verdict.game, language), "n": str(verdict.entries)}
    _echo(words.phrase("verify.cut", **title))
    table = verdict.table
    names = () if table is None else list_player_names(verdict.game, table.chairs, language)
    for seed in verdict.seeds:
        for line in _seed_lines(seed, names, words):
            _echo(line)
    _echo(words.phrase("verify.undone", n=str(len(verdict.undone))))
    if table is not None and verdict.score is not None:
        totals = zip((names[chair] for chair in table.counting), verdict.score.sheets, strict=True)
        _echo(words.phrase("verify.score", points=", ".join(f"{who} {sheet.total}" for who, sheet in totals)))
    _echo(words.phrase("verify.digest", digest=verdict.digest))
    for finding in verdict.findings:
        _echo(f"{name}: {finding.say(language)}")
    sys.exit(FOUND if verdict.findings else 0)


def _echo(line: str) -> None:
    """Prints a line. Escapes control characters, as an untrusted file may contain some that affect the terminal."""
    click.echo("".join(letter if letter.isprintable() else "�" for letter in line))


def _seed_lines(seed: CheckedSeed, names: Sequence[str], words: Wording) -> Iterator[str]:
    """Yields lines about a seed: its commitment, the share of each chair, and the number of its rolls."""
    yield words.phrase("verify.bound", entry=str(seed.seq), commitment=seed.commitment)
    for share in seed.shares:
        who = words.phrase("who.host") if share.chair is None else names[share.chair]
        yield "  " + words.phrase("verify.mixed", who=who, text=share.text)
    if seed.value is not None:
        yield "  " + words.phrase("verify.told", seed=seed.value)
    right = sum(roll.sign == "right" for roll in seed.rolls)
    numbers = {"app": str(seed.by_app), "right": str(right), "hand": str(len(seed.rolls) - seed.by_app)}
    yield "  " + words.phrase("verify.rolls", **numbers)
