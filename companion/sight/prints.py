"""The faces of a kit as they are printed, for who compares them with a photograph.

Drawing them takes longer than to read a photograph, and each is read by a process of its own: so they are kept in the
user's cache, as the press keeps what it has rendered, by all that they were drawn from.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Collection, Mapping
from functools import cache as once
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from pnp.camera.picture import Array

PER_MM: Final = 4.0
"""Pixels to a millimetre: what a phone sees of a whole table."""
Ink: TypeAlias = Literal["full", "low"]
INKS: Final[tuple[Ink, ...]] = ("full", "low")
_MM_PER_INCH: Final = 25.4


def prints(folder: Path, components: Collection[str], ink: Ink, side: str = "front") -> Mapping[str, Array]:
    """One side of the pieces of some components of a kit, cut out, by their rows: rows of grey from 0 (black) to 255,
    `PER_MM` to the mm. Raises KitError."""
    from pnp.output.cache import user_cache
    from pnp.output.state import kit_state

    state = kit_state(folder)
    cache = user_cache(bool(state))  # a kit that cannot be read has none
    key = cache.key("prints", (), _maker(), state, *sorted(components), ink, side)
    data = cache.known(key)
    if data is None:
        data = _packed(_drawn(folder, components, ink, side))
        cache.put(key, data)
    with np.load(io.BytesIO(data), allow_pickle=False) as kept:
        return {name.removeprefix("/"): kept[name].astype(np.float32) for name in kept.files}


def _packed(faces: Mapping[str, Array]) -> bytes:
    out = io.BytesIO()
    named: dict[str, Any] = {f"/{key}": face for key, face in faces.items()}  # the row of a board has no name
    np.savez(out, **named)
    return out.getvalue()


@once
def _maker() -> str:
    """What stands for this module."""
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


def _drawn(folder: Path, components: Collection[str], ink: Ink, side: str) -> Mapping[str, Array]:
    from pnp.export.pieces import pieces
    from pnp.face.layout import Layout
    from pnp.kits import load
    from pnp.render.png import scene_pictures
    from pnp.sheet.selection import Selection

    kit = load(folder)
    layout = Layout(kit, kit.languages[0], ink=ink)
    scenes = {}
    for component in (one for one in kit.components if one.id in components):
        for piece in pieces(kit, layout, component, Selection()):
            if side in piece.faces:
                scenes[piece.key] = piece.faces[side]
    drawn = scene_pictures(scenes.values(), fonts=layout.fonts, dpi=PER_MM * _MM_PER_INCH)
    return {key: np.asarray(picture.convert("L"), dtype=np.uint8) for key, picture in zip(scenes, drawn, strict=True)}
