"""Dice by hand: a keypad of colour and price, and draws of start dyes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from companion.games.hangzhou.chance import DieDrawn, DyeDrawn
from companion.games.hangzhou.components import DYE_NAMES, DYE_ROWS
from companion.games.hangzhou.names import MERCHANTS, Dye, Merchant
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.pages.turn import Row, market
from companion.games.hangzhou.rules import HANGZHOU
from companion.games.hangzhou.state import Die, Market, Roll, State
from companion.web.table.frame import show
from companion.web.table.undo import undo_keys
from companion.web.widgets import Key, do


class DieRow(Struct, frozen=True):
    """The keys of one colour, and how many of its dice are in the bag."""

    dye: str
    name: str
    bag: str
    keys: tuple[Key, ...]


class Pad(Struct, frozen=True):
    """The draw now: a die (rows) or a start dye (dyes), and its row."""

    title: str
    task: str
    row: Row | None
    rows: tuple[DieRow, ...]
    dyes: tuple[Key, ...]
    in_bag: int


def for_whom(state: State) -> Merchant | None:
    """The merchant whose row the next die goes to."""
    if isinstance(state.now, Roll):
        return state.now.merchant
    if isinstance(state.now, Market):
        return next((m for m, row in zip(MERCHANTS, state.market, strict=True) if len(row) < 4), None)
    return None


def pad(context: TableContext, state: State) -> Pad:
    """The keypad for what chance gives next. Colours that are not in the bag stay, greyed."""
    words = context.own_words
    draws = [outcome for outcome in context.view.outcomes if isinstance(outcome, DyeDrawn)]
    if draws:
        keys = tuple(_draw_key(context, outcome.dye) for outcome in draws)
        return Pad(words.phrase("pick_title"), words.phrase("draw_dye"), None, (), keys, 0)
    merchant = for_whom(state)
    if merchant is None:
        return Pad(context.words.phrase("setting.dice"), "", None, (), (), 0)
    title = words.phrase("beat.draw", merchant=labels.merchant(context, merchant))
    row = market(context, state.market)[MERCHANTS.index(merchant)]
    return Pad(title, words.phrase("draw_die"), row, die_rows(context, rolled, state.bag), (), sum(state.bag))


def _draw_key(context: TableContext, dye: Dye) -> Key:
    return Key(
        DYE_NAMES[context.language][dye],
        do("roll", outcome=HANGZHOU.action_text(DyeDrawn(dye))),
        sign=f"dye-{dye}",
        again=True,
    )


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
    """The keypad for what is rolled or drawn by hand."""
    return show(context, "hangzhou/dice.html", pad=pad(context, context.position), undo=undo_keys(context))
