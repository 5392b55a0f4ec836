"""`pnp watch`: shows a kit in the browser during design."""

from __future__ import annotations

import contextlib
import signal
import socket
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli import OUT

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

    from flask import Flask
    from werkzeug.serving import BaseWSGIServer


HOST = "127.0.0.1"
MOST_PORTS = 20
BACKLOG = 128


@click.command()
@click.argument("kit", required=False)
@click.option("--port", type=click.IntRange(1024, 65535), default=8765, show_default=True, help="Where the page is.")
@click.option("--open/--no-open", "shown", default=True, help="Open the page in the browser at once.")
@click.option(
    "--editor",
    default="",
    envvar="PNP_EDITOR",
    metavar="COMMAND",
    help="What opens a file at a line, such as 'code -g {file}:{line}'.  [default: the first that is known here]",
)
@OUT
def watch(kit: str | None, port: int, shown: bool, editor: str, out: Path) -> None:
    """Show a kit in the browser while you make it: every save at once, with what changed and what is wrong.

    Without a kit, the one in this folder or its subfolder; where there is none yet, a page to begin one on. Faces
    can be edited there, and cells of tables: both are written into the kit's files. The page is for this machine alone.
    Ctrl-C ends it.
    """
    from pnp.cli import one_kit
    from pnp.findings import KitError
    from pnp.kits import choose
    from pnp.studio.app import StartPage, create_app, find_editor
    from pnp.studio.session import Session

    kits = () if kit is None else (kit,)
    try:
        exists = bool(kits or choose(kits))
    except KitError:
        exists = False
    folder = one_kit(kits) if exists else Path()
    sessions: list[Session] = []

    def open_kit(folder: Path) -> Flask:
        sessions.append(Session(folder, out, find_editor(editor)))
        sessions[-1].start()
        return create_app(sessions[-1])

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        server = bind_server(open_kit(folder) if exists else StartPage(folder, open_kit), port)
        if server.port != port:
            click.echo(f"{port} is taken; the proof page is at {server.port}", err=True)
        address = f"http://{HOST}:{server.port}/"
        click.echo(f"{folder.resolve().name if exists else 'a kit of your own'}: {address}  (Ctrl-C ends it)")
        if shown:
            webbrowser.open(address)
        server.serve_forever()
    for session in sessions:
        session.stop()


def bind_server(app: WSGIApplication, port: int) -> BaseWSGIServer:
    """Returns a server without request log, reachable from this machine only, at the port or the next free one. Raises
    ClickException."""
    from werkzeug.serving import WSGIRequestHandler, make_server

    class QuietHandler(WSGIRequestHandler):
        protocol_version = "HTTP/1.1"  # connections stay open

        def log(self, type: str, message: str, *args: object) -> None:
            pass

    for number in range(port, min(port + MOST_PORTS, 65536)):
        try:
            listening = socket.create_server((HOST, number), backlog=BACKLOG)
        except OSError:
            continue
        with listening:  # the server takes a copy
            return make_server(HOST, number, app, threaded=True, request_handler=QuietHandler, fd=listening.fileno())
    raise click.ClickException(f"ports {port} to {port + MOST_PORTS - 1} are all taken; name another with --port.")
