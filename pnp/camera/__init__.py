"""Photographs of what was printed: files of cameras as pictures, and the marks that are in them.

What the marks tell is worked out elsewhere: what a printer does to a sheet (`pnp.calibration`), what lies on a table
(`companion.sight`).
"""
