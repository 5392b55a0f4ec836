"""The one forgotten or wrong step that explains what differs between the table and the app (flows 4.7).

Every step that could have been made differently in the last rounds is tried: an action more, another
action instead of the one in the log. The rest of the log is played again after it; if that works, and all
fields then have the values that lie on the table, it is an explanation. The one that changes least is best.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.engine.correction import Change, Correction, Turned, corrected
from companion.engine.game import AnyEffect, AnyGame, GameState, ParseError, RefusedError, Seat
from companion.tables.log import entries as e
from companion.tables.log.replay import play_again
from companion.tables.log.table import Line, Step, Table
from companion.tables.log.views import Deed

WINDOW = 30
"""Entries of the line that are looked at, from the newest back."""
OFFERED = 3
"""Explanations offered at most."""


class ForgottenStep(Struct, frozen=True):
    """One step that would explain a difference between table and app.

    `kind`: an action is ``missing`` before entry `at`, or belongs there ``instead``. `effects` and `state` put it into
    words; `changes` correct the position as it is now; `stood`: what the log has there.
    """

    key: str
    kind: str
    at: int
    seat: Seat
    effects: tuple[AnyEffect, ...]
    state: GameState
    changes: tuple[Change, ...]
    stood: Deed | None = None


def forgotten(table: Table, lies: tuple[Change, ...]) -> tuple[ForgottenStep, ...]:
    """Explanations of these fields holding these values on the table, the best first; none is common."""
    rules, now = table.game.rules, table.position
    found: dict[str, ForgottenStep] = {}
    for kind, trial, stood, rest in _trials(table):
        try:
            final = play_again(table.game, trial, rest, ()).state
            if _with(rules, final, lies) != final:
                continue
            changes = tuple(Change(one.path, one.after) for one in differences(rules, now, final))
            if (rest and any(is_turn(change.path) for change in changes)) or _with(rules, now, changes) != final:
                continue
        except (RefusedError, ParseError):
            continue
        assert trial.seat is not None and isinstance(trial.body, e.Act)
        key = f"{kind} {trial.seq} {trial.seat} {trial.body.action}"
        deed = None if stood is None else Deed(stood.seq, e.kind(stood.body), stood.seat, stood.effects)
        step = ForgottenStep(key, kind, trial.seq, trial.seat, trial.effects, trial.state, changes, deed)
        # Of those that change the same, the newest, which comes first.
        found.setdefault(repr(changes), step)
    return tuple(sorted(found.values(), key=lambda step: (len(step.changes), -step.at))[:OFFERED])


def _trials(table: Table) -> Iterator[tuple[str, Step, Step | None, Line]]:
    """Each action that could have been made: its kind, the step, what the log has there, and what to play after it."""
    line, game = table.line, table.game
    places: list[tuple[GameState, int, Line]] = [(table.position, table.seq + 1, ())]
    for i in range(len(line) - 1, max(0, len(line) - WINDOW), -1):
        if isinstance(line[i].body, e.MADE):
            break
        if isinstance(line[i].body, e.Act):
            places.append((line[i - 1].state, line[i].seq, line[i:]))
    for before, at, rest in places:
        for seat in game.rules.waiting(before):
            for action in game.rules.legal(before, seat):
                state, effects = game.play(before, action, seat)
                body = e.Act(game.rules.action_text(action), seat)
                trial = Step(at, body, state, effects, table.players, seat, None, "person", reveals=False)
                yield "missing", trial, rest[0] if rest else None, rest
                if rest:
                    yield "instead", trial, rest[0], rest[1:]


def _with(rules: AnyGame, state: GameState, changes: tuple[Change, ...]) -> GameState:
    return corrected(state, Correction(changes, "-", "-"), rules.to_json, rules.from_json)


def differences(rules: AnyGame, old: GameState, new: GameState, *, whole: bool = False) -> Iterator[Turned]:
    """The fields to set to come from one position to another; lists are set as a whole. `whole`: so is what describes
    one thing, such as a shop: it holds a string."""
    yield from _differences(json.loads(rules.to_json(old)), json.loads(rules.to_json(new)), "", whole)


def _differences(old: Mapping[str, object], new: Mapping[str, object], path: str, whole: bool) -> Iterator[Turned]:
    for key in {**old, **new}:
        before, after = old.get(key), new.get(key)
        if before == after:
            continue
        if isinstance(before, dict) and isinstance(after, dict) and not (whole and _is_one_thing({**before, **after})):
            yield from _differences(before, after, f"{path}{key}.", whole)
        else:
            yield Turned(f"{path}{key}", before, after)


def _is_one_thing(tree: Mapping[str, object]) -> bool:
    return any(isinstance(value, str) for value in tree.values())


def is_turn(path: str) -> bool:
    """The field says whose turn it is."""
    return path.split(".")[0] == "now"
