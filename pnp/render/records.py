"""What is on faces, kept: scenes as lines of JSON, each drawing and picture once.

A face is kept under its fingerprint, a digest of what is on it: shapes, texts, drawings, pictures, and the typefaces
they are set in. Lengths count to a thousandth of a mm. Neither when nor where it was made is part of it, nor the id of
the build, which a code on a board may say: a board is not another one because a card of the kit was mended.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from pnp.art.paths import multiply, reach_of
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
    Numbers,
    PathItem,
    PictureRecord,
    Record,
    RectItem,
    ShadowItem,
    StopItem,
    TextItem,
    Transform,
    UseItem,
    VeilItem,
)
from pnp.render.split_builds import as_one, naming
from pnp.scene import (
    IDENTITY,
    Art,
    Box,
    Ellipse,
    Gradient,
    Group,
    Image,
    Item,
    Matrix,
    Paint,
    Path,
    Rect,
    Scene,
    Shadow,
    Stroke,
    Text,
    Use,
)
from pnp.scene import mapped as box_through
from pnp.text.fonts import FontBook

DIGITS = 16
"""Of a digest, in hex: two of a million faces are taken for one another once in thirty million such kits."""
LENGTHS = 16_384
"""How many lengths are known rounded: places in a box, sizes and kerns are the same from card to card."""
REMEMBERED = 2_000
"""How many items are remembered as they were written; what recurs from card to card is met again before that."""
PICTURE_PIXELS = 320
"""Longest side of a picture as it is kept: faces are shown again no larger than on the table."""
_ENCODER = msgspec.json.Encoder()
CODE_SLACK = 0.05
"""Millimetres by which a module may stand out of the box of its code, for roundings."""


class WrittenFace(msgspec.Struct, frozen=True, gc=False):
    """A face's fingerprint, and its line of the file."""

    fingerprint: str
    line: bytes


class SceneWriter:
    """Scenes on their way to be kept. `build` is the id that is no part of any fingerprint; `out` collects the lines of
    what was not met before; it may be emptied at any time."""

    def __init__(self, fonts: FontBook, build: str) -> None:
        self.out: list[Record] = []
        self._fonts = fonts
        self._build = build
        self._faces: set[str] = set()
        self._arts: dict[str, tuple[str, frozenset[str], bool]] = {}
        self._known: set[str] = set()
        self._pictures: dict[str, str] = {}
        self._items: dict[int, tuple[Item, KeptItem]] = {}
        self._digests: dict[str, str] = {}
        self._used: set[str] = set()
        self._mentions = False

    def add(self, scene: Scene) -> str:
        """Keeps a scene, and returns its fingerprint."""
        record = self.face(scene)
        if self.is_new(record.id):
            self.out.append(record)
        return record.id

    def is_new(self, fingerprint: str) -> bool:
        """Whether a face was not met before; from then on it was."""
        met = fingerprint in self._faces
        self._faces.add(fingerprint)
        return not met

    def keep_parts(self, items: Iterable[Item]) -> None:
        """Keeps the drawings and pictures of a face, which is kept itself as another writer has written it."""
        for item in items:
            if isinstance(item, Use):
                self._art(item.art)
            elif isinstance(item, Image | Shadow):
                self._picture(item)
            elif isinstance(item, Group):
                self.keep_parts((*item.items, *item.mask))

    def face(self, scene: Scene) -> FaceRecord:
        """A scene as it is kept, under its fingerprint; its drawings and pictures are kept by then."""
        return self._face(scene)[0]

    def written(self, scene: Scene) -> WrittenFace:
        """As `face`, written."""
        record, line = self._face(scene)
        return WrittenFace(record.id, line or line_of(record))

    def _face(self, scene: Scene) -> tuple[FaceRecord, bytes]:
        """A scene as it is kept, and its line, if that comes of what its fingerprint is of."""
        self._used, self._mentions = set(), any(map(self._names_build, (content for content, _ in scene.codes)))
        self._mentions = self._mentions or self._names_split(scene.items)
        record = lasting = self._record(scene)
        if self._mentions:
            unbuilt = self._unbuilt(scene)
            lasting = self._record(unbuilt)
            self._used -= _faces(scene.items) - _faces(unbuilt.items)  # only the id was set in these
        data = _ENCODER.encode(lasting)
        found = self._digest(data, scene)
        codes = tuple(_numbers(box) for content, box in scene.codes if self._names_build(content))
        kept = replace(record, id=found, codes=codes)
        if codes or lasting is not record:
            return kept, b""
        return kept, data.replace(b'"id":""', b'"id":"%s"' % found.encode(), 1) + b"\n"  # the first is the face's own

    def _record(self, scene: Scene) -> FaceRecord:
        outline = self._item(scene.outline) if scene.outline else None
        assert outline is None or isinstance(outline, PathItem | EllipseItem)
        return FaceRecord(
            id="",
            width=_length(scene.width),
            height=_length(scene.height),
            bleed=_length(scene.bleed),
            corner=_length(scene.corner),
            outline=outline,
            items=tuple(map(self._item, scene.items)),
        )

    def _digest(self, data: bytes, scene: Scene) -> str:
        codes = [(self._lasting_text(content), _numbers(box)) for content, box in scene.codes]
        fonts = [(face, self._font(face)) for face in sorted(self._used)]
        return _digest(b"[%s,%s,%s]" % (data, _ENCODER.encode(codes), _ENCODER.encode(fonts)))

    def _item(self, item: Item) -> KeptItem:
        known = self._items.get(id(item))
        if known is not None:
            return known[1]
        written = self._written(item)
        if not isinstance(item, Text | Group):  # these say what a face uses, and whether it names the build
            if len(self._items) >= REMEMBERED:
                self._items.clear()
            self._items[id(item)] = (item, written)
        return written

    def _written(self, item: Item) -> KeptItem:
        match item:
            case Rect():
                return RectItem(_numbers(item.box), _paint(item.fill), _line(item.stroke), _length(item.radius))
            case Ellipse():
                return EllipseItem(_numbers(item.box), _paint(item.fill), _line(item.stroke))
            case Path():
                return PathItem(_data(item), _paint(item.fill), _line(item.stroke), item.rule == "evenodd")
            case Text():
                return self._text(item)
            case Use():
                width, height = _length(item.art.width), _length(item.art.height)
                return UseItem(self._art(item.art), _matrix(item.matrix), width, height)
            case Image():
                clip = _numbers(item.clip) if item.clip else None
                return ImageItem(self._picture(item), _numbers(item.box), item.pixels, clip)
            case Shadow():
                return ShadowItem(self._picture(item), _numbers(item.box), item.pixels, item.colour)
            case Group():
                group = self._group(item)
                veiled = VeilItem(group, round(item.opacity, 4)) if item.opacity < 1 else group
                seen = MaskItem(veiled, tuple(map(self._item, item.mask))) if item.mask else veiled
                mixed = item.blend != "normal" or item.alone
                return BlendItem(seen, item.blend, item.alone) if mixed else seen

    def _group(self, item: Group) -> GroupItem:
        items = tuple(map(self._item, item.items))
        if isinstance(item.clip, Path):
            return GroupItem(items, _matrix(item.matrix), _data(item.clip), item.clip.rule == "evenodd")
        return GroupItem(items, _matrix(item.matrix), _numbers(item.clip) if item.clip else None, False)

    def _text(self, run: Text) -> TextItem:
        self._used.add(run.font)
        self._mentions = self._mentions or self._names_build(run.text)
        kerns = tuple([(index, _length(shift)) for index, shift in run.kerns])
        x, y, width = _length(run.x), _length(run.y), _length(run.width)
        return TextItem(x, y, run.text, run.font, _length(run.size), run.colour, width, kerns)

    def _lasting_text(self, text: str) -> str:
        return text.replace(self._build, "") if self._build else text

    def _names_build(self, text: str) -> bool:
        return bool(self._build) and self._build in text

    def _names_split(self, items: Sequence[Item]) -> bool:
        inner = any(self._names_split(item.items) for item in items if isinstance(item, Group))
        return inner or any(naming(items, self._build))

    def _font(self, face: str) -> str:
        found = self._digests.get(face)
        if found is None:
            found = self._digests[face] = _digest(self._fonts.font(face).data())
        return found

    def _art(self, art: Art) -> str:
        known = self._arts.get(art.key)
        if known is None:
            used, mentions = self._used, self._mentions
            self._used, self._mentions = set(), False
            items = tuple(map(self._written, art.items))
            record = ArtRecord(id="", width=_length(art.width), height=_length(art.height), items=items)
            name = _digest(msgspec.json.encode(record))
            known = self._arts[art.key] = name, frozenset(self._used), self._mentions
            self._used, self._mentions = used, mentions
            self._keep(replace(record, id=name))
        name, fonts, mentions = known
        self._used |= fonts
        self._mentions = self._mentions or mentions
        return name

    def _picture(self, image: Image | Shadow) -> str:
        found = self._pictures.get(image.key)
        if found is None:
            # A shadow is known by what it shows: how PNG packs it may differ from system to system.
            content = image.key.encode() if isinstance(image, Shadow) else image.data
            found = self._pictures[image.key] = _digest(content)
            self._keep(PictureRecord(id=found, data=_reduced(image.data)))
        return found

    def _keep(self, record: ArtRecord | PictureRecord) -> None:
        if record.id not in self._known:
            self._known.add(record.id)
            self.out.append(record)

    def _unbuilt(self, scene: Scene) -> Scene:
        """The scene as it is with every build: without codes that name it, and with its id cut out of texts, wherever
        they then stand."""
        codes = tuple(box.inset(-CODE_SLACK) for content, box in scene.codes if self._names_build(content))
        return replace(scene, items=tuple(self._lasting(scene.items, codes, IDENTITY)))

    def _lasting(self, items: Sequence[Item], codes: tuple[Box, ...], matrix: Matrix) -> Iterator[Item]:
        for item in self._joined(items):
            if isinstance(item, Group):
                inner = tuple(self._lasting(item.items, codes, multiply(matrix, item.matrix)))
                yield replace(item, items=inner)
            elif isinstance(item, Text) and self._names_build(item.text):
                yield replace(item, text=self._lasting_text(item.text), x=0.0, width=0.0, kerns=())
            elif not isinstance(item, Path) or not _within(box_through(matrix, reach_of(item)), codes):
                yield item

    def _joined(self, items: Sequence[Item]) -> Iterator[Item]:
        """Items with what names the build in several runs as one."""
        done = 0
        for place in naming(items, self._build):
            yield from items[done : place.start]
            yield as_one([item for item in items[place] if isinstance(item, Text)])
            done = place.stop
        yield from items[done:]


def line_of(record: msgspec.Struct) -> bytes:
    """What is kept, as a line of the file."""
    return _ENCODER.encode(record) + b"\n"


def _faces(items: Iterable[Item]) -> set[str]:
    """The typefaces of the runs among items."""
    found: set[str] = set()
    for item in items:
        if isinstance(item, Group):
            found |= _faces(item.items)
        elif isinstance(item, Text):
            found.add(item.font)
    return found


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:DIGITS]


@lru_cache(maxsize=LENGTHS)
def _length(value: float) -> float:
    return round(value, 3) + 0.0  # no negative zero


_SEGMENTS = {"M": "M%g %g", "L": "L%g %g", "C": "C%g %g %g %g %g %g", "Z": "Z"}


def _data(path: Path) -> str:
    form = "".join([_SEGMENTS[segment[0]] for segment in path.segments])
    return form % tuple([round(value, 3) + 0.0 for segment in path.segments for value in segment[1:]])


def _numbers(box: Box) -> Numbers:
    return (_length(box.x), _length(box.y), _length(box.width), _length(box.height))


def _matrix(matrix: Matrix) -> Transform:
    a, b, c, d, e, f = (round(value, 6) + 0.0 for value in matrix)
    return (a, b, c, d, e, f)


def _line(stroke: Stroke | None) -> Line | None:
    if stroke is None:
        return None
    dash = tuple(map(_length, stroke.dash))
    return Line(stroke.colour, _length(stroke.width), dash, stroke.cap, stroke.join, stroke.mitre)


def _paint(fill: Paint | None) -> KeptPaint:
    if not isinstance(fill, Gradient):
        return fill
    stops = (StopItem(round(stop.at, 4), stop.colour, round(stop.opacity, 4)) for stop in fill.stops)
    x, y = (round(part, 4) for part in fill.focus)
    return GradientItem((x, y) if x or y else fill.kind == "radial", _matrix(fill.matrix), tuple(stops))


def _within(box: Box, boxes: Iterable[Box]) -> bool:
    return any(one.holds(box) for one in boxes)


def _reduced(data: bytes) -> bytes:
    """A picture made small enough to be kept."""
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
