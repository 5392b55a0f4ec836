"""SVG files as trees of elements. Of a DOCTYPE counts what texts are short for, as Illustrator writes it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lxml import etree

from pnp.art.files import MOST
from pnp.art.svg_tally import MAX_DEPTH
from pnp.findings import Finding, KitError, Place

_POSITION = re.compile(r",? line \d+, column \d+.*$")
"""Where libxml2's messages say it; findings have the line in their place."""
_DOCTYPE = re.compile(rb"<!DOCTYPE\s+svg\b[^\[>]*(?:\[(.*?)\]\s*)?>", re.DOTALL)
_ENTITY = re.compile(rb"""<!ENTITY\s+([A-Za-z_][\w.-]*)\s+(?:"([^"<>&%]*)"|'([^'<>&%]*)')\s*>""")
_DOCTYPE_FAULT = "a DOCTYPE that leads out of the drawing, or that cannot be read, is not followed"


def root_of(data: bytes, name: str) -> etree._Element:
    """The root of a file; nothing outside of it is read. Raises KitError."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    data = _without_doctype(data)
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise _error(name, 1, "art-doctype", _DOCTYPE_FAULT, "delete the line <!DOCTYPE …>")
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        line = getattr(error, "lineno", 0) or 0
        if "depth" in str(error):
            raise _error(name, line, "art-too-large", f"the drawing is nested deeper than {MAX_DEPTH}") from None
        raise _error(name, line, "art-unreadable", f"is not XML: {_first_line(error)}") from None
    if root is None or root.getroottree().docinfo.doctype:
        raise _error(name, 1, "art-doctype", _DOCTYPE_FAULT, "delete the line <!DOCTYPE …>")
    return root


def _without_doctype(data: bytes) -> bytes:
    """The file without a DOCTYPE that says nothing, or only what texts are short for, as Illustrator writes it. Line
    ends stay, and no more bytes than a file may have are made."""
    found = _DOCTYPE.search(data)
    if found is None:
        return data
    inner = found[1] or b""
    if _ENTITY.sub(b"", inner).strip():
        return data
    rest = data[: found.start()] + b"\n" * found[0].count(b"\n") + data[found.end() :]
    for name, double, single in _ENTITY.findall(inner):
        text = double or single
        if len(rest) + rest.count(b"&" + name + b";") * len(text) > MOST["art"]:
            return data
        rest = rest.replace(b"&" + name + b";", text)
    return rest


def _error(file: str, line: int, code: str, message: str, hint: str = "") -> KitError:
    return KitError([Finding("error", code, Place(file, line), message, hint)])


def _first_line(error: Exception) -> str:
    return _POSITION.sub("", str(error).splitlines()[0]) if str(error) else "empty"


def is_meant(element: etree._Element, language: str) -> bool:
    """Whether something is for this program and a language."""
    if "requiredExtensions" in element.attrib:
        return False
    languages = element.get("systemLanguage")
    return languages is None or any(
        language == said.strip() or said.strip().startswith(f"{language}-") for said in languages.lower().split(",")
    )


def target_of(element: etree._Element, attributes: Mapping[str, str]) -> str:
    """What an element refers to, by the newer way to say it or the older; "" for nothing."""
    return attributes.get("href") or str(element.get("{http://www.w3.org/1999/xlink}href", ""))
