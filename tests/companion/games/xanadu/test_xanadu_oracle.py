"""Random games told again by a bookkeeper who has the rules page and the printed cards, and nothing of the engine."""

from __future__ import annotations

import csv
from collections import Counter
from typing import Any

import pytest
from cases import CASES

from companion.engine import OVER, xanadu
from companion.engine.drive import Generator, drive
from companion.games.xanadu.moves import Build, EndTurn, PickStart, PlaceWorker, Sell
from companion.games.xanadu.state import State
from companion.games.xanadu.turns import CardDrawn, EndDrawn
from pnp.kits import collection

pytestmark = pytest.mark.long

XANADU = next(case for case in CASES if case.game.ID == "xanadu")
ROWS = csv.DictReader(collection().joinpath("xanadu", "buildings.csv").read_text("utf-8").splitlines())
CARDS = {int(row["number"]): row for row in ROWS}
BEST_FIRST = ("brown", "blue", "yellow", "green", "magenta")
EXTRA = {"yellow": 1, "green": 2}


class House:
    """A building in front of somebody."""

    def __init__(self, card: int, sideways: bool = False) -> None:
        self.card, self.sideways = card, sideways
        self.workers: list[int] = []

    @property
    def row(self) -> dict[str, str]:
        return CARDS[self.card]

    @property
    def full(self) -> bool:
        return len(self.workers) == 4

    @property
    def price(self) -> int:
        return int(self.row[f"price{len(self.workers) + 1}"])

    def lasting(self) -> list[str]:
        """What it gives its owner every turn, once it stands."""
        if self.sideways:
            return []
        return [r for r in (self.row["passive"], *(self.row[f"favour{n + 1}"] for n in range(len(self.workers)))) if r]


class Bookkeeper:
    """A table as one would keep it on paper; told of actions and outcomes only."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.players, self.slots = players, options.get("end_slots", 11)
        self.advanced = options.get("advanced") == "yes"
        self.many = players >= 5
        self.passes = 3 if self.many or options.get("long_game") == "yes" else 2
        self.limit = 6 if self.advanced else 4 if self.many else 5
        two = players == 2 and options.get("two_player", "print") == "print"
        self.first = 2 if self.advanced or two else 1
        online = options.get("edition") == "online"
        self.deck = [n for n, row in CARDS.items() if online or row["colour"] != "magenta"]
        self.discard: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.picks: list[list[int]] = [[] for _ in range(players)]
        self.city: list[list[House]] = [[] for _ in range(players)]
        self.coins = [0] * players
        self.run, self.idle, self.seat = 1, 0, options.get("start", 0)
        self.phase, self.stage = "deal", "setup"
        self.new_turn()
        self.phase = "deal"
        self.go_on()

    def new_turn(self) -> None:
        self.phase, self.sold, self.working, self.built, self.drew, self.left = "play", False, False, 0, 0, 0
        self.gathered: Counter[str] = Counter()

    def order(self) -> list[int]:
        return [(self.seat + n) % self.players for n in range(self.players)]

    @property
    def end_card(self) -> int:
        return int(self.run == self.passes)

    def drawer(self) -> int | None:
        """Who draws next, if anybody."""
        if self.phase == "draw":
            return self.seat if self.left else None
        most = 8 if self.stage == "setup" and self.first == 2 else 7
        return next((seat for seat in self.order() if len(self.hands[seat]) < most), None)

    def go_on(self) -> None:
        """To the next card to be drawn, or past the last one."""
        if self.drawer() is not None:
            if self.deck or self.end_card:
                return
            if self.discard:
                self.reshuffle()
                return
        if self.phase == "deal":
            self.phase = "pick"
            if not self.picking():
                self.reveal()
        else:
            self.end_turn()

    def reshuffle(self) -> None:
        self.deck, self.discard, self.run = self.discard, [], self.run + 1

    def picking(self) -> list[int]:
        return [s for s in self.order() if self.hands[s] and len(self.picks[s]) < self.first]

    def reveal(self) -> None:
        for seat in range(self.players):
            self.city[seat] += [House(card) for card in sorted(self.picks[seat])]
            self.picks[seat] = []
        if self.stage == "turn":
            self.next_turn()
        elif self.stage == "sold":
            self.phase, self.working = "play", True
        else:
            self.new_turn()

    def restart(self, stage: str) -> None:
        self.phase, self.stage, self.idle = "deal", stage, 0
        self.go_on()

    def sale(self, seat: int, house: House) -> None:
        self.coins[seat] += house.price + (EXTRA.get(house.row["colour"], 0) if self.many else 0)
        self.discard += [house.card, *house.workers]
        self.city[seat].remove(house)

    def end_turn(self) -> None:
        """Step 4."""
        moved = self.sold or self.working or self.drew
        self.idle = 0 if moved else self.idle + 1
        for seat in range(self.players):
            for house in list(self.city[seat]):
                house.sideways = False
                if house.full:
                    self.sale(seat, house)
        if any(self.city):
            self.next_turn()
        else:
            self.restart("turn")

    def next_turn(self) -> None:
        if self.idle >= self.players:
            self.phase = "over"
            return
        self.seat = (self.seat + 1) % self.players
        self.new_turn()

    def purse(self) -> Counter[str]:
        found = Counter(self.gathered)
        for house in self.city[self.seat]:
            found.update(house.lasting())
        return found

    def house(self, card: int) -> tuple[int, House]:
        return next((s, h) for s, houses in enumerate(self.city) for h in houses if h.card == card)

    def legal(self) -> set[tuple[Any, ...]]:
        """What may be done, by whoever comes first."""
        if self.phase == "pick":
            hand = self.hands[self.picking()[0]]
            best = next(c for c in BEST_FIRST if any(CARDS[n]["colour"] == c for n in hand))
            return {("PickStart", n) for n in hand if CARDS[n]["colour"] == best}
        if self.phase in ("deal", "draw"):
            found: set[tuple[Any, ...]] = {("CardDrawn", n) for n in self.deck}
            return found | ({("EndDrawn",)} if self.end_card and len(self.deck) + 1 <= self.slots else set())
        if self.phase == "over":
            return set()
        hand, own, found = self.hands[self.seat], self.city[self.seat], {("EndTurn",)}
        if not self.working:
            found |= {("Sell", h.card) for h in own if not h.sideways}
        for houses in self.city:
            found |= {("PlaceWorker", h.card, n) for h in houses if not (h.sideways or h.full) for n in hand}
        if len(own) < self.limit and (self.advanced or not self.built):
            found |= {("Build", n) for n in hand if Counter(CARDS[n]["cost"].split()) <= self.purse()}
        return found

    def see(self, action: Any, by: int | None) -> None:
        """Takes an action in."""
        match action:
            case PickStart():
                assert by is not None
                self.hands[by].remove(action.card)
                self.picks[by].append(action.card)
                if not self.picking():
                    self.reveal()
            case Sell():
                self.sale(*self.house(action.building))
                self.sold = True
                if not any(self.city):
                    self.restart("sold")
            case PlaceWorker():
                _, house = self.house(action.building)
                self.hands[self.seat].remove(action.worker)
                self.gathered.update(house.row[f"row{len(house.workers) + 1}"].split())
                house.workers.append(action.worker)
                self.working = True
            case Build():
                self.hands[self.seat].remove(action.card)
                self.gathered.subtract(CARDS[action.card]["cost"].split())
                self.city[self.seat].append(House(action.card, sideways=True))
                self.built, self.working = self.built + 1, True
            case EndTurn():
                room = 7 - len(self.hands[self.seat])
                self.left = max(0, min(room, 3 if self.sold else 1 if self.working else 7))
                self.phase = "draw"
                self.go_on()
            case CardDrawn():
                seat = self.drawer()
                assert seat is not None
                self.deck.remove(action.card)
                self.hands[seat].append(action.card)
                if self.phase == "draw":
                    self.left, self.drew = self.left - 1, self.drew + 1
                if not self.deck and not self.end_card and self.discard:
                    self.reshuffle()
                self.go_on()
            case EndDrawn():
                self.phase = "over"

    def agrees(self, state: State) -> None:
        """The engine's table is the same as this one."""
        assert [sorted(hand) for hand in self.hands] == [list(player.hand) for player in state.players]
        assert [sorted(cards) for cards in self.picks] == [list(player.picked) for player in state.players]
        assert [[(h.card, tuple(h.workers), h.sideways, h.price) for h in houses] for houses in self.city] == [
            [(b.card, b.workers, b.sideways, b.price) for b in houses] for houses in state.city
        ]
        assert self.coins == [player.coins for player in state.players]
        assert (sorted(self.deck), sorted(self.discard)) == (list(state.deck), list(state.discard))
        assert self.legal() == {(type(a).__name__, *(getattr(a, f) for f in a.__struct_fields__))
                                for a in xanadu.legal(state)}  # fmt: skip
        if self.phase == "play":
            assert state.turn == self.seat
        assert (self.phase == "over") == (state.turn is OVER)

    def totals(self) -> list[int]:
        """The final sale."""
        for seat in range(self.players):
            for house in list(self.city[seat]):
                self.sale(seat, house)
        return self.coins


def told_again(players: int, options: dict[str, Any], seed: int) -> None:
    books, state = Bookkeeper(players, options), xanadu.new(players, **options)
    books.agrees(state)
    for step in drive(xanadu, state, XANADU.chooser(seed), Generator(seed)):
        books.see(step.action, step.by)
        books.agrees(step.state)
        state = step.state
    score, totals = xanadu.score(state), books.totals()
    assert [sheet.total for sheet in score.sheets] == totals
    assert list(score.winners) == [seat for seat, n in enumerate(totals) if n == max(totals)]


BY_APP = [(players, options) for players, options in XANADU.combinations() if options["cards"] == "app"]


@pytest.mark.parametrize("games", [2, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("players", "options"), BY_APP)
def test_every_table_is_the_one_that_the_rules_page_makes(players: int, options: dict[str, Any], games: int) -> None:
    turns = XANADU.turns(players, options)
    for seed in range(games):
        told_again(players, turns[seed % len(turns)], seed)
