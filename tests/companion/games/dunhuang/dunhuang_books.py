"""A bookkeeper of Dunhuang who has the rules page and nothing of the engine: told of actions and outcomes only."""

from __future__ import annotations

from collections import Counter
from typing import Any

from dunhuang_offers import KINDS, Offers
from msgspec.structs import astuple

from companion.engine import OVER, dunhuang
from companion.games.dunhuang.state import State

WORTH = {kind: value for value, kind in enumerate(KINDS, start=1)}
WITHOUT = {2: {"gold", "wool", "silk"}, 3: {"gold", "silk"}, 4: set()}
COINS = {2: 5, 3: 6, 4: 7}


class Bookkeeper(Offers):
    """A table as one would keep it on paper."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.seats = range(players)
        self.camel_max = options.get("camel_max", "coins")
        self.newcomer = options.get("tie", "newcomer") == "newcomer"
        self.exact = options.get("farmer") == "exact"
        self.stalls = options.get("end") == "cannot_refill"
        self.start = options.get("start", 0)
        self.pile = Counter({kind: n for kind, n in WORTH.items() if kind not in WITHOUT[players]})
        self.under: list[str] = []
        self.ring: list[str] = []
        self.market: list[str | None] = [None] * 8
        self.coins, self.prestige = [COINS[players]] * players, [0] * players
        self.hand: list[Counter[str]] = [Counter() for _ in self.seats]
        self.shop: list[Counter[str]] = [Counter() for _ in self.seats]
        self.removed: list[Counter[str]] = [Counter() for _ in self.seats]
        self.gone: Counter[str] = Counter()
        self.token: dict[str, int | None] = dict.fromkeys(KINDS)
        self.guarded = dict.fromkeys(KINDS, False)
        self.camel: int | None = None
        self.phase, self.seat, self.steps, self.last_round = "lay", 0, 0, False
        self.other, self.left, self.n = 0, 0, 0
        self.drawn: Counter[str] = Counter()
        self.fee = ("", False)
        self.top: int | None = None
        self.by: int | None = None
        self.chosen: set[int] = set()

    @property
    def last(self) -> int:
        return (self.start - 1) % len(self.seats)

    def see(self, action: Any, by: int | None) -> None:
        """Takes an action or an outcome in."""
        self.by = by
        getattr(self, f"_do_{action.__struct_config__.tag}".replace(" ", "_"))(*astuple(action))

    def _do_tile(self, character: str) -> None:
        self.ring.append(character)
        self.phase = "lay" if len(self.ring) < 8 else "stock"

    def _do_card(self, card: str) -> None:
        if self.phase == "rob":
            self._hand_over(self.other, self.seat, card)
            return
        if self.pile.total():
            self.pile[card] -= 1
        else:
            assert self.under.pop(0) == card
        if self.phase == "stock":
            self.market[self.market.index(None)] = card
            self.phase = "stock" if None in self.market else "deal"
        elif self.phase == "deal":
            self.hand[self.seat][card] += 1
            self.seat += self.hand[self.seat].total() == 3
            self.phase = "choose" if self.seat == len(self.seats) else "deal"
        elif self.phase == "fill":
            assert self.camel is not None
            around = [(self.camel + n) % 8 for n in range(8)]
            self.market[next(space for space in around if self.market[space] is None)] = card
            self._fill()
        else:
            self.drawn[card] += 1
            self.left -= 1
            if not self.left:
                self.phase = "keep"
                if self.drawn.total() == 1:
                    self._kept(card)

    def _do_keep(self, card: str) -> None:
        if self.phase == "keep":
            self._kept(card)
            return
        assert self.by is not None
        self.hand[self.by][card] -= 1
        self.removed[self.by], self.hand[self.by] = self.hand[self.by], Counter({card: 1})
        self.chosen.add(self.by)
        if len(self.chosen) == len(self.seats):
            self.phase = "park"

    def _kept(self, card: str) -> None:
        self.drawn[card] -= 1
        self.hand[self.seat][card] += 1
        self.phase = "bury"
        self._bury_last()

    def _bury_last(self) -> None:
        """The last card needs no choice."""
        if self.drawn.total() == 1:
            self.under += list(+self.drawn)
            self.drawn = Counter()
        if not self.drawn.total():
            self._fourth()

    def _do_bury(self, card: str) -> None:
        self.drawn[card] -= 1
        self.under.append(card)
        self._bury_last()

    def _do_place_camel(self, space: int) -> None:
        assert self.by == self.last
        self.camel, self.seat, self.phase = space - 1, self.start, "move"

    def _do_camel(self, steps: int) -> None:
        assert self.camel is not None
        self.steps = steps
        self.coins[self.seat] -= steps - 1
        self.camel = (self.camel + steps) % 8
        self.phase = "act" if self.market[self.camel] is None else "take"

    def _pick_up(self, space: int | None) -> str:
        assert space is not None
        card, self.market[space] = self.market[space], None
        assert card is not None
        return card

    def _do_into_hand(self) -> None:
        self.hand[self.seat][self._pick_up(self.camel)] += 1
        self.phase = "act"

    def _do_into_shop(self, good: str) -> None:
        card = self._pick_up(self.camel)
        self.phase = "act"
        self._enters(card, third=False)

    def _do_coins(self) -> None:
        self.coins[self.seat] += 3
        self._fourth()

    def _do_draw(self) -> None:
        self.left = min(self.deck, self.steps if self.here == "interpreter" else 2)
        self.phase = "draw"

    def _do_exchange(self, give: str, space: int, take: str = "") -> None:
        card = self._pick_up(space - 1)
        self.market[space - 1] = give
        if self.here == "soldier":
            assert card == take
            self._exchange(give, card)
            return
        self.hand[self.seat][give] -= 1
        self.hand[self.seat][card] += 1
        self._fourth()

    def _exchange(self, out: str, into: str) -> None:
        """D9: the card leaves, the other arrives, the loss is looked at first."""
        self.shop[self.seat][out] -= 1
        self.shop[self.seat][into] += 1
        self._left_shop(out)
        self.shop[self.seat][into] -= 1
        self._enters(into, third=True)

    def _do_fetch(self, space: int) -> None:
        self.hand[self.seat][self._pick_up(space - 1)] += 1
        self._fourth()

    def _do_guard(self, good: str) -> None:
        self.guarded[good] = True
        self._fourth()

    def _do_prestige(self) -> None:
        self._earn(2 if self.here == "dancer" else list(self.token.values()).count(self.seat))
        self._fourth()

    def _earn(self, due: int) -> None:
        self.prestige[self.seat] += min(due, 28 - sum(self.prestige))

    def _do_discard(self, card: str) -> None:
        if self.here == "painter":
            self.hand[self.seat][card] -= 1
            self.removed[self.seat][card] += 1
        else:
            self.shop[self.seat][card] -= 1
            self.gone[card] += 1
            self._left_shop(card)
        self._earn(3)
        self._fourth()

    def _do_visit(self, seat: int) -> None:
        self.other = seat
        self.n = self.left = min(2, self.hand[self.seat].total(), self.hand[self.other].total())
        self.phase = "rob" if self.here == "trader" else "pick"
        self._no_choice()

    def _do_give(self, card: str) -> None:
        ends = (self.other, self.seat) if self.phase == "pick" else (self.seat, self.other)
        self._hand_over(*ends, card)

    def _hand_over(self, giver: int, taker: int, card: str) -> None:
        self.hand[giver][card] -= 1
        self.hand[taker][card] += 1
        self.left -= 1
        self._no_choice()

    def _no_choice(self) -> None:
        """On to the giving back, or to step 4; all of a hand is handed over without asking."""
        if not self.left:
            if self.phase == "give":
                self._earn(self.here == "merchant")
                self._fourth()
                return
            self.phase, self.left = "give", self.n
        if self.phase == "rob":
            return
        giver, taker = (self.other, self.seat) if self.phase == "pick" else (self.seat, self.other)
        if self.hand[giver].total() <= self.left:
            self._hand_over(giver, taker, next(iter(+self.hand[giver])))

    def _do_swap(self, shop: str, hand: str) -> None:
        self.hand[self.seat][shop] += 1
        self.hand[self.seat][hand] -= 1
        self._exchange(shop, hand)

    def _do_to_hand(self, good: str) -> None:
        self.shop[self.seat][good] -= 1
        self.hand[self.seat][good] += 1
        self._left_shop(good)
        self._fourth()

    def _do_to_shop(self, good: str) -> None:
        self.hand[self.seat][good] -= 1
        self._enters(good, third=True)

    # Majorities.

    def _best_rival(self, kind: str) -> int:
        return max(self.shop[seat][kind] for seat in self.seats if seat != self.seat)

    def _left_shop(self, kind: str) -> None:
        mine = self.shop[self.seat][kind]
        if self.token[kind] == self.seat and (not mine or mine < self._best_rival(kind)):
            self.token[kind], self.guarded[kind] = None, False

    def _enters(self, kind: str, third: bool) -> None:
        """A card enters the shop of whoever plays; in step 3 the turn then goes on to step 4."""
        self.shop[self.seat][kind] += 1
        mine, best, holder = self.shop[self.seat][kind], self._best_rival(kind), self.token[kind]
        if holder != self.seat:
            if mine > best or (mine == best and (holder is None or (self.newcomer and not self.guarded[kind]))):
                self.token[kind], self.guarded[kind] = self.seat, False
            elif mine == best and self.newcomer:
                if "manichean" in self.ring:
                    self.guarded[kind] = False
                elif self.coins[self.seat] >= 2:
                    self.phase, self.fee = "fee", (kind, third)
                    return
        if third:
            self._fourth()

    def _do_pay(self) -> None:
        kind, _ = self.fee
        holder = self.token[kind]
        assert holder is not None
        self.coins[self.seat] -= 2
        self.coins[holder] += 2
        self.token[kind], self.guarded[kind] = self.seat, False
        self._do_decline()

    def _do_decline(self) -> None:
        self.phase = "act"
        if self.fee[1]:
            self._fourth()

    # Steps 4 and 5.

    def _fourth(self) -> None:
        tokens = list(self.token.values()).count(self.seat)
        if tokens >= (5 if len(self.seats) == 2 else 4) and len(+self.hand[self.seat]) >= 4:
            self.phase, self.top = "over", self.seat
        else:
            self._fill()

    def _fill(self) -> None:
        if None in self.market and self.deck:
            self.phase = "fill"
            return
        self.last_round |= None in self.market if self.stalls else not self.deck
        if self.last_round and self.seat == self.last:
            self.phase = "over"
        else:
            self.phase, self.seat = "move", (self.seat + 1) % len(self.seats)

    def points(self) -> tuple[list[int], list[int]]:
        """The points of each seat, and who wins."""
        totals = []
        for seat in self.seats:
            tokens = list(self.token.values()).count(seat)
            most = [k for k in KINDS if self.hand[seat][k] and self.hand[seat][k] == max(h[k] for h in self.hand)]
            kept = sorted((WORTH[kind] for kind in most), reverse=True)[:tokens]
            totals.append(2 * tokens + self.prestige[seat] + sum(kept))
        if self.top is not None:
            return totals, [self.top]
        best = max(zip(totals, self.coins, strict=True))
        return totals, [seat for seat in self.seats if (totals[seat], self.coins[seat]) == best]

    def agrees(self, state: State) -> None:
        """The engine's table is the same as this one."""

        def counts(cards: tuple[int, ...]) -> Counter[str]:
            return +Counter(dict(zip(KINDS, cards, strict=False)))

        assert self.ring == [str(character) for character in state.ring]
        assert self.market == [None if card is None else str(card) for card in state.market]
        assert (None if self.camel is None else self.camel + 1, +self.pile, self.under) == (
            state.camel,
            counts(state.pile),
            [str(u.card) for u in state.under],
        )
        for seat, player in enumerate(state.players):
            own = (self.coins[seat], self.prestige[seat], +self.hand[seat], +self.shop[seat], +self.removed[seat])
            theirs = (counts(player.hand), counts(player.shop), counts(player.removed))
            assert own == (player.coins, player.prestige, *theirs)
        guards = [token is not None and token.guarded for token in state.tokens]
        assert tuple(self.token.values()) == state.holders and list(self.guarded.values()) == guards
        assert +self.gone == counts(state.gone)
        found = {(type(a).__name__, *(getattr(a, f) for f in a.__struct_fields__)) for a in dunhuang.legal(state)}
        assert self.legal() == found
        if self.phase in ("move", "take", "act", "fee", "keep", "bury", "give"):
            assert state.turn == self.seat
        assert (self.phase == "over") == (state.turn is OVER)
