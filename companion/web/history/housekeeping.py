"""What the owner of the server looks after, on a page of their phones (`companion.tables.service.housekeeping`)."""

from __future__ import annotations

import time

from flask import redirect, request
from werkzeug.wrappers import Response as Answer

from companion.web.history.transfer import bp as bp
from companion.web.history.views import show
from companion.web.http.served import tables
from companion.web.phone import this_phone

HERE = "/history/keeping"
DAY = 24 * 3600


@bp.get(HERE)
def keeping() -> tuple[str, int]:
    """What was refused to whom today, who is shut out, and how many tables nobody uses."""
    token, gone = this_phone().token, request.args.get("gone", "")
    found, empty = tables().keeping.refusals(token), tables().keeping.empty(token)
    return show("keeping.html", found=found, empty=empty, since=_today(), gone=gone[:9] if gone.isdecimal() else "")


def _today() -> int:
    """When the day began by which refusals are counted (`companion.tables.storage.rate_limits`), in milliseconds."""
    return int(time.time()) // DAY * DAY * 1000


@bp.post(f"{HERE}/empty")
def emptied() -> Answer:
    """Deletes the tables that nobody uses."""
    return redirect(f"{HERE}?gone={tables().keeping.delete_empty(this_phone().token)}", 303)


@bp.post(f"{HERE}/ban")
def banned() -> Answer:
    """Shuts an address out for a day."""
    tables().keeping.ban(request.form.get("who", "")[:64], this_phone().token)
    return redirect(HERE, 303)


@bp.post(f"{HERE}/lift")
def lifted() -> Answer:
    """Lets an address in again."""
    tables().keeping.lift(request.form.get("who", "")[:64], this_phone().token)
    return redirect(HERE, 303)
