"""``python -m companion`` is the command ``companion``."""

from __future__ import annotations

from pnp.extras import run


def main() -> None:
    """The command ``companion``."""
    run("companion", "companion.cli", "companion")


if __name__ == "__main__":
    main()
