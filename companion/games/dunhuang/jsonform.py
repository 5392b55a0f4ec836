"""The JSON form of a position: names instead of places in tuples. Its schema is position.schema.json."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from companion.engine import jsontext
from companion.engine.game import Seat
from companion.games.dunhuang import state as st
from companion.games.dunhuang.names import CARD_INDEX, CARDS, GOODS, SEATS, SPACES, UNKNOWN, Character, Good

FORMAT: Final = 1
MOST: Final = 999_999_999
"""The largest number of coins or prestige that a position can hold, in JSON as in text."""
MOST_CARDS: Final = 999
"""The most cards that a position can hold."""
Count = Annotated[int, Meta(ge=0, le=MOST)]
Cards = Annotated[int, Meta(ge=0, le=MOST_CARDS)]
Heap = dict[Good, Cards]
Letter = Literal["A", "B", "C", "D"]


class PlayerForm(Struct, forbid_unknown_fields=True):
    """What a player has; kinds left out are none. `removed`: put out of the game unseen."""

    coins: Count
    prestige: Count = 0
    hand: Heap = {}
    shop: Heap = {}
    removed: Heap = {}


class BuriedForm(Struct, forbid_unknown_fields=True):
    """A card under the deck, and who put it there."""

    card: Good
    by: Letter | None = None


class TokenForm(Struct, forbid_unknown_fields=True):
    """A majority token that a player holds."""

    holder: Letter
    guarded: bool = False


class NowForm(Struct, forbid_unknown_fields=True):
    """What comes next, with the fields that its phase has."""

    phase: st.Phase
    player: Letter | None = None
    steps: Cards = 0
    other: Letter | None = None
    good: Good | None = None
    left: Cards = 0
    number: Cards = 0
    drawn: Heap = {}


class Position(Struct, forbid_unknown_fields=True):
    """A position of Dunhuang. Players are A, B, C, D in seat order; spaces are numbered from 1, clockwise."""

    game: Literal["dunhuang"]
    format: Literal[1]
    players: dict[Letter, PlayerForm]
    ring: Annotated[list[Character], Meta(max_length=SPACES)]
    market: Annotated[list[Good | None], Meta(min_length=SPACES, max_length=SPACES)]
    camel: Annotated[int, Meta(ge=1, le=SPACES)] | None
    deck: Heap
    tokens: dict[Good, TokenForm | None]
    now: NowForm
    under: Annotated[list[BuriedForm], Meta(max_length=MOST_CARDS)] = []
    gone: Heap = {}
    start: Letter = "A"
    last_round: bool = False
    options: st.Options = st.Options()


_LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D")


def _letter(seat: Seat | None) -> Letter | None:
    return None if seat is None else _LETTERS[seat]


def _heap(counts: st.Counts) -> Heap:
    """All ten kinds, so that each is a path; unknown cards only where there are some."""
    named = dict(zip(GOODS, counts, strict=False))
    return named | {Good.UNKNOWN: counts[UNKNOWN]} if len(counts) > UNKNOWN and counts[UNKNOWN] else named


def form(state: st.State) -> Position:
    """The position with its names."""
    tokens = zip(GOODS, state.holders, state.guards, strict=True)
    return Position(
        game="dunhuang",
        format=FORMAT,
        players={
            _LETTERS[seat]: PlayerForm(p.coins, p.prestige, _heap(p.hand), _heap(p.shop), _heap(p.removed))
            for seat, p in enumerate(state.players)
        },
        ring=list(state.ring),
        market=list(state.market),
        camel=None if state.camel is None else state.camel + 1,
        deck=_heap(state.pile),
        tokens={good: None if holder is None else TokenForm(_LETTERS[holder], g) for good, holder, g in tokens},
        now=_now_form(state.now),
        under=[BuriedForm(buried.card, _letter(buried.by)) for buried in state.under],
        gone=_heap(state.gone),
        start=_LETTERS[state.start],
        last_round=state.last_round,
        options=state.options,
    )


def _now_form(now: st.Now) -> NowForm:
    drawn = _heap(now.drawn) if any(now.drawn) else {}
    return NowForm(now.phase, _letter(now.seat), now.steps, _letter(now.other), now.good, now.left, now.number, drawn)


class _Seats:
    """Seats by letter, complaining about players who are not in the game."""

    def __init__(self, letters: list[Letter]) -> None:
        playing = sorted(letters)
        if len(playing) < 2 or playing != list(SEATS[: len(playing)]):
            raise jsontext.invalid("the players are A and B, then C, then D", "$.players")
        self._seats = {letter: Seat(i) for i, letter in enumerate(playing)}

    def seat(self, letter: Letter | None, path: str) -> Seat:
        if letter not in self._seats:
            raise jsontext.invalid(f"{letter or 'null'} is none of the players {', '.join(self._seats)}", path)
        return self._seats[letter]

    def maybe(self, letter: Letter | None, path: str) -> Seat | None:
        return None if letter is None else self.seat(letter, path)


def _counts(heap: Heap, path: str) -> st.Counts:
    if sum(heap.values()) > MOST_CARDS:
        raise jsontext.invalid(f"these are more than {MOST_CARDS} cards", path)
    counts = [0] * len(CARDS)
    for card, n in heap.items():
        counts[CARD_INDEX[card]] = n
    return tuple(counts)


def _known(heap: Heap, path: str) -> st.Counts:
    counts = _counts(heap, path)
    if counts[UNKNOWN]:
        raise jsontext.invalid("all of these cards are known", f"{path}.unknown")
    return counts[:UNKNOWN]


def _player(player: PlayerForm, path: str) -> st.Player:
    return st.Player(
        player.coins,
        player.prestige,
        _counts(player.hand, f"{path}.hand"),
        _known(player.shop, f"{path}.shop"),
        _counts(player.removed, f"{path}.removed"),
    )


def state_of(position: Position) -> st.State:
    """The state behind the form. Raises `msgspec.ValidationError`."""
    letters = sorted(position.players)
    seats = _Seats(letters)
    state = _state(position, letters, seats)
    if sum(st.everywhere(state)) > MOST_CARDS:
        raise jsontext.invalid(f"there are more than {MOST_CARDS} cards in all", "$.players")
    return state


def _state(position: Position, letters: list[Letter], seats: _Seats) -> st.State:
    if Good.UNKNOWN in position.tokens:
        raise jsontext.invalid("a token is of one of the ten kinds", "$.tokens.unknown")
    tokens = [position.tokens.get(good) for good in GOODS]
    return st.State(
        players=tuple(_player(position.players[letter], f"$.players.{letter}") for letter in letters),
        now=_now(position.now, seats),
        ring=tuple(position.ring),
        market=tuple(position.market),
        camel=None if position.camel is None else position.camel - 1,
        pile=_counts(position.deck, "$.deck"),
        under=tuple(
            st.Buried(buried.card, seats.maybe(buried.by, f"$.under[{i}].by"))
            for i, buried in enumerate(position.under)
        ),
        holders=tuple(
            None if token is None else seats.seat(token.holder, f"$.tokens.{good}.holder")
            for good, token in zip(GOODS, tokens, strict=True)
        ),
        guards=tuple(token is not None and token.guarded for token in tokens),
        gone=_known(position.gone, "$.gone"),
        start=seats.seat(position.start, "$.start"),
        last_round=position.last_round,
        options=position.options,
    )


def _now(now: NowForm, seats: _Seats) -> st.Now:
    seat = seats.maybe(now.player, "$.now.player")
    other = seats.maybe(now.other, "$.now.other")
    drawn = _counts(now.drawn, "$.now.drawn")
    try:
        return st.now_of(now.phase, seat, now.steps, other, now.good, now.left, now.number, drawn)
    except ValueError as error:
        raise jsontext.invalid(str(error), "$.now") from error


def to_json(state: st.State) -> str:
    """The position as JSON text."""
    return msgspec.json.encode(form(state)).decode()


def from_json(text: str) -> st.State:
    """The state behind JSON text. Raises `Unreadable` with line, column and path."""
    return jsontext.read(text, Position, state_of)


def schema() -> dict[str, object]:
    """The JSON Schema of the form (2020-12)."""
    made = msgspec.json.schema(Position)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A position of Merchants of Dunhuang",
        **made,
    }
