"""Non-linear least squares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from pnp.camera import Array

_STEPS: Final = 60
_ENOUGH: Final = 1e-7
"""Share of the squares by which a step lessens them that is the last one."""
_STIFF, _LEAST, _MOST = 1e-3, 1e-7, 1e8
"""How far a step keeps to the steepest way: at first, at least, and where no step is better."""


def least_squares(errors: Callable[[Array], Array], start: Array, small: Array) -> Array:
    """Returns the unknowns with the least sum of squared errors, from a start (Levenberg-Marquardt). `small` are the
    steps for numerical derivatives."""

    def slopes(at: Array, here: Array) -> Array:
        return np.column_stack([(errors(at + step) - here) / step.sum() for step in np.diag(small)])

    found, off, stiff = start, errors(start), _STIFF
    changes = slopes(found, off)
    for _ in range(_STEPS):
        square = changes.T @ changes
        step = np.linalg.solve(square + stiff * np.diag(np.diag(square) + 1e-12), -changes.T @ off)
        with np.errstate(over="ignore", invalid="ignore"):  # a step too far, behind the camera, is no gain
            after = errors(found + step)
            gain = float(off @ off - after @ after)
        if gain > 0:
            found, off, stiff = found + step, after, max(stiff / 5, _LEAST)
            changes = slopes(found, off)
            if gain < _ENOUGH * float(off @ off):
                break
        elif stiff > _MOST:
            break
        else:
            stiff *= 5
    return found
