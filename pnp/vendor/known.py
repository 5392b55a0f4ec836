"""Where print shops are read from: the press's own rows, the user's folder of settings, or a file that is named."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

import msgspec
from msgspec.structs import replace
from platformdirs import user_config_path

from pnp.vendor.model import Vendor, VendorError

SUFFIX = ".toml"
LONGEST = 200_000
"""Bytes of a shop's file."""


class _Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    vendor: Vendor


def folder() -> Path:
    """Where a user's own shops are kept: `vendors` in the user's folder of settings for the press."""
    return user_config_path("silk-road-pnp") / "vendors"


def names() -> tuple[str, ...]:
    """The names of all shops that can be asked for, the user's own among them."""
    own = (path.name.removesuffix(SUFFIX) for path in folder().glob(f"*{SUFFIX}"))
    rows = (path.name.removesuffix(SUFFIX) for path in files("pnp.vendor").joinpath("rows").iterdir())
    return tuple(sorted({*own, *rows}))


def load(name: str) -> Vendor:
    """The shop of this name, or of the file at this path. A user's own goes before one of the press's.

    Raises VendorError if there is none, or if its file says what it cannot.
    """
    path = Path(name)
    if name.endswith(SUFFIX):
        return _read(path, path.name.removesuffix(SUFFIX))
    if name in names():
        if (own := folder() / f"{name}{SUFFIX}").is_file():
            return _read(own, name)
        with as_file(files("pnp.vendor").joinpath("rows", f"{name}{SUFFIX}")) as row:
            return _read(row, name)
    known = ", ".join(names())
    raise VendorError(f"'{name}' is no print shop: known are {known}; a file of your own ends in {SUFFIX}")


def _read(path: Path, name: str) -> Vendor:
    try:
        data = path.read_bytes()
        if len(data) > LONGEST:
            raise VendorError(f"{path} has more than {LONGEST} bytes: it is no file of a print shop")
        vendor = msgspec.toml.decode(data, type=_Document).vendor
    except OSError as error:
        raise VendorError(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, msgspec.MsgspecError) as error:
        raise VendorError(f"{path} cannot be used: {error}; docs/print-shops.md says what stands in it") from None
    return replace(vendor, id=name)
