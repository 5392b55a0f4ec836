"""What the interface takes and gives about games and their positions: frozen values, of which the OpenAPI document
is made too. Those of tables stand in `table_values`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

from companion.engine.registry import GAMES

JsonObject = dict[str, Any]
"""JSON that is described elsewhere, such as a schema, or a part of one."""


def _of_games(name: str, *others: JsonObject) -> Meta:
    """A schema that is, for each game, a component of that name; see `openapi`."""
    refs = [{"$ref": f"#/components/schemas/{game}.{name}"} for game in GAMES]
    return Meta(extra_json_schema={"anyOf": [*others, *refs]})


PositionData = Annotated[Raw, _of_games("Position")]
"""A position as JSON, of the game that is asked."""
AnyPosition = Annotated[Raw, _of_games("Position", {"type": "string", "maxLength": 20_000})]
"""A position, as a line of text or as JSON."""
EffectData = Annotated[Any, _of_games("Effect")]
Notation = Annotated[str, Meta(max_length=200)]
"""An action or an outcome in the game's notation, such as ``shop B2``."""
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
Seed = Annotated[int, Meta(ge=0, lt=2**53)]
Options = dict[str, str | int]


class Taken(Struct, frozen=True, forbid_unknown_fields=True):
    """What all bodies share."""


# Games.


class HouseRule(Struct, frozen=True):
    """A house rule that a table may set: one of `values`; or a whole number from `lowest` to `highest`. `default` holds
    if nothing is said. `rule` is its paragraph in the leaflet; empty: it concerns tables alone."""

    name: str
    values: tuple[str, ...]
    rule: str
    lowest: int | None
    highest: int | None
    default: str | int


class GameInfo(Struct, frozen=True):
    """A game. `tables`: tables can be opened for it. Then `table_rules` are what may be chosen there besides the house
    rules, such as who holds the cards; and `chairs` what its places are called, clockwise: a table has all of them
    unless it is told how many."""

    game: str
    title: str
    players: tuple[int, ...]
    house_rules: tuple[HouseRule, ...]
    tables: bool
    table_rules: tuple[HouseRule, ...]
    chairs: tuple[str, ...]


class RuleText(Struct, frozen=True):
    """A paragraph of the leaflet. `rule` is the id that effects and refusals name; `number` is printed beside it."""

    rule: str
    number: str
    text: str


class Leaflet(Struct, frozen=True):
    """The rules of a game in one language, in their order."""

    game: str
    language: str
    title: str
    rules: tuple[RuleText, ...]


# Positions.


class PositionForms(Struct, frozen=True):
    """A position in both forms. `text` is one line that a person can type; both read back to the same position."""

    text: str
    data: PositionData


class Reason(Struct, frozen=True):
    """A rule that a decision of the game went through. Lines are marked: ✓ stays in, ✗ is out, = is tied."""

    rule: str
    title: str
    lines: tuple[str, ...]


class Happened(Struct, frozen=True):
    """An effect: in words, with its rule and its reasons, and as data."""

    says: str
    rule: str | None
    why: tuple[Reason, ...]
    data: EffectData


class Outcome(Struct, frozen=True):
    """What chance may give; its probability is `weight` divided by the sum of all weights."""

    outcome: str
    weight: int


class Fault(Struct, frozen=True):
    """Something about a position that cannot be so with the pieces of the box, or by the rules."""

    kind: str
    says: str
    rule: str
    thing: str | None
    place: str | None
    seat: int | None
    found: int | None
    expected: int | None


class Turn(Struct, frozen=True):
    """Whose turn it is, what may be done, and what chance may give if it is chance's."""

    turn: int | Literal["chance", "over"]
    waiting: tuple[int, ...]
    actions: tuple[str, ...]
    outcomes: tuple[Outcome, ...]


class NewGame(Taken, frozen=True):
    players: Annotated[int, Meta(ge=1, le=99)]
    options: Options = {}


class At(Taken, frozen=True):
    """A position."""

    position: AnyPosition


class LegalAt(Taken, frozen=True):
    """A position, and the seat that asks; none: whoever's turn it is."""

    position: AnyPosition
    by: SeatNumber | None = None


class PlayAt(Taken, frozen=True):
    """A position, an action or outcome in the game's notation, and the seat that does it (none: whose turn it is)."""

    position: AnyPosition
    action: Notation
    by: SeatNumber | None = None


class ResolveAt(Taken, frozen=True):
    """A position, and what is rolled or drawn: first what `dice` holds (``blue 2``), then, if `roll`, what the app
    rolls, from `seed` if there is one. Without `roll` the answer asks for what is missing."""

    position: AnyPosition
    dice: Annotated[tuple[Notation, ...], Meta(max_length=500)] = ()
    roll: bool = False
    seed: Seed | None = None


class StartPosition(Struct, frozen=True):
    position: PositionForms


class Played(Struct, frozen=True):
    """What happened, in order, and the position after it."""

    effects: tuple[Happened, ...]
    position: PositionForms


class ResolvedStep(Struct, frozen=True):
    """One outcome; `source` tells where it came from: the rules alone, the given dice, or the app."""

    action: str
    source: Literal["rules", "hand", "app"]
    effects: tuple[Happened, ...]


class Resolved(Struct, frozen=True):
    """What happened step by step, and the position after it.

    `needs` is empty when a player has to decide or the game is over. Else something has to be rolled or
    drawn and was not given: one of these. Ask again with it, from here or with longer `dice` from the start.
    `unused` is how many of the dice were not needed. `faults` are those of the position that came in.
    """

    steps: tuple[ResolvedStep, ...]
    position: PositionForms
    turn: int | Literal["chance", "over"]
    needs: tuple[Outcome, ...]
    unused: int
    faults: tuple[Fault, ...]


class Faults(Struct, frozen=True):
    faults: tuple[Fault, ...]


class ScoreRow(Struct, frozen=True):
    """A line of a score sheet: so many of a thing, each worth so much, by this rule."""

    thing: str
    says: str
    count: int
    worth: int
    points: int
    rule: str


class ScoreSheet(Struct, frozen=True):
    """A seat's score: the lines that add up, then those that only break ties."""

    seat: int
    total: int
    lines: tuple[ScoreRow, ...]
    ties: tuple[ScoreRow, ...]


class Scores(Struct, frozen=True):
    """All sheets, who is ahead by them, and by which rule; `final` when the game is over."""

    sheets: tuple[ScoreSheet, ...]
    winners: tuple[int, ...]
    decided_by: str
    final: bool
