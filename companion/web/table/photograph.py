"""Photographs of the table: taken on the phone, read in processes of their own, confirmed, entered. None is kept.

What they show is the game's to say (`GamePages.photographs`), by a reader that its package announces
(`companion.sight.reader`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Final

from flask import Response, abort, after_this_request, redirect, request
from msgspec import Struct
from werkzeug.wrappers import Response as Answer

from companion.engine.plugins import parts
from companion.sight.faces import Side
from companion.sight.process import answer
from companion.sight.reading import Refused, Request, Seen
from companion.web.context import AnyContext
from companion.web.http import limits, security
from companion.web.http.places import Places
from companion.web.http.served import config
from companion.web.photographs import OWN, READ, Photographs, Read
from companion.web.table import sightings
from companion.web.table.access import sit_down
from companion.web.table.key_commands import carry_out
from companion.web.table.renderer import show
from companion.web.table.sightings import Sightings, Together
from companion.web.widgets import Note
from pnp.camera import PhotographError

PAGE: Final = "photo"
"""The name under which a game has `page` among its pages."""
AT_ONCE: Final = 4
"""Photographs that are read at once by the server."""
AT_ONCE_OF_ONE: Final = 2
"""Of them, those of one address."""
PATIENCE: Final = 40.0
"""Seconds for one of them, on a server that has other things to do: whoever waits for longer has tapped it in."""
MOST: Final = 25 * 1024 * 1024
"""Bytes of a request that brings some, as in the example proxies (docs/hosting)."""
READING: Final = frozenset({"table.photo", "table.agree"})
"""Endpoints that read photographs: no other page takes bodies of that size."""
_FREE = Places(AT_ONCE, AT_ONCE_OF_ONE)


@cache
def offered(game: str) -> bool:
    """Can photographs of this game be read here? Only where what reads them is installed (the extra `sight`)."""
    return game in parts("silkroad.sight") and all(find_spec(name) for name in ("cv2", "numpy"))


def page(context: AnyContext, item: str) -> str | Answer:
    """How to take one, and the keys that do; for who may not enter what it shows, the page without."""
    photographs = _photographs(context)
    if context.seated and photographs.refused(context, item):
        return redirect(f"{context.home}/{photographs.by_hand(context, item)}", 303)
    return taking(
        context,
        title=says(context, "title", photographs.own),
        does="photograph",
        path=_path(context, item),
        by_hand=(photographs.by_hand(context, item), context.words.phrase("photo.by_hand")),
        whose=photographs.whose(context, item),
        most=photographs.most,
        own=photographs.own,
        so_far=sightings.sent(request.form, photographs.board),
    )


def another(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """The same page for one more photograph, from another side: what was read so far goes with it."""
    shown = page(context, item)
    return Response(shown) if isinstance(shown, str) else shown


def taking(
    context: AnyContext,
    *,
    title: str,
    does: str,
    path: str,
    by_hand: tuple[str, str],
    whose: str = "",
    most: int = 1,
    own: str = OWN,
    so_far: Sightings,
) -> str:
    """The page of that title by which photographs are taken and sent to `path`, to be read as `does` says, and joined
    with what was read `so_far`; `by_hand`: the page without them, below the table's address, and its name. No other
    page may look through the camera."""
    after_this_request(security.with_camera)
    return show(
        context,
        "photo.html",
        says=lambda key: says(context, key, own),
        title=title,
        does=does,
        path=path,
        by_hand=by_hand,
        whose=whose,
        most=most - len(so_far.shots),
        so_far=so_far.field(),
    )


def asking(context: AnyContext, item: str, read: Read, told: Together, left_out: str = "") -> str:
    """The page that asks about what was read: what is in doubt, then what is sure; and what there is to say of
    photographs that were left out."""
    words, number, shots = context.words, len(read.doubts), len(told.so_far.shots)
    some = {"photos": str(shots)} if shots > 1 else {}
    return show(
        context,
        read.template,
        does="sighted",
        counted=words.phrase(
            "photo.counted_some" if some else "photo.counted",
            n=str(number + len(read.sure)),
            sure=str(len(read.sure)),
            **some,
        ),
        use=words.phrase("photo.use"),
        title=words.count("photo.to_confirm", number) if number else words.phrase("photo.all_sure"),
        whose=_photographs(context).whose(context, item),
        left_out=left_out,
        doubts=read.doubts,
        sure=read.sure,
        again=_path(context, item),
        further="another" if told.further else "",
        so_far=told.so_far.asking(read.doubts).field(),
        pictured=told.pictured,
        use_short=says(context, "use_short", _photographs(context).own),
        **read.drawn,
    )


def says(context: AnyContext, key: str, own: str = OWN) -> str:
    """What there is to say of photographs of this game: in its own words, or in those of all."""
    return context.own_words.find(f"{own}.{key}") or context.words.phrase(f"{OWN}.{key}")


def photographed(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """Reads the photographs that were sent: the answer is the page that asks about what is in doubt."""
    photographs = _photographs(context)
    refused = says(context, "seated") if not context.seated else photographs.refused(context, item)
    if refused:
        return Note(refused)
    before = sightings.sent(form, photographs.board)
    sent = read_sent(context, photographs.most, before, photographs.own)
    if isinstance(sent, Note):
        return sent
    try:
        now = sit_down(context.code)  # reading has taken its time
        told = sightings.together(photographs.board, before, sent.seen)
        shown = [sightings.minded(one, before.tapped) for one in told.seen]
        left_out = left_out_says(now, sent.left_out, told.strays, photographs.own)
        return Response(asking(now, item, photographs.sighted(now, item, shown), told, left_out))
    except PhotographError as error:  # it shows something else of the game
        return Note(says(context, f"refused.{error.reason}", photographs.own))


class Sent(Struct, frozen=True):
    """The photographs of a form: what those show that were read, and why each of the others was refused."""

    seen: tuple[Seen, ...] = ()
    left_out: tuple[str, ...] = ()


def read_sent(context: AnyContext, most: int, before: Sightings, own: str = OWN) -> Sent | Note:
    """What the photographs of the form that was sent show, of `most` with those before them; or why none of them tells
    anything. None were sent: those before them are to be shown again."""
    sent = [one for one in request.files.getlist("photo") if one.filename]
    if not sent:
        return Sent() if before.shots else Note(says(context, "none"))
    if len(sent) + len(before.shots) > most:
        return Note(context.words.phrase("photo.too_many", n=str(most)))
    if request.endpoint not in READING:
        abort(404)
    limits.spend_photographs(len(sent))
    address = request.remote_addr if config().phones else None
    if not _FREE.take(address):
        return Note(says(context, "busy"))
    try:
        found = [_read_or_not(context, one.stream.read()) for one in sent]
    finally:
        _FREE.leave(address)
    seen = tuple(one for one in found if isinstance(one, Seen))
    left_out = tuple(one for one in found if isinstance(one, str))
    return Sent(seen, left_out) if seen else Note(says(context, f"refused.{left_out[0]}", own))


def left_out_says(context: AnyContext, left_out: Sequence[str], strays: int, own: str = OWN) -> str:
    """What the page says of photographs that were refused, and of those that do not show the board as others do."""
    reasons = (*left_out, *["no-marks"] * strays)
    why = " ".join(says(context, f"refused.{reason}", own) for reason in dict.fromkeys(reasons))
    return f"{context.words.count('photo.left_out', len(reasons))} {why}" if reasons else ""


def confirmed(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """Enters what was read, as taps would."""
    photographs = _photographs(context)
    entered = photographs.confirmed(context, item, said(form, READ))
    if isinstance(entered, Note):
        return entered
    command, then = entered
    return carry_out(context, {**form, "do": command}) or redirect(f"{context.home}/{then}", 303)


def said(form: Mapping[str, str], before: str) -> dict[str, str]:
    """The fields whose names begin so, by what follows."""
    return {name.removeprefix(before): value for name, value in form.items() if name.startswith(before)}


def _photographs(context: AnyContext) -> Photographs[AnyContext]:
    photographs = context.pages.photographs
    return photographs if photographs and offered(context.view.game) else abort(404)


def _path(context: AnyContext, item: str) -> str:
    """The address that this page's forms go to."""
    return "/".join(filter(None, (context.home, PAGE, item)))


def _read_or_not(context: AnyContext, photograph: bytes) -> Seen | str:
    """What a photograph shows, or why it is refused."""
    try:
        return _read(context, photograph)
    except PhotographError as error:
        return error.reason


def _read(context: AnyContext, photograph: bytes) -> Seen:
    game, seats = context.view.game, tuple(chair.key for chair in context.players)
    asked = Request(photograph=photograph, sides=_sides(game), game=game, seats=seats, straight=True)
    found = answer(asked, PATIENCE)
    if isinstance(found, Seen) and not found.sighted.readings:
        # Pieces of the kit that nobody reads, such as cards without their board.
        found = Refused("no-marks", "nothing of it can be read")
    if isinstance(found, Refused):
        raise PhotographError(found.reason, found.message)
    return found


@cache
def _sides(game: str) -> tuple[Side, ...]:
    from companion.sight.kit import sides  # with the press, which nothing else here needs
    from pnp.kits import find

    return sides(find(game))
