"""Everything that a player may do in a position."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.game import Seat
from companion.games.dunhuang.characters import (
    BURY,
    DISCARD,
    DRAW_GOODS,
    EXCHANGE_HAND,
    EXCHANGE_SHOP,
    FETCH,
    GIVE,
    GUARD,
    SWAP,
    TAKE_PRESTIGE,
    TO_HAND,
    TO_SHOP,
    VISIT,
)
from companion.games.dunhuang.moves import (
    CLAIM,
    DECLINE,
    INTO_HAND,
    INTO_SHOP,
    KEEP,
    MOVE_CAMEL,
    PAY,
    PLACE_CAMEL,
    SHOW,
    TAKE_COINS,
    Action,
)
from companion.games.dunhuang.names import GOODS, SPACES, Character
from companion.games.dunhuang.reach import kinds_at, longest, payable, reach, showable
from companion.games.dunhuang.state import Player, State

Actions = list[Action]
_SPACES = range(1, SPACES + 1)


def listed(state: State, seat: Seat) -> Actions:
    """What a seat that is awaited may do."""
    return list(_BY_PHASE[state.now.phase](state, seat, state.players[seat]))


def _keep(state: State, seat: Seat, player: Player) -> Actions:
    held = player.hand if state.now.phase == "choose" else state.now.drawn
    return [KEEP[i] for i, n in enumerate(held) if n]


def _take(state: State, seat: Seat, player: Player) -> Actions:
    camel = state.camel
    kinds = [] if camel is None else kinds_at(state, camel)
    return [INTO_HAND, *(INTO_SHOP[i] for i in kinds)]


def _act(state: State, seat: Seat, player: Player) -> Actions:
    character = state.character
    offers = _OFFERS[character](state, seat, player) if character is not None else []
    return [TAKE_COINS, *offers]


def _draw_goods(state: State, seat: Seat, player: Player) -> Actions:
    return [DRAW_GOODS] if state.deck else []


def _soldier(state: State, seat: Seat, player: Player) -> Actions:
    market = [(space, kinds_at(state, space)) for space in _SPACES]
    return [
        EXCHANGE_SHOP[i][space - 1][kind]
        for i, n in enumerate(player.shop)
        if n
        for space, kinds in market
        for kind in kinds
        if kind != i
    ]


def _general(state: State, seat: Seat, player: Player) -> Actions:
    return [
        EXCHANGE_HAND[i][n]
        for i in showable(state, player.hand)
        for n, card in enumerate(state.market)
        if card is not None and card is not GOODS[i]
    ]


def _fetch(state: State, seat: Seat, player: Player) -> Actions:
    return [FETCH[space - 1] for space in reach(state)]


def _guard(state: State, seat: Seat, player: Player) -> Actions:
    guards = state.guards
    return [GUARD[i] for i, holder in enumerate(state.holders) if holder == seat and not guards[i]]


def _prestige(state: State, seat: Seat, player: Player) -> Actions:
    return [TAKE_PRESTIGE]


def _painter(state: State, seat: Seat, player: Player) -> Actions:
    return [DISCARD[i] for i, n in enumerate(player.hand) if n]


def _musician(state: State, seat: Seat, player: Player) -> Actions:
    return [DISCARD[i] for i, n in enumerate(player.shop) if n]


def _visit(state: State, seat: Seat, player: Player) -> Actions:
    if not any(player.hand):
        return []
    return [VISIT[n] for n, other in enumerate(state.players) if n != seat and any(other.hand)]


def _maid(state: State, seat: Seat, player: Player) -> Actions:
    hand = showable(state, player.hand)
    return [SWAP[i][j] for i, n in enumerate(player.shop) if n for j in hand if j != i]


def _domestic(state: State, seat: Seat, player: Player) -> Actions:
    found: Actions = [TO_HAND[i] for i, n in enumerate(player.shop) if n]
    found.extend(TO_SHOP[i] for i in showable(state, player.hand))
    return found


def _fee(state: State, seat: Seat, player: Player) -> Actions:
    return [PAY, DECLINE] if payable(state) else [DECLINE]


def _kinds_in_play(state: State, seat: Seat, player: Player) -> Actions:
    return [SHOW[i] for i, n in enumerate(state.setup.copies) if n]


_BY_PHASE: dict[str, Callable[[State, Seat, Player], Actions]] = {
    "choose": _keep,
    "park": lambda state, seat, player: list(PLACE_CAMEL),
    "move": lambda state, seat, player: list(MOVE_CAMEL[: longest(state, player)]),
    "take": _take,
    "act": _act,
    "fee": _fee,
    "keep": _keep,
    "bury": lambda state, seat, player: [BURY[i] for i, n in enumerate(state.now.drawn) if n],
    "pick": lambda state, seat, player: [GIVE[i] for i, n in enumerate(player.hand) if n],
    "give": lambda state, seat, player: [GIVE[i] for i, n in enumerate(player.hand) if n],
    "claim": lambda state, seat, player: [CLAIM, DECLINE],
    "show": _kinds_in_play,
}
_OFFERS: dict[Character, Callable[[State, Seat, Player], Actions]] = {
    Character.INTERPRETER: _draw_goods,
    Character.DIPLOMAT: _draw_goods,
    Character.SOLDIER: _soldier,
    Character.GENERAL: _general,
    Character.SHEPHERD: _fetch,
    Character.FARMER: _fetch,
    Character.MANICHEAN: _guard,
    Character.BUDDHIST: _guard,
    Character.PRINCESS: _prestige,
    Character.DANCER: _prestige,
    Character.PAINTER: _painter,
    Character.MUSICIAN: _musician,
    Character.TRADER: _visit,
    Character.MERCHANT: _visit,
    Character.MAID: _maid,
    Character.DOMESTIC: _domestic,
}
