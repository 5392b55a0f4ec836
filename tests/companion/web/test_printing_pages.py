"""The print pages without script: every way through them, and every wrong form."""

from __future__ import annotations

import errno
import io
import os
import re
import time
import zipfile
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
import zxingcpp
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from paperless import ORIGIN, Phone
from PIL import Image
from tinykit import tiny_kit

from companion.printing.orders import Bounds
from companion.tables import Tables
from companion.tables.service.limits import Limits
from companion.web import Config, create_app, printing

pytestmark = pytest.mark.long

PATIENCE = 60.0
NAMED = "http://silkroad.local:8000"
FORM = {
    "game": "tiny", "language": "en", "paper": "a4", "backs": "none", "ink": "full", "address": "http://10.0.0.7:8000",
}  # fmt: skip


@pytest.fixture
def kits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of own kits: one of a single card, and one with an error."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    tiny_kit(tmp_path / "kits")
    tiny_kit(tmp_path / "kits", name="faulty", text="漢字 <script>")
    return tmp_path / "kits"


@pytest.fixture
def app(tables: Tables, tmp_path: Path, kits: Path) -> Flask:
    made = create_app(
        tables, Config(address="http://192.168.1.20:8000", named=NAMED, prints=tmp_path / "prints", kits=kits)
    )
    made.testing = True
    return made


def stopped(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **bounds: int) -> Path:
    """Has the app take orders that nobody prints, within these bounds; the folder of orders."""
    context = app.extensions["printing"]
    context.orders = printing.views.Orders(tmp_path / "prints", Bounds(**bounds))
    monkeypatch.setattr(context.foreman, "wake", lambda kind: None)
    return tmp_path / "prints"


def ready(phone: Phone) -> None:
    """Reloads the page until the press is done, as a browser without script does."""
    until = time.monotonic() + PATIENCE
    while phone.page.xpath("//*[@data-wait]"):
        assert phone.page.xpath("//noscript//meta[@http-equiv='refresh']")
        assert time.monotonic() < until, "the press does not end"
        time.sleep(0.2)
        phone.get(phone.path)


def test_choose_wait_and_download(app: Flask) -> None:
    ana = Phone(app)
    ana.get("/print?game=tiny")
    assert ana.page.xpath("//input[@name='game'][@checked]/@value") == ["tiny"]
    (key,) = ana.page.xpath("//button[@form='print']")
    assert key.text == "Make the files"
    ana.post("/print", **FORM)
    assert ana.path.startswith("/print/")
    nothing_else(ana)
    ready(ana)
    nothing_else(ana)
    assert "Ready. 1 sheet of paper. Codes lead to http://10.0.0.7:8000." in ana.text
    assert "Cards1 sheet A4 · card, 200–300 g · one side" in ana.text
    links = [str(link) for link in ana.page.xpath("//a[@download]/@href")]
    assert len(links) == 3
    archive = ana.client.get(links[0])
    assert archive.headers["Content-Disposition"] == "attachment; filename=tiny-en-a4.zip"
    with zipfile.ZipFile(io.BytesIO(archive.data)) as held:
        for link, name in zip(links[1:], held.namelist(), strict=True):
            answer = ana.client.get(link)
            assert answer.mimetype == "application/pdf" and link.endswith(name)
            assert answer.data == held.read(name)
            with pikepdf.open(io.BytesIO(answer.data)) as pdf:
                assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
    with pypdfium2.PdfDocument(ana.client.get(links[-1]).data) as document:
        codes = {code.text for page in document for code in zxingcpp.read_barcodes(page.render(scale=2).to_pil())}
    assert len(codes) == 1 and codes.pop().startswith("http://10.0.0.7:8000/k/tiny/")
    mei = Phone(app)
    mei.post("/print", **FORM)
    assert mei.path == ana.path and "Ready." in mei.text, "what is there is not made again"


def test_a_picture_is_chosen_and_downloaded(app: Flask) -> None:
    ana = Phone(app)
    ana.get("/print?game=tiny&way=fan")
    assert ana.page.xpath("//select[@name='way']/option[@selected]/@value") == ["fan"]
    ana.post("/print", **FORM | {"way": "fan"})
    ready(ana)
    assert "A fan of cards" in ana.text and "sheet of paper" not in ana.text and "Codes lead" not in ana.text
    assert "To look at, or to take elsewhere" in ana.text and "To print at home" not in ana.text
    assert not ana.page.xpath("//*[@id='picture']"), "the picture is of sheets"
    links = [str(link) for link in ana.page.xpath("//a[@download]/@href")]
    assert links[0].endswith("/kit.zip") and links[1].endswith("/tiny-en-fan.png")
    assert ana.client.get(links[1]).mimetype == "image/png"
    ana.get("/print?game=tiny&way=poster", 400)
    assert "What to make: there is no “poster”. There is PDF files to print, Every face as a picture" in ana.text


def nothing_else(phone: Phone) -> None:
    """Of an order's folder only the files are sent that were made to be."""
    for name in ("order.json", "lock", "made.json", "picture.png", "..%2f..%2ftables.sqlite3", "%2e%2e"):
        assert phone.client.get(f"{phone.path}/{name}").status_code == 404


def test_the_phone_remembers_what_it_chose(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(app, tmp_path, monkeypatch)
    ana = Phone(app)
    ana.post("/print", **FORM | {"language": "es", "paper": "both", "backs": "separate", "ink": "low"})
    ana.get("/print")
    checked = ana.page.xpath("//input[@checked]/@value")
    assert checked == ["tiny", "es", "both", "low"]
    assert ana.page.xpath("//option[@selected]/@value") == ["separate", "pdf"]
    assert ana.page.xpath("//input[@name='address']/@value") == ["http://10.0.0.7:8000"]
    Phone(app).get("/print")


def test_at_first_it_is_the_phones_language_and_a_name_that_lasts(app: Flask) -> None:
    mei = Phone(app, "es")
    mei.get("/print")
    assert mei.page.xpath("//input[@checked]/@value") == ["hangzhou", "es", "a4", "full"]
    assert mei.page.xpath("//input[@name='address']/@value") == ["http://silkroad.local:8000"]
    assert mei.page.xpath("//datalist/option/@value")[1:] == ["http://192.168.1.20:8000"]


@pytest.mark.parametrize(
    ("served", "named", "offered"),
    [
        ("http://192.168.1.20:8000", NAMED, [NAMED, "http://192.168.1.20:8000"]),
        ("http://192.168.1.20:8000", "", ["http://192.168.1.20:8000"]),
        ("http://[fd00::7]:9000", "", ["http://[fd00::7]:9000"]),
        ("https://games.example.org", "", ["https://games.example.org"]),
        ("https://games.example.org/silk", "", ["https://games.example.org"]),
        ("http://127.0.0.1:9000", "", ["http://silkroad.local:9000", "http://127.0.0.1:9000"]),
        ("", "", ["http://silkroad.local", "http://localhost"]),
        ("http://" + "a" * 70 + ".example", "", ["http://silkroad.local"]),
    ],
)
def test_the_addresses_offered(tables: Tables, tmp_path: Path, served: str, named: str, offered: list[str]) -> None:
    phone = Phone(create_app(tables, Config(address=served, named=named, prints=tmp_path)))
    phone.get("/print")
    assert phone.page.xpath("//datalist/option/@value") == offered
    assert phone.page.xpath("//input[@name='address']/@value") == offered[:1]


def test_without_script_a_key_shows_the_picture_of_the_choice(app: Flask) -> None:
    ana = Phone(app)
    ana.get("/print?game=tiny&paper=letter&ink=low")
    (source,) = ana.page.xpath("//figure//img/@src")
    assert "paper=letter" in source and "ink=low" in source and "address" not in source
    answer = ana.client.get(source)
    assert answer.status_code == 200 and answer.mimetype == "image/png"
    with Image.open(io.BytesIO(answer.data)) as picture:
        assert picture.width > 300
    again = ana.client.get(source, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_a_kit_with_errors_says_where_and_what_to_do(app: Flask) -> None:
    ana = Phone(app)
    ana.post("/print", **FORM | {"game": "faulty"})
    ready(ana)
    assert "Nothing was printed. The kit has errors." in ana.text
    (place, *_) = ana.page.xpath("//code/text()")
    assert place.startswith("faulty/faces/card.toml:1:text")
    assert "漢" in ana.text and not ana.page.xpath("//main//script")
    assert ana.key("Try again").get("value") is None


def test_a_kit_that_cannot_be_read_is_offered_and_has_no_picture(app: Flask, kits: Path) -> None:
    (kits / "broken").mkdir()
    (kits / "broken" / "kit.toml").write_text("[kit")
    ana = Phone(app)
    ana.get("/print?game=broken")
    assert ana.page.xpath("//input[@name='language']/@value") == ["all"]
    assert ana.client.get("/print/picture.png?game=broken").status_code == 409


def test_a_kit_whose_name_is_not_utf_8_is_offered(app: Flask, kits: Path) -> None:
    tiny_kit(kits, name="caf\udce9")
    ana = Phone(app)
    ana.get("/print?game=caf%5Cxe9")
    assert ana.page.xpath("//input[@name='game'][@checked]/@value") == ["caf\\xe9"]
    ana.post("/print", **FORM | {"game": "caf\\xe9"})
    ready(ana)
    assert "Ready." in ana.text
    ana.get("/print")
    assert ana.page.xpath("//input[@name='game'][@checked]/@value") == ["caf\\xe9"], "it is remembered"


def test_those_before_are_told(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(app, tmp_path, monkeypatch)
    said = []
    for paper in ("a4", "letter", "a3"):
        ana = Phone(app)
        ana.post("/print", **FORM | {"paper": paper})
        said.append(" ".join(ana.page.xpath("//*[@id='state']")[0].text_content().split()))
    assert said == ["Next in turn.", "1 before you.", "2 before you."]


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("game", "../../etc", "Kit: there is no “../../etc”. There is Hangzhou,"),
        ("game", "", "Kit: there is no “”"),
        ("language", "de", "Language: there is no “de”. There is English, Español."),
        ("paper", "a5", "Paper: there is no “a5”. There is A4, Letter, A3, Tabloid, A4 and Letter."),
        ("backs", "x" * 50_000, "Backs: there is no “xxx"),
        ("ink", "<b>", "Ink: there is no “<b>”"),
        ("address", "javascript:alert(1)", "“javascript:alert(1)” cannot stand in a code."),
        ("address", "http://a/b", "“http://a/b” cannot stand in a code."),
        ("address", "http://" + "a" * 60, "at most 60 characters"),
        ("address", 'http://"><script>alert(1)</script>', "cannot stand in a code"),
        ("address", "http://a\nb.example", "cannot stand in a code"),
    ],
)
def test_a_wrong_form_gets_one_sentence_and_loses_nothing(app: Flask, field: str, value: str, says: str) -> None:
    ana = Phone(app)
    ana.post("/print", 400, **FORM | {"paper": "letter", field: value})
    (note,) = ana.page.xpath("//*[@role='alert']")
    assert says in note.text_content()
    assert len(note.text_content()) < 250
    assert not ana.page.xpath("//main//script")
    if field not in ("paper", "game"):
        assert "letter" in ana.page.xpath("//input[@checked]/@value")
    if field == "address":
        assert ana.page.xpath("//input[@name='address']/@value")[0].split() == value.split()


@pytest.mark.parametrize("query", ["game=chess", "game=tiny&paper=a9", "game=tiny&address=x", "game[]=1&paper=%00"])
def test_a_wrong_address_of_the_page_is_said_too(app: Flask, query: str) -> None:
    ana = Phone(app)
    ana.get(f"/print?{query}", 400)
    assert ana.page.xpath("//*[@role='alert']")
    assert ana.client.get(f"/print/picture.png?{query}").status_code == 404
    if query.startswith("game=tiny"):
        assert ana.page.xpath("//input[@name='game'][@checked]/@value") == ["tiny"]


def test_a_kit_without_codes_says_nothing_of_where_they_lead(app: Flask, kits: Path) -> None:
    toml = kits / "tiny" / "kit.toml"
    toml.write_text(toml.read_text("utf-8").replace("companion = true", "companion = false"), "utf-8")
    face = kits / "tiny" / "faces" / "card.toml"
    face.write_text(face.read_text("utf-8").replace("{address}", "https://a.example"), "utf-8")
    ana = Phone(app)
    ana.post("/print", **FORM)
    ready(ana)
    assert "Ready. 1 sheet of paper." in ana.text and "Codes lead" not in ana.text


def test_another_kit_keeps_the_language_if_it_has_it(app: Flask, kits: Path) -> None:
    toml = tiny_kit(kits, name="english") / "kit.toml"
    toml.write_text(re.sub(', "es"|, es = "[^"]*"', "", toml.read_text("utf-8")), "utf-8")
    ana = Phone(app)
    for game, checked in (("xanadu", "es"), ("tiny", "es"), ("english", "en")):
        ana.get(f"/print?game={game}&language=es")
        assert ana.page.xpath("//input[@name='language'][@checked]/@value") == [checked]
        assert not ana.page.xpath("//*[@role='alert']")


@pytest.mark.parametrize(
    "path", ["/print/x", "/print/" + "0" * 20, "/print/" + "0" * 20 + "/kit.zip", "/print/..%2f..%2fetc%2fpasswd/x"]
)
def test_what_is_not_there_is_said(app: Flask, path: str) -> None:
    Phone(app).get(path, 404)


def test_forms_of_other_origins_print_nothing(app: Flask, tmp_path: Path) -> None:
    Phone(app).post("/print", 403, origin="http://evil.example", **FORM)
    assert not (tmp_path / "prints").exists()


def test_too_many_orders_are_told_to_wait(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(app, tmp_path, monkeypatch, waiting=3, waiting_by_address=2)
    headers = {"Origin": ORIGIN}

    def ask(paper: str, address: str) -> tuple[int, str]:
        answer = app.test_client().post(
            "/print", data=FORM | {"paper": paper}, headers=headers, environ_base={"REMOTE_ADDR": address}
        )
        return answer.status_code, answer.headers.get("Retry-After", "")

    assert ask("a4", "10.1.1.1") == (303, "")
    assert ask("a3", "10.1.1.1") == (303, "")
    assert ask("letter", "10.1.1.1") == (429, "5")
    assert ask("letter", "10.1.1.2") == (303, "")
    assert ask("both", "10.1.1.3") == (303, ""), "who has two gives one of them back"
    assert ask("tabloid", "10.1.1.4") == (503, "5")
    assert ask("a4", "10.1.1.3") == (303, ""), "what is there already is no new order"


def test_one_address_prints_so_much_in_ten_minutes(
    app: Flask, tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped(app, tmp_path, monkeypatch)
    most = Limits().rates.heavy.most
    here = {"REMOTE_ADDR": "10.1.1.1"}
    answers = [
        app.test_client().post("/print", data=FORM, headers={"Origin": ORIGIN}, environ_base=here).status_code
        for _ in range(most + 1)
    ]
    assert answers == [303] * most + [429]


def test_a_server_goes_on_with_what_another_left(app: Flask, tables: Tables, tmp_path: Path, kits: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        stopped(app, tmp_path, patch)
        ana = Phone(app)
        ana.post("/print", **FORM)
    later = create_app(tables, Config(prints=tmp_path / "prints", kits=kits))
    printing.resume(later)
    until = time.monotonic() + PATIENCE
    while list((tmp_path / "prints").glob("*/order.json")) and time.monotonic() < until:
        time.sleep(0.1)
    mei = Phone(later)
    mei.get(ana.path)
    assert "Ready." in mei.text


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (errno.ENOSPC, "There is no room for it on the server"),
        (errno.EROFS, "The server cannot write into its"),
    ],
)
def test_a_disk_that_takes_nothing_is_said(app: Flask, monkeypatch: pytest.MonkeyPatch, number: int, says: str) -> None:
    def refused(path: Path, *_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    ana = Phone(app)
    ana.get("/print?game=tiny")
    monkeypatch.setattr(Path, "mkdir", refused)
    ana.post("/print", 503, **FORM)
    assert says in ana.text
    assert ana.client.get("/print/picture.png?game=tiny").status_code == 503


def test_a_picture_that_does_not_come_is_asked_for_later(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped(app, tmp_path, monkeypatch)
    monkeypatch.setattr(printing.views, "PATIENCE", 0.2)
    answer = app.test_client().get("/print/picture.png?game=tiny")
    assert answer.status_code == 503 and answer.headers["Retry-After"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_kits_own_words_do_nothing(app: Flask, language: str) -> None:
    ana = Phone(app, language)
    ana.get("/print?game=tiny")
    assert ("Tiny <b>&" if language == "en" else "Mini <b>&") in ana.text
    ana.post("/print", **FORM)
    assert ana.h1 in ("Tiny <b>&", "Mini <b>&")


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(sorted(FORM)), st.text(max_size=60), min_size=1))
def test_any_form_gets_an_answer(app: Flask, monkeypatch: pytest.MonkeyPatch, wrong: dict[str, str]) -> None:
    monkeypatch.setattr(app.extensions["printing"].foreman, "wake", lambda kind: None)
    answer = app.test_client().post("/print", data=FORM | wrong, headers={"Origin": ORIGIN})
    assert answer.status_code in (303, 400)
    assert app.test_client().get("/print", query_string=wrong).status_code in (200, 400)
