"""What holds for all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from watchdog import watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser

watch()
os.environ.setdefault("PNP_PROCESSES", "1")  # tests run side by side already

# Machines differ in speed, so no example has a deadline. A landing must not depend on luck: there the same examples
# are tried each time, while a developer's run and the long searches look for new ones.
settings.register_profile("searching", deadline=None)
settings.register_profile("landing", deadline=None, derandomize=True)
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
