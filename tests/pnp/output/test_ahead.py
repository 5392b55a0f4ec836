"""Faces that others lay out ahead: the same files, the same findings in the same order, and less to do here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import cast

import pytest
from output_builders import many_cards

from pnp.face.program import Program
from pnp.findings import KitError
from pnp.output import ahead
from pnp.output.build import build
from pnp.output.built import Built
from pnp.output.presses import Presses
from pnp.sheet.options import Options


class Others:
    """Presses whose processes are this one: a task is done when it is handed out, never begun, or never done."""

    def __init__(self, done: Callable[[int], bool], begun: Callable[[int], bool] | None = None) -> None:
        self.done = done
        self.begun = begun or done
        self.tasks = 0

    def beside(self, work: Callable[[], object]) -> None:
        work()

    def helper(self, work: Callable[..., bytes], *arguments: object) -> Future[bytes]:
        future: Future[bytes] = Future()
        self.tasks += 1
        if self.begun(self.tasks):
            assert future.set_running_or_notify_cancel()
        if self.done(self.tasks):
            future.set_result(work(*arguments))
        return future


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(ahead, "MANY", 20)
    monkeypatch.setattr(ahead, "CHUNK", 7)
    yield
    ahead._job.cache_clear()


def printed(kit: Path, out: Path, others: Others | None) -> tuple[dict[str, bytes], list[tuple[str, tuple[str, ...]]]]:
    presses = (lambda: cast("Presses", others)) if others else None
    built: Built = build(kit, Options(out=out, cache=False), lambda *_: None, presses=presses)
    files = {path.name: path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}
    return files, [(repr(finding), built.findings.on(finding)) for finding in built.findings]


def test_what_others_lay_out_is_what_would_be_laid_out_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever they come to, and whatever there is to say of faces; what they leave is laid out here."""
    kit = many_cards(tmp_path / "kit", 40)
    own = printed(kit, tmp_path / "own", None)
    assert any(len(cards) > 2 for _, cards in own[1]), "there is something to say of several cards"
    ways: dict[str, Callable[[int], bool]] = {
        "all": lambda task: True,
        "some": lambda task: task % 3 > 0,
        "none": lambda task: False,
    }
    for name, done in ways.items():
        others = Others(done, lambda task: task % 2 > 0 or ways["some"](task))
        assert printed(kit, tmp_path / name, others) == own, name
        assert others.tasks > 10
    monkeypatch.setattr(ahead, "MOST_CARRIED", 1_000)
    assert printed(kit, tmp_path / "large", Others(lambda task: True)) == own


def test_faces_that_are_ready_are_not_laid_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit = many_cards(tmp_path / "kit", 40)
    drawn: list[int] = []
    paint = Program.paint
    monkeypatch.setattr(Program, "paint", lambda self, env: drawn.append(1) or paint(self, env))
    printed(kit, tmp_path / "own", None)
    alone = len(drawn)
    drawn.clear()
    work = ahead.laid_out

    def elsewhere(*arguments: object) -> bytes:
        before = len(drawn)
        try:
            return work(*arguments)  # type: ignore[arg-type] # as they were handed out
        finally:
            del drawn[before:]

    monkeypatch.setattr(ahead, "laid_out", elsewhere)
    printed(kit, tmp_path / "helped", Others(lambda task: True))
    assert alone - len(drawn) > 60, "one by one they are laid out for their ink alone"


def test_what_is_wrong_is_told_once_and_in_turn(tmp_path: Path) -> None:
    kit = many_cards(tmp_path / "kit", 40, words=400)
    told = []
    for others in (None, Others(lambda task: True)):
        with pytest.raises(KitError) as raised:
            printed(kit, tmp_path / "out", others)
        told.append(raised.value.findings)
    assert told[0] == told[1] and len(told[0]) >= 2


def test_a_small_kit_is_laid_out_here(tmp_path: Path) -> None:
    others = Others(lambda task: True)
    printed(many_cards(tmp_path / "kit", 4), tmp_path / "out", others)
    assert not others.tasks
