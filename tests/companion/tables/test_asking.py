"""While players hide something from each other nobody changes the table by hand alone: the others are asked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from party import Clock, Party

from companion.engine import dunhuang, hangzhou, xanadu
from companion.engine.correction import Change
from companion.engine.game import OVER
from companion.tables import Line, Tables, new_token
from companion.tables.errors import TableError
from companion.tables.log import entries as e
from companion.tables.log.proof import verify

RULES: dict[str, Any] = {"xanadu": xanadu, "dunhuang": dunhuang, "hangzhou": hangzhou}
NAMES = ("Ana", "Mei", "Tomás")
POSITIONS = {
    "xanadu": "xanadu 3 A: c4 07.14 hand 3 4 5 8 B: c2 33 hand 6 9 10 C: c3 hand 12 13 discard: 1 2 now: play A",
    "dunhuang": "",
    "hangzhou": "hangzhou WBR city: A1W A2B A3R W: c71 r1 B: c55 b1 R: c6 open-hands: hidden now: play W",
}
OPTIONS: dict[str, dict[str, str | int]] = {
    "xanadu": {"cards": "app"},
    "dunhuang": {"cards": "app"},
    "hangzhou": {"open_hands": "hidden"},
}
GAMES = tuple(POSITIONS)


def table(tables: Tables, game: str = "xanadu", names: tuple[str, ...] = NAMES, **more: Any) -> Party:
    """Three players with hands that the others do not see; a fourth chair is free where the game has one."""
    chairs = 4
    party = Party(tables, names=names, game=game, chairs=chairs, options=OPTIONS[game], **more)
    if POSITIONS[game]:
        party.do("host", e.EnterPosition(POSITIONS[game]))
    else:
        party.do("host", e.Start((0, 1, 2)))
    return party


def is_open(party: Party) -> bool:
    """Has everything been opened that was hidden? Export, proof and check of the dice say the same."""
    try:
        party.tables.export(party.code, party.host)
    except TableError:
        assert party.tables.verified(party.code) is None and party.view().proof is None
        assert party.view().state.turn is not OVER
        return False
    return True


def over(game: str) -> e.Correct:
    return e.Correct((Change("now", {"phase": "over"}),), "enough")


def ended(party: Party, game: str) -> e.EnterPosition:
    """The position that is on, as one who sees nothing might type it, but over."""
    tree = json.loads(RULES[game].to_json(party.state))
    return e.EnterPosition(json.dumps(tree | {"now": {"phase": "over"}}))


def ways(party: Party, game: str) -> list[e.AnyCommand]:
    """All ways to end or open a game by hand."""
    tree = json.loads(RULES[game].to_json(party.view("Ana").state))
    found = [e.Finish(), over(game), ended(party, game), e.EnterPosition(json.dumps(tree))]
    if game == "hangzhou":
        found += [e.Correct((Change("options.open_hands", "yes"),), "so"), e.Enter()]
    if game == "dunhuang":
        found += [e.Correct((Change("now", {"phase": "show"}),), "so"), e.Correct((Change("last_round", True),), "so")]
    if game == "xanadu":
        found += [e.Correct((Change(path, value),), "so") for path, value in (("idle", 2), ("run", 2))]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_one_does_by_hand_opens_what_is_hidden(tables: Tables, game: str) -> None:
    party = table(tables, game)
    for command in ways(party, game):
        before = party.view("Ana")
        assert party.do("Ana", command).asked, command
        assert not is_open(party)
        after = party.view("Ana")
        assert (after.state, after.score, after.legal) == (before.state, before.score, before.legal), command
        assert not is_open(party) and party.view("Mei").undo is not None
        party.do("Ana", e.ReplyUndo(False))
        assert party.view("Mei").undo is None, "the asker thinks better of it"


@pytest.mark.parametrize("game", GAMES)
def test_the_others_agree_and_all_is_open_until_all_agree_to_go_on(tables: Tables, game: str) -> None:
    party = table(tables, game)
    party.do("Ana", e.Finish())
    card = party.view("Mei").undo
    assert card is not None and (card.what, card.asker, card.mine, card.deeds) == ("end", 0, True, ())
    said = [RULES[game].say(effect, card.state, names=party.view().names) for effect in card.effects]
    assert said == ["Ana ended the game."]
    party.do("Mei", e.ReplyUndo(True))
    assert not is_open(party), "one yes does not open the hand of another"
    result = party.do("Tomás", e.ReplyUndo(True))
    assert [line.kind for line in result.entries][:2] == ["reply", "correct"] and result.entries[1].actor == 0
    assert is_open(party) and party.view().state.turn is OVER
    assert verify(tables.export(party.code, party.phones["Ana"])).findings == ()
    # Going on after everybody could read everything is for everybody to say, whichever way it is tried.
    assert party.view("Ana").undoes.asks == (1, 2)
    tree = json.loads(RULES[game].to_json(party.state))
    back = tree | {"now": {"phase": "play", "player": "A" if game == "xanadu" else "white"}}
    if game == "dunhuang":
        back["now"] = {"phase": "move", "player": "A"}
    for command in (e.EnterPosition(json.dumps(back)), e.Correct((Change("now", back["now"]),), "so"), e.Undo()):
        assert party.do("Ana", command).asked, command
        assert party.view().state.turn is OVER
    for name in ("Tomás", "Mei"):
        party.do(name, e.ReplyUndo(True))
    assert party.view().state.turn is not OVER and not is_open(party)


def test_only_who_plays_and_was_asked_can_agree(tables: Tables) -> None:
    party = table(tables)
    party.phones["Leo"] = new_token()
    party.do("Leo", e.TakeSeat(3, "Leo"))
    party.do("Leo", e.Finish())
    card = party.view("Leo").undo
    assert card is not None and not card.mine
    party.do("Ana", e.Finish())
    for name in ("Ana", "Leo"):
        party.refuses(name, e.ReplyUndo(True), code="too_late")
    # Neither does the asker agree from another chair.
    party.do("Tomás", e.LeaveSeat())
    party.refuses("Ana", e.TakeSeat(2, "Ana"), code="ask_host")
    assert not is_open(party)


def test_a_phone_that_sat_down_after_the_deal_opens_nothing(tables: Tables) -> None:
    """One person with two phones: the second one neither agrees, nor is asked, nor stands in for others."""
    party = Party(tables, names=("Ana", "Mei"), game="xanadu", chairs=3, options=OPTIONS["xanadu"])
    party.do("host", e.TakeSeat(2, "Zoë"))
    party.do("host", e.LeaveSeat())
    party.do("host", e.EnterPosition("xanadu 2 A: hand 3 4 5 8 B: hand 6 9 10 discard: 1 2 now: play A"))
    party.phones["second"] = new_token()
    party.do("second", e.TakeSeat(2, "Ann"))
    for asker in ("Ana", "host"):
        party.do(asker, e.Finish())
        card = party.view("second").undo
        assert card is not None and not (card.mine or card.instead) and 2 not in card.of
        party.refuses("second", e.ReplyUndo(True), code="too_late")
        if asker == "host":
            party.do("Ana", e.ReplyUndo(True))
        assert not is_open(party)
        party.do(asker, e.ReplyUndo(False))


def test_nobody_answers_for_a_hand_that_would_be_opened(tables: Tables, clock: Clock) -> None:
    """Not even when its phone is silent: another phone may take over its seat, which is seen by all."""
    party = table(tables)
    party.do("Ana", e.Finish())
    party.do("Mei", e.ReplyUndo(True))
    clock.now += 3600
    for name in ("Ana", "Mei", "host"):
        party.refuses(name, e.ReplyUndo(True), code="too_late")
    assert not is_open(party)


@pytest.mark.parametrize("first", [0, 1])
def test_who_acts_for_another_does_not_end_the_game_for_all(tables: Tables, first: int) -> None:
    """Two turns at which nobody does anything end it: one's own, and that of a player who has a phone."""
    hands = "A: c4 07 hand 3 4 5 8 13 14 15 B: c2 33 hand 6 9 10 11 16 17 18 discard: 1 2"
    position = f"xanadu 2 {hands} now: play {'AB'[first]}"
    party = Party(tables, names=("Ana", "Mei"), position=position, game="xanadu", chairs=2, options=OPTIONS["xanadu"])
    party.do("Ana", e.Act("end turn", seat=first))
    assert party.view().state.turn == 1 - first
    assert party.do("Ana", e.Act("end turn", seat=1 - first)).asked and not is_open(party)
    party.do("Mei", e.ReplyUndo(True))
    assert is_open(party)


def test_a_guest_asks_everybody_before_the_game_ends(tables: Tables, clock: Clock) -> None:
    open_hands = POSITIONS["hangzhou"].replace(" open-hands: hidden", "")
    party = Party(tables, names=NAMES, position=open_hands)
    assert party.do("Mei", e.Finish()).asked and party.state.turn is not OVER
    party.do("Ana", e.ReplyUndo(False))
    assert party.view().undo is None
    party.do("Mei", e.Finish())
    for name in ("Ana", "Tomás"):
        assert party.state.turn is not OVER
        party.do(name, e.ReplyUndo(True))
    assert party.state.turn is OVER
    party.do("Tomás", e.Undo(keep=True))
    party.do("Mei", e.Finish())
    party.do("host", e.ReplyUndo(True))
    assert party.state.turn is OVER, "it is the host's"
    party.do("host", e.Undo(keep=True))
    assert party.do("Mei", e.Redo()).asked, "bringing the end back ends the game"
    assert not party.do("host", e.Finish()).asked


@pytest.mark.parametrize("game", GAMES)
def test_anybody_may_keep_playing_after_an_end_by_hand(tables: Tables, game: str) -> None:
    party = table(tables, game)
    before = party.view("Mei").state
    party.agree("host", e.Finish(), *NAMES)
    view = party.view("Mei")
    assert view.ended is not None and (view.ended.by, view.ended.turn) == (None, 0)
    assert not party.do("Tomás", e.Undo(keep=True)).asked
    assert party.view("Mei").state == before and not is_open(party)


def test_where_nobody_else_plays_with_a_phone_there_is_nobody_to_ask(tables: Tables) -> None:
    party = table(tables, names=("Ana",))
    assert not party.do("Ana", e.Finish()).asked and is_open(party)
    assert not party.do("Ana", e.Undo()).asked


def test_a_question_ends_with_the_table_and_when_the_table_plays_on(tables: Tables) -> None:
    party = table(tables)
    party.do("Mei", e.Finish())
    party.do("Ana", e.Act("end turn"))
    assert party.view().undo is None
    party.do("Mei", e.Finish())
    party.do("host", e.Close())
    assert party.view().undo is None
    with pytest.raises(TableError, match="hidden_yet"):
        tables.export(party.code, party.host)


# --- corrections ---


def test_what_others_hide_is_not_corrected(tables: Tables) -> None:
    for game, paths in (
        (
            "xanadu",
            (
                *("players", "players.B", "players.B.hand", "players.B.hand.0", "players.B.picked", "deck", "deck.0"),
                *("players.A.city", "players.A.city.0.workers"),
            ),
        ),
        ("dunhuang", ("players", "players.B", "players.B.hand", "players.B.hand.tea", "players.B.removed", "deck.tea")),
        ("hangzhou", ("hands", "hands.blue", "hands.blue.coins", "hands.blue.hidden", "hands.blue.dyes.red")),
    ):
        party = table(tables, game)
        entries = party.view().seq
        for path in paths:
            party.refuses("Ana", e.Correct((Change("players.A.coins", 3), Change(path, [])), "so"), code="not_yours")
        for name in ("host", "Ana"):
            party.refuses(name, e.Correct((Change(paths[0], None),), "so"), code="not_yours")
        assert party.view().seq == entries


def test_the_own_hand_is_corrected_when_the_others_agree_and_they_learn_how_many(tables: Tables) -> None:
    party = table(tables)
    changes = (Change("players.A.hand", [3, 4, 5, 8, 1]), Change("discard", [2]))
    assert party.do("Ana", e.Correct(changes, "forgotten")).asked
    card = party.view("Mei").undo
    assert card is not None and card.what == "correct"
    told = "Ana corrects the table (forgotten): the discard pile and Ana’s hand: 5 cards now."
    names = party.view().names
    assert [xanadu.say(effect, card.state, names=names) for effect in card.effects] == [told]
    assert "[3,4,5,8,1]" not in repr(card) and len(party.view("Ana").state.players[0].hand) == 4
    for name in ("Mei", "Tomás"):
        party.do(name, e.ReplyUndo(True))
    assert party.view("Ana").state.players[0].hand == (1, 3, 4, 5, 8)

    def said(name: str | None) -> str:
        lines: list[Line] = list(tables.log_for(party.code, party.token(name)))
        return " ".join(xanadu.say(effect, line.state, names=names) for line in lines for effect in line.effects)

    assert said("Mei").endswith(told) and said(None).endswith(told) and said("host").endswith(told)
    assert said("Ana").endswith("and the discard pile.")
    assert party.view("Ana").corrected == ("players.A.hand", "discard") and party.view("Mei").corrected == ("discard",)
    asked = [line.body for line in tables.log_for(party.code, party.phones["Ana"]) if line.kind == "ask"]
    assert [body.then for body in asked if isinstance(body, e.Ask)] == [()]


def test_a_hand_that_opens_with_its_correction_is_not_told_before(tables: Tables) -> None:
    party = table(tables, "hangzhou")
    changes = (Change("hands.white.coins", 7199), Change("options.open_hands", "yes"))
    party.do("Ana", e.Correct(changes, "so"))
    assert "7199" not in repr(party.view("Mei").undo) and "7199" in repr(party.view("Ana").undo)


@pytest.mark.parametrize("card", [1, 3, 6, 14, 33, 12, 20, 40])
def test_cards_are_moved_and_never_doubled(tables: Tables, card: int) -> None:
    """Wherever the card lies, in sight or not: the answer is the same, so that nobody finds it by asking."""
    party = table(tables)
    for changes in (
        (Change("players.A.hand", [4, 5, 8, card, card] if card == 3 else [3, 4, 5, card]),),
        (Change("discard", [1, 2, card]),),
        (Change("players.B.city.0.card", card if card != 33 else 34),),
        (Change("players.A.hand", [3, 4, 5, 8, 0]),),
        (Change("cards", "paper"),),
    ):
        party.refuses("Ana", e.Correct(changes, "so"), code="not_yours")


def test_open_things_that_only_count_at_the_end_are_set_right_at_once(tables: Tables) -> None:
    assert not table(tables).do("Mei", e.Correct((Change("players.A.coins", 9),), "counted")).asked
    party = table(tables, "dunhuang")
    assert not party.do("Mei", e.Correct((Change("players.A.coins", 9),), "counted")).asked
    hidden = Party(tables, NAMES, POSITIONS["xanadu"] + " open-score: no", game="xanadu", chairs=3)
    hidden.refuses("Mei", e.Correct((Change("players.A.coins", 9),), "counted"), code="not_yours")
    assert hidden.do("Ana", e.Correct((Change("players.A.coins", 9),), "counted")).asked
