"""The app's dice, so that anybody can check them once the seed is told.

The n-th roll of a game (n from 0: one more than the last roll that was not undone) is taken from an HMAC-SHA256 whose
key is the secret seed and whose message is "silk-road dice 1:n", followed, for each contribution that the phones
mixed in before the first roll, by ":" and its SHA-256. Read as a whole number, modulo the sum of the weights that
`game.chances` gives for the position, it falls into the outcomes in their order. A roll by hand takes no number, unless
it stands in the place of one that the app has made.

So a roll that was undone comes again: the same outcome where the same can come. A new seed changes nothing of that: a
roll that the app has made before follows from the seed that it was made from first.

Who starts, where lots are drawn, comes from a message of its own: "silk-road first 1", with the contributions after
it as above, modulo the number of seats.

The seed is committed to before anybody mixes anything in, so the app cannot choose its dice; and who mixes
something in does not know the seed, so nobody else can.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

from companion.engine.game import Chances

A = TypeVar("A")
SEED_BYTES = 32
LOT = -1
"""Stands for the number of a roll where the app draws who starts."""


def hash_of(seed: str) -> str:
    """The commitment to a seed in hexadecimal digits; empty: it is none."""
    try:
        return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    except ValueError:
        return ""


def outcome(seed: bytes, n: int, chances: Chances[A], mixed: Sequence[str] = ()) -> A:
    """The n-th outcome, with these texts mixed in. The bias of the modulo is below 2 ** -240."""
    left = number(seed, n, mixed) % sum(chances.weights)
    for result, weight in zip(chances.outcomes, chances.weights, strict=True):
        left -= weight
        if left < 0:
            return result
    raise AssertionError("the weights add up")


def number(seed: bytes, n: int, mixed: Sequence[str] = ()) -> int:
    """The whole number of 256 bits behind the n-th outcome."""
    return _number(seed, ["silk-road dice 1", str(n)], mixed)


def first(seed: bytes, seats: int, mixed: Sequence[str] = ()) -> int:
    """The seat that starts, by lot."""
    return _number(seed, ["silk-road first 1"], mixed) % seats


def _number(seed: bytes, parts: Sequence[str], mixed: Sequence[str]) -> int:
    said = [*parts, *(hashlib.sha256(text.encode()).hexdigest() for text in mixed)]
    return int.from_bytes(hmac.digest(seed, ":".join(said).encode(), hashlib.sha256), "big")
