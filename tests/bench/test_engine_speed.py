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

from companion.engine import GAMES, game
from companion.engine.drive import Generator, drive, play_at_random

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
            print(f"{name}, {players} players: {actions:10,.0f} actions/s {games:8,.1f} games/s")
    moves, games = rate(chess_game)
    print(f"python-chess:        {moves:10,.0f} moves/s   {games:8,.1f} games/s")
