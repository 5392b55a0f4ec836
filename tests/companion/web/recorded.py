"""Games that are played for their pages: whatever each phone shows at every position, and whatever opens there.

Players do what the rules allow, at random; game and seed name the game that was played.
"""

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
OFTEN = 3
"""Positions after which what can be opened is looked at again."""
RARELY = 13
"""Positions after which everything that can be opened is looked at again."""
SELDOM = frozenset(
    {
        *("album", "cards", "check", "city", "city-dice", "elsewhere", "hint", "join", "last", "list", "log", "market"),
        *("menu", "move", "photo", "position", "reroll", "result", "score", "seats", "settings", "tally", "watch"),
    }
)
"""Pages of a table that are alike at most positions."""
NEVER = re.compile(r"/export|\.pdf|\.png|/verify|/print|/rules/|/share|#")
BESIDE = {
    "hangzhou": (
        "/city",
        *(f"/city/{row}{column}" for row in "ABCDE" for column in "12345"),
        "/city-dice/2",
        "/market",
    ),
    "dunhuang": (),
    "xanadu": ("/cards", "/list"),
}
"""Addresses of each game that are looked at besides, where everything is."""


class Look(NamedTuple):
    """A page as a phone showed it. `kind`: what it is a page of; `at`: the position, and its address."""

    kind: str
    at: str
    language: str
    html: str

    @property
    def structure(self) -> str:
        """The kinds of elements of the page, without words, numbers, and what is drawn."""
        body = re.sub(r"<svg.*?</svg>", "", self.html[self.html.index("<body") :], flags=re.DOTALL)
        found = re.findall(r'<(\w+)(?: class="([^"]*)")?', body)
        kinds = {f"{tag} {re.sub('--[a-z0-9]+', '', named)}" for tag, named in found}
        return " ".join(sorted(kinds))


class Recorder:
    """A table with its phones: a host, two guests, and one that only watches."""

    def __init__(self, app: Flask, tables: Tables, game: str, seed: int, **settings: str) -> None:
        self._tables, self._rng, self._game, self._position = tables, random.Random(seed), game, 0
        self._table, self._phones = opened(app, NAMES, game=game, **settings)
        self._watcher = Phone(app)
        self._met: set[str] = set()

    def game(self, most: int = 999) -> Iterator[Look]:
        """All looks of a whole game, from the room to the result; or of so many positions at its beginning."""
        host, guest, *_ = self._phones
        for phone in (host, guest, self._watcher):
            yield from self._looks(phone, self._table)
        yield from self._looks(self._watcher, f"{self._table}/screen", panels=False)
        host.get(f"{self._table}?first=0")
        host.press("Start")
        while True:
            self._position += 1
            active = self._active()
            yield from self._looks(active or host, self._table)
            idle = next(phone for phone in self._phones if phone is not active)
            yield from self._looks(idle, self._table, panels=False)
            if self._position % 3 == 0:
                yield from self._looks(self._watcher, f"{self._table}/screen", panels=False)
            if self._position % RARELY == 1:
                for address in BESIDE[self._game]:
                    yield from self._look(host, self._table + address, "es" if self._position % 2 else "en")
            if self._position == most:
                return
            if active is None or not self._play(active):
                break
        for phone in (host, self._watcher):
            yield from self._looks(phone, self._table)
        for below in ("/screen", "/result", "/score", "/log", "/watch/last"):
            yield from self._looks(host, self._table + below, panels=False)

    def _active(self) -> Phone | None:
        """The phone that has to do something; none: nobody has, for the game is over."""
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
        """Something that may be done now, at random. False: nothing may."""
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

    def _looks(self, phone: Phone, path: str, panels: bool = True) -> Iterator[Look]:
        """A page in both languages, and what opens on it in one of them; what has not opened before, in both."""
        languages = ("en", "es") if self._position % 2 else ("es", "en")
        for language in languages:
            yield from self._look(phone, path, language)
        for address in self._openings(phone) if panels else ():
            new = (kind := self._kind(address)) not in self._met
            self._met.add(kind)
            for language in languages if new else languages[1:]:
                yield from self._look(phone, address, language)

    def _look(self, phone: Phone, path: str, language: str) -> Iterator[Look]:
        phone.client.set_cookie("language", language)
        phone.get(path)
        phone.client.set_cookie("language", "en")
        below = phone.path.removeprefix(self._table).strip("/").partition("/")[0] or "table"
        wish = path.partition("?")[2].partition("=")[0]
        yield Look(f"{self._game} {below} {wish}".strip(), f"position {self._position}, {path}", language, phone.html)

    def _openings(self, phone: Phone) -> list[str]:
        """The addresses of what opens on the page that this phone shows."""
        found = phone.page.xpath("//main//a/@href | //footer//a/@href | //main//button/@formaction")
        below = [one for one in dict.fromkeys(found) if one.startswith((f"{self._table}/", f"{self._table}?"))]
        everything, some = self._position % RARELY == 1, self._position % OFTEN == 1
        return [
            one
            for one in below
            if not NEVER.search(one)
            and ((kind := self._kind(one)) not in self._met or everything or (some and kind.split()[0] not in SELDOM))
        ]

    def _kind(self, address: str) -> str:
        """What an address opens: the page below the table, and what is wished for there."""
        path, _, wishes = address.removeprefix(self._table).partition("?")
        return f"{path.strip('/').partition('/')[0] or 'table'} {wishes.partition('=')[0]}"

    @property
    def _code(self) -> str:
        return self._table.removeprefix("/t/")

    def _token(self, phone: Phone) -> str:
        found = phone.client.get_cookie("phone")
        assert found is not None
        return found.value
