"""Typefaces, and running text set into lines and boxes."""
