"""Typefaces for tests of what one of them lacks."""

from __future__ import annotations
