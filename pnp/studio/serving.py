"""Serving the proof page on this machine alone."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING

from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

HOST = "127.0.0.1"
PORT = 8765
PORTS = 20
"""So many are tried, from the one asked for."""
WAITING = 128
"""Requests that may wait to be taken."""


class _Quiet(WSGIRequestHandler):
    """Answers over connections that stay open, and says nothing of them in the terminal."""

    protocol_version = "HTTP/1.1"

    def log(self, type: str, message: str, *args: object) -> None:
        pass


class NoPortError(Exception):
    """All ports that were tried are taken."""


def bound(app: WSGIApplication, port: int) -> BaseWSGIServer:
    """A server at the port, or at the next that is free. Raises NoPortError."""
    for number in range(port, min(port + PORTS, 65536)):
        try:
            listening = socket.create_server((HOST, number), backlog=WAITING)
        except OSError:
            continue
        with listening:  # the server takes a copy of it; one that finds its port taken would end the program
            return make_server(HOST, number, app, threaded=True, request_handler=_Quiet, fd=listening.fileno())
    raise NoPortError(f"ports {port} to {port + PORTS - 1} are all taken")


def serve(server: BaseWSGIServer) -> None:
    """Serves until it is interrupted, which goes on to whoever called."""
    thread = threading.Thread(target=server.serve_forever, name="server", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.5)
    finally:
        server.shutdown()
        server.server_close()
