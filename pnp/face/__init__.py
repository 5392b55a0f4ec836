"""Faces and rows become scenes: `pnp.face.layout.KitFaces` is what other stages use."""
