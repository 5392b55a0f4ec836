"""Lays out faces and rows as scenes. Other stages use `pnp.face.layout.KitFaces`."""
