"""File names by pattern: `{component}-{row}.webp`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from pnp.sheet.options import BadOptionError

FIELDS = ("kit", "language", "component", "row", "number", "side")
KINDS = {".png": "png", ".webp": "webp", ".svg": "svg"}
LONGEST = 255
_FIELD = re.compile(r"\{([^{}]*)\}")
_FORBIDDEN = re.compile(r'[\x00-\x1f<>:"|?*\\\ud800-\udfff]')
"""What one system or another allows in no file name."""
_DEVICE = re.compile(r"^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)", re.IGNORECASE)
"""What Windows takes for a device, whatever its ending."""
_DROPPED = re.compile(r"[. ](?=[. ]*$)")
"""What Windows leaves out at the end of a folder's name."""


class Pattern:
    """How files are called. Raises BadOptionError if a pattern has a field that there is not, an ending that is
    not one of `KINDS`, or leads out of the folder."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.fields = frozenset(_FIELD.findall(text))
        path = PurePosixPath(text)
        for field in sorted(self.fields):
            if field not in FIELDS:
                raise BadOptionError(f"the name '{text}' asks for {{{field}}}; there are {_shown(FIELDS)}")
        bare = _FIELD.sub("", text)
        if "{" in bare or "}" in bare or _FORBIDDEN.search(bare):
            raise BadOptionError(f"the name '{text}' has characters that file names cannot have")
        if path.is_absolute() or ".." in path.parts:
            raise BadOptionError(f"the name '{text}' leads out of the folder; folders within it are welcome")
        if path.suffix not in KINDS:
            raise BadOptionError(f"the name '{text}' must end in {', '.join(KINDS)}")

    @property
    def kind(self) -> str:
        """`png`, `webp` or `svg`."""
        return KINDS[PurePosixPath(self.text).suffix]

    def name(self, values: Mapping[str, str]) -> str:
        """The file name for these values. Hyphens that an empty value leaves over go, and so do folders. Raises
        BadOptionError if it is longer than file systems allow."""
        said = _FIELD.sub(lambda match: _FORBIDDEN.sub("_", values[match[1]]).replace("/", "_"), self.text)
        path = PurePosixPath(said.lstrip("/"))
        stem = re.sub(r"([-_ ])[-_ ]*\1", r"\1", path.name.removesuffix(path.suffix)).strip("-_ ")
        named = path.with_name((stem or "face") + path.suffix)
        parts = [_DROPPED.sub("_", _DEVICE.sub(r"\g<0>_", part)) for part in named.parts]
        if any(len(part.encode()) > LONGEST for part in parts):
            raise BadOptionError(f"a file would have a name of more than {LONGEST} bytes; ask for a shorter --name")
        return "/".join(parts)


def _shown(fields: tuple[str, ...]) -> str:
    return ", ".join(f"{{{field}}}" for field in fields)
