"""Scenes out of what was kept of them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from pnp.art.paths import parse_path
from pnp.render.kept import (
    ArtRecord,
    BlendItem,
    EllipseItem,
    FaceRecord,
    GradientItem,
    GroupItem,
    ImageItem,
    KeptItem,
    KeptPaint,
    Line,
    MaskItem,
    PathItem,
    PictureRecord,
    Record,
    RectItem,
    ShadowItem,
    TextItem,
    UseItem,
    VeilItem,
)
from pnp.scene import (
    Art,
    Box,
    Ellipse,
    Gradient,
    Group,
    Image,
    Item,
    Paint,
    Path,
    Rect,
    Scene,
    Shadow,
    Stop,
    Stroke,
    Text,
    Use,
)


class SceneReader:
    """Scenes out of what was kept."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._faces: dict[str, FaceRecord] = {}
        self._arts: dict[str, ArtRecord] = {}
        self._pictures: dict[str, bytes] = {}
        self._read: dict[str, Art] = {}
        for record in records:
            match record:
                case FaceRecord():
                    self._faces[record.id] = record
                case ArtRecord():
                    self._arts[record.id] = record
                case PictureRecord():
                    self._pictures[record.id] = record.data

    def scene(self, fingerprint: str) -> Scene | None:
        """The face of a fingerprint, if it was kept. Raises ValueError if what was kept makes no sense."""
        record = self._faces.get(fingerprint)
        if record is None:
            return None
        outline = self._item(record.outline) if record.outline else None
        return Scene(
            record.width,
            record.height,
            record.bleed,
            tuple(map(self._item, record.items)),
            record.corner,
            outline if isinstance(outline, Path | Ellipse) else None,
        )

    def _item(self, kept: KeptItem) -> Item:
        match kept:
            case RectItem():
                return Rect(Box(*kept.box), _fill(kept.fill), _stroke(kept.stroke), kept.radius)
            case EllipseItem():
                return Ellipse(Box(*kept.box), _fill(kept.fill), _stroke(kept.stroke))
            case PathItem():
                return _path(kept.data, kept.evenodd, _fill(kept.fill), _stroke(kept.stroke))
            case TextItem():
                return Text(*msgspec.structs.astuple(kept))
            case UseItem():
                return Use(self._art(kept.art), kept.matrix)
            case ImageItem():
                data, around = self._data(kept.picture), Box(*kept.clip) if kept.clip else None
                return Image(kept.picture, data, Box(*kept.box), kept.pixels, around)
            case ShadowItem():
                return Shadow(kept.picture, self._data(kept.picture), Box(*kept.box), kept.pixels, kept.colour)
            case GroupItem():
                return self._group(kept)
            case VeilItem():
                return replace(self._group(kept.group), opacity=kept.opacity)
            case MaskItem():
                return replace(self._item(kept.group), mask=tuple(map(self._item, kept.mask)))
            case BlendItem():
                return replace(self._item(kept.group), blend=kept.blend, alone=kept.alone)

    def _group(self, kept: GroupItem) -> Group:
        clip = _path(kept.clip, kept.evenodd) if isinstance(kept.clip, str) else kept.clip and Box(*kept.clip)
        return Group(tuple(map(self._item, kept.items)), kept.matrix, clip)

    def _data(self, picture: str) -> bytes:
        data = self._pictures.get(picture)
        if data is None:
            raise ValueError(f"the picture {picture} is missing")
        return data

    def _art(self, name: str) -> Art:
        known = self._read.get(name)
        if known is None:
            record = self._arts.pop(name, None)  # a drawing within itself is not found again
            if record is None:
                raise ValueError(f"the drawing {name} is missing")
            known = Art(f"kept {name}", record.width, record.height, tuple(map(self._item, record.items)))
            self._read[name] = known
        return known


def _stroke(line: Line | None) -> Stroke | None:
    return Stroke(*msgspec.structs.astuple(line)) if line else None  # caps and joins are written from strokes alone


def _fill(kept: KeptPaint) -> Paint | None:
    if not isinstance(kept, GradientItem):
        return kept
    stops = tuple(Stop(stop.at, stop.colour, stop.opacity) for stop in kept.stops)
    focus = kept.radial if isinstance(kept.radial, tuple) else (0.0, 0.0)
    return Gradient("radial" if kept.radial else "linear", kept.matrix, stops, focus)


def _path(data: str, evenodd: bool, fill: Paint | None = None, stroke: Stroke | None = None) -> Path:
    return Path(parse_path(data), fill, stroke, "evenodd" if evenodd else "nonzero")
