"""Who played, before a count on one phone: how many, under which names and colours."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.engine.reading import number
from companion.engine.registry import game as engine
from companion.tables import errors
from companion.tables.game import table_game
from companion.tables.log.names import look, shown_name
from companion.web.game_pages import game_pages
from companion.web.phone import Phone, kept


class Player(Struct, frozen=True):
    """A player of a count: the key of the chair, what was typed as a name, and what the chair is called."""

    key: str
    typed: str
    chair: str

    @property
    def name(self) -> str:
        return self.typed.strip() or self.chair


def counts_of(game: str) -> list[int]:
    """How many players can count."""
    return [count for count in engine(game).PLAYERS if count > 1]


def who_played(game: str, phone: Phone, form: Mapping[str, str]) -> list[Player]:
    """The players as a form has them. At first as many as last time, the phone's owner first. `turn` gives that
    player the next chair that is free, and `count` is the key for how many there are."""
    counts, chairs = counts_of(game), table_game(game).CHAIRS
    asked = number(form.get("count") or form.get("players") or kept("players"))
    many = asked if asked in counts else counts[0]
    keys: list[str] = []
    for place in range(many):
        free = [key for key in chairs if key not in keys]
        wish = form.get(f"chair{place}", "")
        keys.append(wish if wish in free else free[0])
    turned = number(form.get("turn", ""))
    if turned is not None and turned < many:
        at = chairs.index(keys[turned])
        following = [*chairs[at + 1 :], *chairs[:at]]
        new = next((key for key in following if key not in keys), following[0])
        keys = [keys[turned] if key == new else key for key in keys]
        keys[turned] = new
    pages, first = game_pages(game), {"name0": phone.name} if "command_id" not in form else {}
    typed = {**first, **form}
    return [
        Player(key, typed.get(f"name{place}", "")[:40], pages.chair_name(key, phone.language))
        for place, key in enumerate(keys)
    ]


def check_names(players: list[Player]) -> None:
    """Raises `NoName`, or `NameTaken` where two look the same."""
    seen: set[str] = set()
    for player in players:
        name = shown_name(player.name)
        if look(name) in seen:
            raise errors.NameTaken(name=name)
        seen.add(look(name))
