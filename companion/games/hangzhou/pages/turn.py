"""A player's turn: the possible acts on the tapped space, the keys below, and where merchants would go now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import abort
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import OVER, Seat
from companion.engine.reading import number
from companion.games.hangzhou import phases
from companion.games.hangzhou.components import BREWS, DYE_NAMES, NATURAL
from companion.games.hangzhou.effects import Bought, Effect, MerchantMoved, MerchantStayed, Sold, TakenBack
from companion.games.hangzhou.moves import (
    Decline,
    EndTurn,
    Pass,
    PickDye,
    PlaceCoin,
    PlaceDye,
    PlaceShop,
    TakeCoin,
    Trade,
)
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Dye, Merchant, Space
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.drawing import City, arrow, make_city_map, ring
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.rounds import steps
from companion.games.hangzhou.rules import HANGZHOU
from companion.games.hangzhou.state import Die, State
from companion.games.hangzhou.table import TABLE
from companion.tables import say
from companion.tables.errors import TableError
from companion.web.table.frame import show
from companion.web.table.undo import undo_keys
from companion.web.widgets import Answer, Forecast, Key, KeyRow, Note, Panel, both


class Row(Struct, frozen=True):
    """A row of the market: merchant and its name; dice as dye, its name and price. The first is the demand."""

    merchant: Merchant
    name: str
    dice: tuple[tuple[Dye, str, int], ...]


def turn(context: TableContext, state: State, picked: str = "") -> str:
    """Returns the page of a turn; `picked` is the tapped space."""
    space = Space(picked) if picked in SPACES else None
    title, sub = context.pages.bar(context)
    chair = number(context.wishes.get("seat", ""))
    seat = context.view.chairs[chair].seat if chair is not None and chair < len(context.view.chairs) else None
    return show(
        context,
        "hangzhou/turn.html",
        title=title,
        sub=sub,
        city=city(context, state, picked),
        panel=make_panel(context, state, space) if space is not None else None,
        picks=_pick_panel(context, state) if isinstance(state.now, phases.Pick) else None,
        whose=seat,
        act_for=act_for(context),
        unsure=find_unsure_hand(context, state),
        rows=list_market_rows(context, state.market),
        thumb=list_bar_keys(context, state) if context.seated else (),
        undo=undo_keys(context),
    )


def at(context: TableContext, item: str) -> str:
    """Returns the table with a space picked."""
    return turn(context, context.position, item) if item in SPACES else abort(404)


def now(context: TableContext, state: State, *, screen: bool = False) -> str:
    """Returns the next act; on the big screen without “you”."""
    words, now = context.own_words, state.now
    if not context.view.waiting:
        over = state.turn is OVER and not screen
        return context.words.phrase("plain.over") if over else words.phrase("bar.waits")
    turn = context.view.waiting[0]
    name, own = context.names[turn], turn == context.view.eyes and not screen
    if isinstance(now, phases.Pick):
        return words.phrase("pick_title" if own else "bar.pick", name=name)
    if screen or not (own or isinstance(now, phases.Ask) or context.acting == turn):
        return context.words.phrase("plain.theirs", name=name)
    if isinstance(now, phases.Ask):
        return words.phrase("bar.ask_own" if own else "bar.ask", name=name)
    left = words.count("actions", 1 if isinstance(now, phases.Play) and now.taken else 2)
    return words.phrase("bar.own", what=left) if own else f"{name}: {left}"


def list_market_rows(context: TableContext, rows: Sequence[Sequence[Die]]) -> tuple[Row, ...]:
    """Returns the four rows of the market."""
    names = DYE_NAMES[context.language]
    return tuple(
        Row(one, labels.merchant(context, one), tuple((die.dye, names[die.dye], die.price) for die in row))
        for one, row in zip(MERCHANTS, rows, strict=True)
    )


def city(context: TableContext, state: State, picked: str = "") -> City:
    """Returns the city with a sentence on each space."""
    return City(make_city_map(context.phone.turned), state, picked, labels.spaces(context, state))


def make_panel(context: TableContext, state: State, space: Space) -> Panel:
    """Returns the panel with the possible acts on a space, or the reason why there are none."""
    seat, eyes, words, shop = context.acting, context.view.eyes, context.own_words, state.shop(space)
    title, note = labels.spaces(context, state)[space].replace(",", ":", 1), None
    rows, here = tuple[KeyRow, ...](), list[Key]()

    def reason(action: Any, by: Seat) -> Note | None:
        why = context.game.refusal(state, action, by)
        return None if why is None else context.refused(why, state)

    if seat is None or not isinstance(state.now, phases.Play) or state.turn != seat:
        note = reason(Pass(), Seat(-1) if eyes is None else eyes)
    elif seat != eyes and TABLE.private(state, PlaceShop(space)):
        # Whatever is done with a hand that this phone does not see would tell what it holds.
        note = Note(say(TableError("cards_hidden", name=context.names[seat]), context.language))
    elif shop is None:
        if (note := reason(PlaceShop(space), seat)) is None:
            here = [_key(context, PlaceShop(space), words.phrase("costs_coin"))]
            rows = _dye_row(context, state, HANGZHOU.play(state, PlaceShop(space))[0], space)
    else:
        if shop.owner == seat:
            hand = state.hands[seat]
            coins = "" if hand.hidden else words.phrase("of_your", n=str(hand.coins))
            here = [_key(context, PlaceCoin(space), coins, again=True)]
        if shop.owner != seat or space in state.merchants:
            left = next((dye for dye in DYES if state.supply[dye.ordinal]), Dye.BLUE)
            note = reason(PlaceDye(space, left), seat)
        else:
            rows = _dye_row(context, state, state, space)
    if context.seated:
        phrase = context.words.phrase
        here.append(Key(phrase("fix.wrong"), "", phrase("fix.tap"), href=f"{context.home}/fix/{space}"))
    note = None if context.note else note
    return Panel(title, rows=(KeyRow(tuple(here)), *rows), note=note, close=context.home)


def _dye_row(context: TableContext, state: State, after: State, space: Space) -> tuple[KeyRow, ...]:
    """Returns the keys of all dyes for a space, natural and mixed; with a new shop (`after`: it is there) unless that
    ends the turn."""
    if after.turn != state.turn:
        return ()
    words, keys = context.own_words, list[Key]()
    for dye in DYES:
        name, advice = DYE_NAMES[context.language][dye], _advice(context, state, dye)
        said = name if after is state else words.phrase("shop_with", dye=name)
        key = context.key(PlaceDye(space, dye), "", advice, f"dye-{dye}", state=after, said=said)
        if after is not state and not key.off:  # one that is refused must not place the shop
            key = replace(key, do=both(context.act(HANGZHOU.action_text(PlaceShop(space))), key.do))
        keys.append(key)
    return (KeyRow(tuple(keys), words.phrase("place_dye" if after is state else "shop_and_dye"), len(keys)),)


def _key(context: TableContext, action: Struct, small: str = "", **more: Any) -> Key:
    return context.key(action, labels.move(context, action), small, **more)


def _advice(context: TableContext, state: State, dye: Dye) -> str:
    """Returns how many are left; for a mixed dye, whether its brew is in the hand (advice, not a rule)."""
    words, i, acting = context.own_words, dye.ordinal, context.acting
    if NATURAL[i]:
        return words.phrase("left", n=str(state.supply[i]))
    if acting is None or state.hands[acting].hidden:
        return ""
    lacking = [DYE_NAMES[context.language][DYES[part]] for part in BREWS[i] if not state.hands[acting].dyes[part]]
    return words.phrase("lack", dye=words.listed(lacking)) if lacking else words.phrase("can_mix")


def find_unsure_hand(context: TableContext, state: State) -> str:
    """Returns where to enter the own hand, while the app does not know it for sure; otherwise ""."""
    seat = context.view.eyes
    if seat is None or not context.seated or not (state.hands[seat].hidden or state.hands[seat].at_least):
        return ""
    return f"{context.home}/fix/{int(seat)}"


def act_for(context: TableContext) -> str:
    """Returns the name of the player for whom this phone could act, whose own phone is elsewhere."""
    waiting = context.view.waiting
    if not waiting or waiting[0] not in context.view.plays or waiting[0] == context.acting:
        return ""
    return context.names[waiting[0]]


def list_bar_keys(context: TableContext, state: State) -> tuple[Key, ...]:
    """Returns the bar at the bottom, beside undo: take a coin, pass or end the turn."""
    if not isinstance(state.now, phases.Play):
        return ()
    begun = state.now.taken is not None or state.solo
    end = _key(context, EndTurn()) if begun else _key(context, Pass(), context.own_words.phrase("seal_to_temple"))
    return _key(context, TakeCoin(), again=True), end


def _pick_panel(context: TableContext, state: State) -> Panel | None:
    """Setup: the start dyes that are left, on the phone of who picks; the others read who does."""
    if not context.seated or context.acting not in context.view.waiting:
        return None
    names, words = DYE_NAMES[context.language], context.own_words
    keys = tuple(
        context.key(PickDye(dye), names[dye], words.phrase("left", n=str(n)), f"dye-{dye}")
        for dye, n in zip(DYES, state.pool, strict=True)
        if n
    )
    return Panel(words.phrase("pick_title"), rows=(KeyRow(keys, columns=3),))


def list_trade_keys(context: TableContext, state: State) -> tuple[Key, Key]:
    """House rule: the owner is asked."""
    off, no = context.acting is None or state.turn != context.acting, context.own_words.phrase("shop_goes_back")
    return replace(_key(context, Trade()), off=off, go=True), replace(_key(context, Decline()), off=off, small=no)


def answer(context: TableContext, state: State, action: Any) -> Answer:
    """The key of an action in lessons and corrections: spaces and dyes under what is done there."""
    words, names = context.own_words, DYE_NAMES[context.language]
    match action:
        case PlaceShop(space):
            sign = "" if context.acting is None else f"shop-{state.colours[context.acting]}"
            return Answer(
                space, "", sign, words.phrase("step.ShopPlaced", space=space), labels.move(context, action), 5
            )
        case PlaceCoin(space):
            named = words.phrase("step.CoinPlaced", space=space)
            return Answer(space, "", "coin", named, labels.move(context, action), 5)
        case PlaceDye(space, dye):
            named, label = words.phrase("step.DyePlaced", space=space, dye=names[dye]), f"{space} {names[dye]}"
            return Answer(label, _wanted(context, state, dye), f"dye-{dye}", named, words.phrase("place_dye"), 4)
        case PickDye(dye):
            return Answer(names[dye], _wanted(context, state, dye), f"dye-{dye}", group=words.phrase("pick_title"))
    return Answer(labels.move(context, action))


def _wanted(context: TableContext, state: State, dye: Dye) -> str:
    """Returns the first merchant that wants a dye, and its price: “orange asks 2”."""
    for merchant in MERCHANTS:
        die = state.demand(merchant)
        if die is not None and die.dye == dye:
            name = labels.merchant(context, merchant)
            return context.own_words.phrase("asks", merchant=name, price=str(die.price))
    return ""


# --- foreseen, and above a lesson ---


def forecast(context: TableContext, actions: tuple[Any, ...]) -> Forecast:
    """Returns where each merchant would go after the actions if the players were done."""
    state, now = context.position, context.position.now
    assert isinstance(now, phases.Play), "foreseen only while players take their turns"
    for action in actions:
        state = HANGZHOU.after(state, action, context.view.seat)
        state = state if isinstance(state.now, phases.Play) else replace(state, now=now)
    ways = tuple(_outcome(context, *step) for step in steps(state))
    left = [context.names[seat] for seat, passed in enumerate(state.seals) if not passed and seat != now.seat]
    key = "forecast.left" if left else "forecast.nobody"
    says = context.own_words.phrase(key, names=context.words.listed(left))
    return Forecast(ways, says)


def _outcome(context: TableContext, before: State, effects: list[Effect], _: State) -> str:
    """Returns where a merchant arrives, and its trade there: “Orange: A3: sells blue (you)”."""
    way, *rest = effects
    assert isinstance(way, MerchantMoved | MerchantStayed), "a merchant's step begins with its way"
    decision, trade = way.because, next((one for one in rest if isinstance(one, Bought | Sold | TakenBack)), None)
    deed = "outside" if decision.end is None else "stays" if decision.end == decision.start else "goes"
    fields = {"merchant": labels.merchant(context, decision.merchant), "place": decision.end or ""}
    if trade is not None:
        known = {Bought: "sells", Sold: "buys", TakenBack: "back"}[type(trade)]
        deed = "visit" if before.hands[trade.seat].hidden else known
        fields["name"] = context.words.phrase("you") if trade.seat == context.view.eyes else context.names[trade.seat]
        fields["dye"] = DYE_NAMES[context.language][trade.die.dye]
    return context.own_words.phrase(f"forecast.{deed}", **fields)


def scene(context: TableContext, state: State, about: Any) -> str:
    """Returns the city, with a ring around the space of an action, or the whole decision of a merchant."""
    grid, marks = make_city_map(context.phone.turned), []
    if isinstance(about, MerchantMoved | MerchantStayed):
        marks = [ring(grid, target.space, also=target.cut_by is not None) for target in about.because.targets]
        marks += arrow(grid, about.because)
    elif (space := getattr(about, "space", None)) is not None:
        marks = [ring(grid, space)]
    # A template of its own, and escaped when it was filled.
    return Markup(show(context, "hangzhou/scene.html", city=City(grid, state, marks=marks)))
