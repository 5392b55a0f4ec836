"""Opens a file at a line in the user's editor."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

KNOWN_EDITORS = (
    ("code", "code -g {file}:{line}"),
    ("codium", "codium -g {file}:{line}"),
    ("zed", "zed {file}:{line}"),
    ("subl", "subl {file}:{line}"),
    ("kate", "kate -l {line} {file}"),
    ("gedit", "gedit +{line} {file}"),
)
"""Editors with a window of their own, and their commands."""


class EditorError(Exception):
    """The editor cannot be opened. The message says what to do."""


def editor_command(wanted: str = "") -> str:
    """The command that opens a file: the wanted one, else that of the first editor found; "" if there is none."""
    return wanted or next((command for name, command in KNOWN_EDITORS if shutil.which(name)), "")


def open_in_editor(command: str, file: Path, line: int) -> None:
    """Opens a file, without waiting. A command without `{file}` gets the file last. Raises EditorError."""
    if not command:
        raise EditorError("name an editor: pnp watch --editor 'code -g {file}:{line}'")
    quiet = subprocess.DEVNULL
    try:
        parts = shlex.split(command)
        parts += [] if any("{file}" in part for part in parts) else ["{file}"]
        words = [part.replace("{file}", str(file)).replace("{line}", str(max(line, 1))) for part in parts]
        subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    except (OSError, ValueError) as error:
        raise EditorError(f"{command}: {error}") from None
