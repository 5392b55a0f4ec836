"""Faces that others lay out ahead: the same files, the same findings in the same order, and less to do here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from output_builders import many_cards

from pnp.face.program import Program
from pnp.findings import KitError
from pnp.output import ahead
from pnp.output.build import build
from pnp.output.built import Built
from pnp.sheet.options import Options


def at_once(work: Callable[[], object], _ends: ExitStack) -> None:
    """Faces are laid out as if by another process: it has done all before this one begins, or some of it, or is still
    at it."""
    work()


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "MANY", 20)
    monkeypatch.setattr(ahead, "CHUNK", 7)
    monkeypatch.setattr(ahead, "MOST_OPEN", 56)
    monkeypatch.setattr(ahead, "has_twins", lambda: True)
    monkeypatch.setattr(ahead, "begun", at_once)
    monkeypatch.setattr("pnp.output.build.has_twins", lambda: False)  # the ink is measured here


def printed(kit: Path, out: Path, processes: int) -> tuple[dict[str, bytes], list[tuple[str, tuple[str, ...]]]]:
    built: Built = build(kit, Options(out=out, cache=False), lambda *_: None, processes=processes)
    files = {path.name: path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}
    return files, [(repr(finding), built.findings.on(finding)) for finding in built.findings]


def test_what_others_lay_out_is_what_would_be_laid_out_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever they come to, and whatever there is to say of faces; what they leave is laid out here."""
    kit = many_cards(tmp_path / "kit", 40)
    own = printed(kit, tmp_path / "own", 1)
    assert any(len(cards) > 2 for _, cards in own[1]), "there is something to say of several cards"
    assert printed(kit, tmp_path / "two", 2) == own
    assert printed(kit, tmp_path / "three", 3) == own
    take, put = ahead.Chunks.take, ahead.Chunks.put
    monkeypatch.setattr(ahead.Chunks, "take", lambda self, number: number % 3 > 0 and take(self, number))
    assert printed(kit, tmp_path / "some", 2) == own
    monkeypatch.setattr(ahead.Chunks, "put", lambda self, number, data: number % 2 or put(self, number, data))
    assert printed(kit, tmp_path / "under way", 2) == own
    monkeypatch.setattr(ahead, "MOST_CARRIED", 1_000)
    assert printed(kit, tmp_path / "large", 2) == own


def test_a_chunk_is_laid_out_by_one(tmp_path: Path) -> None:
    chunks = ahead.Chunks(tmp_path)
    assert chunks.take(3)
    assert not ahead.Chunks(tmp_path).take(3)
    assert chunks.get(3) == b"", "it is still being laid out"
    chunks.put(3, b"faces")
    assert (chunks.get(3), chunks.get(3)) == (b"faces", b"")


def test_faces_that_are_ready_are_not_laid_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit = many_cards(tmp_path / "kit", 40)
    drawn: list[int] = []
    paint = Program.paint
    monkeypatch.setattr(Program, "paint", lambda self, env: drawn.append(1) or paint(self, env))
    printed(kit, tmp_path / "own", 1)
    alone = len(drawn)
    drawn.clear()
    work = ahead.lay_out

    def elsewhere(*arguments: object) -> None:
        work(*arguments)  # type: ignore[arg-type] # as they were handed out
        drawn.clear()

    monkeypatch.setattr(ahead, "lay_out", elsewhere)
    printed(kit, tmp_path / "helped", 2)
    assert alone - len(drawn) > 60, "one by one they are laid out for their ink alone"


def test_what_is_wrong_is_told_once_and_in_turn(tmp_path: Path) -> None:
    kit = many_cards(tmp_path / "kit", 40, words=400)
    told = []
    for processes in (1, 2):
        with pytest.raises(KitError) as raised:
            printed(kit, tmp_path / "out", processes)
        told.append(raised.value.findings)
    assert told[0] == told[1] and len(told[0]) >= 2


def test_a_small_kit_is_laid_out_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "begun", None)  # nothing is
    printed(many_cards(tmp_path / "kit", 4), tmp_path / "out", 2)
