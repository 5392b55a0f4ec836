"""What the JSON of a position spells in a way of its own: heaps of cards, the camel's space, majority tokens."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.engine.forms import Form
from companion.engine.game import Seat
from companion.engine.spelling import Names, Seats, Spelling, Wrong, seat_of
from companion.games.dunhuang.letters import cards_of, cards_text, message
from companion.games.dunhuang.names import CARD_INDEX, CARDS, GOODS, MOST_CARDS, SPACES, UNKNOWN, Counts, Good

Letter = Literal["A", "B", "C", "D"]
Few = Annotated[int, Meta(ge=0, le=MOST_CARDS)]
_Form = dict[Good, Few]


def _form(counts: Counts, names: Names) -> _Form:
    """All ten kinds, so that each is a path; unknown cards only where there are some."""
    named = dict(zip(GOODS, counts, strict=False))
    return named | {Good.UNKNOWN: counts[UNKNOWN]} if len(counts) > UNKNOWN and counts[UNKNOWN] else named


def _form_if_any(counts: Counts, names: Names) -> _Form:
    return _form(counts, names) if any(counts) else {}


def _counts(form: _Form, seats: Seats) -> Counts:
    if sum(form.values()) > MOST_CARDS:
        raise Wrong(message("many_cards", most=MOST_CARDS))
    counts = [0] * len(CARDS)
    for card, n in form.items():
        counts[CARD_INDEX[card]] = n
    return tuple(counts)


def _known(form: _Form, seats: Seats) -> Counts:
    counts = _counts(form, seats)
    if counts[UNKNOWN]:
        raise Wrong(message("all_known"), ".unknown")
    return counts[:UNKNOWN]


_CARDS = Form(cards_text, lambda field, *_: cards_of(field.items, field.name.text), (0,) * len(CARDS))
_KNOWN_CARDS = Form(cards_text, lambda field, *_: cards_of(field.items, field.name.text, known=True))
Heap = Annotated[Counts, Spelling(_Form, _form, _counts), _CARDS]
"""Eleven numbers."""
KnownHeap = Annotated[Counts, Spelling(_Form, _form, _known), _KNOWN_CARDS]
"""Ten numbers."""
BriefHeap = Annotated[Counts, Spelling(_Form, _form_if_any, _counts), _CARDS]
"""Eleven numbers, and nothing at all where there are no cards."""
Space = Annotated[int, Meta(ge=1, le=SPACES)]


class Token(Struct, forbid_unknown_fields=True):
    """A majority token that a player holds."""

    holder: Letter
    guarded: bool = False


Held = tuple[tuple[Seat | None, ...], tuple[bool, ...]]
"""Who holds each token, and whether it shows the trader's sign."""
_Tokens = dict[Good, Token | None]
_HOLDER = Spelling(Letter, read=seat_of)


def _tokens(held: Held, names: Names) -> _Tokens:
    tokens = zip(GOODS, *held, strict=True)
    return {good: None if seat is None else Token(names[seat], guarded) for good, seat, guarded in tokens}


def _held(form: _Tokens, seats: Seats) -> Held:
    tokens = [form.get(good) for good in GOODS]
    holders = tuple([None if token is None else seat_of(token.holder, seats) for token in tokens])
    return holders, tuple([token is not None and token.guarded for token in tokens])


def _holders(form: _Tokens, seats: Seats) -> list[tuple[str, Spelling, Letter]]:
    return [(f".{good}.holder", _HOLDER, token.holder) for good, token in form.items() if token is not None]


TOKENS = Spelling(_Tokens, _tokens, _held, _holders, also=("guards",))
