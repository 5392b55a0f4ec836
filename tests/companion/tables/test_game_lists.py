"""Lists of games: who finds which table, in which order, with which names and points; and deleting for good."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from party import NAMES, SAMPLE, Clock, Party

from companion.engine.game import Seat
from companion.tables import Tables, new_token, open_tables
from companion.tables.errors import TableError
from companion.tables.history import Played
from companion.tables.log import entries as e


def ended(tables: Tables, clock: Clock, names: tuple[str, ...] = NAMES, minutes: int = 30, **opening: object) -> Party:
    """A game that took so many minutes, one action, and then its end."""
    party = Party(tables, names, position=f"{SAMPLE} seals: WBRY now: play Y", **opening)
    clock.now += minutes * 60
    party.do("host", e.Act("take coin", seat=Seat(3)))
    party.do("host", e.Finish())
    return party


def games(tables: Tables, token: str, game: str = "") -> tuple[Played, ...]:
    return tables.history.games(token, game).games


def test_a_game_as_it_was(tables: Tables, clock: Clock) -> None:
    party = ended(tables, clock)
    (game,) = games(tables, party.phones["Mei"])
    assert game.code == party.code and game.game == "hangzhou" and game.names == NAMES
    assert game.minutes == 30 and not game.closed
    score = party.view().score
    assert score is not None and score.final
    assert [(seat.name, seat.total) for seat in game.seats] == [
        (name, sheet.total) for name, sheet in zip(NAMES, score.sheets, strict=True)
    ]
    assert [n for n, seat in enumerate(game.seats) if seat.won] == list(score.winners)
    assert sum(line.points for line in game.seats[0].lines) == game.seats[0].total


def test_a_game_that_goes_on_has_no_points_yet(tables: Tables, clock: Clock) -> None:
    party = Party(tables, start=True)
    (game,) = games(tables, party.host)
    assert game.seats == () and game.minutes is None and game.at == int(clock.now * 1000)
    party.do("host", e.Close())
    assert games(tables, party.host)[0].closed


def test_an_end_that_is_taken_back_is_none(tables: Tables, clock: Clock) -> None:
    party = ended(tables, clock, names=())
    assert games(tables, party.host)[0].seats
    assert not party.do("host", e.Undo()).asked
    assert games(tables, party.host)[0].seats == ()


def test_what_was_counted_by_hand_is_a_game_too(tables: Tables) -> None:
    party = Party(tables, names=("Ana", "Mei"), chairs=2, settings=e.Settings(way="score"))
    for chair, coins in ((0, 4), (1, 9)):
        things = {"coins": coins, "shop_coins": 0, "dyes": 0, "points": 0}
        party.do("host", e.Tally(chair, things, ready=True))
    (game,) = games(tables, party.host)
    assert [(seat.name, seat.total, seat.won) for seat in game.seats] == [("Ana", 4, False), ("Mei", 9, True)]
    assert game.minutes is None


def test_only_who_was_there_finds_it(tables: Tables, clock: Clock) -> None:
    party = ended(tables, clock)
    stranger = new_token()
    tables.visit(party.code, stranger)
    for token in (party.host, *party.phones.values()):
        assert [game.code for game in games(tables, token)] == [party.code]
        assert tables.history.game(party.code.lower(), token).code == party.code
    for token in (stranger, "0" * 32, "", party.code):
        assert games(tables, token) == ()
        assert tables.history.statistics(token) == {}
        with pytest.raises(TableError, match="no_such_table"):
            tables.history.game(party.code, token)


def test_the_newest_first_of_one_kind_or_all(tables: Tables, clock: Clock) -> None:
    owner = new_token()
    first = ended(tables, clock, host=owner)
    second = ended(tables, clock, names=("Ana", "Zoë"), host=owner)
    clock.now += 60
    third = Party(tables, host=owner)
    assert [game.code for game in games(tables, owner)] == [third.code, second.code, first.code]
    assert games(tables, owner, "chess") == ()
    assert len(games(tables, owner, "hangzhou")) == 3


def test_pages(tables: Tables, clock: Clock) -> None:
    host = new_token()
    codes = []
    for n in range(45):
        codes.insert(0, tables.open("hangzhou", host))
        clock.now += n % 2
    seen: list[str] = []
    before = None
    while True:
        page = tables.history.games(host, before=before)
        assert page.total == 45
        seen += [game.code for game in page.games]
        if not page.more:
            break
        before = (page.games[-1].at, page.games[-1].code)
    assert len(seen) == 45 and set(seen) == set(codes)
    times = {game.code: game.at for game in games(tables, host)}
    assert list(times.values()) == sorted(times.values(), reverse=True)


def test_tables_of_other_rules_are_not_opened_and_keep_their_names(
    tables: Tables, clock: Clock, tmp_path: Path
) -> None:
    party = ended(tables, clock)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database, database:
        database.execute('UPDATE entry SET body = replace(body, \'"rules":"\', \'"rules":"old-\')')
    again = open_tables(tmp_path / "tables.sqlite3", clock=clock)
    (game,) = games(again, party.host)
    assert game.names == NAMES and game.seats, "what was counted stays"
    with pytest.raises(TableError, match=r"other_rules.*old-"):
        again.view_for(party.code)
    again.delete(party.code, party.host)
    assert games(again, party.host) == ()
    again.close()


def test_deleted_for_good(tables: Tables, clock: Clock, tmp_path: Path) -> None:
    names = ("Wilhelmina-Xanthippe", "Bartholomäus-Q", "Zyprian-Ölbaum")
    party = Party(tables, names, start=True)
    kept = Party(tables, names=("Keepsake-Name",))
    for name in names:
        party.view(name)
    tables.ask_seat(party.code, new_token(), 1)
    tables.heard(party.code, party.phones[names[1]], 3)
    for token in (party.phones[names[0]], new_token(), "0" * 32):
        with pytest.raises(TableError, match="host_only"):
            tables.delete(party.code, token)
    written = [name.encode() for name in (*names, party.code)]
    assert all(any(text in data for data in _files(tmp_path)) for text in written)
    tables.delete(party.code, party.host)
    assert not [text for text in written for data in _files(tmp_path) if text in data]
    assert kept.view().chairs[0].name == "Keepsake-Name"
    assert any(b"Keepsake-Name" in data for data in _files(tmp_path))
    with pytest.raises(TableError, match="no_such_table"):
        tables.delete(party.code, party.host)


def _files(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in folder.iterdir() if path.is_file()]
