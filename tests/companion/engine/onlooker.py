"""What a seat has seen of a game, kept as a log, and where each hidden card can be by that log.

It shares nothing with what the games remember for their bots: a sample of a bot is checked against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.games import dunhuang, hangzhou, xanadu
from companion.games.dunhuang import characters
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.names import CARDS
from companion.games.dunhuang.outcomes import CardLaid
from companion.games.xanadu import components
from companion.games.xanadu import effects as xanadu_did
from companion.games.xanadu import moves as xanadu_moves
from companion.games.xanadu import outcomes as xanadu_outcomes
from companion.games.xanadu.names import UNKNOWN

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
        return list((_xanadu if self.game is xanadu else _dunhuang)(self, sample))


def _xanadu(eyes: Onlooker, sample: xanadu.State) -> Iterator[str]:
    """Cards are one of a kind: each is followed from where it was seen last."""
    for card in components.EDITIONS[sample.options.edition]:
        lies = _lies(sample, card)
        if lies == _lies(eyes.view, card):
            continue
        if lies not in (can := _can_lie(eyes, card)):
            yield f"card {card} lies in {lies}, and can be in {sorted(can)}"


def _lies(state: xanadu.State, card: int) -> tuple[str, int] | None:
    """Where a card lies in a position; None: not in sight."""
    places = [(("deck", 0), state.deck), (("discard", 0), state.discard)]
    for seat in range(state.players):
        places += [(("hand", seat), state.hands[seat]), (("pick", seat), state.picked[seat])]
        for b in state.city[seat]:
            places += [(("city", seat), (b.card,)), (("on", int(b.card)), b.workers)]
    return next((place for place, cards in places if card in cards), None)


def _can_lie(eyes: Onlooker, card: int) -> set[tuple[str, int]]:
    """Where a card that is out of sight can be: it goes along with every hidden move from where it can be."""
    seen, can = None, {("deck", 0)}
    for before, effects, after in eyes.log:
        if (now := _lies(before, card)) is not None:
            can = {now}
        discard = set(before.discard)
        for effect in effects:
            match effect:
                case xanadu_outcomes.Drawn(seat=seat, card=c) if c == UNKNOWN:
                    can |= {("hand", seat)} if ("deck", 0) in can else set()
                case xanadu_moves.StartPicked(seat=seat, card=c) if c == UNKNOWN:
                    if ("pick", seat) in can:  # picked anew
                        can |= {("hand", seat)}
                    can |= {("pick", seat)} if ("hand", seat) in can else set()
                case xanadu_moves.WorkerPlaced(seat=seat, worker=w, building=b) if w == UNKNOWN:
                    can |= {("on", int(b))} if ("hand", seat) in can else set()
                case xanadu_moves.WorkerPlaced(worker=w, building=b) if w == card:
                    can = {("on", int(b))}
                case xanadu_did.StartRevealed(seat=seat, cards=cards):
                    ranks = components.RANKS
                    if ranks[card] < max(ranks[c] for c in cards):
                        can -= {("hand", seat)}
                case xanadu_did.Sold(card=sold, workers=workers):
                    discard |= {sold, *workers}
                case xanadu_did.Reshuffled():
                    can = {("deck", 0)} if card in discard else can - {("deck", 0)}
                    discard = set()
        seen = _lies(after, card)
        if seen is None:
            can = {place for place in can if _hides(after, place)}
    return can if seen is None else {seen}


def _hides(view: xanadu.State, place: tuple[str, int]) -> bool:
    name, number = place
    match name:
        case "deck":
            return UNKNOWN in view.deck
        case "hand":
            return UNKNOWN in view.hands[number]
        case "pick":
            return UNKNOWN in view.picked[number]
    building = view.building(xanadu.Card(number))
    return building is not None and UNKNOWN in building.workers


class _Hidden(NamedTuple):
    """The zones of Dunhuang with cards face down; hands and what is out of the game by seat, all sorted.

    Hands that exchanged cards unseen are one heap before that: it lies with the first seat of `heap`.
    """

    hands: tuple[tuple[str, ...], ...]
    out: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    drawn: tuple[str, ...]
    under: tuple[tuple[str, int | None], ...]
    heap: tuple[int, ...]

    def mixed(self, seat: int, other: int) -> _Hidden:
        """With the hands of these two as one heap."""
        to, left = self.heap[seat], self.heap[other]
        if to == left:
            return self
        hands = list(self.hands)
        hands[to], hands[left] = tuple(sorted((*hands[to], *hands[left]))), ()
        return self._replace(hands=tuple(hands), heap=tuple(to if at == left else at for at in self.heap))

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
        return tuple(found[self._at(zone, seat)]) if zone in ("hands", "out") else tuple(found)

    def _at(self, zone: str, seat: int) -> int:
        return self.heap[seat] if zone == "hands" else seat

    def _with(self, zone: str, cards: list[str], seat: int) -> _Hidden:
        made: Any = tuple(sorted(cards))
        if zone in ("hands", "out"):
            made = tuple(made if one == self._at(zone, seat) else old for one, old in enumerate(getattr(self, zone)))
        return self._replace(**{zone: made})


def _hidden(state: dunhuang.State) -> _Hidden:
    def cards(counts: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(sorted(str(CARDS[i]) for i, n in enumerate(counts) for _ in range(n)))

    return _Hidden(
        tuple(cards(player.hand) for player in state.players),
        tuple(cards(player.removed) for player in state.players),
        cards(state.pile),
        cards(state.now.drawn),
        tuple((str(one.card), one.by) for one in state.under),
        tuple(range(len(state.players))),
    )


def _dunhuang(eyes: Onlooker, sample: dunhuang.State) -> Iterator[str]:
    """The game played backwards from the sample: some way has to lead to the beginning."""
    steps = [(before, effect) for before, effects, _ in eyes.log for effect in effects]
    first = next((n for n, (before, _) in enumerate(steps) if before.phase not in SETUP), len(steps))
    ways, met = [(len(steps), _hidden(sample))], set()
    while ways and len(met) < MOST_WAYS:
        n, now = ways.pop()
        if n == first:
            return
        before, effect = steps[n - 1]
        for then in _undone(now, effect, before):
            starts = n == first + 1 or steps[n - 2][0] is not before
            if (n - 1, then) not in met and (not starts or _looks(then, before, eyes.seat)):
                met.add((n - 1, then))
                ways.append((n - 1, then))
    if not ways:
        yield "no way leads there"


def _undone(now: _Hidden, effect: Any, before: dunhuang.State) -> Iterator[_Hidden]:
    """What can have lain face down before this happened."""
    match effect:
        case did.CardTaken(seat=seat, card=card, into="hand") | did.Carried(seat=seat, card=card, into="hand"):
            yield from filter(None, [now.taken("hands", card, seat)])
        case did.Carried(seat=seat, card=card):
            yield now.given("hands", card, seat)
        case characters.Swapped(seat=seat, given=came, taken=left):
            yield from filter(None, [now.given("hands", left, seat).taken("hands", came, seat)])
        case did.Exchanged(seat=seat, given=left, taken=came, rule="general"):
            yield from filter(None, [now.given("hands", left, seat).taken("hands", came, seat)])
        case did.CardGiven(seat=seat, other=other, card="unknown"):
            yield now.mixed(seat, other)
        case did.CardGiven(seat=seat, other=other, card=card):
            yield from now.moved(card, ("hands", other), ("hands", seat))
        case characters.Discarded(seat=seat, card=card, rule="painter"):
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


def _put_back(now: _Hidden, card: str, before: dunhuang.State) -> _Hidden:
    """On the deck it came from: the shuffled part, or what lay under it."""
    if any(before.pile):
        return now.given("pile", card)
    return now._replace(under=((str(card), before.under[0].by), *now.under))


def _looks(found: _Hidden, view: dunhuang.State, seat: int | None) -> bool:
    """Does the seat see of these what it has seen?"""
    shown = _hidden(view)
    hands = [tuple(c for s, hand in enumerate(shown.hands) if found.heap[s] == at for c in hand) for at in found.heap]
    zones = [
        *((found.hands[at], hand) for at, hand in zip(found.heap, hands, strict=True)),
        *zip(found.out, shown.out, strict=True),
    ]
    zones += [(found.drawn, shown.drawn), (tuple(c for c, _ in found.under), tuple(c for c, _ in shown.under))]
    return all(len(a) == len(b) and all(d in ("unknown", c) for c, d in zip(a, b, strict=True)) for a, b in zones)
