"""Undo and redo are entries: at once for one's own last step, a question where others acted or learned."""

from __future__ import annotations

from typing import Any

import pytest
from party import NAMES, SAMPLE, Clock, Party

from companion.engine import Seat
from companion.tables import Act, Redo, ReplyUndo, Tables, Undo


def test_the_own_last_step_goes_back_at_once(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    before = party.state
    party.act("Ana", "shop C2")
    result = party.do("Ana", Undo())
    assert [line.kind for line in result.entries] == ["undo"] and not result.asked
    assert party.state == before and party.view().can_redo
    assert party.kinds()[-2:] == ["act", "undo"], "nothing is lost"


def test_redo_brings_back_step_by_step_until_something_new(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    states = [party.state]
    for action in ("coin B1", "dye B1 red"):
        party.act("Ana", action)
        states.append(party.state)
    party.do("Ana", Undo())
    party.do("Ana", Undo())
    assert party.state == states[0]
    party.do("Ana", Redo())
    assert party.state == states[1]
    party.do("Ana", Redo())
    assert party.state == states[2]
    party.refuses("Ana", Redo(), code="nothing_to_undo")
    party.do("Ana", Undo())
    party.act("Ana", "coin B1")
    assert not party.view().can_redo


def test_what_one_press_did_goes_as_a_whole(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    before, line = party.state, party.view().seq
    party.act("Ana", "shop C2")
    party.do("Ana", Act("dye C2 red", joined=True))
    after = party.state
    deed = party.view("Mei").undoes.deed  # type: ignore[union-attr]  # Ana has acted
    assert deed is not None and (deed.seat, deed.seq) == (0, line + 1) and len(deed.effects) == 2
    party.do("Ana", Undo())
    assert party.state == before
    party.do("Ana", Redo())
    assert party.state == after
    party.do("Ana", Undo(before=line + 2))
    assert party.state == before, "whichever of its entries is named"
    party.refuses("Ana", Undo(before=line + 2), code="no_such_entry")


def test_the_log_says_what_an_undo_took_back(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    for action in ("coin B1", "dye B1 red"):
        party.act("Ana", action)
    last = party.view().seq
    for command in (Undo(), Undo(), Redo()):
        party.do("Ana", command)
    party.act("Ana", "end turn")
    party.do("Mei", Undo())
    about = [line.about.seq for line in tables.log_for(party.code, after=last) if line.about is not None]
    assert about == [last, last - 1, last - 1, last + 4]


def test_whose_step_it_was_decides(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    party.act("Ana", "pass")
    before = party.state
    party.act("Mei", "pass")
    after = party.state
    result = party.do("Ana", Undo())
    assert result.asked and party.state == after
    card = party.view("Mei").undo
    assert card is not None and card.mine and (card.asker, card.of, len(card.deeds)) == (0, (1,), 1)
    for name in ("Ana", "Tomás", "Priya"):
        other = party.view(name).undo
        assert other is not None and not other.mine
    party.refuses("Tomás", ReplyUndo(True), code="asked_first")
    assert party.view().undo is not None, "watchers see the question too"
    party.do("Mei", ReplyUndo(True))
    assert party.state == before and party.view().undo is None


def test_the_owners_no_closes_the_question_on_all_phones(tables: Tables, clock: Clock) -> None:
    party = Party(tables, position=SAMPLE)
    party.act("Ana", "pass")
    party.act("Mei", "pass")
    after = party.state
    party.do("Ana", Undo())
    party.do("Mei", ReplyUndo(False))
    assert all(party.view(name).undo is None for name in (*NAMES, None)) and party.state == after
    clock.now += 60
    party.refuses("Tomás", ReplyUndo(True), code="too_late")


@pytest.mark.parametrize("yes", [True, False])
def test_others_decide_when_the_owner_is_silent_for_half_a_minute(tables: Tables, clock: Clock, yes: bool) -> None:
    party = Party(tables, position=SAMPLE)
    party.act("Ana", "pass")
    before = party.state
    party.act("Mei", "pass")
    after = party.state
    party.do("Ana", Undo())
    clock.now += 29
    for name in ("Tomás", "host"):
        party.refuses(name, ReplyUndo(yes), code="asked_first")
    clock.now += 1
    party.refuses("Ana", ReplyUndo(True), code="too_late")
    party.do("Tomás", ReplyUndo(yes))
    assert party.view().undo is None and party.state == (before if yes else after)


def test_the_steps_of_several_are_undone_when_each_of_them_agrees(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    before, first = party.state, party.view().seq
    for name in ("Ana", "Mei", "Tomás"):
        party.act(name, "pass")
    party.do("Ana", Undo(before=first + 1))
    card = party.view("Priya").undo
    assert card is not None and card.of == (1, 2)
    party.do("Mei", ReplyUndo(True))
    assert party.state != before
    party.do("Tomás", ReplyUndo(True))
    assert party.state == before


def test_all_who_would_give_back_decide_about_a_merchant_round(tables: Tables) -> None:
    party = Party(tables, position=f"{SAMPLE} seals: WBRY now: play Y")
    before = party.state
    party.act("Priya", "take coin")
    after = party.state
    assert party.do("Priya", Undo()).asked
    card = party.view("Ana").undo
    got = [seat for seat in range(4) if seat != 3 and _more(before, after, seat)]
    assert card is not None and card.of == tuple(got) and len(got) > 1
    for seat in got:
        assert party.state == after
        party.do(NAMES[seat], ReplyUndo(True))
    assert party.state == before
    party.do("Priya", Redo())
    assert party.state.round == 2, "redo brings the same dice back"


def _more(before: Any, after: Any, seat: int) -> bool:
    """Does the hand hold more of anything than before?"""
    was, now = (state.hands[seat] for state in (before, after))
    things = [(was.coins, now.coins), (was.points, now.points), *zip(was.dyes, now.dyes, strict=True)]
    return any(n > m for m, n in things)


def test_a_roll_that_gave_nobody_anything_is_decided_by_the_first_who_answers(tables: Tables) -> None:
    alone = "hangzhou WBRY W: c6 B: c6 R: c6 Y: c6 seals: WBRY now: play Y"
    for yes in (True, False):
        party = Party(tables, position=alone)
        before = party.state
        party.act("Priya", "take coin")
        assert party.state.market != before.market
        assert party.do("Priya", Undo()).asked
        party.do("Tomás", ReplyUndo(yes))
        assert party.view().undo is None and (party.state == before) == yes


def test_what_was_done_for_me_is_mine_to_take_back(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    party.do("Mei", Act("pass", seat=Seat(0)))
    assert not party.do("Ana", Undo()).asked


def test_back_to_any_entry_and_to_before_the_game(tables: Tables) -> None:
    party = Party(tables, names=("Ana",), position=SAMPLE)
    first = party.view().seq
    states = [party.state]
    for seat in range(3):
        party.do("Ana", Act("pass", seat=Seat(seat)))
        states.append(party.state)
    party.do("Ana", Undo(to=first + 1))
    assert party.state == states[1]
    party.do("Ana", Undo(to=0))
    assert party.state is None and party.view().waiting == ()
    party.refuses("Ana", Undo(), code="nothing_to_undo")
    party.do("Ana", Redo())
    party.do("Ana", Redo())
    assert party.state == states[3]
    for to in (1, 2, 999):
        party.refuses("Ana", Undo(to=to), code="no_such_entry")
    party.refuses("Ana", Undo(to=first + 3), code="nothing_to_undo")


def test_a_yes_is_to_the_question_that_was_read(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    for name in ("Ana", "Mei", "Tomás"):
        party.act(name, "pass")
    after = party.state
    party.do("Priya", Undo())
    read = party.view("Tomás").undo
    party.do("Mei", Undo())
    party.refuses("Tomás", ReplyUndo(True, asked=read.seq), code="too_late")
    assert party.state == after
    now = party.view("Tomás").undo
    assert now is not None and now.asker == 1
    party.do("Tomás", ReplyUndo(True, asked=now.seq))
    assert party.state != after
