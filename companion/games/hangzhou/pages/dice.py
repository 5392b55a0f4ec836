"""Dice by hand: a keypad of colour and price, and draws of start dyes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from companion.games.hangzhou.chance import DieDrawn, DyeDrawn
from companion.games.hangzhou.components import DYE_NAMES, DYE_ROWS
from companion.games.hangzhou.names import MERCHANTS
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.pages.turn import market
from companion.games.hangzhou.rules import HANGZHOU
from companion.games.hangzhou.state import Die, Market, Roll
from companion.web.table.frame import show
from companion.web.table.undo import undo_keys
from companion.web.widgets import Key, do


class DieRow(Struct, frozen=True):
    """The keys of one colour, and how many of its dice are in the bag."""

    dye: str
    name: str
    bag: str
    keys: tuple[Key, ...]


def written(die: Die) -> str:
    """A die as commands write it."""
    return HANGZHOU.action_text(DieDrawn(die.dye, die.price))


def rolled(die: Die) -> str:
    """The command that says what was rolled by hand."""
    return do("roll", outcome=written(die))


def answered(die: Die) -> str:
    """The command that says which die lies there."""
    return do("answer", answer=written(die))


def die_rows(
    context: TableContext,
    command: Callable[[Die], str],
    bag: Sequence[int] | None = None,
    lies: Die | None = None,
    *,
    bound: bool = True,
) -> tuple[DieRow, ...]:
    """All colours and prices. The small number is the face of an ordinary die that means the same (H3).

    `bag`: how many dice of each colour are in it; with `bound`, colours that are not are greyed. `lies`: the die whose
    key is on.
    """
    words, rows = context.own_words, []
    for i, row in enumerate(DYE_ROWS):
        name, keys = DYE_NAMES[context.language][row.dye], []
        off = bound and bag is not None and bag[i] == 0
        for price in row.prices:
            face = next(n for n, side in enumerate(row.sides, 1) if side == price and n != price)
            spoken = words.phrase("die_spoken", dye=name, price=str(price), rolled=str(face))
            sent, on = command(Die(row.dye, price)), lies == Die(row.dye, price)
            keys.append(Key(str(price), sent, words.phrase("or", n=str(face)), off=off, on=on, said=spoken))
        small = "" if bag is None else words.phrase("left", n=str(bag[i]))
        rows.append(DieRow(row.dye.value, name, small, tuple(keys)))
    return tuple(rows)


def dice(context: TableContext, item: str) -> str:
    """The keypad for what chance gives next, where it is rolled or drawn by hand: a start dye, or a die for a row.
    Colours that are not in the bag stay, greyed."""
    state, words, now, row = context.position, context.own_words, context.position.now, None
    title, task, rows = context.words.phrase("setting.dice"), "", tuple[DieRow, ...]()
    draws = [outcome.dye for outcome in context.view.outcomes if isinstance(outcome, DyeDrawn)]
    merchant = now.merchant if isinstance(now, Roll) else None
    if isinstance(now, Market):
        open_rows = (m for m, dice in zip(MERCHANTS, state.market, strict=True) if len(dice) < 4)
        merchant = next(open_rows, None)
    if draws:
        title, task = words.phrase("pick_title"), words.phrase("draw_dye")
    elif merchant is not None:
        title, task = words.phrase("beat.draw", merchant=labels.merchant(context, merchant)), words.phrase("draw_die")
        row, rows = market(context, state.market)[MERCHANTS.index(merchant)], die_rows(context, rolled, state.bag)
    names, undo = DYE_NAMES[context.language], undo_keys(context)
    commands = [(dye, do("roll", outcome=HANGZHOU.action_text(DyeDrawn(dye)))) for dye in draws]
    dyes = [Key(names[dye], command, sign=f"dye-{dye}", again=True) for dye, command in commands]
    in_bag = sum(state.bag) if rows else 0
    values = {"title": title, "task": task, "row": row, "rows": rows, "dyes": dyes, "in_bag": in_bag}
    return show(context, "hangzhou/dice.html", undo=undo, **values)
