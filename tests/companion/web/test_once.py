"""A tap does nothing twice: the rules are asked once, and a page reads the log once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.engine.referee import Referee
from companion.engine.registry import game as rules_of
from companion.tables import Act, NameSeat, Start, Tables, TakeSeat, new_command_id
from companion.tables.store import Store
from companion.web.game_pages import GAMES

OWN, OTHER = "0a" * 16, "1b" * 16


def counted(monkeypatch: pytest.MonkeyPatch, counts: Counter[str], place: Any, name: str) -> None:
    """Counts the calls of a function from here on."""
    called: Callable[..., Any] = getattr(place, name)

    def call(*args: Any, **more: Any) -> Any:
        counts[name] += 1
        return called(*args, **more)

    monkeypatch.setattr(place, name, call)


@pytest.mark.parametrize("game", GAMES)
def test_a_tap_and_its_page_read_the_log_once_each(
    app: Flask, tables: Tables, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, code = rules_of(game), tables.open(game, OWN)
    for token, command in ((OWN, TakeSeat(0, "Ana")), (OTHER, TakeSeat(1, "Mei")), (OWN, Start())):
        tables.command(code, token, command, command_id=new_command_id())
    view = tables.view_for(code, OWN)
    seat = view.waiting[0]
    token = OWN if view.seat == seat else OTHER
    action = rules.action_text(next(iter(rules.legal(tables.view_for(code, token).state, seat))))
    phone = app.test_client()
    phone.set_cookie("phone", token)
    form = {"do": json.dumps({"do": "act", "action": action}), "command_id": "once", "expected": str(view.seq)}
    phone.get(f"/t/{code}")
    counts: Counter[str] = Counter()
    for place in (rules, Referee):  # a game offers what its referee refuses; `play` asks the referee
        counted(monkeypatch, counts, place, "refusal")
    for name in ("read", "log"):
        counted(monkeypatch, counts, Store, name)
    said = phone.post(f"/t/{code}", data=form, headers={"Origin": "http://localhost"})
    assert said.status_code == 303, said.text
    assert counts == {"refusal": 1, "read": 1}
    counts.clear()
    assert phone.get(said.location).status_code == 200
    assert (counts["read"], counts["log"]) == (1, 1)


def test_a_table_asks_for_its_seed_once(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    code = tables.open("hangzhou", OWN)
    for command in (TakeSeat(0, "Ana"), NameSeat(1, "Mei"), Start()):
        tables.command(code, OWN, command, command_id=new_command_id())
    counts: Counter[str] = Counter()
    counted(monkeypatch, counts, Store, "seed")
    rolled = 0
    while rolled < 3:
        view = tables.view_for(code, OWN)
        action = rules_of("hangzhou").action_text(rules_of("hangzhou").legal(view.state, view.waiting[0])[0])
        done = tables.command(code, OWN, Act(action, seat=int(view.waiting[0])), command_id=new_command_id())
        rolled += any(line.source == "app" for line in done.entries)
    assert counts["seed"] <= 1
