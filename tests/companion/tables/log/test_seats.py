"""Seats: taken by a button, kept by a token, given to another phone by the old one or by the host."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from party import NAMES, SAMPLE, Clock, Party

from companion.engine.game import OVER
from companion.tables import Tables, Who, new_token
from companion.tables.errors import TableError
from companion.tables.log import entries as e
from companion.tables.log.entries import parse_command
from companion.tables.log.seats import MOST_CLAIMS
from companion.tables.tokens import LETTERS


def test_codes_are_five_letters_without_vowels(tables: Tables) -> None:
    codes = {tables.open("hangzhou", new_token()) for _ in range(20)}
    assert len(codes) == 20
    assert all(re.fullmatch(f"[{LETTERS}]{{5}}", code) for code in codes)
    assert not set(LETTERS) & set("AEIOUY")


def test_the_faster_one_gets_the_seat(tables: Tables) -> None:
    party = Party(tables)
    assert party.refuses("host", e.TakeSeat(1, "Lee"), code="seat_taken").facts == {"name": "Mei"}


def test_changing_seats_frees_the_old_one(tables: Tables) -> None:
    party = Party(tables, names=("Ana", "Mei"))
    party.do("Mei", e.TakeSeat(3, "Mei"))
    chairs = party.view().chairs
    assert [(chair.name, chair.held) for chair in chairs] == [("Ana", True), ("", False), ("", False), ("Mei", True)]
    assert party.view("Mei").me.chair == 3
    party.do("Mei", e.LeaveSeat())
    assert party.view("Mei").me == Who() and not party.view().chairs[3].held


def test_a_seat_left_in_the_game_keeps_its_name_and_can_be_taken_again(tables: Tables) -> None:
    party = Party(tables, start=True)
    party.do("Mei", e.LeaveSeat())
    assert party.view().chairs[1].name == "Mei"
    party.phones["Lee"] = new_token()
    party.do("Lee", e.TakeSeat(1, "Lee"))
    assert party.view("Lee").seat == 1 and party.view().names == ("Ana", "Lee", "Tomás", "Priya")


def test_the_host_may_play_too_and_stays_host(tables: Tables) -> None:
    party = Party(tables, names=())
    party.do("host", e.TakeSeat(2, "Ana"))
    assert party.view("host").me == Who(chair=2, host=True)
    party.do("host", e.LeaveSeat())
    assert party.view("host").me == Who(host=True)


def test_watchers_change_nothing(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    party.phones["watcher"] = new_token()
    for command in (e.Act("pass"), e.Start(), e.NameSeat(0, "Eve"), e.LeaveSeat()):
        party.refuses("watcher", command, code="not_seated")
    for command in (e.Close(), e.GiveSeat(11), e.Set("dice", "hand")):
        party.refuses("Ana", command, code="host_only")
    with pytest.raises(TableError, match="host_only"):
        tables.delete(party.code, party.phones["Ana"])


def test_a_player_without_a_phone_has_a_name_and_is_acted_for(tables: Tables) -> None:
    party = Party(tables, names=("Ana", "Mei"))
    party.do("Ana", e.NameSeat(2, "Tomás"))
    party.do("host", e.Start((0, 2, 1)))
    assert party.view().names == ("Ana", "Tomás", "Mei")
    while party.view().waiting[0] != 1:
        party.do("host", e.Act(f"pick {next(iter(_pool(party)))}", seat=party.view().waiting[0]))
    result = party.do("Mei", e.Act(f"pick {next(iter(_pool(party)))}", seat=1))
    assert (result.entries[0].actor, result.entries[0].seat) == (1, 1)
    assert party.view("Mei").seat == 2, "Mei holds chair 1, which is the third seat"


def _pool(party: Party) -> list[str]:
    return [dye for dye, left in zip(("blue", "red", "yellow"), party.state.pool, strict=False) if left]


def test_seats_that_are_not_there(tables: Tables) -> None:
    party = Party(tables)
    for command in (e.TakeSeat(4, "Lee"), e.NameSeat(9, "Lee")):
        party.refuses("host", command, code="no_such_seat")
    for chairs in ((0, 0), (0, 7), (0, 1, 2, 3, 0)):
        party.refuses("host", e.Start(chairs), code="wrong_seats")
    party.refuses("host", e.Start((0, 1), first=2), code="no_such_seat")


def test_a_seat_moves_when_the_old_phone_agrees(tables: Tables) -> None:
    party = Party(tables, start=True)
    number = asks_for(party, "new", 1)
    assert [one.number for one in tables.visit(party.code, party.phones["Mei"])[2]] == [number]
    party.do("Mei", e.GiveSeat(number, yes=False))
    assert party.view("Mei").me.chair == 1 and tables.visit(party.code, party.host)[2] == ()
    party.do("Mei", e.GiveSeat(asks_for(party, "new", 1)))
    assert party.view("new").me == Who(chair=1)
    assert party.view("Mei").me == Who(moved=True), "the old phone watches, and knows why"


def test_the_host_gives_a_lost_seat_to_the_phone_that_shows_the_number(tables: Tables) -> None:
    party = Party(tables, start=True)
    party.phones["new"] = new_token()
    number = tables.ask_seat(party.code, party.phones["new"], 1)
    assert 10 <= number <= 99
    assert tables.ask_seat(party.code, party.phones["new"], 1) == number, "asking again shows the same number"
    assert [(r.number, r.chair) for r in tables.visit(party.code, party.host)[2]] == [(number, 1)]
    assert tables.visit(party.code, party.phones["Ana"])[2] == ()
    party.refuses("Ana", e.GiveSeat(number), code="host_only")
    party.do("host", e.GiveSeat(number))
    assert party.view("new").me == Who(chair=1) and party.view("Mei").me.moved
    assert tables.visit(party.code, party.host)[2] == ()
    party.refuses("host", e.GiveSeat(number), code="bad_code")


def test_requests_are_bounded_and_grow_old(tables: Tables, clock: Clock) -> None:
    party = Party(tables, names=("Ana",))
    with pytest.raises(TableError, match="no_such_seat"):
        tables.ask_seat(party.code, new_token(), 2)
    numbers = {tables.ask_seat(party.code, new_token(), 0) for _ in range(MOST_CLAIMS)}
    assert len(numbers) == MOST_CLAIMS
    with pytest.raises(TableError, match="too_many_requests"):
        tables.ask_seat(party.code, new_token(), 0)
    clock.now += 601
    assert tables.visit(party.code, party.host)[2] == ()
    assert tables.ask_seat(party.code, new_token(), 0) in range(10, 100)


def test_a_phone_has_one_request_and_may_think_better_of_it(tables: Tables) -> None:
    party = Party(tables)
    token = new_token()
    numbers = {tables.ask_seat(party.code, token, chair) for chair in (0, 1, 2, 3, 2)}
    assert len(numbers) == 1
    assert [(asked.number, asked.chair) for asked in tables.visit(party.code, party.host)[2]] == [(*numbers, 2)]


# Settings.


def test_two_hosts_change_two_settings_and_both_stand(tables: Tables) -> None:
    party = Party(tables, names=("Ana", "Mei"), settings=e.Settings(hints="off"), start=True)
    party.do("host", e.Finish())
    # Whoever opens the next table is its host, and so is the host of this one.
    party.code = tables.again(party.code, party.phones["Ana"], command_id="again")
    seen = party.view().seq
    party.do("host", parse_command('{"do":"set","field":"dice","value":"hand"}'), expected=seen)
    party.do("Ana", parse_command('{"do":"set","field":"pace","value":"own"}'), expected=seen)
    party.do("host", parse_command('{"do":"set","field":"hints","value":"on"}'), expected=seen)
    assert party.view().settings == e.Settings(dice="hand", pace="own")
    party.do("Ana", parse_command('{"do":"set","field":"dice","value":"app"}'), expected=seen)
    assert party.view("host").settings == party.view("Ana").settings == e.Settings(pace="own")


@pytest.mark.parametrize(
    "setting", ['"field":"dice"', '"field":"dice","value":"coin"', '"field":"color","value":"red"']
)
def test_a_setting_that_there_is_not_changes_nothing(tables: Tables, setting: str) -> None:
    party = Party(tables)
    before = party.view().seq
    with pytest.raises(TableError, match="bad_command"):
        party.give("host", parse_command(f'{{"do":"set",{setting}}}'))
    assert party.view().seq == before


@pytest.mark.parametrize(
    "command",
    [
        '{"do":"take","chair":3,"by":"host"}',
        '{"do":"take","chair":3,"agreed":true}',
        '{"do":"act","action":"pass","why":"so"}',
        '{"do":"correct","changes":[],"why":"so","who":"Mei"}',
        '{"do":"enter","changes":[{"path":"city","value":{}}]}',
        '{"do":"replace","at":6,"action":"pass","gone":[6]}',
        '{"do":"rival","chair":3,"failed":"strong"}',
    ],
)
def test_what_the_app_fills_in_is_refused_from_phones(tables: Tables, command: str) -> None:
    party = Party(tables, ("Ana", "Mei"), start=True)
    before = party.view("Ana")
    party.refuses("Ana", parse_command(command), code=r"bad_command.*does not fit")
    assert party.view("Ana") == before


def test_presence_is_kept_beside_the_log(tables: Tables, clock: Clock) -> None:
    party = Party(tables)
    seq = party.view().seq
    tables.heard(party.code, party.phones["Mei"], seq)
    tables.heard(party.code, party.phones["Ana"], seq - 2)
    tables.heard(party.code, new_token(), seq)
    clock.now += 3
    tables.heard(party.code, party.phones["Ana"], 99999)
    heard = {p.chair: ((int(clock.now * 1000) - p.at) // 1000, p.behind) for p in tables.news.presence(party.code, seq)}
    assert heard == {0: (0, 0), 1: (3, 0)}
    assert party.view().seq == seq


def test_no_token_is_stored(tables: Tables, tmp_path: Path) -> None:
    party = Party(tables, names=NAMES, start=True)
    asking = new_token()
    tables.ask_seat(party.code, asking, 0)
    tables.close()
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in (party.host, asking, *party.phones.values()):
        assert secret.encode() not in stored and bytes.fromhex(party.host) not in stored


def test_a_closed_table_is_only_read(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    party.do("host", e.Close())
    party.refuses("Ana", e.Act("pass"), code="too_late")
    assert party.view().closed and tables.history.listing()[0].closed


def test_a_server_has_so_many_tables_and_no_more(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.tables.store.MOST_TABLES", 3)
    for _ in range(3):
        tables.open("hangzhou", new_token())
    with pytest.raises(TableError, match="too_many_tables"):
        tables.open("hangzhou", new_token())


# Hands that go to other phones.

HIDDEN = "hangzhou WB open-hands: hidden W: c71 B: c72 now: play W"
THREE = "hangzhou WBR open-hands: hidden W: c71 B: c72 R: c73 now: play W"
HANDS = {"Ana": 71, "Mei": 72, "Tomás": 73}


def hiding(tables: Tables, *names: str, position: str = HIDDEN) -> Party:
    """Players whose hands the others do not see; the other chairs are free, or have players without phones."""
    party = Party(tables, names)
    for chair, name in list(enumerate(HANDS))[len(names) : 3 if position == THREE else 2]:
        party.do("host", e.NameSeat(chair, name))
    party.do("host", e.EnterPosition(position))
    return party


def seen(party: Party, name: str) -> set[int]:
    """The hands that a phone is shown, in its view and in the log."""
    lines = party.tables.log_for(party.code, party.token(name), limit=1000)
    states = [party.view(name).state, *(line.state for line in lines)]
    return {hand.coins for state in states if state is not None for hand in state.hands} - {0}


def asks_for(party: Party, name: str, chair: int, called: str = "") -> int:
    """A new phone asks for a chair."""
    party.phones.setdefault(name, new_token())
    return party.tables.ask_seat(party.code, party.phones[name], chair, name=called)


def test_the_host_does_not_give_the_seat_of_a_player_who_is_there(tables: Tables, clock: Clock) -> None:
    party = hiding(tables, "Ana", "Mei")
    number = asks_for(party, "second", 1)
    assert party.do("host", e.GiveSeat(number)).asked
    for _ in range(20):
        assert party.view("second").me == Who() and seen(party, "second") == set()
        clock.now += 5
        tables.heard(party.code, party.phones["Mei"], party.view().seq)
        for name in ("host", "Ana"):
            party.refuses(name, e.ReplyUndo(True), code=r"asked_first|too_late")
    card = party.view("Mei").undo
    assert card is not None and card.mine and (card.what, card.owner) == ("seat", 1)
    party.do("Mei", e.ReplyUndo(False))
    assert party.view().undo is None and party.view("Mei").me.chair == 1
    party.do("host", e.GiveSeat(number))
    party.do("Mei", e.ReplyUndo(True))
    assert party.view("second").me.chair == 1 and seen(party, "second") == {72}
    assert tables.visit(party.code, party.host)[2] == ()


def test_with_two_players_the_host_alone_lets_a_new_phone_in_when_the_old_one_is_silent(
    tables: Tables, clock: Clock
) -> None:
    party = Party(tables, ("Ana", "Mei"))
    party.do("host", e.EnterPosition(HIDDEN))
    number = asks_for(party, "new", 1)
    party.do("host", e.GiveSeat(number))
    clock.now += 29
    party.refuses("Ana", e.ReplyUndo(True), code="asked_first")
    clock.now += 1
    party.do("Ana", e.ReplyUndo(True))
    assert party.view("new").me.chair == 1 and seen(party, "new") == {72}
    old = party.view("Mei")
    assert old.me.moved and party.kinds().count("take") == 3
    # It is the player's from here on.
    party.do("Ana", e.Finish())
    party.refuses("host", e.ReplyUndo(True), code="too_late")
    party.do("new", e.ReplyUndo(True))
    assert party.view().state.turn is OVER


def test_a_hand_without_a_phone_is_guarded_by_the_host_and_the_others(tables: Tables) -> None:
    party = hiding(tables, "Ana", "Mei", position=THREE)
    party.phones["Eve"] = new_token()
    party.refuses("Eve", e.TakeSeat(2, "Eve"), code="ask_host")
    assert party.view("Eve").gated == (2,)
    number = asks_for(party, "Eve", 2, "Eve")
    assert party.do("host", e.GiveSeat(number)).asked
    party.do("Ana", e.ReplyUndo(True))
    assert seen(party, "Eve") == set()
    party.do("Mei", e.ReplyUndo(True))
    assert seen(party, "Eve") == {73} and party.view("Eve").me.chair == 2


def test_a_request_that_has_changed_gets_nothing(tables: Tables, clock: Clock) -> None:
    """The phone that asked for a free seat may not have another by the same number; nor one that asks no longer."""
    party = hiding(tables, "Ana", position=THREE)
    number = asks_for(party, "Eve", 1, "Eve")
    party.do("host", e.GiveSeat(number))
    asks_for(party, "Eve", 2, "Eve")
    party.do("Ana", e.ReplyUndo(True))
    assert party.view("Eve").me == Who() and party.view().undo is None
    party.do("host", e.GiveSeat(number))
    clock.now += 601
    party.do("Ana", e.ReplyUndo(True))
    assert party.view("Eve").me == Who() and seen(party, "Eve") == set()


def test_a_seat_moved_by_its_own_player_stays_the_players(tables: Tables) -> None:
    party = hiding(tables, "Ana", "Mei")
    party.do("Mei", e.GiveSeat(asks_for(party, "new", 1)))
    assert seen(party, "new") == {72} and seen(party, "Mei") == set()
    assert party.do("Ana", e.Finish()).asked
    party.do("new", e.ReplyUndo(True))
    assert party.view().state.turn is OVER


def test_who_sat_there_before_gives_nothing(tables: Tables) -> None:
    for leaves in (e.LeaveSeat(), e.TakeSeat(0, "Eve")):
        party = Party(tables, ())
        party.phones |= {name: new_token() for name in ("Eve", "Mei")}
        party.do("Eve", e.TakeSeat(1, "Eve"))
        number = asks_for(party, "second", 1)
        party.do("Eve", leaves)
        party.do("Mei", e.TakeSeat(1, "Mei"))
        party.do("host", e.EnterPosition(HIDDEN))
        party.refuses("Eve", e.GiveSeat(number), code=r"host_only|not_seated")
        assert party.view("Mei").me.chair == 1 and seen(party, "second") == set()


def test_at_another_time_the_others_are_asked_before_a_phone_shows_a_hand_without_one(tables: Tables) -> None:
    party = hiding(tables, "Ana", "Mei", position=THREE)
    assert party.do("Ana", e.Lend(2)).asked and 73 not in seen(party, "Ana")
    card = party.view("Mei").undo
    assert card is not None and (card.what, card.owner, card.of) == ("lend", 2, (1,))
    party.do("Mei", e.ReplyUndo(True))
    assert 73 in seen(party, "Ana")


def test_a_game_dealt_to_others_does_not_give_away_the_first_deal(tables: Tables) -> None:
    party = hiding(tables, "Ana", "Mei")
    party.do("host", e.Undo(to=0))
    party.do("host", e.TakeSeat(2, "Zoë"))
    party.do("host", e.Start((0, 2)))
    party.do("host", e.Finish())
    asked = party.view().undo
    assert asked is None or asked.of == (0, 1), "who was dealt a hand is asked"
    with pytest.raises(TableError, match="hidden_yet"):
        tables.export(party.code, party.host)


def test_where_nothing_is_hidden_seats_are_as_easy_as_ever(tables: Tables) -> None:
    party = Party(tables, ("Ana", "Mei"), position=HIDDEN.replace(" open-hands: hidden", ""))
    assert not party.do("host", e.GiveSeat(asks_for(party, "new", 1))).asked
    party.do("new", e.LeaveSeat())
    party.phones["Eve"] = new_token()
    party.do("Eve", e.TakeSeat(1, "Eve"))
    assert party.view("Eve").me.chair == 1
