"""The log is the truth: appended once, in order, before anybody hears of it; ids belong to the phone that gave them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from threading import Barrier, Thread

import pytest
from party import SAMPLE, Party

from companion.tables import Accepted, MovedOn, RefusedByRule, Result, Tables, new_token, open_tables
from companion.tables.errors import TableError
from companion.tables.log import entries as e


def test_a_long_log_is_read_as_a_whole_unless_a_part_is_asked_for(tables: Tables) -> None:
    party = Party(tables)
    for _ in range(40):
        party.do("Mei", e.NameSeat(1, "Mei"))
    newest = party.view().seq
    assert [line.seq for line in tables.log_for(party.code)] == list(range(1, newest + 1))
    assert [line.seq for line in tables.log_for(party.code, after=20)] == list(range(21, newest + 1))
    assert [line.seq for line in tables.log_for(party.code, after=20, limit=2)] == [21, 22]


def test_a_repeated_command_acts_once_and_answers_alike(tables: Tables) -> None:
    party = Party(tables, position=f"{SAMPLE} seals: WBRY now: play Y")
    first = party.do("Priya", e.Act("take coin"), id="tap-1")
    assert len(first.entries) > 6, "the merchants' round followed"
    party.do("Mei", e.NameSeat(1, "Mei"))
    again = party.do("Priya", e.Act("take coin"), id="tap-1", expected=1)
    assert again.repeated and not first.repeated
    assert [(line.seq, line.effects) for line in again.entries] == [(line.seq, line.effects) for line in first.entries]
    assert party.view().seq == first.seq + 1


def test_the_game_has_moved_since_the_phone_looked(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    seen = party.view("Ana").seq
    party.act("Ana", "shop C2")
    result = party.give("Ana", e.Act("shop E5"), expected=seen)
    assert isinstance(result, MovedOn)
    assert [type(effect).__name__ for line in result.meanwhile for effect in line.effects] == ["ShopPlaced"]
    assert result.seq == party.view().seq == seen + 1


def test_what_does_not_move_the_game_holds_nobody_up(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    seen = party.view("Ana").seq
    party.do("Mei", e.NameSeat(1, "Mei"))
    assert isinstance(party.give("Ana", e.Act("shop C2"), expected=seen), Accepted)
    assert isinstance(party.give("Mei", e.Tap(()), expected=seen), Accepted)


def test_the_rules_refuse_with_reason_and_leave_no_trace(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    before = party.view().seq
    result = party.give("Mei", e.Act("shop C2"))
    assert isinstance(result, RefusedByRule) and result.refusal.reason == "not_your_turn"
    assert party.view().seq == before
    assert isinstance(party.give("Ana", e.Act("shop C2")), Accepted)


def race(commands: list[tuple[Party, str, e.Act, str]], seen: int) -> list[Result]:
    """The answers to commands given at the same moment, all from what entry `seen` showed."""
    results: list[Result] = []
    barrier = Barrier(len(commands))

    def give(party: Party, name: str, command: e.Act, id: str) -> None:
        barrier.wait()
        results.append(party.give(name, command, expected=seen, id=id))

    threads = [Thread(target=give, args=command) for command in commands]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def one_of_two_wins(tables: Tables, elsewhere: Tables) -> None:
    """Of two commands given at the same moment in two processes."""
    party = Party(tables, position=SAMPLE)
    other = Party.__new__(Party)
    other.__dict__.update(party.__dict__ | {"tables": elsewhere})
    for round_ in range(5):
        seen = party.view().seq
        acts = [e.Act("coin B1"), e.Act("dye B1 blue" if round_ % 2 else "dye B1 red")]
        results = race([(party, "Ana", acts[0], f"a{round_}"), (other, "Ana", acts[1], f"b{round_}")], seen)
        assert sorted(type(result).__name__ for result in results) == ["Accepted", "MovedOn"]
        assert party.view() == other.view() and party.view().seq == seen + 1
        party.do("Ana", e.Undo())


def test_of_two_racing_commands_one_wins(tables: Tables, tmp_path: Path) -> None:
    with closing(open_tables(tmp_path / "tables.sqlite3")) as elsewhere:
        one_of_two_wins(tables, elsewhere)


def test_the_same_command_racing_itself_acts_once(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    results = race([(party, "Ana", e.Act("coin B1"), "same")] * 6, party.view().seq)
    assert all(isinstance(result, Accepted) for result in results)
    assert sum(not result.repeated for result in results if isinstance(result, Accepted)) == 1
    assert party.state.hands[0].coins == 5


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "truncated"),
        ("{", "truncated"),
        ('{"do": "fly"}', "Invalid value 'fly'"),
        ('{"do": "act"}', "missing required field `action`"),
        ('{"do": "act", "action": "shop B2", "as": 3}', "unknown field `as`"),
        ('{"do": "act", "action": 7}', "Expected `str`, got `int` - at `$.action`"),
        ('{"do": "take", "chair": 0, "name": "%s"}' % ("x" * 41), "length <= 40"),
        ('{"do": "tap", "changes": [{"path": "x", "value": %s}]}' % ("[" * 9000 + "]" * 9000), "recursion"),
        ('{"do": "tally", "chair": 0, "things": {"coins": -1}}', ">= 0"),
    ],
)
def test_what_is_no_command_is_named(text: str, complaint: str) -> None:
    with pytest.raises(TableError, match=r"bad_command.*" + complaint.replace("$", r"\$")):
        e.parse_command(text)


def test_bounds_hold_for_commands_that_are_made_in_python(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    party.refuses("Ana", e.Act("x" * 201), code=r"bad_command.*length <= 200")
    for id in ("i" * 65, "", "a b", "\x00"):
        with pytest.raises(TableError, match=r"bad_command.*command_id"):
            party.tables.command(party.code, party.host, e.Act("pass"), command_id=id)
    with pytest.raises(TableError, match=r"bad_command.*does not fit"):
        party.give(
            "Ana", e.parse_command('{"do": "tap", "changes": [{"path": "city", "value": %s}]}' % ("[" * 20 + "]" * 20))
        )
    party.refuses("Ana", e.Act("jump"), code=r"bad_command.*expected")
    party.refuses(
        "Ana", e.Act('correct {"changes": [], "who": "me", "why": "so"}'), code=r"bad_command.*that does not fit here"
    )


def test_an_unknown_table(tables: Tables) -> None:
    party = Party(tables)
    wrong = ("C" if party.code[0] == "B" else "B") + party.code[1:]
    with pytest.raises(TableError, match="no_such_table") as caught:
        tables.find(wrong.lower())
    assert caught.value.facts == {"table": wrong}, "nothing of the tables that there are"
    with pytest.raises(TableError, match="no_such_table"):
        tables.view_for(wrong)
    assert tables.find(f" {party.code[:2].lower()}-{party.code[2:]} ") == party.code
    assert tables.view_for(party.code.lower()).code == party.code


def test_two_phones_that_use_the_same_id_are_both_heard(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    one = party.do("Ana", e.NameSeat(0, "Ana"), id="1")
    other = party.do("Mei", e.NameSeat(1, "Mei Lin"), id="1")
    assert not other.repeated and other.seq == one.seq + 1
    assert party.view().chairs[1].name == "Mei Lin"
    for who, command, first in (("Ana", e.NameSeat(0, "Ana"), one), ("Mei", e.NameSeat(1, "Mei Lin"), other)):
        again = party.do(who, command, id="1")
        assert again.repeated and [line.seq for line in again.entries] == [line.seq for line in first.entries]
    assert party.view().seq == other.seq


def test_a_repeated_command_is_found_by_a_process_that_has_not_seen_it(tables: Tables, tmp_path: Path) -> None:
    party = Party(tables, position=SAMPLE)
    first = party.do("Ana", e.Act("pass"), id="1")
    other = open_tables(tmp_path / "tables.sqlite3")
    for name, repeated in (("Ana", True), ("Mei", False)):
        token = party.token(name)
        assert token is not None
        other.view_for(party.code, token)
        result = other.command(
            party.code, token, e.NameSeat(1, "Mei") if name == "Mei" else e.Act("pass"), command_id="1"
        )
        assert isinstance(result, Accepted) and result.repeated is repeated
    assert other.view_for(party.code).seq == first.seq + 1
    other.close()


def test_an_id_that_opened_a_table_opens_another_for_another_phone(tables: Tables) -> None:
    ana, mei = new_token(), new_token()
    codes = [tables.open("hangzhou", phone, command_id="open") for phone in (ana, mei, ana, mei)]
    assert codes[0] == codes[2] != codes[1] == codes[3]
    for code, phone in zip(codes, (ana, mei), strict=False):
        assert tables.view_for(code, phone).me.host


def test_play_again_at_two_tables_with_one_id_opens_two(tables: Tables) -> None:
    first, second = (Party(tables, names=("Ana", "Mei"), start=True) for _ in range(2))
    for party in (first, second):
        party.do("host", e.Finish())
    codes = [tables.again(party.code, party.phones["Ana"], command_id="a") for party in (first, second, first)]
    assert codes[0] == codes[2] != codes[1]
