"""The JSON form of a position: names instead of places in tuples. Its schema is position.schema.json."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from companion.engine.codec import Codec
from companion.engine.game import OptionError
from companion.engine.spelling import Wrong
from companion.games.xanadu.letters import message
from companion.games.xanadu.names import MOST_CARDS, SEAT_LETTERS
from companion.games.xanadu.state import State, all_cards, settled


def _playable(form: Any) -> None:
    try:
        settled(form.options, form.players)
    except OptionError as error:
        raise Wrong(error.what, ".options") from error


def within_bounds(state: State) -> State:
    if all_cards(state).total() > MOST_CARDS:
        raise Wrong(message("many_cards", most=MOST_CARDS))
    return state


_CODEC = Codec(
    State,
    "A position of Xanadú",
    Literal["A", "B", "C", "D", "E", "F"],
    lambda of: SEAT_LETTERS[: of.players],
    {
        "game": Literal["xanadu"],
        "format": Literal[1],
        "players": Annotated[int, Meta(ge=2, le=len(SEAT_LETTERS))],
    },
    _playable,
    within_bounds,
)
to_json, from_json, schema = _CODEC.to_json, _CODEC.from_json, _CODEC.schema
