"""Speed of random play-outs, with the legal moves listed and the effects made, on one core.

Beside it, in the same run, python-chess's moves in random play-outs, as a measure of the machine.
Run with: make bench
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time

import chess
import pytest

from companion.engine import GAMES, game
from companion.engine.chance import Generator
from companion.engine.drive import at_random, drive
from companion.games import hangzhou

SECONDS = 4.0


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
        choose = hangzhou.Patient(at_random(seed)) if name == "hangzhou" else at_random(seed)
        return sum(1 for step in drive(played, played.new(players), choose, Generator(seed)) if step.effects)

    return play


def chess_game(seed: int) -> int:
    rng, board = random.Random(seed), chess.Board()
    while board.ply() < 400:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
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


@pytest.mark.bench
def test_one_merchant_decision() -> None:
    state = hangzhou.parse(
        "hangzhou RBYW city: A1Rr B1Bb C1Yy D1Wr A2Rk B2Bg D3Yr E3Wr A5Rb D5Br"
        " merchants: B3 D4 C2 E5 market: r1 / r2 / k5 / r3"
    )
    rounds, began = 20_000, process_time()
    for _ in range(rounds):
        hangzhou.decide(state, hangzhou.Merchant.ORANGE)
    print(f"\none merchant's decision with all reasons: {(process_time() - began) / rounds * 1e6:.1f} µs")
