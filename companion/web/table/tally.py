"""Score only: everybody counts their things, by keys; secret until all are ready.

What there is to count is the game's (`GamePages.tally_fields`): numbers, and heaps of things of several kinds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from companion.engine.reading import number
from companion.engine.wording import Wording, wording
from companion.tables import Chair, TallyView
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
GUESSES = 2
"""Numbers that were probably meant, of those that are too large."""


class Number(Struct, frozen=True):
    """A number being counted (none: not yet), one less and one more. The pad of one number is `open`; `told` says
    why it is too large, `guesses` what was probably meant."""

    field: Counted
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


def tally(context: AnyContext, item: str) -> str:
    """One page a player; the result when all are ready."""
    counts = context.view.tally
    if counts is None or counts.done:
        return result.end(context)
    chair = number(item)
    if chair not in counts.asked or not counted_here(context, chair):
        chair = _next(context)
    if chair is None:
        return lobby.room(context)
    own = counts.counted.get(chair, {})
    fields = context.pages.tally_fields(context, chair, counts.asked[chair])
    opened = _open(context, fields, own)
    ready = _ready(context, chair, fields, own)
    return show(
        context,
        "tally.html",
        l=speaking(words(context)),
        chair=context.view.chairs[chair],
        numbers=[
            _number(context, chair, field, own.get(field.thing), field.thing == opened)
            for field in fields
            if isinstance(field, Counted)
        ],
        parts=[field for field in fields if isinstance(field, Part)],
        piles=[_pile(chair, field, own) for field in fields if isinstance(field, Heap)],
        opened=opened,
        sum=_sum(context, fields, own),
        ready=ready,
        sure=_sure(context, counts, chair, ready),
        here=[chair.number for chair in context.view.chairs if counted_here(context, chair.number)],
        empty=_empty(context, counts),
        done=counts.ready,
        counting=counts.counting,
    )


def words(context: AnyContext) -> Wording:
    """What these pages say."""
    return wording(WORDS, context.language)


def counted_here(context: AnyContext, chair: int) -> bool:
    """May this phone count for that chair? For its own player, and for those without a phone."""
    return context.seated and (chair == context.view.me.chair or not context.view.chairs[chair].held)


def _next(context: AnyContext) -> int | None:
    """Who counts on this phone: its own player, then those without a phone; none: it only watches. While fewer have
    come than can play, empty chairs too: then one phone counts for all."""
    counts = context.view.tally
    if counts is None or not context.seated:
        return None
    few = len(counts.counting) < min(context.game.PLAYERS) or len(counts.counting) == 1
    here = [c for c in counts.asked if (few or c in counts.counting) and counted_here(context, c)]
    here.sort(key=lambda chair: (chair != context.view.me.chair, chair not in counts.counting))
    return next((chair for chair in here if chair not in counts.ready), here[0] if here else None)


def _empty(context: AnyContext, counts: TallyView) -> tuple[Chair, ...]:
    """The chairs that do not count, as nobody sits there."""
    return tuple(
        chair for chair in context.view.chairs if chair.number in counts.asked and chair.number not in counts.counting
    )


def _ready(context: AnyContext, chair: int, fields: tuple[Field, ...], own: Mapping[str, int]) -> Key:
    """Greyed while a number is missing or too large. What was not tapped of a heap or a part is none."""
    numbers = [field for field in fields if isinstance(field, Counted)]
    lacking = [field.name for field in numbers if field.thing not in own]
    over = [field.name for field in numbers if own.get(field.thing, 0) > field.most]
    kinds = [kind.thing for field in fields if isinstance(field, Heap) for kind in field.kinds]
    kinds += [thing for field in fields if isinstance(field, Part) for thing in field.things]
    small = ""
    if over:
        small = words(context).phrase("too_many", what=over[0].lower())
    elif len(lacking) == 1:
        small = context.words.phrase("tally.missing", what=lacking[0].lower())
    elif lacking:
        small = words(context).count("open_things", len(lacking))
    return Key(
        context.words.phrase("tally.ready"),
        do("tally", chair=chair, things={kind: 0 for kind in kinds if kind not in own}, ready=not over),
        small,
        off=bool(lacking or over),
        go=True,
    )


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


def _open(context: AnyContext, fields: tuple[Field, ...], own: Mapping[str, int]) -> str:
    """The thing whose pad is open: the one that was tapped, else the first that is not counted yet."""
    numbers = [field.thing for field in fields if isinstance(field, Counted)]
    wish = context.wishes.get("at", "")
    return wish if wish in numbers else next((thing for thing in numbers if thing not in own), "")


def _number(context: AnyContext, chair: int, field: Counted, count: int | None, opened: bool) -> Number:
    def key(label: str, value: int, said: str = "", sign: str = "", *, off: bool = False) -> Key:
        named = said or f"{label} {field.name}"
        return Key(label, do("tally", chair=chair, things={field.thing: value}), sign=sign, said=named, off=off)

    say, now = words(context).phrase, count or 0
    less = key("", max(0, now - 1), say("less", what=field.name), "minus", off=count == 0)
    more = key("", min(MOST, now + 1), say("more", what=field.name), "plus", off=now >= field.most)
    if not opened:
        return Number(field, count, less, more, open=False)
    digits = tuple(key(str(d), now * 10 + d if now * 10 + d <= MOST else d) for d in (*range(1, 10), 0))
    guesses = tuple(key(str(guess), guess) for guess in meant(now, field.most))
    told = _told(context, field, guesses) if now > field.most else ""
    back = key("", now // 10, say("backspace"), "backspace", off=not now)
    return Number(field, count, less, more, True, digits, back, key("C", 0, say("clear"), off=not now), told, guesses)


def meant(number: int, most: int) -> tuple[int, ...]:
    """What somebody meant who typed more than there can be: a digit too many, or two the wrong way round."""
    if number <= most:
        return ()
    text = str(number)
    found = dict.fromkeys((int(text[:-1] or "0"), int(text[::-1]), int(text[1:] or "0")))
    return tuple(guess for guess in found if 0 < guess <= most)[:GUESSES]


def _told(context: AnyContext, field: Counted, guesses: Sequence[Key]) -> str:
    """How many there are of it, and what was probably meant."""
    say, phrases = words(context).phrase, context.own_words.phrases
    own = phrases.get(f"most.{field.thing}")
    bound = own.format(n=field.most) if own else say("most", n=str(field.most))
    meant = [say("meant", numbers=f" {say('or')} ".join(key.label for key in guesses))] if guesses else []
    return " ".join([bound, *meant])


def _sum(context: AnyContext, fields: tuple[Field, ...], own: Mapping[str, int]) -> tuple[str, int] | None:
    """The own points so far, for the own eyes: “14 + 1”; none where they are more than the sum of numbers."""
    if any(not isinstance(field, Counted) for field in fields):
        return None
    made = [own[f.thing] * f.worth for f in fields if isinstance(f, Counted) and f.worth and f.thing in own]
    return (" + ".join(map(str, made)), sum(made)) if made else None


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
