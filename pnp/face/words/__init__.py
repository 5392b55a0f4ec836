"""The drawing words of faces: the keys of each word's table, the values it needs, and what it paints.

To add a word, write a module in this package with a class like `QrDraw` in qr.py; `@word("qr")` is its name in
`[[draw]]`. docs/kit-format.md describes each word with an example.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from pnp.face.words.word import WORDS

__all__ = ["WORDS"]

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
