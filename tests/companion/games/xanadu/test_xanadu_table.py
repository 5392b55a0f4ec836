"""Xanadú at a table: who holds the cards, the end card, undo past what was seen, corrections, counting."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from party import NAMES, Party

from companion.engine import xanadu
from companion.engine.correction import Change
from companion.engine.game import OVER
from companion.games.xanadu.names import UNKNOWN, Card
from companion.games.xanadu.state import Building
from companion.tables import (
    Accepted,
    Act,
    Answer,
    Correct,
    Finish,
    RefusedByRule,
    ReplyUndo,
    Settings,
    TableError,
    Tables,
    Tally,
    Undo,
)

pytestmark = pytest.mark.long

PAPER = "xanadu 3 cards: paper A: c4 07.*.* 33 hand *x5 B: c2 02 hand *x6 C: 21.*.*.* hand *x7"
LAST = "xanadu 2 cards: paper A: 07 hand *x4 B: 02 hand *x7 discard: 01 run: 2 now: play A working deck: {deck}"


def table(tables: Tables, position: str = "", players: int = 3, **options: str | int) -> Party:
    return Party(tables, NAMES[:players], position, not position, "xanadu", options=options, chairs=players)


def play(party: Party, rng: random.Random, steps: int, each: Callable[[], None] = lambda: None) -> None:
    """So many actions at random by whoever may act, each on the own phone; the end card comes as the app draws it,
    or, with cards on paper, in one draw of four."""
    names = tuple(party.phones)
    for _ in range(steps):
        view = party.view(names[0])
        if view.question is not None:
            party.do(names[0], Answer("yes" if view.question.answers == ("yes",) or rng.random() < 0.25 else "no"))
        elif view.waiting:
            seat = rng.choice(view.waiting)
            legal = party.view(names[seat]).legal
            party.do(names[seat], Act(xanadu.action_text(rng.choice(legal))))
        else:
            return
        each()


# --- who holds the cards ---


def test_with_cards_on_paper_the_app_knows_how_many_and_no_names(tables: Tables) -> None:
    party = table(tables)
    state = party.view("Ana").state
    assert state.paper and [set(player.hand) for player in state.players] == [{UNKNOWN}] * 3
    assert [len(player.hand) for player in state.players] == [7, 7, 7] and len(state.deck) == 70 - 21
    party.act("Ana", "start 7")
    assert party.view("Mei").state.players[0].picked == (UNKNOWN,), "picked in secret"
    party.act("Mei", "start 5")
    party.act("Tomás", "start 21")
    assert [[b.card for b in city] for city in party.state.city] == [[7], [5], [21]]
    party.act("Ana", "worker 7 *", "build 2", "end turn")
    view = party.view("Mei")
    assert view.waiting == (1,) and len(view.state.players[0].hand) == 5 and view.score is not None


def test_what_a_hand_holds_is_not_told_by_refusals_to_others(tables: Tables) -> None:
    party = table(tables, "xanadu 3 A: 07 hand 12 33 B: 02 C: 21 now: play A")
    with pytest.raises(TableError):
        party.give("Mei", Act("build 33", seat=0))
    refused = party.give("Ana", Act("build 12"))
    assert isinstance(refused, RefusedByRule) and refused.refusal.reason == "missing"


# --- the end card ---


def test_only_people_see_the_end_card_on_paper(tables: Tables) -> None:
    party = table(tables, LAST.format(deck="*x8"), players=2)
    party.act("Ana", "end turn")
    question = party.view("Mei").question
    assert question is not None and (question.kind, question.seat, question.number) == ("end", 0, 1)
    assert question.answers == ("no", "yes") and party.view().waiting == ()
    party.refuses("Mei", Answer("maybe"), code=r"bad_command.*expected no or yes, not 'maybe'")
    party.do("Mei", Answer("no"))
    assert party.view().waiting == (1,) and len(party.state.players[0].hand) == 5
    party.act("Mei", "worker 2 *", "end turn")
    party.do("Ana", Answer("yes"))
    assert party.state.turn is OVER and party.view().score is not None


@pytest.mark.parametrize(
    ("deck", "answers", "answer", "left"),
    [("*x8", ("no", "yes"), "no", 5), ("*x2", ("yes",), "yes", 2), ("*x30", None, None, 27)],
)
def test_all_cards_of_a_turn_are_asked_for_at_once_if_the_end_card_can_be_among_them(
    tables: Tables, deck: str, answers: tuple[str, ...] | None, answer: str | None, left: int
) -> None:
    party = table(tables, LAST.format(deck=deck).replace(" working", ""), players=2)
    party.act("Ana", "end turn")
    question, before = party.view().question, party.view().seq
    assert (question and (question.number, question.answers)) == (answers and (3, answers))
    if answer:
        party.do("Ana", Answer(answer))
        assert party.view().seq == before + 1
    assert len(party.state.deck) == left
    assert (party.state.turn is OVER) == (answer == "yes")
    assert len(party.state.players[0].hand) == (4 if answer == "yes" else 7)


def test_the_app_draws_the_end_card_of_its_own_deck(tables: Tables) -> None:
    party = table(tables, cards="app", players=2)
    play(party, random.Random(3), 1000)
    kinds = [line.kind for line in tables.log_for(party.code, limit=2000)]
    assert party.state.turn is OVER and "answer" not in kinds


# --- taking back ---


def test_a_worker_goes_back_at_once_and_an_ended_turn_after_asking(tables: Tables) -> None:
    party = table(tables, PAPER)
    party.act("Ana", "worker 7 *")
    assert not party.do("Ana", Undo()).asked and len(party.state.players[0].hand) == 5
    party.act("Ana", "worker 7 *", "end turn")
    assert party.do("Ana", Undo()).asked, "a card was drawn, and seen"
    party.do("Tomás", ReplyUndo(True))
    assert party.view().waiting == (0,)


def test_nobody_picks_anew_alone_once_all_is_revealed(tables: Tables) -> None:
    party = table(tables)
    party.act("Ana", "start 7")
    assert not party.do("Ana", Undo()).asked
    party.act("Ana", "start 12")
    party.act("Mei", "start 2")
    party.act("Tomás", "start 21")
    assert party.do("Tomás", Undo()).asked


# --- what lies here ---


def test_a_card_that_is_set_right_comes_off_the_deck(tables: Tables) -> None:
    party = table(tables, PAPER)
    deck = len(party.state.deck)
    party.do("Mei", Correct((Change("players.A.hand", [0] * 7),), "forgotten"))
    assert len(party.state.deck) == deck - 2 and xanadu.faults(party.state) == ()
    party.do("Mei", Correct((Change("players.A.city.0.workers", [0] * 3), Change("players.B.coins", 9)), "moved"))
    assert len(party.state.deck) == deck - 3 and party.state.players[1].coins == 9
    party.do("Mei", Correct((Change("players.A.city.1.card", 34),), "wrong tap"))
    assert xanadu.faults(party.state) == () and [b.card for b in party.state.city[0]] == [7, 34]
    party.do("Mei", Correct((Change("deck", [0] * 3),), "other"))
    assert len(party.state.deck) == 3 and [fault.kind for fault in xanadu.faults(party.state)] == ["cards"]


def test_a_game_that_is_stopped_is_counted_as_it_lies(tables: Tables) -> None:
    party = table(tables, PAPER)
    party.agree("Ana", Finish(), "Mei", "Tomás")
    score = party.view().score
    assert score is not None and score.final
    assert [sheet.total for sheet in score.sheets] == [4 + 2 + 3, 2 + 1, 3]


# --- secrets ---


def test_an_export_waits_for_the_end_where_cards_are_hidden(tables: Tables) -> None:
    party = table(tables, cards="app", players=2)
    with pytest.raises(TableError, match="hidden_yet"):
        tables.export(party.code, party.host)
    paper = table(tables, players=2)
    assert tables.export(paper.code, paper.host), "on paper nothing is hidden from the app alone"
    paper.act("Ana", "start 7")
    with pytest.raises(TableError, match="hidden_yet"):
        tables.export(paper.code, paper.host)


# --- score only ---


def counting(tables: Tables, players: int = 2, **options: str | int) -> Party:
    return Party(
        tables, NAMES[:players], game="xanadu", settings=Settings(way="score"), chairs=players, options=options
    )


def count(coins: int, *buildings: int) -> dict[str, int]:
    places = {f"building{place}": 0 for place in range(1, 7)}
    return {"coins": coins} | places | {f"building{i}": value for i, value in enumerate(buildings, 1)}


def test_buildings_with_covered_rows_count_at_their_price(tables: Tables) -> None:
    party = counting(tables)
    party.do("Ana", Tally(0, count(10, 74, 512), ready=True))
    assert party.view("Mei").tally.counted == {}  # type: ignore[union-attr]  # it is counted
    party.do("Mei", Tally(1, count(12), ready=True))
    score = party.view().score
    assert score is not None and score.final and score.winners == (0,)
    prices = {line.thing: line.points for line in score.sheets[0].lines}
    assert prices["coins"] == 10 and len(prices) == 3
    standing = (Building(Card(7), (UNKNOWN,) * 4), Building(Card(51), (UNKNOWN,) * 2))
    assert score.sheets[0].total == 10 + sum(building.price for building in standing)


def test_five_players_are_paid_extra(tables: Tables) -> None:
    party = Party(tables, (), game="xanadu", settings=Settings(way="score"), chairs=5)
    for chair in range(5):
        party.do("host", Tally(chair, count(3, *([620] if chair == 2 else [])), ready=True))
    score = party.view().score
    assert score is not None and score.winners == (2,)
    assert {line.thing: line.points for line in score.sheets[2].lines}["extra"] == 2


def test_a_card_that_there_is_not_is_refused(tables: Tables) -> None:
    party = counting(tables)
    party.do("Ana", Tally(0, count(7, 990), ready=True))
    party.refuses("Mei", Tally(1, count(7), ready=True), code=r"miscounted.*building1: there is no card 99")
    party.do("Ana", Tally(0, {"building1": 74}))
    result = party.give("Mei", Tally(1, count(7), ready=True))
    assert isinstance(result, Accepted)
