"""What the seats of a position are called, and how a line says who plays: by their number, as in ``GAME 3``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from companion.engine.game import ParseError, Seat
from companion.engine.message import Message
from companion.engine.reading import Field, Token, number, one_of_players


class Seats(Struct, frozen=True):
    """The seats of one position."""

    letters: Sequence[str]
    """What they are called, clockwise."""
    named: Mapping[str, Seat]
    """By all that they may be called, in lower case."""

    def seat(self, token: Token, field: str, name: str | None = None) -> Seat:
        """The seat that a word names, or this part of it. Raises `ParseError`."""
        name = token.text if name is None else name
        found = self.named.get(name.lower())
        if found is None:
            raise self.nobody(token, field, name)
        return found

    def nobody(self, token: Token, field: str, name: str) -> ParseError:
        """The error to raise where nobody here has that name."""
        return token.unexpected(field, one_of_players(self.letters), name)

    def field(self, fields: Mapping[str, Field], before: str, seat: int) -> Field | None:
        """The field of a seat, with this before its letter."""
        return fields.get(f"{before}{self.letters[seat].lower()}")


@cache
def lettered(letters: str, made: type[Seats] = Seats) -> Seats:
    """A seat for each letter."""
    return made(letters, {letter.lower(): Seat(i) for i, letter in enumerate(letters)})


class Seating:
    """What seats are called, and who plays: A, B, …, so many as the first word of the line says.

    `of` tells how many play, of a state. `none` is said where the number is missing, `wrong` of what is none between
    `least` and that of the letters, `more` of what follows it.
    """

    each = "player"
    """What a field of a seat is called where nobody has that seat."""
    names: Sequence[str]
    """All that a seat may be called, in lower case."""

    def __init__(
        self,
        letters: str,
        least: int,
        of: Callable[[Any], int],
        none: Message,
        wrong: Callable[[str, int], Message],
        more: Callable[[str], Message],
        made: type[Seats] = Seats,
    ) -> None:
        self.names = letters.lower()
        self._letters, self._least, self._of, self._made = letters, least, of, made
        self._none, self._wrong, self._more = none, wrong, more

    def seats(self, state: Any) -> Seats:
        """Those of a state."""
        return lettered(self._letters[: self._of(state)], self._made)

    def written(self, seats: Seats) -> str:
        """What a line says of who plays."""
        return str(len(seats.letters))

    def read(self, words: Sequence[Token]) -> Seats:
        """Those of the words before the first field. Raises `ParseError`."""
        if not words:
            raise ParseError(self._none)
        players, most = number(words[0].text), len(self._letters)
        if players is None or not self._least <= players <= most:
            raise words[0].wrong(self._wrong(words[0].text, most))
        if len(words) > 1:
            raise words[1].wrong(self._more(words[1].text))
        return lettered(self._letters[:players], self._made)

    def fields(self, seats: Seats) -> dict[str, Any]:
        """What the state itself says of who plays."""
        return {}
