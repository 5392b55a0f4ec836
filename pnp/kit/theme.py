"""Themes: colours, gradients, typefaces, text styles, short names of icons. A kit's own precede the press's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.findings import Findings, KitError
from pnp.kit import bounds
from pnp.kit.expressions import BoundName, Template, parse_template
from pnp.kit.toml_source import (
    BadValueError,
    ParsedBy,
    TomlDocument,
    TomlSource,
    accepted,
    check_keys,
    hint_colours,
    limited,
    number,
    quote,
    read_section,
    read_struct,
    read_toml,
    read_values,
)
from pnp.kit.values import Factor, Identifier, Points, ReadablePoints, is_colour

STOPS_HINT = '["silk", "indigo"], each a colour, or [colour, place, opacity], such as ["silk", 0.3, 0.5]'
_SECTIONS = ("colour", "font", "style", "icon", "gradient")


class StopSpec(msgspec.Struct, frozen=True):
    """A colour of a gradient, its position from 0 to 1 (None: evenly between its neighbours), and its opacity."""

    colour: Template
    at: float | None = None
    opacity: float = 1.0


_share = limited(number, lambda share: 0 <= share <= 1, "a number from 0 to 1")


def _stops(value: object) -> tuple[StopSpec, ...]:
    if not isinstance(value, list) or not 2 <= len(value) <= bounds.STOPS.most:
        raise BadValueError(f"is {quote(value)}", f"from 2 to {bounds.STOPS.most} colours: {STOPS_HINT}")
    stops = []
    for stop in value:
        parts = stop if isinstance(stop, list) else [stop]
        if not 1 <= len(parts) <= 3 or not isinstance(parts[0], str) or not parts[0]:
            raise BadValueError(f"has {quote(stop)}, which is no stop", STOPS_HINT)
        stops.append(StopSpec(parse_template(parts[0]), *map(_share, parts[1:])))
    places = [stop.at for stop in stops if stop.at is not None]
    if places != sorted(places):
        raise BadValueError("has places that do not rise", STOPS_HINT)
    return tuple(stops)


_REACH = limited(number, lambda reach: 0 < reach <= 100, "a number greater than 0; 1 reaches to the sides of the box")
Stops: TypeAlias = Annotated[tuple[StopSpec, ...], ParsedBy(_stops)]
TwoShares: TypeAlias = tuple[Annotated[float, ParsedBy(number)], Annotated[float, ParsedBy(number)]]
Share: TypeAlias = Annotated[float, ParsedBy(_share)]
"""A number from 0 to 1."""


class GradientSpec(msgspec.Struct, frozen=True):
    """A linear gradient at an angle in degrees (0 to the right, 90 down), from corner to corner; or an elliptical one
    around a `middle`, given as shares of the box, where a `radius` of 1 reaches its sides."""

    stops: Stops
    kind: Literal["linear", "radial"] = "linear"
    angle: Annotated[float, ParsedBy(number)] = 90.0
    middle: TwoShares = (0.5, 0.5)
    radius: Annotated[float, ParsedBy(_REACH)] = 1.0


Fill: TypeAlias = BoundName | GradientSpec
"""The name of a colour or of a gradient, `#rrggbb`, or a gradient that is written where it is used."""


class FontFamily(msgspec.Struct, frozen=True):
    """Faces such as `Spectral-SemiBold`, from font packages or `fonts/`; `fallback` supplies further characters."""

    regular: str
    italic: str = ""
    bold: str = ""
    bold_italic: str = ""
    fallback: tuple[str, ...] = ()


class Style(msgspec.Struct, frozen=True):
    """A text style. Sizes in points; `leading` and `gap` (between paragraphs) in multiples of the size."""

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
    """Colours as `#RRGGBB`, font families by role, text styles, short names of icons, and gradients."""

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
        """The families for marks and footers: the press's typeface supplies missing characters."""
        return {
            role: replace(family, fallback=(*family.fallback, self.sheet_face)) for role, family in self.fonts.items()
        }


@cache
def read_press_theme() -> Theme:
    """Returns the theme that every kit starts from, `theme.toml` beside this module."""
    findings = Findings()
    text = Path(__file__).with_name("theme.toml").read_text(encoding="utf-8")
    document = read_toml(text, "pnp/kit/theme.toml", findings)
    theme = read_theme(document, Theme({}, {}, {}, {}, {})) if document else None
    if theme is None or len(findings):
        raise KitError(findings)
    return replace(theme, sheet_face=theme.fonts["text"].regular)


def read_theme(document: TomlDocument, base: Theme) -> Theme:
    """Reads a theme.toml over `base`. Reports faulty entries and leaves them out."""
    check_keys(document.values, _SECTIONS, document.source, ())
    colours = _read_colours(document, base.colours)
    icons = read_values(read_section(document, "icon", bounds.FILES, dict), str, document.source, ("icon",))
    theme = Theme(
        colours=colours,
        fonts={**base.fonts, **_read_fonts(document, base.fonts)},
        styles=base.styles,
        icons={**base.icons, **icons},
        gradients={**base.gradients, **_read_gradients(document, colours)},
        sheet_face=base.sheet_face,
    )
    return replace(theme, styles=read_styles(document, theme))


def read_styles(document: TomlDocument, theme: Theme) -> dict[str, Style]:
    """Reads the `[style.NAME]` tables over a theme's styles, key by key. Reports unknown colours and fonts."""
    styles, source = dict(theme.styles), document.source
    for name, table in read_section(document, "style", bounds.FILES, dict).items():
        path = ("style", name)
        base = styles[name] = theme.styles.get(name, Style())
        style = read_struct(Style, table, source, path)
        if style is None or not isinstance(table, dict):
            continue
        style = replace(base, **{key: getattr(style, key) for key in table})
        if style.least > style.size:
            if "least" in table:
                message = f"least is {style.least:g}, more than the size, {style.size:g}"
                source.error((*path, "least"), "value", message)
            style = replace(style, least=style.size)
        styles[name] = style
        _check_colour(style.colour, theme.colours, source, (*path, "colour"))
        source.is_known("font", style.font, theme.fonts, (*path, "font"))
    return styles


def _check_colour(colour: str, colours: Mapping[str, str], source: TomlSource, path: tuple[str, ...]) -> None:
    if colour not in colours and not is_colour(colour):
        source.error(path, "unknown-colour", f"there is no colour {colour}", hint_colours(colours, colour))


def _read_fonts(document: TomlDocument, base: Mapping[str, FontFamily]) -> dict[str, FontFamily]:
    """Returns the families by role, `text.ja` for `[font.text.ja]`. A faulty one gets a substitute, so that its name
    stays known."""
    found: dict[str, FontFamily | None] = {}
    for role, table in read_section(document, "font", bounds.FILES, dict).items():
        parts = table if isinstance(table, dict) else {}
        languages = {key: part for key, part in parts.items() if isinstance(part, dict)}
        plain = {key: part for key, part in parts.items() if key not in languages}
        for language, part in languages.items():
            found[f"{role}.{language}"] = read_struct(FontFamily, part, document.source, ("font", role, language))
        if plain or not languages:  # else the role itself is the press's
            family = read_struct(FontFamily, plain if parts else table, document.source, ("font", role))
            found[role] = family or base.get(role, base.get("text"))
    return {role: family for role, family in found.items() if family}


def _read_gradients(document: TomlDocument, colours: Mapping[str, str]) -> dict[str, GradientSpec]:
    """Reads the `[gradient.NAME]` tables. Their names must differ from colours; they contain no bindings."""
    found: dict[str, GradientSpec] = {}
    for name, table in read_section(document, "gradient", bounds.FILES, dict).items():
        path = ("gradient", name, "stops")
        gradient = read_struct(GradientSpec, table, document.source, path[:2])
        if gradient is None:
            continue
        found[name] = gradient
        if name in colours:
            document.source.error(path[:2], "twice", f"{name} is a colour already", "choose another name")
        for stop in gradient.stops:
            if stop.colour.constant is None:
                message = "a gradient of the theme binds something"
                document.source.error(path, "value", message, "write it where it is used: fill = {…}")
            else:
                _check_colour(stop.colour.constant, colours, document.source, path)
    return found


def _read_colours(document: TomlDocument, base: Mapping[str, str]) -> dict[str, str]:
    """Resolves colours to values. A colour may refer to another by name, in several steps."""
    colours = dict(base)
    given: dict[str, str] = {}
    for name, value in read_section(document, "colour", bounds.FILES, dict).items():
        if not isinstance(value, str) or (value.startswith("#") and not is_colour(value)):
            document.source.error(("colour", name), "value", f"{name} is {quote(value)}, not a colour", "#rrggbb")
        else:
            given[name] = value
    for name, first in given.items():
        value, seen = first, {name}
        while value in given and value not in seen:
            seen.add(value)
            value = given[value]
        value = value if is_colour(value) else base.get(value, "")
        if value:
            colours[name] = value.upper()
        elif not document.source.full:
            hint = accepted({**base, **given}, first)
            document.source.error(("colour", name), "unknown-colour", f"{name} is {quote(first)}, no colour", hint)
    return colours
