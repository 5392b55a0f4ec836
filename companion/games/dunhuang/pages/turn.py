"""A turn after the camel has moved: where its card goes, then the character's action or coins.

What is picked on the way lives in the address: `then` (how the turn is to end), `shop` (its kinds are open) and `goes`
(the card that goes).
"""

from __future__ import annotations

from typing import Any, Final, cast

from msgspec.structs import replace

from companion.engine.game import Seat
from companion.games.dunhuang.names import CARD_INDEX, GOODS, Character, Good
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.context import TableContext
from companion.games.dunhuang.state import State
from companion.web.widgets import Key, KeyRow, Panel, both

INSTEAD: Final = 3
"""Coins instead of the character."""
COINS: Final = "coins"
"""The action that takes them, and the value of `then` that stands for it."""
HEADINGS: Final = {
    Character.SOLDIER: "discard_shop",
    Character.GENERAL: "show",
    Character.SHEPHERD: "fetch",
    Character.FARMER: "fetch",
    Character.MANICHEAN: "guard",
    Character.BUDDHIST: "guard",
    Character.PAINTER: "discard_hand",
    Character.MUSICIAN: "discard_shop",
    Character.TRADER: "visit",
    Character.MERCHANT: "visit",
    Character.MAID: "discard_shop",
    Character.DOMESTIC: "domestic",
}
"""What the characters ask, by the word of the question. Those left out ask nothing."""
AT_ONCE: Final = {
    Character.INTERPRETER: "draw",
    Character.DIPLOMAT: "draw",
    Character.PRINCESS: "prestige",
    Character.DANCER: "prestige",
}
"""Their actions."""
Option = tuple[Any, tuple[Good | Seat, ...]]
"""An action, and what is picked for it, in order."""


def panel(context: TableContext, state: State, seat: Seat) -> Panel | None:
    """Decision of the seat in turn. None before the camel's move, or while somebody else is asked."""
    if state.now.phase == "take":
        return _take(context, state, seat)
    return _act(context, state, seat) if state.now.phase == "act" else None


# --- the card ---


def _take(context: TableContext, state: State, seat: Seat) -> Panel:
    words, opened = context.own_words, context.wishes.get("shop", "")
    commands, _ = _foresee(context, state, "into hand")
    hand = Key(words.phrase("into_hand"), commands, _stays(context, state), "card-back")
    card = state.camel and state.card_at(state.camel)
    kinds: tuple[Key, ...] = ()
    if card and card is not Good.UNKNOWN:
        shop = _into_shop(context, state, card, words.phrase("into_shop"))
    else:
        address = context.address(then=context.wishes.get("then"), shop="" if opened else 1)
        shop = Key(words.phrase("into_shop"), "", words.phrase("or_shop"), "shop", on=bool(opened), href=address)
        playing = (good for good, n in zip(GOODS, state.setup.copies, strict=True) if n and opened)
        kinds = tuple(_into_shop(context, state, good) for good in playing)
    rows = [KeyRow((hand, shop), words.phrase("good_goes"))]
    if kinds:
        rows.append(KeyRow(kinds, columns=4))
    return Panel(rows=(*rows, KeyRow(_ends(context, state, seat), words.phrase("then"))))


def _stays(context: TableContext, state: State) -> str:
    return context.own_words.phrase("into_hand_secret" if labels.on_paper(context) else "into_hand_open")


def _into_shop(context: TableContext, state: State, good: Good, label: str = "") -> Key:
    """A card of this kind goes into the shop: who holds the token, and whether it would be taken."""
    words, guarded = context.own_words, state.guards[CARD_INDEX[good]]
    commands, effects = _foresee(context, state, f"into shop {good}")
    takes = "takes_token" if "TokenTaken" in effects else "takes_for_fee" if "FeeAsked" in effects else ""
    small = [holder_of(context, state, good)]
    small += [words.phrase(key) for key in ("guarded" if guarded else "", takes) if key]
    return Key(label or labels.numbered(context, good), commands, ", ".join(small), f"token-{good}", gain=bool(takes))


def _foresee(context: TableContext, state: State, action: str) -> tuple[str, set[str]]:
    """The commands of a key that takes the card, then ends the turn as it was picked before, if it can end then; and
    the names of the effects of taking it."""
    game = context.game
    after, effects = context.foresee(game.parse_action(action))
    then, character = context.wishes.get("then"), state.character
    end = COINS if then == COINS else AT_ONCE.get(character, "") if then and character else ""
    ends = end and after is not None and game.refusal(after, game.parse_action(end), context.acting) is None
    commands = (context.act(action), context.act(end)) if ends else (context.act(action),)
    return both(*commands), {type(effect).__name__ for effect in effects}


def holder_of(context: TableContext, state: State, good: Good) -> str:
    """Holder of a kind's token, with the number of cards: “Mei 2”."""
    i = CARD_INDEX[good]
    holder = state.holders[i]
    if holder is None:
        return context.own_words.phrase("bank")
    return f"{labels.player(context, holder)} {state.players[holder].shop[i]}"


def _ends(context: TableContext, state: State, seat: Seat) -> tuple[Key, ...]:
    """Both ways to end the turn, to be picked before the card; another tap frees the one that is picked."""
    words, then, character = context.own_words, context.wishes.get("then", ""), state.character
    coins = Key(words.count("thing.coins", INSTEAD), "", _have(context, state, seat), "coin")
    if character is None:
        return (_pick(context, coins, COINS, then),)
    name, hint = labels.character(context, character), labels.hint(context, character)
    act = Key(name, "", hint, f"portrait-{character}")
    return _pick(context, act, "character", then), _pick(context, coins, COINS, then)


def _pick(context: TableContext, key: Key, way: str, then: str) -> Key:
    on = way == then
    return replace(key, on=on, href=context.address(then="" if on else way, shop=context.wishes.get("shop")))


def _have(context: TableContext, state: State, seat: Seat) -> str:
    return context.own_words.phrase("then_have", n=str(state.players[seat].coins + INSTEAD))


# --- the character, or coins ---


def _act(context: TableContext, state: State, seat: Seat) -> Panel:
    """The character's keys and the coins. Where two cards are named, the first is picked before."""
    words, character = context.own_words, state.character
    coins = context.key(COINS, words.count("thing.coins", INSTEAD), _have(context, state, seat), "coin")
    refusal = cast(Any, context.game).unusable(state)
    if refusal is not None or character is None:
        name = labels.character(context, character) if character else words.phrase("nobody_here")
        unable = Key(name, context.act("draw"), context.brief(refusal, state), off=True)
        return Panel(rows=(KeyRow((unable, coins), words.phrase("then")),), note=context.refused(refusal, state))
    if character in AT_ONCE:
        name, hint = labels.character(context, character), labels.hint(context, character)
        key = context.key(AT_ONCE[character], name, hint, f"portrait-{character}")
        return Panel(rows=(KeyRow((key, coins), words.phrase("then")),))
    return Panel(rows=(*_offers(context, state, seat, character), KeyRow((coins,), columns=1)))


def _offers(context: TableContext, state: State, seat: Seat, character: Character) -> tuple[KeyRow, ...]:
    options = _options(context, state, seat)
    firsts = sorted({parts[0] for _, parts in options if len(parts) > 1}, key=lambda good: CARD_INDEX[cast(Good, good)])
    asks = f"{labels.character(context, character)}: {context.own_words.phrase(f'heading.{HEADINGS[character]}')}"
    if not firsts:
        return (KeyRow(tuple(_option(context, state, one) for one in options), asks, 4),)
    goes = next((good for good in firsts if good == context.wishes.get("goes")), None if len(firsts) > 1 else firsts[0])
    picks = tuple(
        Key(labels.numbered(context, good), "", "", labels.sign(good), on=good == goes, href=context.address(goes=good))
        for good in cast(list[Good], firsts)
    )
    comes = tuple(_option(context, state, (action, parts[1:])) for action, parts in options if parts[0] == goes)
    rows = (KeyRow(picks, asks, 4),)
    return (*rows, KeyRow(comes, context.own_words.phrase("heading.comes"), 4)) if comes else rows


def _options(context: TableContext, state: State, seat: Seat) -> list[Option]:
    """The actions of the character. Exchanges with cards that nobody can see are the same for every space."""
    found: dict[object, Option] = {}
    for action in context.game.legal(state, seat):
        if context.game.action_text(action) != COINS:
            parts = _parts(state, action)
            space = getattr(action, "space", None) if not parts or _seen_card(state, action) else None
            found.setdefault((type(action), parts, space), (action, parts))
    return list(found.values())


def _seen_card(state: State, action: Any) -> Good | None:
    """The card of the space that an action names; None: it names none, or what lies there cannot be seen."""
    card = state.card_at(action.space) if hasattr(action, "space") else None
    return None if card is Good.UNKNOWN else card


def _parts(state: State, action: Any) -> tuple[Good | Seat, ...]:
    """Things picked for an action: goods and players by its fields, a space by its visible card."""
    fields = [name for name in action.__struct_fields__ if name != "space"]
    parts = [getattr(action, name) for name in fields]
    if "take" not in fields and (card := _seen_card(state, action)):
        parts.append(card)
    return tuple(parts)


def _option(context: TableContext, state: State, option: Option) -> Key:
    """The key of an action, by the last thing that is picked for it."""
    words, (action, parts) = context.own_words, option
    name = type(action).__name__
    small = words.phrase("on_space", n=str(action.space)) if hasattr(action, "space") else ""
    if name in ("ToHand", "ToShop"):
        small = words.phrase("into_hand_short" if name == "ToHand" else "into_shop_short")
    match parts:
        case (Good() as good,):
            sign = f"token-{good}" if name == "Guard" else labels.sign(good)
            return context.key(action, labels.numbered(context, good), "" if _hidden(state, action) else small, sign)
        case (seat,):
            cards = words.count("thing.cards", sum(state.players[cast(Seat, seat)].hand))
            return context.key(action, context.names[cast(Seat, seat)], cards)
    return context.key(action, labels.good(context, Good.UNKNOWN), small, "card-back")


def _hidden(state: State, action: Any) -> bool:
    """Does an action name a card of the market that nobody can see, by its kind alone?"""
    return hasattr(action, "space") and _seen_card(state, action) is None
