"""Games for learners in tests: players that try what the lessons offer, and else play so that rules are met."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from companion.engine.drive import Generator, drive
from companion.engine.game import Seat
from companion.engine.registry import game as engine
from companion.games.hangzhou.components import BREWS, NATURAL
from companion.games.hangzhou.names import DYE_INDEX, MERCHANTS
from companion.tables.game import table_game
from companion.web.assets import signs
from companion.web.game_pages import GAMES
from companion.web.table.lessons import DueLesson, Happened, find_due_lesson, select_lessons
from pnp.kit.model import Lesson
from pnp.kits import find

LEARNT = [game for game in GAMES if (find(game) / "lessons.toml").is_file()]
MOST = 1500
"""Steps after which a game is left unfinished: what it could teach it has taught."""


def taught(game: str, players: int, seed: int, **options: str) -> Iterator[DueLesson]:
    """The lessons that a whole game brings about on one phone for all, in the order in which they are shown."""
    rules: Any = engine(game)
    rng = random.Random(seed)
    lessons, seen = select_lessons(signs(game).lessons, players), set[str]()
    news: list[Happened] = []
    state = rules.new(players, **options)

    def shown(now: Any) -> Iterator[DueLesson]:
        """All lessons that are due, one after the other."""
        while found := find_due_lesson(lessons, seen, lambda: _actions(rules, now), news[-60:]):
            seen.add(found.lesson.id)
            yield found

    def choose(now: Any, seat: Seat, legal: Any) -> Any:
        return wise(game, now, seat, list(legal), rng)

    yield from shown(state)
    for number, step in enumerate(drive(rules, state, choose, Generator(seed))):
        news += [Happened(effect, step.state) for effect in step.effects]
        yield from shown(step.state)
        if number > MOST:
            return


def _actions(rules: Any, state: Any) -> dict[str, object]:
    seats = rules.waiting(state)
    return {rules.action_text(a): a for a in rules.legal(state, seats[0])} if seats else {}


def variants(game: str) -> list[dict[str, str]]:
    """With cards on paper, as tables are opened, and on phones, where a game has cards."""
    cards = next((switch for switch in table_game(game).SWITCHES if switch.name == "cards"), None)
    return [{}] if cards is None else [{"cards": "paper"}, {"cards": "app"}]


def lessons(game: str, players: int) -> tuple[Lesson, ...]:
    return select_lessons(signs(game).lessons, players)


def wise(game: str, state: Any, seat: Seat, legal: list[Any], rng: random.Random) -> Any:
    """One of the legal actions: in Hangzhou mostly dyes that merchants ask for, else any kind as often as another."""
    kinds: dict[str, list[Any]] = {}
    for action in legal:
        kinds.setdefault(type(action).__name__, []).append(action)
    if game == "hangzhou" and "PlaceDye" in kinds:
        asked = {die.dye for merchant in MERCHANTS if (die := state.demand(merchant)) is not None}
        kinds["PlaceDye"] = [a for a in kinds["PlaceDye"] if a.dye in asked and _worth(state, seat, a)]
        if not kinds["PlaceDye"] or rng.random() < 0.3:
            del kinds["PlaceDye"]
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def _worth(state: Any, seat: Seat, action: Any) -> bool:
    """Is it another dye than lies there, and, mixed, one that can be brewed?"""
    index = DYE_INDEX[action.dye]
    brewed = NATURAL[index] or all(state.hands[seat].dyes[part] for part in BREWS[index])
    return brewed and state.shop(action.space).dye != action.dye
