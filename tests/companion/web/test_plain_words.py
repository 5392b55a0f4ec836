"""Every page of played tables, in both languages, is light, and reads as people speak: no names of fields, no numbers
of entries, no fingerprints, no times of another zone, no exclamation marks. Proofs have a page of their own."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from lxml import html as markup

from companion.engine.registry import game as engine
from companion.engine.wording import LANGUAGES
from companion.tables import (
    Act,
    Answer,
    Finish,
    Mix,
    Roll,
    Settings,
    Start,
    Tables,
    TakeSeat,
    Undo,
    new_command_id,
)
from companion.tables.game import GAMES, table_game

pytestmark = [pytest.mark.long, pytest.mark.landing]

PHONES = ("0a" * 16, "1b" * 16)
STEPS = 24
"""Acts that are played before the pages are read."""
PROOFS = re.compile(r"/(advanced|export|score\.pdf|picture\.png|stream|since|here)\b|^/verify|^/rules|^/print")
"""Addresses that are no pages, or whose matter is a position or a proof."""
UNSPOKEN = {
    "the name of a field": r"\b[a-z]+\.[a-z_]+\.[a-z_.0-9]+\b|\b[a-z]+_[a-z_]+\b",
    "the number of an entry": r"\b([Ee]ntry|[Ee]ntrada) \d+",
    "a fingerprint": r"\b(?=[0-9a-f]*\d)[0-9a-f]{10,}\b",
    "a time of another zone": r"\bUTC\b",
    "an exclamation mark": "[!¡]",
}


def played(tables: Tables, game: str, **options: str) -> str:
    """A table in the middle of its game, with somebody who asks to go back."""
    code, rng, rules = tables.open(game, PHONES[0], options=options, chairs=2), random.Random(game), engine(game)
    for chair, token in enumerate(PHONES):
        tables.command(code, token, TakeSeat(chair, ("Ana", "Mei")[chair], "en"), command_id=new_command_id())
    tables.command(code, PHONES[0], Mix("0123456789abcdef" * 2), command_id=new_command_id())
    tables.command(code, PHONES[0], Start(), command_id=new_command_id())
    for _ in range(STEPS):
        for token in PHONES:
            view = tables.view_for(code, token)
            if view.question is not None:
                command: Answer | Roll | Act = Answer(view.question.answers[0])
            elif view.outcomes:
                command = Roll(rules.action_text(rng.choice(view.outcomes)))
            elif view.legal:
                command = Act(rules.action_text(rng.choice(view.legal)))
            else:
                continue
            tables.command(code, token, command, command_id=new_command_id())
            break
    tables.command(code, PHONES[1], Undo(), command_id=new_command_id())
    return code


def pages(client: FlaskClient, begin: str, most: int = 70) -> Iterator[tuple[str, str]]:
    """The pages that links lead to from here, each kind of them a few times: address and what is to be read there."""
    waiting, seen, kinds = [begin], {begin}, dict[str, int]()
    while waiting and most:
        path = waiting.pop(0)
        answer = client.get(path)
        if answer.mimetype != "text/html" or answer.status_code != 200:
            continue
        most -= 1
        page = markup.document_fromstring(answer.text)
        for gone in page.xpath("//script|//style|//textarea|//svg|//head"):
            gone.drop_tree()
        yield path, " ".join(" ".join(page.itertext()).split())
        for link in page.xpath("//a[not(@download)]/@href"):
            address = link.partition("#")[0]
            kind = re.sub(r"[A-E]?\d+", "0", address.partition("?")[0])
            if (
                address.startswith("/")
                and address not in seen
                and not PROOFS.search(address)
                and kinds.get(kind, 0) < 4
            ):
                seen.add(address)
                kinds[kind] = kinds.get(kind, 0) + 1
                waiting.append(address)


LATER = 6_000
"""Most bytes of a page, as it is sent to a phone that has all else."""


def unspoken(client: FlaskClient, begin: str) -> list[str]:
    found = []
    for path, text in pages(client, begin):
        sent = len(client.get(path, headers={"Accept-Encoding": "gzip"}).data)
        found += [f"{path}: {sent} bytes"] if path.startswith("/t/") and sent > LATER else []
        for what, pattern in UNSPOKEN.items():
            found += [
                f"{path}: {what}: …{text[max(0, m.start() - 40) : m.end() + 20]}…" for m in re.finditer(pattern, text)
            ][:2]
    return found


def phone(app: Flask, token: str, language: str) -> FlaskClient:
    client = app.test_client()
    client.set_cookie("phone", token)
    client.set_cookie("language", language)
    return client


@pytest.mark.parametrize("game", GAMES)
def test_pages_of_a_game_read_as_people_speak(app: Flask, tables: Tables, game: str) -> None:
    paper = any(switch.name == "cards" for switch in table_game(game).SWITCHES)
    code = played(tables, game, **({"cards": "paper"} if paper else {}))
    for token, language in zip(PHONES, LANGUAGES, strict=True):
        assert not unspoken(phone(app, token, language), f"/t/{code}")
    tables.command(code, PHONES[0], Finish(), command_id=new_command_id())
    for token, language in zip(reversed(PHONES), LANGUAGES, strict=True):
        assert not unspoken(phone(app, token, language), f"/t/{code}")


@pytest.mark.parametrize("game", GAMES)
def test_pages_before_a_game_and_of_counting_read_as_people_speak(app: Flask, tables: Tables, game: str) -> None:
    for settings in (Settings(), Settings(way="score")):
        code = tables.open(game, PHONES[0], settings=settings, chairs=2)
        for chair, token in enumerate(PHONES):
            tables.command(code, token, TakeSeat(chair, ("Ana", "Mei")[chair], "en"), command_id=new_command_id())
        for token, language in zip(PHONES, LANGUAGES, strict=True):
            assert not unspoken(phone(app, token, language), f"/t/{code}")
