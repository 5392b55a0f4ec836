"""A step of the line done otherwise, and the rest of the line played again after it.

What the rules alone decide is decided anew; what people did, and what chance gave, stays as it stands in the log, if
it can still be. What cannot may move along with what was put right (`GameTable.along`), as the dye does that was laid
on a shop now found elsewhere; else it is gone, and is named.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.correction import Correction
from companion.engine.game import CHANCE, AnyEffect, GameState, ParseError, Refusal, RefusedError
from companion.tables.errors import message
from companion.tables.game import AnyTable
from companion.tables.log import entries as e
from companion.tables.log.table import Step, Table

Played = tuple[GameState, tuple[AnyEffect, ...]]


class Replay(Struct, frozen=True):
    """The line as it would be: `steps` in their order, the changed one first; `gone` are the entries without a place
    in it."""

    steps: tuple[Step, ...]
    gone: tuple[int, ...]

    @property
    def state(self) -> GameState:
        """The position at its end."""
        return self.steps[-1].state


def rest_of(table: Table, at: int) -> tuple[GameState, Step, tuple[Step, ...]]:
    """The position before the action of entry `at`, that step, and what followed. Raises `ParseError`: it is no action
    of the line, or the position was entered anew since."""
    if at not in table.line:
        raise ParseError(message("no_action_there"))
    i = table.line.index(at)
    step, rest = table.step(at), table.after(at)
    if not i or not isinstance(step.body, e.Acted) or any(isinstance(one.body, e.MADE) for one in rest):
        raise ParseError(message("no_action_there"))
    return table.step(table.line[i - 1]).state, step, rest


def replayed(table: Table, at: int, action: str, gone: Collection[int] | None = None) -> Replay:
    """The line with another action at entry `at`. Without what is `gone`; none: without what does not fit.

    Raises `RefusedError`, `ParseError`: the action, or what should stay, cannot be there.
    """
    game = table.game
    before, first, rest = rest_of(table, at)
    assert isinstance(first.body, e.Acted)
    was, now = game.rules.parse_action(first.body.action), game.rules.parse_action(action)
    state, effects = game.play(before, now, first.seat)
    made = [replace(first, body=replace(first.body, action=action), state=state, effects=effects)]
    lost: list[int] = []
    for step in rest:
        if gone is not None and step.seq in gone:
            lost.append(step.seq)
            continue
        try:
            made[-1:] = _followed(game, made[-1], step, was, now)
        except (RefusedError, ParseError):
            if gone is not None:
                raise
            lost.append(step.seq)
            if _caught_up(game, made[-1]).state.turn is CHANCE:
                # Something is rolled or drawn there that never was: what came later waits for it.
                lost += [one.seq for one in rest if one.seq > step.seq]
                break
    return Replay(tuple(made), tuple(lost))


def _followed(game: AnyTable, last: Step, step: Step, was: object, now: object) -> tuple[Step, Step]:
    """The last step and this one after it, or what it becomes as `was` is `now`. Raises `RefusedError`, `ParseError`:
    it cannot be."""
    if isinstance(step.body, e.Drawn):
        with suppress(RefusedError, ParseError):
            return last, _again(game, last.state, step)
    last = _caught_up(game, last)
    try:
        return last, _again(game, last.state, step)
    except (RefusedError, ParseError):
        moved = _along(game, step, was, now)
        if moved is None:
            raise
        return last, _again(game, last.state, moved)


def _along(game: AnyTable, step: Step, was: object, now: object) -> Step | None:
    """The step as it moves along; none: it is no action, or stays what it is."""
    if not isinstance(step.body, e.Acted):
        return None
    action = game.rules.parse_action(step.body.action)
    moved = game.along(was, now, action)
    if moved == action:
        return None
    return replace(step, body=replace(step.body, action=game.rules.action_text(moved)))


def _caught_up(game: AnyTable, last: Step) -> Step:
    """The step with what the rules alone decide after it."""
    while _certain(game, last.state):
        state, effects = game.play(last.state, game.rules.chances(last.state).outcomes[0], None)
        last = replace(last, state=state, effects=(*last.effects, *effects))
    return last


def _certain(game: AnyTable, state: GameState) -> bool:
    """Is there one thing only that can come, and nobody to be asked?"""
    if state.turn is not CHANCE or game.question(state) is not None or game.deals(state):
        return False
    return game.rules.chances(state).certain


def _again(game: AnyTable, state: GameState, step: Step) -> Step:
    """The step played after that position. Raises `RefusedError`, `ParseError`: it cannot be."""
    body = step.body
    match body:
        case e.Drawn():
            if step.source == "rules" and _certain(game, state):
                body = e.Drawn(game.rules.action_text(game.rules.chances(state).outcomes[0]))
            elif step.source == "rules" or state.turn is not CHANCE or game.question(state) is not None:
                raise ParseError(message("no_chance_here"))
            state, effects = _played(game, state, game.rules.parse_action(body.outcome), step)
        case e.Acted():
            state, effects = _played(game, state, game.rules.parse_action(body.action), step)
        case e.Answered():
            state, effects = game.answered(state, body.answer)
        case e.Corrected():
            state, effects = _played(game, state, Correction(body.changes, body.who, body.why), step)
        case _:
            effects = ()
    return replace(step, body=body, state=state, effects=effects)


def _played(game: AnyTable, state: GameState, action: object, step: Step) -> Played:
    refusal: Refusal | None = game.rules.refusal(state, action, step.seat)
    if refusal is not None:
        raise RefusedError(refusal, action)
    return game.play(state, action, step.seat)
