"""Played on cardboard: the city is tapped in, then the app moves the merchants (flows 4.4)."""

from __future__ import annotations

from typing import Any

import pytest
from party import BY_HAND, SAMPLE, Party, effects

from companion.engine import hangzhou
from companion.engine.correction import Change
from companion.games.hangzhou.names import Dye, Space
from companion.games.hangzhou.state import Die
from companion.games.hangzhou.table import TABLE
from companion.tables import (
    Act,
    Answer,
    Correct,
    Elsewhere,
    Enter,
    MovedOn,
    Question,
    Redo,
    Roll,
    Settings,
    Tables,
    Tap,
    Undo,
    Untap,
)
from companion.tables.errors import TableError

MERCHANTS = Settings(way="merchants")


def shop(text: str | None) -> Any:
    """``white red 2`` as the JSON form of a shop."""
    if text is None:
        return None
    owner, dye, coins = text.split()
    return {"owner": owner, "dye": None if dye == "-" else dye, "coins": int(coins)}


def city(**shops: str | None) -> Tap:
    return Tap(tuple(Change(f"city.{space}", shop(text)) for space, text in shops.items()))


def row(merchant: str, *dice: str) -> Change:
    made = [{"dye": die.split()[0], "price": int(die.split()[1])} for die in dice]
    return Change(f"market.{merchant}", made)


def first_dice(**dice: str) -> Tap:
    return Tap(tuple(row(merchant, die) for merchant, die in dice.items()))


FOUR = first_dice(orange="red 2", green="black 5", purple="green 4", black="black 6")
"""Nobody but orange finds a target in the small city below."""
FULL = Tap(
    (
        row("orange", "red 2", "blue 1", "yellow 3", "green 4"),
        row("green", "black 5", "blue 1", "yellow 3", "red 3"),
        row("purple", "green 4", "blue 1", "yellow 3", "red 3"),
        row("black", "black 6", "blue 1", "yellow 3", "purple 6"),
    )
)


def draft_of(party: Party, name: str | None = None) -> Any:
    """What is tapped in, as a phone sees it."""
    draft = party.view(name).draft
    assert draft is not None
    return draft


def tapped(tables: Tables, *taps: Tap, settings: Settings = MERCHANTS) -> Party:
    party = Party(tables, settings=settings)
    for tap in taps:
        party.do("Ana", tap)
    return party


def test_the_last_tap_on_a_space_wins_and_all_see_it(tables: Tables) -> None:
    party = tapped(tables, city(A3="white red 0"))
    party.do("Mei", city(A3="blue green 2"))
    party.do("Ana", city(E4="yellow - 0"))
    party.do("Ana", Tap((Change("merchants.orange", "B2"),)))
    for name in ("Ana", "Mei", None):
        draft = draft_of(party, name)
        assert [(space, s.owner, s.dye, s.coins) for space, s in draft.state.shops()] == [
            ("A3", 1, "green", 2),
            ("E4", 3, None, 0),
        ]
        assert draft.state.merchants[0] == "B2"
        assert draft.missing == ("market.orange", "market.green", "market.purple", "market.black")
    party.do("Ana", city(A3=None))
    assert [space for space, _ in draft_of(party).state.shops()] == ["E4"]
    party.do("Ana", Untap(all=True))
    assert draft_of(party).state.shops() == ()


def test_parts_of_a_space_can_be_tapped(tables: Tables) -> None:
    party = tapped(tables, city(A3="white red 0"), Tap((Change("city.A3.coins", 2),)))
    assert draft_of(party).state.shop(Space.A3).coins == 2
    party.do("Ana", city(A3="white - 0"))
    assert draft_of(party).state.shop(Space.A3).coins == 0


@pytest.mark.parametrize(
    "change",
    [
        Change("city.C3", {"owner": "white"}),
        Change("city.A3.coins", 1),
        Change("merchants.orange", "Z9"),
        Change("hands.white.coins", 99),
    ],
)
def test_what_is_no_part_of_the_city_is_not_tapped(tables: Tables, change: Change) -> None:
    with pytest.raises(TableError, match="bad_command"):
        tapped(tables, Tap((change,)))


def test_faults_are_shown_and_do_not_refuse(tables: Tables) -> None:
    spaces = list(Space)[:9]
    party = tapped(tables, city(**dict.fromkeys(spaces, "white green 0")), FOUR)
    draft = draft_of(party)
    found = {(fault.kind, fault.thing, fault.found, fault.expected) for fault in draft.faults}
    assert ("cubes", "green", 9, 4) in found and ("shops", None, 9, 6) in found
    assert "9" in hangzhou.say(draft.faults[0], draft.state)
    party.do("Ana", Enter())
    assert party.state is not None


def test_merchants_move_and_the_app_asks_who_can_pay(tables: Tables) -> None:
    party = tapped(tables, city(C1="blue red 1"), FULL)
    result = party.do("Ana", Enter())
    assert [line.kind for line in result.entries] == ["enter"], "orange reaches C1 at once"
    question = party.view().question
    assert question == Question("pay", "buy", 1, "orange", "C1", 2, (), ("yes", "no"))
    party.refuses("Ana", Roll(), code="bad_command")
    paid = party.do("Tomás", Answer("yes"))
    assert effects(paid)[:3] == ["MerchantMoved", "Bought", "DieReturned"]
    assert paid.entries[0].actor == 2 and paid.entries[0].seat == 1
    assert party.state.merchants[0] == "C1" and party.state.shop(Space.C1).dye is None
    assert all(hand.hidden and not hand.coins for hand in party.state.hands), "hands stay unknown"
    assert party.view().waiting == (1,) and party.state.round == 2


def test_who_cannot_pay_takes_the_shop_back(tables: Tables) -> None:
    party = tapped(tables, city(C1="blue red 1"), FULL)
    party.do("Ana", Enter())
    refused = party.do("Ana", Answer("no"))
    assert "TakenBack" in effects(refused) and "Bought" not in effects(refused)
    assert party.state.shop(Space.C1) is None
    back = next(e for line in refused.entries for e in line.effects if type(e).__name__ == "TakenBack")
    assert hangzhou.say(back, party.state) and back.held is None and back.missing == ()
    party.refuses("Ana", Answer("no"), code="too_late")


def test_selling_asks_for_the_dyes_of_the_brew(tables: Tables) -> None:
    party = tapped(tables, city(C1="red black 0"), FULL, Tap((row("orange", "black 5"),)), settings=BY_HAND)
    party.do("Ana", Enter())
    question = party.view().question
    assert question == Question("pay", "sell", 2, "orange", "C1", None, ("blue", "red", "yellow"), ("yes", "no"))
    sold = party.do("Ana", Answer(" Yes "))
    assert "Sold" in effects(sold)
    assert all(fault.kind in ("row", "dice") for fault in hangzhou.faults(party.state))
    party.do("Ana", Undo())
    party.refuses("Ana", Answer("maybe"), code=r"bad_command.*yes or no")


def test_first_dice_alone_are_enough_and_the_next_first_one_is_asked_for(tables: Tables) -> None:
    party = tapped(tables, city(C1="blue red 1"), FOUR, settings=Settings(way="merchants", dice="hand"))
    party.do("Ana", Enter())
    party.do("Ana", Answer("yes"))
    asked = TABLE.unknown(party.state)
    assert asked is not None and (asked.kind, asked.thing, asked.rule) == ("die", "orange", "replace-die")
    assert "red 2" in asked.answers
    party.refuses("Ana", Roll(), code="dice_unknown")
    told = party.do("Ana", Answer("yellow 3"))
    assert "DiePlaced" in effects(told)
    assert party.state.market[0] == (Die(Dye.YELLOW, 3),), "what comes behind it is not known"
    while asked := TABLE.unknown(party.state):
        party.do("Ana", Answer(asked.answers[-1]))
    assert party.state.round == 2
    assert draft_of(party).missing == (), "so the next round needs no dice"


def test_an_unknown_first_die_is_asked_for_when_it_is_needed(tables: Tables) -> None:
    party = tapped(tables, city(C1="blue red 1"))
    party.do("Ana", Enter())
    question = party.view().question
    assert question is not None and question.kind == "die" and "red 2" in question.answers
    for wrong in ("red 9", "pass", "mauve 2"):
        party.refuses("Ana", Answer(wrong), code="bad_command")
    party.do("Ana", Answer("red 2"))
    question = party.view().question
    assert question is not None and (question.kind, question.number) == ("pay", 2)


def test_the_app_does_not_roll_dice_that_it_cannot_know(tables: Tables) -> None:
    party = tapped(tables, FOUR)
    party.do("Ana", Enter())
    assert party.view().outcomes, "no target for orange: its die is replaced, by hand"
    party.refuses("Ana", Roll(), code="dice_unknown")
    rolled = party.do("Ana", Roll("yellow 3"))
    assert "DiePlaced" in effects(rolled) and party.state.market[0] == (), "the die that was rolled lies last"


def test_the_next_round_starts_from_what_the_app_knows(tables: Tables) -> None:
    party = tapped(tables, city(C1="blue red 1"), FULL)
    party.do("Ana", Enter())
    party.do("Ana", Answer("yes"))
    market = party.state.market
    assert [len(r) for r in market] == [4, 4, 4, 4], "with all dice entered the app knows them all"
    draft = draft_of(party)
    assert draft.missing == () and draft.state.merchants[0] == "C1"
    party.do("Ana", city(D1="red blue 0"))
    party.do("Ana", Enter())
    question = party.view().question
    assert question is not None and (question.place, question.seat, question.number) == ("D1", 2, 1)


def test_following_after_a_merchant_round_with_hands_unknown(tables: Tables) -> None:
    party = tapped(tables, city(C1="blue red 1"), FULL)
    party.do("Ana", Enter())
    party.do("Ana", Answer("yes"))
    party.act("Mei", "coin C1", "end turn")
    party.act("Tomás", "pass")
    assert party.state.shop(Space.C1).coins == 1
    assert all(hand.hidden and hand.coins == 0 for hand in party.state.hands)
    party.do("Mei", Correct((Change("hands.blue.coins", 3), Change("hands.blue.hidden", False)), "counted"))
    party.act("Priya", "pass")
    party.act("Ana", "pass")
    party.act("Mei", "coin C1")
    assert party.state.hands[1].coins == 2 and party.state.hands[0].hidden
    assert party.view().score is None, "nobody's score is known while one hand is not"


def test_a_tap_from_before_holds_no_one_up_but_an_enter_does(tables: Tables) -> None:
    party = tapped(tables, FULL)
    seen = party.view().seq
    party.do("Mei", Enter())
    party.do("Ana", city(A1="white - 0"), expected=seen)
    assert isinstance(party.give("Ana", Enter(), expected=seen), MovedOn)


def test_an_enter_can_be_undone(tables: Tables) -> None:
    party = Party(tables, names=("Ana",), settings=MERCHANTS)
    party.do("Ana", FULL)
    party.do("Ana", Enter())
    party.do("Ana", Undo())
    assert party.state is None
    assert draft_of(party).changes == FULL.changes, "what was tapped in is there again"
    party.do("Ana", Redo())
    assert draft_of(party).changes == ()


def test_taps_are_taken_back_one_by_one(tables: Tables) -> None:
    party = Party(tables, names=("Ana",), settings=MERCHANTS)
    party.do("Ana", city(A1="white - 0"))
    party.do("Ana", city(A1="blue red 1"))
    party.do("Ana", Untap())
    draft = draft_of(party)
    assert draft.state.shop(Space.A1).dye is None and draft.can_untap
    party.do("Ana", Untap())
    draft = draft_of(party)
    assert draft.state.shop(Space.A1) is None and not draft.can_untap
    party.refuses("Ana", Untap(), code="nothing_to_undo")


# Not so here.


def moved(tables: Tables, merchant: int = 0) -> tuple[Party, int]:
    """A followed round in which every merchant moved; the entry of one of them."""
    party = Party(tables, position=f"{SAMPLE} seals: WBRY now: play Y")
    result = party.do("Priya", Act("take coin"))
    steps = [line.seq for line in result.entries if line.source == "rules"]
    return party, steps[merchant]


def test_it_moved_elsewhere_on_the_table(tables: Tables) -> None:
    party, entry = moved(tables)
    result = party.do("Ana", Elsewhere(entry, "D1"))
    assert [line.kind for line in result.entries][:2] == ["undo", "correct"]
    assert party.state.merchants[0] == "D1"
    assert party.state.shop(Space.B1).dye == "yellow", "so it did not trade at B1"
    assert party.view().waiting == (1,), "the other merchants went on"


def test_it_went_to_another_target_and_traded_there(tables: Tables) -> None:
    party, entry = moved(tables)
    party.do("Ana", Elsewhere(entry, "E3"))
    assert party.state.merchants[0] == "E3"
    party, entry = moved(tables, merchant=1)
    result = party.do("Ana", Elsewhere(entry, "a3"))
    assert "Bought" in effects(result), "A3 has the red dye that green wants"
    assert party.state.merchants[1] == "A3"


@pytest.mark.parametrize("merchant", range(4))
def test_no_trade_happened(tables: Tables, merchant: int) -> None:
    party, entry = moved(tables, merchant)
    line = next(line for line in tables.log_for(party.code, limit=100) if line.seq == entry)
    decision = line.effects[0].because
    result = party.do("Ana", Elsewhere(entry, traded=False))
    assert party.state.merchants[merchant] == decision.end
    own = [e for line in result.entries for e in line.effects if getattr(e, "merchant", None) == decision.merchant]
    assert not [e for e in own if type(e).__name__ in ("Bought", "Sold", "TakenBack")]
    assert party.view().waiting == (1,) and party.state.round == 2
    assert not hangzhou.faults(party.state)


def test_not_so_here_comes_too_late_after_the_next_turn(tables: Tables) -> None:
    party, entry = moved(tables)
    party.act("Mei", "pass")
    party.refuses("Ana", Elsewhere(entry, "D1"), code="too_late")
    party.do("Mei", Undo())
    party.refuses("Ana", Elsewhere(entry, "C3"), code=r"bad_command.*no space")
    party.refuses("Ana", Elsewhere(entry + 1, "D1"), code=r"bad_command.*no merchant")
