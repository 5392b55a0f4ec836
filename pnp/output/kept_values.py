"""Values of the press as bytes that are kept. Nothing else comes out of those: nothing that lies there is executed."""

from __future__ import annotations

import io
import pickle
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)

PROTOCOL = 5
_BROKEN = (pickle.UnpicklingError, AttributeError, EOFError, ImportError, LookupError, TypeError, ValueError)
"""What comes of bytes that are not what was kept."""


def packed(value: msgspec.Struct) -> bytes:
    """A value as bytes; `unpacked` has it again, as long as the press is the same."""
    return pickle.dumps(value, PROTOCOL)


def unpacked(data: bytes | None, kind: type[T]) -> T | None:
    """A value of this kind; None if there are no bytes, or those of something else."""
    with suppress(*_BROKEN):
        found = None if data is None else _Unpickler(io.BytesIO(data)).load()
        if isinstance(found, kind):
            return found
    return None


class _Unpickler(pickle.Unpickler):
    """Finds the values of the press, and nothing else."""

    def find_class(self, module: str, name: str) -> object:
        if module == "pathlib":
            return type(Path())
        if (module, name) == ("msgspec._utils", "rebuild"):  # how values with named fields are made
            return super().find_class(module, name)
        found = super().find_class(module, name) if module.startswith("pnp.") else None
        if isinstance(found, type) and issubclass(found, msgspec.Struct):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no value of the press")
