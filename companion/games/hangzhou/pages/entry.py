"""Typing in: dice rolled manually, and the city before the merchants move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, Final

from flask import abort

from companion.engine.game import Fault
from companion.engine.reading import number
from companion.games.hangzhou import phases
from companion.games.hangzhou.components import COLOUR_NAMES, DYE_NAMES, DYE_ROWS
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Colour, Merchant, Space
from companion.games.hangzhou.pages import labels, turn
from companion.games.hangzhou.pages.drawing import SLIM, City, make_city_map, ring
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.rounds import DieDrawn, DyeDrawn, open_row
from companion.games.hangzhou.rules import HANGZHOU
from companion.games.hangzhou.state import Die, State
from companion.web.table import photograph
from companion.web.table.frame import show
from companion.web.table.undo import undo_keys
from companion.web.widgets import Key, do

PRICES: Final = 3
"""Prices that a die can show."""


def make_roll(command: str, die: Die, **fields: object) -> str:
    """Returns the command for a manually rolled die: ``roll`` or ``reroll``."""
    return do(command, outcome=HANGZHOU.action_text(DieDrawn(die.dye, die.price)), **fields)


def list_die_keys(
    context: TableContext, command: Callable[[Die], str], bag: Sequence[int] | None = None, lies: Die | None = None
) -> tuple[Key, ...]:
    """Returns a key for each price of each dye, a dye in each column. The small number is the face of an ordinary die
    with the same meaning (H3). `bag`: the dice of each dye in it; others are greyed. `lies`: the die whose key is on.
    """
    words, names, keys = context.own_words, DYE_NAMES[context.language], list[Key]()
    for at, (i, row) in product(range(PRICES), enumerate(DYE_ROWS)):
        die = Die(row.dye, row.prices[at])
        face = next(n for n, side in enumerate(row.sides, 1) if side == die.price and n != die.price)
        said = words.phrase("die_spoken", dye=names[row.dye], price=str(die.price), rolled=str(face))
        off, small = bag is not None and not bag[i], words.phrase("or", n=str(face))
        key = Key(str(die.price), command(die), small, f"dye-{row.dye}", off=off, on=lies == die, said=said)
        keys.append(key)
    return tuple(keys)


def dice(context: TableContext, item: str) -> str:
    """Returns the keypad for the next chance outcome of the setup if it is drawn or rolled manually: a start dye, or a
    die for a row. Colours that are not in the bag are greyed."""
    state, words, names = context.position, context.own_words, DYE_NAMES[context.language]
    title, task, row, pad = context.words.phrase("setting.dice"), "", None, tuple[Key, ...]()
    dyes = [
        Key(names[one.dye], do("roll", outcome=HANGZHOU.action_text(one)), sign=f"dye-{one.dye}", again=True)
        for one in context.view.outcomes
        if isinstance(one, DyeDrawn)
    ]
    if dyes:
        title, task = words.phrase("pick_title"), words.phrase("draw_dye")
    elif isinstance(state.now, phases.Market) and (m := open_row(state)) is not None:
        title = words.phrase("beat.draw", merchant=labels.merchant(context, MERCHANTS[m]))
        task, row = words.phrase("draw_die"), turn.list_market_rows(context, state.market)[m]
        pad = list_die_keys(context, lambda die: make_roll("roll", die), state.bag)
    return show(
        context,
        "hangzhou/dice.html",
        title=title,
        task=task,
        row=row,
        pad=pad,
        dyes=dyes,
        in_bag=sum(state.bag) if pad else 0,
        undo=undo_keys(context),
    )


def city(context: TableContext, item: str) -> str:
    """Enter the city: where, then what; `item` ``dice``: the first dice."""
    state = find_draft(context)
    if state is None:
        abort(404)
    page, _, row = item.partition("-")
    found = context.view.draft.faults if context.view.draft is not None else ()
    faults = [(context.say(fault, state), _where(fault, state)) for fault in found]
    if page == "dice":
        return _first_dice(context, state, faults, number(row) or 0)
    space, which = Space(item) if item in SPACES else None, number(context.wishes.get("fault", ""))
    fault, wrong = faults[which] if which is not None and which < len(faults) else ("", ())
    says, look = labels.spaces(context, state), context.own_words.phrase("look_here")
    says |= {where: f"{says[where]}, {look}" for where in wrong}
    grid = make_city_map(context.phone.turned, SLIM)
    marks = [ring(grid, where, also=True) for where in wrong]
    return show(
        context,
        "hangzhou/entry.html",
        space=space,
        says=says[space].replace(",", ":", 1) if space else fault,
        city=City(grid, state, item, says, marks=marks),
        pad=[list(_shops(context, state, space, colour)) for colour in state.colours],
        merchants=tuple(_merchants(context, state, space)),
        tools=_tools(context, state, space),
        shops=len(state.shops()),
        fault=faults[0][0] if faults else "",
        camera=photograph.offered(context.view.game),
    )


def find_draft(context: TableContext) -> State | None:
    """Returns the city as typed so far; before the first tap, the current one."""
    tapped = context.view.draft
    return tapped.state if tapped is not None and tapped.state is not None else context.view.state


def name_of(context: TableContext, colour: Colour) -> str:
    """Returns the player of a colour, or the colour of an unnamed player."""
    chair = next((chair for chair in context.view.chairs if chair.key == colour), None)
    return context.name(chair) if chair else COLOUR_NAMES[context.language][colour]


def _where(fault: Fault, state: State) -> tuple[Space, ...]:
    if fault.kind == "cubes":
        return tuple(space for space, shop in state.shops() if shop.dye == fault.thing)
    if fault.kind == "shops":
        return tuple(space for space, shop in state.shops() if shop.owner == fault.seat)
    return tuple(space for space in SPACES if space == fault.place)


def _tap(path: str, value: Any) -> str:
    """Returns a command that sets one field of the draft."""
    return do("tap", changes=[{"path": path, "value": value}])


def _shops(context: TableContext, state: State, space: Space | None, colour: Colour) -> Iterator[tuple[Key, str, str]]:
    """Yields the keys of a player's shop, empty and with each of the seven dyes. Greyed until a space is picked."""
    words, here = context.own_words, state.shop(space) if space else None
    for dye in (None, *DYES):
        what = DYE_NAMES[context.language][dye] if dye else words.phrase("no_dye")
        spoken = f"{words.phrase('shop_of', name=name_of(context, colour))}, {what}"
        on = here is not None and state.colours[here.owner] == colour and here.dye == dye
        put = _tap(f"city.{space}", {"owner": colour, "dye": dye, "coins": here.coins if here else 0}) if space else ""
        yield Key("", put, off=space is None, on=on, said=spoken), colour.value, dye.value if dye else ""


def _merchants(context: TableContext, state: State, space: Space | None) -> Iterator[tuple[Key, Merchant]]:
    """Yields the four figures with their places; each key puts its merchant on the space, or back to its gate."""
    words = context.own_words
    for merchant, at in zip(MERCHANTS, state.merchants, strict=True):
        where, here = at.value if at else words.phrase("gate"), at is not None and at == space
        said = words.phrase("put_merchant", n=merchant.number, merchant=labels.merchant(context, merchant), where=where)
        put = _tap(f"merchants.{merchant}", None if here or space is None else space.value)
        yield Key("", put, where, off=space is None, on=here, said=said), merchant


def _tools(context: TableContext, state: State, space: Space | None) -> tuple[Key, ...]:
    """Returns keys to add a coin, take one off, empty the space, undo the last tap; taps of a played round are undone
    at the table."""
    words, path, shop = context.own_words, f"city.{space}", state.shop(space) if space else None
    tapped, coins = context.view.draft, shop.coins if shop else 0

    def change_coins(n: int) -> str:
        return _tap(path, {"owner": state.colours[shop.owner], "dye": shop.dye, "coins": n} if shop else None)

    return (
        Key("", change_coins(coins + 1), words.phrase("add_coin"), "coin", off=shop is None),
        Key("", change_coins(max(0, coins - 1)), words.phrase("coin_off"), "coin", off=not coins),
        Key("", _tap(path, None), words.phrase("empty"), "close", off=shop is None),
        Key("", do("untap"), words.phrase("last_tap"), "undo", off=tapped is None or not tapped.can_untap),
    )


def _first_dice(context: TableContext, state: State, faults: list[tuple[str, tuple[Space, ...]]], which: int) -> str:
    """The four first dice, and the key that moves the merchants. `which` row is asked for, from 1; 0: the first one
    that lacks its die. What else lies in the row stays."""
    missing = [i for i, row in enumerate(state.market) if not row]
    index = which - 1 if 0 < which <= len(MERCHANTS) else missing[0] if missing else 0
    row, rest = state.market[index], [i for i in missing if i != index]

    def command(die: Die) -> str:
        dice = [{"dye": one.dye, "price": one.price} for one in (die, *row[1:])]
        return _tap(f"market.{MERCHANTS[index]}", dice)

    return show(
        context,
        "hangzhou/entry_dice.html",
        rows=turn.list_market_rows(context, state.market),
        index=index,
        pad=list_die_keys(context, command, lies=row[0] if row else None),
        missing=missing,
        faults=faults,
        after=rest[0] + 1 if rest else 0,
    )
