"""What a build of what changed leaves as it lies in the box: pieces of another language, or of what is left out."""

from __future__ import annotations

import gzip
from collections.abc import Container, Iterable

import msgspec

from pnp.changes.snapshot import Snapshot
from pnp.output.manifest import PieceEntry
from pnp.output.scene_file import line_of


def packed_records(old: Snapshot, pieces: Iterable[PieceEntry], known: Container[str]) -> bytes:
    """What was kept of pieces, as lines that follow those of a file of faces (gzip), but for the faces that are `known`
    there; nothing, where nothing was kept."""
    lines: dict[bytes, None] = {}
    for piece in pieces:
        row = old.row(piece.component, piece.key, piece.language)
        if row:
            lines[line_of(msgspec.structs.replace(row, language=piece.language))] = None
        for fingerprint in piece.faces.values():
            if fingerprint not in known:
                lines.update(dict.fromkeys(map(line_of, old.decoder.lines_of(fingerprint))))
    return gzip.compress(b"".join(lines), mtime=0) if lines else b""
