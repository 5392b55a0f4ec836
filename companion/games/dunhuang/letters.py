"""How positions and actions write cards: by number, ``*`` for an unknown one, ``x`` for several."""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.engine.message import messages
from companion.engine.notation import Item, named
from companion.engine.reading import Token, in_field, number
from companion.engine.seating import lettered
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
message = messages("companion.games.dunhuang")


def card_letter(card: Good, *_: object) -> str:
    """The number of a card, or ``*``."""
    return CARD_LETTERS[CARD_INDEX[card]]


def cards_text(counts: Iterable[int], *_: object) -> str:
    """``3 6x2 *``: from 1 up."""
    found = ((letter, n) for letter, n in zip(CARD_LETTERS, counts, strict=False) if n)
    return " ".join(letter if n == 1 else f"{letter}x{n}" for letter, n in found)


def one_card(token: Token, field: str, *_: object) -> Good:
    """A card by its number, its name, or ``*``."""
    card = CARD_NAMED.get(token.text.lower())
    if card is None:
        raise token.unexpected(field, message("card_or_unknown"))
    return card


def one_good(token: Token, field: str, *_: object) -> Good:
    """A card that is known."""
    good = one_card(token, field)
    if good is Good.UNKNOWN:
        raise token.unexpected(field, message("good"))
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
            raise token.unexpected(field, message("known_cards") if known else message("cards"))
        counts[CARD_INDEX[card]] += int(match.group(2) or 1)
        if sum(counts) > MOST_CARDS:
            raise last.wrong(in_field(field, message("many_cards", most=MOST_CARDS)))
    return tuple(counts[:UNKNOWN] if known else counts)


def _space(token: Token, verb: str) -> int:
    space = number(token.text)
    if space is None or not 1 <= space <= SPACES:
        raise token.wrong(message("no_space", given=token.text, last=SPACES))
    return space


def _steps(token: Token, verb: str) -> int:
    steps = number(token.text)
    if steps is None or not 1 <= steps <= MOST_CARDS:
        raise token.wrong(message("no_steps", given=token.text))
    return steps


CARD = Item(message("card"), one_card)
GOOD = Item(message("good"), one_good)
SPACE = Item(message("space", last=SPACES), _space)
STEPS = Item(message("steps"), _steps)
PLAYER = Item(
    message("player", letters=tuple(SEATS)),
    lambda token, verb: lettered(SEATS).seat(token, verb.lower()),
    lambda seat: SEATS[seat],
)
CHARACTER = named(message("character"), CHARACTER_NAMED, tuple(CHARACTERS), message("a_character"))
