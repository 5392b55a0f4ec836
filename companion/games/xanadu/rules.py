"""The rules of Xanadú as one object."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from companion.engine.annotations import join_subclasses
from companion.engine.game import CHANCE, OVER, OptionError, Refusal, ScoreLine, Seat, Sheet, Switch
from companion.engine.position_json import WrongError
from companion.engine.reading import Piece
from companion.engine.rules import GameRules
from companion.games.xanadu import components, phases, possible
from companion.games.xanadu import effects as did
from companion.games.xanadu.evaluation import LEVELS, concerns, prospects
from companion.games.xanadu.faults import faults
from companion.games.xanadu.moves import MOVES, EndTurn, PickStart
from companion.games.xanadu.names import (
    MOST_CARDS,
    SEAT_LETTERS,
    UNKNOWN,
    Card,
    Cards,
    format_card_number,
    message,
    unknown,
)
from companion.games.xanadu.state import MANY, Options, Player, State, count_all_cards, list_settled_picks, picking
from companion.games.xanadu.study import STUDY
from companion.games.xanadu.turns import OUTCOMES, EndDrawn, GoOn, draws, extra
from companion.games.xanadu.words import XanaduSpeaker

_RULES: dict[type, str] = {phases.Deal: "setup", phases.Pick: "start-building", phases.Draw: "draw"}
_CARD = Piece(
    message("card", last=len(components.CARDS)),
    "|".join([r"\*", "[0-9]{1,3}", *components.CARD_NAMED]),
    lambda text: _card(text),
    format_card_number,
)
"""A card is written by its printed number, ``07``; ``*`` is one that is not known. Ids are read, too."""


def _card(text: str) -> Card:
    if text == "*":
        return UNKNOWN
    card = components.CARD_NAMED.get(text) or Card(int(text))
    if card not in components.BUILDINGS:
        raise ValueError(text)
    return card


class Xanadu(GameRules[State]):
    """2 to 6 players: building for the Khan with one's own workers and on everybody's buildings."""

    ID = "xanadu"
    PLAYERS = (2, 3, 4, 5, 6)
    WORDS = "companion.games.xanadu"
    EXAMPLES = "start 07, sell 49, worker 49 12, build 12, end turn, draw 31, draw end"
    MOVES = MOVES
    OUTCOMES = OUTCOMES
    GO_ON = GoOn()
    EFFECTS = join_subclasses(did.Effect)
    OPTIONS = Options
    LETTERS = SEAT_LETTERS
    PIECES: ClassVar[Mapping[Any, Piece]] = {Card: _CARD}
    SPEAKER = XanaduSpeaker
    STUDY = STUDY

    LEVELS = LEVELS
    prospects = staticmethod(prospects)
    concerns = staticmethod(concerns)
    faults = staticmethod(faults)
    remembered = staticmethod(possible.remembered)
    possible = staticmethod(possible.possible)

    def begin(self, players: int, start: Seat, options: Options) -> State:
        return State(
            options=options,
            cards="app",
            players=(Player(),) * players,
            discard=(),
            run=1,
            idle=0,
            now=phases.Deal(start, "setup"),
            deck=components.EDITIONS[options.edition],
        )

    def new(self, players: int = 4, *, start: int = 0, cards: str = "app", **switches: Any) -> State:
        """Returns the state before anything is dealt. `cards`: ``app`` if the app has them, ``paper`` if they are on
        the table, so that the app only knows how many are hidden. Raises `OptionError`."""
        state = super().new(players, start=start, **switches)
        if cards not in ("app", "paper"):
            raise Switch("cards", ("app", "paper"), "").unfit(cards)
        return state if cards == "app" else replace(state, cards="paper", deck=unknown(state.deck))

    def settled(self, options: Options, players: int) -> Options:
        if options.advanced == "yes" and players >= MANY:
            raise OptionError(message("advanced", most=MANY - 1))
        return options

    def settle(self, state: State) -> State:
        """Sorts cards that have no order, too."""
        state = super().settle(state)
        if count_all_cards(state).total() > MOST_CARDS:
            raise WrongError(message("many_cards", most=MOST_CARDS))
        players = (
            replace(one, hand=tuple(sorted(one.hand)), picked=tuple(sorted(one.picked))) for one in state.players
        )
        sorted_piles = {"deck": tuple(sorted(state.deck)), "discard": tuple(sorted(state.discard))}
        return replace(state, players=tuple(players), **sorted_piles)

    def default(self, field: str, before: Any) -> Any:
        if field == "now":
            return phases.Play(Seat(0))
        return _undrawn(before) if field == "deck" else super().default(field, before)

    def together(self, state: State) -> tuple[Seat, ...]:
        return picking(state)

    def again(self, state: State, action: Any, by: Seat) -> bool:
        return isinstance(action, PickStart) and by in list_settled_picks(state)

    def not_your_turn(self, state: State, by: Seat) -> Refusal:
        if picking(state) and by in range(len(state.players)):
            return Refusal("picked_already", "start-building", seat=by, number=state.starting)
        return super().not_your_turn(state, by)

    def not_now(self, state: State, action: Any) -> Refusal:
        return Refusal("not_now", _RULES.get(type(state.now), "turn"), thing=state.phase)

    def resolving(self, state: State) -> State:
        """Returns the state with the cards of this turn about to be drawn, during steps 1 and 2."""
        now = state.now
        return (
            replace(state, now=phases.Draw(now.seat, draws(state, now)[0])) if isinstance(now, phases.Play) else state
        )

    def ends_game(self, state: State, seat: Seat) -> str | None:
        """Returns the rule by which the end of this turn certainly ends the game, whatever is drawn; None: it may
        continue.

        It only uses numbers of cards, so a view of the position suffices.
        """
        state, effects = self.play(state, EndTurn(), seat)
        while state.turn is CHANCE:
            outcomes = self.chances(state).outcomes
            going_on = next((one for one in outcomes if not isinstance(one, EndDrawn)), EndDrawn())
            state, effects = self.play(state, going_on)
        return next((effect.rule for effect in effects if isinstance(effect, did.GameEnded)), None)

    def sheet(self, state: State, seat: Seat) -> Sheet:
        """Returns a seat's score. Every building in play counts at its price in force, as if the game ended now.
        Unknown tong bao count as none."""
        player = state.players[seat]
        lines = [ScoreLine("coins", player.coins or 0, 1, "tong-bao")]
        lines += [ScoreLine(components.BUILDINGS[b.card].id, 1, b.price, "final-sale") for b in player.city]
        paid = sum([extra(state, building) for building in player.city])
        if paid:
            lines.append(ScoreLine("extra", paid, 1, "extra-coins"))
        return Sheet(seat, tuple(lines))

    def winners(self, state: State, sheets: Sequence[Sheet]) -> tuple[tuple[Seat, ...], str]:
        """Ties are shared (X8)."""
        return super().winners(state, sheets)[0], "winner"

    def closed(self, state: State) -> Collection[str]:
        """Returns the closed secrets; by the house rule `open_score = no` also the tong bao of others until the end."""
        secrets = {"hand", "picked", "workers", "deck"}
        return secrets | {"coins"} if state.options.open_score == "no" and state.turn is not OVER else secrets


def _undrawn(before: Any) -> Cards:
    """Returns the cards that are nowhere else; only their number, if some card is unknown."""
    elsewhere, cards = count_all_cards(before, deck=False), components.EDITIONS[before.options.edition]
    if before.cards == "paper" or UNKNOWN in elsewhere:
        return (UNKNOWN,) * max(0, len(cards) - elsewhere.total())
    return tuple(card for card in cards if card not in elsewhere)


XANADU: Final = Xanadu()
