"""The city and the market as a photograph shows them beside what the app has: space by space, merchant by merchant,
die by die."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence

from companion.engine.correction import Change
from companion.games.hangzhou.certainty import COINS
from companion.games.hangzhou.components import DYE_NAMES
from companion.games.hangzhou.names import COLOUR_LETTERS, DYE_LETTERS, DYE_NAMED, DYES, MERCHANTS, SPACES, Space
from companion.games.hangzhou.pages import photo, photo_dice
from companion.games.hangzhou.pages.beats import phase
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.state import State
from companion.sight.reading import Reading, Seen
from companion.web.photographs import NOTHING, AnyComparison, Comparison, Difference, Shown
from companion.web.table.frame import show


def comparisons(context: TableContext) -> tuple[AnyComparison, ...]:
    """Comparisons with photographs of this table; none while the merchants move."""
    return () if phase(context).name == "merchants" else (City(context=context),)


class City(Comparison[TableContext], frozen=True, kw_only=True):
    """The city with its merchants, and the dice of the market (`companion.web.photographs.Comparison`)."""

    zone: str = "city"

    def believed(self) -> Mapping[str, str]:
        """Each space, each merchant and each die, as readings write them."""
        state = self.context.position
        spaces = {space.value: _shop(state, space) for space in SPACES}
        stand = zip(MERCHANTS, state.merchants, strict=True)
        merchants = {f"merchant {name}": at.value if at else NOTHING for name, at in stand}
        return spaces | merchants | photo_dice.believed(state)

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        """The parts that the position has."""
        return shown(self.readings(seen))

    def named(self, part: str) -> str:
        """A space has one name."""
        if photo_dice.is_die(part):
            return photo_dice.named(self.context, part)
        if part in SPACES:
            return part
        return self.context.own_words.phrase("merchant_here", merchant=photo.merchant(self.context, part))

    def difference(self, part: str, app: str, table: str) -> Difference:
        """Difference of a part; for a shop of the same player, only the changed field."""
        if part not in SPACES:
            return Difference(self.named(part), self.called(part, app), self.called(part, table))
        ours, theirs = photo.lies_of(app), photo.lies_of(table)
        if not ours.owner or ours.owner != theirs.owner:
            return Difference(part, self.called(part, app), self.called(part, table))
        shop = photo.called(self.context, app)[0]
        return Difference(f"{part}: {shop}", _apart(self.context, ours, theirs), _apart(self.context, theirs, ours))

    def called(self, part: str, value: str) -> str:
        if photo_dice.is_die(part):
            return photo_dice.called(self.context, part, value)
        if part in SPACES:
            return ", ".join(photo.called(self.context, value))
        return self.context.own_words.phrase("gate") if value == NOTHING else value

    def changes(self, values: Mapping[str, str]) -> tuple[Change, ...]:
        """Part by part."""
        made = (
            photo_dice.change(part, value) if photo_dice.is_die(part) else photo.lies(part, value)
            for part, value in values.items()
        )
        return tuple(one for one in made if one is not None)

    def tapped(self, part: str) -> str:
        """A space can be tapped right; a merchant on the space where it stands."""
        return f"at/{part}" if part in SPACES else ""

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """The city from straight above, with a ring round each space that is asked about."""
        return show(
            self.context,
            "hangzhou/photo_compared.html",
            shot=base64.b64encode(seen[0].straight).decode(),
            rings=[(photo.area(part), number) for part, number in numbers.items() if part in SPACES],
            side=photo.UNIT * 5,
        )


def shown(readings: Iterable[Reading]) -> tuple[Shown, ...]:
    """Converts readings; a position has all of their parts."""
    return tuple(_shown(one) for one in readings)


def _shown(reading: Reading) -> Shown:
    """Coins that lie on one another are counted up to three."""
    part, value, others = reading.part, reading.value, tuple[str, ...]()
    if part in SPACES and photo.lies_of(value).coins >= photo.MANY:
        others = tuple(f"{value[:-1]}{coins}" for coins in range(photo.MANY + 1, COINS + 1))
    area = photo.area(part) if part in SPACES else None
    return Shown(part, value, reading.second, reading.sure, others, area=area)


def _shop(state: State, space: Space) -> str:
    shop = state.shop(space)
    if shop is None:
        return NOTHING
    dye = DYE_LETTERS[DYES.index(shop.dye)] if shop.dye else ""
    return f"{COLOUR_LETTERS[state.colours[shop.owner]]}{dye}{min(shop.coins, COINS) or ''}"


def _apart(context: TableContext, lies: photo.Lies, other: photo.Lies) -> str:
    """Dye and coins, as far as they differ from the other's."""
    words, said = context.own_words, []
    if lies.dye != other.dye:
        dyes = DYE_NAMES[context.language]
        said.append(dyes[DYE_NAMED[lies.dye]] if lies.dye else words.phrase("no_dye"))
    if lies.coins != other.coins:
        said.append(words.count("thing.coins", lies.coins))
    return ", ".join(said)
