"""Gradients as a kit writes them: in the theme under a name, or where something is filled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec

from pnp.findings import Findings, KitError
from pnp.kit import bounds
from pnp.kit.expressions import Template, parse_template
from pnp.kit.folder import KeyPath
from pnp.kit.toml_source import (
    BadValueError,
    ParsedBy,
    TomlDocument,
    TomlSource,
    accepted,
    choice,
    colours_hint,
    convert,
    no_unknown_keys,
    number,
    read_struct,
    read_toml,
    shown,
    text,
)
from pnp.kit.values import Factor, Identifier, Points, ReadablePoints, is_colour

STOPS_HINT = '["silk", "indigo"], each a colour, or [colour, place, opacity], such as ["silk", 0.3, 0.5]'


class StopSpec(msgspec.Struct, frozen=True):
    """A colour of a gradient, at a place from 0 to 1 (None: evenly between its neighbours), and how opaque it is."""

    colour: Template
    at: float | None = None
    opacity: float = 1.0


def _share(value: object) -> float:
    share = number(value)
    if not 0 <= share <= 1:
        raise BadValueError(f"is {shown(value)}", "a number from 0 to 1")
    return share


def _stops(value: object) -> tuple[StopSpec, ...]:
    if not isinstance(value, list) or not 2 <= len(value) <= bounds.STOPS.most:
        raise BadValueError(f"is {shown(value)}", f"from 2 to {bounds.STOPS.most} colours: {STOPS_HINT}")
    stops = tuple(_stop(part) for part in value)
    places = [stop.at for stop in stops if stop.at is not None]
    if places != sorted(places):
        raise BadValueError("has places that do not rise", STOPS_HINT)
    return stops


def _stop(value: object) -> StopSpec:
    parts = value if isinstance(value, list) else [value]
    if not 1 <= len(parts) <= 3 or not isinstance(parts[0], str) or not parts[0]:
        raise BadValueError(f"has {shown(value)}, which is no stop", STOPS_HINT)
    at = _share(parts[1]) if len(parts) > 1 else None
    return StopSpec(parse_template(parts[0]), at, _share(parts[2]) if len(parts) > 2 else 1.0)


def _middle(value: object) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadValueError(f"is {shown(value)}, not a place", "[across, down] as shares of the box: [0.5, 0.5]")
    return number(value[0]), number(value[1])


def _reach(value: object) -> float:
    reach = number(value)
    if not 0 < reach <= 100:
        raise BadValueError(f"is {shown(value)}", "a number greater than 0; 1 reaches to the sides of the box")
    return reach


Stops: TypeAlias = Annotated[tuple[StopSpec, ...], ParsedBy(_stops)]
TwoShares: TypeAlias = Annotated[tuple[float, float], ParsedBy(_middle)]


class GradientSpec(msgspec.Struct, frozen=True):
    """Colours along a line through the box at an angle in degrees (0 runs to the right, 90 down), from corner to
    corner; or out of a `middle`, which is a share of the box, as an ellipse: a `radius` of 1 reaches to its sides."""

    stops: Stops
    kind: Literal["linear", "radial"] = "linear"
    angle: Annotated[float, ParsedBy(number)] = 90.0
    middle: TwoShares = (0.5, 0.5)
    radius: Annotated[float, ParsedBy(_reach)] = 1.0


_READ = {
    "stops": _stops,
    "kind": lambda value: choice(value, ("linear", "radial")),
    "angle": number,
    "middle": _middle,
    "radius": _reach,
}


def read_gradient(table: Mapping[str, object]) -> GradientSpec:
    """A gradient from a table. Raises `BadValueError`."""
    unknown = next((key for key in table if key not in _READ), None)
    if unknown is not None:
        raise BadValueError(f"has {shown(unknown)}, which is no key of a gradient", accepted(_READ, unknown))
    if "stops" not in table:
        raise BadValueError("is a gradient without stops", f"stops = {STOPS_HINT}")
    values: dict[str, object] = {}
    for key, value in table.items():
        try:
            values[key] = _READ[key](value)
        except BadValueError as wrong:
            raise BadValueError(f"has a gradient whose {key} {wrong.message}", wrong.hint) from None
    return GradientSpec(**values)  # type: ignore[arg-type] # each was read as its field has it


def _fill(value: object) -> Template | GradientSpec:
    if isinstance(value, dict):
        return read_gradient(value)
    template = parse_template(text(value))
    if not template.parts:
        raise BadValueError("is empty")
    return template


Fill: TypeAlias = Annotated[Template | GradientSpec, ParsedBy(_fill)]
"""The name of a colour or of a gradient, `#rrggbb`, or a gradient that is written where it is used."""
Share: TypeAlias = Annotated[float, ParsedBy(_share)]
"""A number from 0 to 1."""


class FontFamily(msgspec.Struct, frozen=True):
    """Face names of a family: `Spectral-SemiBold` is a file of an installed font package or of `fonts/`. `fallback` are
    faces for characters that the family lacks."""

    regular: str
    italic: str = ""
    bold: str = ""
    bold_italic: str = ""
    fallback: tuple[str, ...] = ()


class Style(msgspec.Struct, frozen=True):
    """How text is set. Sizes in points; `leading` and `gap` (between paragraphs) in multiples of the size."""

    font: Identifier = "text"
    size: Points = 9.0
    least: ReadablePoints = 7.0
    leading: Factor = 1.2
    gap: Factor = 0.4
    align: Literal["left", "center", "right", "start", "end"] = "start"
    valign: Literal["top", "middle", "bottom"] = "top"
    colour: str = "ink"
    hyphenate: bool = True


class Theme(msgspec.Struct, frozen=True, eq=False):
    """Colours as `#RRGGBB`, font families by role, text styles, short names of icons, and gradients, whose colours are
    names of colours here or `#rrggbb`."""

    colours: Mapping[str, str]
    fonts: Mapping[str, FontFamily]
    styles: Mapping[str, Style]
    icons: Mapping[str, str]
    gradients: Mapping[str, GradientSpec]
    sheet_face: str = ""
    """The typeface of the press, which has all letters and signs of what it writes on sheets itself."""
    whole: bool = True
    """Whether its file could be read; if not, nobody knows what else it names."""

    @property
    def sheet_fonts(self) -> Mapping[str, FontFamily]:
        """The families for that: what they lack is set in the typeface of the press."""
        return {
            role: msgspec.structs.replace(family, fallback=(*family.fallback, self.sheet_face))
            for role, family in self.fonts.items()
        }


T = TypeVar("T")

_SECTIONS = ("colour", "font", "style", "icon", "gradient")


@cache
def press_theme() -> Theme:
    """The theme that every kit starts from: `theme.toml` beside this module."""
    findings = Findings()
    text = Path(__file__).with_name("theme.toml").read_text(encoding="utf-8")
    document = read_toml(text, "pnp/kit/theme.toml", findings)
    theme = read_theme(document, Theme({}, {}, {}, {}, {})) if document else None
    if theme is None or len(findings):
        raise KitError(findings)
    return msgspec.structs.replace(theme, sheet_face=theme.fonts["text"].regular)


def read_theme(document: TomlDocument, base: Theme) -> Theme:
    """The theme of a theme.toml, over `base`. What is wrong is noted and left out."""
    values, source = document.values, document.source
    no_unknown_keys(values, _SECTIONS, source, ())
    colours = _colours(values.get("colour", {}), source, base.colours)
    theme = Theme(
        colours=colours,
        fonts={**base.fonts, **_fonts(values.get("font", {}), source, base.fonts)},
        styles=base.styles,
        icons={**base.icons, **_each(values.get("icon", {}), source, "icon", _icon)},
        gradients={**base.gradients, **_gradients(values.get("gradient", {}), source, colours)},
        sheet_face=base.sheet_face,
    )
    return msgspec.structs.replace(theme, styles=read_styles(values.get("style", {}), source, theme))


def read_styles(section: object, source: TomlSource, theme: Theme) -> dict[str, Style]:
    """The `[style.NAME]` tables over the styles of the same names in a theme, key by key.

    What they name must be in the theme: that is said here, once, and not of each text that is set so.
    """
    styles = dict(theme.styles)
    for name, table in _tables(section, source, "style").items():
        base = theme.styles.get(name, Style())
        style = _style(table, source, name, base)
        styles[name] = style or base  # a wrong one is a finding here, not at each text as well
        if style:
            _check_names(style, source, name, theme)
    return styles


def _check_names(style: Style, source: TomlSource, name: str, theme: Theme) -> None:
    if style.colour not in theme.colours and not is_colour(style.colour):
        hint = colours_hint(theme.colours, style.colour)
        source.error(("style", name, "colour"), "unknown-colour", f"there is no colour {style.colour}", hint)
    if style.font not in theme.fonts:
        hint = accepted(theme.fonts, style.font)
        source.error(("style", name, "font"), "unknown-font", f"there is no font {style.font}", hint)


def _style(table: object, source: TomlSource, name: str, base: Style) -> Style | None:
    kept = msgspec.structs.asdict(base)
    style = read_struct(Style, table, source, ("style", name))
    if style is None or not isinstance(table, dict):
        return None
    style = Style(**{**kept, **{key: getattr(style, key) for key in table}})
    if style.least > style.size:
        if "least" in table:
            message = f"least is {style.least:g}, more than the size, {style.size:g}"
            source.error(("style", name, "least"), "value", message)
        style = msgspec.structs.replace(style, least=style.size)
    return style


def _fonts(section: object, source: TomlSource, base: Mapping[str, FontFamily]) -> dict[str, FontFamily]:
    """The families by role; that of a role in a language, `[font.text.ja]`, is called `text.ja`. In the place of one
    that is wrong stands one of `base`, so that what names it is no mistake of its own."""
    found = {}
    spare = base.get("text")
    for role, table in _tables(section, source, "font").items():
        within = {key: part for key, part in table.items() if isinstance(part, dict)} if isinstance(table, dict) else {}
        for language, part in within.items():
            family = _family(part, source, ("font", role, language))
            if family:
                found[f"{role}.{language}"] = family
        plain = {key: part for key, part in table.items() if key not in within} if isinstance(table, dict) else table
        if within and not plain:  # the role itself is the press's
            continue
        family = _family(plain, source, ("font", role)) or base.get(role, spare)
        if family:
            found[role] = family
    return found


def _family(table: object, source: TomlSource, path: KeyPath) -> FontFamily | None:
    return read_struct(FontFamily, table, source, path)


def _icon(name: object, source: TomlSource, path: KeyPath) -> str | None:
    try:
        return str(convert(name, str, source, path))
    except BadValueError as wrong:
        source.error(path, "value", f"{path[-1]} {wrong.message}", wrong.hint)
        return None


def _gradients(section: object, source: TomlSource, colours: Mapping[str, str]) -> dict[str, GradientSpec]:
    """The `[gradient.NAME]` tables. A name that is a colour's as well could not be told from it."""
    found = _each(section, source, "gradient", _gradient)
    for name, gradient in found.items():
        if name in colours:
            source.error(("gradient", name), "twice", f"{name} is a colour already", "choose another name")
        for stop in gradient.stops:
            colour = stop.colour.constant
            if colour is None:
                message = "a gradient of the theme binds something"
                source.error(("gradient", name, "stops"), "value", message, "write it where it is used: fill = {…}")
            elif colour not in colours and not is_colour(colour):
                hint = colours_hint(colours, colour)
                source.error(("gradient", name, "stops"), "unknown-colour", f"there is no colour {colour}", hint)
    return found


def _gradient(table: object, source: TomlSource, path: KeyPath) -> GradientSpec | None:
    return read_struct(GradientSpec, table, source, path)


def _each(
    section: object, source: TomlSource, name: str, read: Callable[[object, TomlSource, KeyPath], T | None]
) -> dict[str, T]:
    entries = _tables(section, source, name).items()
    found = ((key, read(entry, source, (name, key))) for key, entry in entries)
    return {key: entry for key, entry in found if entry is not None}


def _tables(section: object, source: TomlSource, name: str) -> Mapping[str, object]:
    if isinstance(section, dict):
        return section
    source.error((name,), "type", f"{name} is {shown(section)}, not a table", f"[{name}.NAME]")
    return {}


def _colours(section: object, source: TomlSource, base: Mapping[str, str]) -> dict[str, str]:
    """Colours by value. One may be given by the name of another, which may be given by name in turn."""
    given = _tables(section, source, "colour")
    colours = dict(base)
    named: dict[str, str] = {}
    for name, value in given.items():
        if not isinstance(value, str) or (value.startswith("#") and not is_colour(value)):
            source.error(("colour", name), "value", f"{name} is {shown(value)}, not a colour", "#rrggbb")
        elif is_colour(value):
            colours[name] = value.upper()
        else:
            named[name] = value
    _resolve(named, colours)
    for name, value in named.items():
        if value not in colours and not source.full:
            known = accepted([*colours], value)
            source.error(("colour", name), "unknown-colour", f"{name} is {shown(value)}, no colour", known)
    return colours


def _resolve(named: Mapping[str, str], colours: dict[str, str]) -> None:
    """Gives each colour that has the name of another the value at the end of that way. Goes every way once."""
    done: set[str] = set()
    for name in named:
        way: dict[str, None] = {}
        while name in named and name not in way and name not in done:
            way[name] = None
            name = named[name]
        if name in colours:
            colours.update(dict.fromkeys(way, colours[name]))
        done |= way.keys()
