"""The rules of Merchants of Hangzhou as one object."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from companion.engine.annotations import join_subclasses
from companion.engine.game import OVER, OptionError, Refusal, ScoreLine, Seat, Sheet
from companion.engine.position_json import WrongError
from companion.engine.reading import SeatWords, Token
from companion.engine.rules import GameRules
from companion.games.hangzhou import components, phases, possible
from companion.games.hangzhou import effects as did
from companion.games.hangzhou.evaluation import LEVELS, concerns, prospects
from companion.games.hangzhou.faults import faults
from companion.games.hangzhou.moves import MOVES, EndTurn, Pass, PickDye, TakeCoin, check_dye_in_pool
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Colour, message
from companion.games.hangzhou.rounds import OUTCOMES, GoOn
from companion.games.hangzhou.state import NONE, Hand, Options, State, count_shops, cubes, dice, rest
from companion.games.hangzhou.study import STUDY
from companion.games.hangzhou.words import HangzhouSpeaker

SOLD_ONLY_LIMIT = 30
"""The round limit of `round_die = sold_only` unless one is set."""
_RULES: dict[type, str] = {
    phases.Draw: "start-dyes",
    phases.Pick: "start-dyes",
    phases.Market: "setup-market",
    phases.Play: "player-round",
}


class Hangzhou(GameRules[State]):
    """1 to 4 players: dyes, shops, and four merchants who go their own way."""

    ID = "hangzhou"
    PLAYERS = (1, 2, 3, 4)
    WORDS = "companion.games.hangzhou"
    EXAMPLES = "shop B2, dye B2 red, coin B2, pass, take coin, end turn, pick red, draw red, die blue 2, move orange"
    MOVES = MOVES
    OUTCOMES = OUTCOMES
    GO_ON = GoOn()
    EFFECTS = join_subclasses(did.Effect)
    OPTIONS = Options
    LETTERS = "WBRY"
    SPEAKER = HangzhouSpeaker
    STUDY = STUDY
    TURN = "player-round"
    END = "end-of-game"
    LEVELS = LEVELS
    faults = staticmethod(faults)
    remembered = staticmethod(possible.remembered)
    possible = staticmethod(possible.possible)
    prospects = staticmethod(prospects)
    concerns = staticmethod(concerns)

    def tired(self, state: State, seat: Seat) -> EndTurn | Pass | TakeCoin | None:
        """Returns an action that ends the player round, or None. The rules allow an endless player round (H15)."""
        may = self.legal(state, seat) if isinstance(state.now, phases.Play) else ()
        return next((action for action in (Pass(), TakeCoin(), EndTurn()) if action in may), None)

    def begin(self, players: int, start: Seat, options: Options) -> State:
        return self.seated(tuple(Colour)[:players], start, options)

    def new(
        self, players: int = 4, *, start: int = 0, colours: tuple[Colour, ...] | None = None, **switches: Any
    ) -> State:
        """Returns a game before its first draw; `colours` of the seats. Raises `OptionError`."""
        state = super().new(players, start=start, **switches)
        if colours is None:
            return state
        if len(set(colours)) != players:
            raise OptionError(message("players", most=len(Colour)))
        return self.seated(tuple(map(Colour, colours)), state.start, state.options)

    def seated(self, colours: tuple[Colour, ...], start: Seat, options: Options) -> State:
        """A game before its first draw, for players of these colours."""
        return State(
            options=options,
            colours=colours,
            city=(None,) * len(SPACES),
            merchants=(None,) * len(MERCHANTS),
            market=((),) * len(MERCHANTS),
            bag=components.DICE,
            hands=tuple(Hand(components.START_COINS, shops=components.SHOPS[colour]) for colour in colours),
            pool=NONE,
            sold=NONE,
            supply=components.CUBES,
            seals=(False,) * len(colours),
            start=start,
            round=1,
            round_die=options.start_at,
            mixed_returned=False,
            now=phases.Draw(),
        )

    def settled(self, options: Options, players: int) -> Options:
        if options.round_die == "sold_only":
            if players == 1:
                raise OptionError(message("solo_die"))
            if options.round_limit is None:
                return replace(options, round_limit=SOLD_ONLY_LIMIT)
        return options

    def settle(self, state: State) -> State:
        """Empties unknown hands, too."""
        hands = tuple(Hand(hidden=True, shops=hand.shops) if hand.hidden else hand for hand in state.hands)
        return replace(super().settle(state), hands=hands)

    def default(self, field: str, before: Any) -> Any:
        match field:
            case "bag":
                return rest(components.DICE, dice(before.market))
            case "hands":
                left = [
                    components.SHOPS[colour] - count_shops(before.city, seat)
                    for seat, colour in enumerate(before.colours)
                ]
                return tuple(Hand(components.START_COINS, shops=max(0, n)) for n in left)
            case "supply":
                return rest(components.CUBES, cubes(before.city, before.hands, before.pool, before.sold))
            case "now":
                return phases.Play(before.start)
        start = self.seated(before.colours, Seat(0), before.options)
        return getattr(start, field)

    def players(self, state: Any) -> int:
        return len(state.colours)

    def seat_words(self, state: Any) -> SeatWords:
        return tuple((colour.letter, colour.value) for colour in state.colours)

    def names_in(self, tree: Mapping[str, Any]) -> Sequence[str]:
        colours = tree.get("players")
        known = isinstance(colours, list) and all(colour in tuple(Colour) for colour in colours)
        if not isinstance(colours, list) or not known or not 0 < len(colours) == len(set(colours)):
            raise WrongError(message("players", most=len(Colour)), ".players")
        return colours

    def all_names(self) -> Sequence[str]:
        return [colour.value for colour in Colour]

    def title(self, state: State) -> str:
        return "".join(colour.letter for colour in state.colours)

    def read_title(self, words: Sequence[Token]) -> dict[str, Any]:
        """The letters or names of the players' colours, in the order of their seats."""
        found: list[Colour] = []
        for word in words:
            name = word.text.lower()
            for part in (name,) if name in tuple(Colour) else word.text.upper():
                colour = next((one for one in Colour if part in one.texts), None)
                if colour is None:
                    raise word.wrong(message("player_letters", given=word.text))
                if colour in found:
                    raise word.wrong(message("colour_twice_in", given=word.text, colour=colour))
                found.append(colour)
        if not found:
            raise Token(self.ID, 1, 1).wrong(message("no_players"))
        return {"colours": tuple(found)}

    def not_now(self, state: State, action: Any) -> Refusal:
        """Nobody is asked to pick where the pool is empty, and that is why."""
        if isinstance(action, PickDye) and isinstance(state.now, phases.Pick):
            return check_dye_in_pool(state, state.now.seat, action.dye) or super().not_now(state, action)
        return Refusal("not_now", _RULES.get(type(state.now), "merchant-round"), thing=state.phase)

    def resolving(self, state: State) -> State:
        """The state with the merchant round beginning now, if it is in the player round."""
        return replace(state, now=phases.Move(MERCHANTS[0])) if isinstance(state.now, phases.Play) else state

    def sheet(self, state: State, seat: Seat) -> Sheet:
        """A solo game has no points: its sheet counts the mixed dyes sold."""
        if state.solo:
            return Sheet(seat, tuple(ScoreLine(f"sold_{DYES[i]}", state.sold[i], 0, "solo") for i in _MIXED))
        hand, worth = state.hands[seat], components.WORTH
        own = [shop for _, shop in state.shops() if shop.owner == seat]
        lines = (
            ScoreLine("coins_in_hand", hand.coins, worth["coin"], "score"),
            ScoreLine("coins_at_shops", sum(shop.coins for shop in own), worth["coin"], "score"),
            ScoreLine("dyes_in_hand", sum(hand.dyes), worth["dye"], "score"),
            ScoreLine("points", hand.points, worth["point"], "score"),
        )
        return Sheet(seat, lines, (ScoreLine("shops_in_city", len(own), 0, "tie"),))

    def winners(self, state: State, sheets: Sequence[Sheet]) -> tuple[tuple[Seat, ...], str]:
        if state.solo:
            return ((Seat(0),) if all(line.count for line in sheets[0].lines) else ()), "solo"
        return super().winners(state, sheets)

    def closed(self, state: State) -> Collection[str]:
        """A hidden hand shows only its shops: those that are not in the city."""
        return () if state.options.open_hands == "yes" or state.turn is OVER else {"hand"}

    def seats_called(self, state: State, words: Any) -> Sequence[str]:
        return [components.COLOUR_NAMES[words.language][colour] for colour in state.colours]


_MIXED = [i for i, natural in enumerate(components.NATURAL) if not natural]


HANGZHOU: Final = Hangzhou()
