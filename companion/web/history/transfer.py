"""Tables that are carried away and come here, as files: one as JSON, or all of a phone's in an archive."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from flask import Response, redirect, request
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as Answer

from companion.tables import TableError, say
from companion.tables.export import LARGEST, MAGIC
from companion.web.history.views import bp as bp
from companion.web.history.views import listed
from companion.web.http import limits
from companion.web.http.served import tables
from companion.web.phone import remember, this_phone

LARGEST_ARCHIVE: Final = 64 * 1024 * 1024
"""Bytes of an archive of tables as it is sent; more is for ``companion restore``."""
PIECE: Final = 1024 * 1024
"""Bytes that are held in memory while such a file is read; as few as one piece that comes in would not do, for what
may be the beginning of its end is kept until the next."""


@bp.get("/history/export")
def export() -> Response:
    """All tables that this phone may carry away, written while they are sent."""
    name = f"silk-road-{datetime.now().astimezone().date().isoformat()}.zip"
    sent = tables().export_all(this_phone().token)
    return Response(sent, mimetype="application/zip", headers={"Content-Disposition": f'attachment; filename="{name}"'})


@bp.post("/import")
def carried() -> tuple[str, int] | Answer:
    """One table, to go on with; or an archive, to have in the history. A file that is neither changes nothing."""
    request.max_content_length, request.max_form_memory_size = LARGEST_ARCHIVE, PIECE
    phone = this_phone()
    sent = request.files.get("table") or FileStorage()
    try:
        if sent.stream.read(len(MAGIC)) == MAGIC:
            sent.stream.seek(0)
            found = tables().carry_all(sent.stream, phone.token, most=limits.tables_left())
            limits.count_tables(len(found.added))
            to = f"/history?added={len(found.added)}&known={found.known}"
        else:
            sent.stream.seek(0)
            text = sent.stream.read(LARGEST + 1)
            limits.spend_table()
            to = f"/t/{tables().carry_in(text, phone.token)}/seats"
    except TableError as error:
        return listed(note=say(error, phone.language), status=409)
    answer = redirect(to, 303)
    assert isinstance(answer, Response)
    return remember(answer, phone=phone.token)
