"""How positions and actions write cards: by number, ``*`` for an unknown one, ``x`` for several."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

from companion.engine.game import Seat, Word
from companion.engine.notation import Item, named
from companion.engine.reading import Token, number
from companion.games.dunhuang.names import (
    CARD_INDEX,
    CARDS,
    CHARACTERS,
    GOODS,
    MOST_CARDS,
    SEATS,
    SPACES,
    UNKNOWN,
    Character,
    Counts,
    Good,
)

CARD_LETTERS = (*(str(i + 1) for i in range(len(GOODS))), "*")
"""A card's number, which is its value; ``*`` is a card that is not known."""
CARD_NAMED: dict[str, Good] = (
    dict(zip(CARD_LETTERS, CARDS, strict=True)) | {card.value: card for card in CARDS} | {"?": Good.UNKNOWN}
)
CHARACTER_NAMED: dict[str, Character] = {character.value: character for character in CHARACTERS}
_SEVERAL = re.compile(r"([a-z]+?|[0-9]+|[*?])(?:x([0-9]{1,9}))?")
W = TypeVar("W", bound=Word)


def card_letter(card: Good) -> str:
    """The number of a card, or ``*``."""
    return CARD_LETTERS[CARD_INDEX[card]]


def cards_text(counts: Iterable[int]) -> str:
    """``3 6x2 *``: from 1 up."""
    found = ((letter, n) for letter, n in zip(CARD_LETTERS, counts, strict=False) if n)
    return " ".join(letter if n == 1 else f"{letter}x{n}" for letter, n in found)


def one_card(token: Token, field: str) -> Good:
    """A card by its number, its name, or ``*``."""
    card = CARD_NAMED.get(token.text.lower())
    if card is None:
        raise token.wrong(f"{field}: expected a card, 1 to 10 or its name (* is unknown), not {token.text!r}")
    return card


def one_good(token: Token, field: str) -> Good:
    """A card that is known."""
    good = one_card(token, field)
    if good is Good.UNKNOWN:
        raise token.wrong(f"{field}: expected a kind of goods, 1 to 10 or its name, not {token.text!r}")
    return good


def cards_of(items: Iterable[Token], field: str, *, known: bool = False) -> Counts:
    """``3 6x2 *``; ``-`` stands for none. With `known`, ten counts and no unknown card."""
    counts, last = [0] * len(CARDS), None
    for token in items:
        if token.text == "-":
            continue
        last, match = token, _SEVERAL.fullmatch(token.text.lower())
        card = CARD_NAMED.get(match.group(1)) if match else None
        if match is None or card is None or (known and card is Good.UNKNOWN):
            unknown = "" if known else " (* is unknown)"
            raise token.wrong(f"{field}: expected cards such as 3 or 6x2{unknown}, not {token.text!r}")
        counts[CARD_INDEX[card]] += int(match.group(2) or 1)
        if sum(counts) > MOST_CARDS:
            raise last.wrong(f"{field}: these are more than {MOST_CARDS} cards")
    return tuple(counts[:UNKNOWN] if known else counts)


def one_seat(token: Token, name: str, players: int, field: str) -> Seat:
    """A player's letter."""
    seat = SEATS[:players].find(name.upper()) if len(name) == 1 else -1
    if seat < 0:
        raise token.wrong(f"{field}: expected one of the players {', '.join(SEATS[:players])}, not {name!r}")
    return Seat(seat)


def _space(token: Token, verb: str) -> int:
    space = number(token.text)
    if space is None or not 1 <= space <= SPACES:
        raise token.wrong(f"{token.text!r} is no space; expected 1 to {SPACES}")
    return space - 1


def _steps(token: Token, verb: str) -> int:
    steps = number(token.text)
    if steps is None or not 1 <= steps <= MOST_CARDS:
        raise token.wrong(f"{token.text!r}: expected how many steps, 1 or more")
    return steps


def _player(token: Token, verb: str) -> Seat:
    return one_seat(token, token.text, len(SEATS), verb.lower())


CARD = Item("a card, 1 to 10 or its name", one_card)
GOOD = Item("a kind of goods, 1 to 10 or its name", one_good)
SPACE = Item(f"a space, 1 to {SPACES}", _space, lambda space: str(space + 1))
STEPS = Item("how many steps", _steps)
PLAYER = Item(f"a player, {', '.join(SEATS)}", _player, lambda seat: SEATS[seat])
CHARACTER = named("character", CHARACTER_NAMED, ", ".join(CHARACTERS), "a character")
