"""Sheets and leaflets as they will print, and the ways out, from the files as they are."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from changes_builders import goods, printed
from flask.testing import FlaskClient
from output_builders import pnp
from PIL import Image
from studio_builders import HERE, changed, get

from pnp.export.pictures import WAYS
from pnp.sheet.paper import CUTTERS
from pnp.studio.app import create_app
from pnp.studio.session import Session, check_kit, preflight
from pnp.studio.sheets_page import PrintSettings, plan_print
from pnp.vendor.shop import names

pytestmark = pytest.mark.long


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    made = Session(goods(tmp_path / "tiny"), tmp_path / "out")
    made.update()
    yield made
    made.stop()


def pages(said: str) -> list[str]:
    return re.findall(r'<img (?:class="[^"]+" )?src="(/page/[^"]+)"', said)


def test_sheets_show_fronts_and_backs_as_they_will_print(session: Session, client: FlaskClient) -> None:
    said = get(client, "/sheets")
    assert "en/1-card-two-sided-a4.pdf" in said and "Sheet 1 of Cards, back" in said and "1 sheet" in said
    drawn = Image.open(BytesIO(client.get(pages(said)[0], base_url=HERE).data))
    assert (drawn.width, drawn.height) == pytest.approx((210 / 25.4 * 80, 297 / 25.4 * 80), abs=2)
    folded = get(client, "/sheets?paper=letter&backs=gutterfold&gutters=nonsense")
    assert "gutterfold" in folded and "pnp build" in folded and "--paper letter --backs gutterfold" in folded
    assert client.get("/page/none.png", base_url=HERE).status_code == 404


def test_pages_are_seen_without_marks_and_foot(session: Session, client: FlaskClient) -> None:
    said = get(client, "/sheets?marks=off&size=l")
    assert 'id="z-l" form="view" value="l" checked' in said and pages(said)[0].endswith("-bare.png")
    assert pages(get(client, "/sheets?marks=off&marks=on")) == pages(get(client, "/sheets")) != pages(said)
    bare, whole = (
        Image.open(BytesIO(client.get(address, base_url=HERE).data)).convert("L")
        for address in (pages(said)[0], pages(said)[0].replace("-bare", ""))
    )
    foot = (0, int(bare.height * 0.94), bare.width, bare.height)
    assert bare.crop(foot).getextrema()[0] > 200 and whole.crop(foot).getextrema()[0] < 128
    assert bare.getextrema()[0] < 128, "the faces are there"


def test_a_save_draws_anew_only_the_pages_it_changed(session: Session, client: FlaskClient) -> None:
    before, leaflet = pages(get(client, "/sheets")), pages(get(client, "/leaflet/rules"))
    changed(session.folder / "rules.en.md", "Play cards", "Lay cards")
    session.update()
    assert pages(get(client, "/leaflet/rules")) != leaflet
    assert pages(get(client, "/sheets")) == before, "which say abcdef for the id of the build, as faces do"


def test_leaflets_lie_open(session: Session, client: FlaskClient) -> None:
    said = get(client, "/leaflet/rules")
    assert said.count('class="spread spread--2"') == 1 and "<div></div><div><img" in said, (
        "the first page is on the right"
    )
    assert client.get(pages(said)[0], base_url=HERE).mimetype == "image/png"
    assert client.get("/leaflet/cards", base_url=HERE).status_code == 404


RULES = "".join(f"## Part {n}\n\n{'A sentence that fills its line. ' * 30}\n\n" for n in range(1, 9))


def test_a_leaflet_says_what_stands_where_and_which_pages_changed(session: Session, client: FlaskClient) -> None:
    rules = session.folder / "rules.en.md"
    rules.write_text(f"# Rules\n\n{RULES}")
    session.update()
    said = get(client, "/leaflet/rules/3")
    lines = rules.read_text().splitlines()
    assert f'href="/at?file=rules.en.md&amp;line={lines.index("## Part 3") + 1}"' in said
    assert re.search(
        r'href="/leaflet/rules/\d"[^>]*><svg[^>]*><use[^>]*></svg><b><bdi lang="en">Part 3</bdi></b>', said
    ), "so its chapter"
    rules.write_text(f"# Rules\n\n{RULES.replace('Part 3', 'Third part')}")
    session.update()
    assert re.search(r"Saved <b>rules.en.md</b> · page.* set anew · \d+ ms", get(client, "/leaflet/rules"))
    rules.write_text(f"# Rules\n\n## More\n\n{('More at the start. ' * 90 + chr(10) * 2) * 4}\n\n{RULES}")
    session.update()
    assert re.search(r"set anew, \d+ pages now instead of \d", get(client, "/leaflet/rules"))


def test_a_piece_is_found_on_its_sheet_on_both_sides(session: Session, client: FlaskClient) -> None:
    said = get(client, "/sheets?find=sil")
    assert "It lies on 1 sheet." in said and "place 2, 3" in said, "two copies"
    assert said.count('class="ring"') == 4, "each framed on front and back"
    assert "No sheet has “zinc”." in get(client, "/sheets?find=zinc") and not pages(get(client, "/sheets?find=zinc"))


def test_cuts_are_numbered_in_their_order(session: Session, client: FlaskClient) -> None:
    said = get(client, "/sheets?cuts=on&shown=fronts")
    numbers = re.findall(r'class="cut-number"[^>]*>(\d+)<', said)
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)] and f"{len(numbers)} cuts" in said
    assert "share a cut" in said, "why there are no gutters"


def test_what_no_sheet_holds_is_named_and_the_rest_printed(session: Session, client: FlaskClient) -> None:
    toml = session.folder / "kit.toml"
    whole = pages(get(client, "/sheets"))
    large = '\n[[component]]\nid = "mat"\nkind = "sheet"\ntitle = { en = "Mat" }\nface = "back"\nsize = [400, 300]\n'
    toml.write_text(toml.read_text() + large)
    session.update()
    said = get(client, "/sheets")
    assert "has room for" in said and "choose larger paper" in said and 'href="/at?file=kit.toml' in said
    assert len(pages(said)) == len(whole) and re.search(r"\d+ sheets? laid out · \d+ ms", said)
    assert "has room for" not in get(client, "/sheets?paper=tabloid").split('id="view"')[0]


def test_the_last_build_is_named_and_can_be_opened(session: Session, client: FlaskClient) -> None:
    assert "last build" not in get(client, "/sheets"), "there is none"
    assert pnp("build", session.folder, "--out", session.out).exit_code == 0
    build = session.proof.build
    assert f"the last build, {build}, is of this kit as it is" in get(client, "/sheets")
    changed(session.folder / "goods.csv", "silk,Silk,5,2", "silk,Silk,6,2")
    session.update()
    session.keep_check(session.proof.number, check_kit(session.folder, session.out))
    assert f"unlike the last build, of {build}: 1 piece differs" in get(client, "/sheets")
    client.post("/build", base_url=HERE, data={"token": session.token})
    while session.last_build.busy:
        time.sleep(0.05)
    assert 'href="/built"' in get(client, "/sheets")
    pictures = re.findall(r'<img src="(/thumbnail/1/[^"]+[.]pdf)"', get(client, "/built"))
    assert client.get(pictures[0], base_url=HERE).data.startswith(b"\x89PNG"), "what was made is shown"
    assert client.get(pictures[0].replace("/1/", "/99/"), base_url=HERE).status_code == 404


@pytest.mark.parametrize(("backs", "behind"), [("long-edge", "scale(-1 1)"), ("short-edge", "scale(1 -1)")])
def test_held_to_the_light_the_back_lies_behind_its_front(
    session: Session, client: FlaskClient, backs: str, behind: str
) -> None:
    prints = plan_print(session, "en", PrintSettings(backs=backs)).files  # type: ignore[arg-type]
    leaf = next(one for file in prints for one in file.sheets if one.back)
    assert leaf.behind.endswith(behind)
    shift = [float(number) for number in re.findall(r"translate\(([\d.]+) ([\d.]+)\)", leaf.behind)[0]]
    for piece in leaf.pieces:
        assert piece.back
        mirrored = shift[0] - piece.back.right if backs == "long-edge" else piece.back.x
        along = shift[1] - piece.back.bottom if backs == "short-edge" else piece.back.y
        assert (mirrored, along) == pytest.approx((piece.front.x, piece.front.y))
    said = get(client, f"/sheets?shown=light&backs={backs}")
    assert f'transform="{leaf.behind}"' in said and "as it should lie" in said


def test_leaflets_of_two_languages_lie_side_by_side(session: Session, client: FlaskClient) -> None:
    toml = session.folder / "kit.toml"
    text = toml.read_text().replace('languages = ["en"]', 'languages = ["en", "es"]')
    toml.write_text(re.sub(r'\{ en = "(\w+)" \}', r'{ en = "\1", es = "\1" }', text))
    (session.folder / "rules.en.md").write_text("# Rules\n\n## Play {#play}\n\nPlay cards until somebody wins.\n")
    (session.folder / "rules.es.md").write_text("# Reglas\n\n## Jugar {#play}\n\nJuega cartas hasta ganar.\n")
    session.update()
    said, there = (get(client, f"/leaflet/rules{page}?language=both") for page in ("", "/2"))
    assert ">#play</text>" in there
    english, spanish = (pages(get(client, f"/leaflet/rules?language={one}")) for one in ("en", "es"))
    assert pages(said)[:2] == [english[0], spanish[0]] and "spread--2" in said and english[0] != spanish[0]


# --- the ways out: what each gives, what shops find, and making it as the commands do ---


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
