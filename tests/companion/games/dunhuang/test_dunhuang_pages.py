"""Dunhuang's pages without script: phones that hold the cards, one phone for all, other choices, counting, checking."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest
from dunhuang_tables import FIRST as RING
from dunhuang_tables import SECOND as OTHER
from flask import Flask
from paperless import Phone, entered, opened, state_of

from companion.engine import dunhuang
from companion.engine.game import OVER
from companion.engine.wording import wording
from companion.games.dunhuang.names import Good
from companion.games.dunhuang.pages import PAGES
from companion.tables import Tables

pytestmark = pytest.mark.long

BASE = f"dunhuang 3 ring: {RING} market: 2 3 4 5 6 7 8 9 camel: 1"
HELD = "A: c5 hand 3 5 8 shop 5 B: c5 hand 4 4 7 shop 6x2 C: c5 hand 2 9 shop 9x2 8 tokens: 5A 6B 9C 8C"
CLOSED = "A: c5 hand *x3 shop 5 B: c5 hand *x3 shop 6x2 C: c5 hand *x2 shop 9x2 8 tokens: 5A 6B 9C 8C deck: *x14"
PAPER = f"dunhuang 3 ring: {RING} market: * * * * * * * * camel: 1 {CLOSED}"


def free(phone: Phone) -> list[str]:
    """The commands of the keys that can be pressed, but for undo."""
    return [
        key.get("value", "")
        for key in phone.all_keys()
        if not key.get("aria-disabled") and '"act"' in key.get("value", "")
    ]


def hand(phone: Phone) -> str:
    """The cards that the bar shows one by one, in words."""
    return " ".join(phone.page.xpath('//*[@id="hand"]//*[contains(@class, "hand") or @role="img"]/@aria-label'))


def picks(phone: Phone) -> list[str]:
    """The addresses of the keys that pick something before a key that acts."""
    return list(phone.page.xpath('//*[@id="turn"]//a[contains(@class, "key")]/@href'))


# --- phones that hold the cards ---


def test_three_phones_play_a_whole_game_with_their_cards(app: Flask, tables: Tables) -> None:
    table, phones = opened(app, game="dunhuang", cards="app")
    phones[0].get(f"{table}?first=0")
    phones[0].press("Start with 3")
    for phone in phones:
        assert phone.at(table).h1 == "Keep one of these cards"
    rng = random.Random(2)
    for _ in range(600):
        if state_of(tables, table).turn is OVER:
            break
        phone = phones[rng.choice(tables.view_for(table[3:]).waiting)]
        phone.get(table)
        if links := picks(phone):
            phone.get(rng.choice(links))
        phone.send(rng.choice([key for key in phone.all_keys() if key.get("value", "") in free(phone)]))
    assert state_of(tables, table).turn is OVER
    for phone in phones:
        assert phone.at(table).page.xpath('//*[@id="result"]')
    assert len({phone.h1 for phone in phones}) == 1
    assert phones[1].client.get(f"{table}/score").status_code == 200


def test_a_start_card_is_chosen_without_waiting_for_the_others(app: Flask) -> None:
    table, (ana, mei, tomas) = opened(app, game="dunhuang", cards="app")
    ana.at(f"{table}?first=0").press("Start with 3")
    tomas.at(table).send(next(key for key in tomas.all_keys() if '"act"' in key.get("value", "")))
    assert tomas.h1 == "Waiting for Ana and Mei"
    assert tomas.key("Undo").text_content() == "Undoyour choice of a card"
    assert "Tomás" in mei.at(table).text and "has chosen" in mei.text
    assert "Tomás keeps a card; 2 cards leave the game." in mei.at(f"{table}/log").text
    assert "keeps a card" not in tomas.at(f"{table}/log").text, "the own card has its name"


def test_the_market_is_open_and_the_own_hand_too(app: Flask) -> None:
    table, (ana, mei, _) = entered(app, f"{BASE} {HELD} now: move A", cards="app")
    own = hand(ana)
    assert "jade" in own and "lacquer" in own and "paper" in own and "amber" not in own
    assert "amber" in hand(mei)
    assert ana.key("Shepherd, amber, 2 steps, 1 coin") is not None
    watcher = Phone(app).at(f"{table}?watch=1")
    assert not hand(watcher) and not free(watcher)


def test_only_the_card_that_lies_there_goes_into_the_shop(app: Flask, tables: Tables) -> None:
    table, (ana, *_) = entered(app, f"{BASE} {HELD} now: take A 1", cards="app")
    assert [command.count("into") for command in free(ana)] == [1, 1]
    assert ana.key("Your shop").text_content() == "Your shopbank, you take the token"
    ana.press("Your shop")
    assert state_of(tables, table).holders[1] == 0
    assert ana.key("Undo").text_content() == "Undoyour card from space 1"


@pytest.mark.parametrize(
    ("camel", "ring", "steps", "says", "then"),
    [
        (2, RING, 1, "Which comes?", "exchange lacquer 1 silver"),
        (2, OTHER, 1, "show from your hand", "exchange paper 1"),
        (3, RING, 1, "card do you take", "fetch 4"),
        (3, OTHER, 2, "card do you take", "fetch 5"),
        (4, RING, 1, "token do you guard", "guard lacquer"),
        (4, OTHER, 1, "token do you guard", "guard lacquer"),
        (5, RING, 1, "Princess", "prestige"),
        (5, OTHER, 1, "Dancer", "prestige"),
        (6, RING, 1, "card leaves your hand", "discard jade"),
        (6, OTHER, 1, "card leaves your shop", "discard lacquer"),
        (7, RING, 1, "With whom", "visit B"),
        (7, OTHER, 1, "With whom", "visit C"),
        (8, RING, 1, "Which comes", "swap lacquer jade"),
        (8, OTHER, 1, "card moves", "to shop jade"),
        (1, OTHER, 1, "Diplomat", "draw"),
        (1, RING, 2, "Interpreter", "draw"),
    ],
)
def test_every_character_is_used_from_the_page(
    app: Flask, tables: Tables, camel: int, ring: str, steps: int, says: str, then: str
) -> None:
    position = f"{BASE} {HELD} now: act A {steps}".replace("camel: 1", f"camel: {camel}").replace(RING, ring)
    table, (ana, *_) = entered(app, position, cards="app")
    assert says in ana.text
    if not any(then in command for command in free(ana)):
        wish = then.split()[1]
        ana.get(
            next(link for link in ana.page.xpath('//*[@id="turn"]//a[contains(@class, "key")]/@href') if wish in link)
        )
    before = tables.view_for(table[3:]).seq
    ana.send(next(key for key in ana.all_keys() if then in key.get("value", "")))
    assert tables.view_for(table[3:]).seq > before and not ana.page.xpath('//*[@id="note"]')


def test_cards_drawn_are_kept_and_buried_on_the_phone_concerned(app: Flask, tables: Tables) -> None:
    table, (ana, mei, _) = entered(app, f"{BASE} {HELD} now: act A 3", cards="app")
    ana.press("Interpreter")
    assert "Keep one of the cards drawn" in ana.text and ana.h1 == "Your turn: keep a card"
    assert mei.at(table).h1 == "Ana’s turn" and not free(mei)
    while state_of(tables, table).now.phase in ("keep", "bury"):
        ana.send(next(key for key in ana.all_keys() if '"act"' in key.get("value", "")))
    assert "Ana puts a card under the deck." in mei.at(f"{table}/log").text


def test_the_merchant_asks_the_rival_on_the_rivals_phone(app: Flask, tables: Tables) -> None:
    position = f"{BASE} {HELD} now: act A 1".replace("camel: 1", "camel: 7").replace(RING, OTHER)
    table, (ana, mei, tomas) = entered(app, position, cards="app")
    ana.press("Mei")
    assert ana.h1 == "Mei’s turn"
    assert "Pick a card for Ana" in mei.at(table).text
    mei.press("4 amber")
    mei.press("7 spice")
    assert "Give Mei a card back" in ana.at(table).text and "2 cards" in ana.text
    ana.press("4 amber")
    ana.press("7 spice")
    assert state_of(tables, table).players[0].prestige == 1
    assert "A card goes from Mei to Ana." in tomas.at(f"{table}/log").text and "Amber goes" not in tomas.text


def test_the_buddhists_fee_is_asked_of_the_rival_alone(app: Flask, tables: Tables) -> None:
    position = f"{BASE} A: c5 hand 3 shop 5 B: c5 hand 4 C: c5 tokens: 5A+ now: move B".replace(RING, OTHER)
    table, (ana, mei, _) = entered(app, position.replace("market: 2 3 4 5", "market: 2 5 4 3"), cards="app")
    mei.press("General")
    mei.press("you take the token for 2 coins")
    assert "Pay Ana 2 coins for the token of lacquer?" in mei.text
    assert not free(ana.at(table))
    mei.press("Pay 2 coins")
    state = state_of(tables, table)
    assert state.holders[4] == 1 and state.players[0].coins == 7


# --- one phone for all ---


def test_one_phone_is_handed_on_with_a_curtain(app: Flask, tables: Tables) -> None:
    table, (ana,) = entered(app, f"{BASE} {HELD} now: move A", names=("Ana",), players="3", cards="app")
    assert "jade" in hand(ana)
    ana.press("Soldier")
    ana.press("Your hand")
    ana.press("3 coins")
    assert ana.h1.startswith("Hand the phone to") and not free(ana)
    assert not hand(ana)
    ana.send(ana.page.xpath("//footer//button")[-1])
    own = hand(ana)
    assert "amber" in own and "spice" in own and "lacquer" not in own
    ana.press("Shepherd, amber, 1 step, free")
    assert state_of(tables, table).now.seat == 1


def test_cards_on_paper_need_no_curtain(app: Flask, tables: Tables) -> None:
    table, (ana,) = entered(app, f"{PAPER} now: move A", names=("Ana",), players="3")
    for _ in range(3):
        ana.press("1 step, free")
        ana.press("Your hand")
        ana.press("3 coins")
    assert state_of(tables, table).now.seat == 0 and "Hand the phone" not in ana.text


# --- on paper ---


def test_the_keys_of_kinds_say_whose_the_token_is_and_where_it_would_be_taken(app: Flask) -> None:
    _, (ana, *_) = entered(app, f"{PAPER} now: take A 2")
    assert "5 lacquer" not in ana.text, "the shop opens them"
    ana.get(ana.page.xpath('//*[@id="turn"]//a[contains(., "Your shop")]/@href')[0])
    for words in ("5 lacqueryou 1", "6 teaMei 2", "8 paperTomás 1, you take the token", "4 amberbank, you take"):
        assert ana.key(words) is not None
    assert "1 gold" not in ana.text, "it is not in play"


def test_the_end_of_a_turn_may_be_picked_before_the_card(app: Flask, tables: Tables) -> None:
    table, (ana, *_) = entered(app, f"{BASE} {HELD} now: take A 1", cards="app")
    ana.at(ana.page.xpath('//*[@id="turn"]//a[contains(., "3 coins")]/@href')[0]).press("Your shop")
    state = state_of(tables, table)
    assert state.now.seat == 1 and state.players[0].coins == 8 and state.holders[1] == 0


def test_the_camel_can_be_sent_elsewhere_until_the_card_is_taken(app: Flask, tables: Tables) -> None:
    table, (ana, *_) = entered(app, f"{BASE} {HELD} now: move A", cards="app")
    ana.press("Shepherd")
    assert state_of(tables, table).players[0].coins == 4
    ana.press("Princess, tea, 4 steps, 3 coins")
    state = state_of(tables, table)
    assert state.camel == 5 and state.players[0].coins == 2 and state.now.phase == "take"
    ana.press("Soldier")
    assert state_of(tables, table).players[0].coins == 5
    ana.press("Your hand")
    assert not [key for key in ana.all_keys() if "stall" in key.get("class", "")], "it stands"


def test_too_dear_is_greyed_with_its_reason(app: Flask, tables: Tables) -> None:
    table, (ana, *_) = entered(app, f"{PAPER} now: move A".replace("A: c5", "A: c2"))
    key = ana.key("Manichean, 3 steps, 2 coins")
    assert not key.get("aria-disabled")
    dear = ana.key("Painter, 5 steps, Too dear: 4 coins: hand card: 3 prestige")  # who stands there is not hidden
    assert dear.get("aria-disabled") == "true"
    ana.send(dear, 409)
    assert "Too dear: 4 coins" in ana.page.xpath('string(//*[@id="note"])')
    assert state_of(tables, table).camel == 1


def test_before_the_camel_moves_the_page_shows_all_shops_and_no_choice(app: Flask) -> None:
    _, (ana, *_) = entered(app, f"{PAPER} now: move A")
    assert not ana.page.xpath('//*[@id="turn"]')
    ana.press("1 step, free")
    assert ana.page.xpath('//*[@id="turn"]') and "Soldier · 1 step, free" in ana.text


def test_what_the_characters_do_is_told_when_asked_and_of_the_one_at_the_camel_at_once(app: Flask) -> None:
    table, (ana, *_) = entered(app, f"{PAPER} now: move A")
    told = ana.at(f"{table}?who=1").page.xpath('string(//*[@id="people-panel"])')
    assert "Princess: Take one prestige for each majority token that you hold. Rule" in told
    assert not ana.page.xpath('//*[@id="does"]')
    ana.at(table).press("1 step, free")
    assert "Rule" in ana.page.xpath('string(//*[@id="does"])')


def test_who_waits_sees_all_shops_and_what_each_place_would_cost(app: Flask) -> None:
    _, (_, mei, _) = entered(app, f"{PAPER} now: move A")
    places = [place.text_content() for place in mei.page.xpath('//*[@id="ring"]/div')]
    assert len(places) == 8 and sum("coin" in place for place in places) == 7 and "free" in " ".join(places)
    shops = mei.page.xpath('//*[@id="shops-here"]//li//*[contains(@class, "heap")]/@aria-label')
    assert shops == [
        "2 tea, holds the token",
        "1 lacquer, holds the token",
        "1 paper, holds the token",
        "2 wool, holds the token",
    ]
    assert not mei.page.xpath('//main//button[@name="do"]'), "nothing to do"


def test_a_seat_one_token_short_is_marked_and_told_when_looked_at(app: Flask) -> None:
    table, (ana, *_) = entered(app, f"{PAPER} now: move A".replace("tokens: 5A 6B", "tokens: 5A 6C"))
    assert "3 tokens, one from winning" in ana.text and "kinds in hand are enough" not in ana.text
    assert "One token from winning: then 4 kinds in hand are enough." in ana.at(f"{table}?seat=2").text
    assert "Tomás: One token from winning" in ana.at(f"{table}/screen").text


def test_hands_are_shown_at_the_end_each_on_the_own_phone(app: Flask, tables: Tables) -> None:
    table, phones = entered(app, f"{PAPER} last: yes now: show")
    for phone, cards in zip(phones, ("2 3 4", "9 9 8", "6 7"), strict=True):
        assert phone.at(table).h1 == "Show your hand"
        wrong, *shown = cards.split()
        phone.press("5 lacquer")
        phone.press("Undo")
        for n in (*shown, wrong):
            phone.press(f"{n} {list(Good)[int(n) - 1]}")
    assert state_of(tables, table).turn is OVER
    phones[0].get(table)
    assert phones[0].h1 == "Tomás wins"


def test_the_tiles_are_laid_by_hand_or_by_the_app(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = opened(app, game="dunhuang", names=("Ana", "Mei"), dice="hand")
    ana.at(f"{table}?first=0").press("Start with 2")
    assert ana.h1 == "Who lies on space 1?"
    ana.press("Maid")
    assert ana.key("Domestic").get("aria-disabled") == "true"
    ana.press("The app lays them")
    assert mei.at(table).h1 == "Your turn: put the camel down" and len(state_of(tables, table).ring) == 8


def test_everybody_is_told_what_to_lay_out(app: Flask) -> None:
    table, (ana, mei) = opened(app, game="dunhuang", names=("Ana", "Mei"))
    ana.at(f"{table}?first=0").press("Start with 2")
    for phone in (ana, mei):
        phone.get(table)
        assert (
            "Deal everybody 3 cards" in phone.text
            and "5 coins each. Leave in the box: gold, wool and silk." in phone.text
        )
    mei.send(mei.page.xpath('//*[@id="ring"]/button')[2])
    assert "Deal everybody" not in mei.text


# --- what lies here, words ---


def test_a_token_is_set_right(app: Flask, tables: Tables) -> None:
    table, (ana, *_) = entered(app, f"{PAPER} now: move A")
    links = ana.at(f"{table}/fix/tokens").page.xpath('//div[@aria-label="6 tea"]/a')
    ana.get(f"{table}/fix/tokens" + next(a.get("href") for a in links if a.text == "Tomás"))
    assert "6 tea → Tomás" in ana.key("Save").text_content()
    ana.press("Save")
    assert state_of(tables, table).holders[5] == 2
    ana.at(f"{table}/check").press("Right: ")
    assert tables.view_for(table[3:]).ui.checked == (("ring", 0), ("tokens", 0))


def test_counting_takes_nine_taps_at_most(app: Flask, tables: Tables) -> None:
    """A hand of five cards, three tokens, four prestige: one tap a card, and no pad is opened for what comes first."""
    table, (ana, *_) = opened(app, game="dunhuang", way="score")
    ana.get(table)
    taps = ("jade", "jade", "tea", "paper", "amber", "0-tokens-3", "", "0-prestige-4")
    for name in taps:
        if name:
            ana.send(ana.page.xpath(f'//button[@data-as="{name}"]')[0])
        else:
            ana.get(ana.page.xpath('//*[@id="count-0-prestige"]//h2/a/@href')[0])
    ana.press("Done")
    assert len(taps) + 1 <= 9
    found = tables.view_for(table[3:], ana.client.get_cookie("phone").value).tally
    assert found is not None and found.ready == (0,)
    counted = {thing: n for thing, n in found.counted[0].items() if n}
    assert counted == {"jade": 2, "tea": 1, "paper": 1, "amber": 1, "tokens": 3, "prestige": 4}


@pytest.mark.parametrize(
    ("position", "action", "idea"),
    [
        (f"{BASE} {HELD} now: move A", "camel 3", "camel to Manichean"),
        (f"{BASE} {HELD} now: take A 1", "into shop silver", "2 silver into the shop"),
        (f"{BASE} {HELD} now: act A 1", "draw", "draw cards"),
        (f"{BASE.replace('camel: 1', 'camel: 7')} {HELD} now: act A 1", "visit B", "Trader: Mei"),
        (f"{BASE} {HELD} now: fee A 0 6", "pay", "Pay the fee"),
    ],
)
def test_a_hint_names_the_action(position: str, action: str, idea: str) -> None:
    words, state = wording(PAGES.WORDS, "en"), dunhuang.parse(position)
    context = SimpleNamespace(own_words=words, language="en", position=state, names=("Ana", "Mei", "Tomás"))
    assert PAGES.idea(context, dunhuang.parse_action(action)) == idea
