"""What the extras of the package bring, and the one line of a command that lacks one of them.

The rules of the games need msgspec alone. Printing and serving need more, which whoever wants the rules as a library
does not have to install.
"""

from __future__ import annotations

import sys
from importlib import import_module

PACKAGE = "silk-road-print-and-play"

EXTRAS: dict[str, tuple[str, ...]] = {
    "press": (
        "click",
        "rich",
        "reportlab",
        "pikepdf",
        "svgwrite",
        "resvg_py",
        "qrcode",
        "uharfbuzz",
        "fontTools",
        "brotli",
        "pyphen",
        "bidi",
        "lxml",
        "markdown_it",
        "PIL",
        "platformdirs",
        "pypdfium2",
        "python_calamine",
        "dulwich",
        "jinja2",
        "markupsafe",
        "fontpkg_spectral",
        "fontpkg_alegreya_sans",
    ),
    "studio": ("flask", "werkzeug", "tomlkit", "watchfiles"),
    "companion": (
        "waitress",
        "flask_limiter",
        "limits",
        "flask_compress",
        "ifaddr",
        "zeroconf",
        "sqlalchemy",
    ),
    "postgres": ("psycopg",),
    "camera": ("cv2", "numpy"),
    "sight": ("cv2", "numpy"),
    "openspiel": ("pyspiel",),
    "pettingzoo": ("pettingzoo", "gymnasium"),
    "lab": ("dask", "distributed"),
}
"""By extra, what it brings, by the names that are imported. Each extra brings those above it as well, but for the
camera, which brings the press alone, OpenSpiel and PettingZoo, which need the rules alone, and sight and the lab, which
bring the companion."""
OF_COMMANDS = {"camera": "press", "sight": "companion"}
"""Extras that bring the same for two commands, and what else they bring."""


def extra_of(module: str, wanted: str = "") -> str | None:
    """The extra that brings a module, if one of them does; of several the one that brings `wanted` as well."""
    top = module.partition(".")[0]
    found = [extra for extra, brought in EXTRAS.items() if top in brought]
    return next((extra for extra in found if OF_COMMANDS.get(extra) == wanted), found[0] if found else None)


def run(command: str, module: str, wanted: str) -> None:
    """Runs the command that is the module's ``main``; without its packages, one line says what to install.

    `wanted` is the command's own extra: what brings click to the companion is the extra that brings the rest, too.
    """
    try:
        import_module(module).main(prog_name=command)
    except ModuleNotFoundError as error:
        extra = extra_of(error.name or "", wanted)
        if extra is None:
            raise
        best = max(extra, wanted, key=list(EXTRAS).index)
        sys.exit(f"{command}: {error.name} is not installed. This brings it: pip install '{PACKAGE}[{best}]'")
