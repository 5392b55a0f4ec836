"""What a phone has learnt of each game, and at which tables it skips lessons: in its cookies, for it alone.

Whoever knows the cards of a game from another table sees only new ones; another server knows nothing of them.
"""

from __future__ import annotations

from flask import Response

from companion.web.phone import kept, remember

ON, OFF = "on", "off"
TABLES = 8
"""Tables of which a phone keeps whether it learns there; of earlier ones, what the table says counts."""
MOST = 2000
"""Characters of what a phone keeps of a game's lessons; ours need some 200."""


def seen(game: str) -> tuple[str, ...]:
    """The lessons of a game that this phone has seen."""
    return tuple(filter(None, kept(f"seen-{game}")[:MOST].split(".")))


def see(response: Response, game: str, lesson: str) -> Response:
    """Keeps that this phone has seen a lesson."""
    return remember(response, **{f"seen-{game}": ".".join(dict.fromkeys((*seen(game), lesson)))[-MOST:]})


def forget(response: Response, game: str) -> Response:
    """Begins anew with the first card."""
    return remember(response, **{f"seen-{game}": ""})


def learns(code: str, usual: bool) -> bool:
    """Does this phone learn at a table? `usual` is what the table says."""
    return {ON: True, OFF: False}.get(_switched().get(code, ""), usual)


def learn(response: Response, code: str, *, on: bool) -> Response:
    """Keeps that this phone learns at a table, or skips its lessons."""
    switched = {**_switched(), code: ON if on else OFF}
    newest = list(switched.items())[-TABLES:]
    return remember(response, lessons=".".join(f"{table}-{state}" for table, state in newest))


def _switched() -> dict[str, str]:
    """What this phone chose, by table; the newest last."""
    parts = (part.partition("-") for part in kept("lessons")[:MOST].split("."))
    return {table: state for table, _, state in parts if state in (ON, OFF)}
