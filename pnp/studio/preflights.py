"""What is wrong with the kit for each print shop: one shop after the other, while somebody looks at the ways out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from pnp.findings import Findings
from pnp.sheet.options import BadOptionError, Options
from pnp.studio.inspector import Inspector
from pnp.vendor.build import check
from pnp.vendor.known import load, names
from pnp.vendor.model import VendorError


class Preflight(msgspec.Struct, frozen=True, eq=False):
    """What a shop would find; `refused`: why it cannot even be asked."""

    shop: str
    findings: Findings
    refused: str = ""


def preflight(folder: Path, language: str, shop: str) -> Preflight:
    """All that `pnp check --vendor` finds in one language."""
    try:
        found = check(folder, Options(out=Path(), languages=(language,)), load(shop), lambda name, done: None)
    except (BadOptionError, VendorError) as error:
        return Preflight(shop, Findings(), str(error))
    return Preflight(shop, found)


class Preflights:
    """What was found for the shops in a state of the kit and a language; calls `told` after each."""

    def __init__(self, folder: Path, told: Callable[[], None]) -> None:
        self._folder = folder
        self._told = told
        self._lock = threading.Lock()
        self._inspector = Inspector(preflight, self._found)
        self._state: tuple[int, str] = (0, "")
        self._known: dict[str, Preflight] = {}
        self._serial = 0

    def of(self, number: int, language: str, first: str = "") -> Mapping[str, Preflight]:
        """What is known so far of the proof of this number; the rest is looked for, `first` before the others."""
        with self._lock:
            if self._state != (number, language):
                self._state, self._known = (number, language), {}
                self._ask(first)
            return dict(self._known)

    def stop(self) -> None:
        """Ends the process that looks."""
        self._inspector.stop()

    def _ask(self, first: str = "") -> None:
        wanted = [name for name in (first, *names()) if name in names() and name not in self._known]
        if wanted:
            self._serial += 1
            self._inspector.look(self._serial, self._folder, self._state[1], wanted[0])

    def _found(self, serial: int, found: Preflight) -> None:
        with self._lock:
            if serial != self._serial:
                return
            self._known[found.shop] = found
            self._ask()
        self._told()
