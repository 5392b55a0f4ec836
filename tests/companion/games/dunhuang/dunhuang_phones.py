"""Tables of Dunhuang for tests of its pages: phones without script round a table, from the start or a position."""

from __future__ import annotations

from dunhuang_tables import FIRST as RING
from flask import Flask
from paperless import Phone

from companion.games.dunhuang.state import State
from companion.tables import Tables

NAMES = ("Ana", "Mei", "Tomás")
BASE = f"dunhuang 3 ring: {RING} market: 2 3 4 5 6 7 8 9 camel: 1"
HELD = "A: c5 hand 3 5 8 shop 5 B: c5 hand 4 4 7 shop 6x2 C: c5 hand 2 9 shop 9x2 8 tokens: 5A 6B 9C 8C"
CLOSED = "A: c5 hand *x3 shop 5 B: c5 hand *x3 shop 6x2 C: c5 hand *x2 shop 9x2 8 tokens: 5A 6B 9C 8C deck: *x14"
PAPER = f"dunhuang 3 ring: {RING} market: * * * * * * * * camel: 1 {CLOSED}"


def opened(app: Flask, names: tuple[str, ...] = NAMES, **settings: str) -> tuple[str, list[Phone]]:
    """A table with a phone for each name, the first its host."""
    phones = [Phone(app) for _ in names]
    players = settings.pop("players", str(len(names)))
    phones[0].get(f"/new/dunhuang?way={settings.pop('way', 'follow')}")
    phones[0].press("Open a table", name=names[0], players=players, **settings)
    table = phones[0].path
    for phone, name in zip(phones[1:], names[1:], strict=True):
        phone.at(table).press("Sit here", **{"set.name": name})
    return table, phones


def entered(app: Flask, position: str, names: tuple[str, ...] = NAMES, **settings: str) -> tuple[str, list[Phone]]:
    """A table that goes on from a position."""
    table, phones = opened(app, names, **settings)
    phones[0].get(f"{table}/advanced")
    phones[0].press("Play on from a position", **{"set.position": position})
    for phone in phones:
        phone.get(table)
    return table, phones


def free(phone: Phone) -> list[str]:
    """The commands of the keys that can be pressed, but for undo."""
    return [
        key.get("value", "")
        for key in phone.all_keys()
        if not key.get("aria-disabled") and '"act"' in key.get("value", "")
    ]


def state_of(tables: Tables, table: str, token: str | None = None) -> State:
    state: State = tables.view_for(table[3:], token).state
    return state
