"""Opening a file at a line in the editor of whoever works here."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

KNOWN: tuple[tuple[str, str], ...] = (
    ("code", "code -g {file}:{line}"),
    ("codium", "codium -g {file}:{line}"),
    ("zed", "zed {file}:{line}"),
    ("subl", "subl {file}:{line}"),
    ("kate", "kate -l {line} {file}"),
    ("gedit", "gedit +{line} {file}"),
)
"""Editors with a window of their own, and how each is told a line."""


class EditorError(Exception):
    """There is no editor, or it does not open. The message says what to do."""


def command(wanted: str = "") -> str:
    """The command that opens a file: the one that is wanted, or the first that is known here; "" if there is none."""
    return wanted or next((line for name, line in KNOWN if shutil.which(name)), "")


def arguments(line_of_command: str, file: Path, line: int) -> Sequence[str]:
    """The words of a command for a file and a line; a command that does not say where they stand gets the file last."""
    words = shlex.split(line_of_command)
    if not any("{file}" in word for word in words):
        words.append("{file}")
    return [word.replace("{file}", str(file)).replace("{line}", str(max(line, 1))) for word in words]


def open_at(line_of_command: str, file: Path, line: int) -> None:
    """Opens a file at a line, and does not wait. Raises EditorError."""
    if not line_of_command:
        raise EditorError("name an editor: pnp watch --editor 'code -g {file}:{line}'")
    try:
        subprocess.Popen(
            arguments(line_of_command, file, line),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise EditorError(f"{line_of_command}: {error}") from None
