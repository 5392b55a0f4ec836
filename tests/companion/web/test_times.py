"""Moments on pages without script: in the zone of the machine that serves, and for machines in none."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from companion.web.game_pages import time_element

NOON = 1_764_590_400_000
"""1 December 2025, 12:00 UTC."""


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    yield monkeypatch
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(("name", "hour", "day"), [("Asia/Shanghai", "20:00", 1), ("Pacific/Kiritimati", "02:00", 2)])
def test_a_moment_is_told_in_the_zone_of_the_machine(zone: pytest.MonkeyPatch, name: str, hour: str, day: int) -> None:
    zone.setenv("TZ", name)
    time.tzset()
    begin = '<time datetime="2025-12-01T12:00:00Z" data-shown='
    assert time_element(NOON, "hour") == f'{begin}"hour">{hour}</time>'
    assert time_element(NOON, "day") == f'{begin}"day">2025-12-{day:02}</time>'
