"""Drawings that were read before: the same drawing and the same notes, and never those of other files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pnp.output.cache import Cache
from pnp.output.kept_drawings import keep_drawings

from pnp import memos
from pnp.art import svg
from pnp.art.known_art import Drawing, keep_on, known_art
from pnp.findings import KitError

LEAF = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="{fill}" d="M1 1H8V8z"/></svg>'
WIDE = "color(display-p3 0 1 0)"
"""No printer has it, which is said."""


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    """A cache for drawings, for as long as the test."""
    kept = Cache(tmp_path / "cache")
    keep_drawings(kept)
    yield kept
    keep_on(None)


def saved(path: Path, fill: str) -> Path:
    path.write_text(LEAF.format(fill=fill))
    return path


def in_a_new_process(monkeypatch: pytest.MonkeyPatch, path: Path, file: str = "leaf.svg") -> Drawing:
    monkeypatch.setattr(memos, "_known", {})
    return known_art(path, file)


@pytest.mark.usefixtures("cache")
def test_a_drawing_is_read_once_with_all_that_is_said_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path / "leaf.svg", WIDE)
    first = in_a_new_process(monkeypatch, path)
    assert first.art.items and first.noted
    keep_on(None)
    assert in_a_new_process(monkeypatch, path) == first
    keep_drawings(Cache(tmp_path / "cache"))
    monkeypatch.setattr(svg, "parse_art", lambda *_, **__: pytest.fail("read again"))
    assert in_a_new_process(monkeypatch, path) == first


@pytest.mark.usefixtures("cache")
def test_one_that_changed_or_is_called_otherwise_is_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path / "leaf.svg", WIDE)
    before = in_a_new_process(monkeypatch, path)
    (said,) = in_a_new_process(monkeypatch, path, "art/leaf.svg").noted
    assert said.place.file == "art/leaf.svg" and before.noted[0].place.file == "leaf.svg"
    saved(path, "#336699")
    after = in_a_new_process(monkeypatch, path)
    assert after.art != before.art and not after.noted
    saved(path, WIDE)
    assert in_a_new_process(monkeypatch, path) == before


def test_what_is_torn_or_something_else_is_read_again(
    tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path / "leaf.svg", "#336699")
    first = in_a_new_process(monkeypatch, path)
    (entry,) = (tmp_path / "cache").iterdir()
    entry.write_bytes(entry.read_bytes()[:-1])
    assert in_a_new_process(monkeypatch, path) == first
    cache.put(entry.name, b"no drawing")
    assert in_a_new_process(monkeypatch, path) == first


@pytest.mark.usefixtures("cache")
def test_a_faulty_one_is_told_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "leaf.svg"
    path.write_text("<svg")
    for _ in range(2):
        with pytest.raises(KitError):
            in_a_new_process(monkeypatch, path)
    assert not (tmp_path / "cache").exists()
