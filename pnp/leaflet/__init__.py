"""Leaflets: Markdown in, pages out."""

from pnp.leaflet.blocks import Document, Rule
from pnp.leaflet.compose import SetLeaflet, set_leaflet
from pnp.leaflet.look import A5, HALF_LETTER, Setting
from pnp.leaflet.read import compare_rules, read_leaflet

__all__ = [
    "A5",
    "HALF_LETTER",
    "Document",
    "Rule",
    "SetLeaflet",
    "Setting",
    "compare_rules",
    "read_leaflet",
    "set_leaflet",
]
