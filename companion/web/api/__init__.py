"""The JSON API under ``/api/v1``: see docs/api.md."""

from __future__ import annotations

from flask import Flask

from companion.web.api import views
from companion.web.api.operations import OPERATIONS, PREFIX, ProblemError, bp, respond

__all__ = ["OPERATIONS", "PREFIX", "init_app", "respond", "views"]


def init_app(app: Flask) -> None:
    """Adds the API to an app."""
    app.register_blueprint(bp)
    app.register_error_handler(ProblemError, respond)
