"""Score only: everybody counts their things, by keys; hidden until all are ready.

What there is to count is the game's (`GamePages.tally_fields`): numbers, and heaps of things of several kinds. A phone
shows the numbers that were entered on it. Those of a player who is done are behind a card with the key *Show*; those
that were entered on another phone have no keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import redirect
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.wrappers import Response

from companion.engine.game import GameState, OptionError
from companion.engine.reading import number
from companion.engine.wording import Wording, wording
from companion.tables import Chair, TallyView
from companion.tables.game import OvercountError, table_game
from companion.web.context import AnyContext
from companion.web.table.lobby import views as lobby
from companion.web.table.renderer import show
from companion.web.table.result import WORDS
from companion.web.table.result import views as result
from companion.web.widgets import Counted, Field, Heap, Key, Part, both, do
from companion.web.wordings import speaking

MOST_IN_HEAP = 99
MOST = 999
"""The largest number that can be typed; what a game has less of is told at once."""
MOST_LINES = 99
"""More lines than any score has."""
GUESSES = 2
"""Numbers that were probably meant, of those that are too large."""


class Number(Struct, frozen=True):
    """A number being counted (none: not yet), one less and one more. `id` tells it from all others on the page. The pad
    of one number is `open`; `told` says why it is too large, `guesses` what was probably meant."""

    field: Counted
    id: str
    number: int | None
    less: Key
    more: Key
    open: bool
    digits: tuple[Key, ...] = ()
    back: Key | None = None
    clear: Key | None = None
    told: str = ""
    guesses: tuple[Key, ...] = ()


class Pile(Struct, frozen=True):
    """A heap being counted: how many in all, a key for each kind that adds one, and those that take one away."""

    field: Heap
    number: int
    keys: tuple[Key, ...]
    away: tuple[Key, ...]


class Row(Struct, frozen=True):
    """A player among all numbers: what was entered, in words, and where it is changed (empty: on another phone)."""

    chair: Chair
    says: str
    path: str


def tally(context: AnyContext, item: str) -> str:
    """One page a player; then what they all have to look at once more; the result when all are ready."""
    counts = context.view.tally
    if counts is None or counts.done:
        return result.end(context)
    about = context.note.about if context.note is not None and context.note.about else context.wishes.get("fix", "")
    holders = _holders(context, counts, about)
    if holders:
        return _recount(context, counts, about, holders)
    chair = number(item)
    if chair is not None and (chair not in counts.asked or not counted_here(context, chair)):
        chair = None
    tied = [one for one in counts.ties if counted_here(context, one) and entered_here(context, counts, one)]
    if (chair is None or (chair in tied and not _asks(context))) and not set(tied) <= set(counts.ready):
        return _tie(context, counts, tied)
    if chair is None:
        chair = _next(context)
    if chair is None:
        return lobby.room(context)
    if not entered_here(context, counts, chair):
        return _card(context, counts, chair, "elsewhere")
    if chair in counts.ready and not _asks(context):
        return _card(context, counts, chair, "done")
    passed = not item or "pass" in context.wishes
    if passed and not counts.counted.get(chair) and any(counts.counted.values()) and not _asks(context):
        return _card(context, counts, chair, "pass")
    return _count(context, counts, chair, "tally")


def numbers(context: AnyContext, item: str) -> str | Response:
    """All that was entered, and the pads of one player to change it, also when the result is known."""
    counts, chair = context.view.tally, number(item)
    if counts is None:
        return redirect(context.home, 303)
    mine = chair in counts.by and chair is not None and counted_here(context, chair)
    if chair is not None and mine and entered_here(context, counts, chair):
        return _count(context, counts, chair, "numbers")
    rows = [_row(context, counts, one) for one in counts.counting]
    return show(context, "numbers.html", l=speaking(words(context)), rows=rows)


def words(context: AnyContext) -> Wording:
    """What these pages say."""
    return wording(WORDS, context.language)


def counted_here(context: AnyContext, chair: int) -> bool:
    """May this phone count for that chair? For its own player, and for those without a phone."""
    return context.seated and (chair == context.view.me.chair or not context.view.chairs[chair].held)


def entered_here(context: AnyContext, counts: TallyView, chair: int) -> bool:
    """Were the numbers of that chair entered on this phone, if there are any, or are they its own player's?"""
    own = context.view.me.chair
    return chair == own or chair not in counts.by or counts.by[chair] == own


def _asks(context: AnyContext) -> bool:
    """Does the address ask for the pads, rather than for whatever is next?"""
    return bool(context.wishes.keys() - {"slept", "pass"})


def _next(context: AnyContext) -> int | None:
    """Who counts on this phone: its own player, then those without a phone; none: it only watches. While fewer have
    come than can play, empty chairs too: then one phone counts for all."""
    counts = context.view.tally
    if counts is None or not context.seated:
        return None
    few = len(counts.counting) < min(context.game.PLAYERS) or len(counts.counting) == 1
    here = [c for c in counts.asked if (few or c in counts.counting) and counted_here(context, c)]
    here.sort(key=lambda chair: (chair != context.view.me.chair, chair not in counts.counting))
    here = [chair for chair in here if entered_here(context, counts, chair)] or here
    return next((chair for chair in here if chair not in counts.ready), here[0] if here else None)


def _left(context: AnyContext, counts: TallyView, chair: int) -> list[int]:
    """The chairs that are still to count on this phone, besides this one, those after it first."""
    here = [one for one in counts.counting if one != chair and one not in counts.ready and counted_here(context, one)]
    mine = (one for one in here if entered_here(context, counts, one))
    return sorted(mine, key=lambda one: (one < chair, one))


def _empty(context: AnyContext, counts: TallyView) -> tuple[Chair, ...]:
    """The chairs that do not count, as nobody sits there."""
    return tuple(
        chair for chair in context.view.chairs if chair.number in counts.asked and chair.number not in counts.counting
    )


def _show(context: AnyContext, counts: TallyView, template: str, on: Sequence[int], **values: object) -> str:
    """A page with the players above it: those it is about (`on`), and those who are done."""
    return show(
        context,
        template,
        l=speaking(words(context)),
        lcount=words(context).count,
        on=on,
        here=[chair.number for chair in context.view.chairs if counted_here(context, chair.number)],
        empty=_empty(context, counts),
        done=counts.ready,
        counting=counts.counting,
        **values,
    )


def _card(context: AnyContext, counts: TallyView, chair: int, card: str) -> str:
    """A card without numbers: who has the phone next (``pass``), or whose numbers it covers (``done``), or has not
    (``elsewhere``)."""
    before = [one for one in counts.counted if one != chair and one in counts.ready]
    owner = counts.by.get(chair)
    return _show(
        context,
        counts,
        "handover.html",
        [chair],
        card=card,
        chair=context.view.chairs[chair],
        before=context.chair_name(before[-1]) if before else "",
        owner=context.words.phrase("the_host") if owner is None else context.chair_name(owner),
        left=(left := [context.view.chairs[one] for one in _left(context, counts, chair)]),
        left_says=words(context).count("players_left", len(left)),
    )


def _count(context: AnyContext, counts: TallyView, chair: int, page: str) -> str:
    """All that one player counts."""
    own = counts.counted.get(chair, {})
    fields = context.pages.tally_fields(context, chair, counts.asked[chair])
    things = [field.thing for field in fields if isinstance(field, Counted)]
    opened = _open(context, things, [thing for thing in things if thing not in own])
    ready = _ready(context, [chair], counts)
    alone = [chair] == [one for one in counts.counting if counted_here(context, one)]
    name = context.chair_name(chair)
    say = context.words.phrase
    counting = sorted({*counts.counting, chair})
    place = words(context).phrase("of", n=str(counting.index(chair) + 1), of=str(len(counting)))
    return _show(
        context,
        counts,
        "tally.html",
        [chair],
        title=say("tally.title") if alone and chair == context.view.me.chair else say("tally.title_of", name=name),
        sub=words(context).phrase("secret") if alone else f"{context.own_words.phrase('name')} · {place}",
        at=f"{context.home}/{page}/{chair}",
        numbers=[
            _number(context, chair, field, own.get(field.thing), field.thing == opened)
            for field in fields
            if isinstance(field, Counted)
        ],
        parts=[field for field in fields if isinstance(field, Part)],
        piles=[_pile(chair, field, own) for field in fields if isinstance(field, Heap)],
        opened=opened,
        sum=_sum(context, name, fields, own),
        ready=ready,
        sure=_sure(context, counts, chair, ready) if page == "tally" else None,
    )


def _tie(context: AnyContext, counts: TallyView, chairs: Sequence[int]) -> str:
    """What parts those who tie: a number for each that is entered here, open until all are ready."""
    found = [(chair, field) for chair in chairs for field in _numbers(context, counts, chair, counts.ties[chair])]
    own, say = context.own_words.phrases, words(context).phrase
    things = dict.fromkeys(field.thing for _, field in found)
    names = context.words.listed(context.chair_name(chair) for chair in counts.ties)
    alone = list(chairs) == [context.view.me.chair]
    # Who counted on one phone has seen all numbers: then the result is not counted out once more.
    told = context.host and set(counts.ties) <= {*chairs} and sum(chair.held for chair in context.view.chairs) < 2
    then = [do("reveal", lines=MOST_LINES)] if told else []
    state = _final(context, counts)
    points = "" if isinstance(state, OvercountError | None) else _points(context, counts, state)
    return _rows(
        context,
        counts,
        found,
        _ready(context, chairs, counts, "" if alone else say("show_result"), then=then),
        title=say("you_tie") if alone else say("tie", names=names),
        sub=names if alone else points or context.own_words.phrase("name"),
        says=[(own.get(f"parts.{one}", ""), own.get(f"parts_how.{one}", say("count_to_part"))) for one in things],
        below="" if alone else say("stays_open"),
    )


def _points(context: AnyContext, counts: TallyView, state: GameState) -> str:
    """How many points those who tie have each."""
    sheets = context.game.score(state).sheets
    return words(context).count("points_each", max(sheet.total for sheet in sheets))


def _recount(context: AnyContext, counts: TallyView, about: str, chairs: Sequence[int]) -> str:
    """What there cannot be so much of: a number for each who counted it here."""
    found = [(chair, field) for chair in chairs for field in _numbers(context, counts, chair, (about,))]
    say, name, over = words(context).phrase, context.pages.thing_name(context, about), _final(context, counts)
    sums, small = [], ""
    if isinstance(over, OvercountError) and over.thing == about:
        sums = [(say("there_are", what=name), over.most), (say("you_counted"), over.found)]
        small = say("over_by", n=str(over.found - over.most), what=name)
    every = [chair for chair in counts.counting if counted_here(context, chair) and chair in counts.counted]
    return _rows(
        context,
        counts,
        found,
        _ready(context, every, counts, small=small),
        f"&fix={about}&of={'.'.join(map(str, chairs))}",
        title=say("recount", what=name),
        sub=f"{context.own_words.phrase('name')} · {say('all_counted')}",
        says=[("", say("check_again"))],
        sums=sums,
        asked=chairs,
    )


def _rows(
    context: AnyContext,
    counts: TallyView,
    found: Sequence[tuple[int, Counted]],
    ready: Key,
    stays: str = "",
    **values: object,
) -> str:
    """Numbers of several players at once. `stays` is what the address keeps while they are typed."""
    several = len(found) > 1
    ids = [f"{chair}-{field.thing}" if several else field.thing for chair, field in found]
    known = [counts.counted.get(chair, {}).get(field.thing) for chair, field in found]
    wanting = [id for id, count in zip(ids, known, strict=True) if count is None]
    opened = _open(context, ids, wanting or ids[-1:])
    rows = zip(ids, found, known, strict=True)
    return _show(
        context,
        counts,
        "tally.html",
        [chair for chair, _ in found] if not several else [],
        at=f"{context.home}/tally",
        stays=stays,
        numbers=[_number(context, chair, field, n, id == opened, id) for id, (chair, field), n in rows],
        opened=opened,
        ready=ready,
        every=True,
        **values,
    )


def _numbers(context: AnyContext, counts: TallyView, chair: int, things: Sequence[str]) -> tuple[Counted, ...]:
    """These things of a player, each as a number."""
    name = context.chair_name(chair)
    found = []
    for field in context.pages.tally_fields(context, chair, counts.asked[chair]):
        for one in field.kinds if isinstance(field, Heap) else (field,):
            if isinstance(one, Counted) and one.thing in things:
                what = context.pages.thing_name(context, one.thing)
                found.append(Counted(one.thing, f"{name}: {what}", one.sign, one.most))
    return tuple(found)


def _holders(context: AnyContext, counts: TallyView, thing: str) -> list[int]:
    """Those who have counted some of a thing on this phone; the address keeps them while they put it right."""
    stay = context.wishes.get("of", "").split(".")
    return [
        chair
        for chair, things in counts.counted.items()
        if (str(chair) in stay if "of" in context.wishes else things.get(thing))
        and counted_here(context, chair)
        and entered_here(context, counts, chair)
        and _numbers(context, counts, chair, (thing,))
    ]


def _final(context: AnyContext, counts: TallyView) -> GameState | OvercountError | None:
    """The end that was counted, or of what more was counted than there is; none: this phone does not know all."""
    if not set(counts.counting) <= counts.counted.keys():
        return None
    known = tuple({thing: counts.counted[one].get(thing, 0) for thing in counts.asked[one]} for one in counts.counting)
    try:
        return table_game(context.view.game, context.view.rules).tallied(context.view.options, counts.counting, known)
    except OvercountError as error:
        return error
    except OptionError:
        return None


def _row(context: AnyContext, counts: TallyView, chair: int) -> Row:
    own = counts.counted.get(chair, {})
    here = counted_here(context, chair) and entered_here(context, counts, chair)
    if chair not in counts.by:
        says = words(context).phrase("nothing_yet")
    elif not own:
        says = words(context).phrase("elsewhere")
    else:
        fields = context.pages.tally_fields(context, chair, counts.asked[chair])
        things = [field.thing for field in fields if isinstance(field, Counted)]
        things += [kind.thing for field in fields if isinstance(field, Heap) for kind in field.kinds]
        found = [f"{context.pages.thing_name(context, one)} {own[one]}" for one in things if own.get(one)]
        says = ", ".join(found) or "0"
    path = f"{context.home}/{'numbers' if chair in counts.by else 'tally'}/{chair}" if here else ""
    return Row(context.view.chairs[chair], says, path)


def _ready(
    context: AnyContext,
    chairs: Sequence[int],
    counts: TallyView,
    label: str = "",
    small: str = "",
    then: Sequence[str] = (),
) -> Key:
    """Says that these players are done. Greyed while a number is missing or too large, or for a reason of all together
    (`small`). `then` are commands to send besides. What was not tapped of a heap or a part is none."""
    lacking, over, sent = 0, [], []
    for chair in chairs:
        fields, own = context.pages.tally_fields(context, chair, counts.asked[chair]), counts.counted.get(chair, {})
        lacking += sum(field.thing not in own for field in fields if isinstance(field, Counted))
        over += [field.name for field in fields if isinstance(field, Counted) and own.get(field.thing, 0) > field.most]
        kinds = [kind.thing for field in fields if isinstance(field, Heap) for kind in field.kinds]
        kinds += [thing for field in fields if isinstance(field, Part) for thing in field.things]
        sent.append(do("tally", chair=chair, things={kind: 0 for kind in kinds if kind not in own}, ready=True))
    if over:
        small = words(context).phrase("too_many", what=over[0].lower())
    elif lacking:
        small = words(context).count("open_things", lacking)
    sent += then
    command = sent[0] if len(sent) == 1 else both(*sent)
    return Key(label or context.words.phrase("tally.ready"), command, small, off=bool(small), go=True)


def _sure(context: AnyContext, counts: TallyView, chair: int, ready: Key) -> tuple[str, Key, Key] | None:
    """What is asked before the count is whole, or by the first who is ready, while chairs are empty: is that all? With
    the keys that say no, so that the next chair counts too, and yes."""
    counting = sorted({*counts.counting, chair})
    empty = [other for other in _empty(context, counts) if other.number != chair]
    waited = [other for other in counting if other != chair and other not in counts.ready]
    if ready.off or not empty or len(counting) < 2 or (waited and counts.ready):
        return None
    say = words(context).phrase
    names = [context.chair_name(number) for number in counting]
    named = do("name", chair=empty[0].number, language=context.language)
    first = Key(say("somebody_missing"), both(named, ready.do) if not waited else named, context.name(empty[0]))
    asked = say("all_here", n=str(len(counting)), names=context.words.listed(names))
    return asked, first, Key(say("yes_all"), ready.do, go=True)


def _open(context: AnyContext, ids: Sequence[str], wanting: Sequence[str]) -> str:
    """The number whose pad is open: the one that was tapped, else the first that is not counted yet."""
    wish = context.wishes.get("at", "")
    return wish if wish in ids else next(iter(wanting), "")


def _number(context: AnyContext, chair: int, field: Counted, count: int | None, opened: bool, id: str = "") -> Number:
    def key(label: str, value: int, said: str = "", sign: str = "", *, off: bool = False) -> Key:
        named = said or f"{label} {field.name}"
        return Key(label, do("tally", chair=chair, things={field.thing: value}), sign=sign, said=named, off=off)

    say, now = words(context).phrase, count or 0
    less = key("", max(0, now - 1), say("less", what=field.name), "minus", off=count == 0)
    more = key("", min(MOST, now + 1), say("more", what=field.name), "plus", off=now >= field.most)
    made = Number(field, id or field.thing, count, less, more, opened)
    if not opened:
        return made
    digits = tuple(key(str(d), now * 10 + d if now * 10 + d <= MOST else d) for d in (*range(1, 10), 0))
    guesses = tuple(key(str(guess), guess) for guess in meant(now, field.most))
    told = _told(context, field, guesses) if now > field.most else ""
    back = key("", now // 10, say("backspace"), "backspace", off=not now)
    clear = key("C", 0, say("clear"), off=not now)
    return replace(made, digits=digits, back=back, clear=clear, told=told, guesses=guesses)


def meant(number: int, most: int) -> tuple[int, ...]:
    """What somebody meant who typed more than there can be: a digit too many, or two the wrong way round."""
    if number <= most:
        return ()
    text = str(number)
    found = dict.fromkeys((int(text[:-1] or "0"), int(text[::-1]), int(text[1:] or "0")))
    return tuple(guess for guess in found if 0 < guess <= most)[:GUESSES]


def _told(context: AnyContext, field: Counted, guesses: Sequence[Key]) -> str:
    """How many there are of it, and what was probably meant."""
    say, key, most = words(context).phrase, f"most.{field.thing}", str(field.most)
    own = context.own_words
    bound = say("most", n=most) if own.find(key) is None else own.phrase(key, n=most)
    meant = [say("meant", numbers=f" {say('or')} ".join(key.label for key in guesses))] if guesses else []
    return " ".join([bound, *meant])


def _sum(context: AnyContext, name: str, fields: tuple[Field, ...], own: Mapping[str, int]) -> tuple[str, str] | None:
    """The player's points so far; none where they are more than the sum of numbers."""
    if any(not isinstance(field, Counted) for field in fields):
        return None
    made = [own[f.thing] * f.worth for f in fields if isinstance(f, Counted) and f.worth and f.thing in own]
    return (words(context).phrase("so_far_of", name=name), words(context).count("points", sum(made))) if made else None


def _pile(chair: int, heap: Heap, own: Mapping[str, int]) -> Pile:
    counted = {kind.thing: own.get(kind.thing, 0) for kind in heap.kinds}

    def key(kind: Counted, change: int) -> Key:
        count = min(counted[kind.thing] + change, MOST_IN_HEAP)
        small = f"× {counted[kind.thing]}" if counted[kind.thing] else ""
        sent = do("tally", chair=chair, things={kind.thing: count})
        return Key(kind.name, sent, small, kind.sign, on=counted[kind.thing] > 0)

    return Pile(
        heap,
        sum(counted.values()),
        tuple(key(kind, 1) for kind in heap.kinds),
        tuple(key(kind, -1) for kind in heap.kinds if counted[kind.thing]),
    )
