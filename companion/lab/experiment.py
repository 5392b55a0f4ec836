"""An experiment: so many games of some kinds, as a TOML file says it.

    game = "pig"
    players = 3
    games = 1000
    bots = ["middling"]

    [[arm]]
    name = "bots of two kinds"
    bots = ["strong", "easy", "easy"]

What stands above the arms holds for each that says nothing else. Without arms there is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Struct

from companion.engine.game import OptionError
from companion.engine.registry import GAMES, game
from companion.lab.players import UnknownPlayer, player
from companion.lab.varied import Change, apply_change, read_tables
from pnp.findings import Findings, KitError
from pnp.kit.folder import KeyPath
from pnp.kit.toml_source import (
    BadValueError,
    ParsedBy,
    TomlSource,
    accepted,
    limited,
    read_struct,
    read_toml,
    whole,
)

Seating = Literal["rotated", "fixed", "swapped"]
LONGEST = 5_000
"""Actions after which a game counts as one that did not end, unless the experiment says otherwise."""
MOST_GAMES = 10_000_000


def _from_one(most: int) -> ParsedBy:
    hint = f"accepted: whole numbers from 1 to {most}"
    return ParsedBy(limited(whole, lambda number: 1 <= number <= most, hint))


Games = Annotated[int, _from_one(MOST_GAMES)]
Players = Annotated[int, _from_one(99)]
House = Mapping[str, str | int]


class _Arm(Struct, frozen=True):
    """An ``[[arm]]`` as it is written."""

    name: str
    games: Games | None = None
    players: Players | None = None
    bots: tuple[str, ...] = ()
    house: House = {}
    kit: str = ""
    change: tuple[Change, ...] = ()


class _Written(Struct, frozen=True):
    """The file as it is written."""

    game: str
    players: Players
    bots: tuple[str, ...]
    games: Games = 1000
    seed: int = 1
    seating: Seating = "rotated"
    longest: Annotated[int, _from_one(10**9)] = LONGEST
    house: House = {}
    kit: str = ""
    change: tuple[Change, ...] = ()
    arm: tuple[_Arm, ...] = ()


class Arm(Struct, frozen=True):
    """Games of one kind. `bots` has one name for each seat; `kit` the tables that the rules are to read, where these
    are not those of the game."""

    name: str
    games: int
    players: int
    bots: tuple[str, ...]
    house: Mapping[str, str | int] = {}
    kit: Mapping[str, str] = {}


class Experiment(Struct, frozen=True):
    """A complete experiment; it needs no other file."""

    game: str
    seed: int
    seating: Seating
    longest: int
    arms: tuple[Arm, ...]

    @property
    def games(self) -> int:
        """Number of games of all arms."""
        return sum(arm.games for arm in self.arms)


def read(path: Path) -> Experiment:
    """Reads an experiment. Raises `KitError` with what is wrong, each thing with its line, and `OSError`."""
    findings = Findings()
    document = read_toml(path.read_text("utf-8", errors="replace"), path.name, findings)
    written = read_struct(_Written, document.values, document.source, ()) if document else None
    made = _Reader(document.source, path.parent).experiment(written) if document and written else None
    if made is None or list(findings):
        raise KitError(findings)
    return made


class _Reader:
    """Converts a written experiment; reports faults at their lines."""

    def __init__(self, source: TomlSource, folder: Path) -> None:
        self._source, self._folder = source, folder

    def experiment(self, written: _Written) -> Experiment | None:
        if written.game not in GAMES:
            self._source.error(("game",), "value", f"there is no game {written.game}", accepted(GAMES, written.game))
            return None
        arms: list[Arm | None] = []
        for number, arm in enumerate(written.arm or (_Arm("all"),)):
            path: KeyPath = ("arm", number) if written.arm else ()
            arms.append(self._arm(written, arm, path))
            if any(arm.name == other.name for other in arms[:-1] if other):
                self._source.error((*path, "name"), "value", f"two arms are called {arm.name}", "name them apart")
        fine = tuple(arm for arm in arms if arm)
        if len(fine) < len(arms):
            return None
        return Experiment(written.game, written.seed, written.seating, written.longest, fine)

    def _arm(self, written: _Written, arm: _Arm, path: KeyPath) -> Arm | None:
        players, before = arm.players or written.players, self._source.faults
        bots = self._bots(written, arm, path, players)
        house: dict[str, Any] = {**written.house, **arm.house}
        at = (*path, "house") if arm.house else ("house",)
        rules = game(written.game)
        if players not in rules.PLAYERS:
            where = (*path, "players") if arm.players else ("players",)
            most = ", ".join(map(str, rules.PLAYERS))
            self._source.error(where, "value", f"{players} cannot play {written.game}", f"accepted: {most}")
            return None
        try:
            rules.new(players, **house)
        except (OptionError, TypeError) as error:
            self._source.error(at, "value", str(error))
        kit = self._kit(written, arm, path)
        if self._source.faults > before:
            return None
        return Arm(arm.name, arm.games or written.games, players, bots, house, kit)

    def _bots(self, written: _Written, arm: _Arm, path: KeyPath, players: int) -> tuple[str, ...]:
        bots, at = (arm.bots, (*path, "bots")) if arm.bots else (written.bots, ("bots",))
        if len(bots) not in (1, players):
            self._source.error(at, "value", f"bots has {len(bots)} names", f"write one for all, or {players}")
        for number, name in enumerate(bots):
            try:
                player(game(written.game), name)
            except UnknownPlayer as error:
                self._source.error((*at, number), "value", str(error))
        return bots if len(bots) == players else bots * players

    def _kit(self, written: _Written, arm: _Arm, path: KeyPath) -> Mapping[str, str]:
        """Returns the tables of the arm's kit, empty where nothing is changed."""
        changes: list[tuple[KeyPath, Change]] = [(("change", n), one) for n, one in enumerate(written.change)]
        changes += [((*path, "change", n), one) for n, one in enumerate(arm.change)]
        folder = arm.kit or written.kit
        if not folder and not changes:
            return {}
        at: KeyPath = (*path, "kit") if arm.kit else ("kit",) if folder else changes[0][0]
        try:
            tables = read_tables(written.game, self._folder / folder if folder else None)
            for place, change in changes:
                at = place
                apply_change(tables, change)
        except BadValueError as error:
            self._source.error(at, "value", error.message, error.hint)
            return {}
        return tables


def rotated(experiment: Experiment, arm: Arm, number: int) -> tuple[int, tuple[str, ...]]:
    """Returns the deal of a game by its number, and the bots by seat."""
    if experiment.seating == "fixed":
        return number, arm.bots
    deal, turn = divmod(number, arm.players) if experiment.seating == "swapped" else (number, number)
    return deal, tuple(arm.bots[(seat + turn) % arm.players] for seat in range(arm.players))
