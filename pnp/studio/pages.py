"""What every page of the studio says: the reader's words, the view, and what is known of the kit."""

from __future__ import annotations

from flask import Response, render_template, request
from werkzeug.wrappers import Response as Answer

from pnp.findings import KitError
from pnp.studio import guard, look
from pnp.studio.notes import Notes
from pnp.studio.session import Session
from pnp.studio.shelves import shelved
from pnp.studio.view import BOTH, View, viewed
from pnp.studio.words import LANGUAGES, Words, words

FOREVER = "public, max-age=31536000, immutable"
"""Of what is named by what it holds."""


def drawing(svg: str) -> Response:
    """A drawing that is named by what it holds, and may do nothing."""
    headers = {"Cache-Control": FOREVER, "Content-Security-Policy": guard.DRAWN}
    return Response(svg, mimetype="image/svg+xml", headers=headers)


def picture(png: bytes) -> Response:
    """A picture that is named by what it holds."""
    return Response(png, mimetype="image/png", headers={"Cache-Control": FOREVER})


def typeface() -> Response:
    """That of headings."""
    return Response(look.typeface(), mimetype="font/woff", headers={"Cache-Control": FOREVER})


def spoken() -> Words:
    """The words in the reader's language."""
    return words(request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0])


def language_of(session: Session, view: View) -> str:
    """The language of the faces, the first of several."""
    kit = session.proof.kit
    return view.modes(kit.languages)[0][0] if kit else ""


def said(error: KitError) -> str:
    """The first thing that is wrong with a kit, in a line."""
    first = next(iter(error.findings), None)
    return f"{first.place}: {first.message}" if first else "kit.toml"


def rendered(session: Session, template: str, **values: object) -> str:
    """A page in the reader's language, with all that its frame says."""
    say = spoken()
    view = viewed(request.args)
    notes = Notes(session.proof, say)
    page = shelved(session, view, notes, say)
    proof = session.proof
    known: dict[str, object] = {
        "say": say,
        "view": view,
        "notes": notes,
        "page": page,
        "proof": proof,
        "kit": proof.kit,
        "language": language_of(session, view),
        "token": session.token,
        "language_query": View(language=view.language).query(),
        "look": look.digest(proof),
        "both": BOTH,
        "editor": session.editor,
        "here": request.full_path.rstrip("?"),
        "last": session.ledger.last,
        "next": session.ledger.next,
    }
    return render_template(template, **known | values)


def answered(text: str = "", status: int = 200) -> Answer:
    """After a form: the page it came from, or what is wrong; a script is told the words alone."""
    from flask import redirect

    if request.headers.get("X-Token") or status != 200:
        return Response(text, status=status if text else 204, mimetype="text/plain")
    back = request.form.get("back", "/")
    return redirect(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/", 303)
