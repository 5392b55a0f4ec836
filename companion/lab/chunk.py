"""A chunk of a run, played by one process: its input and output.

Games of a varied kit are played in a separate process, as rules read their kit on import.
"""

from __future__ import annotations

import os
import subprocess
import sys

import msgspec
from msgspec import Struct

from companion.engine.registry import game
from companion.lab.experiment import Experiment
from companion.lab.trial import Row, TrialError, trial
from companion.lab.varied import write_collection


class Chunk(Struct, frozen=True):
    """Games of one arm, by their numbers."""

    experiment: Experiment
    arm: int
    numbers: tuple[int, ...]
    rules: str
    """The version of the rules that they are played by."""


def play_chunk(chunk: Chunk) -> list[Row]:
    """Plays the games in this process, or in one with other tables. Raises `TrialError`."""
    here = game(chunk.experiment.game).RULES
    if here != chunk.rules:
        raise TrialError(f"rules of version {chunk.rules} are asked for, this machine has {here}")
    if chunk.experiment.arms[chunk.arm].kit:
        return _play_apart(chunk)
    return _play(chunk)


def _play(chunk: Chunk) -> list[Row]:
    rules = game(chunk.experiment.game)
    return [trial(rules, chunk.experiment, number, chunk.arm) for number in chunk.numbers]


def _play_apart(chunk: Chunk) -> list[Row]:
    arm = chunk.experiment.arms[chunk.arm]
    with write_collection(chunk.experiment.game, arm.kit) as variables:
        done = subprocess.run(
            [sys.executable, "-m", "companion.lab.chunk"],
            input=msgspec.msgpack.encode(chunk),
            env=os.environ | variables,
            capture_output=True,
            check=False,
        )
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines() or ["it ended without a word"]
        raise TrialError(f"the varied kit of {arm.name} cannot be played: {lines[-1]}")
    return msgspec.msgpack.decode(done.stdout, type=list[Row])


def main() -> None:
    """Plays the chunk on standard input, with the tables named by the environment."""
    chunk = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Chunk)
    sys.stdout.buffer.write(msgspec.msgpack.encode(_play(chunk)))


if __name__ == "__main__":
    main()
