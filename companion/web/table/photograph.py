"""A photograph of the table: taken on the phone, read in a process of its own, confirmed, entered; never kept.

What a game's board shows is the game's to say (`GamePages.photographs`), by a reader that its
package announces (`companion.sight.reader`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from threading import BoundedSemaphore
from typing import Final

from flask import Response, abort, redirect, request
from werkzeug.wrappers import Response as Answer

from companion.engine.plugins import parts
from companion.sight.errors import MOST_BYTES, SightError
from companion.sight.faces import Side
from companion.sight.process import read
from companion.sight.reading import Request, Seen
from companion.web.context import AnyContext
from companion.web.photographs import Photographs
from companion.web.table.key_commands import carry_out
from companion.web.table.renderer import show
from companion.web.widgets import Note

PAGE: Final = "photo"
"""The name under which a game has `page` among its pages."""
AT_ONCE: Final = 4
"""Photographs that are read at once by each process of the server."""
PATIENCE: Final = 20.0
"""Seconds for one of them: whoever waits for longer has tapped it in."""
MOST: Final = MOST_BYTES + 64 * 1024
"""Bytes of a request that brings one."""
READ: Final = "read."
"""Before the fields of what was read, each named like its part of the table."""
_FREE = BoundedSemaphore(AT_ONCE)


@cache
def offered(game: str) -> bool:
    """Can photographs of this game be read here? Only where what reads them is installed (the extra `sight`)."""
    return game in parts("silkroad.sight") and all(find_spec(name) for name in ("cv2", "numpy"))


def page(context: AnyContext, item: str) -> str:
    """How to take it, and the key that does."""
    _photographs(context)
    return show(context, "photo.html")


def photographed(context: AnyContext, form: Mapping[str, str]) -> Note | Answer:
    """Reads the photograph that was sent: the answer is the page that asks about what is in doubt."""
    photographs = _photographs(context)
    words = context.words
    if not context.seated:
        return Note(words.phrase("photo.seated"))
    sent = request.files.get("photo")
    if sent is None or not sent.filename:
        return Note(words.phrase("photo.none"))
    if not _FREE.acquire(blocking=False):
        return Note(words.phrase("photo.busy"))
    try:
        seen = _read(context, sent.stream.read())
    except SightError as error:
        return Note(words.phrase(f"photo.refused.{error.reason}"))
    finally:
        _FREE.release()
    return Response(photographs.sighted(context, seen))


def confirmed(context: AnyContext, form: Mapping[str, str]) -> Note | Answer:
    """Enters what was read, as taps would."""
    photographs = _photographs(context)
    fields = {name.removeprefix(READ): value for name, value in form.items() if name.startswith(READ)}
    command, then = photographs.confirmed(context, fields)
    return carry_out(context, {**form, "do": command}) or redirect(f"{context.home}/{then}", 303)


def _photographs(context: AnyContext) -> Photographs[AnyContext]:
    photographs = context.pages.photographs
    return photographs if photographs and offered(context.view.game) else abort(404)


def _read(context: AnyContext, photograph: bytes) -> Seen:
    game, seats = context.view.game, tuple(chair.key for chair in context.players)
    asked = Request(photograph=photograph, sides=_sides(game), game=game, seats=seats, straight=True)
    seen = read(asked, PATIENCE)
    if not seen.sighted.readings:  # cards of the kit, and no board
        raise SightError("no-marks", "its board is not in it")
    return seen


@cache
def _sides(game: str) -> tuple[Side, ...]:
    from companion.sight.kit import sides  # with the press, which nothing else here needs
    from pnp.kits import find

    return sides(find(game))
