"""One app over one fresh database for each test of a game's table and pages."""

from __future__ import annotations

from served import app, tables

__all__ = ["app", "tables"]
