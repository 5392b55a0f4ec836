"""A starter as a designer begins with it: rows, boxes and draws are changed on the page and taken back."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from studio_builders import HERE, get

from pnp.new import STARTERS
from pnp.studio.edits import file_version
from pnp.studio.session import Session

BOXES = ("box", "rect", "ellipse")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    starter = next(one for one in STARTERS if one.name == "tokens")
    made = Session(shutil.copytree(starter.folder, tmp_path / starter.name), tmp_path / "out")
    made.update()
    yield made
    made.stop()


def every_page(session: Session, client: FlaskClient) -> None:
    """All rooms open, whatever the kit is like."""
    first = {one.component: one for one in session.proof.of(("en", "full"))}.values()
    faces = (f"/face/{one.component}/{one.key or '-'}/{one.side}" for one in first)
    leaflets = (f"/leaflet/{one.id}" for one in session.proof.components if one.kind == "leaflet")
    for address in ("/", "/sheets", "/changes", "/sheets?measure=on", *faces, *leaflets):
        get(client, address)


def sent(session: Session, client: FlaskClient, address: str, path: Path, /, **values: object) -> tuple[int, str]:
    """What a form of the page is answered with."""
    seen = file_version(path.read_bytes())
    data = {"token": session.token, "version": seen, **{name: str(value) for name, value in values.items()}}
    answer = client.post(address, base_url=HERE, data=data, headers={"Origin": HERE, "X-Token": session.token})
    assert answer.status_code in (200, 204, 422), (address, values)
    return answer.status_code, answer.get_data(as_text=True)


def boxes(folder: Path) -> Iterator[tuple[Path, int, str]]:
    """The first words of each face with a box of a kind: file, number, and the name of the box."""
    for file in sorted((folder / "faces").glob("*.toml")):
        draws = list(enumerate(tomllib.loads(file.read_text()).get("draw", [])))
        firsts = ((key, next((number for number, draw in draws if key in draw), None)) for key in BOXES)
        yield from ((file, number, key) for key, number in firsts if number is not None)


def test_cells_and_boxes_are_written_or_say_why_and_are_taken_back(session: Session, client: FlaskClient) -> None:
    for component in session.proof.components:
        table = session.proof.kit.tables.get(component.each) if session.proof.kit else None
        if table is None:
            continue
        file, key = session.folder / Path(table.file).name, table.rows[0].key
        one = next(shown for shown in session.proof.of(("en", "full")) if shown.component == component.id)
        said = get(client, f"/face/{component.id}/{key}/{one.side}")
        for column, value in re.findall(r'name="cell:([^"]+)"[^>]*value="([^"]*)"', said):
            was, text = file.read_bytes(), unescape(value)
            other = {f"cell:{column}": str(int(text) + 1) if text.isdigit() else f"{text}x"}
            status, why = sent(session, client, "/cell", file, component=component.id, key=key, **other)
            assert (status == 204) == (file.read_bytes() != was) and bool(why) == (status == 422), column
            if status == 204:
                sent(session, client, "/undo", file)
            assert file.read_bytes() == was
    for file, number, key in boxes(session.folder):
        was = file.read_bytes()
        name = f"faces/{file.name}"
        status, why = sent(session, client, "/box", file, file=name, draw=number, box=key, x="+1", name=key)
        assert bool(why) == (status == 422), (name, number)
        if file.read_bytes() != was:
            sent(session, client, "/undo", file)
        assert file.read_bytes() == was
        for do in ("copy", "earlier", "later", "delete"):
            sent(session, client, "/draws", file, file=name, draw=number, do=do)
            sent(session, client, "/undo", file)
            assert file.read_bytes() == was or do in ("earlier", "later"), (name, number, do)
    assert not session.proof.errors
    every_page(session, client)
