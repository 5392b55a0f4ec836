"""Choices beside the three steps: each a small card on the phone concerned; the others play on or look."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from companion.engine.game import Seat
from companion.games import dunhuang as rules
from companion.games.dunhuang import State, action_text
from companion.games.dunhuang.majority import FEE
from companion.games.dunhuang.names import CARD_INDEX
from companion.games.dunhuang.pages import labels
from companion.web.table.context import Desk, Key

SECRET = ("choose", "keep", "bury", "pick", "give")
"""Choices among cards that only their owner sees."""


class Choice(Struct, frozen=True):
    """A card: what is asked, with what in mind, by which rule, and the keys that answer it."""

    title: str
    text: str
    rule: str
    keys: tuple[Key, ...]


def choice(desk: Desk, state: State, seat: Seat | None) -> Choice | None:
    """What the seat is asked now, if it is awaited and this is none of the three steps."""
    asks = _ASKS.get(state.now.phase)
    if asks is None or seat is None or seat not in desk.view.waiting:
        return None
    return asks(desk, state, seat)


def _cards(desk: Desk, state: State, seat: Seat) -> tuple[Key, ...]:
    """A key for each card that may be named."""
    keys = []
    for action in desk.game.legal(state, seat):
        match action:
            case rules.Keep(good) | rules.Bury(good) | rules.Give(good) | rules.Show(good):
                keys.append(Key(labels.numbered(desk, good), desk.act(action_text(action)), sign=labels.sign(good)))
    return tuple(keys)


def _keep_start(desk: Desk, state: State, seat: Seat) -> Choice:
    words = labels.words(desk)
    return Choice(words.phrase("keep_start"), words.phrase("keep_start_long"), "setup-hand", _cards(desk, state, seat))


def _keep(desk: Desk, state: State, seat: Seat) -> Choice:
    words, rule = labels.words(desk), state.character or "characters"
    return Choice(words.phrase("keep_one"), words.phrase("keep_one_long"), rule, _cards(desk, state, seat))


def _bury(desk: Desk, state: State, seat: Seat) -> Choice:
    words, rule = labels.words(desk), state.character or "characters"
    return Choice(words.phrase("bury"), words.phrase("bury_long"), rule, _cards(desk, state, seat))


def _give(desk: Desk, state: State, seat: Seat) -> Choice:
    """A card picked for the Merchant's visitor, or one given back."""
    words, now, rule = labels.words(desk), state.now, state.character or "characters"
    picking = now.phase == "pick"
    other = now.seat if picking else now.other
    assert other is not None, "two hands are exchanged"
    title = words.phrase("pick_for" if picking else "give_back", name=desk.names[other])
    return Choice(title, words.count("more_cards", now.left), rule, _cards(desk, state, seat))


def _fee(desk: Desk, state: State, seat: Seat) -> Choice:
    words, good = labels.words(desk), state.now.good
    assert good is not None, "the fee is for a kind's token"
    holder = state.holders[CARD_INDEX[good]]
    name = desk.names[holder] if holder is not None else words.phrase("bank")
    pay, decline = rules.Pay(), rules.Decline()
    refusal = desk.game.refusal(state, pay, seat)
    small = desk.game.short(refusal, state, desk.language, desk.names) if refusal else words.phrase("you_take_it")
    coins = words.count("coins", FEE)
    keys = (
        Key(words.phrase("do_not"), desk.act(action_text(decline)), words.phrase("stays_with", name=name)),
        Key(words.phrase("pay", coins=coins), desk.act(action_text(pay)), small, off=refusal is not None, go=True),
    )
    title = words.phrase("fee", good=labels.good(desk, good), name=name, coins=coins)
    return Choice(title, words.phrase("fee_long"), "buddhist", keys)


def _claim(desk: Desk, state: State, seat: Seat) -> Choice:
    words, kinds = labels.words(desk), str(state.setup.kinds)
    keys = (
        Key(words.phrase("not_yet"), desk.act(action_text(rules.Decline())), words.phrase("go_on")),
        Key(
            words.phrase("show_kinds", n=kinds), desk.act(action_text(rules.Claim())), words.phrase("win_now"), go=True
        ),
    )
    title = words.phrase("claim", n=kinds)
    return Choice(title, words.phrase("claim_long", n=str(state.tokens(seat))), "top-merchant", keys)


def _show(desk: Desk, state: State, seat: Seat) -> Choice:
    words, left = labels.words(desk), sum(state.players[seat].hand[rules.UNKNOWN :])
    return Choice(words.phrase("show"), words.count("more_cards", left), "score-hands", _cards(desk, state, seat))


_ASKS: dict[str, Callable[[Desk, State, Seat], Choice]] = {
    "choose": _keep_start,
    "keep": _keep,
    "bury": _bury,
    "pick": _give,
    "give": _give,
    "fee": _fee,
    "claim": _claim,
    "show": _show,
}
