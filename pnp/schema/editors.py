"""What editors with Taplo need in a kit's folder: the schemas, and which file has which."""

from __future__ import annotations

import json
from pathlib import Path, PurePath, PurePosixPath

from pnp.schema.documents import FILES, schemas

FOLDER = ".schema"
SETTINGS = ".taplo.toml"
"""Where Taplo, the tool behind Even Better TOML, finds which schema a file has, if the kit is what is opened."""


class OwnSettingsError(Exception):
    """There are settings for Taplo that the press has not written."""


def write_schemas(folder: Path) -> Path:
    """Writes the schemas and the settings, whose path it returns. Raises `OwnSettingsError`, or `OSError`."""
    settings = folder / SETTINGS
    if settings.is_file() and FOLDER not in settings.read_text(encoding="utf-8"):
        raise OwnSettingsError(settings)
    (folder / FOLDER).mkdir(exist_ok=True)
    for name, document in schemas().items():
        (folder / FOLDER / f"{name}.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    settings.write_text(_settings(), encoding="utf-8")
    return settings


def directive(path: PurePath) -> str:
    """The first line of a kit's TOML file that leads editors to its schema, wherever the kit is opened from."""
    name = next(name for name, files in FILES.items() if any(PurePosixPath(path).match(file) for file in files))
    return f"#:schema {'../' * (len(path.parts) - 1) or './'}{FOLDER}/{name}.json\n"


def _settings() -> str:
    return "".join(
        f'[[rule]]\ninclude = {json.dumps(list(files))}\n\n[rule.schema]\npath = "./{FOLDER}/{name}.json"\n\n'
        for name, files in FILES.items()
    )
