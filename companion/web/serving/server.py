"""Serving the pages: granian, in processes, each with an event loop and threads (`gateway`).

The first process only watches over its workers. It has the signs drawn before they fork, so that they share
them and all that was imported.
"""

from __future__ import annotations

import codecs
import ctypes
import gc
import http.client
import os
import signal
import sys
import threading
import time
from contextlib import closing, suppress
from functools import cache, partial
from pathlib import Path

from granian import Granian
from granian.constants import HTTPModes, Interfaces, RuntimeModes
from granian.http import HTTP1Settings
from granian.log import LogLevels

from companion.rivals.keeper import Keeper
from companion.tables import Limits, Tables
from companion.tables.errors import StorageFailed
from companion.tables.storage.database import FILE, Database, private_folder
from companion.web import printing
from companion.web.app import create_app
from companion.web.config import Config
from companion.web.game_pages import check_games
from companion.web.http import logs
from companion.web.http.metrics import FOLDER
from companion.web.printed.signs import draw_all
from companion.web.serving.gateway import Gateway
from companion.web.serving.scratch import scratch
from companion.web.serving.supervisor import LOG, Watchdog, say, supervise

IDLE = 20
"""Seconds after which a connection without a whole request head is closed. The example proxies close their own idle
connections to us after 15 s: else they might send a request into one that is just being closed."""
CONNECTIONS = 8192
"""Connections of a worker: browsers keep them open, so they are more than the threads."""
ARENAS = 2
M_ARENA_MAX = -8
"""From malloc.h."""
GARBAGE = 10_000
"""Things that are there more than at the last look before the collector looks for circles among them."""
MOST_WORKERS = 4
"""How many the server starts by itself."""
CALLED = "rivals"
"""A file that workers make once a rival sits at one of the tables: from then on somebody has to play for it."""
OWN = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where a server that listens on all networks is asked by itself."""
ANSWER_SECONDS = 5.0
"""How long it may take to answer itself."""
GRACE = 5
"""Seconds that requests have to end when the server stops."""


def serve(config: Config, database: str, host: str, port: int) -> None:
    """Serves until it is told to stop (Ctrl-C, SIGTERM). Raises `OSError` when the port is taken, and `SystemExit` when
    its workers keep ending."""
    os.umask(0o077)
    _many_files()
    check_games()
    draw_all()
    # Asking for a host loads this codec. A worker that forks while the watchdog's thread loads it would have half of
    # it for ever, and answer nothing.
    codecs.lookup("idna")
    gc.collect()
    # What is there now stays, so workers need not write to its pages to find that out.
    gc.freeze()
    with scratch() as folder:
        os.environ[FOLDER] = str(folder)
        watchdog = Watchdog(partial(_answers, host, port))
        with Keeper(database, config.rivals, folder / CALLED):
            supervise(partial(_serve, config, database, host, port, folder), folder)
        watchdog.end()
    _tidy(database)


def _serve(config: Config, database: str, host: str, port: int, folder: Path) -> None:
    server = Granian(
        "companion.web",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        # HTTP/2 would let one connection ask for hundreds of things at once; a proxy speaks it with browsers.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=IDLE * 1000),
        # Granian's own threads beside the loop: with them it is not held up by what Python does.
        runtime_mode=RuntimeModes.mt,
        workers=config.workers,
        backpressure=CONNECTIONS,
        log_dictconfig=LOG,
        log_level=LogLevels.error,
        websockets=False,
        workers_kill_timeout=GRACE,
        respawn_failed_workers=True,
    )
    server.serve(target_loader=partial(load, config, database, folder), wrap_loader=False)  # type: ignore[arg-type]  # an RSGI app is no callable


def _many_files() -> None:
    """Lets the server have as many connections as it may; mostly only a thousand files are open at first."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _answers(host: str, port: int) -> bool:
    """Does a worker answer? If the disk is full (503) it does: a restart makes no room, and pages can be read."""
    asked = http.client.HTTPConnection(OWN.get(host, host), port, timeout=ANSWER_SECONDS)
    try:
        asked.request("GET", "/healthz")
        return asked.getresponse().status in (200, 503)
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asked.close()


def _tidy(database: str) -> None:
    """Leaves the tables as one file."""
    try:
        with closing(Database(database, migrations=())) as left:
            left.tidy()
    except StorageFailed as error:
        say(f"the database was left as it is: {error.facts['message']}")


def cores() -> int:
    """Processors that this program may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def workers_for(cores: int) -> int:
    """One for each core, for each is busy with Python; but each takes memory too, and few houses need more."""
    return min(cores, MOST_WORKERS)


def load(config: Config, database: str, folder: Path, *_: object) -> Gateway:
    """What a worker process serves."""
    threading.Thread(target=_follow_parent, args=(os.getppid(),), daemon=True).start()
    _few_arenas()
    logs.set_up(config.log)
    limits = Limits(phones=config.phones, late=config.late, letters=config.letters, rivals=config.rivals)
    # Once is enough: the keeper sees to it from then on.
    call = cache((folder / CALLED).touch)
    tables = Tables(Database(database), limits, met=call)
    if config.rivals and tables.rivals.tables():
        call()
    app = create_app(tables, config)
    printing.resume(app)
    _little_garbage()
    return Gateway(app, config, folder, tables.close)


def _little_garbage() -> None:
    """Keeps the collector from looking again and again at what the app is made of: what requests leave is mostly gone
    by itself."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE)


def _few_arenas() -> None:
    """Keeps the C library from giving hundreds of threads memory pools of their own, where it is glibc."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)


def _follow_parent(parent: int) -> None:
    """Ends this worker when the program that started it is gone, killed perhaps: nobody else would."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os.kill(os.getpid(), signal.SIGKILL)


def database_in(folder: Path) -> str:
    """The database file in a data folder, which is made if it is missing. Raises `OSError`."""
    private_folder(folder)
    return str(folder / FILE)
