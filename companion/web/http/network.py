"""The home network: this machine's address on it, and what the terminal shows."""

from __future__ import annotations

import io
import socket

from companion.tables import AnyView
from companion.web.config import Config
from companion.web.game_pages import called

NAME = "silkroad.local"
"""The name printed on the kits; phones that speak mDNS find the machine under it."""
OUTSIDE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): asking for the way there tells the own address, and sends nothing."""


def own_address() -> str:
    """The machine's address on its network; the loopback's if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE)
            found: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
        return found


def terminal_code(text: str) -> str:
    """A QR code for a terminal, two modules to a character."""
    import qrcode

    code = qrcode.QRCode(border=2, error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(text)
    out = io.StringIO()
    code.print_ascii(out=out, invert=True)
    return out.getvalue()


def announce(config: Config, view: AnyView) -> None:
    """Tells the terminal of a table that was opened, for those who do not stand before a screen."""
    if not config.announce or not config.address:
        return
    address = f"{config.address}/t/{view.code}"
    named = f" · also {config.named}" if config.named else ""
    print(f"{_table(view)} · {address}{named} · {_linked(view)}\n{terminal_code(address)}", flush=True)


def tell_linked(config: Config, view: AnyView) -> None:
    """Tells the terminal that one more phone has a seat."""
    if config.announce and config.address:
        print(f"{_table(view)} · {_linked(view)}", flush=True)


def _table(view: AnyView) -> str:
    return f"{called(view.game, 'en')} table {view.code}"


def _linked(view: AnyView) -> str:
    return f"{sum(chair.held for chair in view.chairs)} of {len(view.chairs)} phones linked"
