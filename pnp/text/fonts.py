"""Finds typefaces by face name among installed font packages and a kit's own files; measures and shapes text.

OpenType fonts with PostScript curves, WOFF, WOFF2, variable fonts and font collections are converted to static TrueType
once.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import uharfbuzz
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.transformPen import TransformPen

from pnp.findings import Finding, KitError, Place
from pnp.kit.theme import FontFamily
from pnp.scene import NO_INK, Glyph, Segment, convert_segments, spelled
from pnp.text.bidi import is_right_to_left
from pnp.text.shaping import (
    AS_WIDE_AS,
    NO_BREAK_SPACE,
    SPACES,
    GlyphRun,
    is_variant,
    replace_spaces,
    shape,
    strip_invisible,
    units,
)

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

COLLECTIONS = (".ttc", ".otc")
SUFFIXES = (".ttf", ".otf", ".woff2", ".woff", *COLLECTIONS)
"""Of font files, those come first that take no converting."""
MOST_CONVERTED = 30_000
"""Glyphs of a font that is converted: a thousand take about a second."""
FINE = 0.001
"""Em by which a converted curve may run beside its own."""
_LIMITS = (
    *("maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements"),
    *("maxSizeOfInstructions", "maxComponentElements"),
)
"""What `maxp` counts of instructions and parts, of which converted outlines have none."""
_NO_EMBEDDING, _NO_SUBSETS, _BITMAPS_ONLY = 0x0002, 0x0100, 0x0200
_MADE_BY = "1"
"""Names what is kept by the version of the conversion."""


class FontFileError(ValueError):
    """A file cannot be used as a font; the message gives the reason."""


def list_faces(folder: Path) -> Iterator[tuple[str, Path, int]]:
    """Yields the faces in a folder: name, file, and index in a collection. A file's name is its face name; a
    collection's fonts use their PostScript names."""
    files = [path for path in folder.glob("*") if path.suffix.lower() in SUFFIXES and path.is_file()]
    for path in sorted(files, key=lambda path: (SUFFIXES.index(path.suffix.lower()), path.name)):
        names = _read_collection_names(path) if path.suffix.lower() in COLLECTIONS else [path.stem]
        yield from ((name, path, number) for number, name in enumerate(names))


def _read_collection_names(path: Path) -> list[str]:
    """Returns the PostScript names of a collection's fonts; none if it is unreadable."""
    from fontTools.ttLib import TTCollection

    try:
        with TTCollection(str(path), lazy=True) as fonts:
            return [str(font["name"].getDebugName(6) or "") for font in fonts]
    except Exception:  # a broken file makes fontTools raise errors of many kinds; whoever asks for a font hears of it
        return []


def convert_to_truetype(path: Path, number: int = 0) -> Path:
    """Returns the font as a static TrueType file, converted if necessary. Raises FontFileError."""
    data = path.read_bytes()
    if path.suffix.lower() not in COLLECTIONS and _is_static_truetype(data):
        return path
    from tempfile import NamedTemporaryFile

    from platformdirs import user_cache_path

    kept = user_cache_path("silk-road-pnp") / "fonts"
    made = kept / f"{sha256(data).hexdigest()[:32]}-{number}-{_MADE_BY}.ttf"
    if not made.is_file():
        try:
            font = _convert(path, number)
            kept.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=kept, suffix=".part", delete=False) as file:
                font.save(file, reorderTables=False)
            Path(file.name).replace(made)
        except (FontFileError, OSError):
            raise
        except Exception as error:  # a broken file makes fontTools raise errors of many kinds
            raise FontFileError("is not a whole font") from error
    return made


def check_embedding(path: Path) -> None:
    """Parses a TrueType file as embedding does. Raises FontFileError if its licence bits forbid embedding (OpenType
    1.9, `fsType` of OS/2), and various errors if it is damaged."""
    from fontTools.ttLib import TTFont
    from reportlab.pdfbase import ttfonts

    with TTFont(str(path), lazy=True) as font:
        rights = font["OS/2"].fsType if "OS/2" in font else 0
    if rights == _NO_EMBEDDING or rights & (_NO_SUBSETS | _BITMAPS_ONLY):
        raise FontFileError("does not allow to be embedded; use another font")
    face = ttfonts.TTFont(path.stem, io.BytesIO(path.read_bytes())).face
    face.makeSubset(sorted(face.charToGlyph))


def _is_static_truetype(data: bytes) -> bool:
    """Returns whether a file has a TrueType header and no variation axes."""
    if data[:4] not in (b"\0\1\0\0", b"true"):
        # What is no font at all is refused by those who open it.
        return data[:4] not in (b"OTTO", b"wOFF", b"wOF2", b"ttcf")
    tables = int.from_bytes(data[4:6], "big")
    return b"fvar" not in [data[12 + 16 * n : 16 + 16 * n] for n in range(tables)]


def _convert(path: Path, number: int) -> TTFont:
    """Converts to static TrueType: a variable font at its default location, cubic PostScript outlines as quadratic
    ones."""
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    is_collection = path.suffix.lower() in COLLECTIONS
    font = TTFont(str(path), fontNumber=number if is_collection else -1, recalcTimestamp=False)
    if len(font.getGlyphOrder()) > MOST_CONVERTED and ("CFF " in font or "fvar" in font):
        message = f"has more than {MOST_CONVERTED} glyphs that would have to be converted; use a TrueType file"
        raise FontFileError(message)
    if "fvar" in font:
        instantiateVariableFont(font, {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}, inplace=True)
    if "glyf" not in font:
        _convert_outlines(font)
    font.flavor = None
    return font


def _convert_outlines(font: TTFont) -> None:
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    glyphs = font.getGlyphSet()
    fine = FINE * font["head"].unitsPerEm
    outlines: dict[str, Any] = {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, fine, reverse_direction=True))
        outlines[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = table = newTable("glyf")
    table.glyphOrder, table.glyphs = font.getGlyphOrder(), outlines
    for name, (advance, _) in font["hmtx"].metrics.items():
        table.glyphs[name].recalcBounds(table)
        font["hmtx"].metrics[name] = (advance, getattr(table.glyphs[name], "xMin", 0))
    most = font["maxp"]
    most.tableVersion = 0x00010000
    for limit in _LIMITS:
        setattr(most, limit, 0)
    most.maxZones = 1
    font["post"].formatType = 3.0
    font.sfntVersion = "\000\001\000\000"
    for table_tag in ("CFF ", "CFF2", "VORG"):
        if table_tag in font:
            del font[table_tag]


MAX_FONT_BYTES = 20_000_000
"""Largest font file that is opened: the big CJK families stay under it."""
MAX_WORDS = 60_000
"""Shaped words that are remembered: about those of a long novel."""

OWN = ("fontpkg_alegreya_sans", "fontpkg_spectral")
"""The packages of the press's own typefaces: what is in them comes before what else is installed."""

_FACE_NAME = r"[A-Za-z0-9][A-Za-z0-9_ -]*"


class Font:
    """One open font file. Measures are in em: `ascent` is the top of d, `descent` the depth of p (positive)."""

    def __init__(self, face: str, path: Path) -> None:
        self.face = face
        self.path = path
        self._hb_face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)))
        self._hb = uharfbuzz.Font(self._hb_face)
        self._upem = float(self._hb_face.upem)
        self.cap_height = self._top("H", 0.7)
        self.x_height = self._top("x", 0.5)
        self.ascent = self._top("d", self.cap_height)
        hang = self._hb.get_glyph_extents(self.glyph("p"))
        self.descent = max(0.0, -(hang.y_bearing + hang.height) / self._upem if hang else 0.0) or 0.25
        self.space = self.shape(" ").width

    def has(self, character: str) -> bool:
        """Returns whether the font can draw a character. A fixed-width space needs no glyph."""
        return character in SPACES or character == NO_BREAK_SPACE or bool(self.glyph(character))

    @lru_cache(maxsize=20_000)  # noqa: B019 - fonts are few and stay open
    def glyph(self, character: str) -> int:
        """Returns the glyph id of a character; 0 if the font lacks it."""
        number: int = self._hb.get_nominal_glyph(ord(replace_spaces(character))) or 0
        return number

    @lru_cache(maxsize=MAX_WORDS)  # noqa: B019 - fonts are few and stay open
    def shape(self, text: str, right_to_left: bool = False, before: str = "", after: str = "") -> GlyphRun:
        """Shapes a text (NFC, without line breaks) in one direction. Letters join the text `before` and `after`."""
        glyphs = shape(self._hb, text, right_to_left=right_to_left, before=before, after=after)
        if any(one in SPACES or one in (" ", NO_BREAK_SPACE) for one in text):
            glyphs = tuple(self._with_room(*pair) for pair in spelled(text, glyphs, right_to_left))
        width = sum(glyph.advance for glyph in glyphs) / 1000
        return GlyphRun(text, glyphs, width, self.missing(text))

    @lru_cache(maxsize=1_000)  # noqa: B019 - as above
    def blank(self, width: float) -> tuple[Glyph, ...]:
        """Returns a space of this width in em."""
        return (Glyph(self.glyph(" ") or NO_INK, round(1000 * width, 3)),)

    def missing(self, text: str) -> str:
        """Returns the characters of a text that the font lacks."""
        if all(map(self.glyph, text)):
            return ""
        found, before = "", ""
        for character in strip_invisible(text):
            if is_variant(character):
                known = before and self._hb.get_variation_glyph(ord(before), ord(character))
                found += "" if known else character
            elif not self.has(character):
                found += character
            before = character
        return found

    def reach(self, glyphs: Iterable[Glyph]) -> tuple[float, float]:
        """Returns how far glyphs rise above and drop below the baseline, in em."""
        above = below = 0.0
        for glyph in glyphs:
            extents = self._hb.get_glyph_extents(glyph.number) if glyph.number != NO_INK else None
            if extents:
                rise = glyph.y * self._upem / 1000
                above = max(above, rise + extents.y_bearing)
                below = max(below, -rise - extents.y_bearing - extents.height)
        return above / self._upem, below / self._upem

    @lru_cache(maxsize=20_000)  # noqa: B019 - as above
    def outline(self, number: int) -> tuple[Segment, ...]:
        """Returns a glyph's outline in em, from its origin at (0, 0), y downwards."""
        pen = RecordingPen()
        self._hb.draw_glyph_with_pen(number, TransformPen(pen, (1 / self._upem, 0, 0, -1 / self._upem, 0, 0)))
        return convert_segments(pen.value)

    def thousandths(self, glyph: int) -> float:
        """Returns a glyph's advance in thousandths of an em."""
        advance: int = self._hb.get_glyph_h_advance(glyph)
        return advance * 1000 / self._upem

    def data(self) -> bytes:
        """Returns the file's bytes."""
        return self.path.read_bytes()

    def _with_room(self, glyph: Glyph, text: str) -> Glyph:
        """Returns a glyph as wide as the space it stands for; blank if the font has no space."""
        if text not in SPACES and text not in (" ", NO_BREAK_SPACE):
            return glyph
        own, advance = self.glyph(" "), glyph.advance
        if text in SPACES:
            width = 1000 * SPACES[text] or self.thousandths(self.glyph(AS_WIDE_AS[text]))
            advance = round(width + advance - self.thousandths(own), 3)  # with its kern
        elif text == NO_BREAK_SPACE and not (own or self.glyph(text)):
            advance = 250
        return Glyph(glyph.number or NO_INK, advance, 1, glyph.x, glyph.y)

    def _top(self, character: str, otherwise: float) -> float:
        extents = self._hb.get_glyph_extents(self.glyph(character))
        return extents.y_bearing / self._upem if extents and extents.y_bearing > 0 else otherwise


class FontBook:
    """The typefaces of a theme: the face of each role, and the fonts behind the faces.

    `families` maps roles (`display`, `text`, …) to families. `folder` is the kit folder, whose `fonts/` are searched
    first; None for the press's own pages. `theme` is the file of the families in findings. A role's family for the
    `language` precedes its general one.
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
        self._fonts: dict[str, Font] = {}

    @property
    def right_to_left(self) -> bool:
        """Whether text of this book's language reads right to left."""
        return is_right_to_left(self._language)

    def face(self, role: str, bold: bool = False, italic: bool = False) -> str:
        """Returns the face name of a role. If the family lacks a style, the nearest one is used: bold before italic,
        then regular. Raises KitError if no family has this role."""
        family = self._family(role)
        found = (bold and italic and family.bold_italic) or (bold and family.bold) or (italic and family.italic)
        return found or family.regular

    def list_missing_cuts(self, role: str, bold: bool, italic: bool) -> tuple[str, ...]:
        """Returns requested styles that a role's family lacks. Raises KitError if no family has this role."""
        asked = {"bold": (bold, False), "italic": (False, italic)}
        return tuple(cut for cut, way in asked.items() if any(way) and self.face(role, *way) == self.face(role))

    def fallbacks(self, role: str) -> tuple[Font, ...]:
        """Returns the fallback fonts of a role, in order. Raises KitError as `font` does."""
        return tuple(map(self.font, self._family(role).fallback))

    def has(self, role: str, bold: bool, italic: bool, character: str) -> bool:
        """Returns whether a role's font or one of its fallbacks has a character. Raises KitError as `font` does."""
        own = self.font(self.face(role, bold, italic))
        return any(font.has(character) for font in (own, *self.fallbacks(role)))

    def missing(self, role: str, bold: bool, italic: bool, text: str) -> Iterator[str]:
        """Yields characters that neither a role's font nor its fallbacks have. Raises KitError as `font` does."""
        own, others = self.font(self.face(role, bold, italic)), self.fallbacks(role)
        if own.missing(text):
            for unit in units(text):
                if (lacks := own.missing(unit)) and all(font.missing(unit) for font in others):
                    yield from lacks

    def _family(self, role: str) -> FontFamily:
        family = self._families.get(f"{role}.{self._language}") or self._families.get(role)
        if family is None:
            known = (name for name in self._families if "." not in name)
            raise self._error(role, "font-role", f"no font has the role `{role}`", known)
        return family

    def font(self, face: str) -> Font:
        """Returns the open font of a face name. Raises KitError if the file is missing or unreadable."""
        found = self._fonts.get(face)
        if found is None:
            path, number = self._own(face) or (list_installed_faces().get(face), 0)
            if path is None:
                own = list_faces(self._folder / "fonts") if self._folder else ()
                known = (*sorted(name for name, _, _ in own), *sorted(list_installed_faces()))
                raise self._error(face, "font-unknown", f"no font file is called `{face}`", known)
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

    def faces(self) -> tuple[str, ...]:
        """Returns all faces of the families, sorted."""
        cuts = (
            cut
            for family in self._families.values()
            for cut in (family.regular, family.italic, family.bold, family.bold_italic, *family.fallback)
        )
        return tuple(sorted({cut for cut in cuts if cut}))

    def _own(self, face: str) -> tuple[Path, int] | None:
        if self._folder is None or not re.fullmatch(_FACE_NAME, face):
            return None
        faces = list_faces(self._folder / "fonts")
        found = next(((path, number) for name, path, number in faces if name == face), None)
        if found and not found[0].resolve().is_relative_to(self._folder.resolve()):
            raise self._error(face, "path-outside", f"fonts/{found[0].name} leads out of the kit folder")
        return found

    def _error(self, column: str, code: str, message: str, known: Iterable[str] = ()) -> KitError:
        names = ", ".join(known)
        hint = f"known: {names}" if names else "put a font file into fonts/, or name an installed face"
        return KitError([Finding("error", code, Place(self._theme, 0, f"font {column}"), message, hint)])


@cache
def list_installed_faces() -> Mapping[str, Path]:
    """Maps face names to files of installed `fontpkg-*` packages. The press's own packages come first, then others by
    name."""
    families = sorted(entry_points(group="fontpkg.family"), key=lambda entry: entry.name)
    found: dict[str, Path] = {}
    for package in (*OWN, *(entry.module for entry in families)):
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            for path in sorted(Path(folder, "files").glob("*.ttf")):
                found.setdefault(path.stem, path)
    return found


@lru_cache(maxsize=64)
def _open(face: str, path: Path, number: int, modified: int) -> Font:
    """Opens a font and keeps it open for later builds in this process; `modified` reopens a changed file.

    A kit's own font is embedded once on trial, so that a broken one is reported here with its name.
    """
    if path in list_installed_faces().values():
        return Font(face, path)
    static = convert_to_truetype(path, number)
    check_embedding(static)
    return Font(face, static)


_ROLES = ("text", "display", "figure")
MOST_NAMED = 10
"""Characters that one finding names."""


_COMMON_LETTERS = {
    ("ar", "fa", "ur", "ps", "ckb", "ug", "sd"): "ابم",
    ("ja", "zh", "yue"): "のン人大",
    ("ko",): "이가는",
    ("he", "yi"): "אלם",
    ("ru", "uk", "be", "bg", "sr", "mk", "kk", "ky", "mn"): "аое",
    ("el",): "αοε",
    ("hi", "mr", "ne"): "कर",
    ("th",): "กา",
}
"""Letters of the script of some languages; a typeface with none of them lacks the script."""


def find_missing_script(has: Callable[[str], bool], language: str, beside: str) -> Finding | None:
    """Returns an error if the typefaces lack the script of a language; equal for all texts. `has` tells whether they
    have a character; `beside` is a file of the kit's own folder in findings."""
    letters = next((each for codes, each in _COMMON_LETTERS.items() if language.split("-")[0] in codes), "")
    if not letters or any(map(has, letters)):
        return None
    roles = ", ".join(f"[font.{role}.{language}]" for role in _ROLES)
    message = f"the typefaces of texts in {language} lack its letters"
    hint = f'name others in theme.toml, regular = "…" or fallback = ["…"], for each of {roles}'
    theme = Place(PurePosixPath(beside).with_name("theme.toml").as_posix())
    return Finding("error", "missing-glyph", theme, message, hint)


def list_characters(characters: Iterable[str]) -> str:
    """Formats characters that cannot be set: each with its code point."""
    shown = list(dict.fromkeys(characters))[:MOST_NAMED]
    form = ", another form of the sign before it"
    return ", ".join(f"{one} (U+{ord(one):04X}{form if is_variant(one) else ''})" for one in shown)


def describe_missing_cut(role: str, cut: str) -> tuple[str, str]:
    """Returns message and hint for a style that a font lacks."""
    wrong = f"the font {role} has no {cut} cut: what is {cut} here prints like the rest"
    return wrong, f"add `{cut} = …` to [font.{role}], or leave out the stars"
