"""The page of files to print: what `pnp build` wrote, and the command that builds it for this address."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from flask import Flask
from paperless import Phone
from tinykit import tiny_kit

from companion.tables import Tables
from companion.web import Config, create_app
from pnp.build.build import build
from pnp.sheet.options import Options

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
    ana = Phone(served(tables, output))
    ana.get("/print")
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
    ana = Phone(served(tables, tmp_path))
    ana.get("/print")
    assert not links(ana)
