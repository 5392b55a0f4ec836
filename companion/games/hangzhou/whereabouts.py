"""Where a merchant of Hangzhou stands, by how probable looks at all spaces make it that it is seen there."""

from __future__ import annotations

from typing import Final

import numpy as np

from pnp.camera import Array

LEAST: Final = 1e-6
"""Less probable nothing is taken to be."""
POWERS: Final = (0.5, 1.0)
"""Of the odds by a glance, and by a closer look."""
UNSEEN: Final = (1e-4, 3e-4, 1e-3)
"""The odds that a merchant stands unseen on a space; that it does so beside another one; and that it waits unseen at
its gate. `tests/sight/trust.py` finds all these."""


def odds(glance: Array, closer: Array, powers: tuple[float, float] = POWERS) -> Array:
    """The odds that each merchant is seen on each space (spaces, merchants), by two looks."""
    first, second = (np.log(one / (1 - one)) for one in (np.clip(seen, LEAST, 1 - LEAST) for seen in (glance, closer)))
    return np.asarray(np.exp(powers[0] * first + powers[1] * second))


def at_gates(seen: Array, powers: tuple[float, float] = POWERS) -> Array:
    """The odds that each merchant is seen at its gate, which no glance shows."""
    return odds(np.full_like(seen, 0.5), seen, powers)


def standing(seen: Array, waiting: Array, unseen: tuple[float, float, float] = UNSEEN) -> Array:
    """For each merchant, how probable it is that it stands on each space, and at last, at its gate: by the odds that
    each is seen on each space, and there. A figure hides hardly more than its own space, of that the one beside it."""
    absent = 1 / (1 + seen)
    others = 1 - absent.prod(axis=1, keepdims=True) / absent
    anywhere, beside, gate = unseen
    missed = anywhere + beside * others
    all_odds = np.concatenate([seen + missed, waiting[None] + gate])
    return np.asarray((all_odds / all_odds.sum(axis=0)).T)
