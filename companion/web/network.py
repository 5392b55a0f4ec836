"""The home network: this machine's address and name on it, QR codes, and the terminal's output about tables."""

from __future__ import annotations

import io
import ipaddress
import socket
from functools import lru_cache

from markupsafe import Markup

from pnp.art.codes import draw_qr
from pnp.art.paths import format_path
from pnp.scene import Box

NAME = "silkroad.local"
"""The name printed on the kits; phones that speak mDNS find the machine under it."""
OUTSIDE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): the route to it shows the own address, and nothing is sent."""


def find_own_address() -> str:
    """Returns the machine's address on its network; the loopback's if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def is_loopback(host: str) -> bool:
    """Returns whether a host is this machine itself. Names other than ``localhost`` are not."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Announcement:
    """Announces the name `silkroad.local` on the network until it is closed. An earlier owner keeps it."""

    def __init__(self, host: str, port: int) -> None:
        from zeroconf import IPVersion, ServiceInfo, Zeroconf  # five megabytes that few servers need

        self.error = ""
        self._zeroconf = Zeroconf(ip_version=IPVersion.V4Only)
        kind, packed = "_http._tcp.local.", ipaddress.ip_address(host).packed
        service = ServiceInfo(kind, f"Silk Road.{kind}", addresses=[packed], port=port, server=f"{NAME}.")
        try:
            self._zeroconf.register_service(service)
        except Exception as error:  # the pages work without a name
            self.error = str(error) or type(error).__name__

    def close(self) -> None:
        self._zeroconf.close()


def make_terminal_code(text: str) -> str:
    """Returns a QR code for a terminal, two modules to a character."""
    import qrcode

    code = qrcode.QRCode(border=2, error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(text)
    out = io.StringIO()
    code.print_ascii(out=out, invert=True)
    return out.getvalue()


@lru_cache(maxsize=64)
def qr(text: str) -> Markup:
    """Returns the code as an SVG element with the text as its name; empty if the text exceeds a code's capacity."""
    try:
        path = format_path(draw_qr(text, Box(0.0, 0.0, 100.0, 100.0), "#000000").segments)
    except ValueError:
        return Markup("")
    white = '<path fill="#fff" d="M0 0h100v100H0z"/>'
    drawn = f'<svg role="img" aria-label="{{}}" viewBox="0 0 100 100">{white}<path d="{{}}"/></svg>'
    return Markup(drawn).format(text, path)
