"""The photographs that a table keeps, where its players have said so: its players see and delete them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Final

import msgspec
from flask import Response, abort, redirect
from msgspec import UNSET, Struct
from msgspec.structs import replace
from werkzeug.wrappers import Response as Answer

from companion.engine.reading import number
from companion.sight.reading import Refused, Reply, Seen
from companion.tables.errors import NotSeated
from companion.tables.service.photographs import MOST
from companion.tables.storage.photographs import Photograph
from companion.web.context import AnyContext
from companion.web.http.served import tables
from companion.web.table.renderer import show
from companion.web.widgets import Note

PAGE: Final = "photographs"
"""The name of its page."""
_TOLD: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)


class Kept(Struct, frozen=True):
    """A photograph on the page: its number, when it was read (milliseconds since 1970), who sent it and what was read
    of it, in words."""

    number: int
    at: int
    who: str
    says: str


def on(context: AnyContext) -> bool:
    """Does this table keep its photographs?"""
    return context.view.settings.photographs is not UNSET


def keep(context: AnyContext, reply: Reply) -> None:
    """Keeps a photograph that was read or refused, with what came of it."""
    bare = replace(reply, kept=b"") if isinstance(reply, Refused) else Seen(sighted=reply.sighted)
    told = msgspec.json.encode(bare).decode()
    tables().photographs.keep(context.code, context.phone.token, reply.kept, told)


def page(context: AnyContext, item: str) -> str | Answer:
    """All of them; `3.jpg` is the third one's picture, `3.zip` that with what was read of it."""
    album = tables().photographs
    found = album.of(context.code, context.phone.token) if context.seated else ()
    if not item:
        return show(context, "album.html", found=[_kept(context, one) for one in found], room=album.room(), most=MOST)
    name, _, kind = item.partition(".")
    one = next((one for one in found if str(one.number) == name), None)
    jpeg = album.jpeg(context.code, context.phone.token, one.number) if one else None
    if one is None or jpeg is None or kind not in ("jpg", "zip"):
        abort(404)
    answer = Response(jpeg, mimetype="image/jpeg") if kind == "jpg" else _to_send(context, one, jpeg)
    answer.headers["Cache-Control"] = "no-store"  # what is deleted is gone
    return answer


def forgotten(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """Deletes the photograph of that number, or all of them."""
    one = number(form["number"]) if "number" in form else None
    if "number" in form and one is None:
        abort(400)
    try:
        tables().photographs.delete(context.code, context.phone.token, one)
    except NotSeated:
        return Note(context.words.phrase("album.seated"))
    return redirect(f"{context.home}/{PAGE}", 303)


def _to_send(context: AnyContext, one: Photograph, jpeg: bytes) -> Response:
    """The picture with what was read of it, for those who mend what reads it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("photograph.jpg", jpeg)
        archive.writestr("reading.json", msgspec.json.format(one.told))
    name = f"{context.view.game}-{context.code}-{one.number}.zip"
    return Response(
        file.getvalue(),
        mimetype="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _kept(context: AnyContext, one: Photograph) -> Kept:
    words, told = context.words, _TOLD.decode(one.told)
    if isinstance(told, Refused):
        says = words.phrase(f"photo.refused.{told.reason}")
    else:
        readings = told.sighted.readings
        says = words.phrase("photo.counted", n=str(len(readings)), sure=str(sum(each.sure for each in readings)))
    who = "" if one.chair is None else context.name(context.view.chairs[one.chair])
    return Kept(one.number, one.at, who, says)
