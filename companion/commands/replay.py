"""``companion replay``: the transcript of a recorded game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from companion.commands.common import bad, language_option, read_input
from companion.engine import log as logs
from companion.engine.game import ParseError, Step
from companion.engine.rules import AnyGame


def transcript(game: AnyGame, steps: Sequence[Step], language: str) -> Iterator[str]:
    """Yields a sentence for each effect, with its longer reasons below it."""
    for step in steps:
        for effect in step.effects:
            yield game.say(effect, step.state, language)
            for why in game.why(effect, step.state, language):
                if len(why.lines) > 1:
                    yield f"    {why.title}: {' · '.join(why.lines)}"


@click.command()
@click.argument("log", metavar="LOG")
@language_option
def replay(log: str, language: str) -> None:
    """Print the transcript of a game from its LOG (“-”: standard input)."""
    name, text = read_input(log)
    try:
        recorded = logs.read_log(text)
        game, start = logs.start(recorded)
        steps = list(logs.replay(recorded))
    except ParseError as error:
        bad(f"{name}:{error.sentence.say(language)}")
    end = steps[-1].state if steps else start
    click.echo("\n".join([game.text(start), *transcript(game, steps, language), game.text(end)]))
