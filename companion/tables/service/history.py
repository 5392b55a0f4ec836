"""The games that a phone may look back on: those it opened, sat at or watched; the owner's phones all of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from msgspec import Struct

from companion.tables import errors
from companion.tables.game import GAMES, has_rules
from companion.tables.log import entries as e
from companion.tables.log.fold import ReplayError
from companion.tables.log.outline import Course, Outline, course, outline
from companion.tables.log.transfer import replayed
from companion.tables.storage.admins import Owners
from companion.tables.storage.game_index import Listings, Played, Wanted
from companion.tables.storage.phones import Phones
from companion.tables.storage.statistics import Finished, Statistics, statistics
from companion.tables.storage.store import Store
from companion.tables.storage.summaries import NAMING, names_at
from companion.tables.tokens import hashed, read_code

PATIENCE = 0.5
"""Seconds that one request spends on rows that are missing; the next one goes on."""
WHOLE = 2**31 - 1
"""Entries of a whole log: more than there can be."""
PAGE = 20
"""Games on a page."""


class Games(Struct, frozen=True):
    """A page of games, the newest first. `behind`: so many more are not counted yet."""

    games: tuple[Played, ...]
    total: int
    more: bool
    behind: int


class History:
    """Looks games up for a phone, by its token. A token that holds nothing sees nothing."""

    def __init__(self, store: Store, phones: Phones, owners: Owners, now: Callable[[], int]) -> None:
        self.listings = Listings(store.database)
        self._store = store
        self._phones = phones
        self._owners = owners
        self._now = now

    def games(self, token: str, wanted: Wanted, before: tuple[int, str] | None = None) -> Games:
        """A page of games, or those that follow another one (its `at` and code)."""
        who = self.scope(token)
        behind = self._catch_up(who)
        found = self.listings.page(who, wanted, before, PAGE + 1)
        return Games(tuple(found[:PAGE]), self.listings.count(who, wanted), len(found) > PAGE, behind)

    def own(self, token: str, most: int) -> Games:
        """The newest tables that this phone opened, sat at or watched; of an owner's, too, no others."""
        found = self.listings.page(hashed(token), Wanted(), None, most)
        return Games(tuple(found), self.listings.count(hashed(token), Wanted()), more=False, behind=0)

    def game(self, code: str, token: str) -> Played:
        """One game. Raises `NoSuchTable`, also where there is one that this phone was never at."""
        who = self.scope(token)
        self._catch_up(who)
        found = self.listings.one(who, read_code(code))
        if found is None:
            raise errors.NoSuchTable(read_code(code))
        return found

    def course(self, code: str, token: str) -> Course:
        """How the points of a finished game came about. Raises `NoSuchTable` as `game` does."""
        code = self.game(code, token).code
        log = self._store.log(code, 0, WHOLE)
        return course(replayed(log)) if log and begun_here(log[0].body) else Course((), ())

    def statistics(self, token: str, wanted: Wanted) -> dict[str, Statistics]:
        """Of the finished games, by kind."""
        who = self.scope(token)
        self._catch_up(who)
        return {game: statistics(found) for game, found in self.listings.finished(who, wanted).items()}

    def own_finished(self, token: str, wanted: Wanted) -> list[Finished]:
        """The finished games of one kind that this phone was at itself, the owner's too."""
        return self.listings.finished(hashed(token), wanted).get(wanted.game, [])

    def is_owner(self, token: str) -> bool:
        """Does this phone see all tables?"""
        return self._owners.is_owner(token)

    def owns(self, code: str, token: str) -> bool:
        """May this phone delete the table? Its hosts and the owner may."""
        return self._phones.is_host(read_code(code), token) or self.is_owner(token)

    def become_owner(self, code: str, token: str) -> None:
        """Makes this phone one of the owner's. Raises `BadCode`."""
        if not self._owners.become(code, token, self._now()):
            raise errors.BadCode

    def owner_code(self) -> str:
        """A one-time code that does so: for whoever runs the server."""
        return self._owners.new_code(self._now())

    def forget_owners(self) -> int:
        """No phone is the owner's any more; how many were."""
        return self._owners.forget()

    def scope(self, token: str) -> str | None:
        """Whose tables to look among, as `Listings` asks for it."""
        return None if self._owners.is_owner(token) else hashed(token)

    def _catch_up(self, who: str | None) -> int:
        """Makes rows that are missing, such as of tables of an older version; how many are left."""
        end = time.monotonic() + PATIENCE
        while found := self.listings.unrecorded(who, 50):
            for number, (code, game) in enumerate(found):
                if time.monotonic() > end:
                    return len(found) - number
                self.listings.add(code, game, self._outline(code))
        return 0

    def _outline(self, code: str) -> Outline:
        """Of a table begun under other rules only the names are told: its points are those of its own version."""
        log = self._store.log(code, 0, WHOLE)
        with suppress(ReplayError):
            if begun_here(log[0].body):
                return outline(replayed(log))
        named = names_at(self._store.of_kinds([code], NAMING)).get(code, {})
        return Outline(0, tuple(named.get(chair, "") for chair in range(max(named, default=-1) + 1)), None)


def begun_here(first: e.Body) -> bool:
    """Does a log that begins like this go by the rules that are here?"""
    return isinstance(first, e.Opened) and first.game in GAMES and has_rules(first.game, first.rules)
