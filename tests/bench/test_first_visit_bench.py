"""How long the first visit of the static page takes, until the app is there, and a later one without a network."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from visits import Host, visiting

from companion.site.build import build

pytestmark = pytest.mark.bench

ROUNDS = 3


def test_first_and_later_visits(browser: Browser, tmp_path: Path) -> None:
    build(tmp_path / "out", kits=False)
    took: dict[str, list[float]] = {"first visit": [], "later visit, without a network": []}
    for _ in range(ROUNDS):
        host = Host(tmp_path / "out")
        with visiting(browser) as visitor:
            for name, found in took.items():
                begun = time.perf_counter()
                visitor.open(host.address)
                found.append(time.perf_counter() - begun)
                if name == "first visit":
                    visitor.kept()
                    host.stop()
    for name, found in took.items():
        print(f"\n{name}: {statistics.median(found):.1f} s, at worst {max(found):.1f} (of {len(found)})", end="")
