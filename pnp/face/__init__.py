"""Faces and rows become scenes: `pnp.face.layout.Layout` is what other stages use."""
