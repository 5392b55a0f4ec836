"""The games in OpenSpiel: ``register()``, then ``pyspiel.load_game("silkroad_dunhuang(players=3)")``.

Actions and outcomes go by their numbers in the game's catalogue. Seats that choose at the same time choose one after
the other, and none sees what others chose. Parameters of a game: `players`; `options`, its house rules
(``options=trade:optional start_at:2``); `longest`, the actions after which it counts as one that nobody won. It needs
the extra `openspiel`.
"""

from __future__ import annotations

from typing import Any, ClassVar

import pyspiel

from companion.engine.game import CHANCE, OVER
from companion.engine.registry import GAMES, game

PREFIX = "silkroad_"
LONGEST = 100_000
"""Actions that no game should need: the rules let some go on for ever (H15)."""


def register() -> tuple[str, ...]:
    """Makes all installed games known to OpenSpiel, once; the names that they have there."""
    known = set(pyspiel.registered_names())
    for name in GAMES:
        if PREFIX + name not in known:
            made: Any = type(f"{name.capitalize()}Game", (SpielGame,), {"ENGINE": name, "TYPE": _type(game(name))})
            made.__module__ = __name__
            globals()[made.__name__] = made  # where it is found again when a game is pickled
            pyspiel.register_game(made.TYPE, made)
    return tuple(PREFIX + name for name in GAMES)


def _type(engine: Any) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=PREFIX + engine.ID,
        long_name=f"Silk Road: {engine.ID.capitalize()}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(engine.PLAYERS),
        min_num_players=min(engine.PLAYERS),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"players": _usual(engine), "options": "", "longest": LONGEST},
    )


def _usual(engine: Any) -> int:
    """Returns the default number of players: two if the game allows it."""
    return max(2, int(min(engine.PLAYERS)))


def _options(text: str) -> dict[str, Any]:
    """Returns the house rules by name. Raises `ValueError`."""
    found = {}
    for word in text.split():
        name, colon, value = word.partition(":")
        if not colon:
            raise ValueError(f"options: expected name:value, not {word!r}")
        found[name] = value
    return found


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # a class of another language
    """A game of OpenSpiel. Raises `OptionError` where the game is not offered like that."""

    ENGINE: ClassVar[str]
    TYPE: ClassVar[pyspiel.GameType]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params, engine = params or {}, game(self.ENGINE)
        players, count = int(params.get("players", _usual(engine))), len(engine.catalogue)
        self.longest = int(params.get("longest", LONGEST))
        self.begin = engine.new(players, **_options(str(params.get("options", ""))))
        info = pyspiel.GameInfo(
            num_distinct_actions=count,
            max_chance_outcomes=count,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=self.longest,
        )
        super().__init__(self.TYPE, info, params)

    def new_initial_state(self) -> SpielState:
        """Returns the game before its first draw."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Returns an observer that formats a seat's view."""
        return Observer()


class SpielState(pyspiel.State):  # type: ignore[misc]  # a class of another language
    """A state of OpenSpiel."""

    def __init__(self, of: SpielGame) -> None:
        super().__init__(of)
        self.position: Any = of.begin
        """The engine's state."""
        self._name, self._left = of.ENGINE, of.longest

    @property
    def engine(self) -> Any:
        """The rules."""
        return game(self._name)

    def current_player(self) -> int:
        """Returns the seat to act, or OpenSpiel's constant for chance or the end."""
        turn = self.position.turn
        if turn is OVER or not self._left:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if turn is CHANCE else int(turn)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(map(self.engine.catalogue.index, self.engine.legal(self.position, player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the outcomes by number, with their probabilities."""
        chances, number = self.engine.chances(self.position), self.engine.catalogue.index
        return sorted((number(outcome), float(probability)) for outcome, probability in chances)

    def _apply_action(self, action: int) -> None:
        self.position = self.engine.after(self.position, self.engine.catalogue[action])
        self._left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.engine.action_text(self.engine.catalogue[action]))

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """Returns 1 for the winner, shared by several; zeros before the end."""
        over = self.position.turn is OVER
        return list(self.engine.returns(self.position)) if over else [0.0] * self.num_players()

    def __str__(self) -> str:
        return str(self.engine.text(self.position))


class Observer:
    """Observation of a seat: its view of the position in one line, without a tensor."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Does nothing: the observer has no tensor."""

    def string_from(self, state: SpielState, player: int) -> str:
        """Formats the seat's view."""
        return str(state.engine.text(state.engine.view(state.position, player)))
