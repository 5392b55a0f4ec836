"""Text is compressed for who takes it; ranges, streams and what is compressed in itself are not."""

from __future__ import annotations

import gzip

from flask import Flask
from paperless import begun

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


def test_pages_and_static_files_are_compressed_and_asked_for_once(app: Flask) -> None:
    client = app.test_client()
    for path in ("/rules/hangzhou", "/static/companion.js", "/api/v1/openapi.json"):
        packed, plain = client.get(path, headers=GZIP), client.get(path)
        assert packed.headers["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain.headers, path
        assert "Accept-Encoding" in packed.headers["Vary"] and len(packed.data) < len(plain.data)
        assert len(gzip.decompress(packed.data)) == len(plain.data)
        if tag := packed.headers.get("ETag"):
            assert client.get(path, headers={**GZIP, "If-None-Match": tag}).status_code == 304


def test_a_range_is_of_plain_bytes(app: Flask) -> None:
    client = app.test_client()
    part = client.get("/static/companion.js", headers={**GZIP, "Range": "bytes=100-4099"})
    assert part.status_code == 206 and "Content-Encoding" not in part.headers
    assert part.data == client.get("/static/companion.js").data[100:4100]


def test_streams_and_typefaces_stay_as_they_are(app: Flask) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    stream = ana.client.get(f"{table}/stream", headers=GZIP, buffered=False)
    assert "Content-Encoding" not in stream.headers
    stream.close()
    assert "Content-Encoding" not in ana.client.get("/static/spectral-600.woff2", headers=GZIP).headers


def test_a_page_is_longer_by_chance(app: Flask) -> None:
    client = app.test_client()
    assert len({client.get("/").headers["X-Pad"] for _ in range(20)}) > 5
