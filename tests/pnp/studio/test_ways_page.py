"""The page of the ways out: what each gives, what shops find, and making it as the commands do."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from changes_builders import goods, printed
from flask.testing import FlaskClient
from output_builders import pnp
from studio_builders import HERE, changed, get

from pnp.export.pictures import WAYS
from pnp.sheet.paper import CUTTERS
from pnp.studio.app import create_app
from pnp.studio.session import Session, preflight
from pnp.vendor.shop import names

pytestmark = pytest.mark.long


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    made = Session(goods(tmp_path / "tiny"), tmp_path / "out")
    made.update()
    yield made
    made.stop()


def taken(session: Session, client: FlaskClient, way: str) -> None:
    values = {"token": session.token, "way": way, "language": "en"}
    assert client.post("/ways/make", base_url=HERE, data=values).headers["Location"] == "/built"
    while session.last_build.busy:
        time.sleep(0.05)


def test_every_way_of_the_commands_is_there_in_both_languages(client: FlaskClient) -> None:
    for language in ("en", "es"):
        said = get(client, "/ways", language)
        for way in (*names(), *WAYS, *CUTTERS):
            assert f'name="way" value="{way}"' in said, way


def test_every_command_can_be_pasted_into_a_shell(tmp_path: Path) -> None:
    kit = goods(tmp_path / "jo's kit")
    made = Session(kit, tmp_path / "my out")
    made.update()
    printed(kit, made.out)
    changed(kit / "goods.csv", "silk,Silk,5,2", "silk,Silk,6,2")
    made.update()
    client = create_app(made).test_client()
    for address in ("/sheets", "/changes", *(f"/ways?way={way}" for way in (names()[0], "tts", "cameo-5"))):
        commands = re.findall(r"pnp (?:build|export|order) [^<]*", unescape(get(client, address)))
        assert [str(kit) in shlex.split(command) for command in commands] == [True], (address, commands)
    made.stop()


def test_a_shop_says_what_it_asks_makes_and_finds(session: Session, client: FlaskClient) -> None:
    said = get(client, "/ways?way=game-crafter")
    assert (
        "300 dpi" in said
        and "825 × 1125 px: Cards" in said
        and "pnp order game-crafter" in said
        and "--language en" in said
    )
    found = preflight(session.folder, "en", "game-crafter")
    assert [one.code for one in found if "leaflets" in one.message] == ["no-product"]
    for _ in range(600):
        if "makes no leaflets: rules" in get(client, "/ways?way=game-crafter"):
            break
        time.sleep(0.05)
    assert f"{len(found)} warnings" in get(client, "/ways?way=game-crafter")


@pytest.mark.parametrize(("way", "command"), [("faces", ("export", "--as", "faces")), ("mpc", ("order", "mpc"))])
def test_it_makes_what_the_command_makes(
    session: Session, client: FlaskClient, tmp_path: Path, way: str, command: tuple[str, ...]
) -> None:
    taken(session, client, way)
    assert not session.last_build.error
    told = pnp(*command, session.folder, "--language", "en", "--out", tmp_path / "told")
    assert told.exit_code == 0, told.output
    folder = tmp_path / "told" / f"tiny-{way}"
    made, commanded = (
        {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (session.last_build.folder, folder)
    )
    assert made == commanded and made


def test_nothing_is_made_of_a_kit_with_errors(session: Session, client: FlaskClient) -> None:
    changed(session.folder / "faces" / "card.toml", "box =", "box")
    session.update()
    said = get(client, "/ways")
    assert "not yet" in said and 'aria-disabled="true"' in said
    taken(session, client, "fan")
    assert not session.last_build.files and "Nothing was made yet" in get(client, "/built")
    values = {"token": session.token, "way": "../nowhere"}
    assert client.post("/ways/make", base_url=HERE, data=values).status_code == 404
