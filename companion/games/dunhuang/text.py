"""The one-line text of a position, as docs/positions.md defines it: what the types of the state do not tell."""

from __future__ import annotations

import re

from companion.engine.forms import Form, Piece, named, or_none, row
from companion.engine.game import Seat
from companion.engine.positiontext import Options, PositionText
from companion.engine.reading import Field, Token, in_field, twice
from companion.engine.seating import Seating, Seats
from companion.games.dunhuang import components
from companion.games.dunhuang import state as st
from companion.games.dunhuang.jsonform import within_bounds
from companion.games.dunhuang.letters import (
    CHARACTER_NAMED,
    card_letter,
    cards_of,
    cards_text,
    message,
    one_card,
    one_good,
)
from companion.games.dunhuang.names import CARD_INDEX, GOODS, MOST_CARDS, SEATS, SPACES, UNKNOWN, Counts

_TOKEN = re.compile(r"([0-9]+|[a-z]{2,})([a-d])(\+?)")
_UNDER = re.compile(r"([a-d])([0-9]+|[*?])")
_COUNT = re.compile(r"([cp])([0-9]{1,9})")
_Held = tuple[tuple[Seat | None, ...], tuple[bool, ...]]


def undrawn(state: st.State) -> Counts:
    """The cards that lie nowhere else; all of them unknown, if cards elsewhere are."""
    found, copies = st.everywhere(state), components.SETUPS[len(state.players)].copies
    elsewhere = tuple(n - pile for n, pile in zip(found, state.pile, strict=True))
    left = tuple(max(0, n - there) for n, there in zip(copies, elsewhere[:UNKNOWN], strict=True))
    if elsewhere[UNKNOWN]:
        return (*st.EMPTY_SHOP, max(0, sum(left) - elsewhere[UNKNOWN]))
    return (*left, 0)


def _buried_text(buried: st.Buried, seats: Seats) -> str:
    return f"{'' if buried.by is None else seats.letters[buried.by]}{card_letter(buried.card)}"


def _buried(token: Token, field: str, seats: Seats) -> st.Buried:
    match = _UNDER.fullmatch(token.text.lower())
    if match is None:
        return st.Buried(one_card(token, field))
    card = one_card(Token(match.group(2), token.line, token.column + 1), field)
    return st.Buried(card, seats.seat(token, field, match.group(1).upper()))


def _tokens_text(held: _Held, seats: Seats, left: _Held) -> str:
    tokens = zip(GOODS, *held, strict=True)
    return " ".join(
        [f"{card_letter(g)}{seats.letters[h]}{'+' if guarded else ''}" for g, h, guarded in tokens if h is not None]
    )


def _tokens(field: Field, seats: Seats, left: _Held) -> _Held:
    holders, guards = list(left[0]), list(left[1])
    for token in field.items:
        match = _TOKEN.fullmatch(token.text.lower())
        if match is None:
            raise token.unexpected("tokens", message("token"))
        good = one_good(Token(match.group(1), token.line, token.column), "tokens")
        i = CARD_INDEX[good]
        if holders[i] is not None:
            raise token.wrong(twice("tokens", good))
        holders[i] = seats.seat(token, "tokens", match.group(2).upper())
        guards[i] = bool(match.group(3))
    return tuple(holders), tuple(guards)


def _player_text(player: st.Player, *_: object) -> str:
    heaps = (("hand", player.hand), ("shop", player.shop), ("out", player.removed))
    parts = [f"{name} {cards_text(counts)}" for name, counts in heaps if any(counts)]
    return " ".join([f"c{player.coins}", *([f"p{player.prestige}"] if player.prestige else []), *parts])


def _player(field: Field, *_: object) -> st.Player:
    counts, heaps = {"c": 0, "p": 0}, dict[str, list[Token]](hand=[], shop=[], out=[])
    heap: list[Token] | None = None
    for token in field.items:
        word = token.text.lower()
        match = _COUNT.fullmatch(word)
        if word in heaps:
            heap = heaps[word]
        elif match is not None:
            counts[match.group(1)] = int(match.group(2))
        elif heap is None:
            raise token.unexpected(field.name.text.upper(), message("player_things"))
        else:
            heap.append(token)
    hand, shop, out = (cards_of(heaps[name], name, known=name == "shop") for name in heaps)
    return st.Player(counts["c"], counts["p"], hand, shop, out)


_FORMS = {
    "players": Form(_player_text, _player),
    "ring": row(
        named(
            CHARACTER_NAMED,
            lambda token, _: token.wrong(message("no_character", given=token.text, names=tuple(CHARACTER_NAMED))),
        ),
        lambda token: token.wrong(message("many_characters", most=SPACES, given=token.text)),
        SPACES,
    ),
    "market": row(
        or_none(Piece(card_letter, one_card)),
        lambda token: token.wrong(message("market_cards", spaces=SPACES)),
        SPACES,
        SPACES,
    ),
    "camel": Form(lambda space, *_: str(space), lambda field, *_: field.whole(1, SPACES)),
    "holders": Form(_tokens_text, _tokens, ((None,) * len(GOODS), (False,) * len(GOODS)), also=("guards",)),
    "under": row(
        Piece(_buried_text, _buried),
        lambda token: token.wrong(in_field("under", message("many_cards", most=MOST_CARDS))),
        MOST_CARDS,
    ),
}
_SEATING = Seating(
    SEATS,
    min(components.SETUPS),
    lambda state: len(state.players),
    message("no_players"),
    lambda given, most: message("players_given", given=given, most=most),
    lambda given: message("field_here", given=given),
)
_TEXT = PositionText(
    "dunhuang",
    st.State,
    _SEATING,
    "ring market camel holders players pile under gone start last_round now",
    read="holders players now ring market camel under gone start last_round options pile",
    options=Options(st.Options(), st.SWITCHES),
    follows={
        "players": lambda state: (st.Player(components.SETUPS[len(state.players)].coins),) * len(state.players),
        "now": lambda state: st.Now("move", state.start),
        "pile": undrawn,
    },
    forms=_FORMS,
    check=within_bounds,
)
text, parse = _TEXT.text, _TEXT.parse
