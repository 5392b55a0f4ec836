"""Speed of random play-outs, with the legal moves listed and the effects made, on one core.

Beside it, in the same run, python-chess's moves in random play-outs (`is_game_over` at each), as a measure.
Run with: make bench
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time

import chess
import pytest

from companion.engine import CHANCE, GAMES, OVER, game
from companion.engine.drive import Generator, drive, play_at_random
from companion.games.hangzhou.moves import Pass, TakeCoin

SECONDS = 2.0


def rate(play: Callable[[int], int]) -> tuple[float, float]:
    """Actions and games a second of a function that plays one game from a seed."""
    began, actions, games = process_time(), 0, 0
    while process_time() - began < SECONDS:
        actions += play(games)
        games += 1
    spent = process_time() - began
    return actions / spent, games / spent


def random_game(name: str, players: int) -> Callable[[int], int]:
    played = game(name)

    def play(seed: int) -> int:
        choose = play_at_random(seed, getattr(played, "tired", None), 0.02)
        return sum(1 for step in drive(played, played.new(players), choose, Generator(seed)) if step.effects)

    return play


def quick_game(name: str, players: int) -> Callable[[int], int]:
    """A play-out as a search makes it: states alone, no effects, nothing looked at before."""
    played = game(name)
    legal, chances, after = played.legal, played.chances, played.after  # type: ignore[attr-defined]
    passes = [Pass(), TakeCoin()]

    def play(seed: int) -> int:
        rng, state, actions = random.Random(seed), played.new(players), 0
        while (turn := state.turn) is not OVER:
            if turn is CHANCE:
                action = chances(state).sample(rng)
            else:
                may = legal(state)
                action = may[int(rng.random() * len(may))]
                if name == "hangzhou" and rng.random() < 0.1 and may[0] in passes:
                    action = may[0]  # the rules let a player round go on for ever
            state = after(state, action)
            actions += 1
        return actions

    return play


def chess_game(seed: int) -> int:
    rng, board = random.Random(seed), chess.Board()
    while board.ply() < 400 and not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    return board.ply()


@pytest.mark.bench
def test_random_play_outs() -> None:
    print()
    for name in GAMES:
        for players in game(name).PLAYERS:
            actions, games = rate(random_game(name, players))
            quick, _ = rate(quick_game(name, players))
            print(
                f"{name}, {players} players: {actions:10,.0f} actions/s {games:8,.1f} games/s,"
                f" {quick:10,.0f} actions/s by `after`"
            )
    moves, games = rate(chess_game)
    print(f"python-chess:        {moves:10,.0f} moves/s   {games:8,.1f} games/s")
