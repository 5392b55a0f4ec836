"""A player's buildings as photographs show them: joined, and laid over the pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.games.xanadu.names import Card
from companion.games.xanadu.pages.context import TableContext
from companion.sight.reading import Reading, Seen
from companion.web.photographs import Label, Shot, around, mark_pieces, middle


class Sighting(Struct, frozen=True):
    """A building, as that one of the photographs shows it (numbered from 1) which is surer of it."""

    reading: Reading
    shot: int

    @property
    def card(self) -> Card | None:
        """None: something lies there that nobody could name."""
        return Card(int(self.reading.part)) if self.reading.part.isdecimal() else None

    @property
    def key(self) -> str:
        """Key of a piece across photographs; an unnamed card may be any."""
        return self.reading.part if self.card is not None else f"{self.reading.part}{self.shot}"

    @property
    def workers(self) -> int:
        return _workers(self.reading.value)

    @property
    def second(self) -> int:
        """How many workers are next likely."""
        return _workers(self.reading.second)

    @property
    def sideways(self) -> bool:
        return self.reading.value.endswith("-")


def _workers(value: str) -> int:
    """On a building as a position writes it: ``07.*.*`` has two."""
    return value.count(".")


def joined(seen: Sequence[Seen]) -> tuple[Sighting, ...]:
    """The buildings of several photographs. Of one that is in two of them the surer reading counts; it is in doubt
    where two that are sure differ."""
    found: dict[str, Sighting] = {}
    for shot, one in enumerate(seen, 1):
        for reading in one.sighted.readings:
            new = Sighting(reading, shot)
            known = found.get(new.key, new)
            better, other = sorted((known, new), key=lambda read: (-read.reading.sure, -read.reading.probability))
            if better.workers != other.workers and other.reading.sure:
                better = replace(better, reading=replace(better.reading, sure=False, second=other.reading.value))
            found[new.key] = better
    return tuple(found.values())


def workers_said(context: TableContext, workers: int) -> str:
    """So many workers in words."""
    words = context.own_words
    return words.count("workers", workers) if workers else words.phrase("photo.no_worker")


def shots(seen: Sequence[Seen], found: Sequence[Sighting], doubts: Mapping[str, int]) -> tuple[Shot, ...]:
    """Each photograph with its buildings, each as all of the photographs have it, and the numbers of doubts (by
    `Sighting.key`)."""
    read = {one.key: one for one in found}
    return tuple(_shot(one, at, read, doubts) for at, one in enumerate(seen, 1))


def _shot(seen: Seen, at: int, read: Mapping[str, Sighting], doubts: Mapping[str, int]) -> Shot:
    def label(here: Reading) -> Label:
        key = Sighting(here, at).key
        says = "?" if read[key].card is None else f"{read[key].reading.part} · {read[key].workers}"
        return says, doubts.get(key, 0), middle(around(here))

    return mark_pieces(seen, label)
