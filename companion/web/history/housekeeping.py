"""The owner's page about tables that nobody uses (`companion.tables.service.housekeeping`)."""

from __future__ import annotations

from flask import redirect, request
from werkzeug.wrappers import Response as Answer

from companion.web.history.transfer import bp as bp
from companion.web.history.views import show
from companion.web.http.served import tables
from companion.web.phone import this_phone

HERE = "/history/keeping"


@bp.get(HERE)
def keeping() -> tuple[str, int]:
    """How many tables nobody uses."""
    gone = request.args.get("gone", "")
    return show(
        "keeping.html", empty=tables().keeping.empty(this_phone().token), gone=gone[:9] if gone.isdecimal() else ""
    )


@bp.post(f"{HERE}/empty")
def emptied() -> Answer:
    """Deletes the tables that nobody uses."""
    return redirect(f"{HERE}?gone={tables().keeping.delete_empty(this_phone().token)}", 303)
