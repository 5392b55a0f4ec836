"""The one forgotten or wrong step that explains what differs between the table and the app (flows 4.7).

Every step that could have been made differently in the last rounds is tried: an action more, another
action instead of the one in the log. The rest of the log is played again after it; if that works, and all
fields then have the values that lie on the table, it is an explanation. The one that changes least is best.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.engine.correction import Change, Correction, corrected
from companion.engine.game import AnyEffect, GameState, ParseError, Seat
from companion.tables.game import AnyTable
from companion.tables.log import entries as e
from companion.tables.log.fields import field_at
from companion.tables.log.table import Step, Table
from companion.tables.log.views import Deed, ForgottenStep

WINDOW = 30
"""Entries of the line that are looked at, from the newest back."""
OFFERED = 3
"""Explanations offered at most."""


class _Trial(Struct, frozen=True):
    """An action tried at a place of the line, the state and effects it gave, and where the line goes on."""

    kind: str
    at: int
    seat: Seat
    action: object
    effects: tuple[AnyEffect, ...]
    state: GameState
    rest: tuple[Step, ...]


def forgotten(table: Table, lies: tuple[Change, ...]) -> tuple[ForgottenStep, ...]:
    """Explanations of these fields holding these values on the table, the best first; none is common."""
    game, now = table.game, table.position
    tree = json.loads(game.rules.to_json(now))
    found: dict[str, tuple[int, ForgottenStep]] = {}
    for trial in _trials(table):
        if not any(_moves_closer(game, table, trial, one.path, tree, one.value) for one in lies):
            continue
        final = _played_on(game, trial)
        if final is None:
            continue
        after = json.loads(game.rules.to_json(final))
        so = all(field_at(after, one.path) == one.value for one in lies)
        if not so or (trial.rest and after.get("now") != tree.get("now")):
            continue
        changes = tuple(_differences(tree, after))
        if _set(game, now, changes) != final:
            continue
        key = f"{trial.kind} {trial.at} {trial.seat} {game.rules.action_text(trial.action)}"
        step = ForgottenStep(
            key, trial.kind, trial.at, trial.seat, trial.effects, trial.state, changes, _stood(table, trial.at)
        )
        same = repr(changes)
        if same not in found or found[same][1].at < trial.at:
            found[same] = (len(changes), step)
    ranked = sorted(found.values(), key=lambda item: (item[0], -item[1].at))
    return tuple(step for _, step in ranked[:OFFERED])


def _stood(table: Table, at: int) -> Deed | None:
    step = table.find(at)
    return None if step is None else Deed(at, e.kind(step.body), step.seat, step.effects)


def _trials(table: Table) -> Iterator[_Trial]:
    """Every other way the last steps could have gone, by one action."""
    steps = tuple(table.step(seq) for seq in table.line)
    yield from _at(table, table.position, table.seq + 1, None, ())
    for i in range(len(steps) - 1, max(0, len(steps) - WINDOW), -1):
        if isinstance(steps[i].body, e.Acted):
            yield from _at(table, steps[i - 1].state, steps[i].seq, steps[i], steps[i + 1 :])


def _at(table: Table, before: GameState, at: int, stood: Step | None, rest: tuple[Step, ...]) -> Iterator[_Trial]:
    rules = table.game.rules
    for seat in rules.waiting(before):
        for action in rules.legal(before, seat):
            state, effects = table.game.play(before, action, seat)
            if stood is None:
                yield _Trial("missing", at, seat, action, effects, state, ())
                continue
            yield _Trial("missing", at, seat, action, effects, state, (stood, *rest))
            yield _Trial("instead", at, seat, action, effects, state, rest)


def _moves_closer(game: AnyTable, table: Table, trial: _Trial, path: str, tree: object, value: object) -> bool:
    """A cheap look before playing on: does the field move as it has to, against the way it went?"""
    went = _state_at(table, trial)
    here, there = (field_at(json.loads(game.rules.to_json(state)), path) for state in (went, trial.state))
    now = field_at(tree, path)
    match here, there, now, value:
        case int(went_from), int(went_to), int(is_now), int(lies):
            return went_to - went_from == lies - is_now
    return there == value


def _state_at(table: Table, trial: _Trial) -> GameState:
    """What the trial's state is to be measured against: the state at the same place of the real line."""
    found = table.find(trial.at)
    if found is None:
        return table.position
    if trial.kind == "instead":
        return found.state
    i = table.line.index(trial.at)
    return table.step(table.line[i - 1]).state


def _played_on(game: AnyTable, trial: _Trial) -> GameState | None:
    """The state after the rest of the line; none: it cannot follow."""
    state = trial.state
    for step in trial.rest:
        body = step.body
        if isinstance(body, e.Acted | e.Drawn):
            action = game.rules.parse_action(body.action if isinstance(body, e.Acted) else body.outcome)
            by = step.seat
        elif isinstance(body, e.Corrected):
            action, by = Correction(body.changes, body.who, body.why), None
        else:
            return None
        if game.rules.refusal(state, action, by) is not None:
            return None
        state, _ = game.play(state, action, by)
    return state


def _set(game: AnyTable, state: GameState, changes: tuple[Change, ...]) -> GameState | None:
    """The state with the changes made; none: they do not fit."""
    try:
        return corrected(state, Correction(changes, "-", "-"), game.rules.to_json, game.rules.from_json)
    except ParseError:
        return None


def _differences(old: Mapping[str, object], new: Mapping[str, object], path: str = "") -> Iterator[Change]:
    """The fields to set to come from one position to another; lists are set as a whole."""
    for key in {**old, **new}:
        here = f"{path}{key}"
        before, after = old.get(key), new.get(key)
        if isinstance(before, dict) and isinstance(after, dict):
            yield from _differences(before, after, f"{here}.")
        elif key not in old or key not in new or before != after:
            yield Change(here, after)
