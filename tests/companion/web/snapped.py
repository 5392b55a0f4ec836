"""Photographs sent by phones without script, and what the process that reads them is made to answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any

import pytest
from paperless import ORIGIN, Phone

from companion.sight.reading import Judge, Reading, Request, Seen, Sighted, likeliest
from companion.web.table import photograph
from pnp.camera import PhotographError, Reason

Reads = Callable[..., list[Request]]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    """What the process answers to photographs, one after the other (the last one again and again), and what it was
    asked; as if what reads them were installed."""

    def answered(*answers: Seen | Reason) -> list[Request]:
        asked: list[Request] = []

        def read(request: Request) -> Seen:
            asked.append(request)
            said = answers[min(len(asked), len(answers)) - 1]
            if isinstance(said, Seen):
                return said
            raise PhotographError(said, "…")

        monkeypatch.setattr(photograph, "read", read)
        return asked

    monkeypatch.setattr(photograph, "offered", lambda game: True)
    monkeypatch.setattr(photograph, "_sides", lambda game: ())
    return answered


def reading(part: str, value: str, second: str = "", probability: float = 0.0, **more: Any) -> Reading:
    """A reading that is sure; with another likely value it is in doubt."""
    probable = probability or (0.6 if second else 1.0)
    return Reading(part=part, value=value, probability=probable, second=second or "-", sure=not second, **more)


def seen(*readings: Reading, wide: int = 400, high: int = 300) -> Seen:
    """A photograph with these readings."""
    return Seen(sighted=Sighted(width=wide, height=high, pieces=(), readings=readings), straight=b"picture")


CORNERS = ((10.0, 10.0), (60.0, 12.0), (58.0, 90.0), (8.0, 88.0))
"""Of a piece in a photograph."""


def board(judged: Judge, parts: Mapping[str, tuple[str, str]], odds: Mapping[str, Mapping[str, float]]) -> Seen:
    """A photograph of a board with that on its places (and what is next likely there); some may have several values."""
    readings = (likeliest(part, odds.get(part, {value: 1.0, other: 0.0})) for part, (value, other) in parts.items())
    return seen(*judged(tuple(readings)))


def send(
    phone: Phone, address: str, status: int = 200, *photographs: bytes, name: str = "a.jpg", does: str = "photograph"
) -> None:
    """Sends photographs as the page of that address does."""
    files = [(BytesIO(data), name) for data in photographs or (b"a photograph",)]
    fields = {"do": does, "photo": files}
    headers = {"Accept-Language": phone.language, "Origin": ORIGIN}
    phone.answer = phone.client.post(address, data=fields, headers=headers)
    phone.path = address
    assert phone.answer.status_code == status, phone.answer.text[-600:]


def compare(phone: Phone, table: str) -> list[str]:
    """Sends a photograph of what lies before the first player: each difference, with what is said of it."""
    send(phone, f"{table}/check/photo-0")
    return asked_about(phone)


def asked_about(phone: Phone) -> list[str]:
    """Each part that is asked about, with what is said of it."""
    return [" ".join(text.strip() for text in one.itertext()) for one in phone.page.xpath("//fieldset/div[b]")]
