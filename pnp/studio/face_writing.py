"""What is written of a face: a box that was moved, a warning that is accepted, the cells of its row."""

from __future__ import annotations

import re
from collections.abc import Mapping

from flask import Flask, request
from werkzeug.wrappers import Response as Answer

from pnp.findings import ACCEPTABLE
from pnp.kit import Kit, Table
from pnp.kit.model import Localised
from pnp.kit.structs import BadValueError
from pnp.kit.tables import typed_value
from pnp.studio.boxes import SIDES, Spec, UnwrittenError, accepted, spec_in, told, written
from pnp.studio.cells import NoCellError, cell_written, row_read
from pnp.studio.notes import Notes
from pnp.studio.pages import spoken
from pnp.studio.session import Session
from pnp.studio.shelves import millimetres
from pnp.studio.words import Words
from pnp.studio.writing import RefusedError, answered_writing

FACE = re.compile(r"faces/[A-Za-z][A-Za-z0-9-]{0,63}\.toml")
LEAST = 0.005
"""Millimetres; less is no change."""
_ALL = re.compile(r"cell:(.+)")


def init_app(app: Flask, session: Session) -> None:
    @app.post("/box")
    def box() -> Answer:
        return answered_writing(session, lambda: _box(session))

    @app.post("/accept")
    def accept() -> Answer:
        return answered_writing(session, lambda: _accept(session))

    @app.post("/cell")
    def cell() -> Answer:
        return answered_writing(session, lambda: _cells(session))


def _box(session: Session) -> str:
    say, form = spoken(), request.form
    file, number, key = _face_file(), form.get("draw", -1, int), form.get("key", "box")
    data = session.ledger.read(file)
    try:
        found = spec_in(data, number, key)
        wanted = [_wanted(form.get(side, ""), now) for side, now in zip(SIDES, found.values, strict=False)]
        if not any(value is not None for value in wanted):
            return ""
        done = written(data, number, key, wanted, own=form.get("own") == "on")
    except UnwrittenError as error:
        raise RefusedError(say(str(error), **error.values)) from None
    what = say(
        "moved", what=form.get("name", "")[:60] or key, how=_how(found, wanted, say), place=f"{file}:{done.line}"
    )
    session.ledger.write(file, form.get("version", ""), done.data, what)
    return what


def _wanted(text: str, now: float | None) -> float | None:
    """A length that is typed; None for none, and for the one that is there."""
    value = told(text, now)
    return None if value is None or (now is not None and abs(value - now) < LEAST) else value


def _how(found: Spec, wanted: list[float | None], say: Words) -> str:
    """What became of a box, in words: `1 mm right, 2 mm wider`."""
    ways = (("left", "right"), ("up", "down"), ("narrower", "wider"), ("lower", "higher"))
    said = []
    for now, new, (less, more) in zip(found.values, wanted, ways, strict=True):
        if new is not None and now is not None:
            said.append(say(less if new < now else more, mm=millimetres(abs(new - now))))
    return ", ".join(said)


def _accept(session: Session) -> str:
    say, form = spoken(), request.form
    file, number, code = _face_file(), form.get("draw", -1, int), form.get("code", "")
    if code not in ACCEPTABLE:
        raise RefusedError(say("no_box"))
    data = session.ledger.read(file)
    try:
        done = accepted(data, number, code, form.get("reason", "")[:120])
    except UnwrittenError as error:
        raise RefusedError(say(str(error), **error.values)) from None
    what = say("accepted", code=code, place=f"{file}:{done.line}")
    session.ledger.write(file, form.get("version", ""), done.data, what)
    return what


def _face_file() -> str:
    file = request.form.get("file", "")
    if not FACE.fullmatch(file):
        raise RefusedError(spoken()("unwritable", file=file[:80]))
    return file


def _cells(session: Session) -> str:
    """Writes the cells that are not as they were, all or none."""
    say, form, kit = spoken(), request.form, session.proof.kit
    component = next((one for one in session.proof.components if one.id == form.get("component")), None)
    table = kit.tables.get(component.each) if kit and component else None
    record = table.by_key.get(form.get("key", "")) if table else None
    if kit is None or table is None or record is None:
        raise RefusedError(say("no_row"))
    file = Notes(session.proof, say).file(table.file)
    data = session.ledger.read(file)
    wanted = {found[1]: value for name, value in form.items() if (found := _ALL.fullmatch(name))}
    try:
        before = row_read(data, record.line)
        changes = {column: text.strip() for column, text in wanted.items() if before.get(column) != text.strip()}
        for column, text in changes.items():
            check(kit, table, column, text, say)
            data = cell_written(data, record.line, column, text)
    except (NoCellError, UnicodeDecodeError):
        raise RefusedError(say("no_row")) from None
    if not changes:
        return ""
    what = say("cell_written", cells=_told(changes), place=f"{file}:{record.line}")
    session.ledger.write(file, form.get("version", ""), data, what)
    return what


def _told(changes: Mapping[str, str]) -> str:
    return ", ".join(f"{column} = {text[:40] or '–'}" for column, text in changes.items())


def check(kit: Kit, table: Table, column: str, text: str, say: Words) -> None:
    """Raises RefusedError, with the reason, for what the column does not take."""
    base = column if column in table.columns else column.rpartition(".")[0]
    kind = table.columns.get(base)
    if kind is None or column == table.key:
        raise RefusedError(say("no_row"))
    if not text:
        empty = kind.optional or kind.many or any(isinstance(row.values.get(base), Localised) for row in table.rows)
        if not empty:
            raise RefusedError(say("cell_empty", column=column))
        return
    try:
        value = typed_value(text, kind)
    except BadValueError as error:
        raise RefusedError(" ".join(part for part in (f"{column} {error.message}.", error.hint) if part)) from None
    if kind.sort == "ref" and kind.table in kit.tables:
        known = kit.tables[kind.table].by_key
        for key in value if isinstance(value, tuple) else (value,):
            if key not in known:
                raise RefusedError(say("no_such_row", key=key, table=kind.table, known=say.listed(tuple(known), 8)))
