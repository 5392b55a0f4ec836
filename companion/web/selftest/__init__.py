"""“Test this Wi-Fi”: what a phone can and cannot do here, in plain words. Without script half of it can be told."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.engine.wording import wording
from companion.web.http.network import NAME
from companion.web.http.served import address
from companion.web.phone import this_phone
from companion.web.wordings import speaking

bp = Blueprint("selftest", __name__)


@bp.get("/selftest")
def selftest() -> str | Answer:
    """The tests. A phone that came without a cookie is sent round once, to see whether it keeps the one it got."""
    phone = this_phone()
    if phone.fresh and "again" not in request.args:
        return redirect(url_for("selftest.selftest", again=1), 303)
    words = wording(__name__, phone.language)
    return render_template(
        "selftest/selftest.html",
        w=speaking(words),
        cookies=not phone.fresh,
        secure=request.is_secure,
        where=address(),
        named=_named(),
    )


def _named() -> str:
    """The same page under the name that is announced on the network; empty if it was opened under it."""
    host, _, port = request.host.partition(":")
    return "" if host == NAME or request.is_secure else f"http://{NAME}{':' + port if port else ''}/selftest"


@bp.get("/selftest/echo")
def echo() -> Response:
    """Answers at once, so that a phone can time it."""
    return Response("ok", mimetype="text/plain", headers={"Cache-Control": "no-store"})


@bp.get("/selftest/stream")
def stream() -> Response:
    """A stream of one message: those that pass it on at once let the table be followed live."""

    def once() -> Iterator[str]:
        yield "data: ok\n\n"

    return Response(
        once(), mimetype="text/event-stream", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    )
