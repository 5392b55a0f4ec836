"""The pages of what will be printed: `/sheets` and `/leaflet/<id>`."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path, PurePosixPath

import msgspec
from flask import Flask, Response, abort, request

from pnp.calibration.outcome import outcome
from pnp.calibration.profiles import ProfileError, load
from pnp.findings import KitError
from pnp.kit.model import Leaflet
from pnp.sheet.options import BadOptionError
from pnp.sheet.printer import LONGEST_NAME
from pnp.studio.notes import Notes
from pnp.studio.pages import language_of, rendered, said, spoken
from pnp.studio.printers import choices
from pnp.studio.printing import BACKS, GUTTERS, INKS, PAPERS, SHOWN, Look, Printing, Shown
from pnp.studio.prints import Print, Prints
from pnp.studio.session import Session
from pnp.studio.view import viewed

FOREVER = "public, max-age=31536000, immutable"
CHOICES = {"paper": PAPERS, "backs": BACKS, "gutters": GUTTERS, "ink": INKS}
"""What a way of printing may say, by the names of its parts."""


def init_app(app: Flask, session: Session) -> None:
    prints = Prints(session)

    def laid_out(printing: Printing, *, leaflets: bool, language: str = "") -> tuple[tuple[Print, ...], str]:
        """What is printed, or why it cannot be laid out."""
        if session.proof.kit is None:
            return (), "kit.toml"
        try:
            asked().options(Path())
            return prints.of(language or language_of(session, viewed(request.args)), printing, leaflets=leaflets), ""
        except KitError as error:
            return (), said(error)
        except (BadOptionError, ProfileError) as error:
            return (), str(error)

    @app.get("/sheets")
    def sheets() -> str:
        printing, look = asked(), looked()
        # Held to the light, pages lie as the printer sets them: true, but for what its profile leaves.
        laid = msgspec.structs.replace(printing, printer="") if look.shown == "light" else printing
        found, fault = laid_out(laid, leaflets=False)
        return rendered(
            session,
            "sheets.html",
            prints=found,
            fault_said=fault,
            printing=printing,
            look_at=look,
            rest=_rest(printing) if look.shown == "light" else 0.0,
            holding=sum(1 for file in found for one in file.leaves if one.found(look.find)),
            choices=CHOICES,
            shown_ways=SHOWN,
            printers=choices(printing.paper, printing.backs),
        )

    @app.get("/leaflet/<name>")
    def leaflet(name: str) -> str:
        component = next((one for one in session.proof.components if one.id == name), None)
        if not isinstance(component, Leaflet):
            abort(404)
        kit = session.proof.kit
        languages = [mode[0] for mode in viewed(request.args).modes(kit.languages)] if kit else []
        those: dict[str, Print] = {}
        fault = ""
        for language in languages:
            found, wrong = laid_out(Printing(), leaflets=True, language=language)
            fault = fault or wrong
            named = next((one for one in found if one.name.endswith(f"-{component.id}.pdf")), None)
            those |= {language: named} if named else {}
        notes = Notes(session.proof, spoken())
        return rendered(
            session,
            "leaflet.html",
            prints=those,
            rows=[*zip_longest(*(one.pages for one in those.values()))],
            fault_said=fault,
            leaflet=component,
            found=[one for one in notes.all if PurePosixPath(one.file).name.startswith(f"{component.file}.")],
        )

    @app.get("/page/<digest>.png")
    def page(digest: str) -> Response:
        drawn = prints.png(digest)
        if drawn is None:
            abort(404)
        return Response(drawn, mimetype="image/png", headers={"Cache-Control": FOREVER})


def asked() -> Printing:
    """The way of printing that an address or a form asks for; what means nothing in it is as usual."""
    said = request.values
    found = {name: said[name] for name, words in CHOICES.items() if said.get(name) in words}
    return msgspec.convert({**found, "printer": said.get("printer", "")[:LONGEST_NAME]}, Printing)


def looked() -> Look:
    """How the sheets are to be shown, as an address says it."""
    shown: Shown = next((one for one in SHOWN if one == request.args.get("shown")), "both")
    find = request.args.get("find", "")[:60].strip()
    return Look(shown=shown, cuts=request.args.get("cuts") == "on", find=find)


def _rest(printing: Printing) -> float:
    """How far, in mm, backs may lie from fronts with the printer that is chosen; 0 without one."""
    try:
        return outcome(load(printing.printer)).after if printing.printer else 0.0
    except ProfileError:  # which is said where nothing is laid out
        return 0.0
