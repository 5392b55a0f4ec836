"""Anybody presses anything: whatever keys and links are on the pages, no page fails, and the log replays."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from flask import Flask
from paperless import Phone, opened

from companion.tables import Tables, open_tables

pytestmark = pytest.mark.long

WAYS = [
    ("hangzhou", "follow"),
    ("hangzhou", "merchants"),
    ("hangzhou", "score"),
    ("xanadu", "follow"),
    ("xanadu", "score"),
]
SETTINGS: dict[str, dict[str, tuple[str, ...]]] = {
    "hangzhou": {"dice": ("app", "hand"), "trade": ("forced", "optional"), "round_limit": ("3",)},
    "xanadu": {"cards": ("app", "paper"), "advanced": ("no", "yes"), "open_score": ("yes", "no")},
}
"""Of each game: what is chosen among when a table is opened."""
POSITIONS = {"hangzhou": "hangzhou WBR", "xanadu": "xanadu 3 A: 07.*.* hand *x5 B: 02 hand *x6 C: 21 hand 10"}


def wander(app: Flask, seed: int, game: str, way: str, presses: int) -> str:
    """Three phones and a watcher press random keys and follow random links of their pages; the table's address."""
    rng = random.Random(seed)
    settings = {name: rng.choice(values) for name, values in SETTINGS[game].items()}
    table, phones = opened(app, ("Ana", "Mei", "Tomás"), way=way, game=game, **settings)
    phones.append(Phone(app, "es"))
    for _ in range(presses):
        phone = rng.choice(phones)
        if rng.random() < 0.25 or not phone.path.startswith(table):
            phone.get(table)
        links = [link for link in phone.page.xpath("//main//a/@href | //footer//a/@href") if link.startswith(table)]
        keys = [key for key in phone.all_keys() if '"close"' not in key.get("value", "")]
        if keys and (rng.random() < 0.75 or not links):
            typed = {"set.name": rng.choice(("Ana", "Zoë")), "set.position": POSITIONS[game]}
            key = rng.choice(keys)
            names = {name for name, _ in phone_fields(key)}
            phone_send(phone, key, {name: value for name, value in typed.items() if name in names})
        elif links:
            go(phone, rng.choice(links))
    return table


def phone_fields(key: object) -> list[tuple[str, str]]:
    form = next(above for above in key.iterancestors("form"))  # type: ignore[attr-defined]  # an element of lxml
    return [(field.name or "", field.value or "") for field in form.inputs]


def phone_send(phone: Phone, key: object, typed: dict[str, str]) -> None:
    """Presses a key; what the table does not do is said with 409, what is not there any more with 404."""
    try:
        phone.send(key, **typed)  # type: ignore[arg-type]  # an element of lxml
    except AssertionError:
        assert phone.answer is not None
        assert phone.answer.status_code in (403, 404, 409), phone.answer.text[-500:]


def go(phone: Phone, link: str) -> None:
    if link.endswith(("/export", ".pdf", ".png")):
        assert phone.client.get(link).status_code in (200, 403, 404, 409)
        return
    answer = phone.client.get(link, follow_redirects=True)
    assert answer.status_code in (200, 404), (link, answer.status_code)
    if answer.status_code == 200:
        phone.answer, phone.path = answer, answer.request.path


@pytest.mark.parametrize(("game", "way"), WAYS)
def test_anybody_presses_anything(app: Flask, tables: Tables, tmp_path: Path, game: str, way: str) -> None:
    table = wander(app, 5, game, way, 100)
    assert_replays(tables, tmp_path, table)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "way"), WAYS)
def test_anybody_presses_anything_for_long(
    app: Flask, tables: Tables, tmp_path: Path, game: str, way: str, seed: int
) -> None:
    table = wander(app, seed, game, way, 500)
    assert_replays(tables, tmp_path, table)


def assert_replays(tables: Tables, tmp_path: Path, table: str) -> None:
    """What is kept in memory is what the log says."""
    with_memory = tables.view_for(table[3:])
    again = open_tables(tmp_path / "tables.sqlite3")
    assert again.view_for(table[3:]) == with_memory
    again.close()
