"""Xanadú on the big screen: who is to play, and a zone for each player with all five prices of each building.

It is for everybody in the room, so nothing on it depends on whose browser shows it.
"""

from __future__ import annotations

from companion.engine.game import CHANCE, Seat
from companion.games.xanadu.pages import turn
from companion.games.xanadu.pages.houses import Site, houses
from companion.games.xanadu.pages.labels import TableContext
from companion.games.xanadu.rules import XANADU
from companion.games.xanadu.state import Pick, Play, State
from companion.web.network import qr
from companion.web.table.frame import last_act, show
from companion.web.table.seats import join_address

SHORT, MIDDLING = 9, 15
"""Letters of a name that have room in large type beside the coins, and in the next smaller one."""


def screen_play(context: TableContext, item: str) -> str:
    """The screen while the game is on."""
    state = XANADU.view(context.position, None)
    (ended, _), act, where = turn.news(context), last_act(context), join_address(context)
    # When the turn has just begun, the end of the last one is what there is to tell.
    fresh = isinstance(state.now, Play) and not (state.now.sold or state.now.working)
    return show(
        context,
        "xanadu/screen.html",
        title=_title(context, state),
        told=ended if fresh and ended else ((f"{act}.",) if act else ()),
        zones=[_zone(context, state, Seat(seat)) for seat in range(len(state.players))],
        where=where,
        qr=qr(where),
    )


def _title(context: TableContext, state: State) -> str:
    """Name of the player in turn."""
    words, now = context.own_words, state.now
    if isinstance(now, Play):
        return words.phrase("screen.plays", name=context.names[now.seat])
    if isinstance(now, Pick):
        return words.phrase("waiting", names=words.listed(context.names[seat] for seat in context.view.waiting))
    return words.phrase("bar.draws") if state.turn is CHANCE else context.words.phrase("plain.over")


def _zone(context: TableContext, state: State, seat: Seat) -> dict[str, object]:
    """A player: how large the name is, how many cards; coins, where all may know them."""
    name, player = context.names[seat], state.players[seat]
    return {
        "name": name,
        "size": "large" if len(name) <= SHORT else "middling" if len(name) <= MIDDLING else "small",
        "holds": context.own_words.count("thing.cards", len(player.hand)),
        "coins": player.coins,
        "houses": houses(context, state, seat, Site(None)),
        "turn": seat in context.view.waiting,
    }
