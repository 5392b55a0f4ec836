"""The app's dice, so that anybody can check them once the seed is told.

The n-th outcome that the app gave since a commitment (n from 0, outcomes that were undone included) is
taken from HMAC-SHA256(seed, "silk-road dice 1:n"), read as a whole number, modulo the sum of the weights
that `game.chances` gives for the position; it falls into the outcomes in their order.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TypeVar

from companion.engine.game import Chances

A = TypeVar("A")
SEED_BYTES = 32


def outcome(seed: bytes, n: int, chances: Chances[A]) -> A:
    """The n-th outcome. The bias of the modulo is below 2 ** -240."""
    digest = hmac.digest(seed, f"silk-road dice 1:{n}".encode(), hashlib.sha256)
    left = int.from_bytes(digest, "big") % sum(chances.weights)
    for result, weight in zip(chances.outcomes, chances.weights, strict=True):
        left -= weight
        if left < 0:
            return result
    raise AssertionError("the weights add up")
