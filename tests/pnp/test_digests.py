"""Digests are those of `hashlib`, whoever makes them."""

from __future__ import annotations

import hashlib

import pytest

from pnp import digests


@pytest.mark.parametrize("size", [0, 55, 64, 100_000, digests.LARGE, digests.LARGE + 1])
def test_small_and_large_data_have_the_digests_of_everywhere(size: int) -> None:
    data = bytes(index % 251 for index in range(size))
    assert digests.sha256(data).hexdigest() == hashlib.sha256(data).hexdigest()
    part_by_part = digests.sha256_of(size)
    for start in range(0, size, 60_000):
        part_by_part.update(data[start : start + 60_000])
    assert part_by_part.digest() == hashlib.sha256(data).digest()
    assert digests.md5(data, usedforsecurity=False).hexdigest() == hashlib.md5(data).hexdigest()
