"""The place of a fault, and files outside the kit, which no page shows."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from studio_builders import HERE

from pnp.new import STARTERS
from pnp.studio.app import StartPage, create_app
from pnp.studio.page_context import fault_at
from pnp.studio.session import Session


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [("46.6, 5.2", "46.6 5.2", "x.toml:3:22"), ('"{name}"', '"{name}', "x.toml:2:15"), ("box =", "box", "x.toml:3:5")],
)
def test_a_line_that_cannot_be_read_has_its_column(tmp_path: Path, old: str, new: str, place: str) -> None:
    good = '[[draw]]\ntext = "{name}"\nbox = [13.2, 3, 46.6, 5.2]\n'
    (tmp_path / "x.toml").write_text(good.replace(old, new))
    fault = fault_at(tmp_path, "x.toml", 1)
    assert fault and fault.place == place and fault.line in fault.lines


def test_a_cell_has_its_column(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("id,name,price\nink,Ink,three\n")
    fault = fault_at(tmp_path, "x.csv", 2, "price")
    assert fault and (fault.column, fault.indent) == (9, " " * 8) and fault.place == "x.csv:2:9"


SECRET = "the-secret-line"
LINKED = ("kit.toml", "theme.toml", "faces/card.toml", "cards.csv", "rules.en.md", "en.toml", "art/linked.svg")


@pytest.mark.parametrize("name", [*LINKED, "faces", "art"])
def test_no_page_shows_a_line_of_a_file_outside_the_kit(tmp_path: Path, name: str) -> None:
    """A link in the kit that leads out of it, and paths that do."""
    outside = tmp_path / "outside"
    (outside / "folder").mkdir(parents=True)
    files = [outside / f"{one}{suffix}" for one in ("secret", "folder/card") for suffix in (".toml", ".csv", ".md")]
    for one in (*files, outside / "secret.svg", outside / "folder" / "card.svg"):
        one.write_text(f'{SECRET} = [ "{SECRET}" \n{SECRET} {SECRET}\n')
    kit = shutil.copytree(next(one for one in STARTERS if one.name == "deck").folder, tmp_path / "deck")
    path = kit / name
    shutil.rmtree(path, ignore_errors=True)
    path.unlink(missing_ok=True)
    path.symlink_to(outside / ("folder" if name in ("faces", "art") else f"secret{Path(name).suffix}"))
    session = Session(kit, tmp_path / "out")
    session.update()
    client = create_app(session).test_client()
    asked = [name, f"{name}/card.toml", f"{name}/card.svg", "../outside/secret.toml", str(outside / "secret.toml")]
    asked += ["faces/../../outside/secret.toml", "..\\outside\\secret.toml", "%2e%2e/outside/secret.toml"]
    faces = {f"/face/{one.component}/{one.key or '-'}/{one.side}" for one in session.proof.of(("en", "full"))}
    pages = [f"/at?file={one}&line=1" for one in asked] + [f"/built/{one}" for one in asked] + sorted(faces)[:3]
    for address in ("/", "/leaflet/rules", "/sheets", "/changes", f"/changes?old={outside}/secret.toml", *pages):
        answer = client.get(address, base_url=HERE, follow_redirects=True)
        said = re.sub(r'<input[^>]*>|href="[^"]*"', "", answer.get_data(as_text=True))
        assert answer.status_code in (200, 404) and SECRET not in said, address


BAD_NAMES = ("../evil", "..", ".", "", " ", "a/b", "/tmp/evil", "a\\b", "..\\evil", "C:evil", "evil\0", "e\nvil")
DEVICES = ("nul", "CON", "com1", "Lpt9")


@pytest.mark.parametrize("name", [*BAD_NAMES, *DEVICES, ".evil", "evil.", "évil", "-evil"])
def test_the_first_page_begins_no_kit_of_a_bad_name(tmp_path: Path, name: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    client = StartPage(home, lambda folder: create_app(Session(folder, tmp_path / "out"))).app.test_client()
    token = re.search(r'name="token" value="([^"]+)"', client.get("/", base_url=HERE).get_data(as_text=True))
    assert token
    sent = {"token": token[1], "name": name, "from": "deck"}
    assert client.post("/new", base_url=HERE, data=sent).status_code == 422
    assert [one.name for one in tmp_path.rglob("*")] == ["home"]
