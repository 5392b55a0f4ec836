"""What docs/tables.md shows runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.hangzhou.moves import PickDye
from companion.tables import Tables, View

PAGE = Path(__file__).parents[3] / "docs" / "tables.md"


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    exec(example, names)
    view, tables = names["view"], names["tables"]
    assert isinstance(view, View) and isinstance(tables, Tables)
    assert view.seat == 1 and view.names == ("Ana", "Mei") and view.state.turn in (0, 1)
    assert {type(action) for action in view.legal} <= {PickDye}
    tables.close()


def test_every_call_of_the_page_is_there() -> None:
    table = re.findall(r"^\| (`.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    calls = {name for cell in table for name in re.findall(r"`(\w+)", cell)}
    known = set(dir(Tables)) | {
        "history",
        "bots",
        "news",
        "store",
        "Accepted",
        "RefusedByRule",
        "MovedOn",
        "View",
        "GiveSeat",
    }
    assert calls and calls <= known
    public = {name for name in dir(Tables) if not name.startswith("_")} - {"close", "act_for_bot", "load"}
    assert public <= calls
