"""Every database, backup, archive, export and entry of before is read, and answers each phone as it did then.

Answers may gain fields; none that was there is lost or different. One that is bettered on purpose is asked anew by
`python tests/golden/making/tables.py asked`; what was kept then (part `kept`) stays as it is.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tables_again as again
from corpus import FOLDER, lines, missing, said_alike, sampled
from house import Tables, client, command, command_again, entry, entry_kinds, open_tables, sentences

pytestmark = pytest.mark.long


def compare(tables: Tables, folder: Path, every: int = 1) -> None:
    """Asks for each phone of the kept database again."""
    phones = [phone for n, phone in enumerate(lines("tables/phones.jsonl")) if n % every == 0]
    asked = {(a["table"], a["who"]): a for a in again.answers(client(tables, folder), phones)}
    assert asked
    for was in lines("tables/answers.jsonl"):
        if (was["table"], was["who"]) in asked:
            found = asked[was["table"], was["who"]]
            _without_what_cannot_be(was["view"], found["view"])
            assert not missing(was, found), (was["table"], was["who"], missing(was, found)[:5])


def _without_what_cannot_be(was: Any, found: Any) -> None:
    """On paper `legal` named cards, too, that lay elsewhere for all to see; it does not any more."""
    if was["game"] in ("xanadu", "dunhuang") and was["options"].get("cards", "paper") == "paper":
        assert bool(was["legal"]) == bool(found["legal"])
        was["legal"] = [action for action in was["legal"] if action in found["legal"]]


@pytest.fixture(scope="module")
def kept() -> Iterator[tuple[Tables, Path]]:
    with again.database() as opened:
        yield opened


def test_a_database_answers_each_phone_as_it_did(kept: tuple[Tables, Path]) -> None:
    compare(*kept)


def test_a_backup_becomes_the_same_tables(tmp_path: Path) -> None:
    done = command("restore", str(FOLDER / "tables/backup.zip"), "--data", str(tmp_path))
    assert done[0] == 0, done
    tables = open_tables(tmp_path / "tables.sqlite3")
    compare(tables, tmp_path, every=4)
    tables.close()


def test_the_archive_of_all_is_carried_in(tmp_path: Path) -> None:
    tables = open_tables(tmp_path / "tables.sqlite3")
    archive = (FOLDER / "tables/archive.zip").read_bytes()
    carried = tables.carry_all(io.BytesIO(archive), "0" * 32)
    assert len(carried.added) == len(list(lines("tables/exports.jsonl"))) and carried.known == 0
    again_carried = tables.carry_all(io.BytesIO(archive), "0" * 32)
    assert (again_carried.added, again_carried.known) == ((), len(carried.added))
    exports = {one["code"]: json.loads(one["export"]) for one in lines("tables/exports.jsonl")}
    for code in carried.added:
        there = json.loads(tables.export(code, "0" * 32))
        was = exports[code]
        assert there["position"] == was["position"] and there["log"][: len(was["log"])] == was["log"]
    tables.close()


@sampled(4)
def test_an_export_goes_on_elsewhere_as_it_did(part: int, of: int) -> None:
    answers = list(lines("tables/imported.jsonl", part, of))
    exports = list(lines("tables/exports.jsonl", part, of))
    for was, one in zip(answers, exports, strict=True):
        found = again.imported(one["export"])
        assert not missing(was, found), (one["code"], missing(was, found)[:5])


def test_an_export_of_a_database_of_before_is_the_same(kept: tuple[Tables, Path]) -> None:
    tables, _ = kept
    phones = {phone["table"]: phone for phone in lines("tables/phones.jsonl")}
    for one in lines("tables/exports.jsonl"):
        assert not missing(
            json.loads(one["export"]), json.loads(tables.export(one["code"], phones[one["code"]]["host"]))
        )


@sampled(2)
def test_the_check_of_an_export_comes_to_the_same_verdict(part: int, of: int) -> None:
    exports = {one["code"]: one["export"] for one in lines("tables/exports.jsonl")}
    for was in lines("tables/verified.jsonl", part, of):
        assert list(command(*was["words"], typed=exports[was["of"]])) == was["gives"], was["words"]


@sampled(2)
def test_what_is_wrong_with_an_import_is_said_as_it_was(part: int, of: int) -> None:
    exports = {one["code"]: one["export"] for one in lines("tables/exports.jsonl")}
    for was in lines("tables/tampered.jsonl", part, of):
        text = again.changed(exports[was["of"]], was["change"]) if "change" in was else was["text"]
        found = again.refused(text)["wrong"]
        assert found == was["wrong"] or said_alike(was["wrong"], found), was.get("change")


def test_entries_of_every_kind_are_read_and_written_alike() -> None:
    found = [*lines("tables/entries.jsonl"), *lines("tables/entries-rivals.jsonl")]
    assert {one["body"]["type"] for one in found} <= entry_kinds(), "no kind of entry is ever given up"
    for was in found:
        assert not missing(was["gives"], entry(json.dumps(was["body"])))


def test_commands_are_read_or_refused_alike() -> None:
    for was in lines("tables/commands.jsonl"):
        found = command_again(was["text"])
        assert not missing(was.get("gives"), found.get("gives")), was["text"]
        assert found.get("wrong") == was.get("wrong"), was["text"]


def test_errors_have_the_same_codes_and_sentences() -> None:
    for was in lines("tables/errors.jsonl"):
        assert sentences(was["code"], was["facts"]) == {name: was[name] for name in ("code", "en", "es")}
