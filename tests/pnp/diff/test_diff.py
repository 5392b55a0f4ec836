"""Two states of a kit: told in words and as a page, from folders, builds and git; and printing only what changed."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from changes_builders import (
    CARD,
    MENDED,
    ROWS,
    SAID,
    goods,
    in_two_languages,
    listed,
    manifest_of,
    on_sheets,
    printed,
    since,
    write_rows,
)
from hypothesis import given
from hypothesis import strategies as st
from output_builders import pnp

from pnp.build.manifest import PieceEntry
from pnp.diff.compare import LONGEST, find_changes, shorten


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit as it was, as it is, and what a build left of each."""
    folder = tmp_path_factory.mktemp("states")
    printed(goods(folder / "old"), folder / "was")
    printed(goods(folder / "new", MENDED), folder / "is")
    return folder


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new"),
    [("old", "new"), ("was/tiny", "new"), ("was/tiny/for-programs/manifest.json", "is/tiny"), ("was", "is/tiny")],
)
def test_what_changed_is_said_whatever_the_states_are_named_by(old: str, new: str, states: Path) -> None:
    result = pnp("diff", states / old, states / new)
    assert result.output == SAID
    assert result.exit_code == 1


@pytest.mark.long
def test_the_same_is_said_to_be_the_same(states: Path, tmp_path: Path) -> None:
    kit = goods(tmp_path / "copy")
    (kit / "words.toml").write_text("# another build\n")
    result = pnp("diff", states / "was" / "tiny", kit)
    assert (result.exit_code, result.output) == (0, "The same, to the byte.\n")


@pytest.mark.long
def test_faces_that_one_draw_moved_are_told_as_one(tmp_path: Path) -> None:
    rows = tuple((f"g{number}", f"Good {number}", str(number % 10), "1") for number in range(20))
    old, new = goods(tmp_path / "old", rows, board=0), goods(tmp_path / "new", rows, board=0)
    (new / "faces" / "card.toml").write_text(CARD.replace("[40, 60,", "[41, 60,"))
    result = pnp("diff", old, new, "--html", tmp_path / "page.html")
    assert result.output.splitlines()[:2] == ["~ Cards: 20 faces changed alike", "    text 1 mm right"]
    assert "20 of 20 pieces differ" in result.output
    page = (tmp_path / "page.html").read_text()
    assert "Cards · 20 faces changed alike" in page and page.count("<details") == 1


@pytest.mark.long
def test_the_page_needs_nothing_beside_it_and_rings_what_differs(states: Path, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    result = pnp("diff", states / "was" / "tiny", states / "new", "--html", file)
    assert result.exit_code == 1 and "page.html" in result.output
    page = file.read_text("utf-8")
    assert not re.findall(r'(?:src|href)="(?!#|data:)', page) and not re.findall(r"url\((?!data:|#)", page)
    assert "http" not in page.replace("http://www.w3.org/", "")
    kinds = re.findall(r'<article [^>]*data-kind="(\w+)"', page)
    assert kinds == ["changed", "new", "gone"], "in this order"
    assert page.count('class="ring"') == 2, "round the price, old and new"
    assert "<del>5</del> → <ins>6</ins>" in page and "not there before" in page and "not there any more" in page
    assert "not (scripting: enabled) { .field:has([data-sift]) { display: none" in page, "the filter needs the script"


@pytest.mark.long
def test_the_page_speaks_the_language_that_is_asked_for(tmp_path: Path) -> None:
    for name, price in (("old", "5"), ("new", "6")):
        in_two_languages(tmp_path / name, ("silk", "Silk", price, "1"))
    result = pnp("diff", tmp_path / "old", tmp_path / "new", "--language", "es", "--html", tmp_path / "es.html")
    assert "1 de 1 piezas son distintas" in result.output
    page = (tmp_path / "es.html").read_text("utf-8")
    assert '<html lang="es">' in page and "Lado a lado" in page and "Side by side" not in page
    pnp("diff", tmp_path / "old", tmp_path / "new", "--html", tmp_path / "both.html")
    both = (tmp_path / "both.html").read_text("utf-8")
    assert both.count("<article") == 2 and 'id="l-es"' in both
    assert both.count("<figcaption>Old</figcaption>") == both.count("<figcaption>New · now</figcaption>") == 2


RULE = (
    "Choose one opponent who has more goods of this colour than you do. That player gives you one of them, or pays you "
    "three coins; then you may trade any number of your goods at the market for the current prices."
)


def test_of_a_long_text_the_stretch_is_told_in_which_a_word_differs() -> None:
    old, new = shorten(RULE, RULE.replace("three", "four"))
    assert old == "…you one of them, or pays you three coins; then you may trade…"
    assert new == "…you one of them, or pays you four coins; then you may trade…"
    assert shorten("", RULE) == ("", f"{RULE[:LONGEST].strip()}…")
    end = "…for the current prices."
    assert shorten(f"{RULE} Yes.", f"{RULE} No.") == (f"{end} Yes.", f"{end} No.")


def piece(key: str, copies: int, faces: dict[str, str]) -> PieceEntry:
    return PieceEntry(component="cards", key=key, language="en", copies=copies, faces=faces)


def plain(table: list[tuple[str, int]], first: int = 0) -> list[PieceEntry]:
    """Rows that are numbered from the first."""
    rows = enumerate(table, first)
    return [piece(str(row), copies, {"front": face} if copies else {}) for row, (face, copies) in rows]


tables = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 3)), max_size=5)


@given(before=tables, after=tables, shift=st.integers(0, 3))
def test_nothing_is_printed_that_is_in_the_box_and_afterwards_it_is_the_kit(
    before: list[tuple[str, int]], after: list[tuple[str, int]], shift: int
) -> None:
    old, new = plain(before), plain(after, shift)
    found = find_changes(old, new)
    out, come = Counter[str](), Counter[str]()
    for change in found:
        if change.old:
            out[change.old.faces.get("front", "")] += change.take_out
        if change.new:
            come[change.new.faces.get("front", "")] += change.put_in
    box, kit = (counted(pieces) for pieces in (old, new))
    assert box - out + come == kit and out <= box
    assert not set(+out) & set(+come)
    assert all(change.put_in or change.take_out for change in found)


def counted(pieces: list[PieceEntry]) -> Counter[str]:
    return +Counter({face: sum(one.copies for one in pieces if one.faces.get("front") == face) for face in "abc"})


def test_rows_that_read_the_same_are_one_and_one_may_be_parted() -> None:
    front = {"front": "c"}
    one, two = [piece("camel", 4, front)], [piece("camel", 3, front), piece("camel2", 1, front)]
    assert find_changes(one, two) == find_changes(two, one) == []
    (found,) = find_changes(two, [piece("camel", 6, front)])
    assert (found.key, found.take_out, found.put_in) == ("camel", 0, 2)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the kit in a folder of it, changed since its first commit, which is called v1."""
    if not shutil.which("git"):
        pytest.skip("git is missing: apt-get install git")

    kit = goods(tmp_path / "games" / "tiny")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    git(tmp_path, "tag", "v1")
    write_rows(kit, MENDED)
    git(tmp_path, "commit", "-qam", "second")
    return kit


@pytest.mark.long
def test_a_revision_is_one_of_the_kit_that_is_named_beside_it(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for old, new in (("HEAD~1", repository), ("v1", repository)):
        assert pnp("diff", old, new).output == SAID
    assert pnp("diff", "HEAD", repository).exit_code == 0
    monkeypatch.chdir(repository)
    assert pnp("diff", "v1", "HEAD", "--html", tmp_path / "page.html").output.startswith(SAID)
    assert pnp("diff", "HEAD~1", ".").output == SAID


def git(folder: Path, *arguments: object) -> None:
    subprocess.run(["git", "-C", folder, "-c", "user.name=x", "-c", "user.email=x@x", *map(str, arguments)], check=True)


@pytest.mark.long
def test_what_is_no_state_of_a_kit_is_one_message(
    repository: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = goods(tmp_path_factory.mktemp("outside") / "kit")

    def refused(old: object, new: object) -> str:
        result = pnp("diff", old, new)
        assert result.exit_code == 2, result.output
        return " ".join(result.output.split())

    assert "no revision of" in refused("HEAD~9", repository)
    assert "is no kit and no build" in refused("v1", "v2")
    assert "in no git work tree" in refused("v1", outside)
    other = goods(tmp_path / "other")
    (other / "kit.toml").write_text((other / "kit.toml").read_text().replace('id = "tiny"', 'id = "other"'))
    assert "of 'other'" in refused(outside, other)
    (other / "faces" / "card.toml").write_text("[[draw]]\ntext = 7\n")
    assert "card.toml" in refused(outside, other)
    damaged = repository.parents[1] / ".git" / "HEAD"
    damaged.write_bytes(b"\xff" * 40)
    assert "no revision of" in refused("HEAD", repository)


def git_says(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.long
def test_a_revision_has_any_of_its_names(repository: Path, tmp_path: Path) -> None:
    full = git_says(tmp_path, "rev-parse", "HEAD~1")
    git(tmp_path, "tag", "-am", "a release", "annotated", "HEAD~1")
    git(tmp_path, "branch", "topic/árbol", "HEAD~1")
    names = (full, full[:4], "refs/tags/v1", "annotated^{commit}", "topic/árbol")
    for name in (*names, "HEAD^1", "@~1", "HEAD~0~1", "HEAD@{1}"):
        assert pnp("diff", name, repository).output == SAID, name
    for name in ("HEAD~2", "HEAD^2", "v2", "", "~", "HEAD:games", "HEAD^{tree}", "description", ":/first"):
        assert pnp("diff", name, repository).exit_code == 2, name


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a build left of the kit as it was."""
    folder = tmp_path_factory.mktemp("known")
    printed(goods(folder / "kit"), folder / "out")
    return folder / "out" / "tiny"


@pytest.mark.long
def test_one_changed_card_is_one_card_on_one_sheet_and_a_line_of_the_list(tmp_path: Path, known: Path) -> None:
    kit = goods(tmp_path / "kit", (ROWS[0], ("silk", "Silk", "6", "2"), *ROWS[2:]))
    result = since(kit, known)
    assert result.exit_code == 0, result.output
    out = tmp_path / "out" / "tiny-changed"
    assert on_sheets(out) == {"cards": 2}, "both copies of it"
    assert {file.what for file in manifest_of(out).files} == {"swap-list", "sheets"}
    said = listed(out)
    assert "price: 5 → 6" in said and "Silk" in said and "Tea" not in said
    assert "card, sheet 1, places 1, 2" in " ".join(said.split()) and "The back is another one" not in said
    builds = [manifest_of(known).build, manifest_of(out).build]
    assert f"old build {builds[0]} · new build {builds[1]}" in said and "Sleeved?" in said


@pytest.mark.long
def test_a_changed_back_warns_that_old_and_new_cards_are_told_apart(tmp_path: Path, known: Path) -> None:
    kit = goods(tmp_path / "kit")
    changed_back = (kit / "faces" / "back.toml").read_text() + '\n[[draw]]\nrect = [5, 5, 9, 9]\nfill = "ink"\n'
    (kit / "faces" / "back.toml").write_text(changed_back)
    assert since(kit, known).exit_code == 0
    assert "The back is another one" in listed(tmp_path / "out" / "tiny-changed")


@pytest.mark.long
def test_what_is_new_and_what_is_gone_and_other_numbers_of_the_same(tmp_path: Path, known: Path) -> None:
    rows = (("ink", "Ink", "3", "3"), ("silk", "Silk", "5", "1"), ROWS[3], ("salt", "Salt", "4", "2"))
    result = since(goods(tmp_path / "kit", rows), known)
    assert result.exit_code == 0, result.output
    out = tmp_path / "out" / "tiny-changed"
    assert on_sheets(out) == {"cards": 4}, "two more of ink, two of salt"
    said = listed(out)
    assert "Sleeved?" not in said, "what is gone has to be taken out"
    assert "2 more of the same" in said and "1 fewer of the same" in said
    assert "new in the game" in said and "gone from the game" in said
    assert "in the box: 9 → 11 pieces" in said
    assert [(piece.key, piece.copies) for piece in manifest_of(out).pieces if piece.component == "cards"] == [
        (row[0], int(row[3])) for row in rows
    ]


@pytest.mark.long
def test_a_row_with_another_key_is_the_same_piece(tmp_path: Path, known: Path) -> None:
    result = since(goods(tmp_path / "kit", (("encre", "Ink", "3", "1"), *ROWS[1:])), known)
    assert "nothing changed" in result.output


@pytest.mark.long
def test_leaflets_and_boards_that_changed_are_printed_too(tmp_path: Path, known: Path) -> None:
    kit = goods(tmp_path / "kit")
    text = (kit / "rules.en.md").read_text()
    (kit / "rules.en.md").write_text(text.replace("somebody", "nobody"))
    (kit / "faces" / "map.toml").write_text((kit / "faces" / "map.toml").read_text().replace("20, 20", "30, 20"))
    result = since(kit, known)
    assert result.exit_code == 0, result.output
    out = tmp_path / "out" / "tiny-changed"
    assert {file.what for file in manifest_of(out).files} == {"swap-list", "tiles", "board", "leaflet", "booklet"}
    said = listed(out)
    assert "page 2" in said and "10 mm right" in said


@pytest.mark.long
def test_what_cannot_be_compared_is_one_message(tmp_path: Path, known: Path) -> None:
    kit = goods(tmp_path / "kit", ROWS[:3])
    manifest = json.loads((known / "for-programs/manifest.json").read_text())

    def refused(changes: dict[str, object] | None, faces: bytes = b"", *arguments: object) -> str:
        folder = tmp_path / "earlier"
        (folder / "for-programs").mkdir(parents=True, exist_ok=True)
        if changes is not None:
            changed = {name: value for name, value in (manifest | changes).items() if value is not None}
            (folder / "for-programs/manifest.json").write_text(json.dumps(changed))
        if faces:
            (folder / "for-programs/faces.jsonl.gz").write_bytes(faces)
        result = since(kit, folder, *arguments)
        assert result.exit_code == 2 and not (tmp_path / "out").exists()
        return " ".join(result.output.split())

    assert "has no for-programs/manifest.json" in refused(None)
    assert "is of the kit 'xanadu', not of 'tiny'" in refused({"kit": "xanadu"})
    assert "lists no pieces" in refused({"pieces": None})
    assert "knows of a part alone" in refused({"whole": False})
    assert "lists no pieces" in refused({"pieces": []})
    assert "leave out one of the two" in refused({}, b"", "--only", "cards")
    assert "is no manifest" in refused({"kit": 7})
    pieces = manifest["pieces"]
    spanish = [{**piece, "language": "es"} for piece in pieces]
    assert "was printed in es, not in en" in refused({"languages": ["es"], "pieces": spanish})
    for copies in (-3, 10**12):
        assert "is no manifest" in refused({"pieces": [{**pieces[0], "copies": copies}]})
    packed = (known / "for-programs/faces.jsonl.gz").read_bytes()
    lines = gzip.decompress(packed)
    for broken in (
        b"no gzip",
        packed[:200],
        gzip.compress(b"{}\n"),
        gzip.compress(lines.replace(b'"kept"', b'"kind"')),
    ):
        assert "is not whole" in refused({}, broken)
    missing = pnp("build", kit, "--changed-since", tmp_path / "nowhere")
    assert missing.exit_code == 2 and "there is no" in missing.output
