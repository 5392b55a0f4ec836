"""What a seat may know, and games whose cards lie on paper."""

from __future__ import annotations

from dunhuang_tables import FIRST, SECOND, at, offered, played, refused, shown, table

from companion.engine import CHANCE, OVER, dunhuang
from companion.engine.correction import Change, Correction
from companion.engine.drive import Generator
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.characters import Discard, DrawGoods
from companion.games.dunhuang.moves import Show, TakeCoins
from companion.games.dunhuang.names import UNKNOWN, Good
from companion.games.dunhuang.state import State
from companion.games.dunhuang.turns import CardDrawn

KNOWN = "A: c3 hand 2 6 out 3 4 B: c3 hand 7 out 5 8 under: A9 B2"


def test_a_view() -> None:
    state = table(KNOWN)
    mine = dunhuang.view(state, 0)
    assert (shown(mine, "A"), shown(mine, "B")) == ("c3 hand 2 6 out 3 4", "c3 hand * out *x2")
    assert shown(mine, "under") == "A9 B*"
    assert mine.pile[:UNKNOWN] == (0,) * 10, "who knows the deck knows the hands"
    assert mine.deck == state.deck
    nobody = dunhuang.view(state, None)
    assert (shown(nobody, "A"), shown(nobody, "under")) == ("c3 hand *x2 out *x2", "A* B*")


def test_all_is_open_when_the_game_is_over() -> None:
    state = table(f"{KNOWN} now: over")
    assert dunhuang.view(state, 1) == state


def test_the_cards_drawn_are_for_one_pair_of_eyes() -> None:
    state = at("interpreter", "A: c3", steps=2)
    drawing, _ = dunhuang.play(state, DrawGoods())
    after, effects = dunhuang.play(drawing, CardDrawn("tea"))
    assert dunhuang.seen(after, effects[0], 0).card is Good.TEA
    assert dunhuang.say(dunhuang.seen(after, effects[0], 1), after) == "Player A draws a card."
    after = played(after, "card 9")
    assert dunhuang.view(after, 1).now.drawn == (*(0,) * 10, 2)
    assert dunhuang.view(after, 0) != dunhuang.view(after, 1)


def test_an_exchange_is_known_to_the_two() -> None:
    state = played(at("trader", "A: c3 hand 2 B: c3 hand 6"), "visit B")
    after, effects = dunhuang.play(state, CardDrawn("tea"))
    assert [dunhuang.seen(after, effects[0], seat).card.value for seat in range(3)] == ["tea", "tea", "unknown"]
    assert dunhuang.seen(after, effects[0], None).card is Good.UNKNOWN


def test_the_painters_card_is_hidden_and_the_musicians_is_not() -> None:
    for character, card in (("painter", Good.UNKNOWN), ("musician", Good.TEA)):
        state = at(character, "A: c3 hand 6 shop 6")
        after, effects = dunhuang.play(state, Discard("tea"))
        assert dunhuang.seen(after, effects[0], 1).card is card


def test_corrections_of_hidden_things_are_told_without_them() -> None:
    changes = (Change("players.B.hand.tea", 2), Change("players.B.coins", 9), Change("deck.tea", 1))
    state, effects = dunhuang.play(table(KNOWN), Correction(changes, "Ben", "miscounted"))
    assert dunhuang.say(dunhuang.seen(state, effects[0], 0), state) == (
        "Ben corrects the table (miscounted): Player B’s coins: 9, "
        "Player B’s hand: 3 cards now and the deck: 27 cards now."
    )
    assert dunhuang.seen(state, effects[0], 1).changes[0].value == 2
    assert [one.thing for one in dunhuang.seen(state, effects[0], 1).covered] == ["deck"]


PAPER = "dunhuang 3 ring: {ring} market: *  - * * * * * * camel: 1 A: c6 {a} B: c6 hand *x3 C: c6 hand *"


def paper(a: str, now: str, ring: str = FIRST, more: str = "") -> State:
    return dunhuang.parse(PAPER.format(ring=ring, a=a) + f" {more} now: {now}")


def test_setup_on_paper_asks_for_tiles_and_the_camel_only() -> None:
    state, chance, asked = dunhuang.new(3, cards="paper"), Generator(1), 0
    while state.turn is CHANCE:
        asked += not dunhuang.chances(state).certain
        state, _ = dunhuang.play(state, chance.supply(dunhuang, state))
    assert (asked, state.now.phase) == (8, "park"), "everybody kept one, whatever it was"
    assert [player.hand[UNKNOWN] for player in state.players] == [1, 1, 1]
    assert state.deck == 27


def test_an_unknown_card_stays_so_in_the_hand_and_gets_a_name_in_the_shop() -> None:
    state = paper("hand *", "take A 1")
    assert offered(state)[:3] == ["into hand", "into shop silver", "into shop jade"]
    assert refused(state, "into shop gold") == ("not_in_play", "setup-kinds")
    assert shown(played(state, "into hand"), "A") == "c6 hand *x2"
    assert shown(played(state, "into shop 6"), "A") == "c6 hand * shop 6"


def test_what_an_action_shows_becomes_known() -> None:
    soldier = paper("hand * shop 6", "act A 1", FIRST.replace("interpreter", "soldier"))
    after = played(soldier, "exchange 6 4 9")
    assert (shown(after, "A"), shown(after, "market")) == ("c6 hand * shop 9", "* - * 6 * * * *")
    general = paper("hand *x2", "act A 1", SECOND.replace("diplomat", "general"))
    after = played(general, "exchange 8 3")
    assert (shown(after, "A"), shown(after, "market")) == ("c6 hand *x2", "* - 8 * * * * *")
    maid = paper("hand * shop 6", "act A 1", FIRST.replace("interpreter", "maid"))
    assert shown(played(maid, "swap 6 7"), "A") == "c6 hand 6 shop 7", "the card from the shop is known"
    domestic = paper("hand 5 *", "act A 1", SECOND.replace("diplomat", "domestic"))
    assert shown(played(domestic, "to shop 5"), "A") == "c6 hand * shop 5"


def test_cards_that_change_hands_on_paper_are_not_asked_for() -> None:
    state = paper("hand *x2", "act A 1", SECOND.replace("diplomat", "merchant"))
    after = played(state, "visit B")
    assert (shown(after, "A"), shown(after, "B")) == ("c6 p1 hand *x2", "c6 hand *x3")
    assert after.now.phase == "fill"
    diplomat = played(paper("hand *", "act A 1", SECOND), "draw", "card *", "card *")
    assert (shown(diplomat, "A"), shown(diplomat, "under")) == ("c6 hand *x2", "A*")


def test_a_hidden_hand_is_asked_for_the_kinds_of_a_top_merchant() -> None:
    rich = "hand *x4 shop 3 4 5 6"
    tokens = "tokens: 3A 4A 5A 6A"
    state = played(paper(rich, "act A 1", more=tokens), "coins")
    assert offered(state) == ["claim", "decline"]
    assert dunhuang.score(played(state, "claim")).decided_by == "top-merchant"
    assert played(state, "decline").now.phase == "fill"
    few = played(paper("hand *x3 shop 3 4 5 6", "act A 1", more=tokens), "coins")
    assert few.now.phase == "fill", "three cards are never four kinds"


def test_hands_are_shown_at_the_end_in_any_order() -> None:
    state = paper("hand 5", "act A 1", more="deck: - last: yes start: B")
    state = played(state, "coins")
    assert dunhuang.waiting(state) == (1, 2)
    state, _ = dunhuang.play(state, Show("tea"), 2)
    for good in ("3", "3", "9"):
        state = played(state, f"show {good}")
    assert state.turn is OVER
    assert shown(state, "B") == "c6 hand 3x2 9"


def test_a_card_named_twice_too_often_is_a_fault() -> None:
    state = paper("hand * shop 2x2", "take A 1")
    after = played(state, "into shop silver")
    assert [dunhuang.say(fault, after) for fault in dunhuang.faults(after)] == ["Cards of silver: 3. There are 2."]
    assert isinstance(dunhuang.play(after, TakeCoins())[1][0], did.CoinsTaken)
