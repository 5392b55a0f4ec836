"""Replays the rest of the line after a replaced step.

What the rules determine is determined anew; actions and chance outcomes stay as logged if they are still possible.
Others may move along with the changed step (`GameTable.along`), such as a dye on a shop that is now elsewhere;
otherwise they are dropped and listed.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import CHANCE, GameState, ParseError, RefusedError
from companion.tables.errors import TableError, message
from companion.tables.game import AnyTable
from companion.tables.log import entries as e
from companion.tables.log.table import Step, Table, play_body


class Replay(Struct, frozen=True):
    """The replayed line: `steps` in order, the changed one first; `gone` are the dropped entries."""

    steps: tuple[Step, ...]
    gone: tuple[int, ...]

    @property
    def state(self) -> GameState:
        """The position at its end."""
        return self.steps[-1].state


def find_rest(table: Table, at: int) -> tuple[GameState, Step, tuple[Step, ...]]:
    """Returns the position before the action of entry `at`, that step, and the rest of the line.

    Raises ``no_such_entry`` if it is not an action of the line, or the position was entered anew since.
    """
    i = table.index(at)
    rest = table.line[i + 1 :]
    if not isinstance(table.line[i].body, e.Act) or any(isinstance(one.body, e.MADE) for one in rest):
        raise TableError("no_such_entry", entry=at)
    return table.line[i - 1].state, table.line[i], rest


def replayed(table: Table, at: int, action: str, gone: Collection[int] | None = None) -> Replay:
    """Returns the line with another action at entry `at`, and the rest of it without the entries `gone`; None: without
    what no longer fits.

    Raises `RefusedError`, `ParseError` if a step that should stay is impossible.
    """
    game, (before, was, rest) = table.game, find_rest(table, at)
    now = _play_step(game, before, replace(was, body=replace(was.body, action=action)))
    steps, lost = [now], list[int]()
    for step in rest:
        if gone is not None and step.seq in gone:
            lost.append(step.seq)
            continue
        try:
            steps[-1:] = _play_after(game, steps[-1], step, was, now)
        except (RefusedError, ParseError):
            if gone is not None:
                raise
            lost.append(step.seq)
            if _play_automatic_steps(game, steps[-1]).state.turn is CHANCE:
                # Something is rolled or drawn there that never was: what came later waits for it.
                lost += [one.seq for one in rest if one.seq > step.seq]
                break
    return Replay(tuple(steps), tuple(lost))


def _play_after(game: AnyTable, last: Step, step: Step, was: Step, now: Step) -> tuple[Step, Step]:
    """Returns the last step and this one after it, adapted if necessary. Raises `RefusedError`, `ParseError`."""
    if isinstance(step.body, e.Roll):
        with suppress(RefusedError, ParseError):
            return last, _play_step(game, last.state, step)
    last = _play_automatic_steps(game, last)
    try:
        return last, _play_step(game, last.state, step)
    except (RefusedError, ParseError):
        if not isinstance(step.body, e.Act):
            raise
        rules = game.rules
        actions = [rules.parse_action(one.body.action) for one in (was, now, step) if isinstance(one.body, e.Act)]
        moved = game.along(*actions)
        if moved == actions[-1]:
            raise
        body = replace(step.body, action=rules.action_text(moved))
        return last, _play_step(game, last.state, replace(step, body=body))


def _play_automatic_steps(game: AnyTable, last: Step) -> Step:
    """Returns the step with the automatic steps after it."""
    while game.is_certain(last.state):
        state, effects = game.play(last.state, game.rules.chances(last.state).outcomes[0], None)
        last = replace(last, state=state, effects=(*last.effects, *effects))
    return last


def _play_step(game: AnyTable, state: GameState, step: Step) -> Step:
    """Returns the step played after that position. Raises `RefusedError`, `ParseError` if it is impossible."""
    body, rules = step.body, game.rules
    if isinstance(body, e.Replace):
        return replace(step, state=state, effects=())
    if isinstance(body, e.Roll):
        if step.source == "rules" and game.is_certain(state):
            body = e.Roll(rules.action_text(rules.chances(state).outcomes[0]))
        elif step.source == "rules" or game.question(state) is not None:
            raise ParseError(message("unfit"))
    state, effects = play_body(game, state, body, step.seat)
    return replace(step, body=body, state=state, effects=effects)
