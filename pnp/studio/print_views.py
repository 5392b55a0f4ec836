"""The page of what will be printed, `/sheets`, and the pictures of pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
from flask import Flask, Response, abort, request

from pnp.calibration.outcome import Outcome, outcome
from pnp.calibration.profiles import ProfileError, load
from pnp.sheet.options import BadOptionError
from pnp.sheet.papers import PrintStock
from pnp.sheet.plan import LABELS
from pnp.sheet.printer import LONGEST_NAME
from pnp.studio.last_build import LastBuilds
from pnp.studio.notes import Notes
from pnp.studio.pages import language_of, picture, rendered, spoken
from pnp.studio.printers import choices
from pnp.studio.printing import (
    BACKS,
    GUTTERS,
    INKS,
    PAPERS,
    SHEET_SIZES,
    SHOWN,
    Look,
    Printing,
    SheetSize,
    Shown,
)
from pnp.studio.prints import BARE, Print, Printed, Prints, laid_out
from pnp.studio.session import Session
from pnp.studio.view import viewed

ON_SHEETS = frozenset({"larger-than-paper", "label-small", "page-crowded", "keep-cut"})
"""What is found on sheets, rather than on what lies on them."""
CHOICES = {"paper": PAPERS, "backs": BACKS, "gutters": GUTTERS, "ink": INKS}
"""What a way of printing may say, by the names of its parts."""


def init_app(app: Flask, session: Session, prints: Prints) -> None:
    last = LastBuilds(session)
    app.add_url_rule("/sheets", "sheets", lambda: _sheets(session, prints, last))
    app.add_url_rule("/page/<digest>.png", "page", lambda digest: _page(prints, digest))


def _sheets(session: Session, prints: Prints, last: LastBuilds) -> str:
    printing, look = asked(), looked()
    left = _left(printing)
    # Held to the light, pages lie as the printer sets them: true, but for what its profile leaves.
    laid = msgspec.structs.replace(printing, printer="") if look.shown == "light" else printing
    language = language_of(session, viewed(request.args))
    try:
        printing.options(Path())  # of the printer that is chosen, though pages are shown as it should set them
        printed = laid_out(session, prints, laid, language)
    except (BadOptionError, ProfileError) as error:
        printed = Printed(fault=str(error))
    found = printed.files
    pages = [page.digest for file in found for page in file.pages]
    covers = prints.covers.of(pages)
    return rendered(
        session,
        "sheets.html",
        prints=found,
        printed=printed,
        on_sheets=sum(one.new_sheets for one in found),
        printing=printing,
        look_at=look,
        left=left,
        rest=left.after if left and look.shown == "light" else 0.0,
        holding=sum(1 for file in found for one in file.leaves if one.found(look.find)),
        choices=CHOICES,
        shown_ways=SHOWN,
        sheet_sizes=SHEET_SIZES,
        bare="" if look.marks else BARE,
        printers=choices(printing.paper, printing.backs),
        covers=covers,
        stocks=_stocks(found),
        noted=[one for one in Notes(session.proof, spoken()).all if one.finding.code in ON_SHEETS],
        out=session.press.out,
        last=last.of(language, printing) if found else None,
        ink=sum(covers[page] for page in pages) / len(pages) if pages and covers.keys() >= {*pages} else None,
    )


def _stocks(found: Iterable[Print]) -> Mapping[PrintStock, int]:
    """How many sheets of each stock files take, in the order of the press."""
    files = list(found)
    every = {stock: sum(one.new_sheets for one in files if one.stock == stock) for stock in LABELS}
    return {stock: sheets for stock, sheets in every.items() if sheets}


def _page(prints: Prints, digest: str) -> Response:
    drawn = prints.png(digest)
    if drawn is None:
        abort(404)
    return picture(drawn)


def asked() -> Printing:
    """The way of printing that an address or a form asks for; what means nothing in it is as usual."""
    said = request.values
    found = {name: said[name] for name, words in CHOICES.items() if said.get(name) in words}
    return msgspec.convert({**found, "printer": said.get("printer", "")[:LONGEST_NAME]}, Printing)


def looked() -> Look:
    """How the sheets are to be shown, as an address says it."""
    shown: Shown = next((one for one in SHOWN if one == request.args.get("shown")), "both")
    find = request.args.get("find", "")[:60].strip()
    size: SheetSize = next((one for one in SHEET_SIZES if one == request.args.get("size")), "m")
    # The tick's field stands behind one that says "off", so that what is not ticked is said, too.
    marks = request.args.getlist("marks")[-1:] != ["off"]
    return Look(shown=shown, size=size, marks=marks, cuts=request.args.get("cuts") == "on", find=find)


def _left(printing: Printing) -> Outcome | None:
    """How backs lie with the printer that is chosen; None without one."""
    try:
        return outcome(load(printing.printer)) if printing.printer else None
    except ProfileError:  # which is said where nothing is laid out
        return None
