"""A kit in languages that the press does not speak: what its words files say is printed, what they lack is found."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from font_builders import truetype
from output_builders import page_texts, pnp

from pnp.art.paths import walk_items
from pnp.face.layout import KitFaces
from pnp.kit.word_files import PARTS, leaves, texts, wrong_with
from pnp.kits import load as read_kit
from pnp.kits import read
from pnp.scene import Text
from pnp.text.fonts import list_installed_faces

TONGUES = Path(__file__).parent / "tongues"


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kits") / "tongues"
    shutil.copytree(TONGUES, folder)
    written = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.ja.*"))
    written += "".join(map(chr, range(32, 127))) + "·–×→½©°§絹の道" + (folder / "kit.toml").read_text(encoding="utf-8")
    truetype(folder / "fonts" / "Squares.ttf", "".join(sorted({one for one in written if one.isprintable()})))
    return folder


@pytest.fixture(scope="module")
def printed(kit: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The words of each file, by its name without ending."""
    out = tmp_path_factory.mktemp("out")
    result = pnp("build", kit, "--out", out, "--companion", "none")
    assert result.exit_code == 0, result.output
    return {
        f"{path.parent.name}-{path.stem[2:]}": " ".join(page_texts(path))
        for path in sorted((out / "tongues").glob("*/*.pdf"))
    }


def test_the_press_says_what_the_kit_gives_it_to_say(printed: dict[str, str]) -> None:
    sheet = printed["fr-card-two-sided-a4"]
    assert "feuille 1 sur 1 · recto" in sheet
    assert "imprimer à 100 %" in sheet
    guide = printed["fr-print-guide-a4"]
    assert "Guide d’impression" in guide
    assert "Imprimez recto verso, retourné sur le bord long" in guide
    assert not {"sheet", "print", "cuts", "folds", "side", "Glue", "knife"} & set(guide.split())
    assert "vel 1 van 1 · voorkant" in printed["nl-card-two-sided-a4"]
    assert "等倍で印刷" in printed["ja-card-two-sided-a4"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", ("Sommaire", "2–4 joueurs · 30–45 minutes · dès 8 ans", "p. 2", "« Piochez une carte »", "1,5 pièce")),
        ("nl", ("Inhoud", "2–4 spelers · 30–45 minuten · vanaf 8 jaar", "blz. 2", "„Trek een kaart”")),
        ("ja", ("目次", "2–4人 · 30–45分 · 8歳から", "「札を一枚引く」")),
    ],
)
def test_leaflets_speak_the_language_of_the_kit(printed: dict[str, str], language: str, words: tuple[str, ...]) -> None:
    booklet = printed[f"{language}-rules-a5"]
    assert [word for word in words if word not in booklet] == []


def test_what_the_press_says_in_english_is_found_with_its_names_and_its_file(kit: Path) -> None:
    findings = [finding for finding in read(kit)[1] if finding.code == "press-word"]
    found = [(f"{Path(finding.place.file).name}:{finding.place.row}", finding.message) for finding in findings]
    assert found[0] == (
        "words.nl.toml:4",
        "the press says sheet.guide.title, sheet.guide.before, sheet.guide.actual_size, sheet.guide.ruler, "
        "sheet.guide.what, sheet.guide.columns, sheet.guide.one_side, sheet.guide.both_sides, sheet.guide.totals, "
        "sheet.guide.sheets, sheet.guide.work, sheet.guide.making and 36 more in English",
    )
    assert [place for place, _ in found] == ["words.nl.toml:4", "words.ja.toml:4"]
    assert {finding.severity for finding in findings} == {"warning"}
    names = " ".join(message for _, message in found)
    assert not [part for part in ("labels", "panels.die", "test_page", "diff.") if part in names], (
        "they are not printed"
    )


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", ["es", "fr", "de", "it", "pt"])
def test_the_press_says_the_same_things_in_six_languages(part: str, language: str) -> None:
    english, own = (dict(leaves(texts(part, one))) for one in ("en", language))
    assert own.keys() == english.keys()
    assert not {path: wrong for path, value in own.items() if (wrong := wrong_with(english[path], value))}


def test_what_is_missing_is_written_to_be_translated(kit: Path) -> None:
    assert pnp("words", kit, "fr").output == "# Nothing is missing in fr.\n"
    missing = pnp("words", kit, "nl").output
    assert missing.startswith('[press.sheet]\nlabels = "labels: {title}"\n\n[press.sheet.guide]\n')
    assert "test_page" not in missing
    words = kit / "words.nl.toml"
    before = words.read_text(encoding="utf-8")
    added = missing.replace('[press.sheet]\nlabels = "labels: {title}"\n', "")
    words.write_text(before.replace("\n[press.leaflet]", 'labels = "etiketten"\n\n[press.leaflet]') + "\n" + added)
    try:
        _, findings = read(kit)
        assert not [finding for finding in findings if "nl.toml" in finding.place.file]
    finally:
        words.write_text(before, encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('[press.sheet]\nsheet = "feuille {numero}"', "sheet has {numero}, where {number}, {total} is filled in"),
        ('[press.leaflet]\npage = "{seite}ページ"', "page has {seite}, where {page} is filled in"),
        ('press = "x"', "press is “x”, not a table"),
    ],
)
def test_words_that_the_press_cannot_say_are_errors(tmp_path: Path, line: str, says: str) -> None:
    folder = tmp_path / "kit"
    shutil.copytree(TONGUES, folder)
    text = (folder / "words.ja.toml").read_text(encoding="utf-8").partition("\n[press")[0]
    (folder / "words.ja.toml").write_text(f"{line}\n{text}" if line.startswith("press") else f"{text}\n{line}\n")
    errors = [finding.message for finding in read(folder)[1].errors]
    assert [message for message in errors if "rules" not in message] == [says]


def test_a_words_file_with_words_of_the_press_alone_needs_no_other(tmp_path: Path) -> None:
    head = '[kit]\nid = "own"\ntitle = { en = "Own", nl = "Eigen" }\nplayers = [2, 4]\nlanguages = ["en", "nl"]\n'
    (tmp_path / "kit.toml").write_text(head)
    (tmp_path / "words.nl.toml").write_text('[press.sheet]\nfront = "voorkant"\n')
    assert "missing-file" not in {finding.code for finding in read(tmp_path)[1]}
    (tmp_path / "words.nl.toml").write_text('hail = "Hallo"\n\n[press.sheet]\nfront = "voorkant"\n')
    missing = [Path(finding.place.file).name for finding in read(tmp_path)[1] if finding.code == "missing-file"]
    assert missing == ["words.en.toml"]


@pytest.mark.parametrize(
    ("kit", "language", "code", "message"),
    [
        ("nope", "nl", 2, "'nope': there is no such kit"),
        ("hangzhou", "12", 2, "'12' is no code of a language"),
        ("broken", "nl", 1, "broken/kit.toml:1: not valid TOML"),
    ],
)
def test_words_of_a_wrong_kit_or_language_are_refused_with_one_message(
    kit: str, language: str, code: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "kit.toml").write_text("[kit\n")
    result = pnp("words", kit, language)
    assert result.exit_code == code and result.output.count("Error:") == 1 and message in result.output
    assert not result.stdout.startswith("[press")


EAST = {"Amiri-Regular", "FrankRuhlLibre[wght]"}
needs_east = pytest.mark.skipif(
    not set(list_installed_faces()) >= EAST, reason="fontpkg-amiri, fontpkg-frank-ruhl-libre"
)
NAME = "{component}-{row}-{side}.svg"


@needs_east
@pytest.mark.long
def test_a_kit_in_arabic_and_hebrew_is_printed_from_the_right(tmp_path: Path) -> None:
    kit = shutil.copytree(TONGUES.parent / "east", tmp_path / "east")
    result = pnp("export", kit, "--as", "faces", "--name", NAME, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "missing-glyph" not in result.output
    drawn = {language: next((tmp_path / "out").rglob(f"{language}/*.svg")) for language in ("ar", "he")}
    assert 'unicode-bidi="bidi-override"' in drawn["he"].read_text(encoding="utf-8")
    assert 'role="img"' in drawn["ar"].read_text(encoding="utf-8"), "letters that join are shapes"
    read = read_kit(kit)
    for language, rule in (("ar", "خذ"), ("he", "קחו")):
        scene = KitFaces(read, language).scene("card", read.tables["goods"]["silk"], size=(63.5, 88.9), bleed=3)
        first = min(
            (text for text, _ in walk_items(scene.items) if isinstance(text, Text) and 18 < text.y < 23),
            key=lambda text: -text.x,
        )
        assert first.x + first.width == pytest.approx(58.5)
        assert first.text.strip().startswith(rule) and first.right_to_left
