"""Actions are written as their types say: verb from the tag, items from the fields."""

from __future__ import annotations

from typing import Annotated

import pytest
from msgspec import Struct

from companion.engine.correction import Change, Correction
from companion.engine.game import ParseError, Word
from companion.engine.notation import Item, Notation, named, whole
from companion.engine.reading import Token


class Fruit(Word):
    FIG = "fig"
    DATE = "date"


class Eat(Struct, frozen=True, tag="eat"):
    fruit: Fruit
    bites: int = 1


class Share(Struct, frozen=True, tag="hand out"):
    fruit: Annotated[Fruit, named("fruit", {"fig": Fruit.FIG, "f": Fruit.FIG}, "fig", "some fruit")]
    half: Annotated[int, Item("a {verb} size", lambda token, verb: len(token.text), lambda n: "x" * n)]


class Split(Struct, frozen=True, tag="hand out"):
    bites: Annotated[int, whole("bite")]


class Rest(Struct, frozen=True, tag="lie down"):
    pass


Action = Eat | Share | Split | Rest | Correction


def _bare(words: list[Token]) -> Action | None:
    return Eat(Fruit.FIG) if [word.text for word in words] == ["fig"] else None


NOTATION: Notation[Action] = Notation(Action, "eat fig, lie down", _bare, {"bite": lambda verb, words: Rest()})


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Eat(Fruit.DATE, 2), "eat date 2"),
        (Share(Fruit.FIG, 3), "hand out fig xxx"),
        (Split(4), "hand out 4"),
        (Rest(), "lie down"),
        (
            Correction((Change("a", 1),), "Ana", "b"),
            'correct {"changes":[{"path":"a","value":1}],"who":"Ana","why":"b"}',
        ),
    ],
)
def test_an_action_is_its_tag_and_its_fields(action: Action, text: str) -> None:
    assert NOTATION.text(action) == text
    assert NOTATION.read(text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("EAT Fig", Eat(Fruit.FIG)),
        ("Hand, Out\nF xx", Share(Fruit.FIG, 2)),
        ("fig", Eat(Fruit.FIG)),
        ("bite anything", Rest()),
    ],
)
def test_it_reads_in_any_case_what_may_be_left_out_bare_and_irregular(text: str, action: Action) -> None:
    assert NOTATION.read(text) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: expected an action: eat fig, lie down"),
        ("eat", "1:1: eat: expected a fruit: fig, date"),
        ("eat plum", "1:5: 'plum' is no fruit; expected fig, date"),
        ("eat fig two", "1:9: 'two' is no number"),
        ("eat fig 2 3", "1:11: eat: '3' is too much"),
        ("hand out", "1:1: hand: expected a bite"),
        ("hand out date xx", "1:10: 'date' is no fruit; expected fig"),
        ("hand out f x y", "1:14: hand: 'y' is too much"),
        ("lie down now", "1:1: 'lie down now' is no action; expected eat fig, lie down"),
    ],
)
def test_it_says_what_does_not_fit_and_where(text: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        NOTATION.read(text)
    assert str(error.value) == message


def test_what_is_missing_is_asked_for_with_its_verb() -> None:
    sized: Notation[Share] = Notation(Share | Rest, "hand out fig xx")
    with pytest.raises(ParseError, match="1:1: hand: expected a hand size"):
        sized.read("hand out fig")


class Verbless(Struct):
    pass


class Unheard(Struct, tag="weigh"):
    weight: float


@pytest.mark.parametrize(
    ("made", "message"), [(Verbless, "Verbless has no verb"), (Unheard, "<class 'float'> is written")]
)
def test_a_type_that_cannot_be_written_is_the_programs_fault(made: type, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Notation(made | Rest, "")
