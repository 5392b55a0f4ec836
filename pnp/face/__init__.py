"""Faces and rows become scenes. `Layout` is what other stages use."""

from pnp.face.ink import InkMode
from pnp.face.layout import Inspect, Laid, Layout, component_outline, component_size

__all__ = ["InkMode", "Inspect", "Laid", "Layout", "component_outline", "component_size"]
