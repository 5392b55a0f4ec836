"""One phone for several players: whose eyes it is before, and when it hides what they hold.

A player without a phone plays on somebody else's. Where hands are hidden, a phone shows those of one player at a
time. When the turn comes to another player of the same phone, the phone covers itself; a tap by that player
uncovers it (`Lend`), and the log says so. Where nothing is hidden, nothing is covered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.engine.game import Seat
from companion.tables.log.views import Who

if TYPE_CHECKING:
    from companion.tables.log.table import Table


def eyes_of(table: Table, who: Who) -> Seat | None:
    """The seat that looks at this phone; none: nobody in particular, as at a watcher's."""
    return eyes(table, who.chair) if who.host or who.chair is not None else None


def curtain_of(table: Table, who: Who) -> Seat | None:
    """The seat to hand this phone to, if it is not the one that looks, and holds what the others must not see."""
    if not who.host and who.chair is None:
        return None
    seat = due(table, who.chair)
    if seat is None or seat == eyes(table, who.chair):
        return None
    view = table.game.rules.view
    return seat if view(table.position, seat) != view(table.position, None) else None


def eyes(table: Table, chair: int | None) -> Seat | None:
    """The seat that looks at the phone of this chair (none: the host's laptop, which has no chair)."""
    own = table.seat_of(chair)
    seat = dict(table.lent).get(chair, own)
    return seat if seat is None or seat == own or _phoneless(table, seat) else None


def due(table: Table, chair: int | None) -> Seat | None:
    """The seat that should look at this phone now: its own, or one without a phone that has to act."""
    own, looking = table.seat_of(chair), eyes(table, chair)
    waiting = () if table.state is None else table.game.rules.waiting(table.state)
    here = [seat for seat in waiting if seat == own or _phoneless(table, seat)]
    if not waiting or looking in here:
        return looking
    return own if own in here or not here else here[0]


def covered(before: Table, after: Table) -> Table:
    """The table after an entry: phones that are shared are covered when somebody else's turn on them begins.

    A phone is shared if it is the only one, or was lent before. One that was lent to a player who has a phone now, or
    sits elsewhere, is covered for good.
    """
    if after.lent:
        after = _returned(before, after)
    if after.state is None or all(after.chairs[chair].held or after.chairs[chair].rival for chair in after.players):
        return after
    known = dict(after.lent)
    held = [chair.number for chair in after.chairs if chair.held]
    for chair in {*known, *(held if len(held) == 1 else ())}:
        seat = due(after, chair)
        if seat != due(before, chair) and seat != eyes(after, chair) and _secret(after):
            known[chair] = None
    return after if known == dict(after.lent) else replace(after, lent=tuple(known.items()))


def _returned(before: Table, after: Table) -> Table:
    """The table where phones are lent to nobody whose chair is another now, or has a phone."""

    def stays(seat: Seat | None) -> bool:
        if seat is None or (after.players == before.players and after.chairs is before.chairs):
            return True
        same = after.players[int(seat) : int(seat) + 1] == before.players[int(seat) : int(seat) + 1]
        return same and _phoneless(after, seat)

    known = tuple((chair, seat if seat == after.seat_of(chair) or stays(seat) else None) for chair, seat in after.lent)
    return after if known == after.lent else replace(after, lent=known)


def lent(table: Table, chair: int | None, seat: int | None) -> Table:
    """The table when the phone of this chair was handed to that seat."""
    to = None if seat is None else Seat(seat)
    return replace(table, lent=tuple({**dict(table.lent), chair: to}.items()))


def _secret(table: Table) -> bool:
    """Is there anything that somebody must not see?"""
    return bool(table.game.rules.view(table.position, None) != table.position)


def _phoneless(table: Table, seat: Seat) -> bool:
    if int(seat) >= len(table.players):
        return False
    chair = table.chairs[table.players[seat]]
    return not chair.held and not chair.rival
