"""The JSON form of a position: names instead of places in tuples. Its schema is position.schema.json."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import astuple, replace

from companion.engine.codec import Codec
from companion.engine.spelling import Wrong
from companion.games.dunhuang.letters import message
from companion.games.dunhuang.names import MOST_CARDS, SEATS, Good
from companion.games.dunhuang.spellings import Letter
from companion.games.dunhuang.state import State, everywhere, now_of


def _playable(form: Any) -> None:
    playing = sorted(form.players)
    if len(playing) < 2 or playing != list(SEATS[: len(playing)]):
        raise Wrong(message("players_in_order"), ".players")
    if Good.UNKNOWN in form.holders:
        raise Wrong(message("token_kind"), ".tokens.unknown")


def within_bounds(state: State) -> None:
    """Raises `Wrong`: so many cards cannot be written."""
    if sum(everywhere(state)) > MOST_CARDS:
        raise Wrong(message("many_cards_in_all", most=MOST_CARDS), ".players")


def _settled(state: State) -> State:
    """What comes next with what its phase has, and a state within bounds."""
    try:
        state = replace(state, now=now_of(*astuple(state.now)))
    except Wrong as error:
        raise Wrong(error.what, ".now") from error
    within_bounds(state)
    return state


_CODEC = Codec(
    State,
    "A position of Merchants of Dunhuang",
    Letter,
    lambda of: SEATS[: len(of.players)],
    {"game": Literal["dunhuang"], "format": Literal[1]},
    _playable,
    _settled,
)
to_json, from_json, schema = _CODEC.to_json, _CODEC.from_json, _CODEC.schema
