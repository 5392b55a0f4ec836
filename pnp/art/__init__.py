"""Drawings: SVG and pictures read, paths, QR codes, marks for cameras."""
