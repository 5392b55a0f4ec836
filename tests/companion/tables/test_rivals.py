"""Rivals at a table: who seats them, what they do, that nothing is lost or told, and that people come first."""

from __future__ import annotations

from typing import Any

import pytest
from party import Party

from companion.engine.correction import Change
from companion.rivals.process import Rivals, chosen
from companion.tables import Tables, bots, new_token
from companion.tables.errors import TableError
from companion.tables.game import table_game
from companion.tables.log import entries as e

CITY = "hangzhou WB city: A2Br1 A3Wr market: r2 b1 b2 k4 / y1 y2 y3 g4 / o4 o5 p4 p5 / r1 b3 y2 k6 W: c5 B: c5"


def against(tables: Tables, game: str = "hangzhou", player: str = "middling", **opening: object) -> Party:
    """Ana and one rival, who have begun."""
    party = Party(tables, ("Ana",), game=game, chairs=2, **opening)
    party.do("Ana", e.SeatRival(1, player))
    party.do("host", e.Start())
    return party


def rivals(tables: Tables) -> Rivals:
    return Rivals(tables, pace=0)


def settle(tables: Tables, party: Party) -> list[str]:
    """Lets rivals act until it is somebody else's turn; what they did, each laid by Ana."""
    process, did = rivals(tables), []
    for _ in range(200):
        if not process.look():
            break
        view = party.view("Ana")
        line = next(line for line in reversed(tables.log_for(party.code, party.token("Ana"))) if line.source == "rival")
        did.append(line.kind)
        if view.unlaid:
            party.do("Ana", e.Lay(view.unlaid))
    return did


@pytest.mark.parametrize("game", ["hangzhou", "dunhuang", "xanadu"])
def test_plays_its_turns_and_says_why(tables: Tables, game: str) -> None:
    options = {} if game == "hangzhou" else {"cards": "app"}
    party = against(tables, game, options=options)
    assert party.view("Ana").chairs[1].rival == "middling"
    for _ in range(12):
        settle(tables, party)
        view = party.view("Ana")
        if view.eyes not in view.waiting:
            break
        party.do("Ana", e.Act(first_action(view)))
    told = [line for line in tables.log_for(party.code, party.token("Ana")) if line.source == "rival"]
    assert told and all(line.actor is None and line.seat == 1 for line in told)
    assert any(line.why is not None for line in told)


def first_action(view: Any) -> str:
    rules = table_game(view.game).rules
    return str(rules.action_text(view.legal[0]))


def test_waits_until_its_pieces_lie_there_or_somebody_has_acted(tables: Tables) -> None:
    party = against(tables)
    process = rivals(tables)
    while process.look():
        pass
    first = party.view("Ana")
    if first.unlaid:
        assert process.look() == 0
        party.do("Ana", e.Lay(first.unlaid))
        assert party.view("Ana").unlaid == 0
    party.do("host", e.Set("pace", "own"))
    while process.look():
        pass
    assert party.view("Ana").unlaid == 0 and party.view("Ana").eyes in party.view("Ana").waiting


def test_what_it_did_is_taken_back_with_the_own_step_and_nobody_is_asked(tables: Tables) -> None:
    party = Party(tables, ("Ana", "Mei"), CITY, chairs=2)
    party.do("Mei", e.LeaveSeat())
    party.do("Ana", e.SeatRival(1, "middling"))
    party.act("Ana", "coin A3", "end turn")
    before = party.view("Ana").seq
    settle(tables, party)
    assert any(line.source == "rival" for line in tables.log_for(party.code, party.token("Ana"), after=before))
    done = party.do("Ana", e.Undo())
    assert not done.asked and party.view("Ana").eyes in party.view("Ana").waiting


def test_takes_over_a_seat_whose_player_left_and_gives_it_back(tables: Tables) -> None:
    party = Party(tables, ("Ana", "Mei"), CITY, chairs=3)
    party.refuses("Ana", e.SeatRival(1), code="seat_taken")
    party.do("Mei", e.LeaveSeat())
    party.refuses("Ana", e.SeatRival(2), code="too_late")
    party.do("Ana", e.SeatRival(1, "strong"))
    mei = party.view("Ana").chairs[1]
    assert (mei.name, mei.rival, mei.held) == ("Mei", "strong", False)
    party.do("Mei", e.TakeSeat(1, "Mei"))
    assert party.view("Ana").chairs[1].rival == ""
    party.do("Mei", e.LeaveSeat())
    party.do("Ana", e.SeatRival(1, "easy"))
    party.do("Ana", e.SeatRival(1, ""))
    assert party.view("Ana").chairs[1].rival == ""


def test_who_is_not_offered_is_not_seated(tables: Tables) -> None:
    party = Party(tables, ("Ana",), chairs=2)
    for player in ("clever", "os:system", "random"):
        party.refuses("Ana", e.SeatRival(1, player), code="bad_command")
    with pytest.raises(TableError, match="not_seated"):
        tables.command(party.code, new_token(), e.SeatRival(1), command_id="a")


@pytest.mark.parametrize("game", ["dunhuang", "xanadu"])
def test_cards_that_only_paper_holds_cannot_be_played_by_the_app(tables: Tables, game: str) -> None:
    party = Party(tables, ("Ana",), game=game, chairs=2)
    party.refuses("Ana", e.SeatRival(1), code="no_rivals")


def test_two_processes_never_act_twice(tables: Tables) -> None:
    party = against(tables)
    party.do("host", e.Set("pace", "own"))
    while (due := bots.find_due_decision(tables, party.code)) is None:
        party.do("Ana", e.Act(first_action(party.view("Ana"))))
    action = due.game.legal(due.eyes.view, due.seat)[0]
    assert bots.act(tables, party.code, due, action, None)
    assert not bots.act(tables, party.code, due, action, None)


def test_what_happens_while_it_thinks_counts_and_what_it_thought_does_not(tables: Tables) -> None:
    """Something is put right or taken back, or the player is there again, between being asked and the answer."""
    for change in (e.Correct((Change("hands.blue.coins", 2),), "so"), e.Undo(), e.TakeSeat(1, "Mei")):
        party = Party(tables, ("Ana", "Mei"), CITY, chairs=2)
        party.do("Mei", e.LeaveSeat())
        party.do("Ana", e.SeatRival(1))
        party.act("Ana", "coin A3", "end turn")
        due = bots.find_due_decision(tables, party.code)
        assert due is not None
        party.do("Mei" if isinstance(change, e.TakeSeat) else "Ana", change)
        choice = chosen(due, "1")
        assert choice is not None and not bots.act(tables, party.code, due, choice.action, choice.reason)
        again = bots.find_due_decision(tables, party.code)
        if isinstance(change, e.Correct):
            assert again is not None and again.eyes.view.hands[1].coins == 2
        else:
            assert again is None


def test_a_hint_is_remembered_until_the_game_goes_on_unless_the_table_forbids_it(tables: Tables) -> None:
    party = Party(tables, ("Ana", "Mei"), CITY, chairs=2)
    party.do("Ana", e.Hint())
    party.do("Ana", e.Hint())
    assert party.view("Ana").hinted and not party.view("Mei").hinted
    party.act("Ana", "coin A3")
    assert not party.view("Ana").hinted
    party.do("host", e.Set("hints", "off"))
    party.refuses("Ana", e.Hint(), code="no_hints")
