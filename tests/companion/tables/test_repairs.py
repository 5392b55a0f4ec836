"""A wrong step is put right where it is, and any field is corrected; what no longer fits is named."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from party import SAMPLE, Party
from twin_tables import Drawn, Side
from twins import HOST

from companion.engine.correction import Change, Turned
from companion.engine.game import CHANCE, OVER, RefusedError, Seat
from companion.games.hangzhou.names import Space
from companion.tables import Act, Correct, RefusedByRule, Replace, ReplyUndo, Tables, Undo
from companion.tables.errors import TableError
from companion.tables.game import table_game
from companion.tables.log import entries as e
from companion.tables.log.fold import fold, open_table, replay
from companion.tables.log.repair import Repair, repair_of

PAPER = {"hangzhou": {}, "dunhuang": {"cards": "paper"}, "xanadu": {"cards": "paper"}}
DUNHUANG = "dunhuang 3 ring: farmer soldier dancer maid trader princess painter shepherd"


def repair(party: Party, name: str, at: int, action: str | None = None) -> Repair:
    found = party.tables.repair(party.code, party.token(name), at, action)
    assert isinstance(found, Repair), found
    return found


def test_an_own_step_is_put_right_after_others_have_played(tables: Tables) -> None:
    """Nobody is asked where everything fits, and one undo takes the repair back."""
    party = Party(tables, position=SAMPLE)
    party.act("Ana", "coin B1", "end turn")
    party.act("Mei", "coin A2", "end turn")
    wrong = party.state
    at = party.view("Ana").last[0]
    follows = repair(party, "Ana", at, "shop C2").follows
    assert follows is not None and follows.asks == () == follows.goes
    assert [deed.seat for deed in follows.stays] == [0, 1, 1]
    assert Turned("hands.white.coins", 5, 5) not in follows.turned
    assert [one.path for one in follows.turned] == ["city.B1", "city.C2", "hands.white.shops"]
    result = party.do("Ana", Replace(at, "shop C2"))
    assert not result.asked and [line.kind for line in result.entries] == ["replace"]
    assert party.state == follows.then
    assert party.state.hands[0].coins == wrong.hands[0].coins and party.view().waiting == (2,)
    (line,) = result.entries
    assert line.replaces is not None and line.replaces.at == at
    assert [type(effect).__name__ for effect in line.replaces.was] == ["CoinPlaced"]
    party.do("Ana", Undo())
    assert party.state == wrong


def test_what_no_longer_fits_is_named_and_its_owner_asked(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    party.act("Ana", "shop C2", "end turn")
    party.act("Mei", "shop E5", "end turn")
    before = party.state
    at = party.view("Ana").last[0]
    follows = repair(party, "Ana", at, "shop E5").follows
    assert follows is not None and follows.asks == (1,)
    assert [deed.seat for deed in follows.goes] == [1, 1], "the shop, and the end of a turn without an action"
    assert party.do("Ana", Replace(at, "shop E5")).asked and party.state == before
    card = party.view("Mei").undo
    assert card is not None and card.mine and card.what == "replace" and len(card.deeds) == 2
    assert card.replaces is not None and card.replaces.at == at
    other = party.view("Tomás").undo
    assert other is not None and not other.mine, "whose things do not change is not asked"
    party.do("Mei", ReplyUndo(True))
    assert party.state == follows.then and party.view().waiting == (1,)


def test_only_own_steps_of_the_line_by_those_who_sit_there(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    party.act("Ana", "coin B1")
    at = party.view("Ana").last[0]
    with pytest.raises(TableError, match="not_seated"):
        tables.repair(party.code, None, at)
    assert isinstance(tables.repair(party.code, party.token("Ana"), at, "coin A2"), RefusedByRule)
    assert isinstance(party.give("Ana", Replace(at, "coin A2")), RefusedByRule)
    assert repair(party, "Mei", at, "shop C2").follows.asks == (0,), "whose step it is, is asked"  # type: ignore[union-attr]  # an action is given
    party.do("Ana", Undo())
    for wrong in (at, 1, 99):
        party.refuses("Ana", Replace(wrong, "shop C2"), code="no_such_entry")


def test_what_others_hide_is_not_played_again(tables: Tables) -> None:
    """On phones a step is put right until somebody else has played."""
    party = Party(tables, ("Ana", "Mei"), game="dunhuang", options={"cards": "app"}, start=True)
    for name in ("Ana", "Mei"):
        party.act(name, table_game("dunhuang").rules.action_text(party.view(name).legal[0]))
    first = next(name for seat, name in enumerate(("Ana", "Mei")) if seat in party.view().waiting)
    while Seat(("Ana", "Mei").index(first)) in party.view().waiting:
        at = party.view().seq + 1
        party.act(first, table_game("dunhuang").rules.action_text(party.view(first).legal[0]))
    assert repair(party, first, at).actions
    second = "Mei" if first == "Ana" else "Ana"
    party.act(second, table_game("dunhuang").rules.action_text(party.view(second).legal[0]))
    party.refuses(first, Replace(at, "coins"), code="played_since")


def test_in_dunhuang_a_wrong_kind_takes_its_token_along(tables: Tables) -> None:
    party = Party(tables, ("Ana", "Mei", "Tomás"), game="dunhuang", start=True)
    rules = table_game("dunhuang").rules
    for _ in range(40):
        if any(type(a).__name__ == "IntoShop" for a in rules.legal(party.state, party.view().waiting[0])):
            break
        seat = party.view().waiting[0]
        party.do("Ana", Act(rules.action_text(rules.legal(party.state, seat)[0]), seat=seat))
    seat = party.view().waiting[0]
    names = ("Ana", "Mei", "Tomás")
    party.act(names[seat], "into shop jade", "coins")
    after = names[(seat + 1) % 3]
    party.act(after, "camel 1")
    holders = dict(zip(("jade", "amber"), party.state.holders[2:4], strict=True))
    assert holders == {"jade": seat, "amber": None}
    jade, last = rules.parse_action("into shop jade"), party.view(names[seat]).last
    at = next(one for one in last if repair(party, names[seat], one).was == jade)
    assert not party.do(names[seat], Replace(at, "into shop amber")).asked
    assert tuple(party.state.holders[2:4]) == (None, seat)
    assert party.state.players[seat].shop[2:4] == (0, 1) and party.view().waiting == ((seat + 1) % 3,)


# --- every game ---


def begun(game: str, rng: random.Random) -> Side:
    """A table at which nothing is hidden from the app's owner, some moves into a game."""
    table = table_game(game)
    players = rng.choice([n for n in table.rules.PLAYERS if n > 1][:3])
    side = Side(game, PAPER[game], players, e.Settings())
    side.put(e.Start(tuple(range(players)), 0))
    return side


def on(side: Side, rng: random.Random) -> bool:
    """One more step of the game. False: it is over."""
    table, drawn = side.table, Drawn(rng)
    state = table.position
    question = table.game.question(state)
    if state.turn is OVER:
        return False
    if question is not None:
        side.give(HOST, e.Answer(rng.choice(question.answers)), drawn, None)
    elif state.turn is CHANCE:
        side.give(HOST, e.Roll(), drawn, None)
    else:
        seat = rng.choice(table.game.rules.waiting(state))
        actions = table.game.rules.legal(state, seat)
        side.give(HOST, e.Act(table.game.rules.action_text(rng.choice(actions)), seat), drawn, None)
    return True


def offers(side: Side, rng: random.Random) -> Iterator[tuple[int, str]]:
    """Some steps of the line, each with another action that could have been."""
    rules = side.table.game.rules
    line = side.table.line
    made = max(step.seq for step in line if isinstance(step.body, e.MADE))
    acted = [step.seq for step in line if step.seq > made and isinstance(step.body, e.Act)]
    for at in rng.sample(acted[-9:], min(2, len(acted))):
        try:
            found = repair_of(side.table, HOST, at, None)
        except TableError:
            continue  # the one before has taken it along, or starting buildings are picked in secret
        others = [action for action in found.actions if action != found.was]
        if others:
            yield at, str(rules.action_text(rng.choice(others)))


def searched(game: str, seed: int, repairs: int) -> None:
    rng, done = random.Random(seed), 0
    while done < repairs:
        side = begun(game, rng)
        for _ in range(rng.randrange(8, 60)):
            if not on(side, rng):
                break
        for at, action in offers(side, rng):
            before = side.table
            follows = repair_of(before, HOST, at, action).follows
            assert follows is not None
            if follows.then is None:
                continue
            _, gone = replay(before, at, action)
            side.put(e.Replace(at, action, gone))
            assert side.table.state == follows.then
            assert {deed.seq for deed in follows.goes} <= set(gone)
            if gone:
                with pytest.raises((RefusedError, ValueError)):
                    replay(before, at, action, ())
            again = open_table(side.log[0], "QKTRN")
            for event in side.log[1:]:
                again = fold(again, event)
            assert again == side.table, "replay equals play"
            then = side.table
            side.put(e.Undo(before.newest))
            assert (side.table.line, side.table.state) == (before.line, before.state)
            side.put(e.Redo())
            assert (side.table.line, side.table.steps) == (then.line, then.steps)
            done += 1


@pytest.mark.parametrize("game", PAPER)
def test_putting_right_is_as_having_done_so(game: str) -> None:
    searched(game, 1, 25)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", PAPER)
def test_putting_right_is_as_having_done_so_a_thousand_times(game: str, seed: int) -> None:
    searched(game, 100 + seed, 250)


def test_a_correction_says_who_and_why(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    line = party.do("Mei", Correct((Change("city.A5.dye", "red"),), "wrong tap")).entries[0]
    effect = line.effects[0]
    assert (effect.who, effect.why) == ("Mei", "wrong tap")
    assert party.state.shop(Space.A5).dye == "red"
    assert party.view().corrected == ("city.A5.dye",)
    assert party.do("host", Correct((Change("round_die", 2),), "so")).entries[0].effects[0].who == "host"


def test_corrected_fields_are_marked_until_the_round_ends(tables: Tables) -> None:
    party = Party(tables, position=f"{SAMPLE} seals: WBRY now: play Y")
    party.do("Mei", Correct((Change("hands.blue.coins", 5),), "forgotten"))
    assert party.view().corrected == ("hands.blue.coins",)
    party.act("Priya", "take coin")
    assert party.view().corrected == ()


def test_what_cannot_be_set_is_refused_by_name(tables: Tables) -> None:
    party = Party(tables)
    party.refuses("Mei", Correct((Change("round_die", 2),), "so"), code="not_started")
    party = Party(tables, position=SAMPLE)
    for path, value in (("hands.pink.coins", 3), ("city.A9", None), ("round_die", "six"), ("hands.blue.coins", -1)):
        result = party.give("Mei", Correct((Change(path, value),), "so"))
        assert isinstance(result, RefusedByRule) and result.refusal.reason == "correction_does_not_fit", path
    assert isinstance(party.give("Mei", Correct((Change("round_die", 2),), "  ")), RefusedByRule), "why?"


def test_a_correction_back_in_the_merchants_round(tables: Tables) -> None:
    party = Party(tables, position=f"{SAMPLE} seals: WBRY now: play Y")
    rolled = party.do("Priya", Act("take coin"))
    orange = next(line.seq for line in rolled.entries if line.source == "rules")
    party.do("Ana", Correct((Change("hands.white.coins", 0),), "so it was", at=orange))
    assert party.state.hands[0].coins == 0 and party.view().waiting == (1,)
    party.act("Mei", "pass")
    party.refuses("Ana", Correct((Change("hands.white.coins", 1),), "so", at=orange), code="too_late")
