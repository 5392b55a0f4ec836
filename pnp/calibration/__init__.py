"""Measuring a printer: its test page, by eye or from photographs, and what was found, kept by name."""
