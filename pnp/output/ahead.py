"""Faces of large decks, laid out by copies of this process ahead of the one that draws the sheets, and written for the
archive of the build.

They are what it would lay out and write itself. A face of which there is something to say is left to it, so that
findings come in turn and once; so is one with codes, which are looked at up to a bound.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from copy import copy
from pathlib import Path
from typing import TypeAlias

from pnp.face.layout import Layout, Ready
from pnp.findings import Findings, KitError
from pnp.kit import Kit, Record
from pnp.kit.model import Card, Tile, Token
from pnp.output.language_build import LanguageBuild
from pnp.output.pieces import Archive, WrittenFace
from pnp.output.twins import Twin, has_twins
from pnp.sheet.selection import Selection

MANY = 200
"""Faces that take longer to lay out than it takes to begin a process and to carry them over."""
CHUNK = 40
"""Faces that are laid out and carried over together."""
MOST_OPEN = 4 * CHUNK
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
        chunks = Chunks(Path(folder))
        for _ in range(processes - 1):
            ends.enter_context(Twin(lambda: lay_out(run.layout, faces, chunks)))
        run.layout.ready = Ahead(faces, chunks, archive).ready
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


class Ahead:
    """Faces that are to be drawn, each as somebody else has laid it out."""

    def __init__(self, faces: Sequence[_Face], chunks: Chunks, archive: Archive) -> None:
        self._archive = archive
        self._places = {_name(*face): place for place, face in enumerate(faces)}
        self._chunks = chunks
        self._settled: set[int] = set()
        self._open: dict[int, _Done] = {}

    def ready(self, component: str, back: bool, record: Record) -> Ready | None:
        """A face that another process has laid out; each comes once. Nobody waits for one that is being laid out: on a
        busy machine that may last."""
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
        """Takes a chunk that nobody has begun, to lay it out here; of others, what is done."""
        if self._chunks.take(number):
            self._settled.add(number)
        elif data := self._chunks.get(number):
            self._settled.add(number)
            for place, one in enumerate(pickle.loads(data), number * CHUNK):
                if one is not None:
                    self._open[place] = one
        while len(self._open) > MOST_OPEN:  # some were laid out here meanwhile, and nobody asks for them again
            del self._open[next(iter(self._open))]


def lay_out(layout: Layout, faces: Sequence[_Face], chunks: Chunks) -> None:
    """In another process: all that nobody else takes."""
    archive = Archive(layout.kit)
    layout = copy(layout)
    layout.ready = None
    for number in range(-(-len(faces) // CHUNK)):
        if chunks.take(number):
            found = [_done(layout, archive, *face) for face in faces[number * CHUNK : (number + 1) * CHUNK]]
            data = pickle.dumps(found, 5)
            if len(data) <= MOST_CARRIED:
                chunks.put(number, data)


def _done(layout: Layout, archive: Archive, component: _Deck, back: bool, record: Record) -> _Done | None:
    layout.findings = Findings()
    before = layout.work
    try:
        scene = layout.back(component, record) if back else layout.front(component, record)
    except KitError:
        return None
    if scene is None or scene.codes or len(layout.findings):
        return None
    return Ready(scene, layout.work - before), archive.written(scene)


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
