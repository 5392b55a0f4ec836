"""Preflight: finds faults of a kit on paper before it is printed."""
