"""`python -m pnp` is `pnp`."""

from __future__ import annotations

from pnp.extras import run


def main() -> None:
    """The command ``pnp``."""
    run("pnp", "pnp.cli", "press")


if __name__ == "__main__":
    main()
