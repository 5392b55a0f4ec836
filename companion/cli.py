"""The command ``companion``. What a command needs is imported when it runs, so that help comes at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from companion.engine.chance import Supplied, Supplier
    from companion.engine.drive import Step
    from companion.engine.game import Game

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
BAD_INPUT = 2
"""Exit code for input that cannot be read."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="silk-road-print-and-play")
def main() -> None:
    """Rules of the printed games, beside the paper."""


language_option = click.option(
    "--language", type=click.Choice(["en", "es"]), default="en", show_default=True, help="Of what is printed."
)


@main.command()
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
    from companion.engine.chance import ScriptEnded
    from companion.engine.drive import unattended
    from companion.engine.game import Refused

    played = _game(game)
    if seed is not None and dice is not None:
        raise click.UsageError("Give --seed or --dice, not both.")
    name, text = _read(position)
    start = _position(played, name, text)
    for fault in played.faults(start):
        click.echo(f"{name}: odd: {played.say(fault, start, language)}", err=True)
    start = played.resolving(start)
    asking = seed is None and dice is None and _is_terminal()
    report = _Report(played, start, language, as_json=as_json, at_once=asking)
    rolled = _Rolled(played, dice or "")
    supplier = rolled.script if dice is not None else _supplier(seed, asking, language)
    try:
        for step in unattended(played, start, supplier):
            report.add(step)
    except ScriptEnded:
        _bad(f"--dice:1:{len(dice or '') + 1}: one more outcome is needed after the {rolled.script.taken} given")
    except Refused as error:
        _bad(f"{rolled.place()}: {played.say(error.refusal, report.state, language)}")
    for place in rolled.unused():
        click.echo(f"{place}: not needed, nothing more is rolled", err=True)
    report.end()


@main.command()
@click.argument("log", metavar="LOG")
@language_option
def replay(log: str, language: str) -> None:
    """Print the transcript of a game from its LOG (“-”: standard input)."""
    from companion.engine import log as logs
    from companion.engine.game import Unreadable

    name, text = _read(log)
    try:
        recorded = logs.read_log(text)
        played, start = logs.start(recorded)
        report = _Report(played, start, language)
        report.lines.append(report.start)
        for step in logs.replay(recorded):
            report.add(step)
    except Unreadable as error:
        _bad(f"{name}:{error}")
    report.end()


def _is_terminal() -> bool:
    return sys.stdin.isatty()


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), default=Path("data"), show_default=True,
              help="Folder of the tables.")  # fmt: skip
@click.option("--database", metavar="URL", help="PostgreSQL instead of a file in the folder.")
@click.option("--address", metavar="URL", help="What the QR codes carry, where it is not this machine's.")
@click.option("--open", "show", is_flag=True, help="Open the page in a browser.")
def serve(host: str, port: int, data: Path, database: str | None, address: str | None, show: bool) -> None:
    """Serve the phones' pages around a table; Ctrl-C stops."""
    from companion.web.terminal import run

    run(host, port, data, database, address, show)


def _game(name: str) -> Game[Any, Any, Any]:
    from companion.engine.registry import game

    try:
        return game(name)
    except KeyError as error:
        raise click.UsageError(str(error.args[0])) from error


def _read(path: str) -> tuple[str, str]:
    """The name to speak of in messages, and the text."""
    if path == "-":
        return "<stdin>", sys.stdin.buffer.read().decode("utf-8", errors="replace")
    try:
        return path, Path(path).read_text(encoding="utf-8")
    except OSError as error:
        _bad(f"{path}: cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        _bad(f"{path}: this is no text in UTF-8: {error.reason} at byte {error.start}")


def _position(game: Game[Any, Any, Any], name: str, text: str) -> Any:
    from companion.engine.game import Unreadable

    try:
        return game.from_json(text) if text.lstrip().startswith("{") else game.parse(text)
    except Unreadable as error:
        _bad(f"{name}:{error}")


class _Rolled:
    """The outcomes given with --dice, and the column where each one stands."""

    def __init__(self, game: Game[Any, Any, Any], text: str) -> None:
        from companion.engine.chance import Script, Source
        from companion.engine.game import Unreadable

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
            except Unreadable as error:
                _bad(f"--dice:1:{start + error.column - 1}: {error.message}")
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
        _bad(
            "something has to be rolled or drawn:"
            f" give --seed NUMBER, or --dice “{_example(game, state)}, …” with what came"
        )


def _example(game: Game[Any, Any, Any], state: Any) -> str:
    return game.action_text(game.chances(state).outcomes[0])


class _Report:
    """What has been played: told at once on a terminal, else only when all has gone well."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        state: Any,
        language: str,
        *,
        as_json: bool = False,
        at_once: bool = False,
    ) -> None:
        self.game = game
        self.state = state
        self.language = language
        self.as_json = as_json
        self.at_once = at_once
        self.start = game.text(state)
        self.steps: list[Any] = []
        self.lines: list[str] = []

    def add(self, step: Step[Any, Any, Any]) -> None:
        """Takes in what happened."""
        self.state = step.state
        if self.as_json:
            self.steps.append(self._data(step))
            return
        for effect in step.effects:
            self.lines.append(self.game.say(effect, step.state, self.language))
            for why in self.game.why(effect, step.state, self.language):
                if len(why.lines) > 1:
                    self.lines.append(f"    {why.title}: {' · '.join(why.lines)}")
        if self.at_once:
            self._tell()

    def _tell(self) -> None:
        for line in self.lines:
            click.echo(line)
        self.lines.clear()

    def _data(self, step: Step[Any, Any, Any]) -> dict[str, Any]:
        import msgspec

        return {
            "action": self.game.action_text(step.action),
            "by": step.by,
            "source": step.source,
            "effects": [
                {
                    "rule": effect.rule,
                    "says": self.game.say(effect, step.state, self.language),
                    "data": msgspec.to_builtins(effect),
                }
                for effect in step.effects
            ],
        }

    def end(self) -> None:
        """Prints what has not been printed, and the position reached."""
        if not self.as_json:
            self._tell()
            click.echo(self.game.text(self.state))
            return
        import msgspec

        after = msgspec.Raw(self.game.to_json(self.state).encode())
        data = {"from": self.start, "steps": self.steps, "to": self.game.text(self.state), "state": after}
        click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def _bad(message: str) -> NoReturn:
    """One line about the input, and exit code 2."""
    click.echo(message, err=True)
    sys.exit(BAD_INPUT)
