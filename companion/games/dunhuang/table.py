"""Dunhuang at a table: goods on paper or on phones, and counting at the end.

With the cards on paper the app knows the number of cards in each hand and on the market, but no kinds: a card is
identified when it enters a shop or is shown, and becomes unknown again in a hand or on the market. So nobody is asked
about what everybody sees, and no key is refused because of it. At the end hands are shown, card by card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from companion.engine.correction import Change
from companion.engine.game import OVER, Seat
from companion.games.dunhuang import components
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.characters import Bury, Discard, ExchangeHand, Give, Swap, ToShop
from companion.games.dunhuang.moves import Keep
from companion.games.dunhuang.names import CARDS, GOODS, SEATS, UNKNOWN, Character, Good
from companion.games.dunhuang.phases import Over, hidden
from companion.games.dunhuang.rules import DUNHUANG
from companion.games.dunhuang.state import Player, State, Token, everywhere
from companion.tables.game import HOLDS_CARDS, GameTable, Options, OvercountError, counted

SHOWN: Final = ("show", "over")
"""The parts of the game in which hands lie open."""
Played = tuple[State, tuple[Any, ...]]
_HAND_NAMED: Final = (Keep, Bury, Give, ToShop, Swap, ExchangeHand)


def on_paper(state: State) -> bool:
    """Returns whether the cards are on the table, so that the app does not know them."""
    return everywhere(state)[UNKNOWN] > 0


def closed(state: State) -> State:
    """Returns the position without the kinds of cards on paper, unless hands are being shown."""
    if state.now.phase in SHOWN:
        return state
    players = tuple(replace(player, hand=hidden(player.hand)) for player in state.players)
    market = tuple(None if card is None else Good.UNKNOWN for card in state.market)
    return replace(state, players=players, market=market)


TIES: Final = "coins"
TOKENS_AND_PRESTIGE: Final = ("tokens", "prestige")


def _in_play(players: int) -> tuple[str, ...]:
    copies = components.SETUPS[players].copies if players in components.SETUPS else ()
    return tuple(good for good, n in zip(GOODS, copies, strict=False) if n)


def _counted(counted: tuple[Mapping[str, int], ...]) -> State:
    """Returns a finished game with these things; the kinds of tokens do not matter. Raises `OvercountError`."""
    state, kinds = DUNHUANG.new(len(counted)), _in_play(len(counted))
    found = {thing: sum(count.get(thing, 0) for count in counted) for thing in (*GOODS, *TOKENS_AND_PRESTIGE)}
    most = dict(zip(GOODS, state.setup.copies, strict=True)) | {"tokens": len(kinds), "prestige": components.PRESTIGE}
    for thing, n in most.items():
        if found[thing] > n:
            raise OvercountError(thing, found[thing], n)
    players = tuple(
        Player(count.get(TIES, 0), count["prestige"], (*(count.get(kind, 0) for kind in GOODS), 0)) for count in counted
    )
    held = [Token(Seat(seat)) for seat, count in enumerate(counted) for _ in range(count["tokens"])]
    tokens = dict(zip(kinds, held, strict=False))
    return replace(
        state,
        players=players,
        pile=(*(most[kind] - found[kind] for kind in GOODS), 0),
        tokens=tuple(tokens.get(kind) for kind in GOODS),
        now=Over(),
        last_round=True,
    )


class DunhuangTable(GameTable[State], frozen=True):
    """Cards on paper or on phones; hands are shown before the game ends."""

    def known(self, state: State) -> bool:
        return not on_paper(state)

    def scorable(self, seen: State) -> bool:
        """Hands score, so they must be open; a top merchant has won whatever they contain."""
        shown = not any(player.hand[UNKNOWN] for player in seen.players)
        return seen.turn is OVER and (shown or seen.now.seat is not None)

    def number(self, seen: State, seat: Seat, thing: str) -> int | None:
        """Tokens and prestige lie open. Cards of hands count once they are compared, when the game is over."""
        if thing in TOKENS_AND_PRESTIGE or self.scorable(seen):
            return counted(DUNHUANG.score(seen), seat, thing)
        return 0 if seen.turn is not OVER else None

    def holdings(self, seen: State, seat: Seat) -> dict[str, int]:
        """Coins, prestige, tokens, and cards by kind as far as they are known."""
        player = seen.players[seat]
        held = {"coins": player.coins, "prestige": player.prestige}
        held |= {f"hand.{good}": n for good, n in zip(CARDS, player.hand, strict=True)}
        held |= {f"shop.{good}": n for good, n in zip(GOODS, player.shop, strict=True)}
        return held | {f"token.{good}": int(seen.holder(good) == seat) for good in GOODS}

    def learned(self, effects: tuple[Any, ...]) -> bool:
        """Returns whether a hidden card was seen: drawn, dealt or laid by the app, drawn on paper, or passed between
        hands. Refilling the market on paper tells the app nothing, and cards shown at the end lie open."""
        return any(
            isinstance(effect, did.DrawBegan | did.Visited)
            or (isinstance(effect, did.CardLaid | did.CardDealt) and effect.card is not Good.UNKNOWN)
            for effect in effects
        )

    def deals(self, state: State) -> bool:
        """Returns whether tiles are drawn, the only thing to draw manually: cards on paper are not asked for."""
        return state.now.phase != "lay" and not on_paper(state)

    def private(self, state: State, action: Any) -> bool:
        """Returns whether an action names a card of a hand or a drawn one."""
        painted = isinstance(action, Discard) and state.character is Character.PAINTER
        return painted or isinstance(action, _HAND_NAMED)

    def secret(self, state: State, path: str, seat: Seat | None) -> bool:
        """Returns whether a field is secret. With the cards on paper the app knows their number, and everybody may
        correct it."""
        return not on_paper(state) and DUNHUANG.secret(state, path, seat)

    def loose(self, path: str) -> bool:
        """Returns whether a field may change without consequences: the camel and coins. Tokens, cards and prestige may
        end the game, or draw cards."""
        head, *rest = path.split(".")
        return path == "camel" or (head == "players" and rest[1:] == ["coins"])

    def cards(self, state: State) -> Mapping[str, int] | None:
        if on_paper(state):
            return None
        return {card: n for card, n in zip(CARDS, everywhere(state), strict=True) if n}

    def play(self, state: State, action: Any, by: Seat | None) -> Played:
        """Plays by the rules. Cards on paper are known by number only, and nobody is asked on which space of the market
        cards are exchanged."""
        after, effects = DUNHUANG.play(state, action, by)
        if not on_paper(state):
            return after, effects
        known = (replace(effect, space=None) if isinstance(effect, did.Exchanged) else effect for effect in effects)
        return closed(after), tuple(known)

    def finish(self, state: State) -> tuple[Change, ...]:
        """Ends the game; hands on paper are shown first."""
        unknown = any(player.hand[UNKNOWN] for player in state.players)
        return (Change("now", {"phase": "show" if unknown else "over"}),)

    def tally_things(self, counted: tuple[Mapping[str, int], ...]) -> tuple[tuple[str, ...], ...]:
        """Returns the things to count. Everybody counts tokens, prestige and the hand by kind; only those who tie for
        the lead count coins."""
        things = (*TOKENS_AND_PRESTIGE, *_in_play(len(counted)))
        if any(thing not in count for count in counted for thing in things):
            return (things,) * len(counted)
        try:
            totals = [sheet.total for sheet in DUNHUANG.score(_counted(counted)).sheets]
        except OvercountError:
            return (things,) * len(counted)
        ties = totals.count(max(totals)) > 1
        return tuple((*things, TIES) if ties and total == max(totals) else things for total in totals)

    def tallied(self, options: Options, chairs: tuple[int, ...], counted: tuple[Mapping[str, int], ...]) -> State:
        return _counted(counted)


TABLE: Final = DunhuangTable(DUNHUANG, tuple(SEATS), over=(Change("now", {"phase": "over"}),), switches=(HOLDS_CARDS,))
