"""Undo: the keys on every page, the result of a question, and the card that asks others."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup
from msgspec import Struct

from companion.engine.game import Seat
from companion.tables import Line, UndoCard
from companion.tables.game import table_game
from companion.tables.log.consent import SILENT, gains
from companion.tables.log.entries import ReplyUndo
from companion.web.config import tables
from companion.web.context import AnyContext
from companion.web.table.frame import RECENT, recent
from companion.web.widgets import Key, do

MOST_GONE = 4
"""Deeds that a card names one by one."""


class UndoKeys(Struct, frozen=True):
    """Undo and redo, side by side; None: nothing to undo."""

    undo: Key | None
    redo: Key | None


def undo_keys(context: AnyContext) -> UndoKeys:
    """Returns the keys of a phone that may enter something."""
    view, words = context.view, context.words
    if not context.seated or not (view.undoes or view.can_redo):
        return UndoKeys(None, None)
    undo = None
    if (offer := view.undoes) is not None:
        what = context.pages.whole(context, "name", offer.gone)
        if not what:
            what = context.deed_name(offer.deed)
            if offer.asks:
                name = words.phrase("the_others") if offer.asks[1:] else context.chair_name(offer.asks[0])
                what += f" · {words.phrase('asks_one', name=name)}"
        pending = view.undo is not None and view.undo.asker == view.me.chair
        undo = Key(words.phrase("undo"), do("undo"), what, off=pending, again=True)
    label = words.phrase("redo") if view.can_redo else f"{words.phrase('redo')}: {words.phrase('nothing_to_redo')}"
    redo = Key("", do("redo"), sign="redo", off=not view.can_redo, said=label, again=True)
    return UndoKeys(undo, redo)


def asked_line(context: AnyContext) -> Mapping[str, object] | None:
    """Returns the line in the asker's bar: its text (`says`), whether it can be cancelled (`cancel`), otherwise the
    entry that closed the question (`seen`). None: no question, or its answer was seen or passed."""
    view, phrase = context.view, context.words.phrase
    if not context.seated:
        return None
    if view.undo is not None:
        return {"says": _question(context, view.undo), "cancel": True} if view.undo.asker == view.me.chair else None
    line = _find_closing_entry(context)
    if line is None or context.wishes.get("seen") == str(line.seq):
        return None
    name = context.chair_name(line.actor)
    if isinstance(line.body, ReplyUndo):
        return {"says": phrase(f"entry.reply.{'yes' if line.body.yes else 'no'}", who=name), "seen": line.seq}
    name = name if line.seat is None else context.names[line.seat]
    return {"says": phrase("withdrawn", name=name), "seen": line.seq}


def _question(context: AnyContext, card: UndoCard) -> str:
    phrase, names = context.words.phrase, _list_asked_names(context, card)
    if card.what != "undo":
        seat = "" if card.owner is None else context.chair_name(card.owner)
        return phrase("asked", names=names, what=phrase(f"wish.{card.what}", seat=seat))
    what = context.pages.whole(context, "short", card.gone)
    if not what:
        step, deed = (context.step_name(card.deeds[0]), context.deed_name(card.deeds[0])) if card.deeds else ("", "")
        what = phrase("deed_the", what=step) if step else deed or phrase("last_step")
    return phrase("asked", names=names, what=phrase("wish.undo", what=what))


def _find_closing_entry(context: AnyContext) -> Line | None:
    """Returns the answer to this phone's last question, or the step with which somebody played on; None if it acted
    since."""
    own, found = context.view.me.chair, recent(context, RECENT)
    starts = [n for n, line in enumerate(found) if line.kind == "ask"]
    if not starts or found[starts[-1]].actor != own:
        return None
    rest = found[starts[-1] + 1 :]
    moved = next((n for n, line in enumerate(rest) if line.moment), len(rest))
    answers = [line for line in rest[:moved] if isinstance(line.body, ReplyUndo)]
    line = answers[-1] if answers else next(iter(rest[moved:]), None)
    if line is None or (answers and line.actor == own):
        return None
    # What the answer brought about is of the same moment.
    later = [one for one in rest if not answers or (one.seq > line.seq and one.at > line.at)]
    return None if any(one.actor == own and one.source == "person" for one in later) else line


Row = tuple[str, Markup, str]
"""What changes for somebody: a symbol, a sentence, and a style (``you``: this phone's player, ``soft``: nothing)."""


def undo_card(context: AnyContext) -> Mapping[str, object] | None:
    """Returns values of ``undo.html`` for a phone that may answer now: title, deciders, changes and steps; otherwise
    None."""
    asked = context.view.undo
    if asked is None or not (asked.mine or (asked.instead and not undo_wait(context))):
        return None
    note = "" if asked.mine else context.words.phrase("decides.instead", names=_list_asked_names(context, asked))
    return (_undo_card if asked.what == "undo" else _other_card)(context, asked, note)


def undo_wait(context: AnyContext) -> int:
    """Returns seconds until this phone may answer for silent ones; 0: it need not wait, or may not."""
    asked = context.view.undo
    if asked is None or not asked.instead:
        return 0
    heard = context.heard.get(asked.owner) if asked.what == "seat" and asked.owner is not None else None
    since = max(asked.at, 0 if heard is None else heard.at)
    return max(0, -(-(since + SILENT - tables().now()) // 1000))


def _list_asked_names(context: AnyContext, asked: UndoCard) -> str:
    """Returns names of those who must answer now: for a hand that changes phones, its own phone first."""
    first = (asked.owner,) if asked.what == "seat" and asked.owner in asked.of else asked.of
    names = [context.chair_name(chair) for chair in first if chair not in asked.yes]
    return context.words.listed(names) if names else context.words.phrase("the_others")


def _undo_card(context: AnyContext, asked: UndoCard, note: str) -> Mapping[str, object]:
    say, pages, who = context.words.phrase, context.pages, context.chair_name(asked.asker)
    names = [context.deed_name(deed) for deed in asked.deeds[:MOST_GONE]]
    rows, moves = _rows(context, asked)
    how = "yours" if asked.of == (context.view.me.chair,) else "owners"
    decides = say(f"decides.{'first' if asked.first else 'all' if asked.firm else how}")
    card = {"seq": asked.seq, "rows": rows, "lines": names if len(names) > 1 else (), "goes": max(1, len(asked.deeds))}
    whole = pages.whole(context, "long", asked.gone)
    if not whole:
        return card | {
            "title": say("asks.undo", what=names[0] if names else say("last_step")),
            "note": note or f"{say('decides.asker', name=who)} {decides}",
        }
    return card | {
        "title": say("asks.wish", name=who, what=say("wish.undo", what=whole)),
        "note": note or decides,
        "whole": pages.whole(context, "short", asked.gone),
        "moves": moves,
        "picture": pages.scene(context, asked.then, None) if asked.then is not None else "",
        "caption": pages.whole(context, "before", asked.gone),
    }


def _rows(context: AnyContext, asked: UndoCard) -> tuple[list[Row], int]:
    """Returns rows with gains and losses (own first), pieces to move by hand, unaffected players; and the number of
    pieces."""
    view, words, then = context.view, context.words, asked.then
    if then is None or view.state is None:
        return [], 0
    table = table_game(view.game)
    rows: list[Row] = []
    same: list[str] = []
    moves = 0
    seats = [Seat(seat) for seat in range(len(context.players))]
    for seat in sorted(seats, key=lambda seat: seat != view.eyes):
        change = gains(table.holdings(then, seat), table.holdings(view.state, seat))
        moves += sum(map(abs, change.values()))
        if change:
            rows.append(_row(context, seat, change))
        elif seat == view.eyes:
            rows.append(("tick", Markup.escape(words.phrase("nothing_of_yours")), "you"))
        else:
            same.append(context.names[seat])
    for sign, says, n in context.pages.put_back(context, then):
        rows.append((sign, Markup.escape(says), ""))
        moves += n
    if same:
        rows.append(("tick", Markup.escape(words.phrase("nothing_seen", names=", ".join(same))), "soft"))
    return rows, moves


def _held_thing(context: AnyContext, thing: str, n: int) -> tuple[str, str]:
    """Returns the icon of a held thing, and its number in words: “2 coins”."""
    kind, _, what = thing.partition(".")
    words, pages = context.own_words, context.pages
    key = next((f"thing.{one}" for one in (thing, kind) if f"thing.{one}.other" in words.phrases), "")
    if not key:
        return pages.scored.get(thing, pages.seat_sign), f"{n} {thing}"
    sign, name = pages.kind_of(context, kind, what)
    return sign, words.count(key, n, what=name)


def _row(context: AnyContext, seat: Seat, change: dict[str, int]) -> Row:
    words, own = context.words, seat == context.view.eyes
    named = {thing: _held_thing(context, thing, abs(n)) for thing, n in change.items()}
    gives, gets = ([named[thing] for thing, n in change.items() if (n > 0) == give] for give in (True, False))
    key = "gives_gets" if gives and gets else "gives" if gives else "gets"
    name = words.phrase("you").capitalize() if own else context.names[seat]
    says = Markup(words.phrases[f"{'yours' if own else 'theirs'}.{key}"]).format(
        name=Markup("<b>{}</b>").format(name),
        gives=words.listed([says for _, says in gives]) if gives else "",
        gets=words.listed([says for _, says in gets]) if gets else "",
    )
    return (gives or gets)[0][0], says, "you" if own else ""


def _other_card(context: AnyContext, asked: UndoCard, note: str) -> Mapping[str, object]:
    phrase, name, what = context.words.phrase, context.chair_name(asked.asker), asked.what
    if what == "seat" and asked.owner == context.view.me.chair:
        what = "own_seat"
    decides = "all" if asked.firm or what == "end" else what if what in ("own_seat", "seat") else "owners"
    wish = phrase(f"wish.{what}", seat="" if asked.owner is None else context.chair_name(asked.owner))
    opens = what == "end" and asked.firm
    wanted = (*context.said(asked), *map(context.deed_name, asked.deeds[:MOST_GONE]))
    return {
        "seq": asked.seq,
        "title": phrase("asks.end", name=name) if opens else phrase("asks.wish", name=name, what=wish),
        "note": note or phrase(f"decides.{decides}"),
        "lines": () if what == "end" else wanted,
    }
