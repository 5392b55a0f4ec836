"""A turn: the ring, the question below it, and everybody's things.

Choices in progress are in the address: `then` (how the turn will end), `shop` (its kinds are open) and `goes` (the card
that goes).
"""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import asdict, astuple, replace

from companion.engine.game import OVER, Seat
from companion.games.dunhuang.characters import DrawGoods, Guard, TakePrestige, ToHand, ToShop, Visit
from companion.games.dunhuang.majority import FEE
from companion.games.dunhuang.moves import (
    INSTEAD,
    IntoHand,
    IntoShop,
    MoveCamel,
    PlaceCamel,
    TakeCoins,
    list_kinds_in_play,
)
from companion.games.dunhuang.names import CHARACTERS, GOODS, SPACES, UNKNOWN, Character, Good
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.labels import TableContext
from companion.games.dunhuang.pages.ring import count_steps, ring
from companion.games.dunhuang.phases import Act, Claiming, Fee, Park, Showing, Take, Walk
from companion.games.dunhuang.state import State, step_on
from companion.games.dunhuang.turns import TileLaid, find_phase_rule
from companion.web.table.frame import show
from companion.web.table.undo import undo_keys
from companion.web.widgets import Answer, Key, KeyRow, Panel, both, do

ENDS = {"coins": TakeCoins, "character": DrawGoods | TakePrestige}
"""The actions that end a turn as picked before (`then`). Of a character these are the ones with nothing to pick."""
SECRET = ("choose", "keep", "bury", "pick", "give")
"""Choices among cards that only their owner sees."""


# --- pages ---


def game(context: TableContext, item: str) -> str:
    """Returns the current page of the game."""
    state, view = context.position, context.view
    if view.outcomes:
        return _show_tiles(context, state)
    seat = context.acting if context.seated and context.acting in view.waiting else None
    phase, steps, character = state.now.phase, count_steps(state), state.character
    title, sub = context.pages.bar(context)
    if steps and seat is not None:
        walked = labels.walk(context, steps)
        sub = f"{labels.character(context, character)} · {walked}" if character else walked
    whose = next((c.seat for c in context.players if str(c.number) == context.wishes.get("seat", "")), None)
    other = whose in view.plays and whose != context.acting
    return show(
        context,
        "dunhuang/game.html",
        title=title,
        sub=sub,
        lay_out=_lay_out(context, state),
        whose=whose,
        acts_for=other and (labels.on_paper(context) or phase not in SECRET),
        ring=ring(context, state, moves=seat is not None and phase in ("move", "take", "act")),
        people=state.ring if context.wishes.get("who") else (),
        does=character if steps and seat is not None else None,
        ends=phase in ("take", "act"),
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
            return words.phrase(f"ask.{phase}")
        return words.phrase("waiting", names=context.words.listed(context.names[other] for other in waiting))
    step, name = words.phrase(f"bar.step.{phase}"), context.names[waiting[0]]
    if not screen and seat != waiting[0]:
        return context.words.phrase("plain.theirs", name=name)
    own = not screen and seat == context.view.eyes
    return words.phrase("bar.own", what=step) if own else f"{name}: {step}"


def _show_tiles(context: TableContext, state: State) -> str:
    """Returns the page that lays the tiles of the ring one by one; keys of laid ones are off."""
    keys = []
    for character in CHARACTERS:
        refusal = TileLaid(character).refusal(state, cast(Any, state.now))
        small, command = context.brief(refusal, state) if refusal else "", do("roll", outcome=f"tile {character}")
        label, portrait = labels.character(context, character), f"portrait-{character}"
        keys.append(Key(label, command, small, portrait, off=refusal is not None))
    by_app = Key(context.own_words.phrase("app_lays"), do("roll", rest=True))
    space, undo = len(state.ring) + 1, undo_keys(context)
    return show(context, "dunhuang/tiles.html", space=space, tiles=keys, by_app=by_app, undo=undo)


def _lay_out(context: TableContext, state: State) -> str:
    """Renders the page before the first turn with the cards on paper: what everybody puts on the table."""
    if state.now.phase != "park" or not labels.on_paper(context):
        return ""
    words, setup = context.own_words, state.setup
    out = [labels.good(context, good) for good, n in zip(GOODS, setup.copies, strict=True) if not n]
    without = words.phrase("lay_out_without", goods=context.words.listed(out)) if out else ""
    laid = words.phrase("lay_out", cards=str(setup.dealt), coins=words.count("thing.coins", setup.coins))
    return f"{laid} {without}".strip()


def _shops(context: TableContext, state: State) -> dict[str, object]:
    """Values of the template for what everybody has: all seats, the one that looks first."""
    seats = sorted(range(len(state.players)), key=lambda seat: seat != context.view.eyes)
    return {"state": state, "seats": seats, "goods": GOODS, "labels": labels}


# --- questions ---


def _question(context: TableContext, state: State, seat: Seat) -> Panel | None:
    """Returns the seat's question; None if the ring itself is the answer."""
    words, now, said, text = context.own_words, state.now, dict[str, str](), ""
    match now:
        case Walk() | Park():
            return None
        case Take():
            return _take(context, state, seat)
        case Act():
            return _act(context, state, seat)
        case Fee():
            name, coins = labels.player(context, state.holder(now.good)), words.count("thing.coins", FEE)
            said = {"name": name, "coins": coins, "good": labels.good(context, now.good)}
            no = context.key("decline", context.words.phrase("no"), words.phrase("stays_with", name=name))
            yes = context.key("pay", words.phrase("pay", coins=coins), words.phrase("you_take_it"), go=True)
            row = KeyRow((no, yes))
        case Claiming():
            said, text = {"n": str(state.setup.kinds)}, words.phrase("claim_long", n=str(state.count_tokens(seat)))
            yes = context.key("claim", words.phrase("show_kinds", **said), go=True)
            row = KeyRow((context.key("decline", words.phrase("not_yet")), yes))
        case _:
            other: Any = getattr(now, "other", None) if now.seat == seat else now.seat
            said = {"name": "" if other is None else context.names[other]}
            left = state.players[seat].hand[UNKNOWN] if isinstance(now, Showing) else getattr(now, "left", 0)
            text = words.count("thing.cards", left) if left else words.get(f"{now.phase}_long", "")
            actions = context.game.legal(state, seat)
            row = KeyRow(tuple(context.key(action, again=True) for action in actions), columns=3)
    return Panel(words.phrase(f"ask.{now.phase}", **said), text, find_phase_rule(state), (row,))


def _take(context: TableContext, state: State, seat: Seat) -> Panel:
    """Returns step 2: the card goes into hand or shop. The end of the turn may be chosen before it."""
    words, opened, then = context.own_words, context.wishes.get("shop", ""), context.wishes.get("then", "")
    stays = words.phrase("into_hand_secret" if labels.on_paper(context) else "into_hand_open")
    hand = Key(words.phrase("into_hand"), _foresee(context, IntoHand())[0], stays, "card-back")
    card, character = state.camel and state.card_at(state.camel), state.character
    rows = []
    if card and card is not Good.UNKNOWN:
        shop = _ask_into_shop(context, state, card, words.phrase("into_shop"))
    else:
        address = context.address(then=then, shop="" if opened else 1)
        shop = Key(words.phrase("into_shop"), "", words.phrase("or_shop"), "shop", on=bool(opened), href=address)
        kinds = [_ask_into_shop(context, state, good) for good in list_kinds_in_play(state, seat) if opened]
        rows = [KeyRow(tuple(kinds), columns=4)] if kinds else []
    ends = {"character": _character(context, character)} if character else {}
    picks = tuple(
        replace(key, do="", on=way == then, href=context.address(then="" if way == then else way, shop=opened))
        for way, key in (ends | {"coins": _coins(context, state, seat)}).items()
    )
    return Panel(rows=(KeyRow((hand, shop), words.phrase("good_goes")), *rows, KeyRow(picks, words.phrase("then"))))


def _ask_into_shop(context: TableContext, state: State, good: Good, label: str = "") -> Key:
    """Returns the key that puts the card into the shop, with the token's holder and whether the token would move."""
    commands, effects = _foresee(context, IntoShop(good))
    takes = "takes_token" if "TokenTaken" in effects else "takes_for_fee" if "FeeAsked" in effects else ""
    token = state.tokens[good.ordinal]
    told = ("guarded" if token is not None and token.guarded else "", takes)
    small = [labels.holder(context, state, good), *(context.own_words.phrase(key) for key in told if key)]
    return Key(label or labels.numbered(context, good), commands, ", ".join(small), f"token-{good}", gain=bool(takes))


def _foresee(context: TableContext, action: Any) -> tuple[str, set[str]]:
    """Returns the commands of a key that takes the card and, if possible then, ends the turn as chosen before; and the
    names of the effects of taking it."""
    after, effects = context.foresee(action)
    actions, ends = [action], ENDS.get(context.wishes.get("then", ""))
    if after is not None and ends is not None:
        actions += [one for one in context.game.legal(after, context.acting) if isinstance(one, ends)]
    commands = [context.act(context.game.action_text(one)) for one in actions]
    return both(*commands), {type(effect).__name__ for effect in effects}


def _act(context: TableContext, state: State, seat: Seat) -> Panel:
    """Returns step 3: the character's keys and the coins."""
    words, character, coins = context.own_words, state.character, _coins(context, state, seat)
    refusal = cast(Any, context.game).unusable(state)
    if refusal is not None or character is None:
        name = labels.character(context, character) if character else words.phrase("nobody_here")
        unable = Key(name, context.act("draw"), context.brief(refusal, state), off=True)
        return Panel(rows=(KeyRow((unable, coins), words.phrase("then")),), note=context.refused(refusal, state))
    offers = [action for action in context.game.legal(state, seat) if not isinstance(action, TakeCoins)]
    if isinstance(offers[0], ENDS["character"]):
        key = replace(_character(context, character), do=context.act(context.game.action_text(offers[0])))
        return Panel(rows=(KeyRow((key, coins), words.phrase("then")),))
    return Panel(rows=(*_offers(context, state, character, offers), KeyRow((coins,), columns=1)))


def _coins(context: TableContext, state: State, seat: Seat) -> Key:
    words, have = context.own_words, str(state.players[seat].coins + INSTEAD)
    return Key(words.count("thing.coins", INSTEAD), context.act("coins"), words.phrase("then_have", n=have), "coin")


def _character(context: TableContext, character: Character) -> Key:
    return Key(labels.character(context, character), "", labels.hint(context, character), f"portrait-{character}")


def _offers(context: TableContext, state: State, character: Character, actions: list[Any]) -> list[KeyRow]:
    """Keys of a character's actions; where two cards are named, the first is picked before. Exchanges with cards that
    nobody can see look the same for every space: one key is enough."""
    words, found = context.own_words, dict[tuple[object, ...], Key]()
    for first, key in (_option(context, state, action) for action in actions):
        found.setdefault((first, key.label, key.small), key)
    asks = f"{labels.character(context, character)}: {words.phrase(f'heading.{character}')}"
    firsts = sorted({first for first, *_ in found if isinstance(first, Good)}, key=GOODS.index)
    goes = firsts[0] if len(firsts) == 1 else context.wishes.get("goes")
    keys = tuple(key for (first, *_), key in found.items() if first in (None, goes))
    if not firsts:
        return [KeyRow(keys, asks, 4)]
    named = ((good, labels.numbered(context, good), context.address(goes=good)) for good in firsts)
    picks = tuple(Key(name, "", "", labels.sign(good), on=good == goes, href=href) for good, name, href in named)
    return [KeyRow(picks, asks, 4), *([KeyRow(keys, words.phrase("heading.comes"), 4)] if keys else [])]


def _option(context: TableContext, state: State, action: Any) -> tuple[Good | None, Key]:
    """Returns the key of an action, labelled by the last card that is picked for it; and the first one, if there are
    two. The card of a space is picked where it can be seen."""
    words, space, small = context.own_words, getattr(action, "space", None), ""
    if isinstance(action, Visit):
        cards = words.count("thing.cards", sum(state.players[action.seat].hand))
        return None, context.key(action, context.names[action.seat], cards)
    card = None if space is None else state.card_at(space)
    seen = None if card is Good.UNKNOWN else card
    goods = [*dict.fromkeys(one for one in (*astuple(action), seen) if isinstance(one, Good))]
    if space is not None and (seen or not goods):
        small = words.phrase("on_space", n=str(space))
    elif isinstance(action, ToHand | ToShop):
        small = words.phrase("into_hand_short" if isinstance(action, ToHand) else "into_shop_short")
    last = goods[-1] if goods else Good.UNKNOWN
    sign = f"token-{last}" if isinstance(action, Guard) else labels.sign(last)
    return goods[0] if len(goods) > 1 else None, context.key(action, labels.numbered(context, last), small, sign)


# --- actions in lessons, corrections and hints ---


def answer(context: TableContext, state: State, action: Any) -> Answer:
    """Returns the key of an action that is one of several answers: “6 tea → space 3” names the fields."""
    words, parts, sign = context.own_words, list[str](), ""
    match action:
        case IntoShop(good):
            has, name = labels.holder(context, state, good), labels.good(context, good)
            return Answer(labels.numbered(context, good), has, labels.sign(good), name, words.phrase("shop"), 5)
        case IntoHand():
            return Answer(words.phrase("into_hand"), columns=1)
        case TakeCoins():
            return Answer(words.count("thing.coins", INSTEAD), sign="coin", group=words.phrase("then"))
        case MoveCamel(steps):
            space = step_on(state.camel or SPACES, steps)
            return replace(answer(context, state, PlaceCamel(space)), small=labels.walk(context, steps))
        case PlaceCamel(space) if (character := state.character_at(space)) is not None:
            return Answer(labels.character(context, character), sign=f"portrait-{character}", columns=4)
        case PlaceCamel(space):
            return Answer(words.phrase("on_space", n=str(space)), columns=4)
    for name, value in asdict(action).items():
        if isinstance(value, Good):
            parts, sign = [*parts, labels.numbered(context, value)], sign or labels.sign(value)
        elif name == "seat":
            parts.append(context.names[value])
        else:
            parts.append(words.phrase("on_space", n=str(value)))
    group = labels.character(context, state.character) if state.character is not None else ""
    return Answer(" → ".join(parts) or words.named("do", action), sign=sign, group=group)


def idea(context: TableContext, action: Any) -> str:
    """Returns the name of an action in a hint: “camel to the Princess”, “Soldier: 6 tea → space 3”."""
    one = answer(context, context.position, action)
    return context.own_words.named("idea", action, label=one.label) or f"{one.group}: {one.label}"
