"""What is made of the kit from its page: the files of `pnp build` or `pnp export`, one work at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from pnp.calibration.profiles import ProfileError
from pnp.changes.changed_since import build_changed
from pnp.findings import KitError
from pnp.output.build import build
from pnp.output.built import NothingWantedError
from pnp.sheet.options import BadOptionError
from pnp.studio.printing import Printing
from pnp.vendor.model import VendorError


class File(msgspec.Struct, frozen=True):
    """A file that was made: its path in the folder, and its pages or bytes."""

    path: str
    pages: int = 0
    bytes: int = 0


class Made(msgspec.Struct, frozen=True):
    """What came of a work: the files to open, the most telling first, in a folder."""

    folder: Path
    files: tuple[File, ...]


class Printed(msgspec.Struct, frozen=True):
    """The last work. `error` says why nothing came of it; while it is being done there is neither that nor a file."""

    busy: bool = False
    folder: str = ""
    files: tuple[File, ...] = ()
    seconds: float = 0.0
    error: str = ""


class Press:
    """Makes files in a thread of its own, and calls `done` when it has."""

    def __init__(self, folder: Path, out: Path, done: Callable[[], None]) -> None:
        self.folder = folder
        self.out = out
        self._done = done
        self._lock = threading.Lock()
        self.last = Printed()

    def begin(self, work: Callable[[], Made]) -> None:
        """Begins a work; nothing, while one is under way. It raises what commands make a line of."""
        with self._lock:
            if self.last.busy:
                return
            self.last = Printed(busy=True)
        threading.Thread(target=self._make, args=(work,), name="press", daemon=True).start()

    def print(self, printing: Printing, languages: tuple[str, ...] = (), since: Path | None = None) -> None:
        """Begins a build, in all languages if none is named; with `since` of what changed since that build."""

        def work() -> Made:
            options = printing.options(self.out, languages)
            if since:
                built = build_changed(self.folder, options, lambda name, done: None, since)
            else:
                built = build(self.folder, options, lambda name, done: None)
            files = (file for file in built.manifest.files if file.path.endswith(".pdf"))
            return Made(built.folder, tuple(File(file.path, pages=file.pages) for file in files))

        self.begin(work)

    def file(self, name: str) -> Path | None:
        """A file of the last work by its name."""
        known = {file.path for file in self.last.files}
        return Path(self.last.folder, name).absolute() if name in known else None

    def _make(self, work: Callable[[], Made]) -> None:
        started = time.perf_counter()
        try:
            made = work()
            self.last = Printed(False, str(made.folder), made.files, time.perf_counter() - started)
        except KitError as error:
            finding = error.findings[0]
            self.last = Printed(error=f"{finding.place}: {finding.message}")
        except (BadOptionError, NothingWantedError, ProfileError, VendorError) as error:
            self.last = Printed(error=str(error))
        except OSError as error:
            self.last = Printed(error=f"{error.filename or self.out}: {error.strerror or error}")
        finally:
            if self.last.busy:
                self.last = Printed(error="the work ended early")
            self._done()
