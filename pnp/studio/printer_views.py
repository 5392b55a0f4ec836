"""The page that measures a printer: `/printer`."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path
from typing import get_args
from urllib.parse import quote

from flask import Flask, Response, abort, request
from werkzeug.datastructures import FileStorage

from pnp.art.paths import Point
from pnp.calibration.geometry import LETTERS, MEASURED, Geometry, Letter
from pnp.calibration.measure import by_eye
from pnp.calibration.outcome import of_two, profile_of, told
from pnp.calibration.page import write_test_page
from pnp.calibration.profiles import Profile, ProfileError, known, save
from pnp.calibration.typeface import check_printable
from pnp.sheet.papers import PaperName
from pnp.sheet.printer import Turning
from pnp.studio import printers
from pnp.studio.guard import PHOTOGRAPHS
from pnp.studio.pages import rendered, spoken
from pnp.studio.session import Session
from pnp.studio.words import Words

TURNINGS: tuple[Turning, ...] = get_args(Turning)
LONGEST_TRAY = 24


class _UnreadError(ValueError):
    """A field does not hold what it should; the message names it."""


def init_app(app: Flask, session: Session) -> None:
    app.add_url_rule("/printer", "printer", lambda: _page(session))
    app.add_url_rule("/printer/test.pdf", "test_page", lambda: _test_page(session))
    app.add_url_rule("/printer/read", "read", lambda: _read(session), methods=["POST"])
    app.add_url_rule(PHOTOGRAPHS, "photographs", lambda: _pictured(session), methods=["POST"])


def _page(session: Session, fault: str = "", seen: tuple[str, ...] = (), status: int = 200) -> Response:
    """The page, with what is wrong and what was typed, if something is."""
    name = request.values.get("name", "")[:60]
    found = None
    if name and not fault:
        try:
            found = printers.shown(name)
        except ProfileError as error:
            fault = str(error)
    said = rendered(
        session,
        "printer.html",
        measured=found,
        known_printers=known(),
        fault_said=fault,
        seen=seen,
        typed=request.values,
        papers=MEASURED,
        turnings=TURNINGS,
        letters=LETTERS,
        crosses={paper: Geometry(paper).crosses() for paper in MEASURED},
        with_camera=_with_camera(),
    )
    return Response(said, status=status, mimetype="text/html")


def _test_page(session: Session) -> Response:
    paper, turning = _asked()
    tray = " ".join(request.args.get("tray", "").split())[:LONGEST_TRAY]
    try:
        check_printable(tray)
    except ProfileError as error:
        return _page(session, str(error), status=422)
    return Response(write_test_page(paper, turning, tray, spoken().language), mimetype="application/pdf")


def _read(session: Session) -> Response:
    """Keeps what was read by eye."""
    paper, turning = _asked()
    say = spoken()
    try:
        sides = by_eye(Geometry(paper), _typed("front", say), _typed("back", say))
        return _kept(profile_of(request.form.get("name", ""), paper, turning, "readings", *sides))
    except (ProfileError, _UnreadError) as error:
        return _page(session, str(error), status=422)


def _pictured(session: Session) -> Response:
    """Keeps what two photographs show."""
    if not _with_camera():
        abort(404)
    files = [one for one in request.files.getlist("photo") if one.filename]
    if len(files) != 2:
        return _page(session, spoken()("two_photographs"), status=422)
    said: list[str] = []
    try:
        return _kept(_photographed(files, said))
    except ProfileError as error:
        return _page(session, str(error), tuple(said), status=422)
    except OSError as error:
        return _page(session, f"{error.filename}: {error.strerror}", status=500)


def _asked() -> tuple[PaperName, Turning]:
    """The paper and the way of turning that a form names; the usual ones for what means nothing."""
    paper = next((one for one in MEASURED if one == request.values.get("paper")), MEASURED[0])
    return paper, next((one for one in TURNINGS if one == request.values.get("backs")), TURNINGS[0])


def _typed(side: str, say: Words) -> dict[Letter, Point]:
    """The four readings of a side, in mm. Raises _UnreadError for what is no number."""

    def number(letter: str, way: str) -> float:
        text = request.form.get(f"{side}-{letter}-{way}", "").strip()
        try:
            read = float(text.replace("−", "-").replace(",", "."))
            if not math.isfinite(read):
                raise ValueError
            return read
        except ValueError:
            where = f"{say(f'side_{side}')}, {letter}, {say(f'reading_{way}')}"
            raise _UnreadError(say("no_reading", text=text, where=where)) from None

    return {letter: (number(letter, "right"), number(letter, "down")) for letter in LETTERS}


def _photographed(files: list[FileStorage], said: list[str]) -> Profile:
    """The profile of two photographs; `said` gets what each shows. Raises ProfileError."""
    from pnp.calibration.photograph import look
    from pnp.camera.errors import PhotographError

    seen = []
    with tempfile.TemporaryDirectory(prefix="pnp-photographs-") as folder:
        for number, file in enumerate(files):
            name = Path(file.filename or "").name or f"{number + 1}"
            path = Path(folder, str(number), name)
            path.parent.mkdir()
            file.save(path)
            try:
                seen.append(look(path))
            except (PhotographError, ProfileError) as error:
                raise ProfileError(f"{name}: {error}") from None
            said.append(told(seen[-1]))
    return of_two(seen[0], seen[1], request.form.get("name", ""))


def _kept(profile: Profile) -> Response:
    save(profile)
    return Response(status=303, headers={"Location": f"/printer?name={quote(profile.name)}"})


def _with_camera() -> bool:
    """Whether what reads photographs is installed."""
    try:
        import cv2  # noqa: F401  # asked for, not used
    except ImportError:
        return False
    return True
