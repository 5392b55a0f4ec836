"""What is read once a process, and handed to another."""

from __future__ import annotations

import pickle

import pytest

from pnp import memos

asked: list[tuple[int, str]] = []


@memos.once
def repeated(times: int, word: str) -> str:
    asked.append((times, word))
    if not word:
        raise ValueError("says nothing")
    return word * times


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memos, "_known", {})
    asked.clear()


def test_what_is_asked_again_is_read_once() -> None:
    assert [repeated(2, "tea"), repeated(2, "tea"), repeated(3, "tea")] == ["teatea", "teatea", "teateatea"]
    assert asked == [(2, "tea"), (3, "tea")]


def test_what_could_not_be_read_is_read_again() -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="says nothing"):
            repeated(1, "")
    assert asked == [(1, ""), (1, "")] and not memos.known()


def test_what_another_process_has_read_is_not_read_here() -> None:
    repeated(2, "silk")
    carried = pickle.dumps(memos.known())
    memos._known.clear()
    asked.clear()
    memos.take(pickle.loads(carried))
    assert repeated(2, "silk") == "silksilk" and not asked


def test_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memos, "MOST", 2)
    for word in ("tea", "silk", "jade", "silk", "tea"):
        repeated(1, word)
    assert asked == [(1, "tea"), (1, "silk"), (1, "jade"), (1, "tea")] and len(memos.known()) == 2
