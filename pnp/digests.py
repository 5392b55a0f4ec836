"""SHA-256 and MD5 without OpenSSL, which `hashlib` loads: that takes as long as to draw three sheets. What is large
goes to OpenSSL, which is three times as fast."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from hashlib import _Hash

_Digest: TypeAlias = "Callable[..., _Hash]"

LARGE = 2_000_000
"""Bytes that take as long to digest as OpenSSL to load."""


def _own(module: str, name: str) -> _Digest:
    """Python's own function; one that was built without has OpenSSL's."""
    try:
        found: _Digest = getattr(import_module(module), name)
    except ImportError:
        found = getattr(import_module("hashlib"), name)
    return found


md5 = _own("_md5", "md5")
_of_python = _own("_sha2" if sys.version_info >= (3, 12) else "_sha256", "sha256")


def sha256_of(size: int) -> _Hash:
    """What digests by SHA-256 what will have about so many bytes."""
    if size < LARGE:
        return _of_python()
    from hashlib import sha256 as of_openssl

    return of_openssl()


def sha256(data: bytes) -> _Hash:
    """The SHA-256 of some bytes."""
    digest = sha256_of(len(data))
    digest.update(data)
    return digest
