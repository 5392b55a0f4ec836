"""What the page writes: a mended line; and undo and redo of all that it wrote."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, request
from werkzeug.wrappers import Response as Answer

from pnp.studio.ledger import NewerError, Step, UnwritableError
from pnp.studio.pages import answered, spoken
from pnp.studio.session import Session


class RefusedError(Exception):
    """Something is not written. The message says why, in the reader's language."""


def init_app(app: Flask, session: Session) -> None:
    @app.post("/mend")
    def mend() -> Answer:
        file, line = request.form.get("file", ""), request.form.get("line", 0, int)
        text, seen = request.form.get("text", ""), request.form.get("version", "")

        def write() -> str:
            after = with_line(session.ledger.read(file), line, text)
            did = spoken()("mended_line", place=f"{file}:{line}")
            session.ledger.write(file, seen, after, did)
            return did

        return answered_writing(session, write)

    @app.post("/undo")
    def undo() -> Answer:
        return answered_writing(session, lambda: _turned(session.ledger.undo(), "undone"))

    @app.post("/redo")
    def redo() -> Answer:
        return answered_writing(session, lambda: _turned(session.ledger.redo(), "redone"))


def _turned(step: Step | None, key: str) -> str:
    return spoken()(key, what=step.did) if step else ""


def answered_writing(session: Session, write: Callable[[], str]) -> Answer:
    """Writes something, and answers once the faces are as it made them; or says why nothing was written."""
    say = spoken()
    with session.lock:
        try:
            did = write()
        except NewerError as error:
            return answered(say("newer", file=error), 409)
        except UnwritableError as error:
            return answered(say("unwritable", file=error), 409)
        except RefusedError as error:
            return answered(str(error), 422)
        session.look(did)
    return answered()


def with_line(data: bytes, number: int, text: str) -> bytes:
    """A file with one of its lines written anew; its line ends and all else stay as they are."""
    lines = data.splitlines(keepends=True)
    if not 0 < number <= len(lines):
        return data
    old = lines[number - 1]
    end = old[len(old.rstrip(b"\r\n")) :]
    lines[number - 1] = text.splitlines()[0].encode() + end if text else end
    return b"".join(lines)
