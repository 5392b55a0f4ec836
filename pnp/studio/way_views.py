"""The page of the ways out: `/ways`."""

from __future__ import annotations

import tempfile
import zipfile
from collections import Counter
from pathlib import Path

from flask import Flask, Response, abort, request, send_file

from pnp.studio.notes import Notes
from pnp.studio.pages import language_of, rendered, spoken
from pnp.studio.session import Session
from pnp.studio.view import viewed
from pnp.studio.ways import GROUPS, Way, make, ways


def init_app(app: Flask, session: Session) -> None:
    def found(chosen: str) -> tuple[Way, ...]:
        proof = session.proof
        if proof.kit is None:
            return ()
        language = language_of(session, viewed(request.values))
        known = session.preflights.of(proof.number, language, chosen)
        return ways(proof, proof.kit, language, known, spoken())

    @app.get("/ways")
    def ways_out() -> str:
        every = found(request.args.get("way", "")[:60])
        selected = next((one for one in every if one.id == request.args.get("way")), every[0] if every else None)
        notes = Notes(session.proof, spoken())
        return rendered(
            session,
            "ways.html",
            groups=[(group, [one for one in every if one.group == group]) for group in GROUPS],
            states=Counter(one.state for one in every),
            selected=selected,
            noted=notes.told(selected.findings) if selected else (),
            out=session.press.out,
        )

    @app.post("/ways/make")
    def make_way() -> Response:
        language = language_of(session, viewed(request.form))
        name = request.form.get("way", "")
        way = next((one for one in found(name) if one.id == name), None)
        if way is None:
            abort(404)
        if not session.proof.errors:
            session.press.begin(lambda: make(session.folder, session.press.out, way, language))
        return Response(status=303, headers={"Location": "/built"})

    @app.get("/built.zip")
    def built_zip() -> Response:
        last = session.press.last
        if not last.files:
            abort(404)
        folder = Path(last.folder)
        packed = tempfile.TemporaryFile()  # noqa: SIM115 - the answer that sends it closes it
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for path in sorted(folder.rglob("*")):
                if path.is_file() and not path.is_symlink():
                    archive.write(path, path.relative_to(folder))
        packed.seek(0)
        return send_file(packed, "application/zip", as_attachment=True, download_name=f"{folder.name}.zip")
