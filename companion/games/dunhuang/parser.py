"""The one-line text of a position, as docs/positions.md defines it: reading, with precise errors."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from companion.engine.game import ParseError, Seat
from companion.engine.message import either
from companion.engine.reading import (
    A_PLAYER,
    Field,
    Reading,
    Token,
    in_field,
    number,
    read_fields,
    read_switches,
    twice,
)
from companion.engine.spelling import Wrong
from companion.games.dunhuang import components
from companion.games.dunhuang import state as st
from companion.games.dunhuang.letters import CHARACTER_NAMED, cards_of, message, one_card, one_good, one_seat
from companion.games.dunhuang.names import CARD_INDEX, GOODS, MOST_CARDS, SEATS, SPACES, Character, Good
from companion.games.dunhuang.text import default_pile

_OPTIONS = tuple(switch.name.replace("_", "-") for switch in st.SWITCHES)
_OWN = ("ring", "market", "camel", "tokens", "deck", "under", "gone", "start", "last", "now")
_FIELDS = (*_OWN, *SEATS.lower(), *_OPTIONS)
_TOKEN = re.compile(r"([0-9]+|[a-z]{2,})([a-d])(\+?)")
_UNDER = re.compile(r"([a-d])([0-9]+|[*?])")
_COUNT = re.compile(r"([cp])([0-9]{1,9})")
_HEAPS = {"hand": "hand", "shop": "shop", "out": "removed"}


def parse(text: str) -> st.State:
    """The position in the text. Raises `ParseError` with line, column, and what was expected there."""
    reading = read_fields(text, _FIELDS)
    return _Parser(reading, _players(reading)).state()


def _players(reading: Reading) -> int:
    words = list(reading.head)
    if words and words[0].text.lower() == "dunhuang":
        words = words[1:]
    if not words:
        raise ParseError(message("no_players"), 1, 1)
    players = number(words[0].text)
    if players not in components.SETUPS:
        raise words[0].wrong(message("players_given", given=words[0].text, most=len(SEATS)))
    if len(words) > 1:
        raise words[1].wrong(message("field_here", given=words[1].text))
    return players


class _Parser:
    """A position being put together: the fields, and how many players there are."""

    def __init__(self, reading: Reading, players: int) -> None:
        self.fields = reading.fields
        self.players = players

    def state(self) -> st.State:
        holders, guards = self._tokens()
        state = st.State(
            players=tuple(self._player(letter) for letter in SEATS[: self.players].lower()),
            now=self._now(),
            ring=self._ring(),
            market=self._market(),
            camel=self._camel(),
            pile=st.EMPTY,
            under=self._under(),
            holders=holders,
            guards=guards,
            gone=cards_of(self._items("gone"), "gone", known=True),
            start=self._start(),
            last_round=self._yes("last"),
            options=self._options(),
        )
        for letter in SEATS[self.players :].lower():
            if letter in self.fields:
                self._seat(self.fields[letter].name, letter.upper(), "player")
        deck = self.fields.get("deck")
        state = replace(state, pile=default_pile(state) if deck is None else cards_of(deck.items, "deck"))
        if sum(st.everywhere(state)) > MOST_CARDS:
            raise ParseError(message("many_cards_in_all", most=MOST_CARDS))
        return state

    def _items(self, name: str) -> tuple[Token, ...]:
        field = self.fields.get(name)
        return field.items if field else ()

    def _seat(self, token: Token, name: str, field: str) -> Seat:
        return one_seat(token, name, self.players, field)

    def _player(self, letter: str) -> st.Player:
        field = self.fields.get(letter)
        if field is None:
            return st.Player(components.SETUPS[self.players].coins)
        counts, heaps = {"c": 0, "p": 0}, dict[str, list[Token]]()
        heap: list[Token] | None = None
        for token in field.items:
            word = token.text.lower()
            match = _COUNT.fullmatch(word)
            if word in _HEAPS:
                heap = heaps.setdefault(word, [])
            elif match is not None:
                counts[match.group(1)] = int(match.group(2))
            elif heap is None:
                raise token.unexpected(letter.upper(), message("player_things"))
            else:
                heap.append(token)
        return st.Player(
            counts["c"],
            counts["p"],
            cards_of(heaps.get("hand", ()), "hand"),
            cards_of(heaps.get("shop", ()), "shop", known=True),
            cards_of(heaps.get("out", ()), "out"),
        )

    def _ring(self) -> tuple[Character, ...]:
        found: list[Character] = []
        for token in self._items("ring"):
            if token.text.lower() not in CHARACTER_NAMED:
                raise token.wrong(message("no_character", given=token.text, names=tuple(CHARACTER_NAMED)))
            if len(found) == SPACES:
                raise token.wrong(message("many_characters", most=SPACES, given=token.text))
            found.append(CHARACTER_NAMED[token.text.lower()])
        return tuple(found)

    def _market(self) -> tuple[Good | None, ...]:
        field = self.fields.get("market")
        if field is None:
            return (None,) * SPACES
        if len(field.items) != SPACES:
            place = field.items[SPACES] if len(field.items) > SPACES else field.name
            raise place.wrong(message("market_cards", spaces=SPACES))
        return tuple(None if token.text == "-" else one_card(token, "market") for token in field.items)

    def _camel(self) -> int | None:
        field = self.fields.get("camel")
        return None if field is None else field.whole(1, SPACES) - 1

    def _under(self) -> tuple[st.Buried, ...]:
        items = self._items("under")
        if len(items) > MOST_CARDS:
            raise items[MOST_CARDS].wrong(in_field("under", message("many_cards", most=MOST_CARDS)))
        return tuple(self._buried(token) for token in items)

    def _buried(self, token: Token) -> st.Buried:
        match = _UNDER.fullmatch(token.text.lower())
        if match is None:
            return st.Buried(one_card(token, "under"))
        card = Token(match.group(2), token.line, token.column + 1)
        return st.Buried(one_card(card, "under"), self._seat(token, match.group(1).upper(), "under"))

    def _tokens(self) -> tuple[tuple[Seat | None, ...], tuple[bool, ...]]:
        holders: list[Seat | None] = [None] * len(GOODS)
        guards = [False] * len(GOODS)
        for token in self._items("tokens"):
            match = _TOKEN.fullmatch(token.text.lower())
            if match is None:
                raise token.unexpected("tokens", message("token"))
            good = one_good(Token(match.group(1), token.line, token.column), "tokens")
            i = CARD_INDEX[good]
            if holders[i] is not None:
                raise token.wrong(twice("tokens", good))
            holders[i] = self._seat(token, match.group(2).upper(), "tokens")
            guards[i] = bool(match.group(3))
        return tuple(holders), tuple(guards)

    def _start(self) -> Seat:
        field = self.fields.get("start")
        if field is None:
            return Seat(0)
        token = field.one(A_PLAYER)
        return self._seat(token, token.text, "start")

    def _yes(self, name: str) -> bool:
        field = self.fields.get(name)
        return field is not None and field.yes()

    def _options(self) -> st.Options:
        values: dict[str, Any] = read_switches(self.fields, st.SWITCHES)
        return st.Options(**values)

    def _now(self) -> st.Now:
        field = self.fields.get("now")
        if field is None:
            return st.Now("move", self._start())
        if not field.items:
            raise field.name.lacking(_NOW)
        word, *rest = field.items
        phase = next((phase for phase in st.PHASES if phase == word.text.lower()), None)
        if phase is None:
            raise word.unexpected("now", _NOW)
        names = st.FIELDS.get(phase, ())
        drawn = st.EMPTY
        if "drawn" in names:
            names = names[:-1]
            drawn, rest = cards_of(rest[len(names) :], "now"), rest[: len(names)]
        if len(rest) > len(names):
            raise rest[len(names)].too_much("now", phase)
        values = {name: self._now_value(name, token) for name, token in zip(names, rest, strict=False)}
        try:
            return st.now_of(phase, **values, drawn=drawn)
        except Wrong as error:
            raise word.wrong(in_field("now", error.what)) from error

    def _now_value(self, name: str, token: Token) -> Any:
        if name in ("seat", "other"):
            return self._seat(token, token.text, "now")
        if name == "good":
            return one_good(token, "now")
        return Field(Token("now", token.line, token.column), (token,)).whole(0, MOST_CARDS)


_NOW = either(st.PHASES)
