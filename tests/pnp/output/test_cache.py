"""Entries of the cache: whole ones come back under their own names, and nothing else does."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.output.cache import Cache


@given(data=st.binary(max_size=200), at=st.integers(0, 400), bit=st.integers(0, 7))
def test_a_torn_entry_is_none(data: bytes, at: int, bit: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("cache")
    cache = Cache(folder)
    cache.put("a", data)
    assert cache.known("a") == data
    kept = bytearray((folder / "a").read_bytes())
    kept[at % len(kept)] ^= 1 << bit
    (folder / "a").write_bytes(kept)
    assert cache.known("a") is None


def test_a_whole_entry_under_the_name_of_another_is_none(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put("a", b"the one")
    cache.put("b", b"the other")
    (tmp_path / "a").replace(tmp_path / "b")
    assert cache.known("b") is None


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a")
    assert Cache(tmp_path).known("a") is None
