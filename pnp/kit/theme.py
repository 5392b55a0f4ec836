"""Themes: colours, typefaces, text styles and short names of icons. A kit's own come before the press's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from pnp.findings import Findings, KitError
from pnp.kit.gradients import GradientSpec
from pnp.kit.hints import accepted, colours_hint
from pnp.kit.lines import KeyPath
from pnp.kit.measures import is_colour
from pnp.kit.model import FontFamily, Style, Theme
from pnp.kit.source import Document, Source, read_toml
from pnp.kit.structs import BadValueError, convert, no_unknown_keys, read_struct, shown

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


def read_theme(document: Document, base: Theme) -> Theme:
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


def read_styles(section: object, source: Source, theme: Theme) -> dict[str, Style]:
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


def _check_names(style: Style, source: Source, name: str, theme: Theme) -> None:
    if style.colour not in theme.colours and not is_colour(style.colour):
        hint = colours_hint(theme.colours, style.colour)
        source.error(("style", name, "colour"), "unknown-colour", f"there is no colour {style.colour}", hint)
    if style.font not in theme.fonts:
        hint = accepted(theme.fonts, style.font)
        source.error(("style", name, "font"), "unknown-font", f"there is no font {style.font}", hint)


def _style(table: object, source: Source, name: str, base: Style) -> Style | None:
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


def _fonts(section: object, source: Source, base: Mapping[str, FontFamily]) -> dict[str, FontFamily]:
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


def _family(table: object, source: Source, path: KeyPath) -> FontFamily | None:
    return read_struct(FontFamily, table, source, path)


def _icon(name: object, source: Source, path: KeyPath) -> str | None:
    try:
        return str(convert(name, str, source, path))
    except BadValueError as wrong:
        source.error(path, "value", f"{path[-1]} {wrong.message}", wrong.hint)
        return None


def _gradients(section: object, source: Source, colours: Mapping[str, str]) -> dict[str, GradientSpec]:
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


def _gradient(table: object, source: Source, path: KeyPath) -> GradientSpec | None:
    return read_struct(GradientSpec, table, source, path)


def _each(
    section: object, source: Source, name: str, read: Callable[[object, Source, KeyPath], T | None]
) -> dict[str, T]:
    entries = _tables(section, source, name).items()
    found = ((key, read(entry, source, (name, key))) for key, entry in entries)
    return {key: entry for key, entry in found if entry is not None}


def _tables(section: object, source: Source, name: str) -> Mapping[str, object]:
    if isinstance(section, dict):
        return section
    source.error((name,), "type", f"{name} is {shown(section)}, not a table", f"[{name}.NAME]")
    return {}


def _colours(section: object, source: Source, base: Mapping[str, str]) -> dict[str, str]:
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
