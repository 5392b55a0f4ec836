"""Typefaces: found by face name among the installed font packages and a kit's own, measured and shaped.

Words are shaped by HarfBuzz with kerning on and every substitution off, so that each character keeps its own
glyph: text in the files stays searchable, and all back ends draw the same letters at the same places. Scripts whose
letters change beside each other have all that their typeface does; back ends draw what comes of it as shapes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import compress, pairwise
from pathlib import Path

import msgspec
import uharfbuzz

from pnp.findings import Finding, KitError, Place
from pnp.kit.model import FontFamily
from pnp.scene import Box, Segment
from pnp.text.direction import (
    SHADDA,
    following,
    is_halved,
    is_ligature,
    is_mark,
    is_right_to_left,
    turns,
    unjoined,
)
from pnp.text.font_files import FontFileError, as_truetype, check_embedding, face_names, font_file
from pnp.text.glyphs import Pen, draw_formed, formed
from pnp.text.scripts import (
    AS_WIDE_AS,
    NO_BREAK_SPACE,
    SPACES,
    drawn,
    has_unjoined,
    is_formed,
    is_variant,
    parts,
    seen,
)

MAX_FONT_BYTES = 20_000_000
"""Largest font file that is opened: the big CJK families stay under it."""
MAX_WORDS = 60_000
"""How many shaped words a font remembers before it begins anew: about the words of a long novel."""

OWN = ("fontpkg_alegreya_sans", "fontpkg_spectral")
"""The packages of the press's own typefaces: what is in them comes before what else is installed."""

_NO_SUBSTITUTION = {"kern": True, **dict.fromkeys(("liga", "clig", "calt", "rlig", "ccmp", "locl", "rclt"), False)}
_FACE_NAME = r"[A-Za-z0-9][A-Za-z0-9_ -]*"


class Shaped(msgspec.Struct, frozen=True, gc=False):
    """A word in one font: its advance in em, its kerns as (character index, shift in em), and its characters
    that have no glyph."""

    text: str
    width: float
    kerns: tuple[tuple[int, float], ...]
    missing: str


class Mark(msgspec.Struct, frozen=True, gc=False):
    """A mark on a letter: its own origin to the right of the letter's and above it, in em."""

    text: str
    right: float
    above: float


class _Glyphs(dict[str, tuple[int, int]]):
    """The number of a character's glyph, 0 for what the font does not have, and its advance."""

    def __init__(self, font: uharfbuzz.Font) -> None:
        super().__init__()
        self._font = font

    def __missing__(self, character: str) -> tuple[int, int]:
        glyph: int = self._font.get_nominal_glyph(ord(drawn(character))) or 0
        advance = self._font.get_glyph_h_advance(glyph)
        if character in SPACES:
            width = SPACES[character] * self._font.face.upem
            advance = round(width) or self[AS_WIDE_AS[character]][1]
        elif character == NO_BREAK_SPACE and not glyph:
            glyph, advance = self[" "]
            advance = advance if glyph else round(self._font.face.upem / 4)
        found = self[character] = glyph, advance
        return found


class Font:
    """One font file, open. All measures in em: `ascent` is the top of d, `descent` the depth of p (positive)."""

    def __init__(self, face: str, path: Path) -> None:
        self.face = face
        self.path = path
        self._hb_face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)))
        self._hb = uharfbuzz.Font(self._hb_face)
        self._upem = float(self._hb_face.upem)
        self._glyphs = _Glyphs(self._hb)
        self._shaped: dict[str, Shaped] = {}
        self._outlines: dict[str, tuple[Segment, ...]] = {}
        self._marks: dict[str, tuple[Mark, ...]] = {}
        self.cap_height = self._top("H", 0.7)
        self.x_height = self._top("x", 0.5)
        self.ascent = self._top("d", self.cap_height)
        self.descent = self._depth("p", 0.25)
        self.space = self.shape(" ").width

    def has(self, character: str) -> bool:
        """Whether the font has a glyph for a character, and that can be set; it needs none for a space."""
        return _is_space(character) or (not has_unjoined(character) and bool(self.glyph(character)))

    def shape(self, word: str) -> Shaped:
        """The advance and kerns of a word (any text in NFC, without a line break). Remembered."""
        found = self._shaped.get(word)
        if found is None:
            if len(self._shaped) >= MAX_WORDS:
                self._shaped.clear()
            found = self._shaped[word] = self._shape(word)
        return found

    def reach(self, text: str) -> tuple[float, float]:
        """How far a text stands above its baseline and hangs below it, in em."""
        glyphs = {self.glyph(character) for character in text if not character.isspace()}
        found = [extents for extents in map(self._hb.get_glyph_extents, glyphs) if extents]
        above = max((extents.y_bearing for extents in found), default=0)
        below = max((-extents.y_bearing - extents.height for extents in found), default=0)
        return max(0, above) / self._upem, max(0, below) / self._upem

    def outline(self, character: str) -> tuple[Segment, ...]:
        """The shape of a character in em, its baseline from (0, 0) to the right; or of a text of scripts that are
        formed. Remembered."""
        found = self._outlines.get(character)
        if found is None:
            pen = Pen(self._upem)
            if is_formed(character):
                draw_formed(self._hb, character, pen)
            else:
                if not _is_space(character):
                    self._hb.draw_glyph_with_pen(self.glyph(character), pen)
            found = self._outlines[character] = tuple(pen.segments)
        return found

    def syllables(self, text: str) -> tuple[str, ...]:
        """A text by what stands together: its characters, or what of them is formed as one."""
        found: list[str] = []
        for part, whole in parts(text):
            if not whole:
                found += part
                continue
            starts = sorted({info.cluster for info in formed(self._hb, part).glyph_infos})
            own: list[str] = []
            for start, end in pairwise((*starts, len(part))):
                if own and is_halved(own[-1]):
                    own[-1] += part[start:end]
                else:
                    own.append(part[start:end])
            found += own
        return tuple(found)

    def marks(self, cluster: str) -> tuple[Mark, ...]:
        """Where the marks that follow the first character of a text stand, by the font's anchors. Remembered."""
        found = self._marks.get(cluster)
        if found is None:
            found = self._marks[cluster] = tuple(self._anchored(cluster))
        return found

    def glyph(self, character: str) -> int:
        """The number of a character's glyph; 0 for what the font does not have."""
        return self._glyphs[character][0]

    def advance(self, character: str) -> float:
        """The advance of a character in thousandths of an em."""
        return self._glyphs[character][1] * 1000 / self._upem

    def thousandths(self, glyph: int) -> float:
        """The advance of a glyph in thousandths of an em."""
        advance: int = self._hb.get_glyph_h_advance(glyph)
        return advance * 1000 / self._upem

    def data(self) -> bytes:
        """The bytes of the file."""
        return self.path.read_bytes()

    def _shape_mixed(self, text: str) -> Shaped:
        """A text some parts of which are formed."""
        width, done, missing, kerns = 0.0, 0, "", list[tuple[int, float]]()
        for part, whole in parts(text):
            if whole:
                buffer = formed(self._hb, part)
                width += sum(position.x_advance for position in buffer.glyph_positions) / self._upem
                missing += "".join(self._lacks(seen(part)))
            else:
                shaped = self.shape(part)
                width, missing = width + shaped.width, missing + shaped.missing
                kerns += ((done + at, shift) for at, shift in shaped.kerns)
            done += len(part)
        return Shaped(text, width, tuple(kerns), missing)

    def _lacks(self, cluster: str) -> Iterator[str]:
        before = ""
        for character in cluster:
            if is_variant(character):
                if not self._hb.get_variation_glyph(ord(before), ord(character)):
                    yield character
            elif not self.has(character):
                yield character
            before = character

    def _shape(self, text: str) -> Shaped:
        if not text:  # a word of nothing but places where it may be divided
            return Shaped("", 0.0, (), "")
        if is_formed(text):
            return self._shape_mixed(text)
        buffer = uharfbuzz.Buffer()
        shown = drawn(text)
        buffer.add_str(shown)
        buffer.guess_segment_properties()
        uharfbuzz.shape(self._hb, buffer, _NO_SUBSTITUTION)
        known = [self._glyphs[character] for character in text]
        glyphs, own = [glyph for glyph, _ in known], [advance for _, advance in known]
        alone = own if shown == text else [self._glyphs[character][1] for character in shown]
        if turns(text):  # marks stand on their letters, whatever room the font gives them
            own = [0 if is_mark(one) or not seen(one) else advance for one, advance in zip(text, own, strict=True)]
            alone = own
        shaped = buffer.glyph_positions
        kerns: list[tuple[int, float]] = []
        if [info.codepoint for info in buffer.glyph_infos] == glyphs:  # else: a script drawn from right to left
            for index, (advance, position) in enumerate(zip(alone[:-1], shaped, strict=False)):
                if position.x_advance != advance and glyphs[index]:
                    kerns.append((index + 1, (position.x_advance - advance) / self._upem))
        width = sum(own) / self._upem + sum(shift for _, shift in kerns)
        missing = ""
        if not all(glyphs) or has_unjoined(text):  # few have
            lacks = [not self.has(one) and seen(one) for one in text]
            missing = "".join(compress(text, lacks))
        return Shaped(text, width, tuple(kerns), missing)

    def _anchored(self, cluster: str) -> Iterator[Mark]:
        buffer = uharfbuzz.Buffer()
        buffer.add_str(unjoined(cluster[0]) + cluster[1:] + following(cluster[0]))
        buffer.guess_segment_properties()
        uharfbuzz.shape(self._hb, buffer, _NO_SUBSTITUTION)
        places: dict[int, list[tuple[float, float]]] = {}
        pen = start = 0
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            places.setdefault(info.codepoint, []).append((pen + position.x_offset, position.y_offset))
            start = pen + position.x_offset if position.x_advance else start
            pen += position.x_advance
        base = self.glyph(cluster[0])
        taken: list[Box] = []
        for character in sorted(cluster[1:], key=lambda mark: mark != SHADDA):  # which is the nearest to its letter
            glyph = self.glyph(character)
            extents = self._hb.get_glyph_extents(glyph)
            x, y = places[glyph].pop(0) if places.get(glyph) else (start, 0)
            if extents and (x, y) == (start, 0) and is_ligature(cluster[0]):  # which has no anchors
                x += self._hb.get_glyph_h_advance(base) / 2 - extents.x_bearing - extents.width / 2
            if extents:
                box = Box(x + extents.x_bearing, y + extents.y_bearing + extents.height, extents.width, -extents.height)
                lower = max((one.bottom - box.y for one in taken if _meet(one, box)), default=0.0)
                y += lower
                taken.append(box.moved(0.0, lower))
            yield Mark(character, (x - start) / self._upem, y / self._upem)

    def _top(self, character: str, otherwise: float) -> float:
        extents = self._hb.get_glyph_extents(self.glyph(character))
        return extents.y_bearing / self._upem if extents and extents.y_bearing > 0 else otherwise

    def _depth(self, character: str, otherwise: float) -> float:
        extents = self._hb.get_glyph_extents(self.glyph(character))
        depth = -(extents.y_bearing + extents.height) / self._upem if extents else 0.0
        return depth if depth > 0 else otherwise


def _is_space(character: str) -> bool:
    """Whether a character is a space of any width."""
    return character in SPACES or character == NO_BREAK_SPACE


def _meet(one: Box, other: Box) -> bool:
    common = one.common(other)
    return common.width > 0 and common.height > 0


class FontBook:
    """The typefaces of a theme: which face a role has, and the fonts behind the faces.

    `families` maps roles (`display`, `text`, …) to families. `folder` is the kit folder, whose `fonts/` are
    looked into first; None for the press's own pages. `theme` is how findings call the file with the families.
    A family of a role in the `language` comes before that of the role.
    """

    def __init__(
        self,
        families: Mapping[str, FontFamily],
        folder: Path | None = None,
        theme: str = "theme.toml",
        language: str = "",
    ) -> None:
        self._families = families
        self._language = language
        self._folder = folder
        self._theme = theme
        self._faces: dict[tuple[str, bool, bool], str] = {}
        self._fonts: dict[str, Font] = {}
        self._others: dict[str, tuple[Font, ...]] = {}

    @property
    def right_to_left(self) -> bool:
        """Whether it is set with that language's text, which runs from right to left."""
        return is_right_to_left(self._language)

    def face(self, role: str, bold: bool = False, italic: bool = False) -> str:
        """The face name of a role. A family without the asked cut gives the nearest it has: bold before italic,
        then the regular one. Raises KitError if no family has this role."""
        key = (role, bold, italic)
        found = self._faces.get(key)
        if found is None:
            family = self._family(role)
            wanted = (
                family.bold_italic if bold and italic else "",
                family.bold if bold else "",
                family.italic if italic else "",
                family.regular,
            )
            found = self._faces[key] = next(face for face in wanted if face)
        return found

    def lacking(self, role: str, bold: bool, italic: bool) -> tuple[str, ...]:
        """Which of the asked cuts the family of a role has not, and prints as its regular one. Raises KitError if no
        family has this role."""
        asked = {"bold": (bold, False), "italic": (False, italic)}
        return tuple(cut for cut, way in asked.items() if any(way) and self.face(role, *way) == self.face(role))

    def fallbacks(self, role: str) -> tuple[Font, ...]:
        """The fonts that have what those of a role lack, in their order. Raises KitError as `font` does."""
        found = self._others.get(role)
        if found is None:
            found = self._others[role] = tuple(map(self.font, self._family(role).fallback))
        return found

    def has(self, role: str, bold: bool, italic: bool, character: str) -> bool:
        """Whether the face of a role or one behind it has a character. Raises KitError as `font` does."""
        own = self.font(self.face(role, bold, italic))
        return any(font.has(character) for font in (own, *self.fallbacks(role)))

    def missing(self, role: str, bold: bool, italic: bool, text: str) -> Iterator[str]:
        """What neither the face of a role nor one behind it has of a text. Raises KitError as `font` does."""
        own, others = self.font(self.face(role, bold, italic)), self.fallbacks(role)
        if not own.shape(text).missing:
            return
        for letter in (letter for part, whole in parts(text) for letter in ((part,) if whole else part)):
            if (lacks := own.shape(letter).missing) and all(font.shape(letter).missing for font in others):
                yield from lacks

    def _family(self, role: str) -> FontFamily:
        family = self._families.get(f"{role}.{self._language}") or self._families.get(role)
        if family is None:
            known = (name for name in self._families if "." not in name)
            raise self._error(role, "font-role", f"no font has the role `{role}`", known)
        return family

    def font(self, face: str) -> Font:
        """The open font of a face name. Raises KitError if there is no such file or it cannot be read."""
        found = self._fonts.get(face)
        if found is None:
            path, number = self._own(face) or (self._installed(face), 0)
            status = path.stat()
            if status.st_size > MAX_FONT_BYTES:
                raise self._error(face, "font-unreadable", f"{path.name} is larger than {MAX_FONT_BYTES} bytes")
            try:
                found = self._fonts[face] = _open(face, path, number, status.st_mtime_ns)
            except FontFileError as error:
                raise self._error(face, "font-unreadable", f"{path.name} {error}") from error
            except Exception as error:  # a broken font file makes three libraries raise errors of many kinds
                raise self._error(face, "font-unreadable", f"{path.name} is not a whole font") from error
        return found

    def advance(self, face: str, word: str) -> tuple[float, tuple[tuple[int, float], ...]]:
        """The width of a word in em and its kerns as (character index, shift in em)."""
        shaped = self.font(face).shape(word)
        return shaped.width, shaped.kerns

    def faces(self) -> tuple[str, ...]:
        """Every face that the families name, sorted."""
        cuts = (
            cut
            for family in self._families.values()
            for cut in (family.regular, family.italic, family.bold, family.bold_italic, *family.fallback)
        )
        return tuple(sorted({cut for cut in cuts if cut}))

    def _installed(self, face: str) -> Path:
        path = _own_faces().get(face) or installed_faces().get(face)
        if path is None:
            raise self._error(face, "font-unknown", f"no font file is called `{face}`", self._known())
        return path

    def _own(self, face: str) -> tuple[Path, int] | None:
        if self._folder is None or not re.fullmatch(_FACE_NAME, face):
            return None
        found = font_file(self._folder / "fonts", face)
        if found and not found[0].resolve().is_relative_to(self._folder.resolve()):
            raise self._error(face, "path-outside", f"fonts/{found[0].name} leads out of the kit folder")
        return found

    def _known(self) -> list[str]:
        own = face_names(self._folder / "fonts") if self._folder else ()
        return [*own, *sorted(installed_faces())]

    def _error(self, column: str, code: str, message: str, known: Iterable[str] = ()) -> KitError:
        names = ", ".join(known)
        hint = f"known: {names}" if names else "put a font file into fonts/, or name an installed face"
        return KitError([Finding("error", code, Place(self._theme, 0, f"font {column}"), message, hint)])


@cache
def installed_faces() -> Mapping[str, Path]:
    """Face name → file of every installed `fontpkg-*` package: the press's own, then others in the order of their
    names."""
    from importlib.metadata import entry_points  # who sets in the press's own typefaces need not wait for it

    families = sorted(entry_points(group="fontpkg.family"), key=lambda entry: entry.name)
    found = dict(_own_faces())
    for path in _font_files(entry.module for entry in families):
        found.setdefault(path.stem, path)
    return found


@cache
def _own_faces() -> Mapping[str, Path]:
    return {path.stem: path for path in _font_files(OWN)}


def _font_files(packages: Iterable[str]) -> Iterator[Path]:
    for package in packages:
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            yield from sorted(Path(folder, "files").glob("*.ttf"))


@lru_cache(maxsize=64)
def _open(face: str, path: Path, number: int, modified: int) -> Font:
    """Fonts stay open between builds of one process; `modified` opens a changed file anew.

    A font of a kit's own is taken apart once, as embedding it would: a broken one is found here, with its name.
    """
    if path in _own_faces().values() or path in installed_faces().values():
        return Font(face, path)
    font = Font(face, as_truetype(path, number))
    check_embedding(font.path)
    return font
