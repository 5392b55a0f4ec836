"""`python -m pnp` is `pnp`."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import NoReturn

from pnp.extras import run
from pnp.signals import heeded

PASSES = 200_000
"""So many new values pass before those in circles are looked for: the press makes many values and few circles."""


def main() -> None:
    """The command ``pnp``."""
    gc.set_threshold(PASSES)
    for number in heeded():
        if number != signal.SIGINT:  # of which Python makes a KeyboardInterrupt
            signal.signal(number, _ended)
    codes: list[int] = []
    atexit.register(_leave, codes)  # what is registered first is done last
    try:
        with _ahead():
            run("pnp", "pnp.cli", "press")
    except SystemExit as end:
        codes.append(end.code if isinstance(end.code, int) else int(bool(end.code)))
        raise
    except KeyboardInterrupt:  # before there is a command that says it
        codes.append(1)
        sys.exit("Aborted!")


def _ahead() -> AbstractContextManager[None]:
    """What a command begins before its words are read: to import what reads them takes a fifth of a small build."""
    if sys.argv[1:2] != ["build"] or {"-h", "--help"} & {*sys.argv} or os.environ.get("PNP_PROCESSES") == "1":
        return nullcontext()
    from pnp.output.kit_twin import begun_ahead

    return begun_ahead()


def _ended(number: int, _frame: object) -> NoReturn:
    """A signal to end ends as Ctrl-C does: what was begun is put away."""
    sys.exit(128 + number)


def _leave(codes: list[int]) -> None:
    """Ends the process, if a command has come to its end: to put away all that is in memory, one by one, takes as long
    as to draw 20 cards. What cannot be said to whom it is meant for, Python tells as it does always."""
    if not codes:
        gc.freeze()  # else all there is would be looked through once more
        return
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):  # who began the process may have closed them
            stream.flush()
    except (OSError, ValueError):
        return
    os._exit(codes[0])


if __name__ == "__main__":
    main()
