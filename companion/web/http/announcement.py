"""The name of this machine on the home network."""

from __future__ import annotations

import ipaddress

from zeroconf import IPVersion, ServiceInfo, Zeroconf

from companion.web.http.network import NAME


class Announced:
    """The name `silkroad.local`, said on the network as long as this lives. Whoever has it already keeps it."""

    def __init__(self, host: str, port: int) -> None:
        self.error = ""
        self._zeroconf: Zeroconf | None = None
        try:
            self._zeroconf = Zeroconf(ip_version=IPVersion.V4Only)
            address = ipaddress.ip_address(host)
            self._zeroconf.register_service(
                ServiceInfo(
                    "_http._tcp.local.",
                    "Silk Road._http._tcp.local.",
                    addresses=[address.packed],
                    port=port,
                    server=f"{NAME}.",
                )
            )
        except Exception as error:  # whatever mDNS does not like here, the pages work without it
            self.error = str(error) or type(error).__name__

    def close(self) -> None:
        if self._zeroconf is not None:
            self._zeroconf.close()
