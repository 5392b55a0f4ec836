"""The rules of Merchants of Dunhuang as one object."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from msgspec.structs import replace

from companion.engine.annotations import join_subclasses
from companion.engine.game import OVER, Refusal, ScoreLine, Seat, Sheet, Switch
from companion.engine.position_json import WrongError
from companion.engine.rules import GameRules
from companion.games.dunhuang import components, phases, possible
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.characters import CHARACTER_MOVES, OFFERS
from companion.games.dunhuang.evaluation import LEVELS, concerns, prospects
from companion.games.dunhuang.faults import faults
from companion.games.dunhuang.moves import MOVES
from companion.games.dunhuang.names import GOODS, MOST_CARDS, SEATS, SPACES, UNKNOWN, Character, Good, message
from companion.games.dunhuang.phases import EMPTY_SHOP, hidden
from companion.games.dunhuang.state import Options, Player, State, everywhere
from companion.games.dunhuang.study import STUDY
from companion.games.dunhuang.turns import OUTCOMES, GoOn, find_phase_rule
from companion.games.dunhuang.words import DunhuangSpeaker

_UNUSABLE: dict[Character, tuple[str, ...]] = {
    Character.INTERPRETER: ("deck_empty",),
    Character.DIPLOMAT: ("deck_empty",),
    Character.SOLDIER: ("nothing_in_shop", "no_other_kind"),
    Character.GENERAL: ("hand_empty", "no_other_kind"),
    Character.SHEPHERD: ("nothing_in_reach",),
    Character.FARMER: ("nothing_in_reach",),
    Character.MANICHEAN: ("no_token_to_guard",),
    Character.BUDDHIST: ("no_token_to_guard",),
    Character.PAINTER: ("hand_empty",),
    Character.MUSICIAN: ("nothing_in_shop",),
    Character.TRADER: ("hand_empty", "no_rival_with_cards"),
    Character.MERCHANT: ("hand_empty", "no_rival_with_cards"),
    Character.MAID: ("nothing_in_shop", "hand_empty", "no_other_kind"),
    Character.DOMESTIC: ("nothing_to_carry",),
}
"""Why a character cannot be used: the first reason that holds, or else the last."""


class Dunhuang(GameRules[State]):
    """2 to 4 players: a camel on a ring of characters, goods for hand and shop."""

    ID = "dunhuang"
    PLAYERS = (2, 3, 4)
    WORDS = "companion.games.dunhuang"
    EXAMPLES = "camel 3, into hand, into shop tea, coins, draw, keep tea, exchange tea 5 silk, pay, decline"
    MOVES = (*MOVES, *CHARACTER_MOVES)
    OUTCOMES = OUTCOMES
    GO_ON = GoOn()
    EFFECTS = join_subclasses(did.Effect)
    OPTIONS = Options
    LETTERS = SEATS
    SPEAKER = DunhuangSpeaker
    STUDY = STUDY

    LEVELS = LEVELS
    prospects = staticmethod(prospects)
    concerns = staticmethod(concerns)
    remembered = staticmethod(possible.remembered)
    possible = staticmethod(possible.possible)
    faults = staticmethod(faults)

    def begin(self, players: int, start: Seat, options: Options) -> State:
        setup = components.SETUPS[players]
        return State(
            options=options,
            ring=(),
            market=(None,) * SPACES,
            camel=None,
            tokens=(None,) * len(GOODS),
            players=(Player(setup.coins),) * players,
            under=(),
            gone=EMPTY_SHOP,
            start=start,
            last_round=False,
            now=phases.Lay(),
            pile=(*setup.copies, 0),
        )

    def new(self, players: int = 4, *, start: int = 0, cards: str = "app", **switches: Any) -> State:
        """Returns a game before its first tile is laid. `cards`: ``app`` if the app has the goods, ``paper`` if they
        are on the table: then the app only knows their number, and a card is identified when it is shown. Raises
        `OptionError`."""
        state = super().new(players, start=start, **switches)
        if cards not in ("app", "paper"):
            raise Switch("cards", ("app", "paper"), "").unfit(cards)
        return state if cards == "app" else replace(state, pile=hidden(state.pile))

    def settle(self, state: State) -> State:
        """Raises `WrongError` for more cards than the notation allows, or an impossible phase."""
        now = state.now
        if sum(everywhere(state)) > MOST_CARDS:
            raise WrongError(message("many_cards_in_all", most=MOST_CARDS), ".players")
        if isinstance(now, phases.Rob | phases.Picking | phases.Giving) and now.other == now.seat:
            raise WrongError(message("needs_other", phase=now.phase), ".now")
        if isinstance(now, phases.Fee) and now.good is Good.UNKNOWN:
            raise WrongError(message("needs_good", phase=now.phase), ".now")
        return state

    def default(self, field: str, before: Any) -> Any:
        match field:
            case "now":
                return phases.Walk(before.start)
            case "pile":
                return _undrawn(before)
        return super().default(field, before)

    def phase_key(self, state: State) -> object:
        """Returns the phase; in step 3 the camel's character."""
        return state.character or phases.Act if isinstance(state.now, phases.Act) else type(state.now)

    def not_now(self, state: State, action: Any) -> Refusal:
        if isinstance(state.now, phases.Act) and isinstance(action, OFFERS):
            return Refusal("other_character", "character", thing=state.character)
        return Refusal("not_now", find_phase_rule(state), thing=state.phase)

    def unusable(self, state: State) -> Refusal | None:
        """Returns why the current seat can only take the coins in step 3 (D2); None if the character can be used.
        Raises `ValueError` outside step 3."""
        if not isinstance(state.now, phases.Act):
            raise ValueError("a character is used in step 3 only")
        seat, character = state.now.seat, state.character
        if len(self.legal(state)) > 1:
            return None
        if character is None:
            return Refusal("other_character", "character")
        player, reasons = state.players[seat], _UNUSABLE[character]
        holds = {"nothing_in_shop": not any(player.shop), "hand_empty": not any(player.hand)}
        reason = next((one for one in reasons if holds.get(one)), reasons[-1])
        if reason == "deck_empty":
            return Refusal(reason, "short-deck")
        return Refusal(reason, character, seat=seat)

    def together(self, state: State) -> tuple[Seat, ...]:
        return state.choosing()

    def sheet(self, state: State, seat: Seat) -> Sheet:
        """Returns a seat's score. Unknown cards count nothing."""
        player, tokens = state.players[seat], state.count_tokens(seat)
        best = sorted(kept(state)[seat], key=lambda i: -components.VALUES[i])[:tokens]
        lines = (
            ScoreLine("tokens", tokens, components.TOKEN_WORTH, "score-majority"),
            ScoreLine("prestige", player.prestige, components.PRESTIGE_WORTH, "score-prestige"),
            *(ScoreLine(f"card_{GOODS[i]}", 1, components.VALUES[i], "score-hands") for i in sorted(best)),
        )
        return Sheet(seat, lines, (ScoreLine("coins", player.coins, 0, "winner"),))

    def winners(self, state: State, sheets: Sequence[Sheet]) -> tuple[tuple[Seat, ...], str]:
        """Returns the winners; a top merchant wins whatever the points are."""
        if isinstance(state.now, phases.Over) and state.now.seat is not None:
            return (state.now.seat,), "top-merchant"
        return super().winners(state, sheets)

    def closed(self, state: State) -> Collection[str]:
        """Returns the closed secrets; hands are open while they are shown at the end."""
        if state.turn is OVER:
            return ()
        secrets = {"removed", "deck", "drawn"}
        return secrets if isinstance(state.now, phases.Showing) else secrets | {"hand"}

    def seen(self, state: State, effect: Any, seat: Seat | None) -> Any:
        """Returns the effect as the seat sees it. A card discarded from the hand for the Painter is seen by nobody
        else."""
        seen = super().seen(state, effect, seat)
        if isinstance(effect, did.Discarded) and effect.rule == "painter" and seat != effect.seat:
            return seen if state.turn is OVER else replace(seen, card=Good.UNKNOWN)
        return seen

    def seats_called(self, state: State, words: Any) -> Sequence[str]:
        return [words.phrase("player", letter=letter) for letter in SEATS]


def kept(state: State) -> tuple[tuple[int, ...], ...]:
    """Returns the kinds, by index, of which each seat keeps a card: those it has most of in hand, or ties for."""
    hands = [player.hand for player in state.players]
    most = [max(hand[i] for hand in hands) for i in range(len(GOODS))]
    return tuple(tuple(i for i, n in enumerate(most) if n and hand[i] == n) for hand in hands)


def _undrawn(before: Any) -> tuple[int, ...]:
    """Returns the cards that are nowhere else; all unknown if cards elsewhere are."""
    found, copies = everywhere(before, pile=False), components.SETUPS[len(before.players)].copies
    left = tuple(max(0, n - there) for n, there in zip(copies, found[:UNKNOWN], strict=True))
    if found[UNKNOWN]:
        return (*EMPTY_SHOP, max(0, sum(left) - found[UNKNOWN]))
    return (*left, 0)


DUNHUANG: Final = Dunhuang()
