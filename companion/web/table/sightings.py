"""What photographs of a board were read as so far, as a page carries it to the next photograph of the same table, with
what somebody has said of it meanwhile. The photographs themselves are not kept, so what was read travels in a field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from flask import abort
from msgspec import Struct
from msgspec.structs import replace

from companion.sight.pool import joined
from companion.sight.reading import Reading, Seen, Sighted, likeliest
from companion.web.photographs import APP, ELSE, MOST, READ, Board, Doubt
from pnp.camera import PhotographError

FIELD: Final = "seen"
"""The name of the field."""
LONGEST: Final = 32 * 1024
"""Characters of it: about twice what four photographs of the largest board need."""
VALUES: Final = 8
"""Of each place that travel: those that are likeliest."""
LEAST: Final = 1e-4
"""Less probable ones stay, but for the likeliest two."""
UNREAD: Final = "unread"
"""What a page says where the field is not as it was sent (`failed.unread`)."""


class Sightings(Struct, frozen=True):
    """Of each photograph how probable each value of each place is; of the page that asks, what is chosen there at
    first (`first`), and what somebody has chosen instead (`tapped`), by the places."""

    shots: tuple[dict[str, dict[str, float]], ...] = ()
    first: dict[str, str] = {}
    tapped: dict[str, str] = {}

    def field(self) -> str:
        """The field; empty: there was none."""
        return msgspec.json.encode(self).decode() if self.shots else ""

    def asking(self, doubts: Sequence[Doubt]) -> Sightings:
        """The same on a page that asks this."""
        first = {one.part: guess.value for one in doubts for guess in (*one.guesses, *one.more) if guess.on}
        return replace(self, first=first)

    def seen(self, board: Board) -> tuple[Seen, ...]:
        """The photographs, without their pictures."""
        return tuple(_bare(board.judged(tuple(likeliest(*part) for part in shot.items()))) for shot in self.shots)


class Together(Struct, frozen=True):
    """Photographs as the game is asked about them: of a board one with all that was read of it, over the newest
    picture, if one has just been taken; of other things as they were sent. `so_far`: what travels on. Would a `further`
    one help? `strays`: how many do not show the board that others do."""

    seen: tuple[Seen, ...]
    so_far: Sightings = Sightings()
    further: bool = False
    strays: int = 0

    @property
    def pictured(self) -> bool:
        """Is there a picture to show?"""
        return all(one.straight for one in self.seen)


_FIELD: Final = msgspec.json.Decoder(Sightings)


def sent(form: Mapping[str, str], board: Board | None) -> Sightings:
    """What a form brings, with what was tapped on its page. 400 where that is not as a page has sent it."""
    text = form.get(FIELD, "")
    if not text:
        return Sightings()
    try:
        found = _FIELD.decode(text) if len(text) <= LONGEST else None
    except (msgspec.DecodeError, RecursionError):
        found = None
    if found is None or board is None or not _of(board, found):
        abort(400, UNREAD)
    chosen = {part: form[f"{READ}{part}"] for part in found.first if f"{READ}{part}" in form}
    tapped = found.tapped | {part: value for part, value in chosen.items() if value != found.first[part]}
    kept = {part: value for part, value in tapped.items() if value != ELSE}
    return replace(found, tapped=kept) if _said(board, kept) else abort(400, UNREAD)


def together(board: Board | None, before: Sightings, seen: Sequence[Seen]) -> Together:
    """Photographs with those before them. Raises PhotographError where those before show a board, and none of these."""
    shown = [one for one in seen if one.sighted.readings and all(part.odds for part in one.sighted.readings)]
    if board is None or not (before.shots or shown):
        return Together(tuple(seen))
    if seen and not shown:
        raise PhotographError("no-marks", "the board is not in it")
    every = (*before.seen(board), *shown)
    readings = joined([one.sighted.readings for one in every], board.judged)
    newest = every[-1] if shown else _bare(())
    shots = (*before.shots, *(_shot(one.sighted.readings) for one in shown))
    return Together(
        (replace(newest, sighted=replace(newest.sighted, readings=readings)),),
        replace(before, shots=shots),
        further=len(shots) < MOST and not all(one.sure for one in readings),
        strays=len(seen) - len(shown),
    )


def minded(seen: Seen, tapped: Mapping[str, str]) -> Seen:
    """A photograph with what somebody has tapped right: that stays, and is asked about where the photograph shows
    something else."""
    readings = tuple(
        replace(one, value=tapped[one.part], second=one.value, sure=False)
        if tapped.get(one.part, one.value) != one.value
        else one
        for one in seen.sighted.readings
    )
    return replace(seen, sighted=replace(seen.sighted, readings=readings))


def _bare(readings: tuple[Reading, ...]) -> Seen:
    return Seen(sighted=Sighted(width=0, height=0, pieces=(), readings=readings))


def _shot(readings: Sequence[Reading]) -> dict[str, dict[str, float]]:
    return {
        one.part: {value: round(p, 5) for n, (value, p) in enumerate(one.odds[:VALUES]) if n < 2 or p >= LEAST}
        for one in readings
    }


def _of(board: Board, found: Sightings) -> bool:
    """Are these photographs of the board, as many as there may be?"""
    return 0 < len(found.shots) <= MOST and all(
        part in board.values
        and 2 <= len(odds) <= VALUES
        and board.values[part] >= odds.keys()
        and all(0 <= likely <= 1 for likely in odds.values())
        and 0 < sum(odds.values()) < 1 + LEAST
        for shot in found.shots
        for part, odds in shot.items()
    )


def _said(board: Board, tapped: Mapping[str, str]) -> bool:
    return all(part in board.values and value in {APP, *board.values[part]} for part, value in tapped.items())
