"""Following a game: start, turns, the merchants' round, dice by the app or by hand."""

from __future__ import annotations

import pytest
from party import BY_HAND, SAMPLE, Party, effects

from companion.engine import CHANCE, hangzhou
from companion.engine.correction import Change
from companion.games.hangzhou.moves import Decline, PickDye, Trade
from companion.games.hangzhou.rounds import DieDrawn
from companion.games.hangzhou.state import Die
from companion.tables import RefusedByRule, Tables, new_token
from companion.tables.errors import TableError
from companion.tables.log import entries as e
from companion.tables.log import proof

LAST_TURN = f"{SAMPLE} seals: WBRY now: play Y"
"""Yellow's turn ends the player round; then all four merchants trade."""


def test_a_game_starts_with_those_who_have_a_name(tables: Tables) -> None:
    party = Party(tables, names=("Ana", "Mei", "Tomás"))
    party.refuses("Ana", e.Act("pass"), code="not_started")
    result = party.do("host", e.Start(first=1))
    assert [line.kind for line in result.entries] == ["start", "roll", "roll", "roll"]
    view = party.view("Ana")
    assert view.seat == 0 and view.waiting == (0,), "the player to the right of the start player picks first"
    assert view.state.colours == ("white", "blue", "red") and view.state.start == 1
    assert [chair.seat for chair in view.chairs] == [0, 1, 2, None]
    assert {type(action) for action in view.legal} == {PickDye}
    party.refuses("host", e.Start(), code="too_late")


def test_the_merchants_go_at_once_when_the_app_rolls(tables: Tables) -> None:
    party = Party(tables, position=LAST_TURN)
    result = party.do("Priya", e.Act("take coin"))
    assert [line.source for line in result.entries] == ["person", *["rules", "app"] * 2, "rules", "rules", "app"]
    assert effects(result).count("MerchantMoved") == 4 and effects(result).count("DiePlaced") == 3
    assert party.view().waiting == (1,) and party.state.round == 2


def test_dice_by_hand_are_asked_for_one_by_one(tables: Tables) -> None:
    party = Party(tables, position=LAST_TURN, settings=BY_HAND)
    party.act("Priya", "take coin")
    view = party.view("Priya")
    assert view.state.turn is CHANCE and DieDrawn("blue", 2) in view.outcomes
    party.refuses("Priya", e.Roll("blue two"), code="bad_command")
    assert isinstance(party.give("Priya", e.Roll("blue 5")), RefusedByRule), "a blue die is never turned to 5"
    party.refuses("Mei", e.Roll('correct {"changes": [], "who": "me", "why": "so"}'), code="bad_command")
    rolled = party.do("Mei", e.Roll("blue 2"))
    assert (rolled.entries[0].source, rolled.entries[0].actor) == ("hand", 1)
    assert party.state.market[0][-1] == Die("blue", 2)
    assert hangzhou.text(party.state).endswith("now: roll green"), "green's die is next"
    rest = party.do("Mei", e.Roll())
    assert rest.entries[0].source == "app", "one roll by the app, at a table that rolls by hand"
    assert party.view().outcomes, "and the next one by hand again"
    party.do("Mei", e.Roll(rest=True))
    assert party.view().waiting


def test_the_table_changes_who_rolls(tables: Tables) -> None:
    party = Party(tables, position=LAST_TURN, settings=BY_HAND)
    party.act("Priya", "take coin")
    party.do("host", e.Set("dice", "app"))
    assert party.view().waiting == (1,), "the app goes on at once"


def test_a_roll_was_made_by_hand_after_all(tables: Tables) -> None:
    party = Party(tables, position=LAST_TURN)
    rolled = party.do("Priya", e.Act("take coin"))
    first = next(line for line in rolled.entries if line.source == "app")
    result = party.do("Ana", e.Reroll(first.seq, "blue 1"))
    assert [line.kind for line in result.entries][:2] == ["undo", "roll"]
    assert party.state.market[0][-1] == Die("blue", 1)
    assert party.view().waiting == (1,), "the rest of the round was rolled anew"
    undone = [line.seq for line in tables.log_for(party.code, limit=1000) if line.undone]
    assert undone == list(range(first.seq, rolled.seq + 1))


def test_the_optional_trade_is_a_decision_of_the_owner(tables: Tables) -> None:
    party = Party(tables, position=f"{LAST_TURN} trade: optional")
    party.act("Priya", "take coin")
    assert party.view().waiting == (0,), "white's shop holds what orange wants"
    assert set(party.view("Ana").legal) == {Trade(), Decline()}
    party.act("Ana", "decline")
    assert party.state.hands[0].shops == 6


def test_one_phone_for_all_acts_for_every_seat(tables: Tables) -> None:
    party = Party(tables, names=("Ana",), position=SAMPLE)
    for seat in range(4):
        party.do("Ana", e.Act("pass", seat=seat))
    lines = [line for line in tables.log_for(party.code, limit=100) if line.kind == "act"]
    assert [(line.actor, line.seat) for line in lines] == [(0, 0), (0, 1), (0, 2), (0, 3)]
    party.refuses("Ana", e.Act("pass", seat=4), code="no_such_seat")


def test_a_table_is_entered_half_way_from_text_or_json(tables: Tables) -> None:
    party = Party(tables, position=LAST_TURN)
    state = party.state
    other = Party(tables, position=hangzhou.to_json(state))
    assert other.state == state
    turned = Party(tables, names=("Ana", "Mei", "Tomás", "Priya"), position="hangzhou RBYW now: play R")
    assert turned.view("Tomás").seat == 0 and turned.view("Ana").seat == 3, "seats go by colour"
    party.refuses("Ana", e.EnterPosition("hangzhou RBYW now: sleep"), code=r"bad_command.*1:")
    party.refuses("Ana", e.EnterPosition("hangzhou RB", chairs=(1,)), code="wrong_seats")


def test_a_late_comer_is_entered_by_a_correction(tables: Tables) -> None:
    party = Party(tables, names=("Ana", "Mei", "Tomás"), position="hangzhou WBR now: play W")
    party.act("Ana", "pass")
    party.phones["Priya"] = new_token()
    party.do("Priya", e.TakeSeat(3, "Priya"))
    assert party.view("Priya").seat is None, "at the table, not yet in the game"
    players = Change("players", ["white", "blue", "red", "yellow"])
    hand = Change("hands.yellow", {"coins": 6, "shops": 6})
    party.do("Ana", e.Correct((players, hand), "Priya joins"))
    view = party.view("Priya")
    assert view.seat == 3 and view.names == ("Ana", "Mei", "Tomás", "Priya")
    party.act("Mei", "pass")
    party.act("Tomás", "pass")
    party.act("Priya", "shop C2")


def test_house_rules_are_checked_when_the_table_is_opened(tables: Tables) -> None:
    with pytest.raises(TableError, match=r"bad_options.*blocking"):
        Party(tables, options={"blocking": "maybe"})
    with pytest.raises(TableError, match=r"bad_options.*not 'weather'"):
        Party(tables, options={"weather": "fair"})
    with pytest.raises(TableError, match=r"bad_options.*does not fit"):
        Party(tables, chairs=5)
    with pytest.raises(TableError, match=r"bad_options.*not 'chess'"):
        tables.open("chess", "0" * 32)
    party = Party(tables, options={"start_at": 3, "round_limit": 9}, names=("Ana", "Mei"), start=True)
    assert party.state.round_die == 3 and party.state.options.round_limit == 9
    solo = Party(tables, options={"round_die": "sold_only"}, names=("Ana",))
    solo.refuses("host", e.Start(), code=r"bad_options.*solo")


def test_weights_of_the_apps_dice() -> None:
    chances = hangzhou.chances(hangzhou.parse("hangzhou WB now: market"))
    seed = bytes(32)
    drawn = [proof.outcome(seed, n, chances) for n in range(4000)]
    mixed = sum(die.dye in ("green", "orange", "purple", "black") for die in drawn)
    assert 0.37 < mixed / 4000 < 0.43, "8 of 20 dice"
    assert len(set(drawn)) == 21
    assert drawn == [proof.outcome(seed, n, chances) for n in range(4000)]
