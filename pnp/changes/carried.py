"""What a build of what changed leaves as it lies in the box: pieces of another language, or of what is left out."""

from __future__ import annotations

import gzip
from collections.abc import Container, Iterable, Iterator

import msgspec

from pnp.changes.snapshot import Snapshot
from pnp.output.manifest import PieceEntry
from pnp.output.pieces import Kept
from pnp.render.kept import ArtRecord, FaceRecord, Record, asked


def packed_records(old: Snapshot, pieces: Iterable[PieceEntry], known: Container[str]) -> bytes:
    """What was kept of pieces, as lines that follow those of a file of faces (gzip), but for the faces that are `known`
    there; nothing, where nothing was kept."""
    records: dict[tuple[str, ...], Kept] = {}
    for piece in pieces:
        row = old.row(piece.component, piece.key, piece.language)
        if row:
            own = msgspec.structs.replace(row, language=piece.language)
            records["row", piece.component, piece.key, piece.language] = own
        for fingerprint in piece.faces.values():
            face = old.faces.get(fingerprint)
            if face and fingerprint not in known:
                records.update({(one.id,): one for one in _with_parts(face, old)})
    encode = msgspec.json.encode
    lines = b"".join(encode(record) + b"\n" for record in records.values())
    return gzip.compress(lines, mtime=0) if lines else b""


def _with_parts(face: FaceRecord, old: Snapshot) -> Iterator[Record]:
    """A face, and each drawing and picture that it needs."""
    yield face
    wanted = [*asked(face.items)]
    met: set[str] = set()
    while wanted:
        name = wanted.pop()
        part = old.parts.get(name)
        if part and name not in met:
            met.add(name)
            yield part
            if isinstance(part, ArtRecord):
                wanted += asked(part.items)
