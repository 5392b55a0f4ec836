"""The JSON form of a position: names instead of places in tuples. Its schema is position.schema.json."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from companion.engine import jsontext
from companion.engine.game import BadOption, Seat
from companion.games.xanadu import components
from companion.games.xanadu import state as st
from companion.games.xanadu.names import RESOURCES, SEAT_LETTERS, UNKNOWN, Card, Cards, Resource

FORMAT: Final = 1
MOST: Final = 999_999_999
"""The largest number that a position can hold, in JSON as in text."""
MOST_CARDS: Final = 999
"""The most cards that a position can hold. Play makes none, so every state that it leads to can be read."""
SMALL: Final = 99
"""The largest count of a resource, a draw or a build that a position can hold."""
Count = Annotated[int, Meta(ge=0, le=MOST)]
Positive = Annotated[int, Meta(ge=1, le=MOST)]
Few = Annotated[int, Meta(ge=0, le=SMALL)]
CardNumber = Annotated[int, Meta(ge=1, le=len(components.CARDS), description="the number printed on the card")]
MaybeCard = CardNumber | None
CardList = Annotated[list[MaybeCard], Meta(max_length=MOST_CARDS, description="cards; null is one that is not known")]
Workers = Annotated[
    list[MaybeCard], Meta(max_length=components.ROWS, description="from the lowest row; null: not known")
]
Letter = Literal["A", "B", "C", "D", "E", "F"]
ResourceCounts = dict[Resource, Few]


class BuildingForm(Struct, forbid_unknown_fields=True):
    """A building in front of a player."""

    card: CardNumber
    workers: Workers = []
    sideways: bool = False


class NowForm(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What comes next: `stage` for deal and pick, `left` for draw, the rest for play."""

    phase: st.Phase
    player: Letter | None = None
    stage: st.Stage | None = None
    left: Few = 0
    sold: bool = False
    working: bool = False
    built: Few = 0
    gathered: ResourceCounts = {}
    paid: ResourceCounts = {}


class Position(Struct, forbid_unknown_fields=True):
    """A position of Xanadú. The players are A, B, … clockwise; of those left out, nothing lies there."""

    game: Literal["xanadu"]
    format: Literal[1]
    players: Annotated[int, Meta(ge=2, le=len(SEAT_LETTERS))]
    hands: dict[Letter, CardList]
    coins: dict[Letter, Count | None]
    city: dict[Letter, list[BuildingForm]]
    deck: CardList
    discard: CardList
    now: NowForm
    picked: dict[Letter, CardList] = {}
    run: Positive = 1
    idle: Count = 0
    paper: bool = False
    options: st.Options = st.Options()


def _numbers(cards: Cards) -> list[int | None]:
    return [None if card == UNKNOWN else card for card in cards]


def _cards(numbers: list[int | None]) -> Cards:
    return tuple(sorted(map(_card, numbers)))


def _card(number: int | None) -> Card:
    return UNKNOWN if number is None else Card(number)


def _letters(state: st.State) -> list[Letter]:
    return list(_LETTERS[: state.players])


_LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D", "E", "F")


def form(state: st.State) -> Position:
    """The position with its names."""
    letters = _letters(state)
    return Position(
        game="xanadu",
        format=FORMAT,
        players=state.players,
        hands=dict(zip(letters, map(_numbers, state.hands), strict=True)),
        coins=dict(zip(letters, state.coins, strict=True)),
        city={
            letter: [BuildingForm(b.card, _numbers(b.workers), b.sideways) for b in buildings]
            for letter, buildings in zip(letters, state.city, strict=True)
        },
        deck=_numbers(state.deck),
        discard=_numbers(state.discard),
        now=_now_form(state),
        picked=dict(zip(letters, map(_numbers, state.picked), strict=True)),
        run=state.run,
        idle=state.idle,
        paper=state.paper,
        options=state.options,
    )


def _now_form(state: st.State) -> NowForm:
    now = state.now
    if isinstance(now, st.Over):
        return NowForm("over")
    player = _LETTERS[now.seat]
    if isinstance(now, st.Play):
        gathered, paid = _counts(now.gathered), _counts(now.paid)
        return NowForm("play", player, None, 0, now.sold, now.working, now.built, gathered, paid)
    if isinstance(now, st.Draw):
        return NowForm("draw", player, left=now.left)
    return NowForm(st.phase(now), player, now.stage)


def _counts(counts: st.Counts) -> ResourceCounts:
    return {resource: n for resource, n in zip(RESOURCES, counts, strict=True) if n}


def _tuple(counts: ResourceCounts) -> st.Counts:
    return tuple(counts.get(resource, 0) for resource in RESOURCES)


def state_of(position: Position) -> st.State:
    """The state behind the form. Raises `msgspec.ValidationError`."""
    letters = _LETTERS[: position.players]
    try:
        st.check_players(position.options, position.players)
    except BadOption as error:
        raise jsontext.invalid(str(error), "$.options") from error
    for name, mapping in (
        ("hands", position.hands),
        ("coins", position.coins),
        ("city", position.city),
        ("picked", position.picked),
    ):
        _only(letters, mapping, name)
    state = st.State(
        hands=tuple(_cards(position.hands.get(letter, [])) for letter in letters),
        coins=tuple(position.coins.get(letter, 0) for letter in letters),
        city=tuple(tuple(map(_building, position.city.get(letter, []))) for letter in letters),
        deck=_cards(position.deck),
        discard=_cards(position.discard),
        now=_now(position.now, letters),
        picked=tuple(_cards(position.picked.get(letter, [])) for letter in letters),
        run=position.run,
        idle=position.idle,
        paper=position.paper,
        options=position.options,
    )
    if st.all_cards(state).total() > MOST_CARDS:
        raise jsontext.invalid(f"these are more than {MOST_CARDS} cards", "$")
    return state


def _only(letters: tuple[Letter, ...], named: Iterable[Letter], name: str) -> None:
    for letter in named:
        if letter not in letters:
            raise jsontext.invalid(f"{letter} is none of the players {', '.join(letters)}", f"$.{name}")


def _building(building: BuildingForm) -> st.Building:
    return st.Building(Card(building.card), tuple(map(_card, building.workers)), building.sideways)


def _now(now: NowForm, letters: tuple[Letter, ...]) -> st.Now:
    if now.phase == "over":
        return st.Over()
    if now.player not in letters:
        raise jsontext.invalid(f"{now.player or 'null'} is none of the players {', '.join(letters)}", "$.now.player")
    seat = Seat(letters.index(now.player))
    if now.phase == "play":
        return st.Play(seat, now.sold, now.working, now.built, _tuple(now.gathered), _tuple(now.paid))
    if now.phase == "draw":
        return st.Draw(seat, now.left)
    if now.stage is None:
        raise jsontext.invalid(f"the phase {now.phase} needs a stage", "$.now")
    return st.Deal(seat, now.stage) if now.phase == "deal" else st.Pick(seat, now.stage)


def to_json(state: st.State) -> str:
    """The position as JSON text."""
    return msgspec.json.encode(form(state)).decode()


def from_json(text: str) -> st.State:
    """The state behind JSON text. Raises `Unreadable` with line, column and path."""
    return jsontext.read(text, Position, state_of)


def schema() -> dict[str, object]:
    """The JSON Schema of the form (2020-12)."""
    made = msgspec.json.schema(Position)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A position of Xanadú", **made}
