"""Artwork: SVG and raster files, paths, QR codes, camera marks."""
