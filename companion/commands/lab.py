"""``companion lab``: experiments for designers, played by bots."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from companion.commands.common import bad, bad_kit, language_option
from companion.engine.registry import game
from companion.lab.compare import CompareError, compare
from companion.lab.experiment import read
from companion.lab.results import Results, RunError, begin, open_run
from companion.lab.run import distributed, local, run
from companion.lab.trial import Row, TrialError
from companion.lab_report.report import report
from companion.lab_report.speaker import Speaker
from pnp.findings import KitError

ENDING = ".sqlite3"
WIDE = 160
"""Columns of a table that does not go to a terminal."""
STOPPED = 130
"""Exit code after Ctrl-C."""


@click.group()
def lab() -> None:
    """Have bots play a game a thousand times, and read what it tells about its design."""


@lab.command("run")
@click.argument("experiment", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="The file of the run; left out, it is beside EXPERIMENT.")
@click.option("--local", "processes", type=click.IntRange(1), metavar="N", help="Processes; left out, one a core.")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler, such as tcp://192.168.0.5:8786.")
def run_experiment(experiment: Path, out: Path | None, processes: int | None, scheduler: str | None) -> None:
    """Play the games of EXPERIMENT. After Ctrl-C or a power cut the same command goes on where it was."""
    if processes is not None and scheduler is not None:
        raise click.UsageError("Give --local or --scheduler, not both.")
    target = out or experiment.with_suffix(ENDING)
    if not target.parent.is_dir():
        bad(f"{target}: there is no folder {target.parent}")
    try:
        asked = read(experiment)
        crew = distributed(scheduler) if scheduler is not None else local(processes or os.cpu_count() or 1)
        with begin(target, asked) as results, _progress(results) as advance:
            run(results, crew, advance)
    except KitError as error:
        bad_kit(error)
    except OSError as error:
        bad(f"{scheduler or experiment}: {error.strerror or error}")
    except (RunError, TrialError) as error:
        bad(str(error))
    except KeyboardInterrupt:
        click.echo("Stopped. What was played is kept; the same command goes on.", err=True)
        raise SystemExit(STOPPED) from None
    click.echo(f"{asked.games} games in {target}")


@contextmanager
def _progress(results: Results) -> Iterator[Callable[[list[Row]], None]]:
    asked = results.experiment
    done = sum(len(results.done(arm)) for arm in range(len(asked.arms)))
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task(asked.game, total=asked.games, completed=done)
        yield lambda rows: bar.advance(task, len(rows))


@lab.command("compare")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--details", is_flag=True, help="Show the numbers behind the sentences as a table.")
@language_option
def compare_arms(first: str, second: str, details: bool, language: str) -> None:
    """Say what differs between A and B: in length, points, victories and changes of the lead. Each is RUN or RUN:ARM;
    without a name it is the first arm. Both have to share their deals."""
    try:
        with _arm(first) as (one, arm), _arm(second) as (two, other):
            found, speaker = compare(one, arm, two, other), Speaker(game(one.experiment.game), language)
    except CompareError as error:
        bad(str(error))
    for sentence in speaker.compared(found):
        click.echo(sentence)
    if details:
        heads, *rows = speaker.details(found)
        table = Table(*heads, box=None)
        for row in rows:
            table.add_row(*row)
        Console(width=None if sys.stdout.isatty() else WIDE).print(table)


@contextmanager
def _arm(given: str) -> Iterator[tuple[Results, int]]:
    """Returns the run and the arm named RUN or RUN:ARM. Exits with code 2 and one line if it is invalid."""
    path, colon, name = given.rpartition(":")
    if Path(given).is_file() or not colon:
        path, name = given, ""
    try:
        with open_run(Path(path)) as results:
            names = [one.name for one in results.experiment.arms]
            if name and name not in names:
                bad(f"{path}: there is no arm {name}; there are: {', '.join(names)}")
            yield results, names.index(name) if name else 0
    except RunError as error:
        bad(str(error))


@lab.command("report")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="The file of the report; left out, it is beside RUN.")
@language_option
def report_run(run: Path, out: Path | None, language: str) -> None:
    """Write what RUN says about the game, as one page: its arms beside the first one, then each arm in tables."""
    target = out or run.with_suffix(".html")
    with _arm(str(run)) as (results, _):
        made = report(results, language)
    if not made.sections:
        bad(f"{run}: no game has been played yet")
    try:
        target.write_text(made.page(), "utf-8")
    except OSError as error:
        bad(f"{target}: {error.strerror}")
    click.echo(str(target))


@lab.command("log")
@click.argument("run", metavar="RUN[:ARM]")
@click.argument("number", type=click.IntRange(0))
def log(run: str, number: int) -> None:
    """Print the log of a game, from 0, for `companion replay -`."""
    with _arm(run) as (results, arm):
        click.echo(results.log(arm, number), nl=False)
