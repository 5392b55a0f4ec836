"""An id of a command counts for the phone that gave it and the table that it gave it to, and for nobody else."""

from __future__ import annotations

from pathlib import Path

from party import SAMPLE, Party

from companion.tables import Accepted, Act, Finish, NameSeat, Tables, new_token, open_tables


def test_two_phones_that_use_the_same_id_are_both_heard(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    one = party.do("Ana", NameSeat(0, "Ana"), id="1")
    other = party.do("Mei", NameSeat(1, "Mei Lin"), id="1")
    assert not other.repeated and other.seq == one.seq + 1
    assert party.view().chairs[1].name == "Mei Lin"
    for who, command, first in (("Ana", NameSeat(0, "Ana"), one), ("Mei", NameSeat(1, "Mei Lin"), other)):
        again = party.do(who, command, id="1")
        assert again.repeated and [line.seq for line in again.entries] == [line.seq for line in first.entries]
    assert party.view().seq == other.seq


def test_a_repeated_command_is_found_by_a_process_that_has_not_seen_it(tables: Tables, tmp_path: Path) -> None:
    party = Party(tables, position=SAMPLE)
    first = party.do("Ana", Act("pass"), id="1")
    other = open_tables(tmp_path / "tables.sqlite3")
    for name, repeated in (("Ana", True), ("Mei", False)):
        token = party.token(name)
        assert token is not None
        other.view_for(party.code, token)
        result = other.command(party.code, token, NameSeat(1, "Mei") if name == "Mei" else Act("pass"), command_id="1")
        assert isinstance(result, Accepted) and result.repeated is repeated
    assert other.view_for(party.code).seq == first.seq + 1
    other.close()


def test_an_id_that_opened_a_table_opens_another_for_another_phone(tables: Tables) -> None:
    ana, mei = new_token(), new_token()
    codes = [tables.open("hangzhou", phone, command_id="open") for phone in (ana, mei, ana, mei)]
    assert codes[0] == codes[2] != codes[1] == codes[3]
    for code, phone in zip(codes, (ana, mei), strict=False):
        assert tables.view_for(code, phone).me.host
    exported = tables.export(codes[0], ana)
    carried = [tables.carry_in(exported, phone, command_id="open") for phone in (ana, mei, ana)]
    assert carried[0] == carried[2] != carried[1]


def test_play_again_at_two_tables_with_one_id_opens_two(tables: Tables) -> None:
    first, second = (Party(tables, names=("Ana", "Mei"), start=True) for _ in range(2))
    for party in (first, second):
        party.do("host", Finish())
    codes = [tables.again(party.code, party.phones["Ana"], command_id="a") for party in (first, second, first)]
    assert codes[0] == codes[2] != codes[1]
