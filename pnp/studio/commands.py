"""`pnp watch`: a kit on the screen while it is being made."""

from __future__ import annotations

import contextlib
import signal
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.console import OUT

if TYPE_CHECKING:
    from flask import Flask

    from pnp.findings import Place
    from pnp.studio.proof import Proof


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

    Without a kit, the one in this folder or its subfolder; where there is none yet, a page to begin one on. Boxes of
    faces can be moved there, and cells of tables changed: both are written into the kit's files. The page is for this
    machine alone. Ctrl-C ends it.
    """
    from pnp.collection import choose
    from pnp.console import one_kit
    from pnp.findings import KitError
    from pnp.studio.entrance import Entrance
    from pnp.studio.serving import NoPortError, bound, serve

    kits = () if kit is None else (kit,)
    try:
        begun = bool(kits or choose(kits))
    except KitError:
        begun = False
    folder = one_kit(kits) if begun else Path()
    signal.signal(signal.SIGTERM, _ended)
    with contextlib.suppress(KeyboardInterrupt), _opening(out, editor) as opened:  # whenever it comes
        try:
            server = bound(opened(folder) if begun else Entrance(folder, opened), port)
        except NoPortError as error:
            raise click.ClickException(f"{error}; name another with --port.") from None
        if server.port != port:
            click.echo(f"{port} is taken; the proof page is at {server.port}", err=True)
        address = f"http://127.0.0.1:{server.port}/"
        click.echo(f"{folder.resolve().name if begun else 'a kit of your own'}: {address}  (Ctrl-C ends it)")
        if shown:
            webbrowser.open(address)
        serve(server)


@contextlib.contextmanager
def _opening(out: Path, editor: str) -> Iterator[Callable[[Path], Flask]]:
    """What puts a kit under watch and makes its pages; all that are watched are let go at the end."""
    from pnp.studio.app import create_app
    from pnp.studio.editor import command
    from pnp.studio.session import Session

    sessions: list[Session] = []

    def opened(folder: Path) -> Flask:
        sessions.append(Session(folder, out, command(editor), _Terminal()))
        sessions[-1].start()
        return create_app(sessions[-1])

    try:
        yield opened
    finally:
        for session in sessions:
            session.stop()


class _Terminal:
    """Tells of a kit in the terminal: what a save came to, and what was found, file and line first, which editors make
    links of. Errors are told after each save, warnings once."""

    def __init__(self) -> None:
        self._told: set[tuple[str, Place, str]] = set()

    def __call__(self, proof: Proof) -> None:
        from pnp import report
        from pnp.findings import Findings

        fresh = Findings()
        for one in proof.findings.each():
            again = one.severity == "error" and not proof.checked
            if again or (one.code, one.place, one.message) not in self._told:
                fresh.add(one)
        self._told = {(one.code, one.place, one.message) for one in proof.findings}
        for line in report.lines(fresh):
            click.echo(line, err=True)
        if proof.saved.files and not proof.checked:
            files = ", ".join(proof.saved.files[:3]) + (" …" if len(proof.saved.files) > 3 else "")
            sums = f"{proof.saved.redrawn} redrawn, {report.summary(proof.findings)}"
            click.echo(f"{proof.saved.time} saved {files}: {sums}", err=True)


def _ended(*_: object) -> None:
    raise KeyboardInterrupt
