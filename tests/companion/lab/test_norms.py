"""What bots come to, as the file beside a game's pages."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from experiments import DUNHUANG, experiment, written

from companion.cli import main
from companion.lab.norms import Norm, known, norm
from companion.lab.processes import alone
from companion.lab.results import begin
from companion.lab.run import run

ARMS = (
    DUNHUANG
    + """
[[arm]]
name = "a house rule is not as printed"
house = { tie = "holder" }
[[arm]]
name = "two"
[[arm]]
name = "bots of two kinds"
bots = ["random", "greedy"]
players = 2
[[arm]]
name = "three"
players = 3
"""
)


def test_a_run_makes_the_file_and_pages_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, ARMS)
    with begin(path.with_suffix(".sqlite3"), experiment(tmp_path, ARMS)) as results:
        run(results, alone, lambda rows: None)
        points = sorted(seat.points for row in results.rows(1) for seat in row.seats)
    told = CliRunner().invoke(main, ["lab", "norms", str(path.with_suffix(".sqlite3"))])
    assert told.exit_code == 0, told.output
    two, three = msgspec.json.decode(told.output, type=tuple[Norm, ...])
    assert (two.players, three.players, two.bot, two.games) == (2, 3, "random", 6)
    assert points[2] <= two.lower <= two.median <= two.upper <= points[-3]
    package = tmp_path / "labelled"
    package.mkdir()
    (package / "__init__.py").write_text("", "utf-8")
    (package / "lab.json").write_text(told.output, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert norm("labelled", 3) == three and norm("labelled", 4) is None
    assert known("companion.engine") == ()


def test_a_run_that_varies_everything_makes_none(tmp_path: Path) -> None:
    text = DUNHUANG + 'house = { tie = "holder" }'
    path = written(tmp_path, text)
    with begin(path.with_suffix(".sqlite3"), experiment(tmp_path, text)) as results:
        run(results, alone, lambda rows: None)
    told = CliRunner().invoke(main, ["lab", "norms", str(path.with_suffix(".sqlite3"))])
    assert told.exit_code == 2 and "nothing varied" in told.output
