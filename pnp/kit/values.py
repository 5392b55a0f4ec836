"""Parses lengths, type sizes, colours and names as kits write them. The only place where units are parsed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias
from unicodedata import normalize

import msgspec

from pnp.findings import ACCEPTABLE
from pnp.kit import bounds
from pnp.kit.toml_source import BadValueError, ParsedBy, limited, number, quote, text

MM_PER = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
"""Millimetres in each unit that a length may carry; the point is the desktop point of PDF."""

LEAST_TYPE = 5.0
"""Points; smaller type is a texture."""
SMALLEST_TYPE = 7.0
"""Points; smaller type is not read at arm's length."""

_LENGTH = r"\s*([+-]?[0-9]{1,12}(?:\.[0-9]{1,12})?)\s*(mm|cm|in|pt)?\s*"
_HEX = r"#[0-9A-Fa-f]{6}"
_NAME = r"[A-Za-z][A-Za-z0-9-]{0,63}"
_PATH = r"[/\\:*<>|]|\.\."
_LANGUAGE = r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*"
_OTHER = r"[^A-Za-z0-9]+"
_FOLDED = str.maketrans({"ß": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l"})
"""Letters that are no accented ones."""
_WORD = r"[^\W_][^\x00-,/:-@\[-^`{-\xa0\s]{0,63}"
_KEY = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}")


def parse_length(value: object) -> float:
    """Returns millimetres from a number or a text such as `2.5in`, within ± `bounds.LENGTH`."""
    if isinstance(value, str):
        found = re.fullmatch(_LENGTH, value)
        if not found:
            raise BadValueError(
                f"is {quote(value)}, not a length", 'accepted: a number of mm, or "2.5in", "1cm", "7pt"'
            )
        length = round(float(found[1]) * MM_PER[found[2] or "mm"], 9)  # 3.5in are 88.9 mm
    else:
        length = number(value)
    if abs(length) > bounds.LENGTH.most:
        raise BadValueError(f"is {quote(value)}, more than {bounds.LENGTH.most} mm", "write a shorter one")
    return length


AXES = (("x", "w", "right"), ("y", "h", "bottom"))
"""The keys of a box across and down: from the near edge, the size, from the far edge."""
_TERM = re.compile(r"\s*([+-])?\s*(?:(middle)|([0-9]{1,12}(?:\.[0-9]{1,12})?)\s*(%|mm|cm|in|pt)?)\s*")


class RelativeLength(msgspec.Struct, frozen=True):
    """A `share` of a piece's side plus `mm`. With `middle`, the box is centred there."""

    share: float = 0.0
    mm: float = 0.0
    is_middle: bool = False


def parse_relative(value: object) -> RelativeLength:
    """Parses a length such as 4, `2.5in`, `100% - 6` or `middle + 3`."""
    if not isinstance(value, str):
        return RelativeLength(mm=parse_length(value))
    share = mm = 0.0
    middles = at = 0
    while at < len(value) or not at:
        term = _TERM.match(value, at)
        if not term or (at and not term[1]) or middles > 1:
            hint = 'accepted: a number of mm, "2.5in", "50%", "100% - 6"; for x and y also "middle", "middle + 3"'
            raise BadValueError(f"is {quote(value)}, not a length", hint)
        sign = -1 if term[1] == "-" else 1
        if term[2]:
            middles += sign
        elif term[4] == "%":
            share += sign * float(term[3]) / 100
        else:
            mm += sign * round(float(term[3]) * MM_PER[term[4] or "mm"], 9)
        at = term.end()
    if middles < 0 or middles > 1:
        raise BadValueError(f"is {quote(value)}", "middle comes once, and is not subtracted: middle + 3")
    if abs(mm) > bounds.LENGTH.most or abs(share) > 100:
        raise BadValueError(f"is {quote(value)}, more than {bounds.LENGTH.most} mm or 10000%")
    return RelativeLength(share, mm, bool(middles))


def resolve_axis(sides: Mapping[str, RelativeLength], axis: tuple[str, str, str], length: float) -> tuple[float, float]:
    """Returns position and size in mm of a box on a side of this length. Raises `BadValueError` if its size is 0."""
    near, size, far = axis
    mm = {key: side.share * length + side.mm for key, side in sides.items()}
    if near in sides and sides[near].is_middle:
        mm[near] += (length - mm[size]) / 2
    elif near not in mm:
        mm[near] = length - mm[far] - mm[size] if far in mm and size in mm else 0.0
    extent = mm.get(size, length - mm[near] - mm.get(far, 0.0))
    if extent <= 0:
        raise BadValueError(f"has no {'width' if size == 'w' else 'height'}")
    return mm[near], extent


def shift_length(written: object, mm: float) -> object:
    """Adds mm to a length in its notation: 4 becomes 6, `100% - 6` becomes `100% - 4`."""
    if not mm:
        return written
    if isinstance(written, int | float):
        return float(format_number(round(written + mm, 4)))
    text = str(written)
    plain = [term for term in _TERM.finditer(text) if term[3] and term[4] != "%"] if "{" not in text else []
    if not plain:
        return f"{text.strip()} {'-' if mm < 0 else '+'} {format_number(round(abs(mm), 4))}"
    term = plain[-1]
    unit = term[4] or ""
    amount = float(term[3]) * (-1 if term[1] == "-" else 1) + mm / MM_PER[unit or "mm"]
    before, after = text[: term.start()].rstrip(), text[term.end() :].strip()
    sign = "-" if amount < 0 else "+" if before else ""
    amount_text = f"{format_number(round(abs(amount), 4))}{unit}"
    moved = f"{before} {sign} {amount_text}" if before else f"{sign}{amount_text}"
    if before and not round(amount, 4):
        moved = before
    return f"{moved} {after}".strip()


def move_box(
    written: Sequence[object] | Mapping[str, object], change: Sequence[float]
) -> list[object] | dict[str, object]:
    """Moves and enlarges a box in its notation. `change` is added to x, y, width and height, in mm."""
    if not isinstance(written, Mapping):
        keys = [axis[part] for part in (0, 1) for axis in AXES]
        moved = move_box(dict(zip(keys, written, strict=True)), change)
        assert isinstance(moved, dict)
        return [moved[key] for key in keys]
    box = dict(written)
    for (near, size, far), along, wider in zip(AXES, change[:2], change[2:], strict=True):
        if size in box:
            box[size] = shift_length(box[size], wider)
        if far in box or size not in box:  # the far edge moves, too
            box[far] = shift_length(box.get(far, 0), -along - wider)
            if far not in written and not box[far]:
                del box[far]
        if near in box or far not in box or size not in box:
            is_middle = "middle" in str(box.get(near, ""))
            box[near] = shift_length(box.get(near, 0), along + (wider / 2 if is_middle else 0.0))
            if near not in written and not box[near]:
                del box[near]
    return box


positive = limited(parse_length, lambda mm: mm > 0, "a length greater than 0")


SIZES = {
    "poker": (63.5, 88.9),
    "standard": (63.0, 88.0),
    "bridge": (57.15, 88.9),
    "standard-usa": (56.0, 87.0),
    "japanese": (59.0, 86.0),
    "euro": (59.0, 92.0),
    "mini-euro": (44.0, 67.0),
    "mini-us": (41.0, 63.0),
    "tarot": (70.0, 120.0),
    "square": (70.0, 70.0),
    "spanish": (61.0, 95.0),
    "a7": (74.0, 105.0),
    "a6": (105.0, 148.0),
    "a5": (148.0, 210.0),
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "letter": (215.9, 279.4),
}
"""Sizes by name, in mm, upright: cards as they are sold, and papers."""


def parse_size(value: object) -> tuple[float, float]:
    """Parses width and height: a list of two lengths, one length for both, or a name: `poker`, `tarot landscape`."""
    if isinstance(value, str) and value[:1].isalpha():
        name, _, turned = value.partition(" ")
        if name not in SIZES or turned not in ("", "landscape"):
            raise BadValueError(
                f"is {quote(value)}, not a length or the name of a size",
                f"{', '.join(SIZES)}, with landscape after it or not",
            )
        width, height = SIZES[name]
        return (height, width) if turned else (width, height)
    if isinstance(value, list):
        if len(value) != 2:
            raise BadValueError(f"has {len(value)} elements, not 2", "[width, height]")
        return positive(value[0]), positive(value[1])
    side = positive(value)
    return side, side


def parse_base(value: object) -> tuple[float, ...]:
    """Parses the base of a figure: the diameter of a disc, or the width and height of a plate."""
    return parse_size(value) if isinstance(value, list) else (positive(value),)


def _points(value: object) -> float:
    return parse_length(value) / MM_PER["pt"] if isinstance(value, str) else number(value)


def is_colour(value: str) -> bool:
    """Returns whether a text is a colour value `#rrggbb`."""
    return re.fullmatch(_HEX, value) is not None


def identifier(value: object) -> str:
    """Parses a name defined by the kit."""
    name = text(value)
    if not re.fullmatch(_NAME, name):
        raise BadValueError(f"is {quote(name)}", "a letter a–z, then such letters, digits and hyphens, at most 64")
    return name


def _warnings(value: object) -> tuple[str, ...]:
    codes = value if isinstance(value, list) else [value]
    for code in codes:
        if not isinstance(code, str) or code not in ACCEPTABLE:
            known = ", ".join(ACCEPTABLE)
            raise BadValueError(f"has {quote(code)}, which is no warning that can be accepted", f"accepted: {known}")
    return tuple(codes)


def is_key(value: str) -> bool:
    """Returns whether a text is valid as a row key or column name."""
    return _KEY.fullmatch(value) is not None


def is_word(value: str) -> bool:
    """Returns whether a text is valid as a value of a `choices` column: a key, but with letters of any script."""
    return is_key(value) or re.fullmatch(_WORD, value) is not None


def make_column_name(header: str) -> str:
    """Derives a column name: `Rules Text.en` becomes `Rules_Text.en`; a valid name stays. Empty without Latin letters
    or digits."""
    if is_key(header) and not header.endswith("."):
        return header
    name, dot, language = header.rpartition(".")
    if dot and re.fullmatch(_LANGUAGE, language) and _plain(name, "_"):
        return f"{_plain(name, '_')}.{language}"
    return _plain(header, "_")


def make_row_key(cell: str) -> str:
    """Derives a row key: `Señor Árbol` becomes `senor-arbol`; a valid key stays. Empty without Latin letters, and for a
    path."""
    if is_key(cell):
        return cell
    return "" if re.search(_PATH, cell) else _plain(cell, "-").lower()


def _plain(text: str, between: str) -> str:
    """Keeps Latin letters without accents and digits, with one separator between words."""
    folded = unicodedata.normalize("NFKD", text).translate(_FOLDED).encode("ascii", "ignore").decode()
    return re.sub(_OTHER, between, folded).strip(between)[:64].rstrip(between)


Form: TypeAlias = Literal["square", "round", "hexagon"]
"""What a piece is cut to, and a place is drawn as."""
Length: TypeAlias = Annotated[float, ParsedBy(positive)]
Distance: TypeAlias = Annotated[float, ParsedBy(limited(parse_length, lambda mm: mm >= 0, "a length of 0 or more"))]
Coordinate: TypeAlias = Annotated[float, ParsedBy(parse_length)]
Size: TypeAlias = Annotated[tuple[float, float], ParsedBy(parse_size)]
Base: TypeAlias = Annotated[tuple[float, ...], ParsedBy(parse_base)]
_TYPE_SIZE = limited(_points, lambda points: 1 <= points <= 1000, "a type size from 1 to 1000 pt")
_READABLE = limited(_TYPE_SIZE, lambda points: points >= LEAST_TYPE, f"text never shrinks under {LEAST_TYPE:g} pt")
_FACTOR = limited(number, lambda factor: 0 <= factor <= 10, "a multiple of the type size from 0 to 10")
Points: TypeAlias = Annotated[float, ParsedBy(_TYPE_SIZE)]
ReadablePoints: TypeAlias = Annotated[float, ParsedBy(_READABLE)]
Factor: TypeAlias = Annotated[float, ParsedBy(_FACTOR)]
Warnings: TypeAlias = Annotated[tuple[str, ...], ParsedBy(_warnings)]
Identifier: TypeAlias = Annotated[str, ParsedBy(identifier)]


def format_number(value: float) -> str:
    """Formats a number for print: without an exponent, with at most 12 decimals, without trailing zeros. A number with
    more than 15 digits is a rounding artefact: it gets 6 decimals, or 6 significant digits if small."""
    is_whole = float(f"{value:.15g}") == value
    power = int(f"{value:.14e}".partition("e")[2])
    most = 14 - power if is_whole else min(11 - power, max(6, 5 - power))
    digits = f"{value:.{min(max(most, 0), 12)}f}"
    digits = digits.rstrip("0").rstrip(".") if "." in digits else digits
    return "0" if digits == "-0" else digits


def format_column(place: int) -> str:
    """Returns the spreadsheet letters of a column, counted from 0."""
    return (format_column(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)


Sort: TypeAlias = Literal["text", "number", "count", "colour", "icon", "choice", "ref", "truth"]

PLAIN: dict[str, Sort] = {"text": "text", "number": "number", "count": "count", "colour": "colour", "icon": "icon"}

TYPES_HINT = "text, number, count, colour, icon, one of a b c, ref TABLE, and list of … or optional … of these"


class ColumnType(msgspec.Struct, frozen=True):
    """Type of a column's cells: rows of a `table`, or one of the `choices`. Only conditions have the type `truth`."""

    sort: Sort
    table: str = ""
    choices: tuple[str, ...] = ()
    many: bool = False
    optional: bool = False

    @property
    def one(self) -> ColumnType:
        """The type of a list's items."""
        return msgspec.structs.replace(self, many=False, optional=False)

    def __str__(self) -> str:
        named = {"choice": f"one of {' '.join(self.choices)}", "ref": f"ref {self.table}", "truth": "true or false"}
        sort = named.get(self.sort, self.sort)
        return f"{'optional ' * self.optional}{'list of ' * self.many}{sort}"


NUMBER = ColumnType("number")
TRUTH = ColumnType("truth")
TEXT = ColumnType("text", optional=True)
"""What a column holds whose type is not declared."""


def parse_column_type(value: object) -> ColumnType:
    """Parses a column type of kit.toml or of a face's `[input]`. Raises `BadValueError`."""
    words = text(value).split()
    optional = words[:1] == ["optional"]
    words = words[optional:]
    many = words[:2] == ["list", "of"]
    words = words[2 * many :]
    match words:
        case [word] if word in PLAIN:
            return ColumnType(PLAIN[word], many=many, optional=optional)
        case ["ref", table]:
            return ColumnType("ref", table=table, many=many, optional=optional)
        case ["one", "of", *choices] if choices and all(map(is_word, choices)):
            return ColumnType("choice", choices=tuple(choices), many=many, optional=optional)
    raise BadValueError(f"is {quote(value)}, not a column type", TYPES_HINT, "column-type")


DeclaredType: TypeAlias = Annotated[ColumnType, ParsedBy(parse_column_type)]
_DOTLESS = frozenset({"tr", "az"})
"""Languages in which i and ı are two letters, each with a capital of its own."""
_GREEK = frozenset({"el", "grc"})
_GREEK_ACCENTS = re.compile("[\u0300-\u0304\u0306\u0311\u0313\u0314\u0342\u0343]")
"""Accents, breathings and lengths, which Greek capitals do not bear; a dialytika stays."""


def upper(text: str, language: str) -> str:
    """Returns a text in capitals by the rules of its language."""
    short = language.partition("-")[0]
    if short in _DOTLESS:
        return text.replace("i", "İ").upper()
    if short in _GREEK:
        return normalize("NFC", _GREEK_ACCENTS.sub("", normalize("NFD", text)).upper())
    return text.upper()


def lower(text: str, language: str) -> str:
    """Returns a text in lower case by the rules of its language."""
    return (text.replace("İ", "i").replace("I", "ı") if language.partition("-")[0] in _DOTLESS else text).lower()
