"""What is on faces, as it is kept: lists of JSON that say of each thing what it is and where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

import msgspec

Numbers: TypeAlias = tuple[float, float, float, float]
Transform: TypeAlias = tuple[float, float, float, float, float, float]


class Line(msgspec.Struct, frozen=True, array_like=True):
    colour: str
    width: float
    dash: tuple[float, ...]
    cap: str
    join: str
    mitre: float = 4.0


class StopItem(msgspec.Struct, frozen=True, array_like=True):
    at: float
    colour: str
    opacity: float


class GradientItem(msgspec.Struct, frozen=True, array_like=True):
    """`radial`: it is, or where its focus lies if that is not its middle; else linear."""

    radial: bool | tuple[float, float]
    matrix: Transform
    stops: tuple[StopItem, ...]


KeptPaint: TypeAlias = str | GradientItem | None


class RectItem(msgspec.Struct, frozen=True, array_like=True, tag="R"):
    box: Numbers
    fill: KeptPaint
    stroke: Line | None
    radius: float


class EllipseItem(msgspec.Struct, frozen=True, array_like=True, tag="E"):
    box: Numbers
    fill: KeptPaint
    stroke: Line | None


class PathItem(msgspec.Struct, frozen=True, array_like=True, tag="P"):
    data: str
    fill: KeptPaint
    stroke: Line | None
    evenodd: bool


class TextItem(msgspec.Struct, frozen=True, array_like=True, tag="T"):
    x: float
    y: float
    text: str
    font: str
    size: float
    colour: str
    width: float
    kerns: tuple[tuple[int, float], ...]


class UseItem(msgspec.Struct, frozen=True, array_like=True, tag="U"):
    """`width` and `height` are those of the drawing, in its own units."""

    art: str
    matrix: Transform
    width: float
    height: float


class ImageItem(msgspec.Struct, frozen=True, array_like=True, tag="I"):
    picture: str
    box: Numbers
    pixels: tuple[int, int]
    clip: Numbers | None


class GroupItem(msgspec.Struct, frozen=True, array_like=True, tag="G"):
    """`clip` is a box, or a path as data and whether it fills by the even-odd rule."""

    items: tuple[KeptItem, ...]
    matrix: Transform
    clip: Numbers | str | None
    evenodd: bool


class VeilItem(msgspec.Struct, frozen=True, array_like=True, tag="V"):
    """A group through which what lies beneath is seen."""

    group: GroupItem
    opacity: float


class MaskItem(msgspec.Struct, frozen=True, array_like=True, tag="M"):
    """A group that is as opaque as its mask is bright."""

    group: GroupItem | VeilItem
    mask: tuple[KeptItem, ...]


class BlendItem(msgspec.Struct, frozen=True, array_like=True, tag="B"):
    """A group that mixes its colours with those beneath, or, `alone`, one within which others do."""

    group: GroupItem | VeilItem | MaskItem
    blend: str
    alone: bool


class ShadowItem(msgspec.Struct, frozen=True, array_like=True, tag="S"):
    picture: str
    box: Numbers
    pixels: tuple[int, int]
    colour: str


KeptItem: TypeAlias = (
    RectItem
    | EllipseItem
    | PathItem
    | TextItem
    | UseItem
    | ImageItem
    | ShadowItem
    | GroupItem
    | VeilItem
    | MaskItem
    | BlendItem
)


def asked(items: Iterable[KeptItem]) -> Iterator[str]:
    """The ids of the drawings and pictures that items need."""
    for item in items:
        match item:
            case UseItem():
                yield item.art
            case ImageItem() | ShadowItem():
                yield item.picture
            case GroupItem():
                yield from asked(item.items)
            case VeilItem() | BlendItem():
                yield from asked((item.group,))
            case MaskItem():
                yield from asked((item.group, *item.mask))
            case RectItem() | EllipseItem() | PathItem() | TextItem():
                pass
            case _:
                assert_never(item)


class ArtRecord(msgspec.Struct, frozen=True, kw_only=True, tag_field="kept", tag="art"):
    id: str
    width: float
    height: float
    items: tuple[KeptItem, ...]


class PictureRecord(msgspec.Struct, frozen=True, kw_only=True, tag_field="kept", tag="picture"):
    """A picture, reduced; PNG or JPEG."""

    id: str
    data: bytes


class FaceRecord(msgspec.Struct, frozen=True, kw_only=True, tag_field="kept", tag="face"):
    """`codes` are the boxes of codes that name the build, and so are others in each."""

    id: str
    width: float
    height: float
    bleed: float
    corner: float
    outline: PathItem | EllipseItem | None
    items: tuple[KeptItem, ...]
    codes: tuple[Numbers, ...] = ()


Record: TypeAlias = ArtRecord | PictureRecord | FaceRecord
