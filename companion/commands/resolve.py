"""``companion resolve``: play on until a player has to decide."""

from __future__ import annotations

import sys
from typing import Any

import click

from companion.commands.common import bad, language_option, read_input
from companion.commands.replay import Report
from companion.engine.chance import Generator, ScriptEnded, Supplied, Supplier, Typed
from companion.engine.drive import unattended
from companion.engine.game import ParseError, RefusedError, Source
from companion.engine.registry import game
from companion.engine.rules import GameRules


@click.command()
@click.argument("game")
@click.argument("position", metavar="[FILE]", default="-")
@click.option("--seed", type=int, help="Let the app roll and draw, from this seed.")
@click.option("--dice", metavar="TEXT", help="What was rolled or drawn, as in “blue 2, black 5”.")
@click.option("--json", "as_json", is_flag=True, help="Print data instead of sentences.")
@language_option
def resolve(game: str, position: str, seed: int | None, dice: str | None, as_json: bool, language: str) -> None:
    """Play on from a position until a player has to decide: in Hangzhou, the merchant round; in Dunhuang
    and Xanadú, the draw and the end of the turn.

    FILE holds the position, as one line of text or as JSON; left out or “-”, it is read from standard input.
    On a terminal, without --seed or --dice, each roll and draw is asked for.
    """
    if seed is not None and dice is not None:
        raise click.UsageError("Give --seed or --dice, not both.")
    played = _find_game(game)
    name, text = read_input(position)
    try:
        start = (played.from_json if text.lstrip().startswith("{") else played.parse)(text)
    except ParseError as error:
        bad(f"{name}:{error.sentence.say(language)}")
    for fault in played.faults(start):
        click.echo(f"{name}: odd: {played.say(fault, start, language)}", err=True)
    start = played.resolving(start)
    given = _Given(played, dice or "", language)
    supplier: Supplier = given if seed is None else Generator(seed)
    asking = seed is None and dice is None and _is_terminal()
    if asking:
        supplier = _Asked(language)
    report = Report(played, start, language, as_json=as_json, at_once=asking)
    try:
        for step in unattended(played, start, supplier):
            report.add(step)
    except ScriptEnded:
        example = f"--dice “{_example(played, report.state)}, …”"
        bad(f"something has to be rolled or drawn: give --seed NUMBER, or {example} with what came")
    except RefusedError as error:
        bad(f"--dice: {given.texts[given.used - 1]}: {played.say(error.refusal, report.state, language)}")
    for unused in given.texts[given.used :]:
        click.echo(f"--dice: {unused}: not needed, nothing more is rolled", err=True)
    report.end()


def _is_terminal() -> bool:
    return sys.stdin.isatty()


def _find_game(name: str) -> GameRules[Any]:
    try:
        return game(name)
    except KeyError as error:
        raise click.UsageError(str(error.args[0])) from error


class _Given:
    """The outcomes of --dice, one after the other."""

    def __init__(self, game: GameRules[Any], text: str, language: str) -> None:
        self.texts = [part.strip() for part in text.split(",") if part.strip()]
        self.used = 0
        self._outcomes = []
        for part in self.texts:
            try:
                self._outcomes.append(game.parse_action(part))
            except ParseError as error:
                bad(f"--dice: {part}: {error.what.say(language)}")

    def supply(self, game: GameRules[Any], state: Any) -> Supplied:
        if self.used == len(self._outcomes):
            raise ScriptEnded
        self.used += 1
        return Supplied(self._outcomes[self.used - 1], Source.HAND)


class _Asked:
    """Asks on the terminal for what was rolled or drawn, naming one of the outcomes as an example."""

    def __init__(self, language: str) -> None:
        self.language = language

    def supply(self, game: GameRules[Any], state: Any) -> Supplied:
        def ask(complaint: str) -> str:
            if complaint:
                click.echo(complaint, err=True)
            label = "Rolled or drawn" if self.language == "en" else "Ha salido"
            answer: str = click.prompt(f"{label} ({_example(game, state)})", err=True)
            return answer

        return Typed(ask, self.language).supply(game, state)


def _example(game: GameRules[Any], state: Any) -> str:
    return game.action_text(game.chances(state).outcomes[0])
