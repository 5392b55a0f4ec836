"""Photographs of the table: taken on the phone, read in separate processes, confirmed, entered. None is stored.

A game's pages define what photographs enter (`GamePages.photographed`) and what they are compared with
(`GamePages.comparisons`); its package registers their reader (`companion.sight.reader`).

A comparison asks about each difference: is the table right, or the app? If a photograph is unclear, it asks what is
there; if it may not show everything, the app is right unless somebody disagrees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from threading import BoundedSemaphore
from typing import Any, Final

from flask import Response, abort, redirect, request
from msgspec.structs import replace
from werkzeug.wrappers import Response as Answer

from companion.engine.reading import number
from companion.engine.registry import parts
from companion.sight.process import read
from companion.sight.reading import NOTHING, Judge, Reading, Request, Seen, Side, joined
from companion.web import security
from companion.web.context import AnyContext
from companion.web.photographs import ELSE, OWN, AnyPhotographed, Doubt, Guess, Label, Shown, jpeg
from companion.web.table.fix import correct
from companion.web.table.frame import carry_out, show, visit_table
from companion.web.table.tally import may_count_here
from companion.web.widgets import Note, both, do
from pnp.camera import PhotographError

READ: Final = "read."
"""Prefix of the fields with readings, each named like its part of the table."""
APP: Final = "="
"""The value of a part at which the app is right."""
HAD: Final = "had."
"""Prefix of the parts with what the app had when it asked."""
PAGE: Final = "photo"
"""The name of `page` among the pages of a game."""
MOST: Final = 25 * 1024 * 1024
"""Bytes of a request with photographs, as in the example proxies (docs/hosting)."""
PLATE: Final = 0.028
"""How high letters are on a photograph, of its longer side."""
_ALIKE: Final = {
    "heic": "unreadable",
    "other-board": "no-marks",
    "too-small": "no-marks",
    "aslant": "corner-missing",
    "blurred": "dark",
}
"""Reasons that have the sentence of another one."""
_FREE = BoundedSemaphore(4)
"""Forms whose photographs the server reads at the same time."""


@cache
def offered(game: str) -> bool:
    """Returns whether photographs of this game can be read here: only with the extra `sight`."""
    return game in parts("silkroad.sight") and all(find_spec(name) for name in ("cv2", "numpy", "scipy"))


def page(context: AnyContext, item: str) -> str | Answer:
    """Returns how to take a photograph, with its keys; without permission to enter it, the manual page."""
    subject = _subject(context, item)
    if context.seated and subject.refused:
        return redirect(f"{context.home}/{subject.by_hand}", 303)
    return show(
        context,
        "photo.html",
        says=lambda key: says(context, key, subject.own),
        title=context.words.phrase("agree.title") if subject.zone else says(context, "title", subject.own),
        by_hand=(subject.by_hand, context.words.phrase("setting.dice.hand")),
        whose=subject.whose,
        most=subject.most,
    )


def read_photographs(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """Reads the photographs of a form; returns the page that asks about doubts."""
    subject = _subject(context, item)
    refused = subject.refused if context.seated else says(context, "seated")
    if refused:
        return Note(refused)
    files = [one for one in request.files.getlist("photo") if one.filename]
    if not files:
        return Note(says(context, "none"))
    if len(files) > subject.most:
        return Note(context.words.phrase("photo.too_many", n=str(subject.most)))
    security.spend("photographs", cost=len(files))
    if not _FREE.acquire(blocking=False):
        return Note(says(context, "busy"))
    try:
        seen, left_out = _join(subject.judge, [_read(context, file.stream.read()) for file in files])
    finally:
        _FREE.release()
    if not seen:
        return Note(_refusal(context, left_out[0], subject))
    now = visit_table(context.code)  # reading takes seconds
    subject = _subject(now, item)
    try:
        values = (_differences if subject.zone else _questions)(now, subject, seen)
    except PhotographError as error:  # it shows something else of the game
        return Note(_refusal(context, error.reason, subject))
    why = " ".join(dict.fromkeys(_refusal(now, reason, subject) for reason in left_out))
    note = f"{now.words.phrase('photo.left_out', n=len(left_out))} {why}" if left_out else ""
    return Response(show(now, "photo_read.html", whose=subject.whose, left_out=note, **values))


def _questions(context: AnyContext, subject: AnyPhotographed, seen: Sequence[Seen]) -> dict[str, object]:
    """Returns values of the page that enters readings: doubts first; sure ones can be corrected, too."""
    found, say = subject.shown(seen), context.words.phrase
    asked = [one for one in found if not one.clear or one.perhaps]
    sure = [one for one in found if one not in asked]
    changed = [one for one in sure if subject.choices(one.part, one.value)]
    return {
        "does": "sighted",
        "title": context.words.count("photo.to_confirm", len(asked)) if asked else say("photo.all_sure"),
        "counted": say("photo.counted", n=str(len(found)), sure=str(len(sure))),
        "use": say("photo.use"),
        "doubts": [_doubt(context, subject, at, one) for at, one in enumerate(asked, 1)],
        "hidden": {one.part: one.value for one in sure if one not in changed},
        "sure": [(one.part, subject.named(one.part), _list_all_values(subject, one)) for one in changed],
        "wrong": says(context, "wrong", subject.own) if changed else "",
        "picture": subject.picture(seen, {one.part: at for at, one in enumerate(asked, 1)}),
    }


def _doubt(context: AnyContext, subject: AnyPhotographed, at: int, one: Shown) -> Doubt:
    """Returns the likely values as keys; for a part whose values are all known, the others behind a further key."""
    name, *called = subject.compared(one.part, one.likely)
    keys = [
        Guess(value, text, not n, subject.sign(one.part, value))
        for n, (value, text) in enumerate(zip(one.likely, called, strict=True))
    ]
    rest = [value for value in subject.choices(one.part, one.value) if value not in one.likely]
    more = tuple(Guess(value, subject.called(one.part, value)) for value in rest)
    if not more and ELSE not in one.likely:
        keys.append(Guess(ELSE, context.words.phrase("something_else")))
    return Doubt(at, one.part, name, one.area, tuple(keys), more, one.shot, one.perhaps)


def _list_all_values(subject: AnyPhotographed, one: Shown) -> tuple[Guess, ...]:
    values = subject.choices(one.part, one.value)
    names = [value if value.isdecimal() else subject.called(one.part, value) for value in values]
    return tuple(Guess(value, name, value == one.value) for value, name in zip(values, names, strict=True))


def _differences(context: AnyContext, subject: AnyPhotographed, seen: Sequence[Seen]) -> dict[str, object]:
    """Returns values of the page that compares readings: differences to ask about, and equal parts."""
    believed = subject.believed()
    differ, perhaps, unclear, same = compare(believed, subject.shown(seen))
    asked = (*differ, *perhaps)
    had = {one.part: believed.get(one.part, NOTHING) for one in asked}
    say, number = context.words.phrase, len(asked)
    return {
        "does": "sighted" if asked or not subject.whole else _tick(context, subject),
        "title": say("agree.differs", n=number) if asked else say("agree.agrees"),
        "counted": say("agree.counted", n=str(same + len(unclear) + number), same=str(same)),
        "hidden": {f"{HAD}{part}": value for part, value in had.items()},
        "unclear": [subject.named(one.part) for one in unclear],
        "picture": subject.picture(seen, {one.part: at for at, one in enumerate(asked, 1)}),
        "by_hand": f"{context.home}/{subject.by_hand}",
        "use": say("put_right" if asked else "check.right"),
        "doubts": [_difference(context, subject, at, one, had[one.part]) for at, one in enumerate(asked, 1)],
    }


def compare(believed: Mapping[str, str], shown: Sequence[Shown]) -> tuple[list[Shown], list[Shown], list[Shown], int]:
    """Returns parts that differ from the app's values, and that may differ; equal parts that are unclear; the number of
    others. A part with several possible values agrees if the app has one of them."""
    same = [one for one in shown if believed.get(one.part, NOTHING) in (one.value, *one.others)]
    other = [one for one in shown if one not in same]
    differ = [one for one in other if one.clear and not one.perhaps]
    perhaps = [one for one in other if one.perhaps or not one.clear]
    return differ, perhaps, [one for one in same if not one.sure], sum(one.sure for one in same)


def _difference(context: AnyContext, subject: AnyPhotographed, at: int, one: Shown, had: str) -> Doubt:
    """Returns a difference with its two keys; or a possible one, with its possible values."""
    say, part = context.words.phrase, one.part
    name, app, table = subject.compared(part, (had, one.value))
    if one.clear:
        known = bool(subject.changes({part: one.value}))
        keys = [Guess(one.value, say("agree.table"), on=not one.perhaps)] if known else []
        keys.append(Guess(APP, say("agree.app"), on=bool(one.perhaps) or not known))
        told = say("agree.difference", app=app, table=table)
    else:
        keys = [Guess(APP, subject.called(part, had), on=True)]
        keys += [Guess(value, subject.called(part, value)) for value in one.likely if value not in (had, ELSE)]
        keys.append(Guess(ELSE, say("something_else")))
        told = say("agree.perhaps", app=app)
    return Doubt(at, part, name, one.area, tuple(keys), shot=one.shot, told=f"{told} {one.perhaps}".rstrip())


def enter_readings(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """Enters readings like taps."""
    fields = {name.removeprefix(READ): value for name, value in form.items() if name.startswith(READ)}
    subject = _subject(context, item)
    entered = _corrections(context, subject, fields) if subject.zone else subject.entered(fields)
    if isinstance(entered, Note):
        return entered
    command, then = entered
    refused = carry_out(context, {**form, "do": command}) if command else None
    return refused or redirect(f"{context.home}/{then}", 303)


def _corrections(context: AnyContext, subject: AnyPhotographed, fields: Mapping[str, str]) -> tuple[str, str] | Note:
    believed = subject.believed()
    chosen = {part: value for part, value in fields.items() if value != APP and not part.startswith(HAD)}
    had = {part: fields.get(f"{HAD}{part}") for part in chosen}
    changes = subject.changes({part: value for part, value in chosen.items() if value != ELSE})
    if any(value not in (None, believed.get(part, NOTHING)) for part, value in had.items()):
        return Note(context.words.phrase("agree.moved_on"))
    if isinstance(changes, Note):
        return changes
    tapped = [subject.tapped(part) for part, value in chosen.items() if value == ELSE]
    command = both(correct(changes), _tick(context, subject)) if changes else ""
    return command, next(iter(tapped), subject.by_hand)


def _tick(context: AnyContext, subject: AnyPhotographed) -> str:
    zone = next(zone for zone in context.pages.zones(context) if zone.id == subject.zone)
    return do("check", zone=zone.mark)


def _join(judge: Judge | None, found: Sequence[Seen | str]) -> tuple[list[Seen], list[str]]:
    """Returns the usable photographs, and why each other one is not. Those of a board are joined over the last one;
    others stay separate."""
    seen = [one for one in found if isinstance(one, Seen)]
    left_out = [one for one in found if isinstance(one, str)]
    shows = [one for one in seen if one.sighted.shows_board]
    if judge is None or not shows:
        return seen, left_out
    readings = joined([one.sighted.readings for one in shows], judge)
    whole = replace(shows[-1], sighted=replace(shows[-1].sighted, readings=readings))
    return [whole], left_out + ["no-marks"] * (len(seen) - len(shows))


def _read(context: AnyContext, photograph: bytes) -> Seen | str:
    game, seats = context.view.game, tuple(chair.key for chair in context.players)
    asked = Request(photograph=photograph, sides=_sides(game), game=game, seats=seats, straight=True)
    try:
        found = read(asked)
    except PhotographError as error:
        return error.reason
    return found if found.sighted.readings else "no-marks"


@cache
def _sides(game: str) -> tuple[Side, ...]:
    from companion.sight.kit import sides  # with the press, which nothing else here needs
    from pnp.kits import find

    return sides(find(game))


def says(context: AnyContext, key: str, own: str = OWN) -> str:
    """Returns a phrase about photographs, in the game's own words if it has them."""
    return context.own_words.phrases.get(f"{own}.{key}") or context.words.phrase(f"{OWN}.{key}")


def _refusal(context: AnyContext, reason: str, subject: AnyPhotographed) -> str:
    return says(context, f"refused.{_ALIKE.get(reason, reason)}", subject.own)


def comparisons(context: AnyContext) -> dict[str, AnyPhotographed]:
    """Returns comparisons available now, by the last part of the page's address below ``check``."""
    view = context.view
    on = offered(view.game) and view.state is not None and view.settings.way == "follow"
    found = context.pages.comparisons(context) if on else ()
    return {"-".join(filter(None, (PAGE, one.id))): one for one in found}


def is_comparison(item: str) -> bool:
    """Returns whether the last part of an address below ``check`` names a photograph page, such as ``photo-0``."""
    return item.partition("-")[0] == PAGE


def _subject(context: AnyContext, item: str) -> AnyPhotographed:
    """Returns the subject of this page's photographs: compared with the table on ``check``, entered on other pages."""
    if request.endpoint == "table.check":
        return comparisons(context).get(item) or abort(404)
    found = context.pages.photographed(context, item) if offered(context.view.game) else None
    return found or abort(404)


def find_entry(context: AnyContext, item: str) -> dict[str, Any]:
    """Returns fields of `Photographed` for the things that one player counts, and the player's `chair` or None. Anybody
    with a phone may photograph them."""
    chair, counts = number(item), context.view.tally
    if chair is None or counts is None or chair not in counts.asked:
        return {"chair": None, "by_hand": "tally", "refused": context.own_words.phrase("photo.of_nobody")}
    name = context.chair_name(chair)
    refused = "" if may_count_here(context, chair) else context.own_words.phrase("photo.elsewhere", name=name)
    return {"chair": chair, "by_hand": f"tally/{chair}", "refused": refused, "whose": name, "own": "photo_cards"}


def draw_pieces(context: AnyContext, seen: Sequence[Seen], label: Callable[[Reading], Label], wide: float) -> str:
    """Returns photographs as markup, with a label on each of their pieces, `wide` letters across."""
    shots = [
        (jpeg(one), one.sighted, [(piece, *label(piece)) for piece in one.sighted.readings if piece.corners])
        for one in seen
    ]
    says = context.own_words.phrase("photo.shown")
    return show(context, "photo_shots.html", shots=shots, says=says, wide=wide, plate=PLATE)
