"""``companion resolve`` and ``companion replay``: a position played on, and a recorded game, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from companion.commands.common import bad, language_option, read_input
from companion.engine import log as logs
from companion.engine.drive import Generator, Script, ScriptEnded, Supplier, drive
from companion.engine.game import ParseError, RefusedError, Step
from companion.engine.registry import game as find_game
from companion.engine.rules import AnyGame


@click.command()
@click.argument("game")
@click.argument("position", metavar="[FILE]", default="-")
@click.option("--seed", type=int, help="Let the app roll and draw, from this seed.")
@click.option("--dice", metavar="TEXT", help="What was rolled or drawn, as in “blue 2, black 5”.")
@language_option
def resolve(game: str, position: str, seed: int | None, dice: str | None, language: str) -> None:
    """Play on from a position until a player has to decide: in Hangzhou, the merchant round; in Dunhuang
    and Xanadú, the draw and the end of the turn.

    FILE holds the position, as one line of text or as JSON; left out or “-”, it is read from standard input.
    """
    if seed is not None and dice is not None:
        raise click.UsageError("Give --seed or --dice, not both.")
    try:
        rules: AnyGame = find_game(game)
    except KeyError as error:
        raise click.UsageError(str(error.args[0])) from error
    name, text = read_input(position)
    try:
        start = (rules.from_json if text.lstrip().startswith("{") else rules.parse)(text)
    except ParseError as error:
        bad(f"{name}:{error.sentence.say(language)}")
    for fault in rules.faults(start):
        click.echo(f"{name}: odd: {rules.say(fault, start, language)}", err=True)
    start = rules.resolving(start)
    texts = [part.strip() for part in (dice or "").split(",") if part.strip()]
    script = Script(texts)
    supplier: Supplier = script if seed is None else Generator(seed)
    steps, state = list[Step](), start
    try:
        for step in drive(rules, start, None, supplier):
            steps.append(step)
            state = step.state
    except ScriptEnded:
        example = rules.action_text(rules.chances(state).outcomes[0])
        bad(f"something has to be rolled or drawn: give --seed NUMBER, or --dice “{example}, …” with what came")
    except ParseError as error:
        bad(f"--dice: {texts[script.taken - 1]}: {error.what.say(language)}")
    except RefusedError as error:
        bad(f"--dice: {texts[script.taken - 1]}: {rules.say(error.refusal, state, language)}")
    for unused in texts[script.taken :]:
        click.echo(f"--dice: {unused}: not needed, nothing more is rolled", err=True)
    click.echo("\n".join([*transcript(rules, steps, language), rules.text(state)]))


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
