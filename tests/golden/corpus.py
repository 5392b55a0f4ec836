"""The corpus: what this project wrote and answered before, kept as it was.

Its files are lines of JSON, large ones packed. `make_corpus.py` made them, once; nothing here writes any.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent / "corpus"


def text_of(name: str) -> str:
    """A file of the corpus, unpacked if it is packed."""
    return bytes_of(name).decode("utf-8")


def bytes_of(name: str) -> bytes:
    """The same before it is decoded."""
    packed = FOLDER / f"{name}.xz"
    return lzma.decompress(packed.read_bytes()) if packed.exists() else (FOLDER / name).read_bytes()


def lines(name: str, part: int = 1, of: int = 1) -> Iterator[Any]:
    """The records of a file; of `of` parts that are alike, only number `part`."""
    for number, line in enumerate(text_of(name).split("\n")):
        if line and number % of == part % of:
            yield json.loads(line)


def sampled(few: int) -> Any:
    """Parameters `part` and `of`: one part of `few` at every run, all of it in the long searches."""
    return pytest.mark.parametrize(
        ("part", "of"),
        [pytest.param(0, few, id="sample"), pytest.param(0, 1, id="all", marks=[pytest.mark.slow])],
    )


_HALF_ENGLISH = re.compile(
    r"JSON is malformed|\(\* is unknown\)|\b(a (card|character|dye|letter|merchant|number|player|space|value)|the phase"
    r"|the price|how many steps|its opening|purple and black)\b|\(rule [\w-]+\)"
)
"""What Spanish sentences had left in English."""


def said_alike(was: dict[str, Any], found: dict[str, Any]) -> bool:
    """Is the same said? What was English in Spanish, whole or in part, may be better now."""
    bettered = was["es"] == was["en"] or _HALF_ENGLISH.search(was["es"]) is not None
    return {**was, "es": found["es"]} == found if bettered else was == found


def missing(was: Any, found: Any, path: str = "") -> list[str]:
    """Where an answer is not what it was; new fields are no difference."""
    if isinstance(was, dict) and isinstance(found, dict):
        return [
            line
            for key, value in was.items()
            for line in (missing(value, found[key], f"{path}.{key}") if key in found else [f"{path}.{key} is gone"])
        ]
    if isinstance(was, list) and isinstance(found, list) and len(was) == len(found):
        return [line for n, (a, b) in enumerate(zip(was, found, strict=True)) for line in missing(a, b, f"{path}.{n}")]
    return [] if was == found else [f"{path} was {was!r}, is {found!r}"]
