"""The table's phase decides what phones show: whatever address is open, no page does what is not on."""

from __future__ import annotations

import random
import re
from itertools import cycle

import pytest
from flask import Flask
from paperless import Phone, begun, opened

from companion.engine.game import OVER, GameState
from companion.games.hangzhou.decision import decide
from companion.games.hangzhou.effects import Decision
from companion.games.hangzhou.names import Merchant, Space
from companion.games.hangzhou.state import State
from companion.tables import AnyView, Line, Tables

pytestmark = pytest.mark.long

TALK = {
    "check",
    "correct",
    "lend",
    "reply",
    "undo",
    "redo",
    "take",
    "name",
    "leave",
    "set",
    "close",
    "finish",
    "ask",
    "position",
    "bring",
    "hint",
}
"""What can be done at any time."""
HANGZHOU = (
    *("", "/at/B2", "/at/E5", "/city", "/city/B2", "/city/dice", "/city/dice-2", "/dice", "?watch=1"),
    *("/table/last", "/tally", "/step/elsewhere-1", "/step/1", "/step/4", "/log", "/score", "/menu"),
    *("/check", "/seats", "/settings", "/screen", "/move", "/advanced"),
)
XANADU = ("", "/at/01", "/at/23", "/sell", "/card", "/table/last", "/tally", "/log", "/score", "/check")
DUNHUANG = ("", "/table/last", "/tally", "/log", "/score", "/check", "/seats", "/menu")
ADDRESSES = {"hangzhou": HANGZHOU, "xanadu": XANADU, "dunhuang": DUNHUANG}


PLAYED: tuple[tuple[str, dict[str, str]], ...] = (
    ("hangzhou", {"dice": "app"}),
    ("hangzhou", {"dice": "hand", "trade": "optional"}),
    ("xanadu", {}),
    ("dunhuang", {}),
)
"""Games, and what is chosen when their tables are opened."""


def on_at(tables: Tables, view: AnyView) -> set[str]:
    """The commands that belong to what is on, told from the log and the position alone."""
    state = view.state
    if state is None:
        return {"start", "tap", "untap", "clear", "enter", "mix"}
    told = [e for e in tables.log_for(view.code) if e.moment and not e.undone and e.kind not in ("correct",)]
    begins = ("act", "enter", "position", "start")
    last = max((i for i, e in enumerate(told) if e.kind in begins and not traded(e)), default=0)
    round_ = [e for e in told[last:] if any(type(f).__name__.startswith("Merchant") for f in e.effects)]
    since = {"elsewhere", "reroll", "show"} if round_ else set()
    back = {"show"} if round_ or on_merchants(state) else set()
    if isinstance(state, State) and beats_at(tables, view)[0]:
        return {"show"} | since
    if state.turn is OVER:
        return {"again"} | since
    if view.question is not None:
        return {"answer"} | since | back
    if view.outcomes:
        return {"roll", "answer"} | since | back
    if on_merchants(state):
        return {"act"} | since | back
    acts = {"act", "roll", "sell"}
    if isinstance(state, State) and type(state.now).__name__ == "Play":
        acts |= {"tap", "untap", "clear", "enter"}
    return acts | since


def beats_at(tables: Tables, view: AnyView) -> tuple[list[int], int]:
    """The beats of the merchants that the table has not read, told from the log; and the one that waits (0: none)."""
    line = [e for e in tables.log_for(view.code) if e.moment and not e.undone]
    begin = max((i for i, e in enumerate(line) if e.kind in ("act", "enter", "position", "start") and not traded(e)))
    numbers = list[int]()
    for entry in line[begin + 1 :]:
        for effect in entry.effects:
            kind, by_app = type(effect).__name__, entry.source in ("app", "rules")
            if kind in ("MerchantMoved", "MerchantStayed"):
                numbers += steps_of(effect.because)
            elif kind in ("Bought", "Sold", "TakenBack") and by_app:
                numbers.append(number(effect.merchant, 3))
            elif kind == "DiePlaced" and effect.rule == "replace-die" and by_app:
                numbers.append(number(effect.merchant, 4))
    now, waits = view.state.now, 0
    if view.question is not None and view.question.kind == "pay":
        numbers += steps_of(decide(view.state, now.merchant))
        waits = number(now.merchant, 3)
    elif on_merchants(view.state):
        waits = number(now.merchant, {"Roll": 4, "Ask": 3, "Move": 0}[type(now).__name__])
    read = (view.shown, -1 if view.beat is None else view.beat)
    return [n for n in numbers if (line[begin].seq, n) > read], waits


def traded(entry: Line) -> bool:
    return any(type(effect).__name__ in ("Bought", "Sold", "TakenBack") for effect in entry.effects)


def steps_of(decision: Decision) -> list[int]:
    wants, move = (number(decision.merchant, kind) for kind in (1, 2))
    return [wants] if decision.end == decision.start else [wants, move]


def number(merchant: str, kind: int) -> int:
    return 10 * ([*Merchant].index(merchant) + 1) + kind


def assert_all_phones_show_the_beat(tables: Tables, table: str, phones: list[Phone]) -> None:
    """The same beat on all phones and on the big screen."""
    view = tables.view_for(table[3:])
    if not isinstance(view.state, State):
        return
    unread, waits = beats_at(tables, view)
    expected = str(unread[0] if unread else waits or "")
    for phone, address in zip((*phones, phones[-1]), (*(table for _ in phones), f"{table}/screen"), strict=True):
        phone.get(address)
        assert phone.beat == expected, (address, phone.beat, expected)


def on_merchants(state: GameState) -> bool:
    """Do the merchants wait for somebody?"""
    return isinstance(state, State) and type(state.now).__name__ in ("Move", "Roll", "Ask")


def offered(phone: Phone) -> set[str]:
    """The commands of all keys on the page that can be used."""
    return {
        name
        for key in phone.all_keys()
        if key.get("aria-disabled") != "true"
        for name in re.findall(r'"do":"(\w+)"', key.get("value") or "")
    }


def assert_no_page_shows_another(tables: Tables, table: str, game: str, phone: Phone) -> None:
    on = on_at(tables, tables.view_for(table[3:])) | TALK
    for address in ADDRESSES[game]:
        answer = phone.client.get(table + address, follow_redirects=True)
        assert answer.status_code in (200, 404), (address, answer.status_code)
        if answer.status_code == 404:
            continue
        phone.answer, phone.path = answer, answer.request.path
        others = offered(phone) - on
        assert not others, (address, phone.path, others)
        assert "/last" not in address or tables.view_for(table[3:]).state is not None


def play(app: Flask, tables: Tables, game: str, seed: int, entries: int, **settings: str) -> set[str]:
    """Plays by chance on pages; after each entry the next phone opens all addresses. The commands that were on."""
    rng = random.Random(seed)
    table, phones = opened(app, ("Ana", "Mei"), game=game, **settings)
    phones[0].get(f"{table}?first=0")
    phones[0].press("Start")
    watcher, seen = Phone(app, "es"), set[str]()
    for _, phone in zip(range(entries), cycle((*phones, watcher)), strict=False):
        view = tables.view_for(table[3:])
        seen |= on_at(tables, view)
        assert_no_page_shows_another(tables, table, game, phone)
        assert_all_phones_show_the_beat(tables, table, [*phones, watcher])
        if view.state is None or (view.state.turn is OVER and "show" not in on_at(tables, view)):
            break
        step(rng, table, phones)
    return seen


def step(rng: random.Random, table: str, phones: list[Phone]) -> None:
    """Somebody presses a key that moves the game."""
    for phone in rng.sample(phones, len(phones)):
        space = rng.choice([*Space]).value
        for address in rng.sample([table, f"{table}/at/{space}"], 2):
            answer = phone.client.get(address, follow_redirects=True)
            if answer.status_code != 200:
                continue
            phone.answer, phone.path = answer, answer.request.path
            keys = [key for key in phone.all_keys() if key.get("aria-disabled") != "true"]
            moving = [key for key in keys if re.search(r'"do":"(act|show|roll|answer)"', key.get("value") or "")]
            if moving:
                phone.send(rng.choice(moving))
                return


@pytest.mark.parametrize(
    ("game", "settings"), [PLAYED[0], *(pytest.param(*played, marks=pytest.mark.landing) for played in PLAYED[1:])]
)
def test_no_address_shows_another_phase(app: Flask, tables: Tables, game: str, settings: dict[str, str]) -> None:
    first_market = 16 if settings.get("dice") == "hand" else 0
    seen = play(app, tables, game, 3, 24 + first_market, **settings)
    assert "act" in seen
    assert game != "hangzhou" or "show" in seen, "the merchants have moved"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game", "settings"), PLAYED)
def test_no_address_shows_another_phase_for_long(
    app: Flask, tables: Tables, game: str, settings: dict[str, str], seed: int
) -> None:
    assert "act" in play(app, tables, game, seed, 120, **settings)


def test_a_phone_with_a_space_open_goes_to_the_merchants(app: Flask) -> None:
    """So does the only phone of a solo game, whose seat is to play before the merchants and after them."""
    table, (ana,) = begun(app, ("Ana",))
    for _ in range(2):
        ana.get(f"{table}/at/B2")
        while not ana.beat:
            ana.press("End turn") if "End turn" in ana.text else ana.press("shop with red")
        assert ana.path == table
        ana.end_merchants()


def test_pages_that_look_stay_open_and_say_where_to_go(app: Flask) -> None:
    table, (ana, mei) = merchants(app)
    for page in ("/log", "/score", "/menu", "/settings", "/check"):
        mei.get(table + page)
        assert mei.path == table + page
        assert "Merchant round: go there" in mei.text
    ana.get(table)
    ana.end_merchants()
    mei.get(f"{table}/log")
    assert "go there" not in mei.text


def test_a_tap_made_for_a_phase_that_is_over_does_nothing_and_says_so(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    ana.get(f"{table}/at/B2")
    old = ana.key("shop with red")
    for phone, key in ((mei, ""), (ana, "Pass"), (mei, "Pass"), (ana, "Take coin")):
        phone.get(table)
        if key:
            phone.press(key)
    seq = tables.view_for(table[3:]).seq
    ana.send(old, 409)
    assert ana.beat == "11"
    assert "Too late, so nothing was done" in ana.text
    assert tables.view_for(table[3:]).seq == seq


def merchants(app: Flask) -> tuple[str, list[Phone]]:
    """Two phones at a table whose merchants have set out."""
    table, phones = begun(app, ("Ana", "Mei"))
    for phone, key in ((0, "Pass"), (1, "Pass"), (0, "Take coin")):
        phones[phone].get(table)
        phones[phone].press(key)
    return table, phones
