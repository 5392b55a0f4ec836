"""The few words that the press itself says in a leaflet."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pnp.findings import Finding, KitError, Place


class Words(msgspec.Struct, frozen=True):
    """`players` takes {least} and {most}; `page` stands before the number of a page that is referred to."""

    contents: str
    figure: str
    page: str
    margin: str
    players: str
    solitaire: str
    code: str


_WORDS: Mapping[str, Words] = {
    "en": Words(
        contents="Contents",
        figure="Fig.",
        page="p.",
        margin="rule numbers stand in the margin",
        players="{least}–{most} players",
        solitaire="for one player",
        code="this game on your phone",
    ),
    "es": Words(
        contents="Contenido",
        figure="Fig.",
        page="p.",
        margin="los números de regla están al margen",
        players="{least}–{most} jugadores",
        solitaire="para una persona",
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


def player_count(words: Words, players: tuple[int, int]) -> str:
    """How many may play, in words."""
    least, most = players
    if most == 1:
        return words.solitaire
    if least == most:
        return words.players.replace("{least}–{most}", str(most))
    return words.players.format(least=least, most=most)
