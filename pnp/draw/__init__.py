"""Scenes and how they are drawn: fonts, text setting, art, QR codes, and the back ends PDF, SVG and PNG."""
