"""Replaces a step in place: whether that is allowed, whom it concerns, and the consequences.

A phone that does not see the whole position cannot replay, as the result would reveal secrets: the own seat's later
steps go, and after others' steps nothing can be replaced this way. Nothing is shown beforehand then except what goes.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.correction import Correction, Turned
from companion.engine.game import GameState, RefusedError
from companion.tables.errors import TableError, message
from companion.tables.log import consent
from companion.tables.log import entries as e
from companion.tables.log.fold import find_rest, replay
from companion.tables.log.hotseat import check_eyes, find_viewer, sees_like
from companion.tables.log.plan import RuleRefused
from companion.tables.log.table import Line, Table, others
from companion.tables.log.views import Deed, Who
from companion.tables.log.visibility import deeds


class Follows(Struct, frozen=True):
    """Consequences of replacing an action: the changed fields, the position `then`, the deeds that stay and those that
    go, and the chairs that are asked.

    A phone that does not see the whole position is only shown what goes.
    """

    action: object
    turned: tuple[Turned, ...] = ()
    then: GameState | None = None
    stays: tuple[Deed, ...] = ()
    goes: tuple[Deed, ...] = ()
    asks: tuple[int, ...] = ()


class Repair(Struct, frozen=True):
    """An action of the log to replace: the position before it, the action, and its alternatives."""

    deed: Deed
    before: GameState
    was: object
    actions: tuple[object, ...]
    follows: Follows | None


def replay_for(table: Table, who: Who, at: int, action: str) -> tuple[Line, tuple[int, ...]]:
    """Returns `fold.replay` as far as this phone may do it. Raises `TableError`, `RuleRefused`."""
    before, step, rest = find_rest(table, at)
    sees_all = _sees_all(table, who, at)
    parsed = table.parse_action(action)
    if isinstance(parsed, Correction):
        raise TableError("bad_command", message=message("unfit"))
    if table.game.private(before, parsed):
        check_eyes(table, before, step.seat, step.players, who)
    try:
        return replay(table, at, action, None if sees_all else [one.seq for one in rest])
    except RefusedError as error:
        raise RuleRefused(error.refusal, before) from error


def _sees_all(table: Table, who: Who, at: int) -> bool:
    """Returns whether this phone sees all positions since entry `at`. Raises ``no_such_entry``, ``played_since``."""
    before, step, rest = find_rest(table, at)
    eyes, view = find_viewer(table, who), table.game.rules.view
    if all(view(state, eyes) == state for state in (before, step.state, *(one.state for one in rest))):
        return True
    if any(one.human and one.seat != step.seat for one in rest):
        raise TableError("played_since")
    return False


def find_chairs_to_ask(table: Table, who: Who, at: int, gone: Collection[int]) -> tuple[int, ...]:
    """Returns the chairs to ask first: owners of the step and of steps that no longer fit; and all others, if the phone
    has learned players' secrets since."""
    _, step, rest = find_rest(table, at)
    if consent.has_revealed(table, (step, *rest)) and (must := consent.find_hand_guards(table, who.chair)):
        return must
    whose = [one for one in rest if one.seq in gone and one.human]
    if not consent.is_own(step, who.chair):
        whose.append(step)
    chairs = {one.actor if one.seat is None else one.players[one.seat] for one in whose}
    return tuple(chair for chair in others(table, who.chair) if chair in chairs)


def repair_of(table: Table, who: Who, at: int, action: str | None) -> Repair:
    """Returns alternatives for the step of an entry, and the consequences of `action`, as far as this phone may know
    them. Raises `TableError`, `RuleRefused`."""
    (before, step, _), sees_all = find_rest(table, at), _sees_all(table, who, at)
    rules, eyes = table.game.rules, find_viewer(table, who)
    assert isinstance(step.body, e.Act) and step.seat is not None
    all_known = sees_like(table, before, step.seat, who)
    actions = tuple(one for one in rules.legal(before, step.seat) if all_known or not table.game.private(before, one))
    (deed,) = deeds(table, (replace(step, body=replace(step.body, joined=False)),), eyes)
    follows = None
    if action is not None:
        steps, gone = replay_for(table, who, at, action)
        goes = deeds(table, [one for one in table.line if one.seq in gone], eyes)
        follows = Follows(rules.parse_action(action), goes=goes, asks=find_chairs_to_ask(table, who, at, gone))
        if sees_all:
            now, then = rules.view(table.position, eyes), rules.view(steps[-1].state, eyes)
            turned = _differences(json.loads(rules.to_json(now)), json.loads(rules.to_json(then)))
            rest = [one for one in steps[1:] if one.human and not isinstance(one.body, e.Replace)]
            follows = replace(follows, turned=tuple(turned), then=then, stays=deeds(table, rest, eyes))
    return Repair(deed, rules.view(before, eyes), rules.parse_action(step.body.action), actions, follows)


def _differences(old: Mapping[str, object], new: Mapping[str, object], path: str = "") -> Iterator[Turned]:
    """Yields the fields that differ between two positions; lists, and single things such as a shop, as a whole."""
    for key in {**old, **new}:
        before, after = old.get(key), new.get(key)
        if before == after or (not path and key == "now"):  # whose turn it is
            continue
        if isinstance(before, dict) and isinstance(after, dict) and not _is_one_thing({**before, **after}):
            yield from _differences(before, after, f"{path}{key}.")
        else:
            yield Turned(f"{path}{key}", before, after)


def _is_one_thing(tree: Mapping[str, object]) -> bool:
    """Returns whether it contains a string."""
    return any(isinstance(value, str) for value in tree.values())
