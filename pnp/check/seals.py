"""Seals that do not tell which piece a camera sees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from pnp.findings import Finding, Place
from pnp.kit import Kit, Record
from pnp.scene import Scene


class SealCheck:
    """Collects the seals of faces: a number is for one side of one piece, and stands on it once."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._borne: dict[int, tuple[str, str, Record | None]] = {}
        self._twice: dict[tuple[int, str, str], Finding] = {}

    def note(self, component: str, side: str, record: Record | None, scene: Scene) -> None:
        """A finished face, as it is laid out."""
        here = component, side, record
        numbers = [seal.number for seal in scene.seals]
        for number in dict.fromkeys(numbers):
            first = self._borne.setdefault(number, here)
            if first != here or numbers.count(number) > 1:
                key = number, *_called(here)
                self._twice.setdefault(key, self._finding(number, first, here))

    def findings(self) -> Iterator[Finding]:
        """What was found of all of them."""
        yield from self._twice.values()

    def _finding(
        self, number: int, first: tuple[str, str, Record | None], here: tuple[str, str, Record | None]
    ) -> Finding:
        component, _, record = here
        other, side = _called(first)
        where = "on this very face" if first == here else f"on the {side} of {other}"
        place = Place(self._kit.file)
        if record:
            file = PurePosixPath(self._kit.file).parent / self._kit.tables[record.table].file
            place = Place(file.as_posix(), record.line)
        message = f"seal {number} stands {where} as well: a camera cannot tell them apart"
        return Finding(
            "warning", "seal-twice", place, message, "give each side of each piece a number of its own", component
        )


def _called(face: tuple[str, str, Record | None]) -> tuple[str, str]:
    component, side, record = face
    return (f"{component} {record.key}" if record else component), side
