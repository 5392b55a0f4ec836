"""A deck of cards to watch: its table, its faces with comments, a drawing, and the page over it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from kit_text import component, draw, head, table, write_files

from pnp.studio.app import StartPage, create_app
from pnp.studio.commands import bind_server
from pnp.studio.proof import Proof, update_proof
from pnp.studio.session import Session

LAMPS, COINS = {"en": "Lamps", "es": "Faroles"}, {"en": "Coin", "es": "Moneda"}
KIT = (
    head("lamps", LAMPS, ("en", "es"), version="1.0")
    + table("lamps", price="count", left="number")
    + component("lamps", "card", LAMPS, size="poker", face="lamp", back="back", each="lamps")
    + component("coin", "token", COINS, size=[24, 24], shape="round", face="coin", copies=6)
)
LAMP = """\
# What every lamp shows.
[box]
head = [5, 5, 53.5, 9]   # the name stands here

[[draw]]
rect = "bleed"
fill = "silk"

[[draw]]
text = "{name}"   # from the table
box = "head"
style = "body"

[[draw]]
rect = "head"
stroke = "ink"

[[draw]]
text = "{price}"
box = [20.5, 40, 24, 12]  # in the middle
style = "body"

[[draw]]
when = "price > 90"
rect = [10, 60, 10, 10]
fill = "ochre"

[[draw]]
rect = ["{left}", 70, 10, 10]
fill = "ink"

[[draw]]
face = "rosette"
each = "1..2"
step = [20, 0]
box = [6, 16, 16, 16]
set = { shown = "{price}" }
"""
ROSETTE = """\
size = [20, 20]

[input]
shown = "count"

[[draw]]
ellipse = "trim"
stroke = "ink"

[[draw]]
text = "{shown}"
box = [4, 4, 12, 12]   # smaller on the lamp
style = "body"
"""
BACK = draw(rect="bleed", fill="ink")
COIN = draw(ellipse=[-2, -2, 28, 28], fill="ochre") + draw(text="5", box=[6, 6, 12, 12], style="body")
CARDS = 14


def row(number: int) -> str:
    return f"lamp-{number},Lamp {number},Farol {number},{number},{10 + number % 7}"


def lamps(folder: Path, cards: int = CARDS) -> Path:
    """The kit, written into a folder."""
    faces = {"lamp": LAMP, "rosette": ROSETTE, "back": BACK, "coin": COIN}
    rows = "\n".join(["id,name.en,name.es,price,left", *map(row, range(1, cards + 1)), ""])
    files = {f"faces/{name}.toml": text for name, text in faces.items()}
    return write_files(folder, {"kit.toml": KIT, "lamps.csv": rows, **files})


def changed(path: Path, old: str, new: str) -> None:
    """Puts a file with one text in the place of another there, whole at once: whoever watches reads no half of it."""
    text, beside = path.read_text(), path.with_name(f".{path.name}")
    assert text.count(old) >= 1, f"{old} is not in {path.name}"
    beside.write_text(text.replace(old, new, 1))
    beside.replace(path)


FULL = ("en", "full")
HERE = "http://127.0.0.1:8765"


def get(client: FlaskClient, address: str, language: str = "en") -> str:
    """The text of a page."""
    answer = client.get(address, base_url=HERE, headers={"Accept-Language": language})
    assert answer.status_code == 200, (address, answer.status)
    return answer.get_data(as_text=True)


def proved(folder: Path, before: Proof | None = None) -> Proof:
    """The proof of a kit, from the one before or anew."""
    first = before or update_proof(Proof(number=0, folder=folder), [])
    return update_proof(first, [FULL])


@contextlib.contextmanager
def watched(folder: Path, out: Path) -> Iterator[tuple[Session, str]]:
    """A kit under watch, and the address of its page."""
    session = Session(folder, out)
    session.start()
    try:
        with served(create_app(session)) as address:
            yield session, address
    finally:
        session.stop()


@contextlib.contextmanager
def served(app: Flask | StartPage) -> Iterator[str]:
    """The address of pages."""
    server = bind_server(app, 18765)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        server.server_close()
