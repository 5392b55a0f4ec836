"""Preflight: what would be wrong or poor about a kit on paper, found before ink is spent."""
