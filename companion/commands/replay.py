"""``companion replay``: the transcript of a recorded game; and what has been played, as sentences or as data."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from companion.commands.common import bad, language_option, read_input
from companion.engine import log as logs
from companion.engine.game import ParseError, Step
from companion.engine.rules import GameRules


class Report:
    """The transcript of a game: printed line by line on a terminal, else only after all of it has been replayed."""

    def __init__(
        self,
        game: GameRules[Any],
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

    def add(self, step: Step) -> None:
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

    def _data(self, step: Step) -> dict[str, Any]:
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

        after = msgspec.Raw(self.game.to_json(self.state).encode())
        data = {"from": self.start, "steps": self.steps, "to": self.game.text(self.state), "state": after}
        click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


@click.command()
@click.argument("log", metavar="LOG")
@language_option
def replay(log: str, language: str) -> None:
    """Print the transcript of a game from its LOG (“-”: standard input)."""
    name, text = read_input(log)
    try:
        recorded = logs.read_log(text)
        played, start = logs.start(recorded)
        report = Report(played, start, language)
        report.lines.append(report.start)
        for step in logs.replay(recorded):
            report.add(step)
    except ParseError as error:
        bad(f"{name}:{error.sentence.say(language)}")
    report.end()
