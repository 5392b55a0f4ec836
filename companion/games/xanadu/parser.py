"""The one-line text of a position, as docs/positions.md defines it: reading, with precise errors."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from companion.engine.game import OptionError, ParseError, Seat
from companion.engine.message import either
from companion.engine.reading import Field, Reading, Token, number, one_of_players, read_fields, read_switches
from companion.games.xanadu import components
from companion.games.xanadu import state as st
from companion.games.xanadu.letters import card_of, message
from companion.games.xanadu.names import (
    MOST_CARDS,
    RESOURCE_INDEX,
    RESOURCES,
    SEAT_LETTERS,
    UNKNOWN,
    Card,
    Cards,
    Resource,
)
from companion.games.xanadu.text import default_deck

_OPTIONS = tuple(switch.name.replace("_", "-") for switch in st.SWITCHES)
_SEATS = tuple(f"{part}{letter.lower()}" for letter in SEAT_LETTERS for part in ("", "hand-", "pick-"))
_FIELDS = (*_SEATS, "cards", "deck", "discard", "run", "idle", "got", "paid", "now", *_OPTIONS)
_BUILDING = re.compile(r"([0-9]{1,3})((?:\.(?:\*|[0-9]{1,3}))*)(-?)")
_COINS = re.compile(r"c([0-9]{1,9}|-)")
_UNKNOWN = re.compile(r"\*(?:x([0-9]{1,3}))?")
_COUNT = re.compile(r"([a-z]+)([0-9]{1,2})")


def parse(text: str) -> st.State:
    """The position in the text. Raises `ParseError` with line, column, and what was expected there."""
    reading = read_fields(text, _FIELDS)
    return _Parser(reading, _players(reading)).state()


def _players(reading: Reading) -> int:
    words = list(reading.head)
    if words and words[0].text.lower() == "xanadu":
        words = words[1:]
    if not words:
        raise ParseError(message("no_players"), 1, 1)
    players = number(words[0].text)
    if players is None or not 2 <= players <= len(SEAT_LETTERS):
        raise words[0].wrong(message("players_given", most=len(SEAT_LETTERS), given=words[0].text))
    if len(words) > 1:
        raise words[1].wrong(message("field_here", given=words[1].text))
    return players


def _cards(field: Field | None) -> Cards:
    """``*x3 07 12``; ``-`` alone is none."""
    if field is None or [token.text for token in field.items] == ["-"]:
        return ()
    found: list[Card] = []
    for token in field.items:
        unknown = _UNKNOWN.fullmatch(token.text.lower())
        if unknown:
            found += [UNKNOWN] * (int(unknown.group(1)) if unknown.group(1) else 1)
        else:
            found.append(card_of(token, token.text, field.name.text))
    return tuple(sorted(found))


def _counts(field: Field | None) -> st.Counts:
    """``wood2 jade1``."""
    counts = list(st.NONE)
    for token in field.items if field else ():
        match = _COUNT.fullmatch(token.text.lower())
        if match is None or match.group(1) not in tuple(Resource):
            assert field is not None, "the word stands in it"
            raise token.wrong(message("resource", field=field.name.text, names=tuple(RESOURCES)))
        counts[RESOURCE_INDEX[Resource(match.group(1))]] += int(match.group(2))
    if max(counts) > st.SMALL and field:
        raise field.name.lacking(message("at_most_each", most=st.SMALL))
    return tuple(counts)


class _Parser:
    """A position being put together: the fields, and how many seats there are."""

    def __init__(self, reading: Reading, players: int) -> None:
        self.fields = reading.fields
        self.letters = SEAT_LETTERS[:players]

    def state(self) -> st.State:
        for name, field in self.fields.items():
            if name in _SEATS:
                self._seat(field.name, name[-1])
        seats = [self._lies(letter) for letter in self.letters]
        state = st.State(
            hands=self._each("hand-"),
            coins=tuple(coins for coins, _ in seats),
            city=tuple(buildings for _, buildings in seats),
            deck=(),
            discard=_cards(self.fields.get("discard")),
            now=self._now(),
            picked=self._each("pick-"),
            run=self._whole("run", 1, 1),
            idle=self._whole("idle", 0, 0),
            paper=self._paper(),
            options=self._options(),
        )
        deck = self.fields.get("deck")
        state = replace(state, deck=default_deck(state) if deck is None else _cards(deck))
        if st.all_cards(state).total() > MOST_CARDS:
            raise ParseError(message("many_cards", most=MOST_CARDS))
        return state

    def _each(self, part: str) -> tuple[Cards, ...]:
        return tuple(_cards(self.fields.get(f"{part}{letter.lower()}")) for letter in self.letters)

    def _seat(self, token: Token, name: str) -> Seat:
        if len(name) != 1 or name.upper() not in self.letters:
            raise token.wrong(message("no_player", what=one_of_players(self.letters), given=name))
        return Seat(self.letters.index(name.upper()))

    def _lies(self, letter: str) -> tuple[int | None, tuple[st.Building, ...]]:
        field = self.fields.get(letter.lower())
        coins: int | None = 0
        buildings = []
        for token in field.items if field else ():
            paid = _COINS.fullmatch(token.text.lower())
            if paid:
                coins = None if paid.group(1) == "-" else int(paid.group(1))
            else:
                buildings.append(self._building(token, letter))
        return coins, tuple(buildings)

    def _building(self, token: Token, letter: str) -> st.Building:
        match = _BUILDING.fullmatch(token.text.lower())
        if match is None:
            raise token.unexpected(letter, message("coins_or_building"))
        workers = [word for word in match.group(2).split(".") if word]
        if len(workers) > components.ROWS:
            raise token.wrong(message("many_workers", field=letter, rows=components.ROWS, given=token.text))
        return st.Building(
            card_of(token, match.group(1), letter),
            tuple(UNKNOWN if word == "*" else card_of(token, word, letter) for word in workers),
            bool(match.group(3)),
        )

    def _whole(self, name: str, default: int, lowest: int) -> int:
        field = self.fields.get(name)
        return default if field is None else field.whole(lowest)

    def _paper(self) -> bool:
        field = self.fields.get("cards")
        if field is None:
            return False
        token = field.one(_HOLDERS)
        if token.text.lower() not in ("app", "paper"):
            raise token.unexpected("cards", message("holder"))
        return token.text.lower() == "paper"

    def _now(self) -> st.Now:
        field = self.fields.get("now")
        if field is None:
            return self._play(Seat(0), [])
        if not field.items:
            raise field.name.lacking(_NOW)
        word, *rest = field.items
        phase = word.text.lower()
        if phase not in st.PHASES:
            raise word.unexpected("now", _NOW)
        seat = self._seat(rest[0], rest[0].text) if rest and phase != "over" else Seat(0)
        if phase == "play":
            return self._play(seat, rest[1:])
        for name in ("got", "paid"):
            if name in self.fields:
                raise self.fields[name].name.wrong(message("play_only", field=name))
        most = {"over": 0}.get(phase, 2)
        if len(rest) > most:
            raise rest[most].too_much("now", phase)
        if phase == "over":
            return st.Over()
        return _draw(seat, rest[1:]) if phase == "draw" else _stage(phase, seat, rest[1:])

    def _play(self, seat: Seat, words: list[Token]) -> st.Play:
        sold = working = False
        built = 0
        for token in words:
            match token.text.lower():
                case "sold":
                    sold = True
                case "working":
                    working = True
                case word if re.fullmatch(r"built[0-9]{0,2}", word):
                    built = int(word[5:] or 1)
                case _:
                    raise token.unexpected("now", message("after_play"))
        return st.Play(seat, sold, working, built, _counts(self.fields.get("got")), _counts(self.fields.get("paid")))

    def _options(self) -> st.Options:
        values: dict[str, Any] = read_switches(self.fields, st.SWITCHES)
        options = st.Options(**values)
        try:
            st.check_players(options, len(self.letters))
        except OptionError as error:
            raise self.fields["advanced"].name.wrong(error.what) from error
        return options


_NOW = either(st.PHASES)
_HOLDERS = either(("app", "paper"))


def _draw(seat: Seat, words: list[Token]) -> st.Draw:
    left = number(words[0].text) if words else 1
    if left is None or left > st.SMALL:
        raise words[0].unexpected("now", message("cards_left"))
    return st.Draw(seat, left)


def _stage(phase: str, seat: Seat, words: list[Token]) -> st.Deal | st.Pick:
    name = words[0].text.lower() if words else "setup"
    stage = next((stage for stage in st.STAGES if stage == name), None)
    if stage is None:
        raise words[0].unexpected("now", either(st.STAGES))
    return st.Deal(seat, stage) if phase == "deal" else st.Pick(seat, stage)
