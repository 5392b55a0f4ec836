"""Speed of random play-outs, with the legal moves listed and the effects made, on one core.

Beside it, in the same run, python-chess's moves in random play-outs, as a measure of the machine.
Run with: make bench
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time
from typing import Any

import chess
import pytest

from companion.engine import CHANCE, GAMES, OVER, game, hangzhou
from companion.engine.drive import Generator, drive, play_at_random
from companion.games.hangzhou.decision import decide
from companion.games.hangzhou.moves import Pass, TakeCoin
from companion.games.hangzhou.names import Merchant

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
    while board.ply() < 400:
        moves = list(board.list_legal_moves)
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
            quick, _ = rate(quick_game(name, players))
            print(
                f"{name}, {players} players: {actions:10,.0f} actions/s {games:8,.1f} games/s,"
                f" {quick:10,.0f} actions/s by `after`"
            )
    moves, games = rate(chess_game)
    print(f"python-chess:        {moves:10,.0f} moves/s   {games:8,.1f} games/s")


@pytest.mark.bench
def test_after_beside_play() -> None:
    """The same actions of games at random, by `play` and by `after`: the least of several times each."""
    print()
    for name in GAMES:
        played = game(name)
        choose = play_at_random(1, getattr(played, "tired", None))
        begun, pairs = played.new(3), []
        for step in drive(played, begun, choose, Generator(1)):
            pairs.append((begun, step.action))
            begun = step.state

        def spent(way: Callable[[Any, Any], Any], pairs: list[Any] = pairs) -> float:
            began = process_time()
            for state, action in pairs:
                way(state, action)
            return (process_time() - began) / len(pairs) * 1e6

        play, after = (min(spent(way) for _ in range(9)) for way in (played.play, played.after))  # type: ignore[attr-defined]
        print(f"{name}: play {play:.2f} µs, after {after:.2f} µs, {play / after:.1f} times as fast")


@pytest.mark.bench
def test_one_merchant_decision() -> None:
    state = hangzhou.parse(
        "hangzhou RBYW city: A1Rr B1Bb C1Yy D1Wr A2Rk B2Bg D3Yr E3Wr A5Rb D5Br"
        " merchants: B3 D4 C2 E5 market: r1 / r2 / k5 / r3"
    )
    rounds, began = 20_000, process_time()
    for _ in range(rounds):
        decide(state, Merchant.ORANGE)
    print(f"\none merchant's decision with all reasons: {(process_time() - began) / rounds * 1e6:.1f} µs")
