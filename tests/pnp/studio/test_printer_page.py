"""The page that measures a printer: by eye, and what can be printed with it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from studio_builders import HERE, get, lamps
from werkzeug.test import TestResponse

from pnp.calibration.printer_profile import list_printers, load
from pnp.calibration.test_page import write_test_page
from pnp.new import STARTERS
from pnp.studio.app import StartPage, create_app
from pnp.studio.page_context import find_fault_lines
from pnp.studio.session import Session

FRONT = {"A": ("55.2", "54.8"), "B": ("155,1", "54.9"), "C": ("155.3", "234.2"), "D": ("55.3", "234.0")}
BACK = {"A": ("1.4", "-0.6"), "B": ("1.2", "−0.8"), "C": ("1.2", "-0.6"), "D": ("1.4", "-0.6")}


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.calibration.printer_profile.user_config_path", lambda name: tmp_path / "config" / name)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    made = Session(lamps(tmp_path / "lamps", 4), tmp_path / "out")
    made.update()
    return made


def readings(session: Session, **other: str) -> dict[str, str]:
    """The form for reading by eye, filled in."""
    typed = {"token": session.token, "name": "Office tray 2", "paper": "a4", "backs": "long-edge"}
    for side, read in (("front", FRONT), ("back", BACK)):
        for letter, (right, down) in read.items():
            typed |= {f"{side}-{letter}-right": right, f"{side}-{letter}-down": down}
    return typed | other


def post(client: FlaskClient, path: str, data: object) -> TestResponse:
    return client.post(path, base_url=HERE, data=data, headers={"Origin": HERE})


def test_backs_are_off_is_part_of_the_sheets(client: FlaskClient) -> None:
    assert "Backs are off?" in get(client, "/sheets") and "Printer</a>" not in get(client, "/sheets")
    answer = client.get("/sheets/test.pdf?paper=letter&backs=short-edge&tray=tray+2", base_url=HERE)
    assert answer.mimetype == "application/pdf" and answer.data == write_test_page("letter", "short-edge", "tray 2")
    blank = client.get("/sheets/test.pdf?tray=托盘", base_url=HERE)
    assert blank.status_code == 422 and "the typeface has no 托 (U+6258)" in blank.get_data(as_text=True)
    assert 'placeholder="234"' in get(client, "/sheets?measure=on")


def test_readings_are_kept_shown_and_printed_with(session: Session, client: FlaskClient) -> None:
    answer = post(client, "/sheets/readings", readings(session))
    address = "/sheets?paper=a4&backs=long-edge&printer=Office+tray+2&measure=on"
    assert (answer.status_code, answer.headers["Location"]) == (303, address)
    said = get(client, address)
    assert f"pnp build {session.folder} --printer &#39;Office tray 2&#39;" in said
    assert list_printers() == ("Office tray 2",) and load("Office tray 2").means == "readings"
    assert load("Office tray 2").back.right == pytest.approx(-1.53, abs=0.005)
    assert "1.6 mm" in said and "by eye" in said
    pages = [re.findall(r'src="(/page/[^"]+)"', one) for one in (said, get(client, "/sheets"))]
    assert pages[0] and not set(pages[0]) & set(pages[1]), "each page is drawn against what the printer does"


def test_a_printer_that_does_not_fit_says_why(session: Session, client: FlaskClient) -> None:
    post(client, "/sheets/readings", readings(session))
    said = get(client, "/sheets?paper=letter")
    assert re.search(r'value="Office tray 2" disabled', said) and "was measured on A4, not on Letter" in said
    assert "was measured on A4, not on Letter" in get(client, "/sheets?paper=letter&printer=Office+tray+2")
    assert "no printer &#39;Gone&#39; was measured" in get(client, "/sheets?printer=Gone")


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"front-B-down": "lots"}, "“lots” is no number of millimetres (front, B, down)"),
        ({"back-C-right": "4"}, "four readings to the right do not go together"),
        ({"name": "   "}, "needs a letter or a figure"),
        ({"front-A-right": "nan"}, "“nan” is no number of millimetres (front, A, right)"),
    ],
)
def test_what_cannot_be_kept_stays_typed_with_its_reason(
    session: Session, client: FlaskClient, other: dict[str, str], says: str
) -> None:
    answer = post(client, "/sheets/readings", readings(session, **other))
    said = answer.get_data(as_text=True)
    assert answer.status_code == 422 and says in said and 'value="155,1"' in said and not list_printers()


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [("46.6, 5.2", "46.6 5.2", "x.toml:3:22"), ('"{name}"', '"{name}', "x.toml:2:15"), ("box =", "box", "x.toml:3:5")],
)
def test_a_line_that_cannot_be_read_has_its_column(tmp_path: Path, old: str, new: str, place: str) -> None:
    good = '[[draw]]\ntext = "{name}"\nbox = [13.2, 3, 46.6, 5.2]\n'
    (tmp_path / "x.toml").write_text(good.replace(old, new))
    fault = find_fault_lines(tmp_path, "x.toml", 1)
    assert fault and fault.place == place and fault.line in fault.lines


def test_a_cell_has_its_column(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("id,name,price\nink,Ink,three\n")
    fault = find_fault_lines(tmp_path, "x.csv", 2, "price")
    assert fault and (fault.column, fault.indent) == (9, " " * 8) and fault.place == "x.csv:2:9"


SECRET = "the-secret-line"


@pytest.mark.long
@pytest.mark.parametrize("name", ["faces/card.toml", "cards.csv", "rules.en.md", "art"])
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
