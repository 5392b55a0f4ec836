"""The JSON API under ``/api/v1``: see docs/api.md."""

from __future__ import annotations

from companion.web.api import views
from companion.web.api.operations import OPERATIONS, PREFIX, ProblemError, bp, respond

__all__ = ["OPERATIONS", "PREFIX", "ProblemError", "bp", "respond", "views"]
