"""The JSON form of a position: names instead of places in tuples. Its schema is position.schema.json."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET
from msgspec.structs import replace

from companion.engine.codec import Codec
from companion.engine.game import OptionError
from companion.engine.spelling import Wrong
from companion.games.hangzhou.letters import message
from companion.games.hangzhou.names import Colour
from companion.games.hangzhou.state import Hand, State, settled


def _once_each(form: Any) -> None:
    if len(set(form.colours)) != len(form.colours):
        raise Wrong(message("colour_twice"), ".players")


def _known(hand: Hand) -> Hand:
    """Nothing, where it is not known; a doubt that is none is not kept."""
    if hand.hidden:
        return Hand(0, hand.shops, hidden=True)
    return hand if hand.doubted else replace(hand, at_least=UNSET)


def _settled(state: State) -> State:
    """Its options as they apply to so many players, and nothing in hands that are not known."""
    try:
        options = settled(state.options, len(state.hands))
    except OptionError as error:
        raise Wrong(error.what, ".options") from error
    hands = tuple(_known(hand) for hand in state.hands)
    return replace(state, options=options, hands=hands)


_CODEC = Codec(
    State,
    "A position of Merchants of Hangzhou",
    Colour,
    lambda of: of.colours,
    {"game": Literal["hangzhou"], "format": Literal[1]},
    _once_each,
    _settled,
)
to_json, from_json, schema = _CODEC.to_json, _CODEC.from_json, _CODEC.schema
