"""What a page is asked to show, as its address says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args
from urllib.parse import urlencode

import msgspec

from pnp.face.ink import InkMode
from pnp.studio.proof import Mode

Which: TypeAlias = Literal["all", "changed", "found"]
Size: TypeAlias = Literal["s", "m", "l", "real"]
Sight: TypeAlias = Literal["all", "protan", "deutan", "tritan", "grey"]
Edge: TypeAlias = Literal["trim", "bleed", "safe"]
Order: TypeAlias = Literal["table", "changed", "found", "extremes"]

WHICH: tuple[Which, ...] = get_args(Which)
SIZES: tuple[Size, ...] = get_args(Size)
SIGHTS: tuple[Sight, ...] = get_args(Sight)
INKS: tuple[InkMode, ...] = get_args(InkMode)
EDGES: tuple[Edge, ...] = get_args(Edge)
ORDERS: tuple[Order, ...] = get_args(Order)
BOTH = "both"
"""The languages of a kit side by side."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Filter, order and look of the faces. `language` is one of the kit, or `both`."""

    language: str = ""
    q: str = ""
    which: Which = "all"
    size: Size = "m"
    see: Sight = "all"
    ink: InkMode = "full"
    edge: Edge = "trim"
    order: Order = "table"
    backs: bool = False

    def modes(self, languages: tuple[str, ...]) -> tuple[Mode, ...]:
        """The languages to show, in this ink."""
        if self.language == BOTH:
            return tuple((language, self.ink) for language in languages)
        known = self.language if self.language in languages else languages[0]
        return ((known, self.ink),)

    def query(self, **other: object) -> str:
        """The part of an address that says this view, with a few things otherwise; "" for the usual one."""
        usual = msgspec.structs.asdict(View())
        said = msgspec.structs.asdict(self) | other
        pairs = {key: "on" if value is True else value for key, value in said.items() if value and value != usual[key]}
        return f"?{urlencode(pairs)}" if pairs else ""


def viewed(query: Mapping[str, str]) -> View:
    """The view that a query asks for; what means nothing in it is as usual."""
    found: dict[str, object] = {"q": query.get("q", "")[:200].strip(), "backs": query.get("backs") == "on"}
    choices = {"which": WHICH, "size": SIZES, "see": SIGHTS, "ink": INKS, "edge": EDGES, "order": ORDERS}
    for key, accepted in choices.items():
        if query.get(key) in accepted:
            found[key] = query[key]
    found["language"] = query.get("language", "")[:20]
    return msgspec.convert(found, View)
