"""What the proof page says. One file for each language, in `texts/`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec

LANGUAGES = ("en", "es")
KEYS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("/",), "key_filter"),
    (("↵", "Esc"), "keys_back"),
    (("J", "K"), "keys_next"),
    (("N", "⇧ N"), "keys_finding"),
    (("E",), "keys_editor"),
    (("G",), "key_grey"),
    (("L",), "key_low"),
    (("1", "+", "−"), "keys_sizes"),
    (("O", "R"), "keys_over"),
    (("M", "T"), "keys_printer"),
    (("W",), "keys_make"),
    (("F", "X"), "keys_sheets"),
    (("S",), "keys_seen"),
    (("P",), "keys_build"),
    (("←", "→", "↑", "↓"), "keys_move"),
    (("↵", "Esc"), "keys_into"),
    (("[", "]"), "keys_under"),
    (("B", "D"), "keys_side"),
    (("V",), "keys_language"),
    (("Ctrl Z",), "keys_undo"),
    (("?",), "key_all"),
)
"""The keys of all pages, and the words for what they do."""


class Words:
    """The words of one language, by key. `{…}` are filled in; of two forms the first is for one."""

    def __init__(self, language: str, texts: dict[str, str | list[str]]) -> None:
        self.language = language
        self.texts = texts

    def __call__(self, key: str, /, **values: object) -> str:
        found = self.texts[key]
        assert isinstance(found, str), key
        return found.format(**values) if values else found

    def count(self, key: str, number: int) -> str:
        """A number with its noun."""
        forms = self.texts[key]
        assert isinstance(forms, list), key
        return forms[0 if number == 1 else 1].format(n=number)

    def kind(self, kind: str) -> str:
        """What a kind of component is called."""
        return self(f"kind_{kind}")

    def side(self, side: str) -> str:
        """What a side of a piece is called."""
        stem, _, number = side.rpartition("-")
        return self("side_n", n=number) if stem == "side" else self(f"side_{side}")

    def language_name(self, code: str) -> str:
        """The name of a language of a kit; its code where that is all we know."""
        found = self.texts.get(f"language_{code}", code)
        return found if isinstance(found, str) else code

    def keys(self) -> list[tuple[tuple[str, ...], str]]:
        """All keys with what they do."""
        return [(keys, self(what)) for keys, what in KEYS]

    def listed(self, names: Sequence[str], most: int = 4) -> str:
        """Names with commas between; of many the first few."""
        shown = ", ".join(names[:most])
        return self("and_more", names=shown, n=len(names) - most) if len(names) > most else shown


@cache
def words(language: str) -> Words:
    """The words of a language; the English ones for a language that is not spoken here."""
    spoken = language if language in LANGUAGES else LANGUAGES[0]
    return Words(spoken, msgspec.toml.decode((files("pnp.studio") / "texts" / f"{spoken}.toml").read_bytes()))
