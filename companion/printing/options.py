"""What somebody chooses to print, read from a form, an address or a cookie."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeAlias, get_args
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec
from msgspec import Struct

from companion.engine.msgspec_ready import ready
from companion.printing.kits import Offer
from pnp.face.ink import InkMode
from pnp.sheet.address import companion_address
from pnp.sheet.options import Options
from pnp.sheet.papers import Backs, PaperName

Way: TypeAlias = Literal["pdf", "faces", "contact", "fan", "table"]
"""What is made of a kit: PDF files to print, or one of the ways out of the press that need nothing beside them."""

ALL = "all"
"""All languages that the kit has."""
PAPERS: tuple[PaperName, ...] = get_args(PaperName)
BACKS: tuple[Backs, ...] = get_args(Backs)
INKS: tuple[InkMode, ...] = get_args(InkMode)
WAYS: tuple[Way, ...] = get_args(Way)
LONGEST = 40
"""Characters of a wrong value that are said back."""


class Choice(Struct, frozen=True):
    """One way of printing one kit: everything but the address comes from a list."""

    game: str
    language: str
    paper: PaperName = "a4"
    backs: Backs = "long-edge"
    ink: InkMode = "full"
    address: str = ""
    way: Way = "pdf"

    @property
    def query(self) -> str:
        """As part of an address, to come back to."""
        fields: dict[str, str] = msgspec.to_builtins(self)
        return urlencode({name: value for name, value in fields.items() if value})

    def options(self, out: Path) -> Options:
        """What the press is asked for."""
        chosen = Options(
            out=out,
            paper=self.paper,
            backs=self.backs,
            ink=self.ink,
            languages=() if self.language == ALL else (self.language,),
        )
        return msgspec.structs.replace(chosen, companion=self.address) if self.address else chosen


class BadChoiceError(ValueError):
    """A value that is not offered: `field` of the choice, what was sent, and what there is."""

    def __init__(self, field: str, value: str, known: tuple[str, ...] = ()) -> None:
        self.field = field
        self.value = value if len(value) <= LONGEST else value[:LONGEST] + "…"
        self.known = known
        super().__init__(f"{field}: {self.value!r} is not offered")


def read_choice(sent: Mapping[str, str], offers: Mapping[str, Offer], usual: Choice) -> Choice:
    """The choice that a form or an address means; what it leaves out is as usual. Raises BadChoiceError."""
    game = sent.get("game", usual.game)
    if game not in offers:
        raise BadChoiceError("game", game, tuple(offers))
    given = {"game": game, "language": _language(sent, offers[game], usual)}
    for field, known in (("paper", PAPERS), ("backs", BACKS), ("ink", INKS), ("way", WAYS)):
        given[field] = sent.get(field, getattr(usual, field))
        if given[field] not in known:
            raise BadChoiceError(field, given[field], known)
    given["address"] = host_address(sent["address"]) if "address" in sent else usual.address
    return msgspec.convert(given, ready(Choice))


def _language(sent: Mapping[str, str], offer: Offer, usual: Choice) -> str:
    """The language asked for; where only the kit was named, one that it has. All of one are that one; a kit that cannot
    be read has none."""
    known = offer.languages
    asked = sent.get("language", usual.language)
    if not known or (asked == ALL and len(known) > 1):
        return ALL
    # The page of one kit may have offered a language that the kit chosen on it does not have.
    if asked not in (*known, ALL) and "language" in sent:
        raise BadChoiceError("language", asked, known)
    return asked if asked in known else known[0]


def host_address(text: str) -> str:
    """The address of a server: scheme, host and port. Raises BadChoiceError."""
    try:
        address = companion_address(text)
    except ValueError:
        raise BadChoiceError("address", text) from None
    if urlsplit(address).path:
        raise BadChoiceError("address", text)
    return address


def remembered(cookie: str, offers: Mapping[str, Offer], usual: Choice) -> Choice:
    """What a phone chose last time, as far as it still makes sense."""
    try:
        fields = parse_qsl(cookie, max_num_fields=len(Choice.__struct_fields__))
    except ValueError:
        return usual
    return sensible(dict(fields), offers, usual)


def sensible(sent: Mapping[str, str], offers: Mapping[str, Offer], usual: Choice) -> Choice:
    """What makes sense of a form; the rest is as usual."""
    choice = usual
    for field in Choice.__struct_fields__:
        with suppress(BadChoiceError):
            choice = read_choice({field: sent[field]} if field in sent else {}, offers, choice)
    return choice
