"""A turn: the ring, the question below it, and everybody's things.

Choices in progress are in the address: `then` (how the turn will end), `shop` (its kinds are open) and `goes` (the card
that goes).
"""

from __future__ import annotations

from typing import Any, Final, cast

from msgspec.structs import replace

from companion.engine.game import OVER, Seat
from companion.games.dunhuang.characters import DrawGoods, Guard, TakePrestige, ToHand, ToShop
from companion.games.dunhuang.majority import FEE
from companion.games.dunhuang.moves import (
    INSTEAD,
    Claim,
    Decline,
    IntoHand,
    IntoShop,
    Keep,
    MoveCamel,
    Pay,
    PlaceCamel,
    Show,
    TakeCoins,
    list_kinds_in_play,
)
from companion.games.dunhuang.names import CHARACTERS, GOODS, SPACES, UNKNOWN, Character, Good
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.labels import TableContext
from companion.games.dunhuang.pages.ring import count_steps, ring
from companion.games.dunhuang.state import State, step_on
from companion.web.table import result
from companion.web.table.frame import show
from companion.web.table.game_page import curtain
from companion.web.table.undo import undo_keys
from companion.web.widgets import Answer, Key, KeyRow, Panel, both, do

COINS, CHARACTER = "coins", "character"
"""The two ways to end a turn: the values of `then`."""
AT_ONCE = DrawGoods | TakePrestige
"""What characters offer for which nothing has to be picked."""
SECRET: Final = ("choose", "keep", "bury", "pick", "give")
"""Choices among cards that only their owner sees."""


# --- pages ---


def game(context: TableContext, item: str) -> str:
    """Returns the current page of the game; `item` ``last``: the table itself, even after the end."""
    state = context.position
    if context.covered:
        return curtain(context)
    if state.turn is OVER and item != "last":
        return result.end(context)
    if context.view.outcomes:
        return _make_laying_keys(context, state)
    seat = context.acting if context.seated and context.acting in context.view.waiting else None
    steps, character = count_steps(state), state.character
    title, sub = context.pages.bar(context)
    if steps and seat is not None:
        walked = labels.walk(context, steps)
        sub = f"{labels.character(context, character)} · {walked}" if character else walked
    whose = next((c.seat for c in context.players if str(c.number) == context.wishes.get("seat", "")), None)
    return show(
        context,
        "dunhuang/game.html",
        title=title,
        sub=sub,
        lay_out=_lay_out(context, state),
        whose=whose,
        acts_for=_may_act_for(context, whose),
        ring=ring(context, state, moves=seat is not None and state.now.phase in ("move", "take", "act")),
        people=state.ring if context.wishes.get("who") else (),
        does=character if steps and seat is not None else None,
        ends=state.now.phase in ("take", "act"),
        question=None if seat is None else _question(context, state, seat),
        **_shops(context, state),
        undo=undo_keys(context),
    )


def screen_side(context: TableContext, item: str) -> str:
    """Returns Dunhuang's part of the big screen."""
    if context.view.state is None:
        return ""
    state = context.position
    title, shops = now(context, state, screen=True), _shops(context, state)
    return show(context, "dunhuang/screen.html", title=title, ring=ring(context, state, moves=False), **shops)


def now(context: TableContext, state: State, *, screen: bool = False) -> str:
    """Returns the next act; on the big screen without “you”."""
    words, waiting, phase, seat = context.own_words, context.view.waiting, state.now.phase, context.acting
    if state.turn is OVER:
        return context.words.phrase("plain.over")
    if not waiting:
        return words.phrase("bar.draws")
    if phase in ("choose", "show"):
        if not screen and seat in waiting:
            return words.phrase("show" if phase == "show" else "keep_start")
        return words.phrase("waiting", names=context.words.listed(context.names[other] for other in waiting))
    step, name = words.phrase(f"bar.step.{phase}"), context.names[waiting[0]]
    if not screen and seat != waiting[0]:
        return context.words.phrase("plain.theirs", name=name)
    own = not screen and seat == context.view.eyes
    return words.phrase("bar.own", what=step) if own else f"{name}: {step}"


def _make_laying_keys(context: TableContext, state: State) -> str:
    """Returns keys to lay the tiles of the ring one by one, off for a placed character."""
    keys = []
    for character in CHARACTERS:
        outcome = f"tile {character}"
        refusal = context.game.refusal(state, context.game.parse_action(outcome))
        small = "" if refusal is None else context.brief(refusal, state)
        label, command = labels.character(context, character), do("roll", outcome=outcome)
        keys.append(Key(label, command, small, f"portrait-{character}", off=refusal is not None))
    by_app = Key(context.own_words.phrase("app_lays"), do("roll", rest=True))
    space, undo = len(state.ring) + 1, undo_keys(context)
    return show(context, "dunhuang/tiles.html", space=space, tiles=keys, by_app=by_app, undo=undo)


def _lay_out(context: TableContext, state: State) -> str:
    """Before the first turn, with the cards on paper: what everybody puts on the table."""
    if state.now.phase != "park" or not labels.on_paper(context):
        return ""
    words, setup = context.own_words, state.setup
    out = [labels.good(context, good) for good, n in zip(GOODS, setup.copies, strict=True) if not n]
    without = words.phrase("lay_out_without", goods=context.words.listed(out)) if out else ""
    laid = words.phrase("lay_out", cards=str(setup.dealt), coins=words.count("thing.coins", setup.coins))
    return f"{laid} {without}".strip()


def _may_act_for(context: TableContext, whose: Seat | None) -> bool:
    """Returns whether this phone could act for the player whose name was tapped, instead of for its own."""
    if whose is None or whose not in context.view.plays or whose == context.acting:
        return False
    return labels.on_paper(context) or context.position.now.phase not in SECRET


def _shops(context: TableContext, state: State) -> dict[str, object]:
    """Values of the template for what everybody has: all seats, the one that looks first."""
    seats = sorted(range(len(state.players)), key=lambda seat: seat != context.view.eyes)
    return {"state": state, "seats": seats, "goods": GOODS, "labels": labels}


# --- what is asked ---


def _question(context: TableContext, state: State, seat: Seat) -> Panel | None:
    """Returns the seat's question; None if the ring itself is the answer."""
    words, names, rule = context.own_words, context.names, str(state.character or "characters")
    now: Any = state.now
    match now.phase:
        case "take":
            return _take(context, state, seat)
        case "act":
            return _act(context, state, seat)
        case "fee":
            return _fee(context, state, now.good)
        case "claim":
            return _claim(context, state, seat)
        case "choose":
            title, text, rule = words.phrase("keep_start"), words.phrase("keep_start_long"), "setup-hand"
        case "keep":
            title, text = words.phrase("keep_one"), words.phrase("keep_one_long")
        case "bury":
            title, text = words.phrase("bury"), ""
        case "pick":
            title, text = words.phrase("pick_for", name=names[now.seat]), words.count("thing.cards", now.left)
        case "give":
            title, text = words.phrase("give_back", name=names[now.other]), words.count("thing.cards", now.left)
        case "show":
            left = state.players[seat].hand[UNKNOWN]
            title, text, rule = words.phrase("show"), words.count("thing.cards", left), "score-hands"
        case _:
            return None
    keys = []
    for action in context.game.legal(state, seat):
        good = action.good if isinstance(action, Show) else action.card
        keys.append(context.key(action, labels.numbered(context, good), sign=labels.sign(good), again=True))
    return Panel(title, text, rule, (KeyRow(tuple(keys), columns=3),))


def _fee(context: TableContext, state: State, good: Good) -> Panel:
    words, coins, holder = context.own_words, context.own_words.count("thing.coins", FEE), state.holder(good)
    name = words.phrase("bank") if holder is None else labels.player(context, holder)
    no = context.key("decline", context.words.phrase("no"), words.phrase("stays_with", name=name))
    yes = context.key("pay", words.phrase("pay", coins=coins), words.phrase("you_take_it"), go=True)
    title = words.phrase("fee", good=labels.good(context, good), name=name, coins=coins)
    return Panel(title, "", "buddhist", (KeyRow((no, yes)),))


def _claim(context: TableContext, state: State, seat: Seat) -> Panel:
    words, kinds = context.own_words, str(state.setup.kinds)
    no = context.key("decline", words.phrase("not_yet"))
    yes = context.key("claim", words.phrase("show_kinds", n=kinds), go=True)
    text = words.phrase("claim_long", n=str(state.count_tokens(seat)))
    return Panel(words.phrase("claim", n=kinds), text, "top-merchant", (KeyRow((no, yes)),))


# --- step 2: the card ---


def _take(context: TableContext, state: State, seat: Seat) -> Panel:
    """The card goes into hand or shop. How the turn then ends may be picked before it."""
    words, opened, then = context.own_words, context.wishes.get("shop", ""), context.wishes.get("then", "")
    stays = words.phrase("into_hand_secret" if labels.on_paper(context) else "into_hand_open")
    hand = Key(words.phrase("into_hand"), _foresee(context, IntoHand())[0], stays, "card-back")
    card = state.camel and state.card_at(state.camel)
    kinds: list[Key] = []
    if card and card is not Good.UNKNOWN:
        shop = _ask_into_shop(context, state, card, words.phrase("into_shop"))
    else:
        address = context.address(then=then, shop="" if opened else 1)
        shop = Key(words.phrase("into_shop"), "", words.phrase("or_shop"), "shop", on=bool(opened), href=address)
        kinds = [_ask_into_shop(context, state, good) for good in list_kinds_in_play(state, seat) if opened]
    ends = [(_coins(context, state, seat), COINS)]
    if (character := state.character) is not None:
        ends.insert(0, (_character(context, character), CHARACTER))
    picks = tuple(
        replace(key, on=way == then, href=context.address(then="" if way == then else way, shop=opened))
        for key, way in ends
    )
    rows = [KeyRow((hand, shop), words.phrase("good_goes")), KeyRow(tuple(kinds), columns=4)]
    return Panel(rows=(*rows[: 1 + bool(kinds)], KeyRow(picks, words.phrase("then"))))


def _ask_into_shop(context: TableContext, state: State, good: Good, label: str = "") -> Key:
    """A card of this kind goes into the shop: who holds the token, and whether it would be taken."""
    words, guarded = context.own_words, state.guards[GOODS.index(good)]
    commands, effects = _foresee(context, IntoShop(good))
    takes = "takes_token" if "TokenTaken" in effects else "takes_for_fee" if "FeeAsked" in effects else ""
    small = [labels.holder(context, state, good)]
    small += [words.phrase(key) for key in ("guarded" if guarded else "", takes) if key]
    return Key(label or labels.numbered(context, good), commands, ", ".join(small), f"token-{good}", gain=bool(takes))


def _foresee(context: TableContext, action: Any) -> tuple[str, set[str]]:
    """The commands of a key that takes the card, then ends the turn as it was picked before, if it can end then; and
    the names of the effects of taking it."""
    after, effects = context.foresee(action)
    actions, then = [action], context.wishes.get("then")
    if after is not None and then in (COINS, CHARACTER):
        ends: Any = TakeCoins if then == COINS else AT_ONCE
        actions += [one for one in context.game.legal(after, context.acting) if isinstance(one, ends)]
    commands = [context.act(context.game.action_text(one)) for one in actions]
    return both(*commands), {type(effect).__name__ for effect in effects}


def _coins(context: TableContext, state: State, seat: Seat) -> Key:
    words = context.own_words
    have = words.phrase("then_have", n=str(state.players[seat].coins + INSTEAD))
    return Key(words.count("thing.coins", INSTEAD), context.act("coins"), have, "coin")


def _character(context: TableContext, character: Character) -> Key:
    return Key(labels.character(context, character), "", labels.hint(context, character), f"portrait-{character}")


# --- step 3: the character, or coins ---


def _act(context: TableContext, state: State, seat: Seat) -> Panel:
    """The character's keys and the coins."""
    words, character, coins = context.own_words, state.character, _coins(context, state, seat)
    refusal = cast(Any, context.game).unusable(state)
    if refusal is not None or character is None:
        name = labels.character(context, character) if character else words.phrase("nobody_here")
        unable = Key(name, context.act("draw"), context.brief(refusal, state), off=True)
        return Panel(rows=(KeyRow((unable, coins), words.phrase("then")),), note=context.refused(refusal, state))
    offers = [action for action in context.game.legal(state, seat) if not isinstance(action, TakeCoins)]
    if isinstance(offers[0], AT_ONCE):
        key = replace(_character(context, character), do=context.act(context.game.action_text(offers[0])))
        return Panel(rows=(KeyRow((key, coins), words.phrase("then")),))
    return Panel(rows=(*_offers(context, state, character, offers), KeyRow((coins,), columns=1)))


def _offers(context: TableContext, state: State, character: Character, actions: list[Any]) -> list[KeyRow]:
    """Keys of a character's actions; where two cards are named, the first is picked before. Exchanges with cards that
    nobody can see are the same for every space."""
    asks = f"{labels.character(context, character)}: {context.own_words.phrase(f'heading.{character}')}"
    found: dict[object, Any] = {}
    for action in actions:
        parts = _parts(state, action)
        space = getattr(action, "space", None) if not parts or _find_seen_card(state, action) else None
        found.setdefault((parts, space, type(action)), action)
    options = [(parts, action) for (parts, _, _), action in cast(Any, found).items()]
    firsts = sorted({parts[0] for parts, _ in options if len(parts) > 1}, key=GOODS.index)
    if not firsts:
        return [KeyRow(tuple(_option(context, state, *one) for one in options), asks, 4)]
    goes = firsts[0] if len(firsts) == 1 else context.wishes.get("goes")
    picks = tuple(
        Key(labels.numbered(context, good), "", "", labels.sign(good), on=good == goes, href=context.address(goes=good))
        for good in firsts
    )
    comes = tuple(_option(context, state, parts[1:], action) for parts, action in options if parts[0] == goes)
    rows = [KeyRow(picks, asks, 4), KeyRow(comes, context.own_words.phrase("heading.comes"), 4)]
    return rows[: 1 + bool(comes)]


def _find_seen_card(state: State, action: Any) -> Good | None:
    """Returns the visible card of the space that an action names, or None."""
    card = state.card_at(action.space) if hasattr(action, "space") else None
    return None if card is Good.UNKNOWN else card


def _parts(state: State, action: Any) -> tuple[Any, ...]:
    """Things picked for an action, in order: goods and players by its fields, a space by its visible card."""
    fields = [name for name in action.__struct_fields__ if name != "space"]
    card = None if "take" in fields else _find_seen_card(state, action)
    return (*[getattr(action, name) for name in fields], *([card] if card else []))


def _option(context: TableContext, state: State, parts: tuple[Any, ...], action: Any) -> Key:
    """Returns the key of an action, labelled by its last choice."""
    words = context.own_words
    small = words.phrase("on_space", n=str(action.space)) if hasattr(action, "space") else ""
    if isinstance(action, ToHand | ToShop):
        small = words.phrase("into_hand_short" if isinstance(action, ToHand) else "into_shop_short")
    match parts:
        case (Good() as good,):
            sign = f"token-{good}" if isinstance(action, Guard) else labels.sign(good)
            hidden = hasattr(action, "space") and _find_seen_card(state, action) is None
            return context.key(action, labels.numbered(context, good), "" if hidden else small, sign)
        case (seat,):
            return context.key(action, context.names[seat], words.count("thing.cards", sum(state.players[seat].hand)))
    return context.key(action, labels.good(context, Good.UNKNOWN), small, "card-back")


# --- actions in lessons, corrections and hints ---


def answer(context: TableContext, state: State, action: Any) -> Answer:
    """Returns the key of an action that is one of several answers."""
    words = context.own_words
    match action:
        case IntoShop(good):
            has, name = labels.holder(context, state, good), labels.good(context, good)
            return Answer(labels.numbered(context, good), has, labels.sign(good), name, words.phrase("shop"), 5)
        case IntoHand():
            return Answer(words.phrase("into_hand"), columns=1)
        case MoveCamel(steps):
            return _place(context, state, step_on(state.camel or SPACES, steps), labels.walk(context, steps))
        case PlaceCamel(space):
            return _place(context, state, space)
        case TakeCoins():
            return Answer(words.count("thing.coins", INSTEAD), sign="coin", group=words.phrase("then"))
    values = [getattr(action, name) for name in action.__struct_fields__]
    sign = next((labels.sign(one) for one in values if isinstance(one, Good)), "")
    group = labels.character(context, state.character) if state.character is not None else ""
    return Answer(_named(context, action) or words.phrase("character"), sign=sign, group=group)


def idea(context: TableContext, action: Any) -> str:
    """Returns the name of an action in a hint: the character the camel goes to, or the card; otherwise ""."""
    words, state = context.own_words, context.position
    match action:
        case Keep(card) | IntoShop(card):
            return words.named("idea", action, card=labels.numbered(context, card))
        case MoveCamel() | PlaceCamel():
            return words.phrase("idea.camel", place=answer(context, state, action).label)
        case IntoHand():
            return words.named("idea", action)
        case TakeCoins() | Pay() | Claim() | Decline() | Show():
            return ""
    named = _named(context, action)
    return f"{labels.character(context, state.character)}: {named}" if state.character and named else named


def _place(context: TableContext, state: State, space: int, small: str = "") -> Answer:
    character = state.character_at(space)
    if character is None:
        return Answer(context.own_words.phrase("on_space", n=str(space)), small, columns=4)
    return Answer(labels.character(context, character), small, f"portrait-{character}", columns=4)


def _named(context: TableContext, action: Any) -> str:
    """Returns an action by its fields: “6 tea → space 3”."""
    found = []
    for name in action.__struct_fields__:
        value = getattr(action, name)
        if isinstance(value, Good):
            found.append(labels.numbered(context, value))
        elif name == "seat":
            found.append(context.names[value])
        else:
            found.append(context.own_words.phrase("on_space", n=str(value)))
    return " → ".join(found)
