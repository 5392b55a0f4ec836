"""Faces of large decks, laid out by other processes ahead of the one that draws the sheets.

They are what it would lay out itself. A face of which there is something to say is left to it, so that findings come in
turn and once; so is one with codes, which are looked at up to a bound.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pnp.face.layout import Layout, Ready
from pnp.findings import Findings, KitError
from pnp.kit import Kit, Record
from pnp.kit.model import Card, Tile, Token
from pnp.output.language_build import LanguageBuild
from pnp.sheet.selection import Selection

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pnp.output.presses import Presses

MANY = 500
"""Faces that take longer to lay out than it takes to begin a process."""
CHUNK = 60
"""Faces that are laid out and carried over together."""
OWN = 5
"""Every so many chunks this process lays one out itself: to draw sheets of what is ready takes it less than others take
to lay it out, and what it has caught up with is laid out twice."""
MOST_OPEN = 4 * CHUNK
"""Faces that are kept until they are asked for."""
MOST_CARRIED = 1_000_000
"""Bytes of a chunk; one with large pictures is sooner laid out than carried over."""

_Deck: TypeAlias = Card | Tile | Token
_Face: TypeAlias = tuple[_Deck, bool, Record]
"""A component, whether it is its back, and the row."""


@contextmanager
def laid_ahead(run: LanguageBuild, presses: Callable[[], Presses] | None) -> Iterator[None]:
    """In the block, a language is printed with the faces that others have laid out, if there are others and many
    faces."""
    faces = tuple(_faces(run.kit, run.layout, run.selection)) if presses else ()
    if presses is None or len(faces) < MANY:
        yield
        return
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="pnp-") as folder:
        job = Path(folder) / "job"
        job.write_bytes(pickle.dumps((run.kit, run.layout.language, run.options, run.selection), 5))
        ahead = _Ahead(faces, presses(), job)
        run.layout.ready = ahead.ready
        try:
            yield
        finally:
            run.layout.ready = None
            ahead.end()


class _Ahead:
    """Faces of which others lay out what this process has not come to yet."""

    def __init__(self, faces: Sequence[_Face], presses: Presses, job: Path) -> None:
        """`job` is a file that tells the others what there is to lay out."""
        self._places = {_name(*face): place for place, face in enumerate(faces)}
        self._chunks: dict[int, Future[bytes]] = {}
        self._open: dict[int, Ready] = {}
        for chunk in range(-(-len(faces) // CHUNK)):
            if chunk % OWN:
                self._chunks[chunk] = presses.helper(laid_out, job, chunk * CHUNK, (chunk + 1) * CHUNK)

    def end(self) -> None:
        """Gives up what was not begun."""
        for future in list(self._chunks.values()):
            future.cancel()

    def ready(self, component: str, back: bool, record: Record) -> Ready | None:
        """A face that another process has laid out; each comes once. Nobody waits for one that is being laid out: on a
        busy machine that may last."""
        place = self._places.get((component, back, id(record)))
        if place is None:
            return None
        chunk = place // CHUNK
        begun = self._chunks.get(chunk)
        if begun is not None and (begun.cancel() or begun.done()):
            del self._chunks[chunk]
            data = b"" if begun.cancelled() else begun.result()
            found = pickle.loads(data) if data else ()
            self._open |= {chunk * CHUNK + index: one for index, one in enumerate(found) if one is not None}
            while len(self._open) > MOST_OPEN:  # some were laid out here meanwhile, and nobody asks for them again
                del self._open[next(iter(self._open))]
        return self._open.pop(place, None)


def laid_out(job: Path, start: int, stop: int) -> bytes:
    """In another process: these faces, packed; nothing, if that is too much to be carried over."""
    layout, faces = _job(job)
    data = pickle.dumps([_ready(layout, *face) for face in faces[start:stop]], 5)
    return data if len(data) <= MOST_CARRIED else b""


@lru_cache(maxsize=1)
def _job(job: Path) -> tuple[Layout, tuple[_Face, ...]]:
    kit, language, options, selection = pickle.loads(job.read_bytes())
    layout = LanguageBuild(kit, language, options, selection, lambda *_: None).layout
    return layout, tuple(_faces(kit, layout, selection))


def _ready(layout: Layout, component: _Deck, back: bool, record: Record) -> Ready | None:
    layout.findings = Findings()
    before = layout.work
    try:
        scene = layout.back(component, record) if back else layout.front(component, record)
    except KitError:
        return None
    if scene is None or scene.codes or len(layout.findings):
        return None
    return Ready(scene, layout.work - before)


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
