"""`python -m pnp` is `pnp`."""

from __future__ import annotations

import atexit
import gc

from pnp.extras import run

PASSES = 200_000
"""So many new values pass before those in circles are looked for: the press makes many values and few circles."""


def main() -> None:
    """The command ``pnp``."""
    gc.set_threshold(PASSES)
    atexit.register(gc.freeze)  # else all there is would be looked through once more at the end
    run("pnp", "pnp.cli", "press")


if __name__ == "__main__":
    main()
