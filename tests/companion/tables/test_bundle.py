"""All tables of a phone in one file: carried to another server once; broken or hostile files change nothing."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from party import SAMPLE, Party

from companion.engine.game import Seat
from companion.tables import Act, Check, Finish, Tables, new_token, open_tables
from companion.tables.errors import BadImport, TooManyTables
from companion.tables.export import LARGEST, NAME
from companion.tables.games import Wanted
from companion.tables.service import Limits


def archive(tables: Tables, token: str) -> bytes:
    return b"".join(tables.export_all(token))


def finished(tables: Tables) -> Party:
    party = Party(tables, position=f"{SAMPLE} seals: WBRY now: play Y")
    party.do("host", Act("take coin", seat=Seat(3)))
    party.do("host", Finish())
    return party


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Tables]:
    tables = open_tables(tmp_path / "there" / "tables.sqlite3")
    yield tables
    tables.close()


def codes(tables: Tables, token: str) -> set[str]:
    return {game.code for game in tables.history.games(token, Wanted()).games}


def test_everything_goes_to_another_server_once(tables: Tables, there: Tables) -> None:
    first = finished(tables)
    second, other = (Party(tables, position=SAMPLE, host=first.host) for _ in range(2))
    sent = archive(tables, first.host)
    assert sent == archive(tables, first.host), "the same tables make the same file"
    me = new_token()
    carried = there.carry_all(io.BytesIO(sent), me)
    assert set(carried.added) == {first.code, second.code, other.code} and carried.known == 0
    for party in (first, second, other):
        assert there.view_for(party.code).state == party.view().state
        assert there.view_for(party.code, me).me.host
    assert there.history.game(first.code, me).seats == tables.history.game(first.code, first.host).seats
    assert there.history.game(first.code, me).at == tables.history.game(first.code, first.host).at
    again = there.carry_all(io.BytesIO(sent), new_token())
    assert again.added == () and again.known == 3
    assert len(there.listing()) == 3


def test_a_phone_carries_what_it_may(tables: Tables) -> None:
    own, over, running = Party(tables, position=SAMPLE), finished(tables), Party(tables, position=SAMPLE)
    with zipfile.ZipFile(io.BytesIO(archive(tables, own.host))) as found:
        assert found.namelist() == [NAME, f"tables/{own.code}.json"]
    for party, expected in ((over, 1), (running, 0)):
        with zipfile.ZipFile(io.BytesIO(archive(tables, party.phones["Mei"]))) as found:
            assert len(found.namelist()) == 1 + expected
    with zipfile.ZipFile(io.BytesIO(archive(tables, new_token()))) as found:
        assert found.namelist() == [NAME]


def test_one_of_the_archive_is_an_export_like_any(tables: Tables, there: Tables) -> None:
    party = finished(tables)
    with zipfile.ZipFile(io.BytesIO(archive(tables, party.host))) as found:
        text = found.read(f"tables/{party.code}.json")
    assert text.decode() == tables.export(party.code, party.host)
    assert there.carry_in(text, new_token()) == party.code


def test_where_it_came_from_it_is_known(tables: Tables) -> None:
    party = finished(tables)
    sent = archive(tables, party.host)
    stranger = new_token()
    assert tables.carry_all(io.BytesIO(sent), stranger).known == 1
    assert codes(tables, stranger) == {party.code}, "whoever has its file may look at it"
    assert not tables.view_for(party.code, stranger).me.host
    party.do("host", Check("goes on"))
    assert tables.carry_all(io.BytesIO(sent), stranger).known == 1


def test_a_code_that_is_taken_becomes_another_once(tables: Tables, there: Tables) -> None:
    party = finished(tables)
    there.carry_in(_as(party), new_token())
    sent = archive(tables, party.host)
    me = new_token()
    (code,) = there.carry_all(io.BytesIO(sent), me).added
    assert code != party.code and there.view_for(code).state == party.view().state
    assert there.carry_all(io.BytesIO(sent), me).added == ()


def _as(party: Party) -> str:
    """Another table under the party's code."""
    other = Party(party.tables, position=SAMPLE)
    export = json.loads(party.tables.export(other.code, other.host))
    export["table"] = party.code
    return json.dumps(export)


def rezipped(sent: bytes, change: Callable[[dict[str, bytes]], object]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(sent)) as found:
        files = {name: found.read(name) for name in found.namelist()}
    change(files)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()


HOSTILE: dict[str, tuple[Callable[[dict[str, bytes]], object], str]] = {
    "of something else": (lambda files: files.pop(NAME), "an archive of something else"),
    "of a later format": (lambda files: files.update({NAME: b'{"format":2}'}), "an archive of format 2"),
    "with nonsense about itself": (lambda files: files.update({NAME: b"{"}), NAME),
    "with a path out": (lambda files: files.update({"../../etc/passwd": b""}), "does not belong"),
    "with other people's JSON": (lambda files: files.update({"tables/BCDFG.json": b'{"a": 1}'}), "tables/BCDFG.json: "),
    "with no JSON": (lambda files: files.update({"tables/BCDFG.json": b"\xff\x00"}), "tables/BCDFG.json: "),
    "that bursts": (lambda files: files.update({"tables/BCDFG.json": b" " * (LARGEST + 1)}), "more than"),
    "with brackets without end": (
        lambda files: files.update({"tables/BCDFG.json": b"[" * 200_000}), "tables/BCDFG.json: "
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_file_changes_nothing(tables: Tables, there: Tables, case: str) -> None:
    change, complaint = HOSTILE[case]
    party = finished(tables)
    sent = rezipped(archive(tables, party.host), change)
    with pytest.raises(BadImport, match=complaint):
        there.carry_all(io.BytesIO(sent), new_token())
    assert there.listing() == ()


@pytest.mark.parametrize("sent", [b"", b"PK", b"PK\x03\x04" + b"\0" * 40, b"PK\x05\x06" + b"\0" * 18, b"Rar!", b"{}"])
def test_what_is_no_archive(tables: Tables, sent: bytes) -> None:
    with pytest.raises(BadImport):
        tables.carry_all(io.BytesIO(sent), new_token())


def test_a_file_that_was_cut_or_spoilt_anywhere_changes_nothing(tables: Tables, there: Tables) -> None:
    party = finished(tables)
    Party(tables, position=SAMPLE)
    sent = archive(tables, party.host)
    for end in range(0, len(sent), max(1, len(sent) // 25)):
        with pytest.raises(BadImport):
            there.carry_all(io.BytesIO(sent[:end]), new_token())
    assert there.listing() == ()
    for at in range(0, len(sent), max(1, len(sent) // 25)):
        spoilt = bytearray(sent)
        spoilt[at] ^= 0x55
        try:
            there.carry_all(io.BytesIO(bytes(spoilt)), new_token())
        except BadImport:
            continue
        assert there.view_for(party.code).state == party.view().state, "only what does not matter was spoilt"


def test_a_bomb_that_lies_about_its_size(tables: Tables, there: Tables) -> None:
    party = finished(tables)
    name = "tables/BCDFG.json"
    sent = rezipped(archive(tables, party.host), lambda files: files.update({name: b" " * (4 * LARGEST)}))
    assert len(sent) < 200_000
    true, lie = (4 * LARGEST).to_bytes(4, "little"), (100).to_bytes(4, "little")
    with pytest.raises(BadImport):
        there.carry_all(io.BytesIO(sent.replace(true, lie)), new_token())
    assert there.listing() == ()


def test_an_archive_does_not_pass_the_bounds(tables: Tables, tmp_path: Path) -> None:
    owner = new_token()
    for _ in range(3):
        Party(tables, names=(), host=owner)
    sent = archive(tables, owner)
    small = open_tables(tmp_path / "small.sqlite3", Limits(tables=3))
    with pytest.raises(TooManyTables):
        small.carry_all(io.BytesIO(sent), new_token(), most=2)
    assert small.listing() == ()
    assert len(small.carry_all(io.BytesIO(sent), new_token(), most=3).added) == 3
    Party(tables, names=(), host=owner)
    with pytest.raises(TooManyTables):
        small.carry_all(io.BytesIO(archive(tables, owner)), new_token())
    small.close()
