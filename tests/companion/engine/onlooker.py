"""What a seat has seen of a game, kept as a log, and where each hidden card can be by that log.

It shares nothing with what the games remember for their bots: a sample of a bot is checked against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import inf
from typing import Any, NamedTuple

from companion.engine import hangzhou, xanadu
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.effects import CardLaid
from companion.games.dunhuang.names import CARDS
from companion.games.dunhuang.state import State as DunhuangState
from companion.games.xanadu import components
from companion.games.xanadu import effects as xanadu_did
from companion.games.xanadu.names import UNKNOWN
from companion.games.xanadu.state import State as XanaduState

SETUP = ("lay", "stock", "deal", "choose", "park")
MOST_WAYS = 20_000
"""Positions looked at on the way back; after that the sample has the benefit of the doubt."""


class Onlooker:
    """One seat's views and effects since the game began; None is a watcher."""

    def __init__(self, game: Any, state: Any, seat: int | None) -> None:
        self.game, self.seat = game, seat
        self.log: list[tuple[Any, tuple[Any, ...], Any]] = []
        self.view = game.view(state, seat)

    def saw(self, state: Any, effects: tuple[Any, ...]) -> None:
        view = self.game.view(state, self.seat)
        self.log.append((self.view, tuple(self.game.seen(state, one, self.seat) for one in effects), view))
        self.view = view

    def objections(self, sample: Any, state: Any) -> list[str]:
        """Why the sample cannot be the position, by all that was seen; nothing, if it can. `state` is the position."""
        if self.game.view(sample, self.seat) != self.view:
            return ["another view"]
        if self.game is hangzhou:  # all that goes into a hand or out of it is seen
            return [] if sample == state else ["another hand"]
        if self.game is xanadu:  # all sales are seen
            pairs = zip(sample.players, state.players, strict=True)
            if any(found.coins != player.coins for found, player in pairs):
                return ["other coins"]
        return list(_Cards(self).objections(sample) if self.game is xanadu else _dunhuang(self, sample))


class _Hand:
    """A hidden hand of Xanadú: when it drew, when which cards left it, and when it held none of better colours."""

    def __init__(self) -> None:
        self.draws: list[float] = []
        self.left: list[tuple[int, float]] = []
        self.better: list[tuple[float, int]] = []
        """Times, and the colour's rank up to which no card was left."""


class _Cards:
    """All that a seat has seen of Xanadú's cards, by the time at which it happened."""

    def __init__(self, eyes: Onlooker) -> None:
        self.own = eyes.seat
        self.hands = [_Hand() for _ in range(len(eyes.view.players))]
        self.shuffles: list[tuple[float, frozenset[int]]] = [
            (0, frozenset(components.EDITIONS[eyes.view.options.edition]))
        ]
        self.rows: dict[int, list[tuple[int, int, float]]] = {}
        """By building, from the lowest row: the seat that placed the worker, the worker if it is known, the time."""
        self.sales: list[tuple[list[tuple[int, int, float]], tuple[int, ...]]] = []
        """The rows of a building that was sold, and the workers that lay on it."""
        time = 0.0
        for before, effects, _ in eyes.log:
            discard = set(before.discard)
            for effect in effects:
                time += 1
                self._note(effect, time, discard)

    def _note(self, effect: Any, time: float, discard: set[int]) -> None:
        match effect:
            case xanadu_did.Drawn(seat=seat):
                self.hands[seat].draws.append(time)
            case xanadu_did.WorkerPlaced(seat=seat, worker=worker, building=building):
                self.rows.setdefault(building, []).append((seat, worker, time))
            case xanadu_did.Built(seat=seat, card=card):
                self.hands[seat].left.append((card, time))
            case xanadu_did.StartRevealed(seat=seat, cards=cards):
                self.hands[seat].left += [(card, time) for card in cards]
                self.hands[seat].better.append((time, max(components.RANKS[card] for card in cards)))
            case xanadu_did.Sold(card=card, workers=workers):
                self.sales.append((self.rows.pop(card, []), tuple(workers)))
                discard |= {card, *workers}
            case xanadu_did.Reshuffled():
                self.shuffles.append((time, frozenset(discard)))
                discard.clear()

    def objections(self, sample: XanaduState) -> Iterator[str]:
        left = [list(hand.left) for hand in self.hands]
        for seat, cards in enumerate(left):
            cards += [(card, inf) for card in (*sample.players[seat].hand, *sample.players[seat].picked)]
            picks, ranks = sample.players[seat].picked, components.RANKS
            if picks and any(ranks[card] < ranks[pick] for card in sample.players[seat].hand for pick in picks):
                yield "a secret pick is not of the best colour"
        for buildings in sample.city:
            for building in buildings:
                rows = self.rows.get(building.card, [])
                if any(
                    known not in (UNKNOWN, card) for card, (_, known, _) in zip(building.workers, rows, strict=True)
                ):
                    yield f"another worker than the seat placed on {building.card}"
                for card, (seat, _, time) in zip(building.workers, rows, strict=True):
                    left[seat].append((card, time))
        if not frozenset(sample.deck) <= self.shuffles[-1][1]:
            yield "a card in the deck that was not shuffled into it"
        if not self._explained(left, self.sales):
            yield f"hands that cannot have drawn their cards: {left}"

    def _explained(self, left: list[list[tuple[int, float]]], sales: Sequence[Any]) -> bool:
        """Can each worker that was sold be placed by somebody, so that every hand can have drawn what left it?"""
        if not all(self._drawn(seat, cards, whole=not sales) for seat, cards in enumerate(left)):
            return False
        if not sales:
            return True
        (rows, workers), *rest = sales
        orders = {}
        for order in permutations(workers):
            if all(known in (UNKNOWN, card) for (_, known, _), card in zip(rows, order, strict=True)):
                kinds = tuple(self._since(*row[::2], card) for row, card in zip(rows, order, strict=True))
                orders.setdefault(kinds, order)
        for order in orders.values():
            more = [list(cards) for cards in left]
            for (seat, _, time), card in zip(rows, order, strict=True):
                more[seat].append((card, time))
            if self._explained(more, rest):
                return True
        return False

    def _since(self, seat: int, time: float, card: int) -> tuple[float, float]:
        """Between which times a hand has drawn a card that left it at this time."""
        number = max(n for n, (when, cards) in enumerate(self.shuffles) if when < time and card in cards)
        until = min([when for when, _ in self.shuffles[number + 1 :]] + [time])
        none = [t for t, rank in self.hands[seat].better if t < time and components.RANKS[card] < rank]
        return max([self.shuffles[number][0], *none]), until

    def _drawn(self, seat: int, cards: list[tuple[int, float]], whole: bool) -> bool:
        """Is there a draw for each card? `whole`: these are all cards that ever left the hand, or are in it."""
        if seat == self.own:
            return True  # its cards are known, and the view is compared
        if whole and len(cards) != len(self.hands[seat].draws):
            return False
        free = sorted(self.hands[seat].draws)
        for until, since in sorted((until, since) for since, until in (self._since(seat, t, c) for c, t in cards)):
            draw = next((one for one in free if since < one <= until), None)
            if draw is None:
                return False
            free.remove(draw)
        return True


class _Hidden(NamedTuple):
    """The zones of Dunhuang with cards face down; hands and what is out of the game by seat, all sorted."""

    hands: tuple[tuple[str, ...], ...]
    out: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    drawn: tuple[str, ...]
    under: tuple[tuple[str, int | None], ...]

    def taken(self, zone: str, card: str, seat: int = 0) -> _Hidden | None:
        """Without a card of this kind in a zone; None: there is none."""
        cards = list(self._zone(zone, seat))
        if card not in cards:
            return None
        cards.remove(card)
        return self._with(zone, cards, seat)

    def given(self, zone: str, card: str, seat: int = 0) -> _Hidden:
        return self._with(zone, [*self._zone(zone, seat), card], seat)

    def moved(self, card: str, left: tuple[str, int], to: tuple[str, int]) -> Iterator[_Hidden]:
        """With a card from one zone in another one: with any, where it is unknown which."""
        for one in dict.fromkeys(self._zone(*left)) if card == "unknown" else (card,):
            if (rest := self.taken(left[0], one, left[1])) is not None:
                yield rest.given(to[0], one, to[1])

    def _zone(self, zone: str, seat: int) -> tuple[str, ...]:
        found: Any = getattr(self, zone)
        return tuple(found[seat]) if zone in ("hands", "out") else tuple(found)

    def _with(self, zone: str, cards: list[str], seat: int) -> _Hidden:
        made: Any = tuple(sorted(cards))
        if zone in ("hands", "out"):
            made = tuple(made if one == seat else old for one, old in enumerate(getattr(self, zone)))
        return self._replace(**{zone: made})


def _hidden(state: DunhuangState) -> _Hidden:
    def cards(counts: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(sorted(str(CARDS[i]) for i, n in enumerate(counts) for _ in range(n)))

    return _Hidden(
        tuple(cards(player.hand) for player in state.players),
        tuple(cards(player.removed) for player in state.players),
        cards(state.pile),
        cards(state.now.drawn),
        tuple((str(one.card), one.by) for one in state.under),
    )


def _dunhuang(eyes: Onlooker, sample: DunhuangState) -> Iterator[str]:
    """The game played backwards from the sample: some way has to lead to the beginning."""
    steps = [(before, effect) for before, effects, _ in eyes.log for effect in effects]
    views = [before for before, _ in steps] + [eyes.view]
    first = next((n for n, (before, _) in enumerate(steps) if before.phase not in SETUP), len(steps))
    ways, met = [(len(steps), _hidden(sample))], set()
    while ways:
        n, now = ways.pop()
        if n == first:
            return
        before, effect = steps[n - 1]
        if views[n] is not before and not _won_not(now, before, views[n]):
            continue
        for then in _undone(now, effect, before):
            starts = n == first + 1 or steps[n - 2][0] is not before
            if (n - 1, then) in met or (starts and not _looks(then, before)):
                continue
            met.add((n - 1, then))
            unseen = {"unknown"} & {getattr(effect, "card", None)}
            if not unseen or all(_leads_back(seat, then, steps[first : n - 1]) for seat in range(len(now.hands))):
                ways.append((n - 1, then))
        assert len(met) < MOST_WAYS, "too many ways to look at"
    yield "no way leads there"


def _leads_back(seat: int, now: _Hidden, steps: Sequence[tuple[Any, Any]]) -> bool:
    """Does this hand hold what everybody saw come into it, since cards last came or left unseen?"""
    for before, effect in reversed(steps):
        if seat not in (getattr(effect, "seat", None), getattr(effect, "other", None)):
            continue
        match effect:
            case did.CardGiven(card="unknown") | did.CardKept() | did.Discarded(rule="painter"):
                return True
            case did.CardGiven(seat=giver, card=card):
                then = now.given("hands", card, seat) if giver == seat else now.taken("hands", card, seat)
            case did.CardTaken() | did.Carried() | did.Exchanged() | did.Swapped():
                then = next(_undone(now, effect, before), None)
            case _:
                continue
        if then is None:
            return False
        now = then
    return True


def _won_not(now: _Hidden, before: DunhuangState, after: DunhuangState) -> bool:
    """Could the turn go past step 4? With enough tokens and kinds of goods in hand the seat would have won."""
    seat = before.now.seat
    if seat is None or before.phase in ("fill", "move", "park") or after.phase not in ("fill", "move"):
        return True
    return after.tokens_of(seat) < after.setup.tokens or len(set(now.hands[seat])) < after.setup.kinds


def _undone(now: _Hidden, effect: Any, before: DunhuangState) -> Iterator[_Hidden]:
    """What can have lain face down before this happened."""
    match effect:
        case did.CardTaken(seat=seat, card=card, into="hand") | did.Carried(seat=seat, card=card, into="hand"):
            yield from filter(None, [now.taken("hands", card, seat)])
        case did.Carried(seat=seat, card=card):
            yield now.given("hands", card, seat)
        case did.Swapped(seat=seat, given=came, taken=left):
            yield from filter(None, [now.given("hands", left, seat).taken("hands", came, seat)])
        case did.Exchanged(seat=seat, given=left, taken=came, rule="general"):
            yield from filter(None, [now.given("hands", left, seat).taken("hands", came, seat)])
        case did.CardGiven(seat=seat, other=other, card=card):
            yield from now.moved(card, ("hands", other), ("hands", seat))
        case did.Discarded(seat=seat, card=card, rule="painter"):
            yield from now.moved(card, ("out", seat), ("hands", seat))
        case did.CardKept(seat=seat, card=card):
            yield from now.moved(card, ("hands", seat), ("drawn", 0))
        case did.CardBuried():
            *under, (card, _) = now.under
            yield now._replace(under=tuple(under)).given("drawn", card)
        case CardLaid(card=card):
            yield _put_back(now, card, before)
        case did.CardDrawn(card=card):
            for one in dict.fromkeys(now.drawn) if card == "unknown" else (card,):
                if (rest := now.taken("drawn", one)) is not None:
                    yield _put_back(rest, one, before)
        case _:
            yield now


def _put_back(now: _Hidden, card: str, before: DunhuangState) -> _Hidden:
    """On the deck it came from: the shuffled part, or what lay under it."""
    if any(before.pile):
        return now.given("pile", card)
    return now._replace(under=((str(card), before.under[0].by), *now.under))


def _looks(found: _Hidden, view: DunhuangState) -> bool:
    """Does the seat see of these what it has seen?"""
    shown = _hidden(view)
    zones = [*zip(found.hands, shown.hands, strict=True), *zip(found.out, shown.out, strict=True)]
    zones += [(found.drawn, shown.drawn), (tuple(c for c, _ in found.under), tuple(c for c, _ in shown.under))]
    return all(len(a) == len(b) and all(d in ("unknown", c) for c, d in zip(a, b, strict=True)) for a, b in zones)
