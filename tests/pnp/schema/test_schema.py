"""The schemas take what the press takes: our kits, and every example of the documentation."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft7Validator

from pnp.cli import main
from pnp.schema import FILES, schemas

ROOT = Path(__file__).parents[3]
SCHEMAS = schemas()
KIT = """[kit]
id = "a"
title = "A"
players = [1, 2]
languages = ["en"]

[[component]]
id = "c"
title = "C"
size = "poker"
"""


def ours() -> Iterator[tuple[str, Path]]:
    for kit in sorted((ROOT / "cards").iterdir()):
        for path in sorted(kit.rglob("*.toml")):
            name = path.relative_to(kit).as_posix()
            yield (
                next(name_ for name_, files in FILES.items() if any(PurePosixPath(name).match(f) for f in files)),
                path,
            )


def faults(name: str, text: str) -> list[str]:
    return [error.message for error in Draft7Validator(SCHEMAS[name]).iter_errors(tomllib.loads(text))]


def schema(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["schema", *arguments])


@pytest.mark.parametrize("name", SCHEMAS)
def test_each_is_a_schema(name: str) -> None:
    Draft7Validator.check_schema(SCHEMAS[name])


@pytest.mark.long
def test_our_kits_have_the_form() -> None:
    found = {path: faults(name, path.read_text(encoding="utf-8")) for name, path in ours()}
    assert len(found) > 50
    assert not {str(path): wrong[:2] for path, wrong in found.items() if wrong}


def test_the_examples_of_faces_have_the_form() -> None:
    doc = (ROOT / "docs" / "kit-format.md").read_text(encoding="utf-8")
    examples = [text for text in re.findall(r"```toml\n(.*?)```", doc, re.DOTALL) if "[[draw]]" in text]
    assert len(examples) > 8
    assert not {text: wrong for text in examples if (wrong := faults("face", text))}


def test_a_kit_gets_them_with_what_editors_need(tmp_path: Path) -> None:
    (tmp_path / "kit.toml").write_text("")
    assert schema(str(tmp_path)).exit_code == 0
    settings = tomllib.loads((tmp_path / ".taplo.toml").read_text())
    for rule in settings["rule"]:
        assert (tmp_path / rule["schema"]["path"]).is_file()
    assert {file for rule in settings["rule"] for file in rule["include"]} == {
        f for files in FILES.values() for f in files
    }
    assert schema(str(tmp_path)).exit_code == 0
    (tmp_path / ".taplo.toml").write_text("[formatting]\n")
    mine = schema(str(tmp_path))
    assert mine.exit_code == 1
    assert "is your own" in mine.stderr


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("face", '[[draw]]\nrect = "trim"\nfill = "ink"\nradiuss = 2\n', "'radiuss' was unexpected"),
        ("face", '[[draw]]\ntext = "a"\nvalign = "center"\n', "'center' is not one of ['top', 'middle', 'bottom']"),
        ("kit", KIT + 'kind = "card"\nface = "f"\nsise = 3\n', "'sise' was unexpected"),
        ("kit", KIT + 'kind = "crad"\nface = "f"\n', "'crad' is not one of"),
    ],
)
def test_an_editor_names_the_key_that_is_wrong(name: str, text: str, told: str) -> None:
    """And not only the table that it stands in."""
    assert any(told in fault for fault in faults(name, text))
