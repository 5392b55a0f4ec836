"""Hangzhou at a table: partly known positions, the typed city, counting at the end.

A hand that is `hidden` in the true position is unknown to the app (people played on cardboard). The engine assumes that
such a hand has what is needed; the table is asked before a merchant trades. For a hand that was followed until then
only the coins are uncertain (`at_least`): dyes and points change only with merchants, and payments visible in the city
are deducted; but players who have passed may have taken coins. The supply and the bag of such a position contain
everything not visible in the city and on the market.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from companion.engine.correction import Change, Correction, corrected
from companion.engine.game import Fault, OptionError, ParseError, Seat
from companion.engine.moves import replace_item
from companion.engine.wording import either
from companion.games.hangzhou import components, phases
from companion.games.hangzhou import effects as did
from companion.games.hangzhou.decision import decide
from companion.games.hangzhou.moves import PlaceCoin, PlaceDye, PlaceShop, Trade
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Colour, Merchant, Space, message
from companion.games.hangzhou.rounds import ROW, DieDrawn, MerchantActs, continue_after_merchant
from companion.games.hangzhou.rules import HANGZHOU
from companion.games.hangzhou.state import NONE, Die, Hand, Shop, State, changed, cubes
from companion.tables.game import GameTable, Options, Question, Skip, counted

COLOURS: Final = tuple(Colour)
DRAFTED: Final = ("city", "merchants", "market", "round_die", "start", "round")
"""The parts of a position that a draft may set."""
Played = tuple[State, tuple[Any, ...]]


def _correct(state: State, action: Correction) -> Played:
    """Applies a correction; supply and bag follow from it unless they were set, too."""
    after, effects = HANGZHOU.play(state, action)
    parts = {change.path.partition(".")[0] for change in action.changes}
    follows = settled(after)
    kept = {part: getattr(after, part) for part in ("supply", "bag") if part in parts}
    return replace(follows, **kept), effects


def settled(state: State) -> State:
    """Returns the position with what follows from the city and the market: shops, supply and bag, at most."""
    full = HANGZHOU.default("hands", state)
    hands = tuple(
        Hand(hidden=True, shops=usual.shops) if hand.hidden else hand
        for hand, usual in zip(state.hands, full, strict=True)
    )
    state = replace(state, hands=hands)
    return replace(state, supply=HANGZHOU.default("supply", state), bag=HANGZHOU.default("bag", state))


def _count_paid(before: State, after: State, seat: Seat) -> int:
    """Returns a seat's payments visible in the city: one coin for each new shop, and those on shops now."""
    was, now = ([shop for _, shop in state.shops() if shop.owner == seat] for state in (before, after))
    return max(0, len(now) - len(was)) + max(0, sum(shop.coins for shop in now) - sum(shop.coins for shop in was))


def foreseen(state: State) -> tuple[Any, ...]:
    """Returns the effects of the next merchant's step, if its trading partner has what is needed and trades."""
    assert isinstance(state.now, phases.Move), "only a merchant that is about to move is foreseen"
    able = tuple(replace(hand, hidden=True) for hand in state.hands)
    forced = replace(state, options=replace(state.options, trade="forced"), hands=able)
    return HANGZHOU.play(forced, MerchantActs(state.now.merchant))[1]


def _first_dice(state: State) -> tuple[str, ...]:
    """Returns possible first dice of an unknown row."""
    rows = enumerate(components.DYE_ROWS)
    return tuple(f"{row.dye} {price}" for i, row in rows if state.bag[i] for price in row.prices)


def _set_first_die(state: State, merchant: Merchant, text: str) -> Played:
    """Sets the first die of a row; if it has replaced one that went back to the bag, the merchant is done."""
    action = HANGZHOU.parse_action(text)
    if not isinstance(action, DieDrawn):
        raise ParseError(message("no_die"))
    i = action.dye.ordinal
    if action.price not in components.DYE_ROWS[i].sides:
        raise ParseError(message("never_lies", dye=action.dye, price=action.price))
    die = Die(action.dye, action.price)
    state = replace(state, market=replace_item(state.market, merchant.ordinal, (die,)))
    placed = did.DiePlaced(merchant, die, 1, "setup-market")
    if isinstance(state.now, phases.Move):
        return settled(state), (placed,)
    effects: list[Any] = [placed]
    return settled(continue_after_merchant(state, merchant, effects.append)), tuple(effects)


COUNTED: Final = ("coins", "shop_coins", "dyes", "points")
"""Coins in the hand, coins at own shops, dyes in the hand, victory points."""


def _worth(count: Mapping[str, int]) -> int:
    worth = components.WORTH
    coins = (count["coins"] + count["shop_coins"]) * worth["coin"]
    return coins + count["dyes"] * worth["dye"] + count["points"] * worth["point"]


class HangzhouTable(GameTable[State], frozen=True):
    """Partly known positions, a typed city, merchants whose step went differently."""

    def new(self, options: Options, chairs: tuple[int, ...], first: int) -> State:
        """A game before its first draw. Raises `OptionError`."""
        colours = tuple(COLOURS[c] for c in chairs)
        state: State = self.rules.new(len(chairs), colours=colours, start=first, **options)
        return state

    def chairs_of(self, state: State) -> tuple[int, ...]:
        return tuple(colour.ordinal for colour in state.colours)

    def along(self, was: Any, now: Any, then: Any) -> Any:
        """Moves an action along with its shop."""
        match was, now, then:
            case PlaceShop(), PlaceShop(), PlaceDye() | PlaceCoin() if then.space == was.space:
                return replace(then, space=now.space)
        return then

    def known(self, state: State) -> bool:
        return not any(hand.hidden or hand.at_least for hand in state.hands)

    def number(self, seen: State, seat: Seat, thing: str) -> int | None:
        """Returns the number of a thing: everything in the city, and certain things in hands."""
        hand = seen.hands[seat]
        if (hand.hidden or hand.at_least) and thing != "coins_at_shops":
            return None
        return counted(HANGZHOU.score(seen), seat, thing)

    def rolls(self, state: State) -> bool:
        """With full rows the bag is known too; while they are being filled it is the rest."""
        if self.known(state) or isinstance(state.now, phases.Market):
            return True
        rolling = isinstance(state.now, phases.Roll)
        return sum(len(row) for row in state.market) == ROW * len(MERCHANTS) - rolling

    def holdings(self, seen: State, seat: Seat) -> dict[str, int]:
        """The hand, and what lies at the own shops."""
        hand, own = seen.hands[seat], [shop for _, shop in seen.shops() if shop.owner == seat]
        held: dict[str, int] = {}
        if not hand.hidden:
            held = {f"dye.{dye}": n for dye, n in zip(DYES, hand.dyes, strict=True)}
            held |= {"coins": hand.coins, "points": hand.points}
        held |= {"shops": hand.shops, "shop_coins": sum(shop.coins for shop in own)}
        return held | {f"shop_dye.{dye}": sum(shop.dye == dye for shop in own) for dye in DYES}

    def private(self, state: State, action: Any) -> bool:
        """With hidden hands, anything that a full hand may do and an empty one may not: the answer would reveal it."""
        seat = state.turn
        if state.options.open_hands == "yes" or not isinstance(seat, int):
            return False
        refusals = []
        for unknown in (False, True):
            hand = Hand(hidden=unknown, shops=state.hands[seat].shops)
            refusals.append(HANGZHOU.refusal(replace(state, hands=replace_item(state.hands, seat, hand)), action, seat))
        return refusals[0] != refusals[1]

    def play(self, state: State, action: Any, by: Seat | None) -> Played:
        """Plays by the rules. In a partly known position, dice that were never entered stay unknown."""
        if self.known(state):
            return HANGZHOU.play(state, action, by)
        if isinstance(action, Correction):
            return _correct(state, action)
        after, effects = HANGZHOU.play(state, action, by)
        if isinstance(state.now, phases.Roll) and isinstance(action, DieDrawn) and not self.rolls(state):
            m = state.now.merchant.ordinal
            after = replace(after, market=replace_item(after.market, m, state.market[m]))
        return settled(after), effects

    def question(self, state: State) -> Question | None:
        """Question for the first die of a row, or whether the owner of the next shop can pay."""
        if self.known(state) or not isinstance(state.now, phases.Move):
            return None
        merchant = state.now.merchant
        if state.demand(merchant) is None:
            return Question("die", "setup-market", thing=merchant, answers=_first_dice(state))
        trade = next((effect for effect in foreseen(state) if isinstance(effect, did.Bought | did.Sold)), None)
        if trade is None:
            return None
        hand, price = state.hands[trade.seat], trade.die.price if isinstance(trade, did.Bought) else None
        if not hand.hidden and not (hand.at_least and price is not None and hand.coins < price):
            return None
        brew = () if isinstance(trade, did.Bought) else tuple(dye.value for dye in trade.paid)
        return Question("pay", trade.rule, trade.seat, merchant, trade.space, price, brew, ("yes", "no"))

    def unknown(self, state: State) -> Question | None:
        """Question for the new first die of a row, when the app knew only the one that went back to the bag."""
        if not isinstance(state.now, phases.Roll) or self.rolls(state):
            return None
        return Question("die", "replace-die", thing=state.now.merchant, answers=_first_dice(state))

    def answered(self, state: State, answer: str) -> Played:
        """Sets the die; or the trade follows the answer: an unknown hand has what is needed unless the answer is no.
        Then it counts as empty for this step."""
        asked = self.question(state) or self.unknown(state)
        if asked is None or not isinstance(state.now, phases.Move | phases.Roll):
            raise ParseError(message("nothing_asked"))
        merchant = state.now.merchant
        word = answer.strip().lower()
        if asked.kind == "die":
            return _set_first_die(state, merchant, word)
        if word not in asked.answers:
            raise ParseError(message("answer", answers=either(asked.answers)))
        seat, able = asked.seat, word == "yes"
        assert seat is not None, "somebody is asked to pay"
        was = state.hands[seat]
        hand = replace(was, hidden=was.hidden and able, at_least=was.at_least and able)
        after, effects = HANGZHOU.play(
            replace(state, hands=replace_item(state.hands, seat, hand)), MerchantActs(merchant)
        )
        if isinstance(after.now, phases.Ask):
            after, more = HANGZHOU.play(after, Trade())
            effects = (*effects, *more)
        hand = replace(after.hands[seat], hidden=was.hidden, at_least=was.at_least)
        return settled(replace(after, hands=replace_item(after.hands, seat, hand))), tuple(
            # what an unknown hand lacks is not said
            replace(effect, held=None, missing=()) if isinstance(effect, did.TakenBack) else effect
            for effect in effects
        )

    def draft(
        self, state: State | None, options: Options, chairs: tuple[int, ...], changes: tuple[Change, ...]
    ) -> State:
        """Returns the last position, or an empty city, with the taps. Raises `ParseError`."""
        if state is None:
            state = replace(self.new(options, chairs, 0), now=phases.Move(MERCHANTS[0]))
        for change in changes:
            if change.path.partition(".")[0] not in DRAFTED:
                raise ParseError(message("not_drafted", parts=DRAFTED, path=change.path))
        made = corrected(state, Correction(changes, "draft", "draft"), self.rules)
        hands = tuple(Hand(hidden=True, shops=hand.shops) for hand in made.hands)
        return settled(replace(made, hands=hands, pool=NONE, seals=(False,) * len(hands), mixed_returned=False))

    def kept(self, before: State, entered: State) -> State:
        """With open hands, keeps what was known of them, minus payments for shops and coins visible in the city since.
        Coins taken instead are not entered, so there may be more."""
        if before.options.open_hands != "yes" or before.colours != entered.colours:
            return entered
        hands = []
        for seat, (was, now) in enumerate(zip(before.hands, entered.hands, strict=True)):
            coins = max(0, was.coins - _count_paid(before, entered, Seat(seat)))
            hands.append(now if was.hidden else Hand(coins, True, was.dyes, was.points, shops=now.shops))
        return settled(replace(entered, hands=tuple(hands)))

    def missing(self, state: State) -> tuple[str, ...]:
        """The first die of each row."""
        return tuple(f"market.{m}" for m, row in zip(MERCHANTS, state.market, strict=True) if not row)

    def draft_faults(self, state: State) -> tuple[Fault, ...]:
        """Returns too many cubes, shops, dice; rows may be short."""
        counted = zip(DYES, cubes(state.city, ()), components.CUBES, strict=True)
        many = (Fault("cubes", "box", thing=dye, found=n, expected=most) for dye, n, most in counted if n > most)
        return (*many, *(fault for fault in HANGZHOU.faults(state) if fault.kind not in ("cubes", "row")))

    def entered(self, state: State) -> State:
        """Continues with the merchants."""
        return replace(state, now=phases.Move(MERCHANTS[0]))

    def skip(self, state: State, place: str | None, *, traded: bool) -> Skip:
        """Sends the merchant whose turn it is to `place` (None: where the rules send it).

        On a target, and with a trade, the rules do the rest from there. Otherwise the next merchant follows; after the
        last one the round ends as after a question that nobody can answer.
        """
        if not isinstance(state.now, phases.Move):
            raise ParseError(message("no_merchant_moved"))
        merchant = state.now.merchant
        space = place.upper() if place else decide(state, merchant).end
        if space is not None and space not in SPACES:
            raise ParseError(message("no_space", given=place, spaces=message("spaces")))
        moved = Change(f"merchants.{merchant}", space)
        demand = state.demand(merchant)
        shop = None if space is None else state.city[Space(space).ordinal]
        target = shop is not None and demand is not None and shop.dye == demand.dye
        if target and traded:
            return Skip((moved,))
        following = merchant.ordinal + 1
        if following < len(MERCHANTS):
            return Skip((moved, Change("now", {"phase": "move", "merchant": MERCHANTS[following]})))
        ask = Change("now", {"phase": "ask", "merchant": merchant})
        if not target or shop is None or shop.dye is None:
            return Skip((moved, ask), go_on=True)
        dye = f"city.{space}.dye"
        return Skip((moved, ask, Change(dye, None)), go_on=True, after=(Change(dye, shop.dye.value),))

    def tally_things(self, counted: tuple[Mapping[str, int], ...]) -> tuple[tuple[str, ...], ...]:
        """Everybody counts the same; only those who tie for the lead count their shops in the city."""
        if any(thing not in count for count in counted for thing in COUNTED) or len(counted) < 2:
            return (COUNTED,) * len(counted)
        totals = [_worth(count) for count in counted]
        ties = totals.count(max(totals)) > 1
        return tuple((*COUNTED, "shops") if ties and total == max(totals) else COUNTED for total in totals)

    def tallied(self, options: Options, chairs: tuple[int, ...], counted: tuple[Mapping[str, int], ...]) -> State:
        """Returns a finished game with these things; the places of shops and dyes do not matter.

        A player with coins at shops has at least one shop. Raises `OptionError` for more shops than spaces.
        """
        if len(counted) < 2:
            raise OptionError(message("solo_uncounted"))
        state = self.new(options, chairs, 0)
        city, hands = list[Shop | None](), []
        for seat, count in enumerate(counted):
            shops, most = count.get("shops") or int(count["shop_coins"] > 0), components.SHOPS[state.colours[seat]]
            if shops > most:
                raise OptionError(message("shops_at_most", most=most))
            city += [Shop(Seat(seat), None, count["shop_coins"] if n == 0 else 0) for n in range(shops)]
            dyes = changed(NONE, 0, count["dyes"])
            hands.append(Hand(count["coins"], dyes=dyes, points=count["points"], shops=most - shops))
        city += [None] * (len(SPACES) - len(city))
        return replace(state, city=tuple(city), hands=tuple(hands), now=phases.Over())


TABLE: Final = HangzhouTable(
    HANGZHOU, tuple(colour.value for colour in COLOURS), over=(Change("now", {"phase": "over"}),)
)
