"""The few words that the press itself says in a leaflet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from pnp.findings import Finding, KitError, Place
from pnp.scene import Group, Item, Text


class Words(msgspec.Struct, frozen=True):
    """`players` and `minutes` take {count}, `age` {age}; `page` stands before the number of a page."""

    contents: str
    figure: str
    page: str
    margin: str
    players: str
    solitaire: str
    minutes: str
    age: str
    code: str


_WORDS: Mapping[str, Words] = {
    "en": Words(
        contents="Contents",
        figure="Fig.",
        page="p.",
        margin="rule numbers stand in the margin",
        players="{count} players",
        solitaire="for one player",
        minutes="{count} minutes",
        age="from age {age}",
        code="this game on your phone",
    ),
    "es": Words(
        contents="Contenido",
        figure="Fig.",
        page="p.",
        margin="los números de regla están al margen",
        players="{count} jugadores",
        solitaire="para una persona",
        minutes="{count} minutos",
        age="a partir de {age} años",
        code="este juego en tu teléfono",
    ),
}


def words_in(language: str, file: str) -> Words:
    """The words of a language. Raises KitError, at the leaflet's file, if the press does not speak it."""
    if language not in _WORDS:
        known = ", ".join(_WORDS)
        finding = Finding("error", "language", Place(file), f"leaflets are not set in `{language}`", f"known: {known}")
        raise KitError([finding])
    return _WORDS[language]


def facts(
    words: Words, players: tuple[int, int], minutes: tuple[int, int] | None = None, age: int | None = None
) -> str:
    """Who can play, how long and from which age, as far as it is known."""
    parts = [words.solitaire if players[1] == 1 else words.players.format(count=_span(players))]
    if minutes is not None:
        parts.append(words.minutes.format(count=_span(minutes)))
    if age is not None:
        parts.append(words.age.format(age=age))
    return " · ".join(parts)


def _span(counts: tuple[int, int]) -> str:
    least, most = counts
    return str(most) if least == most else f"{least}–{most}"


def shown_words(items: Iterable[Item]) -> str:
    """The words that stand on a figure, in the order in which they are drawn."""
    return " ".join(word for item in items for word in _shown(item) if word)


def _shown(item: Item) -> Iterator[str]:
    if isinstance(item, Text):
        yield item.text.strip()
    elif isinstance(item, Group):
        for inner in item.items:
            yield from _shown(inner)
