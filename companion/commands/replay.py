"""``companion replay``: the transcript of a recorded game."""

from __future__ import annotations

import click

from companion.commands.common import bad, language_option, read_input
from companion.commands.report import Report


@click.command()
@click.argument("log", metavar="LOG")
@language_option
def replay(log: str, language: str) -> None:
    """Print the transcript of a game from its LOG (“-”: standard input)."""
    from companion.engine import log as logs
    from companion.engine.game import ParseError

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
