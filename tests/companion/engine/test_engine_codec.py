"""A state's types say what its JSON is: a bazaar that has one of everything a type can be."""

from __future__ import annotations

import json
import random
from typing import Annotated, Any, Literal

import jsonschema
import pytest
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from companion.engine.codec import Codec
from companion.engine.game import ParseError, Seat, Word
from companion.engine.spelling import By, Count, First, Names, Seats, Speller, Spelling, Wrong


class Stall(Word):
    FIG = "fig"
    TEA = "tea"


STALLS = tuple(Stall)


class Crate(Struct, frozen=True):
    """Of a seat, or nobody's."""

    owner: Seat | None = None
    weight: Annotated[int, Meta(ge=1, le=9)] = 1


class Tag(Struct, frozen=True, forbid_unknown_fields=True):
    """Its own form: nothing in it has another."""

    price: Count


class Buy(Struct, frozen=True, tag_field="phase", tag="buy"):
    """Somebody buys."""

    seat: Seat = field(name="player")


class Haul(Struct, frozen=True, tag_field="phase", tag="haul"):
    """A stall is served."""

    stall: Stall
    times: Count = 1


class Rest(Struct, frozen=True, tag_field="mood", tag="rest", omit_defaults=True):
    seat: Seat


class Sing(Struct, frozen=True, tag_field="mood", tag="sing", omit_defaults=True):
    song: Literal["high", "low"]


def _pairs(value: tuple[int, int], names: Names) -> str:
    return f"{value[0]}:{value[1]}"


def _split(form: str, seats: Seats) -> tuple[int, int]:
    left, _, right = form.partition(":")
    if not right:
        raise Wrong("there is no colon")
    return int(left), int(right)


class State(Struct, frozen=True):
    """A bazaar."""

    crates: Annotated[tuple[Crate | None, ...], By(STALLS, blank=None, sparse=True)] = field(name="boxes")
    tags: Annotated[tuple[Tag, ...], Meta(max_length=3)]
    lanes: tuple[tuple[Seat, ...], ...]
    purses: Annotated[tuple[Count, ...], By(Seat, entry="the purse")]
    rows: Annotated[tuple[int, int], Spelling(str, _pairs, _split)]
    now: Buy | Haul
    mood: Annotated[Rest | Sing, First()]
    left: Annotated[int, Spelling(str, _pairs, _split, also=("right",))]
    right: int
    hats: Annotated[tuple[int, ...], By(Seat, blank=0, optional=True)]
    start: Seat = Seat(0)
    counts: Annotated[tuple[Count, ...], By(STALLS, blank=0)] = (0, 0)
    spare: tuple[Crate, ...] = ()
    tag: Tag = field(default_factory=lambda: Tag(3))

    @property
    def players(self) -> int:
        return len(self.purses)


def _names(of: Any) -> str:
    return "AB"[: of.players]


def _before(form: Any) -> None:
    if form.players == 1 and form.tags:
        raise Wrong("nobody pays", ".tags")


def _after(state: State) -> State:
    if sum(state.purses) > 10:
        raise Wrong("too rich", ".purses")
    return replace(state, right=state.right % 7)


CODEC = Codec(
    State,
    "A bazaar",
    Literal["A", "B"],
    _names,
    {"game": Literal["bazaar"], "players": Annotated[int, Meta(ge=1, le=2)]},
    _before,
    _after,
)
STATE = State(
    crates=(Crate(Seat(1)), None),
    tags=(Tag(5),),
    lanes=((Seat(1), Seat(0)), ()),
    purses=(3, 4),
    rows=(1, 2),
    now=Buy(Seat(1)),
    mood=Sing("low"),
    left=8,
    right=6,
    hats=(0, 2),
)
TEXT = """{
"game": "bazaar",
"players": 2,
"boxes": {"fig": {"owner": "B", "weight": 1}},
"tags": [{"price": 5}],
"lanes": [["B", "A"], []],
"purses": {"A": 3, "B": 4},
"rows": "1:2",
"now": {"phase": "buy", "player": "B", "stall": null, "times": 1},
"mood": {"mood": "sing", "song": "low"},
"left": "8:6",
"hats": {"A": 0, "B": 2},
"start": "A",
"counts": {"fig": 0, "tea": 0},
"spare": [],
"tag": {"price": 3}
}"""


def test_a_state_is_written_as_its_types_say() -> None:
    assert CODEC.to_json(STATE) == json.dumps(json.loads(TEXT), separators=(",", ":"))
    assert CODEC.from_json(TEXT) == STATE


def test_what_has_a_default_or_a_blank_may_be_left_out() -> None:
    tree = json.loads(TEXT)
    for name in ("hats", "start", "counts", "spare", "tag"):
        del tree[name]
    tree["boxes"] = {"tea": None, "fig": {}}
    assert CODEC.from_json(json.dumps(tree)) == replace(STATE, crates=(Crate(), None), hats=(0, 0))


@pytest.mark.parametrize("seed", range(50))
def test_every_state_comes_back(seed: int) -> None:
    rng = random.Random(seed)
    players = rng.choice([1, 2])
    seat = Seat(rng.randrange(players))
    state = State(
        crates=tuple(rng.choice([None, Crate(), Crate(seat, 9)]) for _ in STALLS),
        tags=(Tag(rng.randrange(9)),) * (rng.randrange(4) if players == 2 else 0),
        lanes=tuple((seat,) * rng.randrange(3) for _ in range(rng.randrange(3))),
        purses=tuple(rng.randrange(5) for _ in range(players)),
        rows=(rng.randrange(9), rng.randrange(9)),
        now=rng.choice([Buy(seat), Haul(rng.choice(STALLS), rng.randrange(4))]),
        mood=rng.choice([Rest(seat), Sing("high")]),
        left=rng.randrange(9),
        right=rng.randrange(7),
        hats=tuple(rng.randrange(3) for _ in range(players)),
        start=seat,
        counts=tuple(rng.randrange(3) for _ in STALLS),
        spare=(Crate(seat),) * rng.randrange(3),
        tag=Tag(rng.randrange(3)),
    )
    written = CODEC.to_json(state)
    assert CODEC.from_json(written) == state
    jsonschema.validate(json.loads(written), CODEC.schema())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"owner": "B"', '"owner": "C"', "4:28: $.boxes.fig.owner: Invalid enum value 'C'"),
        ('"weight": 1', '"weight": 0', "4:43: $.boxes.fig.weight: Expected `int` >= 1"),
        ('"price": 5', '"coins": 5', "5:10: $.tags.0: Object contains unknown field `coins`"),
        ('["B", "A"]', '["B", "C"]', "6:17: $.lanes.0.1: Invalid enum value 'C'"),
        ('"A": 3, ', "", "7:11: $.purses: the purse of A is missing"),
        ('"1:2"', '"12"', "8:9: $.rows: there is no colon"),
        ('"1:2"', '"x:2"', "8:9: $.rows: invalid literal for int() with base 10: 'x'"),
        ('"player": "B"', '"player": null', "9:8: $.now: the phase buy needs a player"),
        ('"phase": "buy"', '"phase": "haul"', "9:8: $.now: the phase haul needs a stall"),
        ('"mood": "sing", "song": "low"', '"mood": "sing"', "10:9: $.mood: the mood sing needs a song"),
        ('"mood": "sing"', '"mood": "rest"', "10:9: $.mood.seat: null is none of the players A, B"),
        ('"8:6"', '"86"', "11:9: $.left: there is no colon"),
        ('"purses": {"A": 3', '"purses": {"A": 9', "7:11: $.purses: too rich"),
        ('"players": 2', '"players": 1', "5:9: $.tags: nobody pays"),
    ],
)
def test_a_fault_is_told_with_its_place(old: str, new: str, message: str) -> None:
    assert old in TEXT
    bad = TEXT.replace(old, new, 1)
    with pytest.raises(ParseError) as error:
        CODEC.from_json(bad)
    assert str(error.value) == message


def test_seats_are_looked_at_first_and_every_seat_that_is_given() -> None:
    tree = json.loads(TEXT) | {"players": 1, "tags": [], "mood": {"mood": "rest", "seat": "B"}}
    tree["now"] |= {"phase": "haul", "stall": "tea"}
    for place, mend in (
        ("purses", {"purses": {"A": 3}}),
        ("mood.seat", {"mood": {"mood": "rest", "seat": "A"}}),
        ("hats", {"hats": {}}),
        ("boxes.fig.owner", {"boxes": {}}),
        ("lanes.0.0", {"lanes": []}),
        ("now.player", {"now": {"phase": "haul", "stall": "tea", "player": "A"}}),
    ):
        with pytest.raises(ParseError) as error:
            CODEC.from_json(json.dumps(tree))
        assert error.value.message == f"$.{place}: B is none of the players A"
        tree |= mend
    assert CODEC.from_json(json.dumps(tree)).now == Haul(Stall.TEA)


class Untagged(Struct):
    seat: Seat


class Hum(Struct, tag_field="mood", tag="hum"):
    song: int


@pytest.mark.parametrize(
    ("hint", "message"),
    [
        (dict[str, Seat], "annotate it with a Spelling"),
        (tuple[Seat, int], "annotate it with a Spelling"),
        (Rest | Untagged, "Untagged needs a tag"),
        (Sing | Hum, "song is of two types in Sing, Hum"),
    ],
)
def test_a_type_that_cannot_be_spelled_is_the_programs_fault(hint: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Speller(Literal["A", "B"]).of(hint)
