"""*Wrong? Tap to fix*: the one page that corrects the app's values. Nothing changes before *Save*: taps until then are
in the address."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import urlencode

import msgspec
from flask import abort, redirect
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.wrappers import Response

from companion.engine.correction import LIES, Change
from companion.engine.reading import number
from companion.tables import RefusedByRule, TableError
from companion.tables.log.repair import Follows, Repair
from companion.web.config import tables
from companion.web.context import AnyContext
from companion.web.table.frame import entries, show
from companion.web.table.game_page import curtain
from companion.web.widgets import Answer, Count, Key, Place, Thing, both, do

STEP = "step-"
"""Begins the address of a step of the own last turn: its number follows."""
CHECKING = "check"
"""The field of an address that was opened from the check page."""
MOST_STAYS = 3
"""Deeds of others that are named as they stay."""


class CheckedThing(Struct, frozen=True):
    """A thing with its value on the table (`now`): a number, or an index of the options."""

    thing: Thing
    now: int

    @property
    def same(self) -> bool:
        return self.now == self.thing.app

    @property
    def change(self) -> Change:
        """The change of the position that sets it."""
        now = self.now if isinstance(self.thing, Count) else self.thing.options[self.now][0]
        return Change(self.thing.path, now)


def list_found_things(context: AnyContext, things: Iterable[Thing]) -> tuple[CheckedThing, ...]:
    """Returns the things with their values from the address, each path once."""
    found = []
    for thing in {thing.path: thing for thing in things}.values():
        wish = number(context.wishes.get(thing.path, ""))
        most = thing.most if isinstance(thing, Count) else len(thing.options) - 1
        found.append(CheckedThing(thing, thing.app if wish is None else min(wish, most)))
    return tuple(found)


def query(context: AnyContext, found: Iterable[CheckedThing]) -> str:
    """Returns all differences as fields of an address, and whether it leads back to the check page."""
    kept = [(CHECKING, "1")] if CHECKING in context.wishes else []
    return urlencode([*kept, *((one.thing.path, one.now) for one in found if not one.same)])


def correct(changes: Iterable[Change]) -> str:
    """Returns the command that sets the app's values to those on the table."""
    return do("correct", changes=[msgspec.to_builtins(change) for change in changes], why=LIES)


def fix(context: AnyContext, item: str) -> str | Response:
    """Returns the page for corrections at a place or zone (`item`), of own things, and of an own last step
    (``step-12``)."""
    if context.view.state is None or not context.seated:
        return redirect(context.home, 303)
    if context.covered:
        return curtain(context)
    if item.startswith(STEP):
        return _step(context, number(item.removeprefix(STEP)))
    place = context.pages.place(context, item) if item else Place()
    if place is None:
        abort(404)
    zones = {zone.id: zone for zone in context.pages.zones(context)}
    zone, seat = zones.get(item), "" if context.view.eyes is None else str(int(context.view.eyes))
    own = context.pages.place(context, seat) if seat and seat != item else None
    unsure = own is not None and seat in zones and bool(zones[seat].also)
    if own is not None:
        there = {thing.path for thing in (*place.things, *place.more)}
        own = replace(own, things=() if unsure else tuple(thing for thing in own.things if thing.path not in there))
    elif seat:
        place = replace(place, title=context.words.phrase("fix.yours"))
    here = (*place.things, *place.more, *(own.things if own else ()))
    # What differs elsewhere is kept.
    found = list_found_things(
        context, (*here, *(thing for one in zones.values() if not one.also for thing in one.things))
    )
    differing = [one for one in found if not one.same]
    changes, says = [one.change for one in differing], ", ".join(_say_change(context, one) for one in differing)
    if zone and zone.also:
        # Where the app knows nothing for sure its numbers stand for nothing: all of the zone is set.
        same = (one.change for one in found if one.same and one.thing in place.things)
        changes, says = [*zone.also, *changes, *same], says or zone.title
    save = correct(changes) if changes else ""

    def make_address(changed: CheckedThing, now: int) -> str:
        """Returns an address with the same differences, but another number of one thing."""
        if isinstance(changed.thing, Count):
            now = max(changed.thing.least, min(changed.thing.most, now))
        return "?" + query(context, (CheckedThing(one.thing, now) if one == changed else one for one in found))

    back = CHECKING if CHECKING in context.wishes else place.back
    return show(
        context,
        "fix.html",
        place=place,
        rows=_rows(found, place.things),
        more=_rows(found, place.more),
        own=own,
        own_rows=_rows(found, own.things) if own else [],
        unsure=f"{context.home}/fix/{seat}" if unsure else "",
        lines=list_last_steps(context).items(),
        to=make_address,
        query=query(context, found),
        changes=says,
        save=both(save, do("check", zone=zone.mark)) if save and zone else save,
        back=f"{context.home}/{back}".rstrip("/"),
    )


def _rows(found: Sequence[CheckedThing], things: Sequence[Thing]) -> list[tuple[str, list[CheckedThing]]]:
    """Returns rows of the page: a heap's name with its counts, or one thing without a name."""
    by_path = {one.thing.path: one for one in found}
    rows: dict[tuple[str, str], list[CheckedThing]] = {}
    for thing in things:
        heap = thing.heap if isinstance(thing, Count) else ""
        rows.setdefault((heap, "" if heap else thing.path), []).append(by_path[thing.path])
    return [(heap, of) for (heap, _), of in rows.items()]


def _say_change(context: AnyContext, one: CheckedThing) -> str:
    """Returns a change in words: “1 coin less on B2”, “Red dye: no dye here”."""
    thing = one.thing
    if not isinstance(thing, Count) or not thing.unit:
        return f"{thing.name} → {one.now if isinstance(thing, Count) else thing.options[one.now][1]}"
    things = context.own_words.count(thing.unit, abs(one.now - thing.app))
    which = "more" if one.now > thing.app else "fewer"
    return context.words.phrase(f"fix.{which}", things=things, where=thing.where).strip()


def list_last_steps(context: AnyContext) -> dict[int, str]:
    """Returns the steps of the own last turn in words, by entry."""
    seqs = context.view.last
    if not seqs or not context.seated:
        return {}
    found = {line.seq: " ".join(context.said(line)) for line in entries(context, seqs[0] - 1, seqs[-1])}
    return {seq: says for seq, says in found.items() if seq in seqs and says}


def _step(context: AnyContext, at: int | None) -> str | Response:
    """Returns the page for one step of the own last turn; leads to the table if it can no longer be corrected."""
    wish = context.wishes.get("as")
    found = None if at is None else _repair(context, at, wish)
    if found is None or at is None:
        return redirect(context.home, 303)
    pages, follows = context.pages, found.follows
    was = pages.answer(context, found.before, found.was)
    # What was entered with the same keys stands first.
    groups: dict[str, list[tuple[Answer, str]]] = {was.group: []}
    actions = found.actions if found.was in found.actions else (found.was, *found.actions)
    for action in actions:
        answer = pages.answer(context, found.before, action)
        groups.setdefault(answer.group, []).append((answer, context.game.action_text(action)))
    return show(
        context,
        "last.html",
        opened=list_last_steps(context).get(at) or context.deed_name(found.deed),
        groups=list(groups.items()),
        was=was,
        was_action=context.game.action_text(found.was),
        wish=wish,
        follows=None if follows is None else _say_follows(context, follows),
        go=None if follows is None else _replace_key(context, at, wish or "", found, follows),
    )


def _repair(context: AnyContext, at: int, wish: str | None) -> Repair | None:
    for asked in dict.fromkeys((wish, None)):
        try:
            found = tables().repair(context.code, context.phone.token, at, asked)
        except TableError:
            continue
        if not isinstance(found, RefusedByRule):
            return found
    return None


def _say_follows(context: AnyContext, follows: Follows) -> list[str]:
    words, said = context.words, list[str]()
    if follows.then is not None:
        turned = [context.say(one, follows.then) for one in follows.turned]
        said += [f"{line[:1].upper()}{line[1:]}." for line in turned if line]
    said += [words.phrase("does_not_fit", what=context.deed_name(deed)) for deed in follows.goes]
    others = [deed for deed in follows.stays if deed.seat != context.view.eyes]
    return said + [words.phrase("stays", what=context.deed_name(deed)) for deed in others[-MOST_STAYS:]]


def _replace_key(context: AnyContext, at: int, action: str, found: Repair, follows: Follows) -> Key:
    words, now = context.words, context.pages.answer(context, found.before, follows.action)
    asks = [context.name(context.view.chairs[chair]) for chair in follows.asks]
    small = words.phrase("asks_one", name=words.listed(asks)) if asks else ""
    return Key(words.phrase("it_was", what=now.name or now.label), do("replace", at=at, action=action), small, go=True)
