"""The one line of a command that lacks packages: which extra brings them.

The rules of the games need msgspec alone. Printing and serving need more, which rules as a library do not.
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
        "pyspiel": "openspiel",
        "dask": "lab",
        "distributed": "lab",
    },
}
"""By the extra of a command, the modules that another extra brings."""


def run(command: str, module: str, extra: str) -> None:
    """Runs the command that is the module's ``main``; without its packages, one line says what to install.

    `extra` brings the packages that the command always needs.
    """
    try:
        import_module(module).main(prog_name=command)
    except ModuleNotFoundError as error:
        top = (error.name or "").partition(".")[0]
        if top in {"", "pnp", "companion", *sys.stdlib_module_names}:
            raise
        best = EXTRAS[extra].get(top, extra)
        sys.exit(f"{command}: {error.name} is not installed. This brings it: pip install '{PACKAGE}[{best}]'")
