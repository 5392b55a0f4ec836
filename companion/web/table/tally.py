"""Score only: players count their things with keys; the numbers stay hidden until all are ready.

A game defines what to count (`GamePages.tally_fields`). A phone shows the numbers that were entered on it; those of a
player who is done are behind a card with the key *Show*.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import redirect
from msgspec import Struct
from werkzeug.wrappers import Response

from companion.engine.reading import number
from companion.web.context import AnyContext
from companion.web.table import result, seats
from companion.web.table.frame import show
from companion.web.widgets import Counted, Field, Heap, Key, Part, both, do


class NumberField(Struct, frozen=True):
    """A number that a chair counts; None: not entered yet. `open`: its pad is open; `over`: it is too large."""

    chair: int
    field: Counted
    number: int | None
    id: str
    open: bool
    over: str


def tally(context: AnyContext, item: str) -> str:
    """Returns one page for each player, and the result when all are ready; all numbers, if too much of a thing was
    counted."""
    counts = context.view.tally
    if counts is None or counts.done:
        return result.end(context)
    if context.note is not None and context.note.about:
        return _list_all_numbers(context)
    shows = bool(context.wishes.keys() - {"slept", "pass"})
    chair = number(item)
    if chair is not None and (chair not in counts.asked or not may_count_here(context, chair)):
        chair = None
    tied = [one for one in counts.ties if _is_open(context, one)]
    if (chair is None or (chair in tied and not shows)) and not set(tied) <= set(counts.ready):
        return _tie(context, tied)
    if chair is None:
        chair = _next(context)
    if chair is None:
        return seats.room(context)
    if not _is_open(context, chair):
        return _card(context, chair, "elsewhere")
    if chair in counts.ready and not shows:
        return _card(context, chair, "done")
    passed = not item or "pass" in context.wishes
    if passed and not shows and not counts.counted.get(chair) and any(counts.counted.values()):
        return _card(context, chair, "pass")
    return _count(context, chair, "tally")


def numbers(context: AnyContext, item: str) -> str | Response:
    """Returns all numbers entered, and the pads of one player to change them, also after the result."""
    if context.view.tally is None:
        return redirect(context.home, 303)
    counts, chair = context.counts, number(item)
    if chair is not None and chair in counts.by and _is_open(context, chair):
        return _count(context, chair, "numbers")
    return _list_all_numbers(context)


def _list_all_numbers(context: AnyContext) -> str:
    """Returns rows of chairs: the number, their counts in words, and the page to change them ("": on another phone)."""
    rows = list[tuple[int, str, str]]()
    for chair in context.counts.counting:
        own, counted = context.counts.counted.get(chair, {}), chair in context.counts.by
        says = context.words.phrase("tally.elsewhere" if counted else "tally.nothing_yet")
        if counted and own:
            fields = _fields(context, chair)
            things = [field.thing for field in (*_numbers(fields), *_kinds(fields)) if own.get(field.thing)]
            says = ", ".join(f"{context.pages.thing_name(context, thing)} {own[thing]}" for thing in things) or "0"
        page = f"{context.home}/{'numbers' if counted else 'tally'}/{chair}"
        rows.append((chair, says, page if _is_open(context, chair) else ""))
    return show(context, "numbers.html", rows=rows, at=f"{context.home}/numbers")


def may_count_here(context: AnyContext, chair: int) -> bool:
    """Returns whether this phone may count for that chair: its own player's, and those without a phone."""
    return context.seated and (chair == context.view.me.chair or not context.view.chairs[chair].held)


def _is_open(context: AnyContext, chair: int) -> bool:
    """Returns whether this phone may show the numbers of that chair: the player's phone, or the one they were entered
    on."""
    own = context.view.me.chair
    return may_count_here(context, chair) and (chair == own or context.counts.by.get(chair, own) == own)


def _next(context: AnyContext) -> int | None:
    """Returns the chair that counts next on this phone: its own player, then those without a phone; None: it only
    watches. Empty chairs are included while fewer players have joined than can play, as one phone counts for all then.
    """
    counts = context.counts
    few = len(counts.counting) < min(context.game.PLAYERS) or len(counts.counting) == 1
    here = [one for one in counts.asked if (few or one in counts.counting) and may_count_here(context, one)]
    here.sort(key=lambda chair: (chair != context.view.me.chair, chair not in counts.counting))
    here = [chair for chair in here if _is_open(context, chair)] or here
    return next((chair for chair in here if chair not in counts.ready), here[0] if here else None)


def _show(context: AnyContext, template: str, on: Sequence[int], **values: object) -> str:
    here = [chair.number for chair in context.view.chairs if may_count_here(context, chair.number)]
    return show(context, template, on=on, here=here, **values)


def _card(context: AnyContext, chair: int, card: str) -> str:
    """Returns a card without numbers: ``pass`` the phone on, ``done`` (covered), or counted ``elsewhere``."""
    counts = context.counts
    before = [one for one in counts.counted if one != chair and one in counts.ready]
    left = [one for one in counts.counting if one not in (chair, *counts.ready) and _is_open(context, one)]
    return _show(
        context,
        "handover.html",
        [chair],
        card=card,
        chair=context.view.chairs[chair],
        before=context.chair_name(before[-1]) if before else "",
        left=[context.view.chairs[one] for one in sorted(left, key=lambda one: (one < chair, one))],
    )


def _count(context: AnyContext, chair: int, page: str) -> str:
    counts, fields, say = context.counts, _fields(context, chair), context.words.phrase
    own, numbers = counts.counted.get(chair, {}), _numbers(fields)
    counting = sorted({*counts.counting, chair})
    alone = [chair] == [one for one in counts.counting if may_count_here(context, one)]
    place = say("linked", n=str(counting.index(chair) + 1), of=str(len(counting)))
    name = context.chair_name(chair)
    worths = [own[field.thing] * field.worth for field in numbers if field.worth and field.thing in own]
    return _show(
        context,
        "tally.html",
        [chair],
        title=say("tally.title") if alone and chair == context.view.me.chair else say("tally.title_of", name=name),
        sub=say("tally.secret") if alone else f"{context.own_words.phrase('name')} · {place}",
        at=f"{context.home}/{page}/{chair}",
        number_fields=_make_number_fields(context, [(chair, field) for field in numbers]),
        parts=[field for field in fields if isinstance(field, Part)],
        heaps=[field for field in fields if isinstance(field, Heap)],
        chair=chair,
        own=own,
        empty=counts.asked.keys() - {*counts.counting},
        sums=[(say("tally.so_far_of", name=name), context.words.count("thing.points", sum(worths)))]
        if worths and len(numbers) == len(fields)
        else [],
        ready=_ready_key(context, [chair]),
    )


def _tie(context: AnyContext, chairs: Sequence[int]) -> str:
    ties, own, say = context.counts.ties, context.own_words.phrases, context.words.phrase
    found = list[tuple[int, Counted]]()
    for chair in chairs:
        fields = _fields(context, chair)
        for one in (*_numbers(fields), *_kinds(fields)):
            if one.thing in ties[chair]:
                name = f"{context.chair_name(chair)}: {context.pages.thing_name(context, one.thing)}"
                found.append((chair, Counted(one.thing, name, one.sign, one.most)))
    names = context.words.listed(map(context.chair_name, ties))
    how = [
        (own.get(f"parts.{thing}", ""), own.get(f"parts_how.{thing}", say("tally.count_to_part")))
        for thing in dict.fromkeys(field.thing for _, field in found)
    ]
    alone = list(chairs) == [context.view.me.chair]
    return _show(
        context,
        "tally.html",
        chairs if len(found) < 2 else (),
        title=say("tally.you_tie") if alone else say("tally.tie", names=names),
        sub=names if alone else context.own_words.phrase("name"),
        says=how,
        at=f"{context.home}/tally",
        number_fields=_make_number_fields(context, found),
        every=True,
        ready=_ready_key(context, chairs, "" if alone else say("tally.show_result")),
    )


def _ready_key(context: AnyContext, chairs: Sequence[int], label: str = "") -> Key:
    """Returns the key that finishes these players' counts; off while a number is missing or too large. Untapped kinds
    are 0."""
    lacking, over, commands = 0, list[str](), list[str]()
    for chair in chairs:
        fields, own = _fields(context, chair), context.counts.counted.get(chair, {})
        numbers, others = _numbers(fields), [kind.thing for kind in _kinds(fields)]
        others += [thing for field in fields if isinstance(field, Part) for thing in field.things]
        lacking += sum(field.thing not in own for field in numbers)
        over += [field.name for field in numbers if own.get(field.thing, 0) > field.most]
        zeros = {thing: 0 for thing in others if thing not in own}
        commands.append(do("tally", chair=chair, things=zeros, ready=True))
    small = context.words.count("tally.open_things", lacking) if lacking else ""
    if over:
        small = context.words.phrase("tally.too_many", what=over[0].lower())
    return Key(label or context.words.phrase("tally.ready"), both(*commands), small, off=bool(small), go=True)


def _fields(context: AnyContext, chair: int) -> tuple[Field, ...]:
    return context.pages.tally_fields(context, chair, context.counts.asked[chair])


def _numbers(fields: Sequence[Field]) -> list[Counted]:
    return [field for field in fields if isinstance(field, Counted)]


def _kinds(fields: Sequence[Field]) -> list[Counted]:
    return [kind for field in fields if isinstance(field, Heap) for kind in field.kinds]


def _make_number_fields(context: AnyContext, found: Sequence[tuple[int, Counted]]) -> list[NumberField]:
    """Returns numbers with their pads. The open one is the tapped one, or the first missing one."""
    own, counted, made = context.own_words, context.counts.counted, list[NumberField]()
    known = [(f"{chair}-{field.thing}", counted.get(chair, {}).get(field.thing)) for chair, field in found]
    opened = context.wishes.get("at") or next((id for id, count in known if count is None), "")
    for (chair, field), (id, count) in zip(found, known, strict=True):
        key, over = f"most.{field.thing}", ""
        if count is not None and count > field.most:
            words, key = (own, key) if key in own.phrases else (context.words, "tally.most")
            over = words.phrase(key, n=str(field.most))
        made.append(NumberField(chair, field, count, id, id == opened, over))
    return made
