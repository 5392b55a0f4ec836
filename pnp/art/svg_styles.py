"""Style sheets of drawings: what `<style>` says of each element, by the rules of CSS cascading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from lxml import etree

from pnp.art.svg_attributes import GEOMETRY, STYLED, SvgError
from pnp.art.svg_shapes import SHAPE_ATTRIBUTES

if TYPE_CHECKING:
    from tinycss2.ast import QualifiedRule

MAX_STYLE = 200_000
"""Characters of all style sheets of a drawing: Illustrator writes one rule for each colour and width."""
MAX_RULES = 2_000
TURNING = ("rotate", "scale", "translate")
"""Properties that turn and move as well; as attributes of words `rotate` is another thing."""
MOST_VARIABLES = 16
"""Properties of one's own that stand for each other."""
HARMLESS_RULES = frozenset({"charset", "namespace", "font-face", "keyframes", "-webkit-keyframes"})
"""Rules that change nothing which is drawn here: what moves stands still."""
_SCREEN = (
    r"(?:(?:only\s+)?(?P<kind>all|screen|print|speech)(?:\s+and\s+|$))?"
    r"(?:\(\s*prefers-color-scheme\s*:\s*(?P<scheme>dark|light)\s*\))?"
)
_PARTS = re.compile(r"[^\s(]+(?:\([^)]*\))?")
_PLACED = frozenset(
    (
        *("none", "0", "0%", "0px", "50%", "100%", "/", "left", "right", "top", "bottom", "center"),
        *("auto", "cover", "contain", "repeat", "repeat-x", "repeat-y", "no-repeat", "scroll", "fixed", "local"),
        *("border-box", "padding-box", "content-box"),
    )
)
"""What a background says of a picture: that there is none, or where it would be."""
_NOTHING = frozenset({"none", "initial", "unset", "inherit", "revert", "revert-layer"})

_Declared: TypeAlias = Mapping[str, tuple[str, bool]]


class Styles:
    """What a drawing says of its elements: attributes, style sheets, and `style`, by the rules of CSS cascading."""

    def __init__(self, root: etree._Element) -> None:
        """Raises SvgError for what is not understood in a style sheet."""
        self._sheets = _sheet_styles(root)
        self._variables: dict[etree._Element, Mapping[str, str]] = {}

    def of(self, element: etree._Element) -> dict[str, str]:
        """What is said of an element; `!important` counts more than `style`, that more than sheets, and these more than
        attributes. Raises SvgError for variables that lead nowhere."""
        own = {str(key): str(value).strip() for key, value in element.attrib.items() if "}" not in str(key)}
        style = own.pop("style", "")
        own.pop("marker", None)  # it is short for three properties, which only these are as attributes (SVG 2, 13.7.4)
        if style or element in self._sheets:
            known = STYLED | (GEOMETRY & SHAPE_ATTRIBUTES.get(etree.QName(element).localname, frozenset()))
            cascaded = self._cascaded(element, style)
            if turned := [name for name in TURNING if cascaded.get(name, "none") != "none"]:
                raise SvgError(f"the property {turned[0]} is not followed; say transform: {turned[0]}(…)")
            own |= {name: value for name, value in cascaded.items() if name in known}
        return {name: self._told(value, element) if "var(" in value else value for name, value in own.items()}

    def ground(self, root: etree._Element) -> str:
        """The colour that fills the box of a drawing, as properties alone say it. Raises SvgError for pictures."""
        colour, picture = "none", "none"
        for name, value in self._ranked(root, root.get("style", "")):
            if name in ("background", "background-color"):
                said = [part for part in _PARTS.findall(self._told(value, root)) if part not in _PLACED]
                colour = " ".join(said) or "none"
            elif name == "background-image":
                picture = value
        if picture not in _NOTHING:
            raise SvgError(f'background-image="{picture[:40]}" is not drawn; draw a <rect> as large as the drawing')
        return "none" if colour in _NOTHING else colour

    def _cascaded(self, element: etree._Element, style: str) -> dict[str, str]:
        return dict(self._ranked(element, style))

    def _ranked(self, element: etree._Element, style: str) -> Iterator[tuple[str, str]]:
        """What style sheets and a `style` say of an element, by rising weight; `-webkit-mask` is another name of
        `mask`, as others that start so are of theirs (Compatibility, 3)."""
        sheets, given = self._sheets.get(element, ()), declared(style) if style else {}
        ranked = [(weighty, said) for weighty in (False, True) for said in (*sheets, given)]
        return (
            (name.removeprefix("-webkit-"), value)
            for rank, said in ranked
            for name, (value, weighty) in said.items()
            if weighty or not rank
        )

    def _own(self, element: etree._Element) -> Mapping[str, str]:
        """The properties of one's own that hold at an element: its parents' and what it says itself."""
        found = self._variables.get(element)
        if found is None:
            parent = element.getparent()
            cascaded = self._cascaded(element, element.get("style", ""))
            own = {name: value for name, value in cascaded.items() if name.startswith("--")}
            above = self._own(parent) if parent is not None else {}
            found = self._variables[element] = {**above, **own} if own else above
        return found

    def _told(self, value: str, element: etree._Element) -> str:
        """A value with what its variables stand for, the innermost first."""
        variables = self._own(element)
        for _ in range(MOST_VARIABLES):
            start = value.rfind("var(")
            if start < 0:
                return value
            end = _closing(value, start + 3)
            name, comma, otherwise = value[start + 4 : end].partition(",")
            told = variables.get(name.strip(), otherwise.strip() if comma else None)
            if told is None:
                return "unset"  # as CSS has it
            value = f"{value[:start]}{told}{value[end + 1 :]}"
            if len(value) > MAX_STYLE:
                break
        raise SvgError("variables of a style sheet stand for each other in a circle")


def _closing(text: str, opening: int) -> int:
    """Where the bracket that opens at a place is closed."""
    depth = 0
    for place in range(opening, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if not depth:
            return place
    return len(text)


def _sheet_styles(root: etree._Element) -> Mapping[etree._Element, Sequence[_Declared]]:
    """What style sheets declare of elements, by rising weight of their selectors. Raises SvgError for what is not
    understood in a sheet."""
    sheets = [
        element.text or ""
        for element in root.iter(etree.Element)
        if etree.QName(element).localname == "style"
        and element.get("type", "").lower() in ("", "text/css")
        and _is_shown(element.get("media", "all"))
    ]
    if not any(text.strip() for text in sheets):
        return {}
    if sum(map(len, sheets)) > MAX_STYLE:
        raise SvgError(f"style sheets have more than {MAX_STYLE} characters")
    import cssselect2  # most drawings have no sheets

    matcher = cssselect2.Matcher()
    for number, rule in enumerate(rule for text in sheets for rule in _rules(text)):
        if number >= MAX_RULES:
            raise SvgError(f"style sheets have more than {MAX_RULES} rules")
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError as error:
            raise SvgError(f"a style sheet cannot be read: {error}") from None
        given = declared(rule.content)
        for selector in selectors:
            if selector.pseudo_element is None:
                matcher.add_selector(selector, given)
    found: dict[etree._Element, Sequence[_Declared]] = {}
    for wrapped in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        matches = matcher.match(wrapped)
        if matches:
            found[wrapped.etree_element] = tuple(given for *_, given in matches)
    return found


def declared(text: object) -> _Declared:
    """What a list of declarations gives: each property's value, and whether it is `!important`."""
    import tinycss2

    return {
        # Names of one's own are told apart by their case.
        one.name if one.name.startswith("--") else one.lower_name: (
            tinycss2.serialize(one.value).strip(),
            one.important,
        )
        for one in tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True)
        if one.type == "declaration"
    }


def _rules(text: str) -> Iterator[QualifiedRule]:
    import tinycss2

    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            yield rule
        elif rule.type == "error":
            raise SvgError(f"a style sheet cannot be read: {rule.message}")
        elif rule.lower_at_keyword == "media" and rule.content is not None:
            if _is_shown(tinycss2.serialize(rule.prelude)):
                yield from _rules(tinycss2.serialize(rule.content))
        elif rule.lower_at_keyword not in HARMLESS_RULES:
            raise SvgError(f"@{rule.at_keyword} in a style sheet is not followed")


def _is_shown(media: str) -> bool:
    """Whether media queries hold where drawings are made: on a light screen. Raises SvgError for other questions."""
    shown = False
    for query in media.lower().split(","):
        found = re.fullmatch(_SCREEN, query.strip())
        if found is None:
            raise SvgError(f"@media {query.strip()[:40]} in a style sheet is not followed")
        shown |= found["kind"] in (None, "all", "screen") and found["scheme"] != "dark"
    return shown
