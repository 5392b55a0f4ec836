"""What the app serves, and how: for every view."""

from __future__ import annotations

from flask import current_app, request

from companion.tables import (
    Tables,
)
from companion.web.config import Config


def tables() -> Tables:
    """The tables that the app serves."""
    served: tuple[Tables, Config] = current_app.extensions["companion"]
    return served[0]


def config() -> Config:
    """How the app is served."""
    served: tuple[Tables, Config] = current_app.extensions["companion"]
    return served[1]


def link(path: str) -> str:
    """The whole address of a path, as QR codes carry it."""
    return f"{address()}{config().entrance}{path}"


def address() -> str:
    """The address that QR codes carry."""
    return config().address or request.host_url.rstrip("/")
