"""What a build is asked for."""

from __future__ import annotations

import ipaddress
import re
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from pnp.face.ink import InkMode
from pnp.kit import Kit
from pnp.kit.model import DieForm
from pnp.sheet.guillotine import Gutters
from pnp.sheet.papers import Backs, PaperName
from pnp.sheet.printer import Printer, UnfitPrinterError

LONGEST_ADDRESS = 60
"""Characters of a companion address: more would make the printed codes too fine to read (see docs/kit-format.md)."""


class BadOptionError(ValueError):
    """What is asked for cannot be had: the message says what can."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """One way of printing.

    `languages` empty means all that the kit has, `only` empty the whole kit, less the components of `without` and
    those that the kit's `profile` of that name leaves out. `gutters` says which neighbours stand apart; `labels`
    prints what is thick on sheets of labels, for foam core; `sleeved` makes boxes for cards in sleeves; `dice` is the
    form of all dice, None: the one that the kit says; with `companion` "" nothing leads to one. Pages are drawn so
    that the `printer` sets them right, if it was measured.

    Raises BadOptionError if the printer was measured on other paper, or with sheets turned another way.
    """

    out: Path
    paper: PaperName = "a4"
    backs: Backs = "long-edge"
    gutters: Gutters = "share"
    languages: tuple[str, ...] = ()
    labels: bool = False
    companion: str = "http://silkroad.local:8000"
    ink: InkMode = "full"
    formats: tuple[str, ...] = ("pdf",)
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    profile: str = ""
    sleeved: bool = False
    dice: DieForm | None = None
    cache: bool = True
    printer: Printer | None = None

    def __post_init__(self) -> None:
        if self.printer:
            try:
                self.printer.check(self.paper, self.backs)
            except UnfitPrinterError as error:
                raise BadOptionError(str(error)) from None

    def address(self, kit: Kit) -> str:
        """Where the companion of a kit is; "" if none plays it, or none is to be printed."""
        return self.companion if kit.companion else ""

    def code_address(self, kit: Kit) -> str:
        """What the QR codes of a kit's build say; "" if there are to be none."""
        address = self.address(kit)
        return f"{address}/k/{kit.id}/{kit.build}" if address else ""

    def printed_languages(self, known: tuple[str, ...]) -> tuple[str, ...]:
        """The languages to print, of those that a kit has. Raises BadOptionError for another."""
        for language in self.languages:
            if language not in known:
                raise BadOptionError(f"this kit is not in '{language}', only in {', '.join(known)}")
        return self.languages or known


def companion_address(text: str) -> str:
    """A companion's address as it is printed: scheme, host and path, without a slash at the end.

    Raises ValueError with the reason, if it is not an address that a phone could open.
    """
    address = text.strip().rstrip("/")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise ValueError(f"'{text}' is not an address: {error}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise ValueError(f"'{text}' is not an address; write it like http://silkroad.local:8000")
    if parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError(f"'{text}' must end with host or path: no '?', '#' or user name")
    # urlsplit drops tabs and line ends silently.
    if any(char <= " " for char in address) or not _is_host(parts.hostname) or not _PATH.fullmatch(parts.path):
        raise ValueError(f"'{text}' has characters that addresses cannot have")
    if len(address) > LONGEST_ADDRESS:
        raise ValueError(f"the address has {len(address)} characters; more than {LONGEST_ADDRESS} make poor QR codes")
    return address


_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?")
_PATH = re.compile(r"[A-Za-z0-9._~!$&()*+,;=:@%/-]*")
"""What RFC 3986 allows in a path, but for the apostrophe, which ends a quotation wherever an address is shown."""


def _is_host(host: str) -> bool:
    """Whether it is a name, in the letters that name servers know, or a number of IPv4 or IPv6."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return bool(_NAME.fullmatch(host))
    return "%" not in host
