"""A wrong step put right where it is: which steps may be, whom it concerns, and what would follow.

Where the phone does not see all of the position, nothing is played again, for whether it still fits would tell what is
hidden: what the own seat did since goes, and where others have played since, nothing can be put right in this way.
Nor is anything told beforehand then but what goes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from msgspec import UNSET
from msgspec.structs import replace

from companion.engine.correction import Correction, Turned
from companion.engine.game import OVER, GameState, ParseError, RefusedError
from companion.tables import errors
from companion.tables.log import commands as c
from companion.tables.log import consent, undo
from companion.tables.log import entries as e
from companion.tables.log.hotseat import eyes_of
from companion.tables.log.plan import Plan, RuleRefused
from companion.tables.log.replay import Replay, replayed, rest_of
from companion.tables.log.table import Step, Table, others
from companion.tables.log.views import Follows, Repair, Who
from companion.tables.log.visibility import deeds


def put_right(plan: Plan, command: c.Replace) -> None:
    """Another action at that entry: at once, or when those agree whose steps do not fit any more."""
    table, who = plan.table, plan.asking.who
    made = _made(table, who, command.at, command.action)
    before = plan.table
    plan.add(e.Replaced(command.at, _text(table, command.action), made.gone))
    asks = concerned(before, who, command.at, made)
    if plan.table.turn is OVER and before.turn is not OVER:
        asks = consent.guards(before, who.chair) or asks
    if asks:
        plan.ask(before, "replace", asks)
    else:
        plan.run()


def _made(table: Table, who: Who, at: int, action: str) -> Replay:
    """The line as it would be. Raises `TableError`, `RuleRefused`."""
    step = _replaceable(table, who, at)
    before = rest_of(table, at)[0]
    try:
        parsed = table.game.rules.parse_action(action)
    except ParseError as error:
        raise errors.BadCommand(error.sentence) from error
    if isinstance(parsed, Correction):
        raise errors.BadCommand(errors.message("correction_apart"))
    if table.game.private(before, parsed):
        _same_eyes(table, before, step, who)
    gone = None if _open(table, who, at) else [one.seq for one in rest_of(table, at)[2]]
    try:
        return replayed(table, at, action, gone)
    except RefusedError as error:
        raise RuleRefused(error.refusal, before) from error


def _text(table: Table, action: str) -> str:
    rules = table.game.rules
    return rules.action_text(rules.parse_action(action))


def _replaceable(table: Table, who: Who, at: int) -> Step:
    """The step of that entry. Raises `NoSuchEntry`, `PlayedSince`."""
    try:
        _, step, rest = rest_of(table, at)
    except ParseError as error:
        raise errors.NoSuchEntry(entry=at) from error
    if not _open(table, who, at) and any(one.human and one.seat != step.seat for one in rest):
        raise errors.PlayedSince
    return step


def _open(table: Table, who: Who, at: int) -> bool:
    """Does this phone see all of every position since before that entry?"""
    eyes, view = eyes_of(table, who), table.game.rules.view
    before, step, rest = rest_of(table, at)
    return all(view(state, eyes) == state for state in (before, step.state, *(one.state for one in rest)))


def _same_eyes(table: Table, before: GameState, step: Step, who: Who) -> None:
    view, eyes = table.game.rules.view, eyes_of(table, who)
    if eyes != step.seat and view(before, eyes) != view(before, step.seat):
        raise errors.CardsHidden(**table.chairs[step.players[step.seat or 0]].called)


def concerned(table: Table, who: Who, at: int, made: Replay) -> tuple[int, ...]:
    """The chairs to ask before: those whose steps do not fit any more or whose step it is; and all others, if the phone
    has learned since what players hide from each other."""
    _, step, rest = rest_of(table, at)
    if consent.learned(table, (step, *rest)) and (must := consent.guards(table, who.chair)):
        return must
    whose = [one for one in rest if one.seq in made.gone and one.human]
    if not undo.own(table, step, who.chair):
        whose.append(step)
    chairs = {one.actor if one.seat is None else one.players[one.seat] for one in whose}
    return tuple(chair for chair in others(table, who.chair) if chair in chairs)


def repair_of(table: Table, who: Who, at: int, action: str | None) -> Repair:
    """What the step of that entry could have been instead, and what would follow of `action`, as this phone may know
    it. Raises `TableError`, `RuleRefused`."""
    step = _replaceable(table, who, at)
    before, eyes = rest_of(table, at)[0], eyes_of(table, who)
    assert isinstance(step.body, e.Acted) and step.seat is not None
    rules = table.game.rules
    offered = tuple(one for one in rules.legal(before, step.seat) if not table.game.private(before, one))
    if eyes == step.seat or rules.view(before, eyes) == rules.view(before, step.seat):
        offered = tuple(rules.legal(before, step.seat))
    (deed,) = deeds(table, (replace(step, body=replace(step.body, joined=UNSET)),), eyes)
    seen = rules.view(before, eyes)
    was = rules.parse_action(step.body.action)
    follows = None if action is None else _follows(table, who, at, action)
    return Repair(at, step.seat, deed, seen, rules.view(step.state, eyes), was, offered, follows)


def _follows(table: Table, who: Who, at: int, action: str) -> Follows:
    made, eyes = _made(table, who, at, action), eyes_of(table, who)
    rules = table.game.rules
    first, now, then = made.steps[0], rules.view(table.position, eyes), rules.view(made.state, eyes)
    gone = deeds(table, [table.step(seq) for seq in made.gone], eyes)
    asks = concerned(table, who, at, made)
    if not _open(table, who, at):
        return Follows(rules.parse_action(action), goes=gone, asks=asks)
    effects = tuple(table.game.rules.seen(first.state, effect, eyes) for effect in first.effects)
    rest = [one for one in made.steps[1:] if one.human and not isinstance(one.body, e.Replaced)]
    return Follows(
        rules.parse_action(action),
        effects,
        rules.view(first.state, eyes),
        tuple(_turned(json.loads(rules.to_json(now)), json.loads(rules.to_json(then)))),
        then,
        deeds(table, rest, eyes),
        gone,
        asks,
    )


def _turned(old: Mapping[str, object], new: Mapping[str, object], path: str = "") -> Iterator[Turned]:
    """The fields that would be others, but for whose turn it is: of what stands in one place, such as a shop, all."""
    for key in {**old, **new}:
        before, after = old.get(key), new.get(key)
        if before == after or (not path and key == "now"):
            continue
        if isinstance(before, dict) and isinstance(after, dict) and not _one_thing({**before, **after}):
            yield from _turned(before, after, f"{path}{key}.")
        else:
            yield Turned(f"{path}{key}", before, after)


def _one_thing(tree: Mapping[str, object]) -> bool:
    """Does it say what one thing is, rather than how many there are of each of several?"""
    return any(isinstance(value, str) for value in tree.values())
