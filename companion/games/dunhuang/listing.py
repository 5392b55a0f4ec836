"""Everything that may be done in a position, and the outcomes that chance can bring."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.game import OVER, Chances, Seat
from companion.games.dunhuang import actions as act
from companion.games.dunhuang import components
from companion.games.dunhuang.majority import FEE
from companion.games.dunhuang.names import CARD_INDEX, CARDS, GOODS, SPACES, UNKNOWN, Character, Counts, Good
from companion.games.dunhuang.state import Now, Player, State

Actions = list[act.Action]
_KINDS = range(len(GOODS))
_GO_ON: Chances[act.Action] = Chances((act.GO_ON,), (1,))


def listed(state: State, seat: Seat) -> Actions:
    """What a seat that is awaited may do."""
    return list(_BY_PHASE[state.now.phase](state, seat, state.players[seat]))


def showable(state: State, hand: Counts) -> list[int]:
    """The kinds that a card shown from this hand can be: those it has, and any in play if some are unknown."""
    if not hand[UNKNOWN]:
        return [i for i in _KINDS if hand[i]]
    copies = state.setup.copies
    return [i for i in _KINDS if hand[i] or copies[i]]


def kinds_at(state: State, space: int) -> list[int]:
    """The kinds that the card of a space can be; none if it is empty."""
    card = state.market[space]
    if card is None:
        return []
    if card is not Good.UNKNOWN:
        return [CARD_INDEX[card]]
    copies = state.setup.copies
    return [i for i in _KINDS if copies[i]]


def longest(state: State, player: Player) -> int:
    """The most steps that the camel may take."""
    limit = state.options.camel_max
    most = act.MOST_STEPS if limit == "coins" else int(limit)
    return min(player.coins + 1, most)


def reach(state: State) -> list[int]:
    """The spaces whose card the Shepherd or the Farmer may fetch now."""
    camel, steps = state.camel, state.now.steps
    if camel is None:
        return []
    if state.character is Character.SHEPHERD:
        ahead: tuple[int, ...] = (1, -1)
    elif state.options.farmer == "exact":
        ahead = (steps,) if steps % SPACES else ()
    else:
        ahead = tuple(range(1, min(steps, SPACES - 1) + 1))
    return [space for space in ((camel + n) % SPACES for n in ahead) if state.market[space] is not None]


def exchanged(number: int, mine: Counts, theirs: Counts) -> int:
    """How many cards the Trader or the Merchant moves each way (D8)."""
    return min(number, sum(mine), sum(theirs))


def _keep(state: State, seat: Seat, player: Player) -> Actions:
    held = player.hand if state.now.phase == "choose" else state.now.drawn
    return [act.KEEP[i] for i, n in enumerate(held) if n]


def _take(state: State, seat: Seat, player: Player) -> Actions:
    camel = state.camel
    kinds = [] if camel is None else kinds_at(state, camel)
    return [act.INTO_HAND, *(act.INTO_SHOP[i] for i in kinds)]


def _act(state: State, seat: Seat, player: Player) -> Actions:
    character = state.character
    offers = _OFFERS[character](state, seat, player) if character is not None else []
    return [act.TAKE_COINS, *offers]


def _draw_goods(state: State, seat: Seat, player: Player) -> Actions:
    return [act.DRAW_GOODS] if state.deck else []


def _soldier(state: State, seat: Seat, player: Player) -> Actions:
    market = [(space, kinds_at(state, space)) for space in range(SPACES)]
    return [
        act.EXCHANGE_SHOP[i][space][kind]
        for i, n in enumerate(player.shop)
        if n
        for space, kinds in market
        for kind in kinds
        if kind != i
    ]


def _general(state: State, seat: Seat, player: Player) -> Actions:
    market = state.market
    return [
        act.EXCHANGE_HAND[i][space]
        for i in showable(state, player.hand)
        for space in range(SPACES)
        if market[space] is not None and market[space] is not GOODS[i]
    ]


def _fetch(state: State, seat: Seat, player: Player) -> Actions:
    return [act.FETCH[space] for space in reach(state)]


def _guard(state: State, seat: Seat, player: Player) -> Actions:
    guards = state.guards
    return [act.GUARD[i] for i, holder in enumerate(state.holders) if holder == seat and not guards[i]]


def _prestige(state: State, seat: Seat, player: Player) -> Actions:
    return [act.TAKE_PRESTIGE]


def _painter(state: State, seat: Seat, player: Player) -> Actions:
    return [act.DISCARD[i] for i, n in enumerate(player.hand) if n]


def _musician(state: State, seat: Seat, player: Player) -> Actions:
    return [act.DISCARD[i] for i, n in enumerate(player.shop) if n]


def _visit(state: State, seat: Seat, player: Player) -> Actions:
    if not any(player.hand):
        return []
    return [act.VISIT[n] for n, other in enumerate(state.players) if n != seat and any(other.hand)]


def _maid(state: State, seat: Seat, player: Player) -> Actions:
    hand = showable(state, player.hand)
    return [act.SWAP[i][j] for i, n in enumerate(player.shop) if n for j in hand if j != i]


def _domestic(state: State, seat: Seat, player: Player) -> Actions:
    found: Actions = [act.TO_HAND[i] for i, n in enumerate(player.shop) if n]
    found.extend(act.TO_SHOP[i] for i in showable(state, player.hand))
    return found


def _fee(state: State, seat: Seat, player: Player) -> Actions:
    return [act.PAY, act.DECLINE] if payable(state) else [act.DECLINE]


def payable(state: State) -> bool:
    """Is there a rival's token, and the coins for the fee?"""
    seat, good = state.now.seat, state.now.good
    if seat is None or good is None:
        return False
    holder = state.holders[CARD_INDEX[good]]
    return holder is not None and holder != seat and state.players[seat].coins >= FEE


def _kinds_in_play(state: State, seat: Seat, player: Player) -> Actions:
    return [act.SHOW[i] for i, n in enumerate(state.setup.copies) if n]


_BY_PHASE: dict[str, Callable[[State, Seat, Player], Actions]] = {
    "choose": _keep,
    "park": lambda state, seat, player: list(act.PLACE_CAMEL),
    "move": lambda state, seat, player: list(act.MOVE_CAMEL[: longest(state, player)]),
    "take": _take,
    "act": _act,
    "fee": _fee,
    "keep": _keep,
    "bury": lambda state, seat, player: [act.BURY[i] for i, n in enumerate(state.now.drawn) if n],
    "pick": lambda state, seat, player: [act.GIVE[i] for i, n in enumerate(player.hand) if n],
    "give": lambda state, seat, player: [act.GIVE[i] for i, n in enumerate(player.hand) if n],
    "claim": lambda state, seat, player: [act.CLAIM, act.DECLINE],
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


def chances(state: State) -> Chances[act.Action]:
    """The outcomes when it is CHANCE's turn, weighted by the tiles or cards that are left.

    Raises `ValueError` when it is not.
    """
    if isinstance(state.turn, int) or state.turn is OVER:
        raise ValueError("nothing is left to chance here")
    now = state.now
    if now.phase == "lay":
        return _tiles(state)
    if drawing(state, now):
        if now.phase == "rob":
            assert now.other is not None, "now_of gives this phase another player"
            return _cards(state.players[now.other].hand)
        if any(state.pile):
            return _cards(state.pile)
        return Chances((act.CARD_DRAWN[CARD_INDEX[state.under[0].card]],), (1,))
    return _GO_ON


def drawing(state: State, now: Now) -> bool:
    """Is a card to be drawn now, and is there one?"""
    match now.phase:
        case "rob":
            return now.left > 0 and now.other is not None and any(state.players[now.other].hand)
        case "stock" | "fill":
            wanted = None in state.market
        case "deal":
            wanted = now.seat is not None and sum(state.players[now.seat].hand) < state.setup.dealt
        case _:
            wanted = now.phase == "draw" and now.left > 0
    return wanted and (any(state.pile) or bool(state.under))


def _tiles(state: State) -> Chances[act.Action]:
    if len(state.ring) >= SPACES:
        return _GO_ON
    laid = {components.TILE[character] for character in state.ring}
    left = tuple(tile for character, tile in act.TILE_LAID.items() if components.TILE[character] not in laid)
    return Chances(left, (1,) * len(left)) if left else _GO_ON


def _cards(counts: Counts) -> Chances[act.Action]:
    found = [i for i in range(len(CARDS)) if counts[i]]
    return Chances(tuple(act.CARD_DRAWN[i] for i in found), tuple(counts[i] for i in found))
