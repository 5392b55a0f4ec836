"""Every example of docs/kit-format.md is run as it stands there, and schemas take what the press takes."""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
import pytest
from jsonschema import Draft7Validator
from kit_builders import write_kit
from output_builders import pnp

from pnp.face.layout import KitFaces
from pnp.face.words import WORDS
from pnp.kit import expand
from pnp.kit.face_files import Draw, FaceGrid
from pnp.kit.model import LESSON_WORDS, Component, Head
from pnp.kit.theme import GradientSpec, Style
from pnp.kits import load
from pnp.render.pdf import write_pdf
from pnp.render.png import make_scene_page
from pnp.render.svg import write_svg
from pnp.scene import Group, Item, Text
from pnp.schema import FILES, schemas
from pnp.sheet.press_words import read_leaflet_words, read_sheet_words

DOC = (Path(__file__).parents[3] / "docs" / "kit-format.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^```(toml|csv)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
SCENE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="#23426B"/></svg>'
)


def blocks() -> list[tuple[str, str]]:
    """The examples, each under the heading it stands under."""
    found = []
    for block in _BLOCK.finditer(DOC):
        heading = [match[1] for match in _HEADING.finditer(DOC, 0, block.start())][-1]
        found.append((heading, block[2]))
    return found


EXAMPLES = blocks()
WORD_EXAMPLES = [(heading, text) for heading, text in EXAMPLES if heading in WORDS and text.startswith("[[draw]]")]


def under(heading: str, number: int = 0) -> str:
    return [text for found, text in EXAMPLES if found == heading][number]


@pytest.fixture
def kit_files() -> dict[str, str | bytes | None]:
    """The kit that the examples make up together."""
    return {
        "kit.toml": under("kit.toml"),
        "dyes.csv": under("Tables"),
        "theme.toml": under("theme.toml"),
        "words.en.toml": under("Words"),
        "words.es.toml": under("Words").replace("Pay", "Paga").replace("or pass", "o pasa"),
        "faces/dye.toml": under("Faces"),
        "faces/chip.toml": under("face", 1),
        "faces/plain.toml": None,
        "art/scene.svg": SCENE,
    }


def drawn(items: tuple[Item, ...]) -> str:
    return "".join(
        drawn(item.items) if isinstance(item, Group) else item.text if isinstance(item, Text) else "" for item in items
    )


def test_every_word_has_its_example() -> None:
    assert {heading for heading, _ in WORD_EXAMPLES} == set(WORDS)


@pytest.mark.parametrize(("word", "example"), WORD_EXAMPLES, ids=[word for word, _ in WORD_EXAMPLES])
def test_an_example_is_laid_out_and_drawn(
    tmp_path: Path, kit_files: dict[str, str | bytes | None], word: str, example: str
) -> None:
    kit = load(write_kit(tmp_path, {**kit_files, "faces/dye.toml": example}))
    layout = KitFaces(kit, "es", address="http://silkroad.local:8000/k/mygame/3f9a2c", seals=True)
    scene = layout.scene("dye", kit.tables["dyes"]["blue"], size=(63.5, 88.9), bleed=3)
    assert not list(layout.findings)
    assert scene.items
    if word == "text":
        assert drawn(scene.items).replace(" ", "") == "Pay1forazulForazul"
    assert write_pdf([make_scene_page(scene)], io.BytesIO(), fonts=layout.fonts, title=word) == 1
    assert write_svg(scene, fonts=layout.fonts).startswith("<svg")


def test_the_examples_make_up_a_kit(tmp_path: Path, kit_files: dict[str, str | bytes | None]) -> None:
    kit = load(write_kit(tmp_path, kit_files))
    (dyes,) = kit.components
    assert [record.key for record, _ in expand(kit, dyes) if record] == ["blue", "red", "yellow"]
    layout = KitFaces(kit, "en")
    scene = layout.scene("dye", kit.tables["dyes"]["red"], size=(60, 40))
    assert drawn(scene.items) == "red"
    assert kit.theme.colours["ground"] == "#F4E9D3"
    assert (kit.age, kit.minutes, kit.author) == (10, (45, 60), "Ana García")


def test_the_languages_example_is_said(tmp_path: Path, kit_files: dict[str, str | bytes | None]) -> None:
    said = {name: f"{kit_files[name]}\n{under('Languages')}" for name in ("words.en.toml", "words.es.toml")}
    kit = load(write_kit(tmp_path, {**kit_files, **said}))
    assert kit.words.keys() == {"aid.pay"}
    say = read_sheet_words("es", kit.own_words["es"])
    assert (say.front, say.back, say.guide.tools[0]) == ("recto", "reverso", "Couteau et règle")
    leaflet = read_leaflet_words("es", kit.own_words["es"])
    assert (leaflet.contents, leaflet.page) == ("Sommaire", "page {page}")


def rows_under(heading: str) -> list[dict[str, str]]:
    """The tables of keys under a heading, by column."""
    section = re.split(r"^#+ ", DOC.split(f"# {heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    lines = re.findall(r"^\| (`.+) \|$", section, re.MULTILINE)
    found = [
        dict(zip(("key", "type", "default", "meaning", "example"), line.split(" | "), strict=False)) for line in lines
    ]
    return [row for row in found if len(row) == 5]


def keys_of(struct: type[msgspec.Struct]) -> dict[str, Any]:
    return {field.encode_name: field.default for field in msgspec.structs.fields(struct)}


TABLES: dict[str, tuple[type[msgspec.Struct], set[str]]] = {
    "The table [kit]": (Head, set()),
    "Keys of every component": (Component, {"line", "kind", "face", "back", "size", "on"}),
    "Keys of every word": (Draw, {"row", "box"}),
    "Grids": (FaceGrid, set()),
    "Styles": (Style, set()),
    "Fills": (GradientSpec, set()),
    **{name: (word, {*word.__base__.__struct_encode_fields__, "box"}) for name, word in WORDS.items()},
}
"""The headings with tables of keys, the struct of each, and keys of it that stand elsewhere."""


@pytest.mark.parametrize("heading", TABLES)
def test_a_table_of_keys_has_each_key_with_its_default(heading: str) -> None:
    struct, elsewhere = TABLES[heading]
    known = keys_of(struct)
    named = {key: row["default"] for row in rows_under(heading) for key in re.findall(r"`(\w+)`", row["key"])}
    assert {*named} - elsewhere == {*known} - elsewhere
    for key, said in named.items():
        value = known.get(key)
        if isinstance(value, int | float | str | tuple) and re.fullmatch(r"`[^`]+`", said):
            assert tomllib.loads(f"x = {said.strip('`')}")["x"] == (list(value) if isinstance(value, tuple) else value)


def test_the_lessons_example_is_read(tmp_path: Path, kit_files: dict[str, str | bytes | None]) -> None:
    said = {
        name: text.replace("[take]", f"[{name}]")
        for name in ("market", "take", "tie")
        for text in (under("Lessons", 1),)
    }
    words = "\n".join(said.values())
    face = 'size = [60, 40]\n\n[[draw]]\nellipse = "trim"\nfill = "silk"\n'
    files = {"lessons.toml": under("Lessons"), "lessons.en.toml": words, "lessons.es.toml": words}
    kit = load(write_kit(tmp_path, {**kit_files, **files, "faces/quick-turn.toml": face}))
    assert [lesson.id for lesson in kit.lessons] == ["market", "take", "tie"]
    assert [lesson.offers for lesson in kit.lessons] == [6, 3, 6]
    assert set(kit.lessons[1].words) == set(LESSON_WORDS)


# --- the schemas take what the press takes ---

ROOT = Path(__file__).parents[3]
SCHEMAS = schemas()
HEAD = """[kit]
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
    assert pnp("schema", tmp_path).exit_code == 0
    settings = tomllib.loads((tmp_path / ".taplo.toml").read_text())
    for rule in settings["rule"]:
        assert (tmp_path / rule["schema"]["path"]).is_file()
    assert {file for rule in settings["rule"] for file in rule["include"]} == {
        f for files in FILES.values() for f in files
    }
    assert pnp("schema", tmp_path).exit_code == 0
    (tmp_path / ".taplo.toml").write_text("[formatting]\n")
    mine = pnp("schema", tmp_path)
    assert mine.exit_code == 1
    assert "is your own" in mine.stderr


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("face", '[[draw]]\nrect = "trim"\nfill = "ink"\nradiuss = 2\n', "'radiuss' was unexpected"),
        ("face", '[[draw]]\ntext = "a"\nvalign = "center"\n', "'center' is not one of ['top', 'middle', 'bottom']"),
        ("kit", HEAD + 'kind = "card"\nface = "f"\nsise = 3\n', "'sise' was unexpected"),
        ("kit", HEAD + 'kind = "crad"\nface = "f"\n', "'crad' is not one of"),
    ],
)
def test_an_editor_names_the_key_that_is_wrong(name: str, text: str, told: str) -> None:
    """And not only the table that it stands in."""
    assert any(told in fault for fault in faults(name, text))
