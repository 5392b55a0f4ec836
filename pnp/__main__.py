"""`python -m pnp` is `pnp`."""

import signal
import sys

from pnp.extras import run


def main() -> None:
    """The command ``pnp``."""
    for name in ("SIGTERM", "SIGHUP"):  # they end a command as Ctrl-C does: temporary files are removed
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda number, _frame: sys.exit(128 + number))
    run("pnp", "pnp.cli", "press")


if __name__ == "__main__":
    main()
