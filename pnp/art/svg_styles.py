"""Style sheets of drawings: what `<style>` says of each element, by the rules of CSS cascading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from lxml import etree

from pnp.art.svg_attributes import SvgError

if TYPE_CHECKING:
    from tinycss2.ast import QualifiedRule

MAX_STYLE = 200_000
"""Characters of all style sheets of a drawing: Illustrator writes one rule for each colour and width."""
MAX_RULES = 2_000
HARMLESS_RULES = frozenset({"charset", "namespace", "font-face"})
"""Rules that change nothing which is drawn here."""


def sheet_styles(root: etree._Element) -> Mapping[etree._Element, Mapping[str, str]]:
    """The properties that style sheets give to elements. Raises SvgError for what is not understood in a sheet."""
    sheets = [element.text or "" for element in root.iter(etree.Element) if etree.QName(element).localname == "style"]
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
    found: dict[etree._Element, dict[str, str]] = {}
    for wrapped in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        matches = matcher.match(wrapped)
        if matches:
            plain = {name: value for *_, given in matches for name, (value, weighty) in given.items() if not weighty}
            weighty = {name: value for *_, given in matches for name, (value, weighty) in given.items() if weighty}
            found[wrapped.etree_element] = plain | weighty
    return found


def declared(text: object) -> Mapping[str, tuple[str, bool]]:
    """What a list of declarations gives: each property's value, and whether it is `!important`."""
    import tinycss2

    return {
        one.lower_name: (tinycss2.serialize(one.value).strip(), one.important)
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
        elif rule.lower_at_keyword not in HARMLESS_RULES:
            raise SvgError(f"@{rule.at_keyword} in a style sheet is not followed")
