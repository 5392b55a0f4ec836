"""What 1.0 wrote is still read, and what it printed is still printed. `make golden` records a change that is meant."""

from __future__ import annotations

from pathlib import Path

import corpus
import pytest

from companion.engine.registry import GAMES, game
from companion.tables import new_token, open_tables
from companion.tables.log.proof import verify

MOST = 300_000
"""Bytes of the corpus."""


def lines(file: Path) -> list[str]:
    return file.read_text("utf-8").splitlines()


def test_the_corpus_is_small() -> None:
    assert sum(file.stat().st_size for file in corpus.HERE.iterdir() if file.is_file()) < MOST


def test_positions_are_read_and_leave_the_same_choices() -> None:
    for line in lines(corpus.POSITIONS):
        count, _, text = line.partition(" ")
        rules = game(text.split()[0])
        state = rules.parse(text)
        assert rules.text(state) == text
        assert sum(len(rules.legal(state, seat)) for seat in rules.waiting(state)) == int(count), text


@pytest.mark.long
def test_games_by_chance_come_to_the_same_positions() -> None:
    assert list(corpus.positions()) == lines(corpus.POSITIONS)


def test_addresses() -> None:
    assert list(corpus.addresses()) == lines(corpus.ADDRESSES)


@pytest.mark.long
@pytest.mark.parametrize("kit", corpus.PRINTED)
def test_pdfs_are_the_same_bytes(kit: str) -> None:
    assert list(corpus.digests(kit)) == [line for line in lines(corpus.DIGESTS) if f" {kit}/" in line]


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_exports_are_proven_and_carried_in(name: str, tmp_path: Path) -> None:
    text = corpus.export_file(name).read_text("utf-8")
    assert verify(text).findings == ()
    tables = open_tables(tmp_path / "t.sqlite3")
    assert tables.view_for(tables.carry_in(text, new_token())).game == name
    tables.close()


def test_the_backup_is_restored(tmp_path: Path) -> None:
    corpus.restore_backup(corpus.BACKUP.read_bytes(), tmp_path / "t.sqlite3")
    tables = open_tables(tmp_path / "t.sqlite3")
    assert sorted(row.game for row in tables.history.listing()) == sorted(GAMES)
    tables.close()
