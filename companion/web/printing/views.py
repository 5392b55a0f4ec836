"""The pages below /print. The press works elsewhere (`companion.printing`); a request only asks and looks."""

from __future__ import annotations

import ipaddress
import math
import sys
import time
from collections.abc import Callable, Mapping
from threading import BoundedSemaphore
from urllib.parse import urlsplit

import msgspec
from flask import Blueprint, Flask, Response, abort, current_app, render_template, request, send_file

from companion.engine.wording import Wording
from companion.printing.kits import Offer, offers, titles
from companion.printing.options import (
    ALL,
    BACKS,
    INKS,
    PAPERS,
    WAYS,
    BadChoiceError,
    Choice,
    host_address,
    read_choice,
    remembered,
    sensible,
)
from companion.printing.orders import FULL, PICTURE, ZIP, Bounds, BusyError, Failed, Kind, Made, Orders, Waiting
from companion.printing.workers import Foreman
from companion.web.config import Config
from companion.web.game_pages import GAMES
from companion.web.http import logs
from companion.web.http.network import NAME
from companion.web.http.served import address, config, tables
from companion.web.phone import kept, remember, this_phone
from companion.web.printing import labels
from companion.web.wordings import speaking

bp = Blueprint("printing", __name__)
PATIENCE = 20.0
"""Seconds that a picture is waited for."""
PICTURES = 8
"""Requests of one process that wait for pictures at once: the others are told to come again."""
LONGEST_TYPED = 200
AGAIN = 5
"""Seconds after which to come again when too much is going on."""


class Print:
    """What the pages of one app share: the orders, the foreman, and room for those who wait for pictures."""

    def __init__(self, config: Config, bounds: Bounds) -> None:
        self.orders = Orders(config.prints, bounds)
        self.foreman = Foreman(self.orders)
        self.room = BoundedSemaphore(PICTURES)

    def place(self, kind: Kind, choice: Choice, offer: Offer) -> str:
        """The key of an order, which is printed in its turn. Raises BusyError, OSError."""
        who = tables().known(request.remote_addr)
        try:
            key = self.orders.place(kind, choice, offer, who.own or "", who.wide or "")
        except BusyError:
            tables().refused("print", request.remote_addr)
            raise
        self.foreman.wake(kind)
        return key


def init_app(app: Flask, config: Config, bounds: Bounds | None = None) -> None:
    """Adds the pages to an app."""
    app.extensions["printing"] = Print(config, bounds or Bounds())
    app.register_blueprint(bp)


def resume(app: Flask) -> None:
    """Begins anew what an earlier server left waiting or half done."""
    found: Print = app.extensions["printing"]
    found.foreman.wake("kit")


def _print() -> Print:
    found: Print = current_app.extensions["printing"]
    return found


@bp.get("/print")
def choose() -> str | tuple[str, int]:
    """Kit, language, paper, backs, ink, and the address for the codes, with a picture of what that comes to."""
    kits = _kits()
    usual = _usual(kits)
    try:
        return _choose_page(read_choice(request.args, kits, usual), kits)
    except BadChoiceError as error:
        # Whoever chooses another kit has named a language of the one before: the page shows which there are.
        note = "" if error.field == "language" else _complaint(error, kits)
        return _choose_page(_as_sent(request.args, kits, usual), kits, note), 400 if note else 200


@bp.post("/print")
def ordered() -> str | tuple[str, int] | Response:
    """Has the press make the PDF files. The same choice again finds those that are there."""
    kits = _kits()
    choice = usual = _usual(kits)
    try:
        choice = read_choice(request.form, kits, usual)
        wait = tables().allow("heavy", request.remote_addr)
        if wait:
            tables().refused("heavy", request.remote_addr)
            return _busy_page(choice, kits, "busy.often", 429, math.ceil(wait))
        key = _print().place("kit", choice, kits[choice.game])
    except BadChoiceError as error:
        return _choose_page(_as_sent(request.form, kits, usual), kits, _complaint(error, kits)), 400
    except BusyError as error:
        return _busy_page(choice, kits, "busy.own" if error.own else "busy.all", 429 if error.own else 503, AGAIN)
    except OSError as error:
        if error.errno not in FULL:
            logs.failed(sys.exc_info())
        return _busy_page(choice, kits, "busy.full" if error.errno in FULL else "busy.disk", 503, AGAIN)
    return remember(_see(f"/print/{key}"), printing=choice.query)


@bp.get("/print/picture.png")
def picture() -> Response:
    """The first sheets as they would be printed, small, drawn by the press. The address in the codes is not seen."""
    kits = _kits()
    try:
        choice = _pictured(read_choice(request.args, kits, _usual(kits)), kits)
        at, context = time.monotonic(), _print()
        if not context.room.acquire(blocking=False):
            return _later()
        try:
            key = context.place("picture", choice, kits[choice.game])
            while isinstance(context.orders.standing(key), Waiting) and time.monotonic() - at < PATIENCE:
                time.sleep(0.1)
        finally:
            context.room.release()
    except BadChoiceError:
        abort(404)
    except (BusyError, OSError):
        return _later()
    path = context.orders.fetch(key, PICTURE)
    if path is None:
        return _later() if isinstance(context.orders.standing(key), Waiting) else Response(status=409)
    return send_file(path, mimetype="image/png")


@bp.get("/print/<key>")
def job(key: str) -> str | tuple[str, int]:
    """How an order stands: how many are before it, how far it is, what came of it."""
    standing = _print().orders.standing(key)
    if standing is None:
        return render_template("printing/gone.html", p=_p()), 404
    if isinstance(standing, Waiting):
        _print().foreman.wake("kit")
    say = labels.words(this_phone().language)
    kits = _kits()
    kit = kits.get(standing.choice.game)
    return render_template(
        "printing/job.html",
        p=_p(),
        picture="" if kit is None or isinstance(standing, Failed) else _pictured(standing.choice, kits).query,
        key=key,
        zip=ZIP,
        title=kit.called(say.language) if kit else standing.choice.game,
        choice=standing.choice,
        language=_language_of(standing.choice, say),
        waiting=standing if isinstance(standing, Waiting) else None,
        failed=standing if isinstance(standing, Failed) else None,
        made=standing if isinstance(standing, Made) else None,
        groups=labels.groups(standing, say) if isinstance(standing, Made) else (),
        sheets=labels.sheets(standing) if isinstance(standing, Made) else 0,
        size=labels.size_text(standing.zip_size, say) if isinstance(standing, Made) else "",
        noticed=() if isinstance(standing, Waiting) else labels.noticed(standing),
    )


@bp.get("/print/<key>/<name>")
def download(key: str, name: str) -> Response:
    """One file, or all as an archive."""
    orders = _print().orders
    path = orders.fetch(key, name)
    made = orders.standing(key)
    if path is None or not isinstance(made, Made):
        abort(404)
    called = made.zip_name if name == ZIP else path.name
    return send_file(path, as_attachment=True, download_name=called)


def _see(path: str) -> Response:
    return Response(status=303, headers={"Location": path})


def _pictured(choice: Choice, kits: dict[str, Offer]) -> Choice:
    """What of a choice can be seen in its picture: one language, and no address."""
    languages = kits[choice.game].languages
    language = languages[0] if choice.language == ALL and languages else choice.language
    return msgspec.structs.replace(choice, language=language, address="", way="pdf")


def _language_of(choice: Choice, say: Wording) -> str:
    return say.phrase("all_languages") if choice.language == ALL else labels.language_text(choice.language, say)


def _later() -> Response:
    return Response(status=503, headers={"Retry-After": str(AGAIN)})


def _kits() -> dict[str, Offer]:
    """The kits that can be printed, by their titles: those of the games that are played here first."""
    found, language = offers(config().kits), this_phone().language
    played = sorted((name for name in GAMES if name in found), key=lambda name: found[name].called(language))
    return {name: found[name] for name in (*played, *found)}


def _usual(kits: dict[str, Offer]) -> Choice:
    """What this phone chose last time; at first the first kit, in the phone's language."""
    language = this_phone().language
    first = next(iter(kits.values()), None)
    if first is None:
        abort(404)
    known = first.languages or (ALL,)
    usual = Choice(first.name, language if language in known else known[0], address=_addresses()[0])
    return remembered(kept("printing"), kits, usual)


def _addresses() -> tuple[str, ...]:
    """Addresses that codes may carry, the best first. A name lasts longer than the number that a machine has today;
    what only this machine can open is no use on paper."""
    parts = urlsplit(address())
    named = config().named
    try:
        here = host_address(f"{parts.scheme}://{parts.netloc}")
    except BadChoiceError:
        here = ""
    if _is_only_here(parts.hostname or ""):
        named = named or f"http://{NAME}" + (f":{parts.port}" if parts.port else "")
    return tuple(one for one in (named, here) if one) or (f"http://{NAME}",)


def _is_only_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _as_sent(sent: Mapping[str, str], kits: dict[str, Offer], usual: Choice) -> Choice:
    """What was sent, as far as it makes sense; an address is shown as it was typed, to be corrected."""
    choice = sensible(sent, kits, usual)
    typed = sent.get("address", choice.address)[:LONGEST_TYPED]
    return msgspec.structs.replace(choice, address=typed)


def _choose_page(choice: Choice, kits: dict[str, Offer], note: str = "") -> str:
    say = labels.words(this_phone().language)
    kit = kits[choice.game]
    return render_template(
        "printing/choose.html",
        p=_p(),
        note=note,
        choice=choice,
        picture=_pictured(choice, kits).query,
        kits=titles(kits.values(), say.language),
        languages=[(code, labels.language_text(code, say)) for code in kit.languages],
        papers=PAPERS,
        backs=BACKS,
        inks=INKS,
        ways=WAYS,
        addresses=_addresses(),
    )


def _busy_page(choice: Choice, kits: dict[str, Offer], why: str, status: int, seconds: int) -> Response:
    page = _choose_page(choice, kits, _p()(why, n=seconds))
    return Response(page, status, {"Retry-After": str(seconds)}, mimetype="text/html")


def _complaint(error: BadChoiceError, kits: dict[str, Offer]) -> str:
    """What is wrong with the form, and what there is."""
    say = labels.words(this_phone().language)
    if error.field == "address":
        return say.phrase("bad.address", value=error.value, example=_addresses()[0])
    if error.field == "game":
        known = [title for _, title in titles(kits.values(), say.language)]
    elif error.field == "language":
        known = [labels.language_text(code, say) for code in error.known]
    else:
        known = [say.phrase(f"{error.field}.{name}") for name in error.known]
    return say.phrase("bad.option", field=say.phrase(f"field.{error.field}"), value=error.value, known=", ".join(known))


def _p() -> Callable[..., str]:
    return speaking(labels.words(this_phone().language))
