"""The city and the market as a photograph shows them beside what the app has: space by space, merchant by merchant,
die by die."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Final

from companion.engine.correction import Change
from companion.games.hangzhou.components import DYE_NAMES
from companion.games.hangzhou.letters import COLOUR_LETTERS, DYE_NAMED, dye_letter
from companion.games.hangzhou.names import MERCHANTS, SPACES, Space
from companion.games.hangzhou.pages import photo, photo_dice
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.state import State
from companion.sight.reading import Seen
from companion.web.photographs import Area, Comparison, Lain
from companion.web.table.renderer import show

NOTHING: Final = "-"
MOST: Final = 9
"""Coins of a shop that are told apart: no reading has more figures."""


def believed(context: TableContext) -> Mapping[str, str]:
    """Each space, each merchant and each die, as readings write them."""
    state = context.position
    spaces = {space.value: _shop(state, space) for space in SPACES}
    stand = zip(MERCHANTS, state.merchants, strict=True)
    merchants = {f"merchant {name}": at.value if at else NOTHING for name, at in stand}
    return spaces | merchants | photo_dice.believed(state)


def _shop(state: State, space: Space) -> str:
    shop = state.shop(space)
    if shop is None:
        return NOTHING
    dye = dye_letter(shop.dye) if shop.dye else ""
    return f"{COLOUR_LETTERS[state.colours[shop.owner]]}{dye}{min(shop.coins, MOST) or ''}"


def known(part: str, value: str) -> str:
    """A position has all that is read."""
    return value


def named(context: TableContext, part: str) -> str:
    """A space has one name."""
    if photo_dice.is_die(part):
        return photo_dice.named(context, part)
    return (
        part
        if part in SPACES
        else context.own_words.phrase("photo.merchant_is", merchant=photo.merchant(context, part))
    )


def lain(context: TableContext, part: str, app: str, table: str) -> Lain:
    """Of a shop that is the same player's only what differs."""
    words = context.own_words
    if part not in SPACES:
        here, there = called(context, part, app), called(context, part, table)
        return Lain(named(context, part), here, there)
    ours, theirs = photo.lies_of(app), photo.lies_of(table)
    if not ours.owner or ours.owner != theirs.owner:
        return Lain(part, called(context, part, app), called(context, part, table))
    what = words.phrase("photo.shop_on", shop=photo.called(context, app)[0], space=part)
    return Lain(what, _apart(context, ours, theirs), _apart(context, theirs, ours))


def _apart(context: TableContext, lies: photo.Lies, other: photo.Lies) -> str:
    """Dye and coins, as far as they differ from the other's."""
    words, said = context.own_words, []
    if lies.dye != other.dye:
        dyes = DYE_NAMES[context.language]
        said.append(dyes[DYE_NAMED[lies.dye]] if lies.dye else words.phrase("no_dye"))
    if lies.coins != other.coins:
        said.append(words.count("coins", lies.coins))
    return ", ".join(said)


def change(part: str, value: str) -> Change | None:
    """What sets a part right. 400 where there is no such part or value."""
    return photo_dice.change(part, value) if photo_dice.is_die(part) else photo.lies(part, value)


def called(context: TableContext, part: str, value: str) -> str:
    if photo_dice.is_die(part):
        return photo_dice.called(context, part, value)
    if part in SPACES:
        return ", ".join(photo.called(context, value))
    return context.own_words.phrase("gate") if value == NOTHING else value


def others(part: str, value: str) -> tuple[str, ...]:
    """Coins that lie on one another are counted up to three."""
    if part not in SPACES or photo.lies_of(value).coins < photo.MANY:
        return ()
    return tuple(f"{value[:-1]}{coins}" for coins in range(photo.MANY + 1, MOST + 1))


def tapped(part: str) -> str:
    """A space can be tapped right; a merchant on the space where it stands."""
    return f"at/{part}" if part in SPACES else ""


def area(part: str) -> Area | None:
    return photo.area(part) if part in SPACES else None


def picture(context: TableContext, seen: Seen, numbers: Mapping[str, int]) -> str:
    """The city from straight above, with a ring round each space that is asked about."""
    return show(
        context,
        "hangzhou/photo_compared.html",
        shot=base64.b64encode(seen.straight).decode(),
        rings=[(photo.area(part), number) for part, number in numbers.items() if part in SPACES],
        side=photo.UNIT * 5,
    )


COMPARISON: Final = Comparison("city", believed, known, named, lain, called, others, change, tapped, area, picture)
