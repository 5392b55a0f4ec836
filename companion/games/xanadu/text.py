"""The one-line text of a position, as docs/positions.md defines it: what the types of the state do not tell."""

from __future__ import annotations

import re
from typing import get_args

from companion.engine.forms import Form
from companion.engine.game import ParseError, Seat
from companion.engine.phases import one_of
from companion.engine.positiontext import Options, PositionText
from companion.engine.reading import Field, Token, one_of_players
from companion.engine.seating import Seating, Seats
from companion.games.xanadu import components
from companion.games.xanadu import state as st
from companion.games.xanadu.jsonform import within_bounds
from companion.games.xanadu.letters import card_of, card_text, message
from companion.games.xanadu.names import SEAT_LETTERS, UNKNOWN, Cards

_BUILDING = re.compile(r"([0-9]{1,3})((?:\.(?:\*|[0-9]{1,3}))*)(-?)")
_COINS = re.compile(r"c([0-9]{1,9}|-)")


class _Seats(Seats, frozen=True):
    def nobody(self, token: Token, field: str, name: str) -> ParseError:
        given = name.lower() if field == _SEATING.each else name
        return token.wrong(message("no_player", what=one_of_players(self.letters), given=given))


def undrawn(state: st.State) -> Cards:
    """The cards that lie nowhere else; only how many, where some card is not known."""
    elsewhere = st.all_cards(state)
    elsewhere.subtract(state.deck)
    cards = components.EDITIONS[state.options.edition]
    if state.paper or elsewhere[UNKNOWN]:
        return (UNKNOWN,) * max(0, len(cards) - elsewhere.total())
    return tuple(card for card in cards if not elsewhere[card])


def _coins_text(coins: int | None, *_: object) -> str:
    return "c-" if coins is None else f"c{coins}"


def _coins(field: Field, *_: object) -> int | None:
    coins: int | None = 0
    for match in filter(None, (_COINS.fullmatch(token.text.lower()) for token in field.items)):
        coins = None if match.group(1) == "-" else int(match.group(1))
    return coins


def _buildings_text(buildings: tuple[st.Building, ...], *_: object) -> str:
    stacks = [(".".join(map(card_text, (one.card, *one.workers))), one.sideways) for one in buildings]
    return " ".join([f"{stack}-" if sideways else stack for stack, sideways in stacks])


def _buildings(field: Field, *_: object) -> tuple[st.Building, ...]:
    owner = field.name.text.upper()
    return tuple(_building(token, owner) for token in field.items if not _COINS.fullmatch(token.text.lower()))


def _building(token: Token, owner: str) -> st.Building:
    match = _BUILDING.fullmatch(token.text.lower())
    if match is None:
        raise token.unexpected(owner, message("coins_or_building"))
    workers = [word for word in match.group(2).split(".") if word]
    if len(workers) > components.ROWS:
        raise token.wrong(message("many_workers", field=owner, rows=components.ROWS, given=token.text))
    return st.Building(
        card_of(token, match.group(1), owner),
        tuple(UNKNOWN if word == "*" else card_of(token, word, owner) for word in workers),
        bool(match.group(3)),
    )


_SEATING = Seating(
    SEAT_LETTERS,
    2,
    lambda state: len(state.hands),
    message("no_players"),
    lambda given, most: message("players_given", given=given, most=most),
    lambda given: message("field_here", given=given),
    _Seats,
)
_TEXT = PositionText(
    "xanadu",
    st.State,
    _SEATING,
    "paper coins+city+hands+picked discard deck run idle gathered paid now",
    read="coins discard now gathered paid run idle paper options deck",
    listed="coins paper deck discard run idle gathered paid now options",
    options=Options(st.Options(), st.SWITCHES, st.settled, "advanced"),
    follows={"deck": undrawn},
    forms={
        "coins": Form(_coins_text, _coins, 0),
        "city": Form(_buildings_text, _buildings, ()),
        "now": one_of(get_args(st.Now), st.Play(Seat(0))),
    },
    check=within_bounds,
)
text, parse = _TEXT.text, _TEXT.parse
