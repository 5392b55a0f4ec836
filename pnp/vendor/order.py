"""The order: what to ask a shop for, in words beside the files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

import msgspec

from pnp.kit import Kit
from pnp.kit.model import Language
from pnp.kit.word_files import OTHERWISE
from pnp.vendor.deck import Deck
from pnp.vendor.model import Vendor

LINE = 100
"""Characters of a line of names."""


class Words(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of an order in one language. `{…}` are filled with `str.format`."""

    title: str
    kit: str
    read: str
    deck: str
    components: str
    pictures: str
    pages: str
    one_back: str
    own_backs: str
    no_backs: str
    front_first: str
    back_first: str
    fronts_only: str
    charged: str
    copies: str
    resized: str
    leaflet: str
    profile: str
    alone: str
    but_some: str
    mixed: str
    back: str
    without: str


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to order: a deck, how many pieces it has and is charged for, and where its files are. `fronts` and
    `backs` are pictures, `pages` those of a PDF file."""

    deck: Deck
    charged: int
    path: str
    fronts: int = 0
    backs: int = 0
    pages: int = 0


class LeafletLine(msgspec.Struct, frozen=True, kw_only=True):
    """A leaflet to order, and whether some of its black words are in four inks."""

    title: str
    path: str
    pages: int
    mixes: bool = False


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """All that is ordered in one language, and the titles of what the shop does not make. `mixed` names the faces on
    which some black words are in four inks."""

    lines: tuple[Line, ...]
    leaflets: tuple[LeafletLine, ...] = ()
    without: tuple[str, ...] = ()
    profile: str = ""
    mixed: tuple[str, ...] = ()


def words(language: Language) -> Words:
    """The words of a language; the English ones for one that the press does not speak."""
    known = {entry.name for entry in (files("pnp.vendor") / "texts").iterdir()}
    return _read(language if f"{language}.toml" in known else OTHERWISE)


@cache
def _read(language: Language) -> Words:
    return msgspec.toml.decode((files("pnp.vendor") / "texts" / f"{language}.toml").read_bytes(), type=Words)


def charged(vendor: Vendor, count: int) -> int:
    """The pieces that a deck of so many is charged for."""
    return next((one for one in vendor.counts if one >= count), count)


def text(vendor: Vendor, kit: Kit, language: Language, order: Order) -> str:
    """The order as a person reads it."""
    return "\n".join(_lines(vendor, kit, language, order)) + "\n"


def _lines(vendor: Vendor, kit: Kit, language: Language, order: Order) -> Iterator[str]:
    say = words(language)
    yield say.title.format(vendor=vendor.called(language))
    yield say.kit.format(title=kit.title[language], version=kit.version, build=kit.build, language=language)
    yield say.read.format(read=vendor.read.isoformat(), source=vendor.source)
    for line in order.lines:
        yield ""
        yield from _deck(vendor, kit, language, line, say)
    for leaflet in order.leaflets:
        yield ""
        yield say.leaflet.format(title=leaflet.title, pages=leaflet.pages, file=leaflet.path)
    if order.profile:
        yield ""
        letters = say.but_some if order.mixed else say.alone
        yield say.profile.format(profile=order.profile, ink=vendor.ink, text=letters)
        yield from _named(say.mixed, order.mixed)
    if order.without:
        yield ""
        yield say.without.format(names=", ".join(order.without))


def _deck(vendor: Vendor, kit: Kit, language: Language, line: Line, say: Words) -> Iterator[str]:
    deck = line.deck
    width, height = (f"{side:.4g}" for side in deck.trim)
    yield say.deck.format(title=deck.product.called(language), count=deck.count, width=width, height=height)
    titles = {component.id: component.title[language] for component in kit.components}
    counts = dict.fromkeys((piece.component for piece in deck.pieces), 0)
    for piece in deck.pieces:
        counts[piece.component] += piece.copies
    yield from _named(say.components, (f"{titles[name]} {count}" for name, count in counts.items()))
    if line.pages:
        way = (say.back_first if vendor.back_first else say.front_first) if deck.two_sided else say.fronts_only
        yield say.pages.format(file=line.path, pages=line.pages, order=way)
    else:
        backs = say.no_backs if not line.backs else say.one_back if line.backs == 1 else say.own_backs
        yield say.pictures.format(folder=deck.name, fronts=line.fronts, backs=backs)
    if line.charged > deck.count:
        yield say.charged.format(charged=line.charged)
    if not vendor.copies:
        more = (f"{piece.name} × {piece.copies}" for piece in deck.pieces if piece.copies > 1)
        yield from _named(say.copies, more)
    resized: dict[str, dict[str, None]] = {}
    for piece in deck.pieces:
        if piece.fit.resized:
            resized.setdefault(f"{100 * piece.fit.scale:.0f}", {})[titles[piece.component]] = None
    for percent, names in resized.items():
        yield say.resized.format(percent=percent, names=", ".join(names))


def _named(form: str, names: Iterable[str]) -> Iterator[str]:
    """A line of names, and as many more as they need."""
    lines = [""]
    for name in names:
        if lines[-1] and len(lines[-1]) + len(name) > LINE:
            lines[-1] += ","
            lines.append("")
        lines[-1] += f", {name}" if lines[-1] else name
    if not lines[0]:
        return
    yield form.format(names=lines[0])
    indent = " " * 8
    yield from (indent + line for line in lines[1:])
