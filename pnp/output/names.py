"""File names, each for one content."""

from __future__ import annotations

import unicodedata
from hashlib import sha256
from itertools import count


class Names:
    """The names of files in a folder, each for one content.

    Hyphens join ids and keys that hold hyphens themselves, so two files may want one name. The first one keeps it, the
    others get a number behind: `chip-red-2.png`.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, bytes]] = {}

    def named(self, wanted: str, ending: str, content: bytes) -> str:
        """The name of what wants to be called so, with its ending; what is the same content has it already.

        `content` is the file's bytes, or what else stands for them."""
        digest = sha256(content).digest()
        for number in count(1):
            name = f"{wanted}{ending}" if number == 1 else f"{wanted}-{number}{ending}"
            found, held = self._known.setdefault(folded(name), (name, digest))
            if held == digest:
                return found
        raise AssertionError("numbers do not end")


def folded(name: str) -> str:
    """A name as systems know it that tell neither large letters from small ones, nor the ways to write an accent."""
    return unicodedata.normalize("NFC", name).casefold()
