"""What the press made, on a phone: drawn signs and faces, the leaflet with every rule, the files to print."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from lxml import etree
from lxml import html as markup
from paperless import Phone, give
from tinykit import tiny_kit

from companion.engine.wording import LANGUAGES
from companion.tables import Start, Tables, TakeSeat
from companion.web import Config, create_app
from companion.web import rules as pages
from companion.web.assets import FOREVER, face_file, sign_file
from companion.web.game_pages import GAMES
from companion.web.rules import list_rule_titles, read_rules
from pnp.build.build import build
from pnp.sheet.options import Options

OWN = "0a" * 16


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    made = app.test_client()
    made.set_cookie("phone", OWN)
    return made


def used(client: FlaskClient, path: str) -> dict[str, set[str]]:
    """The files of signs that a page names, with the signs that it takes from each, all of which are there."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    found: dict[str, set[str]] = {}
    for file, sign in re.findall(r'href="(/drawn/[^"#]+)#([^"]*)"', answer.text):
        found.setdefault(file, set()).add(sign)
    for file, names in found.items():
        drawn = client.get(file).text
        assert not [name for name in names if f'id="{name}"' not in drawn], (path, file)
    return found


def test_pages_of_no_game_use_one_file_with_the_marks_of_all(client: FlaskClient) -> None:
    for path in ("/", "/k/xanadu/abc", "/history", "/print", "/new/hangzhou"):
        assert set(used(client, path)) == {sign_file()}, path


@pytest.mark.parametrize("game", GAMES)
def test_pages_of_a_table_use_the_file_of_its_game(client: FlaskClient, tables: Tables, game: str) -> None:
    code = tables.open(game, OWN)
    for token, command in ((OWN, TakeSeat(0, "Ana")), ("1b" * 16, TakeSeat(1, "Mei"))):
        for path in ("", "/seats"):
            assert set(used(client, f"/t/{code}{path}")) == {sign_file(game)}
        give(tables, code, token, command)
    assert set(used(client, f"/t/{code}/settings")) == {sign_file()}
    give(tables, code, OWN, Start())
    for path in ("", "/menu", "/log", "/check"):
        assert sign_file(game) in used(client, f"/t/{code}{path}")


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_drawn_as_it_is_printed(app: Flask, language: str) -> None:
    address = face_file("xanadu", "49", language)
    answer = app.test_client().get(address)
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert answer.headers["Cache-Control"] == FOREVER
    drawn = etree.fromstring(answer.data)
    assert drawn.get("viewBox") == "0 0 63.5 88.9"
    said = "".join(drawn.itertext())
    for letters in ("Barracks", "Cuartel", "49", "8"):
        assert letters in said
    assert ("The night guard" in said) == (language == "en")
    assert not re.search(rb'(?:href|src)="(?!#|data:)', answer.data), "a picture fetches nothing"


@pytest.mark.long
@pytest.mark.parametrize(
    "path", ["xanadu/0/en/00", "xanadu/0/en/75", "xanadu/0/de/01", "none/0/en/01", "hangzhou/0/en/1"]
)
def test_what_there_is_not_is_not_found(app: Flask, path: str) -> None:
    assert app.test_client().get(f"/face/{path}.svg").status_code == 404


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_rule_is_on_the_page_under_its_id(app: Flask, language: str) -> None:
    page = markup.document_fromstring(
        app.test_client().get("/rules/hangzhou", headers={"Accept-Language": language}).text
    )
    ids = set(page.xpath("//article//@id"))
    rules = {rule.id for rule in read_rules("hangzhou", language).rules if rule.id}
    assert len(rules) > 30
    assert rules <= ids
    assert set(page.xpath('//article//a[starts-with(@href, "#")]/@href')) <= {f"#{name}" for name in ids}


def test_the_page_says_what_the_leaflet_says(app: Flask) -> None:
    text = app.test_client().get("/rules/hangzhou").text
    assert "<h2" in text and "<table>" in text and "<ol" in text
    assert "markup" not in {finding.code for finding in read_rules("hangzhou", "en").findings}


def test_a_phone_reads_the_leaflet_that_kit_toml_names_and_shows_what_paper_shows(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = '[[component]]\nkind = "cards"\n\n[[component]]\nkind = "leaflet"\nfile = "handbook"\n'
    (tmp_path / "kit.toml").write_text(kit, encoding="utf-8")
    text = "# Pig {#pig}\n\nOne\\\ntwo. See [there](http://example.org) and [pig](#pig).\n"
    (tmp_path / "handbook.en.md").write_text(text, encoding="utf-8-sig")
    monkeypatch.setattr(pages, "find", lambda game: tmp_path)
    monkeypatch.setattr(pages, "read_rules", read_rules.__wrapped__)
    page = markup.document_fromstring(app.test_client().get("/rules/hangzhou").text)
    (article,) = page.xpath("//article")
    assert page.xpath("//h1")[0].text_content() == "Pig" and article.get("id") == "pig"
    assert [said.text_content() for said in article] == ["Onetwo. See there and pig."]
    assert len(article.xpath(".//br")) == 1
    assert article.xpath(".//a/@href") == ["http://example.org", "#pig"]
    assert list_rule_titles.__wrapped__("hangzhou", "en") == {"pig": "Pig"}


ADDRESS = "http://192.168.1.20:8000"


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the press wrote a kit into, beside other files."""
    folder = tmp_path_factory.mktemp("built")
    kit = tiny_kit(folder / "kits")
    build(kit, Options(out=folder / "output", companion="http://elsewhere.example"), lambda name, done: None)
    (folder / "output" / "docs").mkdir()
    (folder / "output" / "tiny" / "secret.txt").write_text("not of the kit")
    (folder / "secret.txt").write_text("not of the kit")
    return folder / "output"


def served(tables: Tables, output: Path, **options: str) -> Flask:
    return create_app(tables, Config(address=ADDRESS, output=output, **options))


def links(phone: Phone) -> list[str]:
    return [str(path) for path in phone.page.xpath("//main//a[@download]/@href")]


def test_every_file_of_a_built_kit_is_linked_and_comes(tables: Tables, output: Path) -> None:
    ana = Phone(served(tables, output)).at("/print")
    listed = json.loads((output / "tiny" / "for-programs/manifest.json").read_text())["files"]
    assert links(ana) == [f"/print/tiny/{file['path']}" for file in listed]
    for file in listed:
        assert file["holds"] in ana.text
        answer = ana.client.get(f"/print/tiny/{file['path']}")
        assert answer.data == (output / "tiny" / file["path"]).read_bytes()
        assert answer.headers["Content-Disposition"].startswith("attachment")
        assert (
            ana.client.get(f"/print/tiny/{file['path']}", headers={"If-None-Match": answer.headers["ETag"]}).status_code
            == 304
        )
    assert "The printed codes open http://elsewhere.example, not this server." in ana.text


@pytest.mark.parametrize(
    "path",
    [
        "tiny/secret.txt", "tiny/for-programs/manifest.json", "../secret.txt", "tiny/..%2F..%2Fsecret.txt",
        "%2E%2E/secret.txt", "docs/x", "none/x",
    ],
)  # fmt: skip
def test_nothing_else_is_given(tables: Tables, output: Path, path: str) -> None:
    assert served(tables, output).test_client().get(f"/print/{path}").status_code == 404


@pytest.mark.parametrize(
    ("address", "named", "printed"),
    [
        (ADDRESS, "", ADDRESS),
        (ADDRESS, "http://silkroad.local:8000", "http://silkroad.local:8000"),
        ("http://127.0.0.1:8000", "", "http://silkroad.local:8000"),
        ("https://games.example.org", "", "https://games.example.org"),
    ],
)
def test_the_command_builds_for_this_address(
    tables: Tables, tmp_path: Path, address: str, named: str, printed: str
) -> None:
    folder = tmp_path / "my prints"
    ana = Phone(create_app(tables, Config(address=address, named=named, output=folder)))
    assert "No kit has been built yet." in ana.at("/print").text and not links(ana)
    (command,) = ana.page.xpath("//code")
    assert shlex.split(command.text) == ["pnp", "build", "--companion", printed, "--out", str(folder)]
    plain = Phone(create_app(tables, Config(address=address, named=named)))
    assert plain.at("/print").page.xpath("//code")[0].text == f"pnp build --companion {printed}"


def test_a_manifest_that_cannot_be_read_is_left_out(tables: Tables, tmp_path: Path) -> None:
    (tmp_path / "broken" / "for-programs").mkdir(parents=True)
    (tmp_path / "broken" / "for-programs/manifest.json").write_text("{")
    ana = Phone(served(tables, tmp_path)).at("/print")
    assert not links(ana)
