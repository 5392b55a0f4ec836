"""The page of changes: what is compared, what it shows, and printing only that."""

from __future__ import annotations

import re
import subprocess
import time
from pathlib import Path

import pytest
from changes_builders import goods, manifest_of, printed
from flask.testing import FlaskClient
from studio_builders import HERE, changed, get

from pnp.studio.app import create_app
from pnp.studio.session import Session

pytestmark = pytest.mark.long


@pytest.fixture
def session(tmp_path: Path) -> Session:
    kit = goods(tmp_path / "tiny", board=0)
    printed(kit, tmp_path / "out")
    made = Session(kit, tmp_path / "out")
    made.update()
    return made


def test_the_last_build_is_compared_with_the_folder(session: Session, client: FlaskClient) -> None:
    assert "The same, to the byte." in get(client, "/changes")
    changed(session.folder / "goods.csv", "silk,Silk,5,2", "silk,Silk,6,2")
    changed(session.folder / "goods.csv", "jade,Jade,9,3\n", "salt,Salt,4,1\n")
    session.update()
    said = get(client, "/changes")
    assert re.findall(r'<article [^>]*data-kind="(\w+)"', said) == ["changed", "new", "gone"]
    assert "<del>5</del> → <ins>6</ins>" in said and said.count('class="ring"') == 2
    assert '<a href="/face/cards/silk">Silk</a>' in said and 'href="/at?file=goods.csv&amp;line=3"' in said
    built = time.strftime(
        "%Y-%m-%d %H:%M", time.localtime((session.out / "tiny/for-programs/manifest.json").stat().st_mtime)
    )
    assert said.count(f"Old · {built}</figcaption>") == 3 and said.count("New · now</figcaption>") == 3
    assert 'Old · <span class="mono">goods.csv:5</span>' in said, "a line of then, which leads nowhere now"
    assert "3 of 5 pieces differ" in said and "Build 3 pieces" in said
    faces = re.findall(r'src="(/state/[^"]+)"', said)
    drawn = [client.get(address, base_url=HERE) for address in faces]
    assert len(faces) == 4 and all("<svg" in one.get_data(as_text=True) for one in drawn)
    assert client.get("/state/none/none.svg", base_url=HERE).status_code == 404
    assert "son distintas" in get(client, "/changes", "es") and "Hacer 3 piezas" in get(client, "/changes", "es")


def test_only_what_changed_is_printed_with_the_list_of_what_to_swap(session: Session, client: FlaskClient) -> None:
    changed(session.folder / "goods.csv", "silk,Silk,5,2", "silk,Silk,6,2")
    session.update()
    old = session.out / "tiny"
    values = {"token": session.token, "old": str(old), "language": "en"}
    assert client.post("/changes/build", base_url=HERE, data=values).headers["Location"] == "/built"
    while session.last_build.busy:
        time.sleep(0.05)
    assert any("swap-list" in file.path for file in session.last_build.files), session.last_build.error
    assert len(manifest_of(session.out / "tiny-changed").pieces or ()) == 4, "all that lies in the box"
    assert str(session.out / "tiny-changed") in get(client, "/changes"), "what lies in the box can be chosen"


def test_a_revision_is_compared_and_says_what_printing_needs(session: Session, client: FlaskClient) -> None:
    git = ["git", "-C", str(session.folder), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "Four goods <of> the road"]):
        subprocess.run([*git, *arguments], check=True)
    changed(session.folder / "goods.csv", "tea,Tea,2,1", "tea,Tea,3,1")
    session.update()
    said = get(client, "/changes?old=HEAD")
    assert "Four goods &lt;of&gt; the road" in said, "it can be chosen by what it says"
    assert "<del>2</del> → <ins>3</ins>" in said and "choose one as the old state" in said
    changed(session.folder / "goods.csv", "tea,Tea,3,1", "tea,Tea,4,1")
    session.update()
    assert "<del>2</del> → <ins>4</ins>" in get(client, "/changes?other=HEAD"), "each save is compared anew"


@pytest.mark.parametrize("old", ["--output=x", "nowhere", "/"])
def test_what_is_no_state_says_so(client: FlaskClient, old: str) -> None:
    assert old in re.sub(r"<option.*?</option>|<code>.*?</code>", "", get(client, f"/changes?old={old}"))


def test_what_cannot_be_read_is_named(session: Session, client: FlaskClient) -> None:
    changed(session.folder / "faces" / "card.toml", "box =", "box")
    session.update()
    assert "faces/card.toml" in get(client, "/changes")
    changed(session.folder / "kit.toml", "[kit]", "[kit")
    session.update()
    assert "kit.toml" in get(create_app(session).test_client(), "/changes")
