"""Runs commands whose packages are optional. If they are missing, one line names the extra to install.

The rules of the games need only msgspec and babel; printing and serving need more packages.
"""

from __future__ import annotations

import sys
from importlib import import_module

PACKAGE = "silk-road-print-and-play"
EXTRAS: dict[str, dict[str, str]] = {
    "press": {"flask": "studio", "tomlkit": "studio", "watchfiles": "studio", "cv2": "camera", "numpy": "camera"},
    "companion": {
        "psycopg": "postgres",
        "cv2": "sight",
        "numpy": "sight",
        "scipy": "sight",
        "pyspiel": "openspiel",
        "dask": "lab",
        "distributed": "lab",
    },
}
"""By the extra of a command, the modules that another extra brings."""


def run(command: str, module: str, extra: str) -> None:
    """Runs the module's ``main``; if a package is missing, prints one line with what to install.

    `extra` is the extra that the command always needs.
    """
    try:
        import_module(module).main(prog_name=command)
    except ModuleNotFoundError as error:
        top = (error.name or "").partition(".")[0]
        if top in {"", "pnp", "companion", *sys.stdlib_module_names}:
            raise
        best = EXTRAS[extra].get(top, extra)
        sys.exit(f"{command}: {error.name} is not installed. This brings it: pip install '{PACKAGE}[{best}]'")
