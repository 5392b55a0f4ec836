"""Scenes as lines of JSON, each drawing and picture once, and the fingerprints of faces."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.output.leaves import Leaf, lasting_leaves, leaves, map_items
from pnp.scene import Art, Image, Item, Scene, Shadow, Text, Use
from pnp.text.fonts import FontBook

DIGITS = 16
"""Of a digest, in hex: two of a million faces are taken for one another once in thirty million such kits."""
PICTURE_PIXELS = 320
"""Longest side of a stored picture."""


class ArtLine(msgspec.Struct, frozen=True, tag_field="kept", tag="art"):
    id: str
    art: Art


class PictureLine(msgspec.Struct, frozen=True, tag_field="kept", tag="picture"):
    """A picture, reduced; PNG or JPEG."""

    id: str
    data: bytes


class FaceLine(msgspec.Struct, frozen=True, tag_field="kept", tag="face"):
    """A scene whose drawings have no items and whose pictures have no bytes: those have lines of their own."""

    id: str
    scene: Scene


SceneLine: TypeAlias = ArtLine | PictureLine | FaceLine


class SceneEncoder:
    """Encodes scenes. `out` collects new lines; it may be emptied at any time.

    A fingerprint covers size, outline, leaves and font files, but neither the build id nor the kit's place on disk.
    """

    def __init__(self, fonts: FontBook, build: str) -> None:
        self.out: list[SceneLine] = []
        self._fonts = fonts
        self._build = build
        self._faces: set[str] = set()
        self._parts: dict[str, str] = {}
        self._digests: dict[str, str] = {}

    def add(self, scene: Scene) -> str:
        """Encodes a scene unless an equal one was, and returns its fingerprint."""
        slim = replace(scene, items=map_items(scene.items, self._slim))
        outline = (slim.width, slim.height, slim.bleed, slim.corner, slim.outline)
        lasting = [leaf for _, leaf in lasting_leaves(slim, self._build)]
        codes = [(content.replace(self._build, "") if self._build else content, box) for content, box in slim.codes]
        fingerprint = _digest(outline, lasting, codes, self._fonts_of(lasting))
        if fingerprint not in self._faces:
            self._faces.add(fingerprint)
            self.out.append(FaceLine(fingerprint, slim))
        return fingerprint

    def _slim(self, item: Item) -> Item:
        match item:
            case Use(art=art):
                if art.key not in self._parts:
                    slim = replace(art, key="", items=map_items(art.items, self._slim))
                    lasting = [leaf for _, leaf in lasting_leaves(Scene(0.0, 0.0, 0.0, slim.items), self._build)]
                    name = _digest(art.width, art.height, lasting, self._fonts_of(lasting))
                    self._parts[art.key] = name
                    self.out.append(ArtLine(name, replace(slim, key=name)))
                return replace(item, art=Art(self._parts[art.key], art.width, art.height, ()))
            case Image(key=key, data=data) | Shadow(key=key, data=data):
                if key not in self._parts:
                    # A shadow is known by what it shows: how PNG packs it may differ from system to system.
                    name = self._parts[key] = _digest(key if isinstance(item, Shadow) else data)
                    self.out.append(PictureLine(name, _reduced(data)))
                return replace(item, key=self._parts[key], data=b"")
            case _:
                return item

    def _fonts_of(self, found: Iterable[Leaf]) -> list[tuple[str, str]]:
        used = sorted({leaf.item.font for leaf in found if isinstance(leaf.item, Text)})
        for face in used:
            if face not in self._digests:
                self._digests[face] = _digest(self._fonts.font(face).data())
        return [(face, self._digests[face]) for face in used]


class SceneDecoder:
    """Scenes out of lines."""

    def __init__(self, lines: Iterable[SceneLine]) -> None:
        self.faces: dict[str, Scene] = {}
        self._arts: dict[str, Art] = {}
        self._pictures: dict[str, bytes] = {}
        self._whole: dict[str, Art] = {}
        for line in lines:
            match line:
                case FaceLine(id=name, scene=scene):
                    self.faces[name] = scene
                case ArtLine(id=name, art=art):
                    self._arts[name] = art
                case PictureLine(id=name, data=data):
                    self._pictures[name] = data

    def scene(self, fingerprint: str) -> Scene | None:
        """The scene of a fingerprint, if there is one. Raises ValueError if a part of it is missing."""
        scene = self.faces.get(fingerprint)
        try:
            return scene and replace(scene, items=map_items(scene.items, self._fill))
        except KeyError as error:
            raise ValueError(f"the part {error} is missing") from None

    def lines_of(self, fingerprint: str) -> Iterator[SceneLine]:
        """A face with all lines that it needs."""
        scene = self.faces.get(fingerprint)
        if scene:
            yield FaceLine(fingerprint, scene)
            yield from self._parts_of(scene.items)

    def _parts_of(self, items: Iterable[Item]) -> Iterator[SceneLine]:
        for item in (leaf.item for leaf in leaves(items)):
            if isinstance(item, Use) and item.art.key in self._arts:
                yield ArtLine(item.art.key, self._arts[item.art.key])
                yield from self._parts_of(self._arts[item.art.key].items)
            elif isinstance(item, Image | Shadow) and item.key in self._pictures:
                yield PictureLine(item.key, self._pictures[item.key])

    def _fill(self, item: Item) -> Item:
        match item:
            case Use(art=art):
                if art.key not in self._whole:
                    self._whole[art.key] = art  # a drawing within itself stays empty
                    stored = self._arts[art.key]
                    self._whole[art.key] = replace(stored, items=map_items(stored.items, self._fill))
                return replace(item, art=self._whole[art.key])
            case Image() | Shadow():
                return replace(item, data=self._pictures[item.key])
            case _:
                return item


def line_of(record: msgspec.Struct) -> bytes:
    """A record as a line of the file."""
    return msgspec.json.encode(record) + b"\n"


def _digest(*parts: object) -> str:
    return sha256(msgspec.json.encode(parts)).hexdigest()[:DIGITS]


def _reduced(data: bytes) -> bytes:
    """A picture made small enough to be stored."""
    from PIL import Image as Pillow  # kits without pictures need not wait for it

    picture: Pillow.Image = Pillow.open(io.BytesIO(data))
    if max(picture.size) <= PICTURE_PIXELS:
        return data
    clear = picture.has_transparency_data
    small = picture.convert("RGBA" if clear else "RGB")
    small.thumbnail((PICTURE_PIXELS, PICTURE_PIXELS))
    out = io.BytesIO()
    small.save(out, "PNG" if clear else "JPEG")
    return out.getvalue()
