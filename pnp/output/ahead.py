"""Faces of large decks, laid out by copies of this process ahead of the one that draws the sheets, and written for the
archive of the build.

They are what it would lay out and write itself. A face of which there is something to say is left to it, so that
findings come in turn and once; so is one with codes, which are looked at up to a bound.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from copy import copy
from functools import partial
from pathlib import Path
from typing import TypeAlias

from pnp.face.layout import Layout, Ready
from pnp.findings import Findings, KitError
from pnp.kit import Kit, Record
from pnp.kit.model import Card, Tile, Token
from pnp.output.language_build import LanguageBuild
from pnp.output.pieces import Archive
from pnp.output.twins import begun, has_twins
from pnp.render.records import WrittenFace
from pnp.sheet.selection import Selection

MANY = 200
"""Faces that take longer to lay out than it takes to begin a process and to carry them over."""
CHUNK = 30
"""Faces that are laid out and carried over together."""
AHEAD = 4
"""Chunks among which one is taken while the next is still being laid out."""
MOST_OPEN = 2 * AHEAD * CHUNK
"""Faces that are kept until they are asked for."""
MOST_CARRIED = 1_000_000
"""Bytes of a chunk; one with large pictures is sooner laid out than carried over."""

_Deck: TypeAlias = Card | Tile | Token
_Done: TypeAlias = tuple[Ready, WrittenFace]
_Face: TypeAlias = tuple[_Deck, bool, Record]
"""A component, whether it is its back, and the row."""


@contextmanager
def laid_ahead(run: LanguageBuild, archive: Archive, processes: int) -> Iterator[None]:
    """In the block, a language is printed with the faces that others have laid out, if there are many faces and more
    processes than one."""
    faces = tuple(_faces(run.kit, run.layout, run.selection)) if processes > 1 and has_twins() else ()
    if len(faces) < MANY:
        yield
        return
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="pnp-") as folder, ExitStack() as ends:
        hand, chunks = Hand(run.layout, faces), Chunks(Path(folder))
        for _ in range(processes - 1):
            begun(partial(lay_out, hand, chunks), ends)
        run.layout.ready = Ahead(hand, chunks, archive).ready
        try:
            yield
        finally:
            run.layout.ready = None


class Chunks:
    """A folder in which those who lay out faces say what they have taken, and leave what they have done."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def take(self, number: int) -> bool:
        """Whether a chunk was still to be had; nobody else gets it then."""
        try:
            os.close(os.open(self._folder / f"{number}-taken", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return False
        return True

    def put(self, number: int, data: bytes) -> None:
        """Leaves what was done."""
        beside = self._folder / f"{number}-begun"
        beside.write_bytes(data)
        beside.rename(self._folder / str(number))

    def get(self, number: int) -> bytes:
        """What was done; nothing, if it is still being done."""
        path = self._folder / str(number)
        with suppress(FileNotFoundError):
            data = path.read_bytes()
            path.unlink()
            return data
        return b""


class Hand:
    """Lays faces out in any order, and writes them."""

    def __init__(self, layout: Layout, faces: Sequence[_Face]) -> None:
        self.faces = faces
        self._archive = Archive(layout.kit)
        self._layout = copy(layout)
        self._layout.ready = None

    def done(self, number: int) -> list[_Done | None]:
        """The faces of a chunk; None for those that are left to be laid out in turn."""
        return [self._done(*face) for face in self.faces[number * CHUNK : (number + 1) * CHUNK]]

    def _done(self, component: _Deck, back: bool, record: Record) -> _Done | None:
        layout = self._layout
        layout.findings = Findings()
        before = layout.work
        try:
            scene = layout.back(component, record) if back else layout.front(component, record)
        except KitError:
            return None
        if scene is None or scene.codes or len(layout.findings):
            return None
        return Ready(scene, layout.work - before), self._archive.written(scene)


class Ahead:
    """Faces that are to be drawn, each as somebody has laid it out before."""

    def __init__(self, hand: Hand, chunks: Chunks, archive: Archive) -> None:
        self._hand = hand
        self._places = {_name(*face): place for place, face in enumerate(hand.faces)}
        self._chunks = chunks
        self._archive = archive
        self._settled: set[int] = set()
        self._missed: set[int] = set()
        self._open: dict[int, _Done] = {}

    def ready(self, component: str, back: bool, record: Record) -> Ready | None:
        """A face that was laid out before; each comes once."""
        place = self._places.get((component, back, id(record)))
        if place is None:
            return None
        if place not in self._open and place // CHUNK not in self._settled:
            self._look(place // CHUNK)
        if place not in self._open:
            return None
        ready, written = self._open.pop(place)
        self._archive.expect(ready.scene, written)
        return ready

    def _look(self, number: int) -> None:
        """Takes a chunk that nobody has begun, to lay it out in turn; of others, what is done. While one is still being
        laid out, another is taken, once: on a busy machine it may last, and nobody waits for it."""
        if self._chunks.take(number):
            self._settled.add(number)
            return
        data = self._chunks.get(number)
        if not data and number not in self._missed:
            self._missed.add(number)
            for other in range(number + 1, number + AHEAD):
                if self._chunks.take(other):
                    self._keep(other, self._hand.done(other))
                    break
            data = self._chunks.get(number)
        if data:
            self._keep(number, pickle.loads(data))

    def _keep(self, number: int, found: Iterable[_Done | None]) -> None:
        self._settled.add(number)
        self._open |= {place: one for place, one in enumerate(found, number * CHUNK) if one is not None}
        while len(self._open) > MOST_OPEN:  # some were laid out in turn meanwhile, and nobody asks for them again
            del self._open[next(iter(self._open))]


def lay_out(hand: Hand, chunks: Chunks) -> None:
    """In another process: all that nobody else takes."""
    for number in range(-(-len(hand.faces) // CHUNK)):
        if chunks.take(number):
            data = pickle.dumps(hand.done(number))
            if len(data) <= MOST_CARRIED:
                chunks.put(number, data)


def _faces(kit: Kit, layout: Layout, selection: Selection) -> Iterator[_Face]:
    """All faces of cards, tiles and tokens that show their rows, in the order in which they are printed."""
    for component in filter(selection.holds, kit.components):
        if isinstance(component, _Deck) and not layout.is_numbered(component):
            sides = [back for back in (False, True) if layout.shows_row(component, back=back)]
            for record, _copies in selection.expand(kit, component):
                if record:
                    yield from ((component, back, record) for back in sides)


def _name(component: _Deck, back: bool, record: Record) -> tuple[str, bool, int]:
    return component.id, back, id(record)
