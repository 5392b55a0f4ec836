"""Requests byte by byte, as no browser would send them."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from real_servers import WAIT, Server


def opened(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), WAIT)


def head(server: Server, line: str, *headers: str) -> bytes:
    own = [f"Host: 127.0.0.1:{server.port}", f"Origin: {server.base}"]
    return "\r\n".join([f"{line} HTTP/1.1", *own, *headers, "", ""]).encode()


def answer(connection: socket.socket) -> tuple[int, dict[str, str]]:
    """Status and headers of what comes; (0, {}): the connection was closed without an answer."""
    got = b""
    with suppress(ConnectionError):
        while b"\r\n\r\n" not in got and (more := connection.recv(65536)):
            got += more
    if not got:
        return 0, {}
    first, *lines = got.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    return int(first[9:12]), {name.lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)}


def asked(server: Server, data: bytes) -> tuple[int, dict[str, str]]:
    with closing(opened(server)) as connection:
        connection.sendall(data)
        return answer(connection)


FORM = "Content-Type: application/x-www-form-urlencoded"


@contextmanager
def trickling(server: Server, number: int) -> Iterator[list[socket.socket]]:
    """So many connections with bodies that have begun."""
    connections = []
    try:
        for _ in range(number):
            connections.append(opened(server))
            connections[-1].sendall(head(server, "POST /phone", FORM, "Content-Length: 100") + b"a")
        yield connections
    finally:
        for connection in connections:
            connection.close()
