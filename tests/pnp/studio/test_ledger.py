"""What is written can be taken back, over all files in one order, and never over what somebody else wrote."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.studio.edits import EditError, UndoLog, file_version


def test_steps_go_back_and_forth_over_files(tmp_path: Path) -> None:
    log = UndoLog(tmp_path)
    (tmp_path / "a.toml").write_bytes(b"1")
    (tmp_path / "b.csv").write_bytes(b"x")
    log.write("a.toml", file_version(b"1"), b"2", "one")
    log.write("b.csv", file_version(b"x"), b"y", "two")
    assert log.undo() and (tmp_path / "b.csv").read_bytes() == b"x"
    assert log.undo() and (tmp_path / "a.toml").read_bytes() == b"1" and log.undo() is None
    assert log.redo() and (tmp_path / "a.toml").read_bytes() == b"2"
    log.write("a.toml", file_version(b"2"), b"3", "three")
    assert log.redo() is None, "a new step ends what was undone"


def test_what_is_newer_stays(tmp_path: Path) -> None:
    log = UndoLog(tmp_path)
    (tmp_path / "a.toml").write_bytes(b"1")
    log.write("a.toml", file_version(b"1"), b"2", "one")
    (tmp_path / "a.toml").write_bytes(b"by hand")
    with pytest.raises(EditError):
        log.undo()
    with pytest.raises(EditError):
        log.write("a.toml", file_version(b"2"), b"3", "two")
    assert (tmp_path / "a.toml").read_bytes() == b"by hand"


@pytest.mark.parametrize("file", ["../a.toml", "/tmp/a.toml", "a.py", "none.toml"])
def test_nothing_else_is_written(tmp_path: Path, file: str) -> None:
    (tmp_path / "kit").mkdir()
    (tmp_path / "a.toml").write_bytes(b"1")
    (tmp_path / "kit" / "a.py").write_bytes(b"1")
    with pytest.raises(EditError):
        UndoLog(tmp_path / "kit").write(file, file_version(b"1"), b"2", "")


@settings(max_examples=40)
@given(st.lists(st.one_of(st.binary(min_size=1, max_size=3), st.sampled_from(["undo", "redo"])), max_size=50))
def test_a_file_is_what_the_steps_say(tmp_path_factory: pytest.TempPathFactory, steps: list[bytes | str]) -> None:
    folder = tmp_path_factory.mktemp("kit")
    (folder / "a.toml").write_bytes(b"")
    log, states, at = UndoLog(folder), [b""], 0
    for step in steps:
        if step == "undo":
            log.undo()
            at = max(0, at - 1)
        elif step == "redo":
            log.redo()
            at = min(len(states) - 1, at + 1)
        elif isinstance(step, bytes) and step != states[at]:
            log.write("a.toml", file_version(states[at]), step, "")
            states, at = [*states[: at + 1], step], at + 1
        assert (folder / "a.toml").read_bytes() == states[at]
