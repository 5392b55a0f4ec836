"""``companion resolve``: play on until a player has to decide."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from companion.commands.common import bad, language_option, read_input
from companion.commands.report import Report

if TYPE_CHECKING:
    from companion.engine.chance import Supplied, Supplier
    from companion.engine.game import Game

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


@click.command()
@click.argument("game")
@click.argument("position", metavar="[FILE]", default="-")
@click.option("--seed", type=int, help="Let the app roll and draw, from this seed.")
@click.option("--dice", metavar="TEXT", help="What was rolled or drawn, as in “blue 2, black 5”.")
@click.option("--rules", default="", metavar="VERSION", help="By earlier rules, such as those of a table begun before.")
@click.option("--json", "as_json", is_flag=True, help="Print data instead of sentences.")
@language_option
def resolve(
    game: str, position: str, seed: int | None, dice: str | None, rules: str, as_json: bool, language: str
) -> None:
    """Play on from a position until a player has to decide: in Hangzhou, the merchant round; in Dunhuang
    and Xanadú, the draw and the end of the turn.

    FILE holds the position, as one line of text or as JSON; left out or “-”, it is read from standard input.
    On a terminal, without --seed or --dice, each roll and draw is asked for.
    """
    from companion.engine.chance import ScriptEnded
    from companion.engine.drive import unattended
    from companion.engine.game import RefusedError

    played = _game(game, rules)
    if seed is not None and dice is not None:
        raise click.UsageError("Give --seed or --dice, not both.")
    name, text = read_input(position)
    start = _position(played, name, text, language)
    for fault in played.faults(start):
        click.echo(f"{name}: odd: {played.say(fault, start, language)}", err=True)
    start = played.resolving(start)
    asking = seed is None and dice is None and _is_terminal()
    report = Report(played, start, language, as_json=as_json, at_once=asking)
    rolled = _Rolled(played, dice or "", language)
    supplier = rolled.script if dice is not None else _supplier(seed, asking, language)
    try:
        for step in unattended(played, start, supplier):
            report.add(step)
    except ScriptEnded:
        bad(f"--dice:1:{len(dice or '') + 1}: one more outcome is needed after the {rolled.script.taken} given")
    except RefusedError as error:
        bad(f"{rolled.place()}: {played.say(error.refusal, report.state, language)}")
    for place in rolled.unused():
        click.echo(f"{place}: not needed, nothing more is rolled", err=True)
    report.end()


def _is_terminal() -> bool:
    return sys.stdin.isatty()


def _game(name: str, rules: str) -> Game[Any, Any, Any]:
    from companion.engine.registry import game
    from companion.engine.versions import as_of, version

    try:
        played: Game[Any, Any, Any] = as_of(game(name), rules or version(game(name)))
        return played
    except KeyError as error:
        raise click.UsageError(str(error.args[0])) from error


def _position(game: Game[Any, Any, Any], name: str, text: str, language: str) -> Any:
    from companion.engine.game import ParseError

    try:
        return game.from_json(text) if text.lstrip().startswith("{") else game.parse(text)
    except ParseError as error:
        bad(f"{name}:{error.sentence.say(language)}")


class _Rolled:
    """The outcomes given with --dice, and the column where each one stands."""

    def __init__(self, game: Game[Any, Any, Any], text: str, language: str) -> None:
        from companion.engine.chance import Script, Source
        from companion.engine.game import ParseError

        self.columns: list[int] = []
        outcomes = []
        at = 0
        for part in text.split(","):
            start, at = at + len(part) - len(part.lstrip()) + 1, at + len(part) + 1
            if not part.strip():
                continue
            self.columns.append(start)
            try:
                outcomes.append(game.parse_action(part.strip()))
            except ParseError as error:
                bad(f"--dice:1:{start + error.column - 1}: {error.what.say(language)}")
        self.script = Script(outcomes, Source.HAND)

    def place(self) -> str:
        """Where the outcome used last stands."""
        return f"--dice:1:{self.columns[self.script.taken - 1]}"

    def unused(self) -> list[str]:
        """Where the outcomes stand that were not needed."""
        return [f"--dice:1:{column}" for column in self.columns[self.script.taken :]]


def _supplier(seed: int | None, asking: bool, language: str) -> Supplier:
    from companion.engine.chance import Generator

    if seed is not None:
        return Generator(seed)
    return _Asked(language) if asking else _Nothing()


class _Asked:
    """Asks on the terminal for what was rolled or drawn, naming one of the outcomes as an example."""

    def __init__(self, language: str) -> None:
        self.language = language

    def supply(self, game: Game[S, A, E], state: S) -> Supplied[A]:
        from companion.engine.chance import Typed

        example = _example(game, state)

        def ask(complaint: str) -> str:
            if complaint:
                click.echo(complaint, err=True)
            label = "Rolled or drawn" if self.language == "en" else "Ha salido"
            answer: str = click.prompt(f"{label} ({example})", err=True)
            return answer

        return Typed(ask, self.language).supply(game, state)


class _Nothing:
    """Complains when something is to be rolled or drawn after all."""

    def supply(self, game: Game[Any, Any, Any], state: Any) -> NoReturn:
        bad(
            "something has to be rolled or drawn:"
            f" give --seed NUMBER, or --dice “{_example(game, state)}, …” with what came"
        )


def _example(game: Game[Any, Any, Any], state: Any) -> str:
    return game.action_text(game.chances(state).outcomes[0])
