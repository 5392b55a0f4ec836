"""The page of a leaflet as it will print: `/leaflet/<id>`."""

from __future__ import annotations

import threading
import time
from itertools import zip_longest
from pathlib import PurePosixPath

import msgspec
from flask import Flask, abort, request

from pnp.kit.model import Leaflet
from pnp.studio.notes import Notes
from pnp.studio.pages import rendered, spoken
from pnp.studio.passages import State, parts, pinned, set_anew
from pnp.studio.printing import Printing
from pnp.studio.prints import Print, Prints, laid_out
from pnp.studio.session import Session
from pnp.studio.view import viewed
from pnp.studio.words import Words


class Setting(msgspec.Struct, frozen=True):
    """A leaflet as it was set for a proof, what it was like for the one before, and how many milliseconds it took."""

    proof: int
    state: State
    before: State | None
    took: int


class Settings:
    """What leaflets were like when they were last looked at, by language and id; so a page can say what a save did."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str], Setting] = {}

    def set(self, key: tuple[str, str], proof: int, state: State, took: int) -> Setting:
        """Keeps a leaflet as it was set for a proof."""
        with self._lock:
            known = self._known.get(key)
            if known is None or known.proof != proof:
                self._known[key] = Setting(proof, state, known.state if known else None, took)
            return self._known[key]


def init_app(app: Flask, session: Session, prints: Prints) -> None:
    settings = Settings()
    app.add_url_rule("/leaflet/<name>", "leaflet", lambda name: _leaflet(session, prints, settings, name))


def _leaflet(session: Session, prints: Prints, settings: Settings, name: str) -> str:
    component = next((one for one in session.proof.components if one.id == name), None)
    if not isinstance(component, Leaflet):
        abort(404)
    kit, say = session.proof.kit, spoken()
    languages = [mode[0] for mode in viewed(request.args).modes(kit.languages)] if kit else []
    those: dict[str, Print] = {}
    said: list[str] = []
    fault = ""
    for language in languages:
        started = time.perf_counter()
        found, wrong = laid_out(session, prints, Printing(), language, leaflets=True)
        took = round((time.perf_counter() - started) * 1000)
        fault = fault or wrong
        file = next((one for one in found if one.name.endswith(f"-{component.id}.pdf")), None)
        if file:
            those[language] = file
            state = _state(session, component, language, file)
            said.append(_told(settings.set((language, name), session.proof.number, state, took), say))
    files = {language: _file(component, language) for language in languages}
    notes = [one for one in Notes(session.proof, say).all if PurePosixPath(one.file).name in files.values()]
    return rendered(
        session,
        "leaflet.html",
        prints=those,
        rows=[*zip_longest(*(one.pages for one in those.values()))],
        fault_said=fault,
        leaflet=component,
        found=notes,
        pins={
            language: pinned(notes, files[language], [page.passages for page in file.pages])
            for language, file in those.items()
        },
        files=files,
        parts=parts,
        set_anew=next((one for one in said if one), ""),
    )


def _file(leaflet: Leaflet, language: str) -> str:
    return f"{leaflet.file}.{language}.md"


def _state(session: Session, leaflet: Leaflet, language: str, file: Print) -> State:
    try:
        text = (session.folder / _file(leaflet, language)).read_text("utf-8-sig", "replace")
    except OSError:
        text = ""
    pages = file.pages
    return State(tuple(text.splitlines()), tuple(one.digest for one in pages), tuple(one.passages for one in pages))


def _told(setting: Setting, say: Words) -> str:
    said = set_anew(setting.before, setting.state, say) if setting.before else ""
    return f"{said} · {setting.took} ms" if said else ""
