"""What a build made is taken by the next one, until there is too much of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.site import kept
from companion.site.fetch import Unfetched, node


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where it is kept."""
    monkeypatch.setattr(kept, "cache", lambda: tmp_path)
    return tmp_path / "made"


def test_what_was_made_of_the_same_is_not_made_again() -> None:
    made: list[str] = []

    def make() -> bytes:
        made.append("once")
        return b"tea"

    for sources in ((b"ab", b"c"), (b"ab", b"c"), (b"a", b"bc")):
        assert kept.kept("tea", sources, make) == b"tea"
    assert len(made) == 2, "what stands where counts as well"


def test_what_nobody_asked_for_in_the_longest_time_goes(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for age, name in enumerate((b"silk", b"tea", b"salt")):
        kept.kept("ware", (name,), lambda: b"0123456789")
        for file in place.iterdir():
            about = file.stat()
            os.utime(file, (about.st_atime, about.st_mtime - 60 * age))
    kept.kept("ware", (b"silk",), lambda: b"made again")
    monkeypatch.setattr(kept, "ROOM", 25)
    kept.tidy()
    assert len(list(place.iterdir())) == 2
    assert kept.kept("ware", (b"silk",), lambda: b"made again") == b"0123456789"
    assert kept.kept("ware", (b"tea",), lambda: b"made again") == b"made again"


def test_a_script_that_fails_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    program = tmp_path / "node"
    told = r"source of a script\nPythonError: Traceback\n  File x\nValueError: no tea\n\n at x\n"
    program.write_text(f"#!/bin/sh\nprintf '{told}' >&2\nexit 1")
    program.chmod(0o755)
    with pytest.raises(Unfetched, match=r"^node could not count: ValueError: no tea$"):
        node("count", tmp_path / "count.mjs")
