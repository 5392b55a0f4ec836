"""Measures a printer: its test page, by eye or from photographs, and its saved profile."""
