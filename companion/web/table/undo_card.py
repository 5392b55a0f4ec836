"""What somebody asks of others: the card that says what each player gives and gets, and who decides."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from companion.engine.game import Seat
from companion.tables import UndoCard
from companion.tables.game import table_game
from companion.tables.log.consent import SILENT
from companion.tables.log.undo import gains
from companion.web.context import AnyContext
from companion.web.http.served import tables
from companion.web.table.deeds import called
from companion.web.widgets import do

MOST_GONE = 4
"""Deeds that a card names one by one."""


class Row(Struct, frozen=True):
    """What changes for somebody, with the symbol of it. `own`: for this phone's player; `none`: nothing does."""

    sign: str
    says: Markup
    own: bool = False
    none: bool = False


class Card(Struct, frozen=True):
    """What somebody asks for, in words: a title, who decides, what changes, and the two keys with what follows."""

    seq: int
    title: str
    note: str
    rows: tuple[Row, ...]
    lines: tuple[str, ...]
    no: str
    no_small: str
    yes: str
    yes_small: str
    picture: str = ""
    caption: str = ""


def card(context: AnyContext) -> Card | None:
    """The card of a phone that may answer now; none: it may not."""
    asked = context.view.undo
    if asked is None or not (asked.mine or (asked.instead and not wait(context))):
        return None
    return _undo(context, asked) if asked.what == "undo" else _other(context, asked)


def wait(context: AnyContext) -> int:
    """Seconds until this phone may answer for those who are silent; 0: it need not wait, or may not."""
    asked = context.view.undo
    if asked is None or not asked.instead:
        return 0
    heard = context.heard.get(asked.owner) if asked.what == "seat" and asked.owner is not None else None
    since = max(asked.at, 0 if heard is None else heard.at)
    return max(0, -(-(since + SILENT - tables().now()) // 1000))


def _asker(context: AnyContext, asked: UndoCard) -> str:
    return context.words.phrase("the_host") if asked.asker is None else context.chair_name(asked.asker)


def asked_names(context: AnyContext, asked: UndoCard) -> str:
    """Those who have to answer now: of a hand that changes phones its own phone first, if there is one."""
    first = (asked.owner,) if asked.what == "seat" and asked.owner in asked.of else asked.of
    names = [context.chair_name(chair) for chair in first if chair not in asked.yes]
    return context.words.listed(names) if names else context.words.phrase("the_others")


def _undo(context: AnyContext, asked: UndoCard) -> Card:
    words, pages, who = context.words, context.pages, _asker(context, asked)
    whole = pages.whole(context, "long", asked.gone)
    first = called(context, asked.deeds[0]) if asked.deeds else words.phrase("last_step")
    rows, moved = _rows(context, asked)
    say = words.phrase
    return Card(
        seq=asked.seq,
        title=say("asks.whole", name=who, what=whole) if whole else say("asks.undo", what=first),
        note=_decides(context, asked, who, whole=bool(whole)),
        rows=rows,
        lines=tuple(called(context, deed) for deed in asked.deeds[:MOST_GONE]) if len(asked.deeds) > 1 else (),
        no=say("keep_whole", what=pages.whole(context, "short", asked.gone)) if whole else say("keep_step"),
        no_small=say("changes_nothing"),
        yes=say("undo_whole", what=pages.whole(context, "short", asked.gone)) if whole else say("undo_step"),
        yes_small=words.count("hand_moves", moved) if whole else words.count("goes", max(1, len(asked.deeds))),
        picture=pages.scene(context, asked.then, None) if whole and asked.then is not None else "",
        caption=pages.whole(context, "before", asked.gone),
    )


def _decides(context: AnyContext, asked: UndoCard, who: str, *, whole: bool) -> str:
    """Who asks, and who decides."""
    say, own = context.words.phrase, context.view.me.chair
    if not asked.mine:
        return say("decides.instead", names=asked_names(context, asked))
    if asked.first:
        how = "first"
    elif asked.firm:
        how = "all"
    elif whole:
        how = "givers"
    else:
        how = "yours" if asked.of == (own,) else "owners"
    decides = say(f"decides.{how}")
    return decides if whole else f"{say('decides.asker', name=who)} {decides}"


def _rows(context: AnyContext, asked: UndoCard) -> tuple[tuple[Row, ...], int]:
    """What each player gives and gets, the own line first, then what goes back by hand and whom it does not concern;
    and how many pieces move."""
    view, words = context.view, context.words
    if asked.then is None or view.state is None:
        return (), 0
    table = table_game(view.game, view.rules)
    changed: list[Row] = []
    same: list[str] = []
    moved = 0
    seats = sorted(range(len(context.players)), key=lambda seat: seat != view.eyes)
    for seat in map(Seat, seats):
        change = gains(table.holdings(asked.then, seat), table.holdings(view.state, seat))
        moved += sum(map(abs, change.values()))
        if change:
            changed.append(_row(context, seat, change))
        elif seat == view.eyes:
            changed.append(Row("tick", Markup("{}").format(words.phrase("nothing_of_yours")), own=True))
        else:
            same.append(context.names[seat])
    put = context.pages.put_back(context, asked.then)
    moved += sum(n for _, _, n in put)
    changed += [Row(sign, Markup("{}").format(says)) for sign, says, _ in put]
    if same:
        key = "nothing_seen" if asked.hidden else "nothing_theirs"
        changed.append(Row("tick", Markup("{}").format(words.phrase(key, names=", ".join(same))), none=True))
    return tuple(changed), moved


def _row(context: AnyContext, seat: Seat, change: dict[str, int]) -> Row:
    words, own = context.words, seat == context.view.eyes
    named = {thing: context.pages.thing(context, thing, abs(n)) for thing, n in change.items()}
    gives, gets = ([named[thing] for thing, n in change.items() if (n > 0) == give] for give in (True, False))
    key = "gives_gets" if gives and gets else "gives" if gives else "gets"
    sign = (gives or gets)[0][0]
    name = words.phrase("you_say") if own else context.names[seat]
    said = Markup(words.phrases[f"{'yours' if own else 'theirs'}.{key}"]).format(
        name=Markup("<b>{}</b>").format(name),
        gives=words.listed([says for _, says in gives]) if gives else "",
        gets=words.listed([says for _, says in gets]) if gets else "",
    )
    return Row(sign, said, own=own)


def _other(context: AnyContext, asked: UndoCard) -> Card:
    """What is asked for besides an undo."""
    words, who = context.words, _asker(context, asked)
    key = asked.what
    if key == "seat" and asked.owner == context.view.me.chair:
        key = "own_seat"
    if key == "end" and not asked.firm:
        key = "end_open"
    lines = () if asked.what == "end" else (*context.wanted, *(called(context, one) for one in asked.deeds[:MOST_GONE]))
    seat = "" if asked.owner is None else context.chair_name(asked.owner)
    note = "decides.all" if asked.firm or key == "end_open" else "decides.owners"
    if key in ("own_seat", "seat"):
        note = f"decides.{key}"
    return Card(
        seq=asked.seq,
        title=words.phrase(f"asks.{key}", name=who, seat=seat),
        note=words.phrase(note) if asked.mine else words.phrase("decides.instead", names=asked_names(context, asked)),
        rows=(),
        lines=lines,
        no=words.phrase("reply_no"),
        no_small="",
        yes=words.phrase("reply_yes"),
        yes_small="",
    )


class Kept(Struct, frozen=True):
    """That somebody ended the game, and the key that goes on with it."""

    title: str
    note: str
    small: str
    do: str


def keep_playing(context: AnyContext) -> Kept | None:
    """For phones at a table at which somebody has ended the game by hand; none: nobody has."""
    view, words = context.view, context.words
    if not view.ended or not context.seated:
        return None
    who = words.phrase("the_host") if view.ended_by is None else context.chair_name(view.ended_by)
    moment = context.pages.moment(context) or words.phrase("the_game")
    seat = view.resumes
    turn = words.phrase("back_to_game") if seat is None else words.phrase("back_to_turn", name=context.names[seat])
    if seat is not None and seat == view.seat:
        turn = words.phrase("back_to_yours")
    title = words.phrase("ended_by", name=who)
    return Kept(title[:1].upper() + title[1:], words.phrase("nothing_lost", moment=moment), turn, "keep")


def kept_command(context: AnyContext) -> str:
    """The command behind the key."""
    return do("undo", before=context.view.ended, keep=True)
