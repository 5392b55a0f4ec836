"""Renders SVG text to PNG by resvg, in a process of its own whose time and memory are limited.

resvg is native code, and a small file can ask for hours of filters and gigabytes of layers.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import lru_cache

SECONDS = 30
"""Time to render one drawing: a page with a soft shadow takes about 10."""
MEMORY = 2 * 1024**3
"""Bytes of address space of that process."""
WIDTH, HEIGHT = "PIXELS-ACROSS", "PIXELS-DOWN"
"""Stand in the text for the size of the drawing, as resvg scales well only what has whole pixels by itself."""


class RenderError(ValueError):
    """A drawing that resvg cannot render, or not within the limits; the message says why."""


@lru_cache(maxsize=64)
def render(text: str, width: int, height: int, fonts: tuple[str, ...], language: str) -> bytes:
    """A PNG of so many pixels with a transparent ground. Text is set in the `fonts`, which are files: those of the
    system are not used. Raises RenderError."""
    options = {
        "svg_string": text.replace(WIDTH, str(width)).replace(HEIGHT, str(height)),
        "dpi": 96,
        "skip_system_fonts": True,
        "font_files": list(fonts),
        "font_family": "Alegreya Sans",
        "sans_serif_family": "Alegreya Sans",
        "serif_family": "Spectral",
        "languages": [language],
    }
    try:
        done = subprocess.run(
            [sys.executable, "-I", __file__],
            input=json.dumps(options).encode(),
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise RenderError(f"takes longer than {SECONDS} s to render") from None
    if done.returncode or not done.stdout:
        lines = done.stderr.decode(errors="replace").strip().splitlines() or ["it takes too much memory"]
        raise RenderError(f"cannot be rendered: {lines[-1][:200]}")
    return done.stdout


def _main() -> None:
    """Reads the options of resvg from standard input and writes the picture to standard output."""
    options = json.load(sys.stdin)
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    import resvg_py

    sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(**options)))


if __name__ == "__main__":
    _main()
