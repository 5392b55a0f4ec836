"""Games played at random for their pages: what each phone shows at every position, and everything that opens there."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from flask import Flask
from paperless import Phone, opened

from companion.engine.registry import game as engine
from companion.tables import Act, Answer, Tables, new_command_id

NAMES = ("Ana María", "Mei", "Tomás")
LANGUAGES = ("en", "es")
EXCLUDED = re.compile(r"/export|\.pdf|\.png|/verify|/print|/rules/|/share|#")
"""Links that are downloads, or pages that do not belong to the position."""

OFTEN = 5
"""Positions after which everything that a page opens is opened again; before, only if the page has new elements."""
RARELY = 13
"""Positions after which the pages behind the menu and the corrections are opened again."""
BESIDE = {
    "hangzhou": ("/city", *(f"/city/{row}{column}" for row in "ABCDE" for column in "12345"), "/city/dice-2"),
    "dunhuang": (),
    "xanadu": ("/card",),
}
MENU = ("/menu", "/settings", "/seats", "/log", "/score", "?watch=1", "/table/last")


class Look(NamedTuple):
    """A page as a phone showed it. `kind` names the page; `at` is the position with the page's address."""

    kind: str
    at: str
    language: str
    html: str

    @property
    def elements(self) -> frozenset[str]:
        """The elements of the page with their classes, without words, numbers and drawings."""
        body = re.sub(r"<svg.*?</svg>", "", self.html[self.html.index("<body") :], flags=re.DOTALL)
        found = re.findall(r'<(\w+)(?: class="([^"]*)")?', body)
        return frozenset(f"{tag} {re.sub('--[a-z0-9]+', '', named)}" for tag, named in found)


class Recorder:
    """A table with its phones: a host, two guests, and one that only watches. `seed` decides the moves.

    Pages with elements that are new to their kind are shown in both languages, the others in one by turns.
    """

    def __init__(self, app: Flask, tables: Tables, game: str, seed: int, **settings: str) -> None:
        self._tables, self._rng, self._game, self._position = tables, random.Random(seed), game, 0
        self._table, self._phones = opened(app, NAMES, game=game, **settings)
        self._watcher = Phone(app)
        self._known: dict[str, set[str]] = {}
        """The elements of each kind of page so far."""

    def game(self, positions: int = 999, every: int = 1) -> Iterator[Look]:
        """The pages of a whole game, from the lobby to the result, or of its first positions: of each, or of every
        second, third … one."""
        host, guest, *_ = self._phones
        for phone in (host, guest, self._watcher):
            yield from self._open_all(phone)
        yield from self._open(self._watcher, f"{self._table}/screen")
        host.at(f"{self._table}?first=0").press("Start")
        while True:
            self._position += 1
            active = self._active()
            if self._position % every == 0:
                yield from self._open_all(active or host)
                yield from self._open(next(phone for phone in self._phones if phone is not active), self._table)
                yield from self._open(self._watcher, f"{self._table}/screen")
            if self._position % RARELY == 1:
                for below in (*BESIDE[self._game], *MENU):
                    yield from self._open(host, self._table + below)
            if self._position == positions:
                return
            if active is None or not self._play(active):
                break
        for phone in (host, self._watcher):
            yield from self._open_all(phone)
        for below in ("/screen", "/result", *MENU):
            yield from self._open(host, self._table + below)

    def _active(self) -> Phone | None:
        """The phone that must act; None after the end of the game."""
        for phone in self._phones:
            view = self._tables.view_for(self._code, self._token(phone))
            if view.seat is not None and view.seat in view.waiting:
                return phone
        view = self._tables.view_for(self._code)
        if view.question is not None:
            return self._phones[view.question.seat or 0]
        host = self._phones[0]
        host.get(self._table)
        return host if host.beat else None

    def _play(self, phone: Phone) -> bool:
        """Makes a random legal move. False: there is none."""
        phone.get(self._table)
        if phone.beat:
            phone.end_beat()
            return True
        view = self._tables.view_for(self._code, self._token(phone))
        if view.question is not None:
            command: Act | Answer = Answer(self._rng.choice(view.question.answers))
        elif view.legal:
            actions = [engine(self._game).action_text(action) for action in view.legal]
            verb = self._rng.choice(sorted({action.partition(" ")[0] for action in actions}))
            command = Act(self._rng.choice([one for one in actions if one.startswith(verb)]), seat=view.seat)
        else:
            return False
        self._tables.command(self._code, self._token(phone), command, command_id=new_command_id())
        return True

    def _open_all(self, phone: Phone) -> Iterator[Look]:
        """The table on this phone, and everything that opens there."""
        looks = list(self._open(phone, self._table))
        yield from looks
        if len(looks) == 1 and self._position % OFTEN:
            return
        found = phone.page.xpath("//main//a/@href | //footer//a/@href | //main//button/@formaction")
        for address in dict.fromkeys(found):
            if address.startswith((f"{self._table}/", f"{self._table}?")) and not EXCLUDED.search(address):
                yield from self._open(phone, address)

    def _open(self, phone: Phone, path: str) -> Iterator[Look]:
        """A page in one language, or in all."""
        turn = self._position % len(LANGUAGES)
        for language in (*LANGUAGES[turn:], *LANGUAGES[:turn]):
            phone.client.set_cookie("language", language)
            phone.get(path)
            phone.client.set_cookie("language", "en")
            below = phone.path.removeprefix(self._table).strip("/").partition("/")[0] or "table"
            query = path.partition("?")[2].partition("=")[0]
            kind = f"{self._game} {below} {query}".strip()
            look = Look(kind, f"position {self._position}, {path}", language, phone.html)
            yield look
            known = self._known.setdefault(kind, set())
            if language == LANGUAGES[turn] and look.elements <= known:
                return
            known |= look.elements

    @property
    def _code(self) -> str:
        return self._table.removeprefix("/t/")

    def _token(self, phone: Phone) -> str:
        found = phone.client.get_cookie("phone")
        return found.value
