"""Options of a build, and the pieces they select."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from textwrap import shorten
from typing import Literal, TypeAlias

import msgspec

from pnp.face.layout import KitFaces
from pnp.kit import Kit, Record, expand
from pnp.kit.model import FULL, LEAN, AnyComponent
from pnp.scene import Black
from pnp.sheet.pack import Gutters
from pnp.sheet.paper import (
    KNOWN,
    PAPERS,
    Backs,
    CutterName,
    Paper,
    check_cutter,
    make_own_paper,
)
from pnp.sheet.paper import BadOptionError as BadOptionError
from pnp.sheet.printer import Printer

MOST_COPIES = 999
LONGEST_LIST = 200
"""Characters of the known rows in a message."""

Rows: TypeAlias = tuple[tuple[Record | None, int], ...]
"""Rows of a component, None for one without a table, with the copies of each."""
Ink: TypeAlias = Literal["full", "black", "low"]
"""`full`: colours, with text in black ink alone; `black`: the same faces in black ink and its greys; `low`: outlines
and hatching in black ink instead of filled grounds."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Options of one build.

    Empty `languages` or `only` mean all; `profile` "" is the kit's default, or the full kit if `only` names pieces.
    `seals` prints the camera marks of all components. `companion` "" prints no links to the app. `printer` is a
    measured printer, `icc_profile` the profile of a printing press. Raises BadOptionError if printer or cutter do not
    match paper or backs.
    """

    out: Path
    paper: str = "a4"
    backs: Backs = "long-edge"
    gutters: Gutters = "share"
    languages: tuple[str, ...] = ()
    companion: str = "http://silkroad.local:8000"
    ink: Ink = "full"
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    profile: str = FULL
    seals: bool = False
    printer: Printer | None = None
    cutter: CutterName | None = None
    icc_profile: Path | None = None

    def __post_init__(self) -> None:
        if self.printer:
            self.printer.check(PAPERS.get(self.paper), self.backs)
        if self.cutter:
            check_cutter(self.cutter, self.paper, self.backs, self.printer is not None)

    def paper_of(self, kit: Kit) -> Paper:
        """Returns the paper to print on, one of the press's or the kit's. Raises BadOptionError for an unknown one."""
        if self.paper in PAPERS:
            return PAPERS[self.paper]
        own = kit.papers.get(self.paper) or KNOWN.get(self.paper)
        if own is None:
            known = ", ".join([*PAPERS, *KNOWN, *kit.papers])
            raise BadOptionError(f"there is no paper '{self.paper}', only {known}, or [paper.NAME] in kit.toml")
        if self.cutter:
            raise BadOptionError(f"cutting machines know no paper '{self.paper}': leave out --cutter")
        paper = make_own_paper(self.paper, own)
        if self.printer:
            self.printer.check(paper, self.backs)
        return paper

    @property
    def black(self) -> Black:
        """The parts printed in black ink only."""
        return "text" if self.ink == "full" else "all"

    def profile_of(self, kit: Kit) -> str:
        """Returns the name of the profile to print."""
        return self.profile or (FULL if self.only else kit.profile)

    def address(self, kit: Kit) -> str:
        """Returns the companion address of a kit; "" if it has none, or none is to be printed."""
        return self.companion if kit.companion else ""

    def find_code_address(self, kit: Kit) -> str:
        """Returns the address in the QR codes of a build; "" for no codes."""
        address = self.address(kit)
        return f"{address}/k/{kit.id}/{kit.build}" if address else ""

    def layout(self, kit: Kit, language: str) -> KitFaces:
        """Lays out the faces of a kit in one of the printed languages."""
        return KitFaces(
            kit,
            language,
            ink="low" if self.ink == "low" else "full",
            address=self.find_code_address(kit),
            shares=len(self.list_languages(kit.languages)),
            seals=self.seals,
        )

    def list_languages(self, known: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the languages to print. Raises BadOptionError for one that the kit lacks."""
        for language in self.languages:
            if language not in known:
                raise BadOptionError(f"this kit is not in '{language}', only in {', '.join(known)}")
        return self.languages or known


class Selection(msgspec.Struct, frozen=True, eq=False):
    """The rows to print of each component by id, or all; without the components in `without`."""

    chosen: Mapping[str, Rows] | None = None
    without: frozenset[str] = frozenset()

    @property
    def partial(self) -> bool:
        """Whether individual pieces are selected."""
        return self.chosen is not None

    def holds(self, component: AnyComponent) -> bool:
        return component.id not in self.without and (self.chosen is None or component.id in self.chosen)

    def expand(self, kit: Kit, component: AnyComponent) -> Rows:
        """Returns the rows of a component to print, with the copies of each."""
        return expand(kit, component) if self.chosen is None else self.chosen.get(component.id, ())


EVERYTHING = Selection()


def select_pieces(kit: Kit, options: Options) -> Selection:
    """Returns the selection of the options. Raises BadOptionError for unknown names, or if nothing is selected."""
    if options.profile not in ("", LEAN, FULL, *kit.profiles):
        known = ", ".join((LEAN, FULL, *kit.profiles))
        raise BadOptionError(f"this kit has no profile '{options.profile}', only {known}")
    known_ids = [component.id for component in kit.components]
    for name in options.without:
        if name not in known_ids:
            raise BadOptionError(f"'{name}': there is no component '{name}'; there are {', '.join(known_ids)}")
    profile = options.profile_of(kit)
    if profile in kit.profiles:
        left_out = kit.profiles[profile].without
    else:
        left_out = tuple(one.id for one in kit.components if profile == LEAN and one.need != "play")
    without = frozenset((*options.without, *left_out))
    selection = msgspec.structs.replace(parse_selection(options.only, kit), without=without)
    if not any(map(selection.holds, kit.components)):
        raise BadOptionError("nothing is left to print")
    return selection


def parse_selection(texts: Iterable[str], kit: Kit) -> Selection:
    """Parses `buildings`, `buildings:17,18-20`, `coins:coinx3`: a component, its rows, and how many of each.

    Rows are named by their key in the table or, if no row has that key, by their number in the component, from 1. A row
    is printed once unless a quantity follows; a component alone is printed whole. Raises BadOptionError.
    """
    texts = tuple(texts)
    if not texts:
        return EVERYTHING
    components = {component.id: component for component in kit.components}
    chosen: dict[str, Rows] = {}
    for text in texts:
        name, colon, keys = text.partition(":")
        name, copies = (name, None) if colon else _split_quantity(name, components)
        if name not in components:
            raise BadOptionError(f"'{text}': there is no component '{name}'; there are {', '.join(components)}")
        rows = expand(kit, components[name])
        if colon:
            rows = tuple(row for key in keys.split(",") for row in _select_rows(key.strip(), rows, text))
        elif copies is not None:
            rows = tuple((record, copies) for record, _ in rows)
        chosen[name] = (*chosen.get(name, ()), *rows)
    return Selection(chosen)


def _select_rows(key: str, rows: Rows, text: str) -> Rows:
    """Returns the rows of one list entry: a key or a range, either with a quantity."""
    known = {record.key: record for record, _ in rows if record}
    by_number = {str(number): record for number, (record, _) in enumerate(rows, start=1)}
    key, quantity = _split_quantity(key, known)
    keys: Iterable[str] = (key,)
    if key not in known and (span := re.fullmatch(r"(\d+)-(\d+)", key)):
        first, last = int(span[1]), int(span[2])
        if first > last:
            raise BadOptionError(f"'{text}': {key} is no range")
        keys = (str(number) for number in range(first, last + 1))
    found = []
    for one in keys:
        if one not in known and one not in by_number:
            names = shorten(", ".join(known), LONGEST_LIST, placeholder=" …") if known else f"1 to {len(rows)}"
            raise BadOptionError(f"'{text}': there is no row '{one}'; there are {names}")
        found.append((known.get(one, by_number.get(one)), 1 if quantity is None else quantity))
    return tuple(found)


def _split_quantity(text: str, known: Iterable[str]) -> tuple[str, int | None]:
    """Splits `coinx3` into row and copies. A known name stays whole."""
    if text not in known and (match := re.fullmatch(r"(.+?)\s*[x×*](\d{1,4})", text)):
        copies = int(match[2])
        if not 1 <= copies <= MOST_COPIES:
            raise BadOptionError(f"'{text}': between 1 and {MOST_COPIES} copies can be printed")
        return match[1], copies
    return text, None


LONGEST_ADDRESS = 60
"""Characters of a companion address: more would make the printed codes too fine to read (see docs/kit-format.md)."""
_ADDRESS = re.compile(
    r"https?://(\w([\w.-]*\w)?|\[[0-9a-f:.]+\])(:[1-9]\d{0,4})?(/[a-z0-9._~!$&()*+,;=:@%/-]*)?",
    re.ASCII | re.IGNORECASE,
)
"""A host, by its name or its number, and a path without the apostrophe, which ends a quotation where it is shown."""


def normalize_address(text: str) -> str:
    """Normalises a companion's address for print: scheme, host and path, without a trailing slash.

    Raises ValueError with the reason if a phone could not open it.
    """
    address = text.strip().rstrip("/")
    if not _ADDRESS.fullmatch(address):
        raise ValueError(f"'{text}' is not an address; write it like http://silkroad.local:8000, without '?' or '#'")
    if len(address) > LONGEST_ADDRESS:
        raise ValueError(f"the address has {len(address)} characters; more than {LONGEST_ADDRESS} make poor QR codes")
    return address
