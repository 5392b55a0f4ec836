"""What every game must hold, whatever its rules. A game registers a `Case`; nothing else is needed.

The walk through a game checks each state it comes to; the tests decide how many games to walk.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from msgspec import Struct

from companion.engine import OVER, RefusedError
from companion.engine.drive import Generator, drive
from companion.engine.game import Nobody, Step
from companion.engine.log import FORMAT, Header, Log, entry, read_log, replay, write_log
from companion.engine.rules import GameRules
from companion.engine.wording import Message, Value


class Case(Struct, frozen=True):
    """A game as the harness needs to know it."""

    game: GameRules[Any]
    options: tuple[dict[str, Any], ...]
    """House rules to play with, each with every number of players that it is offered for."""
    combined: dict[str, tuple[Any, ...]]
    """Settings of which the long searches play every combination."""
    turned: dict[str, tuple[Any, ...]]
    """Settings that change from game to game within each combination, until all of theirs have been played."""
    chooser: Callable[[int], Any]
    """A player at random, from a seed, with whom every game ends."""
    universe: tuple[Any, ...]
    """Every action that can be written down, corrections aside, whether or not it ever makes sense."""
    pieces: Callable[[Any], object]
    """What is counted and must never change."""
    accounts: Callable[[Any, Step], None]
    """Asserts that what is not limited, such as coins, changed in a step as its effects say."""
    twin: Callable[[Any, int | None, random.Random], Any]
    """The state with everything changed that this seat may not know."""
    odd: Callable[[random.Random], Any]
    """Any position that can be written down, sane or not."""
    rules: frozenset[str]
    """The rule ids of the leaflet."""
    differs: Callable[[Any], object]
    """What of a start the settings make different; two combinations with the same need not both be played."""
    longest: int
    """More actions than any game of the chooser has."""

    def starts(self) -> list[tuple[int, dict[str, Any]]]:
        """Every number of players with every set of house rules that goes with it."""
        found = []
        for players in self.game.PLAYERS:
            for options in self.options:
                try:
                    self.game.new(players, **options)
                except ValueError:
                    continue
                found.append((players, options))
        return found

    def combinations(self) -> list[tuple[int, dict[str, Any]]]:
        """Every number of players with every combination that is offered for so many and differs in the game."""
        found = []
        for players in self.game.PLAYERS:
            starts = set()
            for values in product(*self.combined.values()):
                options = dict(zip(self.combined, values, strict=True))
                try:
                    start = self.game.new(players, **options)
                except ValueError:
                    continue
                if self.differs(start) not in starts:
                    starts.add(self.differs(start))
                    found.append((players, options))
        return found

    def turns(self, players: int, options: dict[str, Any]) -> list[dict[str, Any]]:
        """A combination with each of the settings that change from game to game and go with it."""
        found = []
        for values in product(*self.turned.values()):
            settings = options | dict(zip(self.turned, values, strict=True))
            try:
                self.game.new(players, **settings)
            except ValueError:
                continue
            found.append(settings)
        return found


def walk(case: Case, players: int, options: dict[str, Any], seed: int, every: int = 1, glance: int = 0) -> list[Step]:
    """Plays one game, checking each step, and thoroughly each `every` steps. Returns the steps.

    `glance`: each so many steps (or each 31), what every seat may see is checked too. The seed shifts both.
    """
    game, rng = case.game, random.Random(seed)
    start = game.new(players, **options)
    pieces = case.pieces(start)
    if seed % every == 0 or not glance:
        check_state(case, start, rng)
    remembered = [(start, game.to_json(start))]
    steps: list[Step] = []
    before = start
    for step in drive(game, start, case.chooser(seed), Generator(seed)):
        steps.append(step)
        check_step(case, before, step)
        case.accounts(before, step)
        assert case.pieces(step.state) == pieces, game.text(step.state)
        before = step.state
        if (len(steps) + seed) % (glance or 31) == 0:
            check_views(case, step.state, rng)
            for seat in game.waiting(step.state):
                seen = game.view(step.state, seat)
                assert list(game.legal(seen, seat)) == list(game.legal(step.state, seat)), "bots need no more"
        if (len(steps) + seed * bool(glance)) % every == 0:
            check_state(case, step.state, rng)
            remembered.append((step.state, game.to_json(step.state)))
        assert len(steps) < case.longest, "the game does not end"
    assert before.turn is OVER
    assert game.faults(before) == ()
    assert game.score(before).final
    assert sum(game.returns(before)) in (0, pytest.approx(1))
    for state, written in remembered:
        assert game.to_json(state) == written, "a past state has changed"
    check_log(case, start, steps)
    return steps


def check_step(case: Case, before: Any, step: Step) -> None:
    """An action does something, can be written down, and its effects name their rules."""
    assert step.state != before
    assert case.game.after(before, step.action, step.by) == step.state, "the quick way leads elsewhere"
    assert step.effects
    assert case.game.parse_action(case.game.action_text(step.action)) == step.action
    for effect in step.effects:
        assert effect.rule in case.rules


def check_state(case: Case, state: Any, rng: random.Random) -> None:
    """Everything that holds of any state, odd ones included."""
    check_notation(case, state)
    check_turn(case, state)
    check_legal(case, state, rng)
    check_views(case, state, rng)
    check_words(case, state)


def check_notation(case: Case, state: Any) -> None:
    game = case.game
    assert game.parse(game.text(state)) == state, game.text(state)
    assert "\n" not in game.text(state)
    assert game.from_json(game.to_json(state)) == state, game.text(state)


def check_turn(case: Case, state: Any) -> None:
    """Somebody is always to act, until the game is over; chances add up."""
    game, legal = case.game, case.game.legal(state)
    waiting = game.waiting(state)
    assert (state.turn is OVER) == (len(legal) == 0), f"a dead end: {game.text(state)}"
    assert bool(waiting) == isinstance(state.turn, int)
    assert isinstance(state.turn, Nobody) or waiting[0] == state.turn
    if state.turn is Nobody.CHANCE:
        chances = game.chances(state)
        assert list(chances.outcomes) == list(legal)
        assert sum(probability for _, probability in chances) == 1
        assert all(weight > 0 for weight in chances.weights)


def check_legal(case: Case, state: Any, rng: random.Random) -> None:
    """What is listed is not refused, what is not listed is, and `play` goes by it."""
    game = case.game
    legal = list(game.legal(state))
    assert len(set(legal)) == len(legal)
    assert set(legal) <= set(game.catalogue), "an action has a number"
    for action in case.universe:
        refusal = game.refusal(state, action)
        assert (action in legal) == (refusal is None), (action, game.text(state))
        if refusal is not None:
            assert refusal.rule is None or refusal.rule in case.rules, refusal
    for action in rng.sample(legal, min(len(legal), 6)):
        assert game.after(state, action) == game.play(state, action)[0], (action, game.text(state))
    for seat in range(max(case.game.PLAYERS)):
        assert bool(game.legal(state, seat)) == (seat in game.waiting(state))
    refused = rng.choice([action for action in case.universe if action not in legal])
    try:
        game.play(state, refused)
    except RefusedError as error:
        assert game.say(error.refusal, state)
    else:
        raise AssertionError(f"{refused} was played")


def check_views(case: Case, state: Any, rng: random.Random) -> None:
    """Two states that differ only in what a seat may not know look the same to it."""
    game = case.game
    for seat in [None, *range(len(game.score(state).sheets))]:
        view = game.view(state, seat)
        twin = case.twin(state, seat, rng)
        assert game.view(twin, seat) == view
        assert game.to_json(game.view(twin, seat)) == game.to_json(view)
        assert game.view(view, seat) == view
        check_notation(case, view)


def check_words(case: Case, state: Any) -> None:
    """Everything about a state can be said, in every language."""
    game, score = case.game, case.game.score(state)
    for language in ("en", "es"):
        for fault in game.faults(state):
            assert fault.rule in case.rules
            assert game.say(fault, state, language)
        for sheet in score.sheets:
            assert sheet.total == sum(line.count * line.worth for line in sheet.lines)
            for line in (*sheet.lines, *sheet.ties):
                assert line.rule in case.rules
                assert game.say(line, state, language)


def check_effects(case: Case, steps: Iterable[Step], seats: Sequence[int | None]) -> None:
    """Every effect can be said, explained, and shown to everybody."""
    for step in steps:
        for effect in step.effects:
            for language in ("en", "es"):
                assert case.game.say(effect, step.state, language)
                for seat in seats:
                    assert case.game.say(case.game.seen(step.state, effect, seat), step.state, language)
                for why in case.game.why(effect, step.state, language):
                    assert why.rule in case.rules
                    assert why.lines


def check_log(case: Case, start: Any, steps: Sequence[Step]) -> None:
    """The log of a game, written, read and replayed, gives the same states and effects."""
    header = Header(case.game.ID, FORMAT, case.game.text(start))
    log = Log(header, tuple(entry(case.game, step) for step in steps))
    again = list(replay(read_log(write_log(log))))
    assert again == list(steps)


def play_on(case: Case, state: Any, seed: int, actions: int) -> Any:
    """Plays so many actions at random from any state, odd or not: nothing crashes, nothing is stuck."""
    game = case.game
    for done, step in enumerate(drive(game, state, case.chooser(seed), Generator(seed))):
        state = step.state
        if done >= actions:
            break
    return state


ENGLISH = re.compile(r"\b(expected|not|is|are|the|of|such|more|than|there|which|nothing|twice|one|with|has|needs?)\b")
QUOTED = re.compile("""'[^']*'|"[^"]*"|`[^`]*`|“[^”]*”""")
DECODER = ("in_field", "no_json", "correction_unfit", "no_correction")
"""What may quote the decoder of JSON, in English."""


def parts(message: Message) -> Iterator[Message]:
    """A message and those in it."""
    yield message
    inner: list[Value] = list(message.fields.values())
    while inner:
        value = inner.pop()
        if isinstance(value, Message):
            yield from parts(value)
        elif isinstance(value, tuple):
            inner += value


def check_message(what: Message) -> None:
    """It is made of codes alone, and nothing of it stays English."""
    codes = [part.code for part in parts(what)]
    assert "text" not in codes
    given = str(what.fields.get("field", ""))  # repeated as it was typed, which may spell a word of any language
    said = what.say("es").removeprefix(f"{given}:")
    assert said != str(what) or not ENGLISH.search(QUOTED.sub("", said)), said
    if not set(codes) & set(DECODER):
        assert not ENGLISH.search(QUOTED.sub("", said)), said
