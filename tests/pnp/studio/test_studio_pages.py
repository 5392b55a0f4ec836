"""The pages as a program asks for them: what they show, whom they answer, and what they never do."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from output_builders import pnp
from PIL import Image
from studio_builders import HERE, changed, get, lamps

from pnp.studio.app import create_app
from pnp.studio.edits import read_keys
from pnp.studio.page_context import LANGUAGES, load_words
from pnp.studio.session import Session, check_kit

pytestmark = pytest.mark.long


class Page:
    """A kit whose page is asked without a server; saves are looked at when it is told so."""

    def __init__(self, folder: Path, out: Path) -> None:
        self.folder = folder
        self.session = Session(folder, out)
        self.session.update()
        self.client: FlaskClient = create_app(self.session).test_client()

    def get(self, address: str, language: str = "en") -> str:
        return get(self.client, address, language)

    def post(self, address: str, **values: object) -> tuple[int, str]:
        token = {"X-Token": self.session.token, "Origin": HERE}
        answer = self.client.post(address, base_url=HERE, data=values, headers=token)
        return answer.status_code, answer.get_data(as_text=True)

    def faces(self, query: str = "") -> list[str]:
        return re.findall(r'data-face="([^"]+)"', self.get(f"/{query}"))


@pytest.fixture
def page(tmp_path: Path) -> Page:
    return Page(lamps(tmp_path / "lamps", 6), tmp_path / "out")


def test_all_faces_stand_on_their_shelves(page: Page) -> None:
    assert page.faces() == [*(f"lamps/lamp-{n}/front/en" for n in range(1, 7)), "coin//front/en"]
    assert "lamps//back" not in page.get("/") and page.faces("?backs=on")[1] == "lamps/lamp-1/back/en"
    assert [one[-2:] for one in page.faces("?language=both")].count("es") == 7
    said = page.get("/")
    assert "6 pieces · 63.5 × 88.9 mm" in said and "⌀ 24" in said and said.count('loading="lazy"') == 7


def test_a_drawing_is_named_by_what_it_shows_and_kept_for_ever(page: Page) -> None:
    source = re.findall(r'<img src="([^"]+)"', page.get("/"))[0]
    answer = page.client.get(source, base_url=HERE)
    assert answer.mimetype == "image/png" and "immutable" in answer.headers["Cache-Control"]
    with Image.open(BytesIO(answer.data)) as picture:
        assert picture.size == (480, 672), "two pixels for one of a screen, at real size"
    bleeding = re.findall(r'<img src="([^"]+)"', page.get("/?edge=bleed"))[0]
    with Image.open(BytesIO(page.client.get(bleeding, base_url=HERE).data)) as picture:
        assert picture.size == (525, 717)
    assert re.findall(r'<img src="([^"]+)"', page.get("/?ink=low"))[0] != source
    large = re.findall(r'<image href="([^"]+)"', page.get("/face/lamps/lamp-1"))[0]
    drawn = page.client.get(large, base_url=HERE)
    assert drawn.mimetype == "image/svg+xml" and 'viewBox="-3 -3 69.5 94.9"' in drawn.get_data(as_text=True)
    assert "Lamp 1" in re.sub(r"<[^>]+>", "", drawn.get_data(as_text=True))
    for missing in ("/svg/nothing/trim.svg", "/png/nothing/trim.png", source.replace("trim", "torn")):
        assert page.client.get(missing, base_url=HERE).status_code == 404


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("lamp 3", [3]), ("farol 4", [4]), ("price > 4", [5, 6]), ("left = 12 or price = 1", [1, 2]), ("price = 99", [])],
)
def test_a_filter_is_a_word_or_a_condition(page: Page, text: str, numbers: list[int]) -> None:
    answer = page.client.get("/", base_url=HERE, query_string={"q": text}).get_data(as_text=True)
    assert re.findall(r'data-face="lamps/lamp-(\d)/front', answer) == [str(number) for number in numbers]


def test_extremes_are_the_longest_and_the_shortest_cells(page: Page) -> None:
    changed(page.folder / "lamps.csv", "Farol 4", "Un farol muy largo")
    changed(page.folder / "lamps.csv", "Lamp 2,", "L,")
    page.session.update()
    said = page.get("/?which=extremes")
    assert "longest name.es" in said and "shortest name.en" in said
    assert 1 < len(page.faces("?which=extremes")) < 5


def test_a_filter_says_what_is_wrong_with_it(page: Page) -> None:
    assert "prise, which is no column. did you mean price?" in page.get("/?q=prise+%3D+4")
    assert "No face has “lmap 3”." in page.get("/?q=lmap+3")


def test_what_changed_is_marked_until_it_was_seen(page: Page) -> None:
    changed(page.folder / "lamps.csv", "Farol 2,2", "Farol 2,7")
    page.session.update()
    said = page.get("/?which=changed")
    assert re.findall(r'data-face="([^"]+)"', said) == ["lamps/lamp-2/front/en"]
    assert "price</span>" in said and "Saved <b>lamps.csv</b> · 1 face redrawn" in said
    changed(page.folder / "faces" / "coin.toml", "[6, 6, 12, 12]", "[6, 7, 12, 12]")
    page.session.update()
    assert "faces/coin.toml:5" in page.get("/?which=changed") and len(page.faces("?which=changed")) == 2
    assert page.post("/seen")[0] == 204 and page.faces("?which=changed") == []


def test_a_face_shows_what_draws_it_and_its_row(page: Page) -> None:
    said = page.get("/face/lamps/lamp-2?draw=3")
    assert re.findall(r'data-draw="(\d)"[^>]*aria-current', said) == ["3", "3"], "in the list and on the face"
    assert "faces/lamp.toml:18" in said and "Drawn on 6 faces" in said
    assert [re.search(rf'name="{side}" value="([^"]*)"', said)[1] for side in "xywh"] == ["20.5", "40", "24", "12"]
    assert 'class="editing here"><input name="cell:price" value="2"' in said
    assert "part--none" in said, "the word whose condition does not hold"
    assert page.client.get("/face/lamps/none", base_url=HERE).status_code == 404
    assert page.client.get("/face/none", base_url=HERE).status_code == 404
    assert "Farol 2" in page.get("/face/lamps/lamp-2/back?language=es") and "1 of 1" in page.get("/face/coin")


@pytest.mark.parametrize(
    ("old", "new", "at"), [("[20.5, 40, 24, 12]", "[20.5, 40, 24 12]", 3), ('stroke = "ink"', 'strike = "ink"', 2)]
)
def test_a_face_that_cannot_be_read_is_listed_as_it_last_was(page: Page, old: str, new: str, at: int) -> None:
    good = page.get("/face/lamps/lamp-4")
    lamp = page.folder / "faces" / "lamp.toml"
    changed(lamp, old, new)
    page.session.update()
    said = page.get("/face/lamps/lamp-4")
    listed, words = (re.findall(r"<b>(.*?)</b><span class=\"marks", one) for one in (said, good))
    assert listed == words and "laid out by the press" not in said
    draws = re.findall(r'<a class="part[^"]*" href="[^"]*" data-draw="(\d)"(.*?)</a>', said, re.DOTALL)
    assert [number for number, mark in draws if "mark--error" in mark] == [str(at)]
    assert said.count('<rect class="o-bad"') == 1, "its box is framed"


@pytest.mark.parametrize("file", ["lamps.csv", "faces/lamp.toml", "kit.toml"])
def test_a_file_that_is_gone_is_named_with_the_time_the_faces_are_of(page: Page, file: str) -> None:
    time, good = page.session.proof.good, page.get("/face/lamps/lamp-4")
    (page.folder / file).rename(page.folder / "away")
    page.session.update()
    assert f"{file} is gone. The faces are of {time}." in page.get("/")
    words = [re.findall(r"<b>(.*?)</b><span class=\"marks", one) for one in (good, page.get("/face/lamps/lamp-4"))]
    assert words[0] == words[1]
    (page.folder / "away").rename(page.folder / file)
    page.session.update()
    assert f"{file} can be read again" in page.get("/")


def fields(said: str, form: str) -> dict[str, str]:
    """The fields of a form of the page."""
    inside = said[said.index(f'action="{form}"') :]
    inside = inside[: inside.index("</form>")]
    found = re.findall(r"<input(?=[^>]*name=\"([^\"]+)\")(?=[^>]*value=\"([^\"]*)\")(?![^>]*type=\"radio\")", inside)
    return {name: text for name, text in found if name != "token"}


def test_a_box_is_moved_and_taken_back(page: Page) -> None:
    lamp = page.folder / "faces" / "lamp.toml"
    good = lamp.read_text()
    form = fields(page.get("/face/lamps/lamp-2?draw=3"), "/box")
    assert page.post("/box", **form | {"x": "+1"})[0] == 204
    assert lamp.read_text() == good.replace("[20.5, 40", "[21.5, 40")
    said = page.get("/face/lamps/lamp-2?draw=3")
    assert "Moved text {price} 1 mm right · faces/lamp.toml:20 · 6 faces redrawn" in said
    assert re.search(r"20\.5, 40.*21\.5, 40", said, re.DOTALL)
    assert page.post("/undo")[0] == 204 and lamp.read_text() == good
    assert page.post("/redo")[0] == 204 and lamp.read_text() != good
    changed(lamp, "silk", "rice")
    assert page.post("/undo") == (409, load_words("en")("newer", file="faces/lamp.toml"))


def test_a_face_within_a_face_is_entered_and_its_box_moved(page: Page) -> None:
    said = page.get("/face/lamps/lamp-4?draw=6")
    assert "Into rosette" in said and 'href="/face/lamps/lamp-4?in=6"' in said
    inside = page.get("/face/lamps/lamp-4?in=6&draw=1")
    assert 'transform="matrix(0.8 0.0 0.0 0.8 6.0 16.0)"' in inside and "Place within rosette" in inside
    assert inside.count('class="o-other"') == 1, "it is drawn once more, beside it"
    assert 'href="/face/lamps/lamp-4?draw=6"' in inside, "the way out"
    facts = " ".join(re.sub(r"<[^>]+>", " ", inside.partition('id="facts">')[2]).split())
    assert re.match(r"Set at 7.2 pt", facts), "as large as it is on the piece"
    assert "To the trim 9.2 mm" in facts
    feeding = re.findall(r'class="editing here"><input name="cell:(\w+)', inside)
    assert feeding == ["price"], "through the input of the face within"
    version = re.findall(r'name="version" value="(\w+)"', inside.partition('id="numbers"')[2])[0]
    sent = {"file": "faces/rosette.toml", "draw": 1, "box": "box", "version": version, "name": "text {shown}"}
    assert page.post("/box", **sent, x="+1") == (204, "")
    assert "box = [5, 4, 12, 12]   # smaller" in (page.folder / "faces" / "rosette.toml").read_text()
    assert "Moved text {shown} 1 mm right" in page.get("/")
    for nowhere in ("?in=1", "?in=99", "?in=6.0", "?in=x"):
        assert "Place within" not in page.get(f"/face/lamps/lamp-4{nowhere}&draw=1")


@pytest.mark.parametrize(("x", "said"), [("wide", "no length"), ("{left}", "no length")])
def test_a_box_that_cannot_be_says_so(page: Page, x: str, said: str) -> None:
    form = fields(page.get("/face/lamps/lamp-2?draw=3"), "/box")
    status, text = page.post("/box", **form | {"x": x})
    assert status == 422 and said in text
    assert page.post("/box", **form | {"file": "kit.toml"})[0] == 409
    assert page.post("/box", **form | {"draw": "77", "x": "1"})[0] == 422


def test_a_cell_is_written_or_refused_with_the_reason(page: Page) -> None:
    table = page.folder / "lamps.csv"
    good = table.read_text()
    form = fields(page.get("/face/lamps/lamp-2"), "/cell")
    assert page.post("/cell", **form | {"cell:price": "many"}) == (422, "price is “many”, not a count. 0, 1, 2 …")
    assert page.post("/cell", **form | {"cell:price": ""}) == (422, "price may not be empty.")
    assert page.post("/cell", **form | {"cell:id": "other"})[0] == 422 and table.read_text() == good
    assert page.post("/cell", **form | {"cell:name.en": "Lamp, small"})[0] == 204
    assert table.read_text() == good.replace("lamp-2,Lamp 2,", 'lamp-2,"Lamp, small",')
    assert "Wrote name.en = Lamp, small · lamps.csv:3" in page.get("/")
    assert page.post("/cell", **form | {"cell:name.en": "Lamp 2"})[0] == 204, "only written from here since"
    changed(table, "Farol 2", "Linterna")
    assert page.post("/cell", **form | {"cell:name.en": "Late"})[0] == 409, "the page was not of the file as it is"


def test_only_this_machine_s_own_page_is_answered(page: Page) -> None:
    client, token = page.client, {"X-Token": page.session.token}
    assert client.get("/", base_url="http://evil.example").status_code == 421
    assert client.get("/", base_url="http://localhost:8765").status_code == 200
    assert client.post("/seen", base_url=HERE).status_code == 403
    assert client.post("/seen", base_url=HERE, headers={"X-Token": "guess"}).status_code == 403
    assert client.post("/seen", base_url=HERE, headers=token | {"Origin": "http://evil.example"}).status_code == 403
    assert client.post("/seen", base_url=HERE, headers=token | {"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.post("/seen", base_url=HERE, headers=token).status_code == 204
    assert client.get("/seen", base_url=HERE).status_code == 405


@pytest.mark.parametrize("file", ["../secret.toml", "/etc/passwd", "faces/../../secret.toml", "art/x.png", ""])
def test_no_file_outside_the_kit_is_shown_or_written(page: Page, file: str) -> None:
    (page.folder.parent / "secret.toml").write_text("secret = 1")
    assert page.client.get("/at", base_url=HERE, query_string={"file": file, "line": 1}).status_code == 404
    assert page.post("/box", file=file, draw=0, x="1", version="")[0] in (409, 422)
    assert page.post("/open", file=file, line=1)[0] == 404
    assert page.client.get("/built/../lamps/kit.toml", base_url=HERE).status_code == 404


def test_pages_hold_no_script_and_no_style_of_their_own(page: Page) -> None:
    answer = page.client.get("/", base_url=HERE)
    policy, said = answer.headers["Content-Security-Policy"], answer.get_data(as_text=True)
    assert "unsafe" not in policy and "default-src 'none'" in policy
    assert not re.search(r"<script>|<style|\sstyle=|\son\w+=", said)
    assert not re.search(r"https?://", said), "nothing from elsewhere"


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages_say_everything(language: str, page: Page) -> None:
    first = load_words(LANGUAGES[0]).texts
    these = load_words(language).texts
    assert first.keys() == these.keys()
    for key, text in these.items():
        for mine, other in zip(_forms(text), _forms(first[key]), strict=True):
            assert sorted(re.findall(r"{\w+}", mine)) == sorted(re.findall(r"{\w+}", other)), key
            assert mine.strip() and "!" not in mine, key
    assert f'lang="{language}"' in page.get("/", language)


def _forms(text: str | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else text


def test_what_is_measured_of_a_text_stands_beside_it(page: Page) -> None:
    def facts(draw: int) -> str:
        return re.sub(r"<[^>]+>", " ", page.get(f"/face/lamps/lamp-3?draw={draw}").partition('id="facts">')[2][:2000])

    assert re.match(r"Set at [\d.]+ pt Takes 1 line, [\d.]+ × [\d.]+ mm To the trim", " ".join(facts(1).split()))
    assert "Set at" not in facts(0)


def look(page: Page, draw: int) -> dict[str, str]:
    """The form of the keys of a draw, as a page shows it."""
    return fields(page.get(f"/face/lamps/lamp-2?draw={draw}"), "/keys")


def test_keys_of_a_draw_are_changed_and_undone(page: Page) -> None:
    lamp = page.folder / "faces" / "lamp.toml"
    good = lamp.read_text()
    said = page.get("/face/lamps/lamp-2?draw=3")
    assert re.search(r'name="key:size" value="" data-was="" placeholder="[\d.]+"', said), "what the style says"
    form = look(page, 3)
    assert page.post("/keys", **form | {"key:size": "14", "key:align": "right"}) == (204, "")
    assert page.post("/keys", **form | {"key:colour": "#B3361F", "key:size": "14"})[0] == 204, "of the older page"
    added = '# in the middle\nstyle = "body"\nsize = 14\nalign = "right"\ncolour = "#B3361F"\n'
    assert lamp.read_text() == good.replace('# in the middle\nstyle = "body"\n', added)
    assert "Set colour = #B3361F · faces/lamp.toml:24 · 6 faces redrawn" in page.get("/")
    for _ in range(2):
        assert page.post("/undo")[0] == 204
    assert lamp.read_text() == good


def test_edits_at_the_same_moment_are_all_kept(page: Page) -> None:
    form = look(page, 3)
    keys = {"size": "14", "align": "right", "colour": "silk", "valign": "top"}
    with ThreadPoolExecutor(len(keys)) as pool:
        answers = list(pool.map(lambda key: page.post("/keys", **form | {f"key:{key}": keys[key]}), keys))
    assert answers == [(204, "")] * len(keys)
    draw = read_keys((page.folder / "faces" / "lamp.toml").read_bytes(), 3)
    assert {key: str(draw[key]) for key in keys} == keys


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"key:size": "big"}, "size is “big”"),
        ({"key:colour": "inc"}, "there is no colour inc. did you mean ink?"),
        ({"key:font": "comic"}, "there is no font comic"),
        ({"key:align": "middle"}, "align is “middle”. accepted: left, center, right"),
        ({"key:text": ""}, "has no word that says what is drawn"),
        ({"key:text": "{prise}"}, "{prise} is no binding"),
    ],
)
def test_a_value_that_the_press_refuses_changes_nothing(page: Page, values: dict[str, str], reason: str) -> None:
    lamp = page.folder / "faces" / "lamp.toml"
    good = lamp.read_text()
    status, text = page.post("/keys", **look(page, 3) | values)
    assert status == 422 and reason in text and lamp.read_text() == good


def test_draws_are_added_copied_moved_and_deleted(page: Page) -> None:
    lamp = page.folder / "faces" / "lamp.toml"
    good = lamp.read_text()
    form = look(page, 3)
    assert page.post("/draws", **form, do="copy") == (200, "4")
    assert page.post("/draws", **form, do="later") == (200, "4"), "where it is now, though the page is older"
    assert page.post("/draws", **form, do="delete") == (200, "-1")
    assert lamp.read_text() == good, "its copy is left"
    assert page.post("/draws", **form, do="delete") == (200, "-1")
    assert page.post("/draws", **form, do="delete")[0] == 409, "it is gone"
    assert page.post("/undo")[0] == 204 and lamp.read_text() == good
    for number, word in enumerate(("text", "rect", "ellipse", "line", "icon", "picture"), start=7):
        answer = page.post(
            "/draws", **form | {"version": page.session.undo_log.version("faces/lamp.toml")}, do="add", word=word
        )
        assert answer == (200, str(number)) if word not in ("icon", "picture") else answer[0] == 422, word
    assert not page.session.proof.errors and page.session.proof.saved.redrawn == 6


def test_what_somebody_else_saved_is_never_written_over(page: Page) -> None:
    lamp, form = page.folder / "faces" / "lamp.toml", look(page, 3)
    changed(lamp, "silk", "rice")
    newer = lamp.read_text()
    for address, values in (("/keys", {"key:size": "14"}), ("/draws", {"do": "delete"}), ("/box", {"x": "1"})):
        assert page.post(address, **form | values)[0] == 409, "not yet noticed by the watcher"
    assert page.post("/keys", **look(page, 3) | {"key:size": "14"})[0] == 409, "which the page has not read either"
    row = fields(page.get("/face/lamps/lamp-2"), "/cell")
    changed(page.folder / "lamps.csv", "lamp-1,", "lamp-0,Lamp 0,Farol 0,1,11\nlamp-1,")
    late = fields(page.get("/face/lamps/lamp-2"), "/cell")
    assert [page.post("/cell", **form | {"cell:price": "9"})[0] for form in (row, late)] == [409, 409]
    page.session.update()
    assert page.post("/keys", **form | {"key:size": "14"})[0] == 409 and lamp.read_text() == newer


def test_first_steps_stand_beside_a_new_kit_and_go_when_they_are_done(tmp_path: Path) -> None:
    assert pnp("new", tmp_path / "night-market", "--from", "deck").exit_code == 0
    page = Page(tmp_path / "night-market", tmp_path / "out")
    assert "First steps" not in page.get("/"), "not before it is known that it was never built"
    page.session.start()
    try:
        said = page.get("/")
        assert said.count("finding--next") == 3 and re.search(r"Change a word in \w+\.csv", said)
        assert "Primeros pasos" in page.get("/", "es")
        (page.folder / "cards.csv").write_text((page.folder / "cards.csv").read_text() + "\n")
        page.session.update()
        assert page.get("/").count("finding--next") == 2
    finally:
        page.session.stop()
    lamp = Page(lamps(tmp_path / "lamps", 2), tmp_path / "out")
    lamp.session.unbuilt = True
    assert "First steps" not in lamp.get("/"), "nobody who begins has a kit without schemas"


def test_a_warning_is_accepted_where_it_was_found(page: Page) -> None:
    changed(page.folder / "faces" / "lamp.toml", "[20.5, 40, 24, 12]", "[0.5, 40, 24, 12]")
    page.session.update()
    page.session.keep_check(page.session.proof.number, check_kit(page.folder, page.session.out))
    said = page.get("/face/lamps/lamp-2?draw=3")
    assert "near-trim" in said
    assert page.post("/accept", **fields(said, "/accept") | {"reason": "on purpose"})[0] == 204
    assert 'accept = ["near-trim"]  # on purpose' in (page.folder / "faces" / "lamp.toml").read_text()


def test_a_named_box_is_asked_about(page: Page) -> None:
    said = page.get("/face/lamps/lamp-2?draw=1")
    assert "Move “head” (2 draws)" in said and "Only this draw" in said
    assert page.post("/box", **fields(said, "/box") | {"y": "6", "own": "on"})[0] == 204
    assert "box = [5, 6, 53.5, 9]" in (page.folder / "faces" / "lamp.toml").read_text()


def test_one_fault_is_listed_once_with_all_its_places(page: Page) -> None:
    for file, old in (("lamp.toml", '"silk"'), ("coin.toml", '"ochre"'), ("back.toml", '"ink"')):
        changed(page.folder / "faces" / file, f"fill = {old}", 'fill = "pearl"')
    page.session.update()
    said = page.get("/")
    assert said.count("there is no colour pearl") == 1 and "also at 2 places" in said and ">1 error<" in said
