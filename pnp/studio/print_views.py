"""The pages of what will be printed: `/sheets` and `/leaflet/<id>`."""

from __future__ import annotations

import msgspec
from flask import Flask, Response, abort, request

from pnp.calibration.profiles import ProfileError
from pnp.findings import KitError
from pnp.kit.model import Leaflet
from pnp.sheet.options import BadOptionError
from pnp.sheet.printer import LONGEST_NAME
from pnp.studio.pages import language_of, rendered, said
from pnp.studio.printers import choices
from pnp.studio.printing import BACKS, GUTTERS, INKS, PAPERS, Printing
from pnp.studio.prints import Print, Prints
from pnp.studio.session import Session
from pnp.studio.view import viewed

FOREVER = "public, max-age=31536000, immutable"
CHOICES = {"paper": PAPERS, "backs": BACKS, "gutters": GUTTERS, "ink": INKS}
"""What a way of printing may say, by the names of its parts."""


def init_app(app: Flask, session: Session) -> None:
    prints = Prints(session)

    def laid_out(printing: Printing, *, leaflets: bool) -> tuple[tuple[Print, ...], str]:
        """What is printed, or why it cannot be laid out."""
        if session.proof.kit is None:
            return (), "kit.toml"
        try:
            return prints.of(language_of(session, viewed(request.args)), printing, leaflets=leaflets), ""
        except KitError as error:
            return (), said(error)
        except (BadOptionError, ProfileError) as error:
            return (), str(error)

    @app.get("/sheets")
    def sheets() -> str:
        printing = asked()
        found, fault = laid_out(printing, leaflets=False)
        return rendered(
            session,
            "sheets.html",
            prints=found,
            fault_said=fault,
            printing=printing,
            choices=CHOICES,
            printers=choices(printing.paper, printing.backs),
        )

    @app.get("/leaflet/<name>")
    def leaflet(name: str) -> str:
        component = next((one for one in session.proof.components if one.id == name), None)
        if not isinstance(component, Leaflet):
            abort(404)
        found, fault = laid_out(Printing(), leaflets=True)
        those = [one for one in found if one.name.endswith(f"-{component.id}.pdf")]
        return rendered(session, "leaflet.html", prints=those, fault_said=fault, leaflet=component)

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
