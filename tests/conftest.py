"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from watchdog import watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser

POSIX_ONLY = ("build/test_interrupts.py", "starters/test_new.py")
"""Tests of the press that use signals, limits and terminals that Windows lacks."""
collect_ignore = [f"pnp/{name}" for name in POSIX_ONLY] if sys.platform == "win32" else []
MEMORY = Path("/dev/shm")
ROOM = 4 * 1024**3
"""Bytes that have to be free in memory for the files of a run, which take a fraction of them."""

watch()
# Compiled once, not by each of the hundreds of programs that the tests start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    # Thousands of tables are written, each commit through to the disk: that of a slow one takes longer than its test.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

# Machines differ in speed, so no example has a deadline. A landing must not depend on luck: there the same examples
# are tried each time, while a developer's run and the long searches look for new ones.
settings.register_profile("searching", deadline=None)
settings.register_profile("landing", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("landing" if os.environ.get("CI") else "searching")


def pytest_collection_finish() -> None:
    """What was collected stays to the end; the collector need not look through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of all pages and phones, each with cookies of its own: a process cannot drive a second one."""
    from browsers import chromium

    with chromium() as opened:
        yield opened
