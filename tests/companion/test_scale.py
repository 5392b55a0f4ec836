"""What docs/scale.md says is what the model says."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def model() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tests" / "bench" / "scale.py"))


@pytest.mark.landing
def test_the_document_has_the_figures_of_the_model(model: dict[str, Any]) -> None:
    text = (ROOT / "docs" / "scale.md").read_text("utf-8")
    assert model["written"](text) == text, "python tests/bench/scale.py --write brings it up to date"


def test_what_it_says_of_memory_and_disk_is_what_goes_into_the_model(model: dict[str, Any]) -> None:
    text, measured, play = (ROOT / "docs" / "scale.md").read_text("utf-8"), model["MEASURED"], model["PLAY"]
    assert f"A process takes {measured.process_mib:.0f} MiB, and {measured.stream_kib:.0f} KiB for each stream" in text
    assert f"an entry takes {measured.entry_bytes:.0f} bytes in PostgreSQL" in text
    assert f"a game has {play.entries} entries" in text
    assert f"A commit that notifies takes {measured.slow_turn} ms" in text


@pytest.mark.parametrize("tables", [20, 200])
def test_twice_the_processes_are_half_as_busy_and_sooner(model: dict[str, Any], tables: int) -> None:
    one, two = (model["Simulation"](tables, processes).run() for processes in (1, 2))
    assert two.busy == pytest.approx(one.busy / 2, rel=0.05)
    assert two.p99 < one.p99


def test_the_model_is_as_busy_as_arithmetic_says(model: dict[str, Any]) -> None:
    found = model["Simulation"](100, 1).run()
    assert found.busy == pytest.approx(100 * model["of_a_table"]()[0] / 1000, rel=0.05)
