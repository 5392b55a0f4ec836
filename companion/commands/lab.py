"""``companion lab``: experiments for designers, played by bots."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.common import bad, bad_kit, language_option

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.lab.results import Results
    from companion.lab.trial import Row

ENDING = ".sqlite3"
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
    from companion.lab.chunk import ChunkError
    from companion.lab.experiment import read
    from companion.lab.processes import distributed, local
    from companion.lab.results import RunError, begin
    from companion.lab.run import run
    from pnp.findings import KitError

    if processes is not None and scheduler is not None:
        raise click.UsageError("Give --local or --scheduler, not both.")
    try:
        asked = read(experiment)
        crew = distributed(scheduler) if scheduler is not None else local(processes or os.cpu_count() or 1)
        with begin(out or experiment.with_suffix(ENDING), asked) as results, _progress(results) as advance:
            run(results, crew, advance)
    except KitError as error:
        bad_kit(error)
    except OSError as error:
        bad(f"{scheduler or experiment}: {error.strerror or error}")
    except (RunError, ChunkError) as error:
        bad(str(error))
    except KeyboardInterrupt:
        click.echo("Stopped. What was played is kept; the same command goes on.", err=True)
        raise SystemExit(STOPPED) from None
    click.echo(f"{asked.games} games in {out or experiment.with_suffix(ENDING)}")


@contextmanager
def _progress(results: Results) -> Iterator[Callable[[list[Row]], None]]:
    """A bar with the time left, on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    asked = results.experiment
    done = sum(len(results.done(arm)) for arm in range(len(asked.arms)))
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task(asked.game, total=asked.games, completed=done)
        yield lambda rows: bar.advance(task, len(rows))


@contextmanager
def _opened(run: Path) -> Iterator[Results]:
    """The results of a run. What is wrong with the file is one line, and exit code 2."""
    from companion.lab.results import RunError, open_run

    try:
        with open_run(run) as results:
            yield results
    except RunError as error:
        bad(str(error))


@lab.command("report")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="The folder of the report; left out, it is beside RUN.")
@language_option
def report_run(run: Path, out: Path | None, language: str) -> None:
    """Write what RUN says about the game: one page, and each figure as SVG and, with the extra lab, as PNG."""
    from companion.lab_report.report import report, write

    with _opened(run) as results:
        made = report(results, language)
    if not made.sections:
        bad(f"{run}: no game has been played yet")
    try:
        written = write(made, out or run.with_name(f"{run.stem}-report"))
    except OSError as error:
        bad(f"{out or run}: {error.strerror}")
    click.echo(f"{written[0]} and {len(written) - 1} pictures")


@lab.command("norms")
@click.argument("run", type=click.Path(path_type=Path))
def norms_of(run: Path) -> None:
    """Print what bots come to in RUN, as the file lab.json that a game's pages lay beside people's own games."""
    from companion.engine.registry import game
    from companion.lab.norms import norms, written

    with _opened(run) as results:
        found = norms(results, game(results.experiment.game))
    if not found:
        bad(f"{run}: no arm has one kind of bot and nothing varied")
    click.echo(written(found), nl=False)


@lab.command("log")
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("number", type=click.IntRange(0))
@click.option("--arm", default="", metavar="NAME", help="Of the experiment; left out, its first one.")
def log(run: Path, number: int, arm: str) -> None:
    """Print the log of a game, from 0, for `companion replay -`."""
    with _opened(run) as results:
        names = [one.name for one in results.experiment.arms]
        if arm and arm not in names:
            bad(f"{run}: there is no arm {arm}; there are: {', '.join(names)}")
        click.echo(results.log(names.index(arm) if arm else 0, number), nl=False)
