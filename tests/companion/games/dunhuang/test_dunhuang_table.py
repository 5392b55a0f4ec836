"""Dunhuang at a table: who holds the cards, what is asked on paper, taking back, corrections, counting."""

from __future__ import annotations

import random

import pytest
from dunhuang_tables import FIRST as RING
from dunhuang_tables import SECOND as OTHER
from party import BY_HAND, NAMES, Party

from companion.engine import Seat, dunhuang
from companion.engine.correction import Change
from companion.engine.game import OVER
from companion.games.dunhuang.names import UNKNOWN, Good
from companion.games.dunhuang.state import Token
from companion.tables import Accepted, Act, Correct, Reroll, Roll, Settings, Tables, Tally, Undo
from companion.tables.errors import TableError

PAPER = f"dunhuang 3 ring: {RING} market: * * * * * * * * camel: 1"
HELD = "A: c5 hand *x3 shop 5 B: c5 hand *x3 shop 6x2 C: c5 hand *x3 shop 9 tokens: 5A 6B 9C deck: *x14"

TWO = f"dunhuang 2 ring: {RING} market: 2 3 4 5 6 7 8 2 camel: 1 A: c3 hand 4 5 B: c3 hand 6 now: move A"


def table(tables: Tables, position: str = "", players: int = 3, **options: str | int) -> Party:
    return Party(
        tables, NAMES[:players], position, game="dunhuang", start=not position, options=options, chairs=players
    )


def on_paper(tables: Tables, rest: str = "now: move A", ring: str = RING) -> Party:
    return table(tables, f"{PAPER.replace(RING, ring)} {HELD} {rest}")


# --- with the cards on paper ---


def test_a_turn_on_paper_is_three_actions(tables: Tables) -> None:
    party = on_paper(tables)
    party.act("Ana", "camel 4", "into shop 6", "coins")
    state = party.state
    assert party.view().waiting == (1,)
    assert state.players[0].shop[5] == 1 and state.players[0].coins == 5 - 3 + 3
    assert state.deck == 13 and state.market[4] is Good.UNKNOWN


def test_what_goes_into_a_hand_or_back_to_the_market_loses_its_name(tables: Tables) -> None:
    party = on_paper(tables, "now: act B 2", ring=OTHER.replace("general", "soldier"))
    party.do("Mei", Correct((Change("camel", 2),), "moved"))
    party.act("Mei", "exchange 6 3 9")
    state = party.state
    assert set(state.market) == {Good.UNKNOWN}
    assert state.players[1].shop[8] == 1 and state.players[1].shop[5] == 1
    assert state.holders[8] == 1, "a tie: the newcomer takes the token"
    line = next(line for line in tables.log_for(party.code) if line.kind == "act")
    said = [dunhuang.say(effect, line.state, names=party.view().names) for effect in line.effects]
    assert said[0] == "Mei exchanges tea in the shop for wool of the market.", "nobody was asked for the space"


# --- with the cards on phones ---


def test_the_app_deals_whatever_the_table_says_of_rolling(tables: Tables) -> None:
    party = Party(tables, NAMES[:2], game="dunhuang", start=True, settings=BY_HAND, chairs=2, options={"cards": "app"})
    for _ in range(8):
        party.do("Ana", Roll(dunhuang.action_text(party.view().outcomes[0])))
    assert party.state.now.phase == "choose" and party.view().outcomes == ()


def test_a_hand_of_one_kind_is_drawn_from_like_any_other(tables: Tables) -> None:
    position = TWO.replace("camel: 1", "camel: 7").replace("hand 6 ", "hand 6 6 ").replace("move A", "act A 1")
    for hand in ("hand 6 6 ", "hand 6 7 "):
        party = table(tables, position.replace("hand 6 6 ", hand))
        party.act("Ana", "visit B")
        sources = [line.source for line in tables.log_for(party.code, party.phones["Ana"]) if line.kind == "roll"]
        assert sources == ["app", "app"], "that only one kind is there would be told"


def test_no_dealt_card_is_named_by_hand(tables: Tables) -> None:
    party = table(tables, cards="app")
    dealt = [line.seq for line in tables.log_for(party.code) if line.kind == "roll"][-1]
    party.refuses("Ana", Reroll(dealt, "card silk"), code="bad_command")
    party.refuses("Ana", Reroll(1, "card silk"), code="no_such_entry")


def test_nobody_tries_the_cards_of_a_hand_that_they_do_not_see(tables: Tables) -> None:
    party = table(tables, cards="app")
    kept = dunhuang.action_text(party.view("Mei").legal[0])
    for name, action in (("Ana", kept), ("Ana", "keep gold"), ("host", kept)):
        party.refuses(name, Act(action, seat=1), code="cards_hidden")
    party.act("Mei", kept)


def test_what_everybody_sees_may_be_done_for_a_phone_that_sleeps(tables: Tables) -> None:
    party = table(tables, TWO)
    party.do("Mei", Act("camel 2", seat=0))
    assert party.state.camel == 3 and party.view().waiting == (0,)


# --- taking back ---


def test_a_step_goes_back_at_once_until_a_card_was_seen(tables: Tables) -> None:
    party = table(tables, TWO)
    party.act("Ana", "camel 3")
    assert not party.do("Ana", Undo()).asked
    party.act("Ana", "camel 3", "into hand", "coins")
    assert party.do("Ana", Undo()).asked, "the market was filled from the deck"


def test_on_paper_the_own_turn_goes_back_at_once_but_for_cards_drawn(tables: Tables) -> None:
    party = on_paper(tables)
    party.act("Ana", "camel 1", "into hand", "coins")
    assert not party.do("Ana", Undo()).asked, "nobody has told the app a card"
    party = on_paper(tables, "now: act A 3")
    party.act("Ana", "draw")
    assert party.do("Ana", Undo()).asked


# --- what lies here ---


def test_tokens_shops_and_hands_are_set_right(tables: Tables) -> None:
    party = on_paper(tables)
    changes = (
        Change("tokens.tea", {"holder": "C", "guarded": True}),
        Change("players.C.shop.tea", 3),
        Change("players.A.hand.unknown", 5),
        Change("camel", 8),
    )
    party.do("Ana", Correct(changes, "forgotten"))
    state = party.state
    assert state.tokens[5] == Token(Seat(2), True) and state.players[0].hand[UNKNOWN] == 5 and state.camel == 8


# --- secrets ---


def test_a_score_is_told_at_the_end_only(tables: Tables) -> None:
    party, rng, names = table(tables, cards="app", players=2), random.Random(4), NAMES[:2]
    while party.state.turn is not OVER:
        assert party.view("Ana").score is None
        seat = rng.choice(party.view(names[0]).waiting)
        party.do(names[seat], Act(dunhuang.action_text(rng.choice(party.view(names[seat]).legal))))
    assert party.view("Ana").score is not None


# --- score only ---


def counting(tables: Tables, players: int = 3) -> Party:
    return Party(tables, NAMES[:players], game="dunhuang", settings=Settings(way="score"), chairs=players)


def things(tokens: int, prestige: int, hand: str = "", **more: int) -> dict[str, int]:
    kinds = {good.value: 0 for good in list(Good)[1:9]}
    for number in hand.split():
        kinds[list(Good)[int(number) - 1].value] += 1
    return {"tokens": tokens, "prestige": prestige, **kinds, **more}


def test_hands_count_by_kind_and_tokens(tables: Tables) -> None:
    party = counting(tables)
    party.do("Ana", Tally(0, things(2, 3, "9 9 8 8 2"), ready=True))
    party.do("Mei", Tally(1, things(1, 0, "9 7"), ready=True))
    assert party.view("Ana").tally.counted.keys() == {0}  # type: ignore[union-attr]  # it is counted
    party.do("Tomás", Tally(2, things(0, 4, "3"), ready=True))
    score = party.view().score
    assert score is not None and score.final
    assert [sheet.total for sheet in score.sheets] == [4 + 3 + 9 + 8, 2 + 7, 4]


def test_only_those_who_tie_count_their_coins(tables: Tables) -> None:
    party = counting(tables, players=2)
    for chair, name in enumerate(("Ana", "Mei")):
        count = {kind: n for kind, n in things(1, 2).items() if kind != "wool"}
        party.do(name, Tally(chair, count, ready=True))
    tally = party.view().tally
    assert tally is not None and not tally.done and all("coins" in asked for asked in tally.asked.values())
    party.do("Ana", Tally(0, {"coins": 4}, ready=True))
    party.do("Mei", Tally(1, {"coins": 6}, ready=True))
    score = party.view().score
    assert score is not None and score.winners == (1,) and score.decided_by == "tie"


@pytest.mark.parametrize(
    ("counts", "thing", "found", "most"),
    [
        ((things(5, 0), things(4, 0), things(0, 0)), "tokens", 9, 8),
        ((things(0, 20), things(0, 9), things(0, 0)), "prestige", 29, 28),
        ((things(0, 0, "2 2"), things(0, 1, "2"), things(0, 0)), "silver", 3, 2),
    ],
)
def test_more_than_there_is_in_the_box(
    tables: Tables, counts: tuple[dict[str, int], ...], thing: str, found: int, most: int
) -> None:
    party = counting(tables)
    for chair, count in enumerate(counts[:2]):
        party.do(NAMES[chair], Tally(chair, count, ready=True))
    with pytest.raises(TableError, match="overcounted") as raised:
        party.give("Tomás", Tally(2, counts[2], ready=True))
    assert raised.value.facts == {"thing": thing, "found": found, "most": most}
    party.do("Ana", Tally(0, things(0, 0), ready=True))
    assert isinstance(party.give("Tomás", Tally(2, counts[2], ready=True)), Accepted)
