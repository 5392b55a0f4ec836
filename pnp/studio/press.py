"""Printing the kit from its page: the files of `pnp build`, one build at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from pnp.calibration.profiles import ProfileError
from pnp.findings import KitError
from pnp.output.build import build
from pnp.output.narrowing import Narrowing, NothingWantedError
from pnp.sheet.options import BadOptionError
from pnp.studio.printing import Printing


class Printed(msgspec.Struct, frozen=True):
    """What a build came to. `error` says why there is none; while it is being made there is neither that nor a file."""

    busy: bool = False
    folder: str = ""
    files: tuple[tuple[str, int], ...] = ()
    seconds: float = 0.0
    error: str = ""


class Press:
    """Builds a kit in a thread of its own, and calls `done` when it has."""

    def __init__(self, folder: Path, out: Path, done: Callable[[], None]) -> None:
        self._folder = folder
        self.out = out
        self._done = done
        self._lock = threading.Lock()
        self.last = Printed()

    def begin(self, printing: Printing, languages: tuple[str, ...] = (), narrowing: Narrowing | None = None) -> None:
        """Begins a build, in all languages if none is named, of what a narrowing leaves if there is one; nothing, while
        one is under way."""
        with self._lock:
            if self.last.busy:
                return
            self.last = Printed(busy=True)
        work = (printing, languages, narrowing)
        threading.Thread(target=self._build, args=work, name="press", daemon=True).start()

    def file(self, name: str) -> Path | None:
        """A file of the last build by its name."""
        known = {path for path, _ in self.last.files}
        return Path(self.last.folder, name).absolute() if name in known else None

    def _build(self, printing: Printing, languages: tuple[str, ...], narrowing: Narrowing | None) -> None:
        started = time.perf_counter()
        try:
            options = printing.options(self.out, languages)
            built = build(self._folder, options, lambda name, done: None, narrowing)
            files = tuple((file.path, file.pages) for file in built.manifest.files if file.path.endswith(".pdf"))
            self.last = Printed(False, str(built.folder), files, time.perf_counter() - started)
        except KitError as error:
            finding = error.findings[0]
            self.last = Printed(error=f"{finding.place}: {finding.message}")
        except (BadOptionError, NothingWantedError, ProfileError) as error:
            self.last = Printed(error=str(error))
        except OSError as error:
            self.last = Printed(error=f"{error.filename or self.out}: {error.strerror or error}")
        finally:
            if self.last.busy:
                self.last = Printed(error="the build ended early")
            self._done()
